"""The data folder of a pack."""

import sys
from contextlib import nullcontext

import attrs
import pytest

from tabletop_core import Component, DataFolder, Entry
from tabletop_core.boards.files import Counter
from tabletop_core.data import documents
from tabletop_core.errors import DataError, TableError
from tabletop_core.tables.on_demand import checked_once


@attrs.frozen(kw_only=True)
class Fuel(Component):
    boxes: int


@attrs.frozen(kw_only=True)
class Man(Entry):
    id: str


@attrs.frozen(kw_only=True)
class Hands(Component):
    man: tuple[Man, ...]


@attrs.frozen(kw_only=True)
class Units(Component):
    counter: tuple[Counter, ...]


HEAD = 'schema = 1\nid = "fuel"\nprovenance = "rulebook"\n'
CHART = HEAD.replace("fuel", "w") + 'dice = "1d6"\n[[row]]\non = "1-6"\nresult = "clear"\n'


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package on disk with one component and one table."""
    home = tmp_path / "toypack"
    (home / "data" / "tables").mkdir(parents=True)
    (home / "__init__.py").write_text("")
    (home / "data" / "fuel.toml").write_text(HEAD + "boxes = 9\n")
    (home / "data" / "tables" / "w.toml").write_text(CHART)
    monkeypatch.syspath_prepend(tmp_path)
    yield home
    sys.modules.pop("toypack", None)


def read(overlays=()):
    folder = DataFolder("toypack", overlays)
    fuel = folder.file("fuel.toml", Fuel)
    tables = folder.tables()
    return fuel, tables, folder.account()


def test_files_and_tables_are_read_and_accounted_for(package):
    fuel, tables, account = read()

    assert fuel.boxes == 9
    assert tables["w"].result(3) == "clear"
    assert account["provenance"] == {"rulebook": 2}


def test_the_account_tells_the_pieces_of_each_titled_file(package):
    (package / "data" / "hands.toml").write_text(
        HEAD.replace("fuel", "hands") + 'title = "Hands"\n[[man]]\nid = "jo"\n[[man]]\nid = "al"\n'
    )
    folder = DataFolder("toypack")
    folder.file("hands.toml", Hands)
    folder.file("fuel.toml", Fuel)
    folder.tables()

    assert folder.account()["pieces"] == {"Hands": ("jo", "al")}


@pytest.fixture
def overlay(tmp_path):
    """Write an overlay that sets the boxes of this file; return its path."""

    def overlay(file):
        path = tmp_path / "mine.toml"
        path.write_text(f'schema = 1\n[[set]]\nfile = "{file}"\nkey = "boxes"\nvalue = 12\n')
        return path

    return overlay


def test_an_overlay_changes_the_value_and_the_digest_and_is_named(package, overlay):
    fuel, _, account = read([overlay("fuel")])

    assert fuel.boxes == 12
    assert len(account["overlaid"]) == 1
    assert account["digest"] != read()[2]["digest"]


def test_a_file_that_the_pack_does_not_read_and_an_overlay_for_none_are_faults(package, overlay):
    with pytest.raises(DataError, match="fule"):
        read([overlay("fule")])

    (package / "data" / "forgotten.toml").write_text(HEAD)
    with pytest.raises(DataError, match=r"(?s)D109.*forgotten\.toml|forgotten\.toml.*D109"):
        read()


def test_without_overlays_each_file_is_read_once(package, monkeypatch):
    opened = []
    read_file = documents.read_file
    monkeypatch.setattr(
        documents, "read_file", lambda path: opened.append(path.name) or read_file(path)
    )

    read()

    assert sorted(opened) == ["fuel.toml", "w.toml"]


OTHER = CHART.replace('"w"', '"v"').replace('"clear"', '{ table = "w" }')


def parsed_when(works, monkeypatch):
    """Return the files that are parsed while some work is done."""
    parsed = []
    parse = documents.parse_toml
    with monkeypatch.context() as patch:
        patch.setattr(
            documents, "parse_toml", lambda n, t: parsed.append(n.rpartition("/")[2]) or parse(n, t)
        )
        works()
    return parsed


def test_charts_checked_before_are_read_when_they_are_asked_for(package, tmp_path, monkeypatch):
    (package / "data" / "tables" / "v.toml").write_text(OTHER)
    with checked_once(tmp_path / "notes"):
        _, first, account = read()
        got = []

        assert parsed_when(lambda: got.extend(read()), monkeypatch) == ["fuel.toml"]
        assert got[2] == account
        assert parsed_when(lambda: got[1]["v"], monkeypatch) == ["v.toml"]
        assert got[1]["v"].odds(deep=True) == first["v"].odds(deep=True)
        assert dict(got[1]) == dict(first)


@pytest.mark.parametrize("noted", [True, False], ids=["with leave", "without leave to note"])
def test_a_chart_that_changed_is_checked_again(package, tmp_path, noted):
    with checked_once(tmp_path / "notes"):
        read()
    (package / "data" / "tables" / "w.toml").write_text(CHART.replace("1-6", "1-5"))

    leave = checked_once(tmp_path / "notes") if noted else nullcontext()
    with leave, pytest.raises(DataError, match="T144"):
        read()


@pytest.mark.parametrize("nonsense", ["", "[]", '{"tables": {"w": "../x.toml"}}', "{1"])
def test_notes_that_another_wrote_are_not_believed(package, tmp_path, nonsense):
    with checked_once(tmp_path / "notes"):
        read()
        (note,) = (tmp_path / "notes").iterdir()
        note.write_text(nonsense)

        _, tables, account = read()

    assert tables["w"].result(3) == "clear"
    assert account["provenance"] == {"rulebook": 2}


def test_a_chart_that_is_not_there_is_named_among_those_not_yet_read(package, tmp_path):
    with checked_once(tmp_path / "notes"):
        read()
        _, tables, _ = read()

        with pytest.raises(TableError, match=r"no table 'ww' \(did you mean 'w'"):
            tables["ww"]


def test_the_names_of_ids_are_the_titles_of_their_entries_and_copies_are_numbered(package):
    (package / "data" / "units.toml").write_text(
        HEAD.replace("fuel", "units")
        + '[[counter]]\nid = "guard"\ntitle = "The Guard"\n'
        + '[[counter]]\nid = "wagon"\ntitle = "Wagon"\ncopies = 2\n[[counter]]\nid = "marker"\n'
    )
    folder = DataFolder("toypack")
    folder.file("units.toml", Units)

    assert folder.names() == {"guard": "The Guard", "wagon_1": "Wagon 1", "wagon_2": "Wagon 2"}
