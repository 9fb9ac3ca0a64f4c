"""A module is read as it is written: boards, numbers, pieces, decks; and nothing unsafe is."""

import os

import pytest

from tabletop_core.errors import PackError
from tabletop_core.vassal.layout import MAX_LINKED, proposed
from tabletop_core.vassal.module import read_module
from tabletop_core.vassal.traits import read_definition, split, traits_in
from tests.vassal import modules as m


@pytest.fixture(scope="module")
def ferry(tmp_path_factory):
    module, _ = read_module([m.write(tmp_path_factory.mktemp("vassal") / "ferry.vmod")])
    return module


def slot_of(module, name):
    return next(slot for slot in module.pieces if slot.name == name)


# ---------------------------------------------------------------- definitions


@pytest.mark.parametrize("entries", [["a", "b"], ["", ""], ["x;y", "z"], ["a\\;b", ";"], ["one"]])
def test_a_list_reads_back_as_it_was_joined(entries):
    assert split(m.joined(entries, ";"), ";") == entries


def test_traits_three_deep_and_slashes_in_names_read_back():
    text = m.definition(("mark;A", "1"), ("mark;B", "2/3"), ("label;x\ty", ""), name="1/327")

    assert [(trait.fields, trait.state) for trait in traits_in(text)][:3] == [
        (("mark", "A"), "1"),
        (("mark", "B"), "2/3"),
        (("label", "x\ty"), ""),
    ]
    assert read_definition(text, {}).name == "1/327"
    assert read_definition(text, {}).marks == {"A": "1", "B": "2/3"}


def test_a_prototype_that_names_itself_and_what_is_no_definition_are_read_to_an_end():
    loop = m.definition(("prototype;Loop", ""))

    assert read_definition(loop, {"Loop": loop}).prototypes == ("Loop",)
    assert read_definition("rubbish", {}).name == ""


def test_a_piece_has_the_markers_of_its_prototype_and_a_layer_its_faces(ferry):
    raft, miller = slot_of(ferry, "Raft A").definition, slot_of(ferry, "Miller").definition

    assert (raft.side, raft.marks["Load"], raft.by_hand) == ("Monks", "4", {"delete": 1})
    assert [(one.faces, one.start) for one in miller.layers] == [(("front", "tired"), 0)]
    assert miller.unknown == {"sing": 1}


# ---------------------------------------------------------------- boards


def test_the_hexes_of_a_zoned_board_are_a_grid_and_its_zones_a_free_map(ferry):
    river, boxes = ferry.boards[0].laid

    assert river.data["hexes"]["number"] == "{column:02}{row:02}"
    assert river.middles["0101"] == (20, 18)
    assert river.middles["0201"] == (50, 36)
    assert {*river.data["region"][0]["spaces"]} >= {"0101", "0201"}
    assert [space["title"] for space in boxes.data["space"]] == [
        "Old Quay", "New Quay", "Turn Track",
    ]  # fmt: skip


def test_what_is_set_up_is_on_the_hex_or_region_of_its_pixels(ferry):
    assert slot_of(ferry, "Raft A").space == "0201"
    assert slot_of(ferry, "Miller").space == "new_quay"
    assert slot_of(ferry, "Monk").space == ""


def laid(tmp_path, *grid):
    """Return the boards made of one board with this grid."""
    game = m.game(m.a_map("Map", [m.board("Field", *grid)]))
    files = {"buildFile": game.encode(), "images/field.gif": m.picture(300, 300)}
    module, _ = read_module([m.write(tmp_path / "unpacked", files)])
    return module.boards[0].laid


@pytest.mark.parametrize(
    ("how", "rules", "names"),
    [
        ({}, {"hType": "A", "hOff": "0"}, ["A01", "B01"]),
        ({}, {"first": "V", "sep": "."}, ["01.01", "01.02"]),
        ({}, {"hOff": "10", "hLeading": "0"}, ["1001", "1101"]),
        # Sideways the columns of VASSAL run down the screen.
        ({"sideways": "true"}, {}, ["0101", "0201"]),
        ({}, {"stagger": "true"}, ["0101", "0202"]),
    ],
)
def test_hexes_keep_the_numbers_of_the_module_on_a_grid(tmp_path, how, rules, names):
    (field,) = laid(tmp_path, m.hex_grid(m.numbering("HexGrid", **rules), **how))
    across, down = (18, 20) if how else (20, 18)

    assert "hexes" in field.data
    first, second = names
    assert field.middles[first] == (across, down)
    assert field.middles[second] == ((36, 50) if how else (50, 36))


def test_numbers_that_run_from_the_right_or_repeat_letters_make_a_free_map(tmp_path):
    (field,) = laid(tmp_path, m.hex_grid(m.numbering("HexGrid", hDescend="true")))
    (double,) = laid(
        tmp_path / "b", m.hex_grid(m.numbering("HexGrid", hType="A", hOff="25"), dx="60", dy="72")
    )

    assert field.middles["1101"] == (20, 18)
    assert {"ends": ["1101", "1001"]} in field.data["link"]
    assert {"z01", "aa01", "bb01"} <= double.middles.keys()


def test_squares_are_squares_and_a_board_without_a_grid_gets_some(tmp_path):
    (numbered,) = laid(
        tmp_path, m.square_grid(m.numbering("SquareGrid", hType="A", hOff="0", vLeading="0"))
    )
    (fine,) = laid(tmp_path / "b", m.square_grid(dx="3", dy="3"))
    (none,) = laid(tmp_path / "c")

    assert numbered.data["squares"] == {"columns": 5, "rows": 5}
    assert fine.data["squares"] == none.data["squares"] == {"columns": 5, "rows": 5}
    assert numbered.middles["B1"] == (90, 30)


def test_links_are_proposed_between_regions_that_lie_side_by_side(tmp_path):
    places = {f"{x}{y}": (100 * x + 9 * y, 100 * y) for x in range(3) for y in range(3)}
    far = {"Island": (2000, 2000)}
    (field,) = laid(tmp_path, m.regions(**{f"a{n}": place for n, place in places.items()}, **far))
    links = {frozenset(link) for link in field.proposed}

    assert {"a00", "a10"} in links
    assert {"a00", "a01"} in links
    assert {"a00", "a20"} not in links  # a10 lies between them
    assert not [link for link in links if "island" in link]
    assert "link" not in field.data


@pytest.mark.parametrize("places", [{}, {"a": (1, 1)}, {"a": (1, 1), "b": (1, 1), "c": (1, 1)}])
def test_links_between_few_or_equal_places_are_no_fault(places):
    assert len(proposed(places)) == len(places) * (len(places) - 1) // 2


def test_many_regions_have_no_proposed_links():
    assert proposed({str(number): (number, 0) for number in range(MAX_LINKED + 1)}) == []


@pytest.mark.parametrize("number", ["nan", "inf", "-1e308", "1e9", "99999", "x", ""])
def test_no_number_in_a_module_makes_it_long_or_fails(tmp_path, number):
    rules = {"hOff": number, "hLeading": number, "vOff": number, "hType": "A", "vLeading": number}
    for name in ("dx", "dy", "x0", "y0"):
        (field,) = laid(
            tmp_path / name, m.hex_grid(m.numbering("HexGrid", **rules), **{name: number})
        )
        assert max(map(len, field.middles)) < 150
    zone = m.zone("Far", f"0,0;{number},0;9,9", m.square_grid())
    assert laid(tmp_path / "zone", m.zoned(zone, m.hex_grid()))


# ---------------------------------------------------------------- what is refused


def refused(path):
    with pytest.raises(PackError) as caught:
        read_module([path])
    assert "\n" not in str(caught.value)
    assert "; " in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("followed", "first", "strength", "shown", "other_faces"),
    [
        ("Strength", "1", "3", "three.gif", 2),
        ("Strength", "0", "1", "two.gif", 2),
        ("Strength", "1", "9", "three.gif", 2),  # no such level
        ("", "1", "3", "two.gif", 2),  # nothing is followed, so the saved level counts
        ("Turn", "1", "3", "two.gif", 0),  # a property of the table
        ("{Strength * 2}", "1", "1", "two.gif", 0),
    ],
)
def test_a_layer_that_follows_a_property_shows_the_level_of_its_value(
    followed, first, strength, shown, other_faces
):
    fields = [""] * 28
    fields[0], fields[16], fields[26] = "emb2", "one.gif,two.gif,three.gif", "true"
    fields[22:25] = "true", followed, first
    text = m.definition((m.joined(fields, ";"), "2"), ("PROP;Strength", strength), image="a.gif")
    found = read_definition(text, {})
    faces = [one for layer in found.layers for one in layer.pictures]

    assert (
        found.layers[0].pictures[found.layers[0].start] if faces else found.pictures[-1]
    ) == shown
    assert len(faces) == (other_faces and 1 + other_faces)
    assert found.unknown.total() == (not faces)


@pytest.mark.parametrize(
    ("build", "why"),
    [
        (b"<a", "broken XML"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "declares the entity 'b'"),
        (b"<a>" * 300 + b"</a>" * 300, "more elements"),
        (b"<other/>", "this is a other, not a module"),
    ],
)
def test_a_build_file_that_is_none_is_refused_in_a_line(tmp_path, build, why):
    assert why in refused(m.write(tmp_path / "bad.vmod", {"buildFile": build}))


@pytest.mark.parametrize("name", ["../evil.gif", "/etc/evil", "images/../../evil", "C:\\evil"])
def test_a_name_that_leads_out_of_the_module_is_refused(tmp_path, name):
    assert "leads out" in refused(m.write(tmp_path / "bad.vmod", **{name: b""}))


def test_what_unpacks_to_far_more_than_its_size_is_refused_before_it_is_unpacked(tmp_path):
    bomb = {"images/bomb.gif": bytes(8 * 1024 * 1024)}

    assert "times its size" in refused(m.write(tmp_path / "bomb.vmod", **bomb))


def test_what_is_no_zip_or_damaged_or_not_there_is_refused(tmp_path):
    whole = m.write(tmp_path / "ferry.vmod").read_bytes()
    (tmp_path / "cut.vmod").write_bytes(whole[:200])
    torn = whole.replace(whole[60:90], bytes(30), 1)
    (tmp_path / "torn.vmod").write_bytes(torn)
    (tmp_path / "empty").mkdir()

    assert "neither a module" in refused(tmp_path / "cut.vmod")
    assert "buildFile.xml" in refused(tmp_path / "torn.vmod")
    assert "no such file" in refused(tmp_path / "gone.vmod")
    assert "has no buildFile.xml" in refused(tmp_path / "empty")


@pytest.mark.parametrize(
    ("named", "stored"),
    [
        ("mill.gif", "mill.gif"),
        ("/images/mill.gif", "images/mill.gif"),
        ("mill", "images/mill.gif"),
        ("Mill.GIF", "images/mill.gif"),
        ("mill.gif", "maps/mill.gif"),
        ("mill.gif", "images\\mill.gif"),
        ("m\u00fchle.gif", "images/mu\u0308hle.gif"),
    ],
)
def test_a_picture_is_found_by_the_name_that_the_module_has_for_it(tmp_path, named, stored):
    game = m.game(m.element("module.PieceWindow", m.slot("Mill", image=named)))
    files = {"buildFile": game.encode(), stored: m.PIXEL}
    module, kept = read_module([m.write(tmp_path / "mill.vmod", files)])

    assert (module.missing, [*kept]) == ([], [stored])


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs links")
def test_a_link_out_of_the_folder_is_as_good_as_missing(tmp_path):
    (tmp_path / "secret.gif").write_bytes(m.PIXEL)
    folder = m.write(tmp_path / "ferry")
    (folder / "images" / "m.gif").symlink_to(tmp_path / "secret.gif")
    module, kept = read_module([folder])

    assert "m.gif" in module.missing
    assert "images/m.gif" not in kept


def test_a_module_of_the_oldest_kind_is_a_module(tmp_path):
    build = b'<VASSAL.launch.BasicModule name="Old"/>'

    assert read_module([m.write(tmp_path / "old.mod", {"buildFile": build})])[0].title == "Old"


def test_an_extension_adds_its_pieces_and_pictures(tmp_path):
    more = m.element(
        "module.ModuleExtension",
        m.element(
            "module.ExtensionElement",
            m.element("module.PieceWindow", m.slot("Abbot", image="abbot.gif")),
            target="",
        ),
    )
    extra = {"buildFile.xml": more.encode(), "images/abbot.gif": m.PIXEL}
    paths = [m.write(tmp_path / "ferry.vmod"), m.write(tmp_path / "abbot.vmdx", extra)]
    module, kept = read_module(paths)

    assert slot_of(module, "Abbot").definition.picture == "abbot.gif"
    assert "images/abbot.gif" in kept
