"""The stories of whole missions: nothing is left untold, and no line shows what is for programs."""

import re
from collections import Counter

import pytest

from packs.b29_superfortress.game import GAME
from packs.b29_superfortress.shown.drama import BROKEN, DRAMA
from packs.b29_superfortress.shown.fire_in_short import parts_of
from packs.b29_superfortress.shown.story import fate
from packs.b29_superfortress.state import CrewLine
from tabletop_core import Event
from tabletop_core.bots import seat_bots
from tabletop_core.bots.seating import play_bots
from tabletop_core.events import Rolls, Told, narrate
from tabletop_core.presentation.log import GameLog
from tabletop_core.presentation.telling import MomentReader

DATA = GAME.data_with()
FEW, MANY = range(5), range(5, 20)

RAW = (
    r"_",
    r"[{}]",
    r"\bNone\b(?! of the \d+ men)",
    r"^[^A-Z0-9]",  # begins with a small letter or a sign
    r"^(?!.*\S  \[rule).*\S  ",  # a word is missing between two blanks
    r" [.,;:]",
    r"[.,;:] ?[.,;:]",
)
"""What no line of a story holds: ids, templates, gaps."""

DICE = r"\d*d\d+"
"""In a line that sums up, dice stand for what they came to."""


def story_of(bot, seed):
    options = {"mission": 1 + 7 * seed % 35}
    match = GAME.start(options, seed=seed, data=DATA, snapshots=False)
    play_bots(match, seat_bots(GAME, {"commander": bot}, seed))
    play = match.play
    return play, GameLog(GAME, DATA.names).tell(play.events)


@pytest.fixture(
    scope="module",
    params=[
        ("skipper", FEW),
        ("random", FEW),
        pytest.param(("skipper", MANY), marks=pytest.mark.gate),
        pytest.param(("random", MANY), marks=pytest.mark.gate),
    ],
    ids=lambda bot_seeds: f"{bot_seeds[0]}s {bot_seeds[1].start} to {bot_seeds[1].stop - 1}",
)
def stories(request):
    bot, seeds = request.param
    return [story_of(bot, seed) for seed in seeds]


def lines(told):
    for line in told:
        yield line
        yield from lines(line.details)


def test_no_line_shows_ids_templates_or_gaps(stories):
    shown = {line.text for _, told in stories for line in lines(told)}

    assert [text for text in shown for raw in RAW if re.search(raw, text)] == []


def test_a_line_that_opens_tells_what_came_of_its_dice(stories):
    folded = [line for _, told in stories for line in told if line.details]

    assert [line.text for line in folded if re.search(DICE, line.text)] == []


def test_each_event_is_told_once_in_its_order_however_lines_are_folded(stories):
    for play, told in stories:
        events = [line.event for line in lines(told) if line.event is not None]
        has_words = [
            event
            for event in play.events
            if event.kind != "step" and narrate(event, GAME.look.words, DATA.names)
        ]

        assert [event.facts for event in events] == [event.facts for event in has_words]


def test_each_line_that_opens_holds_more_than_headings(stories):
    folded = [line for _, told in stories for line in told if line.details]

    assert folded
    assert all(any(one.event for one in line.details) for line in folded)


def test_each_attack_each_burst_at_a_fighter_and_what_breaks_is_told(stories):
    told = Counter()
    for play, _ in stories:
        for event, moment in MomentReader(GAME, DATA.names, is_strict=True).read(play.events):
            table, result = event.facts.get("table"), event.facts.get("result")
            if table == "5-9" and result == "miss":
                told["missed us", moment.text.endswith(" fires and misses.")] += 1
            elif table == "5-7" and result == "miss":
                told["missed it", moment.text.endswith(" and misses.")] += 1
            elif table in ("5-8", "5-8.regular") and result == "damaged":
                told["hit it", moment.text.startswith("The guns damage the ")] += 1
            elif any(one.get("effect") in BROKEN for one in parts_of(result)):
                told["broke", moment is not None] += 1

    assert {is_told for _, is_told in told} == {True}


def test_the_telling_stops_for_fighters_that_come_and_not_for_those_that_come_again(stories):
    found = set()
    for play, _ in stories:
        place = ""
        for event, moment in MomentReader(GAME, DATA.names, is_strict=True).read(play.events):
            place = event.facts["path"][-1] if event.kind == "step" else place
            if event.kind == "fighter":
                found.add((place, moment.stops))

    assert ("Fighters", True) in found <= {("Fighters", True), ("Combat", False)}


AIM = {"table": "6-6", "dice": "1d6 (2) = 2", "faces": [2], "result": "off_target"}
PERCENT = {"table": "6-7", "dice": "2d6 (3, 4) = 7", "faces": [3, 4], "result": "0"}


@pytest.mark.parametrize(
    ("aim", "percent", "text", "faces"),
    [
        ("off_target", 0, "The aim was off, and no bombs are on the target.", [2]),
        ("on_target", 0, "No bombs are on the target.", [3, 4]),
        ("off_target", 5, "5 percent of the bombs are on the target.", [3, 4]),
    ],
)
def test_bombs_are_told_with_the_dice_that_decided(aim, percent, text, faces):
    rolls = Rolls([Event("look_up", "", "", one) for one in ({**AIM, "result": aim}, PERCENT)])

    moment = DRAMA.moments["bombed"](Event("bombed", "", "", {"percent": percent}), rolls, None)

    assert (moment.text, list(moment.faces)) == (text, faces)


@pytest.mark.parametrize(("table", "result"), [("5-3.b.impact", "miss"), ("5-3.c", "no_collision")])
def test_a_fighter_that_does_not_ram_flies_past(table, result):
    who = "" if table == "5-3.b.impact" else "Frank from 12 o'clock high"
    facts = {"table": table, "result": result, "why": who, "dice": ""}
    event = Event("look_up", "", "", facts)

    assert DRAMA.moments["look_up"](event, None, None).text == f"The {who or 'Baka'} flies past."


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("lost_at_sea", "was lost at sea, 1 kill"),
        ("captive", "died in captivity, 1 kill"),
        ("treated", "died of his wounds, 1 kill"),
    ],
)
def test_the_fate_of_who_died_says_where(kind, said):
    line = CrewLine(post="tail_gunner", missions=1, kills=1, state="died")
    events = [Event(kind, "", "", {"man": "tail_gunner"}), Event("lost_at_sea", "", "", {})]

    told = Told({}, DATA.names, DRAMA.people)
    assert fate(line, events, told, before=0, flew=False).fate == said
