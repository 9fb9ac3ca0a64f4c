"""The sequence of play."""

from collections.abc import Callable
from typing import Any, TypeAlias

from tabletop_core import Repeat, Sequence, Step

from .rules.attack import (
    award_focus,
    choose_stance,
    clear_display,
    is_air_combat,
    is_combat,
    is_over_target,
    open_fire,
)
from .rules.bombing import bombing_run
from .rules.enemies import attack_from_ground, has_ground_enemies, strike_back, strike_first
from .rules.setup import prepare_deck, scale_difficulty
from .rules.turn import face_event, is_event, is_item, reveal, take_item
from .shown.in_short import turn_in_short
from .state import InPlay

Condition: TypeAlias = Callable[[InPlay], bool]


def _in_turn(name: str, step: Callable[[InPlay], Any], when: Condition | None = None) -> Step:
    """Return a step of the turn, whose routine shares a line of the log with other steps."""
    return Step(name, step, when=when, summary=turn_in_short)


SEQUENCE = Sequence(
    "Mission",
    Sequence(
        "Setup",
        Step("Scale the difficulty", scale_difficulty),
        Step("Prepare the bombing run deck", prepare_deck),
    ),
    Repeat(
        "Turn",
        _in_turn("Reveal the top card", reveal),
        _in_turn("Item", take_item, when=is_item),
        _in_turn("Event", face_event, when=is_event),
        Sequence(
            "Combat",
            _in_turn("Attack, defend or rally", choose_stance),
            _in_turn("Initiative and focus", award_focus, when=is_air_combat),
            _in_turn("Enemies with the initiative", strike_first, when=is_air_combat),
            _in_turn("Crew actions", open_fire, when=is_air_combat),
            _in_turn("Counter-attacks", strike_back),
            _in_turn("Ground attacks", attack_from_ground, when=has_ground_enemies),
            _in_turn("Clear the display", clear_display),
            when=is_combat,
        ),
        until=is_over_target,
    ),
    Step("Bombing run", bombing_run, may_end=True),
)
