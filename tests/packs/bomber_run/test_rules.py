"""Each test is a claim of the rules of Bomber Run, with the dice written down."""

from fractions import Fraction

import pytest

from packs.bomber_run.game import GAME
from packs.bomber_run.questions.courses import course_of, moves_from, start_of
from packs.bomber_run.questions.guns import targets_of
from packs.bomber_run.rules import combat, ending, movement, setup
from packs.bomber_run.rules.combat import attack_run, fire_batteries
from packs.bomber_run.rules.ending import bombing_run
from packs.bomber_run.rules.movement import (
    fly_next,
    odds_of,
    orders_now,
    roll_movement,
    warning,
    words_for,
)
from packs.bomber_run.shown.view import strengths
from packs.bomber_run.state import Kind
from tabletop_core import Viewer
from tabletop_core.chance import Scripted
from tabletop_core.engine.outcome import GameOver
from tabletop_core.engine.rules import Rule
from tests.packs.bomber_run.tables import claims

MOVEMENT = """
one point takes a fighter straight ahead only
    w1 F12 E
    w1 may 1: G12 E
# One and a half of two points are spent: the move is over without another question.
the half point left after a diagonal moves nobody
    w1 F12 E -> G11 NE
    w1 flies 2: w1 G11 NE
    seats are west
the nose matches the last direction flown
    w1 F12 E -> G14 S
    w1 flies 3: w1 G14 S
the squares flown over are logged
    w1 F12 E
    w1 flies 2: w1 H12 E
    log says w1 flies over G12 to H12, nose E.
so is each maneuver
    w1 F12 E
    w1 flies 4: w1 H12 N
    moved happens aircraft=w1 over=['G12'] square=H12 facing=E to_base=[]
    turned happens aircraft=w1 facing=N
movement points not used are lost
    w1 F12 E -> G12 E
    w1 flies 4: w1 G12 E
    seats are west
a bomber moves exactly one square without a roll
    WA F12 E -> G11 NE
    WA may 0: G11 NE, G12 E, G13 SE
    WA flies 0: WA G11 NE
allied aircraft may not share a square but fly past each other
    w1 F12 E, w2 G12 E
    w1 may 2: H12 E, G11 NE, G13 SE
a bomber that stays over the enemy base makes no second run
    WA V12 E -> V12, w1 W11 E, w2 W12 E, w3 W13 E
    WA flies 0
    bombs happens 0
an aircraft that stays is told to be blocked by friends
    w1 F12 E, w2 G12 W
    w1 flies 1
    log says w1 stays on F12: friends block every way.
an aircraft that friends block moves after them
    w1 F12 E -> G12, w2 G12 E -> H12, w3 F3 E
    west moves w1 1, w2 1, w3 1: w2 H12 E
    options are w2 H12 E, w3 G3 E
    west moves on: w1 G12 E
    options are w1 G12 E, w3 G3 E
an aircraft that can neither move nor leave the board stays where it is
    w1 F12 E -> F12, w2 G12 W -> G12
    west moves w1 1, w2 1: w1 stay
    log says w1 stays on F12: friends block every way.
    west moves on
    log says w2 stays on G12: friends block every way.
    blocked happens 2
    retreated happens 0
an aircraft that leaves the board is out of the game
    w1 X12 E -> lost, EA V1 W
    w1 may 4: off
    w1 flies 4
    retreated happens aircraft=w1 over=[] left=['EA'] losses=1
base squares count as empty
    w1 B12 E -> C12, e1 U12 W
    w1 flies 1
"""
ATTACKS = """
an attack that equals the defence destroys
    w1 F12 E, EA V1 W, e1 G12 E -> lost
    w1 attacks e1 with 3 3
an attack that exceeds the defence destroys, and the log tells who went down
    w1 F12 E, EA V1 W, e1 G12 E -> lost
    w1 attacks e1 with 4 3
    log says w1 attacks e1: 4 against 3, e1 goes down.
an attack below the defence misses, and the log tells who missed
    w1 F12 E, EA V1 W, e1 G12 E -> G12
    w1 attacks e1 with 3 4
    log says w1 attacks e1: 3 against 4, w1 misses.
an aircraft that friends block may attack before it stays
    WA F12 E -> F12, w1 G11 E, w2 G12 E, w3 G13 E, e1 F11 W -> lost
    WA flies 0 with 4 4: WA e1 attack
    options are WA e1 attack, WA stay

# ------------------------------------------------------------ snap-shots
entering a defender's arc gives it a snap-shot
    w1 F12 E -> lost, e1 G14 N, WA A1 E
    w1 flies 2 with 4 2: w1 G13 SE, e1 w1 attack
    seats are west, east
the mover may attack before the snap-shot and the destroyed do not fire
    w1 F12 E, EA V1 W, e1 H12 W -> lost
    w1 flies 2 with 3 3: w1 G12 E, w1 e1 attack, done
    snap_shot happens 0
a surviving defender fires after the mover's attack
    w1 F12 E -> lost, e1 H12 W, WA A1 E
    w1 flies 2 with 1 4 2 2: w1 G12 E, w1 e1 attack, e1 w1 attack
# G13 is in front of the bomber, H14 beside it.
a defender fires once at the same mover in a turn
    w1 F12 E, EA H13 W
    w1 flies 4 with 1 4: w1 G13 SE, EA w1 attack, w1 H14 SE
    snap_shot happens 1
a defender may hold its fire
    w1 F12 E -> G13, e1 G14 N
    w1 flies 2: w1 G13 SE, hold
    held happens attacker=e1 defender=w1
a defender that holds its fire is asked again at the next square of its reach
    w1 F12 E -> lost, WA A1 E, EA H13 W
    w1 flies 4 with 4 4: w1 G13 SE, hold, w1 H14 SE, EA w1 attack
    seats are west, east, west, east
a defender that holds its fire is not asked outside its reach
    w1 F12 E, e1 G14 N
    w1 flies 3: w1 G13 SE, hold, w1 H14 SE
    seats are west, east, west
an attack on the spot gives a defender that held its fire no other chance
    w1 F12 E, e1 H12 W, EA V1 W
    w1 flies 2 with 1 4: w1 G12 E, hold, hold, w1 e1 attack, done
    seats are west, west, east, west, west
turning on the spot provokes no snap-shot
    w1 F12 E, e1 G14 N
    w1 flies 4: w1 G13 SE, hold, w1 G13 N
    snap_shot happens 0

# ------------------------------------------------------------ anti-aircraft fire
batteries fire only at the enemy whose turn ends
    e1 W11 E -> W11
    west ends
    east ends
"""
RAMS = """
a fighter may fly over an enemy without ramming it
    w1 F12 E -> H12, e1 G12 N -> G12
    w1 flies 2: w1 H12 E
a fighter may ram over its own base
    w1 D12 W -> lost, WA A1 E, EB V1 W, EA C12 E -> lost
    w1 flies 2 with 4 4: w1 EA ram
a fighter may ram over the enemy base
    w1 W12 W -> lost, WA A1 E, EB V1 W, EA V12 E -> lost
    w1 flies 2 with 4 4: w1 EA ram
a bomber flies over no enemy but ends its one square on it
    WA F12 E, e1 G12 N
    WA may 0: G11 NE, G13 SE, e1 ram, e1 attack
a fighter whose only square an enemy holds can ram it or attack it
    w1 F12 E, e1 G12 N
    w1 may 1: e1 ram, e1 attack
# With one point it can only fly straight ahead, so the ram follows without a question.
a fighter with one point that attacks and misses must ram with a roll of its own
    w1 F12 E -> lost, e1 G12 N -> lost, WA A1 E
    w1 flies 1 with 1 4 4 4: w1 e1 attack
    attack happens 1
    ram happens 1
a fighter that has missed one enemy may ram another
    w1 F12 E -> lost, e1 G12 N -> G12, EA G13 N -> lost, WA A1 E
    w1 flies 2 with 1 4 4 4: w1 e1 attack, w1 EA ram
a fighter that has hit flies on to the free square and rams nobody
    w1 F12 E -> G12, e1 G12 N -> lost, EA V1 W
    w1 flies 1 with 4 4: w1 e1 attack
    ram happens 0
a bomber that attacks and misses may ram as well
    WA F12 E -> G12, e1 G12 N -> lost, EA V1 W
    WA flies 0 with 1 4 4 4: WA e1 attack, WA e1 ram
a bomber that rams a bomber over the enemy base does not bomb it
    WA U12 E -> lost, EA V12 N -> lost, WB A1 E
    WA flies 0 with 6 1: WA EA ram
    bombs happens 0
the last bombers ramming each other is a draw
    WA F12 E, EA G12 E
    WA flies 0 with 6 1: WA EA ram
    result is draw nobody
the last fighters ramming each other is a draw
    w1 F12 E, e1 G12 E
    w1 flies 1 with 4 1: w1 e1 ram
    result is draw nobody
"""
ENDS = """
a bomber over its own base drops nothing
    WA B12 E, EA A1 E
    WA flies 0: WA C12 E
    bombs happens 0
without bombers the side that first destroys all fighters wins
    w1 F12 E, e1 G12 E
    w1 attacks e1 with 4 1
    result is fighters_eliminated west
while one bomber flies the game goes on without fighters
    w1 F12 E, e1 G12 E, WA A1 E
    w1 attacks e1 with 4 1
    result is going_on nobody
a side that alone flies with a fighter has won where the option says so
    last_side is wins
    w1 F12 E, e1 G12 E, WA A1 E
    w1 attacks e1 with 4 1
    result is fighters_eliminated west
a side that alone flies with nothing but a bomber has to reach the base even so
    last_side is wins
    w1 F12 E, e1 G12 E, WA A1 E
    w1 flies 2 with 4 1: w1 e1 ram
    result is going_on nobody
a bomber of the other side keeps the game going even so
    last_side is wins
    w1 F12 E, e1 G12 E, EA A1 E
    w1 attacks e1 with 4 1
    result is going_on nobody
"""


@claims(MOVEMENT)
def test_of_movement(script):
    assert script.play() == []


@claims(ATTACKS)
def test_of_attacks(script):
    assert script.play() == []


@claims(RAMS)
def test_of_rams(script):
    assert script.play() == []


@claims(ENDS)
def test_of_the_end(script):
    assert script.play() == []


# ---------------------------------------------------------------- setup


def start(*faces, **options):
    return GAME.start(options, source=Scripted([*faces]))


def test_bases_stand_on_columns_c_and_v_on_the_row_of_five_four_sided_dice():
    play = start(1, 1, 1, 1, 1, 4, 4, 4, 4, 4, 6, 1).play

    assert play.state.bases == {"west": (3, 5), "east": (22, 20)}


@pytest.mark.parametrize(
    ("formation", "fighters", "bombers"), [("standard", 6, 1), ("expanded", 8, 2)]
)
@pytest.mark.parametrize("row", [5, 20])
def test_each_formation_brings_its_aircraft_and_fits_the_first_and_last_row(
    formation, fighters, bombers, row
):
    play = start(*[row // 5] * 10, 6, 1, formation=formation).play

    for side in ("west", "east"):
        assert len(play.state.of(side, Kind.FIGHTER)) == fighters
        assert len(play.state.of(side, Kind.BOMBER)) == bombers
    squares = [plane.at for plane in play.state.aircraft.values()]
    assert all(square in play.data.board.grid for square in squares)
    assert len(set(squares)) == len(squares)


def test_both_sides_start_with_their_noses_towards_the_enemy_edge():
    play = start(*[3] * 10, 6, 1).play

    assert {plane.facing for plane in play.state.aircraft.values() if plane.side == "west"} == {"E"}
    assert {plane.facing for plane in play.state.aircraft.values() if plane.side == "east"} == {"W"}
    assert play.state.aircraft["WA"].at == (5, 15)
    assert play.state.aircraft["EA"].at == (20, 15)


@pytest.mark.parametrize(
    ("faces", "chooser", "choice", "order"),
    [
        ([4, 4, 2, 5], "east", "first", ["east", "west"]),
        ([4, 4, 2, 5], "east", "second", ["west", "east"]),
        ([3, 3, 6, 6, 5, 2], "west", "first", ["west", "east"]),
        ([3, 3, 6, 6, 5, 2], "west", "second", ["east", "west"]),
    ],
)
def test_equal_rolls_for_the_first_player_are_rolled_again_and_the_higher_chooses(
    faces, chooser, choice, order
):
    match = start(*[3] * 10, *faces, *[1] * 6)

    rolls = [event.facts["faces"] for event in match.events if event.kind == "roll"][2:]
    assert rolls == [[face] for face in faces]
    assert match.decision.seat == chooser
    match.answer(choice)
    assert match.state.order == order
    assert match.play.seat == order[0]


def test_each_fighter_on_the_board_gets_one_of_the_four_sided_dice():
    match = start(*[3] * 10, 6, 1, 1, 2, 3, 4, 4, 4)
    match.answer("first")

    asked = []
    for answer in ("w4", "w5", "w6"):
        asked.append(match.decision.prompt)
        match.answer(answer)

    assert [prompt.split("?")[0] for prompt in asked] == [
        f"Which fighter moves with the {face}" for face in (3, 2, 1)
    ]

    assert match.state.assigned == {"w1": 4, "w2": 4, "w3": 4, "w4": 3, "w5": 2, "w6": 1}


def test_a_die_once_assigned_cannot_be_used_again():
    match = start(*[3] * 10, 6, 1, 1, 1, 1, 1, 1, 4)
    match.answer("first")
    match.answer("w1")

    # Only ones are left, so nothing more is asked.
    assert match.state.assigned == {"w1": 4, "w2": 1, "w3": 1, "w4": 1, "w5": 1, "w6": 1}


def test_equal_dice_are_dealt_by_one_answer_and_touch_the_fighters_that_get_them():
    match = start(*[3] * 10, 6, 1, 1, 4, 1, 4, 1, 1)
    match.answer("first")

    assert match.decision.prompt.startswith("Which 2 fighters move with a 4?")
    assert match.decision.glowing() == {"w1", "w2", "w3", "w4", "w5", "w6"}
    match.answer(("w2", "w5"))

    assert match.state.assigned == {"w1": 1, "w2": 4, "w3": 1, "w4": 1, "w5": 4, "w6": 1}


def moves_of(position):
    return list(moves_from(course_of(position.play.state, position.play.state.flight)))


@pytest.mark.parametrize(
    ("by_compass", "nose", "straight", "diagonal"),
    [
        pytest.param(False, "E", 2, 3, id="straight ahead costs 1, a diagonal 1.5"),
        pytest.param(False, "NE", 2, 3, id="it is a matter of the nose"),
        pytest.param(True, "E", 2, 3, id="with the option"),
        pytest.param(True, "NE", 3, 2, id="with the option it is a matter of the board"),
    ],
)
def test_what_a_square_costs_in_halves_of_a_point(position, by_compass, nose, straight, diagonal):
    position.put("w1", "F12", nose)
    position.play.state.by_compass = by_compass
    position.start_flight("w1", 4)

    costs = {name: 8 - there.halves for name, there in moves_of(position)}

    assert costs == {"left": diagonal, "forward": straight, "right": diagonal}


def test_the_option_for_diagonals_holds_for_the_orders_of_a_whole_leg(position):
    position.put("w1", "F12", "NE")
    position.play.state.by_compass = True
    position.start_flight("w1", 1)

    assert set(position.orders("w1")) == {"F11 N", "G12 E"}


def test_a_game_begins_with_the_reading_that_was_chosen():
    assert not GAME.start(seed=1).state.by_compass
    assert GAME.start({"diagonals": "compass"}, seed=1).state.by_compass


@pytest.mark.parametrize(
    ("points", "reached"),
    [
        (1, "G12"),
        (2, "G11 G12 G13 H12"),
        # Two points and a half: straight and diagonal. Three: to either side, or straight on.
        (3, "G10 G11 G12 G13 G14 H10 H11 H12 H13 H14 I12"),
    ],
)
def test_points_lead_to_these_squares(position, points, reached):
    position.put("w1", "F12", "E")
    position.start_flight("w1", points)

    assert {order.split()[0] for order in position.orders("w1")} == set(reached.split())


def test_an_acrobatic_maneuver_costs_two_points_and_turns_to_any_facing_after_a_square(position):
    position.put("w1", "F12", "E")
    position.start_flight("w1", 4)
    orders = [order.split() for order in position.orders("w1")]
    position.fly("w1", "w1 F12 W")

    assert {nose for square, nose in orders if square == "F12"} == {"W"}
    assert len({nose for square, nose in orders if square == "G12"}) == 8
    assert (position.square("w1"), position.facing("w1")) == ("F12", "W")
    assert [facts["facing"] for facts in position.happened("turned")] == ["W"]


def test_an_acrobatic_maneuver_is_not_repeated_without_another_square(position):
    position.put("w1", "F12", "E")
    position.start_flight("w1", 3)
    flight = position.play.state.flight
    flight.halves, flight.squares, flight.squares_since_turn = 6, 1, 0

    turns = {there.facing for order, there in moves_of(position) if order.startswith("turn")}
    assert not turns
    assert "F12 W" not in position.orders("w1")
    flight.squares_since_turn = 1
    assert "F12 W" in position.orders("w1")


def test_a_one_for_the_fighter_behind_its_bomber_costs_nobody_an_aircraft():
    match = start(*[3] * 10, 6, 1, *[1] * 6)
    match.answer("first")

    assert match.state.assigned["w6"] == 1
    assert "w6" not in match.decision.glowing()
    match.answer("WA F15 E")
    assert "w6" in match.decision.glowing()


def test_a_label_warns_of_dice_and_aircraft_that_can_only_leave_the_board(position):
    position.put("w1", "X12", "NE")
    position.play.seat = "west"
    position.roll(1)
    state = position.play.state
    label = {face: warning(position.play, "w1", start_of(state, "w1", face)) for face in (1, 2)}
    assert label == {1: ", only to leave the board", 2: ""}


def test_the_highest_die_is_dealt_first_and_each_fighter_says_what_it_gets(position):
    position.put_all("w1 X12 NE", "w2 F12 E")
    position.play.seat = "west"
    position.roll(1, 2)
    decision = next(roll_movement(position.play))

    assert decision.prompt == "Which fighter moves with the 2? Dice left: 2 1"
    assert [decision.label_of(option) for option in decision.options] == [
        "w1 gets 2 points",
        "w2 gets 2 points",
    ]


def test_a_die_that_leaves_a_fighter_no_square_to_end_on_says_so(position):
    position.put_all("w1 X12 NE", "w2 F12 E", "w3 F14 E")
    position.play.seat = "west"
    position.roll(1, 2, 2)
    decision = next(roll_movement(position.play))

    assert decision.label_of("w1") == "w1 gets 1 point, only to leave the board"


def test_a_fighter_whose_only_square_an_enemy_holds_can_only_ram(position):
    position.put_all("w1 F12 E", "e1 G12 N")
    position.start_flight("w1", 1)
    position.play.state.flight.has_attacked = True

    assert position.orders("w1") == ["e1 ram"]


def test_an_attack_after_which_a_miss_leaves_nothing_but_a_ram_says_so(position):
    position.put_all("w1 F12 E", "e1 G12 N", "w2 F14 E", "e2 G14 N")
    position.turn("west", w1=1, w2=2)
    asked = next(fly_next(position.play))

    assert asked.label_of("w1 e1 attack") == "w1 attacks e1, and must ram if it misses"
    assert asked.label_of("w2 e2 attack") == "w2 attacks e2"


# ---------------------------------------------------------------- what an order tells

LEGS = [
    (3, "w1 G11 NE", "w1 flies to G11, nose NE, 1.5 points left"),
    (4, "w1 G11 NE", "w1 flies to G11, nose NE, 2.5 points left"),
    (4, "w1 H10 NE", "w1 flies to H10, nose NE, 1.5 points left"),
    (4, "w1 G12 E", "w1 flies to G12, nose E, 3 points left"),
    (4, "w1 G12 S", "w1 flies to G12, nose S, 1 point left"),
    # Before enemy guns it tells whose.
    (2, "w1 G13 SE", "w1 flies to G13, nose SE, 0.5 points left, into the sights of e1"),
    # It tells whom the aircraft may then attack.
    (3, "w1 G12 NE", "w1 flies to G12, nose NE | e2 ahead"),
    (0, "WA G19 E", "WA flies to G19, nose E | e3 before its guns"),
    (0, "WB V12 E", "WB flies to V12, nose E, and bombs the east base"),
]


def test_what_the_order_for_a_leg_tells(position):
    position.put_all("w1 F12 E", "WA F19 E", "WB U12 E")
    position.put_all("e1 G14 N", "e2 H11 E", "e3 G20 W", "EA D4 N")
    told = []
    for points, order, _ in LEGS:
        position.start_flight(order[:2], points)
        told.append(words_for(position.play, orders_now(position.play, order[:2]), order))

    assert told == [words for *_, words in LEGS]

    position.start_flight("w1", 3)
    position.play.state.flight.has_attacked = True
    no_more = words_for(position.play, orders_now(position.play, "w1"), "w1 G12 NE")
    assert no_more == "w1 flies to G12, nose NE"


@pytest.mark.parametrize(
    ("attacker", "defender", "price"),
    [
        ("w1", "e1", "lost in any case"),
        ("w1", "EA", "lost in any case"),
        ("WA", "e1", "lost if it fails"),
        ("WA", "EA", "lost in any case"),
    ],
)
def test_a_label_tells_what_ramming_costs(position, attacker, defender, price):
    position.put_all(f"{attacker} F12 E", f"{defender} F12 N")
    position.start_flight(attacker)
    position.play.state.flight.squares = 1
    orders = orders_now(position.play, attacker)

    words = words_for(position.play, orders, f"{attacker} {defender} ram")

    assert words == f"{attacker} rams {defender}, and is {price}"


# ---------------------------------------------------------------- attack runs


def test_a_fighter_attacks_only_the_square_in_front_of_its_nose(position):
    position.put("w1", "F12", "NE")
    for name, square in (("e1", "G11"), ("e2", "F11"), ("e3", "G12"), ("e4", "E13")):
        position.put(name, square, "W")

    assert targets_of(position.play.state, "w1") == ["e1"]


def test_a_bomber_attacks_ahead_behind_and_to_both_sides(position):
    position.put("WA", "F12", "E")
    for name, square in (("e1", "G12"), ("e2", "E12"), ("e3", "F11"), ("e4", "F13"), ("e5", "G11")):
        position.put(name, square, "W")

    assert targets_of(position.play.state, "WA") == ["e1", "e2", "e3", "e4"]


def test_fighters_roll_four_sided_and_bombers_six_sided_dice(position):
    position.put_all("w1 F12 E", "EA G12 E")
    position.roll(4, 6)
    attack_run(position.play, "w1", "EA")

    assert position.square("EA") == "G12"
    assert [facts["dice"] for facts in position.happened("roll")[-2:]] == ["d4", "d6"]


def test_an_attack_may_come_before_during_or_after_movement_but_once(position):
    position.put_all("w1 F12 E", "e1 G12 E", "EA V1 W")
    position.start_flight("w1", 2)
    position.roll(1, 4)
    asked = position.fly("w1", "w1 e1 attack", "w1 G11 NE")

    assert "w1 e1 attack" in asked[0].options
    assert not any(option.endswith("attack") for option in asked[1].options)


ODDS = [
    # d4 against d6: 1 + 2 + 3 + 4 of 24 pairs reach the defence.
    ("EA G12 E", "w1 EA attack", {"EA destroyed": (10, 24), "missed": (14, 24)}),
    ("e1 G12 W", "w1 e1 attack", {"e1 destroyed": (5, 8), "missed": (3, 8)}),
    # Each misses in 6 of 16 pairs of four-sided dice.
    ("e1 G14 N, e2 F14 NE", "w1 G13 SE", {"w1 comes through if all of them fire": (36, 256)}),
]


@pytest.mark.parametrize(("enemies", "order", "odds"), ODDS)
def test_the_exact_odds_of_an_order_are_shown(position, enemies, order, odds):
    position.put_all("w1 F12 E", "WA A1 E", *enemies.split(", "))
    (decision, *_) = position.flight("w1", 2, "w1 G11 NE", *["hold"] * enemies.count("EA"))

    assert decision.odds(order) == {what: Fraction(*chance) for what, chance in odds.items()}


@pytest.mark.parametrize(
    ("aircraft", "points", "order", "what", "chance"),
    [
        ("WA U12 E", 0, "WA V12 E", "the base is destroyed", Fraction(3, 4)),
        ("w1 T11 E", 1, "w1 U11 E", "w1 comes through the guns of the base", Fraction(3, 8)),
    ],
)
def test_a_flight_to_the_enemy_base_tells_the_chance_of_bombs_and_guns(
    position, aircraft, points, order, what, chance
):
    position.put_all(aircraft, "e1 B2 W")
    position.start_flight(order[:2], points)

    orders = orders_now(position.play, order[:2])

    assert odds_of(position.play, orders, order) == {what: chance}


def test_who_holds_its_fire_before_guns_is_told_how_likely_it_comes_through(position):
    position.put_all("w1 F12 E", "e1 H12 W")
    position.start_flight("w1", 4)
    position.roll(1, 4)

    asked = position.fly("w1", "w1 G12 E", "hold", "hold", "done")

    odds = next(decision.odds for decision in asked if "hold" in decision.options)
    assert odds("hold") == {"w1 comes through if all of them fire": Fraction(6, 16)}


# ---------------------------------------------------------------- snap-shots


def test_a_snap_shot_touches_the_aircraft_that_flew_into_the_sights(position):
    position.put_all("w1 F12 E", "e1 G14 N")
    shot = position.flight("w1", 2, "w1 G13 SE", "hold")[1]

    assert shot.targets_of("e1 w1 attack") == ("w1",)
    assert shot.targets_of("hold") == ()


def test_an_attack_before_a_snap_shot_touches_the_enemy_and_is_the_movers_one_attack(position):
    position.put_all("w1 F12 E", "e1 H12 W", "EA V1 W")
    position.roll(1, 4)
    asked = position.flight("w1", 2, "w1 G12 E", "w1 e1 attack", "hold", "done")

    assert asked[1].targets_of("w1 e1 attack") == ("e1",)
    assert "w1 e1 attack" not in asked[3].options
    assert asked[3].prompt == "What does w1 do, at G12, nose E, 1 point left?"


def test_whom_an_aircraft_flies_over_it_may_ram_in_one_way_only(position):
    position.put_all("w1 D7 E", "e1 E7 W", "e2 E6 S", "EA V1 W")
    position.roll(1, 4)
    _, _, asked = position.flight("w1", 4, "w1 E7 E", "hold", "w1 e1 ram")

    assert sorted(set(asked.options)) == sorted(asked.options)


# ---------------------------------------------------------------- batteries, rams and bombs


def test_batteries_fire_at_the_four_diagonal_squares_and_at_no_others(position):
    squares = "U11 U12 U13 V11 V12 V13 W11 W12 W13 X13"
    hit = []
    for square in squares.split():
        position.put_all(f"w1 {square} E", "WA A1 E")
        position.play.seat = "west"
        position.roll(2, 2)
        fire_batteries(position.play)
        hit += [] if position.square("w1") else [square]

    assert hit == ["U11", "U13", "W11", "W13"]


@pytest.mark.parametrize(
    ("rammer", "target", "dice", "told"),
    [
        ("w1", "e1", (3, 2), "3 against 2, it hits; both e1 and w1 go down."),
        ("w1", "e1", (1, 2), "1 against 2, it fails; w1 goes down, e1 flies on."),
        ("w1", "EA", (2, 2), "2 against 2, it hits; both EA and w1 go down."),
        ("w1", "EA", (1, 3), "1 against 3, it fails; w1 goes down, EA flies on."),
        ("WA", "e1", (4, 2), "4 against 2, it hits; e1 goes down, WA flies on."),
        ("WA", "e1", (1, 4), "1 against 4, it fails; both e1 and WA go down."),
        ("WA", "EA", (4, 4), "4 against 4, it hits; both EA and WA go down."),
        ("WA", "EA", (6, 4), "6 against 4, it hits; both EA and WA go down."),
        ("WA", "EA", (3, 4), "3 against 4, it fails; WA goes down, EA flies on."),
    ],
)
def test_who_is_lost_in_a_ram(position, rammer, target, dice, told):
    position.put_all(f"{rammer} F12 E", f"{target} G12 N", "WB A1 E", "EB X1 W")
    position.roll(*dice)
    position.flight(rammer, 1, f"{rammer} {target} ram")

    assert position.told() == f"{rammer} rams {target}: {told}"
    assert position.happened("roll")[-2]["why"] == f"{rammer} rams {target}"
    left = {name for name in (rammer, target) if f"{name} flies on" in told}
    assert {name for name in (rammer, target) if position.square(name) == "G12"} == left
    assert {name for name in (rammer, target) if position.square(name)} == left


@pytest.mark.parametrize(
    ("fighter", "dice", "order"),
    [
        pytest.param((), (1,), "WA V12 E", id="as soon as it ends its move there"),
        pytest.param(("e1 V12 N",), (4, 4, 1), "WA e1 ram", id="when it has downed a fighter"),
    ],
)
def test_a_bomber_bombs_the_enemy_base(position, fighter, dice, order):
    position.put_all("WA U12 E", "EA A1 E", *fighter)
    position.roll(*dice)
    position.flight("WA", 0, order)

    (bombs,) = position.happened("bombs")
    assert bombs == {"bomber": "WA", "roll": 1, "hit": False, "base": "V12"}


@pytest.mark.parametrize("face", [1, 2, 3, 4])
def test_a_bombing_run_destroys_the_base_but_on_a_one(position, face):
    position.put("WA", "V12", "E")
    position.roll(face)
    done = position.run(bombing_run, "WA")

    assert done.is_over is (face > 1)
    if done.is_over:
        outcome = position.play.outcome
        assert (outcome.kind, outcome.winner) == ("base_destroyed", "west")
        wreck, bomber = shown(position, "west").stacks["V12"]
        assert (wreck.words, bomber.id) == ("the east base, destroyed", "WA")


# ---------------------------------------------------------------- touching orders


def test_an_order_touches_the_aircraft_and_then_a_square_or_an_enemy(position):
    position.put_all("w1 D7 E", "w2 D17 E", "e1 E7 W")
    position.turn("west", w1=2, w2=1)
    (decision,) = position.perform(fly_next, answers=["w1 E6 NE"])

    assert decision.glowing() == {"w1", "w2"}
    assert decision.glowing(["w1"]) == {"E6", "F7", "E8", "e1"}
    assert decision.matching(["w1", "e1"]) == ["w1 e1 ram", "w1 e1 attack"]
    assert decision.matching(["w1", "E6"]) == ["w1 E6 NE"]


def test_the_only_aircraft_that_may_fly_need_not_be_touched(position):
    position.put_all("w1 D7 E", "e1 E7 W")
    position.turn("west", w1=2)
    (decision,) = position.perform(fly_next, answers=["w1 E6 NE"])

    assert decision.prompt == "Where does w1 fly?"
    assert decision.glowing() == {"E6", "F7", "E8", "e1"}
    assert decision.matching(["e1"]) == ["w1 e1 ram", "w1 e1 attack"]


def test_who_touches_the_only_aircraft_that_may_fly_does_not_send_it_off_the_board(position):
    position.put("w1", "W7", "E")
    position.start_flight("w1", points=2)
    (decision, *_) = position.fly("w1", "w1 off")

    assert "w1" not in decision.glowing()
    assert decision.targets_of("w1 off") == ()


# ---------------------------------------------------------------- what is shown


def shown(position, seat):
    board, *_ = position.play.game.look.view(position.play, Viewer(seat))
    return board


def test_the_board_marks_what_the_guns_of_either_side_cover(position):
    position.put_all("w1 F12 E", "e1 H12 W", "e2 K3 N")
    board = shown(position, "west")

    assert board.spot("G12").tone == "warn"
    assert board.spot("G12").words == "before the guns of w1 and e1"
    assert board.spot("K2").tone == "red"
    assert shown(position, "east").spots == board.spots, "a side has its colour on every screen"


def test_the_squares_of_a_battery_are_marked_as_covered(position):
    assert shown(position, "west").spot("W11").words == "in range of the battery of the east base"


def test_the_board_shows_the_last_moves_of_the_other_side_as_trails(position):
    position.put("w1", "F12", "E")
    position.flight("w1", 3, "w1 G14 S")

    assert [way.spaces for way in shown(position, "east").ways] == [("F12", "G13", "G14")]
    assert shown(position, "west").ways == ()


def test_the_last_move_of_a_lost_aircraft_is_shown_for_one_turn(position):
    position.put_all("w1 F12 E", "EA R12 W")
    position.start_flight("w1", 3)
    position.play.state.flown.append("w1")
    position.fly("w1", "w1 G14 S")
    position.play.state.aircraft["w1"].at = None
    position.play.seat = "east"
    position.perform(roll_movement)
    assert [way.id for way in shown(position, "east").ways] == ["trail:w1"]

    position.perform(roll_movement)  # the west has no turn without aircraft
    assert shown(position, "east").ways == ()


def test_a_counter_shows_the_points_left_until_its_move_is_over(position):
    position.put_all("w1 F12 E", "e1 G14 N")
    position.turn("west", w1=2)
    assert shown(position, "west").on("F12")[0].corners == ("2",)

    position.start_flight("w1", 2)
    position.play.state.flown.append("w1")
    position.fly("w1", "w1 G13 SE", "hold")
    assert shown(position, "west").on("G13")[0].corners == ("½",)
    position.play.state.flight = None
    assert shown(position, "west").on("G13")[0].corners == ()


def test_no_counter_has_points_left_once_the_game_is_over(position):
    position.put_all("WA V12 E", "w1 F12 E")
    position.turn("west", w1=2)
    position.roll(4)
    assert shown(position, "west").on("F12")[0].corners == ("2",)

    with pytest.raises(GameOver):
        bombing_run(position.play, "WA")
    assert shown(position, "west").on("F12")[0].corners == ()


def test_the_status_row_tells_how_far_each_side_is_from_bombing(position):
    position.put_all("WA S14 E", "EA S14 W")
    position.play.state.aircraft["EA"].at = None
    *_, facts = position.play.game.look.view(position.play, Viewer("west"))

    assert dict(facts.glance)["WA to base"] == "3", "three squares east, two of them aslant"
    assert dict(facts.glance)["EA"] == "lost"


def test_before_take_off_the_status_row_tells_nothing_of_bombers(position):
    *_, facts = position.play.game.look.view(position.play, Viewer("west"))

    assert [name for name, _ in facts.glance] == ["west planes", "east planes"]


def test_who_has_nothing_left_to_shoot_down_is_told_what_still_wins(position):
    position.put_all("WA S14 E", "e1 D4 W")
    assert "to win" not in dict(strengths(position.play))

    position.play.state.aircraft["e1"].at = None
    base = position.grid.name(position.play.state.bases["east"])
    assert dict(strengths(position.play))["to win"] == (
        f"WA still has to bomb the east base on {base}"
    )


def test_those_that_still_move_are_named_with_the_die_that_they_have(position):
    position.put_all("w1 F12 E", "w2 F14 E")
    position.turn("west", w1=2)
    assert ("to move", "w1 2, w2") in tuple(strengths(position.play))


def test_every_rule_tells_a_player_what_it_does():
    marked = {
        thing
        for module in (combat, ending, movement, setup)
        for thing in vars(module).values()
        if isinstance(getattr(thing, "rule", None), Rule)
    }

    assert marked
    assert [procedure.rule.number for procedure in marked if not procedure.__doc__] == []
