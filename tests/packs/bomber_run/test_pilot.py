"""The pilot: reach of the guns, plans of one flight, games against the greedy bot."""

from fractions import Fraction

import pytest

from packs.bomber_run.bots.evaluation import WON, hit_chance, in_reach, standing, threat
from packs.bomber_run.bots.pilot import Pilot
from packs.bomber_run.bots.plans import BOMBS_HIT, Plan
from packs.bomber_run.bots.standings import Standings
from packs.bomber_run.bots.veteran import LearnedPlan
from packs.bomber_run.game import GAME
from packs.bomber_run.rules.combat import roll_off, snap_shots
from packs.bomber_run.rules.ending import bombing_run
from packs.bomber_run.state import Flight
from tabletop_core import clone
from tabletop_core.bots import seat_bots
from tabletop_core.bots.seating import make_bot
from tabletop_core.bots.simple import chooser

SIDES = ("west", "east")


def hits(_, rolls):
    return rolls[0] >= rolls[1]


@pytest.mark.parametrize("attacker", ["w1", "WA"])
@pytest.mark.parametrize("defender", ["e1", "EA"])
def test_the_chance_to_hit_is_that_of_the_rule(position, attacker, defender):
    planes = [position.put(attacker, "H8", "N"), position.put(defender, "H7", "S")]
    dice = [position.play.state.aircraft[name].die for name in planes]
    exact = position.play.odds(roll_off, attacker, dice[0], defender, read=hits)[True]
    assert Fraction(hit_chance(*dice)).limit_denominator(24) == exact


def test_the_chance_of_a_bombing_run_is_that_of_the_rule(position):
    position.put("WA", "U12", "E")
    exact = position.play.odds(bombing_run, "WA", read=lambda play, _: play.outcome is not None)
    assert exact[True] == Fraction(BOMBS_HIT)


@pytest.mark.parametrize(
    ("square", "chance"),
    [
        ((0, -1), 1),  # before the nose already
        ((0, -2), 1),  # one square ahead
        ((0, -3), 3 / 4),  # two squares
        ((1, -1), 1 / 2),  # one square, then a maneuver to the right
        ((2, -2), 3 / 4),  # a diagonal step, one point and a half
        ((1, -2), 1 / 2),  # one square, then half as far to the right
        ((0, 0), 1 / 2),  # one square, then back
        ((0, 1), 1 / 4),  # one square, back, and one more
        ((0, -5), 1 / 4),
        ((0, -6), None),
    ],
)
def test_what_comes_before_the_nose_depends_on_the_points(square, chance):
    assert in_reach("N").get(square) == chance


def test_two_hunters_threaten_more_than_one_and_less_than_two_chances(position):
    aircraft = position.play.state.aircraft
    position.put_all("w1 H9 N", "w2 H10 N", "e1 H8 N")
    one = hit_chance(4, 4)
    assert threat([aircraft["w1"]], aircraft["e1"]) == one
    both = threat([aircraft["w1"], aircraft["w2"]], aircraft["e1"])
    assert both == pytest.approx(1 - (1 - one) ** 2)


def test_a_bomber_beside_the_enemy_base_flies_onto_it(position):
    position.put_all("WA U12 E", "e1 C3 W")
    assert Plan(position.play, "west").of("WA", 0)[1] == "WA V12 E"


def test_a_fighter_flies_to_where_it_can_attack(position):
    position.put_all("w1 H10 N", "e1 H7 N")
    plan = Plan(position.play, "west")
    assert plan.of("w1", 2)[1] == "w1 H8 N"
    position.start_flight("w1", 2)
    position.play.state.aircraft["w1"].at = position.grid.square("H8")
    position.play.state.flight.squares = 2
    position.play.state.flight.halves = 0
    assert Plan(position.play, "west").go_on()[1] == "w1 e1 attack"


def test_an_attack_is_worth_both_its_ends_by_their_chances(position):
    position.put_all("w1 H8 N", "e1 H7 N", "EA R3 N")
    position.start_flight("w1", 0)
    position.play.state.flight.squares = 1
    worth = Plan(position.play, "west").go_on()[0]
    position.play.state.flight.has_attacked = True
    missed = Plan(position.play, "west").go_on()[0]
    position.play.state.aircraft["e1"].at = None
    destroyed = Plan(position.play, "west").go_on()[0]
    assert worth == pytest.approx(5 / 8 * destroyed + 3 / 8 * missed)


def test_a_fighter_does_not_fly_before_enemy_guns_where_it_need_not(position):
    position.put_all("w1 H10 N", "e1 H8 S", "EA H3 W")
    position.start_flight("w1", 2)
    option = Plan(position.play, "west").go_on()[1]
    assert not option.startswith("w1 H9 ")


def test_the_pilot_fires_at_a_mover_that_enters_its_reach(position):
    position.put_all("WA H9 N", "e1 G9 E")
    position.start_flight("WA")
    position.play.state.flight.has_attacked = True
    decision = next(snap_shots(position.play, "WA"))
    assert decision.seat == "east"
    assert Pilot().choose(position.match, decision) == "e1 WA attack"


def test_a_plan_leaves_the_game_as_it_was(position):
    position.put_all("w1 H10 N", "WA D10 E", "e1 H8 S", "EA J9 W")
    before = clone(position.play.state)
    plan = Plan(position.play, "west")
    plan.of("w1", 4)
    plan.of("WA", 0)
    assert position.play.state == before
    assert plan.of("w1", 4) == Plan(position.play, "west").of("w1", 4)


def test_an_aircraft_that_friends_block_is_worth_what_it_is_where_it_stays(position):
    position.put_all("w1 H10 N", "w2 H9 N", "e1 R3 S")
    plan = Plan(position.play, "west")
    assert plan.of("w1", 1) == (standing(position.play.state, position.grid, "west"), "w1 stay")


def test_a_bomber_that_friends_block_attacks_before_it_stays(position):
    position.put_all("WA F12 E", "w1 G11 E", "w2 G12 E", "w3 G13 E", "e1 F11 W")
    assert Plan(position.play, "west").of("WA", 0)[1] == "WA e1 attack"


def test_a_bomber_that_rams_a_bomber_counts_itself_lost(position):
    position.put_all("WA F12 E", "w1 C3 E", "EA G12 N", "e1 V3 W")
    position.start_flight("WA")
    plan = Plan(position.play, "west")
    ram = plan.worths()["WA EA ram"]
    state = position.play.state
    state.aircraft["WA"].at = None
    missed = standing(state, position.grid, "west")
    state.aircraft["EA"].at = None
    hit = standing(state, position.grid, "west")
    chance = hit_chance(6, 6)
    assert ram == pytest.approx(chance * hit + (1 - chance) * missed)


def test_a_bomber_that_downs_a_fighter_over_the_enemy_base_bombs_it(position):
    position.put_all("WA U12 E", "e1 V12 N")
    worths = Plan(position.play, "west").of("WA", 0)
    assert worths[1] == "WA e1 attack"
    position.play.state.flight = Flight("WA", 0, has_attacked=True)
    worth, option = Plan(position.play, "west").go_on()
    assert option == "WA e1 ram"
    assert worth > hit_chance(6, 4) * BOMBS_HIT * WON / 2


def test_a_defender_that_held_its_fire_is_still_counted_on(position):
    position.put_all("w1 H10 N", "EA H7 N", "WA C3 E")
    position.start_flight("w1", 3)
    before = Plan(position.play, "west").worths()["w1 H8 N"]
    position.play.state.flight.shot_at_by.append("EA")
    assert Plan(position.play, "west").worths()["w1 H8 N"] > before


@pytest.mark.gate
@pytest.mark.parametrize("formation", ["standard", "expanded"])
def test_the_pilot_beats_greedy_on_either_side(contest, formation):
    games = 12 if formation == "standard" else 4
    assert contest("pilot", "greedy", games, formation) > games / 2


@pytest.mark.gate
def test_a_search_that_trusts_nobody_comes_near_the_plan_in_most_decisions():
    missed = []
    for number in range(3):
        match = GAME.start(seed=f"plan/{number}")
        bots = chooser(seat_bots(match.game, dict.fromkeys(match.seats, "pilot"), number))
        for end in range(20, 120, 10):

            def until(match, decision, end=end, bots=bots):
                flies = decision.kind == "fly" and 2 < len(decision.options) < 40
                return None if flies and match.decisions >= end else bots(match, decision)

            match.run(until)
            if match.decision is None:
                break
            bot = make_bot(GAME, "mcts,n=200,trust=0")
            bot.seat, bot.seed = match.decision.seat, end
            worths = worths_of_all(match.play)
            missed.append(max(worths.values()) - worths[bot.choose(match, match.decision)])

    assert len(missed) > 20
    assert sum(miss < 0.01 for miss in missed) > 0.7 * len(missed)
    assert sum(missed) < 0.6 * len(missed)


def worths_of_all(play):
    """Return what each order is worth, of the aircraft in flight or of all that wait."""
    plan, state = LearnedPlan(play, play.decision.seat), play.state
    if state.flight:
        return plan.worths()
    worths = {}
    for name in {order.split()[0] for order in play.decision.options}:
        plan.of(name, state.assigned.get(name, 0))
        worths |= plan.worths()
    return worths


@pytest.mark.parametrize("formation", ["standard", "expanded"])
def test_counting_only_what_one_aircraft_changes_gives_the_same_value_to_the_last_bit(formation):
    match = GAME.start({"formation": formation}, seed=3)
    bots = seat_bots(GAME, dict.fromkeys(SIDES, "random"), 3)
    answer, grid, compared = chooser(bots), match.data.board.grid, 0
    while match.decision is not None and compared < 400:
        state = clone(match.state)
        for plane in state.aircraft.values():
            if plane.at is None or match.decisions % 5:
                continue
            standings = Standings(state, grid, plane)
            for here in ((plane.at, plane.facing), ((4, 4), "NE"), ((0, 9), "W"), (None, "W")):
                plane.at, plane.facing = here
                assert standings.here() == standing(state, grid, plane.side)
                compared += 1
            plane.at = None
        match.answer(answer(match, match.decision))
    assert compared >= 400


def test_it_weighs_every_order_and_answers_with_the_best():
    bots, weighed = seat_bots(GAME, {"west": "pilot", "east": "pilot"}, 5), 0
    match = GAME.start(seed=5)
    while weighed < 20:
        decision = match.decision
        bot = bots[decision.seat]
        worths, answer = bot.weigh(match, decision), bot.choose(match, decision)
        if decision.kind == "fly":
            weighed += 1
            assert set(worths) == set(decision.options)
            assert worths[answer] == max(worths.values())
        else:
            assert worths == {}
        match.answer(answer)
