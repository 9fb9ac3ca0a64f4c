"""The keys that every data file has, and the provenance of its data."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, ClassVar

import attrs

from ..dice import Dice
from .strict import wrong

PROVENANCES = (
    "rulebook",
    "rulebook-example",
    "public",
    "public-analog",
    "reconstructed",
    "original",
)
CONFIDENCES = ("high", "medium", "low")
SCHEMA = 1


def _provenance(_: Any, __: Any, value: str) -> None:
    if value and value not in PROVENANCES:
        raise wrong("D106", "no such provenance", value, f"use one of {', '.join(PROVENANCES)}")


def _confidence(_: Any, __: Any, value: str) -> None:
    if value and value not in CONFIDENCES:
        raise wrong("D106", "no such confidence", value, f"use one of {', '.join(CONFIDENCES)}")


def _schema(_: Any, __: Any, value: int) -> None:
    if value != SCHEMA:
        raise wrong("D107", "this version of the format is unknown", value, f"write {SCHEMA}")


@attrs.frozen(kw_only=True)
class Entry:
    """Base of repeated entries of a file, which may state their own provenance.

    With an `id` and a `title` or `name` it is a piece, and `DataFolder.names` has its name.
    With a `rule`, the number of a rule, its page on the table shows that rule. `unsaid` names
    fields of no use to a player, such as the name that a recipe uses for a card; `on_its_face`
    those that it already shows in its own words on the table.
    """

    unsaid: ClassVar[tuple[str, ...]] = ()
    on_its_face: ClassVar[tuple[str, ...]] = ()
    provenance: str = attrs.field(default="", validator=_provenance)
    confidence: str = attrs.field(default="", validator=_confidence)


@attrs.frozen(kw_only=True)
class Component:
    """Base of what a file holds: the keys that every data file has.

    A file of your own is an attrs class: its fields are the keys, those without a default must be
    there, others are refused. `faults(self)` may yield a `Problem` for what the types cannot tell.

        @attrs.frozen(kw_only=True)
        class Lot(Entry):
            id: str
            title: str
            worth: int

        @attrs.frozen(kw_only=True)
        class Lots(Component):
            lot: tuple[Lot, ...]  # each is a [[lot]] of the file

        lots = DataFolder(__package__, overlays).file("lots.toml", Lots)
    """

    schema: int = attrs.field(validator=_schema)
    id: str
    title: str = ""
    source: str = ""
    provenance: str = attrs.field(default="", validator=_provenance)
    confidence: str = attrs.field(default="", validator=_confidence)


def provenance_count(*components: Any, also: Mapping[str, int] | None = None) -> dict[str, int]:
    """Count the data by where they come from; `also` were counted before.

    A datum is the smallest thing with fields of its own: a cell of a table, a card, a city.
    Those that state no provenance have that of what they stand in.
    """
    counts: Counter[str] = Counter(also)
    for component in components:
        _count(component, "", counts)
    order = {name: at for at, name in enumerate(PROVENANCES)}
    return dict(sorted(counts.items(), key=lambda item: order.get(item[0], len(order))))


_PLAIN = frozenset((str, int, float, bool, type(None)))


@cache
def _given(cls: Any) -> tuple[str, ...]:
    """Return the names of the fields that a value of this class is made of."""
    return tuple(field.name.lstrip("_") for field in attrs.fields(cls) if field.init)


def _count(value: Any, inherited: str, counts: Counter[str]) -> int:
    """Count the data in a value and return how many there were."""
    if type(value) in _PLAIN:
        return 0
    if isinstance(value, Mapping):
        return sum(_count(inner, inherited, counts) for inner in value.values())
    if isinstance(value, list | tuple | set | frozenset):
        return sum(_count(inner, inherited, counts) for inner in value)
    if not attrs.has(type(value)) or isinstance(value, Dice):
        return 0
    own = getattr(value, "provenance", "") or inherited
    if hasattr(value, "data_count"):
        found: Iterable[tuple[str, int]] = value.data_count()
        for name, number in found:
            counts[name or own or "unstated"] += number
        return 1
    kind: Any = type(value)
    inside = sum(_count(getattr(value, name), own, counts) for name in _given(kind))
    if not inside:
        counts[own or "unstated"] += 1
    return inside or 1
