"""Moments: what a person should see happen, and how a game tells them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import Any, Literal, TypeAlias, get_args

import attrs

from ..dice.odds import dice_odds
from ..errors import PackError
from ..tables.ranges import read_spans
from ..viewers import Viewer
from .event import Event
from .words import Words, filled, narrate, span_words

Effect = Literal[
    "", "shot", "ram", "flak", "bombs", "fire", "smoke", "storm", "chutes", "splash", "arrive"
]
"""What moves on the board at a moment."""

Picture = Literal[
    "",
    "orders",
    "bandits",
    "kill",
    "ram",
    "flak",
    "wounded",
    "fire",
    "engine",
    "storm",
    "bombs",
    "photographs",
    "chutes",
    "splash",
    "crash",
    "home",
    "medal",
]
"""The scene on the card of a moment."""

MAX_TITLE_WORDS = 5
MAX_LETTERS = 120
"""Letters of each sentence of a moment, so that four of them fit on a card."""


@attrs.frozen(kw_only=True)
class Moment:
    """Something that happened and that a person should see happen.

    Attributes:
        title: at most five words.
        text: one sentence with one name in it.
        stops: whether the telling stops for it; otherwise it is news, and is only held.
        always: whether it stops even right after another: a loss, bombs, the last of a side.
        means: what it means now, in one line, where a player could not guess it.
        picture: the scene on its card.
        effect: what moves on the board, from `source` to `target`.
        source, target: ids of pieces or names of spaces.
        falls: whether the target goes down.
        tone: `good`, `bad`, `warn` or nothing; it may name a seat, as the tones of a game do.
        roll: the lookup, roll or draw that decided it, which gives its dice and its chance.
        faces: the dice, where no single event has them.
        chance: how probable it was, where no single lookup says it.
        key: what it is, where the game weighs it when it looks for the decisive moments.
    """

    title: str
    text: str
    stops: bool = False
    always: bool = False
    means: str = ""
    picture: Picture = ""
    effect: Effect = ""
    source: str = ""
    target: str = ""
    falls: bool = False
    tone: str = ""
    roll: Event | None = None
    faces: tuple[int | str, ...] = attrs.field(
        default=attrs.Factory(lambda self: _faces_of(self.roll), True)
    )
    chance: Fraction | None = attrs.field(
        default=attrs.Factory(lambda self: self.roll and chance_of(self.roll), True)
    )
    key: str = ""

    @property
    def need(self) -> str:
        """What the dice had to show, in words; empty where no single lookup says it."""
        if self.roll is None or self.roll.kind != "look_up" or not self.faces:
            return ""
        row = self.roll.facts["row"]
        needed = [_least(span, self.roll) for span in read_spans(row) or ()]
        return " or ".join(filter(None, needed)) or span_words(row)

    def problems(self) -> Iterator[str]:
        """Yield what is wrong with it, in words."""
        if len(self.title.split()) > MAX_TITLE_WORDS:
            yield f"the title {self.title!r} has more than {MAX_TITLE_WORDS} words"
        for line in (self.text, self.means):
            if len(line) > MAX_LETTERS:
                yield f"{line!r} has {len(line)} letters; a card has room for {MAX_LETTERS}"
        for name, value, known in (
            ("picture", self.picture, get_args(Picture)),
            ("effect", self.effect, get_args(Effect)),
        ):
            if value not in known:
                legal = ", ".join(filter(None, known))
                yield f"{name} {value!r} is not known; choose one of {legal}"


def _least(span: tuple[int | None, int | None], roll: Event) -> str:
    """Return a span of totals as what the dice alone must show."""
    added = roll.facts["total"] - roll.facts["natural"]
    low, high = (None if end is None else end - added for end in span)
    if low is None:
        return f"{high} or less"
    if high is None:
        return f"{low} or more"
    return str(low) if low == high else f"{low} to {high}"


def _faces_of(roll: Event | None) -> tuple[int | str, ...]:
    return () if roll is None else tuple(roll.facts.get("faces") or ())


def chance_of(roll: Event) -> Fraction | None:
    """Return how probable the row was that a lookup found; None where its facts do not say it.

    >>> chance_of(Event("look_up", "", "", {"dice": "2d6 (6, 5) = 11", "natural": 11,
    ...     "total": 12, "row": "11..", "override": ""}))
    Fraction(1, 6)
    """
    facts = roll.facts
    spans = read_spans(facts.get("row", ""))
    is_plain = roll.kind == "look_up" and facts["dice"] and not facts.get("override")
    if not is_plain or not spans or facts.get("before") or facts.get("moves"):
        return None
    added = facts["total"] - facts["natural"]
    odds = dice_odds(facts["dice"].partition(" (")[0])

    def is_in(face: int) -> bool:
        at = face + added
        return any((a is None or a <= at) and (b is None or at <= b) for a, b in spans)

    return odds.chance(is_in)


def chance_words(chance: Fraction) -> str:
    """Write a chance as people say it.

    >>> chance_words(Fraction(6, 36)), chance_words(Fraction(1, 500))
    ('1 in 6', '1 in 500')
    >>> chance_words(Fraction(7, 18)), chance_words(Fraction(35, 36)), chance_words(Fraction(1))
    ('2 in 5', '35 in 36', 'certain')
    """
    if chance >= 1:
        return "certain"
    if chance.numerator == 1 or chance.denominator <= 12 or chance > Fraction(11, 12):
        return f"{chance.numerator} in {chance.denominator}"
    if chance < Fraction(1, 10):
        return f"1 in {round(1 / chance)}"
    near = chance.limit_denominator(10)
    return f"{near.numerator} in {near.denominator}"


def a_chance(chance: Fraction) -> str:
    """Write a chance as a noun: *a 1 in 6 chance*, *an 11 in 12 chance*."""
    words = chance_words(chance)
    return f"a{'n' * words.startswith(('8', '11 ', '18 '))} {words} chance"


class Rolls:
    """The lookups, rolls and draws of a step before an event, the latest last."""

    def __init__(self, events: Sequence[Event] = ()) -> None:
        self._events = events

    def last(self, *charts: str, why: str = "") -> Event | None:
        """Return the latest lookup on one of these charts, or the latest roll if none is named."""
        event: Event
        for event in reversed(self._events):
            on, of = event.facts.get("table"), event.facts.get("why")
            if (not charts or on in charts) and why in ("", of):
                return event
        return None


@attrs.frozen
class People:
    """The names for people whom a game does not name.

    Attributes:
        given, family: names; a person has one of each.
        ranks: ranks by the id of the person; others have none.
        ids: all people, so that no two share a name; by default those with ranks.
    """

    given: tuple[str, ...]
    family: tuple[str, ...]
    ranks: Mapping[str, str] = attrs.field(factory=dict)
    ids: Sequence[str] = attrs.field(
        default=attrs.Factory(lambda self: tuple(self.ranks), takes_self=True)
    )


@attrs.frozen
class Fate:
    """What became of one of those in a game.

    Attributes:
        name: who it is: *Sgt. Joe Pruitt, tail gunner*.
        fate: what became of them: *came home*.
        tone: `good`, `bad`, `warn` or nothing; `dead` also greys the face.
        face: the number of their face, as `Told.number` gives it; None where none is shown.
    """

    name: str
    fate: str
    tone: str = ""
    face: int | None = None


@attrs.frozen(kw_only=True)
class Story:
    """How a game went, for its last page.

    Attributes:
        title: how it ended, in a few words.
        text: one paragraph: who, against whom, the result, where and why it ended.
        fates: what became of each.
        next: the id of the setup to play next, which the core finds (`Setup.next`).
        decisive: the moments that decided it, which the core chooses.
    """

    title: str
    text: str
    fates: tuple[Fate, ...] = ()
    next: str = ""
    decisive: tuple[Moment, ...] = ()


@attrs.frozen(kw_only=True)
class Drama:
    """How a game is shown.

    Attributes:
        moments: the moment that an event is, by kind of event: a function of the event, the rolls
            before it in its step, and who tells it, which returns None where it is routine. The
            events of all other kinds are.
        opening: the card before the first question, as a viewer may see it; a function of `play`,
            the viewer and who tells it.
        story: how the game went; a function of `play`, the events and who tells it.
        people: names for people whom the game does not name.
        renewed: the fact that names a person who is replaced by another, by kind of event.
        replaced: how often each of these was replaced by now; a function of `play`.
        scores: how decisive moments are beyond their chance, by key or effect.
    """

    moments: Mapping[str, "Telling"]
    opening: Callable[[Any, Viewer, "Told"], Moment | None] | None = None
    story: Callable[[Any, Sequence[Event], "Told"], Story] | None = None
    people: People | None = None
    renewed: Mapping[str, str] = attrs.field(factory=dict)
    replaced: Callable[[Any], Mapping[str, int]] | None = None
    scores: Mapping[str, float] = attrs.field(factory=dict)


class Told:
    """Who tells a game: the words of its events and the names of those in it.

    `salt` distinguishes the people of one game from those of another. It is no seed: a person who
    knows the names learns nothing of the dice.
    """

    def __init__(
        self,
        words: Words,
        names: Mapping[str, str] | None = None,
        people: People | None = None,
        salt: str = "",
    ) -> None:
        self._words = words
        self._names = names or {}
        self._people = people
        self._salt = salt
        self._renewals: dict[str, int] = {}

    def words(self, event: Event) -> str:
        """Return the words of an event, as the log has them."""
        return narrate(event, self._words, self._names)

    def name(self, id: str) -> str:
        """Return the name of an id, as the pack's data give it."""
        return self._names.get(id, id)

    def number(self, id: str, replaced: int | None = None) -> int:
        """Return a number that belongs to a person of this game, for a face.

        `replaced` is how many came before in the place of that person; by default it is the
        present one.
        """
        times = self._renewals.get(id, 0) if replaced is None else replaced
        return self._hash(f"{id}/{times}")

    def person(self, id: str, replaced: int | None = None) -> str:
        """Return the name of a person, as `number` does: *Sgt. Joe Pruitt*.

        Nobody else among the ids of `people` has it, before all names have been given.

        Raises:
            PackError: the game has no `people`.
        """
        people = self._people
        if people is None:
            raise PackError(f"there are no names for {id!r}; give the Drama `people`")
        if id in people.ids:
            times = self._renewals.get(id, 0) if replaced is None else replaced
            at = people.ids.index(id) + times * len(people.ids)
        else:
            at = self.number(id, replaced)
        again, place = divmod(at, len(self._families))
        family = self._families[place]
        given = people.given[(self._hash(family) + again) % len(people.given)]
        return f"{people.ranks.get(id, '')} {given} {family}".lstrip()

    def _hash(self, text: str) -> int:
        return int.from_bytes(sha256(f"{self._salt}/{text}".encode()).digest()[:6], "big")

    @cached_property
    def _families(self) -> Sequence[str]:
        """The last names in the order in which this game gives them."""
        return sorted(self._people.family, key=self._hash) if self._people else ()

    def surname(self, id: str) -> str:
        """Return the last name of a person, with the rank: *Sgt. Pruitt*."""
        name = self.person(id)
        rank = self._people.ranks.get(id, "") if self._people else ""
        return f"{rank} {name.split()[-1]}".strip()

    def renew(self, id: str, times: int = 1) -> None:
        """Replace a person by another one, this number of times."""
        self._renewals[id] = self._renewals.get(id, 0) + times


Telling: TypeAlias = Callable[[Event, Rolls, Told], Moment | None]
"""Returns the moment that an event is."""


def told_as(title: str, text: str = "", **fields: Any) -> Telling:
    """Return a telling in words of its own, or in those that the log has for an event.

    The title, the text, and each text among the fields of `Moment` are format strings over its
    facts.

    >>> tell = told_as("Engine {number} fails", target="engine:{number}", stops=True)
    >>> told = Told({"engine": "engine {number} stops."})
    >>> event = Event("engine", "", "", {"number": 3})
    >>> tell(event, Rolls(), told).text
    'Engine 3 stops.'
    >>> told_as("Smoke", "Smoke comes from engine {number}.")(event, Rolls(), told).text
    'Smoke comes from engine 3.'
    """

    def tell(event: Event, rolls: Rolls, told: Told) -> Moment:
        def fill(words: Any) -> Any:
            return filled(words, event.facts, event.kind) if isinstance(words, str) else words

        words = fill(text) or told.words(event)
        said = words[:1].upper() + words[1:]
        more = {name: fill(value) for name, value in fields.items()}
        return Moment(title=fill(title), text=said, **more)

    return tell


def decisive(told: Iterable[Moment], scores: Mapping[str, float], number: int = 3) -> list[Moment]:
    """Return the moments that decided a game, in the order in which they happened.

    One counts as much as it was improbable, and by its key or effect; what counts nothing decided
    nothing.
    """

    def weight(moment: Moment) -> float:
        rare = 0.0 if moment.chance is None else float(1 - moment.chance)
        return rare + scores.get(moment.key, scores.get(moment.effect, 0.0))

    stops = [moment for moment in told if moment.stops and moment.key != "opening"]
    # Of several alike, such as the bombs of each mission of a campaign, the heaviest.
    alike: dict[str, Moment] = {}
    for moment in sorted(stops, key=weight, reverse=True):
        alike.setdefault(moment.title, moment)
    best = [moment for moment in alike.values() if weight(moment)][:number]
    return [moment for moment in stops if any(moment is one for one in best)]
