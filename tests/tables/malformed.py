"""Makes malformed files of tables: sound ones with pieces cut, doubled, swapped and spoilt."""

import contextlib
import importlib.util
import json
from pathlib import Path

from hypothesis import strategies as st

TOML = """\
schema = 1
id = "storm"
dice = "2d6"
beyond = "clamp"
columns = ["1-2", "3+"]

[[row]]
on = "..4"
results = [{ table = "damage", times = 2, no_duplicates = true }, "{2d6} waves, {damage}"]
note = "a"

[[row]]
on = "5.."
results = [{ again = true, dm = 2, depth = 3 }, [{ roll = "1d6", name = "gp" }, "fair"]]

[[modifier]]
id = "winter"
dm = -2
per = "cold"
why = "it is winter"

[[override]]
natural = "12"
result = { roll = "2d6", needs = "8+", then = "x", else = { effect = "leak", by = [1, 2] } }
why = "always"

[[note]]
id = "a"
text = "Seasick."

[[table]]
id = "damage"

[[table.row]]
weight = 3
result = { value = 3, name = "masts" }

[[table.row]]
weight = 1
result = "none"
"""

CSV = 'd100;loot;more\n01–50;"a ""gem"", cut";{roll = "1d6"}\n51-00;{2d6} coins;-3\n'
MARKDOWN = """\
# Sky

| 2d6 | a | b |
|---|:-:|---|
| ..8 | {roll = "1d6"} | x \\| y |
| 9+ | 1 | yes |
"""
PERCHANCE = "out\n  I met [animal]. ^3\n  {1-6} {big|small ^3} dogs\nanimal\n  cat ^0.5\n  dog\n"
FOUNDRY = json.dumps(
    {
        "_id": "A", "name": "Woods", "formula": "1d4",
        "results": [
            {"type": 0, "text": "[[/r 2d4]] <b>wolves</b>", "range": [1, 2]},
            {
                "type": 1, "documentCollection": "RollTable", "documentId": "B", "text": "Den",
                "range": [3, 4],
            },
        ],
    },
    indent=1,
)  # fmt: skip

_SPEC = importlib.util.spec_from_file_location("published", Path(__file__).parent / "published.py")
published = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(published)

SHAPES = ("dash.csv", "drop.csv", "excel.csv", "ranges.csv", "note.md", "herd.txt", "gap.json")
SOUND = {
    "x.toml": TOML, "x.csv": CSV, "x.md": MARKDOWN, "x.txt": PERCHANCE, "x.json": FOUNDRY,
    **{name: published.SOUND[name] for name in SHAPES},
}  # fmt: skip

SPOILT = [
    "nan", "inf", "-inf", "1e999", "9" * 30, "-1", "0", "1d0", "d66", "9999d9999!20", "1d6-6", "{",
    "}", "[", "]", "[[", "{}", "{{", "\"", "'", "|", ";", ",", "\t", "\r", "\0", "\x1b[31m",
    "\ufeff", "é", "٣", "½", "true", '"storm"', '"damage"', "again = true", "times = 100",
    "depth = 100", "[" * 300, "{a=" * 200, "a." * 100, "^", "[x.y]", "{1-0}", "null", "-", "..",
    "1..2..3", "..", "+", "00", "1:0", "\n", "\n\n", "# ", "// ", "  ", "[[row]]\n", "[[table]]\n",
    " drop lowest", " – ", " x 10", " (advantage)", "!(>=5)", "!>=5", "1W", "`dice: 1d6`",
    "[[2d4]]", "sep=;\n", "$output = ", "name = ", "1-2,3-4", "[this.x]", "reroll", " | d6 | ",
]  # fmt: skip


@st.composite
def malformed(draw):
    """Return the name and the bytes of a file that was sound before."""
    name = draw(st.sampled_from(sorted(SOUND)))
    text = SOUND[name]
    for _ in range(draw(st.integers(1, 4))):
        at, end = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        end = min(end, at + draw(st.sampled_from([0, 1, 3, 12, 400])))
        kind = draw(st.sampled_from(["cut", "spoil", "spoil", "double", "move"]))
        piece = text[at:end]
        text = text[:at] + text[end:]
        if kind == "spoil":
            text = text[:at] + draw(st.sampled_from(SPOILT)) + text[at:]
        elif kind == "double":
            text = text[:at] + piece * draw(st.sampled_from([2, 3, 50])) + text[at:]
        elif kind == "move":
            to = draw(st.integers(0, len(text)))
            text = text[:to] + piece + text[to:]
    content = text.encode("utf-8", "replace")
    return name, draw(st.sampled_from([content, content, content, content[:-1] + b"\xff"]))


def examine(folder, name, content):
    """Read a file and ask every table of it; return the problems, each of which names the file.

    Nothing but the errors that the library states may come of it.
    """
    from tabletop_core.errors import DataError, DiceError, TableError
    from tabletop_core.tables import describe, load_tables, to_toml
    from tabletop_core.tables.exports import to_csv, to_html
    from tabletop_core.tables.imports import import_tables

    file = folder / name
    file.write_bytes(content)
    problems, tables = [], []
    if name.endswith((".toml", ".csv", ".md")):
        try:
            tables += load_tables(file).values()
        except DataError as error:
            problems += error.problems
    if not name.endswith(".toml"):
        found = import_tables([file])
        problems += found.problems
        tables += [table for several in found.tables.values() for table in several]
    for table in tables:
        for column in table.columns or (None,):
            with contextlib.suppress(TableError, DiceError):
                for outcome in [*table.odds(deep=True, column=column)][:100]:
                    describe(outcome)
            with contextlib.suppress(TableError):
                str(table.look_up(lambda sides: sides, deep=True, column=column))
        assert to_toml(table)
        assert to_csv(table)
        assert to_html(table)
    return problems
