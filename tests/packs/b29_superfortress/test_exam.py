"""The exam that tabletop ships for packs."""

import pytest

from tabletop_core.testing import PackExam


class TestExam(PackExam):
    """All checks, without a warning allowed."""

    games = 3


@pytest.mark.gate
@pytest.mark.timeout(1200)  # games that are resumed, undone and forked, on a busy machine
class TestWholeExam(PackExam):
    """The same with more games."""

    games = 20
