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


def test_a_row_of_facts_opens_with_its_words_and_the_rule_of_the_first(race, data):
    found = thing_text(race, data, "scores:north", [SCORES])

    assert (found.name, found.shown) == ("north", ("3 points",))
    assert [word.text for word in found.words] == ["What one has run."]
    assert found.rule.number == "2"


def test_a_space_opens_under_what_is_written_in_it(race, data):
    board = Graph(("a", "b"), (("a", "b"),), positions={"a": (0, 0), "b": (1, 0)})
    spots = (Spot(id="a", label="Camp: 2 hits", words="3 points"),)
    panel = BoardPanel(title="Board", board=board, spots=spots)

    assert thing_text(race, data, "a", [panel]).name == "Camp"


def test_a_space_that_has_a_name_opens_under_it(race, data):
    board = Graph(("a", "b"), (("a", "b"),), positions={"a": (0, 0), "b": (1, 0)})
    spots = (Spot(id="a", label="4+", name="the camp"),)
    panel = BoardPanel(title="Board", board=board, spots=spots)

    assert thing_text(race, data, "a", [panel]).name == "the camp"


def test_a_thing_has_the_rules_of_all_its_words(race, data):
    cards = Cards(title="Hand", cards=(Card(id="c", name="Ace", detail="points for a one"),))

    found = thing_text(race, data, "c", [cards])

    assert [rule.number for rule in found.rules] == ["2", "1"]
    assert [rule.number for rule in found.others] == ["1"]


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
    cards = Cards(title="Hand", cards=(Card(id="c", name=title),))

    found = thing_text(race, lots, "c", [cards])

    assert [rule.number for rule in found.rules] == ["2", "1"]
    assert found.facts == (("worth", "3"),)


def test_what_rows_say_under_the_name_of_a_piece_is_told_with_it(race, data):
    cards = Cards(title="Hand", cards=(Card(id="c", name="Ace"),))
    rows = Facts(title="Values", rows=(("1 Ace", "3 points"),))

    found = thing_text(race, data, "c", [cards, rows])

    assert found.shown == ("Values: 3 points",)
    assert found.rule.number == "2"


def test_a_counter_of_a_pile_opens_with_the_words_of_all_that_lie_in_it(race, data):
    board = Graph(("a", "b"), (("a", "b"),), positions={"a": (0, 0), "b": (1, 0)})
    pieces = [
        Piece(id=name, words=f"plane {name}, 3 points", at=at, alike="f")
        for name, at in (("f1", "a"), ("f2", "b"), ("f3", "a"))
    ]
    panel = BoardPanel(title="Board", board=board, pieces=tuple(pieces))

    found = thing_text(race, data, "f3", [panel])

    assert found.shown == ("plane f3, 3 points", "plane f1, 3 points")


def test_a_card_opens_with_what_stands_on_it(race, data):
    found = thing_text(race, data, "hand:1", [SCORES, HAND])

    assert found.shown == ("Ace, counts as a one",)
    assert found.rule.number == "1"


def test_of_a_card_face_down_nothing_but_its_back_is_told(race, data):
    found = thing_text(race, data, "hand:2", [HAND])

    assert (found.name, found.shown, found.facts, found.words) == ("a card", (), (), ())


def test_what_does_not_lie_on_the_table_has_nothing_to_tell(race, data):
    assert thing_text(race, data, "hand:3", [HAND]) is None


def test_the_title_of_its_panel_explains_what_says_nothing_itself(race, data):
    track = Facts(title="Points", rows=(("north", "3"),))

    assert thing_text(race, data, "points:north", [track]).rule.number == "2"


def test_a_thing_that_no_word_speaks_of_opens_bare(race, data):
    found = thing_text(race, data, "turn:now", [Facts(title="Turn", rows=(("now", "4"),))])

    assert not found.words
    assert found.rule is None


@attrs.frozen(kw_only=True, eq=False)
class Valley(PackData):
    map: BoardMap


def test_a_place_of_a_map_says_where_its_ways_lead(race):
    board = Graph(("ford", "mill", "keep"), (("ford", "mill"), ("mill", "keep")))
    names = {"ford": "Ford", "mill": "Old Mill", "keep": "Keep"}
    data = Valley(map=BoardMap(board=board), names=names)

    assert component_text(race, data, "mill").facts == (("leads to", "Ford, Keep"),)
    assert component_text(race, data, "Keep").facts == (("leads to", "Old Mill"),)
