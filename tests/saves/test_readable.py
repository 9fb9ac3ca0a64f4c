"""A saved game can be read by people: it tells what was asked where, and how the game stood."""

import re

import attrs
import pytest

from tabletop_core import ForEach, Repeat, Step
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import new_session, resume_session


@pytest.fixture
def south_begins(race_with, path, started):
    return started(race_with(seats=("south", "north")), seed=3, save=path)


def written(path):
    """Return the lines of the parts of a saved game, without their check values."""
    parts = path.read_text().partition("\n[[part]]\n")[2]
    return [line.partition(" #= ")[0] for line in parts.splitlines() if line]


def test_the_head_of_a_file_tells_the_game_its_options_its_players_and_its_dice(race, path):
    new_session(race, seed=3, save=path, options={"goal": 20}, seats="human,bot:random").close()

    head = path.read_text().partition("\n#= ")[0]
    told = [line for line in head.splitlines() if not line.startswith("core = ")]
    assert told == [
        "# A saved game of tabletop.",
        "format = 2",
        'pack = "race"',
        'pack_version = "1.0"',
        'digest = ""',
        'seed = "3"',
        'dice = "seeded"',
        "overlays = []",
        "rules = 1",
        'undo = "free"',
        "",
        "[options]",
        "goal = 20",
        "",
        "[players]",
        'north = "human"',
        'south = "random"',
    ]


def test_before_each_answer_stands_what_was_asked_and_where_if_that_is_elsewhere(
    south_begins, path
):
    for answer in ("roll", "hold", "hold"):
        south_begins.answer(answer)
    south_begins.close()

    assert written(path) == [
        "# Round 1 / Runner south / Run",
        "# Roll again?",
        '1 = ["answer", "south", "roll"]',
        '2 = ["roll", 2]',
        "# Roll again?",
        '3 = ["answer", "south", "hold"]',
        "# Round 1 / Runner north / Run",
        "# Roll again?",
        '4 = ["answer", "north", "hold"]',
        'stands_4 = "runner south"',
    ]


def test_where_the_game_stands_is_noted_at_a_prompt_if_that_is_elsewhere(south_begins, path):
    south_begins.advance()
    for answer in ("roll", "hold"):
        south_begins.answer(answer)
        south_begins.advance()
    south_begins.close()

    stood = [line for line in written(path) if line.startswith("stands")]
    assert stood == ['stands_0 = "runner south"', 'stands_3 = "runner north"']
    assert read_save(path).status == "runner north"


def test_a_game_gone_on_with_says_anew_where_it_goes_on(race, path, left, woken):
    left(race, "roll", seed=3, save=path)
    session = woken(race, write=True)
    session.answer("hold")
    session.close()

    text = path.read_text()
    assert text.count("# Round 1 / Runner north / Run\n") == 2
    assert len(re.findall("^stands_", text, re.MULTILINE)) == 2


@pytest.fixture
def asking(race_with, path, left):
    """Return what saves a game that asks a question again and again, and is answered so."""

    def asking(prompt, options, *answers):
        def ask(play):
            yield play.ask(prompt, options)

        turns = ForEach("Läufer", lambda play: play.seats, Step("Run", ask, may_end=True))
        return left(race_with(sequence=Repeat("Runde", turns)), *answers, save=path)

    return asking


def test_a_question_of_several_lines_or_with_a_check_value_in_it_does_no_harm(asking, path):
    asking("Which?\n\n1 = [1]\n#= 12345678", ["this", "that"], "this")

    assert "# Which? 1 = [1] # = 12345678\n" in path.read_text()
    assert read_save(path).entries == [("answer", "north", "this")]


def test_words_keep_their_letters_in_the_file(asking, path):
    asking("Où?", ["là-bas", "Köln"], "Köln")

    assert written(path) == [
        "# Runde 1 / Läufer north / Run",
        "# Où?",
        '1 = ["answer", "north", "Köln"]',
        'stands_1 = "läufer south"',
    ]


def test_a_file_cut_in_the_middle_of_a_letter_of_what_was_asked_has_lost_nothing(asking, path):
    asking("Où?", ["là-bas", "Köln"], "Köln", "Köln")
    content = path.read_bytes()
    last = content.rindex("Où".encode())
    path.write_bytes(content[: last + 2])

    saved = read_save(path)
    assert content[last + 1 : last + 3].decode() == "ù"
    assert (len(saved.entries), saved.notices) == (1, ())


def test_a_game_saved_with_other_data_says_so(race, path):
    new_session(race, seed=3, save=path).close()
    saved = read_save(path)
    other = attrs.evolve(saved, header=attrs.evolve(saved.header, digest="f00d"))

    same, changed = (resume_session(one, lambda pack: race, write=False) for one in (saved, other))

    assert same.notices == []
    assert "the data or rules of Race have changed" in changed.notices[0]
