"""A new game begins in the middle of another one."""

import attrs
import pytest

from tabletop_core import ForEach, Repeat, Sequence, Step
from tabletop_core.errors import SaveError, SequenceError
from tabletop_core.saves.copies import copy_game
from tabletop_core.saves.folder import saved_games
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import begin, new_session, resume_session


@pytest.fixture
def left(race, tmp_path):
    session = new_session(race, seed=4, save=tmp_path / "one.toml")
    begin(session)
    for answer in ("roll", "hold", "hold", "roll"):
        session.answer(answer)
    yield session
    session.close()


@pytest.fixture
def copied(race, left, tmp_path):
    """Return what copies the game after so many answers, and resumes the copy."""

    def copied(answers, **how):
        header = read_save(tmp_path / "one.toml").header
        path = tmp_path / f"copy_{answers}.toml"
        copy_game(left, answers, attrs.evolve(header, seed="9"), path, **how)
        return resume_session(read_save(path), lambda pack: race, write=False)

    return copied


@pytest.mark.parametrize("answers", range(5))
def test_a_copy_stands_where_the_game_stood_after_so_many_answers(left, copied, answers):
    match = copied(answers).match

    then = left.match
    while then.decisions > answers:
        then.undo()
    assert (match.state, match.decision.prompt) == (then.state, then.decision.prompt)
    assert match.play.seat == then.play.seat


@pytest.mark.parametrize("answers", [-1, 5, 8])
def test_no_copy_begins_before_the_first_answer_or_after_the_last(copied, answers):
    with pytest.raises(SequenceError, match="this game has 4 answers; go on from one of them"):
        copied(answers)


def test_a_copy_from_the_middle_is_listed_before_anybody_has_answered_in_it(
    copied, tmp_path, monkeypatch
):
    monkeypatch.setenv("TABLETOP_SAVES", str(tmp_path))
    copied(3)

    assert "copy_3" in [path.stem for path, _ in saved_games()]


def test_a_copy_is_not_written_over_another(copied):
    copied(3)

    with pytest.raises(SaveError, match=r"copy_3.toml exists already"):
        copied(3)


# ---------------------------------------------------------------- a copy for a seat


def lay_two(play):
    """Lay one card face up and then another."""
    hand = play.state.hands[play.seat]
    for _ in range(2):
        card = yield play.ask("Which card?", tuple(sorted(hand.cards)))
        play.state.played[play.seat] = hand.play(card)


@pytest.fixture
def dealt(tricks_with, tmp_path):
    """A game of hidden hands: each has laid two cards, and the first one of two more."""
    turns = ForEach("Player", lambda play: play.seats, Step("Lay", lay_two, may_end=True))
    deal = tricks_with().sequence.children[0]
    game = tricks_with(sequence=Sequence("Game", deal, Repeat("Round", turns)))
    session = new_session(game, seed=4, save=tmp_path / "one.toml")
    begin(session)
    for _ in range(5):
        session.answer(session.match.decision.options[0])
    yield session
    session.close()


def copied_for(session, seat):
    header = attrs.evolve(read_save(session.journal.path).header, seed="9")
    path = session.journal.path.with_name(f"for_{seat}.toml")
    copy_game(session, 5, header, path, seat=seat)
    return resume_session(read_save(path), lambda pack: session.match.game, write=False).match


def test_a_copy_for_nobody_stands_where_the_game_stood(dealt):
    assert copied_for(dealt, "").state == dealt.match.state


def test_a_copy_for_a_seat_keeps_its_cards_and_draws_the_cards_of_the_others_anew(dealt):
    hands = dealt.match.state.hands
    copy = copied_for(dealt, "west")

    assert copy.state.hands["west"] == hands["west"]
    assert not set(copy.state.hands["east"].cards) >= set(hands["east"].cards)


def test_a_copy_for_a_seat_begins_with_the_step_that_was_under_way(dealt):
    copy = copied_for(dealt, "east")

    assert copy.play.seat == dealt.match.play.seat == "east"
    assert copy.state.played["west"] == dealt.match.state.played["west"]
    assert [len(hand) for hand in copy.state.hands.values()] == [2, 2]
