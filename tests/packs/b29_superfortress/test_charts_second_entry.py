"""Compare the charts with a second entry, typed from the booklet and not from the data files.

Every chart is in second_entry.txt with at least a third of its rows, most with all, and with all
its modifiers (`with`) and the natural dice that decide (`natural`).
A row is `total: result`, or `total: result | result` by column in the chart's order.
`5-7`, `3,9` and `-2..0` stand for each of their totals, anything else is a label.
`->7-9` goes on to that table, `[port]` in a column, `x2` twice, `+id` with a modifier.
`engine:2` is an effect with its arguments in the order of their names; `&` joins what all happens.
"""

import re
from pathlib import Path

import pytest

from tabletop_core.tables import Effect, Reference, RollResult, Several, load_tables

FOLDER = Path(__file__).parents[3] / "packs" / "b29_superfortress" / "data" / "tables"

SECTIONS = {
    "Tail": "tail",
    "Sup": "superficial",
    "FwdBB": "fwd_bomb_bay",
    "NavR": "nav_radio",
    "Nose": "nose",
    "Wing": "->5-11.a",
    "BB": "->5-11.b",
    "NoteC": "->5-11.c",
    "AftBB": "aft_bomb_bay",
    "Waist": "waist",
    "Util": "utility",
    "WalkD": "walk_fuselage",
    "WalkE": "walk_wings",
    "WalkF": "walk_level",
    "WingAS": "attacking_side_wing",
}

SHELLS = {  # down the page, one column of chart 5-11 a line, totals 2 to 12
    "front_high": "Tail Sup Sup FwdBB NavR Nose Wing BB Waist Util WalkD",
    "front_level": "Sup Sup Wing FwdBB NavR Nose Wing Wing Sup BB Waist",
    "front_low": "Tail WalkD Sup FwdBB NavR Nose Wing BB Waist Util BB",
    "side_high": "WalkD Nose NavR Sup FwdBB Wing AftBB Waist Util Tail WalkE",
    "side_level": "WingAS FwdBB Nose NavR Sup WingAS Waist Util Tail AftBB WalkF",
    "side_low": "Tail WalkE Sup NoteC FwdBB WingAS AftBB Waist Util WalkD BB",
    "rear_high": "Sup NavR BB Waist Wing Tail Wing Util AftBB WalkD Nose",
    "rear_level": "Wing Sup Tail Wing Sup Tail Sup Wing Util Waist Wing",
    "rear_low": "Sup NavR Sup Waist Tail Wing BB Util WalkD AftBB Nose",
    "dive": "Nose NavR Sup WalkD Sup Wing WalkE BB Waist Util Tail",
    "climb": "BB Nose NavR Sup Wing BB WalkD WalkE Waist Util Tail",
}


def say(result):
    """Write a result in the short form of this page."""
    if isinstance(result, Several):
        return " & ".join(map(say, result.results))
    if isinstance(result, Reference):
        column = f"[{result.column}]" if result.column else ""
        times = "" if result.times == 1 else f" x{result.times}"
        return f"->{result.table}{column}{''.join('+' + m for m in result.with_)}{times}"
    if isinstance(result, Effect):
        values = ["+".join(v) if isinstance(v, tuple) else str(v) for _, v in result.arguments]
        return result.name + (":" + ",".join(values) if values else "")
    if isinstance(result, RollResult):
        return str(result.dice)
    return "again" if type(result).__name__ == "Again" else str(result)


def totals(text):
    """List the totals or the label that a line stands for."""
    if re.fullmatch(r"-?\d+", text):
        return [int(text)]
    if match := re.fullmatch(r"(-?\d+)\.\.(-?\d+)|(\d+)-(\d+)", text):
        low, high = (int(n) for n in match.groups() if n is not None)
        return list(range(low, high + 1))
    if re.fullmatch(r"\d+(,\d+)+", text):
        return [int(n) for n in text.split(",")]
    return [text]


def read_entry(text):
    """Read rows, modifiers and natural dice, each by chart: totals with the results by column."""
    rows, modifiers, naturals = {}, {}, {}
    for line in text.splitlines():
        if not line.startswith(" "):
            code, _, line = line.partition(" ")
        kind, _, listed = line.strip().partition(": ")
        if kind in ("with", "natural"):
            into = modifiers if kind == "with" else naturals
            into.setdefault(code, []).extend(listed.split(", "))
        elif line.strip():
            for row in line.strip(" ;").split("; "):
                on, _, cells = row.partition(": ")
                rows.setdefault(code, []).extend((one, cells.split(" | ")) for one in totals(on))
    return rows, modifiers, naturals


ROWS, MODIFIERS, NATURALS = read_entry((Path(__file__).parent / "second_entry.txt").read_text())


@pytest.fixture(scope="module")
def tables():
    return load_tables(FOLDER)


def test_rows_say_what_the_second_entry_says(tables):
    wrong = [
        f"{code} at {total}: {found}, not {cells}"
        for code, rows in ROWS.items()
        for total, cells in rows
        if (found := [say(tables[code].result(total, c)) for c in tables[code].columns or (None,)])
        != cells
    ]

    assert wrong == []


def test_shells_hit_where_the_second_entry_says(tables):
    chart = tables["5-11"]
    found = {
        column: [say(chart.result(total, column)) for total in range(2, 13)]
        for column in chart.columns
    }

    assert list(chart.columns) == list(SHELLS)
    assert found == {
        column: [SECTIONS[word] for word in words.split()] for column, words in SHELLS.items()
    }


def test_every_table_but_the_reconstructed_ones_is_in_the_second_entry(tables):
    charts = {code for code in tables if code[0].isdigit()}
    left_out = {code for code in charts if code not in ROWS} - {"5-11"}

    assert left_out == {
        "3-3.1.again", "3-3.5.again",  # the same line again, for the second bottle
        "5-8.regular", "7-1.4", "7-6.5", "7-6.pressure", "7-6.pressure.6",
    }  # fmt: skip


def test_a_third_of_the_rows_of_every_table_is_in_the_second_entry(tables):
    thin = [
        code
        for code, rows in ROWS.items()
        if len({id(tables[code].row(total)) for total, _ in rows}) * 3 < len(tables[code].rows)
    ]

    assert thin == []


def test_modifiers_are_those_of_the_second_entry_and_no_other_table_has_any(tables):
    found = {
        code: [f"{m.id} {m.dm:+d}" + (" each" if m.per else "") for m in table.modifiers]
        for code, table in tables.items()
        if table.modifiers and code[0].isdigit()
    }

    assert found == MODIFIERS


def test_natural_dice_decide_as_in_the_second_entry_and_in_no_other_table(tables):
    found = {
        code: [
            f"{one.natural} {say(one.results[0])}"
            + (f" ({', '.join(one.columns)})" if one.columns else "")
            for one in table.overrides
        ]
        for code, table in tables.items()
        if table.overrides
    }

    assert found == NATURALS
