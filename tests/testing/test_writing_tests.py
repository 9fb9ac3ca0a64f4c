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
from tabletop_core.testing import (
    SetField,
    perform,
    play_script,
    record_game,
    record_many,
    replay_game,
    replay_many,
)

# ---------------------------------------------------------------- one rule


def turn_of(race):
    [step] = race.program.steps.values()
    return step.run


def test_a_rule_is_carried_out_with_its_dice_and_answers(race):
    match = race.start()

    done = perform(match.play, turn_of(race), script=[4, 2], answers=["roll", "roll", "hold"])

    assert match.state.scores == {"north": 6, "south": 0}
    assert done.prompts == ["Roll again?"] * 3
    assert not done.is_over


def test_a_script_sets_fields_between_answers(race):
    answers = ["roll", SetField("scores.north", 7), "hold"]
    match = play_script(race, [4], answers=answers)

    assert match.outcome.scores == {"north": 11, "south": 0}
    with pytest.raises(IllegalAnswerError, match=r"no field 'score'"):
        play_script(race, answers=[SetField("score", 7)])


def test_a_rule_that_asks_nothing_gives_its_result(race):
    def double(play, number):
        return 2 * number

    done = perform(race.start().play, double, 4)

    assert (done.result, done.asked) == (8, ())


def test_a_rule_that_ends_the_game_says_so(race):
    match = race.start()

    done = perform(match.play, turn_of(race), script=[6, 5], answers=["roll", "roll", "hold"])

    assert done.is_over
    assert match.outcome.winner == "north"


def test_the_result_of_a_rule_shows_its_dice_in_words(race):
    done = perform(race.start().play, turn_of(race), script=[4], answers=["roll", "hold"])

    assert [event.kind for event in done.events] == ["roll", "score"]
    assert done.log == ["to run: rolls d6 (4) = 4", "north scores 4, now 4"]
    assert repr(done).startswith("Performed(result=None, log=['to run: rolls d6 (4) = 4', 'north ")


def test_the_result_of_a_rule_is_shown_even_if_the_words_of_the_game_fail(race_with):
    race = race_with(words={"score": "{nobody} scores"})
    done = perform(race.start().play, turn_of(race), script=[4], answers=["roll", "hold"])

    assert "'points': 4" in done.log[-1]
    assert "its words fail: KeyError('nobody')" in done.log[-1]


@pytest.mark.parametrize(
    ("script", "answers", "message"),
    [
        ([4], ["roll"], "no answer left for 'Roll again?': ['roll', 'hold']"),
        ([4], ["roll", "hold", "roll"], "answers that nothing asked for: ['roll']"),
        ([4, 5], ["roll", "hold"], "dice or cards left over: [5]"),
    ],
)
def test_all_dice_and_answers_must_be_used(race, script, answers, message):
    with pytest.raises(AssertionError, match=re.escape(message)):
        perform(race.start().play, turn_of(race), script=script, answers=answers)


def test_an_answer_that_is_no_option_is_refused(race):
    with pytest.raises(IllegalAnswerError, match="'fly' is not an option"):
        perform(race.start().play, turn_of(race), answers=["fly"])


# ---------------------------------------------------------------- a scripted game


def test_a_scripted_game_stands_at_the_decision_after_the_last_answer(race):
    match = play_script(race, [3], ["roll", "hold"])

    assert match.state.scores == {"north": 3, "south": 0}
    assert match.decision.seat == "south"


def test_a_scripted_game_waits_where_no_die_is_written_down(race):
    match = play_script(race, [3], ["roll", "roll"])

    assert match.is_waiting
    assert match.state.rolled == [3]


def test_a_die_that_is_missing_before_the_last_answer_is_an_error(race):
    with pytest.raises(TabletopError, match="the script ran out after 0 entries"):
        play_script(race, [], ["roll", "hold"])


def test_answers_after_the_end_of_a_game_are_an_error(race):
    with pytest.raises(AssertionError, match="over before these answers"):
        play_script(race, [6, 6], ["roll", "roll", "hold", "roll"])


def test_a_scripted_game_takes_options(race):
    match = play_script(race, [6, 6], ["roll", "roll", "hold"], {"goal": 20})

    assert match.outcome is None


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
    other = race_with(words={"score": "{who} gets {points}, now {total}"})
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


def test_a_recording_of_another_game_is_told(race, recording):
    with pytest.raises(AssertionError, match="was recorded as"):
        replay_game(race, recording, seed=5, options={"goal": 20})


def test_a_missing_recording_says_how_to_make_it(race, tmp_path):
    with pytest.raises(AssertionError, match="pytest --record"):
        replay_game(race, tmp_path / "none.txt")


# ---------------------------------------------------------------- many games


@pytest.fixture
def many(race, tmp_path):
    path = tmp_path / "golden" / "many.txt"
    record_many(race, path, games=6)
    return path


def test_many_games_go_as_they_were_recorded_each_with_other_options(race, many):
    replay_many(race, many, games=6)

    goals = [json.loads(line.split(" | ")[0])["goal"] for line in many.read_text().splitlines()]
    assert set(goals) == {10, 20}


def test_other_words_leave_many_games_as_they_were(race_with, many):
    replay_many(race_with(words={"score": "{who} gets {points}, now {total}"}), many, games=6)


def test_a_game_that_goes_otherwise_is_told_with_the_answer_after_which_it_does(race, many):
    first, *others = many.read_text().splitlines()
    changed = first[:-5] + "".join("A" if letter != "A" else "B" for letter in first[-5:])
    many.write_text("\n".join([changed, *others]))
    letters = len(first.split(" | ")[-1])

    with pytest.raises(AssertionError, match=rf"many.txt:1: .* otherwise after {letters - 5} ans"):
        replay_many(race, many, games=6)


def test_a_changed_rule_is_noticed_by_many_games(race_with, many):
    @rule("1", "Roll or hold")
    def quicker(play):
        if (yield play.ask("Roll again?", {"roll": "roll the die", "hold": "keep it"})) == "roll":
            play.state.scores[play.seat] += play.die(6, "to run")
        if play.state.scores[play.seat] >= play.options["goal"]:
            play.end("home", winner=play.seat)

    other = race_with(
        sequence=Repeat(
            "Round", ForEach("Runner", lambda play: play.seats, Step("Run", quicker, may_end=True))
        )
    )

    with pytest.raises(AssertionError, match=r"goes otherwise after . answers; it was"):
        replay_many(other, many, games=6)


def test_another_number_of_games_asks_for_a_new_recording(race, many):
    with pytest.raises(AssertionError, match="has 6 games, not 7; record it again"):
        replay_many(race, many, games=7)


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


def test_a_test_that_fails_shows_what_the_rules_rolled_in_it(tmp_path):
    (tmp_path / "test_it.py").write_text(FAILING)

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", tmp_path],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )

    assert "3 failed" in done.stdout
    one, other, without = done.stdout.split("\n____")[1:]
    assert "What perform did" in one
    assert "turn:\nto run: rolls d6 (4) = 4\nnorth scores 4, now 4" in one
    assert "turn:\nto run: rolls d6 (3) = 3" in other
    assert "What perform did" not in without


def test_a_project_without_a_pack_is_told_what_to_set(tmp_path):
    (tmp_path / "test_it.py").write_text("def test_it(pack):\n    pass\n")

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", tmp_path],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert "set `tabletop_pack` in the settings of pytest" in done.stdout
    assert "Traceback" not in done.stdout
