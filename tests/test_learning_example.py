"""`examples/learning`: it trains, its file plays, and the same seed trains the same policy."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the extra `learn` is not installed")

import numpy as np

from tabletop_core import load_pack
from tabletop_core.adapters.layout import Layout
from tabletop_core.adapters.policy import with_policies
from tabletop_core.adapters.tasks import tasks_of
from tabletop_core.bots import seat_bots
from tabletop_core.bots.seating import play_bots

pytestmark = [pytest.mark.gate, pytest.mark.timeout(600)]

TRAIN = Path(__file__).parents[1] / "examples" / "learning" / "train.py"


def train(save, *how, task="bomber_boys/milk_run"):
    command = [sys.executable, str(TRAIN), task, "--save", str(save), *how]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_learns_from_a_bot_and_from_play_into_a_file_that_plays(tmp_path):
    how = ("--teacher", "captain", "--rounds", "1", "--games", "3", "--width", "16")
    text = train(tmp_path / "one.npz", *how, "--steps", "100", "--each", "60", "--score", "2")
    right = [float(found) for found in re.findall(r"lessons: ([\d.]+)% right", text)]
    game = with_policies(load_pack("bomber_boys"), [tmp_path / "one.npz"])
    match = game.start({"mission": "milk_run"}, seed=1)
    play_bots(match, seat_bots(game, {"captain": "one"}, 1))

    assert right[-1] > right[0]
    assert re.search(r"milk_run: \d of 2 won \(\d+% to \d+%\)", text)
    assert match.is_over
    assert (tmp_path / "one-right.svg").read_text().startswith("<svg")
    assert (tmp_path / "one-reward.svg").exists()


def test_it_plays_against_itself_as_it_was_and_draws_how_it_does_in_the_task(tmp_path):
    how = ("--bots", "past:temperature=1", "--steps", "60", "--each", "30", "--renew", "30")
    more = ("--check", "1", "--width", "8", "--score", "0")
    train(tmp_path / "one.npz", *how, *more, task="bomber_run/vs-random")

    assert "without chance" in (tmp_path / "one-task.svg").read_text()


def test_the_same_seed_trains_the_same_policy(tmp_path):
    how = ("--steps", "60", "--each", "60", "--width", "8", "--score", "0")
    for name, seed in (("one", "1"), ("two", "1"), ("three", "2")):
        train(tmp_path / f"{name}.npz", *how, "--seed", seed)
    one, two, three = (np.load(tmp_path / f"{name}.npz") for name in ("one", "two", "three"))

    assert np.array_equal(one["score"], two["score"])
    assert not np.array_equal(one["score"], three["score"])


@pytest.mark.parametrize("task", ["bomber_boys/milk_run", "bomber_run/vs-pilot"])
def test_an_untrained_policy_takes_every_option_with_nearly_the_same_chance(task, monkeypatch):
    monkeypatch.syspath_prepend(TRAIN.parent)
    from questions import Learner, new_weights

    pack, _, name = task.partition("/")
    game = load_pack(pack)
    layout = Layout.by_playing(game, {})
    env = next(one for one in tasks_of(game) if one.id == name).make(game, structured=layout)
    learner = Learner(layout, new_weights(layout, env.action_space.n, width=48, seed=0), 0)
    seen, _ = env.reset(seed=1)
    for _ in range(20):
        question = learner.describe(seen)
        chances, *_ = learner.scores([question])
        shares = chances.exp().detach().numpy() * len(question.actions)

        assert 0.8 < shares.min() <= shares.max() < 1.25
        place, _, _ = learner.choose(question)
        seen, *_ = env.step(int(question.actions[place]))
