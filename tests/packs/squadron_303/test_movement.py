"""Movement, Disengage, Withdraw, Landing, Reconnaissance, p. 9-11."""

import pytest

from packs.squadron_303.questions.board import neighbours
from packs.squadron_303.questions.names import who_is_in
from packs.squadron_303.rules.movement import (
    cost_to_leave,
    may_withdraw,
    movement,
    next_move,
    reachable,
)
from packs.squadron_303.state import Status
from tests.packs.squadron_303.tables import claims

CLAIMS = """
disengaging Yellow uses a token and one point and lands with the rest
    c03 move=3
    yellow urbanowicz B5 c03 tokens=1 -> biggin_hill landed
    4 bf109 B5
    move yellow: yellow land:biggin_hill
free move is one area, and landing takes a point
    blue zumbach A3 -> biggin_hill landed=no
    move blue: blue biggin_hill
damage to the engine takes the free move
    blue zumbach A3 damage=no_free_move -> A3
    move blue
Ferić's ability gives a second free area
    blue feric A3 declared -> landed
    move blue: blue land:biggin_hill
another pilot flies Ferić's extra area for a medal
    blue zumbach A3 -> landed, yellow feric A1 moved
    zumbach medals=1 -> medals=0
    movement: blue medal, blue land:biggin_hill
tokens not used are discarded at the end of movement
    blue zumbach A3 tokens=2 -> tokens=0
    movement: blue stay
withdrawing costs a medal and takes the pilot out of the Scenario
    blue zumbach B5 damage=no_extra was_in_combat -> northolt pilot=none damage=none
    zumbach medals=1 -> withdrawn medals=0
    bf109 B5 -> B5
    movement: blue withdraw
who takes over the plane of a withdrawn pilot has nothing of his fight
    blue zumbach B5 tokens=2 fought was_in_combat -> tokens=0 fought=no
    zumbach medals=1
    movement: blue withdraw
a plane may take off and stay over its airfield
    blue zumbach biggin_hill landed damage=no_free_move -> biggin_hill landed=no
    move blue: blue biggin_hill
a plane that cannot pay for breaking away stays and is told why
    blue zumbach A5 -> A5
    2 bf109 A5
    move blue
    told must_stay.cost 2
    told must_stay.points 1
an ace is turned up where the move ends
    blue zumbach B7
    bf109 B8 ace_kind=fighter -> ace=keen
    move blue with keen: blue B8

# ------------------------------------------------------------ hidden squadrons
Reconnaissance reveals a squadron next door for two Maneuver cards
    II: B8 B7 B5 hidden face_down=bombers:1 -> hidden=no
    table bomber_cards=d34
    c01 c02 maneuver
    blue zumbach B7 c01 c02 -> cards=none scouted
    reconnaissance blue with d34: yes
    told scouted.names Deflection shot 01 and Deflection shot 02
    all II -> B8 aircraft=he111
who has more Maneuver cards than needed may reveal a squadron too
    II: B8 B7 B5 hidden face_down=bombers:1
    c01 c02 c03 maneuver
    blue zumbach B7 c01 c02 c03
    reconnaissance blue: no
    asked 1 Blue: play 2 Maneuver cards to reveal squadron II
entering the area of a hidden squadron reveals it and bars attacks
    II: B8 B7 B5 hidden face_down=bombers:1 -> hidden=no
    table bomber_cards=d34
    blue zumbach B7 -> scouted
    move blue with d34: blue B8
a plane that enters a hidden squadron's area on its way finds it and flies on
    II: B8 B7 B5 hidden face_down=bombers:1 -> hidden=no
    table bomber_cards=d34
    c01 move=3
    blue zumbach B6 c01 -> A8 scouted
    move blue with d34: blue B8, c01, A8
a plane that plays no card for the way on stays with what it has found
    II: B8 B7 B5 hidden face_down=bombers:1
    table bomber_cards=d34
    c01 move=3
    blue zumbach B7 c01 -> B8 cards=c01
    move blue with d34: blue B8, none
a plane that flies on must break away from what it has found
    II: B8 B7 B5 hidden face_down=bombers:1
    table bomber_cards=d34
    c01 move=1
    blue zumbach B6 c01 tokens=3 -> B8
    move blue with d34: blue B8, c01
    told must_stay.cost 2
a plane that takes off below a hidden squadron finds it and flies on
    II: B8 B7 B5 hidden face_down=bombers:1 -> hidden=no
    II area=biggin_hill
    table bomber_cards=d34
    c01 move=3
    blue zumbach biggin_hill c01 landed -> A5 scouted
    move blue with d34: blue biggin_hill, c01, A5
a plane that lands below a hidden squadron finds it and stays
    II: B8 B7 B5 hidden face_down=bombers:1 -> hidden=no
    II area=biggin_hill
    table bomber_cards=d34
    c01 move=3
    blue zumbach A5 c01 -> biggin_hill landed
    move blue with d34: blue land:biggin_hill
"""


@claims(CLAIMS)
def test_of_movement(script):
    assert script.play() == []


def test_what_breaking_away_costs_is_left_off_the_areas_in_reach(table):
    table.card("c03", move=3)
    yellow = table.fly("yellow", "urbanowicz", "B5", "c03", tokens=1)
    for _ in range(4):
        table.plane("bf109", "B5")

    assert cost_to_leave(table.play, "B5", yellow.tokens) == 1 + 1
    left = reachable(table.play, yellow, 1 + 3)
    assert (left["B3"], left["B1"], left["biggin_hill"]) == (3 - 1, 1, 1)


@pytest.mark.parametrize(
    ("planes", "markers"),
    [
        pytest.param(("bf109", "bf109"), 1, id="planes with tokens do not count"),
        pytest.param(("he111", "he111", "he111"), 0, id="odd planes are rounded down"),
    ],
)
def test_what_it_costs_to_disengage(table, planes, markers):
    first, *others = (table.plane(kind, "B5") for kind in planes)
    first.markers = markers

    assert cost_to_leave(table.play, "B5", 0) == 1 + (len(others) + 1 - markers) // 2


def test_nobody_withdraws_who_did_not_fight_last_turn(table):
    table.fly("blue", "zumbach", "B5")
    table.state.pilots["zumbach"].medals = 1

    table.run(movement, answers=("blue stay",))

    assert not may_withdraw(table.play, table.state.fighters["blue"])


def test_no_way_leads_past_a_hidden_squadron_unseen(table):
    blue = table.fly("blue", "zumbach", "northolt")
    assert reachable(table.play, blue, 3)["biggin_hill"] == 1

    table.squadron("II", "london", "B7", "B5", hidden=True, face_down={"bombers": 1})

    assert reachable(table.play, blue, 3)["biggin_hill"] == 0


def options_of(asking):
    decision = next(asking)
    return decision.prompt, {name: decision.label_of(name) for name in decision.options}


def test_the_price_of_breaking_away_is_told_with_the_card_each_area_and_landing(table):
    table.card("c03", move=3)
    blue = table.fly("blue", "zumbach", "A5", "c03")
    for _ in range(2):
        table.plane("bf109", "A5")
    _, moves = options_of(next_move(table.play, [blue]))
    assert "(1 of it for breaking away)" in moves["blue land:biggin_hill"]

    for _ in range(2):
        table.plane("bf109", "A5")
    prompt, moves = options_of(next_move(table.play, [blue]))
    assert "movement 1 and up to 3 more with a card" in prompt
    assert "movement 3 (2 of it for breaking away), with a card of 2 or more" in moves["blue A3"]


@pytest.mark.parametrize(("number", "landing"), [(1, ()), (2, ("blue", "biggin_hill"))])
def test_who_touches_a_plane_has_not_said_that_it_stays_where_it_is(table, number, landing):
    fighters = [
        table.fly(colour, name, "biggin_hill")
        for colour, name in (("blue", "zumbach"), ("yellow", "feric"))
    ]

    asked = next(next_move(table.play, fighters[:number]))

    assert asked.targets_of("blue stay") == ()
    assert asked.targets_of("blue land:biggin_hill") == landing
    assert asked.targets_of("blue A5")[-1] == "A5"


def test_an_area_is_named_with_all_who_are_there_and_nobody_else(table):
    table.fly("blue", "zumbach", "A3")
    table.fly("yellow", "feric", "A5")
    for area in ("A3", "A5", "A5", "A5", "A7"):
        table.plane("he111", area)

    assert who_is_in(table.play, "A5") == ["3 He 111", "Yellow"]


def test_who_would_lose_the_scenario_by_withdrawing_is_told_so(table):
    table.fly("blue", "zumbach", "B5", was_in_combat=True)
    table.state.pilots["zumbach"].medals = 1
    table.state.fighters["yellow"].moved = True
    table.state.pilots["feric"].status = Status.RESERVE

    _, options = options_of(movement(table.play))

    assert options["blue withdraw"].endswith("so the Scenario is lost")


def test_an_ace_that_is_only_flown_through_stays_face_down(table):
    blue = table.fly("blue", "zumbach", "B6", "c01")
    table.card("c01", move=3)
    for number, area in enumerate(neighbours(table.play, "B6")):
        table.plane("bf109", area, f"s{number}", ace_kind="fighter")

    table.run(next_move, [blue], answers=("blue B7",))

    assert blue.area == "B7"
    assert {plane.ace for plane in table.state.planes.values()} == {""}
