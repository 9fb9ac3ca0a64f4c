"""What recorded games and a pack's own tests reach counts as reached."""

import json
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

from tabletop_core.plugins.packs import find_packs
from tabletop_core.plugins.scaffold import new_pack
from tabletop_core.testing.exam import check_pack
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


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from shore_storm.rules import storm\n\n\ndef test_it():\n    storm(None)\n", []),
        # A test of something else, and none at all.
        ("from weather import storm\n\nstorm()\n", ["C901"]),
        ("", ["C901"]),
    ],
)
def test_a_rule_that_a_test_of_the_pack_names_alone_counts_as_reached(project, text, found):
    (project / "tests" / "test_storm.py").write_text(text)

    assert unreached(project) == found


@pytest.fixture
def stormy(project):
    """The pack with a storm that comes in a rare case."""
    rules = project / "shore_storm" / "rules.py"
    flood = "def flood(play: InPlay) -> None:\n"
    when = f"{flood}    if play.state.coins == 12:\n        storm(play)\n"
    rules.write_text(rules.read_text().replace(flood, when))
    assert unreached(project) == ["C901"]
    return project


def test_what_a_recorded_game_reaches_counts(stormy):
    (pack,) = find_packs([stormy], points=()).packs
    matches = (pack.load().start(seed=n).run(lambda *asked: "dig") for n in range(1000))
    match = next(one for one in matches if "storm" in {event.kind for event in one.events})
    head = {"pack": "shore_storm", "options": {}, "seed": match.seed, "bots": ""}
    golden = stormy / "tests" / "golden" / "storm.txt"
    golden.parent.mkdir()
    golden.write_text(f"# {json.dumps(head)}\n# {json.dumps(match.tape.entries)}\n")

    assert unreached(stormy) == []


@pytest.mark.parametrize("workers", ["-n0", pytest.param("-n2", marks=pytest.mark.gate)])
def test_what_a_test_of_the_pack_reaches_by_way_of_other_rules_counts(stormy, workers):
    (stormy / "tests" / "test_storm.py").write_text(
        "from tabletop_core.testing import perform\n\n\n"
        "def test_it(pack):\n"
        "    play = pack.start(seed=1).play\n"
        "    play.state.coins = 12\n"
        "    perform(play, pack.program.steps['Sea'].run)\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", workers, "tests/test_storm.py"]
    done = subprocess.run(command, cwd=stormy, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout
    assert unreached(stormy) == []


@pytest.fixture
def unused():
    """Return which pieces a game is told never to have used, where the data have these names."""
    marsh = find_packs([EXAMPLES / "reed_march"], points=())["reed_march"].load()

    def unused(names, *drawn):
        exam, found, match = Exam(marsh, 1), Found(played=1), marsh.start(seed=1)
        exam.data = attrs.evolve(marsh.load_data(()), names=names)
        for card in drawn:
            match.tape.add(("draw", card))
        found.reached.note_draws(match)
        tell_unreached(exam, found)
        return [problem.message for problem in exam.problems if problem.code == "C904"]

    return unused


def test_neither_a_space_of_a_map_nor_a_piece_that_was_drawn_in_silence_is_told_as_unused(unused):
    named = {"0403": "A village", "nowhere": "A piece", "c7 drawn": "Drawn"}

    assert unused(named, "c7 drawn") == ["1 random games never used 'nowhere' (A piece)"]
