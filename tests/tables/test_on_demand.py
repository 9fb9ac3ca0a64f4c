"""Tables that were checked before, and notes of them that cannot be believed."""

import json

import pytest

from tabletop_core.tables.on_demand import checked_once, load_on_demand

CHART = 'schema = 1\nid = "w"\ndice = "1d6"\n[[row]]\non = "1-6"\nresult = "clear"\n'


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
