"""The sequence of play: six phases a turn, turns of a Scenario, Scenarios of a Campaign (p. 9)."""

from tabletop_core import Repeat, Sequence, Step

from .rules.bombing import bombing
from .rules.campaign import close_scenario
from .rules.counterattack import counterattacks
from .rules.ending import check_goals, goes_on, is_decided
from .rules.events import check_events, check_open_events, reveal_events
from .rules.fight import fights
from .rules.germans import german_movement
from .rules.movement import movement
from .rules.players import choose_start, declare_abilities, draw_cards
from .rules.reorganization import end_turn, new_pilots, service
from .rules.setup import set_up
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
            Step("Declare abilities", declare_abilities),
            Step("Draw Combat cards", draw_cards),
            Step("Choose the starting Area", choose_start, when=may_change_start),
            Step("Move", movement),
        ),
        Sequence("III Fight", Step("Fight", fights)),
        Sequence("IV Counterattack", Step("Counterattack", counterattacks)),
        Sequence("V Germans", Step("German movement", german_movement), Step("Bombing", bombing)),
        Sequence(
            "VI Reorganization",
            Step("Check Events", check_events),
            Step("Check goals", check_goals),
            Step("Airfields", service, when=goes_on),
            Step("New pilots", new_pilots, when=goes_on),
            Step("End the turn", end_turn),
        ),
        until=is_decided,
    ),
    Step("Settle open Events", check_open_events),
    Step("Close the Scenario", close_scenario, may_end=True),
)
