"""Checks that the lesson of a pack is valid and that its opening can be played."""

from typing import TYPE_CHECKING, Any

from ..bots.seating import HUMAN, options_to_seat, play_bots, read_seats, seat_bots
from ..data.documents import Document
from ..data.structuring import structure
from ..engine.game import Game
from ..engine.match import Match
from ..engine.tape import Tape
from ..errors import DataError, IllegalAnswerError, PackError, Problem
from ..events.words import counted
from ..presentation.lessons import TO_WRITE, Lesson, answer_of, fault_at, lesson_file

if TYPE_CHECKING:
    from .exam_run import Exam


def check_lesson(exam: "Exam") -> None:
    """Play the opening of the lesson, if the pack has one."""
    try:
        document = lesson_file(exam.game)
        if document is not None:
            lesson = structure(document, Lesson)
            if unwritten := lesson.unwritten:
                what = f"{counted(len(unwritten), 'text')} of the lesson must still be written"
                how = f"write them in place of {TO_WRITE.strip()!r} and what follows it"
                found = Problem(code="C806", key=unwritten[0], message=what, remedy=how)
                exam.problems.append(document.place(found))
            play_lesson(exam.game, exam.data, document)
    except DataError as error:
        exam.problems += error.problems
    except PackError as error:
        exam.report("C805", f"the lesson cannot begin: {error}")


def play_lesson(game: Game[Any], data: Any, document: Document) -> None:
    """Answer as the lesson in a file does.

    Raises:
        DataError: the file has a fault, a question differs, or an answer is not legal.
        PackError: its options or players do not suit the game.
    """
    lesson = structure(document, Lesson)
    options = options_to_seat(game, lesson.options, lesson.seats)
    players = read_seats(game, game.seats_for(options), lesson.seats)
    match: Match[Any] = Match(
        game, options=options, data=data, seed=str(lesson.seed), tape=Tape()
    ).begin()
    bots = seat_bots(game, players, match.seed)
    for number, move in enumerate(lesson.move):
        play_bots(match, bots)
        decision = match.decision
        if decision is None:
            raise fault_at(document, number, "the game is over before it", "take it out")
        if not decision.prompt.startswith(move.asks):
            raise fault_at(
                document,
                number,
                f"the question is {decision.prompt!r}, not {move.asks!r}",
                "play the opening again and write what is asked",
            )
        try:
            answer = answer_of(move, decision)
        except IllegalAnswerError as error:
            raise fault_at(document, number, str(error), "give an answer that is legal") from None
        persons = [seat for seat in decision.seats if players[seat] == HUMAN]
        match.answer(answer, seat=persons[0])
