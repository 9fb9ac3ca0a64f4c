"""What the first lines of CSV and Markdown state of a table, and folders of tables of all kinds."""

import pytest

from tabletop_core.errors import DataError
from tabletop_core.tables import load_tables, read_table
from tabletop_core.tables.imports import import_tables

SKY = "# The weather\n\ntitle = The sky\nprovenance = original\ndice = 1d2\n\n"
SKY += "| Roll | Sky |\n|---|---|\n| 1 | clear |\n| 2 | cloudy |\n"
RAIN = (
    '"title = Rain, by day",\nbeyond=clamp,\nsource=p. 4,\nd2,x\n1,drizzle\n2,"{table = ""sky""}"\n'
)
WIND = 'schema = 1\nid = "wind"\ntitle = "Wind"\nprovenance = "original"\ndice = "1d2"\n'
WIND += 'row = [{ on = "1-2", result = { table = "rain" } }]\n'


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "sky.md").write_text(SKY)
    (tmp_path / "rain.csv").write_text(RAIN)
    (tmp_path / "wind.toml").write_text(WIND)
    (tmp_path / "NOTES.md").write_text("# Charts\n\nThese are ours.\n")
    return tmp_path


def test_a_folder_holds_tables_of_all_kinds_which_refer_to_each_other(folder):
    tables = load_tables(folder)

    assert {id_: (one.title, one.provenance, one.source) for id_, one in tables.items()} == {
        "wind": ("Wind", "original", ""),
        "rain": ("Rain, by day", "", "p. 4"),
        "sky": ("The sky", "original", ""),
    }
    assert tables["rain"].look_up(9).result.table == "sky"
    assert tables["sky"].dice.text == "1d2"
    digest = tables.digest
    (folder / "rain.csv").write_text(RAIN.replace("drizzle", "shower"))
    assert load_tables(folder).digest != digest


def test_import_reads_what_a_file_states_too(folder):
    assert import_tables([folder / "deep" / "sky.md"]).all["sky"].title == "The sky"


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("wind.md", SKY, "wind.md T300: two tables have this id (the other is in {}/wind.toml)"),
        ("rain.csv", RAIN.replace("sky", "sun"), "rain.csv T301: row[1].result: there is no such"),
        ("hail.csv", "provenance=mine\nd2,x\n1,a\n2,b\n", "hail.csv:1 D106: provenance: no such"),
        ("hail.csv", "title=a\ndice=1dx\nd2,x\n1,a\n2,b\n", "hail.csv:2 D105: dice: cannot read"),
        ("hail.csv", "title=a\n\ntitle=b\nd2,x\n1,a\n", "hail.csv:3 D105: title: this is stated"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_sheet_of_a_folder_names_its_file(folder, file, text, said):
    (folder / file).write_text(text)

    with pytest.raises(DataError) as caught:
        load_tables(folder)
    assert str(caught.value).startswith(f"{folder}/{said.format(folder)}")


def test_other_lines_with_a_sign_of_equality_belong_to_the_table():
    table = read_table("d2,x=y\n1,title = a\n2,b\n", id="x", kind="csv")

    assert (table.title, table.rows[0].results) == ("", ("title = a",))
