"""The first game of a pack that explains itself: a recorded opening with a word on each decision.

It stands in the file `lesson.toml` of the pack's folder. As long as a person answers as it does,
its words come with the questions; who answers otherwise plays on alone, and finds it again by undo.
"""

from collections.abc import Collection, Mapping
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

import attrs

from ..data import Component, Document, read_document, structure
from ..engine.decisions import Answer, Decision
from ..engine.game import Game
from ..engine.play import Play
from ..engine.tape import given_in
from ..errors import DataError, PackError, Problem

FILE = "lesson.toml"
NOTHING = "none"


@attrs.frozen(kw_only=True)
class Move:
    """A decision of the opening.

    `asks` is how its question begins; `answer` the id of an option, several with `, ` between,
    or `none`; `words` explain it.
    """

    asks: str
    answer: str
    words: str


@attrs.frozen(kw_only=True)
class Lesson(Component):
    """An opening: the options, seed and players of the game, its moves, words around them."""

    seed: int
    seats: str = "human"
    options: Mapping[str, str] = attrs.field(factory=dict)
    before: str
    after: str
    move: tuple[Move, ...]

    def given(self, play: Play[Any], persons: Collection[str]) -> int | None:
        """Return how many moves these seats have answered as here; None where they left it."""
        assert play.tape is not None
        answers = [
            written(answer)
            for entry in play.tape.entries
            for seat, answer in given_in(entry)
            if seat in persons
        ]
        taught = [move.answer for move in self.move]
        follows = answers[: len(taught)] == taught[: len(answers)]
        return min(len(answers), len(taught)) if follows else None

    def next(self, play: Play[Any], persons: Collection[str]) -> Move | None:
        """Return the move that the present question belongs to; None where there is none."""
        at = self.given(play, persons)
        return None if at is None or at == len(self.move) else self.move[at]


def written(answer: Answer) -> str:
    """Write an answer as a lesson does."""
    if isinstance(answer, tuple):
        return ", ".join(map(str, answer)) or NOTHING
    return str(answer)


def answer_of(move: Move, decision: Decision) -> Answer:
    """Return the answer of a move to its question.

    Raises:
        IllegalAnswerError: it is no legal one.
    """
    options = {str(option): option for option in decision.options}
    if not decision.several:
        return decision.check(options.get(move.answer, move.answer))
    parts = [] if move.answer == NOTHING else move.answer.split(", ")
    return decision.check(tuple(options.get(part, part) for part in parts))


def lesson_file(game: Game[Any]) -> Document | None:
    """Return the file of a pack's lesson; None where there is none."""
    spec = find_spec(game.package)
    if spec is None or spec.submodule_search_locations is None:
        return None
    path = files(game.package) / FILE
    return read_document(path) if path.is_file() else None


def lesson_of(game: Game[Any]) -> Lesson:
    """Return the lesson of a game.

    Raises:
        PackError: it has none.
        DataError: its file has a fault.
    """
    document = lesson_file(game)
    if document is None:
        raise PackError(f"{game.title} has no lesson yet; play it with `tabletop play {game.id}`")
    return structure(document, Lesson)


def fault_at(document: Document, number: int, message: str, remedy: str) -> DataError:
    """Return the error for a move of a lesson that does not fit the game, counted from 0."""
    where = Problem(code="C805", key=f"move[{number}]", message=message, remedy=remedy)
    return DataError([document.place(where)])
