"""Tables of other formats: Foundry, Perchance, CSV and Markdown of the web; writing for others."""

import json
from fractions import Fraction

import pytest

from tabletop_core.data.lines import json_lines
from tabletop_core.errors import DataError
from tabletop_core.tables import (
    Again,
    Effect,
    Modifier,
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
from tabletop_core.tables.exports import to_csv, to_data, to_html, to_markdown
from tabletop_core.tables.imports import import_tables
from tabletop_core.tables.model import Note
from tabletop_core.tables.results import Text
from tests.tables.charts import put


def problems_of(*paths):
    return [(p.code, p.line, p.file.rpartition("/")[2]) for p in import_tables(paths).problems]


@pytest.fixture
def tables_of(tmp_path):
    """Return a function that reads a text, or a table of Foundry, as a file of that name."""

    def read(text, name="x.json"):
        text = text if isinstance(text, str) else json.dumps(text)
        return import_tables([put(tmp_path, name, text)]).all

    return read


def rolled_on(name, *results, formula="1d2", **more):
    return {"name": name, "formula": formula, "results": list(results), **more}


def said(first, last, text, **more):
    return {"text": text, "range": [first, last], **more}


def leads_to(id_, first, last, key="documentId"):
    return said(first, last, "", documentCollection="RollTable", **{key: id_})


ENCOUNTERS = {
    "_id": "AAA",
    "name": "Encounters (Day)",
    "formula": "1d6",
    "results": [
        {"type": 0, "text": "<p>[[/r 2d4]] wolves &amp; a {cub}</p>", "range": [1, 2]},
        {"type": "text", "description": "@UUID[RollTable.BBB]{Loot}, then dusk", "range": [3, 4]},
        {"type": 1, "documentCollection": "RollTable", "documentId": "BBB", "text": "Loot",
         "range": [5, 5]},
        {"type": 0, "text": "@Actor[x]{Bandits}", "range": [6, 6]},
    ],
}  # fmt: skip
LOOT = rolled_on("Loot", said(1, 1, "12"), said(2, 2, "dust"), _id="BBB")


def test_foundry_tables_come_with_their_dice_and_links(tmp_path):
    put(tmp_path, "a.json", json.dumps(ENCOUNTERS))
    put(tmp_path, "b.json", json.dumps(LOOT))

    found = import_tables([tmp_path])

    assert found.problems == ()
    day = found.all["encounters-day"]
    assert [row.result for row in day.rows] == [
        Text("{2d4} wolves & a {{cub}}"),
        Text("{loot}, then dusk"),
        Reference("loot"),
        "Bandits",
    ]
    assert [str(row) for row in day.rows] == ["1-2", "3-4", "5", "6"]
    assert day.odds(deep=True).p("3 wolves & a {cub}") == day.odds().p(day.row(1).result) / 8


@pytest.mark.parametrize(
    ("result", "read"),
    [
        (said(1, 1, "@RollTable[BBB]{Loot}"), Text("{loot}")),
        (said(1, 1, "@RollTable[Loot]"), Text("{loot}")),
        (said(1, 1, "@UUID[Compendium.world.RollTable.BBB]{Loot}"), Text("{loot}")),
        (said(1, 1, "@Actor[BBB]{Loot}"), "Loot"),
        (said(1, 1, "@RollTable[Vol. 2]"), Text("{vol.-2}")),
        # a result that is a document is that table; a link without an id leads nowhere
        *(
            ({"type": "document", "documentUuid": uuid, "range": [1, 1]}, Reference("loot"))
            for uuid in ("RollTable.BBB", "Compendium.world.loot.RollTable.BBB")
        ),
        (said(1, 1, "chest", documentCollection="RollTable", documentId=""), "chest"),
    ],
)
def test_only_links_to_tables_of_foundry_are_rolled_on(tmp_path, tables_of, result, read):
    put(tmp_path, "b.json", json.dumps(LOOT))
    put(tmp_path, "c.json", json.dumps({**LOOT, "_id": "", "name": "Vol. 2"}))
    tables_of(rolled_on("x", result, formula="1d1"), "a.json")

    assert import_tables([tmp_path]).all["x"].row(1).result == read


def test_a_link_to_a_table_that_is_not_there_is_its_name(tables_of):
    rows = tables_of(ENCOUNTERS)["encounters-day"].rows

    assert [row.result for row in rows][1:3] == ["Loot, then dusk", "Loot"]


FORMS = {
    "list": lambda tables: "[" + ",\n".join(json.dumps(one, indent=0) for one in tables) + "]",
    "adventure": lambda tables: json.dumps({"tables": tables}, indent=0),
    "lines": lambda tables: "\n" + "\n".join(map(json.dumps, tables)),
}


@pytest.mark.parametrize("form", FORMS)
def test_several_foundry_tables_may_stand_in_one_file(tables_of, form):
    assert set(tables_of(FORMS[form]([ENCOUNTERS, LOOT]), "x.db")) == {"encounters-day", "loot"}


def test_ranges_of_foundry_may_be_below_zero(tables_of):
    x = tables_of(rolled_on("x", said(-2, 0, "a"), said(1, 1, "b"), formula="1d4-3"))["x"]

    assert [x.row(total).result for total in (-2, -1, 0, 1)] == ["a", "a", "a", "b"]
    assert [str(row) for row in x.rows] == ["-2..0", "1"]


def test_faults_of_foundry_tables_are_told_with_their_line(tmp_path):
    two = [said(1, 1, "a"), said(1, 2, "b")]
    put(tmp_path, "a.json", json.dumps({**LOOT, "results": [*two, {"text": "c"}]}, indent=1))
    put(tmp_path, "b.json", json.dumps({**LOOT, "results": two}, indent=1))
    put(tmp_path, "c.json", '{\n"name": "x"\n"results": []}')
    put(tmp_path, "e.json", json.dumps({**LOOT, "formula": "@level"}, indent=1))

    assert problems_of(tmp_path) == [
        ("D105", 19, "a.json"), ("T143", 12, "b.json"), ("D102", 3, "c.json"),
        ("D105", 3, "e.json"),
    ]  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_faults_of_the_second_of_several_foundry_tables_are_told_with_its_line(tmp_path, form):
    good = rolled_on("good", said(1, 2, "x"))
    bad = rolled_on("bad", said(1, 1, "x"), said(1, 2, "y"))
    both = [{**one, "name": f"{one['name']} {at}"} for at in (0, 1) for one in (bad, good)]
    text = FORMS[form](both)

    wanted = [n for n, line in enumerate(text.split("\n"), 1) if '"y"' in line]
    wanted = wanted if form == "lines" else [line - 1 for line in wanted]
    assert problems_of(put(tmp_path, "x.db", text)) == [("T143", line, "x.db") for line in wanted]


@pytest.mark.parametrize("form", ["list", "lines"])
def test_a_circle_of_foundry_tables_is_told_where_one_of_them_begins(tmp_path, form):
    alone = rolled_on("c", said(1, 2, "x"))
    there = rolled_on("a", leads_to("B", 1, 2), _id="A")
    back = rolled_on("b", leads_to("A", 1, 2, key="resultId"), _id="B")
    texts = list(map(json.dumps, (alone, there, back)))
    text = "\n".join(texts) if form == "lines" else "[" + ",\n".join(texts) + "]"

    found = import_tables([put(tmp_path, "x.json", text)])

    assert [(p.code, p.line) for p in found.problems] == [("T302", 2), ("T301", 3)]
    assert list(found.all) == ["c"]


@pytest.mark.parametrize(
    ("text", "said"),
    [("[" * 100_000, "nested too deeply"), ("\n{,}", "Expecting"), ('{"results": 7}', "array")],
)
def test_what_is_no_export_of_foundry_is_told(tmp_path, text, said):
    problems = import_tables([put(tmp_path, "x.json", text)]).problems

    assert said in problems[-1].message
    assert problems[-1].line == 1 + text.count("\n")


@pytest.mark.parametrize(
    "change",
    [
        {"range": [1]}, {"range": [1, 2, 3]}, {"range": [1, "2"]}, {"range": None},
        {"text": "@RollTable[x", "range": [1.0, 2]},
    ],
)  # fmt: skip
def test_a_range_of_foundry_is_two_whole_numbers(tmp_path, change):
    table = rolled_on("x", said(1, 1, "a"), {**said(2, 2, "b"), **change})
    file = put(tmp_path, "x.json", json.dumps(table, indent=1))

    (problem,) = import_tables([file]).problems
    assert (problem.code, problem.key) == ("D105", "results[1].range")
    assert problem.value == repr(change["range"])


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("12", 12), ("-7", -7), ("9" * 15, int("9" * 15)), ("9" * 16, "9" * 16), ("1.5", "1.5"),
        ("one<br>two</p>three<h2>four", "one two threefour"), ("a&nbsp;b &lt;c&gt;", "a b <c>"),
        ("{x}", "{x}"), ("[[2d4]] wolves", Text("{2d4} wolves")),
        ("[[/r 1d6 #damage]]{hits} hits", Text("{1d6} hits")), ("[[@level]] x", "@level x"),
        ("@Item[abc]", "abc"), ("@UUID[Actor.abc]", "abc"), ("", ""),
    ],
)  # fmt: skip
def test_a_text_of_foundry_is_read_without_its_marks(tables_of, text, result):
    tables = tables_of(rolled_on("x", said(1, 1, text), said(2, 2, "other")))

    assert tables["x"].row(1).result == result


def test_lines_of_a_json_text_are_known_by_their_keys():
    text = '{\n "a": [1,\n  {"b": "x\\"{"},\n  [2, 3]],\n "c": {}\n}'

    lines = json_lines(text)

    assert [lines[key] for key in [("a", 0), ("a", 1, "b"), ("a", 2, 1), ("c",)]] == [2, 3, 4, 5]


PERCHANCE = """\
// what walks the woods
output
  I met [animal]. ^3
  {1-6} or {3-5} {big|small ^3} dogs
  \\[nothing\\] http://x.org // a remark

animal
  a cat ^0.5
  a [colour.selectOne] dog
colour = red
"""


def test_perchance_lists_come_with_their_weights_and_choices(tmp_path):
    found = import_tables([put(tmp_path, "woods.txt", PERCHANCE)])

    tables = found.all
    assert found.problems == ()
    assert [row.weight for row in tables["output"].rows] == [3, 1, 1]
    assert tables["animal"].odds().weights == {"a cat": 1, Text("a {colour} dog"): 2}
    assert tables["output"].rows[1].result == Text("{1d6} or {1d3+2} {output.1} dogs")
    assert tables["output"].rows[2].result == "[nothing] http://x.org"
    assert str(tables["output"].odds(deep=True).p("I met a red dog.")) == "2/5"
    assert tables["output.1"].odds().weights == {"big": 1, "small": 3}


@pytest.mark.parametrize(
    ("items", "results", "weights"),
    [
        # items may be indented less than the first
        ("    cat\n  dog\n  cow\n", ["cat", "dog", "cow"], [1, 1, 1]),
        # weights become the smallest whole numbers
        ("  cat ^4\n  dog ^6\n  cow ^0.5\n", ["cat", "dog", "cow"], [8, 12, 1]),
        ("  cat ^4\n  dog ^6\n", ["cat", "dog"], [2, 3]),
    ],
)
def test_items_of_perchance_are_rows_with_weights(tables_of, items, results, weights):
    rows = tables_of(f"herd\n{items}", "x.txt")["herd"].rows

    assert [(row.result, row.weight) for row in rows] == list(zip(results, weights, strict=True))


def test_lists_of_one_name_in_two_files_stay_apart(tmp_path):
    put(tmp_path, "a.txt", "name\n  [kind]\nkind\n  a\n")
    put(tmp_path, "b.txt", "name\n  [kind]\nkind\n  b\n")

    tables = import_tables([tmp_path]).all

    assert [str(tables[t].rows[0].result) for t in ("kind", "kind-2")] == ["a", "b"]
    assert tables["name-2"].odds(deep=True).p("b") == 1


@pytest.mark.parametrize(
    ("item", "result", "weight"),
    [
        ("cat", "cat", 2), ("cat ^3", "cat", 6), ("cat^1/2", "cat", 1), ("cat ^0.5", "cat", 1),
        ("7", 7, 2), ("-7 ^2", -7, 4), ("9" * 15, int("9" * 15), 2), ("9" * 16, "9" * 16, 2),
        ("a \\{b\\} \\[c\\]", "a {b} [c]", 2), ("a\\sb\\nc", "a b c", 2), ("2 \\^3", "2 ^3", 2),
        ("{0-5} cats", Text("{1d6-1} cats"), 2), ("{-2--1}", Text("{1d2-3}"), 2),
        ("{1-1} cat", Text("{1d1} cat"), 2), ("{2-2} cat", Text("{1d1+1} cat"), 2),
        ("[ herd ]", Text("{herd}"), 2), ("[herd.selectOne.evaluateItem]", Text("{herd}"), 2),
        ("a {b|{c", None, 0), ("{b}", None, 0), ("{3-1} x", None, 0), ("cat ^0", None, 0),
        ("cat ^x", None, 0), ("{1-999999} x", None, 0),
        ("{a ^0|b ^0} x", None, 0),
    ],
)  # fmt: skip
def test_an_item_of_perchance_is_read_with_its_weight(tmp_path, item, result, weight):
    text = f"list\n  {item}\n  dog\n  x ^1/2\n  x ^0.5\nherd\n  cow\n"
    found = import_tables([put(tmp_path, "x.txt", text)])

    if weight:
        first, dog, *_ = found.all["list"].rows
        assert (first.result, Fraction(first.weight, dog.weight)) == (result, Fraction(weight, 2))
    else:
        assert {(p.code, p.line) for p in found.problems} == {("D105", 2)}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a\n  b\n    c\n", ("D105", 3)),
        ("  b\n", ("D105", 1)),
        ("a\n\nb\n  c\n", ("D104", 1)),
        ("a\n  x [b.pluralForm]\n", ("D105", 2)),
        ("a\n  x\n  {s} y\n", ("D105", 3)),
        ("a\n  x ^[n]\n", ("D105", 2)),
        ("a\n  x ^0\n", ("D105", 2)),
        ("a\n  [b]\n", ("T301", 1)),
        ("", ("D102", 1)),
    ],
)
def test_what_perchance_alone_can_do_is_told_with_its_line(tmp_path, text, problem):
    assert (*problem, "a.txt") in problems_of(put(tmp_path, "a.txt", text))


@pytest.mark.parametrize("call", ["[Loot]", "[Loot.selectOne]"])
def test_a_list_of_perchance_may_name_a_table_of_another_file_by_its_title(tmp_path, call):
    put(tmp_path, "a.txt", f"chest\n  {call}\n")
    put(tmp_path, "b.md", "# Loot\n\n| d2 | x |\n|--|--|\n| 1 | a |\n| 2 | b |\n")
    put(tmp_path, "loot.csv", "d2,x\n1,c\n2,d\n")

    tables = import_tables([tmp_path]).all

    assert tables["chest"].odds(deep=True).p("a") == Fraction(1, 2)


def test_what_cannot_be_carried_over_is_shown(tmp_path):
    (problem,) = import_tables([put(tmp_path, "a.txt", "a\n  see {s} there\n")]).problems

    assert (problem.value, problem.message) == ("'{s}'", "this cannot be imported")


def test_braces_in_the_sheets_of_others_are_only_braces_and_said_to_be(tmp_path):
    text = (
        'd5,x\n1,{2d6} {mood}\n2,{mood}\n3,[a]\n4,{roll = "1d6"}\n5,"[""a"", {effect = ""b""}]"\n'
    )
    found = import_tables([put(tmp_path, "a.csv", text)])

    assert [row.result for row in found.all["a"].rows] == [
        "{2d6} {mood}", "{mood}", "[a]", RollResult("1d6"), Several(["a", Effect("b")]),
    ]  # fmt: skip
    assert [(cut.line, cut.what, cut.value) for cut in found.cuts] == [
        (2, "braces, kept as text", "{2d6} {mood}"),
    ]


def test_links_and_images_of_sheets_leave_their_words_and_are_named(tmp_path):
    cells = [
        "[an owl](owls.md)",
        "![a hut](hut.png) here",
        "[[Camp#North|the camp]]",
        "see [[2d4]]",
        "[elves](elf.md) in [[old woods]], `dice: 2d4` or [[1d6]] of them",
    ]
    text = "| d5 | x |\n|--|--|\n" + "".join(f"| {n} | {c} |\n" for n, c in enumerate(cells, 1))
    found = import_tables([put(tmp_path, "woods.md", text.replace("North|", "North\\|"))])

    assert [row.result for row in found.all["woods"].rows] == [
        "an owl", "a hut here", "the camp", Text("see {2d4}"),
        Text("elves in old woods, {2d4} or {1d6} of them"),
    ]  # fmt: skip
    assert [(cut.line, cut.what) for cut in found.cuts] == [
        (3, "a link"), (4, "an image"), (5, "a link"), (7, "a link"), (7, "a link"),
    ]  # fmt: skip


SHAPES = [
    # name, text, chances of the one table or of the last
    ("a.md", "## Who comes (d6)\n\n1. wolf\n2. elk\n3. crow\n4. owl\n5. owl\n6. owl\n",
     {"owl": "1/2", "wolf": "1/6"}),
    ("a.md", "**Roll 1d3**\n1. wolf\n1. elk\n1. owl\n", {"owl": "1/3"}),
    ("a.txt", "Kin\n1 elf\n2-3 human\n4–6: dwarf\n", {"human": "1/3", "dwarf": "1/2"}),
    ("a.json", '[{"min": 1, "max": 5, "text": "dust"}, {"min": 6, "max": 6, "text": "gem"}]',
     {"gem": "1/6"}),
    ("a.json", '{"name": "x", "dice": "2d6", "entries": [{"from": 2, "to": 7, "result": "low"}, '
     '{"range": "8-12", "result": "high"}]}', {"high": "5/12"}),
    ("a.json", '{"name": "Loot", "items": [{"name": "dust", "weight": 3}, '
     '{"name": "gem", "weight": "1"}]}', {"gem": "1/4"}),
    ("a.txt", "01-60 dust\n61-00 gem\n", {"gem": "2/5"}),
    ("a.json", '[{"min": 1, "max": 2, "value": "true"}, {"min": 3, "value": false}]',
     {"true": "2/3", "false": "1/3"}),
    # the dice of a title with all that belongs to their roll
    ("a.md", "# Beasts (d2+2)\n\n3. wolf\n4. elk\n", {"elk": "1/2"}),
    ("a.md", "# Beasts, d2 with advantage\n\n1. wolf\n2. elk\n", {"elk": "3/4"}),
    ("a.md", "Roll d2+d2\n2-3 wolf\n4 elk\n", {"elk": "1/4"}),
    ("a.md", "Beasts d2\n\n1. wolf\n\n2. elk\n\n1. other\n2. list\n", {"elk": "1/2"}),
    ("a.md", "Beasts d2\n1. wolf\n\n1. elk\n", {"elk": "1/2"}),
    # texts are what they look like
    ("a.txt", "# Sky\n\n| d6 | x |\n|---|---|\n| 1-2 | a |\n| 3-6 | b |\n", {"a": "1/3"}),
    ("a.txt", "d6 | x\n---|---\n1-2 | a\n3-6 | b\n", {"a": "1/3"}),
    ("a.csv", "d6 | x\n---|---\n1-2 | a\n3-6 | b\n", {"a": "1/3"}),
    ("a.txt", "| d6 | x |\n|----+---|\n| 1-2 | a |\n| 3-6 | b |\n", {"a": "1/3"}),
    ("a.txt", "Roll\tx\n1-2\ta\n3-6\tb\n", {"a": "1/3"}),
    ("a.txt", "title,X\n1d6,x\n1-2,a\n3-6,b\n", {"a": "1/3"}),
    ("a.txt", '[{"min": 1, "max": 2, "text": "a"}, {"min": 3, "text": "b"}]', {"a": "2/3"}),
    ("a.txt", "<p><TABLE><tr><td>d2<td>x<tr><td>1-2<td>a</table>", {"a": "1"}),
    ("a.md", "Look:\n\n<table><tr><td>d2<td>x<tr><td>1-2<td>a</table>", {"a": "1"}),
    ("a.md", "{|\n! d2 !! x\n|-\n| 1-2 || a\n|}\n", {"a": "1"}),
    # weights that are the faces of a die
    ("a.csv", "Weight,x\n1,a\n2,b\n", {"a": "1/3"}),
    ("a.csv", "Frequency,x\n2,a\n1,b\n", {"a": "2/3"}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "chances"), SHAPES)
def test_lists_and_entries_of_others_come_in_with_their_chances(tmp_path, name, text, chances):
    found = import_tables([put(tmp_path, name, text)])

    assert found.problems == ()
    (table,) = found.all.values()
    assert {said: str(table.odds().p(said)) for said in chances} == chances


def test_numbers_of_perchance_are_no_ranges(tables_of):
    tables = tables_of("kin\n  1 elf\n  2-3 human\n", "a.txt")

    assert str(tables["kin"].odds().p("1 elf")) == "1/2"


ROLL20 = """// what a chest holds
!import-table --Loot --hide
!import-table-item --Loot --[[2d4]] gems --3 --
!import-table-item --Loot --[[1t[Old Coin]]] --1 --http://x/y.png
!import-table-item --Loot --a -- dash {x} --2 --
!import-table-item --Loot --<%%91%%><%%91%%>1d4<%%93%%><%%93%%> hats, [[t[Old Coin]]]--1

!import-table --Old Coin --show
!import-table-item --Old Coin --12 --1 --
"""


def test_chat_commands_of_roll20_come_in_as_tables(tmp_path):
    found = import_tables([put(tmp_path, "a.txt", ROLL20)])

    assert found.problems == ()
    assert [(row.result, row.weight) for row in found.all["loot"].rows] == [
        (Text("{2d4} gems"), 3), (Reference("old-coin"), 1), ("a -- dash {x}", 2),
        (Text("{1d4} hats, {old-coin}"), 1),
    ]  # fmt: skip
    assert str(found.all["loot"].odds(deep=True).p("2 hats, 12")) == "1/28"
    assert [(cut.line, cut.what, cut.value) for cut in found.cuts] == [
        (4, "an image", "http://x/y.png"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text", "cuts"),
    [
        ("a.json", '[{"min": 1, "max": 2, "text": "a", "dm": 2, "note": ""}]', ["what 'dm' says"]),
        ("a.json", '[{"name": "A", "items": [{"min": 1, "max": 2, "text": "x"}]},{"n": 1}]',
         ["an entry that is not a table"]),
        ("a.json", json.dumps([LOOT, {"name": "B"}]), ["an entry that is not a table"]),
        ("a.wiki", "{|\n! d2 !! x\n|-\n| 1-2 || {{dice}} a\n|}\n", ["braces, kept as text"]),
    ],
)  # fmt: skip
def test_what_is_left_out_beside_tables_is_listed(tmp_path, name, text, cuts):
    found = import_tables([put(tmp_path, name, text)])

    assert [cut.what for cut in found.cuts] == cuts
    assert len(found.all) == 1


def test_scripts_of_a_page_are_no_words_and_points_stand_apart(tables_of):
    page = "<table><tr><td>d2<td>x<tr><td>1-2<td><script>x(1)</script><ul><li>a<li>b</ul></table>"

    assert tables_of(page, "a.html")["a"].row(1).result == "a b"


def test_numbers_under_a_chance_are_no_die(tables_of):
    assert tables_of("Odds,x\n1,a\n2,b\n", "a.csv")["a"].dice is None


def test_markdown_in_a_file_of_csv_is_called_so():
    with pytest.raises(DataError, match="a table of Markdown, not CSV"):
        read_table("| d2 | x |\n|--|--|\n| 1-2 | a |\n", id="x", kind="csv")


def test_a_grammar_of_tracery_comes_in_as_tables(tmp_path):
    text = '{"origin": ["a #mood# #animal#"], "animal": ["owl", "elk"], "mood": ["calm"]}'
    found = import_tables([put(tmp_path, "a.json", text)])

    assert found.problems == ()
    assert str(found.all["origin"].odds(deep=True).p("a calm owl")) == "1/2"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.json", '{"hero": {"hp": 3}}', "no roll table here, but an object with 'hero'"),
        ("a.json", '{"items": [{"weight": 0.5}]}', "'items' is an array of 1 of which the first"),
        ("a.json", "[1, 2]", "but an array of 2 of which the first is a single value"),
        ("a.json", '{"a": ["[x:#b#] #x#"], "b": ["c"]}', "does more than choose and insert"),
        ("a.json", '[{"min": 1,\n"text": "a", "text": "b"}]', "'[0].text' is there twice"),
        ("a.json", '{"id": "x", "row": [], "n": 1%s}' % ("0" * 5000), "has 5001 digits"),
        ("a.json", '{"id": "x", "row": [{"on": 1, "reslt": 2}], "schema": 1}', "no such key"),
        ("a.json", '{"a": ["#b.s#"], "b": ["c"]}', "does more than choose and insert"),
        ("a.json", '[{"min": 1, "max": 3, "text": "a"}, {"min": 5, "text": "b"}]', "without gaps"),
        ("a.txt", "2-3 elf\n5-12 human\n", "a list of ranges with a gap: 2-3, 5-12"),
        ("a.txt", "Words of mine\n  alone\n", "read as a Perchance list"),
        ("a.md", "To do\n1. buy\n2. sell\n", "there is no table, only a numbered list"),
        ("a.txt", "To do\n\n1. buy\n2. sell\n", "there is no table, only a numbered list"),
        ("a.txt", "wolf\nelk\n", "not a Perchance list but lines of words"),
        ("a.txt", "Beasts\n- wolf\n- elk\n", "not a Perchance list but a bulleted list"),
        ("a.txt", "!alias x roll 1d6\n", "not a Perchance list but commands of a chat"),
        ("a.txt", "schema = 1\n[[row]]\non = 1\n", "not a Perchance list but TOML"),
        ("a.txt", "<x><row>a</row></x>", "not a Perchance list but XML"),
        ("a.txt", "[table][tr][td]d6[/td][/tr][/table]\n", "not a Perchance list but BBCode"),
        ("a.txt", ":Start\n1,a\n2,b\n", "not a Perchance list but groups of TableSmith"),
        ("a.txt", "Table: Sky\nclear\n", "not a Perchance list but a table of Inspiration Pad"),
        ("a.txt", "title: Sky\nrows:\n  - a\n", "not a Perchance list but YAML"),
        ("a.md", "Roll d2 or d4\n1-2 elk\n3-4 owl\n", "names more than one roll"),
        ("a.json", '{"dice": "1d8", "entries": [{"min": 1, "max": 6, "text": "x"}]}', "covers 7-8"),
        ("a.csv", "1-3,a\n4-6,b\n", "there is no heading above the rows"),
        ("a.csv", "Chance,x\n30%,a\n70,b\n", "this row has no share, but others have one"),
        ("a.csv", "d2,x\n1,[[1d4]] or [[2d6+CHA]] orcs\n2,elk\n", "cannot read '+CHA' at column 4"),
        ("a.csv", "d2,x\n1,[[1d6 (]] orcs\n2,elk\n", "cannot read '(' at column 5"),
        *(
            ("a.txt", f"!import-table --L --show\n{line}\n", said)
            for line, said in [
                ("!import-table-item --L --gem --x --", "a Roll20 command for tables, but"),
                ("!import-table-item --M --gem --1 --", "this item has no table"),
                ("!import-table --L", "there is already a table of this name"),
                ("!import-table-item --L --gem --0 --", "a weight must be more than 0"),
                ("!import-table-item --L --[[2t[X]]] --1 --", "cannot read 't[X'"),
                ("!import-table-item --L --[[@{x}]] --1 --", "cannot read '@{x}'"),
                ("!import-table-item --L --[[1t[X]]] --1 --", "there is no such table"),
                ("", "the table has no rows"),
            ]
        ),
    ],
)
def test_other_shapes_are_refused_with_what_they_were_taken_for(tmp_path, name, text, said):
    (problem,) = import_tables([put(tmp_path, name, text)]).problems

    assert said in problem.message


HALVES = [
    ("a.csv", "d20,Who,d20,Who\n1-6,owl,11-15,elk\n7-10,cat,16-20,dog\n", 2),
    ("a.csv", "d20,Who,D20,who\n1-6,owl,16-20,dog\n7-15,cat,,\n", 2),
    ("a.csv", "Roll,Who,Roll,Who,Roll,Who\n1,owl,3,elk,5,cow\n2,cat,4,dog\n", 2),
    ("a.csv", "d6,Who\n1-3,owl\nd6,Who\n4-6,dog\n", 4),
    ("a.csv", "d66,Who\n11-36,owl\n\nd66,Who\n41-66,dog\n", 4),
    ("a.md", "# Who\n\n|d6|x|\n|-|-|\n|1-3|owl|\n\n# More\n\n|d6|x|\n|-|-|\n|4-6|dog|\n", 9),
    ("a.html", "<table><tr><td>d6<td>x<tr><td>1-3<td>owl</table>\n"
     "<table><tr><td>d6<td>x<tr><td>4-6<td>dog</table>", 2),
    ("a.wiki", "{|\n!Roll!!x!!Roll!!x\n|-\n|1||owl||2||dog\n|}\n", 4),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "line"), HALVES)
def test_a_chart_in_two_halves_is_offered_to_be_joined(tmp_path, name, text, line):
    file = put(tmp_path, name, text)

    (problem,) = import_tables([file]).problems
    assert (problem.code, problem.line) == ("D105", line)
    assert "--join" in problem.remedy

    found = import_tables([file], join=True)
    assert found.problems == ()
    (table,) = found.all.values()
    assert (table.row(table.dice.low).result, table.columns) == ("owl", ())
    assert table.dice.low in (1, 11)
    assert table.row(table.dice.high).result in ("dog", "cow")


@pytest.mark.parametrize(
    "text",
    [
        "d4,x\n1-4,a\n\nd4,x\n1-4,b\n", "d4,x\n1-4,a\n\nd6,x\n1-6,b\n",
        "d4,x,d4,x\n1-2,a,1-3,b\n3-4,c,4,d\n",
    ],
)  # fmt: skip
def test_two_tables_are_no_halves(tmp_path, text):
    found = import_tables([put(tmp_path, "a.csv", text)], join=True)

    assert (len(found.all), found.problems) == (2, ())


PAGE = "| d2 | x |\n|--|--|\n| 1 | a |\n| 2 | b |\n\n"


@pytest.mark.parametrize(
    ("name", "text", "titles"),
    [
        # a CSV may hold several tables; a paragraph is not a title
        (
            "sky.csv",
            "Weather,\nd6,sky\n1–3,rain\n4+,sun\n\nWind\n\n1d4,wind\n1-3,low\n4,high\n",
            ["Weather", "Wind"],
        ),
        (
            "sky.csv",
            "North\n\n1d2,sky\n1,rain\n2,sun\n\nAll winds\nblow low\n\n1d2,wind\n1,low\n2,high"
            "\n\nSouth\n1d2,sea\n1,calm\n2,rough\n",
            ["North", "", "South"],
        ),
        # only the first table under a heading has its title
        (
            "woods.md",
            f"###### North ##\n{PAGE}{PAGE}**South**\n{PAGE}**East**:\n{PAGE}####### West\n{PAGE}",
            ["North", "", "South", "East", ""],
        ),
        (
            "woods.md",
            "# Woods\n\ntext | with a pipe\n\n## By day\n\n| d6 | what |\n|:--|---|\n| 1-6 | elk |"
            "\n\n## By night\n\nd% | what\n---|---\n01–50 | owl\n51–00 | bat\n",
            ["By day", "By night"],
        ),
    ],
)
def test_a_file_may_hold_several_tables_each_with_the_title_above_it(tables_of, name, text, titles):
    tables = tables_of(text, name)

    assert [table.title for table in tables.values()] == titles
    found = {id_: tables[id_].rows[-1].result for id_ in ("weather", "by-night") if id_ in tables}
    assert found in ({}, {"weather": "sun"}, {"by-night": "bat"})


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        # a fault in the heading of a table of markdown
        ("a.md", "# Woods\n\n| d3 | what |\n|:--|---|\n| 1 | elk |\n| 2 | owl |\n", ("T144", 3)),
        # a formula that cannot be read is not guessed from the rows
        ("a.json", json.dumps(rolled_on("x", said(1, 20, "x"), formula="@mod+1d20")), ("D105", 1)),
        # another die than the rows go through
        ("a.csv", "1d66,x\n" + "".join(f"{n},x\n" for n in range(1, 21)), ("D106", 1)),
        # no d66, since a digit is left out; so the row after the gap is told, not the heading
        ("a.csv", "Roll,x\n11-35,owl\n41-66,bat\n", ("T144", 3)),
    ],
)
def test_a_heading_that_does_not_fit_its_rows_is_told_with_its_line(tmp_path, name, text, problem):
    assert problems_of(put(tmp_path, name, text)) == [(*problem, name)]


@pytest.mark.parametrize(
    ("rows", "dice"),
    [
        (range(1, 9), "1d8"), (range(1, 34), "1d(33)"), ([1], None), ([1, 2], "1d2"),
        ([2, 3], None), (["1-10000"], "1d10000"), (["1-10001"], None), (["11-26", "31-44"], "d44"),
        (["11-48", "51-88"], "d88"), (["..3", "4-6"], None), (range(2, 13), None),
        (["11-36", "41-66"], "d66"), ([11, 12, 13, 21, 22, 23, 31, 32, 33], "d33"),
    ],
)  # fmt: skip
def test_rows_from_one_upwards_name_their_die(tables_of, rows, dice):
    table = tables_of("Roll,What\n" + "".join(f"{row},x{row}\n" for row in rows), "x.csv")["x"]

    assert (str(table.dice) if table.dice else None) == dice


@pytest.mark.parametrize("die", ["d66", "1d66"])
@pytest.mark.parametrize(
    ("ranges", "dice"), [([(1, 40), (41, 66)], "1d(66)"), ([(11, 36), (41, 66)], "d66")]
)
def test_rows_tell_which_die_others_mean_by_1d66(tables_of, die, ranges, dice):
    of_foundry = rolled_on("x", *(said(*ends, "x") for ends in ranges), formula=die)
    sheet = f"{die},x\n" + "".join(f"{a}-{b},x\n" for a, b in ranges)

    tables = [*tables_of(of_foundry).values(), *tables_of(sheet, "b.csv").values()]

    assert [str(table.dice) for table in tables] == [dice, dice]


def test_numbers_of_perchance_from_1_to_66_are_one_die(tables_of):
    herd = tables_of("herd\n  {1-66} cats\n  {0-32} dogs\n", "a.txt")["herd"]

    assert [row.result for row in herd.rows] == [Text("{1d(66)} cats"), Text("{1d(33)-1} dogs")]


def test_sound_tables_are_brought_in_beside_faulty_ones(tmp_path):
    put(tmp_path, "good.csv", "d2,x\n1,a\n2,b\n")
    put(tmp_path, "bad.csv", "d3,x\n1,a\n2,b\n")

    (tmp_path / "empty").mkdir()
    paths = [tmp_path, tmp_path / "none.csv", put(tmp_path, "x.pdf", ""), tmp_path / "empty"]
    found = import_tables(paths)

    assert list(found.all) == ["good"]
    assert [(p.code, p.line) for p in found.problems] == [
        ("T144", 1), ("D102", 0), ("D101", 0), ("D101", 0),
    ]  # fmt: skip


# ---------------------------------------------------------------- writing for others

UP_OR_DOWN = [Modifier("up", 9), Modifier("down", -9)]


def chart():
    return Table(
        id="chart", title="A | chart", dice="2d6", columns=["near", "far"], beyond="clamp",
        rows=[
            Row("..4", ("a {b}", Text("{2d6} wolves | bears"))),
            Row("5,7-9", (Several(["x", RollResult("1d6", "gp")]), 7)),
            Row("6", ("[7", "true")),
            Row("10..", (Effect("fire", {"in": "nose"}), "line\nbreak <b>")),
        ],
        modifiers=[Modifier("m", -1, why="it rains", per="drops", most=2)],
        overrides=[Override("12", "luck", why="always")],
        notes=[Note("", "Read aloud.")],
    )  # fmt: skip


@pytest.mark.parametrize(("kind", "write"), [("csv", to_csv), ("markdown", to_markdown)])
def test_rows_written_for_others_read_back(kind, write):
    read = read_table(write(chart()), id="chart", kind=kind)

    assert read.rows == chart().rows
    assert (read.dice, read.columns) == (chart().dice, chart().columns)


def test_links_in_texts_of_ours_read_back(tables_of):
    ours = Table(id="a", dice="1d3", rows=[Row(1, "see [x](y)"), Row(2, "[[x]]"), Row(3, "[x](y)")])

    assert tables_of(to_csv(ours), "a.csv")["a"].rows == ours.rows
    assert read_table("d1,x\n1,[owl](y)\n", id="x", kind="csv").row(1).result == "[owl](y)"


@pytest.mark.parametrize(("kind", "write"), [("csv", to_csv), ("markdown", to_markdown)])
def test_labels_and_weights_read_back(kind, write):
    labels = Table(id="x", rows=[Row(["clear", "fair"], 1), Row("foul", "yes")])
    weights = Table(id="x", rows=[Row((), "a", weight=2), Row((), Again(), weight=1)])

    assert read_table(write(labels), id="x", kind=kind).row("fair").result == 1
    for pair in (["30%", "70%"], ["30%", "5"], ["2d6", "3"], ["title", "beyond"], ["Weight", "x"]):
        table = Table(id="x", rows=[Row(label, "1d6, [[2d6+X]] {a}") for label in pair])
        assert read_table(write(table), id="x", kind=kind).rows == table.rows
    assert read_table(write(weights), id="x", kind=kind) == weights


@pytest.mark.parametrize(("kind", "write"), [("csv", to_csv), ("markdown", to_markdown)])
@pytest.mark.parametrize(
    "table",
    [
        {"rows": [Row("..0", "a"), Row("1-6", "b"), Row("7..9", "c")], "modifiers": UP_OR_DOWN},
        {"rows": [Row("1-6", "a"), Row("7", "b", unreachable=True)]},
        {"rows": [Row("11-36", "a"), Row("37-40", "c", unreachable=True), Row("41-66", "b")],
         "dice": "d66"},
        {"rows": [Row("1-2", "a"), Row("4-5", "b")], "beyond": "reroll"},
        {"rows": [Row("1-6", Several([Noted("x", "n"), Effect("y", note="n")]))],
         "notes": [Note("n", "Loud.")]},
        {"columns": ["1", "3"], "rows": [Row("1-3", (1, 1)), Row("4-6", (1, 3))]},
    ],
)  # fmt: skip
def test_rows_read_back_that_need_what_a_sheet_leaves_out(kind, write, table):
    table = Table(**{"id": "x", "dice": "1d6", "beyond": "clamp", **table})

    read = read_table(write(table), id="x", kind=kind)

    assert to_csv(read) == to_csv(table)


def test_markdown_and_html_tell_what_stands_beside_the_rows():
    for text in (to_markdown(chart()), to_html(chart())):
        for said in ("natural 12: luck (always)", "-1 for each of drops, at most 2: it rains",
                     "Read aloud.", "beyond the rows: clamp"):  # fmt: skip
            assert said in text
    assert "<b>" not in to_html(chart())


def test_markdown_tells_all_that_stands_beside_the_rows_in_words():
    table = Table(
        id="gale", dice="1d6", columns=["near", "far"], beyond="none", source="p. 3",
        provenance="public", confidence="low", rows=[Row("1-6", ("a", "b"), notes="n")],
        modifiers=[
            Modifier("still"), Modifier("on", -1, shift=2, column_shift=1, columns="far"),
            Modifier("by", 1, why="it rains", per="drops"),
        ],
        overrides=[
            Override(6, ("x", "y")), Override("1-2", "z", why="luck", columns=["near", "far"]),
        ],
        notes=[Note("n", "Loud."), Note("", "For all.")],
    )  # fmt: skip

    assert to_markdown(table).splitlines() == [
        "# gale",
        "",
        "| 1d6 | near | far |",
        "| --- | --- | --- |",
        "| 1-6 | a | b |",
        "",
        "- natural 6: x, y",
        "- natural 1-2 (near, far only): z (luck)",
        "- +0: still",
        "- -1, +2 rows, +1 columns (far only): on",
        "- +1 for each of drops: it rains",
        "- n: Loud.",
        "- For all.",
        "- beyond the rows: none",
        "- from: p. 3, public, low",
    ]
    assert to_markdown(Table(id="x", title="X", rows=[Row("a", 1)])) == (
        "# X\n\n| on | result |\n| --- | --- |\n| a | 1 |\n"
    )


def test_a_page_is_called_after_its_table_and_a_row_plain_range_its_range_or_weight():
    ranged = Table(id="gale", dice="1d6", rows=[Row("1-5", "a"), Row("6", "b")])
    weighted = Table(id="w", title="Winds", rows=[Row((), 1, weight=3), Row((), 2, weight=1)])

    assert "<title>gale</title>" in to_html(ranged)
    assert "<title>Winds</title>" in to_html(weighted)
    assert '<table id="w">\n<caption>Winds</caption>' in to_html(weighted)
    both = to_html(ranged, weighted)
    assert "<title>Tables</title>" in both
    assert both.count('<tr><th scope="row">1-5</th><td>a</td></tr>') == 1
    assert both.count('<tr><th scope="row">3</th><td>1</td></tr>') == 1
    assert "<ul>" not in both


def test_plain_data_hold_all_that_a_file_holds(tmp_path):
    data = json.loads(json.dumps(to_data(chart())))

    assert data["modifier"][0]["per"] == "drops"
    put(tmp_path, "t.toml", to_toml(chart()))
    assert load_tables(tmp_path)["chart"] == chart()


# ---------------------------------------------------------------- HTML and wikis

PAGE = """<h2>Wilderness</h2><p>By day:</p>
<table><thead><tr><th>2d6<th>What <i>comes</i></tr></thead>
<tr><td>2&ndash;6<td><a href="/wolf">wolves</a>, <b>hungry</b></tr>
<tr><td>7-12<td>no&nbsp;one<br>at all <img src="x.png" alt="moon"></td></tr></table>
<table><caption>Night</caption><tr><td>d4<td>What</tr><tr><td>1-3<td>owls</tr><tr><td>4<td>it</tr></table>
"""
WIKI = """== Wilderness ==
{| class="wikitable"
! 2d6 !! What ''comes''
|-
| 2–6 || style="color: red" | [[Wolf|wolves]], '''hungry'''
|-
| 7-12
| no&nbsp;one<br/>at all
|}
{|
|+ Night
! d4
! What
|-
| 1-3 || [https://example.org/owl owls]
|-
| 4 || it
|}
"""


@pytest.mark.parametrize(
    ("name", "text", "moon"), [("a.html", PAGE, " moon"), ("a.wiki", WIKI, ""), ("a.txt", WIKI, "")]
)
def test_tables_of_a_page_are_read_with_the_heading_above_them_or_their_caption(
    tmp_path, name, text, moon
):
    found = import_tables([put(tmp_path, name, text)])

    assert not found.problems
    day, night = found.all["wilderness"], found.all["night"]
    assert (day.title, night.title) == ("Wilderness", "Night")
    assert day.columns == night.columns == ()
    chances = {str(result): str(chance) for result, chance in day.odds().items()}
    assert chances == {"wolves, hungry": "5/12", f"no one at all{moon}": "7/12"}
    assert str(night.odds().p("owls")) == "3/4"
    assert {cut.what for cut in found.cuts} >= {"a link"}


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("a.html", "<table><tr><td>d2<td>x</tr>\n<tr><td colspan=2>1</tr></table>", 2),
        ("a.htm", "<table><tr><td>d2<td>x</tr>\n<tr><td>1<td rowspan='2'>a</tr></table>", 2),
        ("a.html", "<table><tr><td>d2\n<td><table></table></tr></table>", 2),
        ("a.wiki", "{|\n! d2 !! x\n|-\n| 1 || rowspan=2 | a\n|}", 4),
        ("a.mediawiki", "{|\n! d2 !! x\n|-\n| 1 ||\n{|\n|}\n|}", 5),
    ],
)
def test_merged_cells_and_tables_in_tables_are_refused_with_their_line(tmp_path, name, text, line):
    assert problems_of(put(tmp_path, name, text)) == [("D105", line, name)]


def test_a_page_without_a_table_is_passed_over_in_a_folder(tmp_path):
    put(tmp_path, "about.html", "<p>Nothing")
    put(tmp_path, "night.html", PAGE)

    found = import_tables([tmp_path])

    assert [name.rpartition("/")[2] for name in found.skipped] == ["about.html"]
    assert set(found.all) == {"wilderness", "night"}


def test_what_is_written_as_html_is_read_back(tmp_path, tables_of):
    night = tables_of(PAGE, "page.html")["night"]
    page = put(tmp_path, "written.html", to_html(night))

    (read,) = import_tables([page]).all.values()

    assert read.odds() == night.odds()
    assert read.title == night.title
