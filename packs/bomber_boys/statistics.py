"""What a batch of missions counts besides scores: what was shot down, and what it cost."""

from collections.abc import Sequence

from tabletop_core import Event

from .state import Damage, InPlay


def enemies_shot_down(events: Sequence[Event]) -> int:
    return sum(event.kind == "shot_down" for event in events)


def men_lost(play: InPlay) -> int:
    return sum(man.is_lost for man in play.state.crew.values())


def engines_lost(play: InPlay) -> int:
    return sum(damage is Damage.MAJOR for damage in play.state.engines.values())


def bombs_on_target(play: InPlay) -> int:
    return len(play.state.bombs)


STATISTICS = (enemies_shot_down, men_lost, engines_lost, bombs_on_target)
