"""The formation card as a panel: bombers in their places with their crews, fighters beside them."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from tabletop_core.events import counted
from tabletop_core.panels import Art, BoardPanel, Piece, Spot, kept

from ..data import Data
from ..questions.formation import flying
from ..questions.names import (
    bomber_words,
    condition,
    crew_name,
    crew_words,
    fighter_label,
    name_of,
    task,
)
from ..questions.ratings import ace_bonus, crew_ratings, ratings_of
from ..state import ELEMENTS, PLACES, Fighter, InPlay, Level, Mission, Post
from .board import part_of

SECTION, WITHDRAWN, FIGHT = "escorts", "withdrawn", "fight-"
FIGHTS = 9
"""The number of fights with a place in the row of interceptors; further ones share the last."""
CREW = "crew: what it adds to air combat, performance, bombing (blue veteran, yellow crack)"

_SKY = (-340, -180, 680, 660)
"""The place of the drawing, in the units of the card."""

POSTS = {
    Post.SECTION: "with the bombers",
    Post.COMBAT: "in combat",
    Post.COVER: "gives cover",
    Post.WITHDRAWN: "withdrawn",
}
LEVEL_TONES = {Level.GREEN: "", Level.VETERAN: "ours", Level.CRACK: "yellow"}


def formation_card(play: InPlay, hidden: bool) -> BoardPanel:
    """Show where bombers fly and which fighters meet; `hidden` leaves out the crews (13.0)."""
    card, there = play.data.formation, places_in_use(play.state.mission)
    return BoardPanel(
        id="formation_card",
        title="Formation",
        board=part_of(card.board, there),
        pieces=(*bombers(play, hidden), *fighters(play)),
        spots=places(play.data, there),
        art=Art.of(play.game.package, "sky", _SKY),
        legend=tuple(legend(play, hidden)),
    )


@cache
def places(data: Data, there: tuple[str, ...]) -> tuple[Spot, ...]:
    card = data.formation.map
    return tuple(
        Spot(id=at, label=card.short_of(at), name=card.title_of(at), ground=ground_of(at))
        for at in there
    )


def ground_of(place: str) -> str:
    if place in (SECTION, WITHDRAWN):
        return "wood"
    return "town" if place.startswith(FIGHT) else "sea"


def legend(play: InPlay, hidden: bool) -> Iterator[str]:
    """Yield what each kind of aircraft can do, and how crews and aces are marked."""
    mission = play.state.mission
    yield from kinds_of_bombers(play, flying(mission))
    if not hidden:
        yield CREW
    fighters = (*mission.escorts, *mission.interceptors)
    for side, called in ((mission.escorts, "escorts"), (mission.interceptors, "interceptors")):
        for kind in dict.fromkeys(one.kind for one in side):
            ids = [one.id for one in side if one.kind == kind]
            own = play.data.aircraft[kind].ratings(False)
            yield (
                f"{from_to(ids)}: {name_of(play, kind)} {called}, air combat {own.air_combat}, "
                f"performance {own.performance}"
            )
    if any(one.ace for one in fighters):
        yield "*: with an ace, who adds to these"


def kinds_of_bombers(play: InPlay, bombers: Iterable[str]) -> Iterator[str]:
    """Yield what each kind of these bombers can do."""
    for kind in dict.fromkeys(play.state.bombers[one].kind for one in bombers):
        own = play.data.aircraft[kind].ratings(False)
        yield f"{name_of(play, kind)}: air combat {own.air_combat}, structure {own.structure}"


def from_to(ids: list[str]) -> str:
    """Name counters that are numbered on by the first and the last of them."""
    numbers = [int(one[1:]) for one in ids]
    is_row = len(ids) > 2 and numbers[-1] - numbers[0] == len(ids) - 1
    return f"{ids[0]} to {ids[-1]}" if is_row else ", ".join(ids)


def places_in_use(mission: Mission) -> tuple[str, ...]:
    """Return the places of the elements that fly, those of the fights, and of the escorts."""
    there = [place_of_bomber(at) for at in range(12) if any(_element(mission, at))]
    there += [f"{FIGHT}{at}" for at in range(1, min(len(mission.interceptors), FIGHTS) + 1)]
    if mission.escorts:
        there += [SECTION, WITHDRAWN]
    return tuple(there)


def _element(mission: Mission, position: int) -> list[str]:
    first = position // 3 * 3
    return mission.formation[first : first + 3]


def place_of_bomber(position: int) -> str:
    return f"{ELEMENTS[position // 3]}-{PLACES[position % 3]}"


def bombers(play: InPlay, hidden: bool) -> Iterator[Piece]:
    mission = play.state.mission
    for position, name in enumerate(mission.formation):
        if name:
            yield bomber_piece(play, name, place_of_bomber(position))
            if not hidden:
                yield crew_piece(play, play.state.bombers[name].crew, name)


def _of_bomber(play: InPlay, bomber: str, at: str) -> tuple[Any, ...]:
    one, formation = play.state.bombers[bomber], play.state.mission.formation
    place = formation.index(bomber) if bomber in formation else None
    return play.data, bomber, at, one.kind, one.damaged, one.ready, place


@kept(_of_bomber)
def bomber_piece(play: InPlay, bomber: str, at: str) -> Piece:
    one = play.state.bombers[bomber]
    own = ratings_of(play, one)
    return Piece(
        id=bomber,
        label=name_of(play, bomber).split()[-1],
        symbol="bomber_4",
        words=bomber_words(play, bomber),
        at=at,
        corners=(str(own.air_combat), str(own.structure)),
        tone="bad" if one.damaged else "ours" if one.ready else "quiet",
        state="hit" if one.damaged else "" if one.ready else "repair",
        silhouette=True,
    )


@kept(lambda play, crew, at: (play.data, at, *condition(play, crew)))
def crew_piece(play: InPlay, crew: str, at: str) -> Piece:
    ratings, one = crew_ratings(play, crew), play.state.crews[crew]
    return Piece(
        id=crew,
        label=f"{ratings.air_combat}/{ratings.performance}/{ratings.bombing}",
        symbol="person",
        words=crew_words(play, crew),
        at=at,
        tone=LEVEL_TONES[one.level],
        name=crew_name(play, crew),
    )


def fighters(play: InPlay) -> Iterator[Piece]:
    mission = play.state.mission
    for one in mission.interceptors:
        yield fighter_piece(play, one, place_of_interceptor(mission, one), "theirs")
    for one in mission.escorts:
        yield fighter_piece(play, one, place_of_escort(mission, one), "ours")


def place_of_interceptor(mission: Mission, one: Fighter) -> str:
    """Return its place: beside its target, or in the row, where a wingman is by its leader."""
    if one.beside in flying(mission):
        return place_of_bomber(mission.formation.index(one.beside))
    ids = [other.id for other in mission.interceptors]
    at = ids.index(one.beside if one.beside in ids else one.id)
    return f"{FIGHT}{min(at + 1, FIGHTS)}"


def place_of_escort(mission: Mission, one: Fighter) -> str:
    """Return its place: beside the interceptor that it fights, or in a section of its own."""
    if one.post is Post.WITHDRAWN:
        return WITHDRAWN
    foe = next((other for other in mission.interceptors if other.id == one.beside), None)
    if foe is not None:
        return place_of_interceptor(mission, foe)
    leader = next((other for other in mission.escorts if other.id == one.beside), None)
    return place_of_escort(mission, leader) if leader is not None else SECTION


@kept(lambda play, one, at, tone: (play.data, one, at, tone, task(play, one)))
def fighter_piece(play: InPlay, one: Fighter, at: str, tone: str) -> Piece:
    does = task(play, one) or (POSTS[one.post] if tone == "ours" else "")
    words = ", ".join(filter(None, (fighter_label(play, one), fighter_words(play, one), does)))
    # Its opponent is gone; without a mark it would look like those with the bombers.
    is_between_fights = at == SECTION and one.post is Post.COMBAT
    return Piece(
        id=one.id,
        label=f"{one.id}*" if one.ace else one.id,
        symbol="fighter",
        words=words,
        at=at,
        corners=tuple(str(number) for number in fighter_numbers(play, one)[:2]),
        tone=tone,
        facing=180 if tone == "theirs" else None,
        state="hit" if one.damaged else "fight" if is_between_fights else "",
        silhouette=True,
        name=f"{name_of(play, one.kind)} {one.id}",
    )


def fighter_numbers(play: InPlay, one: Fighter) -> tuple[int, int, int]:
    """Return a fighter's air combat, performance and structure, with its ace and its damage."""
    own = ratings_of(play, one)
    air_combat, performance = ace_bonus(play, one)
    return own.air_combat + air_combat, own.performance + performance, own.structure


def fighter_words(play: InPlay, one: Fighter) -> str:
    air_combat, performance, structure = fighter_numbers(play, one)
    return f"air combat {air_combat}, performance {performance}, structure {structure}"


def strength(mission: Mission) -> str:
    """Return how many fly, of how many that took off, and how they hold together."""
    left = len(flying(mission))
    gone = f" of {mission.flown}" if left < mission.flown else ""
    kept = "loose" if mission.is_loose else "tight"
    return f"{counted(left, 'bomber')}{gone}, {kept}" if left else "nobody flies"
