"""The chat of a room: messages of persons, and reports of the room itself."""

from collections import deque
from functools import cached_property
from time import time
from typing import Any
from unicodedata import category

from .errors import RoomError
from .store import Store

DAY_S = 24 * 3600.0

MAX_CHAT_LETTERS = 500
"""The maximum number of letters in one line of chat."""

MAX_CHAT_LINES = 50
"""The number of lines that the page shows."""

MAX_LINES_STORED = 2000
"""Lines of a room in the store; once it sleeps, older ones are in a file."""

MAX_LINES_A_DAY = 500
"""Lines of persons in one room within a day; and as many reports of the room itself."""

JOINERS = "\u200c\u200d"
"""Letters without a shape that words of some languages, and many emoji, are made with."""


class Chat:
    """The last lines of a room's chat: `number`, `at`, `name` (empty for the room), `text`."""

    def __init__(self, room: str, store: Store) -> None:
        self.room = room
        self.store = store
        rows = store.all(
            "SELECT number, at, name, text FROM chat WHERE room = ? ORDER BY number DESC LIMIT ?",
            room,
            MAX_CHAT_LINES,
        )
        self.lines = rows[::-1]

    @cached_property
    def _times(self) -> dict[bool, deque[float]]:
        """When the lines of the last day came, those of persons and those of the room."""
        times = {True: deque[float](), False: deque[float]()}
        for row in self.store.all(
            "SELECT name != '' AS said, at FROM chat WHERE room = ? AND at > ? ORDER BY number",
            self.room,
            time() - DAY_S,
        ):
            times[bool(row["said"])].append(row["at"])
        return times

    def say(self, name: str, text: str) -> None:
        """Add a person's message, without letters that cannot be seen.

        Some of those turn the writing of all that follows round, also of what others wrote.

        Raises:
            RoomError: it is empty or too long.
        """
        text = " ".join("".join(filter(_is_seen, " ".join(text.split()))).split())
        if not text or len(text) > MAX_CHAT_LETTERS:
            raise RoomError(
                f"a line of chat has 1 to {MAX_CHAT_LETTERS} letters; write a shorter one"
            )
        if self._today(True) >= MAX_LINES_A_DAY:
            raise RoomError(
                f"this table has reached the limit of {MAX_LINES_A_DAY} lines of chat a day; "
                "continue tomorrow"
            )
        self._add(name, text)

    def note(self, text: str) -> None:
        """Add a report of the room itself, unless it had very many within a day."""
        already = self._today(False)
        if already + 1 == MAX_LINES_A_DAY:
            text = f"{text}; no further reports today"
        if already < MAX_LINES_A_DAY:
            self._add("", text)

    def _today(self, said: bool) -> int:
        """Return how many lines of persons, or of the room, came within the last day."""
        times = self._times[said]
        while times and times[0] < time() - DAY_S:
            times.popleft()
        return len(times)

    def old(self) -> list[dict[str, Any]]:
        """Return the lines that are to leave the store, the oldest first."""
        last = self.lines[-1]["number"] if self.lines else 0
        return self.store.all(
            "SELECT number, at, name, text FROM chat WHERE room = ? AND number <= ? "
            "ORDER BY number",
            self.room,
            last - MAX_LINES_STORED,
        )

    def forget(self, until: int) -> None:
        """Remove the lines up to this number from the store."""
        self.store.change("DELETE FROM chat WHERE room = ? AND number <= ?", self.room, until)

    def _add(self, name: str, text: str) -> None:
        number = self.lines[-1]["number"] + 1 if self.lines else 1
        at = time()
        line = {"number": number, "at": at, "name": name, "text": text}
        times = self._times[bool(name)]
        self.store.insert("chat", room=self.room, **line)
        times.append(at)
        # Make a new list, because pages being drawn keep the one they have.
        self.lines = [*self.lines, line][-MAX_CHAT_LINES:]


def _is_seen(letter: str) -> bool:
    return letter in JOINERS or category(letter) not in ("Cc", "Cf", "Co", "Cs")
