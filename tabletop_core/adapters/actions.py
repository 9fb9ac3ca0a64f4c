"""Actions: numbers for the options of a decision.

A numbering says which number each option has. There are two: `Places` counts the options of the
present list; a `Vocabulary` (see `vocabulary`) gives an option the same number wherever it occurs.
The last number of every numbering ends a choice of several options.
"""

from collections.abc import Sequence
from typing import Any, Protocol

import attrs

from ..engine.decisions import Answer, Decision, OptionId
from ..engine.match import Match
from ..errors import PackError


class Numbering(Protocol):
    """Which number each option of a decision has."""

    @property
    def size(self) -> int:
        """How many actions there are, the one that ends a choice included."""

    @property
    def known(self) -> int:
        """How many actions, from 0, mean the same wherever they are legal."""

    def numbers(self, match: Match[Any], decision: Decision) -> Sequence[int]:
        """Return the number of each option, in their order; no two are alike.

        Raises:
            PackError: there are more options than numbers.
        """


@attrs.frozen
class Places:
    """Action k is the k-th option of the present list, whatever it means there."""

    size: int
    known: int = attrs.field(init=False, default=0)

    def numbers(self, match: Match[Any], decision: Decision) -> Sequence[int]:
        room, count = self.size - decision.several, len(decision.options)
        if count > room:
            raise PackError(
                f"{decision.prompt!r} has {count} options, but there is room for {room}; "
                f"make the environment with actions={count + decision.several}"
            )
        return range(count)


@attrs.define
class ActionChooser:
    """Turns numbers into the answer of one decision.

    `numbers` are those of the options, in their order. If several options are asked for, they are
    taken one after the other, and the action `end` ends the choice.
    """

    decision: Decision[OptionId]
    numbers: Sequence[int]
    end: int
    taken: list[OptionId] = attrs.field(factory=list)

    @classmethod
    def of(
        cls,
        numbering: Numbering,
        match: Match[Any],
        decision: Decision,
        taken: Sequence[OptionId] = (),
    ) -> "ActionChooser":
        """Return the choice in a decision, with what was taken already."""
        numbers = numbering.numbers(match, decision)
        return cls(decision, numbers, numbering.size - 1, list(taken))

    def legal(self) -> list[int]:
        """Return the numbers of the legal actions, in order."""
        decision = self.decision
        if decision.most is None:
            return sorted(self.numbers)
        open_ = sorted(
            number
            for number, option in zip(self.numbers, decision.options, strict=True)
            if option not in self.taken
        )
        if len(self.taken) >= (decision.least or 0):
            open_.append(self.end)
        return open_

    def is_legal(self, action: int) -> bool:
        """Return whether an action is legal now."""
        if self.decision.most is None:
            return action in self.numbers
        return action in self.legal()

    def option(self, action: int) -> OptionId | None:
        """Return the option that an action takes; None for the end of a choice of several.

        Raises:
            PackError: it takes none here.
        """
        if self.decision.several and action == self.end:
            return None
        try:
            return self.decision.options[self.numbers.index(action)]
        except ValueError:
            raise PackError(
                f"action {action} is not legal here; choose from: {self.legal()}"
            ) from None

    def take(self, action: int) -> Answer | None:
        """Take an action; return the answer once it is complete.

        Raises:
            PackError: it is not legal.
        """
        option, decision = self.option(action), self.decision
        if not self.is_legal(action):
            raise PackError(f"action {action} is not legal here; choose from: {self.legal()}")
        if decision.most is None:
            return option
        if option is not None:
            self.taken.append(option)
            if len(self.taken) < min(decision.most, len(decision.options)):
                return None
        return tuple(self.taken)

    def actions_of(self, answer: Answer) -> list[int]:
        """Return the actions that give an answer, one after the other.

        >>> from tabletop_core.engine.decisions import Decision
        >>> cargo = Decision(("ann",), "Pack what?", ("rum", "tea", "silk"), least=1, most=3)
        >>> ActionChooser(cargo, range(3), 3).actions_of(("silk", "rum"))
        [2, 0, 3]
        """
        decision = self.decision
        if decision.most is None:
            return [self.numbers[decision.options.index(answer)]]
        assert isinstance(answer, tuple)
        actions = [self.numbers[decision.options.index(option)] for option in answer]
        is_full = len(answer) == min(decision.most, len(decision.options))
        return actions if is_full else [*actions, self.end]

    def words(self, action: int) -> str:
        """Return the words for an action. No two actions of a decision have the same words."""
        decision, option = self.decision, self.option(action)
        if option is None:
            return "that is all"
        words = decision.label_of(option)
        alike = sum(decision.label_of(other) == words for other in decision.options)
        return f"{words} [{option}]" if alike > 1 else words
