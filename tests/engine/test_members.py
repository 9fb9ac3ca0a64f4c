"""What a rule may do, and what those who play a match may do, are two lists that are kept short."""

import re
from pathlib import Path

import pytest

from tabletop_core.engine.match import Match
from tabletop_core.engine.play import Play

PACKS = Path(__file__).parents[2] / "packs"

FOR_RULES = """
    ask ask_all choose data decision decisions dice die draw end events game item log look_up
    name_of odds options outcome pick resolve roll round rounds rule rules seat seats seen_only_by
    source state step table_odds where
"""
FOR_THOSE_WHO_PLAY = """
    answer begin data decision decisions events fork game history is_over is_simultaneous
    is_waiting open options outcome place play question_of questions retract rolling rounds_begun
    run run_at_random sealed seats secret_of seed seen_count state tape teams
"""


def members(kind):
    names = {*vars(kind), *kind.__annotations__, *getattr(kind, "__slots__", ())}
    return sorted(name for name in names if not name.startswith("_"))


@pytest.mark.parametrize(("kind", "known"), [(Play, FOR_RULES), (Match, FOR_THOSE_WHO_PLAY)])
def test_no_member_is_added_unseen(kind, known):
    assert members(kind) == sorted(known.split())


def test_a_play_has_no_other_members_than_its_class(race):
    with pytest.raises(AttributeError):
        race.start().play.answer = 1


def test_rules_questions_and_views_of_a_pack_use_no_member_of_a_match():
    only_of_match = {*FOR_THOSE_WHO_PLAY.split()} - {*FOR_RULES.split()}
    used = re.compile(rf"\bplay\.({'|'.join(only_of_match)})\b")
    parts = re.compile(r"/(rules|questions|shown|sequence)(\.py|/.*\.py)$")
    modules = [path for path in PACKS.rglob("*.py") if parts.search(path.as_posix())]
    found = {
        f"{path.relative_to(PACKS)}: {line.strip()}"
        for path in modules
        for line in path.read_text("utf-8").splitlines()
        if used.search(line) and not line.lstrip().startswith("#")
    }

    assert len(modules) > 20
    assert found == set()
