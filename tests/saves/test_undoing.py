"""Who may take back an answer: one's own, what all have agreed to, or anything."""

import pytest

from tabletop_core import ForEach, Repeat, Sequence, Step
from tabletop_core.bots.seating import persons_of
from tabletop_core.chance import Scripted
from tabletop_core.errors import PackError


def move(play):
    """Wait, go ahead, or roll."""
    chosen = yield play.ask("What?", ["wait", "go", "roll"])
    if chosen == "go":
        yield play.ask("How far?", [1, 2])
    if chosen == "roll":
        play.state.rolled.append(play.die(6, "to run"))
    if len(play.state.rolled) == 3:
        play.end("over")


@pytest.fixture
def game(race_with):
    turns = ForEach("Runner", lambda play: play.seats, Step("Run", move, may_end=True))
    return race_with(sequence=Repeat("Round", turns))


@pytest.fixture
def after(started):
    """Return what plays a game for two persons through words: answers, `undo SEAT`, and so on."""

    def after(game, words, seats="human,human", **how):
        session = started(game, seats=seats, seed=4, **how)
        for word in words.split(", "):
            if word == "bots":
                session.advance()
            elif word.startswith("undo"):
                assert session.undo(word.split()[1:] or None)
            else:
                session.answer(int(word) if word.isdigit() else word)
        return session

    return after


# ---------------------------------------------------------------- the policy of a game


@pytest.mark.parametrize(
    ("seats", "policy"),
    [
        ("human", "own"),
        ("human,bot:random", "free"),
        ("human,human", "own"),
        ("bot:random", "free"),
    ],
)
def test_several_persons_take_back_their_own_and_one_alone_anything(game, started, seats, policy):
    assert started(game, seats=seats).undo_policy == policy


def test_another_policy_may_be_chosen_and_is_kept_in_the_saved_game(game, path, left, woken):
    assert left(game, undo="asked", save=path).undo_policy == "asked"

    assert 'undo = "asked"' in path.read_text()
    assert woken(game).undo_policy == "asked"


def test_there_is_no_other_policy(game, started):
    with pytest.raises(PackError, match="undo cannot be 'never'; choose from: own, asked, free"):
        started(game, undo="never")


# ---------------------------------------------------------------- who may

NOTHING = "there is nothing to undo yet"
DICE = "dice were rolled or cards drawn since"
UNDO = {
    "own takes back the last answer while nothing has happened": ("own", "wait", "north", ""),
    "own takes back no answer of another": (
        *("own", "wait, go", "north"),
        "north cannot undo that: south answered since",
    ),
    "own takes back one answer of a person": ("own", "go, 2", "north", ""),
    "and then the one before": ("own", "go, 2, undo north", "north", ""),
    "but no more than there are": ("own", "go, 2, undo north, undo north", "north", NOTHING),
    "own takes back nothing once a die came up": ("own", "roll", "north", DICE),
    "own is judged anew once the other has taken back his": (
        *("own", "wait, go, undo south"),
        *("north", ""),
    ),
    "whoever has not answered has nothing to take back": ("own", "wait", "south", NOTHING),
    "asked asks about all that followed": ("asked", "wait, roll", "north", "asks south"),
    "asked asks also about the last answer": ("asked", "wait", "north", "asks south"),
    "free takes back anything, dice included": ("free", "wait, roll", "north", ""),
}


@pytest.mark.parametrize("claim", UNDO)
def test_who_may_undo(game, after, claim):
    policy, words, seat, told = UNDO[claim]
    session = after(game, words, undo=policy)
    decisions, may = session.match.decisions, session.may_undo([seat])
    said = may.why or "".join(f"asks {other}" for other in may.asks)

    assert told in said
    assert session.undo([seat]) is (said == "") is (told == "")
    assert (session.match.decisions == decisions) is (told != "")


def test_free_goes_back_to_the_last_question_of_all(game, after):
    session = after(game, "wait, roll", undo="free")
    session.undo(["north"])

    assert session.match.decision.seats == ("south",)


@pytest.mark.parametrize(
    ("words", "agreed"), [("wait, roll", ["south"]), ("wait", ["south", "north"])]
)
def test_asked_takes_back_all_that_followed_once_the_others_agree(game, after, words, agreed):
    """Who agrees without being asked does no harm."""
    session = after(game, words, undo="asked")

    assert session.undo(["north"], agreed=agreed)
    assert session.match.decisions == 0


def test_without_a_seat_it_is_whoever_answered_last(game, after):
    assert after(game, "wait, wait").may_undo().seat == "south"
    assert after(game, "wait, wait, wait", undo="asked").may_undo().asks == ("south",)
    assert not after(game, "roll").undo()


def test_asked_asks_no_bots(game, after):
    session = after(game, "wait, bots", "human,bot:random", undo="asked")

    assert session.may_undo(["north"]).asks == ()
    assert session.undo(["north"])


def test_the_same_dice_are_unknown_after_every_answer_that_own_lets_be_given_anew(game, after):
    """Go on from each answer that may be taken back: no face that comes was ever shown."""
    match = after(game, "go, undo north, roll").match

    assert match.state.rolled
    assert not any(event.facts["revealed"] for event in match.events if event.kind == "undone")


def test_a_game_with_the_dice_of_a_person_is_judged_the_same(game, after):
    session = after(game, "wait, roll", source=Scripted([5, 6]))

    assert not session.undo(["south"])
    assert session.match.state.rolled == [5]


# ---------------------------------------------------------------- own, where something is hidden


def lay_or_look(play):
    """Look at the other's first card in one way or another, or do what shows nothing."""
    (other,) = (seat for seat in play.seats if seat != play.seat)
    hands = play.state.hands
    chosen = yield play.ask("What?", ["pass", "look", "call", "guess", "say", "stop"])
    if chosen == "guess":
        yield play.ask("Which is it?", sorted([hands[other].cards[0], "joker"]))
    if chosen == "say":
        play.log("said", who=play.seat)
    if chosen == "stop":
        play.end("stopped")
    if chosen == "look":
        play.log("looked", seats=(play.seat,), card=hands[other].cards[0])
    if chosen == "call":
        play.log("called", card=hands[other].cards[0])


@pytest.fixture
def dealt(tricks_with):
    """Return a game of tricks with other steps after the deal."""

    def dealt(*steps):
        return tricks_with(sequence=Sequence("Game", tricks_with().sequence.children[0], *steps))

    return dealt


SHOWN = "it revealed something hidden"


def test_own_takes_back_what_has_shown_nothing_hidden_and_nothing_that_has(dealt, after):
    turn = ForEach("Player", lambda play: play.seats, Step("Turn", lay_or_look, may_end=True))
    cards = dealt(
        Repeat("Round", turn, until=lambda play: play.round("Round") > 9),
        Step("End", lambda play: play.end("over"), may_end=True),
    )
    why = {
        answer: after(cards, answer).may_undo(["east"]).why
        for answer in ("pass", "say", "stop", "look", "call", "guess")
    }

    assert [answer for answer in why if not why[answer]] == ["pass", "say", "stop"]
    assert [answer for answer in why if SHOWN in why[answer]] == ["look", "call", "guess"]


def test_what_another_is_asked_shows_nothing_of_his_cards(tricks, started):
    session = started(tricks, seats="human,human", seed=4)
    session.answer(session.match.decision.options[0])

    assert session.match.decision.seats == ("west",)
    assert session.undo(["east"])


def test_own_takes_back_nothing_that_other_hidden_cards_would_not_have_let_one_do(dealt, started):
    wanted = []

    def call(play):
        yield play.ask("Call a card of the other?", ["call"])
        hand = play.state.hands["west"]
        yield play.ask("Which?", [card for card in hand.cards if card in wanted])

    session = started(dealt(Step("Call", call, may_end=True)), seats="human,human", seed=4)
    wanted.append(session.match.state.hands["west"].cards[0])
    session.answer("call")

    assert SHOWN in session.may_undo(["east"]).why


# ---------------------------------------------------------------- giving it again


def test_redo_is_for_who_took_it_back(game, after):
    session = after(game, "wait, undo north")

    assert session.may_redo(["south"]).why == "north undid that, and nobody else may redo it"
    assert not session.redo(["south"])
    assert session.redo(["north"])
    assert session.match.decisions == 1


def test_where_all_is_free_anybody_redoes(game, after):
    assert after(game, "wait, undo south", undo="free").redo(["south"])


def test_nothing_is_redone_once_something_else_was_answered(game, after):
    session = after(game, "wait, undo, go")

    assert session.may_redo().why == "there is nothing to redo"
    assert not session.redo()


def test_dice_are_the_same_when_a_free_undo_is_given_again(game, after):
    session = after(game, "roll", undo="free")
    rolled = list(session.match.state.rolled)
    session.undo()
    session.redo()

    assert session.match.state.rolled == rolled


# ---------------------------------------------------------------- choosing at the same time


@pytest.fixture
def bids(race_with):
    """A game where all bid twice, at the same time."""

    def bid(play):
        for _ in range(2):
            yield play.ask_all({seat: play.ask("Bid?", [1, 2], seat=seat) for seat in play.seats})
        play.end("over")

    return race_with(sequence=Step("Bid", bid, may_end=True))


@pytest.mark.parametrize("policy", ["own", "asked", "free"])
def test_a_sealed_answer_is_taken_back_by_whoever_gave_it_alone(bids, started, policy):
    session = started(bids, undo=policy, seats="human,human")
    session.answer(2, seat="south")

    assert policy != "own" or not session.undo(["north"])
    assert list(session.match.tape.sealed) == ["south"]
    assert session.undo(["south"])
    assert not session.match.tape.sealed


@pytest.mark.parametrize("seat", ["north", "south"])
def test_free_opens_the_choices_of_all_again(bids, after, seat):
    session = after(bids, "1, 2", undo="free")

    assert session.undo([seat])
    assert len(session.match.open) == 2
    assert session.redo()
    assert [entry[0] for entry in session.match.tape.entries] == ["undone", "answers"]


def test_asked_asks_the_others_whether_the_choices_of_all_are_opened_again(bids, after):
    session = after(bids, "1, 2", undo="asked")

    assert session.may_undo(["south"]).asks == ("north",)
    assert session.undo(["south"], agreed=["north"])
    assert session.may_redo(["south"]).is_allowed
    assert not session.may_redo(["north"]).is_allowed


@pytest.mark.parametrize(("seat", "other"), [("north", "south"), ("south", "north")])
def test_own_takes_back_no_choice_once_those_of_the_others_are_open(bids, after, seat, other):
    session = after(bids, "1, 2")

    assert f"what {other} chose at the same time has been revealed" in session.may_undo([seat]).why
    assert not session.undo([seat])


def test_persons_are_those_seats_that_no_bot_plays():
    players = {"north": "bot:greedy", "east": "human", "south": "zealot", "west": "human"}

    assert persons_of(players) == ("east", "west")
