"""The chat of a room: messages of persons, and reports of the room itself."""

from time import time
from unicodedata import category

from .errors import RoomError
from .store import Store

MAX_CHAT_LETTERS = 500
"""The maximum number of letters in one line of chat."""

MAX_CHAT_LINES = 50
"""The number of lines that the page shows. The store keeps all."""


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
        self._add(name, text)

    def note(self, text: str) -> None:
        """Add a report of the room itself."""
        self._add("", text)

    def _add(self, name: str, text: str) -> None:
        number = self.lines[-1]["number"] + 1 if self.lines else 1
        line = {"number": number, "at": time(), "name": name, "text": text}
        self.store.insert("chat", room=self.room, **line)
        # Make a new list, because pages being drawn keep the one they have.
        self.lines = [*self.lines, line][-MAX_CHAT_LINES:]


def _is_seen(letter: str) -> bool:
    return letter in JOINERS or category(letter) not in ("Cc", "Cf", "Co", "Cs")
