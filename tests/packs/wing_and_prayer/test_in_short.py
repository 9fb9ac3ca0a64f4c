"""The log line of routine, and the events that stand out."""

import re

import pytest

from packs.wing_and_prayer.shown.in_short import (
    TONES,
    attacks_in_short,
    fights_in_short,
    planning_in_short,
    setup_in_short,
    upkeep_in_short,
    way_in_short,
)
from packs.wing_and_prayer.state import LUFTWAFFE, SQUADRON
from tabletop_core import ALL_SEEING, Viewer
from tabletop_core.bots import seat_bots
from tabletop_core.bots.seating import play_bots
from tabletop_core.events import Event
from tabletop_core.presentation.log import GameLog

from .conftest import DATA, GAME


def event(kind, step="", **facts):
    return Event(kind, step, "", facts)


def chart(table, shown, why="", step=""):
    facts = {"table": table, "title": table, "shown": shown, "why": why, "dice": "2d6 (4, 5) = 9"}
    return event("look_up", step, **facts, natural=9, total=9, modifiers=[], notes=[], column="")


def fight(escort, foe):
    one = {"escort": escort, "foe": foe, "mine": 3, "theirs": 3, "wingman": "", "foe_wingman": ""}
    return event("advantage", "Fighters, first round", **one)


def fire(shooter, target, shown, table="fighter_combat", step="Fighters, first round"):
    return chart(table, shown, f"{shooter} at {target}", step)


FLAK = chart("combat", "4", "Flak 26 at 12 bombers, hits on 6")
LOST = event("bomber_lost", bomber="B-17F C", how="goes down with its crew")
DROPS = event("bomber_lost", bomber="B-17F D", how="drops out")
HOME = event("bomber_home", bomber="B-17F D", over="")


FIGHT, SECOND_FIGHT = fight("P-38 e1", "Me-109 i1"), fight("P-38 e2", "Me-109 i2")
HIT, MISS = fire("P-38 e1", "Me-109 i1", "damaged"), fire("Me-109 i1", "P-38 e1", "ineffective")
KILL, HIT_BACK = (
    fire("P-38 e2", "Me-109 i2", "destroyed"),
    fire("Me-109 i2", "P-38 e2", "damaged"),
)
SECOND_ROUND = fire("P-38 e1", "Me-109 i1", "damaged", step="Fighters, second round")

ON_BOMBERS = "Attacks on the bombers, first round"
LOT = event("lot", ON_BOMBERS, why="Me-109 i1", bomber="B-17F C", place="lead, left", dice=[])
ATTACK = [
    LOT,
    event("covers", ON_BOMBERS, escort="P-38 e1", interceptor="Me-109 i1"),
    fire("Me-109 i1", "B-17F C", "heavy", "bomber_combat", ON_BOMBERS),
    chart("damage_effects", "stays", "B-17F C", ON_BOMBERS),
]

UNHARMED = event("flak_unharmed", missed={"B-17F A": [1, 2, 3, 4]}, unharmed={})
LIGHT = event("flak_hit", bomber="B-17F B", why="2 hits, 6 - 3", result="light")
PASSES, DAMAGES = (chart("light_damage", shown, "B-17F B") for shown in ("none", "damaged"))
BOMBS = chart("combat", "5", "Bombs")
HITS = event("bomb_hits", hits=2, faces=[6, 6, 1], least="6", cloud="heavy")
WAY = event("way", turns=[1, 1], boxes=["Kent"], from_base=1, checks=[], silent=[], kept_up={})


PLAN = [
    event("mission", number=3, box=14, year="1944"),
    event("target", target="Berlin", type="industrial center"),
    chart("cloud_cover", "clear"),
    event("formation", bombers=["B-17F A", "B-17F B"]),
    event("escorts", escort="P-51", number=4, range=0),
    event("plan", way=["Kent", "Berlin"]),
]
PLANNED = "Mission 3, box 14 (1944); Berlin, industrial center; a clear sky"


@pytest.mark.parametrize(
    ("in_short", "events", "words"),
    [
        # a round of fighters is told by its fights and who is hit
        (fights_in_short, [FIGHT, HIT, MISS, SECOND_FIGHT, KILL, HIT_BACK],
         "2 fights; Me-109 i1 and P-38 e2 are damaged; Me-109 i2 is destroyed."),
        (fights_in_short, [FIGHT], "1 fight."),
        (fights_in_short, [FIGHT, MISS], "1 fight; nobody is hit."),
        # two rounds never share a line
        (fights_in_short, [SECOND_ROUND], "Second round: Me-109 i1 is damaged."),
        (fights_in_short, [FIGHT, SECOND_ROUND], ""),
        # attacks on the bombers are told with what becomes of these
        (attacks_in_short, [LOT], "1 attack on the bombers."),
        (attacks_in_short, ATTACK,
         "1 attack on the bombers; P-38 e1 covers against Me-109 i1; B-17F C is damaged."),
        (attacks_in_short, [*ATTACK, LOST._replace(step=ON_BOMBERS)],
         "1 attack on the bombers; P-38 e1 covers against Me-109 i1; "
         "B-17F C goes down with its crew."),
        # flak is told by whom it harms
        (way_in_short, [FLAK, UNHARMED], "Flak 26 at 12 bombers: nobody is harmed."),
        (way_in_short, [FLAK, UNHARMED, LOST],
         "Flak 26 at 12 bombers: B-17F C goes down with its crew."),
        # light damage that does not count harms nobody
        (way_in_short, [FLAK, LIGHT, PASSES], "Flak 26 at 12 bombers: nobody is harmed."),
        (way_in_short, [FLAK, LIGHT, DAMAGES], "Flak 26 at 12 bombers: B-17F B is damaged."),
        # who drops out is told with where that leads
        (way_in_short, [FLAK, DROPS, HOME],
         "Flak 26 at 12 bombers: B-17F D drops out and makes it home alone."),
        (way_in_short, [BOMBS, HITS],
         "The bombs fall: 6 6 1; each 6 is a hit under heavy clouds: 2 hits."),
        # flak, bombs and the next turn begin lines of their own
        *((way_in_short, [HITS, other], "") for other in (FLAK, BOMBS, WAY)),
        # the order of the day is told as far as it is known
        (planning_in_short, PLAN[:3], f"{PLANNED}."),
        (planning_in_short, PLAN, f"{PLANNED}; 2 bombers; 4 P-51s; by Kent, Berlin."),
        # the crews drawn at the beginning are told with their levels
        (setup_in_short,
         [event("campaign", name="Short campaign", missions=5, box=1),
          event("cards_added", year="1942", cards=8),
          event("draw", why="crack crew", name="Paper Tiger", card="paper_tiger"),
          event("draw", why="veteran crew", name="Old Reliable", card="old_reliable")],
         "Short campaign; missions to fly: 5, from box 1 of the track. "
         "Crews: Paper Tiger (crack) and Old Reliable (veteran)."),
        # after a mission it is told who is ready, who came and who has learnt
        (upkeep_in_short,
         [chart("bomber_repair", "ready", "B-17F A"),
          chart("bomber_repair", "not_ready", "B-17F B"),
          event("replacement", bomber="B-17G A"),
          event("crew_level", bomber="B-17F C", level="crack", crew="Paper Tiger", up=True),
          chart("crew_recovery", "ready", "Old Reliable")],
         "Repaired: B-17F A; in repair: B-17F B; fit again: Old Reliable; new: B-17G A; "
         "now crack: Paper Tiger."),
        (upkeep_in_short, [event("no_experience", rolled={"B-17F A": 2})], ""),
    ],
)  # fmt: skip
def test_routine_is_told_in_one_line(in_short, events, words):
    assert in_short(events) == words


@pytest.mark.parametrize(
    ("shooter", "target", "tone"),
    [("P-38 e1", "Me-109 i1", "good"), ("B-17F A", "Me-109 i12", "good"), ("i1", "P-38 e1", "bad")],
)
def test_a_fighter_shot_down_is_good_or_bad_news_by_its_side(shooter, target, tone):
    down = fire(shooter, target, "destroyed")

    assert TONES["look_up"](down.facts) == f"{tone} squadron"
    assert TONES["look_up"](fire(shooter, target, "damaged").facts) == ""


@pytest.fixture(scope="module")
def flown():
    match = GAME.start({"campaign": "short_1944"}, seed=4, data=DATA, snapshots=False)
    play_bots(match, seat_bots(GAME, {"squadron": "commander"}, 4))
    return match.play


def test_everything_that_a_line_tells_in_short_opens_under_it(flown):
    lines = GameLog(GAME, flown.data.names).tell(flown.events)
    told = [one.event for line in lines for one in (line.details or (line,)) if one.event]

    fired = [one for one in flown.events if one.facts.get("table") == "fighter_combat"]
    assert len(fired) > 50
    assert all(any(one is shot for one in told) for shot in fired)


def test_no_bomber_is_lost_in_a_line_that_does_not_stand_out(flown):
    lines = GameLog(GAME, flown.data.names, Viewer(SQUADRON)).tell(flown.events)

    losses = [
        line
        for line in lines
        if any(one.event and one.event.kind == "bomber_lost" for one in (line, *line.details))
    ]
    assert losses
    assert {line.tone for line in losses} == {"bad"}


def test_what_is_bad_for_the_squadron_is_good_for_its_enemy_and_plain_for_spectators(flown):
    lost = [event for event in flown.events if event.kind == "bomber_lost"][:1]

    def tone(viewer):
        (line,) = (
            line for line in GameLog(GAME, flown.data.names, viewer).tell(lost) if line.event
        )
        return line.tone

    viewers = Viewer(SQUADRON), Viewer(LUFTWAFFE), Viewer()
    assert [tone(viewer) for viewer in viewers] == ["bad", "good", ""]


def test_every_bomber_that_waits_for_repair_is_told(flown):
    lines = [line for line in GameLog(GAME, flown.data.names).tell(flown.events) if line.details]
    rolls = [
        (line.text, one.event.facts)
        for line in lines
        for one in line.details
        if one.event and one.event.facts.get("table") == "bomber_repair"
    ]

    waiting = [(text, facts["why"]) for text, facts in rolls if facts["shown"] != "ready"]
    assert len(waiting) > 3
    assert all(name in re.split("(?i)in repair: ", text)[1] for text, name in waiting)


def test_the_log_tells_what_was_decisive_in_each_mission(flown):
    points = [record.moments for record in flown.state.log]
    sheet = GAME.look.log_sheet(flown, ALL_SEEING)

    assert len(points) == 10
    assert "B-17F F drops out." in [moment.words for moment in points[0]]
    assert all(f"| {one.turn} | {one.words} |" in sheet for mission in points for one in mission)
    shot_down = [one for mission in points for one in mission if " is shot down by " in one.words]
    assert len(shot_down) >= sum(sum(record.kills.values()) for record in flown.state.log)


def test_a_campaign_that_is_over_tells_what_it_was_like(flown):
    (ended,) = (panel for panel in GAME.look.view(flown, ALL_SEEING) if panel.id == "result")
    rows = dict(ended.rows)

    assert rows["Sorties"].startswith(f"{sum(len(one.flyers) for one in flown.state.log)}; ")
    last = flown.state.log[-1].moments[-1]
    assert rows[f"Turn {last.turn}" if last.turn.isdigit() else "At the base"] == last.words
