"""The sequence of play."""

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

SEQUENCE = Sequence(
    "Mission",
    Sequence(
        "Setup",
        Step("Scale the difficulty", scale_difficulty),
        Step("Prepare the bombing run deck", prepare_deck),
    ),
    Repeat(
        "Turn",
        Step("Reveal the top card", reveal),
        Step("Item", take_item, when=is_item),
        Step("Event", face_event, when=is_event),
        Sequence(
            "Combat",
            Step("Attack, defend or rally", choose_stance),
            Step("Initiative and focus", award_focus, when=is_air_combat),
            Step("Enemies with the initiative", strike_first, when=is_air_combat),
            Step("Crew actions", open_fire, when=is_air_combat),
            Step("Counter-attacks", strike_back),
            Step("Ground attacks", attack_from_ground, when=has_ground_enemies),
            Step("Clear the display", clear_display),
            when=is_combat,
        ),
        until=is_over_target,
    ),
    Step("Bombing run", bombing_run, may_end=True),
)
