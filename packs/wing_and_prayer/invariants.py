"""Invariants, checked after every answer."""

from collections import Counter
from collections.abc import Iterable

from .state import InPlay


def no_bomber_flies_at_two_places(play: InPlay) -> str | None:
    flown = [name for name in play.state.mission.formation if name]
    return _twice(flown) and f"in the formation twice: {_twice(flown)}"


def bombers_of_the_squadron_are_not_in_the_pool(play: InPlay) -> str | None:
    pool = [name for kind in play.state.bomber_pool.values() for name in kind]
    both = _twice([*play.state.bombers, *pool])
    return both and f"in the squadron and in the pool: {both}"


def a_crew_sits_in_one_bomber(play: InPlay) -> str | None:
    aboard = [one.crew for one in play.state.bombers.values() if one.crew]
    return _twice(aboard) and f"in two bombers: {_twice(aboard)}"


def every_crew_aboard_belongs_to_the_squadron(play: InPlay) -> str | None:
    strange = {one.crew for one in play.state.bombers.values() if one.crew} - {*play.state.crews}
    return f"aboard, but not of the squadron: {sorted(strange)}" if strange else None


def a_crew_is_in_the_squadron_or_its_counter_is_left(play: InPlay) -> str | None:
    both = _twice([*play.state.crews, *play.state.crew_pool])
    return both and f"in the squadron and left over: {both}"


def no_fighter_is_at_two_places(play: InPlay) -> str | None:
    mission = play.state.mission
    there = [one.id for one in (*mission.escorts, *mission.interceptors, *mission.retired)]
    return _twice(there) and f"twice on the formation card: {_twice(there)}"


def an_ace_flies_one_fighter(play: InPlay) -> str | None:
    state = play.state
    mission = state.mission
    flying = [one.ace for one in (*mission.escorts, *mission.interceptors) if one.ace]
    both = _twice([*flying, *(ace for side in state.aces.values() for ace in side)])
    return both and f"flying and still to come, or in two fighters: {both}"


def four_escorts_cover_an_element_at_most(play: InPlay) -> str | None:
    most = play.data.numbers.air_combat.cover
    over = [element for element, n in Counter(play.state.mission.covered).items() if n > most]
    return f"more than {most} cover the elements {over}" if over else None


def the_formation_is_on_the_map(play: InPlay) -> str | None:
    box = play.state.mission.box
    return None if not box or box in play.data.graph else f"there is no box {box!r}"


def every_mission_flown_is_on_the_log(play: InPlay) -> str | None:
    logged, flown = len(play.state.log), play.state.flown
    return None if logged in (flown, flown + 1) else f"{logged} on the log, {flown} flown"


def _twice(names: Iterable[str]) -> str:
    return ", ".join(sorted(name for name, times in Counter(names).items() if times > 1))


INVARIANTS = (
    no_bomber_flies_at_two_places,
    bombers_of_the_squadron_are_not_in_the_pool,
    a_crew_sits_in_one_bomber,
    every_crew_aboard_belongs_to_the_squadron,
    a_crew_is_in_the_squadron_or_its_counter_is_left,
    no_fighter_is_at_two_places,
    an_ace_flies_one_fighter,
    four_escorts_cover_an_element_at_most,
    the_formation_is_on_the_map,
    every_mission_flown_is_on_the_log,
)
