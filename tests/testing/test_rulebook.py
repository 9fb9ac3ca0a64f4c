"""The sections of a rulebook beside the rules of a pack: what is still to do."""

import json

import pytest
from typer.testing import CliRunner

from tabletop_core import Repeat, Step, rule
from tabletop_core.cli import app
from tabletop_core.testing.rulebook import compare, sections_of

NUMBERED = """
A GAME OF RUNNING

1.0 INTRODUCTION ........ 2
2.1 Contents

1.0 INTRODUCTION
Two run home. The goal is 10 points.
[1.1] Roll or hold
Roll a die.
1.2 is told further below.
(1.3) Score
2.0 TIES
**[2.1] Of two runners**
3.5 points are enough for a draw.
Table 8-4 Falls
"""


@pytest.mark.parametrize(
    ("text", "known", "found"),
    [
        (
            *(NUMBERED, ()),
            "1 INTRODUCTION, 1.1 Roll or hold, 1.3 Score, 2 TIES, 2.1 Of two runners, 8-4 Falls",
        ),
        # Headings of Markdown.
        (
            "# The Game\n\n## 1.2 Score ##\n\ntext\n\n### Ties\n",
            *((), "The Game, 1.2 Score, Ties"),
        ),
        # Without numbers the headings are the sections.
        (
            "COMBAT\nWho fires rolls.\n\nSnap-Shot Attack\nIf one passes, fire.\n\nThis is text\n",
            *((), "COMBAT, Snap-Shot Attack"),
        ),
        # So is a line that a rule is named after.
        ("text\nend of the day\ntext", {"end of day"}, "end of the day"),
    ],
)
def test_sections_are_found_in_the_forms_that_rulebooks_use(text, known, found):
    assert ", ".join(section.name for section in sections_of(text, known)) == found


def test_a_section_of_the_contents_stands_where_its_text_is():
    lines = {section.number: section.line for section in sections_of(NUMBERED)}

    assert (lines["1"], lines["2.1"]) == (7, 14)


def test_sections_without_a_rule_are_to_do_and_rules_without_a_section_are_told(race):
    compared = compare(race, NUMBERED)

    assert "1.1 Roll or hold" in [section.name for section in compared.missing]
    assert [section.name for section in compared.rules] == ["1 INTRODUCTION", "2 TIES"]
    assert compared.unknown == ()
    told = compare(race, NUMBERED.replace("2.0 TIES", "")).unknown
    assert [number for number, _ in told] == ["2"]


def test_a_rule_is_also_found_by_its_heading(race_with):
    @rule("4/Score")
    def count(play):
        play.end("done")

    game = race_with(sequence=Repeat("Day", Step("Count", count, rule="4/Score", may_end=True)))

    assert "1.3 Score" in [section.name for section in compare(game, NUMBERED).rules]


# ---------------------------------------------------------------- the command


@pytest.fixture
def to_do(tmp_path, make_pack):
    pack = make_pack(
        "import attrs\nfrom tabletop_core import Game, Step, rule\n"
        "from . import IDENTITY\n\n\n@attrs.define\nclass State:\n    pass\n\n\n"
        '@rule("1.1", "Roll")\ndef roll(play):\n    play.end("done")\n\n\n'
        "GAME = Game(identity=IDENTITY, package=__package__, seats=('one', 'two'),\n"
        "    sequence=Step('Roll', roll), state=State, new_state=lambda play: State())\n",
        {"NOTES.md": "# Notes\n\n## Not here yet\n\n- 2.1, for want of a third runner.\n"},
    )
    book = tmp_path / "book.txt"
    book.write_text(NUMBERED)

    def run(*words):
        folder = str(tmp_path / pack.id)
        return CliRunner().invoke(app, ["check", folder, "--rulebook", *map(str, words)])

    return lambda *words: run(*(words or (book,)))


def test_check_lists_what_is_to_do_with_the_lines_of_the_text(to_do):
    done = to_do()

    assert done.exit_code == 0
    assert done.stdout == (
        "Made: 6 sections in book.txt, 1 with a rule, 1 left out by the notes, 4 to do\n"
        "  book.txt:7: 1 INTRODUCTION\n"
        "  book.txt:12: 1.3 Score\n"
        "  book.txt:13: 2 TIES\n"
        "  book.txt:16: 8-4 Falls\n"
    )


def test_check_json_tells_every_section_with_its_rules(to_do, tmp_path):
    (one,) = json.loads(to_do(tmp_path / "book.txt", "--json").stdout)

    assert [section["number"] for section in one["sections"] if section["rules"]] == ["1.1"]
    assert [section["number"] for section in one["sections"] if section["left_out"]] == ["2.1"]
    assert one["unknown"] == []


@pytest.mark.parametrize(("content", "words"), [(None, "cannot be read"), (b"\xff\xfe", "UTF-8")])
def test_a_rulebook_that_cannot_be_read_is_one_message_and_exit_2(to_do, tmp_path, content, words):
    file = tmp_path / "scan.pdf"
    if content:
        file.write_bytes(content)

    done = to_do(file)

    assert done.exit_code == 2
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1
