"""Invariants, checked after every answer."""

from .questions.board import mission_of
from .state import InPlay


def no_card_lies_at_two_places(play: InPlay) -> str | None:
    """Check the display, where several copies of a base card have a number each."""
    state = play.state
    names = [enemy.name for enemy in state.display]
    twice = sorted({name for name in names if names.count(name) > 1})
    return f"twice on display: {', '.join(twice)}" if twice else None


def items_and_events_are_held_once(play: InPlay) -> str | None:
    held = [*play.state.items, *play.state.events, *play.state.discard]
    single = {*play.data.items}
    twice = sorted({card for card in held if card in single and held.count(card) > 1})
    return f"in front of the player and discarded: {', '.join(twice)}" if twice else None


def cubes_stay_on_the_track(play: InPlay) -> str | None:
    most = len(play.data.track) - 1
    return None if 0 <= play.state.cubes <= most else f"{play.state.cubes} of {most}"


def focus_stays_within_its_tokens(play: InPlay) -> str | None:
    focus = play.state.turn.focus
    return None if abs(focus) <= play.data.dice.most_focus else f"the focus is {focus}"


def an_enemy_on_display_is_not_destroyed(play: InPlay) -> str | None:
    below = [enemy.name for enemy in play.state.display if enemy.damage < 0]
    return f"less than no damage: {', '.join(below)}" if below else None


def an_enemy_attacks_only_with_a_die(play: InPlay) -> str | None:
    turn = play.state.turn
    attacks, dice = len(turn.attacked), turn.enemy_rolled
    return f"{attacks} attacks with {dice} enemy dice" if attacks > dice else None


def a_lost_man_is_not_ready(play: InPlay) -> str | None:
    ready = [name for name, man in play.state.crew.items() if man.is_lost and man.is_ready]
    return f"lost and ready: {', '.join(ready)}" if ready else None


def a_target_is_open_or_has_its_bomb(play: InPlay) -> str | None:
    state = play.state
    if not (state.open or state.bombs):
        return None
    targets, known = len(state.open) + len(state.bombs), len(mission_of(play).crosshair)
    return None if targets == known else f"{targets} of {known} targets"


INVARIANTS = (
    no_card_lies_at_two_places,
    items_and_events_are_held_once,
    cubes_stay_on_the_track,
    focus_stays_within_its_tokens,
    an_enemy_on_display_is_not_destroyed,
    an_enemy_attacks_only_with_a_die,
    a_lost_man_is_not_ready,
    a_target_is_open_or_has_its_bomb,
)
