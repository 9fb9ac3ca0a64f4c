"""Line mode: a game played with a keyboard and lines of text.

The only place that reads from a keyboard.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..chance import ChanceWaits, Manual
from ..decisions import Decision
from ..errors import IllegalAnswerError, TabletopError
from ..session import Session
from .answers import Choices, MisreadError, dice_words, example, read_faces
from .show import command_lines, odds_lines, option_lines, outcome_lines
from .story import Story
from .style import Style
from .terminal import draw
from .tree import rule_words, sequence_lines


class LeaveError(TabletopError):
    """The person stops playing; the game stays saved."""


class RetakeError(TabletopError):
    """The person takes back the last answer."""


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


class OwnDice(Manual):
    """A person's own dice and cards, asked for by the line mode that is playing.

    Before that, while a saved game is read, the game waits.
    """

    def __init__(self) -> None:
        self.table: LineMode | None = None
        super().__init__(self._roll, self._draw)

    def _roll(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        if self.table is None:
            raise ChanceWaits
        return self.table.ask_roll(sides, why)

    def _draw(self, pool: Mapping[str, int], why: str) -> str:
        if self.table is None:
            raise ChanceWaits
        return self.table.ask_draw(pool, why)


class LineMode:
    """One game at a keyboard."""

    def __init__(
        self, session: Session, style: Style, dice: OwnDice | None = None, keyboard: Any = None
    ) -> None:
        self.session = session
        self.play = session.play
        self.style = style
        self.keyboard = keyboard or Keyboard()
        self._own_dice = dice
        self._story = Story(self.play.game, style)
        self._told = 0
        self._told_privately: dict[str, int] = {}
        self._shows_view = True
        self._last_view: list[list[str]] = []
        self._last_seat = ""
        self._wish: TabletopError | None = None
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
        if self._own_dice is not None:
            self._own_dice.table = self
        try:
            while True:
                self._meet_wish()
                self.session.advance()
                if self.play.decision is not None:
                    self._ask(self.play.decision)
                elif self.play.is_over:
                    break
        except LeaveError as left:
            self._say(*self._farewell(str(left)))
            return False
        except KeyboardInterrupt:
            self._say("", *self._farewell("interrupted"))
            raise
        finally:
            self.session.close()
        humans = self.session.humans
        if humans and self.style.boxes:
            self._auto_view(humans[-1])
        self._news(humans[-1] if humans else None)
        self._say(*outcome_lines(self.play, self._saved_as()))
        return True

    def skip_to_now(self, last_lines: int = 8) -> None:
        """Count all that happened as told, but for a few last lines, when a game goes on."""
        humans = self.session.humans
        told = self._tell(humans[0] if humans else None)
        if len(told) > last_lines:
            self._say("The story so far ended with:")
        self._say(*told[-last_lines:])

    def _meet_wish(self) -> None:
        """Do what was asked for at a prompt for dice or cards, which the rules were left by."""
        wish, self._wish = self._wish, None
        if isinstance(wish, RetakeError):
            self._take_back()
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

    def _say(self, *lines: str) -> None:
        for line in lines:
            print(line)
        sys.stdout.flush()

    def _tell(self, seat: str | None) -> list[str]:
        """Return what has happened since it was last told: to all once, to each in private."""
        events = self.play.events
        private = self._told_privately.get(seat or "", 0)
        new = [
            event
            for number, event in enumerate(events)
            if event.seen_by(seat) and number >= (self._told if event.seats is None else private)
        ]
        self._told = self._told_privately[seat or ""] = len(events)
        return self._story.tell(new)

    def _news(self, seat: str | None) -> bool:
        lines = self._tell(seat)
        self._say(*lines)
        return bool(lines)

    def _where(self, seat: str) -> None:
        """Say what just happened, and where in the sequence of play that led to."""
        self._news(seat)
        self._say(*self._story.here(self.play))

    def _panels(self, seat: str) -> list[str]:
        return draw(self.play.game.view(self.play, seat), self.style)

    def _hand_over(self, seat: str) -> None:
        """At a shared keyboard, let the others look away where the game hides something."""
        hides = self.play.game.redeal is not None and len(self.session.humans) > 1
        if hides and self.style.boxes and self._last_seat not in ("", seat):
            self._say("\x1b[2J\x1b[H" + f"{seat} decides next.")
            self.keyboard.read(f"Hand the keyboard to {seat}, then press Enter. ")
            self._last_view = []
        self._last_seat = seat

    # ------------------------------------------------------------------ decisions

    def _ask(self, decision: Decision) -> None:
        persons = [seat for seat in decision.seats if seat in self.session.humans]
        seat = persons[0]
        self._hand_over(seat)
        self._say("")
        self._auto_view(seat)
        self._where(seat)
        who = f"{' or '.join(persons)} decides: " if len(self.play.seats) > 1 else ""
        rule = "" if decision.rule == self._step_rule else rule_words(decision.rule, self._titles)
        question = f"{who}{decision.prompt}" + (f"  [{rule}]" if rule else "")
        self._say(*(self.style.paint(line, "ask") for line in self.style.wrap(question)))
        choices = Choices(decision)
        self._say(*option_lines(choices, self.style))
        while True:
            text = self.keyboard.read(f"({choices.hint()}; ? for help) > ")
            try:
                if self._is_command(text, choices):
                    self._command(text, choices)
                    continue
                answer = choices.read(text)
            except RetakeError:
                self._take_back()
                return
            except (MisreadError, IllegalAnswerError) as error:
                self._say(str(error))
                continue
            self.session.answer(answer)
            return

    def _auto_view(self, seat: str) -> None:
        """Draw the parts of the table that look different; plain lines only tell it once."""
        if not self._shows_view or (self._last_view and not self.style.boxes):
            return
        view = [draw([panel], self.style) for panel in self.play.game.view(self.play, seat)]
        gap = False
        for lines in view:
            if lines not in self._last_view:
                self._say(*([""] if gap else []), *lines)
                gap = True
        self._last_view = view

    @property
    def _step_rule(self) -> str:
        return self.play.step.rule_number if self.play.step else ""

    @property
    def _titles(self) -> Mapping[str, str]:
        return self._story.titles

    # ------------------------------------------------------------------ dice and cards by hand

    def ask_roll(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        """Ask for dice that a person rolled."""
        self._before_chance()
        rolling = self.play.rolling
        what = dice_words(sides)
        if rolling is not None and rolling.digits and rolling.sides == sides:
            what = f"{rolling.text}, {len(sides)} dice read as digits, the first digit first,"
        self._say(self.style.paint(f"Roll {what}{_purpose(why)}: {example(sides)}", "ask"))
        faces: tuple[int, ...] = self._read_chance("dice", lambda text: read_faces(text, sides))
        return faces

    def ask_draw(self, pool: Mapping[str, int], why: str) -> str:
        """Ask for a card that a person drew, among those that can be drawn."""
        self._before_chance()
        play = self.play
        cards = [card for card, count in pool.items() if count > 0]

        def name(card: Any) -> str:
            count = f" ({pool[card]} left)" if pool[card] > 1 else ""
            return f"{play.game.name_of(card, play.data)}{count}"

        choices = Choices(Decision((play.seat,), "", cards, name))
        self._say(self.style.paint(f"Draw{_purpose(why)}. Which one came up?", "ask"))
        self._say(*option_lines(choices, self.style))
        return str(self._read_chance("draw", choices.read_option, choices))

    def _before_chance(self) -> None:
        self._say("")
        self._where(self._last_seat or self.play.seat)

    def _read_chance(
        self, what: str, read: Callable[[str], Any], choices: Choices | None = None
    ) -> Any:
        while True:
            try:
                text = self.keyboard.read(f"({what}; ? for help) > ")
                if not self._is_command(text, choices):
                    return read(text)
                self._command(text, choices)
            except (LeaveError, RetakeError) as wish:
                self._wish = wish
                raise ChanceWaits from None
            except MisreadError as error:
                self._say(str(error))

    # ------------------------------------------------------------------ commands

    def _is_command(self, text: str, choices: Choices | None) -> bool:
        """Tell a command from an answer; an option of the same name goes first."""
        word = text.split(maxsplit=1)[0] if text else ""
        if word.startswith("/"):
            return True
        if choices is not None and choices.has(text):
            return False
        return word.lower() in ("?", "help", "exit", "odds") or word.lower() in self._commands

    def _command(self, text: str, choices: Choices | None) -> None:
        word, _, rest = text.removeprefix("/").partition(" ")
        word = word.lower()
        rest = rest.strip()
        if word in ("?", "help"):
            self._say(*command_lines(choices, self.style))
        elif word == "odds":
            self._odds(rest, choices)
        elif word == "exit":
            self._quit(rest)
        elif word in self._commands:
            self._commands[word](rest)
        else:
            self._say(f"there is no command {word!r}; type ? for the commands")

    def _undo(self, rest: str) -> None:
        raise RetakeError("the last answer is taken back")

    def _take_back(self) -> None:
        if not self.session.undo():
            self._say("There is no answer to take back yet.")
            return
        self._story.here(self.play)
        events = self.play.events
        self._told = len(events) - (1 if events and events[-1].kind == "undone" else 0)
        self._told_privately = dict.fromkeys(self._told_privately, self._told)

    def _log(self, rest: str) -> None:
        seat = self._last_seat or None
        events = [event for event in self.play.events if event.seen_by(seat)]
        self._page(Story(self.play.game, Style(width=self.style.width)).tell(events))

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
            self._say(f"The table is drawn {'when it changes' if self._shows_view else 'on view'}.")
        else:
            self._say(*self._panels(self._last_seat or self.play.seat))

    def _save(self, rest: str) -> None:
        path = self._saved_as()
        if self.session.journal is None or path is None:
            self._say("This game is not being saved; start it with --save FILE.")
            return
        self.session.journal.sync()
        if rest:
            self._say(_copy(path, Path(rest).expanduser()))
        else:
            self._say(f"The game is saved after every answer, in {path}.")

    def _rules(self, rest: str) -> None:
        here = self.play.step.name if self.play.step else ""
        game = self.play.game
        self._say(*sequence_lines(game.program.sequence, self._titles, self.style, here))

    def _odds(self, rest: str, choices: Choices | None) -> None:
        if choices is None or choices.decision.odds is None:
            self._say("No odds are known for this question.")
            return
        chosen: Sequence[Any] = choices.options
        if rest:
            chosen = [choices.read_option(rest)]
        elif len(chosen) > 12:
            self._say("Name the option: odds OPTION.")
            return
        self._say(*odds_lines(choices.decision, chosen, self.style))

    def _quit(self, rest: str) -> None:
        raise LeaveError("you left the game")


def _purpose(why: str) -> str:
    return f" for {why}" if why else ""


def _copy(source: Path, target: Path) -> str:
    try:
        with open(target, "xb") as file:
            file.write(source.read_bytes())
    except FileExistsError:
        return f"{target} exists already; choose another name."
    except OSError as error:
        return f"{target} cannot be written: {error.strerror}; choose another name."
    return f"A copy of the game is in {target}."
