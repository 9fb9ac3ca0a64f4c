"""The Gymnasium environment, held to Gymnasium's own checks."""

import copy
import pickle

import attrs
import pytest

pytest.importorskip("gymnasium", reason="the extra `gym` is not installed")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

from tabletop_core import Look, Step
from tabletop_core.adapters.actions import ActionChooser
from tabletop_core.adapters.gym import ENVIRONMENT, SeatEnv
from tabletop_core.adapters.rewards import Shaping, reward_of
from tabletop_core.bots.seating import seat_bots
from tabletop_core.errors import PackError
from tests.adapters.conftest import first_legal, is_same


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("tic_tac_toe", {}),
        ("tic_tac_toe", {"structured": True}),
        ("pig", {}),
        ("pig", {"plain": True}),
        ("pig", {"structured": True}),
        ("connect_four", {}),
        # Hidden hands, beside a bot that draws and one that searches; choices at the same time.
        ("boxes", {"seat": "bob", "bots": "random"}),
        ("boxes", {"seat": "bob", "bots": "mcts:n=8"}),
        ("auction", {"seat": "bob"}),
    ],
)
def test_gymnasiums_checks_pass(game_of, name, how):
    env = gymnasium.make(ENVIRONMENT, pack=game_of(name), render_mode="ansi", **how)

    check_env(env.unwrapped)


def test_a_way_of_showing_that_there_is_not_is_refused(game_of):
    with pytest.raises(PackError, match=r"'rgb_array' is not among .*; choose 'ansi'"):
        SeatEnv(game_of("pig"), render_mode="rgb_array")


def test_there_are_actions_for_the_largest_question_that_a_game_can_ask(boxes_with):
    env = SeatEnv(boxes_with(most_options=300), actions="places")

    assert env.action_space.n == 301
    assert env.reset(seed=1)[0]["action_mask"].shape == (301,)
    assert SeatEnv(boxes_with(most_options=300), actions=5).action_space.n == 5


def test_the_bots_have_chosen_before_the_learner_does_and_show_nothing(auction_with):
    env = SeatEnv(auction_with(), seat="ann", bots={"bob": "greedy", "cid": "random"})
    env.reset(seed=1)

    assert env.match.sealed == ["bob", "cid"]
    assert env.match.decision.seat == "ann"
    env.step(3)
    assert env.match.state.coins["ann"] == 6
    assert env.match.state.coins["bob"] == 0


def test_the_table_is_looked_at_anew_after_an_answer_and_not_while_options_are_taken(boxes):
    looks = []
    game = attrs.evolve(
        boxes, look=Look(view=lambda play, viewer: looks.append(1) or boxes.look.view(play, viewer))
    )
    env = SeatEnv(game, seat="ann")
    first, _ = env.reset(seed=1)

    taking, *_ = env.step(0)
    assert len(looks) == 1
    assert not np.array_equal(first["observation"], taking["observation"])

    fresh = env.encoding.observe(env.match, "ann", env._chooser)
    assert np.array_equal(taking["observation"], np.array(fresh, np.float32))
    looks.clear()
    env.step(1)
    assert len(looks) == 1


def play_out(env, seed):
    """Play a game with the first legal action; return all that was seen, and how it ended."""
    seen, info = env.reset(seed=seed)
    story, is_done = [seen["observation"].tolist()], False
    while not is_done:
        assert (seen["action_mask"] == info["action_mask"]).all()
        seen, reward, is_over, is_cut, info = env.step(first_legal(seen))
        story.append((seen["observation"].tolist(), reward))
        is_done = is_over or is_cut
    return story, reward, is_over, is_cut, info["decisions"]


def test_a_seed_gives_the_same_game_with_the_bots_in_the_other_seats(example):
    env = SeatEnv(example("tic_tac_toe"), seat="O", bots="random")
    copied = pickle.loads(pickle.dumps(env))

    games = [play_out(env, seed) for seed in (3, 3, 4)]

    assert games[0] == games[1] == play_out(copied, 3)
    assert games[0] != games[2]


def test_the_end_of_the_game_is_rewarded(example):
    ends = {play_out(SeatEnv(example("tic_tac_toe"), seat="O"), seed)[1] for seed in range(12)}

    assert ends <= {-1.0, 0.0, 1.0}
    assert len(ends) > 1


def test_an_illegal_action_loses_the_game_and_says_so(example):
    env = SeatEnv(example("tic_tac_toe"))
    env.reset(seed=1)
    _, reward, is_over, _, info = env.step(60)

    assert (reward, is_over, info["illegal"]) == (-1.0, True, True)
    with pytest.raises(PackError, match=r"call reset\(\) first"):
        env.step(0)


def test_a_long_game_is_cut_off(example):
    *_, is_over, is_cut, decisions = play_out(SeatEnv(example("connect_four"), most_decisions=6), 1)

    assert (is_over, is_cut, decisions) == (False, True, 6)


@pytest.mark.parametrize(
    ("name", "how", "message"),
    [
        ("tic_tac_toe", {"bots": {"east": "random"}}, r"are for east, but the other seats .*: O"),
        ("tic_tac_toe", {"seat": "Z"}, "has no seat 'Z'; its seats: X, O"),
        ("boxes", {"seat": ("ann", "bob")}, "ann and bob do not win together in boxes"),
        ("boxes", {"structured": True, "plain": True}, "either plain or structured"),
    ],
)
def test_seats_and_bots_that_cannot_be_are_refused(game_of, name, how, message):
    with pytest.raises(PackError, match=message):
        SeatEnv(game_of(name), **how)


@pytest.mark.parametrize("copied", [lambda env: pickle.loads(pickle.dumps(env)), copy.deepcopy])
@pytest.mark.parametrize(
    ("pack", "how"),
    [
        ("bomber_run", {"bots": "random"}),
        ("bomber_run", {"bots": "greedy"}),
        ("bomber_boys", {"structured": True}),
    ],
)
def test_a_copy_in_the_middle_of_a_game_goes_on_as_the_environment_does(copied, pack, how):
    env = SeatEnv(pack, **how)
    seen, _ = env.reset(seed=3)
    for _ in range(4):
        seen, *_ = env.step(first_legal(seen))
    other = copied(env)

    for _ in range(4):
        action = first_legal(seen)
        seen, reward, *_ = env.step(action)
        same, earned, *_ = other.step(action)
        assert is_same(seen, same)
        assert reward == earned


def test_options_of_one_game_may_bring_more_seats_which_the_bots_take():
    env = SeatEnv("squadron_303")
    seen, _ = env.reset(seed=1, options={"players": "4"})

    assert len(env.match.seats) == 4
    assert seen["action_mask"].any()
    env.reset(seed=1)
    assert len(env.match.seats) == 2
    with pytest.raises(PackError, match="the bots are for yellow, but the other seats"):
        SeatEnv("squadron_303", bots={"yellow": "wingman"}).reset(options={"players": "4"})


def test_a_step_earns_what_is_new_of_a_reward(example):
    reward = lambda match, seat: match.decisions / 100  # noqa: E731
    env = SeatEnv(example("connect_four"), reward=reward, actions=8)
    seen, _ = env.reset(seed=1)
    rewards = [env.step(first_legal(seen))[1] for _ in range(3)]

    assert rewards == pytest.approx([0.02, 0.02, 0.02])


def test_masks_stand_beside_plain_observations_and_are_offered_as_truth_values(example):
    env = SeatEnv(example("connect_four"), plain=True, actions=10)
    seen, info = env.reset(seed=1)

    assert env.observation_space.contains(seen)
    assert info["action_mask"].sum() == env.action_masks().sum() == 7
    assert env.action_masks().dtype == np.bool_


def test_gymnasium_finds_the_environment_by_its_module(example):
    env = gymnasium.make(f"tabletop_core.adapters.gym:{ENVIRONMENT}", pack=example("pig"))

    assert isinstance(env.unwrapped, SeatEnv)


# ---------------------------------------------------------------- who learns


def played_by(bot, env, seed):
    """Play a game in which a bot of the pack chooses the actions; return what was earned."""
    env.reset(seed=seed)
    own = seat_bots(env.game, dict.fromkeys(env.seats, bot), seed)
    earned, is_done = 0.0, False
    while not is_done:
        answer = own[env.seat].choose(env.match, env.match.decision)
        chooser = ActionChooser.of(env.encoding.numbering, env.match, env.match.decision)
        for action in chooser.actions_of(answer):
            _, reward, is_over, is_cut, _ = env.step(action)
            earned, is_done = earned + reward, is_over or is_cut
    return earned


@pytest.mark.parametrize("seat", ["", "yellow"])
def test_a_game_that_all_win_together_can_be_won(seat):
    """By the pack's own bot, in all seats by default, or beside the same bot in the others."""
    env = SeatEnv("squadron_303", seat=seat)

    assert env.seats == ((seat,) if seat else ("blue", "yellow"))
    assert any(played_by("wingman", env, seed) == 1.0 for seed in range(8))


def test_a_seat_is_asked_what_any_of_several_may_answer(boxes_with):
    def pack(play):
        answer = yield play.ask("Who opens it?", ("now", "later"), seat=("ann", "bob"))
        play.end(str(answer), winner="bob")

    env = SeatEnv(boxes_with(sequence=Step("Pack", pack)), seat="bob")
    seen, info = env.reset(seed=1)
    assert (seen["action_mask"].sum(), info["seat"]) == (2, "bob")
    _, reward, is_over, _, _ = env.step(0)

    assert (reward, is_over) == (1.0, True)


def test_in_all_seats_a_learner_sees_what_the_seat_that_is_asked_sees(boxes_with):
    game = boxes_with(cooperative=True)
    env = SeatEnv(game, actions="places")
    seen, info = env.reset(seed=1)
    assert (env.seats, info["seat"]) == (("ann", "bob"), "ann")
    env.step(0)
    seen, *_, info = env.step(255)

    assert info["seat"] == env.match.decision.seat == "bob"
    fresh = env.encoding.observe(env.match, "bob", env._chooser)
    assert np.array_equal(seen["observation"], np.array(fresh, np.float32))


# ---------------------------------------------------------------- shaping


def shaped(example, **how):
    env = SeatEnv(example("pig"), seat="north", **how)
    seen, _ = env.reset(seed=4)
    potentials, rewards, is_done = [env.game.evaluate(env.match.play, "north") / 10], [], False
    while not is_done:
        legal = seen["action_mask"].nonzero()[0]
        seen, reward, is_over, is_cut, _ = env.step(int(legal[len(rewards) % len(legal)]))
        is_done = is_over or is_cut
        potentials.append(0.0 if is_over else env.game.evaluate(env.match.play, "north") / 10)
        rewards.append(reward)
    return potentials, rewards, reward_of(env.match, "north")


def test_shaping_rewards_the_difference_in_potential(example):
    potentials, rewards, _ = shaped(example, shaping=Shaping(scale=10, discount=0.9))
    plain = shaped(example)[1]

    assert len(plain) == len(rewards) > 10
    assert rewards == pytest.approx(
        [
            earned + 0.9 * later - before
            for earned, before, later in zip(plain, potentials, potentials[1:], strict=False)
        ]
    )
    assert any(rewards[:-1])
    assert not any(plain[:-1])


def test_without_discount_the_shaping_of_a_game_adds_up_to_its_first_potential(example):
    potentials, rewards, end = shaped(example, shaping=Shaping(scale=10))

    assert sum(rewards) == pytest.approx(end - potentials[0])


def test_shaping_needs_a_game_that_values_positions(boxes):
    with pytest.raises(PackError, match="boxes has no `evaluate`; leave out the shaping"):
        SeatEnv(boxes, shaping=Shaping()).reset(seed=1)


# ---------------------------------------------------------------- wrappers


def test_a_time_limit_of_gymnasium_cuts_a_game_off(example):
    env = gymnasium.make(ENVIRONMENT, pack=example("pig"), max_episode_steps=3)
    seen, _ = env.reset(seed=1)
    ends = [env.step(first_legal(seen))[2:4] for _ in range(3)]

    assert ends == [(False, False), (False, False), (False, True)]


def side_by_side(number, **how):
    return gymnasium.make_vec(f"tabletop_core.adapters.gym:{ENVIRONMENT}", number, **how)


@pytest.mark.parametrize(
    ("kind", "structured"), [("sync", False), ("async", False), ("sync", True)]
)
def test_several_environments_side_by_side_play_what_each_plays_alone(kind, structured):
    how = {"pack": "bomber_boys", "structured": structured}
    several = side_by_side(2, vectorization_mode=kind, **how)
    alone = [SeatEnv(**how) for _ in range(2)]
    seen, _ = several.reset(seed=5)
    ours = [env.reset(seed=5 + number)[0] for number, env in enumerate(alone)]
    for _ in range(12):
        actions = seen["action_mask"].argmax(axis=1)
        for number, one in enumerate(ours):
            assert is_same(one, {name: part[number] for name, part in seen.items()})
        ours = [env.step(int(one))[0] for env, one in zip(alone, actions, strict=True)]
        seen, *_ = several.step(actions)
    several.close()


def test_the_step_after_an_end_begins_anew_and_its_action_is_not_looked_at(example):
    several = side_by_side(1, pack=example("tic_tac_toe"), seat="X")
    seen, _ = several.reset(seed=5)
    is_over = [False]
    while not is_over[0]:
        assert seen["action_mask"].any()
        seen, _, is_over, _, _ = several.step(seen["action_mask"].argmax(axis=1))
    assert not seen["action_mask"].any()

    seen, reward, is_over, _, info = several.step(np.array([0]))
    assert (reward[0], is_over[0], "illegal" in info) == (0.0, False, False)
    assert seen["action_mask"].sum() == 9


def test_in_the_mode_of_one_step_there_is_always_a_legal_action(example):
    mode = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}
    several = side_by_side(1, pack=example("tic_tac_toe"), vector_kwargs=mode)
    seen, _ = several.reset(seed=5)
    ends = 0
    for _ in range(20):
        seen, _, is_over, _, _ = several.step(seen["action_mask"].argmax(axis=1))
        ends += int(is_over[0])
        assert seen["action_mask"].any()

    assert ends > 2
