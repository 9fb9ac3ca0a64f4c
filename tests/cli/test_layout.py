"""Nothing shown in a terminal is wider than it: at its edge a terminal breaks words anywhere."""

import re

import pytest

from tabletop_core.cli.screen.style import width_of

COLUMNS = (60, 80, 120, 200)
PLAY = "play harvest --seed 3 --seats human,bot:random"


def too_wide(shown, columns):
    """Return the lines that do not fit, without what was typed after a prompt."""
    bare = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", shown)
    return [
        line
        for line in bare.splitlines()
        # A command to copy stays whole, however long the path in it is.
        if width_of(line.partition("> ")[0]) > columns and "tabletop resume" not in line
    ]


@pytest.fixture(params=COLUMNS)
def columns(request):
    return request.param


@pytest.mark.parametrize(
    "command",
    [
        "odds 3d6",
        "table odds b29_superfortress 4-9",
        "info harvest",
        "packs",
        "play bomber_run --seats nobody-of-this-name,another-one",
    ],
)
def test_what_a_command_prints_fits(terminal, command, columns):
    program = terminal(command, columns=columns)
    program.end()

    assert too_wide(program.shown, columns) == []


def test_the_report_of_a_match_fits_and_so_does_the_line_that_tells_how_far_it_is(
    terminal, columns
):
    program = terminal("match harvest random greedy --games 4 --seed 123456789", columns=columns)
    program.end()
    *steps, last = program.shown.split("[#")

    assert len(steps) >= 4
    assert max(map(width_of, steps[1:])) < columns
    assert too_wide(last[last.index("Harvest: ") :], columns) == []


def test_bars_of_odds_reach_the_edge(terminal, columns):
    program = terminal("odds 3d6", columns=columns)
    program.end()

    assert max(map(width_of, program.shown.splitlines())) == columns


def test_the_menu_its_questions_and_the_list_of_saved_games_fit(
    terminal, columns, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TABLETOP_SAVES", "s")
    game = terminal("play bomber_run --seed 3 --seats human,bot:pilot", columns=columns)
    game.until()
    for line in ("1", "1", "quit"):
        game.press(line.encode() + b"\n")
    game.end()
    menu = terminal(columns=columns)
    shown = menu.until()
    number = re.search(r"(\d+)  Bomber Run:", shown)[1]
    for line in (number, "1", "", "", "1", "2", "1", "quit", "replay", "1", "", "?", "q"):
        menu.type(line)
    menu.press(b"q\n")
    menu.end()
    saves = terminal("saves", columns=columns)
    saves.end()

    assert "Bomber Run, round 1, 7 against 7 (west human" in menu.shown.replace("\n      ", " ")
    assert "west human, east pilot" in saves.shown.replace("\n      ", " ")
    assert too_wide(menu.shown, columns) == too_wide(saves.shown, columns) == []


def test_options_help_odds_and_advice_at_a_prompt_fit(terminal, columns):
    game = terminal("play bomber_boys --seed 5", columns=columns)
    game.until()
    for line in ("?", "hint 20", "rules", "1", "?", "odds", "1", "hint 20", "1", "1", "odds"):
        game.type(line)
    game.kill()

    assert "Hint from 20 playouts" in game.shown
    assert too_wide(game.shown, columns) == []
