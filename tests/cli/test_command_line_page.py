"""docs/command-line.md leaves out no command and no option."""

import re
from pathlib import Path

import pytest

from tabletop_core.cli import COMMANDS, LazyGroup, app
from tabletop_core.cli.screen.prompt import PROMPT_COMMANDS

PAGE = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text(encoding="utf-8")


def section(name):
    """Return the part of the page under this heading."""
    found = re.search(rf"^## {re.escape(name)}\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
    assert found, f"docs/command-line.md has no heading ## {name}"
    return found[1]


def options(command):
    for below in getattr(command, "commands", {}).values():
        yield from options(below)
    for parameter in command.params:
        if parameter.param_type_name == "option" and not parameter.hidden:
            yield from (name for name in parameter.opts if name != "--help")


@pytest.fixture
def group():
    from typer.main import get_command

    group = get_command(app)
    assert isinstance(group, LazyGroup)
    return group


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_has_each_command_with_its_options_and_no_others(group, name):
    command = group.get_command(None, name)
    text = section(name)
    known = {*options(command), *options(group), "--help"}

    assert f"tabletop {name}" in text
    assert [option for option in options(command) if f"`{option}" not in text] == []
    assert set(re.findall(r"`(--[a-z-]+)", text)) - known == set()
    for below in getattr(command, "commands", {}):
        assert f"`tabletop {name} {below} " in text
    assert command.help.splitlines()[0] == COMMANDS[name][1], "as in the list of commands"


def test_the_options_for_every_command_are_on_the_page(group):
    text = section("Options for every command")

    assert [option for option in options(group) if f"`{option}" not in text] == []


def test_the_page_lists_every_way_to_type_a_command_at_a_prompt():
    rows = re.findall(r"^\| (`[^|]*) \| .* \|$", section("play"), re.M)

    assert [names for names in rows if not names.startswith("`-")] == [
        ", ".join(f"`{name}`" for name in dict.fromkeys(names))
        for command in PROMPT_COMMANDS
        for number, typed in enumerate(command.uses)
        for names in [(typed, command.name, *command.also) if number == 0 else (typed,)]
    ]


def test_no_two_commands_of_a_prompt_have_the_same_name():
    names = [name for command in PROMPT_COMMANDS for name in (command.name, *command.also)]

    assert len(set(names)) == len(names)
