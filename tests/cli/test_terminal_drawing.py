"""Panels as boxes on a terminal and as plain lines."""

import re

import pytest

from tabletop_core.boards import SquareGrid
from tabletop_core.panels import (
    BoardPanel,
    Card,
    Cards,
    Facts,
    Piece,
    Slot,
    Slots,
    TrackPanel,
)
from tabletop_core.panels.text_panels import Lines
from tabletop_core.text.panel_lines import draw
from tabletop_core.text.style import Style, width_of

from .conftest import bare

BOARD = BoardPanel(
    title="Board",
    board=SquareGrid(24, 24),
    pieces=(
        Piece(id="w1", words="fighter w1 of west, nose N", at="C12", facing=0, tone="ours"),
        Piece(id="e1", words="fighter e1 of east, nose SE", at="D12", facing=135, tone="theirs"),
        Piece(id="AAA", words="a gun", at="X24", tone="bad"),
    ),
    legend=("the arrow: the nose",),
)
PANELS = [
    BOARD,
    TrackPanel(title="Fuel", low=0, high=12, value=4, marks={0: "empty", 4: "turn back"}),
    TrackPanel(title="Distance", low=1, high=400, value=70),
    Facts(title="Mission", rows=(("Target", "the far harbour " * 9), ("Weather", "clear"))),
    Cards(title="Hand", cards=(Card(name="Flak", detail="two dice", state="exhausted"),)),
    Cards(title="Empty hand", cards=()),
    Slots(title="Crew", slots=tuple(Slot(name=f"Seat {n}", content="somebody") for n in range(10))),
    Lines(title="Notes", lines=("one " * 40, "two")),
]


@pytest.mark.parametrize("width", [40, 80, 200])
def test_no_line_is_wider_than_the_terminal(width):
    lines = draw(PANELS, Style(boxes=True, colour=True, width=width))

    assert max(width_of(bare(line)) for line in lines) <= width


def test_without_colour_there_is_no_escape_sequence():
    assert "\x1b" not in "\n".join(draw(PANELS, Style(boxes=True)))


@pytest.mark.parametrize(
    "panel",
    [PANELS[3], Lines(title="日本", lines=("零戦が来る", "ok"))],
    ids=["latin signs", "wide signs"],
)
def test_frames_are_closed_on_every_side(panel):
    lines = draw([panel], Style(boxes=True, width=60))

    assert len({width_of(line) for line in lines}) == 1
    assert lines[0][0] + lines[0][-1] + lines[-1][0] + lines[-1][-1] == "┌┐└┘"
    assert all(line[0] == line[-1] == "│" for line in lines[1:-1])


def test_plain_lines_hold_no_frames_and_no_pictures():
    text = "\n".join(draw(PANELS, Style()))

    assert not re.search(r"[─-╿▀-◿\x1b·]", text)


def test_a_board_is_told_in_words_by_its_occupied_squares():
    assert draw([BOARD], Style()) == [
        "Board:",
        "  C12: fighter w1 of west, nose N",
        "  D12: fighter e1 of east, nose SE",
        "  X24: a gun",
    ]


def test_plain_lines_tell_each_fact_in_a_line():
    lines = draw(PANELS[1:], Style())

    assert "Fuel: 4 (0 to 12), turn back" in lines
    assert "  Marked spaces: 0: empty" in lines
    assert "  Weather: clear" in lines
    assert "  Flak (exhausted): two dice" in lines
    assert "Empty hand: none" in lines
    assert "  Seat 9: somebody" in lines


def test_the_marker_of_a_track_stands_on_its_space():
    lines = draw([PANELS[1]], Style(boxes=True))

    assert "0 ◆···▲········ 12   4 of 12: turn back" in lines[1]


def test_a_board_is_no_higher_than_what_is_in_sight():
    field = BoardPanel(title="Field", board=SquareGrid(5, 40))

    assert len(draw([field], Style(boxes=True, height=24))) < 24
    assert len(draw([field], Style(boxes=True, height=60))) > 40


def test_a_word_too_long_for_a_card_is_broken_at_its_hyphen_and_not_within():
    ace = Card(name="Ace", detail="two hits with the initiative cost it the counter-attack")
    shown = "\n".join(draw([Cards(title="Enemies", cards=(ace,) * 4)], Style(boxes=True, width=32)))

    assert "counter-" in shown
    assert "attack" in shown
