"""Saved games whose pack has changed since."""

import pytest


@pytest.fixture
def rules(own_packs):
    return own_packs / "harvest" / "game.py"


@pytest.fixture
def left(tabletop, saves):
    """The file of a long game left in the middle."""
    done = tabletop("play harvest --seats human,bot:random -o years=30", "rye\n2\n20\n" * 28)
    assert "The game is saved." in done.stdout, done.stderr
    (path,) = saves.glob("*.toml")
    return path


def test_rules_that_no_longer_fit_are_refused_and_force_goes_on_from_a_checkpoint(
    tabletop, left, rules
):
    before = left.read_bytes()
    rules.write_text(rules.read_text().replace('"2d6", "the mood', '"3d6", "the mood'))

    refused = tabletop("resume")
    assert refused.returncode == 2
    assert "cannot be replayed, because it does not follow the rules" in refused.stderr
    assert "--force continues from the last checkpoint that loads" in refused.stderr
    assert left.read_bytes() == before

    forced = tabletop("resume --force", "rye\n2\n20\n")
    assert forced.returncode == 0
    assert "Note: continuing from the checkpoint after entry " in forced.stdout
    assert "the mood of the market: rolls 3d6" in forced.stdout
    assert left.read_bytes() == before
    assert left.with_name(f"{left.stem}-2.toml").exists()


def test_changed_data_that_still_replays_goes_on_with_a_note(tabletop, left, rules):
    weather = rules.parent / "data" / "weather.toml"
    weather.write_text(weather.read_text().replace("bumper crop", "rich crop"))
    rules.write_text(rules.read_text().replace("bumper crop", "rich crop"))
    done = tabletop("resume")

    assert done.returncode == 0
    assert "have changed since this game was saved, but the whole game still replays" in done.stdout
