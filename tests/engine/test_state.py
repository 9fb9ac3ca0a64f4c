"""State is plain data: copied, written out, read back and compared."""

import tomllib
from collections import Counter
from enum import Enum, IntEnum
from typing import Any, Generic, NamedTuple, TypeVar

import attrs
import pytest
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_core.components.decks import Hand, Pile
from tabletop_core.components.tracks import Overflow, Track
from tabletop_core.engine.state import clone, decode, encode, fingerprint, state_key


class Colour(Enum):
    RED = 1
    BLUE = 2


class Rank(IntEnum):
    LOW = 1
    HIGH = 2


class Spot(NamedTuple):
    column: int
    row: int


@attrs.frozen
class Sort:
    name: str
    costs: tuple[int, ...] = ()


@attrs.frozen
class Notes:
    lines: list[str]


@attrs.define
class Unit:
    name: str
    at: tuple[int, int] | None = None
    colour: Colour = Colour.RED


@attrs.define(slots=False)
class Loose:
    count: int = 0
    derived: int = attrs.field(init=False, default=3)


@attrs.define
class Everything:
    number: int = 1
    share: float = 0
    flag: bool = False
    text: str = "a"
    maybe: str | None = None
    either: str | int = 3
    any_of: str | int | None = None
    colour: Colour = Colour.BLUE
    rank: Rank = Rank.HIGH
    pair: tuple[int, int] = (1, 2)
    nested: tuple[tuple[int, str], ...] = ((1, "x"), (2, "y"))
    units: list[Unit] = attrs.field(factory=lambda: [Unit("a"), Unit("b", (3, 4), Colour.BLUE)])
    by_name: dict[str, Unit] = attrs.field(factory=lambda: {"c": Unit("c")})
    by_number: dict[int, list[int | None]] = attrs.field(factory=lambda: {3: [1, None], 1: []})
    by_colour: dict[Colour, int] = attrs.field(factory=lambda: {Colour.BLUE: 2, Colour.RED: 1})
    by_square: dict[tuple[int, int], str] = attrs.field(factory=lambda: {(2, 1): "f"})
    names: set[str] = attrs.field(factory=lambda: {"n", "m"})
    squares: set[tuple[int, int]] = attrs.field(factory=lambda: {(2, 1), (1, 2)})
    colours: frozenset[Colour] = frozenset({Colour.RED, Colour.BLUE})
    counts: Counter[str] = attrs.field(factory=lambda: Counter(tea=2))
    spot: Spot = attrs.field(factory=lambda: Spot(1, 2))
    sort: Sort = Sort("light", (1, 2))
    notes: Notes = attrs.field(factory=lambda: Notes(["first"]))
    loose: Loose = attrs.field(factory=lambda: Loose(2))
    pile: Pile = attrs.field(factory=lambda: Pile.of(["x", "x", "y"]))
    hand: Hand = attrs.field(factory=lambda: Hand("west", ["q"]))
    track: Track = attrs.field(factory=lambda: Track(0, 9, 4, Overflow.WRAP, {0: "empty"}))
    _hidden: int = 7


def through_toml(state):
    return decode(type(state), tomllib.loads(tomli_w.dumps(encode(state))))


def test_a_state_of_every_kind_of_data_survives_a_file():
    state = Everything()
    back = through_toml(state)

    assert back == state
    assert fingerprint(back) == fingerprint(state)
    assert (type(back.counts), back.counts["coffee"]) == (Counter, 0)
    # The order of mappings is kept because draws depend on it.
    assert list(back.by_number) == [3, 1]
    assert list(back.by_colour) == [Colour.BLUE, Colour.RED]
    assert list(back.pile.pool) == ["x", "y"]
    # Nothing is written as saved games have it.
    assert encode(state)["maybe"] == {"nothing": True}


words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=3)
whole = st.integers(-9, 9)
spots = st.tuples(whole, whole)
units = st.builds(Unit, words, st.none() | spots, st.sampled_from(Colour))
states = st.builds(
    Everything,
    number=whole, share=st.floats(-9, 9), flag=st.booleans(), text=words,
    maybe=st.none() | words, either=words | whole, any_of=st.none() | words | whole,
    colour=st.sampled_from(Colour), rank=st.sampled_from(Rank), pair=spots,
    nested=st.lists(st.tuples(whole, words), max_size=2).map(tuple),
    units=st.lists(units, max_size=2), by_name=st.dictionaries(words, units, max_size=2),
    by_number=st.dictionaries(whole, st.lists(st.none() | whole, max_size=2), max_size=2),
    by_colour=st.dictionaries(st.sampled_from(Colour), whole),
    by_square=st.dictionaries(spots, words, max_size=2), names=st.sets(words, max_size=3),
    squares=st.sets(spots, max_size=3), colours=st.frozensets(st.sampled_from(Colour)),
    counts=st.dictionaries(words, whole, max_size=2).map(Counter),
    spot=st.builds(Spot, whole, whole), sort=st.builds(Sort, words, spots),
    notes=st.builds(Notes, st.lists(words, max_size=2)),
)  # fmt: skip


@given(states)
@settings(max_examples=30)
def test_any_state_survives_a_file_and_a_copy_of_it_is_another(state):
    back, copy = through_toml(state), clone(state)

    assert back == copy == state
    assert [*back.by_name, *back.by_number] == [*state.by_name, *state.by_number]
    assert fingerprint(back) == fingerprint(copy) == fingerprint(state)
    assert state_key(back) == state_key(copy) == state_key(state)
    for name in ("units", "by_name", "by_number", "names", "squares", "counts", "notes", "pile"):
        assert getattr(copy, name) is not getattr(state, name)
    assert all(a is not b for a, b in zip(copy.units, state.units, strict=True))


@given(states, st.data())
@settings(max_examples=30)
def test_a_state_that_differs_in_one_thing_has_another_fingerprint_and_key(state, data):
    field = data.draw(st.sampled_from(["share", "maybe", "units", "by_number", "squares", "sort"]))
    other = attrs.evolve(state, **{field: getattr(data.draw(states), field)})

    assert (fingerprint(other) == fingerprint(state)) == (other == state)
    assert (state_key(other) == state_key(state)) == (other == state)


def test_a_clone_is_equal_and_shares_nothing_that_can_change():
    state = Everything()
    before = fingerprint(state)

    copy = clone(state)
    assert copy == state
    copy.units[0].name = "changed"
    copy.by_name["c"].at = (9, 9)
    copy.by_number[3].append(5)
    copy.names.add("o")
    copy.squares.clear()
    copy.counts["tea"] += 1
    copy.notes.lines.append("second")
    copy.loose.derived = 0
    copy.pile.take("x")
    copy.hand.cards.clear()
    copy.track.move(3)

    assert fingerprint(state) == before


def test_a_clone_keeps_the_kind_of_each_part_and_shares_frozen_facts():
    state = Everything()
    copy = clone(state)

    assert (type(copy.counts), type(copy.spot)) == (Counter, Spot)
    assert (copy.counts["coffee"], copy._hidden) == (0, 7)
    assert copy.sort is state.sort
    assert clone([state.sort])[0] is state.sort


T = TypeVar("T")


@attrs.define
class Box(Generic[T]):
    inside: T


@pytest.mark.parametrize("around", [Box, lambda inside: {"inside": ({"deep": inside},)}])
def test_a_clone_shares_no_list_within_a_list_where_nothing_says_what_is_inside(around):
    grid = [[1, 2], [3]]
    copy = clone(around(grid))
    inside = copy.inside if isinstance(copy, Box) else copy["inside"][0]["deep"]
    inside[0].append(0)
    inside.append([])

    assert grid == [[1, 2], [3]]


@attrs.define
class Ship:
    name: str
    load: dict[str, int] = attrs.field(factory=dict)
    at: dict[tuple[int, int], float] = attrs.field(factory=dict)


def test_a_fingerprint_stays_the_same_from_release_to_release():
    ship = Ship("Málaga", {"tea": 2, "rum": 1}, {(2, 1): 2.0, (1, 10): 0.5})

    assert fingerprint(ship) == "53dd6ef420eb324273954cd6ea44c3367302385da7d737a780b114f664e2fb75"


@attrs.define
class Quay:
    number: int


@attrs.define
class Harbour:
    guest: Ship | Quay | None = None


@attrs.define
class Holder:
    thing: Any


PLAIN = ("fog", 7, "", [1, "two"], {"a": [None]}, {"nothing": False}, None)


@pytest.mark.parametrize(
    "state",
    [
        *(Harbour(guest) for guest in (Ship("a", {"tea": 1}), Quay(3), None)),
        *(Holder(thing) for thing in PLAIN),
        attrs.evolve(Everything(), either="word", any_of=4, share=2.5, maybe="yes"),
    ],
)
def test_a_field_of_any_kind_or_of_several_classes_is_saved_as_what_it_holds(state):
    assert through_toml(state) == state


def test_a_field_that_was_changed_after_the_start_survives_a_file():
    state = Everything(loose=Loose(5))
    state.loose.derived = 9

    assert through_toml(state) == state


@attrs.define
class Knot:
    """A tree of its own kind, with a subclass in it."""

    name: str
    parts: "list[Knot]" = attrs.field(factory=list)
    by_pair: "dict[tuple[int, int], Knot | None]" = attrs.field(factory=dict)


@attrs.define
class Tied(Knot):
    loose_ends: list[str] = attrs.field(factory=list)


def test_a_clone_follows_classes_that_hold_their_own_kind_and_subclasses():
    state = Knot("a", [Knot("b", [Knot("c")]), Tied("d", loose_ends=["x"])], {(1, 2): None})
    state.by_pair[3, 4] = Tied("e", loose_ends=["y"])

    copy = clone(state)
    assert copy == state
    assert type(copy.parts[1]) is Tied
    copy.parts[0].parts[0].name = "changed"
    copy.parts[1].loose_ends.append("more")
    copy.by_pair[3, 4].loose_ends.clear()
    copy.by_pair.clear()

    assert state.parts[0].parts[0].name == "c"
    assert state.parts[1].loose_ends == ["x"]
    assert state.by_pair[3, 4].loose_ends == ["y"]


class Unplain:
    pass


@attrs.define
class TerminalSession:
    opened: Unplain


@pytest.mark.parametrize(
    "state",
    [*map(Holder, (len, Unplain(), open, Counter)), TerminalSession(Unplain())],
    ids=("a function", "an object", "another function", "a class", "an object in a session"),
)
def test_what_is_no_plain_data_cannot_be_cloned_and_leaves_nothing_half_made(state):
    for _ in range(2):
        with pytest.raises(TypeError, match="not plain data"):
            clone(state)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"number": "many"}, "number"),
        ({"nonsense": 1}, "nonsense"),
        ({"colour": 99}, "colour"),
        ({"units": 4}, "units"),
    ],
    ids=str,
)
def test_a_mapping_that_does_not_fit_the_class_is_refused_and_the_field_named(change, words):
    plain = encode(Everything()) | change

    with pytest.raises(ValueError, match=words):
        decode(Everything, plain)


def test_equal_states_have_one_fingerprint_and_key_whatever_the_order_of_their_mappings():
    one = Everything(by_number={1: [], 2: []}, by_name={"a": Unit("a"), "b": Unit("b")}, share=2.0)
    two = Everything(by_number={2: [], 1: []}, by_name={"b": Unit("b"), "a": Unit("a")}, share=2)

    assert one == two
    assert fingerprint(one) == fingerprint(two)
    assert state_key(one) == state_key(two)
    assert hash(state_key(one)) == hash(state_key(two))


def test_states_that_differ_and_objects_of_two_classes_have_different_fingerprints_and_keys():
    changes = [{}, {"number": 2}, {"maybe": ""}, {"pair": (2, 1)}, {"names": {"n"}}, {"share": 0.5}]
    states = [Everything(**change) for change in changes]

    assert len({*map(fingerprint, states)}) == len({*map(state_key, states)}) == len(changes)
    assert state_key(Knot("a")) != state_key(Tied("a"))
