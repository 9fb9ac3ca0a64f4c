"""The mission log."""

from tabletop_core.bots import play_bots, seat_bots

from .conftest import DATA, GAME, start


def campaign(**options):
    play = GAME.start({"campaign": "short", **options}, seed=5, data=DATA, snapshots=False)
    play_bots(play, seat_bots(GAME, dict.fromkeys(play.seats, "random"), 5))
    return play


def test_the_log_sheet_tells_each_mission_with_its_bombers():
    play = campaign()
    sheet = GAME.log_sheet(play, None)

    assert sheet.count("## Mission") == len(play.state.log) == 5
    for record in play.state.log:
        assert f"Victory points: {record.vp} ({record.result})" in sheet
        assert f"after the mission: {record.campaign_vp}" in sheet
    flown = sum(len(record.flyers) for record in play.state.log)
    assert sheet.count(" element, ") == flown


def test_lost_and_damaged_bombers_stand_on_the_sheet():
    play = campaign()
    statuses = {line.status for record in play.state.log for line in record.flyers}
    assert len(statuses) > 1

    sheet = GAME.log_sheet(play, None)

    for status in statuses - {"ok"}:
        assert f"| {status} |" in sheet


def test_the_sheet_tells_the_counters_held_and_the_bombers_damaged():
    play = start()
    play.state.lady_luck = ["angel", "bench_mark"]
    play.state.bombers["b17f-c"].damaged = True

    sheet = GAME.log_sheet(play, None)

    assert "- Lady Luck counters held: Angel on my Side, Bench Mark\n" in sheet
    assert "- Bombers damaged: B-17F C\n" in sheet


def test_the_german_player_reads_no_crews():
    play = campaign(players=2)
    names = [one.name for one in DATA.crews.values()]

    sheet = GAME.log_sheet(play, "luftwaffe")

    assert not [name for name in names if name in sheet]
    assert [name for name in names if name in GAME.log_sheet(play, "squadron")]


def test_the_command_line_writes_the_log_sheet_as_a_page(tmp_path):
    from typer.testing import CliRunner

    from tabletop_core.cli import app

    page = tmp_path / "log.html"
    command = f"play wing_and_prayer --seats bot:commander --seed 1 --log-sheet {page}"
    result = CliRunner().invoke(app, command.split())

    assert result.exit_code == 0
    assert page.read_text().count("<h2>Mission") == 5
