"""Queries about a pilot: Medals, the declared ability, Specialization (p. 7, 9 and 17)."""

from ..state import Fight, Fighter, InPlay


def medals(play: InPlay, fighter: Fighter) -> int:
    """Return the Medals of the current pilot."""
    return play.state.pilots[fighter.pilot].medals if fighter.pilot else 0


def has_declared(play: InPlay, fighter: Fighter, ability: str) -> bool:
    """Return whether a plane's own pilot has this ability and declared it this turn."""
    return (
        bool(fighter.pilot)
        and fighter.declared
        and play.data.pilots[fighter.pilot].ability == ability
    )


def declared(play: InPlay, fighter: Fighter, ability: str) -> int:
    """Return how much a pilot's own ability gives this turn; 0 if it was not declared."""
    return play.data.pilots[fighter.pilot].amount if has_declared(play, fighter, ability) else 0


def is_on(play: InPlay) -> bool:
    return bool(play.options["specialization"] or play.options["first_level"])


def level_of(play: InPlay, fighter: Fighter, group: str) -> int:
    """Return the level that a pilot's victories over a group of aircraft give."""
    record = play.state.pilots[fighter.pilot]
    planes = record.victories.get(group, 0)
    if record.specialization == group:
        planes += record.head_start
    return sum(planes >= needed for needed in play.data.specializations[group].levels)


def usable_level(play: InPlay, fighter: Fighter, fight: Fight) -> int:
    """Return the level that may be used now; it takes a clock in the green, once in a Combat."""
    if not is_on(play) or fight.specialized or not fighter.pilot:
        return 0
    record = play.state.pilots[fighter.pilot]
    group = play.state.planes[fight.opponent].group
    if record.specialization != group or record.clock:
        return 0
    return level_of(play, fighter, group)
