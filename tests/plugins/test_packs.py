"""Packs are found by entry point and in folders; one with a fault never harms the others."""

import os
import re
import sys
from importlib import metadata
from zipfile import ZipFile

import pytest

from tabletop_core.engine.game import Game
from tabletop_core.errors import PackError
from tabletop_core.plugins.entry_points import EntryPoint, entry_points
from tabletop_core.plugins.packs import find_packs, fits_version

INIT = """
from tabletop_core import Identity, hookimpl

@hookimpl
def tabletop_identity():
    return Identity(id="{id}", title="{id}", players=(1, 2), summary="A test.", core="{core}")

@hookimpl
def tabletop_game():
    from .game import GAME
    return GAME
"""

GAME = """
from tabletop_core import Game, Identity, Step
GAME = Game(
    identity=Identity(id="x", title="X", players=(1, 2), summary=""), package=__package__,
    seats=("one",), sequence=Step("End", lambda play: play.end("done")), state=int,
    new_state=lambda play: 0,
)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder for packs; what was imported from it is forgotten afterwards."""
    monkeypatch.delenv("TABLETOP_PACKS", raising=False)
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


def write(folder, name, init=None, game=GAME, core=""):
    (folder / name).mkdir()
    text = INIT.format(id=name, core=core) if init is None else init
    (folder / name / "__init__.py").write_text(text)
    (folder / name / "game.py").write_text(game)


def found(*folders):
    return find_packs(folders, points=())


def ids(*folders):
    return [pack.id for pack in found(*folders).packs]


def test_packs_are_found_in_a_folder_of_packs_and_in_that_of_one_without_loading_rules(folder):
    write(folder, "pk_one")
    write(folder, "pk_two")

    assert ids(folder) == ["pk_one", "pk_two"]
    assert ids(folder / "pk_one") == ["pk_one"]
    assert "pk_one" in sys.modules
    assert "pk_one.game" not in sys.modules
    assert isinstance(found(folder)["pk_one"].load(), Game)


def test_a_folder_may_be_named_by_the_environment_or_relative_to_where_one_is(folder, monkeypatch):
    write(folder, "pk_env")
    monkeypatch.chdir(folder / "pk_env")
    assert ids(".") == ids(folder / "pk_env") == ["pk_env"]

    monkeypatch.setenv("TABLETOP_PACKS", str(folder))
    assert ids() == ["pk_env"]


def test_an_installed_pack_is_found_by_its_entry_point(folder, monkeypatch):
    write(folder, "pk_point")
    monkeypatch.syspath_prepend(str(folder))
    point = EntryPoint("pk_point", "pk_point")

    (pack,) = find_packs(points=(point,)).packs

    assert pack.id == "pk_point"
    assert "entry point pk_point" in pack.origin


def announce(folder, package, text):
    (folder / package).mkdir(parents=True)
    (folder / package / "entry_points.txt").write_text(text)


def test_the_entry_points_of_installed_packages_are_those_that_the_standard_library_finds():
    found = {(point.name, point.value) for point in entry_points("tabletop.packs")}

    known = metadata.entry_points(group="tabletop.packs")
    assert found == {(point.name, point.value) for point in known} != set()


def test_of_a_package_that_is_installed_twice_the_first_counts(tmp_path):
    announce(tmp_path / "one", "pk-2.0.dist-info", "[tabletop.packs]\na = pk.new\n[other]\nb = c\n")
    announce(tmp_path / "two", "pk-1.0.dist-info", "[tabletop.packs]\na = pk.old\n")
    announce(tmp_path / "two", "Pq.egg-info", "# ours\n[tabletop.packs]\nq = pq:GAMES.q [x]\n")

    points = entry_points("tabletop.packs", [str(tmp_path / "one"), str(tmp_path / "two")])
    assert points == [EntryPoint("a", "pk.new"), EntryPoint("q", "pq:GAMES.q")]


def test_a_pack_in_an_archive_on_the_path_is_found_as_an_installed_one(folder, monkeypatch):
    with ZipFile(folder / "packs.zip", "w") as archive:
        archive.writestr("pk_zipped/__init__.py", INIT.format(id="pk_zipped", core=""))
        archive.writestr("pk_zipped/game.py", GAME)
        points = "[tabletop.packs]\npk_zipped = pk_zipped\n"
        archive.writestr("pk_zipped-1.0.dist-info/entry_points.txt", points)
        archive.writestr("pk_silent-1.0.dist-info/METADATA", "Name: pk_silent\n")
    (folder / "no.zip").write_text("no archive")
    for name in ("packs.zip", "no.zip"):
        monkeypatch.syspath_prepend(str(folder / name))
    pack = find_packs()["pk_zipped"]

    assert "entry point pk_zipped" in pack.origin
    assert pack.load().start().outcome.kind == "done"
    assert entry_points("tabletop.packs", [str(folder / "no.zip")]) == []


def test_an_entry_point_leads_to_a_module_or_to_a_thing_in_it():
    assert EntryPoint("x", "re").load() is re
    assert EntryPoint("x", "os:path.join").load() is os.path.join


def test_an_unknown_pack_is_refused_with_those_there_are(folder):
    write(folder, "pk_known")

    with pytest.raises(PackError, match=r"no pack 'pk_nown'; installed packs: pk_known"):
        found(folder)["pk_nown"]


# What a pack may do wrong while it is imported or says who it is, and what is told of it.
FAULTS = [
    ("import nowhere_at_all", "imported: ModuleNotFoundError.*nowhere_at_all', at .*init__.py:2; "),
    ("tabletop = (", "imported: SyntaxError: '.' was never closed, at .*pk_faulty/__init__.py:2; "),
    (INIT.replace("def tabletop_game", "def tabletop_gmae"), "incorrectly.*tabletop_gmae"),
    (INIT.replace("tabletop_game()", "tabletop_game(play)"), "incorrectly.*play"),
    (INIT.replace("def tabletop_identity", "def tabletop"), "incorrectly.*unknown hook"),
    (INIT.replace("return Identity(", "return dict("), "no tabletop_identity hook"),
    (INIT.replace("return Id", "return 1 / 0 or Id"), "fails to return its identity: ZeroDivision"),
    # It would end the program.
    ("import sys; sys.exit(3)", r"imported: SystemExit: 3, at \S*pk_faulty/__init__.py:2; fix"),
    ("raise KeyboardInterrupt", "cannot be imported: KeyboardInterrupt, at .*; fix"),
    ("raise BaseException('out')", "cannot be imported: BaseException: out, at .*; fix"),
    (INIT.replace("return Identity", "import sys; sys.exit(3)\n    return Identity"),
     r"fails to return its identity: SystemExit: 3, at \S*:\d+; fix"),
    # Its Identity is wrong.
    (INIT.replace('title="{id}"', "title=5"), "has a wrong Identity: title cannot be 5"),
    (INIT.replace("players=(1, 2)", "players=2"), "a wrong Identity: players cannot be 2"),
    (INIT.replace("players=(1, 2)", "players=(1, 'x')"), "a wrong Identity: players cannot be"),
    (INIT.replace('summary="A test."', "summary=None"), "a wrong Identity: summary cannot be No"),
    (INIT.replace('core="{core}"', "modes=(1,)"), "a wrong Identity: modes cannot be"),
]  # fmt: skip


@pytest.mark.parametrize(("init", "words"), FAULTS, ids=[words for _, words in FAULTS])
def test_a_faulty_pack_is_named_with_its_fault_and_the_others_still_work(folder, init, words):
    write(folder, "pk_sound")
    text = init.replace("{id}", "pk_faulty").replace("{core}", "")
    write(folder, "pk_faulty", f"# a pack of tabletop\n{text}")
    catalog = found(folder)

    assert [pack.id for pack in catalog.packs] == ["pk_sound"]
    (problem,) = catalog.problems
    assert re.search(words, problem.replace("\n", " "))
    assert "pk_faulty" in problem
    with pytest.raises(PackError, match="pk_faulty"):
        catalog["pk_faulty"]


def test_of_two_packs_with_one_id_the_first_works_and_both_are_named(folder):
    write(folder, "pk_a", INIT.format(id="same", core=""))
    write(folder, "pk_b", INIT.format(id="same", core=""))
    catalog = found(folder)

    assert len(catalog.packs) == 1
    (problem,) = catalog.problems
    assert "pk_a" in problem
    assert "pk_b" in problem
    assert "'same'" in problem


def test_a_folder_without_a_pack_is_told_with_what_to_name(folder):
    (missing,) = found(folder / "nowhere").problems
    (empty,) = found(folder).problems

    assert "nowhere is not a folder" in missing
    assert f"{folder} holds no pack; name a folder with an __init__.py" in empty


def test_what_a_pack_prints_goes_to_standard_error(folder, capsys):
    write(folder, "pk_loud", "print('import')\n" + INIT.format(id="pk_loud", core=""))
    (folder / "pk_loud" / "game.py").write_text("print('rules')\n" + GAME)
    found(folder)["pk_loud"].load()

    assert capsys.readouterr() == ("", "import\nrules\n")


# ---------------------------------------------------------------- folders and what is installed


@pytest.fixture
def install(folder, monkeypatch):
    """Install a pack of this name into a folder of its own, as pip does; return its folder."""

    def install(name, module=None):
        site = folder / "site"
        site.mkdir(exist_ok=True)
        write(site, module or name, INIT.format(id=name, core=""))
        announce(site, f"{name}-1.0.dist-info", f"[tabletop.packs]\n{name} = {module or name}\n")
        monkeypatch.syspath_prepend(str(site))
        return site / (module or name)

    return install


@pytest.fixture
def work(folder):
    (folder / "work").mkdir()
    return folder / "work"


@pytest.mark.parametrize("module", ["pk_two", "pk_other"])
def test_a_pack_in_a_folder_goes_before_the_installed_one_and_says_so(install, work, module):
    install("pk_two", module)
    write(work, "pk_two")
    catalog = find_packs([work])
    pack = catalog["pk_two"]

    assert pack.home == work / "pk_two"
    assert pack.instead_of == f"entry point pk_two = {module}"
    assert pack.load().package == "pk_two"
    assert catalog.problems == ()


def test_a_pack_that_is_installed_from_its_folder_is_one_pack(folder, install):
    home = install("pk_edited")
    catalog = find_packs([folder / "site"])
    pack = catalog["pk_edited"]

    assert pack.home == home
    assert pack.instead_of == ""
    assert pack.origin == "entry point pk_edited = pk_edited"
    assert catalog.problems == ()


def test_an_installed_pack_is_taken_where_no_folder_has_it(install, work):
    install("pk_three")
    write(work, "pk_four")

    packs = {pack.id: pack.instead_of for pack in find_packs([work]).packs}
    assert packs["pk_three"] == packs["pk_four"] == ""


@pytest.mark.parametrize(
    ("project", "inside"), [("", ""), ("pk_root", "pk_root"), ("src_layout", "src_layout/src")]
)
def test_a_pack_is_found_in_its_project_whatever_its_layout(folder, project, inside):
    (folder / inside).mkdir(parents=True, exist_ok=True)
    if project == "pk_root":
        # The folder of the project may be a package itself.
        (folder / project / "__init__.py").write_text("")
    write(folder / inside, "pk_flat")

    assert ids(folder / project) == ["pk_flat"]
    assert found(folder / project).problems == ()


def test_a_pack_is_found_whose_hooks_are_in_another_module(folder):
    write(folder, "pk_hooks", "from .hooks import *\n")
    (folder / "pk_hooks" / "hooks.py").write_text(INIT.format(id="pk_hooks", core=""))

    assert ids(folder / "pk_hooks") == ["pk_hooks"]


def test_packages_beside_a_pack_that_are_none_are_not_imported(folder):
    write(folder, "pk_own")
    write(folder, "pk_tests", "raise RuntimeError('imported')")

    assert found(folder).problems == ()


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("GAME = 1 / 0", r"ZeroDivisionError: division by zero, at \S*pk_rules/game.py:1; "),
        ("from .nothing import x", "No module named"),
        ("GAME = 1 +", r"SyntaxError: invalid syntax, at \S*pk_rules/game.py:1; "),
        ("GAME = 'chess'", r"returns a value of the type str, at \S*:\d+; return a Game"),
        ("GAME = None", r"`tabletop_game` returns nothing, at \S*:\d+; return a Game"),
        ("import sys; sys.exit(3)", "cannot be loaded: SystemExit: 3, at "),
    ],
)
def test_a_pack_whose_rules_cannot_be_loaded_is_named_with_the_cause(folder, game, words):
    write(folder, "pk_rules", game=game)

    with pytest.raises(PackError, match=rf"pack pk_rules .*{words}"):
        found(folder)["pk_rules"].load()


def test_a_pack_for_another_version_of_tabletop_is_refused_with_both_versions(folder):
    write(folder, "pk_later", core=">=99")

    with pytest.raises(PackError, match=r"pk_later .*>=99.*but this is \d"):
        found(folder)["pk_later"].load()


@pytest.mark.parametrize(
    ("wanted", "version", "fits"),
    [
        ("", "0.1.0", True),
        (">=0.1", "0.1.0", True),
        (">=0.1.1", "0.1.0", False),
        (">=0.9", "0.10.0", True),
        (">=0.1, <1", "1.0", False),
        ("==1.0", "1.0.0", True),
        ("!=1.0", "1.0.0", False),
        ("<=1", "1.0.0.dev3", True),
    ],
)
def test_versions_are_compared_number_by_number(wanted, version, fits):
    assert fits_version(wanted, version) is fits


@pytest.mark.parametrize("wanted", ["1.0", "~=1", ">=one", ">= 1 0"])
def test_a_wish_for_versions_that_cannot_be_read_is_refused(wanted):
    with pytest.raises(ValueError, match="is not a range of versions"):
        fits_version(wanted, "1.0")
