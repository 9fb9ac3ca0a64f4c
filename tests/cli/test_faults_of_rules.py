"""A rule that fails is told in one message, and the game is kept."""

import shutil
import subprocess
import sys

import pytest

from .conftest import PACKS

TYPED = "rye\n2\n20\n"


@pytest.fixture
def rules(tmp_path, saves, monkeypatch):
    """The rules of a copy of the toy game."""
    shutil.copytree(PACKS, tmp_path / "packs", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setenv("TABLETOP_PACKS", str(tmp_path / "packs"))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    return tmp_path / "packs" / "harvest" / "game.py"


def tabletop(*command, typed=""):
    code = "from tabletop_core.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *command], input=typed, capture_output=True, text=True
    )


def play(*more):
    seats = ("--seats", "human,bot:random", "-o", "years=2")
    return tabletop("play", "harvest", *seats, *more, typed=TYPED * 2)


def fail(rules, line, how="{}['price']"):
    """Let the rules fail before a line; return the number of the line that does."""
    text = rules.read_text()
    before, found, after = text.partition(line)
    assert found
    indent = before[before.rindex("\n") + 1 :]
    rules.write_text(f"{before}{how}\n{indent}{found}{after}")
    return before.count("\n") + 1


MARKET = 'card = play.draw(play.state.pile, "the event'


def test_rule_file_and_line_are_told_without_a_traceback(rules):
    line = fail(rules, MARKET)
    done = play()

    assert done.returncode == 2
    assert f"rule '3.1 Market' of Harvest failed at {rules}:{line}: KeyError: 'price'" in (
        done.stderr
    )
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_an_error_of_the_core_is_told_with_the_rule_that_met_it(rules):
    line = fail(rules, MARKET, how='play.ask("Which?", ())')
    done = play()

    assert f"rule '3.1 Market' of Harvest failed at {rules}:{line}: " in done.stderr
    assert "offers no option" in done.stderr


def test_traceback_shows_the_way_there_before_the_message(rules):
    fail(rules, MARKET)
    done = play("--traceback")

    assert done.stderr.startswith("Traceback (most recent call last)")
    assert "--traceback" not in done.stderr.splitlines()[-1]
    assert done.returncode == 2


def test_the_game_goes_on_once_the_rule_is_mended(rules, saves):
    whole = rules.read_text()
    fail(rules, MARKET)
    done = play()
    (path,) = saves.glob("*.toml")
    assert f"the game is saved: tabletop resume {path}" in done.stderr

    rules.write_text(whole)
    resumed = tabletop("resume", str(path), typed=TYPED)
    assert resumed.returncode == 0
    assert "the mood of the market" in resumed.stdout


@pytest.mark.parametrize("how", ["{}['price']", "1 / 0"])
def test_a_game_resumed_under_the_broken_rule_is_told_where_it_fails(rules, saves, how):
    line = fail(rules, MARKET, how)
    play()
    resumed = tabletop("resume")

    assert resumed.returncode == 2
    assert f"rule '3.1 Market' of Harvest failed at {rules}:{line}: " in resumed.stderr
    assert "Traceback" not in resumed.stderr


def test_a_game_that_fails_before_its_first_question_is_not_saved(rules, saves):
    line = fail(rules, 'card = play.draw(play.state.pile, f"the hand')
    done = play()

    assert f"rule '1.1 Cards dealt' of Harvest failed at {rules}:{line}" in done.stderr
    assert "the game is saved" not in done.stderr
