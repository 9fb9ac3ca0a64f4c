"""Invariants, checked after every answer."""

from .state import InPlay


def no_hex_holds_more_than_two_units(play: InPlay) -> str | None:
    units = play.state.units
    full = [space for space in units.spaces() if len(units.on(space)) > 2]
    return f"too many in {full[0]}" if full else None


def a_unit_in_the_game_has_one_step_or_two(play: InPlay) -> str | None:
    wrong = [unit for unit, steps in play.state.steps.items() if steps not in (1, 2)]
    return f"{wrong[0]} has {play.state.steps[wrong[0]]}" if wrong else None


def only_units_in_the_game_stand_on_the_map(play: InPlay) -> str | None:
    lost = [unit for unit in play.state.units.pieces() if unit not in play.state.steps]
    return f"lost, but on the map: {', '.join(lost)}" if lost else None


INVARIANTS = (
    no_hex_holds_more_than_two_units,
    a_unit_in_the_game_has_one_step_or_two,
    only_units_in_the_game_stand_on_the_map,
)
