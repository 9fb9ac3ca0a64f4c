"""The rules of The Reed March, with dice written down."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import pytest

from reed_march.bots import post
from reed_march.questions import attackers_of, reach, steps_back
from reed_march.rules import attack, move_a_unit
from reed_march.state import InPlay, State
from tabletop_core import Answer, Game, Match, Viewer
from tabletop_core.boards import Stacks
from tabletop_core.bots.seating import seat_bots
from tabletop_core.panels import BoardPanel
from tabletop_core.simulation.matches import run_match
from tabletop_core.testing import PackExam, PlayScripted, Replay, perform

Captain: TypeAlias = Callable[[Match[State]], Answer]


class TestExam(PackExam):
    """Every check that tabletop knows."""

    games = 20


@pytest.fixture
def marsh(pack: Game) -> Callable[..., InPlay]:
    """Set up a game with these units alone, by hex; it is the salters' turn."""

    return lambda **hexes: match_with(pack, **hexes).play


def match_with(pack: Game, **hexes: str) -> Match[State]:
    match = pack.start()
    match.state.units = Stacks(limit=2)
    for unit, space in hexes.items():
        match.state.units.put(unit, space)
    return match


def told(play: InPlay, kind: str) -> list[Mapping[str, Any]]:
    return [event.facts for event in play.events if event.kind == kind]


def test_reeds_cost_two_points_and_the_dyke_one(marsh: Callable[..., InPlay]) -> None:
    play = marsh(pike_1="0303", bow_1="0907")

    left = reach(play, "pike_1")
    assert (left["0302"], left["0403"]) == (2, 3)


def test_open_water_is_closed(marsh: Callable[..., InPlay]) -> None:
    assert "0402" not in reach(marsh(rider_1="0303", bow_1="0907"), "rider_1")


def test_a_unit_stops_beside_the_foe(marsh: Callable[..., InPlay]) -> None:
    play = marsh(rider_1="0204", bow_1="0404")

    assert "0304" in reach(play, "rider_1")
    assert "0504" not in reach(play, "rider_1")


def test_a_unit_goes_from_one_zone_to_no_other(marsh: Callable[..., InPlay]) -> None:
    play = marsh(rider_1="0304", bow_1="0404")

    assert reach(play, "rider_1").way("0403") == ("0304", "0303", "0403")


def test_who_enters_a_village_holds_it(marsh: Callable[..., InPlay]) -> None:
    play = marsh(rider_1="0303", bow_1="0907")
    perform(play, move_a_unit, answers=["rider_1 0403"])

    assert play.state.held["0403"] == "salt"
    assert play.state.moved == ["rider_1"]


def test_who_is_done_moves_nobody_more(marsh: Callable[..., InPlay]) -> None:
    play = marsh(rider_1="0303", pike_1="0105", bow_1="0907")
    perform(play, move_a_unit, answers=["done"])

    assert set(play.state.moved) == {"rider_1", "pike_1", "bow_1"}


@pytest.mark.parametrize(
    ("die", "result"),
    [(1, "back"), (2, "exchange"), (3, "retreat"), (4, "retreat"), (5, "broken"), (6, "broken")],
)
def test_seven_against_three_is_read_under_two_to_one(
    marsh: Callable[..., InPlay], die: int, result: str
) -> None:
    play = marsh(pike_1="0304", rider_1="0305", bow_1="0404")
    answers = {
        "back": ["0303", "0306"],
        "exchange": ["pike_1"],
        "retreat": ["0505", "pike_1"],
        "broken": ["0505", "nobody"],
    }
    perform(play, attack, script=[die], answers=["0404", ["pike_1", "rider_1"], *answers[result]])

    [looked_up] = told(play, "look_up")
    assert (looked_up["column"], looked_up["shown"]) == ("2:1", result)


def test_houses_take_one_from_the_die(marsh: Callable[..., InPlay]) -> None:
    play = marsh(pike_1="0303", rider_1="0304", bow_1="0403")
    perform(play, attack, script=[3], answers=["0403", ["pike_1", "rider_1"], "pike_1"])

    [looked_up] = told(play, "look_up")
    assert [amount for _, amount, _ in looked_up["modifiers"]] == [-1]
    assert looked_up["shown"] == "exchange"


def test_an_attack_across_the_channel_takes_one_from_the_die_but_not_over_a_bridge(
    marsh: Callable[..., InPlay],
) -> None:
    play = marsh(pike_1="0504", pike_2="0503", bow_1="0604")
    play.state.target, play.state.attackers = "0604", ["pike_1"]
    is_across = play.game.conditions["is_across"]
    assert is_across(play)

    play.state.target, play.state.attackers = "0603", ["pike_2"]
    assert not is_across(play)


def test_each_unit_attacks_once_in_a_turn(marsh: Callable[..., InPlay]) -> None:
    play = marsh(pike_1="0304", bow_1="0404")
    play.state.fought = ["pike_1"]

    assert attackers_of(play, "0404") == []


def test_a_unit_without_steps_is_eliminated_and_an_attacker_may_advance(
    marsh: Callable[..., InPlay],
) -> None:
    play = marsh(pike_1="0304", pike_2="0305", bow_1="0404", bow_2="0907")
    play.state.steps["bow_1"] = 1
    perform(play, attack, script=[6], answers=["0404", ["pike_1", "pike_2"], "pike_1"])

    assert "bow_1" not in play.state.steps
    assert play.state.units.at("pike_1") == "0404"


def test_who_cannot_retreat_loses_a_step_instead(marsh: Callable[..., InPlay]) -> None:
    play = marsh(pike_1="0304", pike_2="0505", bow_1="0404")
    assert steps_back(play, "bow_1") == []
    perform(play, attack, script=[3], answers=["0404", ["pike_1", "pike_2"]])

    assert play.state.steps["bow_1"] == 1
    assert play.state.units.at("bow_1") == "0404"


def test_a_worn_unit_counts_half_rounded_up(marsh: Callable[..., InPlay]) -> None:
    play = marsh(rider_1="0304", bow_1="0404")
    play.state.steps["rider_1"] = 1
    perform(play, attack, script=[1], answers=["0404", ["rider_1"]])

    assert told(play, "attack")[0]["ours"] == 2


def test_the_last_unit_of_a_side_ends_the_game(marsh: Callable[..., InPlay]) -> None:
    play = marsh(pike_1="0304", pike_2="0305", bow_1="0404")
    play.state.steps = {"pike_1": 2, "pike_2": 2, "bow_1": 1}
    perform(play, attack, script=[6], answers=["0404", ["pike_1", "pike_2"]])

    assert play.outcome.winner == "salt"


def test_reinforcements_do_not_arrive_beside_the_foe(play_scripted: PlayScripted) -> None:
    match = play_scripted([], answers=["done"])
    match.state.units.put("bow_1", "0202")
    match.answer("done")  # moving
    match.answer("done")  # fighting

    assert match.decision.prompt == "Where do Pikes 4 arrive?"
    assert list(match.decision.options) == ["0101", "0106", "0107"]


@pytest.mark.parametrize(("villages", "winner"), [(3, "salt"), (2, "reed")])
def test_three_villages_win_on_the_last_turn(
    play_scripted: PlayScripted, villages: int, winner: str
) -> None:
    arrivals = [["0101", "0101", "done", "0904", "done"], ["done", "0906", "done"]]
    match = play_scripted([], answers=["done", "done", *arrivals[0], *arrivals[1], *["done"] * 5])
    for village in list(match.state.held)[:villages]:
        match.state.held[village] = "salt"
    match.answer("done")

    assert (match.outcome.winner, match.outcome.scores["salt"]) == (winner, villages)


def test_orders_stand_under_one_heading(play_scripted: PlayScripted) -> None:
    play = play_scripted([], answers=["pike_1 0203", "rider_1 0303", "done"]).play

    headings = [facts["path"][-1] for facts in told(play, "step")]
    assert headings.count("Movement") == 1


@pytest.fixture
def captain(pack: Game) -> Captain:
    """Return what the captain answers in a game in progress."""

    def captain(match: Match[State]) -> Answer:
        seat = match.decision.seat
        return seat_bots(pack, {seat: "captain"}, 0)[seat].choose(match, match.decision)

    return captain


def attacked(pack: Game, **hexes: str) -> Match[State]:
    """Return a match in which the bow's hex is being attacked."""
    match = match_with(pack, **hexes)
    match.state.moved = list(hexes)
    match.run(lambda play, one: "done" if one.kind == "move" else None)
    match.answer(match.state.units.at("bow_1"))
    return match


def test_the_captain_spares_a_guard_without_whom_an_attack_promises_as_much(
    pack: Game, captain: Captain
) -> None:
    units = {"pike_1": "0404", "pike_2": "0404", "pike_3": "0505", "rider_1": "0506"}
    match = attacked(pack, **units, bow_1="0405")

    assert captain(match) == ("pike_1", "pike_2", "pike_3")


def test_the_captain_makes_no_attack_that_promises_nothing(pack: Game, captain: Captain) -> None:
    match = match_with(pack, pike_1="0304", bow_1="0403", bow_2="0403")
    match.answer("done")

    assert captain(match) == "done"


def test_the_captain_wants_guards_where_the_foe_can_come(marsh: Callable[..., InPlay]) -> None:
    play = marsh(pike_1="0303", bow_1="0903")
    play.state.held |= {"0403": "salt", "0603": "salt"}

    assert post(play, "pike_1", "0603") > 0
    assert post(play, "pike_1", "0403") == 0


def test_the_captain_beats_greedy_more_often_than_not(pack: Game) -> None:
    match = run_match(pack, "captain", "greedy", games=4, seed=1)

    assert match.wins > match.losses


def test_the_captain_beats_random_nine_times_of_ten(pack: Game) -> None:
    assert run_match(pack, "captain", "random", games=10, seed=1).wins >= 9


@pytest.mark.parametrize(("name", "seed"), [("the_dyke_is_held", 3), ("the_dyke_falls", 1)])
def test_a_recorded_game_goes_as_it_did(replay: Replay, name: str, seed: int) -> None:
    replay(name, seed=seed, bots="bot:captain")


def test_the_view_shows_units_villages_and_the_channel_in_their_places(pack: Game) -> None:
    play = pack.start().play
    marsh = pack.look.view(play, Viewer("salt"))[0]

    assert isinstance(marsh, BoardPanel)
    assert [piece.id for piece in marsh.on("0104")] == ["pike_1", "rider_1"]
    sluice = marsh.spot("0403")
    assert sluice
    assert (sluice.label, sluice.tone) == ("Sluice", "theirs")
    assert "0503/0602" in marsh.edges[0].sides


def test_a_move_touches_a_unit_and_then_a_hex(pack: Game) -> None:
    decision = pack.start().decision

    assert decision.targets_of("pike_1 0203") == ("pike_1", "0203")
    assert decision.targets_of("done") == ()
