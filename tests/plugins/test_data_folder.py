"""The data folder of a pack."""

import sys

import attrs
import pytest

from tabletop_core import Component, DataFolder, Entry
from tabletop_core.boards import Counter
from tabletop_core.errors import DataError


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


def test_an_overlay_changes_the_value_and_the_digest_and_is_named(package, tmp_path):
    overlay = tmp_path / "mine.toml"
    overlay.write_text('schema = 1\n[[set]]\nfile = "fuel"\nkey = "boxes"\nvalue = 12\n')

    fuel, _, account = read([overlay])

    assert fuel.boxes == 12
    assert len(account["overlaid"]) == 1
    assert account["digest"] != read()[2]["digest"]


def test_a_file_that_the_pack_does_not_read_is_a_fault(package):
    (package / "data" / "forgotten.toml").write_text(HEAD)

    with pytest.raises(DataError, match="D109") as caught:
        read()
    assert "forgotten.toml" in str(caught.value)


def test_an_overlay_for_a_file_that_is_not_there_is_a_fault(package, tmp_path):
    overlay = tmp_path / "mine.toml"
    overlay.write_text('schema = 1\n[[set]]\nfile = "fule"\nkey = "boxes"\nvalue = 12\n')

    with pytest.raises(DataError, match="fule"):
        read([overlay])


def test_the_names_of_ids_are_the_titles_of_their_entries_and_copies_are_numbered(package):
    (package / "data" / "units.toml").write_text(
        HEAD.replace("fuel", "units")
        + '[[counter]]\nid = "guard"\ntitle = "The Guard"\n'
        + '[[counter]]\nid = "wagon"\ntitle = "Wagon"\ncopies = 2\n[[counter]]\nid = "marker"\n'
    )
    folder = DataFolder("toypack")
    folder.file("units.toml", Units)

    assert folder.names() == {"guard": "The Guard", "wagon_1": "Wagon 1", "wagon_2": "Wagon 2"}
