"""The veteran: the learned chance to win, and games against the pilot."""

from math import exp

import pytest

from packs.bomber_run.bots.learned import cells_of, sum_of
from packs.bomber_run.bots.plans import BOMBS_HIT
from packs.bomber_run.bots.standings import Standings
from packs.bomber_run.bots.veteran import Chances, LearnedPlan, chance
from packs.bomber_run.game import GAME
from packs.bomber_run.state import State
from tabletop_core import clone
from tabletop_core.boards.squares import DIRECTIONS
from tabletop_core.bots import seat_bots
from tabletop_core.bots.simple import chooser

SIDES = ("west", "east")


def odds(state, grid, side):
    return sum_of(tuple(cells_of(state, grid, side)))


def positions_of(seed, formation):
    """Play a game of pilots; give it after every 20 decisions."""
    match = GAME.start({"formation": formation}, seed=seed)
    bots = chooser(seat_bots(GAME, dict.fromkeys(SIDES, "pilot"), seed))
    for end in range(20, 140, 20):

        def until(match, asked, end=end):
            return None if match.decisions >= end else bots(match, asked)

        match.run(until)
        yield match


@pytest.mark.parametrize("formation", ["standard", "expanded"])
def test_counting_only_what_one_aircraft_changes_gives_the_sum_of_all(formation):
    compared = 0
    for match in positions_of(3, formation):
        state, grid = clone(match.state), match.data.board.grid
        for plane in state.aircraft.values():
            if plane.at is None:
                continue
            chances = Chances(state, grid, plane)
            for here in ((plane.at, plane.facing), ((4, 4), "NE"), ((0, 9), "W")):
                plane.at, plane.facing = here
                whole = 1 / (1 + exp(-odds(state, grid, plane.side)))
                assert chances.here() == pytest.approx(whole)
                compared += 1
    assert compared > 100


def mirrored(state, grid, *, across):
    """Return the position as in a mirror: north and south changed, or the two sides."""
    other = clone(state)

    def there(at):
        column, row = at
        return (grid.columns + 1 - column, row) if across else (column, grid.rows + 1 - row)

    def heading(facing):
        eighths = DIRECTIONS.index(facing)
        return DIRECTIONS[(-eighths if across else 4 - eighths) % 8]

    for plane in other.aircraft.values():
        plane.facing = heading(plane.facing)
        plane.at = plane.at and there(plane.at)
        if across:
            plane.side = "east" if plane.side == "west" else "west"
    bases = {side: there(at) for side, at in state.bases.items()}
    other.bases = dict(zip(bases, reversed(bases.values()), strict=True)) if across else bases
    return other


@pytest.mark.parametrize("across", [False, True])
def test_a_mirror_changes_no_chance(across):
    for match in positions_of(4, "standard"):
        state, grid = match.state, match.data.board.grid
        turned: State = mirrored(state, grid, across=across)
        for side in SIDES:
            whose = side if not across else SIDES[1 - SIDES.index(side)]
            assert odds(turned, grid, whose) == pytest.approx(odds(state, grid, side))


def test_a_bomber_beside_the_enemy_base_wins_by_its_bombs_or_by_what_is_left(position):
    position.put_all("WA U12 E", "e1 C3 W")
    worth, option = LearnedPlan(position.play, "west").of("WA", 0)
    assert option == "WA V12 E"
    position.put("WA", "V12", "E")
    missed = Chances(position.play.state, position.grid, position.play.state.aircraft["WA"]).here()
    assert worth == pytest.approx(BOMBS_HIT + (1 - BOMBS_HIT) * missed)


def test_without_bombers_the_last_side_in_the_air_has_won(position):
    position.put_all("w1 H8 N", "e1 H7 N")
    position.start_flight("w1", 0)
    position.play.state.flight.squares = 1
    position.play.state.flight.has_attacked = True
    missed = LearnedPlan(position.play, "west").go_on()[0]
    position.play.state.flight.has_attacked = False
    worth, option = LearnedPlan(position.play, "west").go_on()
    assert option == "w1 e1 attack"
    assert worth == pytest.approx(5 / 8 + 3 / 8 * missed)


def test_the_searches_count_the_chance_of_the_side_that_flies(position):
    position.put_all("w1 H8 N", "e1 H7 N")
    position.start_flight("w1", 1)
    ours = Chances(position.play.state, position.grid, position.play.state.aircraft["w1"]).here()
    assert chance(position.play, "west") == ours
    assert chance(position.play, "east") == 1 - ours


def test_the_veteran_sees_the_turn_after_next_behind_a_tail_and_the_pilot_does_not(position):
    position.put_all("e1 K12 N", "e2 S4 W", "EA T21 W", "WA C3 E", "w2 D20 E")

    def worth(square):
        position.put("w1", square, "N")
        there = position.play.state, position.grid, position.play.state.aircraft["w1"]
        return Standings(*there).here(), Chances(*there).here()

    behind, aside = worth("K15"), worth("Q17")

    assert behind[0] == pytest.approx(aside[0], abs=0.01)
    assert behind[1] > aside[1] + 0.05


@pytest.mark.gate
@pytest.mark.parametrize("formation", ["standard", "expanded"])
def test_the_veteran_beats_the_pilot(contest, formation):
    games = 20 if formation == "standard" else 8
    assert contest("veteran", "pilot", games, formation) > 0.55 * games
