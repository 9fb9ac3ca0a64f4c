"""The pages about tables leave out no public name of the library."""

import inspect
import re
from pathlib import Path

import pytest

from tabletop_core import tables
from tabletop_core.dice.odds import Odds
from tabletop_core.dice.pools import Dice
from tabletop_core.tables import Lookup, Table

ROOT = Path(__file__).parents[2]
REFERENCE = (ROOT / "docs" / "tables-reference.md").read_text(encoding="utf-8")


def test_there_are_ten_charts():
    page = (ROOT / "docs" / "ten-charts.md").read_text(encoding="utf-8")

    assert [int(n) for n in re.findall(r"^## (\d+)\.", page, re.M)] == list(range(1, 11))


def test_every_public_name_of_the_tables_stands_on_the_page():
    assert [name for name in tables.__all__ if not re.search(rf"\b{name}\b", REFERENCE)] == []


@pytest.mark.parametrize(
    ("kind", "inner"),
    [
        (Odds, set()),
        (Table, {"apply", "column_at", "data_count", "find", "is_labelled", "land", "modifier",
                 "override_for", "roll"}),
        (Lookup, set()),
        (Dice, {"check_faces", "labels", "showing"}),
    ],
)  # fmt: skip
def test_every_method_stands_on_the_page(kind, inner):
    methods = {
        name
        for name, member in vars(kind).items()
        if not name.startswith("_") and (inspect.isfunction(member) or isinstance(member, property))
    }

    assert {name for name in methods - inner if not re.search(rf"\b{name}\b", REFERENCE)} == set()
