"""The rules of Ice Fishers, with dice written down."""

from ice_fishers.rules import take_step
from tabletop_core.testing import PackExam, PlayScripted, Replay, perform


class TestExam(PackExam):
    """Every check that tabletop knows."""

    games = 20


def test_who_goes_home_keeps_the_catch(play_scripted: PlayScripted) -> None:
    match = play_scripted([6, 4], answers=["on", "home"])

    assert match.state.hut == {"north": 3, "south": 0}


def test_when_the_ice_breaks_only_the_catch_is_lost(play_scripted: PlayScripted) -> None:
    match = play_scripted([6, 6, 1], answers=["home", "on"])

    assert match.state.hut == {"north": 2, "south": 0}
    assert [event.facts["lost"] for event in match.events if event.kind == "break"] == [2]


def test_a_two_breaks_the_ice_on_the_fourth_step(play_scripted: PlayScripted) -> None:
    play = play_scripted().play
    play.state.steps = 3

    perform(play, take_step, script=[2])

    assert play.state.steps == 0


def test_ten_fish_fill_a_hut(play_scripted: PlayScripted) -> None:
    match = play_scripted([6, 5, 1] * 3 + [6, 5], answers=["on", "home"] * 4)

    assert match.outcome.winner == "north"
    assert match.outcome.scores == {"north": 12, "south": 0}


def test_a_recorded_game_goes_as_it_did(replay: Replay) -> None:
    replay("a_day_on_the_ice", seed=3, bots="bot:careful")
