"""Line mode: a game played with a keyboard and lines of text.

The only place that reads from a keyboard.
"""

import sys
from contextlib import suppress
from typing import Any

from ...engine.decisions import Decision
from ...saves.session import Session
from ...told.rules import rule_words
from ...viewers import Viewer
from .answers import Choices, LeaveError, RetakeError
from .desk import Desk
from .own_dice import OwnDice
from .prompt import Asked, ask
from .show import end_lines
from .style import Style


class Keyboard:
    """Reads lines; what is not typed at a terminal is repeated, so that a transcript reads well."""

    def __init__(self) -> None:
        self._is_typed = sys.stdin.isatty()
        if self._is_typed:
            with suppress(ImportError):
                import readline  # noqa: F401 - gives `input` line editing and a history

    def read(self, prompt: str) -> str:
        """Return the next line without spaces around it.

        Raises:
            LeaveError: there is no more input.
        """
        try:
            text = input(prompt).strip()
        except EOFError:
            print()
            raise LeaveError("the input ended") from None
        if not self._is_typed:
            print(text)
        return text


class LineMode(Desk):
    """One game at a keyboard."""

    def __init__(
        self,
        session: Session,
        style: Style,
        dice: OwnDice | None = None,
        keyboard: Any = None,
        *,
        waits_at_steps: bool = False,
    ) -> None:
        super().__init__(session, style, keyboard or Keyboard(), waits_at_steps=waits_at_steps)
        self._dice = dice

    def run(self) -> bool:
        """Play until the game is over or the person leaves; True when it is over."""
        if self._dice is not None:
            self._dice.table = self
        try:
            while True:
                self._meet_wish()
                # Where nobody else is asked, the game is told while the bots play it.
                self.session.advance(None if self.session.humans else self.tell_on)
                if self.play.decision is not None:
                    self._ask(self.play.decision)
                elif self.play.is_over:
                    break
        except LeaveError as left:
            self.say(*self._farewell(str(left)))
            return False
        except KeyboardInterrupt:
            self.say("", *self._farewell("interrupted"))
            raise
        finally:
            self.session.close()
        if self.session.humans and self.style.boxes:
            self.auto_view()
        self.news(self.looking)
        for seat in self.session.humans:
            if any(event.seen_by(Viewer(seat)) for event in self._untold(seat)):
                if self._clears:
                    self.keyboard.read("(Enter to go on) ")
                self.hand_over(seat)
                self.news(seat)
        self.say(*end_lines(self.play, self.saved_as))
        return True

    def _meet_wish(self) -> None:
        """Do what was asked for at a prompt for dice or cards, which the rules were left by."""
        wish, self.wish = self.wish, None
        if isinstance(wish, RetakeError):
            self._take_back(wish)
        elif wish is not None:
            raise wish

    def _farewell(self, why: str) -> list[str]:
        lines = [f"{why[:1].upper()}{why[1:]}."]
        path = self.saved_as
        if path is None:
            return [*lines, "This game was not saved."]
        from shlex import quote

        return [*lines, f"The game is saved. Go on with: tabletop resume {quote(str(path))}"]

    def _ask(self, decision: Decision) -> None:
        persons = [seat for seat in decision.seats if seat in self.session.humans]
        # Where several may answer, it is the one at the keyboard, if that is one of them.
        seat = self.seat if self.seat in persons else persons[0]
        self.hand_over(seat)
        self.say("")
        self.auto_view()
        self.where()
        choices = Choices(decision)
        asked = Asked(
            question=self._question(decision, persons),
            hint=choices.hint(),
            read=choices.read,
            choices=choices,
        )
        try:
            answer = ask(self, asked)
        except RetakeError as wish:
            self._take_back(wish)
        else:
            self.session.answer(answer, seat=seat)

    def _question(self, decision: Decision, persons: list[str]) -> str:
        who = f"{' or '.join(persons)} decides: " if len(self.play.seats) > 1 else ""
        step_rule = self.play.step.rule_number if self.play.step else ""
        rule = "" if decision.rule == step_rule else rule_words(decision.rule, self.story.titles)
        return f"{who}{decision.prompt}" + (f"  [{rule}]" if rule else "")

    def _take_back(self, wish: RetakeError) -> None:
        """Take back the last answer; own dice or cards, if asked to or where nothing else is."""
        only_dice = wish.args[0] == "undo dice"
        if not only_dice and self.session.undo():
            self.retell()
        elif not self.session.undo_chance():
            self.say(
                "The last thing typed is no die or card; type undo to take back the answer."
                if only_dice
                else "There is nothing to take back yet."
            )
