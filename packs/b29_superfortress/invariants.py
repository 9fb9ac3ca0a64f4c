"""Conditions that hold after every answer of every game."""

from .questions import bomber as now
from .state import CREW, InPlay


def each_post_is_filled_by_one_man(play: InPlay) -> str | None:
    at = [man.works_at for man in play.state.crew.values() if man.is_fit and man.works_at]
    twice = sorted({post for post in at if at.count(post) > 1})
    return f"two men at {', '.join(twice)}" if twice else None


def a_dead_man_is_not_fit(play: InPlay) -> str | None:
    fit = [man.post for man in play.state.crew.values() if man.is_fit and not man.is_alive]
    return f"dead and fit: {', '.join(fit)}" if fit else None


def the_crew_is_whole(play: InPlay) -> str | None:
    return None if set(play.state.crew) == set(CREW) else f"the crew is {sorted(play.state.crew)}"


def fuel_lies_between_none_and_a_full_load(play: InPlay) -> str | None:
    """An event of 4-9 gives boxes back, so fuel may grow in flight, but not past a full load."""
    aircraft, fuel = play.data.aircraft, play.state.mission.flight.fuel
    if not 0 <= fuel <= aircraft.main_fuel:
        return f"{fuel} main boxes of {aircraft.main_fuel}"
    tanks = [bay.tank_fuel for bay in now.bays(play.state)]
    wrong = [boxes for boxes in tanks if not 0 <= boxes <= aircraft.bay_tank_fuel]
    return f"{wrong[0]} boxes in a tank of {aircraft.bay_tank_fuel}" if wrong else None


def guns_have_no_more_bursts_than_they_were_loaded_with(play: InPlay) -> str | None:
    for name, gun in play.state.plane.guns.items():
        if not 0 <= gun.boxes <= play.data.guns[name].boxes:
            return f"{name} has {gun.boxes}"
    return None


def a_percentage_of_bombs_is_one(play: InPlay) -> str | None:
    percent = play.state.mission.bomb_run.percent
    return None if -1 <= percent <= 100 else f"{percent} percent"


def bombs_that_fell_do_not_come_back(play: InPlay) -> str | None:
    back = [name for name, bay in play.state.plane.bays.items() if bay.empty and bay.bombs]
    return f"bombs in the empty {back[0]} bay" if back else None


def a_percentage_needs_bombs_that_fell_on_the_run(play: InPlay) -> str | None:
    bomb_run = play.state.mission.bomb_run
    hit_by_nothing = bomb_run.percent > 0 and not bomb_run.bombs_fell
    return f"{bomb_run.percent} percent without a bomb" if hit_by_nothing else None


def an_engine_that_is_gone_does_not_run(play: InPlay) -> str | None:
    engines = play.state.plane.engines.items()
    running = [name for name, one in engines if one.running and one.prop in ("feathered", "gone")]
    return f"engine {running[0]} runs" if running else None


def credits_are_the_missions_credited(play: InPlay) -> str | None:
    tour, single = play.state.tour, play.options["mission"] != "tour"
    before = int(play.options["mission"]) - 1 if single else 0
    credited = before + sum(report.credited for report in tour.reports)
    return None if tour.credits == credited else f"{tour.credits}, but {credited} on the sheets"


def kills_of_the_tour_are_those_of_its_missions(play: InPlay) -> str | None:
    tour = play.state.tour
    counted = sum(report.kills for report in tour.reports)
    return None if tour.kills == counted else f"{tour.kills}, but {counted} on the sheets"


INVARIANTS = (
    each_post_is_filled_by_one_man,
    a_dead_man_is_not_fit,
    the_crew_is_whole,
    fuel_lies_between_none_and_a_full_load,
    guns_have_no_more_bursts_than_they_were_loaded_with,
    a_percentage_of_bombs_is_one,
    bombs_that_fell_do_not_come_back,
    a_percentage_needs_bombs_that_fell_on_the_run,
    an_engine_that_is_gone_does_not_run,
    credits_are_the_missions_credited,
    kills_of_the_tour_are_those_of_its_missions,
)
