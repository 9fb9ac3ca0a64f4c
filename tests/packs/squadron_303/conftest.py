"""The table of a test, and the game under test."""

import pytest

from packs.squadron_303.game import GAME
from tests.packs.squadron_303.tables import Table


@pytest.fixture
def table() -> Table:
    return Table(scenario="biggin_hill", players=2)


@pytest.fixture
def make_table() -> type[Table]:
    return Table


@pytest.fixture(scope="session")
def pack():
    """The game under test, for the fixtures that tabletop brings."""
    return GAME
