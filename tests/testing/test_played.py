"""A game that was played, written as a test."""

from pathlib import Path
from random import Random

import pytest

from tabletop_core import load_pack
from tabletop_core.engine.tape import Tape
from tabletop_core.errors import SaveError
from tabletop_core.testing import SetField, play_script
from tabletop_core.testing.played import name_of_test, written_test

ROOT = Path(__file__).parents[2]


def run_test(text, game):
    """Run the only test of a module that was written; return the match that it played."""
    played = []

    def play_scripted(*given, **how):
        played.append(play_script(game, *given, **how))
        return played[-1]

    space = {}
    exec(compile(text, "test.py", "exec"), space)
    (test,) = (one for name, one in space.items() if name.startswith("test_"))
    test(play_scripted)
    return played[0]


def test_the_test_that_the_docs_show_is_what_is_written():
    game = load_pack("ice_fishers", folders=[ROOT / "examples" / "ice_fishers"])
    match = play_script(game, [6, 4, 2], answers=["on", SetField("catch", 9), "home"])
    text = written_test(match, name_of_test("A full catch goes home!"))

    docs = (ROOT / "docs" / "writing-packs.md").read_text("utf-8")
    assert f"```python tests/test_a_full_catch_goes_home.py\n{text}```" in docs
    assert run_test(text, game).tape.entries == match.tape.entries


def test_a_game_that_is_over_is_written_with_its_outcome_and_options(race):
    match = race.start({"goal": 20}, seed=1)
    match.run_at_random(Random(1).random)
    text = written_test(match, "test_home")

    assert 'options={"goal": 20}' in text
    assert 'assert match.outcome.kind == "home"' in text
    assert f"assert match.outcome.places == {match.outcome.places}".replace("'", '"') in text
    assert max(map(len, text.splitlines())) <= 100
    assert run_test(text, race).outcome == match.outcome


def test_a_test_whose_game_goes_otherwise_fails(race):
    match = race.start(seed=1)
    match.answer("roll")
    text = written_test(match, "test_roll")
    (face,) = match.state.rolled

    with pytest.raises(AssertionError):
        run_test(text.replace(f"([{face}]", f"([{face % 6 + 1}]"), race)


def test_what_is_sealed_is_left_open_and_what_was_undone_is_left_out(auction_with):
    game = auction_with()
    match = game.start(seed=1)
    match.answer(4, seat="bob")
    match.answer(1, seat="ann")
    match.history.undo(["ann"])
    text = written_test(match, "test_bids")

    assert "play_scripted()" in text
    assert '"bob": ' in text
    assert run_test(text, game).tape.entries == []


def test_a_game_that_began_in_the_middle_is_no_test(race):
    match = race.start(seed=1)
    match.answer("hold")
    start = match.history.checkpoints.step_start.as_beginning()
    with pytest.raises(SaveError, match="began in the middle of another one"):
        written_test(race.start(seed=1, tape=Tape(), start=start), "test_home")


def test_words_without_a_letter_are_no_name():
    with pytest.raises(SaveError, match=r"'\?' is not a name for a test"):
        name_of_test("?")
