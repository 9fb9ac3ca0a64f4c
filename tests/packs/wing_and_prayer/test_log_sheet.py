"""The mission log."""

import functools

from packs.wing_and_prayer.rules import mission_turn, post_mission, pre_mission, results
from packs.wing_and_prayer.shown.drama import DRAMA
from packs.wing_and_prayer.shown.log_sheet import is_lost
from packs.wing_and_prayer.shown.story import fates_of_all
from tabletop_core import ALL_SEEING, Viewer
from tabletop_core.bots import seat_bots
from tabletop_core.bots.seating import play_bots
from tabletop_core.events import Told

from .conftest import DATA, GAME, bomber, carry_out, fly, start


@functools.cache
def campaign(**options):
    """A campaign of random bots that is over, which no test changes."""
    match = GAME.start({"campaign": "short", **options}, seed=5, data=DATA, snapshots=False)
    play_bots(match, seat_bots(GAME, dict.fromkeys(match.seats, "random"), 5))
    return match.play


def test_the_log_sheet_tells_each_mission_with_its_bombers():
    play = campaign()
    sheet = GAME.look.log_sheet(play, ALL_SEEING)

    assert sheet.count("## Mission") == len(play.state.log) == 5
    for record in play.state.log:
        assert f"Victory points: {record.vp} ({record.result})" in sheet
        assert f"after the mission: {record.campaign_vp}" in sheet
    flown = sum(len(record.flyers) for record in play.state.log)
    assert sheet.count(" element, ") == flown


def test_a_story_names_a_lost_bomber_by_the_crew_that_it_had():
    play = campaign()
    lost = [line for record in play.state.log for line in record.flyers if is_lost(line)]
    assert lost

    told = [one.name for one in fates_of_all(play, Told({}, people=DRAMA.people))]

    for line, name in zip(lost, told[-len(lost) :], strict=True):
        assert (DATA.names[line.crew] in name) is (line.crew in DATA.names)


def test_lost_and_damaged_bombers_stand_on_the_sheet():
    play = campaign()
    statuses = {line.status for record in play.state.log for line in record.flyers}
    assert len(statuses) > 1

    sheet = GAME.look.log_sheet(play, ALL_SEEING)

    for status in statuses - {"ok"}:
        assert f"| {status} |" in sheet


def test_the_sheet_tells_the_counters_held_and_the_bombers_damaged():
    play = start()
    play.state.lady_luck = ["angel", "bench_mark"]
    bomber(play, "c").damaged = True

    sheet = GAME.look.log_sheet(play, ALL_SEEING)

    assert "- Lady Luck counters held: Angel on my Side, Bench Mark\n" in sheet
    assert "- Bombers damaged: B-17F C\n" in sheet


def test_bombers_that_come_home_alone_are_counted():
    play = campaign()
    flyers = [line for record in play.state.log for line in record.flyers]
    alone = sum(line.status == "dropped out, home" for line in flyers)
    assert alone

    assert f", alone: {alone}\n" in GAME.look.log_sheet(play, ALL_SEEING)


def test_the_german_player_reads_no_crews():
    play = campaign(players=2)
    names = [one.name for one in DATA.crews.values()]

    sheet = GAME.look.log_sheet(play, Viewer("luftwaffe"))

    assert not [name for name in names if name in sheet]
    assert [name for name in names if name in GAME.look.log_sheet(play, Viewer("squadron"))]


def under_way():
    """A mission of two players that is at its target, with its low bombing run to come."""
    play = fly(players=2, low_altitude=True)
    carry_out(play, pre_mission.decide_altitude, answers=["low"])
    return play


def test_a_mission_under_way_is_told_since_its_crews_have_taken_off():
    sheet = GAME.look.log_sheet(under_way(), Viewer("squadron"))

    assert "- Missions flown: 0, and one in progress\n" in sheet
    assert "Missions flown: 5\n" in GAME.look.log_sheet(campaign(), ALL_SEEING)


def test_the_german_sheet_of_a_mission_under_way_does_not_depend_on_what_is_hidden():
    one, other = under_way(), under_way()
    other.state.mission.orders.cards[:] = ["berlin"]
    other.state.mission.record.card = "berlin"
    other.state.mission.low_altitude = other.state.mission.record.low_altitude = False
    for each in other.state.bombers.values():
        each.crew = f"{each.crew} again"

    assert GAME.look.log_sheet(one, Viewer("luftwaffe")) == GAME.look.log_sheet(
        other, Viewer("luftwaffe")
    )


def test_the_sheet_tells_escorts_met_later_the_altitude_and_the_fate_of_crews():
    play = fly(box="chan", low_altitude=True, crew_fate="on")
    carry_out(play, pre_mission.decide_altitude, answers=["low"])
    carry_out(play, pre_mission.meet_first_escorts, dice=[1, 1])
    carry_out(play, mission_turn.meet_escorts, dice=[2, 1, 1], answers=["roll"])
    carry_out(play, results.fail_to_return, "b17f-i", dice=[6])
    carry_out(play, post_mission.determine_campaign_progress)

    sheet = GAME.look.log_sheet(play, ALL_SEEING)

    assert "- Escorts: 6 P-47, then 4 P-47; lost: 0\n" in sheet
    assert "- Altitude of the bombing run: low\n" in sheet
    assert "| failed to return, crew rescued |" in sheet


def test_the_command_line_writes_the_log_sheet_as_a_page(tmp_path):
    from typer.testing import CliRunner

    from tabletop_core.cli import app

    page = tmp_path / "log.html"
    command = f"play wing_and_prayer --seats bot:commander --seed 1 --log-sheet {page}"
    result = CliRunner().invoke(app, command.split())

    assert result.exit_code == 0
    assert page.read_text().count("<h2>Mission") == 5


def test_one_bomb_hit_is_counted_as_one():
    play = campaign.__wrapped__()  # one of its own, to be changed
    play.state.log[0].hits, play.state.log[0].damage = 1, "no damage"

    assert "- Target: 1 bomb hit, no damage\n" in GAME.look.log_sheet(play, ALL_SEEING)


def test_the_sheet_begins_with_what_the_campaign_was_like():
    play = campaign()
    log = play.state.log
    lost = sum(map(is_lost, (line for record in log for line in record.flyers)))

    sheet = GAME.look.log_sheet(play, ALL_SEEING)

    glance = sheet[sheet.index("## At a glance") : sheet.index("| no. |")]
    assert f"bombers lost: {lost};" in glance
    best = max(log, key=lambda record: record.vp)
    assert f"The best day: mission {log.index(best) + 1}, " in glance
