"""The log sheet tells who was lost to whom, and what decided the game."""

from packs.bomber_run.game import GAME
from packs.bomber_run.rules.combat import attack_run
from packs.bomber_run.rules.movement import kamikaze_attack
from packs.bomber_run.shown.log_sheet import log_sheet, result_panel
from tabletop_core.viewers import ALL_SEEING


def test_a_bomber_lost_stands_out_with_who_shot_it_down(position):
    position.put_all("w1 F12 E", "w2 B2 E", "EA G12 E", "e1 X20 E")
    position.roll(4, 1)
    position.perform(attack_run, "w1", "EA")

    sheet = log_sheet(position.play, ALL_SEEING)

    assert "**w1 attacks EA: 4 against 1, EA goes down.** West is ahead. | 2 | 1 |" in sheet
    assert "| EA | attack run of w1 |" in sheet
    assert "- attack run: 1 shot, 1 hit" in sheet


def test_a_ram_counts_as_a_loss_of_both(position):
    position.put_all("w1 F12 E", "WA B2 E", "e1 F12 E", "EA X20 E")
    position.roll(3, 3)
    position.perform(kamikaze_attack, "w1", "e1")

    sheet = log_sheet(position.play, ALL_SEEING)

    assert "both e1 and w1 go down. | 1 | 1 |" in sheet
    assert sheet.count("w1 rammed e1") == 2


def test_a_game_that_is_over_shows_what_decided_it_and_leaves_the_result_to_the_page():
    match = GAME.start({}, seed=3)
    pilot = GAME.bots["pilot"]()
    match.run(pilot.choose)

    (result,) = (panel for panel in GAME.look.view(match.play, ALL_SEEING) if panel.id == "result")

    rows = dict(result.rows)
    assert "Result" not in rows
    assert set(match.seats) < set(rows)
    assert int(rows["Length"].split()[0]) == match.play.rounds
    assert [label.split()[0] for label, _ in result.rows[3:8]] == ["Round"] * 5


def test_the_end_tells_who_was_shot_down_apart_from_who_flew_off(position):
    position.put_all("w1 F12 E", "w2 X1 E", "e1 G12 E")
    position.roll(4, 1)
    position.perform(attack_run, "w1", "e1")
    position.start_flight("w2", 4)
    position.fly("w2")

    rows = result_panel(position.play).rows

    assert dict(rows)["west"] == "1 shot, 1 hit; left w1; flown off w2"
    assert dict(rows)["east"] == "0 shots, 0 hits; left none; lost e1"
    assert [words for label, words in rows if label.startswith("Round")] == [
        "w1 attacks e1: 4 against 1, e1 goes down."
    ]
