"""The definitions of pieces: traits around traits, each an escaped text in the text of the next.

The format is VASSAL's: a list is joined by a separator, and a separator inside an entry has a
backslash before it. So what is nested three deep has three backslashes before its separators.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain

import attrs

FREE_TURNS = 12
"""Directions of a piece that VASSAL turns by any angle: those of squares and of hexes."""
MAX_TRAITS = 2_000
"""In one definition, with those of its prototypes."""

PLAYERS_DO = {
    *("clone", "delete", "hide", "label", "markmoved", "footprint", "nonRect", "nonRect2"),
    *("report", "playSound", "submenu", "immob", "return", "sendto", "restrict", "hideCmd"),
    *("locmsg", "translatableMessage", "AreaOfEffect", "deselect", "mkcmd", "mrotate"),
    *("propertysheet", "translate", "move", "cmt", "cond", "borderOutline", "restrictCommands"),
}
"""Traits that are for the eye, or do what any player may do by hand."""

_READ = {"piece", "prototype", "mark", "emb2", "PROP", "basicName", "obs", "rotate"}
_SIDES = ("side", "nation", "nationality", "faction", "player", "army", "force", "owner", "team")


def split(text: str, separator: str) -> list[str]:
    r"""Return the entries of a list that VASSAL joined with a separator.

    >>> split("piece;;;fox.png;A\\;B", ";")
    ['piece', '', '', 'fox.png', 'A;B']
    """
    entries: list[str] = []
    entry: list[str] = []  # joined once, since one entry may hold all pieces of a saved game
    for part in text.split(separator):
        if part.endswith("\\"):  # the separator was escaped, so the entry goes on
            entry.append(part[:-1] + separator)
        else:
            entries.append("".join((*entry, part)))
            entry = []
    if entry:
        entries.append("".join(entry))
    return [_unquoted(one) for one in entries]


def _unquoted(entry: str) -> str:
    is_quoted = len(entry) > 1 and entry[0] == entry[-1] == "'"
    return entry[1:-1] if is_quoted else entry


@attrs.frozen
class Trait:
    """A trait: its fields, the first of which names it, and its state."""

    fields: tuple[str, ...]
    state: str

    @property
    def name(self) -> str:
        """What kind of trait it is, such as `emb2` for layers."""
        return self.fields[0]

    def field(self, number: int) -> str:
        """Return a field, or an empty text where an old module lacks it."""
        return self.fields[number] if number < len(self.fields) else ""


def traits_in(definition: str) -> list[Trait]:
    """Return the traits of a definition, the outermost first; none if it is no definition."""
    parts = split(definition.strip(), "/")
    if len(parts) < 3 or parts[0] != "+":
        return []
    outer, state = parts[2], parts[3] if len(parts) > 3 else ""
    found: list[Trait] = []
    while len(found) < MAX_TRAITS:
        kinds, states = split(outer, "\t"), split(state, "\t")
        found.append(Trait(tuple(split(kinds[0], ";")), states[0]))
        if len(kinds) < 2:
            break
        outer, state = kinds[1], states[1] if len(states) > 1 else ""
    return found


@attrs.frozen
class Layer:
    """What a piece can be flipped to: the names and pictures of its faces, and the first one."""

    title: str
    faces: tuple[str, ...]
    pictures: tuple[str, ...]
    start: int

    @property
    def fixed(self) -> "Layer":
        """The layer with the face alone that is up."""
        return Layer(self.title, (self.faces[self.start],), (self.pictures[self.start],), 0)


@attrs.frozen(kw_only=True)
class Definition:
    """What the traits of a piece say, those of its prototypes included.

    `pictures`: what always lies there, from the bottom up; `picture`: what it looks like at first.
    `turns`: into how many directions it may point, 0 if none; `facing`: where to, in degrees.
    `unknown` counts the traits that were not understood, `by_hand` those that players do.
    """

    name: str = ""
    pictures: tuple[str, ...] = ()
    back: str = ""
    prototypes: tuple[str, ...] = ()
    marks: Mapping[str, str] = attrs.field(factory=dict)
    layers: tuple[Layer, ...] = ()
    turns: int = 0
    facing: int = 0
    unknown: Counter[str] = attrs.field(factory=Counter)
    by_hand: Counter[str] = attrs.field(factory=Counter)

    @property
    def picture(self) -> str:
        """The lowest picture, or an empty text."""
        faces = (one for layer in self.layers for one in layer.pictures if one)
        return next(chain(self.pictures, faces), "")

    @property
    def side(self) -> str:
        """The side that a marker of the piece states, if one does."""
        marks = {name.lower(): value for name, value in self.marks.items()}
        return next((marks[name] for name in _SIDES if marks.get(name)), "")


def read_definition(text: str, prototypes: Mapping[str, str]) -> Definition:
    """Return what a definition says; properties of outer traits hide those of inner ones."""
    name = basic_name = picture = back = ""
    marks: dict[str, str] = {}
    flips: list[Trait] = []
    turns = facing = 0
    named: dict[str, None] = {}
    unknown: Counter[str] = Counter()
    by_hand: Counter[str] = Counter()
    for trait in _with_prototypes(text, prototypes, named):
        if trait.name == "piece":
            picture, name = trait.field(3), trait.field(4)
        elif trait.name == "basicName":
            basic_name = basic_name or trait.field(1)
        elif trait.name == "mark":
            keys, values = split(trait.field(1), ","), split(trait.state, ",")
            for key, value in zip(keys, values, strict=False):
                marks.setdefault(key, value)
        elif trait.name == "PROP":
            marks.setdefault(trait.field(1), trait.state)
        elif trait.name == "emb2":
            flips.append(trait)
        elif trait.name == "obs":
            back = back or trait.field(2)
        elif trait.name == "rotate" and not turns:
            turns, facing = _rotation(trait)
        elif trait.name in PLAYERS_DO:
            by_hand[trait.name] += 1
        elif trait.name not in _READ:
            unknown[trait.name] += 1
    layers: list[Layer] = []
    for trait in flips:
        followed = trait.field(_PROPERTY) if trait.field(_FOLLOWS) == "true" else ""
        level = _whole(marks.get(followed, ""), _UNKNOWN)
        if not followed:
            layers.append(_layer(trait, _saved_level(trait)))
        elif level != _UNKNOWN:
            layers.append(_layer(trait, level - _whole(trait.field(_FIRST), 1) + 1))
        else:  # a property of the table, or a formula
            unknown["emb2 following a property, shown as the module has it"] += 1
            layers.append(_layer(trait, _saved_level(trait)).fixed)
    fixed = (layer.pictures for layer in reversed(layers) if len(layer.faces) == 1)
    return Definition(
        name=basic_name or name,
        pictures=tuple(filter(None, (picture, *(one for (one,) in fixed)))),
        back=back,
        prototypes=tuple(named),
        marks=marks,
        layers=tuple(layer for layer in layers if len(layer.faces) > 1),
        turns=turns,
        facing=facing,
        unknown=unknown,
        by_hand=by_hand,
    )


def _with_prototypes(
    text: str, prototypes: Mapping[str, str], named: dict[str, None]
) -> Iterator[Trait]:
    """Yield the traits of a piece, in the place of each prototype those of the prototype."""
    waiting = [(trait, ()) for trait in reversed(traits_in(text))]
    stack: list[tuple[Trait, tuple[str, ...]]] = list(waiting)
    for _ in range(MAX_TRAITS):
        if not stack:
            return
        trait, above = stack.pop()
        if trait.name != "prototype":
            if trait.name != "piece" or not above:
                yield trait
            continue
        name = trait.field(1)
        named.setdefault(name)
        if name in above:
            continue  # a prototype that names itself
        inner = traits_in(prototypes.get(name, ""))
        stack += [(one, (*above, name)) for one in reversed(inner)]


_FOLLOWS, _PROPERTY, _FIRST = 22, 23, 24
"""The fields of `emb2`: whether it follows a property, which, and the value of its first level."""
_UNKNOWN = -(10**9)


def _saved_level(trait: Trait) -> int:
    return _whole(split(trait.state, ";")[0], -1)


def _layer(trait: Trait, level: int) -> Layer:
    """Read `emb2`: an image for each level, from 1; without any it shows the piece below."""
    pictures = split(trait.field(16), ",")
    names = split(trait.field(17), ",")
    names += [""] * (len(pictures) - len(names))
    faces = [
        name.replace("+", "").strip() or _stem(picture) or f"face {number}"
        for number, (name, picture) in enumerate(zip(pictures and names, pictures, strict=False), 1)
    ]
    if trait.field(26) != "true" and (trait.field(1) or level < 0):  # it can be turned off
        pictures, faces = ["", *pictures], ["front", *faces]
        start = max(0, level)
    else:
        start = max(0, level - 1)
    title = trait.field(19) or trait.field(1) or trait.field(4) or "face"
    return Layer(title, tuple(faces), tuple(pictures), min(start, len(faces) - 1))


def _rotation(trait: Trait) -> tuple[int, int]:
    """Read `rotate`: into how many directions, and where to; a free one has an angle as state."""
    turns = min(max(_whole(trait.field(1), 0), 0), 360)
    if turns != 1:
        return turns, round(_whole(trait.state, 0) % turns * 360 / turns) if turns else 0
    number, _, _ = trait.state.lstrip("-").partition(".")
    angle = _whole(number, 0) * (1 if trait.state.startswith("-") else -1)
    return FREE_TURNS, angle % 360


def _stem(picture: str) -> str:
    return picture.rpartition("/")[2].rpartition(".")[0]


def _whole(text: str, default: int) -> int:
    try:
        return int(text)
    except ValueError:
        return default


WHAT = {
    "macro": "trigger action",
    "calcProp": "calculated property",
    "setprop": "set global property",
    "placemark": "place marker",
    "replace": "replace with other",
    "globalkey": "global key command",
    "globalhotkey": "global hotkey",
    "matPiece": "mat",
    "matCargo": "mat cargo",
    "button": "action button",
    "menuSeparator": "separator in a menu",
    "emb": "layer of an old module",
    "label": "text label",
    "sendto": "send to a place",
    "hideCmd": "restrict commands",
    "restrict": "restricted access",
    "immob": "does not move or stack",
    "return": "return to a deck",
    "markmoved": "marked when moved",
    "footprint": "movement trail",
    "hide": "can be hidden",
}
"""What traits are called in VASSAL."""
