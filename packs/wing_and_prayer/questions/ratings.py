"""What aircraft, crews and aces add to a roll."""

from typing import Any

from ..data import CrewRatings, Ratings
from ..state import Bomber, Fighter, InPlay, Level


def ratings_of(play: InPlay, aircraft: Bomber | Fighter) -> Ratings:
    return play.data.aircraft[aircraft.kind].ratings(aircraft.damaged)


def ace_bonus(play: InPlay, one: Fighter) -> tuple[int, int]:
    """Return what the ace of a fighter adds: to air combat, to performance (6.2)."""
    if not one.ace:
        return 0, 0
    ace = play.data.aces[one.ace]
    return ace.air_combat, ace.performance


def crew_ratings(play: InPlay, crew: str) -> CrewRatings:
    data = play.data
    level = play.state.crews[crew].level
    if level is Level.GREEN:
        return data.green
    counter = data.crews[crew]
    return counter.crack if level is Level.CRACK else counter.veteran


def bomber_of(play: InPlay, crew: str) -> Bomber | None:
    """Return the bomber that a crew is assigned to."""
    return next((one for one in play.state.bombers.values() if one.crew == crew), None)


def crew_of(play: InPlay, bomber: str) -> CrewRatings:
    return crew_ratings(play, play.state.bombers[bomber].crew)


def commander_performance(play: InPlay, bomber: str) -> int:
    """Return what the squadron commander adds for the bomber that he flies in (12.5)."""
    if play.state.mission.commander != bomber:
        return 0
    return play.data.aces[play.state.commander].performance


def crew_performance(play: InPlay, bomber: str) -> dict[str, int]:
    """Return what the crew of a bomber, and the commander if he flies with it, perform."""
    commander = commander_performance(play, bomber)
    return {"crew": crew_of(play, bomber).performance, "commander": commander}


def by(*named: str, **counts: int) -> dict[str, Any]:
    """Return the modifiers of a lookup: those named, and counted ones that are not 0."""
    by_number = (name for name, number in counts.items() if number or name in named)
    chosen = list(dict.fromkeys([*by_number, *named]))
    return {"with_": chosen, "counts": counts}
