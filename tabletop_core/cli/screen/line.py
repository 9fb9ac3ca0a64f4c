"""Line mode: a game played with a keyboard and lines of text.

The only place that reads from a keyboard.
"""

import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ...engine.decisions import Decision
from ...events.words import piled
from ...presentation.answers import Choices
from ...presentation.games import outcome_lines
from ...presentation.options import is_place
from ...presentation.sequence import rule_words
from ...presentation.story import story_of
from ...saves.session import Session
from ...saves.undoing import Undo
from ...text.moment_lines import story_lines
from ...text.question_lines import end_lines
from ...text.style import Style
from ...viewers import Viewer
from .output import Scrolling
from .prompt import Asked, ask
from .real_dice import RealDice
from .signals import Leave, Retake
from .terminal_session import TerminalSession

if TYPE_CHECKING:
    from ...presentation.lessons import Lesson
    from .pinned import Pinned


class Keyboard:
    """Reads lines; input from a pipe is echoed, so that a transcript reads well.

    Tab completes `words`.
    """

    def __init__(self) -> None:
        self.words: Sequence[str] = ()
        self._is_typed = sys.stdin.isatty()
        if self._is_typed:
            # Gives `input` line editing, a history, and completion.
            with suppress(ImportError):
                import readline

                readline.parse_and_bind("tab: complete")
                readline.set_completer_delims(" ,")
                readline.set_completer(self._complete)

    def _complete(self, text: str, number: int) -> str | None:
        """Return the completion of this number; None after the last."""
        found = [word for word in self.words if word.casefold().startswith(text.casefold())]
        return found[number] + " " if number < len(found) else None

    def read(self, prompt: str) -> str:
        """Return the next line without spaces around it.

        Raises:
            Leave: there is no more input.
        """
        try:
            text = input(prompt).strip()
        except EOFError:
            print()
            raise Leave("the input ended") from None
        if not self._is_typed:
            print(text)
        return text


LEFT = "You have left the lesson; undo takes you back to it."


class Teacher:
    """Shows each text of a lesson once, at the question that it explains."""

    def __init__(self, desk: TerminalSession, lesson: "Lesson") -> None:
        self.desk = desk
        self.lesson = lesson
        self._last: int | None = -1

    def tell(self) -> str:
        """Show the text for the current question; return the answer that the lesson suggests."""
        lesson, desk = self.lesson, self.desk
        persons = desk.session.humans
        at, last = lesson.given(desk.match, persons), self._last
        move = lesson.next(desk.match, persons)
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
        from ...presentation.lessons import paragraphs

        style = self.desk.style
        for paragraph in paragraphs(text):
            for line in style.wrap(paragraph, "  | "):
                self.desk.say(style.paint(line, "good"))


def _named(decision: Decision, answer: str) -> str:
    """Return what an answer is called that is not typed: cards in places by their names."""
    parts = answer.split(", ")
    if all(is_place(one) and one in decision.options for one in parts):
        return piled(map(decision.label_of, parts))
    return answer


class LineMode(TerminalSession):
    """One game at a keyboard."""

    def __init__(
        self,
        session: Session,
        style: Style,
        dice: RealDice | None = None,
        keyboard: Any = None,
        *,
        waits_at_steps: bool = False,
        keeps_untouched: bool = True,
        lesson: "Lesson | None" = None,
        pinned: "Pinned | None" = None,
    ) -> None:
        super().__init__(
            session,
            pinned or Scrolling(style),
            pinned or keyboard or Keyboard(),
            waits_at_steps=waits_at_steps,
        )
        self._dice = dice
        self._keeps_untouched = keeps_untouched
        self._teacher = Teacher(self, lesson) if lesson else None

    def run(self) -> bool:
        """Play until the game is over or the person leaves; True when it is over."""
        if self._dice is not None:
            self._dice.table = self
        try:
            while True:
                self._meet_wish()
                # Where no person plays, show the log while the bots play.
                self.session.advance(None if self.session.humans else self.tell_on)
                self._say_file_notices()
                if self.match.decision is not None:
                    self._ask(self.match.decision)
                elif self.match.is_over:
                    break
            with suppress(Leave):
                self._tell_end()
        except Leave as left:
            self.paper.close()
            self.say(*self._farewell(str(left)))
            return False
        except KeyboardInterrupt:
            self.paper.close()
            self.say("", *self._farewell("interrupted"))
            raise
        finally:
            self.paper.close()
            self.session.close()
            self._say_file_notices()
        story = story_of(self.match, self.viewer, self.session.salt)
        self.say(*(story_lines(story, self.style) if story else ()))
        # Scrolling lines have just shown the reason; a pinned table is gone, and its log with it.
        self.say(
            *end_lines(self.match, self.session.humans, self.saved_as, with_reason=self.paper.pins)
        )
        return True

    def _say_file_notices(self) -> None:
        for notice in self.session.file_notices():
            self.say(*self.style.wrap(f"Note: {notice}.", "", "  "))

    def _tell_end(self) -> None:
        """Show each person how the game ended."""
        self.news(self.looking)
        if self.session.humans and self.style.boxes:
            self.auto_view()
        for seat in self.session.humans:
            if any(event.seen_by(Viewer(seat)) for event in self._untold(seat)):
                if self._clears:
                    self.keyboard.read("(Enter to go on) ")
                self.hand_over(seat)
                self.news(seat)
        if self.paper.pins:
            lines = outcome_lines(self.match, mine=self.session.humans, with_reason=False)
            self.paper.ask(*self.style.wrap(". ".join(lines)))
            self.keyboard.read("(Enter to leave the table) ")

    def _meet_wish(self) -> None:
        """Carry out a command that was given at a prompt for dice or cards."""
        wish, self.wish = self.wish, None
        if isinstance(wish, Retake):
            self._undo_or_redo(wish)
        elif wish is not None:
            raise wish

    def _farewell(self, why: str) -> list[str]:
        lines = [f"{why[:1].upper()}{why[1:]}."]
        real_dice = self._dice is not None
        if not self._keeps_untouched and self.session.discard_untouched(real_dice=real_dice):
            return [*lines, "You gave no answer, so this game was not saved."]
        # Write first: only a game on the disk may be called saved.
        self.session.close()
        self._say_file_notices()
        path = self.saved_as
        if path is None:
            return [*lines, "This game was not saved."]
        from shlex import quote

        return [*lines, f"The game is saved. Continue with: tabletop resume {quote(str(path))}"]

    def _ask(self, decision: Decision) -> None:
        persons = [seat for seat in decision.seats if seat in self.session.humans]
        # Of several that may answer, prefer the person at the keyboard.
        seat = self.seat if self.seat in persons else persons[0]
        self.hand_over(seat)
        self.say("")
        # The log comes first: the table would give away how things went.
        self.tell_on()
        self.tell_opening()
        if not self.ahead:
            self.auto_view()
        self.where()
        choices = Choices(decision)
        usual = self._teacher.tell() if self._teacher else ""
        asked = Asked(
            question=self._question(decision, persons),
            hint=choices.hint() + (f", Enter for {_named(decision, usual)}" if usual else ""),
            read=choices.read,
            choices=choices,
            usual=usual,
        )
        try:
            answer = ask(self, asked)
        except Retake as wish:
            self._undo_or_redo(wish)
        else:
            self.session.answer(answer, seat=seat)

    def _question(self, decision: Decision, persons: list[str]) -> str:
        who = f"{' or '.join(persons)} decides: " if len(self.match.seats) > 1 else ""
        step_rule = self.match.play.step.rule_number if self.match.play.step else ""
        rule = "" if decision.rule == step_rule else rule_words(decision.rule, self.log.titles)
        return f"{who}{decision.prompt}" + (f"  [{rule}]" if rule else "")

    def _undo_or_redo(self, wish: Retake) -> None:
        """Undo the last answer, or redo it.

        `undo` alone undoes typed dice or cards only if no answer can be undone.
        """
        if wish.args[0] == "redo":
            if not self.session.redo():
                self.say("There is nothing to redo: only the last answer undone can be repeated.")
            return
        only_dice = wish.args[0] == "undo dice"
        found = self.session.may_undo()
        if found.is_allowed and not only_dice:
            if self.session.undo(agreed=self._agreed(found)):
                self.retell()
            else:
                self.say("Not everybody agreed, so nothing was undone.")
        elif not self.session.undo_chance():
            why = "the last thing typed is not a die or card; type undo to undo the answer"
            why = why if only_dice else found.why
            self.say(*self.style.wrap(f"{why[:1].upper()}{why[1:]}."))

    def _agreed(self, found: Undo) -> list[str]:
        """Ask the persons who must agree, and return those who do."""
        question = "{}: may {} undo the last answer and everything after it? (yes or no) > "
        return [
            other
            for other in found.asks
            if self.keyboard.read(question.format(other, found.seat)).lower() in ("y", "yes")
        ]
