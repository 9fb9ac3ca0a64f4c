"""Line mode: a game played with a keyboard and lines of text.

The only place that reads from a keyboard.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ...engine.decisions import Decision
from ...errors import IllegalAnswerError, TabletopError
from ...events.event import Event
from ...saves.session import Session
from ...saves.undoing import Undo
from .answers import Choices, LeaveError, MisreadError, RetakeError
from .own_dice import OwnDice
from .show import command_lines, odds_lines, option_lines, outcome_lines
from .story import CONTINUED, Story
from .style import Style
from .terminal import draw
from .tree import rule_words, sequence_lines


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


def _by_step(events: Iterable[Event]) -> Iterator[list[Event]]:
    """Part the events where a step begins."""
    part: list[Event] = []
    for event in events:
        if event.kind == "step" and part:
            yield part
            part = []
        part.append(event)
    yield part


class LineMode:
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
        self.session = session
        self.play = session.play
        self.style = style
        self.keyboard = keyboard or Keyboard()
        self.own_dice = dice
        self._waits_at_steps = waits_at_steps
        self._story = Story(self.play.game, style)
        self._told = 0
        self._told_privately: dict[str, int] = {}
        self._shows_view = True
        self._last_view: list[list[str]] = []
        self._last_seat = ""
        self.wish: TabletopError | None = None
        self._commands: Mapping[str, Callable[[str], None]] = {
            "undo": self._undo,
            "log": self._log,
            "view": self._view,
            "save": self._save,
            "rules": self._rules,
            "quit": self._quit,
        }

    # ------------------------------------------------------------------ the game

    def run(self) -> bool:
        """Play until the game is over or the person leaves; True when it is over."""
        if self.own_dice is not None:
            self.own_dice.table = self
        try:
            while True:
                self._meet_wish()
                # Where nobody else is asked, the game is told while the bots play it.
                self.session.advance(None if self.session.humans else self._tell_on)
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
            self._auto_view()
        self._news(self.viewer)
        for seat in self.session.humans:
            if any(event.seen_by(seat) for event in self._untold(seat)):
                if self._clears:
                    self.keyboard.read("(Enter to go on) ")
                self._hand_over(seat)
                self._news(seat)
        self.say(*outcome_lines(self.play, self._saved_as()))
        return True

    def skip_to_now(self, last_lines: int = 8) -> None:
        """Count all that happened as told, but for a few last lines, when a game goes on."""
        decision = self.play.decision
        seats = decision.seats if decision else self.play.seats
        self._hand_over(next((seat for seat in self.session.humans if seat in seats), ""))
        if self._clears:
            # Each is told at the keyboard what happened since the last answer given there.
            self._told_privately = dict(self.play.heard)
            return
        told = self._last_told(last_lines)
        first = max(0, len(told) - last_lines)
        while first and told[first].startswith(CONTINUED):
            first -= 1
        if first:
            self.say("The story so far ended with:")
        self.say(*told[first:])

    def _last_told(self, lines: int) -> list[str]:
        """Tell at least so many lines, as long as there are: no more of the story than needed."""
        for first in (self.play.first_at_hand, 0):
            self._story = Story(self.play.game, self.style)
            self._told = self._told_privately[self.viewer or ""] = first
            told = self._story.tell(self._fresh(self.viewer))
            if len(told) >= lines:
                break
        return told

    def _meet_wish(self) -> None:
        """Do what was asked for at a prompt for dice or cards, which the rules were left by."""
        wish, self.wish = self.wish, None
        if isinstance(wish, RetakeError):
            self._take_back(wish)
        elif wish is not None:
            raise wish

    def _farewell(self, why: str) -> list[str]:
        lines = [f"{why[:1].upper()}{why[1:]}."]
        path = self._saved_as()
        if path is None:
            return [*lines, "This game was not saved."]
        from shlex import quote

        return [*lines, f"The game is saved. Go on with: tabletop resume {quote(str(path))}"]

    def _saved_as(self) -> Path | None:
        return self.session.journal.path if self.session.journal else None

    # ------------------------------------------------------------------ telling

    def say(self, *lines: str, end: str = "\n") -> None:
        for line in lines:
            print(line, end=end)
        sys.stdout.flush()

    def _fresh(self, seat: str | None) -> list[Event]:
        """Return what has not been told yet, and count it as told."""
        new = [event for event in self._untold(seat) if event.seen_by(seat)]
        self._told = self._told_privately[seat or ""] = self.play.told
        return new

    def _untold(self, seat: str | None) -> list[Event]:
        """Return what was not told: on one screen to all once, and to each in private."""
        private = self._told_privately.get(seat or "", 0)
        public = private if self._clears else self._told
        first = min(public, private)
        return [
            event
            for number, event in enumerate(self.play.events_since(first), first)
            if number >= (public if event.seats is None else private)
        ]

    def _news(self, seat: str | None) -> bool:
        """Tell the news; where asked to, wait after each step in which something happened."""
        told = False
        for part in _by_step(self._fresh(seat)):
            lines = self._story.tell(part)
            if lines and told and self._waits_at_steps:
                self.keyboard.read("(Enter to go on) ")
            self.say(*lines)
            told = told or bool(lines)
        return told

    def _tell_on(self) -> None:
        self._news(self.viewer)

    @property
    def viewer(self) -> str | None:
        """Whose eyes are on the screen; None for one who may see all, where no person plays."""
        humans = self.session.humans
        return self._last_seat or (humans[0] if humans else None)

    def where(self) -> None:
        """Say what just happened, and where in the sequence of play that led to."""
        self._news(self.viewer)
        self.say(*self._story.here(self.play))

    @property
    def hides(self) -> bool:
        """Whether several persons play at this keyboard who may not see the same."""
        return self.play.game.redeal is not None and len(self.session.humans) > 1

    @property
    def _clears(self) -> bool:
        """Whether the screen is cleared for each of them, so that each is told everything."""
        return self.hides and self.style.boxes

    def _hand_over(self, seat: str) -> None:
        """At a shared keyboard, let the others look away where the game hides something."""
        if self._clears and self._last_seat != seat:
            if self._last_seat:
                self.say("\x1b[2J\x1b[3J\x1b[H", end="")
            self.say(f"{seat} is next.")
            self.keyboard.read(f"Hand the keyboard to {seat}, then press Enter. ")
            self._last_view = []
        self._last_seat = seat

    # ------------------------------------------------------------------ decisions

    def _ask(self, decision: Decision) -> None:
        persons = [seat for seat in decision.seats if seat in self.session.humans]
        # Where several may answer, it is the one at the keyboard, if that is one of them.
        seat = self._last_seat if self._last_seat in persons else persons[0]
        self._hand_over(seat)
        self.say("")
        self._auto_view()
        self.where()
        who = f"{' or '.join(persons)} decides: " if len(self.play.seats) > 1 else ""
        rule = "" if decision.rule == self._step_rule else rule_words(decision.rule, self._titles)
        choices = Choices(decision)
        self.put(f"{who}{decision.prompt}" + (f"  [{rule}]" if rule else ""), choices)
        while True:
            text = self.keyboard.read(f"({choices.hint()}; ? for help) > ")
            try:
                if self.is_command(text, choices):
                    self.command(text, choices, decision.prompt)
                    continue
                answer = choices.read(text)
            except RetakeError as wish:
                self._take_back(wish)
                return
            except (MisreadError, IllegalAnswerError) as error:
                self.say(*self.style.wrap(str(error)))
                continue
            self.session.answer(answer, seat=seat)
            return

    def put(self, question: str, choices: Choices | None) -> None:
        """Write a question and the options."""
        self.say(*(self.style.paint(line, "ask") for line in self.style.wrap(question)))
        if choices is not None:
            self.say(*option_lines(choices, self.style))

    def _auto_view(self) -> None:
        """Draw the parts of the table that look different; plain lines only tell it once."""
        if not self._shows_view or (self._last_view and not self.style.boxes):
            return
        view = [draw([panel], self.style) for panel in self.play.game.view(self.play, self.viewer)]
        gap = False
        for lines in view:
            if lines not in self._last_view:
                self.say(*([""] if gap else []), *lines)
                gap = True
        self._last_view = view

    @property
    def _step_rule(self) -> str:
        return self.play.step.rule_number if self.play.step else ""

    @property
    def _titles(self) -> Mapping[str, str]:
        return self._story.titles

    # ------------------------------------------------------------------ commands

    def is_command(self, text: str, choices: Choices | None) -> bool:
        """Tell a command from an answer; an option of the same name goes first."""
        word = text.split(maxsplit=1)[0] if text else ""
        if word.startswith("/"):
            return True
        if choices is not None and choices.has(text):
            return False
        known = ("?", "help", "exit", "odds", "advise", *self._commands)
        return word.lower() in known

    def command(self, text: str, choices: Choices | None, question: str) -> None:
        word, _, rest = text.removeprefix("/").partition(" ")
        word = word.lower()
        rest = rest.strip()
        if word in ("?", "help"):
            self.say(*command_lines(question, choices, self.style))
        elif word == "odds":
            self._odds(rest, choices)
        elif word == "advise":
            self._advise(rest, choices)
        elif word == "exit":
            self._quit(rest)
        elif word in self._commands:
            self._commands[word](rest)
        else:
            self.say(f"there is no command {word!r}; type ? for the commands")

    def _undo(self, rest: str) -> None:
        if rest.lower() not in ("", "dice"):
            self.say("Type undo, or undo dice to take back only the last dice or card you typed.")
            return
        raise RetakeError(rest.lower())

    def _take_back(self, wish: RetakeError) -> None:
        """Take back the last answer; own dice or cards, if asked to or where nothing else is."""
        only_dice = wish.args[0] == "dice"
        found = self.session.may_undo()
        if found.is_allowed and not only_dice:
            if self.session.undo(agreed=self._agreed(found)):
                self._retell()
            else:
                self.say("Not all agree, so nothing was taken back.")
        elif not self.session.undo_chance():
            why = "the last thing typed is no die or card; type undo to take back the answer"
            why = why if only_dice else found.why
            self.say(*self.style.wrap(f"{why[:1].upper()}{why[1:]}."))

    def _agreed(self, found: Undo) -> list[str]:
        """Return which of the persons who must agree do."""
        question = "{}: may {} take back the last answer, and all that followed? (yes or no) > "
        return [
            other
            for other in found.asks
            if self.keyboard.read(question.format(other, found.seat)).lower() in ("y", "yes")
        ]

    def _retell(self) -> None:
        """Begin to tell again where an answer was taken back."""
        self._story.here(self.play)
        told = self.play.told
        last = self.play.events_since(told - 1) if told else []
        self._told = told - (1 if last and last[0].kind == "undone" else 0)
        # Who was told less stands where the telling ended.
        self._told_privately = {
            seat: min(told, self._told) for seat, told in self._told_privately.items()
        }

    def _log(self, rest: str) -> None:
        events = [event for event in self.play.events if event.seen_by(self.viewer)]
        style = Style(boxes=self.style.boxes, width=self.style.width)
        self._page(Story(self.play.game, style).tell(events))

    def _page(self, lines: Iterable[str]) -> None:
        text = "\n".join(lines) + "\n"
        if self.style.boxes:
            import pydoc

            pydoc.pager(text)
        else:
            print(text, end="")

    def _view(self, rest: str) -> None:
        if rest.lower() in ("on", "off"):
            self._shows_view = rest.lower() == "on"
            self.say(f"The table is drawn {'when it changes' if self._shows_view else 'on view'}.")
        else:
            self.say(*draw(self.play.game.view(self.play, self.viewer), self.style))

    def _save(self, rest: str) -> None:
        path = self._saved_as()
        if self.session.journal is None or path is None:
            self.say("This game is not being saved; start it with --save FILE.")
            return
        self.session.journal.sync()
        if rest:
            self.say(_copy(path, Path(rest).expanduser()))
        else:
            self.say(f"The game is saved after every answer, in {path}.")

    def _rules(self, rest: str) -> None:
        here = self.play.step.name if self.play.step else ""
        game = self.play.game
        self.say(*sequence_lines(game.program.sequence, self._titles, self.style, here))

    def _odds(self, rest: str, choices: Choices | None) -> None:
        if choices is None or choices.decision.odds is None:
            self.say("No odds are known for this question.")
            return
        chosen: Sequence[Any] = choices.options
        if rest:
            chosen = [choices.read_option(rest)]
        elif len(chosen) > 12:
            self.say("Name the option: odds OPTION.")
            return
        self.say(*odds_lines(choices.decision, chosen, self.style))

    def _advise(self, rest: str, choices: Choices | None) -> None:
        from .advice import advice_lines

        self.say(*advice_lines(self.play, self._last_seat, rest, choices))

    def _quit(self, rest: str) -> None:
        raise LeaveError("you left the game")


def _copy(source: Path, target: Path) -> str:
    try:
        with open(target, "xb") as file:
            file.write(source.read_bytes())
    except FileExistsError:
        return f"{target} exists already; choose another name."
    except OSError as error:
        return f"{target} cannot be written: {error.strerror}; choose another name."
    return f"A copy of the game is in {target}."
