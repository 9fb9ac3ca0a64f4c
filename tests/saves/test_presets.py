"""What was chosen for a game is kept under a name, and seats who sat there before."""

import pytest

from tabletop_core.errors import SaveError
from tabletop_core.saves.presets import Preset, keep_preset, preset_files, read_preset
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import new_session


@pytest.fixture(autouse=True)
def saves(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_SAVES", str(tmp_path))


def preset_of(race, path, **chosen):
    new_session(race, save=path, **chosen).close()
    return Preset.of(read_save(path).header, race)


@pytest.fixture
def chosen(race, tmp_path):
    return preset_of(race, tmp_path / "a", options={"goal": 20}, seats="human,bot:random")


def test_a_preset_seats_persons_and_bots_as_they_sat(race, chosen):
    assert chosen.seats == "human,bot:random"
    assert new_session(race, seats=chosen.seats).players == chosen.players


def test_turned_each_player_sits_one_seat_further_on(chosen):
    assert chosen.turned().players == {"north": "random", "south": "human"}


def test_only_options_that_are_not_as_usual_are_kept(race, chosen, tmp_path):
    assert chosen.options == {"goal": 20}
    assert preset_of(race, tmp_path / "b", options={"goal": 10}).options == {}


def test_a_preset_is_read_as_it_was_kept_and_not_written_over(chosen):
    path = keep_preset(chosen, "evening")

    assert read_preset(path) == chosen
    assert preset_files() == [path]
    with pytest.raises(SaveError, match="a preset 'evening' already exists"):
        keep_preset(chosen, "evening")


def test_a_preset_may_be_the_first_thing_that_is_kept(chosen, tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_SAVES", str(tmp_path / "not" / "there"))

    assert read_preset(keep_preset(chosen, "evening")) == chosen
