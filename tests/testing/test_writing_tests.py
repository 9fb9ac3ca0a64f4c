"""What the author of a pack tests with: one rule, a scripted game, a recorded game, fixtures."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tabletop_core import ForEach, Repeat, Step, rule
from tabletop_core.errors import IllegalAnswerError, TabletopError
from tabletop_core.testing import SetField, perform, play_script
from tabletop_core.testing.many_games import record_many, replay_many
from tabletop_core.testing.recordings import record_game, replay_game

# ---------------------------------------------------------------- one rule


@pytest.fixture
def match(race):
    return race.start()


@pytest.fixture
def done(match):
    """Return what carries out the turn of north with dice and answers."""

    def done(script, *answers, match=match):
        [step] = match.game.program.steps.values()
        return perform(match.play, step.run, script=script, answers=answers)

    return done


def test_a_rule_is_carried_out_with_its_dice_and_answers(match, done):
    made = done([4, 2], "roll", "roll", "hold")

    assert match.state.scores == {"north": 6, "south": 0}
    assert made.prompts == ["Roll again?"] * 3
    assert not made.is_over


def test_a_rule_that_ends_the_game_says_so(match, done):
    made = done([6, 5], "roll", "roll", "hold")

    assert made.is_over
    assert match.outcome.winner == "north"


def test_a_script_sets_fields_between_answers(race):
    answers = ["roll", SetField("scores.north", 7), "hold"]
    match = play_script(race, [4], answers=answers)

    assert match.outcome.scores == {"north": 11, "south": 0}
    with pytest.raises(IllegalAnswerError, match=r"no field 'score'"):
        play_script(race, answers=[SetField("score", 7)])


def test_a_rule_that_asks_nothing_gives_its_result(race):
    done = perform(race.start().play, lambda play, number: 2 * number, 4)

    assert (done.result, done.asked) == (8, ())


def test_the_result_of_a_rule_shows_its_dice_in_words_even_if_those_of_the_game_fail(
    done, race_with
):
    game = race_with(words={"score": "{nobody} scores"})
    made = done([4], "roll", "hold")
    wordless = done([4], "roll", "hold", match=game.start())

    assert [event.kind for event in made.events] == ["roll", "score"]
    assert made.log == ["to run: rolls d6 (4) = 4", "north scores 4, now 4"]
    assert repr(made).startswith("Performed(result=None, log=['to run: rolls d6 (4) = 4', 'north ")
    assert "'points': 4" in wordless.log[-1]
    assert "fail with KeyError: 'nobody'" in wordless.log[-1]


@pytest.mark.parametrize(
    ("script", "answers", "error", "message"),
    [
        ([4], ["roll"], AssertionError, "no answer left for 'Roll again?': ['roll', 'hold']"),
        (
            *([4], ["roll", "hold", "roll"], AssertionError),
            "answers that nothing asked for: ['roll']",
        ),
        ([4, 5], ["roll", "hold"], AssertionError, "dice or cards left over: [5]"),
        ([4], ["fly"], IllegalAnswerError, "'fly' is not an option"),
    ],
)
def test_all_dice_and_answers_must_be_used_and_be_options(done, script, answers, error, message):
    with pytest.raises(error, match=re.escape(message)):
        done(script, *answers)


# ---------------------------------------------------------------- a scripted game


def test_a_scripted_game_stands_at_the_decision_after_the_last_answer(race):
    match = play_script(race, [3], ["roll", "hold"])

    assert match.state.scores == {"north": 3, "south": 0}
    assert match.decision.seat == "south"
    assert play_script(race, [6, 6], ["roll", "roll", "hold"], {"goal": 20}).outcome is None


def test_a_scripted_game_waits_where_no_die_is_written_down(race):
    match = play_script(race, [3], ["roll", "roll"])

    assert match.is_waiting
    assert match.state.rolled == [3]


@pytest.mark.parametrize(
    ("script", "answers", "error", "words"),
    [
        # A die is missing before the last answer; the game is over.
        ([], ["roll", "hold"], TabletopError, "the script ran out after 0 entries"),
        ([6, 6], ["roll", "roll", "hold", "roll"], AssertionError, "over before these answers"),
    ],
)
def test_a_script_that_does_not_fit_is_an_error(race, script, answers, error, words):
    with pytest.raises(error, match=words):
        play_script(race, script, answers)


# ---------------------------------------------------------------- a recorded game


@pytest.fixture
def recording(race, tmp_path):
    path = tmp_path / "golden" / "a_race.txt"
    record_game(race, path, seed=5)
    return path


def test_a_recorded_game_replays(race, recording):
    match = replay_game(race, recording, seed=5)

    assert match.is_over
    assert recording.read_text().count("\n== ") >= match.play.round("Round")


def test_a_change_of_words_is_told_at_its_line(race_with, recording):
    other = race_with(words=OTHER_WORDS)
    number = next(
        n for n, line in enumerate(recording.read_text().splitlines(), 1) if " scores " in line
    )

    with pytest.raises(AssertionError, match=f"a_race.txt:{number} was .* and is now .* gets "):
        replay_game(other, recording, seed=5)


def test_rules_that_need_other_answers_are_told(race, tricks, recording):
    text = recording.read_text().replace('"pack": "race", "options": {"goal": 10}', "@")
    recording.write_text(text.replace("@", '"pack": "tricks", "options": {}'))

    with pytest.raises(AssertionError, match="no longer replays"):
        replay_game(tricks, recording, seed=5)


def test_a_recording_of_another_game_or_none_is_told(race, recording):
    with pytest.raises(AssertionError, match="was recorded as"):
        replay_game(race, recording, seed=5, options={"goal": 20})
    with pytest.raises(AssertionError, match="pytest --tabletop-record"):
        replay_game(race, recording.with_name("none.txt"))


# ---------------------------------------------------------------- many games


@pytest.fixture
def many(race, tmp_path):
    path = tmp_path / "golden" / "many.txt"
    record_many(race, path, games=6)
    return path


OTHER_WORDS = {"score": "{who} gets {points}, now {total}"}


def test_many_games_go_as_they_were_recorded_each_with_other_options(race, race_with, many):
    replay_many(race, many, games=6)
    replay_many(race_with(words=OTHER_WORDS), many, games=6)

    goals = [json.loads(line.split(" | ")[0])["goal"] for line in many.read_text().splitlines()]
    assert set(goals) == {10, 20}
    with pytest.raises(
        AssertionError, match="has 6 games, not 7; if the change is intended, record it again"
    ):
        replay_many(race, many, games=7)


def test_a_game_that_goes_otherwise_is_told_with_the_answer_after_which_it_does(race, many):
    first, *others = many.read_text().splitlines()
    changed = first[:-5] + "".join("A" if letter != "A" else "B" for letter in first[-5:])
    many.write_text("\n".join([changed, *others]))
    letters = len(first.split(" | ")[-1])

    with pytest.raises(AssertionError, match=rf"many.txt:1: .* differs after {letters - 5} ans"):
        replay_many(race, many, games=6)


def test_a_changed_rule_is_noticed_by_many_games(race_with, many):
    @rule("1", "Roll or hold")
    def quicker(play):
        if (yield play.ask("Roll again?", {"roll": "roll the die", "hold": "keep it"})) == "roll":
            play.state.scores[play.seat] += play.die(6, "to run")
        if play.state.scores[play.seat] >= play.options["goal"]:
            play.end("home", winner=play.seat)

    turns = ForEach("Runner", lambda play: play.seats, Step("Run", quicker, may_end=True))

    with pytest.raises(AssertionError, match=r"differs after . answers; it was"):
        replay_many(race_with(sequence=Repeat("Round", turns)), many, games=6)


# ---------------------------------------------------------------- the plugin of pytest


def test_the_plugin_of_pytest_loads_no_part_of_the_engine():
    program = (
        "import sys, tabletop_core.pytest_plugin; "
        "print([name for name in sys.modules if name.startswith('tabletop_core.') "
        "or name in ('cattrs', 'typer')])"
    )

    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert done.stdout.strip() == "['tabletop_core.lazy', 'tabletop_core.pytest_plugin']"


FAILING = """
from tabletop_core.testing import perform
from tests.conftest import race_game, turn

def test_it():
    perform(race_game().start().play, turn, script=[4], answers=["roll", "hold"])
    assert False

def test_that():
    perform(race_game().start().play, turn, script=[3], answers=["roll"])

def test_without():
    assert False
"""


@pytest.fixture
def pytest_says(tmp_path):
    """Return what pytest says of a test in a project of its own."""

    def says(text):
        (tmp_path / "test_it.py").write_text(text)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        return subprocess.run(
            [*command, "--rootdir", tmp_path],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
            capture_output=True,
            text=True,
            check=False,
        )

    return says


def test_a_test_that_fails_shows_what_the_rules_rolled_in_it(pytest_says):
    done = pytest_says(FAILING)

    assert "3 failed" in done.stdout
    one, other, without = done.stdout.split("\n____")[1:]
    assert "What perform did" in one
    assert "turn:\nto run: rolls d6 (4) = 4\nnorth scores 4, now 4" in one
    assert "turn:\nto run: rolls d6 (3) = 3" in other
    assert "What perform did" not in without


def test_a_project_may_have_options_and_fixtures_of_its_own_with_our_names(pytest_says, tmp_path):
    (tmp_path / "conftest.py").write_text(
        "import pytest\n"
        "def pytest_addoption(parser):\n    parser.addoption('--record', default='theirs')\n"
        "@pytest.fixture\ndef pack(pytestconfig):\n    return pytestconfig.getoption('record')\n"
    )
    done = pytest_says("def test_it(pack):\n    assert pack == 'theirs'\n")

    assert (done.returncode, done.stderr) == (0, "")


def test_a_project_without_a_pack_is_told_what_to_set(pytest_says):
    done = pytest_says("def test_it(pack):\n    pass\n")

    assert done.returncode == 1
    assert "set `tabletop_pack` in the pytest settings" in done.stdout
    assert "Traceback" not in done.stdout
