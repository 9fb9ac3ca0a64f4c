"""Boards in words: free maps by the names of their spaces, others by their printed numbers."""

from tabletop_core.boards import Graph, SquareGrid
from tabletop_core.panels import BoardPanel, Piece, Spot, in_words

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
        "Open country (n2): Open country; a scout; leads to Gate, Open country (n3)",
        "Open country (n3): Open country; leads to Open country (n2)",
    ]


def test_a_space_of_a_grid_keeps_its_printed_number():
    spot = Spot(id="B1", words="Ford", label="Ford")

    assert in_words(BoardPanel(title="Road", board=SquareGrid(3, 3), spots=(spot,))) == ["B1: Ford"]
