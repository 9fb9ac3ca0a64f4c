"""Panels with pieces, cards with faces, and one id for everything."""

import pytest

from tabletop_core import Track
from tabletop_core.boards import Graph, HexGrid, SquareGrid
from tabletop_core.panels import (
    Art,
    BoardPanel,
    Card,
    Cards,
    Edge,
    Facts,
    Piece,
    Place,
    Slot,
    Slots,
    Spot,
    TrackPanel,
    Way,
    things,
)
from tabletop_core.panels.appearance import PanelError
from tabletop_core.panels.text_panels import Lines
from tabletop_core.panels.things import check_view

TANK = Piece(id="t1", words="a tank", at="0203", symbol="armour", tone="ours")


CREW = Piece(id="crew", words="its crew", at="t1")
BOX = (0, 0, 4, 8)


def svg(inside, view="0 0 1 1"):
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{inside}</svg>'
    return Art.read(text, box=BOX)


def board(*pieces, **more):
    return BoardPanel(title="The ford", board=HexGrid(4, 4), pieces=pieces, **more)


def test_a_piece_on_a_piece_lies_in_the_space_of_the_one_below_and_above_it():
    panel = board(TANK, CREW)

    assert panel.space_of("crew") == "0203"
    assert panel.on("0203") == (TANK, CREW)


@pytest.mark.parametrize(
    ("make", "told"),
    [
        # a piece where there is no space, with the spaces there are
        (lambda: board(Piece(id="t1", words="a tank", at="0999")),
         "piece 't1'.*no hex '0999' on this board; it runs from 0101 to 0404"),
        # it cannot lie on one that comes after it
        (lambda: board(CREW, TANK), "'crew' stands on neither a space nor an earlier piece"),
        (lambda: board(TANK, TANK), "two pieces have the id 't1'"),
        (lambda: board(Piece(id="0101", words="", at="0203")), "has the id of a space"),
        (lambda: board(spots=(Spot(id="0909"),)), "there is no hex '0909'"),
        (lambda: board(spots=(Spot(id="0101"), Spot(id="0101"))), "two spots have the id '0101'"),
        (lambda: board(edges=(Edge(id="e", words="", sides=("0101/0303",)),)), "is not on a side"),
        (lambda: board(ways=(Way(id="r", words="", spaces=("0505",)),)), "no hex '0505'"),
        (lambda: BoardPanel(title="Sea", board=Graph(("North Sea",), ())),
         "'North Sea' has blanks"),
        (lambda: Piece(id="a b", words="two", at="0101"), "without blanks"),
        (lambda: Piece(id="", words="none", at="0101"), "without blanks"),
        (lambda: Piece(id="a", words="", at="0101", tone="Pink!"),
         "tone 'Pink!', which is not a plain"),
        (lambda: Piece(id="a", words="", at="0101", corners=("1",) * 5), "give up to 4"),
        (lambda: Spot(id="0101", ground="lava"), "unknown ground 'lava'"),
        (lambda: Card(name="Fog", tone="Pink!"), "tone 'Pink!'"),
        (lambda: Card(name="Fog", corners=("2",), hidden=True), "shows what it is"),
        (lambda: Slot(name="Nose", id="the nose"), "without blanks"),
        # art that is not there, is not SVG, has no size, or runs or loads anything
        (lambda: Art.of("packs.squadron_303", "sky", box=BOX), "no art/sky.svg"),
        (lambda: Art.read("<svg", box=BOX), "not SVG"),
        (lambda: Art.read('<svg xmlns="http://www.w3.org/2000/svg"/>', box=BOX), "viewBox"),
        *((lambda inside=inside: svg(inside), told) for inside, told in [
            ("<script>1</script>", "<script>"),
            ('<path onclick="go()"/>', "onclick"),
            ('<image href="http://elsewhere/x.png"/>', "http://elsewhere/x.png"),
            ('<path fill="url(http://elsewhere/x)"/>', "elsewhere"),
            ('<path style="fill:red"/>', "style"),
        ]),
    ],
)  # fmt: skip
def test_what_cannot_be_on_a_table_is_refused(make, told):
    with pytest.raises(PanelError, match=f"(?s){told}"):
        make()


def test_the_panel_of_a_track_has_its_ends_value_and_marks():
    track = Track(low=1, high=6, value=2, marks={6: "full"})

    assert TrackPanel.of("Stores", track) == TrackPanel(
        title="Stores", low=1, high=6, value=2, marks={6: "full"}
    )
    assert TrackPanel.of("Stores", track, id="s", marks={}) == TrackPanel(
        id="s", title="Stores", low=1, high=6, value=2
    )


def test_everything_on_the_table_has_an_id():
    view = [
        board(TANK, spots=(Spot(id="0101", label="Ford"),)),
        Facts(title="Mission", rows=(("Fuel left", "12"), ("Fuel left", "9"))),
        TrackPanel(title="Turn", low=1, high=9, value=3),
        Cards(title="Hand", cards=(Card(name="Fog"), Card(name="Fog"), Card(name="Sun", id="c3"))),
        Slots(title="Crew", slots=(Slot(name="Top turret"),)),
        Lines(title="Notes", lines=("one", "two")),
    ]
    ids = [name for panel in view for name in things(panel)]

    assert ids[:16] == list(HexGrid(4, 4).spaces)
    assert ids[16:] == [
        "t1",
        "mission:fuel_left",
        "mission:fuel_left.2",
        "turn",
        "hand:fog",
        "hand:fog.2",
        "c3",
        "crew:top_turret",
        "notes:1",
        "notes:2",
    ]
    check_view(view)


@pytest.mark.parametrize(
    "view",
    [
        [board(TANK), Cards(title="Hand", cards=(Card(name="Tank", id="t1"),))],
        [Cards(title="Hand", cards=(Card(name="Tank", id="c"), Card(name="Gun", id="c")))],
        [Facts(title="State", rows=()), Facts(title="State", rows=())],
    ],
    ids=["a piece and a card", "two cards", "two panels"],
)
def test_two_things_of_one_id_in_a_view_are_refused(view):
    with pytest.raises(PanelError, match="two things have the id"):
        check_view(view)


def test_panels_say_where_they_like_to_be():
    assert board().place is Place.BOARD
    assert Cards(title="Hand", cards=()).place is Place.HAND
    assert Facts(title="State", rows=(), place=Place.FOOT).place is Place.FOOT


def test_a_hidden_card_tells_nothing_but_what_kind_of_card_it_is():
    assert Card(name="Combat card", hidden=True).detail == ""


def test_spaces_of_squares_are_called_by_their_printed_names():
    assert list(things(BoardPanel(title="Board", board=SquareGrid(2, 1)))) == ["A1", "B1"]


def test_art_is_laid_into_a_box_of_the_board():
    art = svg('<path d="M0 0h9"/>', view="0 0 10 20")

    assert (art.view, art.box) == ((0, 0, 10, 20), BOX)
    assert "M0 0h9" in art.inside
    assert Art.of("packs.squadron_303", "map", box=BOX).view[:2] == (0, 0)
