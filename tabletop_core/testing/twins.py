"""Twin games: equal in answers and chance, and different only in what a seat does not know.

A stretch of a game is replayed from the beginning of a step: unchanged, with what a seat does not
know redrawn at that point, or with one card swapped.
The record of knowledge alone decides whether two games are twins to a seat: its forks of both,
redrawn with the same chance, are equal.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from ..chance import ChanceWaits, Seeded
from ..engine.checkpoints import Checkpoint
from ..engine.match import Match
from ..engine.state import clone, state_key
from ..engine.tape import Tape, given_in
from .games import Clock

if TYPE_CHECKING:
    from .exam_run import Exam


class Followed:
    """Chance that repeats the outcomes of another game as far as the cards allow.

    `swapped` is the number of an outcome that is to be another card. The two cards change places:
    where the other one comes later, the first one takes its place.
    After the last outcome it goes on with dice and cards of its own, or it waits.
    """

    def __init__(
        self,
        outcomes: Sequence[tuple[Any, ...]],
        seed: object,
        clock: Clock,
        swapped: int,
        waits: bool,
    ) -> None:
        self._outcomes = outcomes
        self._at = 0
        self._clock = clock
        self._swapped = swapped
        self._waits = waits
        self._instead: dict[str, str] = {}
        self._missing = Seeded(seed, "exam", "missing")
        self._after = Seeded(seed, "exam", "after")

    def roll(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        faces = self._next("roll")
        if faces is None:
            return self._own.roll(sides, why)
        fits = len(faces) == len(sides) and all(map(int.__le__, faces, sides))
        return tuple(faces) if fits else self._missing.roll(sides, why)

    def draw(self, pool: Mapping[str, int], why: str) -> str:
        swaps = self._at == self._swapped
        card = self._next("draw")
        if swaps and card is not None:
            other = self._other(pool, card)
            self._instead = {card: other, other: card}
            return other
        for one in (card, self._instead.get(card or "")):
            if one is not None and pool.get(one, 0) > 0:
                return one
        return self._own.draw(pool, why)

    @property
    def _own(self) -> Seeded:
        return self._after if self._at > len(self._outcomes) else self._missing

    def _next(self, kind: str) -> Any:
        self._clock.tick()
        at, self._at = self._at, self._at + 1
        if self._waits and at >= len(self._outcomes):
            raise ChanceWaits
        outcome = self._outcomes[at] if at < len(self._outcomes) else ("", None)
        return outcome[1] if outcome[0] == kind else None

    def _other(self, pool: Mapping[str, int], card: str) -> str:
        """Return another card of the pool, one that does not come later if there is one."""
        later = {outcome[1] for outcome in self._outcomes[self._at :] if outcome[0] == "draw"}
        others = [one for one in sorted(pool) if pool[one] > 0 and one != card]
        return min(others, key=later.__contains__, default=card)


class WaitsOnce(Seeded):
    """Chance that waits at first, as for real dice; then it has cards, such as for a redraw."""

    __slots__ = ("_has_waited",)

    def roll(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        self._wait()
        return super().roll(sides, why)

    def draw(self, pool: Mapping[str, int], why: str) -> str:
        self._wait()
        return super().draw(pool, why)

    def _wait(self) -> None:
        if not hasattr(self, "_has_waited"):
            self._has_waited = True
            raise ChanceWaits


@attrs.frozen(kw_only=True)
class Stretch:
    """A part of a game: from the beginning of a step, or of the game, over some of its tape.

    `waits`: at its end a rule waits for real dice or a real card.
    """

    whole: Match[Any]
    start: Checkpoint | None
    entries: Sequence[tuple[Any, ...]]
    waits: bool = False

    @property
    def outcomes(self) -> list[tuple[Any, ...]]:
        """The dice and cards in it."""
        return [entry for entry in self.entries if entry[0] in ("roll", "draw")]

    def again(
        self, exam: "Exam", seat: str | None = None, number: int = 0, swapped: int = -1
    ) -> Match[Any] | None:
        """Replay the stretch; return None where its answers no longer fit.

        `seat`: what this one does not know is redrawn at the start, differently for each `number`.
        `swapped`: the number of a card among the outcomes that is to be another.
        """
        whole = self.whole
        source = Followed(self.outcomes, whole.seed, Clock(exam.patience), swapped, self.waits)
        match: Match[Any] = Match(
            exam.game,
            options=whole.options,
            data=exam.data,
            seed=whole.seed,
            source=source,
            tape=Tape(),
            start=self.start,
        )
        try:
            if seat is not None:
                taped, match.play.source = (
                    match.play.source,
                    Seeded(whole.seed, "exam", "twin", seat, number),
                )
                exam.game.determinize_for(match.play, seat)
                match.play.source = taped
            match.begin()
            for entry in self.entries:
                for one, answer in given_in(entry):
                    match.answer(answer, seat=one)
        except Exception:
            # With other cards this answer may be illegal, or the question may not come up.
            return None
        return match


def stretch(
    whole: Match[Any], match: Match[Any] | None, end: int, *, waits: bool = False
) -> Stretch:
    """Return the stretch from the current step of `match` to entry `end` of the tape.

    Without `match`, it begins with the game.
    """
    assert whole.tape is not None
    entries = whole.tape.entries
    if match is None:
        return Stretch(whole=whole, start=None, entries=entries[:end], waits=waits)
    start = match.history.checkpoints.step_start
    part = entries[start.tape_at : end]
    return Stretch(whole=whole, start=start.as_beginning(), entries=part, waits=waits)


def fork_for(match: Match[Any], seat: str) -> Match[Any]:
    """Return a seat's fork, redrawn with the same chance for all twins; it waits where they do."""
    waiting = WaitsOnce(match.seed, "exam twins") if match.is_waiting else None
    return match.fork("exam twins", seat=seat, source=waiting)


def are_twins(one: Match[Any], other: Match[Any], seat: str) -> bool:
    """Return whether two games differ only in what a seat is not recorded as knowing."""
    return state_key(fork_for(one, seat).state) == state_key(fork_for(other, seat).state)


def first_difference(one: Any, other: Any, name: str = "") -> tuple[str, Any, Any] | None:
    """Return the first place where two values differ, and both parts; None if they are equal."""
    return next(_differences(one, other, name), None)


def differences(one: Any, other: Any, name: str = "") -> list[tuple[str, Any, Any]]:
    """Return all innermost places where two values differ, and both parts of each."""
    return list(_differences(one, other, name))


def _differences(one: Any, other: Any, name: str) -> Iterator[tuple[str, Any, Any]]:
    if one == other:
        return
    is_innermost = True
    for inner, mine, theirs in _pairs(one, other):
        for found in _differences(mine, theirs, f"{name}{inner}"):
            is_innermost = False
            yield found
    if is_innermost:
        yield name, one, other


def _pairs(one: Any, other: Any) -> Iterator[tuple[str, Any, Any]]:
    if type(one) is not type(other):
        return
    if isinstance(one, Mapping):
        if one.keys() == other.keys():
            yield from ((f"[{key!r}]", one[key], other[key]) for key in one)
    elif isinstance(one, list | tuple):
        if len(one) == len(other):
            yield from ((f"[{at}]", a, b) for at, (a, b) in enumerate(zip(one, other, strict=True)))
    elif attrs.has(type(one)):
        for field in attrs.fields(type(one)):
            yield f".{field.name}", getattr(one, field.name), getattr(other, field.name)


# ------------------------------------------------------------------ what a rule keeps of the truth


def with_state_of(match: Match[Any], other: Match[Any]) -> None:
    """Give a game in progress the state of another, in place: its rules hold on to parts of it."""
    match.play.state = _put(match.state, other.state)


def _put(into: Any, value: Any) -> Any:
    if type(into) is not type(value):
        return clone(value)
    if isinstance(into, list):
        kept = [_put(a, b) for a, b in zip(into, value, strict=False)]
        into[:] = kept + [clone(item) for item in value[len(into) :]]
    elif isinstance(into, dict):
        items = {key: _put(into[key], value[key]) if key in into else clone(value[key])
                 for key in value}  # fmt: skip
        into.clear()
        into.update(items)
    elif isinstance(into, set):
        into.clear()
        into.update(value)
    elif attrs.has(type(into)) and type(into).__setattr__.__name__ != "_frozen_setattrs":
        for field in attrs.fields(type(into)):
            part = _put(getattr(into, field.name), getattr(value, field.name))
            object.__setattr__(into, field.name, part)
    else:
        return clone(value)
    return into


def kept_locals(match: Match[Any], twin: Match[Any]) -> Iterator[tuple[tuple[str, int], str, Any]]:
    """Yield (file and line, name, value) of the local variables of waiting rules that differ."""
    for mine, theirs in zip(_frames(match), _frames(twin), strict=False):
        if mine.f_code is not theirs.f_code:
            return
        values = theirs.f_locals
        for name, value in mine.f_locals.items():
            if name in values and _differ(value, values[name]):
                yield (mine.f_code.co_filename, mine.f_lineno), name, value


def _frames(match: Match[Any]) -> Iterator[Any]:
    # The first frame walks the sequence of play and belongs to the engine.
    asking: Any = getattr(match._runner.asking, "gi_yieldfrom", None)
    while getattr(asking, "gi_frame", None) is not None:
        yield asking.gi_frame
        asking = asking.gi_yieldfrom


def _differ(one: Any, other: Any) -> bool:
    """Return whether two values differ, as far as values of their class can be compared."""
    by_identity: Any = object.__eq__
    if type(one).__eq__ is by_identity or callable(one):
        return False
    try:
        return bool(one != other)
    except Exception:
        return False


def outcome_of(match: Match[Any], answer: Any, seat: str) -> Hashable:
    """Return the result of an answer: the state and the events, or the error of a rule."""
    first = len(match.events)
    try:
        match.answer(answer, seat=seat)
    except Exception as error:
        return type(error).__name__
    return state_key(match.state), tuple(event.to_json() for event in match.events[first:])
