"""Saved games say where the pieces of a module lie, and become set-ups of the made pack."""

import lzma
from pathlib import Path

import pytest

from tabletop_core.errors import PackError
from tabletop_core.plugins.packs import find_packs
from tabletop_core.vassal import saved_game
from tabletop_core.vassal.made_pack import pack_from_modules
from tabletop_core.vassal.module import read_module
from tabletop_core.vassal.saved_game import read_saved_game
from tests.vassal import modules as m

RIVER = m.FERRY.replace('entryName="Monk"', 'entryName="Monk" gpid="7"')
MONK = m.lies(1, "Monk", 20, 18, slot="7")


def with_setups(build=RIVER, **files):
    """Return the files of a module with these saved games, each a set-up of the same name."""
    setups = "".join(m.element("module.PredefinedSetup", name=name, file=name) for name in files)
    build = build.replace("</VASSAL.build.GameModule>", f"{setups}</VASSAL.build.GameModule>")
    return m.FILES | {"buildFile.xml": build.encode()} | files


def read(tmp_path, **files):
    """Return a module with these saved games."""
    return read_module([m.write(tmp_path / "ferry.vmod", with_setups(**files))])[0]


def spaces(setup):
    return [(piece.name, space) for piece, space, _ in setup.pieces]


# ---------------------------------------------------------------- what is read


@pytest.mark.parametrize(
    "write", [m.obfuscated, str.encode, lambda text: lzma.compress(text.encode())]
)
def test_a_saved_game_reads_back_however_vassal_wrote_it(write):
    game = read_saved_game(Path("a.vsav"), m.saved(MONK, write=write))

    assert [(one.slot, one.map, one.place) for one in game.pieces] == [("7", "River", (20, 18))]
    assert [(one.name, one.column, one.row) for one in game.boards["River"]] == [("River", 0, 0)]
    assert not game.left


def test_a_piece_is_where_its_stack_is_from_the_bottom_up():
    stack = m.lies(3, "", 50, 36, within=("stack", "1", "2"))
    game = read_saved_game(Path("a.vsav"), m.saved(MONK, m.lies(2, "Raft A", 9, 9), stack))

    assert [one.place for one in game.pieces] == [(50, 36), (50, 36)]


def test_what_is_not_on_a_map_or_was_done_later_is_counted():
    pieces = [
        m.lies(1, "Fair", 10, 280),
        m.lies(2, "", 10, 280, within=("deck;true", "1")),
        m.lies(3, "Monk", 0, 0, on="null"),
        "+/4/",
        "+/5/" + "x" * saved_game.MAX_PIECE,
    ]
    log = m.joined([m.lies(6, "Monk", 20, 18), "D/6/a/b"], m.ESCAPE)
    game = read_saved_game(Path("a.vlog"), m.saved(*pieces, logged=[log, "D/6/b/c"]))

    assert game.pieces == ()
    assert sorted(game.left.values()) == [1, 1, 2, 2]


def test_a_piece_lies_on_the_space_of_its_pixels_within_the_edge_of_the_map(tmp_path):
    build = RIVER.replace('mapName="River"', 'mapName="River" edgeWidth="40" edgeHeight="10"')
    turned = m.saved(m.lies(1, "Monk", 320, 292, slot="7"), boards=("River/rev", 0, 0))
    below = m.lies(1, "Monk", 60, 328, slot="7")
    second = m.saved(below, boards=("River", 0, 0, "River", 0, 1))
    files = with_setups(build, turned=turned, second=second)
    module, _ = read_module([m.write(tmp_path / "ferry.vmod", files)])

    assert [spaces(one) for one in module.setups] == [[("Monk", "0101")], [("Monk", "0101")]]


def test_a_piece_without_a_slot_is_known_by_its_name_or_is_a_new_one(tmp_path):
    pieces = [m.lies(1, "Raft A", 20, 18, slot="99"), m.lies(2, "Abbot", 50, 36)]
    module = read(tmp_path, day=m.saved(*pieces))

    assert spaces(module.setups[0]) == [("Raft A", "0101"), ("Abbot", "0201")]
    assert module.left == {"pieces that are in no box of the module, added to ours": 1}


def test_the_cards_of_a_deck_and_pieces_on_unknown_maps_are_left_out(tmp_path):
    pieces = [m.lies(1, "Fair", 20, 18), m.lies(2, "Monk", 1, 1, on="Gone", slot="7")]
    module = read(tmp_path, day=m.saved(*pieces))

    assert module.setups[0].pieces == []
    assert module.left.total() == 2


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "not a zip"),
        (m.packed(other=b""), "has no savedGame"),
        (m.packed(savedGame=b"!VCSKzz00"), "damaged"),
        (m.packed(savedGame=b"!VCSK"), "damaged"),
        (m.packed(savedGame=b"!VCSKa7123"), "damaged"),
        (m.packed(savedGame=b"\xfd7zXZ\x00rubbish"), "damaged"),
        (m.packed(savedGame=b"!VOXZ?"), "begins with '!VOXZ?'"),
        (m.packed(savedGame=b""), "begins with ''"),
    ],
    ids=range(8),  # the bytes of a zip tell the time
)
def test_a_broken_saved_game_costs_a_line_and_not_the_module(tmp_path, content, why):
    with pytest.raises(PackError) as caught:
        read_saved_game(Path("bad.vsav"), content)
    module = read(tmp_path, bad=content, good=m.saved(MONK))

    assert why in str(caught.value)
    assert "\n" not in str(caught.value)
    assert module.refused == [str(caught.value).replace("bad.vsav", "bad")]
    assert [one.title for one in module.setups] == ["good"]


def test_a_saved_game_that_unpacks_to_far_more_is_refused(monkeypatch):
    monkeypatch.setattr(saved_game, "MAX_BYTES", 1024 * 1024)
    bomb = lzma.compress(b"begin_save" + bytes(4 * 1024 * 1024), preset=0)

    with pytest.raises(PackError, match=r"damaged|more than"):
        read_saved_game(Path("bomb.vsav"), m.packed(savedGame=bomb))


def test_a_list_in_a_list_without_end_is_read_to_an_end():
    text = "begin_save"
    for _ in range(40):
        text = m.joined([text, "x"], m.ESCAPE)

    assert read_saved_game(Path("deep.vsav"), m.packed(savedGame=text.encode())).pieces == ()


@pytest.mark.parametrize("stored", ["day", "games/Day"])
def test_saved_games_of_one_name_are_a_set_up_each(tmp_path, stored):
    files = with_setups(day=m.saved(MONK))
    files[stored] = files.pop("day")
    paths = [m.write(tmp_path / "ferry.vmod", files)]
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "day.vsav").write_bytes(m.saved(MONK))
        paths.append(tmp_path / folder / "day.vsav")

    assert [one.title for one in read_module(paths)[0].setups] == ["day", "day 2", "day 3"]


def test_a_saved_game_alone_has_no_boards(tmp_path):
    (tmp_path / "day.vsav").write_bytes(m.saved(MONK))

    with pytest.raises(PackError, match="name the module first"):
        read_module([tmp_path / "day.vsav"])


# ---------------------------------------------------------------- the made pack


def test_each_saved_game_is_a_set_up_that_is_chosen_before_the_game(tmp_path):
    two = [m.lies(number, "Monk", 50, 36, slot="7") for number in (1, 2)]
    (tmp_path / "night.vsav").write_bytes(m.saved(*two))
    paths = [m.write(tmp_path / "ferry.vmod", with_setups(dawn=m.saved(MONK)))]
    pack_from_modules("shore_saved", [*paths, tmp_path / "night.vsav"], tmp_path)
    (pack,) = find_packs([tmp_path / "shore_saved"], points=()).packs
    game = pack.load()

    (option,) = game.options
    placed = {
        one: sorted(game.start(seed=1, options={"setup": one}).play.state.counters.pieces())
        for one in option.values
    }

    assert placed == {
        "start": ["miller", "raft_a"],
        "dawn": ["monk_1"],
        "night": ["monk_1", "monk_2"],
    }
    text = (tmp_path / "shore_saved" / "IMPORT.md").read_text()
    assert "| saved games as set-ups | 2 | 2 |" in text
