"""Lessons: a recorded opening of a game with an explanation of each decision.

A lesson is the file `lesson.toml` in the folder of a pack. As long as a person gives the recorded
answers, its words come with the questions. A person who answers otherwise plays on without it;
undo leads back into it.
"""

from collections.abc import Collection, Mapping
from itertools import takewhile
from typing import Any

import attrs
import tomli_w

from ..data import Component
from ..data.documents import Document, read_document
from ..data.folders import folder_of
from ..data.structuring import structure
from ..engine.decisions import Answer, Decision
from ..engine.game import Game
from ..engine.match import Match
from ..engine.tape import Tape, given_in
from ..errors import DataError, PackError, Problem
from .answers import Choices

FILE = "lesson.toml"
NOTHING = "none"

TO_WRITE = "To be written: "
"""How a text begins in the file of a lesson that was recorded, until its author writes it."""

WORDS_PER_MINUTE = 160
"""How fast somebody reads what is new to them."""

SECONDS_PER_MOVE = 10
"""How long somebody looks at the table before a move, and at its result."""


@attrs.frozen(kw_only=True)
class Move:
    """A decision of the opening.

    `asks` is the beginning of its question; `answer` the id of an option, several separated by
    `, `, or `none`; `words` explain it. `otherwise` says to whoever has answered otherwise what
    comes of that.
    """

    asks: str
    answer: str
    words: str
    otherwise: str = ""


@attrs.frozen(kw_only=True)
class Lesson(Component):
    """An opening: options, seed and players of the game, its moves, and words around them."""

    seed: int
    seats: str = "human"
    options: Mapping[str, str] = attrs.field(factory=dict)
    before: str
    after: str
    move: tuple[Move, ...]

    @property
    def unwritten(self) -> list[str]:
        """The keys of the texts that its author has still to write."""
        texts = {"before": self.before, "after": self.after}
        texts |= {f"move[{number}].words": one.words for number, one in enumerate(self.move)}
        return [key for key, text in texts.items() if text.startswith(TO_WRITE)]

    @property
    def minutes(self) -> int:
        """How long it takes who reads all words and looks for a moment at each decision."""
        texts = [self.before, self.after, *(one.words for one in self.move)]
        words = sum(len(text.split()) for text in texts)
        return round(words / WORDS_PER_MINUTE + len(self.move) * SECONDS_PER_MOVE / 60)

    def given(self, match: Match[Any], persons: Collection[str]) -> int | None:
        """Return how many moves these seats have followed; None once they have left the lesson."""
        followed = self.followed(match, persons)
        has_left = followed < min(len(_answers(match, persons)), len(self.move))
        return None if has_left else followed

    def followed(self, match: Match[Any], persons: Collection[str]) -> int:
        """Return how many moves from the beginning these seats have answered as taught."""
        both = zip(_answers(match, persons), self.move, strict=False)
        return sum(1 for _ in takewhile(lambda one: one[0] == one[1].answer, both))

    def next(self, match: Match[Any], persons: Collection[str]) -> Move | None:
        """Return the move for the current question, or None."""
        at = self.given(match, persons)
        return None if at is None or at == len(self.move) else self.move[at]


def _answers(match: Match[Any], persons: Collection[str]) -> list[str]:
    """Return all answers of these seats in the form of a lesson."""
    assert match.tape is not None
    return [
        written(answer)
        for entry in match.tape.entries
        for seat, answer in given_in(entry)
        if seat in persons
    ]


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a text of a lesson, each in one line."""
    return [" ".join(one.split()) for one in text.strip().split("\n\n") if one.strip()]


def written(answer: Answer) -> str:
    """Write an answer in the form of a lesson."""
    if isinstance(answer, tuple):
        return ", ".join(map(str, answer)) or NOTHING
    return str(answer)


def answer_of(move: Move, decision: Decision) -> Answer:
    """Return the answer of a move to its question.

    Raises:
        IllegalAnswerError: it is not legal.
    """
    parts = [move.answer]
    if decision.several:
        parts = [] if move.answer == NOTHING else move.answer.split(", ")
    return decision.check(Choices(decision).with_ids(parts))


def lesson_file(game: Game[Any]) -> Document | None:
    """Return the lesson file of a pack, or None."""
    folder = folder_of(game.package)
    if folder is None or not (path := folder / FILE).is_file():
        return None
    return read_document(path)


def lesson_of(game: Game[Any]) -> Lesson:
    """Return the lesson of a game.

    Raises:
        PackError: the pack has no lesson.
        DataError: its file has a fault.
    """
    document = lesson_file(game)
    if document is None:
        raise PackError(f"{game.title} has no lesson yet; play it with `tabletop play {game.id}`")
    return structure(document, Lesson)


def recorded_lesson(match: Match[Any], seats: str, persons: Collection[str]) -> str:
    """Return the file of a lesson whose moves are what persons have answered in a match.

    A second match takes the answers, since the first has forgotten its questions.
    """
    assert match.tape is not None
    game, moves = match.game, []
    again = Match(
        game, options=match.options, data=match.data, seed=match.seed, tape=Tape()
    ).begin()
    for entry in match.tape.entries:
        for seat, answer in given_in(entry):
            if seat in persons:
                asked = next(one for one in again.open if seat in one.seats)
                given = answer if isinstance(answer, tuple) else (answer,)
                why = f"{TO_WRITE}why {', '.join(map(asked.label_of, given)) or 'none of them'}."
                moves.append({"asks": asked.prompt, "answer": written(answer), "words": why})
            again.answer(answer, seat=seat)
    options = {
        one.name: str(match.options[one.name])
        for one in game.options
        if match.options[one.name] != one.default
    }
    lesson = {
        "schema": 1,
        "id": "first_game",
        "title": f"A first game of {game.title}",
        "seed": int(match.seed),
        "seats": seats,
        "before": f"{TO_WRITE}what the game is about, and who the learner is in it.",
        "after": f"{TO_WRITE}what to look for from here on.",
    } | ({"options": options} if options else {})
    # One below the other, however short: the author writes into them.
    entries = [f"[[move]]\n{tomli_w.dumps(move)}" for move in moves]
    return "\n".join([tomli_w.dumps(lesson), *entries])


def fault_at(document: Document, number: int, message: str, remedy: str) -> DataError:
    """Return the error for move `number` (from 0) of a lesson that does not fit the game."""
    where = Problem(code="C805", key=f"move[{number}]", message=message, remedy=remedy)
    return DataError([document.place(where)])
