"""What games of a pack cover: options offered and taken, and data that code reads."""

import json
import shutil
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tabletop_core.cli import app
from tabletop_core.plugins.packs import find_packs
from tabletop_core.testing import record_game
from tabletop_core.testing.coverage import cover

SOUND = Path(__file__).parent / "lanterns"
WIND, DATA, GAME = "data/wind.toml", "data.py", "game.py"
ASK = 'tuple(sorted(set(hand.cards) | {"none"})))'

BROKEN = {
    "an effect that no rule names": (
        WIND, 'result = "calm"', 'result = { effect = "blow" }', "C306", "'blow'",
    ),
    "a word where rules name others": (
        WIND, 'result = "calm"', 'result = "lull"', "C307", "'lull'",
    ),
    "a key whose name another class has": (
        DATA, "    light: int\n", "    light: int\n    round: int = 1\n", "C905", "'round'",
    ),
    "an option that nobody takes": (
        GAME, ASK, ASK[:-1] + ' + ("yield",))\n    if card == "yield":\n        return',
        "C906", "'yield'",
    ),
}  # fmt: skip


@pytest.fixture
def lanterns(tmp_path):
    """Return the sound pack, changed in one place, in a project of its own."""

    def make(file=GAME, old="", new=""):
        folder = tmp_path / "lanterns"
        shutil.copytree(SOUND, folder, ignore=shutil.ignore_patterns("__pycache__"))
        (tmp_path / "pyproject.toml").touch()
        text = (folder / file).read_text()
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1))
        return find_packs([folder], points=()).packs[0].load()

    yield make
    for name in [own for own in sys.modules if own.partition(".")[0] == "lanterns"]:
        del sys.modules[name]


@pytest.mark.parametrize("name", BROKEN)
def test_coverage_notes(lanterns, name, monkeypatch):
    file, old, new, code, what = BROKEN[name]
    game = lanterns(file, old, new)
    if code == "C906":
        monkeypatch.setattr(
            "tabletop_core.bots.simple.RandomBot.choose",
            lambda self, play, decision: decision.options[0],
        )

    found = [one for one in cover(game, 2).problems if one.code == code]

    assert [what in one.message for one in found] == [True]
    assert found[0].severity == "note"
    assert found[0].line


def test_options_with_ids_are_counted_by_their_form(lanterns):
    game = lanterns(
        GAME, ASK, "tuple(f'lamp {n}:{c}' for n, c in enumerate(sorted(hand.cards))) + ('none',))"
        "\n    card = card.partition(':')[2] or card",
    )  # fmt: skip

    (asked,) = cover(game, 2).decisions

    assert asked.prompt == "Which lantern?"
    assert set(asked.offered) == {"lamp #:…", "none"}
    assert asked.offered["none"] == asked.times == asked.taken.total()


def test_recorded_games_count_and_take_what_they_took(lanterns, tmp_path):
    game = lanterns()
    without = cover(game, 2)
    match = record_game(game, tmp_path / "tests" / "golden" / "night.txt", seed=3)

    covered = cover(game, 2)

    assert covered.games["recorded"] == 1
    assert covered.decisions[0].times == without.decisions[0].times + match.decisions


def test_a_recording_of_other_rules_is_left_out_and_told(lanterns, tmp_path):
    game = lanterns()
    path = tmp_path / "tests" / "golden" / "night.txt"
    record_game(game, path, seed=3)
    path.write_text(path.read_text().replace('["answer", "ann", "', '["answer", "ann", "no '))

    covered = cover(game, 2)

    assert covered.games["recorded"] == 0
    assert "night.txt: 'no " in covered.skipped[0]


def test_the_classes_of_data_are_as_before_when_the_games_are_played(lanterns):
    game = lanterns()

    cover(game, 2)

    kinds = {type(one) for one in game.load_data(()).lanterns.values()}
    assert not any("__getattribute__" in vars(kind) for kind in kinds)


def test_the_command_tells_the_counts_as_text_and_as_data(lanterns, tmp_path):
    lanterns()
    ask = ["check", str(tmp_path / "lanterns"), "--coverage", "--games", "2"]

    text = CliRunner().invoke(app, ask).output
    (told,) = json.loads(CliRunner().invoke(app, [*ask, "--json"]).output)

    (asked,) = told["decisions"]
    assert f"asked {asked['asked']} times" in text
    for option in asked["options"]:
        assert f"offered {option['offered']}, taken {option['taken']}" in text
