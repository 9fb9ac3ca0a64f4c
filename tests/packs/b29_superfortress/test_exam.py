"""The exam that tabletop ships for packs."""

import attrs
import pytest

from packs.b29_superfortress.game import GAME
from tabletop_core.testing import PackExam

FEW = {"target": ("rolled", "Tokyo", "Truk"), "mission": (1, 11, 25, 30, "tour")}


class TestExam(PackExam):
    """All checks, without a warning allowed, with a few of the missions and targets."""

    games = 3

    @pytest.fixture(scope="class")
    @classmethod
    def pack(cls):
        options = [
            attrs.evolve(option, values=FEW.get(option.name, option.values))
            for option in GAME.options
        ]
        return attrs.evolve(GAME, options=tuple(options))


@pytest.mark.gate
@pytest.mark.timeout(1200)  # games of every target, resumed, undone and forked, on a busy machine
class TestWholeExam(PackExam):
    """The same with more games."""

    games = 20
