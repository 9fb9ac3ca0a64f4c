"""Invariants, checked after every answer."""

from .state import InPlay


def no_two_aircraft_of_a_side_stand_on_one_square(play: InPlay) -> str | None:
    """Check the aircraft at rest; the one in the middle of its flight may pass over a friend."""
    state = play.state
    mover = state.flight.aircraft if state.flight else ""
    seen: dict[object, str] = {}
    for name, plane in state.aircraft.items():
        if plane.at is None or name == mover:
            continue
        other = seen.setdefault((plane.side, plane.at), name)
        if other != name:
            return f"{other} and {name} stand on {plane.at}"
    return None


def enemies_meet_in_flight_alone(play: InPlay) -> str | None:
    state = play.state
    mover = state.flight.aircraft if state.flight else ""
    standing = [one.at for name, one in state.aircraft.items() if one.at and name != mover]
    twice = [at for at in standing if standing.count(at) > 1]
    return f"two aircraft rest on {twice[0]}" if twice else None


def every_aircraft_is_on_the_board_or_gone(play: InPlay) -> str | None:
    grid = play.data.board.grid
    off = [name for name, one in play.state.aircraft.items() if one.at and one.at not in grid]
    return f"off the board: {', '.join(off)}" if off else None


def points_are_never_less_than_none(play: InPlay) -> str | None:
    flight = play.state.flight
    return f"{flight.aircraft} has {flight.halves}" if flight and flight.halves < 0 else None


def a_fighter_has_one_die_of_its_side(play: InPlay) -> str | None:
    strange = [
        name
        for name, points in play.state.assigned.items()
        if name not in play.state.aircraft or not 1 <= points <= 4
    ]
    return f"points of {', '.join(strange)}" if strange else None


def every_loss_is_noted_once(play: InPlay) -> str | None:
    state = play.state
    noted = [name for moment in state.moments for name, _ in moment.lost]
    gone = [name for name, one in state.aircraft.items() if one.at is None]
    return None if sorted(noted) == sorted(gone) else f"gone are {gone}, noted are {noted}"


def no_aircraft_hits_more_often_than_it_fires(play: InPlay) -> str | None:
    for kind, by in play.state.hits.items():
        for name, hits in by.items():
            if hits > play.state.shots[kind][name]:
                return f"{name} hit {hits} times"
    return None


INVARIANTS = (
    no_two_aircraft_of_a_side_stand_on_one_square,
    enemies_meet_in_flight_alone,
    every_aircraft_is_on_the_board_or_gone,
    points_are_never_less_than_none,
    a_fighter_has_one_die_of_its_side,
    every_loss_is_noted_once,
    no_aircraft_hits_more_often_than_it_fires,
)
