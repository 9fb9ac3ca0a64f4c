"""Pilots shot down and the German moves that follow, p. 14."""

from packs.squadron_303.rules.counterattack import counterattacks
from packs.squadron_303.rules.germans import german_movement
from packs.squadron_303.rules.players import begin_turn
from packs.squadron_303.rules.shot_down import bonus_moves, shot_down
from packs.squadron_303.state import Status

HOME = ("A8", "A7", "A5", "biggin_hill")


def test_blue_is_shot_down_and_the_germans_move_on(table):
    """The example: one He 111 is held by a token, the others move, one of them bombs."""
    blue = table.fly("blue", "zumbach", "A7", "c01", damage=["no_extra"])
    table.card("c01", defence=(2, 3))
    table.squadron("I", *HOME)
    table.squadron("II", *HOME)
    marked = table.plane("he111", "A7", "I", damage=1, markers=2, engaged=True)
    other = table.plane("he111", "A7", "I")
    escorts = [table.plane("bf109", "A7", "I") for _ in range(3)]
    ahead = table.plane("he111", "A5", "II")
    table.script(
        *("hit-2", "hit-4", "hit-4", "hit-4", "hit-4", "blank"),
        *("hand_limit", "discard", "no_free_move"),
    )

    table.run(counterattacks, answers=("blue:c01:2",))

    assert table.state.pilots["zumbach"].status is Status.SHOT_DOWN
    assert (blue.pilot, blue.damage) == ("", [])
    assert (marked.area, marked.markers) == ("A7", 1)
    assert other.area == "A5"
    assert [plane.area for plane in escorts] == ["A5"] * 3
    assert ahead.area == "biggin_hill"
    assert table.state.bombs == {"biggin_hill": 1}


def test_a_new_pilot_did_not_fight_last_turn(table):
    blue = table.fly("blue", "zumbach", "A5", fought=True)

    table.run(shot_down, blue)
    begin_turn(table.play)

    assert not blue.was_in_combat


def test_squadrons_farther_off_do_not_move(table):
    table.squadron("I", *HOME)
    plane = table.plane("he111", "A8", "I")

    table.run(bonus_moves, "B5")

    assert plane.area == "A8"


def test_one_medal_holds_one_squadron(table):
    table.fly("yellow", "urbanowicz", "B5")
    table.state.pilots["urbanowicz"].medals = 2
    table.squadron("I", *HOME)
    table.squadron("II", "B8", "B7", "B5", "B3", "biggin_hill")
    one = table.plane("he111", "A5", "I")
    two = table.plane("he111", "B7", "II")

    table.run(bonus_moves, "A5", answers=("I",))
    assert (one.area, two.area) == ("A5", "B7")

    table.run(bonus_moves, "B5", answers=("I",))
    assert (one.area, two.area) == ("A5", "B5")
    assert table.state.pilots["urbanowicz"].medals == 0


def test_one_medal_holds_every_group_of_the_squadron(table):
    yellow = table.fly("yellow", "urbanowicz", "B5")
    blue = table.fly("blue", "zumbach", "A5")
    for pilot in (yellow.pilot, blue.pilot):
        table.state.pilots[pilot].medals = 1
    table.squadron("I", *HOME)
    table.squadron("II", "B8", "B7", "B5", "B3", "biggin_hill")
    ahead, behind = table.plane("he111", "A5", "I"), table.plane("he111", "A7", "I")
    other = table.plane("he111", "B5", "II")

    asked = next(bonus_moves(table.play, "A5"))
    table.run(bonus_moves, "A5", answers=("I", "none"))

    assert asked.options == ("none", "I", "II")
    assert (ahead.area, behind.area, other.area) == ("A5", "A7", "B3")


def test_each_pilot_may_spend_one_medal_and_hold_another_squadron(table):
    yellow = table.fly("yellow", "urbanowicz", "B5")
    blue = table.fly("blue", "zumbach", "A5")
    for pilot in (yellow.pilot, blue.pilot):
        table.state.pilots[pilot].medals = 2
    table.squadron("I", *HOME)
    table.squadron("II", "B8", "B7", "B5", "B3", "biggin_hill")
    planes = [table.plane("he111", "A5", "I"), table.plane("he111", "B5", "II")]

    table.run(bonus_moves, "A5", answers=("I", "II"))

    assert [plane.area for plane in planes] == ["A5", "B5"]
    assert [table.state.pilots[it.pilot].medals for it in (yellow, blue)] == [1, 1]


def test_a_fighter_that_one_of_two_additional_moves_brought_up_has_one_die_fewer(table):
    table.fly("blue", "zumbach", "A7")
    yellow = table.fly("yellow", "urbanowicz", "A5")
    table.squadron("P", "A8", "A7", "A5", "A3", mode="patrol")
    plane = table.plane("bf109", "A7", "P")
    table.run(shot_down, table.state.fighters["blue"])
    table.run(bonus_moves, "A5")
    assert plane.area == "A5"

    table.script("hit-2", "no_extra")
    table.run(german_movement)

    assert yellow.damage == ["no_extra"]


def test_only_the_fighter_that_was_brought_up_has_one_die_fewer(table):
    table.fly("yellow", "urbanowicz", "A5")
    table.squadron("P", "A8", "A7", "A5", "A3", mode="patrol")
    table.plane("bf109", "A5", "P", brought_up=True)
    table.plane("bf109", "A5", "P")
    table.script("blank", "blank", "blank")

    table.run(german_movement)

    assert table.events("propellers")[0]["dice"] == {"red": 3}


def test_fighters_that_move_by_morale_do_not_strike_at_once(table):
    yellow = table.fly("yellow", "urbanowicz", "B5")
    table.squadron("P", "A5", "A7", mode="patrol")
    patrol = table.plane("bf109", "A5", "P")
    table.script()

    table.run(bonus_moves, "A5")

    assert patrol.area == "B5"
    assert yellow.damage == []
