"""The exam that tabletop ships for packs: a short one, and the whole one in the gate."""

import pytest

from tabletop_core.testing import PackExam


@pytest.mark.timeout(900)  # long campaigns, resumed, undone and forked: half a minute when idle
class TestShortExam(PackExam):
    """All checks, without a warning allowed."""

    games = 1


@pytest.mark.gate
@pytest.mark.timeout(900)
class TestExam(PackExam):
    """The same with more games."""

    games = 20
