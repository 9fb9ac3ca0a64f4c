"""The exam that tabletop ships for packs."""

import pytest

from tabletop_core.testing import PackExam


class TestExam(PackExam):
    """All checks, without a warning allowed."""

    games = 4


@pytest.mark.gate
class TestWholeExam(PackExam):
    """The same with more games."""

    games = 20
