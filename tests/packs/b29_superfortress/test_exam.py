"""The exam that tabletop ships for packs."""

from tabletop_core.testing import PackExam


class TestExam(PackExam):
    """All checks, without a warning allowed."""

    games = 20
