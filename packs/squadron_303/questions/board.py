"""Queries about areas, planes and player boards, shared by many rules."""

from ..components import Aircraft, Mode, Scenario
from ..state import Fighter, InPlay, Plane, Squadron, Status


def scenario(play: InPlay) -> Scenario:
    return play.data.scenarios[play.state.scenario]


def is_chosen(play: InPlay) -> bool:
    """Return whether the Scenario is known: a Campaign begins by choosing its Scenarios."""
    return not play.options["campaign"] or bool(play.state.chapters)


def chapters_words(play: InPlay) -> list[str]:
    """Return in words which Scenarios of a Campaign have been won and lost so far."""
    titles = (play.data.scenarios[name].title for name in play.state.chapters)
    ends = ("won" if result == "win" else "lost" for result in play.state.results)
    return [f"{title} {end}" for title, end in zip(titles, ends, strict=False)]


def players(play: InPlay) -> int:
    """Return the number of players, by which the data give their numbers."""
    return int(play.options["players"])


def kind_of(play: InPlay, plane: Plane) -> Aircraft:
    return play.data.aircraft[plane.aircraft]


def flying(play: InPlay) -> list[Fighter]:
    """Return the player boards whose plane is in the air, in order of colour."""
    return [fighter for fighter in play.state.fighters.values() if fighter.in_air]


def in_reserve(play: InPlay) -> list[str]:
    """Return the pilots of the Reserve."""
    return [name for name, it in play.state.pilots.items() if it.status is Status.RESERVE]


def boards_without_pilot(play: InPlay) -> int:
    return sum(not fighter.pilot for fighter in play.state.fighters.values())


def raf_in(play: InPlay, area: str) -> list[Fighter]:
    return [fighter for fighter in flying(play) if fighter.area == area]


def british_in(play: InPlay, area: str) -> list[Plane]:
    return [
        plane for plane in play.state.planes.values() if plane.area == area and not plane.is_german
    ]


def germans_in(play: InPlay, area: str) -> list[Plane]:
    return [plane for plane in play.state.planes.values() if plane.area == area and plane.is_german]


def planes_of(play: InPlay, squadron: str) -> list[Plane]:
    return [plane for plane in play.state.planes.values() if plane.squadron == squadron]


def hidden_in(play: InPlay, area: str) -> list[Squadron]:
    return [s for s in play.state.squadrons.values() if s.hidden and s.area == area]


def neighbours(play: InPlay, area: str) -> tuple[str, ...]:
    return play.data.graph.neighbours(area)


def airfields(play: InPlay) -> list[str]:
    """Return the areas where a plane may land: airfields that are not destroyed."""
    return [
        area for area in play.data.board.map.spaces_with("airfield") if not is_destroyed(play, area)
    ]


def is_destroyed(play: InPlay, area: str) -> bool:
    """Return whether the bombs on an area have reached the toughness of its target."""
    bombs = play.state.bombs.get(area, 0)
    return bombs > 0 and bombs >= play.data.board.toughness(area)


def is_british(squadron: Squadron) -> bool:
    return squadron.mode is Mode.BRITISH
