"""The exam plays the lesson of a pack and tells where it does not fit."""

from pathlib import Path

import pytest

from tabletop_core.data import read_document
from tabletop_core.plugins.packs import find_packs
from tabletop_core.testing.exam import check_pack

HARVEST = Path(__file__).parents[1] / "cli" / "packs" / "harvest"


@pytest.fixture
def faults(tmp_path, monkeypatch):
    """Return what the exam says of the lesson with a text replaced by another."""

    def faults(before="", after=""):
        text = (HARVEST / "lesson.toml").read_text()
        assert before in text
        lesson = tmp_path / "lesson.toml"
        lesson.write_text(text.replace(before, after, 1))
        monkeypatch.setattr(
            "tabletop_core.testing.lessons.lesson_file", lambda game: read_document(lesson)
        )
        pack = find_packs((HARVEST.parent,))["harvest"]
        problems = check_pack(pack, 1, bots=False, processes=False)
        return [
            (one.code, one.line, one.message)
            for one in problems
            if one.file.endswith("lesson.toml") or one.code == "C805"
        ]

    return faults


def test_a_lesson_that_plays_has_no_faults(faults):
    assert faults() == []


def test_an_answer_that_is_no_option_is_told_with_its_line(faults):
    ((code, line, message),) = faults('answer = "rye, oats"', 'answer = "rye, hops"')

    assert (code, line) == ("C805", 10)
    assert "'hops'" in message


def test_a_question_that_is_another_is_told(faults):
    ((code, line, message),) = faults('asks = "How many sacks"', 'asks = "Which price"')

    assert (code, line) == ("C805", 15)
    assert message == "the question is 'How many sacks of seed?', not 'Which price'"


def test_a_misspelt_key_is_told(faults):
    ((code, _, _),) = faults("words =", "wrods =")[:1]

    assert code in ("D103", "D104")


def test_players_that_do_not_suit_the_game_are_told(faults):
    ((code, _, message),) = faults("bot:random", "bot:ploughman")

    assert code == "C805"
    assert "'bot:ploughman' cannot play harvest" in message
