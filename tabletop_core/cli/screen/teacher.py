"""The words of a lesson, told at the questions that they belong to."""

from typing import TYPE_CHECKING

from .terminal_session import TerminalSession

if TYPE_CHECKING:
    from ...presentation.lessons import Lesson

LEFT = "You have left the lesson and play on by yourself; undo leads back to it."


class Teacher:
    """Tells each word of a lesson once."""

    def __init__(self, desk: TerminalSession, lesson: "Lesson") -> None:
        self.desk = desk
        self.lesson = lesson
        self._last: int | None = -1

    def tell(self) -> str:
        """Tell what belongs to the present question; return the answer that is taught, if any."""
        lesson, desk = self.lesson, self.desk
        persons = desk.session.humans
        at, last = lesson.given(desk.play, persons), self._last
        move = lesson.next(desk.play, persons)
        if at != last:
            self._last = at
            if last == -1:
                self._say(lesson.before)
            if move is not None:
                self._say(move.words)
            elif last is not None and at is None:
                self._say(LEFT)
            elif at is not None:
                self._say(lesson.after)
        return move.answer if move else ""

    def _say(self, text: str) -> None:
        style = self.desk.style
        for paragraph in text.strip().split("\n\n"):
            for line in style.wrap(" ".join(paragraph.split()), "  | "):
                self.desk.say(style.paint(line, "good"))
