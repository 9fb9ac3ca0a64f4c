"""`tabletop new --from` makes a pack that passes its exam and is played at once."""

import sys
import tomllib
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from tabletop_core import Viewer
from tabletop_core.cli import app
from tabletop_core.panels import Card, Cards
from tabletop_core.pictures import panel_svg
from tabletop_core.pictures.picture_size import size_of
from tabletop_core.pictures.scans import Scans
from tabletop_core.pictures.symbols import Symbols
from tabletop_core.plugins.packs import find_packs
from tabletop_core.testing.exam import check_pack
from tabletop_core.vassal.art import COUNTER_SIDE, PackArt
from tabletop_core.vassal.import_report import MAX_LISTED, report
from tabletop_core.vassal.made_pack import _tones, pack_from_modules, toml
from tabletop_core.vassal.module import Module
from tabletop_core.vassal.traits import Definition, read_definition
from tabletop_core.web.in_browser.contents import choose, contents_of
from tests.vassal import modules as m


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """Return the folder of a pack that is made of the small module."""
    home = tmp_path_factory.mktemp("made")
    pack_from_modules("shore_ferry", [m.write(home / "ferry.vmod")], home)
    return home / "shore_ferry"


@pytest.fixture(scope="module")
def pack(project):
    (pack,) = find_packs([project], points=()).packs
    yield pack
    for name in [name for name in sys.modules if name.startswith("shore_ferry")]:
        del sys.modules[name]


@pytest.fixture(scope="module")
def game(pack):
    return pack.load()


def read(project, name):
    return tomllib.loads((project / "shore_ferry" / "data" / name).read_text())


def test_a_made_pack_leaves_only_what_its_author_must_decide(pack):
    problems = check_pack(pack, games=12, processes=False)

    assert {(one.code, one.message.partition("'")[2][:5]) for one in problems} <= {
        ("C303", "catch"),  # no rule reads the chart yet
        ("C903", "catch"),
        ("C116", ""),
        ("C309", ""),
    }
    assert "1 link is only proposed" in [one.message for one in problems]
    assert "2 files in art/shore_ferry" in str([one.message for one in problems])


def test_neither_a_wheel_nor_a_site_has_the_pictures(project):
    chosen = choose(find_packs([project], points=()), ["shore_ferry"])
    library = {"os.py": b""}
    files = contents_of(chosen, library).files

    assert any(name.endswith("shore_ferry/data/counters.toml") for name in files)
    assert not [name for name in files if name.endswith(".gif")]
    assert not [*(project / "shore_ferry").rglob("*.gif")]  # a wheel holds the package alone


def test_counters_have_side_kind_and_figures_and_cards_their_number(project):
    raft, miller, monk = read(project, "counters.toml")["counter"]
    box, cards = read(project, "box.toml"), read(project, "cards.toml")["card"]

    assert (raft["side"], raft["kind"], raft["values"]) == ("monks", "raft", {"load": 4})
    assert (miller["side"], monk["side"], monk["kind"]) == ("millers", "monks", "monks")
    assert [(card["id"], card.get("count", 1)) for card in cards] == [("flood", 1), ("fair", 2)]
    assert [(one["dice"], one.get("faces")) for one in box["dice"]] == [
        ("2d6", None),
        ("1d2", ["sun", "rain"]),
    ]
    assert read(project, "tables/catch.toml")["title"] == "Catch"


def test_the_report_counts_what_came_in_and_names_what_did_not(project):
    text = (project / "IMPORT.md").read_text()

    for line in ("| pieces | 3 | 3 |", "| cards | 3 | 3 |", "- GlobalKeyCommand", "- `sing`",
                 "- gone.gif", "no grid in the module; they have one of ours: Chapel"):  # fmt: skip
        assert line in text
    pictures = {path.name for path in (project / "art" / "shore_ferry").rglob("*.gif")}
    assert pictures == {"field.gif", "raft.gif"}
    assert (project / ".gitignore").read_text().endswith("art/\n")


def test_proposed_links_are_marked_until_the_author_has_seen_them(project):
    (boxes,) = (project / "shore_ferry" / "data" / "boards").glob("*boxes*.toml")

    assert '[[link]] # proposed\nends = ["old_quay", "new_quay"]' in boxes.read_text()
    assert "1 link between regions is proposed" in (project / "IMPORT.md").read_text()


def test_the_pictures_of_boards_lie_under_their_spaces(project, game):
    panels = game.look.view(game.start(seed=1).play, Viewer("monks"))
    river = next(
        panel
        for panel in Scans.read(project / "art", "shore_ferry").under(panels)
        if panel.id == "river_board"
    )
    left, top, wide, high = river.art.box

    # The hex 0101 is at 20, 18 of 300 x 300 pixels.
    assert river.board.centre("0101") == pytest.approx(
        (left + wide * 20 / 300, top + high * 18 / 300)
    )


def test_counters_have_the_pictures_of_the_module_in_each_state(tmp_path):
    pictures = {f"images/{one}.gif": m.picture(50, 50) for one in "mb"}
    pack_from_modules("shore_art", [m.write(tmp_path / "ferry.vmod", m.FILES | pictures)], tmp_path)
    art = tmp_path / "shore_art" / "art"
    (pack,) = find_packs([tmp_path / "shore_art"], points=()).packs
    scans, game = Scans.read(art, "shore_art"), pack.load()

    described = tomllib.loads((art / "shore_art" / "counters" / "counters.toml").read_text())
    assert described["counter"] == [
        {"ids": ["raft_a"], "pictures": ["raft.gif"]},
        {"ids": ["miller"], "pictures": ["m.gif"], "states": {"tired": ["m.gif", "b.gif"]}},
    ]
    views = [
        scans.under(game.look.view(answers(game, *given).play, Viewer("monks")))
        for given in ((), ("miller", "flip"))
    ]
    drawn = [
        {piece.id: piece.symbol for piece in panel.pieces}["miller"]
        for panels in views
        for panel in panels
        if "boxes" in panel.id
    ]
    assert drawn == ["art:counter-1", "art:counter-1 art:counter-2"]


def test_cards_have_the_pictures_of_the_module_and_hidden_ones_those_of_the_back(tmp_path):
    plain = m.slot("Flood", kind="CardSlot")
    pictured = m.slot("Flood", ("obs;66,130;b.gif;REveal;;;", ""), kind="CardSlot", image="m.gif")
    build = m.FERRY.replace(plain, pictured)
    pictures = {f"images/{one}.gif": m.picture(50, 70) for one in "mb"}
    files = m.FILES | pictures | {"buildFile.xml": build.encode()}
    pack_from_modules("shore_deck", [m.write(tmp_path / "ferry.vmod", files)], tmp_path)
    scans = Scans.read(tmp_path / "shore_deck" / "art", "shore_deck")
    deck = scans.cards.card[1].names[0]

    def shown(**how):
        (panel,) = scans.under([Cards(title="Hand", cards=(Card(id="1", **how),))])
        return panel_svg(panel, symbols=Symbols(scans.drawings))

    assert "#sym-art:card-0" in shown(name="Flood")
    assert "#sym-art:card-1" in shown(name=deck, hidden=True)
    assert "#sym-art" not in shown(name="Fair")
    assert "Flood" not in shown(name=deck, hidden=True)


def test_large_pictures_are_scaled_once_and_drawings_never():
    whole, large = BytesIO(), {"images/map.svg": b'<svg width="9000" height="9">'}
    Image.new("P", (2 * COUNTER_SIDE, 12)).save(whole, "GIF")
    large |= {"images/gun.gif": whole.getvalue(), "images/odd.gif": m.picture(9000, 9)}
    large |= {"images/vast.gif": m.picture(60_000, 60_000)}
    art = PackArt({Path(one).name: one for one in large}, large)
    art.add_counters([([name], Definition(pictures=(name,))) for name in art.stored])

    sizes = {name: size_of(content) for name, content in art.files.items()}
    assert sizes["counters/gun.gif"] == (COUNTER_SIDE, 6)
    assert sizes["counters/map.svg"] == (9000, 9)
    assert art.scaled == 1
    assert [one.partition(":")[0] for one in art.left] == ["odd.gif", "vast.gif"]


def test_a_long_list_in_the_report_ends_with_how_many_more():
    module = Module("Long", missing=[f"{number}.gif" for number in range(MAX_LISTED + 3)])
    made = dict.fromkeys(
        ("boards", "spaces", "counters", "cards", "tables", "steps", "proposed"), 0
    )

    assert "- and 3 more" in report(module, "it", made, {}, [], PackArt({}, {}))


def test_the_turn_tracker_gives_the_steps_and_their_empty_rules(game):
    names = {step.name for step in game.program.steps.values()}

    assert {"Weather: rule", "Crossing: rule"} <= names
    assert {rule.number for rule in game.rules} == {"1", "2", "Free play"}


def test_whatever_a_module_calls_its_parts_stays_within_the_strings_of_the_code(tmp_path):
    odd = m.escaped('"² $x {y} \'\'\' \\n"""); import os #')
    build = m.FERRY
    for word in ("The Ferry", "Millers", "River", "Two dice", "sun", "Raft A"):
        build = build.replace(f'"{word}"', f'"{word}{odd}"').replace(f">{word}<", f">{word}{odd}<")
    build = build.replace("Weather,Crossing", f"Weather{odd},Crossing")
    files = m.FILES | {"buildFile.xml": build.encode()}
    pack_from_modules("odd_ferry", [m.write(tmp_path / "odd.vmod", files)], tmp_path)
    (pack,) = find_packs([tmp_path / "odd_ferry"], points=()).packs

    names = [step.name for step in pack.load().program.steps.values()]

    assert any(name.startswith("Weather'² x {y}") for name in names)


def test_set_ups_keep_the_faces_and_facings_of_the_saved_game(tmp_path):
    turning = "rotate;6;;;;;;;"
    layer = "emb2;Flip;2;F;;0;;;0;;;;1;false;0;0;b.gif;tired;true;Health"
    build = m.FERRY.replace(m.slot("Monk"), m.slot("Monk", (turning, "0"), (layer, "-1;")))
    saved = m.saved(m.lies(1, "Monk", 20, 18, (turning, "2"), (layer, "1;")))
    (tmp_path / "day.vsav").write_bytes(saved)
    files = m.FILES | {"buildFile.xml": build.encode()}
    paths = [m.write(tmp_path / "ferry.vmod", files), tmp_path / "day.vsav"]
    pack_from_modules("shore_turned", paths, tmp_path)
    (pack,) = find_packs([tmp_path / "shore_turned"], points=()).packs
    match = pack.load().start(seed=1, options={"setup": "day"})
    state = match.play.state

    assert (state.faces, state.facings) == ({"monk": 1}, {"monk": 120})
    for answer in ("monk", "turn"):
        match.answer(answer)
    assert match.play.state.facings == {"monk": 180}


@pytest.mark.parametrize(
    ("fields", "state", "turns", "facing"),
    [("6", "5", 6, 300), ("1", "-90.0", 12, 90), ("1", "30", 12, 330), ("0", "1", 0, 0),
     ("x", "y", 0, 0), ("4", "-1", 4, 270)],
)  # fmt: skip
def test_a_piece_points_where_its_rotation_says(fields, state, turns, facing):
    read = read_definition(m.definition((f"rotate;{fields};;", state), name="Gun"), {})

    assert (read.turns, read.facing) == (turns, facing)


def test_a_side_has_the_tone_of_its_name_or_else_of_its_counters(tmp_path):
    build = m.FERRY.replace(">Millers<", ">Free Men<").replace(">Monks<", ">Red Host<")
    files = m.FILES | {"buildFile.xml": build.encode()}
    pack_from_modules("shore_red", [m.write(tmp_path / "red.vmod", files)], tmp_path)

    text = (tmp_path / "shore_red" / "shore_red" / "shown.py").read_text()
    assert 'TONES = ("blue", "red")' in text
    assert _tones({"grey": None, "sea": 0.61, "navy": 0.59}) == ["red", "blue", "green"]


@pytest.mark.parametrize(
    ("colour", "hue"), [("#2040a0", 0.63), ("#b02020", 0.0), ("#808080", None), (None, None)]
)
def test_the_hue_of_counters_is_that_of_their_pictures(colour, hue):
    picture = BytesIO(b"broken")
    if colour:
        Image.new("RGB", (30, 30), colour).save(picture, "PNG")
    art = PackArt({"a.png": "images/a.png"}, {"images/a.png": picture.getvalue()})
    found = art.hue_of([Definition(pictures=("a.png",)), Definition()])

    assert found == (hue if hue is None else pytest.approx(hue, abs=0.01))


def answers(game, *given):
    """Return a game after some answers."""
    match = game.start(seed=1)
    for answer in given:
        match.answer(answer)
    return match


def test_a_counter_goes_where_it_is_put_and_is_flipped(game):
    state = answers(game, "raft_a", "0505", "miller", "flip").play.state

    assert state.counters.at("raft_a") == "0505"
    assert state.faces == {"miller": 1}


def test_a_counter_comes_from_the_box_and_goes_back(game):
    match = answers(game, "add", "0303")
    assert match.play.state.counters.at("monk") == "0303"

    match.answer("monk")
    match.answer("back into the box")
    assert match.play.state.box == ["monk"]


def test_what_a_seat_draws_only_it_knows_until_it_is_played(game):
    match = answers(game, "draw weather_deck")
    (row,) = [row for row in match.play.state.hands.values() if len(row)]
    (card,) = row.cards
    assert row.seen_by(Viewer("millers")) == [card]
    assert row.seen_by(Viewer("monks")) == [None]

    (place,) = row.choices()
    match.answer(place)
    match.answer("discard")
    assert match.play.state.discards["weather_deck"].cards == [card]

    match.answer("shuffle weather_deck")
    assert len(match.play.state.piles["weather_deck"]) == 3


def test_who_goes_on_hands_over_and_the_next_step_follows(game):
    match = answers(game, "next")
    assert match.play.seat == "monks"

    match.answer("next")
    assert match.play.step.name == "Crossing: action"


def test_data_are_written_as_toml_that_reads_back():
    data = {
        "schema": 1,
        "hexes": {"columns": 2, "number": '{column}"'},
        "at": {"europe.reval": [1, 2], "kraków": [3, 4]},
        "setup": [{"id": "start", "place": [{"at": "a", "counters": ["b", "c"]}]}],
        "empty": [],
    }

    assert tomllib.loads(toml(data)) == data


# ---------------------------------------------------------------- the command


def test_new_from_a_module_names_the_report_and_how_to_try_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    m.write(tmp_path / "ferry.vmod")
    done = CliRunner().invoke(app, ["new", "shore_made", "--from", "ferry.vmod"])
    gone = CliRunner().invoke(app, ["new", "shore_gone", "--from", "gone.vmod"])
    both = CliRunner().invoke(app, ["new", "shore_both", "--from", "ferry.vmod", "--kind", "dice"])

    assert done.exit_code == 0, done.output
    assert "shore_made/IMPORT.md lists what was imported and what was not" in done.output
    assert "tabletop check shore_made" in done.output
    assert (gone.exit_code, gone.stderr.count("\n")) == (2, 1)
    assert (both.exit_code, "leave out --kind dice" in both.stderr) == (2, True)
    assert not (tmp_path / "shore_gone").exists()
