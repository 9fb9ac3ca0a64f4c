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


ROWS = "2d6,Sky\n2-5,clear\n6-12,cloudy\n"
LABELS = "terrain,effect\nclear,0\nwoods,1\n"
FORMS = [
    # text, title, dice
    (f"title,My chart\n{ROWS}", "My chart", "2d6"), (f"Title: A, b\n{ROWS}", "A, b", "2d6"),
    (f'"title","My chart, 2"\n{ROWS}', "My chart, 2", "2d6"),
    (f"Sep=,\ntitle,My chart,,\n\n{ROWS}", "My chart", "2d6"),
    (f"title,My chart\ndice,2d6\n{ROWS.replace('2d6', 'Roll')}", "My chart", "2d6"),
    (f"Some sky\ntitle = My chart\n{ROWS}", "My chart", "2d6"),
    ("title | A |\nd2 | Sky |\n1 | clear |\n2 | cloudy |\n", "A", "d2"),
    ("title,A\nweight,x\n1,a\n2,b\n", "A", "1d3"),
    # `dice`, `source` and others may head rows, too
    (f"title = A\n{LABELS}", "A", None), ("title,A\ndice,result\n1-3,a\n4-6,b\n", "A", None),
    ("source,near,far\nfire,1,2\nfall,2,3\n", "", None), ("Dice: 2d6,x\n2-12,a\n", "", "2d6"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "title", "dice"), FORMS)
def test_first_lines_of_csv_may_have_cells_or_a_colon(text, title, dice):
    table = read_table(text, id="x", kind="csv")

    assert (table.title, table.dice and table.dice.text) == (title, dice)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"title,My chart\n{LABELS}", "x:1 D105: title: this could be the title of the table or"),
        ("dice,2d6\n2-5,a\n6-12,b\n", "x:1 D105: dice: this could be the dice of the table or"),
        (f"title,My chart, 2\n{ROWS}", "x:1 D105: title: this states more than one value"),
        (f"title,a\nTitle = b\n{ROWS}", "x:2 D105: title: this is stated twice"),
        (f"dice,1dx\n{ROWS}", "x:1 D105: dice: cannot read"),
        (f"id = x\n{ROWS}", "x:1 D103: id: no such key"),
        (f"Weather,of May\n{ROWS}", "x:2 D105: this is the heading of a table, but 'Weather'"),
        (f"{ROWS}\ntitle = Wind\nd4,x\n1-4,b\n", "x:5 D105: only the first lines of a file"),
        (f"{ROWS}\ntitle,Wind\nd4,x\n1-4,b\n", "x:5 D102: a second table begins here"),
    ],
)
def test_first_lines_that_may_mean_something_else_are_refused(text, said):
    with pytest.raises(DataError) as refused:
        read_table(text, id="x", kind="csv")

    assert str(refused.value).startswith(said)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("csv", f"titel = My chart\n{ROWS}"),
        ("csv", f"titel: My chart\n{ROWS}"),
        ("markdown", f"titel = My chart\n\n{SKY}"),
        ("markdown", f"---\ntitel: My chart\n---\n{SKY}"),
        ("markdown", f"---\nsubtitle: May\ntags: [x]\ntitel: My chart\n---\nTitel: none\n{SKY}"),
    ],
)
def test_a_misspelt_key_is_refused_however_it_is_written(kind, text):
    with pytest.raises(DataError) as refused:
        read_table(text, id="x", kind=kind)

    assert [one.key for one in refused.value.problems] == ["titel"]
    assert "no such key (did you mean 'title'?)" in str(refused.value)


def test_the_head_of_a_page_states_what_first_lines_do():
    page = f"---\ntitle: 'The sky'\ntags: [x]\ndice: 1d2\n---\nsource: mine\n\n{SKY}"
    page = page.replace("title = The sky\n", "").replace("dice = 1d2\n", "")

    sky = read_table(page, id="sky")
    assert (sky.title, str(sky.dice), sky.provenance, sky.source) == (
        "The sky", "1d2", "original", "",
    )  # fmt: skip


def test_other_lines_with_a_sign_of_equality_belong_to_the_table():
    table = read_table("d2,x=y\n1,title = a\n2,b\n", id="x", kind="csv")

    assert (table.title, table.rows[0].results) == ("", ("title = a",))
