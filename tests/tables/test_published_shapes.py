"""Tables in the shapes in which they are published: read with the exact chances, or refused."""

from fractions import Fraction
from pathlib import Path

import pytest

from tabletop_core.errors import DataError
from tabletop_core.tables import RollResult, load_tables, read_table
from tabletop_core.tables.exports import to_csv
from tabletop_core.tables.imports import import_tables
from tabletop_core.tables.results import Text
from tests.tables import published
from tests.tables.charts import put


@pytest.fixture
def read(tmp_path):
    def read(name):
        text = published.SOUND.get(name) or published.REFUSED[name]
        found = import_tables([put(tmp_path, name, text)])
        assert found.problems == ()
        return found

    return read


@pytest.mark.parametrize(
    ("name", "chance"),
    [
        ("dash.csv", Fraction(5, 12)), ("minus-word.csv", Fraction(5, 12)),
        ("drop.csv", Fraction(5, 1296)), ("advantage.csv", Fraction(1, 25)), ("times.csv", 0),
    ],
)  # fmt: skip
def test_four_or_less_has_the_chance_of_the_heading(read, tmp_path, name, chance):
    (table,) = read(name).all.values()

    assert table.odds().p("grey") == chance
    (loaded,) = load_tables(tmp_path / name).values()
    assert loaded.odds().p("grey") == chance


@pytest.mark.parametrize(
    ("name", "chances"),
    [
        ("hundred.json", {f"find {n}": Fraction(1, 100) for n in range(1, 101)}),
        ("gap.json", {"reed": Fraction(3, 8), "stone": Fraction(5, 8)}),
        ("minus.json", {f"find {n}": Fraction(1, 5) for n in range(1, 6)}),
        ("pair.json", {f"find {n}": Fraction(6 - abs(n - 7), 35) for n in range(3, 13)}),
        ("long.json", {f"find {n}": Fraction(1, 4) for n in range(1, 5)}),
    ],
)
def test_foundry_rolls_again_until_a_row_fits(read, name, chances):
    (table,) = read(name).all.values()

    assert dict(table.odds().items()) == chances


FROGS = [RollResult("2d4"), Text("{1d6+1} frogs and {1d4} newts")]


@pytest.mark.parametrize(
    ("name", "text", "results"),
    [
        # dice alone in a cell are rolled, and among words they fill a place
        ("dice.json", published.SOUND["dice.json"], [RollResult("2d4"), Text("{2d4} crows, Ro")]),
        ("note.md", published.SOUND["note.md"], FROGS),
        # a link in double brackets that is not dice leaves its words
        ("x.csv", "d2,x\n1,[[Red deer]]\n2,[[1984]]\n", ["Red deer", 1984]),
    ],
)
def test_dice_in_cells_are_rolled(tmp_path, name, text, results):
    (table,) = import_tables([put(tmp_path, name, text)]).all.values()

    assert [row.result for row in table.rows] == results
    assert table.beyond == "", "its rows hold all totals"


def test_dice_in_cells_roll_in_a_loaded_file_too(tmp_path):
    file = put(tmp_path, "x.csv", "d2,x\n1,[[2d4]]\n2,`dice: 1d6` {d4} gp\n")

    rows = load_tables(file)["x"].rows

    assert [row.result for row in rows] == [RollResult("2d4"), Text("{1d6} {d4} gp")]


@pytest.mark.parametrize(
    ("name", "dice", "result", "chance"),
    [
        ("german1.csv", "1d6", "Sonne", Fraction(2, 3)),
        ("german2.csv", "2d6", "Sonne", Fraction(15, 36)),
        ("excel.csv", "d4", "ebb", Fraction(1, 2)),
    ],
)
def test_german_dice_and_the_line_that_names_the_separator_are_read(
    read, name, dice, result, chance
):
    (table,) = read(name).all.values()

    assert (str(table.dice), table.title) == (dice, "")
    assert table.odds().p(result) == chance


def test_two_columns_of_dice_side_by_side_are_two_tables(read, tmp_path):
    tables = read("twins.csv").all

    assert {id_: dict(table.odds().items()) for id_, table in tables.items()} == {
        "weather": {"rain": Fraction(1, 2), "sun": Fraction(1, 6), "fog": Fraction(1, 3)},
        "wind": {"low": Fraction(1, 4), "high": Fraction(3, 4)},
    }
    with pytest.raises(Exception, match="second table"):
        load_tables(tmp_path / "twins.csv")


def test_a_second_table_of_a_markdown_file_is_not_dropped_in_silence():
    one = "| 1d2 | {} |\n| --- | --- |\n| 1 | low |\n| 2 | high |\n"
    with pytest.raises(DataError, match=r"sky:7 .*second table"):
        read_table(f"{one.format('cloud')}\nThen:\n{one.format('wind')}", id="sky")


def test_columns_of_ranges_before_one_of_results_are_one_table(read):
    (table,) = read("ranges.csv").all.values()

    assert (str(table.dice), table.columns) == ("1d6", ("Near", "Mid", "Far"))
    assert [table.odds(column=name).p("nothing") for name in table.columns] == [
        Fraction(2, 6), Fraction(3, 6), Fraction(4, 6)
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "d20,Monster,Number\n1-10,orc,1-6\n11-20,rat,2-8\n",
        "d2,hits,losses\n1,1,3\n2,2,4\n",
        "d6,d6,d8\n1-3,4,6\n4-6,2,9\n",
    ],
)
def test_columns_of_numbers_that_no_dice_go_through_stay_results(tmp_path, text):
    (table,) = import_tables([put(tmp_path, "x.csv", text)]).all.values()

    assert len(table.columns) == 2


def test_results_that_look_like_ranges_read_back_from_csv(tmp_path):
    text = "d6,Monster,Number\n1-3,orc,{value = '1-2'}\n4-6,rat,{value = '3-4'}\n"
    table = load_tables(put(tmp_path, "x.csv", text))["x"]

    assert load_tables(put(tmp_path, "y.csv", to_csv(table)))["y"].rows == table.rows


def test_what_a_list_of_perchance_shows_is_no_item_of_it(read):
    tables = read("herd.txt").all

    assert tables["animal"].odds(deep=True).p("a cow with a calm look") == Fraction(3, 8)
    assert tables["animal.items"].odds().p("goat") == Fraction(1, 4)
    assert sum(len(table.rows) for table in tables.values()) == 6


def test_what_a_whole_file_of_perchance_shows_stands_beside_its_lists(read):
    tables = read("pen.txt").all

    assert tables["output"].odds(deep=True).p("ox") == Fraction(1, 4)
    assert tables["pen"].odds(deep=True).p("In the pen: ox") == Fraction(1, 4)


def test_what_is_cut_is_listed_with_its_line(read):
    assert [(cut.line, cut.what, cut.value) for cut in read("herd.txt").cuts] == [
        (4, "a value that nothing uses", "note = for later")
    ]
    assert [cut.value for cut in read("pen.txt").cuts] == ["title = The pen"]
    assert [cut.value for cut in read("dice.json").cuts] == ["@Actor[x]{Ro}"]


@pytest.mark.parametrize("name", published.REFUSED)
def test_what_can_be_read_in_several_ways_is_refused_with_its_place(tmp_path, name):
    file = put(tmp_path, name, published.REFUSED[name])
    found = import_tables([file])

    assert found.tables == {}
    assert {problem.file for problem in found.problems} == {str(file)}
    assert all(problem.line and problem.remedy for problem in found.problems)
    if name.endswith(".csv"):
        with pytest.raises(DataError, match=name):
            load_tables(file)


def test_a_readme_in_an_imported_folder_is_no_fault(tmp_path):
    for name, text in published.SOUND.items():
        put(tmp_path, name, text)
    put(tmp_path, "LICENSE.txt", "Do with these tables\nwhat you like.\n")

    found = import_tables([tmp_path])

    assert found.problems == ()
    assert [Path(file).name for file in found.skipped] == ["LICENSE.txt", "README.md"]
    assert len(found.tables) == len(published.SOUND) - 1
    (problem,) = import_tables([tmp_path / "README.md"]).problems
    assert problem.code == "D102", "it was named itself"
