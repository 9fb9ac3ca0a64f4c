"""One component of a game by its name: its values, its state on the table, its rule."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

import attrs

from ..boards import BoardMap, Graph, MapFile
from ..data import Component, Entry
from ..data.glossary import Word
from ..engine.game import Game
from ..engine.pack_data import PackData
from ..errors import TabletopError
from ..events.words import said
from ..panels import Bar, BoardPanel, Card, Figure, Panel, Piece, Slot, Spot, things
from ..panels.board_panel import piles_of
from ..panels.primitives import TextLine
from ..panels.things import Thing
from ..panels.views import parts_of
from .glossary import words_in
from .rulebook import RuleText, rule_text

_UNSAID = (
    *("id", "title", "name", "short", "rule", "provenance", "confidence"),
    *("position", "shape", "links"),
)


@attrs.frozen(kw_only=True)
class ComponentText:
    """A component as a person reads it.

    `kind` is the title of its data file; `facts` are the labels and values in that file; `shown` is
    what the table shows under its name now.
    `words` are the glossary words in its name and texts, else in the title of its panel; `rules`
    are those named by its data, its own name, its words and its kind.
    """

    name: str
    kind: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    shown: tuple[str, ...] = ()
    rules: tuple[RuleText, ...] = ()
    words: tuple[Word, ...] = ()

    @property
    def rule(self) -> RuleText | None:
        """Its own rule: the first with a text."""
        return next((rule for rule in self.rules if any(rule.parts)), None)

    @property
    def others(self) -> tuple[RuleText, ...]:
        """The other rules and interpretations."""
        return tuple(rule for rule in self.rules if rule is not self.rule)

    @property
    def is_explained(self) -> bool:
        """Whether there is more to say than what the table shows."""
        return bool(self.facts or self.rules or self.words)


def component_text(
    game: Game[Any], data: PackData, wanted: str, panels: Sequence[Panel] = ()
) -> ComponentText:
    """Return the component of this name or id, upper or lower case; the beginning of one will do.

    Args:
        panels: the table as the asking person sees it; nothing else of a game in progress is used.

    Raises:
        TabletopError: there is no such component, or several begin so.
    """
    lying = dict(_on_table(panels))
    known = {name: name for name in lying} | dict(data.names)
    known |= {id_: known.get(id_) or name for name, shown in lying.items() for id_ in shown}
    known |= {label: known[id_] for label, id_ in _labels(panels) if label not in known}
    name = _find(game, known, wanted)
    ids = {id_ for id_, called in known.items() if called == name}
    shown = {words: None for id_, words in lying.get(name, {}).items() if words != name}
    shown |= dict.fromkeys(_rows(panels, name))
    found = _told(game, data, name, ids, tuple(shown))
    return attrs.evolve(found, facts=(*found.facts, *_ways(data, ids)))


def thing_text(
    game: Game[Any], data: PackData, wanted: str, panels: Sequence[Panel]
) -> ComponentText | None:
    """Return what is known about the thing of this id on the table, or None.

    A card that is face down shows no more than its back.
    """
    for panel in panels:
        thing = things(panel).get(wanted)
        if thing is None:
            continue
        is_hidden = isinstance(thing.what, Card) and thing.what.hidden
        name, ids = thing.name, set()
        if not is_hidden:
            if isinstance(thing.what, Spot) and name == thing.what.label:
                name = name.partition(":")[0]
            name = data.names.get(wanted) or _title_of(data, wanted) or name
            ids = {wanted} | {id_ for id_, called in data.names.items() if called == name}
        words = _words(thing.what)
        if isinstance(thing.what, Figure | Bar | TextLine):
            words = thing.what.words
        told = [words] if words and words != name else []
        told += [_words(piece) for piece in _alike(panel, thing)]
        rows = () if is_hidden or isinstance(thing.what, Figure) else _rows(panels, name)
        return _told(game, data, name, ids, tuple(dict.fromkeys((*told, *rows))), panel.title)
    return None


def _ways(data: PackData, ids: set[str]) -> Iterator[tuple[str, str]]:
    """Yield where the ways of a place lead, for each free map of the pack that has the place."""
    fields = (getattr(data, field.name) for field in attrs.fields(type(data)))
    maps = [one.map if isinstance(one, MapFile) else one for one in fields]
    for one in maps:
        if isinstance(one, BoardMap) and isinstance(one.board, Graph):
            for space in sorted(ids.intersection(one.board.named)):
                near = one.board.neighbours(space)
                if near:
                    yield "leads to", ", ".join(data.names.get(n) or one.title_of(n) for n in near)


def _alike(panel: Panel, thing: Thing) -> Iterator[Piece]:
    """Yield the other counters of the pile that holds this one."""
    if isinstance(panel, BoardPanel) and isinstance(thing.what, Piece):
        for pile in piles_of(panel.on(thing.at)):
            if thing.what in pile:
                yield from (piece for piece in pile if piece is not thing.what)


def _title_of(data: PackData, wanted: str) -> str:
    """Return the title of an entry of this id, such as a space of a map; empty without one."""
    titles = (getattr(entry, "title", "") for entry in _entries(data).get(wanted, ()))
    return next(filter(None, titles), "")


def _told(
    game: Game[Any],
    data: PackData,
    name: str,
    ids: set[str],
    shown: tuple[str, ...],
    panel: str = "",
) -> ComponentText:
    entries = [entry for id_ in sorted(ids) for entry in _entries(data).get(id_, ())]
    facts = next(filter(None, (tuple(_facts(one, data.names, shown)) for one in entries)), ())
    text = "; ".join((name, *shown, *(value for _, value in facts)))
    words = _words_of(data, text)
    if not any(word.rule for word in words):
        words += tuple(word for word in _words_of(data, panel) if word not in words)
    kind = next((title for title, held in data.pieces.items() if ids.intersection(held)), "")
    numbers = [getattr(entry, "rule", "") for entry in entries]
    for called, number in ((name, ""), *((word.id, word.rule) for word in words)):
        numbers += number, _rule_named(game, called)
    numbers.append(_rule_named(game, kind))
    return ComponentText(
        name=name,
        kind=kind,
        facts=facts,
        shown=shown,
        rules=tuple(
            rule_text(game, data.tables, number) for number in dict.fromkeys(filter(None, numbers))
        ),
        words=words,
    )


def _words_of(data: PackData, text: str) -> tuple[Word, ...]:
    return tuple(word for _, word in words_in(text, data.glossary))


def on_table(panels: Iterable[Panel]) -> list[str]:
    """Return the names of what the table shows in words."""
    return [name for name, _ in _on_table(panels)]


def _find(game: Game[Any], known: Mapping[str, str], wanted: str) -> str:
    """Return the name that a person means: a name, an id, or an unambiguous beginning."""
    folded = " ".join(wanted.split()).casefold()
    called = [(text.casefold(), name) for id_, name in known.items() for text in (id_, name)]
    found = {name for text, name in called if text == folded}
    found = found or {name for text, name in called if folded and text.startswith(folded)}
    if len(found) == 1:
        return found.pop()
    if found:
        few = sorted(found)[:6]
        more = f" and {len(found) - 6} more" if len(found) > 6 else ""
        raise TabletopError(f"{wanted!r} may be {', '.join(few)}{more}; write more of the name")
    close = get_close_matches(folded, [text for text, _ in called], 1)
    names = dict(called)
    hint = f"did you mean {names[close[0]]!r}?" if close else "`tabletop info` lists its parts"
    raise TabletopError(f"{game.title} has no component {wanted!r}; {hint}")


def _on_table(panels: Iterable[Panel]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each name on the table, with the words of each thing of that name by id."""
    found: dict[str, dict[str, str]] = {}
    for panel in panels:
        inside = things(panel)
        called = {id_: thing.name for id_, thing in inside.items()}
        for id_, thing in inside.items():
            words = _words(thing.what)
            if words:
                where = called.get(thing.at, thing.at)
                lies = f"{where}: " if where not in ("", thing.name) else ""
                found.setdefault(thing.name, {})[id_] = lies + words
    yield from found.items()


def _rows(panels: Iterable[Panel], name: str) -> Iterator[str]:
    """Yield the values of rows that are labelled with a name, or with a number and a name."""
    for panel in panels:
        for part in parts_of(panel):
            if isinstance(part, Figure) and _is_labelled(part, name):
                yield f"{panel.title}: {part.value}"


def _is_labelled(figure: Figure, name: str) -> bool:
    return figure.label.lstrip("0123456789 ").casefold() == name.casefold()


def _labels(panels: Iterable[Panel]) -> Iterator[tuple[str, str]]:
    """Yield the label and the id of each counter and space."""
    for panel in panels:
        for id_, thing in things(panel).items():
            if isinstance(thing.what, Piece | Spot) and thing.what.words:
                yield thing.what.label, id_


def _words(what: Any) -> str:
    if isinstance(what, Card) and not what.hidden:
        detail = what.detail.rstrip(".")
        return ", ".join(filter(None, (what.name, detail, *what.corners, what.state)))
    if isinstance(what, Spot):
        return ", ".join(filter(None, (what.words, what.about)))
    if isinstance(what, Piece):
        return what.words
    return what.content if isinstance(what, Slot) else ""


def _entries(data: PackData) -> Mapping[str, Sequence[Any]]:
    """Return the entries in the data of a pack by their ids."""
    return _entries_of(_Itself(data))


@attrs.frozen
class _Itself:
    """Data compared by identity, so that results for it can be cached."""

    data: PackData = attrs.field(eq=id)


@lru_cache(maxsize=8)
def _entries_of(held: _Itself) -> Mapping[str, Sequence[Any]]:
    found: dict[str, list[Any]] = {}
    for entry in _entries_in(held.data):
        found.setdefault(entry.id, []).append(entry)
    return found


def _entries_in(value: Any) -> Iterator[Any]:
    """Yield the entries with an id in the data of a pack, in whatever collection.

    Words of a glossary are left out: `ComponentText.words` has them.
    """
    if isinstance(value, Entry) and hasattr(value, "id"):
        if not isinstance(value, Word):
            yield value
    elif isinstance(value, PackData | Component):
        for field in attrs.fields(type(value)):
            yield from _entries_in(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _entries_in(item)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _entries_in(item)


def _facts(entry: Any, names: Mapping[str, str], shown: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the plain values of an entry in its data file, with the names of other entries.

    Texts that the table shows are left out.
    """
    on_table = " ".join(shown)
    unsaid = (*_UNSAID, *entry.unsaid, *(entry.on_its_face if shown else ()))
    for field in attrs.fields(type(entry)):
        value = getattr(entry, field.name)
        parts = value if isinstance(value, tuple | list) else (value,)
        is_plain = all(isinstance(part, str | int | float) for part in parts)
        if isinstance(value, str) and " " in value and value.rstrip(".") in on_table:
            continue
        if field.name not in unsaid and is_plain and value not in ("", None, (), [], False):
            told = (
                "yes"
                if value is True
                else ", ".join(names.get(str(part)) or said(str(part)) for part in parts)
            )
            yield field.name.replace("_", " "), told


def _rule_named(game: Game[Any], name: str) -> str:
    """Return the number of the rule, or the heading of the ruling, with this name."""
    folded = name.casefold()
    named = {
        rule.number
        for rule in game.rules
        if folded in (rule.number.casefold(), rule.title.casefold())
    }
    named = named or {one.rule for one in game.all_rulings if folded == one.rule.casefold()}
    return named.pop() if len(named) == 1 else ""


def component_json(found: ComponentText) -> dict[str, Any]:
    """Return a component as plain data."""
    return {
        "name": found.name,
        "kind": found.kind,
        "facts": dict(found.facts),
        "shown": list(found.shown),
        "rule": found.rule.number if found.rule else None,
        "words": {word.id: word.text for word in found.words},
    }
