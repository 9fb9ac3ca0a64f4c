"""How what happened is shown: routine folded, news held, the decisive a stop.

A stretch is what happened between two looks, cut into steps. Consecutive steps become a beat:
what is shown at once, and for how long. Times are in milliseconds.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from logging import getLogger
from typing import Any, Generic, TypeVar

import attrs

from ..engine.game import Game
from ..engine.match import Match
from ..events.drama import Drama, Moment, Rolls, Told
from ..events.event import Event
from ..events.words import as_prose
from ..panels import Facts, Panel
from ..viewers import Viewer
from .log import tone_of

S = TypeVar("S")

MAX_NEWS = 3
"""News in one beat."""
ROUTINE_MS = (220, 90, 600)
"""How long a beat of routine takes: at least, more for each step, at most."""
ALL_ROUTINE_MS = 3000
"""How long all routine of a stretch takes at most."""
NEWS_MS, SHORT_NEWS_MS, ALL_NEWS_MS = 2000, 700, 12000
"""How long news is held: alone, at least where there is much of it, and all of a stretch."""
PLAIN_MS = (1100, 90.0, 600.0, 8000.0, 2.5)
"""Of a game that names no moments: one beat alone; each of several at least and at most; all of a
stretch, about; how much longer one is held that has a roll or news."""
SCENE_MS = 2600
"""How long a stop moves on the board before its card comes."""
READING_MS = 2500
"""How long a card is taken to be read, where nobody puts it away."""
REST_MS = 3000
"""The least time between two stops; the second is else news, unless it `always` stops."""
SHARED_NEWS, SHARED_STEPS, MAX_SHARED = 2, 8, 4
"""Stops of one place share a card: news and steps between them, and how many at most."""

ROLLS = ("look_up", "roll", "draw")
"""The kinds of events in which chance shows itself."""


class MomentReader:
    """Reads the events of a game in order and finds the moments among them.

    A game without a `drama` has news where an event has a tone. A telling that fails is noted in
    the log of the program, and its event is routine; with `is_strict` the error is raised.
    """

    def __init__(
        self,
        game: Game[Any],
        names: Mapping[str, str],
        salt: str = "",
        *,
        is_strict: bool = False,
    ) -> None:
        self._game = game
        self._drama = game.look.drama
        people = self._drama.people if self._drama else None
        self.told = Told(game.look.words, names, people, salt)
        self._rolled: list[Event] = []
        self._is_strict = is_strict

    def read(self, events: Iterable[Event]) -> Iterator[tuple[Event, Moment | None]]:
        """Yield the events that come next, each with the moment that it is, if it is one."""
        for event in events:
            if self._drama is None:
                yield event, self._by_tone(event)
                continue
            self._note(event, self._drama)
            yield event, self._moment(event, self._drama)
            if event.kind in ROLLS:
                self._rolled.append(event)

    def begin_at(self, match: Match[Any]) -> None:
        """Begin at the present place of a match: what came before has been told."""
        for person, times in _replaced(match).items():
            self.told.renew(person, times)
        self._rolled.clear()
        for event in match.events[match.events.first_in_memory :]:
            if event.kind == "step":
                self._rolled.clear()
            elif event.kind in ROLLS:
                self._rolled.append(event)

    def _note(self, event: Event, drama: Drama) -> None:
        if event.kind == "step":
            self._rolled.clear()
        fact = drama.renewed.get(event.kind)
        if fact is not None:
            self.told.renew(str(event.facts[fact]))

    def _moment(self, event: Event, drama: Drama) -> Moment | None:
        tell = drama.moments.get(event.kind)
        if tell is None:
            return None
        try:
            moment = tell(event, Rolls(tuple(self._rolled)), self.told)
            return moment and attrs.evolve(moment, text=as_prose(moment.text))
        except Exception:
            if self._is_strict:
                raise
            getLogger(__name__).warning("%s: no moment for %s", self._game.id, event, exc_info=True)
            return None

    def _by_tone(self, event: Event) -> Moment | None:
        tone = tone_of(self._game, event)
        words = self.told.words(event) if tone and not tone.startswith("quiet") else ""
        return Moment(title="", text=words, tone=tone) if words else None


def _replaced(match: Match[Any]) -> Mapping[str, int]:
    drama = match.game.look.drama
    return drama.replaced(match.play) if drama is not None and drama.replaced is not None else {}


def people_of(
    match: Match[Any], panels: Iterable[Panel], salt: str = ""
) -> dict[str, tuple[str, int]]:
    """Return name and number of the face of everybody on panels now, by id."""
    shown = [one for panel in panels if isinstance(panel, Facts) for one in panel.people]
    drama = match.game.look.drama
    if not shown or drama is None or drama.people is None:
        return {}
    told = Told({}, match.data.names, drama.people, salt)
    for person, times in _replaced(match).items():
        told.renew(person, times)
    return {one.id: (told.surname(one.id), told.number(one.id)) for one in shown}


def opening_of(match: Match[Any], viewer: Viewer, salt: str = "") -> Moment | None:
    """Return the card before the first question as a viewer may see it, if the game has one."""
    drama = match.game.look.drama
    if drama is None or drama.opening is None:
        return None
    reader = MomentReader(match.game, match.data.names, salt)
    reader.begin_at(match)
    moment = drama.opening(match.play, viewer, reader.told)
    return moment and attrs.evolve(moment, text=as_prose(moment.text))


@attrs.frozen
class Passage(Generic[S]):
    """What happened at one place of the sequence of play; `at` is the table after it."""

    at: S
    place: tuple[str, ...]
    moments: tuple[Moment, ...] = ()
    rolls: int = 0


@attrs.frozen(kw_only=True)
class Beat(Generic[S]):
    """Passages that are shown at once.

    Attributes:
        passages: what it covers, in order.
        moments: its news, or the stops that the board shows one after the other.
        card: the moments on the card that ends it; none if it is no stop, or a later one has it.
        stops: whether the telling stops here.
        held_ms: how long it is shown, without the reading of its card.
    """

    passages: tuple[Passage[S], ...]
    moments: tuple[Moment, ...] = ()
    card: tuple[Moment, ...] = ()
    stops: bool = False
    held_ms: int = 0

    @property
    def rolls(self) -> int:
        """The rolls of the steps that are not moment."""
        return sum(step.rolls for step in self.passages if not step.moments)

    @property
    def place(self) -> tuple[str, ...]:
        return self.passages[-1].place


def beats(passages: Sequence[Passage[S]]) -> list[Beat[S]]:
    """Return the beats in which a stretch is shown."""
    return _carded(_rested(_timed(_gathered(passages))))


def plain_beats(passages: Sequence[Passage[S]]) -> list[Beat[S]]:
    """Return a beat for each passage, as a game is shown that names no moments."""
    alone_ms, least, most, all_ms, weight = PLAIN_MS
    if len(passages) < 2:
        return [Beat(passages=(one,), moments=one.moments, held_ms=alone_ms) for one in passages]
    each = all_ms / sum(weight if one.moments or one.rolls else 1.0 for one in passages)
    each = min(most, max(least, each))
    return [
        Beat(
            passages=(one,),
            moments=one.moments,
            held_ms=round(each * (weight if one.moments or one.rolls else 1.0)),
        )
        for one in passages
    ]


def _gathered(passages: Sequence[Passage[S]]) -> Iterator[Beat[S]]:
    """Yield beats: each stop is one, and steps of one place with a few news."""
    open_: list[Passage[S]] = []

    def closed() -> Iterator[Beat[S]]:
        if open_:
            yield Beat(passages=tuple(open_), moments=_all_moments(open_))
            open_.clear()

    for step in passages:
        stops = tuple(one for one in step.moments if one.stops)
        is_elsewhere = bool(open_) and open_[-1].place[:-1] != step.place[:-1]
        if stops or is_elsewhere or len(_all_moments([*open_, step])) > MAX_NEWS:
            yield from closed()
        if stops:
            yield Beat(passages=(step,), moments=step.moments, stops=True)
        else:
            open_.append(step)
    yield from closed()


def _all_moments(passages: Sequence[Passage[S]]) -> tuple[Moment, ...]:
    return tuple(moment for step in passages for moment in step.moments)


def _timed(found: Iterator[Beat[S]]) -> list[Beat[S]]:
    """Give each beat its time."""
    all_beats = list(found)
    number = sum(bool(beat.moments) and not beat.stops for beat in all_beats)
    news_ms = max(SHORT_NEWS_MS, min(NEWS_MS, ALL_NEWS_MS // max(1, number)))
    least, each, most = ROUTINE_MS

    def routine(beat: Beat[S]) -> int:
        return min(most, least + each * len(beat.passages))

    quiet = sum(routine(beat) for beat in all_beats if not beat.moments)
    pace = min(1.0, ALL_ROUTINE_MS / max(1, quiet))

    def time(beat: Beat[S]) -> int:
        if beat.stops:
            return SCENE_MS
        return news_ms if beat.moments else round(pace * routine(beat))

    return [attrs.evolve(beat, held_ms=time(beat)) for beat in all_beats]


def _is_shared(between: Sequence[Beat[S]], first: Beat[S], then: Beat[S]) -> bool:
    """Return whether two stops share a card, with these beats between them."""
    news = sum(len(beat.moments) for beat in between)
    steps = sum(len(beat.passages) for beat in between)
    is_near = news <= SHARED_NEWS and steps <= SHARED_STEPS
    return is_near and first.place[:-1] == then.place[:-1]


def _rested(all_beats: list[Beat[S]]) -> list[Beat[S]]:
    """Make news of a stop that comes too soon after another with which it shares no card."""
    told: list[Beat[S]] = []
    last, on_card = -1, 0
    for beat in all_beats:
        number = len(_stops_of(beat))
        if beat.stops and last >= 0:
            between = told[last + 1 :]
            is_soon = sum(one.held_ms for one in between) < REST_MS
            is_held = any(moment.always for moment in beat.moments)
            is_shared = _is_shared(between, told[last], beat) and on_card + number <= MAX_SHARED
            on_card = on_card if is_shared else 0
            if is_soon and not is_held and not is_shared:
                beat = attrs.evolve(beat, stops=False, held_ms=NEWS_MS)
        if beat.stops:
            last, on_card = len(told), on_card + number
        told.append(beat)
    return told


def _stops_of(beat: Beat[S]) -> tuple[Moment, ...]:
    return tuple(moment for moment in beat.moments if moment.stops)


def _carded(all_beats: list[Beat[S]]) -> list[Beat[S]]:
    """Give a card to each stop, or to the last of those that share one."""
    stops = [at for at, beat in enumerate(all_beats) if beat.stops]
    shared: list[Moment] = []
    for number, at in enumerate(stops):
        beat = all_beats[at]
        shared += _stops_of(beat)
        then = stops[number + 1] if number + 1 < len(stops) else None
        goes_on = (
            then is not None
            and len(shared) + len(_stops_of(all_beats[then])) <= MAX_SHARED
            and _is_shared(all_beats[at + 1 : then], beat, all_beats[then])
        )
        if not goes_on:
            all_beats[at] = attrs.evolve(beat, card=tuple(shared))
            shared = []
    return all_beats
