"""What games of a pack cover: options offered and taken, and data that code reads."""

import json

import pytest
from typer.testing import CliRunner

from tabletop_core.cli import app
from tabletop_core.testing.coverage import cover
from tabletop_core.testing.recordings import record_game

WIND, DATA, GAME = "data/wind.toml", "data.py", "game.py"
ASK = 'tuple(sorted(set(hand.cards) | {"none"})), label=str)'

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
        GAME, ASK, ASK.replace(",", ' + ("yield",),') + '\n    if card == "yield":\n        return',
        "C906", "'yield'",
    ),
}  # fmt: skip


@pytest.fixture
def lanterns(broken, tmp_path):
    """Return the sound pack, changed in one place, in a project of its own."""
    (tmp_path / "pyproject.toml").touch()
    return lambda *change: broken(*change).load()


@pytest.mark.parametrize("name", BROKEN)
def test_coverage_notes(lanterns, tells, name, monkeypatch):
    file, old, new, code, what = BROKEN[name]
    game = lanterns(file, old, new)
    if code == "C906":
        monkeypatch.setattr(
            "tabletop_core.bots.simple.RandomBot.choose",
            lambda self, play, decision: decision.options[0],
        )
    found = tells(cover(game, 2).problems, code, "")

    assert what in found.message
    assert (found.severity, found.line > 0) == ("note", True)


def test_options_with_ids_are_counted_by_their_form(lanterns):
    game = lanterns(
        GAME, ASK, "tuple(f'lamp {n}:{c}' for n, c in enumerate(sorted(hand.cards))) + ('none',))"
        "\n    card = card.partition(':')[2] or card",
    )  # fmt: skip

    (asked,) = cover(game, 2).decisions

    assert asked.prompt == "Which lantern?"
    assert set(asked.offered) == {"lamp #:…", "none"}
    assert asked.offered["none"] == asked.times == asked.taken.total()


@pytest.fixture
def recorded(lanterns, tmp_path):
    """Return the sound pack with one recorded game, and where that is."""
    game, path = lanterns(), tmp_path / "tests" / "golden" / "night.txt"
    return game, path, record_game(game, path, seed=3)


def test_recorded_games_count_and_take_what_they_took(recorded):
    game, path, match = recorded
    covered = cover(game, 2)
    path.unlink()

    assert covered.games["recorded"] == 1
    assert covered.decisions[0].times == cover(game, 2).decisions[0].times + match.decisions


def test_a_recording_of_other_rules_is_left_out_and_told(recorded):
    game, path, _ = recorded
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
