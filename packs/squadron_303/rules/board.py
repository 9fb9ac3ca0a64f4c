"""What stands where: questions about areas, planes and player boards that many rules ask."""

from collections import Counter
from collections.abc import Iterable

from tabletop_core import Asks, Play

from ..components import Aircraft, Scenario
from ..data import SquadronData
from ..state import Fighter, Mode, Plane, Squadron, State, Status

Table = Play[State]


def facts(play: Table) -> SquadronData:
    """Return the components of the game."""
    data: SquadronData = play.data
    return data


def scenario(play: Table) -> Scenario:
    return facts(play).scenarios[play.state.scenario]


def players(play: Table) -> int:
    """Return the number of players as far as data by players are concerned."""
    return int(play.options["players"])


def kind_of(play: Table, plane: Plane) -> Aircraft:
    return facts(play).aircraft[plane.aircraft]


def group_of(play: Table, plane: Plane) -> str:
    return facts(play).aircraft[plane.aircraft].group


def is_bomber(play: Table, plane: Plane) -> bool:
    return group_of(play, plane) == "bomber"


def is_german(play: Table, plane: Plane) -> bool:
    return group_of(play, plane) != "allied"


def is_fighter(play: Table, plane: Plane) -> bool:
    return group_of(play, plane) in ("fighter", "heavy_fighter")


def flying(play: Table) -> list[Fighter]:
    """Return the player boards whose plane is in the air, in the order of colours."""
    return [fighter for fighter in play.state.fighters.values() if fighter.in_air]


def in_reserve(play: Table) -> list[str]:
    """Return the pilots of the Reserve."""
    return [name for name, it in play.state.pilots.items() if it.status is Status.RESERVE]


def boards_without_pilot(play: Table) -> int:
    return sum(not fighter.pilot for fighter in play.state.fighters.values())


def raf_in(play: Table, area: str) -> list[Fighter]:
    return [fighter for fighter in flying(play) if fighter.area == area]


def british_in(play: Table, area: str) -> list[Plane]:
    return [
        plane
        for plane in play.state.planes.values()
        if plane.area == area and not is_german(play, plane)
    ]


def germans_in(play: Table, area: str) -> list[Plane]:
    return [
        plane
        for plane in play.state.planes.values()
        if plane.area == area and is_german(play, plane)
    ]


def planes_of(play: Table, squadron: str) -> list[Plane]:
    return [plane for plane in play.state.planes.values() if plane.squadron == squadron]


def hidden_in(play: Table, area: str) -> list[Squadron]:
    return [s for s in play.state.squadrons.values() if s.hidden and s.area == area]


def neighbours(play: Table, area: str) -> tuple[str, ...]:
    return facts(play).board.graph.neighbours(area)


def area_name(play: Table, area: str) -> str:
    it = facts(play).board.areas[area]
    return f"{it.title} ({area})" if it.title and it.sector else it.title or area


def airfields(play: Table) -> list[str]:
    """Return the areas where a plane may land: airfields that were not destroyed."""
    return [
        area.id
        for area in facts(play).board.area
        if area.feature == "airfield" and not is_destroyed(play, area.id)
    ]


def is_destroyed(play: Table, area: str) -> bool:
    """Tell whether the target in an area has taken all the bombs that it can take."""
    bombs = play.state.bombs.get(area, 0)
    return bombs > 0 and bombs >= facts(play).board.toughness(area)


def who_is_in(play: Table, area: str) -> list[tuple[str, bool]]:
    """Return in words what stands in an area, each with whether it is an enemy."""
    counts: dict[tuple[str, bool], int] = {}
    for plane in play.state.planes.values():
        if plane.area == area:
            key = (kind_of(play, plane).title, is_german(play, plane))
            counts[key] = counts.get(key, 0) + 1
    found = [(f"{number} {title}", enemy) for (title, enemy), number in counts.items()]
    found += [(f"unknown squadron {squadron.id}", True) for squadron in hidden_in(play, area)]
    for fighter in play.state.fighters.values():
        if fighter.pilot and fighter.area == area:
            where = " on the ground" if fighter.landed else ""
            found.append((f"{fighter.name}{where}", False))
    return found


def planes_words(play: Table, planes: Iterable[Plane]) -> str:
    """Return planes in words, each type with its number."""
    counts = Counter(kind_of(play, plane).title for plane in planes)
    return ", ".join(f"{number} {title}" for title, number in counts.items())


def planes_named(play: Table, planes: Iterable[Plane]) -> str:
    """Return planes in words, each type with the numbers of its planes."""
    numbers: dict[str, list[str]] = {}
    for plane in planes:
        numbers.setdefault(kind_of(play, plane).title, []).append(f"#{plane.id}")
    return "; ".join(f"{title} {', '.join(found)}" for title, found in numbers.items())


def to_whom(play: Table, fighter: Fighter) -> str:
    """Begin a prompt with whose plane it is about, where the seat does not tell it."""
    return f"{fighter.name}: " if play.state.solo else ""


def is_british(squadron: Squadron) -> bool:
    return squadron.mode is Mode.BRITISH


def plane_name(play: Table, plane: Plane) -> str:
    """Return a plane in words: type, number, squadron."""
    return f"{kind_of(play, plane).title} #{plane.id} of squadron {plane.squadron}"


def pilot_name(play: Table, fighter: Fighter) -> str:
    if not fighter.pilot:
        return "nobody"
    pilot = facts(play).pilots[fighter.pilot]
    return f"{pilot.rank} {pilot.title}"


def who_is_next(play: Table, prompt: str, ready: Iterable[Fighter]) -> Asks:
    """Let the players agree who acts next; any of them may say so. Return a colour."""
    boards = {fighter.colour: fighter for fighter in ready}
    options = {colour: f"{it.name} at {area_name(play, it.area)}" for colour, it in boards.items()}
    seats = tuple(dict.fromkeys(fighter.seat for fighter in boards.values()))
    return (yield from play.choose(prompt, options, seat=seats))
