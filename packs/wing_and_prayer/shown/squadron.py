"""The squadron at its base as a panel: bombers on their stands, crews aboard them or without."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from string import ascii_lowercase

from tabletop_core.panels import Art, BoardPanel, Piece, Spot

from ..data import Data
from ..questions.formation import flying
from ..state import InPlay
from .formation import CREW, bomber_piece, crew_piece, kinds_of_bombers

_STATION = (-130, -90, 1040, 640)
"""The place of the drawing, in the units of the card."""

WAITING, SICK_BAY = "waiting", "sick-bay"


def squadron_card(play: InPlay, hidden: bool) -> BoardPanel:
    """Show the bombers and crews at the base; `hidden` leaves out the crews (13.0)."""
    card = play.data.stands
    return BoardPanel(
        id="squadron",
        title="Squadron",
        board=card.board,
        pieces=tuple(pieces(play, hidden)),
        spots=stands(play.data),
        art=Art.of(play.game.package, "station", _STATION),
        legend=(*kinds_of_bombers(play, play.state.bombers), CREW),
    )


@cache
def stands(data: Data) -> tuple[Spot, ...]:
    """Return the places at the base: stands of bombers, and where crews without one wait."""
    card = data.stands
    titles = {at: card.map.title_of(at) for at in card.board}
    return tuple(
        Spot(id=at, label="" if is_stand(at) else title, name=title, ground="wood")
        for at, title in titles.items()
    )


def is_stand(place: str) -> bool:
    return place.startswith("stand")


def stand_of_each(bombers: Iterable[str], stands: Sequence[str]) -> dict[str, str]:
    """Return the stand of each bomber: that of its letter, or the first free one.

    So a loss leaves an empty stand, and the others stay where they are.
    """
    free = dict.fromkeys(stands)
    found, late = {}, []
    for name in bombers:
        stand = f"stand-{ascii_lowercase.index(name[-1]) + 1}"
        if stand in free:
            found[name] = stand
            del free[stand]
        else:
            late.append(name)
    return found | dict(zip(late, free, strict=False))


@cache
def places_of_bombers(data: Data) -> tuple[str, ...]:
    return tuple(at for at in data.stands.board if is_stand(at))


def pieces(play: InPlay, hidden: bool) -> Iterator[Piece]:
    state = play.state
    away = flying(state.mission)
    where = stand_of_each(state.bombers, places_of_bombers(play.data))
    for name, one in state.bombers.items():
        if name in away:
            continue
        yield bomber_piece(play, name, where[name])
        if one.crew and not hidden:
            yield crew_piece(play, one.crew, name)
    aboard = {one.crew for one in state.bombers.values()}
    for name, crew in state.crews.items():
        if name not in aboard and not hidden:
            is_fit = crew.ready and name not in state.rescued
            yield crew_piece(play, name, WAITING if is_fit else SICK_BAY)
