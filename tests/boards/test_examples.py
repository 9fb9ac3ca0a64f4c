"""The examples in the documentation of boards are true."""

import doctest
from importlib import import_module

import pytest

ROOMS = ("board", "graphs", "movement", "hexes", "maps", "squares", "stacks")


@pytest.mark.parametrize("room", ROOMS)
def test_the_examples_of_a_module_print_what_they_say(room):
    result = doctest.testmod(import_module(f"tabletop_core.boards.{room}"))

    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("name", ["tabletop_core.boards", "tabletop_core.data"])
def test_the_examples_of_a_package_print_what_they_say(name):
    result = doctest.testmod(import_module(name))

    assert result.attempted > 0
    assert result.failed == 0
