"""Tables from TOML, CSV and Markdown: loading, overlays, writing back."""

import json
import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_core.dice.notation import parse_dice
from tabletop_core.errors import DataError, TableError
from tabletop_core.tables import (
    Again,
    Effect,
    Modifier,
    Note,
    Noted,
    Override,
    Reference,
    RollResult,
    Row,
    Several,
    Table,
    load_tables,
    read_table,
    to_toml,
)
from tabletop_core.tables.csv_markdown import plain_range, read_cell
from tabletop_core.tables.exports import cell_text, to_csv, to_data, to_html, to_markdown
from tabletop_core.tables.files import tables_in
from tabletop_core.tables.imports import import_tables
from tabletop_core.tables.results import Text
from tests.tables.charts import codes_of, problems_of, put

STORM = """\
schema = 1
id = "storm"
title = "Crossing"
source = "booklet p. 3"
provenance = "rulebook"
dice = "2d6"
beyond = "clamp"
columns = ["sloop", "galleon"]

[[row]]
on = "..4"
results = [{ table = "storm.damage", times = 2 }, "wrecked"]
note = "a"

[[row]]
on = "5.."
results = ["fair", "fair"]
provenance = "reconstructed"
confidence = "low"

[[modifier]]
id = "winter"
dm = -2
why = "it is winter"
when = "is_winter"

[[note]]
id = "a"
text = "Passengers are seasick."

[[table]]
id = "storm.damage"
dice = "1d6"

[[table.row]]
on = 1
result = [{ effect = "mast_lost", masts = 1 }, "shaken"]

[[table.row]]
on = "2-6"
result = "none"
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "storm.toml").write_text(STORM)
    return tmp_path


def places_of(path, **how):
    return [(p.code, p.key, p.line) for p in problems_of(load_tables, path, **how)]


def test_a_file_holds_a_table_and_its_sub_tables_of_the_same_source(folder):
    tables = load_tables(folder / "storm.toml")
    storm, damage = tables.values()

    assert list(tables) == ["storm", "storm.damage"]
    assert storm.row(3).results == (Reference("storm.damage", times=2), "wrecked")
    assert damage.row(1).result == Several((Effect("mast_lost", (("masts", 1),)), "shaken"))
    assert storm.conditions == {"winter": "is_winter"}
    assert (damage.source, damage.provenance) == ("booklet p. 3", "rulebook")
    assert tables.provenance == {"rulebook": 5, "reconstructed": 2}, "each cell and modifier"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('dice = "2d6"', 'dice = "2x6"', ("D106", "dice", 6)),
        ('on = "5.."', 'on = "6.."', ("T144", "row[1].on", 16)),
        ('on = "5.."', 'on = "4.."', ("T143", "row[1].on", 16)),
        ('["fair", "fair"]', '["fair"]', ("T105", "row[1]", 15)),
        ('results = ["fair", "fair"]', 'result = "fair"', ("T105", "row[1]", 15)),
        ('results = ["fair", "fair"]', "", ("T106", "row[1]", 15)),
        ('beyond = "clamp"', 'beyond = "clmp"', ("T102", "beyond", 7)),
        ("dm = -2\n", "", ("T110", "modifier[0]", 21)),
        ("dm = -2", "dm = -2.5", ("D105", "modifier[0].dm", 23)),
        ("dm = -2", "md = -2", ("D103", "modifier[0].md", 23)),
        ('why = "it is winter"\n', "", ("D104", "modifier[0].why", 21)),
        ('note = "a"', 'note = "b"', ("T120", "row[0].note", 13)),
        (
            'table = "storm.damage", times',
            'table = "storm.leak", times',
            ("T301", "row[0].results[0]", 12),
        ),
        ("times = 2", "time = 2", ("T201", "row[0].results[0]", 12)),
        ('on = "2-6"', 'on = "3-6"', ("T144", "table[0].row[1].on", 40)),
        ('"mast_lost"', "7", ("T201", "table[0].row[0].result", 37)),
        ('confidence = "low"', 'confidence = "hm"', ("D106", "row[1]", 15)),
        ("on = 1\n", "on = 1.5\n", ("D105", "table[0].row[0].on", 36)),
        ('id = "storm.damage"', 'id = "storm"', ("T300", "table[0].id", 32)),
    ],
)
def test_each_fault_points_at_its_line(folder, old, new, problem):
    text = STORM.replace(old, new, 1)
    assert text != STORM
    (folder / "storm.toml").write_text(text)

    assert problem in places_of(folder)


@pytest.mark.parametrize("kind", ["dm", "shift", "column_shift"])
def test_a_modifier_needs_to_state_no_more_than_what_it_changes(folder, kind):
    text = STORM.replace("dm = -2", f"{kind} = 1")
    (folder / "storm.toml").write_text(text)

    winter = load_tables(folder)["storm"].modifier("winter")

    changes = {"dm": winter.dm, "shift": winter.shift, "column_shift": winter.column_shift}
    assert {key for key, amount in changes.items() if amount} == {kind}


@pytest.mark.parametrize(("own", "said"), [("", "high"), ('confidence = "low"\n', "low")])
def test_sub_tables_have_confidence_from_their_file_unless_they_state_it(folder, own, said):
    text = STORM.replace('provenance = "rulebook"', 'provenance = "public"\nconfidence = "high"')
    text = text.replace('id = "storm.damage"', f'id = "storm.damage"\n{own}')
    (folder / "storm.toml").write_text(text)

    tables = load_tables(folder)

    assert (tables["storm"].confidence, tables["storm.damage"].confidence) == ("high", said)


def test_faults_of_several_files_come_together(folder):
    (folder / "a.toml").write_text(STORM.replace("storm", "gale").replace('"5.."', '"7.."'))
    (folder / "b.toml").write_text('schema = 1\nid = "b"\nrow = 3\n')

    assert places_of(folder) == [("T144", "row[1].on", 16), ("D105", "row", 3)]


SOUND = '[[table]]\nid = "a"\ndice = "1d2"\n[[table.row]]\non = "1-2"\nresult = "x"\n'


@pytest.mark.parametrize("others", ["", SOUND])
def test_a_table_with_dice_and_without_rows_is_refused_also_beside_others(tmp_path, others):
    put(tmp_path, "none.toml", 'schema = 1\nid = "none"\ndice = "1d6"\n' + others)

    assert codes_of(load_tables, tmp_path) == ["T101"]


def test_two_files_with_one_table_are_refused(folder):
    put(folder, "again.toml", STORM)

    assert ("T300", "id", 2) in places_of(folder)


def test_a_folder_without_tables_is_refused(tmp_path):
    with pytest.raises(DataError, match="there is no table here"):
        load_tables(tmp_path)


def test_a_file_may_hold_only_sub_tables(tmp_path):
    text = 'schema = 1\nid = "set"\n[[table]]\nid = "a"\n[[table.row]]\non = "x"\nresult = 1\n'
    (tmp_path / "set.toml").write_text(text)

    assert list(load_tables(tmp_path)) == ["a"]


def test_ten_thousand_rows_load_and_are_checked(tmp_path):
    rows = "".join(f'[[row]]\non = {n}\nresult = "r{n}"\n' for n in range(1, 10_001))
    (tmp_path / "big.toml").write_text(f'schema = 1\nid = "big"\ndice = "1d10000"\n{rows}')

    table = load_tables(tmp_path)["big"]

    assert table.row(10_000).result == "r10000"
    assert table.odds().p("r5") == Fraction(1, 10_000)


# ---------------------------------------------------------------- overlays


def lay(folder, text):
    overlay = folder.parent / f"{folder.name}-overlay.toml"
    overlay.write_text('schema = 1\ntitle = "printed"\nprovenance = "public"\n' + text)
    return overlay


def laid(folder, text):
    return load_tables(folder, overlays=[lay(folder, text)])


NAMED = '[[table]]\nid = "storm"\n'
DAMAGE = NAMED.replace("storm", "storm.damage")


def cell(on, result, column=""):
    column = f'column = "{column}"\n' if column else ""
    return f'[[table.cell]]\non = "{on}"\n{column}result = "{result}"\n'


def test_an_overlay_replaces_and_adds_rows(folder):
    tables = laid(
        folder,
        NAMED
        + '[[table.row]]\non = "5.."\nresults = ["calm", "calm"]\n'
        + '[table.remove]\nrow = ["..4"]\nnote = "a"\n'
        + '[[table.row]]\non = "..3"\nresults = [1, 2]\n[[table.row]]\non = 4\nresults = [3, 4]\n',
    )

    storm = tables["storm"]
    assert [storm.row(n).results for n in (3, 4, 9)] == [(1, 2), (3, 4), ("calm", "calm")]
    assert storm.row(9).provenance == "public"
    assert storm.row(9).confidence == ""
    told = ("removed row ..4", "removed note a", "row 5..", "row ..3", "row 4")
    assert set(tables.overlaid) == {f"table storm: {what}" for what in told}
    assert tables.provenance == {"rulebook": 3, "public": 6}


def test_an_overlay_replaces_one_cell(folder):
    tables = laid(folder, NAMED + cell("5..", "slow", "galleon"))

    assert tables["storm"].row(9).results == ("fair", "slow")
    assert tables.overlaid == ("table storm: cell 5.., column galleon",)
    assert laid(folder, DAMAGE + cell(1, "sunk"))["storm.damage"].row(1).result == "sunk"


def test_an_overlay_replaces_modifiers_and_the_head(folder):
    tables = laid(
        folder,
        NAMED + 'beyond = "none"\n[[table.modifier]]\nid = "winter"\ndm = -4\nwhy = "bitter"\n'
        '[[table.override]]\nnatural = "12"\nresult = "fair"\nwhy = "luck"\n',
    )

    assert tables["storm"].modifier("winter").dm == -4
    assert tables["storm"].beyond == "none"
    assert tables["storm"].overrides[0].results == ("fair",)


def test_the_outcome_of_an_overlay_is_checked_and_named_with_its_own_line(folder):
    overlay = lay(folder, NAMED + '\n[[table.row]]\non = "3.."\nresults = ["a", "b"]\n')

    problems = problems_of(load_tables, folder, overlays=[overlay])

    problem = next(p for p in problems if p.file == str(overlay))
    assert (problem.code, problem.key, problem.line) == ("T143", "table[0].row[0].on", 8)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('[[table]]\nid = "strom"\n', "D201"),
        ("[[table]]\n", "D201"),
        (NAMED + "dize = 1\n", "D202"),
        (NAMED + 'row = "x"\n', "D202"),
        (NAMED + 'remove = "x"\n', "D202"),
        (NAMED + '[table.remove]\nrow = "7"\n', "D203"),
        (NAMED + cell("7", 1, "sloop"), "D203"),
        (NAMED + cell("5..", 1, "slop"), "D203"),
        (NAMED + cell("5..", 1), "D202"),
        ("[[tabel]]\nid = 1\n", "D103"),
    ],
)
def test_an_overlay_that_fits_nothing_is_refused(folder, text, code):
    overlay = lay(folder, text)

    problems = problems_of(load_tables, folder, overlays=[overlay])

    assert [(p.code, p.file) for p in problems] == [(code, str(overlay))]


def test_the_digest_sees_overlays(folder):
    plain = load_tables(folder)

    assert plain.digest == load_tables(folder).digest
    assert plain.digest != laid(folder, DAMAGE + cell(1, "sunk")).digest


# ---------------------------------------------------------------- CSV and Markdown


MARKDOWN = """\
# Crossing

| 2d6 | sloop | galleon |
|-----|:-----:|--------:|
| ..4 | {roll = "1d6"} | 3 |
| 5.. | true | fair \\| square |

| more | here |
"""


def test_a_markdown_table_is_read(tmp_path):
    table = load_tables(put(tmp_path, "storm.md", MARKDOWN))["storm"]

    assert table.dice == parse_dice("2d6")
    assert table.row(2).results == (RollResult(parse_dice("1d6")), 3)
    assert table.row(7).results == (True, "fair | square")


def csv(text, **how):
    return read_table(text, id="x", kind="csv", **how)


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ('1d6,loot\n1-5,none\n6,"a gem, cut"\n', ["none", "a gem, cut"]),
        # a byte order mark is not part of the heading
        ("\ufeff1d6,loot\n1-5,none\n6,gem\n", ["none", "gem"]),
        # as the web has it
        ("1d6;loot\n1–5;none\n6;a, b\n", ["none", "a, b"]),
        ("Roll (d6)\tloot\n1 - 5\tnone\n6+\tgem\n", ["none", "gem"]),
        ("d6|loot\n5 or less|none\n6 or more|gem\n", ["none", "gem"]),
        ("d6,loot,\n1 to 5,none,\n6.,gem,\n", ["none", "gem"]),
        ('d6,loot\n≤5,"a\ntorn page"\n≥6,gem\n', ["a torn page", "gem"]),
        # the rows tell what parts the cells where a title stands alone
        *(
            (f"Weather\nd6{mark}sky\n1-5{mark}rain\n6{mark}a sun: hot\n", ["rain", "a sun: hot"])
            for mark in ",;\t|"
        ),
        # marks within quotes part no cells
        ('"d6; result; of the die",x\n1-5,a\n6,b\n', ["a", "b"]),
        # a markdown table needs no outer pipes
        ("d6 | loot\n--- | ---\n1–5 | none\n6 | gem\n", ["none", "gem"]),
    ],
)
def test_a_sheet_is_read_as_people_write_it(tmp_path, text, results):
    kind = "md" if "---" in text else "csv"
    table = load_tables(put(tmp_path, f"loot.{kind}", text))["loot"]

    assert (table.dice.high, table.columns) == (6, ())
    assert [table.row(n).result for n in (5, 6)] == results


def test_a_sheet_may_have_labels_or_weights_and_settings_go_with_it():
    assert csv("weather,zones\nclear,3\nbad,1\n").look_up("bad").result == 1
    assert csv("weight,beast\n3,wolf\n1,bear\n").odds().weights == {"wolf": 3, "bear": 1}
    assert csv("1d6,loot\n1-5,none\n6..,gem\n", title="Loot").title == "Loot"


def test_two_noughts_are_a_hundred():
    assert [str(row) for row in csv("d%,x\n01-50,a\n51-00,b\n").rows] == ["1-50", "51-100"]
    assert csv("d100,x\n01-99,a\n00,b\n").row(100).result == "b"


@pytest.mark.parametrize(
    ("text", "names", "rows"),
    [
        # columns without any word in them are left out
        ("d2,a,b,,\n1,x,,,\n2,,y,,\n", ("a", "b"), [("x", ""), ("", "y")]),
        # a table of markdown is known by the rule below its heading
        (
            "a | b\n- one thing\n- another | thing\n\n"
            "| d2 | x | y |\n|:-|-:|:-:|\n|1|a|\n|2|b|c|\n",
            ("x", "y"),
            [("a", ""), ("b", "c")],
        ),
    ],
)
def test_columns_are_those_that_hold_words(text, names, rows):
    table = read_table(text, id="x", kind="markdown" if "|-" in text else "csv")

    assert table.columns == names
    assert [row.results for row in table.rows] == rows


@pytest.mark.parametrize(
    ("dice", "text", "on"),
    [
        ("1d100", "1–3", "1-3"), ("1d100", "01-05", "1-5"), ("1d100", "05", "5"),
        ("1d100", "51-00", "51-100"), ("1d100", "00", "100"), ("1d100", "100", "100"),
        ("1d100", "0", "0"), ("1d1000", "901-000", "901-1000"), ("1d1000", "000", "1000"),
        ("1d10", "00", "0"), ("", "00", "0"), ("d66", "11-16", "11-16"), ("1d20", "2 to 5", "2-5"),
        ("1d20", "2 through 5", "2-5"), ("1d20", "1 or 2", "1-2"), ("1d20", "1…3", "1-3"),
        ("1d20", "1...3", "1-3"), ("1d20", "10+", "10.."), ("1d20", "4 or higher", "4.."),
        ("1d20", "4 and up", "4.."), ("1d20", ">= 4", "4.."), ("1d20", "≤3", "..3"),
        ("1d20", "3 and below", "..3"), ("1d20", "5 or fewer", "..5"), ("1d20", "4.", "4"),
        ("1d20", "-3..1", "-3..1"), ("", "Clear", "Clear"), ("", "clear.", "clear."),
    ],
)  # fmt: skip
def test_what_a_row_plain_range_may_be_written_as_in_print(dice, text, on):
    assert plain_range(text, parse_dice(dice) if dice else None) == on


def test_dashes_of_print_are_read_in_every_row():
    rows = [Row("−3‒-1", "a"), Row("0–2", "b"), Row("3—4", "c")]

    assert Table(id="x", rows=rows[1:]).row(4).result == "c"
    assert Table(id="x", rows=[Row("−3..−1", "a"), *rows[1:]]).row(-2).result == "a"


@pytest.mark.parametrize(
    ("cell", "result"),
    [
        ("-3", -3), ("--3", "--3"), ("-", "-"), ("3-", "3-"), ("0", 0), ("٣", "٣"), ("½", "½"),
        ("9" * 17, int("9" * 17)), ("9" * 18, int("9" * 18)), ("9" * 19, "9" * 19),
        ("true", True), ("false", False),
        ("True", "True"), ("1.5", "1.5"), ('["a", 2]', Several(["a", 2])), ("[a", None),
        ("x [a]", "x [a]"), ('{ value = "12" }', "12"),
    ],
)  # fmt: skip
def test_a_cell_is_a_number_or_what_it_says(cell, result):
    text = f"on;what\nhere;{cell}\n"
    if result is None:
        with pytest.raises(DataError):
            csv(text)
    else:
        found = csv(text).row("here").result
        assert (found, type(found)) == (result, type(result))


def test_faults_of_a_sheet_name_its_file_or_else_the_table(tmp_path):
    file = put(tmp_path, "loot.csv", "weight,loot\n1,a\nmany,b\n")

    (of_file,) = problems_of(load_tables, file)
    (of_text,) = problems_of(read_table, file.read_text(), id="loot", kind="csv")

    assert [of_file.file, of_text.file] == [str(file), "loot"]
    assert (of_file.line, of_file.value) == (of_text.line, of_text.value) == (3, "'many'")


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "D102", 0),
        ("1d6,loot\n", "D102", 0),
        ("1d6,loot\n1-4,none\n6,gem\n", "T144", 3),
        ("1d6,loot\n1-5,none,more\n6,gem\n", "D105", 2),
        # dice that are stated do without those of a heading, but not without a heading
        ("dice = d6\n1-4,none\n5-6,gem\n", "D105", 2),
        ("title = Loot\ndice: d6\n1,none\n2-6,gem\n", "D105", 3),
        ("1d6,loot\n1-5,{rol = 1}\n6,gem\n", "T201", 2),
        ("1d6,loot\n1-5,{rol\n6,gem\n", "T201", 2),
        ("1d6,loot\n1-5,{rol =\n6,gem\n", "D102", 2),
        ("2d6x,loot\n1-5,a\n6,gem\n", "D106", 1),
        ("3dd6,loot\n3-18,a\n", "D106", 1),
        ("2d,loot\n2-5,a\n6-12,gem\n", "D106", 1),
        ('1d6,loot\n1-5,"a\n6,gem\n', "D102", 2),
        ("weight,loot\n1,a\nx,gem\n", "D105", 3),
        ("1d6,loot\n1-6,a\n\n1d6,more\n1-6,b\n", "D102", 4),
        ('1d6,loot\n1-5,"a\nb"\n7,gem\n', "T144", 4),
        ("1d6,loot\n1-5,true\n6,1\n", "T202", 3),
        ('1d6,loot\n1-5,"a\nb"\n6,"gem\n', "D102", 4),
        # a weight has eight digits at most
        ("weight,loot\n12345678,a\n", "T109", 1),
        ("weight,loot\n123456789,a\n", "D105", 2),
        # tables of markdown; one of one column is none
        ("# Loot\n\n| d2 | x |\n|--|--|\n| 1 | a |\n| 2 | b | c |\n", "D105", 6),
        ("| x |\n|--|\n| a |\n", "D102", 0),
    ],
)
def test_faults_of_a_sheet_point_at_their_line(text, code, line):
    kind = "markdown" if "|--" in text else "csv"
    problems = problems_of(read_table, text, id="x", kind=kind)

    assert (problems[0].code, problems[0].line) == (code, line)


@pytest.mark.parametrize("last", ["4:1", "4:1+", "4 : 1 +", "4:1 or better"])
def test_odds_at_the_head_of_columns_may_end_in_a_plus(last):
    table = read_table(f"d2,1:2,1:1,2:1,{last}\n1,a,b,c,d\n2,a,b,c,d\n", id="x", kind="csv")

    assert [table.result(1, ask) for ask in ("3:2", "7:2", "4:1", "9:1")] == ["b", "c", "d", "d"]


def test_odds_worse_than_the_first_column_are_called_so():
    table = read_table("d2,1:1,2:1\n1,a,b\n2,a,b\n", id="crt", kind="csv")

    with pytest.raises(TableError, match="odds of 2:3 are worse than those of the first column"):
        table.odds(column="2:3")


def test_a_first_line_of_csv_may_state_what_lies_beyond(tmp_path):
    file = put(tmp_path, "x.csv", "beyond=clamp\n1d6,x\n1-2,a\n3-6,b\n")

    for table in (load_tables(file)["x"], import_tables([file]).all["x"]):
        assert (table.beyond, table.look_up(9).result) == ("clamp", "b")
    with pytest.raises(DataError, match="beyond"):
        read_table("beyond=never\nd2,x\n1,a\n2,b\n", id="x", kind="csv")


@pytest.mark.parametrize(
    ("rows", "chances"),
    [
        ("30%,a\n50 %,b\n20%,c", ["3/10", "1/2", "1/5"]),
        ("12.5%,a\n50%,b\n37.5%,c", ["1/8", "1/2", "3/8"]),
    ],
)
def test_rows_headed_by_shares_come_up_as_often(rows, chances):
    odds = read_table(f"Chance,x\n{rows}\n", id="x", kind="csv").odds()

    assert [str(odds.p(one)) for one in "abc"] == chances


def test_shares_are_ranges_where_they_are_written_so_and_refused_where_they_count_on():
    table = read_table("d%,x\n01-30%,a\n31%-100%,b\n", id="x", kind="csv")

    assert table.odds().p("a") == Fraction(3, 10)
    with pytest.raises(DataError, match="add up to 190%, not 100%"):
        read_table("Chance,x\n30%,a\n60%,b\n100%,c\n", id="x", kind="csv")


# ---------------------------------------------------------------- writing back


names = st.text(
    alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0"),
    min_size=1,
    max_size=8,
)
scalars = names | st.integers(-(2**60), 2**60) | st.floats(-1e6, 1e6).map(lambda x: int(x) + 0.5)
singles = (
    scalars
    | st.booleans().map(lambda b: "yes" if b else "no")
    | st.builds(lambda n, name: RollResult(parse_dice(f"{n}d6+1"), name), st.integers(1, 9), names)
    | st.builds(Effect, names, st.just((("by", 2), ("of", ("a", 1)))))
    | st.builds(Noted, scalars, st.just("n"))
    | st.builds(
        Reference,
        st.just("other"),
        times=st.integers(1, 9) | st.just(parse_dice("1d6")),
        with_=st.just(()) | st.just(("m",)),
        name=st.just("") | names,
    )
    | st.just(Again())
)
results = singles | st.lists(singles, min_size=1, max_size=3).map(lambda r: Several(tuple(r)))

OTHER = Table(
    id="other", dice="1d6", rows=[Row("1..", "x")], modifiers=[Modifier("m", -1, why="m")],
    beyond="clamp",
)  # fmt: skip


@st.composite
def tables(draw):
    columns = draw(st.sampled_from([(), ("a", "b"), ("1-2", "3..")]))
    width = max(len(columns), 1)
    cells = st.lists(results, min_size=width, max_size=width).map(tuple)
    cut = draw(st.integers(2, 11))
    rows = [
        Row(f"..{cut}", draw(cells), notes=draw(st.sampled_from([(), "n", ("n", "o")]))),
        Row(
            f"{cut + 1}..", draw(cells), provenance=draw(st.sampled_from(["", "public"])),
            confidence=draw(st.sampled_from(["", "low"])),
        ),
        Row("13..", draw(cells)),
    ]  # fmt: skip
    rows[1:] = rows[1:2] if cut > 10 else [Row(f"{cut + 1}-12", *[rows[1].results]), rows[2]]
    modifiers = [
        Modifier("up", draw(st.integers(-3, 3)), why=draw(names), when=draw(st.just("") | names)),
        Modifier("by", 1, why="per", per="engines", most=draw(st.none() | st.integers(1, 4))),
        Modifier("move", 0, why="rows", shift=draw(st.integers(-2, 2)), group="g"),
        Modifier("over", column_shift=draw(st.integers(-2, 2)) if columns else 0),
    ]
    overrides = [Override("2", (draw(singles),), why=draw(names), columns=columns[:1])]
    notes = [Note("n", draw(names)), Note("o", "text"), Note("", draw(names))]
    used = {note for row in rows for note in row.notes} | {"n"}
    rows[0] = Row(
        rows[0].on, rows[0].results, notes=(*rows[0].notes, *({"n"} - set(rows[0].notes)))
    )
    return Table(
        id=draw(names), title=draw(names), dice="2d6", columns=columns, rows=rows,
        modifiers=modifiers, overrides=overrides,
        notes=[note for note in notes if note.id in used or not note.id],
        beyond=draw(st.sampled_from(["clamp", "none", "error", "reroll"])), source=draw(names),
        provenance="rulebook",
    )  # fmt: skip


@given(tables())
@settings(max_examples=60)
def test_a_table_written_and_read_back_is_the_same(tmp_path_factory, table):
    file = tmp_path_factory.mktemp("tables") / "table.toml"
    file.write_text(to_toml(table, OTHER), encoding="utf-8")

    (file.parent / "table.json").write_text(json.dumps(to_data(table, OTHER)), encoding="utf-8")
    (file.parent / "table.html").write_text(to_html(table, OTHER), encoding="utf-8")

    reads = [load_tables(file), load_tables(file.parent / "table.json")]
    reads += [import_tables([file.parent / f"table.{form}"]).all for form in ("json", "html")]
    for read in reads:
        assert read[table.id] == table
        assert read["other"].rows == OTHER.rows


# What no sheet can hold: it is read by people, so blanks at the ends and breaks of lines go.
lines = names.map(lambda name: " ".join(name.split())).filter(bool)
MARKS = ["[[2d4]]", "`dice: 2d4`", "{2d6}", "{", "[", "|", "\\|", '"', ";", "true", "2-3", "7", "x"]
marked = st.lists(st.sampled_from(MARKS), min_size=1, max_size=3).map(" ".join)


templates = marked.map(lambda said: Text("{1d6} " + said.replace("{", "{{").replace("}", "}}")))
texts_in_turn = templates | st.tuples(templates | marked).map(Several)
cells = (results | marked | texts_in_turn).filter(lambda cell: "Noted(" not in repr(cell))
texts = st.lists(st.tuples(lines, cells, cells), min_size=1, max_size=4, unique_by=lambda r: r[0])
COLUMNS = [("near", "4:1+"), ("1-2", "3+"), ("[x](y)", '"a, b"'), ("d6", "|")]


@given(texts, st.sampled_from(COLUMNS), st.booleans())
@settings(max_examples=60)
def test_rows_written_for_sheets_read_back_the_same(rows, columns, labelled):
    rows = [*rows, ("and at last", "x", "y")]  # something that does not roll again
    ons = [on for on, _, _ in rows] if labelled else range(1, len(rows) + 1)
    wanted = Table(
        id="x", dice=None if labelled else f"1d({len(rows)})", columns=columns,
        rows=[Row(on, (one, two)) for on, (_, one, two) in zip(ons, rows, strict=True)],
    )  # fmt: skip
    for kind, write in (("csv", to_csv), ("markdown", to_markdown)):
        assert read_table(write(wanted), id="x", kind=kind) == wanted, write(wanted)
    for one in (cell for _, *cells in rows for cell in cells if not isinstance(cell, Text)):
        # `table import`, which says so where it takes places to fill for text, reads the same.
        assert read_cell(cell_text(one), literal=True) == one


TOKENS = [
    "1", "true", "-1", '"x"', "[]", "{}", "{a=1}", "[[1]]", "1.5", '"d66"', '"4.."', "nan", "inf",
    '{roll="1d6"}', '{table="storm"}', "{again=true}", '["a","b"]', "1979-05-27", '""',
]  # fmt: skip


@given(st.integers(0, STORM.count("\n") - 1), st.sampled_from(TOKENS), st.booleans())
@settings(max_examples=150)
def test_whatever_stands_in_a_file_it_loads_or_its_faults_are_placed(
    tmp_path_factory, at, token, as_overlay
):
    lines = (NAMED.join(["schema = 1\n", STORM[STORM.index("[[row]]") :]])).splitlines()
    lines = lines if as_overlay else STORM.splitlines()
    if "=" in lines[at % len(lines)]:
        lines[at % len(lines)] = lines[at % len(lines)].split("=")[0] + "= " + token
    folder = tmp_path_factory.mktemp("tables")
    (folder / "storm.toml").write_text(STORM if as_overlay else "\n".join(lines))
    overlay = folder.parent / f"{folder.name}-overlay.toml"
    overlay.write_text("\n".join(lines).replace("[[row]]", "[[table.row]]"))

    problems = ()
    try:
        load_tables(folder, overlays=[overlay] if as_overlay else [])
    except DataError as error:
        problems = error.problems

    assert all(problem.file and problem.line for problem in problems)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "a.tsv",
            "d6\tx\n1-6\ta\n",
            "a file of another kind, .tsv; import it with `tabletop",
        ),
        ("a.txt", "beast\n  owl\n", "a file of another kind, .txt; import it"),
        ("a.html", "<table></table>", "a file of another kind, .html; import it"),
        ("a.json", '{"results": []}', "JSON of another kind: an object with 'results'"),
        ("a.yaml", "dice: d6\n", "this is not TOML"),
    ],
)
def test_a_file_of_another_kind_is_called_so(tmp_path, name, text, said):
    file = put(tmp_path, name, text)

    for load in (load_tables, tables_in):
        with pytest.raises(DataError, match=re.escape(said)):
            load(file)
