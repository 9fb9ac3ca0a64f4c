"""Events are facts; words are made from them and never read back."""

import json

import pytest

from tabletop_core import ALL_SEEING, Viewer
from tabletop_core.chance import Scripted
from tabletop_core.events.event import Event, to_lines
from tabletop_core.events.words import CORE_WORDS, counted, listed, narrate, signed


def event(kind, seats=None, **facts):
    return Event(kind, "Move", "4.1", facts, seats)


def test_an_event_is_one_line_of_json_with_its_headings_and_facts():
    line = event("hit", target="Bée", faces=[3, 4]).to_json()
    headings = {"kind": "hit", "step": "Move", "rule": "4.1"}

    assert "\n" not in line
    assert json.loads(line) == headings | {"target": "Bée", "faces": [3, 4]}
    # Who may know stands in the line only where it is limited.
    assert json.loads(event("hit", ("west",)).to_json()) == headings | {"seats": ["west"]}


def test_a_fact_may_have_the_name_of_a_heading(race):
    match = race.start(seed=1)
    match.play.log("shown", kind="fog", rule="9")
    line = json.loads(match.events[-1].to_json())

    assert (line["kind"], line["facts"]) == ("shown", {"kind": "fog", "rule": "9"})


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


def test_numbers_are_counted_and_signed_and_things_listed_as_one_says_them():
    counts = (1, 0, -1, -2, 1.5, 1.0)
    hours = "1 hour, 0 hours, -1 hour, -2 hours, 1.5 hours, 1 hour"

    assert ", ".join(counted(number, "hour") for number in counts) == hours
    assert counted(0, "box", "boxes") == "0 boxes"
    assert [signed(number) for number in (2, -1, 0)] == ["+2", "-1", "0"]
    assert [listed([]), listed(["w1"]), listed(["w1", "w2", "w3"])] == ["", "w1", "w1, w2 and w3"]


HIT = event("hit", target="Bee", points=2)
GO, LOST = event("go", unit="guard", to="0407"), event("lost", units=["guard"])
NAMES = {"guard": "The Guard", "0407": "Old Ford"}
BOTH = "{unit} goes to {to}"


@pytest.mark.parametrize(
    ("told", "words", "names", "said"),
    [
        # Words are a format string or a function of the facts.
        (HIT, "{target} takes {points}", {}, "Bee takes 2"),
        (HIT, lambda facts: facts["target"].upper(), {}, "BEE"),
        # Without words an event is told by its kind and facts.
        (HIT, None, {}, "hit: target Bee, points 2"),
        (event("pause"), None, {}, "pause"),
        # Ids are told by the names that the data give them, also those in a list.
        (GO, BOTH, NAMES, "The Guard goes to Old Ford"),
        (GO, BOTH, {}, "guard goes to 0407"),
        (
            *(GO, lambda facts, name: BOTH.format(unit=name(facts["unit"]), to=name(facts["to"]))),
            *(NAMES, "The Guard goes to Old Ford"),
        ),
        (LOST, "{units[0]} falls", NAMES, "The Guard falls"),
        # A function of the facts alone sees the ids.
        (GO, lambda facts: facts["unit"], NAMES, "guard"),
        (
            event("undone", words="open fire", revealed=[6, "Heavy flak"]),
            *(None, {}, "undone: open fire (had shown: 6, Heavy flak)"),
        ),
    ],
)
def test_an_event_is_told_in_the_words_for_its_kind(told, words, names, said):
    assert narrate(told, {told.kind: words} if words else {}, names) == said


def test_a_roll_tells_its_reason_each_die_and_the_total_or_what_the_pack_says(race):
    match = race.start(source=Scripted([3, 5]))
    match.play.roll("2d6+1", "to hit")
    told = narrate(match.events[-1], {})

    assert told.startswith("to hit: rolls ")
    assert all(number in told for number in ("3", "5", "9"))
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


def test_every_event_of_the_core_has_words(race, tricks, voyage, run):
    for game in (race, tricks, voyage):
        match = run(game.start(seed=1))
        match.history.undo()
        kinds = {e.kind for e in match.events} - game.look.words.keys() - {"step"}
        assert kinds <= CORE_WORDS.keys()
