"""Seats that choose at the same time: none knows of another's answer before all have given one."""

import copy
import itertools
import pickle

import attrs
import pytest

from tabletop_core import ALL_SEEING, GreedyBot, Hand, Pile, Repeat, Step, Viewer
from tabletop_core.bots.seating import seat_bots
from tabletop_core.bots.simple import chooser
from tabletop_core.engine.play import Play
from tabletop_core.engine.tape import Tape
from tabletop_core.errors import IllegalAnswerError, PackError, SaveError, StaleAnswerError
from tabletop_core.testing import perform

SEATS = ("ann", "bob", "cid")


@pytest.fixture
def auction_game(auction_with):
    return auction_with


@pytest.fixture
def play(auction_game):
    return auction_game().start(seed=1)


def kinds(play):
    return [entry[0] for entry in play.tape.entries]


def test_each_seat_has_a_question_of_its_own(play):
    assert [one.seats for one in play.open] == [("ann",), ("bob",), ("cid",)]
    assert play.decision is play.open[0]
    assert play.question_of("cid") is play.open[2]
    assert play.sealed == []


def test_an_answer_waits_beside_the_tape_until_all_have_answered(play):
    play.answer(4, seat="cid")
    play.answer(2, seat="ann")

    assert kinds(play) == []
    assert play.state.rounds == 0
    assert play.sealed == ["ann", "cid"]
    assert [one.seat for one in play.open] == ["bob"]
    play.answer(3)
    assert play.tape.entries[0] == ("answers", (("ann", 2), ("bob", 3), ("cid", 4)))
    assert play.state.coins == {"ann": 7, "bob": 6, "cid": 5}
    assert play.tape.sealed == {}


def test_the_game_does_not_depend_on_who_was_quicker(auction_game):
    games = []
    for order in itertools.permutations(SEATS):
        play = auction_game().start(seed=1)
        for _ in range(2):
            for seat in order:
                play.answer(SEATS.index(seat), seat=seat)
        games.append((play.tape.entries, play.events, play.decisions, play.heard, play.state))

    assert all(game == games[0] for game in games)


def test_without_a_seat_the_next_in_order_answers(play):
    for coins in (1, 2, 3):
        play.answer(coins)

    assert dict(play.tape.entries[0][1]) == {"ann": 1, "bob": 2, "cid": 3}


def test_nothing_tells_another_what_was_sealed(play, auction_game):
    def told(play):
        game = play.game
        seen = [game.view(play, viewer) for viewer in (Viewer("bob"), Viewer(), ALL_SEEING)]
        return [*seen, list(play.events), play.state, play.question_of("bob").options]

    other = auction_game().start(seed=1)
    play.answer(4, seat="ann")
    other.answer(9, seat="ann")

    assert told(play) == told(other)
    assert play.sealed == other.sealed == ["ann"]


def test_a_seat_answers_once(play):
    play.answer(4, seat="ann")

    with pytest.raises(IllegalAnswerError, match="'ann' has answered already"):
        play.answer(5, seat="ann")
    assert play.tape.sealed == {"ann": 4}


def test_who_is_not_asked_may_not_answer(play):
    with pytest.raises(IllegalAnswerError, match="'eve' is not asked; open are ann and bob and"):
        play.answer(5, seat="eve")


def test_after_an_illegal_answer_nothing_has_happened(play):
    play.answer(1, seat="cid")
    with pytest.raises(IllegalAnswerError):
        play.answer(10, seat="bob")

    assert play.sealed == ["cid"]
    assert play.decision.seat == "ann"


def test_a_sealed_answer_can_be_taken_back_while_others_are_open(play):
    play.answer(4, seat="bob")
    play.unseal("bob")

    assert play.sealed == []
    assert play.decision.seat == "bob"
    for coins, seat in ((5, "bob"), (1, "ann"), (1, "cid")):
        play.answer(coins, seat=seat)
    assert play.state.coins["bob"] == 4


def test_an_opened_answer_cannot_be_unsealed(play):
    for coins in (1, 2, 3):
        play.answer(coins)

    with pytest.raises(IllegalAnswerError, match="'ann' has no sealed answer"):
        play.unseal("ann")


def test_a_question_that_was_answered_and_asked_again_has_another_token(play):
    before = play.question_of("ann").token
    play.answer(4, seat="ann", token=before)
    play.unseal("ann")

    with pytest.raises(StaleAnswerError):
        play.answer(5, seat="ann", token=before)
    play.answer(5, seat="ann", token=play.question_of("ann").token)
    assert play.tape.sealed == {"ann": 5}


def test_undo_takes_back_ones_own_sealed_answer_first(play):
    play.answer(4, seat="ann")
    play.answer(5, seat="cid")

    assert play.undo(["ann"])
    assert play.sealed == ["cid"]
    assert play.decision.seat == "ann"
    assert [event.kind for event in play.events] == ["step"]


def test_undo_of_opened_answers_opens_all_of_them_again(play, auction_game):
    for coins in (1, 2, 3):
        play.answer(coins)
    play.answer(1)
    assert play.undo(["cid"])

    assert play.sealed == []
    assert len(play.open) == 3
    assert play.events[-1].facts["words"] == "an answer of cid"
    for coins in (3, 3, 3):
        play.answer(coins)
    again = auction_game().start(seed=1, tape=Tape(play.tape.entries[:]))
    assert again.events == play.events
    assert again.decisions == play.decisions


def test_redo_gives_the_answers_of_all_again(play):
    for coins in (1, 2, 3):
        play.answer(coins)
    events, state = list(play.events), copy.deepcopy(play.state)
    play.undo()

    assert play.redo()
    assert play.state == state
    assert [e for e in play.events if e.kind != "undone"] == events
    assert play.decisions == 3


def test_who_seals_something_else_cannot_redo(play):
    for coins in (1, 2, 3):
        play.answer(coins)
    play.undo()
    play.answer(5)

    assert not play.redo()


# ---------------------------------------------------------------- copies and forks


def test_a_copy_keeps_what_is_sealed(play):
    play.answer(4, seat="bob")

    other = copy.deepcopy(play)
    assert other.sealed == ["bob"]
    other.answer(1)
    other.answer(1)
    assert other.state.coins["bob"] == 5
    assert play.sealed == ["bob"]


def test_a_fork_for_a_seat_drops_what_others_sealed_and_keeps_its_own(play):
    play.answer(4, seat="ann")
    play.answer(5, seat="cid")

    fork = play.fork(seat="cid", snapshots=True)
    assert fork.sealed == ["cid"]
    assert play.fork(seat="bob").sealed == []
    assert fork.fork().sealed == ["cid"]
    assert play.fork().sealed == ["ann", "cid"]


def test_a_fork_for_a_seat_asks_that_seat(play):
    assert play.fork(seat="cid").decision.seat == "cid"


def test_a_fork_is_played_on_by_itself(play):
    play.answer(4, seat="ann")
    fork = play.fork(seat="bob")
    for coins in (1, 2, 3):
        fork.answer(coins)

    assert fork.state.coins == {"ann": 7, "bob": 8, "cid": 6}
    assert play.sealed == ["ann"]


# ---------------------------------------------------------------- bots


def test_bots_answer_each_for_its_own_seat(play):
    class Peek(GreedyBot):
        def choose(self, play, decision):
            seen.append(
                (decision.seat, play.decision is decision, play.fork(seat=self.seat).sealed)
            )
            return 1

    seen = []
    bots = {}
    for seat in SEATS:
        bots[seat] = Peek()
        bots[seat].seat = seat
    play.run(chooser(bots))

    assert play.is_over
    assert seen[:3] == [("ann", True, []), ("bob", True, []), ("cid", True, [])]


def test_a_person_does_not_keep_bots_from_answering(play):
    bots = seat_bots(play.game, {"ann": "human", "bob": "random", "cid": "random"}, 1)
    play.run(chooser(bots))

    assert play.sealed == ["bob", "cid"]
    assert play.decision.seat == "ann"


def test_a_greedy_bot_values_its_answer_after_all_have_chosen(play):
    bots = seat_bots(play.game, dict.fromkeys(SEATS, "greedy"), 1)

    # It is worth most to have no coins left.
    assert bots["bob"].choose(play, play.question_of("bob")) == 9


@pytest.mark.parametrize("tape", [None, "tape"])
def test_a_game_played_at_random_is_the_same_in_one_go_and_seat_by_seat(tape, auction_game):
    def numbers():
        return itertools.cycle([0.1, 0.5, 0.9, 0.3, 0.7]).__next__

    game = auction_game()
    how = {"options": {}, "data": None, "seed": 2}
    one = Play(game, tape=Tape() if tape else None, **how).begin()
    one.run_at_random(numbers())
    other = Play(game, tape=Tape(), **how).begin()
    number = numbers()
    while other.decision is not None:
        other.answer(other.decision.at_random(number()))

    assert one.state == other.state
    assert one.events == other.events
    assert one.decisions == other.decisions == 9


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


def test_the_same_question_may_be_put_to_all(play):
    def vote(play):
        votes = yield play.ask_all(dict.fromkeys(play.seats, play.ask("Go?", ("yes", "no"))))
        return votes

    done = perform(play, vote, answers=["yes", "no", "yes"])

    assert done.result == {"ann": "yes", "bob": "no", "cid": "yes"}


def test_some_of_the_seats_may_be_asked(play):
    def vote(play):
        ask = play.ask("Go?", ("yes", "no"))
        return (yield play.ask_all({"cid": ask, "ann": ask}))

    assert list(perform(play, vote, answers=["yes", "no"]).result) == ["ann", "cid"]


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


@pytest.mark.parametrize(
    ("asked", "said"), [((), "nobody"), (("ann", "eve"), "'ann', 'eve'")], ids=["nobody", "eve"]
)
def test_only_seats_can_be_asked(play, asked, said):
    wrong = rf"ask_all needs questions by seat \(rule .+\), but it got them for {said}; the seats: "
    with pytest.raises(PackError, match=wrong + ", ".join(play.seats)):
        play.ask_all(dict.fromkeys(asked, play.ask("Go?", ("yes", "no"))))


def test_odds_of_a_rule_that_asks_all_need_a_policy(play):
    def rule(play):
        bids = yield play.ask_all(dict.fromkeys(play.seats, play.ask("Bid?", range(3))))
        return sum(bids.values()) + play.die(2)

    odds = play.odds(rule, policy=lambda play, decision: SEATS.index(decision.seat))
    assert odds == {4: 0.5, 5: 0.5}


def test_a_tape_with_sealed_answers_can_be_pickled():
    tape = Tape([("roll", (1,))], sealed={"ann": 1})

    assert pickle.loads(pickle.dumps(tape)) == tape
