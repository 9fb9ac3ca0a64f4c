"""Seats that choose at the same time: none knows of another's answer before all have given one."""

import copy
import itertools
import pickle

import attrs
import pytest

from tabletop_core import ALL_SEEING, GreedyBot, Hand, Pile, Repeat, Step, Viewer
from tabletop_core.bots.seating import seat_bots
from tabletop_core.bots.simple import chooser
from tabletop_core.engine.match import Match
from tabletop_core.engine.tape import Tape
from tabletop_core.errors import IllegalAnswerError, PackError, SaveError, StaleAnswerError
from tabletop_core.testing import perform

SEATS = ("ann", "bob", "cid")


@pytest.fixture
def auction_game(auction_with):
    return auction_with


@pytest.fixture
def match(auction_game):
    return auction_game().start(seed=1)


def kinds(match):
    return [entry[0] for entry in match.tape.entries]


def test_each_seat_has_a_question_of_its_own(match):
    assert [one.seats for one in match.open] == [("ann",), ("bob",), ("cid",)]
    assert match.decision is match.open[0]
    assert match.question_of("cid") is match.open[2]
    assert match.sealed == []


def test_an_answer_waits_beside_the_tape_until_all_have_answered(match):
    match.answer(4, seat="cid")
    match.answer(2, seat="ann")

    assert kinds(match) == []
    assert match.state.rounds == 0
    assert match.sealed == ["ann", "cid"]
    assert [one.seat for one in match.open] == ["bob"]
    match.answer(3)
    assert match.tape.entries[0] == ("answers", (("ann", 2), ("bob", 3), ("cid", 4)))
    assert match.state.coins == {"ann": 7, "bob": 6, "cid": 5}
    assert match.tape.sealed == {}


def test_the_game_does_not_depend_on_who_was_quicker(auction_game):
    games = []
    for order in itertools.permutations(SEATS):
        match = auction_game().start(seed=1)
        for _ in range(2):
            for seat in order:
                match.answer(SEATS.index(seat), seat=seat)
        games.append(
            (match.tape.entries, match.events, match.decisions, match.seen_count, match.state)
        )

    assert all(game == games[0] for game in games)


def test_without_a_seat_the_next_in_order_answers(match):
    for coins in (1, 2, 3):
        match.answer(coins)

    assert dict(match.tape.entries[0][1]) == {"ann": 1, "bob": 2, "cid": 3}


def test_nothing_tells_another_what_was_sealed(match, auction_game):
    def told(match):
        game = match.game
        seen = [game.view(match.play, viewer) for viewer in (Viewer("bob"), Viewer(), ALL_SEEING)]
        return [*seen, list(match.events), match.state, match.question_of("bob").options]

    other = auction_game().start(seed=1)
    match.answer(4, seat="ann")
    other.answer(9, seat="ann")

    assert told(match) == told(other)
    assert match.sealed == other.sealed == ["ann"]


def test_a_seat_answers_once(match):
    match.answer(4, seat="ann")

    with pytest.raises(IllegalAnswerError, match="'ann' has answered already"):
        match.answer(5, seat="ann")
    assert match.tape.sealed == {"ann": 4}


def test_who_is_not_asked_may_not_answer(match):
    with pytest.raises(IllegalAnswerError, match="'eve' is not asked; open are ann and bob and"):
        match.answer(5, seat="eve")


def test_after_an_illegal_answer_nothing_has_happened(match):
    match.answer(1, seat="cid")
    with pytest.raises(IllegalAnswerError):
        match.answer(10, seat="bob")

    assert match.sealed == ["cid"]
    assert match.decision.seat == "ann"


def test_a_sealed_answer_can_be_taken_back_while_others_are_open(match):
    match.answer(4, seat="bob")
    match.retract("bob")

    assert match.sealed == []
    assert match.decision.seat == "bob"
    for coins, seat in ((5, "bob"), (1, "ann"), (1, "cid")):
        match.answer(coins, seat=seat)
    assert match.state.coins["bob"] == 4


def test_an_opened_answer_cannot_be_unsealed(match):
    for coins in (1, 2, 3):
        match.answer(coins)

    with pytest.raises(IllegalAnswerError, match="'ann' has no sealed answer"):
        match.retract("ann")


def test_a_question_that_was_answered_and_asked_again_has_another_token(match):
    before = match.question_of("ann").token
    match.answer(4, seat="ann", token=before)
    match.retract("ann")

    with pytest.raises(StaleAnswerError):
        match.answer(5, seat="ann", token=before)
    match.answer(5, seat="ann", token=match.question_of("ann").token)
    assert match.tape.sealed == {"ann": 5}


def test_undo_takes_back_ones_own_sealed_answer_first(match):
    match.answer(4, seat="ann")
    match.answer(5, seat="cid")

    assert match.undo(["ann"])
    assert match.sealed == ["cid"]
    assert match.decision.seat == "ann"
    assert [event.kind for event in match.events] == ["step"]


def test_undo_of_opened_answers_opens_all_of_them_again(match, auction_game):
    for coins in (1, 2, 3):
        match.answer(coins)
    match.answer(1)
    assert match.undo(["cid"])

    assert match.sealed == []
    assert len(match.open) == 3
    assert match.events[-1].facts["words"] == "an answer of cid"
    for coins in (3, 3, 3):
        match.answer(coins)
    again = auction_game().start(seed=1, tape=Tape(match.tape.entries[:]))
    assert again.events == match.events
    assert again.decisions == match.decisions


def test_redo_gives_the_answers_of_all_again(match):
    for coins in (1, 2, 3):
        match.answer(coins)
    events, state = list(match.events), copy.deepcopy(match.state)
    match.undo()

    assert match.redo()
    assert match.state == state
    assert [e for e in match.events if e.kind != "undone"] == events
    assert match.decisions == 3


def test_who_seals_something_else_cannot_redo(match):
    for coins in (1, 2, 3):
        match.answer(coins)
    match.undo()
    match.answer(5)

    assert not match.redo()


# ---------------------------------------------------------------- copies and forks


def test_a_copy_keeps_what_is_sealed(match):
    match.answer(4, seat="bob")

    other = copy.deepcopy(match)
    assert other.sealed == ["bob"]
    other.answer(1)
    other.answer(1)
    assert other.state.coins["bob"] == 5
    assert match.sealed == ["bob"]


def test_a_fork_for_a_seat_drops_what_others_sealed_and_keeps_its_own(match):
    match.answer(4, seat="ann")
    match.answer(5, seat="cid")

    fork = match.fork(seat="cid", snapshots=True)
    assert fork.sealed == ["cid"]
    assert match.fork(seat="bob").sealed == []
    assert fork.fork().sealed == ["cid"]
    assert match.fork().sealed == ["ann", "cid"]


def test_a_fork_for_a_seat_asks_that_seat(match):
    assert match.fork(seat="cid").decision.seat == "cid"


def test_a_fork_is_played_on_by_itself(match):
    match.answer(4, seat="ann")
    fork = match.fork(seat="bob")
    for coins in (1, 2, 3):
        fork.answer(coins)

    assert fork.state.coins == {"ann": 7, "bob": 8, "cid": 6}
    assert match.sealed == ["ann"]


# ---------------------------------------------------------------- bots


def test_bots_answer_each_for_its_own_seat(match):
    class Peek(GreedyBot):
        def choose(self, match, decision):
            seen.append(
                (decision.seat, match.decision is decision, match.fork(seat=self.seat).sealed)
            )
            return 1

    seen = []
    bots = {}
    for seat in SEATS:
        bots[seat] = Peek()
        bots[seat].seat = seat
    match.run(chooser(bots))

    assert match.is_over
    assert seen[:3] == [("ann", True, []), ("bob", True, []), ("cid", True, [])]


def test_a_person_does_not_keep_bots_from_answering(match):
    bots = seat_bots(match.game, {"ann": "human", "bob": "random", "cid": "random"}, 1)
    match.run(chooser(bots))

    assert match.sealed == ["bob", "cid"]
    assert match.decision.seat == "ann"


def test_a_greedy_bot_values_its_answer_after_all_have_chosen(match):
    bots = seat_bots(match.game, dict.fromkeys(SEATS, "greedy"), 1)

    # It is worth most to have no coins left.
    assert bots["bob"].choose(match, match.question_of("bob")) == 9


@pytest.mark.parametrize("tape", [None, "tape"])
def test_a_game_played_at_random_is_the_same_in_one_go_and_seat_by_seat(tape, auction_game):
    def numbers():
        return itertools.cycle([0.1, 0.5, 0.9, 0.3, 0.7]).__next__

    game = auction_game()
    how = {"options": {}, "data": None, "seed": 2}
    one = Match(game, tape=Tape() if tape else None, **how).begin()
    one.run_at_random(numbers())
    other = Match(game, tape=Tape(), **how).begin()
    number = numbers()
    while other.decision is not None:
        other.answer(other.decision.at_random(number()))

    assert one.state == other.state
    assert one.events == other.events
    assert one.decisions == other.decisions == 9


def test_a_game_played_at_random_up_to_a_question_for_several_leaves_it_open(auction_game):
    match = Match(auction_game(), options={}, data=None, seed=2).begin()
    match.run_at_random(lambda: 0.4, 3)

    assert match.is_simultaneous
    assert match.decisions == 3
    assert match.run_at_random(lambda: 0.4).is_over


# ---------------------------------------------------------------- tapes that do not fit


def test_a_tape_with_too_few_answers_does_not_fit(auction_game):
    with pytest.raises(SaveError, match="the rules ask ann and bob and cid"):
        auction_game().start(tape=Tape([("answers", (("ann", 1), ("bob", 2)))]))


def test_a_tape_with_answers_in_another_order_does_not_fit(auction_game):
    answers = (("bob", 2), ("ann", 1), ("cid", 3))

    with pytest.raises(SaveError, match="the rules ask ann and bob and cid"):
        auction_game().start(tape=Tape([("answers", answers)]))


def test_an_answer_of_one_does_not_stand_for_those_of_all(auction_game):
    with pytest.raises(SaveError, match="answers of ann and bob and cid at the same time"):
        auction_game().start(tape=Tape([("answer", "ann", 1)]))


@pytest.mark.parametrize("sealed", [{"eve": 1}, {"ann": 10}])
def test_sealed_answers_that_do_not_fit_are_refused(sealed, auction_game):
    with pytest.raises(SaveError, match="a sealed answer does not fit"):
        auction_game().start(tape=Tape(sealed=sealed))


def test_sealed_answers_to_nothing_are_refused(race):
    with pytest.raises(SaveError, match="nothing is asked of several at once"):
        race.start(tape=Tape(sealed={"north": "roll"}))


# ---------------------------------------------------------------- rules


def test_the_same_question_may_be_put_to_all(match):
    def vote(play):
        votes = yield play.ask_all(dict.fromkeys(play.seats, play.ask("Go?", ("yes", "no"))))
        return votes

    done = perform(match.play, vote, answers=["yes", "no", "yes"])

    assert done.result == {"ann": "yes", "bob": "no", "cid": "yes"}


def test_some_of_the_seats_may_be_asked(match):
    def vote(play):
        ask = play.ask("Go?", ("yes", "no"))
        return (yield play.ask_all({"cid": ask, "ann": ask}))

    assert list(perform(match.play, vote, answers=["yes", "no"]).result) == ["ann", "cid"]


@attrs.define
class Dealt:
    pile: Pile
    hands: dict[str, Hand]


def cards_of(play, seat):
    return tuple(play.state.hands[seat].cards)


def lay(play):
    laid = yield play.ask_all(lambda seat: play.ask("Lay which?", cards_of(play, seat)))
    for seat, card in laid.items():
        play.state.hands[seat].play(card)
    play.end("laid")


@pytest.fixture
def dealt(auction_game):
    """Start a game in which ann holds a and b, bob c and d, cid e and f; four are in the pile."""
    hands = {"ann": "ab", "bob": "cd", "cid": "ef"}
    game = auction_game(
        state=Dealt,
        new_state=lambda play: Dealt(Pile.of("ghij"), {s: Hand(s, [*h]) for s, h in hands.items()}),
        sequence=Repeat("Trick", Step("Lay", lay, may_end=True)),
        view=lambda play, viewer: [],
        evaluate=None,
    )
    return game.start(seed=1)


def test_a_fork_asks_the_others_of_the_cards_drawn_anew_for_them(dealt):
    forks = [dealt.fork(number, seat="ann") for number in range(10)]

    assert all(one.options == cards_of(f, one.seat) for f in forks for one in f.open)
    assert {fork.question_of("ann").options for fork in forks} == {("a", "b")}
    assert len({fork.question_of("bob").options for fork in forks}) > 5


def test_a_fork_for_one_who_has_chosen_asks_the_others(dealt):
    dealt.answer("b", seat="ann")
    fork = dealt.fork(1, seat="ann")

    assert [one.seat for one in fork.open] == ["bob", "cid"]
    assert fork.decision is fork.question_of("bob")


WRONG = r"ask_all needs questions by seat \(rule .+\), but it got them for 'ann', 'eve'; the seats"


def test_only_seats_can_be_asked(match):
    ask = match.play.ask("Go?", ("yes", "no"))
    with pytest.raises(PackError, match=f"{WRONG}: ann, bob, cid"):
        match.play.ask_all({"ann": ask, "eve": ask})
    with pytest.raises(PackError, match=f"{WRONG}: ann, bob, cid"):
        match.play.ask_all(lambda seat: ask, seats=("ann", "eve"))


def test_what_is_no_question_is_refused_with_the_seat(match):
    with pytest.raises(PackError, match=r"ask_all got 'no' for ann .+ or None to leave the seat"):
        match.play.ask_all(lambda seat: "no")


def test_where_nobody_is_asked_the_rule_goes_on_at_once(auction_game):
    def nobody(play):
        answers = yield play.ask_all(lambda seat: None)
        more = yield play.ask_all({})
        play.end("done", why=f"{answers} {more}")

    game = auction_game(sequence=Step("Nobody", nobody, may_end=True))
    match = game.start(seed=1)

    assert match.outcome.why == "{} {}"
    assert game.start(tape=match.tape).outcome.why == "{} {}"
    assert game.start(snapshots=False, tape=None).run_at_random(iter([]).__next__).is_over


def asked_in(match):
    return [one.seat for one in match.open]


def test_only_the_seats_named_are_asked_what_a_function_makes(dealt):
    play = dealt.play
    asked = play.ask_all(lambda seat: play.ask("Lay?", cards_of(play, seat)), seats=["cid", "bob"])

    assert {seat: one.options for seat, one in asked.decisions.items()} == {
        "bob": ("c", "d"),
        "cid": ("e", "f"),
    }


def lay_if_vowel(play):
    """Ask those who hold a vowel: who is asked depends on hidden cards, and all see it."""

    def question(seat):
        held = [card for card in cards_of(play, seat) if card in "aei"]
        return play.ask("Lay which?", tuple(held)) if held else None

    laid = yield play.ask_all(question)
    play.end("laid", why=f"{laid}")


def test_a_fork_asks_the_same_seats_as_the_game(dealt):
    game = attrs.evolve(dealt.game, sequence=Step("Lay", lay_if_vowel, may_end=True))
    match = game.start(seed=1)
    forks = [match.fork(number, seat="ann") for number in range(60)]

    assert asked_in(match) == ["ann", "cid"]
    assert {tuple(asked_in(fork)) for fork in forks} == {("ann", "cid")}
    assert {fork.question_of("cid").options for fork in forks} == {("e",), ("i",), ("e", "i")}


def test_a_game_that_leaves_seats_out_is_replayed_from_its_tape(dealt):
    game = attrs.evolve(dealt.game, sequence=Step("Lay", lay_if_vowel, may_end=True))
    match = game.start(seed=1)
    match.answer("a")
    match.answer("e")

    assert match.outcome.why == "{'ann': 'a', 'cid': 'e'}"
    assert game.start(tape=Tape(match.tape.entries)).outcome == match.outcome


def test_odds_of_a_rule_that_asks_all_need_a_policy(match):
    def rule(play):
        bids = yield play.ask_all(dict.fromkeys(play.seats, play.ask("Bid?", range(3))))
        return sum(bids.values()) + play.die(2)

    odds = match.play.odds(rule, policy=lambda play, decision: SEATS.index(decision.seat))
    assert odds == {4: 0.5, 5: 0.5}


def test_a_tape_with_sealed_answers_can_be_pickled():
    tape = Tape([("roll", (1,))], sealed={"ann": 1})

    assert pickle.loads(pickle.dumps(tape)) == tape
