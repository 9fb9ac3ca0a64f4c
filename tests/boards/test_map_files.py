"""Files of maps, counters and set-ups: what they say, and what is refused with file and line."""

import attrs
import pytest

from tabletop_core.boards import CounterFile, MapFile, Stacks
from tabletop_core.boards.board import BoardError
from tabletop_core.boards.maps import Terrain
from tabletop_core.data import Component, Entry, fault, load_file
from tabletop_core.data.loading import load_folder
from tabletop_core.errors import DataError

HEXES = """schema = 1
id = "map"
provenance = "reconstructed"
ground = "clear"
kinds = ["foot", "wheels"]

[hexes]
columns = 14
rows = 10

[[terrain]]
id = "clear"

[[terrain]]
id = "wood"
cost = { any = 2 }
spaces = ["0203", "0204"]

[[feature]]
id = "river"
cost = { any = 1 }
sides = ["0407/0408", "0407 NE"]

[[space]]
id = "0510"
title = "Ford"

[[region]]
id = "west"
spaces = ["0101", "0102"]
"""

FREE = """schema = 1
id = "map"
provenance = "reconstructed"

[[space]]
id = "base"
links = ["coast"]
position = [0, 1.5]

[[space]]
id = "coast"
links = ["base"]

[[space]]
id = "city"

[[link]]
ends = ["coast", "city"]
"""

COUNTERS = """schema = 1
id = "counters"
provenance = "reconstructed"

[[counter]]
id = "guard"
side = "red"
kind = "foot"
values = { attack = 4 }

[[counter]]
id = "lancer"
copies = 2

[[setup]]
id = "dawn"

[[setup.place]]
at = "0101"
counters = ["guard", "lancer_1"]

[[setup.place]]
at = "0102"
counters = ["lancer_2"]
turn = 3
"""

OVERLAY = """schema = 1
provenance = "rulebook"

[[set]]
file = "map"
"""


@pytest.fixture
def read(tmp_path):
    def read(text, kind=MapFile, *given, overlay=""):
        file = tmp_path / "file.toml"
        file.write_text(text)
        over = tmp_path / "overlay.toml"
        over.write_text(overlay)
        return load_file(file, kind, *given, overlays=[over] if overlay else ())

    return read


@pytest.fixture
def problems(read):
    """Read a text that is refused; return each problem as file, line, code and value."""

    def problems(text, *given, **more):
        with pytest.raises(DataError) as refused:
            read(text, *given, **more)
        return [
            (problem.file.rpartition("/")[2], problem.line, problem.code, problem.value)
            for problem in refused.value.problems
        ]

    return problems


def line_of(text, part):
    """Return the last line on which a part of a text begins."""
    return text[: text.rindex(part)].count("\n") + 1


# ---------------------------------------------------------------- what files say


def test_a_file_of_hexes_is_a_map(read):
    game = read(HEXES).map

    assert len(game.board) == 140
    assert game.terrain_of("0203").id == "wood"
    assert game.side_has("0408", "0407", "river")
    assert game.side_has("0407", "0507", "river")
    assert game.title_of("0510") == "Ford"
    assert game.region_of("west") == ("0101", "0102")
    assert game.reach("0202", 2, "foot")["0203"] == 0


def test_a_file_of_squares_is_a_map(read):
    text = HEXES.partition("[hexes]")[0] + (
        '[squares]\ncolumns = 3\nrows = 2\ndirections = 4\nwithout = ["B1"]\n'
        '[[terrain]]\nid = "clear"\n'
    )
    board = read(text).map.board

    assert board.spaces == ((1, 1), (3, 1), (1, 2), (2, 2), (3, 2))
    assert board.distance((1, 1), (3, 1)) == 4


def test_a_file_without_a_grid_is_a_free_board_whose_links_may_lead_one_way(read):
    board = read(FREE).map.board

    assert board.neighbours("coast") == ("base", "city")
    assert board.centre("base") == (0, 1.5)
    assert board.path("base", "city") == ["base", "coast", "city"]
    one_way = read(FREE + "one_way = true\n").map.board
    assert one_way.path("base", "city") == ["base", "coast", "city"]
    assert one_way.path("city", "base") == []


def test_a_pack_can_say_more_of_terrain(read):
    @attrs.frozen(kw_only=True)
    class Ground(Terrain):
        shift: int = 0

    @attrs.frozen(kw_only=True, slots=False)
    class Ours(MapFile):
        terrain: tuple[Ground, ...] = ()

    game = read(HEXES.replace("cost = { any = 2 }", "shift = -1"), Ours).map

    assert game.terrain_of("0203").shift == -1


def test_counters_and_set_ups_are_read_with_the_map(read):
    game = read(HEXES).map
    pieces = read(COUNTERS, CounterFile, game)

    assert pieces.counters["guard"].values == {"attack": 4}
    assert list(pieces.counters) == ["guard", "lancer_1", "lancer_2"]
    stacks = pieces.stacks("dawn", game.board, limit=2)
    assert isinstance(stacks, Stacks)
    assert stacks.on("0101") == ("guard", "lancer_1")
    assert "lancer_2" not in stacks
    assert pieces.stacks("dawn", game.board, turn=3).at("lancer_2") == "0102"


def test_a_set_up_that_is_not_there_is_refused(read):
    with pytest.raises(BoardError, match="no set-up 'dusk'; choose one of: dawn"):
        read(COUNTERS, CounterFile, read(HEXES).map).placings("dusk")


# ---------------------------------------------------------------- what files get wrong


SIDES = '"0407/0408", "0407 NE"'
FAULTS = {
    "hexes": (HEXES, [
        ('"0203", "0204"', '"0203", "0499"', "D301"),
        (SIDES, '"0407/0408", "0407/0410"', "D302"),
        (SIDES, '"0407/0408", "0101 N"', "D302"),
        (SIDES, '"0407/0499"', "D302"),
        ('id = "0510"', 'id = "0511"', "D301"),
        ('"0101", "0102"', '"0101", "0199"', "D301"),
        ('"0203", "0204"', '"0203", "0203"', "D305"),
        ('title = "Ford"', 'terrain = "sand"', "D304"),
        ('title = "Ford"', 'features = ["town"]', "D304"),
        ('title = "Ford"', 'links = ["0509"]', "D306"),
        ('ground = "clear"', 'ground = "sand"', "D304"),
        ("cost = { any = 1 }", "cost = { foot = 1, boats = 1 }", "D304"),
        ("cost = { any = 1 }", "cost = { any = -1 }", "D306"),
        ("cost = { any = 1 }", 'cancels = ["wall"]', "D304"),
        ("cost = { any = 1 }", 'through = [["0101", "0102", "0104"]]', "D302"),
        ("cost = { any = 1 }", 'through = [["0101", "0199"]]', "D301"),
        ('id = "wood"', 'id = "clear"', "D305"),
        ("columns = 14", "columns = 0", "D306"),
        ("columns = 14", 'columns = 14\nnumber = "{column}"', "D306"),
        ("[hexes]", "[squares]\ncolumns = 2\nrows = 2\n[hexes]", "D306"),
    ]),
    "free": (FREE, [
        ('links = ["base"]', "", "D303"),
        ('links = ["coast"]', 'links = ["coast", "cost"]', "D301"),
        ('links = ["coast"]', 'links = ["coast", "base"]', "D306"),
        ('links = ["coast"]', 'links = ["coast", "coast"]', "D305"),
        ('ends = ["coast", "city"]', 'ends = ["coast", "town"]', "D301"),
        ('ends = ["coast", "city"]', 'ends = ["coast", "base"]', "D305"),
        ("[0, 1.5]", "[0, 1.5, 2]", "D306"),
        ('id = "city"', 'id = "base"', "D305"),
    ]),
    "counters": (COUNTERS, [
        ('at = "0101"', 'at = "0499"', "D301"),
        ('"guard", "lancer_1"', '"guard", "lancer"', "D304"),
        ('["lancer_2"]', '["guard"]', "D305"),
        ('id = "lancer"', 'id = "guard"', "D305"),
        ('kind = "foot"', 'kind = "boats"', "D304"),
        ("copies = 2", "copies = 0", "D306"),
        ('id = "guard"', 'id = "the guard"', "D306"),
    ]),
}  # fmt: skip


@pytest.mark.parametrize("kind", FAULTS)
def test_what_does_not_fit_together_is_refused_with_file_and_line(read, problems, kind):
    text, cases = FAULTS[kind]
    given = (CounterFile, read(HEXES).map) if kind == "counters" else ()
    wrong = []
    for old, new, code in cases:
        spoilt = text.replace(old, new)
        place = "[hexes]" if old == "columns = 14" else new or 'links = ["coast"]'
        found = [told[:3] for told in problems(spoilt, *given)]
        if ("file.toml", line_of(spoilt, place), code) not in found:
            wrong.append((new, code, found))

    assert wrong == []


def test_spaces_without_terrain_are_counted_and_none_has_two(read, problems):
    with pytest.raises(DataError, match="have no terrain: 0101 and 137 more"):
        read(HEXES.replace('ground = "clear"\n', ""))
    text = HEXES + '\n[[space]]\nid = "0203"\nterrain = "clear"\n'
    line = line_of(text, 'terrain = "clear"')
    assert problems(text) == [("file.toml", line, "D305", "'clear'")]


def test_all_problems_of_a_file_come_in_one_report(problems):
    text = (
        HEXES.replace('"0204"', '"0499"')
        .replace("0407 NE", "0101 N")
        .replace("rows = 10", 'rows = 10\ncolour = "green"')
        .replace('title = "Ford"', "height = true")
    )

    assert [code for _, _, code, _ in problems(text)] == ["D103", "D301", "D302", "D105"]


# ---------------------------------------------------------------- overlays


def test_an_overlay_changes_a_map_or_is_refused_at_its_own_line(read, problems):
    overlay = OVERLAY + 'key = "terrain.wood.spaces"\nvalue = ["0303"]\n'
    wrong = OVERLAY + 'key = "feature.river.sides[0]"\nvalue = "0407/0410"\n'

    game = read(HEXES, overlay=overlay).map

    assert [game.terrain_of(space).id for space in ("0203", "0303")] == ["clear", "wood"]
    assert problems(HEXES, overlay=wrong) == [
        ("overlay.toml", line_of(wrong, "value"), "D302", "'0407/0410'")
    ]


def test_an_overlay_moves_a_counter(read, problems):
    overlay = OVERLAY.replace('"map"', '"counters"') + 'key = "setup.dawn.place[0].at"\n'
    game = read(HEXES).map

    pieces = read(COUNTERS, CounterFile, game, overlay=overlay + 'value = "0303"\n')
    assert pieces.placings("dawn")[0].at == "0303"
    wrong = overlay + 'value = "0499"\n'
    assert problems(COUNTERS, CounterFile, game, overlay=wrong) == [
        ("overlay.toml", line_of(wrong, "value"), "D301", "'0499'")
    ]


# ---------------------------------------------------------------- what a pack refuses


@attrs.frozen(kw_only=True)
class Unit(Entry):
    id: str
    at: str
    strength: int = 1


@attrs.frozen(kw_only=True)
class Army(Component):
    unit: tuple[Unit, ...]

    def faults(self, game):
        for number, unit in enumerate(self.unit):
            if unit.at not in game.board:
                yield fault(f"unit[{number}].at", "there is no such hex", unit.at, "use another")
            if unit.at == "0101":
                raise BoardError("the first hex is holy")


ARMY = """schema = 1
id = "army"
provenance = "reconstructed"

[[unit]]
id = "one"
at = "0102"

[[unit]]
id = "two"
at = "0499"
"""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("", "", [(line_of(ARMY, 'at = "0499"'), "D110", "'0499'")]),
        # together with misspelt keys
        ('id = "two"', 'id = "two"\nstrenth = 3', [(11, "D103", ""), (12, "D110", "'0499'")]),
        # what may follow from a fault is not told besides
        ('at = "0499"', "at = 499", [(11, "D105", "499")]),
        # an error that a class raises names the file
        ("0102", "0101", [(1, "D110", "")]),
    ],
)
def test_what_a_class_of_the_pack_refuses_is_told_with_file_and_line(
    read, problems, old, new, told
):
    found = problems(ARMY.replace(old, new) if old else ARMY, Army, read(HEXES).map)

    assert found == [("file.toml", *one) for one in told]


def test_a_fault_of_the_program_is_no_fault_of_the_file(read):
    with pytest.raises(AttributeError):
        read(ARMY, Army, "no map")


def test_every_file_of_a_folder_is_held_against_what_is_given(tmp_path, read):
    game = read(HEXES).map
    folder = tmp_path / "armies"
    folder.mkdir()
    for name in ("one", "two"):
        (folder / f"{name}.toml").write_text(ARMY.replace('"army"', f'"{name}"'))

    with pytest.raises(DataError) as refused:
        load_folder(folder, Army, game)

    assert len(refused.value.problems) == 2
