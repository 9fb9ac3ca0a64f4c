"""How events are told."""

from tabletop_core.cli.screen.story import Story
from tabletop_core.cli.screen.style import Style
from tabletop_core.cli.screen.tree import rule_titles, step_rule_words
from tabletop_core.engine.rules import Rule
from tabletop_core.engine.sequence import Step
from tabletop_core.events.event import Event
from tabletop_core.plugins.packs import load_pack


def lookup(table, note):
    facts = {"table": table, "title": "Weather", "modifiers": [], "shown": "good", "notes": [note]}
    return Event("look_up", "", "", facts)


def test_a_note_of_a_table_is_told_the_first_time_only():
    story = Story(load_pack("bomber_run"), Style(boxes=False, colour=False))

    told = story.tell([lookup("4-2", "counts later"), lookup("4-2", "counts later")])

    assert [("counts later" in line) for line in told] == [True, False]


def test_a_number_with_several_titles_is_shown_without_one():
    titles = rule_titles(
        [Rule("4-9", "Doors", "a"), Rule("4-9", "Event", "b"), Rule("5", "x", "c")]
    )

    assert titles == {"4-9": "", "5": "x"}


def test_a_step_shows_the_title_of_its_own_procedure():
    def event(play):
        return None

    event.rule = Rule("4-9", "Random event", "here")

    assert step_rule_words(Step("Event", event), {"4-9": ""}) == "rule 4-9, Random event"
