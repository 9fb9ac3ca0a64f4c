"""What is kept of a game."""

from packs.squadron_303.game import GAME
from packs.squadron_303.rules.damage import damage_plane
from packs.squadron_303.rules.shot_down import shot_down
from tabletop_core import ALL_SEEING


def test_the_log_sheet_tells_who_shot_down_what_and_who_was_lost(table):
    blue = table.fly("blue", "zumbach", "A5")
    yellow = table.fly("yellow", "urbanowicz", "B8")
    table.state.turn = 3
    table.run(damage_plane, table.plane("he111", "A5"), 4, blue)
    table.run(shot_down, yellow)

    sheet = GAME.look.log_sheet(table.play, ALL_SEEING)

    assert "| 3 | Jan Zumbach shoots down He 111 #1 of squadron I at A5 |" in sheet
    assert "| 3 | F/O Witold Urbanowicz is shot down at B8 |" in sheet
    assert "| P/O Jan Zumbach | 0 | 0 | 1 | 0 | flying |" in sheet


def test_a_game_that_is_over_shows_its_result_and_how():
    match = GAME.start({"players": 2}, seed=2)
    match.run(lambda match, decision: GAME.bots["wingman"]().choose(match, decision))

    result = next(panel for panel in GAME.look.view(match.play, ALL_SEEING) if panel.id == "result")

    rows = dict(result.rows)
    assert rows["Result"] == f"won on turn {match.state.turn}: no raider is left"


def test_the_log_of_a_campaign_names_its_scenarios(table):
    table.state.chapters = ["biggin_hill", "coming_home"]

    sheet = GAME.look.log_sheet(table.play, ALL_SEEING)

    assert "- Campaign: Attack on Biggin Hill; Coming Home\n" in sheet
