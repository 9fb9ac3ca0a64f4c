"""What a commander sees happen, and how a mission or a campaign is told in the end."""

import re
from collections import Counter
from pathlib import Path
from statistics import median

import pytest

from packs.wing_and_prayer.rules import air_combat, results
from packs.wing_and_prayer.rules.engagements import Engagement
from packs.wing_and_prayer.shown.drama import DRAMA
from packs.wing_and_prayer.shown.story import bombed, fought
from packs.wing_and_prayer.state import MissionRecord
from tabletop_core import Viewer
from tabletop_core.bots import seat_bots
from tabletop_core.bots.seating import play_bots
from tabletop_core.presentation.telling import MomentReader

from .conftest import DATA, GAME, carry_out, fly

RULES = Path(air_combat.__file__).parent
SETUPS = (
    *[{"campaign": "single", "mission": box} for box in (4, 15, 20)],
    {"campaign": "single", "mission": 15, "players": 2},
    {"campaign": "short"},
    {"campaign": "short_1944", "landing": True, "crew_fate": "on", "commander": True},
)


def reader(salt=""):
    return MomentReader(GAME, DATA.names, salt, is_strict=True)


def moments(play):
    """The moments of what has happened in a game."""
    return [moment for _, moment in reader().read(play.events) if moment]


def test_an_ace_who_is_shot_down_is_named_with_the_one_who_did_it():
    play = fly(9, mine="p47", foes="me109")
    (mine,), (foe,) = play.state.mission.escorts, play.state.mission.interceptors
    foe.ace = "rahn"
    engagement = Engagement(mine, foe, None, None)
    # Both fire at once, so the last fire is not the one that shot him down.
    carry_out(play, air_combat.conduct_fire, engagement, dice=[6, 6, 1, 1])

    *_, moment = moments(play)
    assert (moment.title, moment.text) == (
        "Oblt. Dieter Rahn falls",
        "P-47 e1 shoots down Me-109 i1.",
    )
    assert (moment.source, moment.target, moment.falls) == ("e1", "i1", True)
    assert (moment.stops, moment.tone, moment.faces) == (True, "good squadron", (6, 6))


def test_an_escort_that_a_counter_saves_is_not_told_as_shot_down():
    play = fly(9, mine="p47", luck="wing_and_a_prayer")
    escort = play.state.mission.escorts[0]

    told = {}
    for answer in ("wing_and_a_prayer", "no"):
        play.state.lady_luck = ["wing_and_a_prayer"]
        hit = results.hit_escort
        carry_out(play, hit, escort, "destroyed", "Me-109 i1", answers=[answer])
        told[answer] = [moment.title for moment in moments(play)]

    assert "P-47 e1 shot down" not in told["wing_and_a_prayer"]
    assert told["no"][-1] == "P-47 e1 shot down"


def test_the_fourth_fighter_of_a_mission_is_news_unless_few_are_left():
    play = fly(9, foes=" ".join(["me109"] * 7))
    for one in list(play.state.mission.interceptors):
        carry_out(play, results.hit_interceptor, one, "destroyed", "B-17F A")

    stops = [moment.stops for moment in moments(play) if moment.falls]
    assert stops == [True, True, True, False, False, True, True]


@pytest.mark.parametrize(("die", "title"), [(1, "B-17F F is missing"), (6, "B-17F F limps home")])
def test_a_bomber_that_drops_out_is_told_with_its_fate(die, title):
    play = fly(6, "rhine", hurt="f")
    carry_out(play, results.drop_out, "b17f-f", dice=[die])

    first, *_, last = [moment for moment in moments(play) if moment.target == "b17f-f"]
    assert (first.title, last.title) == ("B-17F F drops out", title)
    assert last.stops == (die == 1)


def test_a_bomber_goes_down_by_the_fighter_that_hit_it():
    play = fly(6, "rhine", foes="me109", hurt="f")
    play.log("step", path=["Attacks on the bombers"])
    facts = {"table": "bomber_combat", "why": "Me-109 i1 at B-17F F", "faces": [6, 5]}
    play.log("look_up", **facts, result="heavy", row="10-11")
    carry_out(play, results.hit_bomber, "b17f-f", "heavy")

    lost = next(moment for moment in moments(play) if moment.key == "lost")
    assert (lost.source, lost.target, lost.faces) == ("i1", "b17f-f", (6, 5))
    assert lost.chance is None, "any higher row would have done it, too"


FOUGHT = ((0, 0, 0), (1, 0, 1), (1, 1, 0), (5, 1, 0), (9, 4, 2))
"""German fighters met and shot down, and escorts lost."""


def test_fights_are_told_for_none_one_and_many():
    told = [" ".join(fought(*numbers)) for numbers in FOUGHT]

    assert told == [
        "No German fighter found them.",
        "1 German fighter came at them, and got away. 1 escort was lost.",
        "1 German fighter came at them, and was shot down.",
        "5 German fighters came at them, and one was shot down.",
        "9 German fighters came at them, and 4 were shot down. 2 escorts were lost.",
    ]


def test_bombs_are_told_for_none_one_and_many():
    records = [
        MissionRecord(1, "lille", cloud=cloud, hits=hits, damage=damage)
        for cloud, hits, damage in (
            ("", 0, ""), ("heavy", 0, "no damage"), ("light", 1, "no damage"),
            ("clear", 7, "heavy damage"),
        )
    ]  # fmt: skip

    assert [bombed(record) for record in records] == [
        "The formation never bombed.",
        "Under heavy clouds the bombardiers scored no hit: no damage.",
        "Under light clouds the bombardiers scored 1 hit: no damage.",
        "Under a clear sky the bombardiers scored 7 hits: heavy damage.",
    ]


@pytest.fixture(scope="module")
def games():
    """Thirty games among bots, each with its setup and what is told of it."""
    played = []
    for seed in range(30):
        options = SETUPS[seed % len(SETUPS)]
        match = GAME.start(options, seed=seed, data=DATA)
        play_bots(match, seat_bots(GAME, dict.fromkeys(match.seats, "normal"), seed))
        it = reader(str(seed))
        told = [moment for _, moment in it.read(match.events) if moment]
        played.append((match, told, it.told))
    return played


def test_no_moment_of_thirty_games_is_too_long_or_leaves_something_open(games):
    for _, told, _ in games:
        for moment in told:
            assert not list(moment.problems())
            assert moment.text.endswith((".", ")")), moment.text
            assert not re.search(r"[{}_]|\bb17", f"{moment.title} {moment.text}"), moment


def test_half_of_the_missions_stop_four_to_seven_times(games):
    each = [sum(moment.stops for moment in told) / len(match.state.log) for match, told, _ in games]
    assert 4 <= median(each) <= 7


def test_the_opening_names_the_target_to_one_player_and_hides_it_from_two():
    for players, told in ((1, "Target: Abbeville"), (2, None)):
        options = {"campaign": "single", "target": "abbeville", "players": players}
        match = GAME.start(options, seed=1, data=DATA)
        card = DRAMA.opening(match.play, Viewer(match.seats[0]), reader().told)
        assert (card and card.title) == told


def test_every_kind_of_moment_is_an_event_of_the_rules():
    sources = "".join(path.read_text() for path in RULES.glob("*.py"))
    logged = set(re.findall(r'play\.log\(\s*"(\w+)"', sources)) | {"look_up", "draw"}
    assert set(DRAMA.moments) <= logged


def test_a_bomber_that_replaces_another_has_a_pilot_of_its_own():
    play = fly(6)
    it = reader()
    before = it.told.person("b17f-f")
    play.log("replacement", bomber="B-17F F", id="b17f-f")
    *_, (_, moment) = it.read(play.events)

    assert before not in moment.text
    assert it.told.person("b17f-f") in moment.text


def test_the_state_knows_how_often_each_bomber_was_replaced(games):
    for match, *_ in games:
        joined = Counter(e.facts["id"] for e in match.events if e.kind == "replacement")
        assert +Counter(DRAMA.replaced(match.play)) == joined
