"""A new game begins in the middle of another one."""

import attrs
import pytest

from tabletop_core import ForEach, GameOption, Repeat, Sequence, Step
from tabletop_core.errors import SaveError, SequenceError
from tabletop_core.saves.copies import copy_game, reseeded
from tabletop_core.saves.folder import saved_games
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import resume_session


@pytest.fixture
def played(race, path, started):
    return started(race, "roll", "hold", "hold", "roll", seed=4, save=path)


def copy_of(session, answers, seat=""):
    """Copy a game after so many answers with another seed, and go on with the copy."""
    path = session.journal.path
    header = attrs.evolve(read_save(path).header, seed="9")
    copy = path.with_name(f"copy_{answers}.toml")
    copy_game(session, answers, header, copy, seat=seat)
    return resume_session(read_save(copy), lambda pack: session.match.game, write=False).match


@pytest.mark.parametrize("answers", range(5))
def test_a_copy_stands_where_the_game_stood_after_so_many_answers(played, answers):
    match, then = copy_of(played, answers), played.match
    while then.decisions > answers:
        then.history.undo()

    assert (match.state, match.decision.prompt) == (then.state, then.decision.prompt)
    assert match.play.seat == then.play.seat


@pytest.mark.parametrize("answers", [-1, 5, 8])
def test_no_copy_begins_before_the_first_answer_or_after_the_last(played, answers):
    with pytest.raises(SequenceError, match="this game has 4 answers; continue from one of them"):
        copy_of(played, answers)


def test_a_copy_is_listed_before_anybody_has_answered_in_it_and_not_written_over(
    played, path, monkeypatch
):
    monkeypatch.setenv("TABLETOP_SAVES", str(path.parent))
    copy_of(played, 3)

    assert "copy_3" in [path.stem for path, _ in saved_games()]
    with pytest.raises(SaveError, match=r"copy_3.toml exists already"):
        copy_of(played, 3)


# ---------------------------------------------------------------- a copy for a seat


def lay_two(play):
    """Lay one card face up and then another."""
    hand = play.state.hands[play.seat]
    for _ in range(2):
        card = yield play.ask("Which card?", tuple(sorted(hand.cards)))
        play.state.played[play.seat] = hand.play(card)


@pytest.fixture
def dealt(tricks_with, path, started):
    """A game of hidden hands: each has laid two cards, and the first one of two more."""
    turns = ForEach("Player", lambda play: play.seats, Step("Lay", lay_two, may_end=True))
    deal = tricks_with().sequence.children[0]
    game = tricks_with(sequence=Sequence("Game", deal, Repeat("Round", turns)))
    session = started(game, seed=4, save=path)
    for _ in range(5):
        session.answer(session.match.decision.options[0])
    return session


def test_a_copy_for_nobody_stands_where_the_game_stood(dealt):
    assert copy_of(dealt, 5, "").state == dealt.match.state


def test_a_copy_for_a_seat_keeps_its_cards_and_draws_the_cards_of_the_others_anew(dealt):
    hands, copy = dealt.match.state.hands, copy_of(dealt, 5, "west")

    assert copy.state.hands["west"] == hands["west"]
    assert not set(copy.state.hands["east"].cards) >= set(hands["east"].cards)


def test_a_copy_for_a_seat_begins_with_the_step_that_was_under_way(dealt):
    copy = copy_of(dealt, 5, "east")

    assert copy.play.seat == dealt.match.play.seat == "east"
    assert copy.state.played["west"] == dealt.match.state.played["west"]
    assert [len(hand) for hand in copy.state.hands.values()] == [2, 2]


# ---------------------------------------------------------------- the same past, other dice


def test_a_game_whose_dice_to_come_are_another_seeds_keeps_all_else(race_with, path, started):
    options = (
        GameOption(name="goal", values=range(1, 51), default=20, help="Points."),
        GameOption(name="seed", values=range(1, 10), default=1, help="Seeds of grass."),
    )
    session = started(race_with(options=options), "roll", seed=4, options={"seed": 7}, save=path)
    session.close()
    before = read_save(path)

    path.write_bytes(reseeded(before, "9"))

    after = read_save(path)
    assert after.header == attrs.evolve(before.header, seed="9")
    assert after.header.options["seed"] == 7
    assert after.entries == before.entries
