"""The exam plays the lesson of a pack and tells where it does not fit."""

from pathlib import Path

import pytest

from tabletop_core.data.documents import read_document
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


@pytest.mark.parametrize(
    ("before", "after", "code", "line", "said"),
    [
        # An answer that is not an option, another question, a misspelt key, and no such bot.
        ('answer = "rye, oats"', 'answer = "rye, hops"', "C805", 10, "'hops'"),
        (
            *('asks = "How many sacks"', 'asks = "Which price"', "C805", 15),
            "the question is 'How many sacks of seed?', not 'Which price'",
        ),
        ("words =", "wrods =", "D103", None, ""),
        ("Two crops grow", "To be written: why", "C806", 13, "1 text of the lesson"),
        ("bot:random", "bot:ploughman", "C805", None, "'bot:ploughman' cannot play harvest"),
    ],
)
def test_what_does_not_fit_is_told_with_its_line(faults, before, after, code, line, said):
    found, *_ = faults(before, after)

    assert found[0] in (code, "D104" if code == "D103" else code)
    assert line in (None, found[1])
    assert said in found[2]


def test_a_lesson_that_plays_has_no_faults(faults):
    assert faults() == []
