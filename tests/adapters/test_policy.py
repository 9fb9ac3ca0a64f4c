"""Policies: whole games, the same by the same seed; a file that does not fit says so."""

import json
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason="NumPy is not installed")

import attrs
import numpy as np

from tabletop_core import load_pack, run_games
from tabletop_core.adapters import policy as policies
from tabletop_core.adapters.actions import ActionChooser
from tabletop_core.adapters.by_playing import made_once
from tabletop_core.adapters.layout import Layout
from tabletop_core.adapters.pointer import _seen_along, batch, described, scored
from tabletop_core.adapters.policy import PolicyBot, TrainedPolicy, with_policies
from tabletop_core.adapters.structure import Structure, mask_as
from tabletop_core.adapters.vocabulary import Vocabulary
from tabletop_core.bots import seat_bots
from tabletop_core.bots.seating import make_bot, play_bots
from tabletop_core.errors import PackError


@pytest.fixture
def lines(example):
    return example("tic_tac_toe")


@pytest.fixture
def saved(lines, tmp_path, untrained_policy):
    path = tmp_path / "ace.npz"
    untrained_policy(lines).save(path)
    return path


def question(layout, numbering, match):
    """Return what is asked, as a policy is given it."""
    structure = Structure(layout)
    chooser = ActionChooser.of(numbering, match, match.decision)
    seen, _ = structure.ask(structure.look(match, match.decision.seat), chooser)
    seen["action_mask"] = mask_as(chooser, numbering.size)
    return described(layout, seen)


def asked_of(policy, match):
    return question(policy.layout, policy.vocabulary, match)


def played(game, bots, seed=1):
    match = game.start(seed=seed)
    play_bots(match, seat_bots(game, bots, seed))
    return match


# ---------------------------------------------------------------- playing


def test_a_policy_from_a_file_plays_a_whole_game_and_the_same_again_by_its_seed(lines, saved):
    game = with_policies(lines, [saved])
    bots = {"X": "ace", "O": "ace:temperature=2"}
    first, again = (played(game, bots).tape for _ in range(2))
    others = [played(game, bots, seed).tape.entries for seed in range(2, 8)]

    assert played(game, bots).is_over
    assert first.entries == again.entries
    assert any(entries != first.entries for entries in others)


def test_without_temperature_it_takes_the_option_with_the_highest_score(lines, saved):
    match, policy = lines.start(seed=1), TrainedPolicy.read(saved)
    bot = PolicyBot(policy)
    bot.seat = "X"
    taken = bot.choose(match, match.decision)

    asked = asked_of(policy, match)
    scores, values = scored(policy.weights, batch([asked]))
    numbers = policy.vocabulary.numbers(match, match.decision)
    assert taken == match.decision.options[list(numbers).index(asked.actions[scores.argmax()])]
    assert len(scores) == 9
    assert values.shape == (1,)


def test_a_quarter_turn_of_everything_changes_no_view_and_another_nose_changes_it():
    def seen(away, nose):
        ahead, aside, cell = _seen_along(
            np.array([[away]]) / 8, np.array([[nose]]), np.array([[0]])
        )
        return round(float(ahead[0, 0]) * 8, 6), round(float(aside[0, 0]) * 8, 6), int(cell[0, 0])

    # East and down; the noses point north, east, south, west.
    turned = [((2, -3), (0, 1)), ((3, 2), (1, 0)), ((-2, 3), (0, -1)), ((-3, -2), (-1, 0))]
    assert {seen(*one) for one in turned} == {(3, 2, seen(*turned[0])[2])}
    assert seen((2, -3), (1, 0))[2] != seen((2, -3), (0, 1))[2]
    assert seen((2, -3), (0, 0)) == (3, 2, 0)


def test_a_piece_that_an_option_moves_tells_friends_from_others():
    game = load_pack("bomber_run")
    layout = made_once(Layout, game, game.read_options({}))
    match = game.start(seed=1)
    while match.decision.kind != "fly":
        match.answer(match.decision.at_random(0.0))
    asked = question(layout, Vocabulary.by_playing(game, decisions=1), match)

    for option, found in zip(match.decision.options, batch([asked]).relations, strict=True):
        moved = np.flatnonzero(found[:, -1])
        names = [layout.ids["pieces"][row] for row in moved]
        assert names == [str(option).split()[0]]
        assert found[:, -2].sum() == 7


def test_it_takes_several_options_where_several_are_asked_for(boxes, untrained_policy):
    policy = untrained_policy(boxes)
    match = boxes.start(seed=3)
    bot = PolicyBot(policy)
    bot.seat, bot.temperature = "ann", 5.0
    answers = set()
    for seed in range(30):
        bot.seed = seed
        answers.add(match.decision.check(bot.choose(match, match.decision)))

    assert {len(answer) for answer in answers} == {1, 2}


def test_questions_in_one_batch_score_as_each_alone(boxes, lines, untrained_policy):
    for game in (boxes, lines):
        policy, match, questions = untrained_policy(game), game.start(seed=1), []
        while match.decision is not None and len(questions) < 4:
            questions.append(asked_of(policy, match))
            match.answer(match.decision.at_random(0.4))
        scores, values = scored(policy.weights, batch(questions))
        alone = [scored(policy.weights, batch([one])) for one in questions]

        assert np.allclose(scores, np.concatenate([one for one, _ in alone]), atol=1e-5)
        assert np.allclose(values, np.concatenate([one for _, one in alone]), atol=1e-5)


def test_pytorch_computes_the_same_scores(lines, untrained_policy):
    torch = pytest.importorskip("torch", reason="the extra `learn` is not installed")
    policy, match = untrained_policy(lines), lines.start(seed=1)
    asked = batch([asked_of(policy, match)])
    tensors = {name: torch.tensor(array) for name, array in policy.weights.items()}
    scores, values = scored(policy.weights, asked)
    theirs, their_values = scored(tensors, asked.map(torch.as_tensor))

    assert np.allclose(scores, theirs.numpy(), atol=1e-5)
    assert np.allclose(values, their_values.numpy(), atol=1e-5)


def test_a_policy_plays_in_other_processes_too(saved, lines):
    game = with_policies(lines, [saved])
    players = {"X": "ace", "O": "random"}
    one, two = (run_games(game, 8, 5, None, players, jobs) for jobs in (1, 2))

    assert one.outcomes == two.outcomes


# ---------------------------------------------------------------- files


def changed(path, **changes):
    """Change arrays in the file of a policy, or take out those that are None."""
    arrays = dict(np.load(path)) | changes
    np.savez(path, **{name: array for name, array in arrays.items() if array is not None})


def with_about(path, **changes):
    """Change the description in the file of a policy."""
    about = json.loads(np.load(path)["about"].tobytes()) | changes
    changed(path, about=np.frombuffer(json.dumps(about).encode(), np.uint8))


OBJECTS = np.array([{"format": 1}], dtype=object)

DAMAGED = {
    "empty": lambda path: path.write_bytes(b""),
    "no archive": lambda path: path.write_text("import os\n"),
    "cut off": lambda path: path.write_bytes(path.read_bytes()[:-400]),
    "a bit lost": lambda path: path.write_bytes(path.read_bytes().replace(b"PK", b"PX", 3)),
    "no weights": lambda path: changed(path, score=None),
    "no description": lambda path: changed(path, about=None),
    "objects": lambda path: np.savez(path, allow_pickle=True, about=OBJECTS),
    "no layout": lambda path: with_about(path, layout=None),
    "another width": lambda path: changed(path, judge_state=np.zeros((3, 3), np.float16)),
}


@pytest.mark.parametrize("how", DAMAGED)
def test_a_damaged_file_is_refused_in_one_line_that_names_it(saved, how):
    DAMAGED[how](saved)
    with pytest.raises(PackError) as refused:
        TrainedPolicy.read(saved)

    assert str(saved) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_there_or_of_another_format_says_so(saved, tmp_path):
    with pytest.raises(PackError, match=r"none\.npz cannot be read: No such file"):
        TrainedPolicy.read(tmp_path / "none.npz")
    with_about(saved, format=99)
    with pytest.raises(PackError, match=r"has the format 99, but this version reads 2; train"):
        TrainedPolicy.read(saved)


def test_too_large_a_file_is_not_read(saved, monkeypatch):
    monkeypatch.setattr(policies, "MAX_BYTES", 1000)
    with pytest.raises(PackError, match="more than 1,000 bytes"):
        TrainedPolicy.read(saved)


def test_a_policy_of_another_game_or_of_other_rules_is_refused(lines, saved):
    with pytest.raises(PackError, match=r"trained in tic_tac_toe, not in bomber_run"):
        with_policies(load_pack("bomber_run"), [saved])
    attrs.evolve(TrainedPolicy.read(saved), rules=9).save(saved)
    with pytest.raises(PackError, match=r"trained with rules 9 of tic_tac_toe, but these are .* 1"):
        with_policies(lines, [saved])


def test_a_policy_cannot_take_the_name_of_another_bot(lines, saved):
    for name, message in (("mcts", "word of its own"), ("random", "one of that name")):
        path = saved.rename(saved.with_name(f"{name}.npz"))
        with pytest.raises(PackError, match=message):
            with_policies(lines, [path])
        saved = path


def test_a_bot_named_by_a_path_or_below_zero_of_temperature_is_refused(lines, saved):
    game = with_policies(lines, [saved])

    with pytest.raises(PackError, match="is not a bot"):
        make_bot(game, f"policy:{saved}")
    with pytest.raises(PackError, match="cannot have temperature=-1"):
        make_bot(game, "ace:temperature=-1")


def test_what_was_saved_is_read_again(lines, saved, untrained_policy):
    again = TrainedPolicy.read(saved)
    first = untrained_policy(lines)

    assert again.layout == first.layout
    assert again.vocabulary == first.vocabulary
    assert all(
        np.allclose(again.weights[name], array, atol=0.01) for name, array in first.weights.items()
    )
    assert Path(saved).stat().st_size < 50_000
