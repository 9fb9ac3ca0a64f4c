"""Boards in words: free maps by the names of their spaces, others by their printed numbers."""

from tabletop_core.boards import Graph, SquareGrid
from tabletop_core.panels import BoardPanel, Piece, Spot, Way
from tabletop_core.panels.board_panel import in_words

ROAD = Graph(
    ("n1", "n2", "n3"),
    (("n1", "n2"), ("n2", "n3")),
    positions={"n1": (0, 0), "n2": (3, 0), "n3": (6, 0)},
)


def road(*labels):
    spots = tuple(
        Spot(id=space, words=label, label=label)
        for space, label in zip(ROAD.spaces, labels, strict=False)
    )
    scout = Piece(id="scout", words="a scout", at="n2")
    return in_words(BoardPanel(title="Road", board=ROAD, spots=spots, pieces=(scout,)))


def test_a_space_of_a_free_map_and_where_it_leads_are_called_by_name():
    assert road("Gate", "Ford", "Keep") == [
        "Gate: leads to Ford",
        "Ford: a scout; leads to Gate, Keep",
        "Keep: leads to Ford",
    ]


def test_spaces_that_share_a_name_keep_their_ids():
    assert road("Gate", "Open country", "Open country") == [
        "Gate: leads to Open country (n2)",
        "Open country (n2): a scout; leads to Gate, Open country (n3)",
        "Open country (n3): leads to Open country (n2)",
    ]


def test_a_space_without_a_label_is_called_by_its_words_and_a_way_by_the_names_of_its_spaces():
    spots = (
        Spot(id="n1", words="Gate, burnt"),
        Spot(id="n2", words="", label="", name="Ford"),
        Spot(id="n3", words="Keep", label=""),
    )
    way = Way(id="w", words="the way home", spaces=("n1", "n2", "n3"))

    assert in_words(BoardPanel(title="Road", board=ROAD, spots=spots, ways=(way,))) == [
        "Gate: burnt; leads to Ford",
        "Ford: leads to Gate, Keep",
        "Keep: leads to Ford",
        "the way home: Gate > Ford > Keep",
    ]


def test_a_space_of_a_grid_keeps_its_printed_number():
    spot = Spot(id="B1", words="Ford", label="Ford")

    assert in_words(BoardPanel(title="Road", board=SquareGrid(3, 3), spots=(spot,))) == ["B1: Ford"]
