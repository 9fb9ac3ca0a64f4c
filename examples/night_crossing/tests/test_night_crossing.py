"""The rules of Night Crossing, with crates written down."""

import pytest

from night_crossing.rules import compare, guess, look, swap
from night_crossing.state import InPlay, State
from tabletop_core import Game, Match, Viewer
from tabletop_core.testing import PackExam, PlayScripted, Replay, perform

RED, BLUE, GREEN = map(Viewer, ("red", "blue", "green"))


class TestExam(PackExam):
    """Every check that tabletop knows."""

    games = 20
    allowed = ("C405",)


@pytest.fixture
def crossing(play_scripted: PlayScripted) -> Match[State]:
    """Red has an anchor, blue a rope, green a fog; it is red's turn."""
    return play_scripted(["anchor", "rope", "fog", "lookout"])


@pytest.fixture
def aboard(crossing: Match[State]) -> InPlay:
    """The same crossing, as its rules see it."""
    return crossing.play


def test_a_right_guess_throws_the_rival_overboard(aboard: InPlay) -> None:
    perform(aboard, guess, "blue", answers=["rope"])

    assert aboard.state.out == ["blue"]


def test_a_wrong_guess_tells_all_what_the_crate_is_not(aboard: InPlay) -> None:
    perform(aboard, guess, "blue", answers=["idol"])

    assert aboard.state.out == []
    assert aboard.state.hands["blue"].excluded_for("blue:hand:1", Viewer()) == {"idol"}


def test_the_spyglass_shows_a_crate_to_one_alone(aboard: InPlay) -> None:
    perform(aboard, look, "blue")

    assert aboard.state.hands["blue"].seen_by(RED) == ["rope"]
    assert aboard.state.hands["blue"].seen_by(GREEN) == [None]


def test_the_lighter_crate_on_the_scales_goes_overboard(aboard: InPlay) -> None:
    aboard.state.hands["red"].play("lookout")
    perform(aboard, compare, "blue")

    assert aboard.state.out == ["blue"]


def test_who_swaps_knows_what_the_rival_has_now(aboard: InPlay) -> None:
    aboard.state.hands["red"].play("lookout")
    perform(aboard, swap, "blue")

    assert aboard.state.hands["blue"].seen_by(RED) == ["anchor"]
    assert aboard.state.hands["red"].cards == ["rope"]


def test_a_fork_of_red_keeps_what_red_has_seen(pack: Game) -> None:
    match = pack.start(seed=3)
    while match.play.seat != "green":
        # A fork begins with the hands at the start of a step.
        for hand in match.state.hands.values():
            for place in hand.places:
                hand.show(place, to=["red"])
        match.answer(match.decision.options[-1])
    seen = {name: hand.seen_by(RED) for name, hand in match.state.hands.items()}

    for number in range(10):
        hands = match.fork(number, seat="red").state.hands
        assert {name: hand.seen_by(RED) for name, hand in hands.items()} == seen


def test_the_wary_bot_names_the_crate_that_it_has_seen(
    pack: Game, crossing: Match[State], aboard: InPlay
) -> None:
    aboard.state.hands["blue"].show("rope", to=["red"])
    decision = aboard.ask("What?", ("spyglass", "scales", "fog", "rope"))

    assert pack.bots["wary"]().choose(crossing, decision) == "rope"


def test_a_recorded_crossing_goes_as_it_did(replay: Replay) -> None:
    replay("over_the_river", seed=2, bots="bot:wary")
