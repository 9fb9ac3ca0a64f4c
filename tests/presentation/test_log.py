"""How events are told."""

import pytest

from tabletop_core import Repeat, Step
from tabletop_core.chance import Scripted
from tabletop_core.events import narrate
from tabletop_core.events.event import Event
from tabletop_core.plugins.packs import load_pack
from tabletop_core.presentation.log import GameLog, LogLine
from tabletop_core.text.game_lines import log_lines
from tabletop_core.text.style import Style
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
    """Tell scores together; anything else is not a routine."""
    if any(event.kind != "score" for event in events):
        return ""
    return f"{len(events)} scores, {sum(event.facts['points'] for event in events)} points"


@pytest.fixture
def logs(race_with):
    """The logs of a race of which only the scores are routine."""

    def run(play):
        yield play.ask("Run?", ("run",))

    def rest(play):
        pass

    folding = [Step(name, run, summary=all_scores) for name in ("Walk", "Rest")]
    in_parts = {"summary": all_scores, "in_parts": True}
    sequences = {
        "folding": [*folding, Step("Fight", run, may_end=True)],
        "in parts": [Step("Walk", run, may_end=True, **in_parts)],
        "quiet": [
            Step("Rest", rest, may_end=True, quiet=True),
            Step("Walk", rest, quiet=True, **in_parts),
        ],
    }
    return {
        name: GameLog(race_with(sequence=Repeat("Round", *steps)))
        for name, steps in sequences.items()
    }


def events_of(text):
    """Read events: the name of a step, or points, where they were scored if not on the walk."""
    for word in text.split():
        points, _, at = word.partition("@")
        if points.isdigit():
            yield score(int(points), at or "Walk")
        elif points.startswith("fall"):
            yield score(int(points[4:]), at or "Walk", "fall")
        else:
            yield step(word)


def outline(told):
    """Tell each line up to its first colon, with how many lines open under it."""
    return [
        line.text.split(":")[0] + f" > {len(line.details)}" * bool(line.details) for line in told
    ]


def step(name):
    return Event("step", name, "", {"path": ["Round", name]})


def score(points, at="Walk", kind="score"):
    return Event(kind, at, "", {"who": "north", "points": points, "total": points})


ROUTINE = {
    "steps that share a summary are told in one line": (
        "folding", "Walk 1 Rest 2@Rest", ["2 scores, 3 points > 4"],
    ),
    "what is not a routine is told in full and ends the summary": (
        "folding", "Walk 1 Rest fall2@Rest Walk 3",
        ["1 scores, 1 points > 2", "Rest", "fall", "1 scores, 3 points > 2"],
    ),
    "a step without a summary ends one": (
        "folding", "Walk 1 Fight 2@Fight",
        ["1 scores, 1 points > 2", "Fight", "north scores 2, now 2"],
    ),
    "a step in which nothing happens does not": (
        "folding", "Walk 1 Fight Walk 2", ["2 scores, 3 points > 4"],
    ),
    "a step in parts folds the routine around what stands out": (
        "in parts", "Walk 1 2 fall3 4 5",
        ["Walk", "2 scores, 3 points > 2", "fall", "2 scores, 9 points > 2"],
    ),
    "one event alone of it is told as it is": (
        "in parts", "Walk 1 fall2", ["Walk", "north scores 1, now 1", "fall"],
    ),
    "what came before it without a heading stays outside its lines": (
        "quiet", "Round 1@Rest 2 3", ["Round", "north scores 1, now 1", "2 scores, 5 points > 2"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("claim", ROUTINE)
def test_routine_is_summed_up(logs, claim):
    log, events, told = ROUTINE[claim]

    assert outline(logs[log].tell(list(events_of(events)))) == told


def test_under_a_summary_stand_the_lines_with_their_headings(logs):
    [line] = logs["folding"].tell(list(events_of("Walk 1 Rest 2@Rest")))

    assert texts(line.details) == ["Walk", "north scores 1, now 1", "Rest", "north scores 2, now 2"]
    assert not line.is_heading


def test_what_goes_on_in_a_step_that_was_summed_up_has_its_heading(logs):
    logs["folding"].tell(list(events_of("Walk 1")))

    told = logs["folding"].tell(list(events_of("fall2")))

    assert [line.is_heading for line in told] == [True, False]
    assert told[0].text == "Walk"


def test_looking_in_the_middle_of_a_part_does_not_change_how_it_is_told(logs):
    _, events, told = ROUTINE["a step in parts folds the routine around what stands out"]
    shown = []
    for event in events_of(events):
        gone, more = logs["in parts"].tell_on([event])
        shown = shown[: len(shown) - gone] + more

    assert outline(shown) == told


def test_a_line_that_only_one_line_opens_under_in_the_same_words_is_no_fold(race_with):
    def only_told(events):
        return narrate(events[0], {"score": "scored", "rest": ""}) if events else ""

    walk = Step("Walk", lambda play: None, summary=only_told, in_parts=True, may_end=True)
    words = {"score": "scored", "rest": ""}
    log = GameLog(race_with(sequence=Repeat("Round", walk), words=words))

    told = log.tell([step("Walk"), score(1), score(1, kind="rest")])

    assert [(line.text, len(line.details)) for line in told] == [("Walk", 0), ("scored", 0)]


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
