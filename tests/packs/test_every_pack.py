"""Claims that hold for every installed pack."""

from importlib.resources import files

import pytest

from tabletop_core import run_games
from tabletop_core.bots import bots_of
from tabletop_core.plugins.packs import find_packs

PACKS = find_packs()
GAMES = [pack.load() for pack in PACKS.packs]

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def test_every_pack_can_be_found_and_loaded():
    assert PACKS.problems == ()
    assert GAMES


@every_game
def test_notes_tell_every_ruling_with_its_reason(game):
    notes = " ".join((files(game.package) / "NOTES.md").read_text(encoding="utf-8").split())

    missing = [
        ruling
        for ruling in game.all_rulings
        if " ".join(ruling.ruling.split()) not in notes or " ".join(ruling.why.split()) not in notes
    ]
    assert missing == []


@every_game
def test_every_datum_states_where_it_comes_from(game):
    data = game.load_data(())

    assert data.provenance
    assert "unstated" not in data.provenance


@pytest.mark.parametrize(
    ("game", "bot"),
    [(game, bot) for game in GAMES for bot in bots_of(game)],
    ids=lambda value: getattr(value, "id", value),
)
def test_every_bot_of_a_pack_plays_a_game_to_its_end(game, bot):
    seats = game.seats_for(game.read_options({}))

    report = run_games(game, 2, 1, players=dict.fromkeys(seats, bot), most_decisions=5_000)

    assert "unfinished" not in {kind for kind, _ in report.outcomes}
