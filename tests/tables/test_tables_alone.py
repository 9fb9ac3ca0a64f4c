"""The tables by themselves: what each use loads, and that their modules need no others."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tabletop_core

CORE = Path(tabletop_core.__file__).parent
PAGE = CORE.parent / "docs" / "tables-reference.md"

MADE = "t = Table(id='t', dice='2d6', rows=[Row('2-6', 'a'), Row('7..', '{1d6} owls')]); "
USES = {
    "": set(),
    MADE + "t.look_up(lambda sides: 1, deep=True)": set(),
    MADE + "t.odds(deep=True); dice_odds('4d6kh3'); t.totals(lambda outcome: 1)": set(),
    MADE + "to_toml(t)": set(),
    "read_table('d2,x\\n1,a\\n2,b\\n', id='x', kind='csv')": set(),
    "from tabletop_core.tables.imports import import_tables; "
    "open('x.csv', 'w').write('d2,x\\n1,a\\n2,b\\n'); import_tables(['x.csv'])": set(),
    "open('t.toml', 'w').write('id = \"x\"\\nschema = 1\\ndice = \"1d1\"\\n"
    "[[row]]\\non = 1\\nresult = 1'); load_tables('t.toml')\n"
    "from tabletop_core.tables.on_demand import load_on_demand": {"cattrs"},
}  # fmt: skip
OUTSIDE = (
    "import sys\n"
    "known = {*sys.modules}\n"
    "from tabletop_core.tables import *\n"
    "from tabletop_core.dice import dice_odds\n"
    "%s\n"
    "loaded = {name.partition('.')[0] for name in {*sys.modules} - known}\n"
    "print(*(loaded - sys.stdlib_module_names))\n"
)


@pytest.fixture
def alone(tmp_path):
    """Copy what the page says depends on nothing else; return what runs a program on it."""
    said = re.search(r"can copy (.*?), which depend on nothing else", PAGE.read_text("utf-8"))[1]
    names = [name.rpartition("/")[2] for name in re.findall(r"`([\w/]+)`", said)]
    assert {"tables", "dice"} <= {*names}
    to = tmp_path / "copy" / "tabletop_core"
    to.mkdir(parents=True)
    for name in ("__init__", *names):
        if (CORE / name).is_dir():
            shutil.copytree(CORE / name, to / name)
        else:
            shutil.copy(CORE / f"{name}.py", to)

    def run(program):
        return subprocess.run(
            [sys.executable, "-c", program],
            cwd=tmp_path,
            env={"PYTHONPATH": str(to.parent)},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@pytest.mark.parametrize(("use", "more"), USES.items(), ids=range(len(USES)))
def test_each_use_of_the_copied_tables_loads_what_the_page_says(alone, use, more):
    done = alone(OUTSIDE % use)

    assert done.stderr == ""
    besides = {"attr", "attrs", "tabletop_core"} | ({"typing_extensions"} if more else set())
    assert {*done.stdout.split()} == besides | more
