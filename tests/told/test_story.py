"""How events are told."""

import pytest

from tabletop_core import Scripted
from tabletop_core.events.event import Event
from tabletop_core.plugins.packs import load_pack
from tabletop_core.told.story import Story, Told


def lookup(table, note):
    facts = {"table": table, "title": "Weather", "modifiers": [], "shown": "good", "notes": [note]}
    return Event("look_up", "", "", facts)


@pytest.fixture
def begun(race):
    return race.start(source=Scripted([2, 3]))


def texts(told):
    return [one.text for one in told]


def test_a_note_of_a_table_is_told_the_first_time_only():
    story = Story(load_pack("bomber_run"))

    told = texts(story.tell([lookup("4-2", "counts later"), lookup("4-2", "counts later")]))

    assert [("counts later" in line) for line in told] == [True, False]


def test_a_heading_comes_only_where_something_happens_under_it(begun):
    begun.answer("hold")

    told = Story(begun.game).tell(begun.events)

    assert texts(told) == [
        "Runner north > Run (rule 1, Roll or hold)",
        "north scores 0, now 0  [rule 2, Score]",
    ]
    assert [one.is_heading for one in told] == [True, False]


def test_a_line_of_the_story_knows_the_event_it_tells(begun):
    begun.answer("roll")

    lines = Story(begun.game).tell(begun.events)

    assert [line.event and line.event.kind for line in lines] == [None, "roll"]


def test_the_present_step_is_not_told_again_right_after_its_heading(begun):
    story = Story(begun.game)
    assert texts(story.here(begun)) == ["Runner north > Run (rule 1, Roll or hold)"]

    begun.answer("roll")
    begun.answer("roll")
    story = Story(begun.game)
    story.tell(begun.events)

    assert story.here(begun) == []


def test_words_of_several_lines_are_told_line_by_line(race_with):
    story = Story(race_with(words={"score": "first\nthen"}))
    event = Event("score", "", "", {})

    assert story.tell([event]) == [Told("first", event), Told("then", event)]


def test_what_a_game_tells_as_nothing_has_neither_a_line_nor_a_heading(race_with):
    story = Story(race_with(words={"score": ""}))
    heading = Event("step", "Run", "", {"path": ["Race", "Run"]})

    assert story.tell([heading, Event("score", "", "", {})]) == []
