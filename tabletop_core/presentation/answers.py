"""The reader of answers: what a person typed, or the ids of what they touched."""

from collections.abc import Iterable, Sequence
from typing import Any

from ..engine.decisions import Answer, Decision, OptionId
from ..errors import IllegalAnswerError, meant

NOTHING = ("none", "-")
MAX_DIGITS = 20
"""From this many digits on a text is not a number, since no game asks for one so large."""

MAX_COMPARED = 500
"""With this many options at most a misspelt one is compared."""

MAX_HINTED = 6
"""The hint repeats up to this many options, where they are numbers."""


class MisreadError(IllegalAnswerError):
    """Typed text that fits no option, or more than one."""


class Choices:
    """The ways to type the options of a decision.

    Options that are texts are numbered from 1, unless one of them looks like a number itself;
    options that are numbers are typed as they are.
    """

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        self.options: Sequence[OptionId] = decision.options
        self.is_numbered = not decision.is_number and not any(
            isinstance(option, int) or option.lstrip("+-").isdigit() for option in self.options
        )

    def key(self, position: int) -> str:
        """Return what to type for the option at this position, counted from 0."""
        return str(position + 1) if self.is_numbered else str(self.options[position])

    def hint(self) -> str:
        """Say in a few words what can be typed."""
        options = self.options
        if not options:
            return f"there is nothing to choose: type {NOTHING[0]}"
        if self.decision.is_number:
            what = f"a number from {options[0]} to {options[-1]}"
            if isinstance(options, range) and abs(options.step) != 1:
                what += f" in steps of {abs(options.step)}"
        elif self.is_numbered and len(options) > 1:
            what = f"1 to {len(options)}, or a name"
        elif self.is_numbered:
            what = "1, or the name"
        elif len(options) <= MAX_HINTED:
            what = " or ".join(map(str, options))
        else:
            what = "one of those listed"
        if self.decision.several:
            least, most = self.decision.least or 0, self.decision.most or 0
            count = f"{least}" if least == most else f"{least} to {most}"
            what = f"{count} of them" + (", with commas between" if most > 1 else "")
            if self.decision.ordered and most > 1:
                what += ", in order"
            if not least:
                what += f", or {NOTHING[0]}"
        return what

    def read(self, text: str) -> Answer:
        """Return the answer that a text means.

        Raises:
            MisreadError: it fits no option or several, or the number of options is wrong.
        """
        text = text.strip()
        if not self.decision.several:
            return self.decision.check(self.read_option(text))
        if text.casefold() in NOTHING and not self._exact(text):
            return self.decision.check(self._counted(()))
        if text.casefold() == "all" and not self._exact(text):
            return self.decision.check(self._counted(tuple(self.options)))
        return self.decision.check(self._counted(tuple(self._parts(text))))

    def _counted(self, chosen: tuple[OptionId, ...]) -> tuple[OptionId, ...]:
        """Return the chosen options, or refuse a wrong number of them in the words of the prompt.

        Raises:
            MisreadError: an option twice, too many or too few.
        """
        least, most = self.decision.least or 0, self.decision.most or 0
        if len(set(chosen)) < len(chosen):
            raise MisreadError(f"the same one is chosen twice; type {self.hint()}")
        if not least <= len(chosen) <= most:
            raise MisreadError(f"that makes {len(chosen)}; type {self.hint()}")
        return chosen

    def with_ids(self, ids: Sequence[str]) -> Answer:
        """Return the answer that options mean by their ids, as somebody touched them.

        Where one is chosen, the first counts.

        Raises:
            MisreadError: one of them is not an option, or there is none.
        """
        if self.decision.several:
            return tuple(map(self.with_id, ids))
        if not ids:
            raise MisreadError("choose one of the options that are shown")
        return self.with_id(ids[0])

    def with_id(self, text: str) -> OptionId:
        """Return the option with this id.

        Raises:
            MisreadError: there is none.
        """
        if found := self._same(text):
            return found[0]
        raise MisreadError(
            f"{text[:80]!r} is not an option here; choose one of those that are shown"
        )

    def _parts(self, text: str) -> Iterable[OptionId]:
        if "," in text:
            return [self.read_option(part.strip()) for part in text.split(",") if part.strip()]
        try:
            return [self.read_option(text)]
        except MisreadError:
            if len(text.split()) < 2:
                raise
            return [self.read_option(part) for part in text.split()]

    def has(self, text: str) -> bool:
        """Return whether the text is the exact name of an option."""
        return bool(self._exact(text.strip()))

    def is_key(self, text: str) -> bool:
        """Return whether the text is a complete answer: the number or full name of an option."""
        if self.decision.several:
            return False
        number = _number(text) if self.is_numbered else None
        return self.has(text) or (number is not None and 1 <= number <= len(self.options))

    def _exact(self, text: str) -> list[OptionId]:
        same = self._same(text)
        if same or self.decision.is_number:
            return same
        folded = text.casefold()
        return [option for option in self.options if str(option).casefold() == folded]

    def _same(self, text: str) -> list[OptionId]:
        if self.decision.is_number:
            number = _number(text)
            return [number] if number is not None and number in self.options else []
        return [option for option in self.options if str(option) == text]

    def read_option(self, text: str) -> OptionId:
        """Return the option with this number, id or label, or an unambiguous beginning of one."""
        exact = self._exact(text)
        if len(exact) == 1:
            return exact[0]
        number = _number(text)
        if self.is_numbered and number is not None:
            if 1 <= number <= len(self.options):
                return self.options[number - 1]
            raise MisreadError(f"there is no option {number}; type {self.hint()}")
        if not text:
            raise MisreadError(f"nothing was typed; type {self.hint()}, or ? for help")
        if self.decision.is_number:
            raise MisreadError(f"{text!r} is not an answer here; type {self.hint()}")
        return self._by_beginning(text)

    def _by_beginning(self, text: str) -> OptionId:
        folded = text.casefold()
        # The beginning of a number is another number, so numbers must be exact.
        for words in () if _number(text) is not None else (str, self.decision.label_of):
            found = [option for option in self.options if words(option).casefold() == folded]
            found = found or [
                option for option in self.options if words(option).casefold().startswith(folded)
            ]
            if len(found) == 1:
                return found[0]
            if found:
                raise MisreadError(f"{text!r} may mean {_listed(found)}; type more of the name")
        options = self.options[:MAX_COMPARED]
        near = meant(text, [*map(str, options), *map(self.decision.label_of, options)])
        raise MisreadError(
            f"{text!r} is not an option here{near}; type {self.hint()}, or ? for help"
        )


def _number(text: str) -> int | None:
    bare = text[1:] if text[:1] in ("-", "+") else text
    is_number = bare.isascii() and bare.isdigit() and len(bare) < MAX_DIGITS
    return int(text) if is_number else None


def _listed(options: Sequence[Any]) -> str:
    listed = ", ".join(map(str, options[:6]))
    return listed + (f" and {len(options) - 6} more" if len(options) > 6 else "")


def read_faces(text: str, sides: Sequence[int]) -> tuple[int, ...]:
    """Return the faces of dice rolled by hand.

    >>> read_faces("3 5", (6, 6)), read_faces("3,5", (6, 6)), read_faces("35", (6, 6))
    ((3, 5), (3, 5), (3, 5))

    Raises:
        MisreadError: not one face for each die, or a face that a die does not have.
    """
    if not text:
        raise MisreadError(f"nothing was typed; type {example(sides)}, or ? for help")
    parts = text.replace(",", " ").replace("+", " ").split()
    if len(parts) == 1 and len(sides) > 1 and max(sides) < 10:
        parts = list(parts[0])
    faces = [_number(part) for part in parts]
    if len(faces) != len(sides) or None in faces:
        wanted = "one number" if len(sides) == 1 else f"{len(sides)} numbers"
        raise MisreadError(f"{text!r} is not such a roll; type {wanted}: {example(sides)}")
    for face, side in zip(faces, sides, strict=True):
        if face is None or not 1 <= face <= side:
            raise MisreadError(f"no d{side} shows {face}; type {example(sides)}")
    return tuple(face for face in faces if face is not None)


def example(sides: Sequence[int]) -> str:
    """Say what a roll of these dice looks like when it is typed."""
    if len(sides) == 1:
        return f"1 to {sides[0]}"
    faces = " ".join(str(1 + (2 + number * 3) % side) for number, side in enumerate(sides))
    if len(set(sides)) == 1:
        return f"faces from 1 to {sides[0]}, e.g. {faces}"
    return f"one face for each of {' '.join(f'd{side}' for side in sides)}, e.g. {faces}"


def dice_words(sides: Sequence[int]) -> str:
    """Name the dice to roll: `2d6`, `d6 and d10`.

    >>> dice_words((6, 6)), dice_words((6, 10))
    ('2d6', 'd6 and d10')
    """
    counts: dict[int, int] = {}
    for side in sides:
        counts[side] = counts.get(side, 0) + 1
    return " and ".join(f"{count if count > 1 else ''}d{side}" for side, count in counts.items())
