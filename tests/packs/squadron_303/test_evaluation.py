"""How good a game stands: for the greedy bot and for searches."""

import pytest

from packs.squadron_303.bots.evaluation import evaluate
from packs.squadron_303.game import GAME
from tabletop_core.bots import seat_bots
from tabletop_core.bots.advice import advise
from tabletop_core.bots.seating import play_bots


@pytest.fixture
def raid(make_table):
    """Blue and one bomber on its way to the factory."""
    table = make_table(players=2, scenario="training")
    blue = table.fly("blue", "zumbach", "A5", "c01", "c02")
    table.squadron("I", "A8", "A7", "A5", "A3", "A1")
    bomber = table.plane("he111", "A5")
    table.state.turn = 3
    table.play.decision = None
    return table, blue, bomber


def worth_after(table, change):
    """Return by how much a change makes the game stand better."""
    before = evaluate(table.play, "blue")
    change()
    return evaluate(table.play, "blue") - before


def test_a_bomber_damaged_marked_or_shot_down_is_better_for_the_players(raid):
    table, _, bomber = raid

    assert worth_after(table, lambda: setattr(bomber, "damage", 1)) > 0
    assert worth_after(table, lambda: setattr(bomber, "markers", 1)) > 0
    assert worth_after(table, lambda: table.state.planes.clear()) > 0


def test_damage_and_lost_pilots_are_worse_for_the_players(raid):
    table, blue, _ = raid

    assert worth_after(table, lambda: blue.damage.append("no_extra")) < 0
    assert worth_after(table, lambda: setattr(blue, "pilot", "")) < 0


def test_a_bombed_target_is_worse_for_the_players(raid):
    table, _, _ = raid

    assert worth_after(table, lambda: table.state.bombs.update(A1=1)) < 0
    assert worth_after(table, lambda: table.state.bombs.update(A1=3)) < 0


def test_a_british_plane_nearer_home_is_better_for_the_players(make_table):
    table = make_table(players=2, scenario="coming_home")
    table.squadron("II", "C8", "biggin_hill", mode="british")
    plane = table.plane("hurricane", "C8", "II")
    table.play.decision = None

    assert worth_after(table, lambda: setattr(plane, "area", "B5")) > 0


def test_a_game_stands_equally_well_for_every_seat(raid):
    table, _, _ = raid

    assert evaluate(table.play, "blue") == evaluate(table.play, "yellow")


def test_a_won_game_is_worth_more_than_any_game_going_on_and_a_lost_one_less():
    worth = {"win": [], "loss": [], "": []}
    for seed in range(6):
        match = GAME.start({"players": 2}, seed=seed, snapshots=False)
        bots = seat_bots(
            GAME, dict.fromkeys(match.seats, "wingman" if seed % 2 else "random"), seed
        )
        while not match.is_over:
            worth[""].append(evaluate(match.play, "blue"))
            match.answer(bots[match.decision.seats[0]].choose(match, match.decision))
        worth[match.outcome.kind].append(evaluate(match.play, "blue"))

    assert min(worth["win"]) > max(worth[""])
    assert max(worth["loss"]) < min(worth[""])


@pytest.mark.gate
def test_the_greedy_bot_wins_games_of_training_that_random_play_loses():
    def is_won(bot, seed):
        match = GAME.start({"players": 2}, seed=seed)
        play_bots(match, seat_bots(GAME, dict.fromkeys(match.seats, bot), seed))
        return match.outcome.kind == "win"

    assert not any(is_won("random", seed) for seed in range(4))
    assert any(is_won("greedy", seed) for seed in range(4))


@pytest.mark.gate
def test_advice_is_to_fight_rather_than_to_let_a_raid_pass():
    match = GAME.start({"players": 2}, seed=3)
    bots = seat_bots(GAME, dict.fromkeys(match.seats, "wingman"), 3)
    while match.decision.rule != "11/Fight" or len(match.decision.seats) > 1:
        match.answer(bots[match.decision.seats[0]].choose(match, match.decision))

    assert not advise(match, n=60)[0].answer.endswith("stay")
