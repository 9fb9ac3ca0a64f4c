"""The lesson of a room: its progress, and whether its coach speaks."""

from contextlib import suppress
from functools import lru_cache
from typing import Any

from ..engine.game import Game
from ..errors import TabletopError
from ..presentation.lessons import Lesson, lesson_of
from .store import Store


class Coaching:
    """Whether a room is a lesson, and whether the coach is silent; the store keeps both.

    How far the lesson has come is not kept: the answers on the tape say it.
    """

    def __init__(self, room: str, store: Store) -> None:
        self.room = room
        self.store = store
        row = store.one("SELECT * FROM lessons WHERE room = ?", room)
        self.is_lesson = row is not None
        self.is_silent = bool(row and row["silent"])

    def lesson(self, game: Game[Any]) -> Lesson | None:
        """Return the lesson of this room, if it is one and its file has no fault."""
        return known_lesson(game) if self.is_lesson else None

    def silence(self, silent: bool) -> None:
        """Let the coach be silent from now on, or speak again."""
        self.is_silent = silent
        self.store.change("UPDATE lessons SET silent = ? WHERE room = ?", int(silent), self.room)


@lru_cache(maxsize=64)
def known_lesson(game: Game[Any]) -> Lesson | None:
    """Return the lesson of a game; None where it has none, or one with a fault."""
    with suppress(TabletopError):
        return lesson_of(game)
    return None
