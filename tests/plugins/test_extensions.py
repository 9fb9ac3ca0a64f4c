"""What packages add to games: commands, bots and panels, from a pack or from a package alone."""

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tabletop_core import ALL_SEEING, run_games
from tabletop_core.bots.simple import bots_of
from tabletop_core.cli import app
from tabletop_core.errors import PackError
from tabletop_core.plugins.packs import find_packs
from tabletop_core.testing.exam import check_pack

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def forget():
    """Let each test import packages of its own, whatever others have imported before it."""
    before = {name: sys.modules.pop(name) for name in _imported()}
    yield
    for name in _imported():
        del sys.modules[name]
    sys.modules.update(before)


def _imported():
    return [name for name in sys.modules if name.startswith(("ice_fishers", "more_"))]


@pytest.fixture
def with_extras():
    return find_packs([EXAMPLES / "ice_fishers", EXAMPLES / "ice_fishers_extras"], points=())


@pytest.fixture
def command(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    folders = [EXAMPLES / "ice_fishers", EXAMPLES / "ice_fishers_extras"]
    packs = [word for folder in folders for word in ("--packs", str(folder))]

    def run(*words):
        return CliRunner().invoke(app, [*packs, *map(str, words)])

    return run


def test_a_package_that_brings_no_game_is_no_pack_and_no_problem(with_extras):
    assert [pack.id for pack in with_extras.packs] == ["ice_fishers"]
    assert with_extras.problems == ()
    assert [one.module for one in with_extras.extensions] == ["ice_fishers_extras"]
    assert "ice_fishers_extras.bots" not in sys.modules, "loaded only when it is needed"


def test_a_bot_and_a_panel_of_another_package_join_those_of_the_game(with_extras):
    game = with_extras["ice_fishers"].load()
    alone = find_packs([EXAMPLES / "ice_fishers"], points=())["ice_fishers"].load()
    daring = bots_of(game)["daring"]()
    match = game.start(seed=3)
    panels = game.look.view(match, ALL_SEEING)
    while match.decision is not None:
        match.answer(daring.choose(match, match.decision))

    assert match.is_over
    assert {event.facts["fish"] for event in match.events if event.kind == "home"} >= {4}
    assert [panel.title for panel in panels] == ["In the huts", "The ice", "The next step"]
    assert panels[-1].rows == (("the ice breaks", "17%"),)
    assert alone.original is None, "the game to which nothing is added"
    assert game.original is alone


def test_the_exam_examines_a_game_with_what_others_add(with_extras):
    assert list(map(str, check_pack(with_extras["ice_fishers"], games=5))) == []


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [('" ".join(hand.cards)', "C704", 7), ('" ".join(5)', "C701", 10), ("[seat]", "C702", 7)],
)
def test_a_fault_in_a_panel_that_another_package_adds_is_told_at_its_line(
    tmp_path, words, code, line
):
    body = """return hands

def hands(play, viewer):
    from tabletop_core.panels import Facts

    rows = [(seat, WORDS) for seat, hand in play.state.hands.items()]
    return [Facts(title="All hands", rows=tuple(rows))]"""
    folder = extra(tmp_path, f"more_{code}", "tabletop_panels", body.replace("WORDS", words))
    game = find_packs([EXAMPLES / "night_crossing", folder], points=())["night_crossing"].load()

    found = [one for one in check_pack(game, games=5, processes=False) if one.code == code]

    assert {(Path(one.file).parent.name, one.line) for one in found} == {(folder.name, line)}


def test_a_batch_in_several_processes_has_the_bots_of_other_packages(with_extras):
    game = with_extras["ice_fishers"].load()

    players = {"north": "careful", "south": "daring"}
    alone, spread = (
        run_games(game, games=20, seed=1, players=players, jobs=jobs) for jobs in (1, 2)
    )

    assert alone.outcomes == spread.outcomes


def test_packs_lists_a_package_that_brings_no_game_apart_from_the_games(command):
    listed = json.loads(command("packs", "--json").stdout)
    told = command("packs").stdout.splitlines()

    assert "ice_fishers" in [pack["id"] for pack in listed]
    assert "ice_fishers_extras" not in [pack["id"] for pack in listed]
    assert told[-1].startswith("adds to other games: folder ")
    assert told[-1].endswith("ice_fishers_extras")


# ---------------------------------------------------------------- faults


def extra(folder, name, hook, body):
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text(
        f"from tabletop_core import hookimpl\n\n@hookimpl\ndef {hook}(game):\n    {body}\n"
    )
    return folder / name


@pytest.mark.parametrize(
    ("hook", "body", "message"),
    [
        ("tabletop_bots", "return {'careful': object}", "adds a bot 'careful' to ice_fishers"),
        ("tabletop_bots", "return {'random': object}", "adds a bot 'random' to ice_fishers"),
        ("tabletop_bots", "return ['careful']", "by tabletop_bots a list; return a mapping"),
        ("tabletop_bots", "return 1 / 0", "fails to add to ice_fishers: ZeroDivisionError"),
        ("tabletop_panels", "return 5", "by tabletop_panels a int; return a function"),
    ],
)
def test_a_faulty_extra_is_one_error_that_names_its_package(tmp_path, hook, body, message):
    folder = extra(tmp_path, "more_faulty", hook, body)
    catalog = find_packs([EXAMPLES / "ice_fishers", folder], points=())

    with pytest.raises(PackError, match=f"more_faulty.*{message}"):
        catalog["ice_fishers"].load()


def test_two_commands_of_one_name_are_refused_with_both_packages(tmp_path, command):
    folder = extra(tmp_path, "more_reports", "tabletop_commands", "return {'ice-report': print}")

    done = command("--packs", folder, "run", "ice_fishers")

    assert done.exit_code == 2
    assert "more_reports and" in done.stderr
    assert "both add a command 'ice-report'" in done.stderr


def test_a_pack_that_states_its_versions_wrongly_is_told_how_to_write_them(tmp_path, command):
    (tmp_path / "more_wishes").mkdir()
    (tmp_path / "more_wishes" / "__init__.py").write_text(
        """from tabletop_core import Identity, hookimpl

@hookimpl
def tabletop_identity():
    return Identity(id="more_wishes", title="W", players=(1, 1), summary="W.", core="~=1.0")
"""
    )

    done = command("--packs", tmp_path, "play", "more_wishes")

    assert done.exit_code == 2
    assert "more_wishes" in done.stderr
    assert "'~=1.0' is not a range of versions; write it as '>=0.1'" in done.stderr
    assert len(done.stderr.splitlines()) == 1
