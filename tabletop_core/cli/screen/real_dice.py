"""Real dice and cards: line mode asks for the results."""

from collections.abc import Callable, Mapping
from typing import Any

from ...chance import ChanceWaits, Manual, Weights
from ...engine.decisions import Decision
from ...presentation.answers import Choices, dice_words, example, read_faces
from .prompt import Asked, ask
from .signals import Leave, Retake
from .terminal_session import TerminalSession


class RealDice(Manual):
    """A source of chance that asks the person at the keyboard for each roll and each card.

    While a saved game is loaded there is nobody to ask, and the game waits.
    """

    def __init__(self) -> None:
        self.table: TerminalSession | None = None
        super().__init__(self._roll, self._draw)

    def _roll(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        table = self._announced()
        rolling = table.match.rolling
        what = dice_words(sides)
        if rolling is not None and rolling.fixed and rolling.sides == sides:
            if rolling.digits:
                what = f"{rolling.text}, {len(sides)} dice read as digits, the first digit first,"
            elif not rolling.plain:
                what = f"{what}, read as {rolling.text},"
        question = f"Roll {what}{_purpose(why)}: {example(sides)}"
        faces: tuple[int, ...] = self._read("dice", question, lambda text: read_faces(text, sides))
        return faces

    def _draw(self, pool: Mapping[str, int], why: str) -> str:
        table = self._announced()
        match = table.match
        cards = [card for card, count in pool.items() if count > 0]

        def name(card: Any) -> str:
            return match.game.name_of(card, match.data) + _number(pool, card)

        choices = Choices(Decision((match.play.seat,), "", cards, name))
        what = f"{why[:1].upper()}{why[1:]}: which one" if why else "Which one"
        return str(self._read("draw", f"{what} came up?", choices.read_option, choices))

    def _announced(self) -> TerminalSession:
        """Show where in the game the dice are needed, to their owner alone if they are secret."""
        if self.table is None:
            raise ChanceWaits
        owner = self._owner
        if owner:
            self.table.hand_over(owner)
        self.table.say("")
        self.table.tell_on()
        self.table.where()
        return self.table

    @property
    def _owner(self) -> str:
        """The only person who may see the result; empty if all persons may, or none."""
        assert self.table is not None
        owners = self.table.match.secret_of or ()
        return next((seat for seat in owners if seat in self.table.session.humans), "")

    def _read(
        self, what: str, question: str, read: Callable[[str], Any], choices: Choices | None = None
    ) -> Any:
        """Ask until the text can be read; a command such as undo makes the game wait."""
        table = self.table
        assert table is not None
        owner = self._owner
        try:
            answer = ask(table, Asked(question=question, hint=what, read=read, choices=choices))
            if owner:
                table.clear()
            return answer
        except (Leave, Retake) as wish:
            table.wish = wish
            raise ChanceWaits from None


def _purpose(why: str) -> str:
    return f" for {why}" if why else ""


def _number(pool: Mapping[str, int], card: str) -> str:
    """Return how many cards of the pool are alike, or the odds where nobody knows the pool."""
    if isinstance(pool, Weights):
        return f" ({pool[card] / sum(pool.values()):.0%})"
    return f" ({pool[card]} of {sum(pool.values())})" if pool[card] > 1 else ""
