"""Sets of two symbols, and support sequences of three (p. 5-6, 20).

A symbol is paired with its source: `die`, `card` or `token`.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from ..components import JOKER
from ..state import Fight, InPlay
from .pilots import declared

Symbol: TypeAlias = tuple[str, str]

SUPPORT_RUN = 3


class SetsMade(NamedTuple):
    """A way to make sets: the tokens and Maneuver symbols used up, and the symbols by index."""

    tokens: int
    maneuvers: int
    used: tuple[int, ...]


def fits(symbol: Symbol, part: str) -> bool:
    """Return whether a symbol may be used for one part of a card's set.

    >>> fits(("hit", "card"), "hit"), fits(("hit", "card"), "hit/die")
    (True, False)
    """
    wanted, _, source = part.partition("/")
    name, origin = symbol
    if origin == "token" and wanted != "maneuver":
        return False
    return wanted in (name, "any") and source in ("", origin)


def ways_to_activate(
    symbols: Sequence[Symbol], tokens: int, parts: Sequence[str]
) -> dict[int, SetsMade]:
    """Return a way to each number of sets that can be made.

    Each symbol can be part of one set only. Of several ways, the one that uses up least is kept.

    >>> ways_to_activate([("hit", "die"), ("hit", "card")], 0, ("hit", "hit"))
    {1: SetsMade(tokens=0, maneuvers=0, used=(0, 1))}
    """
    everything = [*enumerate(symbols), *[(-1, ("maneuver", "token"))] * tokens]
    found: dict[int, SetsMade] = {}

    def extend(free: list[tuple[int, Symbol]], made: int, way: SetsMade) -> None:
        for at, (_, first) in enumerate(free):
            if not fits(first, parts[0]):
                continue
            for beside, (_, second) in enumerate(free):
                if beside == at or not fits(second, parts[1]):
                    continue
                longer = _with_set(way, [free[at], free[beside]])
                if made + 1 not in found or longer < found[made + 1]:
                    found[made + 1] = longer
                left = [it for n, it in enumerate(free) if n not in (at, beside)]
                if len(left) > 1:
                    extend(left, made + 1, longer)

    usable = [(n, s) for n, s in everything if any(fits(s, part) for part in parts)]
    extend(usable, 0, SetsMade(0, 0, ()))
    return dict(sorted(found.items()))


def _with_set(way: SetsMade, pair: Sequence[tuple[int, Symbol]]) -> SetsMade:
    """Return a way with one more set."""
    origins = [origin for _, (_, origin) in pair]
    maneuvers = [origin for _, (name, origin) in pair if name == "maneuver"]
    return SetsMade(
        tokens=way.tokens + origins.count("token"),
        maneuvers=way.maneuvers + sum(origin != "token" for origin in maneuvers),
        used=(*way.used, *(n for n, (_, origin) in pair if origin != "token")),
    )


def support_gained(*rows: Sequence[str]) -> list[str]:
    """Return what the support symbols of these cards can give together: Hit, Evasion or neither.

    >>> support_gained(("evade", "joker"), ("hit", "joker"))
    ['hit', 'evade']
    >>> support_gained(("joker", "joker"), ("joker",))
    []
    """
    symbols = [symbol for row in rows for symbol in row]
    jokers = symbols.count(JOKER)
    return [
        lead
        for lead in ("hit", "evade")
        if lead in symbols and symbols.count(lead) + jokers >= SUPPORT_RUN
    ]


def sources(play: InPlay, fight: Fight) -> list[tuple[str, Symbol]]:
    """Return the symbols that count against this opponent, each with its die or card."""
    cards = play.data.cards
    dice = zip(fight.counting, fight.symbols, strict=True)
    return [
        *((f"die {n}", (symbol, "die")) for n, symbol in dice if symbol != "blank"),
        *((card, (cards[card].symbol, "card")) for card in fight.cards),
    ]


def blue_to_reroll(play: InPlay, fight: Fight) -> list[int]:
    """Return the usable RAF dice that an ability or a card may reroll."""
    return [n for n in fight.blue if not (play.options["one_reroll"] and n in fight.spent)]


def luftwaffe_to_reroll(play: InPlay, fight: Fight) -> list[int]:
    """Return the opponent's dice that an ace or a card may reroll."""
    dice = range(len(fight.luftwaffe))
    return [n for n in dice if not (play.options["one_reroll"] and n in fight.luftwaffe_spent)]


def symbols_of(play: InPlay, fight: Fight) -> list[Symbol]:
    """Return the symbols that count against this opponent, with their sources."""
    return [symbol for _, symbol in sources(play, fight)]


def sources_for_sets(play: InPlay, fight: Fight) -> list[tuple[str, Symbol]]:
    """Return the symbols that have not been part of a set yet."""
    return [(name, symbol) for name, symbol in sources(play, fight) if name not in fight.served]


def symbols_counted(play: InPlay, fight: Fight) -> list[str]:
    """Return the symbols that count in the total: from dice, cards and support."""
    return [symbol for symbol, _ in symbols_of(play, fight)] + [fight.support] * bool(fight.support)


def hits_and_evasions(play: InPlay, fight: Fight) -> tuple[int, int]:
    """Return the current Hits and Evasions of a round, including those of a declared ability."""
    symbols, fighter = symbols_counted(play, fight), play.state.fighters[fight.colour]
    first = fight.round == 1
    hits = symbols.count("hit") + fight.hits + first * declared(play, fighter, "extra_hit")
    evades = symbols.count("evade") + fight.evades + first * declared(play, fighter, "extra_evade")
    return hits, evades
