"""What changed on the table since a viewer last looked."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

import attrs

from .board_panel import BoardPanel, Piece, Spot
from .panel import Panel
from .primitives import Bar, Card, Figure, Slot, TextLine
from .things import Thing, lying, on_board, things
from .views import named_parts, unfolded

_PARTED = re.compile(r"[,;] (?![^()]*\))")
"""Separates the words of a thing, outside brackets: `fires low; damage 1 of 3, exhausted`."""


@attrs.frozen(kw_only=True)
class Changes:
    """The difference between two views of one viewer.

    Attributes:
        moved: pieces by id that lie in another space, with the space before and the space now.
        changed: things by id that look different, as they were and as they are.
        new: things by id that were not there.
        gone: things by id that are no longer there, as they were.
        panels: ids of the panels that differ in anything, in the order of the view now.
        names: what people call the pieces that moved, and the spaces in which something changed.
        quiet: ids of all that is not reported: the contents of a large panel that came or went; the
            spaces of a board of which most changed at once, such as what each zone still costs; and
            what a board with `quiet_ground` shows below its pieces.
    """

    moved: Mapping[str, tuple[str, str]] = attrs.field(factory=dict)
    changed: Mapping[str, tuple[Thing, Thing]] = attrs.field(factory=dict)
    new: Mapping[str, Thing] = attrs.field(factory=dict)
    gone: Mapping[str, Thing] = attrs.field(factory=dict)
    panels: tuple[str, ...] = ()
    names: Mapping[str, str] = attrs.field(factory=dict)
    quiet: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.panels)

    @property
    def touched(self) -> frozenset[str]:
        """The ids of what is there and looks different, without what is not reported."""
        return frozenset((*self.moved, *self.changed, *self.new)) - self.quiet

    def lines(self) -> list[str]:
        """Return the changes in words, a line each."""
        lines = [
            f"{self._name(name)}: {self._name(before)} to {self._name(now)}"
            for name, (before, now) in self.moved.items()
            if name not in self.quiet
        ]
        for thing_id, (old, new) in self.changed.items():
            if thing_id in self.quiet:
                continue
            lines += _line(old, new)
        for is_new, there in ((True, self.new), (False, self.gone)):
            news = [thing for name, thing in there.items() if name not in self.quiet]
            lines += filter(None, (self._come_or_gone(thing, is_new=is_new) for thing in news))
        # A card and its counter may say the same.
        return list(dict.fromkeys(lines))

    def _name(self, thing_id: str) -> str:
        return self.names.get(thing_id, thing_id)

    def _come_or_gone(self, thing: Thing, *, is_new: bool) -> str:
        """Return in words that a thing is there now, or no longer; a space stays and changes."""
        words = _words(thing, thing.name)
        if words and isinstance(thing.what, Spot):
            name = _called(thing)
            words = _without(name, words)
            return _told(name, "", words) if is_new else _told(name, words, "")
        where = f" at {self._name(thing.at)}" if thing.at else ""
        return words and f"{'New' if is_new else 'Gone'}{where}: {words}"


def changes(before: Sequence[Panel], now: Sequence[Panel]) -> Changes:
    """Return what changed between two views of the same viewer.

    >>> from tabletop_core.panels import Facts
    >>> before = [Facts(title="Mission", rows=(("fuel", "12"), ("weather", "clear")))]
    >>> now = [Facts(title="Mission", rows=(("fuel", "9"), ("weather", "clear")))]
    >>> changes(before, now).lines()
    ['fuel: 9 (before: 12)']
    """
    old = {panel.id: panel for panel in unfolded(before)}
    new = {panel.id: panel for panel in unfolded(now)}
    was: dict[str, Thing] = {}
    shown: dict[str, Thing] = {}
    differ = [name for name in new if name not in old or not _same(old[name], new[name])]
    for name in differ:
        was.update(_shown(old[name], new[name]) if name in old else {})
        shown.update(_shown(new[name], old.get(name)))
    for name in old:
        if name not in new:
            was.update(_shown(old[name]))
    found = _compared(was, shown, tuple(differ) + tuple(name for name in old if name not in new))
    quiet = set().union(*(_quiet(old[name], new[name]) for name in differ if name in old))
    whole = [(old.get(name) or new[name]) for name in old.keys() ^ new.keys()]
    quiet.update(set().union(*map(_all_of, whole)) - found.changed.keys())
    return attrs.evolve(found, quiet=frozenset(quiet))


_MAX_SPOTS_REPORTED = 5
"""Changes of more spaces than this, and of more than half a board, are not reported."""


def _quiet(old: Panel, new: Panel) -> set[str]:
    """Return the ids of what differs between two looks at a board and is not reported."""
    if not (isinstance(old, BoardPanel) and isinstance(new, BoardPanel)):
        return set()
    if new.quiet_ground:
        spots, ways = (*old.spots, *new.spots), (*old.ways, *new.ways)
        return {spot.id for spot in spots} | {way.id for way in ways}
    was = {spot.id: spot for spot in old.spots}
    differ = {spot.id for spot in new.spots if was.get(spot.id, spot) != spot}
    return differ if len(differ) > max(_MAX_SPOTS_REPORTED, len(new.spots) // 2) else set()


def _all_of(panel: Panel) -> set[str]:
    """Return the ids in a panel that comes or goes as a whole, if there are many."""
    there = lying(panel)
    return set(there) if len(there) > _MAX_SPOTS_REPORTED else set()


def _same(one: Panel, other: Panel) -> bool:
    return one is other or one == other


def _shown(panel: Panel, other: Panel | None = None) -> dict[str, Thing]:
    """Return what can change: on a board the pieces, ways, and spaces that show something.

    Pieces that are the very same object in the same space of the `other` board are left out.
    """
    if isinstance(panel, BoardPanel):
        return on_board(panel, other if isinstance(other, BoardPanel) else None)
    found = things(panel)
    for name, part in named_parts(panel):
        if isinstance(part, TextLine) and not part.id:
            # A line added above moves the others down, which does not change them.
            del found[name]
            found[f"{panel.id}:{part.text}"] = Thing(part, "")
        elif isinstance(part, Slot):
            # `4` or `damage` alone would not say what it belongs to.
            found[name] = Thing(part, f"{panel.title}, {part.name}")
    return found


def _compared(
    was: Mapping[str, Thing], now: Mapping[str, Thing], panels: tuple[str, ...]
) -> Changes:
    moved: dict[str, tuple[str, str]] = {}
    changed: dict[str, tuple[Thing, Thing]] = {}
    new: dict[str, Thing] = {}
    gone = {name: thing for name, thing in was.items() if name not in now}
    for name, thing in now.items():
        before = was.get(name)
        if before is None:
            new[name] = thing
        elif _placing(before) != _placing(thing):
            gone[name], new[name] = before, thing
        elif before != thing:
            if before.at != thing.at:
                moved[name] = (before.at, thing.at)
            if not _moved_only(before.what, thing.what):
                changed[name] = (before, thing)
    ids = {one for name, ways in moved.items() for one in (name, *ways)}
    ids.update(thing.at for thing in (*new.values(), *gone.values()))
    shown = {**was, **now}
    return Changes(
        moved=moved,
        changed=changed,
        new=new,
        gone=gone,
        panels=panels,
        names={name: _called(shown[name]) for name in ids if name in shown},
    )


def _placing(thing: Thing) -> str:
    return thing.what.placing if isinstance(thing.what, Piece) else ""


def _called(thing: Thing) -> str:
    """Return what people call a thing: of a space labelled *waist: 1 hit*, just the name.

    A name may have a colon, as *10:30 o'clock* has.
    """
    return thing.name.partition(": ")[0] if isinstance(thing.what, Spot) else thing.name


def _moved_only(before: Any, now: Any) -> bool:
    """Return whether a piece looks the same as before and at most lies elsewhere."""
    if not (isinstance(before, Piece) and isinstance(now, Piece)):
        return False
    return attrs.evolve(before, at=now.at, words=now.words) == now


def _without(name: str, words: str) -> str:
    """Return words without the name at their beginning.

    >>> _without("w1", "w1, nose E"), _without("Ace", "Ace: initiative 2"), _without("w1", "w12")
    ('nose E', 'initiative 2', 'w12')
    """
    rest = words.removeprefix(name)
    return rest[2:] if rest != words and rest[:2] in (", ", ": ") else words


def _differing(was: str, words: str) -> tuple[str, str]:
    """Return the parts of two texts that only one of them has, where both have such parts.

    Otherwise both are returned from the last part of their common beginning.
    """
    before, now = _PARTED.split(was), _PARTED.split(words)
    gone = [part for part in before if part not in now]
    new = [part for part in now if part not in before]
    if not (gone and new):
        pairs = zip(before, now, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        gone, new = before[max(0, same - 1) :], now[max(0, same - 1) :]
    return ", ".join(gone), ", ".join(new)


def _line(old: Thing, new: Thing) -> Iterator[str]:
    """Yield how a thing has changed; nothing where its words are the same."""
    if _words(_stateless(old)) == _words(_stateless(new)):
        was, now = _state(old), _state(new)
        if was != now:
            yield _told(old.name, was, now)
        return
    was, now = _differing(_words(old), _words(new))
    if old.name != new.name and isinstance(new.what, Card):
        yield f"{now} (before: {was})"
    else:
        yield _told(old.name, _without(old.name, was), _without(new.name, now))


def _told(name: str, was: str, now: str) -> str:
    """Return what a thing is now, and what it was, as far as either is anything.

    >>> _told("3", "", "hit"), _told("3", "hit", ""), _told("fuel", "12", "9")
    ('3: hit', '3: no longer hit', 'fuel: 9 (before: 12)')
    """
    if was and now:
        return f"{name}: {now} (before: {was})"
    return f"{name}: {now or f'no longer {was}'}"


def _stateless(thing: Thing) -> Thing:
    """Return a card without the state that is part of its words."""
    what = thing.what
    return thing._replace(what=attrs.evolve(what, state="")) if isinstance(what, Card) else thing


def _words(thing: Thing, name: str = "") -> str:
    what: Any = thing.what
    if name and isinstance(what, Slot):
        return f"{name}, {what.words}"
    if name and isinstance(what, Figure | Bar):
        return f"{name}: {what.words}"
    return str(what.words)


def _state(thing: Thing) -> str:
    """Return the state of a thing, which its words do not say."""
    return thing.what.state if isinstance(thing.what, Piece | Spot | Card) else ""
