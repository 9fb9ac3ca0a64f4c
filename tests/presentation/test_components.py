"""One thing on the table: its data, its words, its rule."""

from typing import ClassVar

import attrs
import pytest

from tabletop_core import PackData
from tabletop_core.boards import BoardMap, Graph
from tabletop_core.data import Entry
from tabletop_core.data.glossary import Word
from tabletop_core.panels import BoardPanel, Card, Cards, Facts, Piece, Spot
from tabletop_core.presentation.components import component_text, thing_text

SCORES = Facts(title="Scores", rows=(("north", "3 points"),))
HAND = Cards(
    title="Hand",
    cards=(
        Card(id="hand:1", name="Ace", detail="counts as a one"),
        Card(id="hand:2", name="a card", hidden=True),
    ),
)


@pytest.fixture
def data(race):
    words = (
        Word(id="points", text="What one has run.", rule="2"),
        Word(id="one", text="A one ends the turn.", rule="1"),
    )
    return attrs.evolve(race.load_data(()), glossary=words, names={"hand:2": "the ace of trumps"})


CAMP = Graph(("a", "b"), (("a", "b"),), positions={"a": (0, 0), "b": (1, 0)})


def board(**more):
    return BoardPanel(title="Board", board=CAMP, **more)


def card(name, **more):
    return Cards(title="Hand", cards=(Card(id="c", name=name, **more),))


PILE = tuple(
    Piece(id=name, words=f"plane {name}, 3 points", at=at, alike="f")
    for name, at in (("f1", "a"), ("f2", "b"), ("f3", "a"))
)
THINGS = {
    "a row of facts with its words and the rule of the first": (
        "scores:north", [SCORES], {"name": "north", "shown": ("3 points",), "rules": "2"},
    ),
    "a space under what is written in it": (
        "a", [board(spots=(Spot(id="a", label="Camp: 2 hits", words="3 points"),))],
        {"name": "Camp"},
    ),
    "a space that has a name under it": (
        "a", [board(spots=(Spot(id="a", label="4+", name="the camp"),))], {"name": "the camp"},
    ),
    "a thing with the rules of all its words": (
        "c", [card("Ace", detail="points for a one")], {"rules": "2 1", "others": "1"},
    ),
    "a piece with what rows say under its name": (
        "c", [card("Ace"), Facts(title="Values", rows=(("1 Ace", "3 points"),))],
        {"shown": ("Values: 3 points",), "rules": "2"},
    ),
    "a counter of a pile with the words of all that lie in it": (
        "f3", [board(pieces=PILE)], {"shown": ("plane f3, 3 points", "plane f1, 3 points")},
    ),
    "a card with what stands on it": (
        "hand:1", [SCORES, HAND], {"shown": ("Ace, counts as a one",), "rules": "1"},
    ),
    "of a card face down nothing but its back": (
        "hand:2", [HAND], {"name": "a card", "shown": (), "facts": (), "words": ()},
    ),
    "what says nothing itself with the title of its panel": (
        "points:north", [Facts(title="Points", rows=(("north", "3"),))], {"rules": "2"},
    ),
    "a thing that no word speaks of bare": (
        "turn:now", [Facts(title="Turn", rows=(("now", "4"),))],
        {"words": (), "rules": "", "rule": None},
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", THINGS)
def test_a_thing_opens_with_what_is_known_of_it(race, data, what):
    id_, view, wanted = THINGS[what]

    thing = thing_text(race, data, id_, view)

    told = {key: getattr(thing, key) for key in wanted}
    for key in told.keys() & {"rules", "others"}:
        told[key] = " ".join(rule.number for rule in told[key])
    assert told == wanted


def test_a_row_of_facts_is_explained_by_its_words(race, data):
    words = thing_text(race, data, "scores:north", [SCORES]).words

    assert [word.text for word in words] == ["What one has run."]


@attrs.frozen(kw_only=True)
class Lot(Entry):
    unsaid: ClassVar[tuple[str, ...]] = ("group",)

    id: str
    rule: str
    group: str
    worth: int


@attrs.frozen(kw_only=True)
class Lots(PackData):
    lots: tuple[Lot, ...]


def test_a_thing_has_the_rules_that_its_data_and_its_name_call_so(race):
    title = next(rule.title for rule in race.rules if rule.number == "1")
    lots = Lots(lots=(Lot(id="c", rule="2", group="wares", worth=3),))

    found = thing_text(race, lots, "c", [card(title)])

    assert [rule.number for rule in found.rules] == ["2", "1"]
    assert found.facts == (("worth", "3"),)


def test_what_does_not_lie_on_the_table_has_nothing_to_tell(race, data):
    assert thing_text(race, data, "hand:3", [HAND]) is None


@attrs.frozen(kw_only=True, eq=False)
class Valley(PackData):
    map: BoardMap


def test_a_place_of_a_map_says_where_its_ways_lead(race):
    board = Graph(("ford", "mill", "keep"), (("ford", "mill"), ("mill", "keep")))
    names = {"ford": "Ford", "mill": "Old Mill", "keep": "Keep"}
    data = Valley(map=BoardMap(board=board), names=names)

    assert component_text(race, data, "mill").facts == (("leads to", "Ford, Keep"),)
    assert component_text(race, data, "Keep").facts == (("leads to", "Old Mill"),)
