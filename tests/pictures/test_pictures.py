"""Pictures of views: sound SVG, readable, escaped, and a change redraws what it touches."""

import re
from collections import Counter
from itertools import pairwise
from random import Random
from xml.etree import ElementTree

import attrs
import pytest

from tabletop_core.boards import Graph, HexGrid, SquareGrid
from tabletop_core.panels import (
    Art,
    BoardPanel,
    Card,
    Cards,
    Edge,
    Facts,
    Piece,
    Slot,
    Slots,
    Spot,
    TrackPanel,
    Way,
    changes,
)
from tabletop_core.panels.appearance import GROUNDS, TONES, PanelError
from tabletop_core.panels.text_panels import Lines
from tabletop_core.panels.theme import SHAPES
from tabletop_core.pictures import Scene, panel_svg, view_svg
from tabletop_core.pictures.board_layout import plan_of
from tabletop_core.pictures.counter_svg import counter
from tabletop_core.pictures.map_layout import layout_of
from tabletop_core.pictures.svg import redrawn
from tabletop_core.pictures.symbols import core_symbols, symbols_of
from tabletop_core.pictures.themes import COLOURS, CORE_SHAPES, INKS, contrast, stylesheet
from tabletop_core.web.table.part_html import panel_fragments

SVG = "{http://www.w3.org/2000/svg}"
ROADS = Graph(
    ("London", "Kenley", "Dover"),
    (("London", "Kenley"),),
    one_way=(("Kenley", "Dover"),),
    positions={"London": (3, 2), "Kenley": (3, 3.4), "Dover": (7, 3.8)},
)
BOARDS = {"squares": SquareGrid(5, 4), "hexes": HexGrid(5, 4), "free": ROADS}


def view(board=BOARDS["squares"], number=0):
    """Return a view with something of everything; `number` scatters the pieces."""
    random = Random(number)
    names = list(board.named)
    pieces = tuple(
        Piece(
            id=f"p{at}",
            words=f"piece {at}",
            at=random.choice(names),
            symbol="fighter",
            tone=tone,
            facing=random.choice([None, 90]),
            corners=("1", "2", "3", "4")[: random.randrange(5)],
            state=random.choice(["", "used"]),
        )
        for at, tone in enumerate(TONES)
        if random.random() < 0.9
    )
    spots = tuple(
        Spot(id=name, ground=random.choice(GROUNDS), tone=random.choice(TONES), symbol="town")
        for name in names[:3]
    )
    fuel = str(random.randrange(9))
    return [
        BoardPanel(
            title="Board",
            board=board,
            pieces=pieces,
            spots=spots,
            ways=(Way(id="route", words="a raid", spaces=tuple(names[:3]), tone="theirs"),),
        ),
        Facts(title="State", rows=(("fuel", fuel), ("weather", "clear"))),
        TrackPanel(title="Turn", low=1, high=9, value=1 + random.randrange(9), marks={9: "end"}),
        Slots(title="Crew", slots=(Slot(name="Nose", content="fit", tone="good", id="nose"),)),
        Cards(
            title="Hand",
            cards=(Card(name="Head on", detail="2 hits", id="c1"), Card(name="Back", hidden=True)),
        ),
        Lines(title="Log", lines=("one",) * (1 + random.randrange(3))),
    ]


def groups(svg):
    """Return what each group with an id looks like."""
    return {
        group.get("id"): ElementTree.tostring(group)
        for group in ElementTree.fromstring(svg).iter(f"{SVG}g")
        if group.get("id") and not group.get("id").startswith("plate-")
    }


def part(fragment):
    """Return a fragment as `groups` tells it."""
    whole = f'<svg xmlns="http://www.w3.org/2000/svg">{fragment}</svg>'
    return ElementTree.tostring(ElementTree.fromstring(whole)[0])


@pytest.mark.parametrize(
    ("board", "theme"), [("squares", "auto"), ("hexes", "light"), ("free", "dark")]
)
def test_a_view_is_one_sound_svg_that_strict_pages_can_show(board, theme):
    root = ElementTree.fromstring(view_svg(view(BOARDS[board]), theme=theme))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    reach = max(float(rect.get("width")) for rect in root.iter(f"{SVG}rect"))

    assert root.tag == f"{SVG}svg"
    assert len(ids) == len(set(ids)), "no id stands twice"
    assert set(BOARDS[board].named) <= set(ids)
    assert reach <= float(root.get("width")), "everything lies within it"
    assert not [one for one in root.iter() if one.get("style")]


@pytest.mark.parametrize(
    "word", ["<script>alert(1)</script>", '"><x onload="1"', "a & b", "\x00\x1b"]
)
def test_words_are_escaped_wherever_they_stand(word):
    named = re.sub(r"\s", "_", word)
    pieces = (Piece(id=f"p{named}", words=word, at="A1", label=word, corners=(word,), state=word),)
    panels = [
        BoardPanel(
            title=word,
            board=SquareGrid(2, 2),
            pieces=pieces,
            spots=(Spot(id="A2", words=word, label=word, state=word),),
            ways=(Way(id=f"w{named}", words=word, spaces=("A1", "B1")),),
            legend=(word,),
        ),
        Facts(title=f"{word}1", rows=((word, word),)),
        Slots(title=f"{word}2", slots=(Slot(name=word, content=word),)),
        Cards(title=f"{word}3", cards=(Card(name=word, detail=word, state=word),)),
        Lines(title=f"{word}4", lines=(word,)),
    ]
    root = ElementTree.fromstring(view_svg(panels, title=word))

    assert not [one for one in root.iter() if one.tag in (f"{SVG}script", f"{SVG}x")]
    assert not [key for one in root.iter() for key in one.attrib if key.startswith("on")]


# ------------------------------------------------------------------ colours and shapes


MAP_LINES = {".tt .link", ".tt :where(.space.free)>.field"}
GROUND = ("page", "board", "sea", "land", "wood", "hill", "town")


def marks():
    """Yield each text or mark, what it lies on, and the least contrast that it needs."""
    for ink, grounds in INKS.items():
        yield from ((ink, ground, 4.5) for ground in grounds)
    for ground in GROUND:
        yield from ((mark, ground, 3) for mark in ("accent", "news"))
    rules = dict(re.findall(r"(\.tt [^{}]+)\{([^{}]*)\}", stylesheet("light")))
    for line in MAP_LINES:
        (colour,) = re.findall(r"stroke:var\(--tt-(\w+)\)", rules[line])
        yield from ((colour, ground, 3) for ground in (*GROUND, "table", "shore", "marsh", "road"))
    yield from ((colour, "page", 3) for colour in ("faint", "ink"))


@pytest.mark.parametrize("column", [0, 1], ids=["light", "dark"])
def test_text_rings_and_lines_stand_out_from_what_they_lie_on(column):
    assert [
        (mark, ground)
        for mark, ground, least in marks()
        if contrast(COLOURS[mark][column], COLOURS[ground][column]) < least
    ] == []


def test_every_tone_has_a_shape_of_its_own():
    assert set(CORE_SHAPES) == set(TONES)
    assert len({SHAPES[shape] for shape in CORE_SHAPES.values()}) == len(TONES)


def test_every_colour_that_is_used_is_defined_and_every_one_defined_is_used():
    rules = stylesheet("light")
    used = set(re.findall(r"var\(--tt-([\w-]+)\)", rules))

    assert used <= set(COLOURS)


def test_the_style_for_a_device_has_both_themes():
    assert "prefers-color-scheme:dark" in stylesheet("auto")
    assert "prefers-color-scheme" not in stylesheet("dark")


def test_a_picture_of_a_view_has_the_rules_that_it_uses_and_those_of_a_panel_all():
    facts = Facts(title="State", rows=(("fuel", "9"),))
    board = free({"sea": (0, 0)}, pieces=[Piece(id="b", words="", at="sea", tone="theirs")])

    def rules(svg):
        return {name for name in ("theirs", "trail", "plate", "row") if f"}}\n.tt .{name}" in svg}

    assert rules(view_svg([facts])) == {"row"}
    assert rules(view_svg([facts, board])) == {"theirs", "plate", "row"}
    assert rules(panel_svg(facts)) == {"theirs", "trail", "plate", "row"}


# ------------------------------------------------------------------ symbols

CROSS = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 4L20 20"/></svg>'


@pytest.mark.parametrize("folder", ["symbols", "shown/symbols"])
def test_a_pack_keeps_its_symbols_in_a_folder_of_their_own_or_in_shown(
    folder, tmp_path, monkeypatch
):
    package = tmp_path / f"drawn_{folder.partition('/')[0]}"
    (package / folder).mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / folder / "cross.svg").write_text(CROSS)
    monkeypatch.syspath_prepend(tmp_path)

    assert "M4 4L20 20" in symbols_of(package.name)["cross"]


def test_symbols_are_drawn_in_the_colour_of_their_counter_with_signs_of_their_own():
    drawings = core_symbols()
    colours = {
        colour
        for drawing in drawings.values()
        for colour in re.findall(r'(?:fill|stroke)="([^"]*)"', drawing)
    }

    assert colours <= {"none", "currentColor"}
    assert [one for one, times in Counter(drawings.values()).items() if times > 1] == []


TANK = Piece(id="t", words="", at="A1", symbol="tank")


@pytest.mark.parametrize(
    ("panel", "told"),
    [
        (
            BoardPanel(title="B", board=SquareGrid(1, 1), pieces=(TANK,)),
            r"no symbol 'tank'; use one of .*armour",
        ),
        (
            BoardPanel(title="Sea", board=Graph(("north", "south"), ())),
            "'north' has no position; give it one",
        ),
    ],
)
def test_what_a_drawing_lacks_is_named_with_what_to_give(panel, told):
    with pytest.raises(PanelError, match=told):
        panel_svg(panel)


def drawing(side):
    text = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"/></svg>'
    return Art.read(text, box=(0, 0, side, side))


def test_art_lies_below_the_spaces_in_its_box():
    svg = panel_svg(BoardPanel(title="B", board=SquareGrid(2, 2), art=drawing(2)))

    assert svg.index("M0 0h9") < svg.index('id="A1"')
    assert 'viewBox="0 0 9 9"' in svg


def test_art_that_is_larger_than_its_board_is_cut_off_at_the_edge():
    svg = panel_svg(BoardPanel(title="B", board=SquareGrid(2, 2), art=drawing(9)))

    root = ElementTree.fromstring(svg)
    (frame,) = [one for one in root.iter() if any(part.get("class") == "art" for part in one)]
    assert frame.get("viewBox") == root.get("viewBox")
    assert frame.get("width") == root.get("width")


# ------------------------------------------------------------------ what changed


@pytest.mark.parametrize(
    ("low", "high", "numbers"),
    [
        (0, 8, "0 1 2 3 4 5 6 7 8"),
        (1, 33, "1 5 10 15 20 25 30 33"),
        (-20, 100, "-20 0 20 40 60 80 100"),
        (3, 3, "3"),
    ],
)
def test_the_spaces_of_a_track_carry_numbers_as_far_as_there_is_room(low, high, numbers):
    track = TrackPanel(title="Will", low=low, high=high, value=high)
    found = re.findall(r'class="number"[^>]*>([^<]*)<', panel_svg(track))
    page = "".join(text for _, text in panel_fragments(track, Scene(panels=[track])))

    assert found == numbers.split()
    assert re.findall(r'class="number"[^>]*>([^<]*)<', page) == found


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_what_is_redrawn_after_a_change_makes_the_old_picture_the_new_one(board):
    scenes = [Scene(panels=view(board))]
    for number in range(1, 12):
        random = Random(number)
        panels = view(board, random.randrange(8))
        things = [*board.named, "p1", "p2", "nose", "c1"]
        scenes.append(
            Scene(
                panels=panels,
                changes=changes(scenes[-1].panels, panels),
                glowing=frozenset(random.sample(things, 3)),
                hand=tuple(random.sample(things, random.randrange(2))),
            )
        )
    for before, now in pairwise(scenes):
        old, new = fragments(before), fragments(now)
        drawn = {name: part(text) for name, text in redrawn(before, now).items()}

        for name, text in new.items():
            assert drawn.get(name, old.get(name)) == text


def fragments(scene):
    """Return the fragments of all panels, without the counters inside them."""
    pieces = {piece.id for piece in scene.panels[0].pieces}
    found = {}
    for panel in scene.panels:
        found.update(groups(panel_svg(panel, scene=scene)))
    return {name: text for name, text in found.items() if name not in pieces}


def test_what_moved_has_a_ring_and_a_trail_and_the_old_value_is_struck_out():
    before = view()
    piece = attrs.evolve(before[0].pieces[0], at="E4")
    first = attrs.evolve(before[0].pieces[0], at="A4")
    before[0] = attrs.evolve(before[0], pieces=(first,))
    now = [
        attrs.evolve(before[0], pieces=(piece,)),
        attrs.evolve(before[1], rows=(("fuel", "99"),)),
    ]
    svg = view_svg(now, scene=Scene(panels=now, changes=changes(before, now)))

    assert 'class="ring"' in svg
    assert 'class="trail"' in svg
    assert 'class="row was"' in svg


def trail_over(links, before, now, ways=(), one_way=()):
    """Return the spaces of a map, `a` to `f` from left to right, that a trail passes."""
    board = Graph(
        tuple("abcdef"),
        tuple(tuple(link) for link in links.split()),
        one_way=one_way,
        positions={space: (number, number**2 % 5) for number, space in enumerate("abcdef")},
    )
    panels = [
        BoardPanel(
            title="Map",
            board=board,
            ways=tuple(Way(id=way, words=way, spaces=tuple(way)) for way in ways),
            pieces=(Piece(id="p", words="", at=at),),
        )
        for at in (before, now)
    ]
    scene = Scene(panels=panels[1:], changes=changes(panels[:1], panels[1:]))
    (course,) = re.findall(r'class="trail" d="M([^"]*)"', view_svg(panels[1:], scene=scene))
    at = {layout_of(panels[0]).plan.at[space]: space for space in board}
    ends = [leg.split()[-2:] for leg in re.split("[LQ]", course)]
    return "".join(at[float(x), float(y)] for x, y in ends)


@pytest.mark.parametrize(
    ("links", "move", "how", "trail"),
    [
        # along the one way that is shortest
        ("ab bc cd de ef", "ae", {}, "abcde"),
        ("ab bc cd de ef", "eb", {}, "edcb"),
        # along a way shown, whichever way it is flown
        ("ab bd ac cd de", "ae", {"ways": ["acdef"]}, "acde"),
        ("ab bd ac cd de", "ea", {"ways": ["acdef"]}, "edca"),
        # a straight line where nothing tells the way
        ("ab bd ac cd", "ad", {}, "ad"),
        ("ab cd", "ad", {}, "ad"),
        ("ab bc", "ad", {"one_way": (("c", "d"),)}, "ad"),
    ],
)
def test_the_trail_of_a_move_runs_along_its_way(links, move, how, trail):
    assert trail_over(links, *move, **how) == trail


def test_what_may_be_touched_glows():
    panels = view()
    svg = view_svg(panels, scene=Scene(panels=panels, glowing=frozenset(["B2"]), hand=("c1",)))

    assert 'class="glow"' in ElementTree.tostring(
        ElementTree.fromstring(svg).find(f".//{SVG}g[@id='B2']"), encoding="unicode"
    )
    assert 'class="hand"' in svg


def test_a_change_of_one_piece_on_600_spaces_redraws_a_handful_of_fragments():
    board = HexGrid(30, 20)
    pieces = tuple(
        Piece(id=f"p{at}", words="", at=space) for at, space in enumerate(board.spaces[:40])
    )
    before = [BoardPanel(title="Board", board=board, pieces=pieces)]
    moved = attrs.evolve(pieces[0], at="3020")
    now = [BoardPanel(title="Board", board=board, pieces=(moved, *pieces[1:]))]
    drawn = redrawn(Scene(panels=before), Scene(panels=now, changes=changes(before, now)))

    assert set(drawn) == {"on:0101", "on:3020", "ways:board"}


def test_an_edge_lies_on_the_border_that_two_hexes_share():
    from tabletop_core.pictures.board_svg import ways_fragment

    grid = HexGrid(3, 3)
    river = Edge(id="river", words="the river", sides=("0202/0302",), ground="sea")
    panel = BoardPanel(title="Ford", board=grid, edges=(river,))
    drawn = ways_fragment(panel, Scene(panels=[panel]))
    course = re.search(r'class="bed" d="M([^"]+)"', drawn)[1]
    ends = {tuple(round(float(part)) for part in end.split()) for end in course.split("L")}
    outlines = [
        {(round(x), round(y)) for x, y in plan_of(grid).outlines[name]} for name in ("0202", "0302")
    ]

    assert ends == outlines[0] & outlines[1]


def corners(x, y):
    return box(x, y, 1, 1)


def box(x, y, right, down, up=None):
    """Return a shape around a point, so far to the right and left, down and up."""
    up = down if up is None else up
    return ((x - right, y - up), (x + right, y - up), (x + right, y + down), (x - right, y + down))


def free(at, title="Sky", pieces=(), links=(), shapes=(), **more):
    """Return the panel of a free board with these positions."""
    board = Graph(tuple(at), links, positions=at, shapes=dict(shapes))
    return BoardPanel(title=title, board=board, pieces=tuple(pieces), **more)


def crew(count, at, **more):
    return [Piece(id=f"e{n}", words="", at=at, **more) for n in range(count)]


def scales(drawn):
    return set(re.findall(r'class="plate"[^>]* transform="scale\((\d+)\)', drawn))


def places(drawn):
    return re.findall(r'id="e\d"[^>]* transform="translate\((\S+) (\S+)\)', drawn)


IN_ONE = {"escorts": (0, 0), "far": (0, 5)}
WIDE = {"escorts": box(0, 0, 6, 1)}  # 202 pixels, six small counters


def test_spaces_with_shapes_which_hold_their_names_lie_nearer_together():
    at = {"nose": (0, 0), "waist": (0, 2), "tail": (0, 4)}
    shaped = {one: corners(*place) for one, place in at.items()}
    boards = [free(at, shapes=some).board for some in ({}, shaped, {"nose": shaped["nose"]})]

    high = [plan_of(board).at["tail"][1] for board in boards]

    assert high[0] == high[2] > high[1]


@pytest.mark.parametrize(("count", "rows"), [(4, [4]), (6, [6]), (8, [4, 4]), (9, [5, 4])])
def test_counters_stand_in_even_rows_as_long_as_the_shape_of_their_space_is_wide(count, rows):
    pieces = crew(count, "escorts", symbol="fighter")

    drawn = panel_svg(free(IN_ONE, pieces=pieces, shapes=WIDE))

    assert list(Counter(y for _, y in places(drawn)).values()) == rows


@pytest.mark.parametrize(("count", "scale"), [(1, "20"), (4, "20"), (6, "14")])
def test_counters_are_as_large_as_a_lone_one_where_the_shape_of_their_space_has_room(count, scale):
    drawn = panel_svg(free(IN_ONE, pieces=crew(count, "escorts"), shapes=WIDE))

    assert scales(drawn) == {scale}


@pytest.mark.parametrize(("count", "laid"), [(2, (1, 2, {"20"})), (4, (2, 2, {"14"}))])
def test_in_a_space_higher_than_wide_counters_lie_below_each_other_as_large_as_it_allows(
    count, laid
):
    at = {"lead": (0, 0), "low": (62, 0)}
    shapes = {name: box(*place, 30, 74, up=32) for name, place in at.items()}

    drawn = panel_svg(free(at, pieces=crew(count, "lead"), shapes=shapes))

    across, down = (set(line) for line in zip(*places(drawn), strict=True))
    assert (len(across), len(down), scales(drawn)) == laid


def named(*names):
    """Return the picture of a card with these spaces in a row."""
    at = {name: (62 * number, 0) for number, name in enumerate(names)}
    return panel_svg(free(at, shapes={name: box(*place, 30, 30) for name, place in at.items()}))


def test_the_name_of_a_space_keeps_inside_its_shape_but_is_squeezed_by_a_fifth_at_most():
    drawn = named("high-right", "forward-starboard-turret")

    rooms = {
        name: float(room)
        for room, name in re.findall(r'textLength="([\d.]+)"[^>]*>([^<]+)</text>', drawn)
    }
    assert rooms["high-right"] == 60 < rooms["forward-starboard-turret"]


def test_the_name_of_a_space_grows_on_a_small_board_as_far_as_its_shape_has_room():
    drawn = named("nose", "navigator", "flight-deck")

    assert re.findall(r'class="given halo grows(\d)"[^>]*>([^<]+)<', drawn) == [
        ("2", "nose"), ("0", "navigator"), ("0", "flight-deck")
    ]  # fmt: skip


def test_the_name_of_a_counter_makes_room_for_a_lower_corner():
    def shift(*corners):
        piece = Piece(id="b", label="US", symbol="bomber_4", words="", at="sea", corners=corners)
        drawn = panel_svg(free({"sea": (0, 0)}, pieces=[piece]))
        return float((re.findall(r'class="name" x="([-\d.]+)"', drawn) or ["0"])[0])

    assert shift("9", "6") == shift("9", "", "1", "6") == 0
    assert shift("9", "", "", "6") < 0 < shift("9", "", "1")


@pytest.mark.parametrize(("corners", "way"), [(("4",), 1), (("", "4"), -1), (("4", "4"), 0)])
def test_the_symbol_of_a_counter_gives_way_to_one_upper_corner(corners, way):
    piece = Piece(id="b", label="w5", symbol="bomber_2", words="", at="sea", corners=corners)

    (across,) = re.findall(r"<use[^>]*translate\(([-\d.]+) ", counter(piece, 0, 0, 40, ""))

    assert (float(across) > 0) - (float(across) < 0) == way


def test_the_symbol_of_a_counter_leaves_two_upper_corners_free_above_a_band():
    how = {"label": "17F", "symbol": "bomber_4", "corners": ("2", "3"), "state": "hit"}

    drawn = counter(Piece(id="b", words="", at="sea", **how), 0, 0, 40, "")

    (reaches,) = re.findall(r'<use[^>]* x="(-[\d.]+)"', drawn)
    begins = max(map(float, re.findall(r'class="corner" x="(-?[\d.]+)"', drawn)))
    assert abs(float(reaches)) < begins - 4.5, "a digit is 9 pixels wide"


@pytest.mark.parametrize(("width", "band", "symbols"), [(28, "damag.", 0), (40, "damaged", 1)])
def test_a_small_counter_leaves_out_what_its_values_leave_no_room(width, band, symbols):
    piece = Piece(id="e", symbol="fighter", words="", at="sea", corners=("2", "2"), state="damaged")

    drawn = counter(piece, 0, 0, width, "")

    assert f">{band}</text>" in drawn
    assert drawn.count("#sym-") == symbols
    assert "damaged" in re.findall("<title>(.*?)</title>", drawn)[0]


def test_a_silhouette_is_its_symbol_turned_without_plate_or_corners_and_is_marked_as_any_counter():
    how = {"symbol": "fighter", "words": "", "at": "sea", "corners": ("4", "3"), "facing": 180}
    piece = Piece(id="i1", state="damaged", silhouette=True, tone="theirs", **how)

    drawn = counter(piece, 0, 0, 40, "ring")

    cast, hull = re.findall(r'<use class="(?:cast|hull)"[^>]*>', drawn)
    assert "rotate(180)" in cast
    assert 'href="#sym-fighter"' in hull
    assert re.findall(r'<use opacity="0" class="plate"|class="(corner|nose)', drawn) == [""]
    assert re.findall(r">(i1|damaged)</text>", drawn) == ["i1", "damaged"]
    assert 'class="ring"' in drawn
    with pytest.raises(PanelError, match="'i1' is a silhouette; give it a symbol"):
        attrs.evolve(piece, symbol="")


def test_bands_of_counters_beside_each_other_do_not_meet():
    drawn = panel_svg(free(IN_ONE, pieces=crew(2, "escorts", state="lo green")))

    left, right = (float(x) for x, _ in places(drawn))
    widths = [float(wide) for wide in re.findall(r'class="badge"[^>]* width="([\d.]+)"', drawn)]
    assert right - left > sum(widths) / 2


def test_counters_of_any_stack_on_a_free_board_are_as_large_and_their_pips_stay_on_them():
    pieces = crew(6, "escorts", symbol="bomber_2", label="b", corners=("• •• •",))
    halves, reaches = [], []
    for count in (2, 6):
        drawn = panel_svg(free(IN_ONE, pieces=pieces[:count]))
        halves.append(
            {float(one) for one in re.findall(r'class="plate"[^>]*scale\((\S+)\)', drawn)}
        )
        reaches.append({abs(float(x)) for x in re.findall(r'<circle cx="(\S+)"', drawn)})

    assert (halves[0], reaches[0]) == (halves[1], reaches[1])
    assert max(reaches[0]) < min(halves[0])


def test_a_space_whose_words_begin_with_its_name_is_told_without_its_id():
    spot = Spot(id="A2", words="Kent, white box", name="Kent")

    picture = view_svg([BoardPanel(title="Map", board=SquareGrid(2, 2), spots=(spot,))], title="")

    assert "<title>Kent, white box</title>" in picture
    assert "<title>A1</title>" in picture


def drawn_over(**how):
    """Return a free map with a link, a way and a ground over a drawing."""
    return panel_svg(
        free(
            {"mill": (0, 0), "ford": (3, 1)},
            links=(("mill", "ford"),),
            art=attrs.evolve(drawing(9), **how),
            spots=(Spot(id="mill", words="mill", ground="wood"), Spot(id="ford", words="ford")),
            ways=(Way(id="march", words="march", spaces=("mill", "ford")),),
        )
    )


def test_lines_over_a_drawing_have_an_edge_in_the_colour_of_the_page():
    svg = drawn_over()

    for kind in ("link", "way"):
        casing, line = re.findall(rf'<path[^>]*class="({kind}(?: casing)?)"', svg)
        assert (casing, line) == (f"{kind} casing", kind)
    assert 'class="space wood over free"' in svg
    assert 'class="space over"' in svg


@pytest.mark.parametrize("how", [{"faint_lines": True}, {"printed": True}])
def test_lines_are_faint_where_the_drawing_shows_them(how):
    svg = drawn_over(**how)

    assert 'class="links over"' in svg
    assert 'casing"' not in svg
