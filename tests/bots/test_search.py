"""Bots that search: sound moves, the same again for a seed, nothing known that is hidden."""

import re
from pathlib import Path

import attrs
import pytest

from tabletop_core import EVERYONE, Bot, Step, load_pack
from tabletop_core.bots.advice import advise
from tabletop_core.bots.search.playouts import policy_of
from tabletop_core.bots.search.tree import SearchBudget, best
from tabletop_core.bots.search.values import Values
from tabletop_core.bots.seating import make_bot, play_bots, read_seats, seat_bots, split_seats
from tabletop_core.bots.simple import GreedyBot
from tabletop_core.chance import Scripted
from tabletop_core.errors import PackError, TabletopError

EXAMPLES = Path(__file__).parents[2] / "benchmarks" / "games"
KINDS = ("flat", "mcts", "ismcts", "halving")


@pytest.fixture(scope="module")
def tic_tac_toe():
    return load_pack("tic_tac_toe", [EXAMPLES])


@pytest.fixture(scope="module")
def pig():
    return load_pack("pig", [EXAMPLES])


def standing(game, *answers, options=None, **how):
    match = game.start(options, **how)
    for answer in answers:
        match.answer(answer)
    return match


def seated(match, text, seed=1):
    bot = make_bot(match.game, text)
    bot.seat, bot.seed = match.decision.seat, seed
    return bot


def searched(match, text):
    """Return the root of a whole search, and the search."""
    search = seated(match, text).search(match)
    return search.run(), search


def chosen(match, text, seed=1):
    return seated(match, text, seed).choose(match, match.decision)


# ---------------------------------------------------------------- naming a bot


@pytest.mark.parametrize(
    ("text", "north", "south"),
    [
        ("human,bot:greedy", "human", "greedy"),
        ("bot:mcts,ms=500", "mcts:ms=500", "mcts:ms=500"),
        ("human,bot:mcts,ms=500,depth=8", "human", "mcts:ms=500:depth=8"),
        ("bot:mcts:ms=500,human", "mcts:ms=500", "human"),
        ("bot:flat,n=20,bot:ismcts:n=30", "flat:n=20", "ismcts:n=30"),
        ("bot:mcts, n=20, bot:random", "mcts:n=20", "random"),
    ],
)
def test_parameters_of_a_bot_follow_its_name_after_a_comma_or_a_colon(race, text, north, south):
    assert read_seats(race, race.seats, text) == {"north": north, "south": south}


def test_parameters_before_any_bot_are_no_player():
    assert split_seats("n=3,human") == ["n=3", "human"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bot:mcts,speed=3", "the bot 'mcts' has no parameter 'speed'; it has: n, ms, depth"),
        ("bot:mcts,n=many", "'n=many' does not suit the bot 'mcts'; give n as int"),
        ("bot:mcts,depth=deep", "'depth=deep' does not suit"),
        ("bot:mcts,n=0", "a search cannot have n=0; n must be 1 or more"),
        ("bot:mcts,c=0", "a search cannot have c=0.0"),
        ("bot:mcts,trust=-1", "a search cannot have trust=-1.0"),
        ("bot:mcts,steps=-2", "a search cannot have steps=-2"),
        ("bot:mcts,scale=-3", "a search cannot have scale=-3.0"),
        ("bot:mcts,playout=greedy", "'greedy' cannot answer in playouts of race.*: random"),
        ("bot:random,n=3", "the bot 'random' has no parameter 'n'; it has: none"),
        (
            "bot:genius",
            "'bot:genius' cannot play race.*bot:random, bot:greedy, bot:flat, bot:mcts",
        ),
    ],
)
def test_a_wrong_parameter_says_what_the_bot_has(race, text, message):
    with pytest.raises(PackError, match=message):
        read_seats(race, race.seats, text)


# ---------------------------------------------------------------- sound moves


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("answers", "n"),
    [((0, 3, 1, 4), 200), ((0, 4, 1), 400)],
    ids=["takes the line that wins at once", "blocks a line of two"],
)
def test_a_search_answers_at_c1(tic_tac_toe, kind, answers, n):
    assert chosen(standing(tic_tac_toe, *answers), f"{kind}:n={n}") == 2


def test_a_tree_sees_the_answer_to_the_answer_where_flat_playouts_are_misled(tic_tac_toe):
    # Two opposite corners are taken: another corner loses to a fork, which a tree finds out.
    match = standing(tic_tac_toe, 0, 4, 8)

    assert chosen(match, "mcts:n=1500") in (1, 3, 5, 7)


def test_tree_search_never_loses_at_tic_tac_toe_against_random_answers(tic_tac_toe):
    for seed in range(2):
        match = tic_tac_toe.start(seed=seed)
        players = {"X": "random", "O": "mcts:n=300"} if seed % 2 else {"X": "mcts:n=300"}
        play_bots(match, seat_bots(tic_tac_toe, {"O": "random"} | players, seed))

        assert match.outcome.winner != ("X" if seed % 2 else "O")


@pytest.mark.parametrize("kind", KINDS)
def test_dice_to_come_are_weighed_by_their_chance(pig, kind):
    # With 99 kept, holding one point wins; rolling again risks a one.
    match = standing(pig, *["roll"] * 9, options={"goal": 50}, source=Scripted([6] * 9))

    assert chosen(match, f"{kind}:n=300") == "hold"


def test_several_options_at_once_are_searched_by_a_sample_of_legal_answers(voyage_with):
    game = voyage_with(evaluate=lambda play, seat: len(play.state.cargo))
    match = standing(game, 0, 0, source=Scripted([1, 1, 1]))

    assert match.decision.several
    assert len(chosen(match, "mcts:n=200:depth=0")) == 2


# ---------------------------------------------------------------- chance and time


@pytest.mark.parametrize("kind", KINDS)
def test_with_a_number_of_playouts_the_same_seed_gives_the_same_game(race, kind):
    def game():
        match = race.start({"goal": 10}, seed=3)
        play_bots(match, seat_bots(race, dict.fromkeys(race.seats, f"{kind}:n=24"), 3))
        return match.tape.entries, match.events

    assert game() == game()


def test_a_search_leaves_the_game_and_its_dice_alone(pig):
    def rolls(searches):
        match = pig.start(seed=5)
        for _ in range(6):
            if searches:
                chosen(match, "mcts:n=20")
            match.answer("roll")
        return [event.facts for event in match.events if event.kind == "roll"]

    assert rolls(True) == rolls(False)


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("mcts", SearchBudget(400)),
        ("mcts:ms=5", SearchBudget(0, ms=5)),
        ("flat:n=8:ms=9", SearchBudget(8, ms=9)),
    ],
)
def test_a_search_without_a_number_or_a_time_makes_400_playouts(pig, text, budget):
    assert seated(pig.start(seed=1), text).budget == budget


def test_of_a_number_and_a_time_what_ends_first_ends_the_search_after_one_playout(pig):
    match = pig.start(seed=1)

    assert searched(match, "flat:n=8:ms=600000")[0].count == 8
    assert 1 <= searched(match, "flat:n=1000000:ms=1")[0].count < 1_000_000
    assert SearchBudget(3, ms=600_000).clock()(3) == 0
    # The playouts for the scale count in the time.
    search = seated(match, "flat:n=8:ms=1").search(match)
    assert len(search._first(search._playouts(), lambda done: 0.0)) == 1


def test_the_number_of_playouts_is_that_of_the_budget_besides_those_for_the_scale(pig):
    match = pig.start(seed=1)

    root, search = searched(match, "flat:n=50")
    assert (root.count, search.done) == (50, 50 + 50 // 8)
    # With a scale that is given none is spent on finding one.
    root, search = searched(match, "flat:n=40:scale=5")
    assert (root.count, search.done) == (40, 40)


def test_a_fork_rolls_the_dice_of_another_source_where_it_is_given_one(pig):
    match = pig.start(seed=1)
    fork = match.fork(source=Scripted([4, 5]))
    for _ in range(2):
        fork.answer("roll")

    assert fork.state.turn == 9
    assert match.state.turn == 0


# ---------------------------------------------------------------- what is hidden


def hands(west, tricks):
    """A game in which east has always the same hand."""
    east = ("1a", "2a", "5b", "6b")
    script = [card for pair in zip(east, west, strict=True) for card in pair]
    return tricks.start(seed=4, source=Scripted(script))


@pytest.mark.parametrize("playout", ["random", "last"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_search_finds_the_same_whatever_the_other_hand_really_holds(tricks, kind, playout):
    game = with_last(tricks)

    def found(west):
        match = hands(west, game)
        assert match.decision.seat == "east"
        root, _ = searched(match, f"{kind}:n=60:playout={playout}")
        return {answer: (tried.count, tried.total) for answer, tried in root.tried.items()}

    assert found(("3a", "3b", "4a", "4b")) == found(("1b", "2b", "5a", "6a"))


def test_a_tree_for_each_seat_does_not_tell_apart_what_the_seat_has_not_seen(tricks):
    match = hands(("3a", "3b", "4a", "4b"), tricks)
    root, _ = searched(match, "ismcts:n=300")
    keys = list(root.children)

    # The next thing east is asked comes after west laid a card, which everyone saw.
    assert keys
    for answer, seen, (seats, _, options) in keys:
        assert seats == ("east",)
        assert answer not in options
        assert all(re.match("lay|trick", event) for event in seen)


# ---------------------------------------------------------------- advice


def test_advice_ranks_every_option_with_its_value_interval_and_playouts(tic_tac_toe):
    advice = advise(standing(tic_tac_toe, 0, 3, 1, 4), n=300)

    assert advice[0].answer == 2
    assert [one.playouts for one in advice] == sorted((a.playouts for a in advice), reverse=True)
    assert {one.answer for one in advice} == {2, 5, 6, 7, 8}
    for one in advice:
        assert 0 <= one.low <= one.high <= 1
    assert advice[0].value == 1
    assert advice[0].low < 1


def test_advice_is_the_same_when_asked_again_and_none_when_nothing_is_asked(pig, race, run):
    match = pig.start(seed=2)

    assert advise(match, n=60) == advise(match, n=60)
    with pytest.raises(TabletopError, match="no question is open"):
        advise(run(race.start()))


# ---------------------------------------------------------------- what a pack knows of itself


def test_a_pack_sets_the_parameters_of_searches_and_a_seat_sets_others(race_with):
    game = race_with(search={"rounds": 2, "c": 0.5})
    bot = make_bot(game, "mcts:c=0.7")

    assert (bot.rounds, bot.c, bot.budget) == (2, 0.7, SearchBudget(400))


def test_rounds_value_every_position_at_the_beginning_of_a_later_round(race_with):
    valued = []

    def evaluate(play, seat):
        valued.append(play.rounds)
        return play.state.scores[seat]

    match = race_with(evaluate=evaluate).start({"goal": 20}, seed=2)
    now = match.play.rounds
    chosen(match, "mcts:n=40:rounds=2")

    # But for the first, which is the present one, and those the scale was taken from.
    assert valued[0] == now
    assert set(valued[12:]) == {now + 2}


def with_holder(race_with):
    """Return a race with a bot that always holds, and the list of the seats it was asked for."""
    asked = []

    class Holder(Bot):
        def choose(self, match, decision):
            asked.append(self.seat)
            return "hold"

    return race_with(bots={"holder": Holder}), asked


@pytest.mark.parametrize(("steps", "runner"), [(1, (1, "south")), (2, (2, "north"))])
def test_steps_value_every_position_where_a_later_step_begins(race_with, steps, runner):
    valued = []

    def evaluate(play, seat):
        valued.append((play.round("Round"), play.item("Runner")))
        return play.state.scores[seat]

    match = race_with(evaluate=evaluate).start({"goal": 20}, seed=2)
    chosen(match, f"mcts:n=40:steps={steps}")

    assert valued[:2] == [(1, "north")] * 2
    # The scale was taken from five playouts, for two seats each, before.
    assert set(valued[12:]) == {runner}


def test_a_search_values_positions_as_the_pack_says_for_searches(race_with):
    """With a judgement for searches alone a position is valued at once, without `depth=0`."""

    def most(play, seat):
        return play.state.scores[seat]

    def least(play, seat):
        return -play.state.scores[seat]

    def answer(text, **how):
        return chosen(race_with(**how).start({"goal": 20}, seed=2), text)

    assert answer("mcts:n=60:depth=0", evaluate=most) == "roll"
    assert answer("mcts:n=60:depth=0", evaluate=most, search={"evaluate": least}) == "hold"
    assert answer("mcts:n=60", search={"evaluate": least}) == "hold"


@pytest.mark.parametrize(
    ("how", "asked"),
    [
        # The playouts are valued at once: he is asked once, for the answer to try first.
        ("playout=holder", ["north"]),
        ("playout=holder:depth=4", ["north", "south"]),
        # To the end of the step, which is a turn of north.
        ("playout=holder:steps=1", ["north"]),
        # Without another word the bot of the pack answers.
        ("depth=4", ["north", "south"]),
        ("depth=4:playout=random", []),
    ],
)
def test_a_bot_of_the_pack_answers_in_playouts(race_with, how, asked):
    game, seats = with_holder(race_with)
    chosen(game.start({"goal": 20}, seed=2), f"mcts:n=20:{how}")

    assert sorted(set(seats)) == asked
    assert how != "playout=holder" or len(seats) == 1


def with_last(game):
    """Return a game with a bot that always takes the last option."""

    class Last(Bot):
        def choose(self, match, decision):
            return decision.options[-1]

    return attrs.evolve(game, bots={"last": Last})


def test_a_trusted_bot_is_followed_unless_another_answer_is_clearly_better(tic_tac_toe):
    game = with_last(tic_tac_toe)
    winning = standing(game, 0, 3, 1, 4)
    opening = game.start()

    assert chosen(winning, "mcts:n=300:playout=last:trust=2") == 2
    assert chosen(opening, "mcts:n=40:playout=last:trust=50") == 8


@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
def test_everywhere_the_answer_of_the_bot_of_the_playouts_is_tried_first(tic_tac_toe, kind):
    game = with_last(tic_tac_toe)
    nodes = [searched(game.start(), f"{kind}:n=60:playout=last")[0]]
    for node in nodes:
        nodes.extend(node.children.values())
    tried = [list(node.tried.items()) for node in nodes if len(node.tried) > 1]

    assert len(tried) > 20
    assert all(answers[0][0] == max(answer for answer, _ in answers) for answers in tried)
    assert all(answers[0][1].count for answers in tried)


def test_a_search_that_trusts_a_bot_ends_sooner_only_with_the_answer_of_that_bot(tic_tac_toe):
    game = with_last(tic_tac_toe)
    # X wins at once at c3, the last free square; in the other game at c1.
    how = "mcts:n=300:playout=last:trust=1"
    wins, its_search = searched(standing(game, 0, 1, 4, 2), how)
    fails, whole_search = searched(standing(game, 0, 3, 1, 4), how)

    assert (best(wins), its_search.done < 250) == (8, True)
    assert (best(fails), whole_search.done) == (2, 316)


def daring(play):
    """Take one point, or throw for four or none; nothing comes after that."""
    if (yield play.ask("Dare?", ("sure", "dare"), seat="north")) == "sure":
        play.state.scores["north"] += 1
    elif play.die(6, "to dare") > 3:
        play.state.scores["north"] += 4
    while True:
        yield play.ask("Go on?", ("yes", "no"), seat="north")


def test_what_differs_by_the_scale_is_worth_half_of_what_there_is_to_win(race_with):
    game = race_with()
    match = game.start()

    def worth(points):
        later = game.start()
        later.state.scores["north"] += points
        return Values([match], game.evaluate, scale=4).of(later, "north")

    assert [worth(points) for points in (0, 4, -4, 12)] == [0.5, 0.75, 0.25, 0.875]


def test_an_answer_that_went_wrong_at_first_is_tried_again(race_with):
    game = race_with(sequence=Step("Dare", daring))
    match = game.start()

    found = [chosen(match, "mcts:n=300:depth=0:scale=8:c=0.5", seed) for seed in range(6)]
    assert set(found) == {"dare"}


@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
def test_a_search_ends_sooner_where_the_rest_cannot_change_its_answer(tic_tac_toe, kind):
    for answers in ([], [0, 4, 8]):
        match = standing(tic_tac_toe, *answers)
        search = seated(match, f"{kind},n=300").search(match)
        to_the_end = attrs.evolve(seated(match, f"{kind},n=300").search(match), settles=False)

        assert best(search.run()) == best(to_the_end.run())
        assert search.done <= to_the_end.done == 316

    # X wins at c1 and nowhere else: most of what is left cannot matter.
    root, search = searched(standing(tic_tac_toe, 0, 3, 1, 4), f"{kind},n=300")
    assert best(root) == 2
    assert search.done < 250


def row(play):
    """Row together: each must pull for the boat to come home."""
    pulls = 0
    for seat in play.seats:
        pulls += yield play.ask("Pull?", range(2), seat=seat)
    home = pulls == len(play.seats)
    play.end("home" if home else "adrift", winner=EVERYONE if home else None)


@pytest.mark.parametrize("kind", KINDS)
def test_a_search_finds_what_makes_all_win_together(voyage_with, kind):
    game = voyage_with(
        seats=("ann", "bob"), cooperative=True, sequence=Step("Row", row, may_end=True)
    )

    assert chosen(game.start(), f"{kind},n=40") == 1


# ---------------------------------------------------------------- the bot of the pack


def test_a_bot_that_looks_ahead_does_not_answer_in_playouts(race_with):
    assert policy_of(race_with(bots={"thinker": GreedyBot}), "") == "random"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n", [1, 8])
def test_with_few_playouts_a_search_answers_as_the_bot_of_the_pack(tic_tac_toe, kind, n):
    game = with_last(tic_tac_toe)

    for answers in ((), (0,), (0, 3), (4, 0, 1)):
        match = standing(game, *answers)
        assert chosen(match, f"{kind}:n={n}") == match.decision.options[-1]


LINES = [tuple(map(int, line)) for line in ["012", "345", "678", "036", "147", "258", "048", "246"]]


class Careful(Bot):
    """Completes a line, stops one of the other, else takes the centre or the first free square."""

    def choose(self, match, decision):
        cells = match.state.cells
        other = "O" if self.seat == "X" else "X"
        for mark in (self.seat, other):
            for line in LINES:
                if sorted(cells[cell] for cell in line) == ["", mark, mark]:
                    return next(cell for cell in line if not cells[cell])
        return 4 if 4 in decision.options else decision.options[0]


def test_with_few_playouts_a_search_is_not_worse_than_the_bot_of_the_pack(tic_tac_toe):
    game = attrs.evolve(tic_tac_toe, bots={"careful": Careful})
    lost = {"careful": 0, "mcts:n=6": 0, "mcts:n=6:playout=random": 0}
    for player in lost:
        for seed in range(20):
            ours, theirs = ("X", "O") if seed % 2 else ("O", "X")
            match = game.start(seed=seed)
            play_bots(match, seat_bots(game, {ours: player, theirs: "careful"}, seed))
            lost[player] += match.outcome.winner == theirs

    assert lost["mcts:n=6"] <= lost["careful"] < lost["mcts:n=6:playout=random"]
