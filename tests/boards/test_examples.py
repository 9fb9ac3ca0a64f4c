"""The examples in the documentation of boards are true."""

import doctest
from importlib import import_module

import pytest

ROOMS = ("board", "graphs", "movement", "hexes", "maps", "squares", "stacks")
MODULES = ("tabletop_core.data", "tabletop_core.boards")


@pytest.mark.parametrize("name", [*MODULES, *(f"{MODULES[-1]}.{room}" for room in ROOMS)])
def test_the_examples_of_a_module_print_what_they_say(name):
    result = doctest.testmod(import_module(name))

    assert result.attempted > 0
    assert result.failed == 0
