"""Packs as OpenSpiel games, held to OpenSpiel's own random simulations."""

import pickle
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")

import attrs
import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from tabletop_core import Identity, Repeat, Step, load_pack
from tabletop_core.adapters.openspiel import register
from tabletop_core.chance import Scripted
from tabletop_core.engine.information import information_state
from tabletop_core.engine.match import Match
from tabletop_core.errors import PackError

CROSSING = Path(__file__).parents[2] / "examples" / "night_crossing"
PACKS = ("night_crossing", "squadron_303", "wing_and_prayer")
UTILITY = pyspiel.GameType.Utility
DYNAMICS = pyspiel.GameType.Dynamics


def loaded(game, *, simultaneous=False, **parameters):
    name = register(game, actions="places", simultaneous=simultaneous)
    return pyspiel.load_game(name, parameters)


def at_random(state, random, until):
    """Go on at random until something is true of a state."""
    while not until(state):
        state.apply_action(random.choice(state.legal_actions()))
    return state


def decided(state):
    return not state.is_chance_node()


@pytest.fixture
def packing_with(auction_with):
    """An auction in which boxes are packed instead, by ann and one other at the same time."""

    def make(other):
        def pack(play):
            boxes = play.ask("Pack what?", ("rum", "tea", "silk"), least=2, most=2)
            yield play.ask_all({"ann": boxes, "cid": other(play) if other else boxes})
            play.end("packed")

        how = {"id": "packing", "title": "Packing", "players": (3, 3), "summary": "Pack."}
        game = auction_with(sequence=Step("Pack", pack), identity=Identity(**how))
        return loaded(game, simultaneous=True)

    return make


@pytest.mark.parametrize(
    ("name", "parameters", "games", "is_serialised"),
    [
        ("tic_tac_toe", {}, 2, True),
        ("connect_four", {}, 2, True),
        ("pig", {"goal": 50}, 2, True),
        # Cards, and several options at once; choices at the same time; hidden hands of a pack.
        ("boxes", {}, 3, False),
        ("auction", {"simultaneous": True}, 5, False),
        ("night_crossing", {"players": 2}, 3, True),
        # Alone, against each other, and all together.
        *(
            pytest.param(name, parameters, 1, True, marks=pytest.mark.gate)
            for name, parameters in [
                ("wing_and_prayer", {"players": 1, "campaign": "single"}),
                ("wing_and_prayer", {"players": 2, "campaign": "single"}),
                ("squadron_303", {"players": 3}),
            ]
        ),
    ],
)
def test_openspiels_random_simulations_pass(game_of, name, parameters, games, is_serialised):
    pack = load_pack(name, [CROSSING]) if name in PACKS else game_of(name)
    game = loaded(pack, **parameters)

    if name == "squadron_303":
        assert game.get_type().utility == UTILITY.IDENTICAL
    if name == "wing_and_prayer":
        assert game.num_players() == parameters["players"]
        assert (game.get_type().utility == UTILITY.ZERO_SUM) == (parameters["players"] == 2)
    pyspiel.random_sim_test(game, num_sims=games, serialize=is_serialised, verbose=False)


def test_registering_twice_gives_the_same_name(example):
    assert register(example("pig")) == register(example("pig")) == "python_tabletop_pig"


def test_a_die_is_a_chance_node_with_its_exact_chances(example):
    state = loaded(example("pig")).new_initial_state()
    state.apply_action(0)

    assert state.is_chance_node()
    assert state.chance_outcomes() == [(face, 1 / 6) for face in range(6)]
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 3) == "to add to the turn: 4"
    state.apply_action(3)
    assert state.position.match.state.turn == 4


@pytest.mark.parametrize("outcome", [6, 99])
def test_an_outcome_of_chance_that_does_not_exist_is_refused(example, outcome):
    state = loaded(example("pig")).new_initial_state()
    state.apply_action(0)

    with pytest.raises(PackError, match=rf"no chance outcome {outcome} for .* from 0 to 5"):
        state.apply_action(outcome)


def test_a_card_is_a_chance_node_over_the_cards_left(boxes):
    state = loaded(boxes).new_initial_state()
    state.apply_action(2)

    assert [chance for _, chance in state.chance_outcomes()] == [1 / 3] * 3


def test_a_copy_of_a_state_goes_its_own_way(example):
    state = loaded(example("tic_tac_toe")).new_initial_state()
    copy = state.clone()
    copy.apply_action(4)

    assert state.legal_actions() == list(range(9))
    assert copy.legal_actions() == list(range(8))


def test_a_state_goes_on_in_its_own_game_until_it_is_copied(example, monkeypatch):
    forks, fork = [], Match.fork
    monkeypatch.setattr(Match, "fork", lambda *given, **how: forks.append(1) or fork(*given, **how))
    state = loaded(example("tic_tac_toe")).new_initial_state()
    made = []
    for action in (4, 0, 1):
        state.apply_action(action)
        made.append(len(forks))
    copy = state.clone()
    for one in (state, copy, copy):
        one.apply_action(2)
        made.append(len(forks))

    assert made == [1, 1, 1, 2, 3, 3]


@pytest.mark.parametrize(("name", "decisions"), [("pig", 30), ("boxes", 2), ("night_crossing", 12)])
def test_what_a_seat_has_seen_is_the_same_where_each_position_was_a_fork(game_of, name, decisions):
    game = loaded(load_pack(name, [CROSSING]) if name in PACKS else game_of(name))
    seats, random = range(game.num_players()), Random(4)
    own, forked = game.new_initial_state(), game.new_initial_state()
    for _ in range(decisions):
        if own.is_terminal():
            break
        action = random.choice(own.legal_actions())
        own.apply_action(action)
        forked.clone()  # so the next action makes a fork
        forked.apply_action(action)

    assert [own.information_state_string(seat) for seat in seats] == [
        forked.information_state_string(seat) for seat in seats
    ]
    assert own.legal_actions() == forked.legal_actions()


def test_a_player_observes_nothing_of_the_other_hand(boxes):
    game = loaded(boxes)

    def seen(theirs):
        state = game.new_initial_state()
        state.apply_action(0)
        state.apply_action(theirs)
        return state.observation_tensor(0), state.observation_string(0)

    assert seen(0) == seen(1)


def test_openspiels_tree_search_in_python_finds_the_win(example):
    game = loaded(example("tic_tac_toe"))
    state = game.new_initial_state()
    for action in (0, 2, 0, 1):  # X: a1 and b1; O: a2 and b2
        state.apply_action(action)
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = mcts.MCTSBot(game, 2.0, 80, evaluator, random_state=random)

    assert state.action_to_string(bot.step(state)) == "c1"


# ---------------------------------------------------------------- at the same time


def test_all_players_act_at_a_simultaneous_node(auction_with):
    game = loaded(auction_with(), simultaneous=True)
    state = game.new_initial_state()
    assert game.get_type().dynamics == DYNAMICS.SIMULTANEOUS

    assert state.is_simultaneous_node()
    assert [len(state.legal_actions(player)) for player in range(3)] == [10, 10, 10]
    state.apply_actions([1, 2, 3])
    assert state.is_chance_node()
    state.apply_action(5)
    assert [len(state.legal_actions(player)) for player in range(3)] == [9, 8, 7]


def test_a_player_who_is_not_asked_has_no_legal_action(packing_with):
    game = packing_with(lambda play: play.ask("Go?", ("yes", "no")))
    state = game.new_initial_state()
    legal = []
    for actions in ([2, 0, 1], [0, 0, 0]):
        legal.append([state.legal_actions(player) for player in range(3)])
        state.apply_actions(actions)

    assert legal == [[[0, 1, 2], [], [0, 1]], [[0, 1], [], []]]
    assert state.is_terminal()
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)


def test_choices_at_the_same_time_need_a_simultaneous_game(auction_with):
    state = pyspiel.load_game(register(auction_with())).new_initial_state()

    with pytest.raises(PackError, match="register it with simultaneous=True"):
        state.current_player()


# ---------------------------------------------------------------- what is said of a game is true


@pytest.mark.parametrize(
    ("how", "utility", "total"),
    [
        ({}, UTILITY.ZERO_SUM, 0),
        ({"seats": ("ann", "bob", "cat")}, UTILITY.ZERO_SUM, 0),
        ({"cooperative": True}, UTILITY.IDENTICAL, None),
        ({"seats": ("ann", "bob", "cat"), "teams": [("bob", "cat")]}, UTILITY.GENERAL_SUM, None),
        ({"seats": ("ann",)}, UTILITY.GENERAL_SUM, None),
    ],
)
def test_the_utility_of_a_game_follows_from_its_teams(boxes_with, how, utility, total):
    game = loaded(boxes_with(**how))

    assert game.get_type().utility == utility
    assert game.utility_sum() == total


# ---------------------------------------------------------------- what a player knows


@pytest.fixture(scope="module")
def crossing():
    return loaded(load_pack("night_crossing", [CROSSING]), players=2)


def stood(game, actions=0, seed=5):
    """Return a state in which a player decides, after some decisions at random."""
    random = np.random.RandomState(seed)
    state = game.new_initial_state()
    while state.is_chance_node() or actions:
        actions -= not state.is_chance_node()
        state.apply_action(random.choice(state.legal_actions()))
    return state


def hand_of(state, seat):
    return state.position.match.state.hands[seat].cards


def test_an_information_state_is_what_a_player_has_seen_and_done(crossing):
    assert crossing.get_type().provides_information_state_string
    state = stood(crossing, 3)
    own = state.information_state_string(0)

    assert own.count("answers") == sum(
        action.player == 0 for action in state.full_history() if action.player >= 0
    )
    assert "taken up" in own
    assert own.splitlines()[-1].startswith("is asked") == (state.current_player() == 0)


def test_the_information_state_of_an_adapter_is_that_of_the_game(crossing):
    state = crossing.new_initial_state()
    match = load_pack("night_crossing", [CROSSING]).start(
        {"players": 2}, source=Scripted(["fog", "rope", "anchor", "lookout", "idol", "scales"])
    )
    cards = iter(["fog", "rope", "anchor", "lookout"])
    for answer in (None, "anchor"):
        if answer is not None:
            match.answer(answer)
            state.apply_action(play_action(state, answer))
        while state.is_chance_node():
            card = next(cards)
            names = [name for name, _ in state.position.source.cards]
            state.apply_action(names.index(card))

    for player, seat in enumerate(match.seats):
        assert state.information_state_string(player).splitlines() == list(
            information_state(match, seat)
        )


def play_action(state, answer):
    return list(state.position.match.decision.options).index(answer)


def test_a_resampled_state_is_the_same_to_its_player_and_differs_in_what_it_does_not_know(crossing):
    state = stood(crossing, 2)
    player = state.current_player()
    own, other = ("red", "blue")[player], ("blue", "red")[player]
    numbers = iter(np.linspace(0, 1, 40))
    samples = [state.resample_from_infostate(player, numbers.__next__) for _ in range(30)]

    mine = {one.information_state_string(player) for one in samples}
    assert mine == {state.information_state_string(player)}
    assert {tuple(hand_of(one, own)) for one in samples} == {tuple(hand_of(state, own))}
    assert len({tuple(hand_of(one, other)) for one in samples}) > 2


def test_a_resampled_state_goes_on_with_the_cards_it_was_given(crossing):
    state = stood(crossing, 2)
    player = state.current_player()
    other = ("blue", "red")[player]
    resampled = next(
        sample
        for number in range(50)
        if hand_of(sample := state.resample_from_infostate(player, lambda n=number: n / 50), other)
        != hand_of(state, other)
    )
    hands = hand_of(resampled, other)[:]
    copy = resampled.clone()
    copy.apply_action(copy.legal_actions()[0])

    assert hand_of(copy, other)[: len(hands)] == hands
    assert hand_of(resampled, other) == hands


def test_a_resampled_state_plays_to_its_end(crossing):
    random = np.random.RandomState(2)
    for seed in range(4):
        state = stood(crossing, 2, seed)
        state = state.resample_from_infostate(state.current_player(), random.random_sample)

        assert sum(at_random(state, random, lambda one: one.is_terminal()).returns()) == 0


def test_nothing_is_resampled_at_a_die_or_card(crossing):
    with pytest.raises(PackError, match="only where somebody decides"):
        crossing.new_initial_state().resample_from_infostate(0, lambda: 0.5)


def test_a_state_that_went_on_from_a_resampled_one_is_not_resampled(crossing):
    state = stood(crossing)
    player = state.current_player()
    sample = state.resample_from_infostate(player, lambda: 0.5)
    again = sample.resample_from_infostate(player, lambda: 0.7)
    assert again.information_state_string(player) == state.information_state_string(player)
    sample.apply_action(0)
    while sample.is_chance_node():
        sample.apply_action(0)

    with pytest.raises(PackError, match="resample the state that one was made from"):
        sample.resample_from_infostate(0, lambda: 0.5)


def test_openspiels_search_over_information_sets_plays_a_game(crossing):
    random = np.random.RandomState(3)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = ismcts.ISMCTSBot(crossing, evaluator, 2.0, 12, random_state=random)
    state = stood(crossing, 1)

    assert bot.step(state) in state.legal_actions()


def test_resampling_opens_again_what_another_has_begun_to_choose_in_secret(packing_with):
    state = packing_with(None).new_initial_state()
    state.apply_actions([2, 0, 1])
    sample = state.resample_from_infostate(0, lambda: 0.5)

    assert sample.legal_actions(0) == [0, 1]
    assert sample.legal_actions(2) == [0, 1, 2]
    assert sample.information_state_string(0) == state.information_state_string(0)
    assert "takes tea" not in sample.information_state_string(2)


SEALED = """
import attrs

from tabletop_core import Game, Hand, Look, Pile, Repeat, Sequence, Step
from tabletop_core.panels import Facts

from . import IDENTITY


@attrs.define
class State:
    pile: Pile
    hands: dict[str, Hand]
    shown: list[str] = attrs.field(factory=list)


def deal(play):
    for _ in range(3):
        for seat, hand in play.state.hands.items():
            hand.put(play.draw(play.state.pile, "dealt", seats=(seat,)))


def bid(play):
    bids = yield play.ask_all({seat: play.ask("Bid?", range(3)) for seat in play.seats})
    state = play.state
    lowest = min(bids, key=bids.get)
    hand = state.hands[lowest]
    state.shown.append(hand.play(hand.cards[0]))
    play.log("shown", who=lowest, card=state.shown[-1], bids=dict(bids))
    if len(state.shown) == 3:
        play.end("done", winner=max(bids, key=lambda seat: sorted(state.hands[seat].cards)))


def view(play, viewer):
    rows = [(s, " ".join(c or "?" for c in h.seen_by(viewer))) for s, h in play.state.hands.items()]
    return [Facts(title="Hands", rows=tuple(rows))]


GAME = Game(
    identity=IDENTITY, package=__package__, seats=("ann", "bob"),
    sequence=Sequence("Game", Step("Deal", deal), Repeat("Round", Step("Bid", bid, may_end=True))),
    state=State, look=Look(view=view, words={"shown": "{who} {card} {bids}"}),
    new_state=lambda play: State(Pile.of("abcdefgh"), {seat: Hand(seat) for seat in play.seats}),
)
"""


def test_a_state_with_sealed_answers_behind_it_is_resampled_within_what_was_shown(make_pack):
    game = loaded(make_pack(SEALED).load(), simultaneous=True)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    random = np.random.RandomState(1)
    state = at_random(game.new_initial_state(), random, decided)
    state.apply_actions([0, 1])
    samples = [state.resample_from_infostate(0, random.random_sample) for _ in range(30)]

    assert {one.information_state_string(0) for one in samples} == {
        state.information_state_string(0)
    }
    shown = state.position.match.state.shown
    assert all(one.position.match.state.shown == shown for one in samples)
    assert len({tuple(hand_of(one, "bob")) for one in samples}) > 2
    for one in samples:
        one.apply_actions([2, 0])
        one.apply_actions([0, 1])
        assert one.is_terminal()
        assert one.position.match.state.shown[0] == shown[0]


def test_there_are_actions_for_the_largest_question_that_a_game_can_ask(boxes_with):
    assert loaded(boxes_with(most_options=300)).num_distinct_actions() == 301


def test_a_game_registered_again_has_what_was_given_last(example):
    first = pyspiel.load_game(register(example("pig"), actions=10))
    again = pyspiel.load_game(register(example("pig"), actions=20))

    assert (first.num_distinct_actions(), again.num_distinct_actions()) == (10, 20)


def test_the_reward_may_be_another(example):
    name = register(example("tic_tac_toe"), reward=lambda play: {"X": 0.25, "O": 0.5})
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    register(example("tic_tac_toe"))

    assert state.returns() == [0.25, 0.5]
    assert game.get_type().utility == UTILITY.GENERAL_SUM


def test_a_game_of_two_thousand_positions_is_copied_by_its_steps(boxes_with):
    """Each step is a die or an answer; pickle walks no chain of positions."""

    def throw(play):
        if (yield play.ask("Throw?", ("throw", "stop"))) == "stop":
            play.end("stopped")
        play.state.thrown += play.die(6, "thrown")

    sequence = Repeat("Throw", Step("Throw once", throw, may_end=True))
    throws = boxes_with(
        seats=("one",),
        sequence=sequence,
        state=Thrown,
        new_state=lambda play: Thrown(),
        view=lambda play, viewer: [],
    )
    state = loaded(throws).new_initial_state()
    for _ in range(1000):
        state.apply_action(0)
        state.apply_action(2)

    kind, arguments = state.position.__reduce__()
    copy = kind(*arguments)

    assert len(arguments[2]) == 2000
    assert len(pickle.dumps(arguments[2])) < 100_000
    assert copy.match.state == state.position.match.state == Thrown(3000)
    assert copy.information_state("one") == state.position.information_state("one")


@attrs.define
class Thrown:
    thrown: int = 0
