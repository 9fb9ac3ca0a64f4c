"""The exam compares the chapters that a pack names with its rules."""

import attrs
import pytest

from tabletop_core import Chapter, load_pack
from tabletop_core.testing.declared import check_declared
from tabletop_core.testing.exam_run import Exam

GAME = load_pack("bomber_run")
SETUP, *OTHERS = GAME.chapters


def faults(*chapters):
    exam = Exam(attrs.evolve(GAME, chapters=chapters), games=1)
    check_declared(exam)
    return [(one.message, one.value) for one in exam.problems if one.code == "C111"]


@pytest.mark.parametrize("chapters", [GAME.chapters, ()])
def test_chapters_that_hold_every_rule_once_have_no_faults_nor_has_a_game_without(chapters):
    assert faults(*chapters) == []


@pytest.mark.parametrize(
    ("chapter", "fault"),
    [
        (
            Chapter("Setup", *SETUP.rules, "Place Your Bets"),
            ("the chapter 'Setup' names a rule that does not exist", "'Place Your Bets'"),
        ),
        (
            Chapter("Setup", *SETUP.rules, "Movement"),
            ("the rule 'Movement' is named more than once", ""),
        ),
        (
            Chapter("Setup", *SETUP.rules[1:]),
            (f"the rule {SETUP.rules[0]!r} is in no chapter", ""),
        ),
        (Chapter(OTHERS[0].title, *SETUP.rules), (f"a chapter is called {OTHERS[0].title!r}", "")),
        (Chapter(" ", *SETUP.rules), ("a chapter is called ' '", "")),
    ],
)
def test_what_does_not_fit_is_told(chapter, fault):
    assert fault in faults(chapter, *OTHERS)
