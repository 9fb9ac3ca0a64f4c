"""Sets of two symbols and support sequences of three (p. 5-6, 20).

Plain functions of symbols; a symbol is paired with where it comes from: `die`, `card`, `token`.
"""

from collections.abc import Sequence
from typing import TypeAlias

from ..components import JOKER

Symbol: TypeAlias = tuple[str, str]

SEQUENCE = 3


def fits(symbol: Symbol, part: str) -> bool:
    """Tell whether a symbol may stand for one part of a card's set.

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
) -> dict[int, tuple[int, int]]:
    """Return, for each number of sets that can be made, the tokens and Maneuver symbols used up.

    Each symbol serves in one set only; of several ways the one that uses up least is kept.

    >>> ways_to_activate([("hit", "die"), ("hit", "card")], 0, ("hit", "hit"))
    {1: (0, 0)}
    """
    everything = [*symbols, *[("maneuver", "token")] * tokens]
    found: dict[int, tuple[int, int]] = {}

    def extend(free: list[Symbol], made: int, cost: tuple[int, int]) -> None:
        for at, first in enumerate(free):
            if not fits(first, parts[0]):
                continue
            for beside, second in enumerate(free):
                if beside == at or not fits(second, parts[1]):
                    continue
                pair = (first, second)
                price = (
                    cost[0] + sum(origin == "token" for _, origin in pair),
                    cost[1] + sum(s == "maneuver" and o != "token" for s, o in pair),
                )
                if made + 1 not in found or price < found[made + 1]:
                    found[made + 1] = price
                left = [s for n, s in enumerate(free) if n not in (at, beside)]
                if len(left) > 1:
                    extend(left, made + 1, price)

    usable = [s for s in everything if any(fits(s, part) for part in parts)]
    extend(usable, 0, (0, 0))
    return dict(sorted(found.items()))


def support_gained(*rows: Sequence[str]) -> list[str]:
    """Return what the support symbols of the cards together may give: Hit, Evasion or neither.

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
        if lead in symbols and symbols.count(lead) + jokers >= SEQUENCE
    ]
