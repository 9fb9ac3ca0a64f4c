"""What every front end shares holds nothing of any one of them."""

import ast
import doctest
from importlib import import_module
from pathlib import Path

import pytest

from tabletop_core import presentation

MODULES = sorted(Path(presentation.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("file", MODULES, ids=lambda file: file.stem)
def test_nothing_told_has_a_colour_a_frame_or_a_width_and_its_examples_run(file):
    source = file.read_text(encoding="utf-8")
    names = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}

    assert not names & {"Style", "print", "get_terminal_size"}
    assert not [sign for sign in ("\\x1b", "typer", "┌", "█") if sign in source]
    module = import_module(f"{presentation.__name__}.{file.stem}".removesuffix(".__init__"))
    assert doctest.testmod(module).failed == 0


def test_the_package_names_its_modules():
    assert [file.stem for file in MODULES if f"`{file.stem}`" not in presentation.__doc__] == [
        "__init__"
    ]
