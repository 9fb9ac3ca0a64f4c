"""The only source of randomness: no other module touches a random generator.

There are four kinds of source, all with the same two methods: `roll` some dice, and `draw` one card
from a pool.

    Seeded       a generator named by text: the same name gives the same dice on any machine
    Scripted     a list written beforehand, for tests and the worked examples of a rulebook
    Manual       real dice and cards, asked for through a callable
    Enumerating  walks every outcome of a procedure, for exact odds

A fifth, `ReplayOnly`, is for a game that is only replayed from its tape.
"""

import random as shared
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from hashlib import sha512
from itertools import islice
from random import Random, SystemRandom
from struct import Struct
from typing import Any, Protocol, TypeVar

from .errors import TabletopError

T = TypeVar("T")

_SIXTEEN_NUMBERS = Struct("<16L")


class ChanceError(TabletopError):
    """A source of chance that cannot answer: a script that ran out or does not fit."""


class ChanceWaits(Exception):  # noqa: N818 - it is no error
    """Raised by a source whose person has no result to enter yet; the game waits."""


class Weights(dict[str, int]):
    """A pool whose numbers are relative weights, not numbers of cards.

    Use it for cards that may or may not be in a pile, as when some of them stayed in the box.
    """


class Source(Protocol):
    """The interface of every source of chance."""

    def roll(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        """Return one face, 1 to N, for each die of `sides`, in order."""
        ...

    def draw(self, pool: Mapping[str, int], why: str) -> str:
        """Return one key of `pool`, each with a chance in proportion to its count."""
        ...


SEED_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""The letters of a fresh seed, five bits each: without i, l, o and u, which are easily misread."""

SEED_LENGTH = 26
"""The length of a fresh seed: 130 bits. With 32 bits, 14 dice are enough to find it by trial."""

_MISREAD = str.maketrans("ilo", "110")


_system = SystemRandom()


def fresh_seed() -> str:
    """Return a random seed, for a game that is started without one.

    A player who sees the dice and cards of a game cannot work out its seed, and so cannot predict
    what comes next or find out what others hold.
    """
    return "".join(_system.choice(SEED_LETTERS) for _ in range(SEED_LENGTH))


def any_of(choices: Sequence[T]) -> T:
    """Return one of several things with which a game may start."""
    return _system.choice(choices)


def read_fresh_seed(text: str) -> str | None:
    """Return the seed of `fresh_seed` that a person typed; None if the text is not one.

    >>> read_fresh_seed("8ZKQ3F0M7W2VBX9N4HTRCOLDE1")
    '8zkq3f0m7w2vbx9n4htrc01de1'
    """
    seed = text.strip().lower().translate(_MISREAD)
    return seed if len(seed) == SEED_LENGTH and set(seed) <= set(SEED_LETTERS) else None


def stream(*name: object) -> Random:
    """Return the random stream of this name; streams of different names are independent.

    Every bit of the name counts: `Random` seeds its state with the text and its SHA-512.

    >>> stream(7, "dice").random() == stream(7, "dice").random()
    True
    """
    return Random("/".join(map(str, name)))


def byte_stream(*name: object) -> Callable[[int], Any]:
    """Return a function that takes a count and returns that many random bytes, even millions.

    With numpy they come from its SFC64 generator, as an array; without it from `stream`, as bytes.
    The two give different bytes, but each gives the same ones on any machine.

    >>> len(byte_stream(7, "rolls")(1_000))
    1000
    """
    try:
        from numpy.random import SFC64
    except ImportError:
        return stream(*name).randbytes
    digest = sha512("/".join(map(str, name)).encode()).digest()
    generator = SFC64(int.from_bytes(digest, "little"))

    def take(count: int) -> Any:
        words = generator.random_raw(-(-count // 8)).astype("<u8", copy=False)
        return words.view("u1")[:count]

    return take


def fractions(*name: object) -> Iterator[float]:
    """Yield numbers from 0 up to 1, made by hashing the name, then the hash, and so on.

    For a few numbers this is faster than `stream`, which is slow to open.

    >>> next(fractions(7, "bots")) == next(fractions(7, "bots"))
    True
    """
    digest = "/".join(map(str, name)).encode()
    while True:
        digest = sha512(digest).digest()
        for number in _SIXTEEN_NUMBERS.unpack(digest):
            yield number / 2**32


@contextmanager
def disturbed(seed: object) -> Iterator[None]:
    """Reseed the generator that all modules share, and restore it at the end.

    A game played inside must not depend on that generator, so it must not notice.
    """
    before = shared.getstate()
    shared.seed(f"disturbed/{seed}")
    try:
        yield
    finally:
        shared.setstate(before)


_MANY = 100
"""Kinds of cards from which on a card is looked for in stretches of this length."""


class Seeded:
    """Dice and cards from a named random stream, which is opened on the first roll."""

    __slots__ = ("_name", "_random")

    def __init__(self, *name: object) -> None:
        self._name = name
        self._random = self._open

    def _open(self) -> float:
        self._random = stream(*self._name).random
        return self._random()

    def __reduce__(self) -> Any:
        # Once opened, `_random` is bound to its generator; a type checker cannot see that.
        where = None if self.untouched else self._random.__self__.getstate()  # type: ignore[attr-defined]
        return _seeded_at, (type(self), self._name, where)

    def __deepcopy__(self, memo: Any) -> "Seeded":
        make, where = self.__reduce__()
        copy: Seeded = make(*where)
        return copy

    @property
    def untouched(self) -> bool:
        """Whether nothing has been rolled or drawn from it yet."""
        return self._random == self._open

    def go_to(self, position: int) -> None:
        """Go to the place in the stream where this many numbers have been drawn."""
        self._random = self._open
        if position:
            self._random = draw = stream(*self._name).random
            for _ in range(position):
                draw()

    def skip(self, count: int) -> None:
        """Go on in the stream as if this many dice and cards had come."""
        for _ in range(count):
            self._random()

    def roll(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        if len(sides) == 1:
            return (int(self._random() * sides[0]) + 1,)
        return tuple([int(self._random() * side) + 1 for side in sides])

    def draw(self, pool: Mapping[str, int], why: str) -> str:
        at = int(self._random() * sum(pool.values()))
        cards = iter(pool.items())
        if len(pool) > _MANY:
            # Whole stretches of counts are added, and passed by, much quicker than card by card.
            counts, passed = iter(pool.values()), 0
            while at >= (stretch := sum(islice(counts, _MANY))) > 0:
                at, passed = at - stretch, passed + _MANY
            cards = islice(cards, passed, None)
        for card, count in cards:
            at -= count
            if at < 0:
                return card
        raise ChanceError(f"cannot draw from an empty pool ({why}); check for cards before drawing")


class Loaded(Seeded):
    """Seeded dice and cards, of which an author names the next: `faces` and `cards` to come.

    The next die that has such a face shows the first of `faces`, and the next pool that holds such
    a card gives the first of `cards`. Each takes a number of the stream all the same, so that the
    dice and cards after it are those that would have come.
    """

    __slots__ = ("cards", "faces")

    def __init__(self, *name: object) -> None:
        super().__init__(*name)
        self.faces: list[int] = []
        self.cards: list[str] = []

    def __reduce__(self) -> Any:
        _, (kind, name, where) = super().__reduce__()
        return _loaded_at, (kind, name, where, [*self.faces], [*self.cards])

    def roll(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        rolled = list(super().roll(sides, why))
        for number, side in enumerate(sides):
            if self.faces and self.faces[0] <= side:
                rolled[number] = self.faces.pop(0)
        return tuple(rolled)

    def draw(self, pool: Mapping[str, int], why: str) -> str:
        drawn = super().draw(pool, why)
        is_there = bool(self.cards) and pool.get(self.cards[0], 0) > 0
        return self.cards.pop(0) if is_there else drawn


def _seeded_at(kind: type[Seeded], name: tuple[object, ...], where: Any) -> Seeded:
    """Rebuild a seeded source at a place in its stream."""
    source = object.__new__(kind)
    source._name = name
    source.go_to(0)
    if where is not None:
        random = stream(*name)
        random.setstate(where)
        source._random = random.random
    return source


def _loaded_at(
    kind: type[Loaded], name: tuple[object, ...], where: Any, faces: list[int], cards: list[str]
) -> Loaded:
    """Rebuild a loaded source at a place in its stream."""
    source = _seeded_at(kind, name, where)
    assert isinstance(source, Loaded)
    source.faces, source.cards = faces, cards
    return source


class Scripted:
    """Outcomes written down beforehand and used in order.

    Each entry is a die face or the id of a card; a roll of several dice takes several entries.

    >>> Scripted([2, 5, "flak"]).roll((6, 6), "to hit")
    (2, 5)
    """

    def __init__(self, script: Iterable[int | str]) -> None:
        self.script: list[int | str] = list(script)
        self.used = 0

    @property
    def left(self) -> list[int | str]:
        """The entries that are not used yet; a test should end with none."""
        return self.script[self.used :]

    def _next(self, wanted: str) -> int | str:
        if self.used == len(self.script):
            raise ChanceError(
                f"the script ran out after {self.used} entries, but the rules need {wanted}"
            )
        self.used += 1
        return self.script[self.used - 1]

    def roll(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        faces = []
        for side in sides:
            face = self._next(f"a d{side} ({why})")
            if not isinstance(face, int) or not 1 <= face <= side:
                raise ChanceError(
                    f"entry {self.used} of the script is {face!r}, but a d{side} is rolled ({why})"
                )
            faces.append(face)
        return tuple(faces)

    def draw(self, pool: Mapping[str, int], why: str) -> str:
        card = self._next(f"a card ({why})")
        if not isinstance(card, str) or pool.get(card, 0) < 1:
            raise ChanceError(
                f"entry {self.used} of the script is {card!r}, but a card is drawn ({why}) "
                f"from: {', '.join(key for key, count in pool.items() if count)}"
            )
        return card


class Manual:
    """Real dice and cards, entered by a person.

    `ask_roll(sides, why)` and `ask_draw(pool, why)` must return legal values; the front end that
    supplies them rejects anything else and asks again.
    They may raise `ChanceWaits`; then `match.history.retry()` asks again.
    """

    def __init__(
        self,
        ask_roll: Callable[[tuple[int, ...], str], tuple[int, ...]],
        ask_draw: Callable[[Mapping[str, int], str], str],
    ) -> None:
        self.roll = ask_roll
        self.draw = ask_draw

    def __deepcopy__(self, memo: Any) -> "Manual":
        # The same person rolls for the copy.
        return self


class ReplayOnly:
    """No dice at all: a game that is only replayed waits where its tape ends."""

    def roll(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        raise ChanceWaits

    def draw(self, pool: Mapping[str, int], why: str) -> str:
        raise ChanceWaits


def _faces_of(side: int) -> list[tuple[Fraction, object]]:
    return [(Fraction(1, side), face) for face in range(1, side + 1)]


class Enumerating:
    """A source that walks every outcome of a procedure, one path at a time.

    Run the procedure once per path: `while source.next_path(): run(source)`.
    After each run `source.weight` is the exact probability of the path just walked.
    """

    def __init__(self) -> None:
        self._path: list[int] = []
        self._widths: list[list[tuple[Fraction, object]]] = []
        self._at = 0
        self._fresh = True

    @property
    def weight(self) -> Fraction:
        weight = Fraction(1)
        for choice, outcomes in zip(self._path, self._widths, strict=True):
            weight *= outcomes[choice][0]
        return weight

    def next_path(self) -> bool:
        """Move to the next path; False when all have been walked."""
        self._at = 0
        if self._fresh:
            self._fresh = False
            return True
        while self._path:
            self._path[-1] += 1
            if self._path[-1] < len(self._widths[-1]):
                return True
            self._path.pop()
            self._widths.pop()
        return False

    def _choose(self, outcomes: Callable[[], list[tuple[Fraction, object]]]) -> object:
        if self._at == len(self._path):
            self._path.append(0)
            self._widths.append(outcomes())
        self._at += 1
        return self._widths[self._at - 1][self._path[self._at - 1]][1]

    def roll(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        faces = []
        for side in sides:
            face = self._choose(partial(_faces_of, side))
            assert isinstance(face, int)
            faces.append(face)
        return tuple(faces)

    def draw(self, pool: Mapping[str, int], why: str) -> str:
        total = sum(pool.values())
        if not total:
            raise ChanceError(f"cannot draw from an empty pool ({why}); check for cards first")
        card = self._choose(
            lambda: [(Fraction(count, total), card) for card, count in pool.items() if count]
        )
        assert isinstance(card, str)
        return card
