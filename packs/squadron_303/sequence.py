"""The sequence of play: six phases a turn, turns of a Scenario, Scenarios of a Campaign (p. 9)."""

from tabletop_core import Repeat, Sequence, Step

from .rules.bombing import bombing
from .rules.campaign import close_scenario
from .rules.counterattack import counterattacks
from .rules.ending import check_goals, goes_on, is_decided
from .rules.events import check_events, check_open_events, reveal_events
from .rules.fight import all_have_fought, fights
from .rules.germans import german_movement
from .rules.movement import all_have_moved, movement
from .rules.players import choose_start, declare_abilities, draw_cards
from .rules.reorganization import end_turn, new_pilots, service
from .rules.setup import set_up
from .shown.in_short import (
    cards_in_short,
    germans_in_short,
    planes_in_short,
    rounds_in_short,
)
from .state import InPlay


def may_change_start(play: InPlay) -> bool:
    return bool(play.options["start_change"]) and play.state.turn == 1


SEQUENCE = Repeat(
    "Scenario",
    Step("Set up", set_up),
    Repeat(
        "Turn",
        Sequence("I Events", Step("Reveal Events", reveal_events)),
        Sequence(
            "II Players",
            Step("Declare abilities", declare_abilities, summary=cards_in_short),
            Step("Draw Combat cards", draw_cards, summary=cards_in_short),
            Step("Choose the starting Area", choose_start, when=may_change_start),
            Repeat(
                "Move",
                Step("Move", movement, quiet=True, summary=planes_in_short),
                until=all_have_moved,
            ),
        ),
        Sequence(
            "III Fight",
            Repeat(
                "Fight",
                Step("Fight", fights, quiet=True, summary=rounds_in_short, in_parts=True),
                until=all_have_fought,
            ),
        ),
        Sequence("IV Counterattack", Step("Counterattack", counterattacks)),
        Sequence(
            "V Germans",
            Step("German movement", german_movement, summary=germans_in_short),
            Step("Bombing", bombing),
        ),
        Sequence(
            "VI Reorganization",
            Step("Check Events", check_events),
            Step("Check goals", check_goals),
            Step("Airfields", service, when=goes_on, summary=planes_in_short),
            Step("New pilots", new_pilots, when=goes_on),
            Step("End the turn", end_turn),
        ),
        until=is_decided,
    ),
    Step("Settle open Events", check_open_events),
    Step("Close the Scenario", close_scenario, may_end=True),
)
