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
def match(auction_with):
    return auction_with().start(seed=1)


def answered(match, **coins):
    """Give the answers of these seats, in this order."""
    for seat, bid in coins.items():
        match.answer(bid, seat=seat)
    return match


ONE_TWO_THREE = {"ann": 1, "bob": 2, "cid": 3}


def test_each_seat_has_a_question_of_its_own(match):
    assert [one.seats for one in match.open] == [("ann",), ("bob",), ("cid",)]
    assert (match.decision, match.question_of("cid")) == (match.open[0], match.open[2])
    assert match.sealed == []


def test_an_answer_waits_beside_the_tape_until_all_have_answered(match):
    answered(match, cid=4, ann=2)

    assert (match.tape.entries, match.state.rounds) == ([], 0)
    assert match.sealed == ["ann", "cid"]
    assert [one.seat for one in match.open] == ["bob"]
    match.answer(3)
    assert match.tape.entries[0] == ("answers", (("ann", 2), ("bob", 3), ("cid", 4)))
    assert match.state.coins == {"ann": 7, "bob": 6, "cid": 5}
    assert match.tape.sealed == {}


def test_the_game_does_not_depend_on_who_was_quicker(auction_with):
    games = []
    for order in itertools.permutations(SEATS):
        match = auction_with().start(seed=1)
        for _ in range(2):
            answered(match, **{seat: SEATS.index(seat) for seat in order})
        tape = match.tape.entries
        games.append((tape, match.events, match.decisions, match.seen_count, match.state))

    assert all(game == games[0] for game in games)


def test_without_a_seat_the_next_in_order_answers(match):
    for coins in (1, 2, 3):
        match.answer(coins)

    assert dict(match.tape.entries[0][1]) == ONE_TWO_THREE


def test_nothing_tells_another_what_was_sealed(match, auction_with):
    def told(match):
        viewers = Viewer("bob"), Viewer(), ALL_SEEING
        seen = [match.game.look.view(match.play, viewer) for viewer in viewers]
        return [*seen, list(match.events), match.state, match.question_of("bob").options]

    other = answered(auction_with().start(seed=1), ann=9)

    assert told(answered(match, ann=4)) == told(other)
    assert match.sealed == other.sealed == ["ann"]


def test_who_has_answered_or_is_not_asked_may_not_answer(match):
    answered(match, ann=4)

    with pytest.raises(IllegalAnswerError, match="'ann' has already answered"):
        match.answer(5, seat="ann")
    with pytest.raises(
        IllegalAnswerError, match="'eve' has no open question; these seats have: bob and cid"
    ):
        match.answer(5, seat="eve")
    assert match.tape.sealed == {"ann": 4}


def test_after_an_illegal_answer_nothing_has_happened(match):
    answered(match, cid=1)
    with pytest.raises(IllegalAnswerError):
        match.answer(10, seat="bob")

    assert (match.sealed, match.decision.seat) == (["cid"], "ann")


def test_a_sealed_answer_can_be_taken_back_while_others_are_open(match):
    answered(match, bob=4).retract("bob")

    assert (match.sealed, match.decision.seat) == ([], "bob")
    assert answered(match, bob=5, ann=1, cid=1).state.coins["bob"] == 4


def test_an_opened_answer_cannot_be_unsealed(match):
    answered(match, **ONE_TWO_THREE)

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
    assert answered(match, ann=4, cid=5).history.undo(["ann"])

    assert (match.sealed, match.decision.seat) == (["cid"], "ann")
    assert [event.kind for event in match.events] == ["step"]


def test_undo_of_opened_answers_opens_all_of_them_again(match, auction_with):
    answered(match, **ONE_TWO_THREE)
    match.answer(1)
    assert match.history.undo(["cid"])

    assert (match.sealed, len(match.open)) == ([], 3)
    assert match.events[-1].facts["words"] == "an answer of cid"
    answered(match, ann=3, bob=3, cid=3)
    again = auction_with().start(seed=1, tape=Tape(match.tape.entries[:]))
    assert (again.events, again.decisions) == (match.events, match.decisions)


def test_redo_gives_the_answers_of_all_again_unless_somebody_has_sealed_another(match):
    answered(match, **ONE_TWO_THREE)
    events, state = list(match.events), copy.deepcopy(match.state)
    match.history.undo()

    assert match.history.redo()
    assert (match.state, match.decisions) == (state, 3)
    assert [e for e in match.events if e.kind != "undone"] == events
    match.history.undo()
    match.answer(5)
    assert not match.history.redo()


# ---------------------------------------------------------------- copies and forks


def test_a_copy_keeps_what_is_sealed(match):
    other = copy.deepcopy(answered(match, bob=4))

    assert other.sealed == ["bob"]
    assert answered(other, ann=1, cid=1).state.coins["bob"] == 5
    assert match.sealed == ["bob"]


def test_a_fork_for_a_seat_drops_what_others_sealed_and_keeps_its_own(match):
    fork = answered(match, ann=4, cid=5).fork(seat="cid", snapshots=True)

    assert fork.sealed == fork.fork().sealed == ["cid"]
    assert match.fork(seat="bob").sealed == []
    assert match.fork().sealed == ["ann", "cid"]


def test_a_fork_for_a_seat_asks_that_seat_and_is_played_on_by_itself(match):
    assert match.fork(seat="cid").decision.seat == "cid"
    fork = answered(match, ann=4).fork(seat="bob")

    assert answered(fork, bob=1, ann=2, cid=3).state.coins == {"ann": 7, "bob": 8, "cid": 6}
    assert match.sealed == ["ann"]


# ---------------------------------------------------------------- bots


def test_bots_answer_each_for_its_own_seat(match):
    class Peek(GreedyBot):
        def choose(self, match, decision):
            fork = match.fork(seat=self.seat)
            seen.append((decision.seat, match.decision is decision, fork.sealed))
            return 1

    seen, bots = [], {seat: Peek() for seat in SEATS}
    for seat, bot in bots.items():
        bot.seat = seat
    match.run(chooser(bots))

    assert match.is_over
    assert seen[:3] == [(seat, True, []) for seat in SEATS]


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
def test_a_game_played_at_random_is_the_same_in_one_go_and_seat_by_seat(tape, auction_with):
    numbers = (0.1, 0.5, 0.9, 0.3, 0.7)
    how = {"options": {}, "data": None, "seed": 2}
    one = Match(auction_with(), tape=Tape() if tape else None, **how).begin()
    one.run_at_random(itertools.cycle(numbers).__next__)
    other, number = Match(auction_with(), tape=Tape(), **how).begin(), itertools.cycle(numbers)
    while other.decision is not None:
        other.answer(other.decision.at_random(next(number)))

    assert (one.state, one.events) == (other.state, other.events)
    assert one.decisions == other.decisions == 9


def test_a_game_played_at_random_up_to_a_question_for_several_leaves_it_open(auction_with):
    match = Match(auction_with(), options={}, data=None, seed=2).begin()
    match.run_at_random(lambda: 0.4, 3)

    assert (match.is_simultaneous, match.decisions) == (True, 3)
    assert match.run_at_random(lambda: 0.4).is_over


# ---------------------------------------------------------------- tapes that do not fit


@pytest.mark.parametrize(
    ("entries", "sealed", "words"),
    [
        # Too few, in another order, and of one alone.
        ([("answers", (("ann", 1), ("bob", 2)))], {}, "the rules ask ann and bob and cid"),
        ([("answers", (("bob", 2), ("ann", 1), ("cid", 3)))], {}, "the rules ask ann and bob and"),
        ([("answer", "ann", 1)], {}, "answers of ann and bob and cid at the same time"),
        ([], {"eve": 1}, "a sealed answer does not fit"),
        ([], {"ann": 10}, "a sealed answer does not fit"),
    ],
)
def test_a_tape_of_other_answers_does_not_fit(auction_with, entries, sealed, words):
    with pytest.raises(SaveError, match=words):
        auction_with().start(tape=Tape(entries, sealed=sealed))


def test_sealed_answers_to_nothing_are_refused(race):
    with pytest.raises(SaveError, match="no simultaneous question is open"):
        race.start(tape=Tape(sealed={"north": "roll"}))


# ---------------------------------------------------------------- rules


@pytest.mark.parametrize("seats", [("ann", "bob", "cid"), ("cid", "ann")])
def test_the_same_question_may_be_put_to_all_or_some(match, seats):
    def vote(play):
        return (yield play.ask_all(dict.fromkeys(seats, play.ask("Go?", ("yes", "no")))))

    answers = ["yes", "no", "yes"][: len(seats)]
    done = perform(match.play, vote, answers=answers)

    assert list(done.result.items()) == [*zip(sorted(seats), answers, strict=True)]


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
def dealt(auction_with):
    """Start a game in which ann holds a and b, bob c and d, cid e and f; four are in the pile."""
    hands = {"ann": "ab", "bob": "cd", "cid": "ef"}
    game = auction_with(
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
    # One who has chosen asks the others.
    fork = answered(dealt, ann="b").fork(1, seat="ann")
    assert asked_in(fork) == ["bob", "cid"]
    assert fork.decision is fork.question_of("bob")


WRONG = r"ask_all needs questions by seat \(rule .+\), but got them for 'ann', 'eve'; the seats"


def test_only_seats_can_be_asked_and_only_questions_put(match):
    ask = match.play.ask("Go?", ("yes", "no"))
    with pytest.raises(PackError, match=f"{WRONG}: ann, bob, cid"):
        match.play.ask_all({"ann": ask, "eve": ask})
    with pytest.raises(PackError, match=f"{WRONG}: ann, bob, cid"):
        match.play.ask_all(lambda seat: ask, seats=("ann", "eve"))
    with pytest.raises(PackError, match=r"ask_all got 'no' for ann .+ or None to leave the seat"):
        match.play.ask_all(lambda seat: "no")


def test_where_nobody_is_asked_the_rule_goes_on_at_once(auction_with):
    def nobody(play):
        answers = yield play.ask_all(lambda seat: None)
        more = yield play.ask_all({})
        play.end("done", why=f"{answers} {more}")

    game = auction_with(sequence=Step("Nobody", nobody, may_end=True))
    match = game.start(seed=1)

    assert match.outcome.why == "{} {}"
    assert game.start(tape=match.tape).outcome.why == "{} {}"
    assert game.start(snapshots=False, tape=None).run_at_random(iter([]).__next__).is_over


def asked_in(match):
    return [one.seat for one in match.open]


def test_only_the_seats_named_are_asked_what_a_function_makes(dealt):
    play = dealt.play
    asked = play.ask_all(lambda seat: play.ask("Lay?", cards_of(play, seat)), seats=["cid", "bob"])
    options = {seat: one.options for seat, one in asked.decisions.items()}

    assert options == {"bob": ("c", "d"), "cid": ("e", "f")}


def lay_if_vowel(play):
    """Ask those who hold a vowel: who is asked depends on hidden cards, and all see it."""

    def question(seat):
        held = [card for card in cards_of(play, seat) if card in "aei"]
        return play.ask("Lay which?", tuple(held)) if held else None

    laid = yield play.ask_all(question)
    play.end("laid", why=f"{laid}")


@pytest.fixture
def vowels(dealt):
    return attrs.evolve(dealt.game, sequence=Step("Lay", lay_if_vowel, may_end=True)).start(seed=1)


def test_a_fork_asks_the_same_seats_as_the_game(vowels):
    forks = [vowels.fork(number, seat="ann") for number in range(60)]

    assert asked_in(vowels) == ["ann", "cid"]
    assert {tuple(asked_in(fork)) for fork in forks} == {("ann", "cid")}
    assert {fork.question_of("cid").options for fork in forks} == {("e",), ("i",), ("e", "i")}


def test_a_game_that_leaves_seats_out_is_replayed_from_its_tape(vowels):
    answered(vowels, ann="a", cid="e")

    assert vowels.outcome.why == "{'ann': 'a', 'cid': 'e'}"
    assert vowels.game.start(tape=Tape(vowels.tape.entries)).outcome == vowels.outcome


def test_odds_of_a_rule_that_asks_all_need_a_policy(match):
    def rule(play):
        bids = yield play.ask_all(dict.fromkeys(play.seats, play.ask("Bid?", range(3))))
        return sum(bids.values()) + play.die(2)

    odds = match.play.odds(rule, policy=lambda play, decision: SEATS.index(decision.seat))
    assert odds == {4: 0.5, 5: 0.5}


def test_a_tape_with_sealed_answers_can_be_pickled():
    tape = Tape([("roll", (1,))], sealed={"ann": 1})

    assert pickle.loads(pickle.dumps(tape)) == tape
