"""Small games, bots that always say the same, and what of a report does not depend on the clock."""

from pathlib import Path

import pytest

from tabletop_core import Bot, load_pack

GAMES = Path(__file__).parents[2] / "benchmarks" / "games"


@pytest.fixture(scope="session")
def pig():
    return load_pack("pig", [GAMES])


@pytest.fixture(scope="session")
def tic_tac_toe():
    return load_pack("tic_tac_toe", [GAMES])


def counted(report):
    """What a report says, without the time it took."""
    page = report.to_json()
    return {name: page[name] for name in page if not name.startswith(("seconds", "games_per"))}


def always(answer):
    """Return a kind of bot that gives one answer to everything."""

    class Always(Bot):
        def choose(self, match, decision):
            return answer

    return Always
