"""Nothing shown in a terminal is wider than it: at its edge a terminal breaks words anywhere."""

import pytest

from tabletop_core.text.style import width_of

from .conftest import bare


def too_wide(shown, columns):
    """Return the lines that do not fit, without what was typed after a prompt."""
    return [
        line
        for line in bare(shown).splitlines()
        # A command to copy stays whole, however long the path in it is.
        if width_of(line.partition("> ")[0]) > columns and "tabletop resume" not in line
    ]


@pytest.fixture(params=(60, 80, 120, 200))
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
def test_what_a_command_prints_fits(at_desk, command, columns):
    shown = at_desk(command, columns=columns).text

    assert too_wide(shown, columns) == []
    if command == "odds 3d6":
        assert max(map(width_of, shown.splitlines())) == columns, "the bars reach the edge"


def test_the_report_of_a_match_fits_and_so_does_the_line_that_tells_how_far_it_is(at_desk, columns):
    shown = at_desk("match harvest random greedy --games 4 --seed 123456789", columns=columns).text
    *steps, last = shown.replace("\r", "").split("[#")

    assert len(steps) >= 4
    assert max(map(width_of, steps[1:])) < columns
    assert too_wide(last[last.index("Harvest: ") :], columns) == []


def test_the_menu_its_questions_and_the_list_of_saved_games_fit(
    at_desk, columns, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TABLETOP_SAVES", "s")
    at_desk("play bomber_run --seed 3 --seats human,bot:pilot", "1", "1", "quit", columns=columns)
    typed = ("bomber_run", "1", "", "", "1", "2", "1", "quit", "replay", "1", "", "?", "q", "q")
    menu = at_desk("", *typed, columns=columns).text
    saves = at_desk("saves", columns=columns).text

    assert "Bomber Run, round 1, 7 against 7 (west human" in menu.replace("\n      ", " ")
    assert "west human, east pilot" in saves.replace("\n      ", " ")
    assert too_wide(menu, columns) == too_wide(saves, columns) == []


def test_options_help_odds_and_advice_at_a_prompt_fit(at_desk, columns):
    typed = ("?", "hint 20", "rules", "1", "?", "odds", "1", "hint 20", "1", "1", "odds")
    shown = at_desk("play bomber_boys --seed 5", *typed, columns=columns).text

    assert "Hint from 20 playouts" in shown
    assert too_wide(shown, columns) == []
