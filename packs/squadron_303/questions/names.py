"""The names of planes, pilots, areas and symbols in prompts, events and on the table."""

from collections import Counter
from collections.abc import Iterable, Mapping

from tabletop_core.events import listed

from ..components import SYMBOL_NAMES, EventCard, count_words
from ..state import Fighter, InPlay, Plane
from .board import hidden_in, kind_of, players


def area_name(play: InPlay, area: str) -> str:
    return play.data.board.name_of(area)


def who_is_in(play: InPlay, area: str) -> list[str]:
    """Return in words the planes and squadrons in an area."""
    counts = Counter(
        kind_of(play, plane).title for plane in play.state.planes.values() if plane.area == area
    )
    found = [count_words(number, title) for title, number in counts.items()]
    found += [f"unknown squadron {squadron.id}" for squadron in hidden_in(play, area)]
    for fighter in play.state.fighters.values():
        if fighter.pilot and fighter.area == area:
            where = " on the ground" if fighter.landed else ""
            found.append(f"{fighter.name}{where}")
    return found


def planes_words(play: InPlay, planes: Iterable[Plane]) -> str:
    """Return planes in words, with the count of each type."""
    counts = Counter(kind_of(play, plane).title for plane in planes)
    return ", ".join(count_words(number, title) for title, number in counts.items())


def blades_words(blades: Iterable[int]) -> str:
    """Return propellers in words, equal ones grouped.

    >>> blades_words([2, 2, 3])
    '2 × 2-blade and 3-blade'
    """
    return listed(
        f"{blade}-blade" if number == 1 else f"{number} × {blade}-blade"
        for blade, number in Counter(blades).items()
    )


def planes_named(play: InPlay, planes: Iterable[Plane]) -> str:
    """Return planes in words, each type with the ids of its planes."""
    numbers: dict[str, list[str]] = {}
    for plane in planes:
        numbers.setdefault(kind_of(play, plane).title, []).append(f"#{plane.id}")
    return "; ".join(f"{title} {', '.join(found)}" for title, found in numbers.items())


def plane_name(play: InPlay, plane: Plane) -> str:
    """Return a plane in words: type, id, squadron."""
    return f"{kind_of(play, plane).title} #{plane.id} of squadron {plane.squadron}"


def pilot_name(play: InPlay, fighter: Fighter) -> str:
    if not fighter.pilot:
        return "nobody"
    return play.data.pilots[fighter.pilot].full_name


def to_whom(fighter: Fighter, question: str) -> str:
    """Return a question that begins with the plane's colour: a person may play several seats."""
    return f"{fighter.name}: {question}"


def words_by_plane(words: Mapping[str, str]) -> str:
    """Return the words about each plane in one line; planes with the same words share them.

    >>> words_by_plane({"Blue": "at A5", "Red": "at A5", "Green": "at B1"})
    'Blue and Red at A5; Green at B1'
    """
    names: dict[str, list[str]] = {}
    for name, told in words.items():
        names.setdefault(told, []).append(name)
    return "; ".join(f"{listed(those)} {told}" for told, those in names.items())


def event_text(play: InPlay, card: EventCard) -> str:
    return card.text.format(needed=card.needed[players(play) - 1], turns=card.turns)


def symbol_words(face: str) -> str:
    """Return the name of a symbol or of a face of a die.

    >>> symbol_words("hit"), symbol_words("hit-3"), symbol_words("blank")
    ('Hit', 'Hit (3 blades)', 'blank')
    """
    name, _, blades = face.partition("-")
    name = SYMBOL_NAMES.get(name, name)
    return f"{name} ({blades} blades)" if blades else name


def symbols_words(faces: Iterable[str]) -> str:
    """Return symbols in words, with a count for each that occurs several times.

    >>> symbols_words(["hit", "evade", "hit"])
    '2 Hits, Evasion'
    >>> symbols_words(["hit-2", "hit-2", "blank"])
    '2 Hits (2 blades), blank'
    """
    counts = Counter(map(symbol_words, faces))
    return ", ".join(
        name if number == 1 else f"{number} {_several(name)}" for name, number in counts.items()
    )


def _several(name: str) -> str:
    noun, space, blades = name.partition(" ")
    return f"{noun}s{space}{blades}" if noun in _COUNTED else name


_COUNTED = ("Hit", "Evasion", "Maneuver", "Joker", "blank")
