"""The log of a mission, and what is shown when it is over."""

import pytest

from packs.bomber_boys.game import GAME
from tabletop_core import ALL_SEEING


@pytest.fixture(scope="module")
def flown():
    match = GAME.start({}, seed=3)
    captain = GAME.bots["captain"]()
    match.run(captain.choose)
    return match.play


def test_the_sheet_names_who_shot_down_what(flown):
    sheet = GAME.look.log_sheet(flown, ALL_SEEING)

    assert "| 1 | Fighter (3 o'clock high) is shot down by the Right Waist Gunner. |" in sheet


def test_the_escort_is_named_where_it_shot_an_enemy_down(table):
    table.put("fighter_12_low", damage=2)

    table.turn("fighter_9_low 1: no_dice, radio_operator fighter_12_low, done")

    assert "is shot down by the escort." in GAME.look.log_sheet(table.play, ALL_SEEING)


def test_shots_and_enemies_of_all_gunners_are_those_of_the_mission(flown):
    told = flown.state.records.values()

    fired = [event for event in flown.events if event.kind == "fired"]
    assert sum(it.shots for it in told) == len(fired)
    assert sum(it.damage for it in told) == sum(event.facts["damage"] for event in fired)


def test_a_mission_that_is_over_shows_its_score_and_what_decided_it(flown):
    (result,) = (panel for panel in GAME.look.view(flown, ALL_SEEING) if panel.id == "result")

    rows = dict(result.rows)
    assert "Result" not in rows, "it stands where the question stood"
    assert rows["Score"] == "10 of 10: Perfect Performance"
    assert rows["Bombs on target"] == "5 of 5"
    assert result.rows[-2][0].startswith("Turn ")


def test_a_mission_under_way_has_a_log_and_no_result():
    play = GAME.start({}, seed=3).play

    assert "Result" not in GAME.look.log_sheet(play, ALL_SEEING)
    assert not any(panel.id == "result" for panel in GAME.look.view(play, ALL_SEEING))
