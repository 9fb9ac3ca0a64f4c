"""What stands where: questions about areas, planes and player boards that many rules ask."""

from tabletop_core import Play

from ..components import Aircraft, Scenario, SquadronData
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


def is_british(squadron: Squadron) -> bool:
    return squadron.mode is Mode.BRITISH
