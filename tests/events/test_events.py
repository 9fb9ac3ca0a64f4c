"""Events are facts; words are made from them and never read back."""

import json

import pytest

from tabletop_core import ALL_SEEING, Viewer
from tabletop_core.events.event import Event, to_lines
from tabletop_core.events.words import CORE_WORDS, counted, listed, narrate, signed


def event(kind, seats=None, **facts):
    return Event(kind, "Move", "4.1", facts, seats)


def test_an_event_is_one_line_of_json_with_its_headings_and_facts():
    line = event("hit", target="Bée", faces=[3, 4]).to_json()

    assert "\n" not in line
    assert json.loads(line) == {
        "kind": "hit",
        "step": "Move",
        "rule": "4.1",
        "target": "Bée",
        "faces": [3, 4],
    }


def test_who_may_know_stands_in_the_line_only_where_it_is_limited():
    assert json.loads(event("draw", ("west",)).to_json())["seats"] == ["west"]
    assert "seats" not in json.loads(event("draw").to_json())


def test_events_are_written_one_a_line():
    lines = to_lines([event("a"), event("b")])

    assert [json.loads(line)["kind"] for line in lines.splitlines()] == ["a", "b"]
    assert lines.endswith("\n")


@pytest.mark.parametrize(
    ("seats", "viewer", "seen"),
    [
        (None, Viewer("west"), True),
        (None, Viewer(), True),
        (("west",), Viewer("west"), True),
        (("west",), Viewer("east", "west"), True),
        (("west",), Viewer("east"), False),
        (("west",), Viewer(), False),
        (("west",), ALL_SEEING, True),
        ((), Viewer("west"), False),
        ((), ALL_SEEING, True),
    ],
    ids=str,
)
def test_an_event_is_seen_by_those_who_may_know(seats, viewer, seen):
    assert event("draw", seats).seen_by(viewer) is seen


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (1, "1 hour"),
        (0, "0 hours"),
        (-1, "-1 hour"),
        (-2, "-2 hours"),
        (1.5, "1.5 hours"),
        (1.0, "1 hour"),
    ],
)
def test_negative_and_broken_numbers_are_counted_as_one_says_them(number, told):
    assert counted(number, "hour") == told


def test_words_are_a_format_string_or_a_function_of_the_facts():
    hit = event("hit", target="Bee", points=2)

    assert narrate(hit, {"hit": "{target} takes {points}"}) == "Bee takes 2"
    assert narrate(hit, {"hit": lambda facts: facts["target"].upper()}) == "BEE"


def test_an_event_without_words_is_told_by_its_kind_and_facts():
    assert narrate(event("hit", target="Bee"), {}) == "hit: target Bee"
    assert narrate(event("pause"), {}) == "pause"


def test_a_roll_tells_its_reason_each_die_and_the_total(race):
    match = race.start()
    match.play.roll("2d6+1", "to hit")
    told = narrate(match.events[-1], {})

    faces = match.events[-1].facts["faces"]
    assert told.startswith("to hit: rolls ")
    assert all(str(face) in told for face in faces)
    assert str(sum(faces) + 1) in told


def test_a_pack_may_tell_a_core_event_in_its_own_words(race):
    match = race.start()
    match.play.roll("1d6", "to hit")

    assert narrate(match.events[-1], {"roll": "clatter"}) == "clatter"


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"outcome": "won", "winner": "west", "why": "the base fell"}, "west wins): the base fell"),
        ({"outcome": "draw", "winner": None, "why": ""}, "The game is over (draw)"),
        ({"outcome": "near_miss"}, "The game is over (near miss)"),
    ],
)
def test_the_end_tells_result_winner_and_reason(facts, words):
    assert words in narrate(event("end", **facts), {})


def test_an_undone_answer_tells_what_had_been_shown():
    told = narrate(event("undone", words="open fire", revealed=[6, "Heavy flak"]), {})

    assert told == "undone: open fire (had shown: 6, Heavy flak)"


@pytest.mark.parametrize(("number", "words"), [(2, "+2"), (-1, "-1"), (0, "0")])
def test_a_modifier_is_written_with_its_sign(number, words):
    assert signed(number) == words


def test_every_event_of_the_core_has_words(race, tricks, voyage, run):
    for game in (race, tricks, voyage):
        match = run(game.start(seed=1))
        match.undo()
        kinds = {e.kind for e in match.events} - game.words.keys() - {"step"}
        assert kinds <= CORE_WORDS.keys()


def test_things_are_counted_and_listed_in_words():
    assert [counted(1, "tank"), counted(3, "tank"), counted(0, "box", "boxes")] == [
        "1 tank",
        "3 tanks",
        "0 boxes",
    ]
    assert [listed([]), listed(["w1"]), listed(["w1", "w2", "w3"])] == ["", "w1", "w1, w2 and w3"]


# ---------------------------------------------------------------- what ids are called

NAMES = {"guard": "The Guard", "0407": "Old Ford"}


@pytest.mark.parametrize(
    "how",
    [
        pytest.param("{unit} goes to {to}", id="a format string"),
        pytest.param(
            lambda facts, name: f"{name(facts['unit'])} goes to {name(facts['to'])}", id="two"
        ),
    ],
)
def test_ids_are_told_by_the_names_that_the_data_give_them(how):
    told = event("go", unit="guard", to="0407")

    assert narrate(told, {"go": how}, NAMES) == "The Guard goes to Old Ford"
    assert narrate(told, {"go": how}) == "guard goes to 0407"


def test_ids_in_a_list_are_told_by_their_names():
    assert narrate(event("lost", units=["guard"]), {"lost": "{units[0]} falls"}, NAMES) == (
        "The Guard falls"
    )


def test_a_function_of_the_facts_alone_sees_the_ids():
    assert narrate(event("go", unit="guard"), {"go": lambda facts: facts["unit"]}, NAMES) == "guard"
