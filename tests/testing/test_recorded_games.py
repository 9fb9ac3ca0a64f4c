"""What recorded games and a pack's own tests reach counts as reached."""

import json
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

from tabletop_core.plugins.packs import find_packs
from tabletop_core.plugins.scaffold import new_pack
from tabletop_core.testing import check_pack
from tabletop_core.testing.exam_run import Exam
from tabletop_core.testing.games import Found, tell_unreached

EXAMPLES = Path(__file__).parents[2] / "examples"

NEVER = """

@rule("9", "A storm")
def storm(play):
    play.log("storm")
"""


@pytest.fixture
def project(tmp_path):
    """Write a new pack with a rule that no random game reaches."""
    before = set(sys.modules)
    new_pack("shore_storm", tmp_path)
    rules = tmp_path / "shore_storm" / "shore_storm" / "rules.py"
    rules.write_text(rules.read_text() + NEVER)
    yield tmp_path / "shore_storm"
    for name in set(sys.modules) - before:
        if name.startswith("shore_storm"):
            del sys.modules[name]


def unreached(project):
    (pack,) = find_packs([project], points=()).packs
    problems = check_pack(pack, games=5, bots=False, processes=False)
    return [problem.code for problem in problems if problem.code.startswith("C90")]


def test_a_rule_that_nothing_reaches_is_found(project):
    assert unreached(project) == ["C901"]


def test_a_rule_that_a_test_of_the_pack_names_counts_as_reached(project):
    test = project / "tests" / "test_storm.py"
    test.write_text("from shore_storm.rules import storm\n\n\ndef test_it():\n    storm(None)\n")

    assert unreached(project) == []


def test_a_test_of_something_else_does_not_count(project):
    (project / "tests" / "test_storm.py").write_text("from weather import storm\n\nstorm()\n")

    assert unreached(project) == ["C901"]


def dig(match, decision):
    return "dig"


def test_what_a_recorded_game_reaches_counts(project):
    rules = project / "shore_storm" / "rules.py"
    when = "def flood(play):\n    if play.state.coins == 12:\n        storm(play)\n"
    rules.write_text(rules.read_text().replace("def flood(play):\n", when))
    assert unreached(project) == ["C901"]

    (pack,) = find_packs([project], points=()).packs
    matches = (pack.load().start(seed=seed).run(dig) for seed in range(1000))
    match = next(one for one in matches if "storm" in {event.kind for event in one.events})
    head = {"pack": "shore_storm", "options": {}, "seed": match.seed, "bots": ""}
    golden = project / "tests" / "golden" / "storm.txt"
    golden.parent.mkdir()
    golden.write_text(f"# {json.dumps(head)}\n# {json.dumps(match.tape.entries)}\n")

    assert unreached(project) == []


@pytest.mark.parametrize("workers", ["-n0", "-n2"])
def test_what_a_test_of_the_pack_reaches_by_way_of_other_rules_counts(project, workers):
    rules = project / "shore_storm" / "rules.py"
    when = "def flood(play):\n    if play.state.coins == 12:\n        storm(play)\n"
    rules.write_text(rules.read_text().replace("def flood(play):\n", when))
    assert unreached(project) == ["C901"]

    (project / "tests" / "test_storm.py").write_text(
        "from tabletop_core.testing import perform\n\n\n"
        "def test_it(pack):\n"
        "    play = pack.start(seed=1).play\n"
        "    play.state.coins = 12\n"
        "    step = pack.program.steps['Sea']\n"
        "    perform(play, step.run)\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", workers, "tests/test_storm.py"]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout
    assert unreached(project) == []


def test_a_space_of_a_map_is_no_piece_that_a_game_must_use(tmp_path):
    marsh = find_packs([EXAMPLES / "reed_march"], points=())["reed_march"].load()
    exam = Exam(marsh, 1)
    exam.data = marsh.load_data(())
    named = attrs.evolve(exam.data, names={"0403": "A village", "nowhere": "A piece"})
    exam.data = named
    found = Found(played=1)
    tell_unreached(exam, found)

    told = [problem.message for problem in exam.problems if problem.code == "C904"]
    assert told == ["1 random games never used 'nowhere' (A piece)"]


def test_a_piece_that_a_rule_draws_without_a_word_is_used():
    marsh = find_packs([EXAMPLES / "reed_march"], points=())["reed_march"].load()
    exam, found = Exam(marsh, 1), Found(played=1)
    exam.data = attrs.evolve(marsh.load_data(()), names={"c7 drawn": "Drawn", "c8 left": "Left"})
    match = marsh.start(seed=1)
    match.tape.add(("draw", "c7 drawn"))
    found.reached.note_draws(match)
    tell_unreached(exam, found)

    told = [problem.message for problem in exam.problems if problem.code == "C904"]
    assert told == ["1 random games never used 'c8 left' (Left)"]
