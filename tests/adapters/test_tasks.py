"""Named tasks: their environments, and the scores that the packs claim; games of bots in files."""

import pytest

pytest.importorskip("gymnasium", reason="the extra `gym` is not installed")

import numpy as np

from tabletop_core import load_pack
from tabletop_core.adapters.demonstrations import demonstrated, save_steps
from tabletop_core.adapters.gym import SeatEnv
from tabletop_core.adapters.tasks import make_task, tasks_of, total
from tabletop_core.bots.seating import difficulties
from tabletop_core.errors import PackError
from tabletop_core.plugins.packs import find_packs
from tests.adapters.conftest import every_pack

REPLAYED = 2
"""Games of each score that are played again."""


def test_every_pack_has_tasks_with_the_scores_of_chance_and_of_its_bot():
    for game in (pack.load() for pack in find_packs().packs):
        tasks = tasks_of(game)
        assert len(tasks) >= 2
        for task in tasks:
            by_chance, by_bot = task.scores
            assert (by_chance.player, by_bot.player) == ("random", difficulties(game)["normal"])
            assert by_chance.mean <= by_bot.mean


@every_pack
def test_the_first_games_of_each_score_are_as_they_were(pack):
    """The same seeds give the same games; else `tools/measure_tasks.py` has to be run again."""
    for task in tasks_of(load_pack(pack)):
        env = task.make(load_pack(pack), actions="places")
        for score in task.scores:
            totals = [round(total(env, score.player, seed), 4) for seed in range(REPLAYED)]
            assert totals == list(score.first[:REPLAYED]), (task.id, score.player)


def test_a_task_is_made_by_its_name():
    env = make_task("squadron_303/solo", actions="places")

    assert env.options["players"] == 1
    assert env.seats == ("blue",)


def test_a_task_may_be_rewarded_on_the_way_and_earns_the_same_but_for_where_it_began():
    ends = [step.reward for step in demonstrated(make_task("bomber_boys/milk_run"), "captain", 1)]
    env = make_task("bomber_boys/milk_run", reward="evaluate")
    shaped = [step.reward for step in demonstrated(env, "captain", 1)]
    env.reset(seed=1)
    first = env.game.evaluate(env.match.play, "captain") / 20

    assert not any(ends[:-1])
    assert sum(map(bool, shaped)) > len(shaped) / 3
    assert sum(shaped) == pytest.approx(sum(ends) - first)


def test_the_horizon_cuts_a_game_off():
    env = make_task("wing_and_prayer/short", most_decisions=5)
    *_, last = demonstrated(env, "random", 1)

    assert (last.is_over, last.is_cut) == (False, True)


def test_an_unknown_task_or_reward_is_refused():
    with pytest.raises(PackError, match="no task 'bomber_boys/x'; those of bomber_boys: milk_run"):
        make_task("bomber_boys/x")
    with pytest.raises(PackError, match="the reward cannot be 'much'; give end or evaluate"):
        make_task("bomber_boys/milk_run", reward="much")


# ---------------------------------------------------------------- games of bots


@pytest.mark.parametrize("structured", [False, True])
def test_the_games_of_a_bot_in_a_file_can_be_played_again(tmp_path, structured):
    env = SeatEnv("bomber_boys", structured=structured)
    count = save_steps(tmp_path / "captain.npz", env, "captain", range(2))
    with np.load(tmp_path / "captain.npz") as file:
        steps = dict(file)

    assert {len(rows) for rows in steps.values()} == {count}
    seen, is_done, at = None, True, 0
    for at in range(count):
        if is_done:
            seen, _ = env.reset(seed=int(steps["seed"][at]))
        for name, part in seen.items():
            assert np.array_equal(steps[name][at], part)
        assert steps["action_mask"][at][steps["action"][at]] == 1
        seen, reward, is_over, is_cut, _ = env.step(steps["action"][at])
        assert reward == steps["reward"][at]
        is_done = is_over or is_cut
        assert is_done == (steps["is_over"][at] or steps["is_cut"][at])
    assert is_done
    assert set(steps["seat"]) == {"captain"}


def test_the_games_of_several_seats_say_which_was_asked():
    seats = [step.seat for step in demonstrated(SeatEnv("squadron_303"), "wingman", 2)]

    assert set(seats) == {"blue", "yellow"}


def test_a_bot_that_looks_ahead_can_take_the_place_of_the_learner(example):
    env = SeatEnv(example("tic_tac_toe"), seat="X")
    totals = [total(env, "mcts:n=60", seed) for seed in range(4)]

    assert sum(totals) >= 3


def test_choices_at_the_same_time_are_demonstrated(auction_with):
    env = SeatEnv(auction_with(), seat="ann", bots="random")
    steps = list(demonstrated(env, "greedy", 1))

    assert steps[-1].is_over
    assert all(step.mask[step.action] for step in steps)
