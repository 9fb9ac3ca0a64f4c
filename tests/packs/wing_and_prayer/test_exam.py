"""The exam that tabletop ships for packs."""

import pytest

from tabletop_core.testing import PackExam


@pytest.mark.timeout(900)  # long campaigns, resumed, undone and forked: a minute on a free machine
class TestExam(PackExam):
    """All checks, without a warning allowed."""

    games = 20
