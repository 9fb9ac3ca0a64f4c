"""Who may take back an answer: one's own, what all have agreed to, or anything."""

import pytest

from tabletop_core import ForEach, Repeat, Sequence, Step
from tabletop_core.bots.seating import persons_of
from tabletop_core.chance import Scripted
from tabletop_core.errors import PackError
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import begin, new_session, resume_session

PERSONS = "human,human"


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
    return race_with(
        sequence=Repeat(
            "Round", ForEach("Runner", lambda play: play.seats, Step("Run", move, may_end=True))
        )
    )


def started(game, seats=PERSONS, answers=(), **how):
    session = new_session(game, seats=seats, seed=4, **how)
    begin(session)
    for answer in answers:
        session.answer(answer)
    return session


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
def test_several_persons_take_back_their_own_and_one_alone_anything(game, seats, policy):
    assert started(game, seats).undo_policy == policy


def test_another_policy_may_be_chosen(game):
    assert started(game, undo="asked").undo_policy == "asked"


def test_there_is_no_other_policy(game):
    with pytest.raises(PackError, match="undo cannot be 'never'; choose from: own, asked, free"):
        new_session(game, undo="never")


def test_the_policy_is_kept_in_the_saved_game(game, tmp_path):
    path = tmp_path / "game.toml"
    started(game, undo="asked", save=path).close()

    assert 'undo = "asked"' in path.read_text()
    again = resume_session(read_save(path), lambda pack: game, write=False)
    assert again.undo_policy == "asked"


# ---------------------------------------------------------------- own


def test_own_takes_back_the_last_answer_while_nothing_has_happened(game):
    session = started(game, answers=["wait"])

    assert session.undo(["north"])
    assert session.match.decision.seats == ("north",)


def test_own_takes_back_no_answer_of_another(game):
    session = started(game, answers=["wait", "go"])

    refused = session.may_undo(["north"])
    assert refused.why.startswith("north cannot undo that: south answered since")
    assert not session.undo(["north"])
    assert session.match.decisions == 2


def test_own_takes_back_one_answer_after_the_other_of_the_same_person(game):
    session = started(game, answers=["go", 2])

    assert session.undo(["north"])
    assert session.undo(["north"])
    assert not session.undo(["north"])


def test_own_takes_back_nothing_once_a_die_came_up(game):
    session = started(game, answers=["roll"])

    assert "dice or cards came up since" in session.may_undo(["north"]).why
    assert not session.undo()


def test_own_is_judged_anew_once_the_other_has_taken_back_his_answer(game):
    session = started(game, answers=["wait", "go"])
    session.undo(["south"])

    assert session.undo(["north"])


def test_whoever_has_not_answered_has_nothing_to_take_back(game):
    session = started(game, answers=["wait"])

    assert session.may_undo(["south"]).why == "there is nothing to undo yet"


def test_without_a_seat_it_is_whoever_answered_last(game):
    session = started(game, answers=["wait", "wait"])

    assert session.may_undo().seat == "south"


def test_the_same_dice_are_unknown_after_every_answer_that_own_lets_be_given_anew(game):
    """Go on from each answer that may be taken back: no face that comes was ever shown."""
    session = started(game, answers=["go"])
    session.undo(["north"])
    session.answer("roll")

    assert session.match.state.rolled
    assert not any(
        event.facts["revealed"] for event in session.match.events if event.kind == "undone"
    )


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
def cards(tricks_with):
    game = tricks_with()
    deal = game.sequence.children[0]
    turn = ForEach("Player", lambda play: play.seats, Step("Turn", lay_or_look, may_end=True))
    return tricks_with(
        sequence=Sequence(
            "Game",
            deal,
            Repeat("Round", turn, until=lambda play: play.round("Round") > 9),
            Step("End", lambda play: play.end("over"), may_end=True),
        )
    )


@pytest.mark.parametrize("answer", ["pass", "say", "stop"])
def test_own_takes_back_what_has_shown_nothing_hidden(cards, answer):
    assert started(cards, answers=[answer]).undo(["east"])


def test_what_another_is_asked_shows_nothing_of_his_cards(tricks):
    session = started(tricks)
    session.answer(session.match.decision.options[0])

    assert session.match.decision.seats == ("west",)
    assert session.undo(["east"])


@pytest.mark.parametrize("answer", ["look", "call", "guess"])
def test_own_takes_back_nothing_that_showed_a_hidden_card(cards, answer):
    session = started(cards, answers=[answer])

    assert "it has shown something that was hidden" in session.may_undo(["east"]).why


def test_own_takes_back_nothing_that_other_hidden_cards_would_not_have_let_one_do(tricks_with):
    wanted = []

    def call(play):
        yield play.ask("Call a card of the other?", ["call"])
        hand = play.state.hands["west"]
        yield play.ask("Which?", [card for card in hand.cards if card in wanted])

    deal = tricks_with().sequence.children[0]
    game = tricks_with(sequence=Sequence("Game", deal, Step("Call", call, may_end=True)))
    session = started(game)
    wanted.append(session.match.state.hands["west"].cards[0])
    session.answer("call")

    assert "it has shown something that was hidden" in session.may_undo(["east"]).why


# ---------------------------------------------------------------- asked


def test_asked_takes_back_all_that_followed_once_the_others_agree(game):
    session = started(game, undo="asked", answers=["wait", "roll"])

    assert session.may_undo(["north"]).asks == ("south",)
    assert not session.undo(["north"])
    assert session.undo(["north"], agreed=["south"])
    assert session.match.decisions == 0


def test_who_agrees_without_being_asked_does_no_harm(game):
    session = started(game, undo="asked", answers=["wait"])

    assert session.undo(["north"], agreed=["south", "north"])


def test_asked_asks_all_but_the_one_who_answered_last(game):
    session = started(game, undo="asked", answers=["wait", "wait", "wait"])

    assert session.may_undo().asks == ("south",)


def test_asked_asks_no_bots(game):
    session = started(game, "human,bot:random", undo="asked", answers=["wait"])
    session.advance()

    assert session.may_undo(["north"]).asks == ()
    assert session.undo(["north"])


# ---------------------------------------------------------------- free


def test_free_takes_back_anything_dice_included(game):
    session = started(game, undo="free", answers=["wait", "roll"])

    assert session.undo(["north"])
    assert session.match.decision.seats == ("south",)


# ---------------------------------------------------------------- giving it again


def test_redo_is_for_who_took_it_back(game):
    session = started(game, answers=["wait"])
    session.undo(["north"])

    assert session.may_redo(["south"]).why == "north undid that, and nobody else may redo it"
    assert not session.redo(["south"])
    assert session.redo(["north"])
    assert session.match.decisions == 1


def test_where_all_is_free_anybody_redoes(game):
    session = started(game, undo="free", answers=["wait"])
    session.undo(["south"])

    assert session.redo(["south"])


def test_nothing_is_redone_once_something_else_was_answered(game):
    session = started(game, answers=["wait"])
    session.undo()
    session.answer("go")

    assert session.may_redo().why == "there is nothing to redo"
    assert not session.redo()


def test_dice_are_the_same_when_a_free_undo_is_given_again(game):
    session = started(game, undo="free", answers=["roll"])
    rolled = list(session.match.state.rolled)
    session.undo()
    session.redo()

    assert session.match.state.rolled == rolled


def test_a_game_with_the_dice_of_a_person_is_judged_the_same(game):
    session = started(game, answers=["wait", "roll"], source=Scripted([5, 6]))

    assert not session.undo(["south"])
    assert session.match.state.rolled == [5]


# ---------------------------------------------------------------- choosing at the same time


@pytest.fixture
def bids(race_with):
    def bid(play):
        yield play.ask_all({seat: play.ask("Bid?", [1, 2], seat=seat) for seat in play.seats})
        play.end("over")

    return race_with(sequence=Step("Bid", bid, may_end=True))


@pytest.mark.parametrize("policy", ["own", "asked", "free"])
def test_a_sealed_answer_is_taken_back_by_whoever_gave_it(bids, policy):
    session = started(bids, undo=policy)
    session.answer(2, seat="south")

    assert session.undo(["south"])
    assert not session.match.tape.sealed


def test_a_sealed_answer_is_not_taken_back_by_another(bids):
    session = started(bids)
    session.answer(2, seat="south")

    assert not session.undo(["north"])
    assert list(session.match.tape.sealed) == ["south"]


@pytest.fixture
def opened(race_with):
    """Return a game where all have bid at the same time, and what was bid lies open."""

    def bid(play):
        for _ in range(2):
            yield play.ask_all({seat: play.ask("Bid?", [1, 2], seat=seat) for seat in play.seats})
        play.end("over")

    def start(**how):
        return started(race_with(sequence=Step("Bid", bid, may_end=True)), answers=(1, 2), **how)

    return start


@pytest.mark.parametrize("seat", ["north", "south"])
def test_free_opens_the_choices_of_all_again(opened, seat):
    session = opened(undo="free")

    assert session.undo([seat])
    assert len(session.match.open) == 2
    assert session.redo()
    assert [entry[0] for entry in session.match.tape.entries] == ["undone", "answers"]


def test_asked_asks_the_others_whether_the_choices_of_all_are_opened_again(opened):
    session = opened(undo="asked")

    assert session.may_undo(["south"]).asks == ("north",)
    assert session.undo(["south"], agreed=["north"])
    assert session.may_redo(["south"]).is_allowed
    assert not session.may_redo(["north"]).is_allowed


@pytest.mark.parametrize(("seat", "other"), [("north", "south"), ("south", "north")])
def test_own_takes_back_no_choice_once_those_of_the_others_are_open(opened, seat, other):
    session = opened()

    assert f"what {other} chose at the same time is open" in session.may_undo([seat]).why
    assert not session.undo([seat])


def test_persons_are_those_seats_that_no_bot_plays():
    players = {"north": "bot:greedy", "east": "human", "south": "zealot", "west": "human"}

    assert persons_of(players) == ("east", "west")
