"""The exam as a class of tests, one for each group of checks."""

from collections.abc import Sequence

from ..errors import Problem
from .codes import ERROR, WARNING


class PackExam:
    """The exam of a pack, ready to be collected by pytest.

        from tabletop_core.testing import PackExam

        class TestExam(PackExam):
            games = 30

    The fixture `pack` says which pack is examined.
    Errors fail a test; warnings do, too, unless their code is in `allowed`.
    """

    games = 50
    """The number of random games."""

    allowed: Sequence[str] = ()
    """Codes of the warnings that this pack may have."""

    def test_it_loads_and_declares_itself(self, exam_problems: list[Problem]) -> None:
        self._expect_none(exam_problems, "C1")

    def test_its_data_are_sound_and_used(self, exam_problems: list[Problem]) -> None:
        self._expect_none(exam_problems, "D", "T", "C3")

    def test_its_sequence_and_its_modules_keep_to_the_rules_of_the_house(
        self, exam_problems: list[Problem]
    ) -> None:
        self._expect_none(exam_problems, "C2")

    def test_random_games_run_to_their_end(self, exam_problems: list[Problem]) -> None:
        self._expect_none(exam_problems, "C4")

    def test_events_are_plain_and_have_words(self, exam_problems: list[Problem]) -> None:
        self._expect_none(exam_problems, "C5")

    def test_the_same_answers_and_chance_give_the_same_game(
        self, exam_problems: list[Problem]
    ) -> None:
        self._expect_none(exam_problems, "C6")

    def test_views_show_nothing_hidden(self, exam_problems: list[Problem]) -> None:
        self._expect_none(exam_problems, "C7")

    def test_bots_play(self, exam_problems: list[Problem]) -> None:
        self._expect_none(exam_problems, "C8")

    def _expect_none(self, problems: Sequence[Problem], *groups: str) -> None:
        found = [
            str(problem)
            for problem in problems
            if problem.code.startswith(groups)
            and (
                problem.severity == ERROR
                or (problem.severity == WARNING and problem.code not in self.allowed)
            )
        ]
        assert not found, "\n".join(found)
