"""Tables that were checked before, and notes of them that cannot be believed."""

import json

import pytest

from tabletop_core.tables.on_demand import checked_once, load_on_demand

FOG = (
    'schema = 1\ntitle = "mine"\nprovenance = "rulebook"\n[[table]]\nid = "w"\n'
    '[[table.row]]\non = "1-6"\nresult = "fog"\n'
)
CHART = 'schema = 1\nid = "w"\ndice = "1d6"\n[[row]]\non = "1-6"\nresult = "clear"\n'


def two_folders(tmp_path):
    """Return a folder with a chart, and a file with another result for it to lie over that."""
    folder, over = tmp_path / "tables", tmp_path / "over.toml"
    folder.mkdir()
    (folder / "w.toml").write_text(CHART)
    over.write_text(FOG)
    return folder, over


def test_what_lies_over_tables_that_were_checked_before_counts(tmp_path):
    folder, over = two_folders(tmp_path)
    with checked_once(tmp_path / "notes"):
        plain = load_on_demand(folder)
        tables = load_on_demand(folder, [over])

    assert (plain["w"].result(3), tables["w"].result(3)) == ("clear", "fog")


def test_tables_that_were_checked_before_are_read_when_they_are_asked_for(tmp_path):
    folder, _ = two_folders(tmp_path)
    fog = CHART.replace('"w"', '"w2"').replace("clear", "fog")
    (folder / "fog.toml").write_text(fog)
    with checked_once(tmp_path / "notes"):
        load_on_demand(folder)
        tables = load_on_demand(folder)
    (folder / "fog.toml").write_text(fog.replace("fog", "mist"))

    assert sorted(tables) == ["w", "w2"]
    assert len(tables) == 2
    assert (tables["w"].result(3), tables["w2"].result(3)) == ("clear", "mist")
    assert tables["w2"].tables is tables


def test_where_no_notes_are_kept_a_folder_is_read_whole(tmp_path):
    folder, _ = two_folders(tmp_path)

    assert load_on_demand(folder)["w"].result(3) == "clear"
    assert [path.name for path in tmp_path.iterdir()].count("notes") == 0


@pytest.mark.parametrize("writes", [True, False])
def test_notes_are_kept_beside_the_tables_where_python_keeps_what_it_compiles(
    tmp_path, monkeypatch, writes
):
    folder, _ = two_folders(tmp_path)
    monkeypatch.setattr("sys.dont_write_bytecode", not writes)
    with checked_once():
        load_on_demand(folder)

    assert len([*folder.glob("__pycache__/*.json")]) == writes


def test_notes_are_kept_where_somebody_said_before(tmp_path):
    folder, _ = two_folders(tmp_path)
    with checked_once(tmp_path / "notes"), checked_once():
        load_on_demand(folder)

    assert len([*(tmp_path / "notes").iterdir()]) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"provenance": {"rulebook": "many"}},
        {"digest": 7},
        {"tables": {"w": 7}},
        {"tables": {}},
        {"tables": {"w": "../w.toml"}},
    ],
)
def test_notes_of_the_wrong_kind_are_made_anew(tmp_path, changes):
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "w.toml").write_text(CHART)
    with checked_once(tmp_path / "notes"):
        checked = load_on_demand(folder)
        (note,) = (tmp_path / "notes").iterdir()
        sound = json.loads(note.read_text())
        note.write_text(json.dumps(sound | changes))
        again = load_on_demand(folder)

    assert (again.provenance, again.digest) == (checked.provenance, checked.digest)
    assert again["w"].result(3) == "clear"
    assert json.loads(note.read_text()) == sound
