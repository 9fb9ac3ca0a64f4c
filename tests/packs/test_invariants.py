"""What the packs say is always true, held over many games of random and of the packs' bots.

A few games here, of random bots alone in the quick tests; `TABLETOP_GAMES=2000` plays as many of
each.
"""

import os

import pytest

from tabletop_core.bots.simple import bots_of
from tabletop_core.plugins.packs import find_packs
from tabletop_core.testing.invariants import hold_invariants

GAMES = [game for game in (pack.load() for pack in find_packs().packs) if game.invariants]
PLAYED = int(os.environ.get("TABLETOP_GAMES", "4"))


def quick_bots(game):
    return [name for name, make in bots_of(game).items() if not make().looks_ahead]


@pytest.mark.parametrize(
    ("game", "bot"),
    [
        pytest.param(game, bot, marks=() if bot == "random" else pytest.mark.gate)
        for game in GAMES
        for bot in quick_bots(game)
    ],
    ids=lambda one: getattr(one, "id", one),
)
def test_the_invariants_hold_after_every_answer(game, bot):
    hold_invariants(game, PLAYED, f"bot:{bot}")
