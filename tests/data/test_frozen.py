"""What all games of a process share cannot be changed."""

import pickle
from copy import copy, deepcopy

import attrs
import pytest

from tabletop_core import PackData
from tabletop_core.data.frozen import FROZEN, freeze
from tabletop_core.errors import DataError

WORDS = r"C610: play changes the data of the pack \(got .*7.*\); copy what changes into the state"
READS = {
    dict: "copy fromkeys get items keys values",
    list: "copy count index",
    set: "copy difference intersection isdisjoint issubset issuperset symmetric_difference union",
}
FULL = {dict: {7: 7}, list: [7], set: {7}}


@attrs.frozen
class Kind:
    has: dict


def changing(base):
    """Return all methods that change a value of a class in place."""
    in_place = {name for name in dir(base) if name.startswith("__i") and name[3:-2] != "nit"}
    named = {name for name in dir(base) if not name.startswith("_")} - {*READS[base].split()}
    items = {name for name in ("__setitem__", "__delitem__") if hasattr(base, name)}
    return sorted((in_place | named | items) - {"__iter__", "__init_subclass__"})


@pytest.mark.parametrize(
    ("base", "method"), [(base, method) for base in FROZEN for method in changing(base)]
)
def test_whatever_would_change_shared_data_says_what_to_do_instead(base, method):
    frozen = freeze(FULL[base])

    with pytest.raises(DataError, match=WORDS):
        getattr(frozen, method)()
    assert frozen == FULL[base]


@pytest.mark.parametrize("base", FROZEN)
@pytest.mark.parametrize("made", [copy, deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copy_may_be_changed(base, made):
    frozen = freeze(FULL[base])

    assert type(made(frozen)) is type(frozen.copy()) is base
    assert made(frozen) == frozen


def test_data_are_frozen_at_any_depth():
    data = PackData(names={"a": "A"}, pieces={"x": (Kind({"deep": [1]}), "b")})

    with pytest.raises(DataError, match="C610"):
        data.pieces["x"][0].has["deep"].append(2)
    assert data.pieces == {"x": (Kind({"deep": [1]}), "b")}
