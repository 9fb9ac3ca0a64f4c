"""Boards on a canvas of characters: everything in its place, cropped and never wrapped."""

import pytest

from tabletop_core.boards import Graph, HexGrid, SquareGrid
from tabletop_core.panels import BoardPanel, Piece, Spot, Way, changes
from tabletop_core.panels.appearance import PanelError
from tabletop_core.pictures import Scene
from tabletop_core.pictures.text_board import board_cells, height_needed

ROADS = Graph(
    ("London", "Kenley", "Dover"),
    (("London", "Kenley"), ("Kenley", "Dover")),
    positions={"London": (0, 0), "Kenley": (0, 2), "Dover": (6, 2)},
)


def piece(name, at, **more):
    return Piece(id=name, words=name, at=at, **more)


def board(geometry, *pieces, **more):
    return BoardPanel(title="Board", board=geometry, pieces=pieces, **more)


def crowd(count, place, **edges):
    """Return a free board of so many airfields at these places, and its edges."""
    names = [f"Airfield{number}" for number in range(count)]
    positions = {name: place(at) for at, name in enumerate(names)} | edges
    return Graph(tuple(positions), (), positions=positions), names


EDGES = {"west": (-9, -2), "east": (9, 2)}


def two(left, right):
    return Graph((left, right), (), positions={left: (0, 0), right: (1, 0)})


def in_threes(at):
    return at % 3, at // 3


def plain(panel, width=80, **how):
    return ["".join(text for text, _ in line).rstrip() for line in board_cells(panel, width, **how)]


def tone_of(panel, text, scene=None):
    """Return the tone in which a text is drawn."""
    runs = [run for line in board_cells(panel, 80, scene=scene) for run in line]
    return next(tone for words, tone in runs if text in words)


SQUARES, HEXES = SquareGrid(30, 30), HexGrid(20, 20)


@pytest.mark.parametrize("width", [24, 40, 80])
@pytest.mark.parametrize("geometry", [SQUARES, HEXES, ROADS], ids=["squares", "hexes", "free"])
def test_no_board_is_drawn_wider_or_higher_than_there_is_room(geometry, width):
    last = list(geometry.named)[-1]
    lines = plain(board(geometry, piece("t1", last)), width, height=20)

    assert max(map(len, lines)) <= width
    assert len(lines) <= 20


@pytest.mark.parametrize("geometry", [SQUARES, HEXES], ids=["squares", "hexes"])
def test_a_board_is_cropped_around_what_is_asked_about(geometry):
    first, *_, last = geometry.named
    panel = board(geometry, piece("t1", first), piece("t2", last))

    def shown(*glowing):
        scene = Scene(panels=[panel], glowing=frozenset(glowing))
        return "\n".join(plain(panel, 40, height=12, scene=scene))

    assert "t1" in shown("t1")
    assert "t2" not in shown("t1")
    assert "t2" in shown(last)


@pytest.mark.parametrize("height", [11, 12])
def test_all_that_is_asked_about_is_in_sight_where_there_is_room_for_it_and_no_more(height):
    panel = board(SquareGrid(2, 30), piece("t1", "A3"), piece("t2", f"A{height}"))
    scene = Scene(panels=[panel], glowing=frozenset({"t1", "t2"}))
    lines = plain(panel, 40, height=height_needed(panel, scene, 40), scene=scene)

    assert height_needed(panel, scene, 40) == height
    assert lines[1].startswith(" 3  t1")
    assert "t2" in lines[-2]


@pytest.mark.parametrize(
    ("panel", "line", "told"),
    [
        # a piece on squares points where it faces
        (board(SquareGrid(3, 2), piece("w1", "B2", facing=45)), 2, "2  ·  w1↗  ·   2"),
        # several pieces in a space are told by a sign
        (board(HexGrid(2, 1), piece("t1", "0101"), piece("t2", "0101")), 1, "t2×2"),
        (board(SquareGrid(2, 1), piece("t1", "A1"), piece("t2", "A1")), 1, "t2+"),
        # hexes of even columns sit half a hex lower
        (board(HexGrid(2, 1)), 0, "0101"),
        (board(HexGrid(2, 1)), 1, "0201"),
        # whose a counter is can be told without colour
        (board(HexGrid(3, 1), piece("t1", "0101", tone="ours")), 1, "▪t1"),
        (board(HexGrid(3, 1), piece("t2", "0201", tone="theirs")), 2, "◇t2"),
        (board(ROADS, piece("t1", "London", tone="ours")), None, "London ▪t1"),
        (board(ROADS, piece("t2", "Dover")), None, "Dover t2"),
    ],
)
def test_signs_tell_facing_number_and_side(panel, line, told):
    lines = plain(panel)

    assert told in ("\n".join(lines) if line is None else lines[line])


def test_a_free_map_has_its_links_and_what_lies_below_and_to_the_right_is_there():
    lines = plain(board(ROADS, piece("raid", "Dover")))
    line_of = {
        word: next(at for at, line in enumerate(lines) if word in line) for word in ROADS.spaces
    }

    assert line_of["London"] < line_of["Kenley"] == line_of["Dover"]
    assert lines[line_of["Kenley"]].index("Kenley") < lines[line_of["Dover"]].index("Dover")
    assert "·" in lines[line_of["Kenley"]]
    assert "Dover raid" in lines[line_of["Dover"]]


def test_names_of_a_free_map_that_would_lie_on_each_other_are_moved_and_stay_whole():
    fields, names = crowd(5, lambda at: (at * 0.1, 0), **EDGES)

    drawn = "\n".join(plain(board(fields, piece("raid", "Airfield3"))))

    assert all(name in drawn for name in names)
    assert "Airfield3 raid" in drawn


def test_where_there_is_no_room_the_space_with_the_counter_is_named():
    fields, _ = crowd(30, lambda at: (0, 0), **EDGES)

    lines = plain(board(fields, piece("raid", "Airfield20")))

    assert any("Airfield20 raid" in line for line in lines)


def test_what_may_be_touched_is_marked_by_sign_and_tone():
    panel = board(HexGrid(2, 1), piece("t1", "0101", tone="ours"))
    scene = Scene(panels=[panel], glowing=frozenset(["0201", "t1"]))

    assert "›0201‹" in "\n".join(plain(panel, scene=scene))
    assert tone_of(panel, "t1", scene) == "glow"
    assert tone_of(panel, "t1") == "ours"


@pytest.mark.parametrize(
    ("left", "sign"), [(3, "3"), (1.5, "1½"), (0.5, "½"), (0, "0"), (0.25, "0.25")]
)
def test_where_one_may_go_stands_what_is_left_to_spend(left, sign):
    squares, hexes = board(SquareGrid(3, 1)), board(HexGrid(3, 1))
    roads = board(ROADS)

    def drawn(panel, space):
        scene = Scene(panels=[panel], glowing=frozenset([space]), left={space: left})
        return "\n".join(plain(panel, scene=scene))

    assert sign[:3] in drawn(squares, "B1").splitlines()[1].split()[2]
    assert sign in drawn(hexes, "0201").split()
    assert f"›Kenley {sign}‹" in drawn(roads, "Kenley")


def test_what_moved_is_marked():
    before, now = (
        board(SquareGrid(3, 1), piece("t1", "A1")),
        board(SquareGrid(3, 1), piece("t1", "C1")),
    )
    scene = Scene(panels=[now], changes=changes([before], [now]))

    assert tone_of(now, "t1", scene) == "news"


def test_grounds_and_marks_of_spaces_have_signs_of_their_own():
    spots = tuple(
        Spot(id=f"{letter}1", ground=ground)
        for letter, ground in zip("ABCDE", ("sea", "wood", "hill", "town", "road"), strict=True)
    )
    line = plain(board(SquareGrid(6, 1), spots=(*spots, Spot(id="F1", symbol="base"))))[1]

    assert line.split() == ["1", "~", "♣", "^", "#", "=", "[*]", "1"]


def test_a_free_board_without_positions_is_refused():
    with pytest.raises(PanelError, match="has no position"):
        board_cells(board(Graph(("north", "south"), ())), 80)


def test_a_route_is_drawn_over_the_links_in_its_tone():
    way = Way(id="way", words="a way", spaces=("Kenley", "Dover"), tone="theirs")
    panel = board(ROADS, ways=(way,))

    assert tone_of(panel, "•") == "theirs"
    assert any("Kenley·•" in line or "Kenley•" in line for line in plain(panel))


def test_a_space_of_a_free_map_tells_its_state_where_there_is_room():
    spots = (Spot(id="Dover", state="4 left"), Spot(id="London", state="too much for the line" * 9))

    drawn = plain(board(ROADS, spots=spots))

    assert "Dover (4 left)" in "\n".join(drawn)
    assert "too much" not in "\n".join(drawn)


def test_names_of_a_free_map_stand_whole_before_states_take_the_room():
    fields, names = crowd(9, in_threes)
    spots = tuple(Spot(id=name, state="3 of 4 left") for name in names)

    drawn = "\n".join(plain(board(fields, spots=spots), 52, height=5))

    assert all(name in drawn for name in names)


def test_counters_on_a_free_map_tell_state_and_corners_where_there_is_room():
    hurt = piece("f1", "here", label="Fighter", state="down", corners=("2", "", "1"))
    hangar = board(two("here", "there"), hurt)

    wide, narrow = ("\n".join(plain(hangar, width)) for width in (60, 20))

    assert "Fighter(down, 2 1)" in wide
    assert "Fighter(down)" in narrow


def test_counters_that_would_push_the_name_of_their_space_away_go_without_their_corners():
    raid = [piece(f"p{n}", "east", label=f"p{n}", corners=("1-2-1", "3")) for n in range(4)]
    lone = piece("f1", "west", label="Fighter", corners=("2",))
    coast = board(two("west", "east"), lone, *raid)

    (line,) = [line for line in plain(coast, 70) if "east" in line]

    assert line.index("east") > 40
    assert "p3" in line
    assert "(1-2-1 3)" not in line
    assert "Fighter(2)" in line


def test_a_free_map_with_more_names_wants_more_lines():
    boards = [two("Kenley", "Dover"), crowd(30, lambda at: (at, at))[0]]

    assert [height_needed(board(one), Scene(panels=()), 80) for one in boards] == [0, 9]


def test_where_marks_of_what_may_be_touched_would_cut_names_one_sign_marks_it():
    fields, names = crowd(9, in_threes)
    panel = board(fields)
    scene = Scene(panels=[panel], glowing=frozenset(names))

    wide, narrow = ("\n".join(plain(panel, width, height=3, scene=scene)) for width in (60, 36))

    assert all(f"›{name}‹" in wide for name in names)
    assert all(f"›{name}" in narrow for name in names)
    assert "‹" not in narrow


def test_counters_that_look_the_same_are_told_as_one_with_their_number():
    panel = board(two("here", "there"), *(piece(f"f{n}", "here", alike="f") for n in range(3)))

    asked = Scene(panels=(panel,), asked=frozenset(("f1",)))

    assert "f×3" in "\n".join(plain(panel, 60))
    assert "f×2 f1" in "\n".join(plain(panel, 60, scene=asked))
