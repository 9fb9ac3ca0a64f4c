"""What a player sees happen, and how a Scenario or a Campaign is told in the end."""

import re
from pathlib import Path
from statistics import median

import pytest

from packs.squadron_303.rules import damage
from packs.squadron_303.rules.bombing import bombing
from packs.squadron_303.rules.counterattack import damage_british
from packs.squadron_303.rules.damage import damage_fighter, damage_plane
from packs.squadron_303.shown.drama import DRAMA
from packs.squadron_303.shown.story import bombed, lost_pilots, victories
from tabletop_core import ALL_SEEING
from tabletop_core.bots import seat_bots
from tabletop_core.bots.seating import play_bots
from tabletop_core.events import Event
from tabletop_core.presentation.telling import MomentReader

from .tables import DATA, GAME

RULES = Path(damage.__file__).parent
SETUPS = (
    *[setup.options for setup in GAME.setups],
    {"scenario": "home_sweet_home", "players": 1},
    {"scenario": "biggin_hill", "players": 3, "aces": 4},
    {"campaign": True, "specialization": True},
)


def read(events, salt=""):
    """The moments among events, and who told them."""
    reader = MomentReader(GAME, DATA.names, salt, is_strict=True)
    return [moment for _, moment in reader.read(events) if moment], reader.told


def moments(table):
    return read(table.play.events)[0]


def test_the_pilot_who_shoots_a_plane_down_is_named(table):
    blue = table.fly("blue", "zumbach", "A5")
    table.plane("he111", "A5")
    table.run(damage_plane, table.plane("bf109", "A5"), 2, blue)

    (moment,) = moments(table)
    assert (moment.title, moment.text) == (
        "Bf 109 shot down",
        "P/O Jan Zumbach shoots down Bf 109 #2 of squadron I.",
    )
    assert (moment.source, moment.target, moment.falls) == ("blue", "2", True)


@pytest.mark.parametrize(("downed", "stops"), [(0, True), (2, True), (3, False)])
def test_the_first_three_planes_of_a_game_stop_the_telling(table, downed, stops):
    blue = table.fly("blue", "zumbach", "A5")
    table.state.downed = downed
    table.run(damage_plane, table.plane("bf109", "A5"), 2, blue)

    assert moments(table)[0].stops == stops


@pytest.mark.parametrize(("bombers", "means"), [(1, "Squadron I has no bombers left."), (2, "")])
def test_the_last_bomber_of_a_raid_stops_the_telling(table, bombers, means):
    blue = table.fly("blue", "zumbach", "A5")
    table.state.downed = 9
    planes = [table.plane("he111", "A5") for _ in range(bombers)]
    table.run(damage_plane, planes[0], 4, blue)

    assert (moments(table)[0].means, moments(table)[0].stops) == (means, bool(means))


@pytest.mark.parametrize(
    ("points", "title"),
    [(3, "Zumbach is hit"), (4, "Zumbach is badly hit"), (5, "Zumbach is shot down")],
)
def test_damage_stops_the_telling_once_one_more_hit_is_the_end(table, points, title):
    blue = table.fly("blue", "zumbach", "A5")
    table.run(damage_fighter, blue, points)

    last = moments(table)[-1]
    assert (last.title, last.stops) == (title, points > 3)


def test_a_british_plane_that_is_lost_is_no_victory(table):
    table.squadron("II", "A5", mode="british")
    plane = table.plane("hurricane", "A5", "II")
    table.run(damage_british, plane, 5)

    lost = moments(table)[-1]
    assert (lost.title, lost.tone, lost.always) == ("A British plane is lost", "bad", True)


def test_bombs_fall_from_their_plane_on_their_target(table):
    table.squadron("I", "A3", "A1")
    plane = table.plane("he111", "A1")
    for _ in range(3):
        plane.bombed = False
        table.run(bombing)

    told = [(one.title, one.source, one.target, one.stops) for one in moments(table)]
    assert told[0] == ("Bombs on West factory", plane.id, "A1", True)
    assert told[1] == ("Bombs on West factory", plane.id, "A1", False)
    assert ("West factory is destroyed", "", "A1", True) in told


def down(pilot, group):
    facts = {"by": "blue", "pilot": pilot, "group": group}
    return Event("plane_down", "", "", facts)


def test_victories_are_told_for_none_one_and_many():
    one, two, bomber = down("Ann", "fighter"), down("Bo", "fighter"), down("Ann", "bomber")
    some = ([], [one], [one, two], [one, two, bomber], [one, two, bomber, two])
    told = [" ".join(victories(them)) for them in some]

    assert told == [
        "No German plane was shot down.",
        "1 German plane was shot down.",
        "2 German planes were shot down, none of them a bomber.",
        "3 German planes were shot down, one of them a bomber. Ann claimed 2.",
        "4 German planes were shot down, one of them a bomber. Ann and Bo claimed 2 each.",
    ]


def test_losses_and_bombs_are_told_for_none_one_and_many():
    where = (("Ann", "A5"), ("Bo", "A5"), ("Cy", "B2"), ("Ann", "C7"))
    lost = [Event("shot_down", "", "", {"pilot": who, "area": area}) for who, area in where]
    bombs = [Event("bombs", "", "", {"area": area}) for area in ("London", "Dover", "London")]
    gone = Event("destroyed", "", "", {"area": "Dover"})

    assert [lost_pilots(lost[:number]) for number in range(5)] == [
        "No pilot was shot down.",
        "Ann was shot down at A5.",
        "Ann and Bo were shot down at A5.",
        "Ann and Bo were shot down at A5 and Cy at B2.",
        "Ann was shot down at A5 and again at C7, Bo at A5 and Cy at B2.",
    ]
    assert [bombed(events) for events in ([], bombs[:1], bombs, [*bombs, gone])] == [
        "No bomb fell on a target.",
        "London was bombed but stands.",
        "London and Dover were bombed but stand.",
        "Dover was destroyed; London was bombed but stands.",
    ]


@pytest.fixture(scope="module")
def games():
    """Thirty games among bots, and what is told of each."""
    played = []
    for seed in range(30):
        match = GAME.start(SETUPS[seed % len(SETUPS)], seed=seed, data=DATA)
        play_bots(match, seat_bots(GAME, dict.fromkeys(match.seats, "normal"), seed))
        played.append((match, *read(match.events, str(seed))))
    return played


def test_no_moment_of_thirty_games_is_too_long_or_leaves_something_open(games):
    for _, told, _ in games:
        for moment in told:
            assert not list(moment.problems())
            assert re.search(r"[^.][.!]$", moment.text), moment.text
            assert not re.search(r"[{}_]", f"{moment.title} {moment.text}"), moment


def test_half_of_the_scenarios_stop_six_to_sixteen_times(games):
    each = [sum(moment.stops for moment in told) / len(m.state.results) for m, told, _ in games]
    assert 6 <= median(each) <= 16


def test_the_opening_is_the_task_once_the_scenario_is_known():
    for options, title in (({"scenario": "blitz"}, "Blitz"), ({"campaign": True}, None)):
        card = DRAMA.opening(GAME.start(options, seed=1, data=DATA).play, ALL_SEEING, read([])[1])
        assert (card and card.title) == title


def test_every_kind_of_moment_is_an_event_of_the_rules():
    sources = "".join(path.read_text() for path in RULES.glob("*.py"))
    assert set(DRAMA.moments) <= set(re.findall(r'play\.log\(\s*"(\w+)"', sources))
