"""How events are told."""

import pytest

from tabletop_core import Repeat, Scripted, Step
from tabletop_core.cli.screen.game_lines import log_lines
from tabletop_core.cli.screen.style import Style
from tabletop_core.events import narrate
from tabletop_core.events.event import Event
from tabletop_core.plugins.packs import load_pack
from tabletop_core.presentation.log import GameLog, LogLine
from tabletop_core.web.table.log import tell_on


def lookup(table, note):
    facts = {"table": table, "title": "Weather", "modifiers": [], "shown": "good", "notes": [note]}
    return Event("look_up", "", "", facts)


@pytest.fixture
def begun(race):
    return race.start(source=Scripted([2, 3]))


def texts(told):
    return [one.text for one in told]


def test_a_note_of_a_table_is_told_the_first_time_only():
    log = GameLog(load_pack("bomber_run"))

    told = texts(log.tell([lookup("4-2", "counts later"), lookup("4-2", "counts later")]))

    assert [("counts later" in line) for line in told] == [True, False]


def test_a_heading_comes_only_where_something_happens_under_it(begun):
    begun.answer("hold")

    told = GameLog(begun.game).tell(begun.events)

    assert texts(told) == [
        "Runner north > Run (rule 1, Roll or hold)",
        "north scores 0, now 0  [rule 2, Score]",
    ]
    assert [one.is_heading for one in told] == [True, False]


def test_a_line_of_the_log_knows_the_event_it_tells(begun):
    begun.answer("roll")

    lines = GameLog(begun.game).tell(begun.events)

    assert [line.event and line.event.kind for line in lines] == [None, "roll"]


def test_the_present_step_is_not_told_again_right_after_its_heading(begun):
    log = GameLog(begun.game)
    assert texts(log.here(begun)) == ["Runner north > Run (rule 1, Roll or hold)"]

    begun.answer("roll")
    begun.answer("roll")
    log = GameLog(begun.game)
    log.tell(begun.events)

    assert log.here(begun) == []


def test_words_of_several_lines_are_told_line_by_line(race_with):
    log = GameLog(race_with(words={"score": "first\nthen"}))
    event = Event("score", "", "", {})

    assert log.tell([event]) == [LogLine("first", event), LogLine("then", event)]


def test_what_a_game_tells_as_nothing_has_neither_a_line_nor_a_heading(race_with):
    log = GameLog(race_with(words={"score": ""}))
    heading = Event("step", "Run", "", {"path": ["Race", "Run"]})

    assert log.tell([heading, Event("score", "", "", {})]) == []


# ---------------------------------------------------------------- routine


def all_scores(events):
    """Tell scores together; anything else is no routine."""
    if any(event.kind != "score" for event in events):
        return ""
    return f"{len(events)} scores, {sum(event.facts['points'] for event in events)} points"


@pytest.fixture
def folding(race_with):
    """A race of which only the scores are routine."""

    def run(play):
        yield play.ask("Run?", ("run",))

    steps = [Step(name, run, summary=all_scores) for name in ("Walk", "Rest")]
    return GameLog(race_with(sequence=Repeat("Round", *steps, Step("Fight", run, may_end=True))))


def step(name):
    return Event("step", name, "", {"path": ["Round", name]})


def score(points, at="Walk", kind="score"):
    return Event(kind, at, "", {"who": "north", "points": points, "total": points})


def test_steps_that_share_a_summary_are_told_in_one_line(folding):
    told = folding.tell([step("Walk"), score(1), step("Rest"), score(2, "Rest")])

    assert texts(told) == ["2 scores, 3 points"]


def test_under_a_summary_stand_the_lines_with_their_headings(folding):
    [line] = folding.tell([step("Walk"), score(1), step("Rest"), score(2, "Rest")])

    assert texts(line.details) == [
        "Walk",
        "north scores 1, now 1",
        "Rest",
        "north scores 2, now 2",
    ]
    assert not line.is_heading


def test_what_is_no_routine_is_told_in_full_and_ends_the_summary(folding):
    told = folding.tell(
        [
            *(step("Walk"), score(1), step("Rest"), score(2, "Rest", "fall")),
            *(step("Walk"), score(3)),
        ]
    )

    assert [(line.text.split(":")[0], line.is_heading) for line in told] == [
        ("1 scores, 1 points", False),
        ("Rest", True),
        ("fall", False),
        ("1 scores, 3 points", False),
    ]


def test_a_step_without_a_summary_ends_one(folding):
    told = folding.tell([step("Walk"), score(1), step("Fight"), score(2, "Fight")])

    assert texts(told) == ["1 scores, 1 points", "Fight", "north scores 2, now 2"]


def test_a_step_in_which_nothing_happens_does_not_end_a_summary(folding):
    told = folding.tell([step("Walk"), score(1), step("Fight"), step("Walk"), score(2)])

    assert texts(told) == ["2 scores, 3 points"]


def test_what_goes_on_in_a_step_that_was_summed_up_has_its_heading(folding):
    folding.tell([step("Walk"), score(1)])

    told = folding.tell([score(2, kind="fall")])

    assert [line.is_heading for line in told] == [True, False]
    assert told[0].text == "Walk"


@pytest.fixture
def in_parts(race_with):
    """A race in whose walk all but scores stand out."""

    def run(play):
        yield play.ask("Run?", ("run",))

    walk = Step("Walk", run, summary=all_scores, in_parts=True, may_end=True)
    return GameLog(race_with(sequence=Repeat("Round", walk)))


def test_a_step_in_parts_folds_the_routine_around_what_stands_out(in_parts):
    told = in_parts.tell(
        [step("Walk"), score(1), score(2), score(3, kind="fall"), score(4), score(5)]
    )

    assert [(line.text.split(":")[0], len(line.details)) for line in told] == [
        ("Walk", 0),
        ("2 scores, 3 points", 2),
        ("fall", 0),
        ("2 scores, 9 points", 2),
    ]


def test_one_event_alone_of_a_step_in_parts_is_told_as_it_is(in_parts):
    told = in_parts.tell([step("Walk"), score(1), score(2, kind="fall")])

    assert texts(told)[:2] == ["Walk", "north scores 1, now 1"]


def test_what_came_before_a_step_in_parts_without_a_heading_stays_outside_its_lines(race_with):
    walk = Step("Walk", lambda play: None, summary=all_scores, in_parts=True, quiet=True)
    rest = Step("Rest", lambda play: None, may_end=True, quiet=True)
    log = GameLog(race_with(sequence=Repeat("Round", rest, walk)))

    told = log.tell([step("Round"), score(1, "Rest"), score(2), score(3)])

    assert [(line.text.split(":")[0], len(line.details)) for line in told] == [
        ("Round", 0),
        ("north scores 1, now 1", 0),
        ("2 scores, 5 points", 2),
    ]


def test_a_line_that_only_one_line_opens_under_in_the_same_words_is_no_fold(race_with):
    def only_told(events):
        return narrate(events[0], {"score": "scored", "rest": ""}) if events else ""

    walk = Step("Walk", lambda play: None, summary=only_told, in_parts=True, may_end=True)
    words = {"score": "scored", "rest": ""}
    log = GameLog(race_with(sequence=Repeat("Round", walk), words=words))

    told = log.tell([step("Walk"), score(1), score(1, kind="rest")])

    assert [(line.text, len(line.details)) for line in told] == [("Walk", 0), ("scored", 0)]


def test_looking_in_the_middle_of_a_part_does_not_change_how_it_is_told(in_parts):
    events = [step("Walk"), score(1), score(2), score(3, kind="fall"), score(4), score(5)]
    shown = []
    for event in events:
        gone, told = in_parts.tell_on([event])
        shown = shown[: len(shown) - gone] + told

    assert texts(shown) == [
        "Walk",
        "2 scores, 3 points",
        texts(shown)[2],
        "2 scores, 9 points",
    ]
    assert texts(shown)[2].startswith("fall")


def test_a_line_has_the_tone_of_its_kind_or_of_its_facts(race_with):
    tones = {"win": "good", "score": lambda facts: "bad" if facts["points"] < 0 else ""}
    log = GameLog(race_with(tones=tones))

    told = log.tell([score(1, kind="win"), score(-1), score(1)])

    assert [line.tone for line in told] == ["good", "bad", ""]


# ---------------------------------------------------------------- on a screen

SUMMED_UP = LogLine("3 quiet holes", details=(LogLine("Walk"), LogLine("catches 1", score(1))))


def test_a_terminal_opens_a_summary_only_where_asked_to():
    folded = log_lines([SUMMED_UP], Style())
    opened = log_lines([SUMMED_UP], Style(), opened=True)

    assert folded == [" > 3 quiet holes"]
    assert opened == [" > 3 quiet holes", "   == Walk", "      catches 1"]


def test_what_is_decisive_is_told_by_a_sign_and_by_colour():
    [line] = log_lines([LogLine("w1 is lost", score(1), tone="bad")], Style(colour=True))

    assert line == "\x1b[1;31m ! w1 is lost\x1b[0m"


def test_a_page_opens_a_summary():
    blocks = {}
    tell_on(blocks, [SUMMED_UP], 0, 0, "")

    told = '<details class="fold"><summary>3 quiet holes</summary><ol><li class="head">'
    assert told in blocks[0]["@log-0"]
