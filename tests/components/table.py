"""A table of cards on which a test says, one short line after the other, what is done and seen."""

from collections import Counter
from typing import Any

from tabletop_core import ALL_SEEING, Viewer
from tabletop_core.chance import Scripted
from tabletop_core.components import CardRow, Hand, Pile

VIEWERS = {"nobody": Viewer(), "allseeing": ALL_SEEING}


def play_through(lines: str) -> str:
    """Do what each line says, and return the first that is not so; lines may end with `;`.

    There are the hands of red and blue, a row on the table, and a pile. What comes after `from`
    are the cards that chance gives. In what is seen, `?` is a card that the viewer does not know.
    """
    table: dict[str, Any] = {"red": Hand("red"), "blue": Hand("blue"), "row": CardRow("table")}
    table["pile"] = Pile()
    for line in lines.replace("\n", ";").split(";"):
        said, _, chance = line.strip().partition(" from ")
        if said and (found := _do(table, said.split(), Scripted(chance.split()))):
            return f"{said}: but {found}"
    return ""


def _do(table: dict[str, Any], words: list[str], source: Scripted) -> str:
    found: list[Any] | None = None
    match words:
        case ["pile", "has", *cards]:
            table["pile"].mix_in(cards)
        case [who, "has", *cards]:
            table[who].cards.extend(cards)
        case ["show", who, which, "to", *seats]:
            table[who].show(which, to=_seats(seats))
        case ["exclude", who, which, card, "to", *seats]:
            table[who].exclude(which, card, to=_seats(seats))
        case ["move", who, *cards, "to", "row" | "red" | "blue" | "pile" as other]:
            table[who].move(cards if len(cards) > 1 else cards[0], table[other])
        case ["put", card, "on", "pile", "for", *seats]:
            table["pile"].put_on_top(card, seats=_seats(seats))
        case ["put", card, "under", "pile", "for", *seats]:
            table["pile"].put_under(card, seats=_seats(seats))
        case ["look", number, "for", *seats]:
            table["pile"].look(source, int(number), seats=_seats(seats))
        case ["deal", "to", who]:
            table["pile"].move(table[who], source)
        case ["draw", *cards]:
            found, expected = [table["pile"].draw(source) for _ in cards], cards
        case ["lay", "on", who]:
            table[who].lay(table["pile"])
        case ["determine", place]:
            table["row"].determine(place, table["pile"], source)
        case ["play", which, "is", card]:
            found, expected = [table["red"].play(which)], [card]
        case ["shuffle", "pile"]:
            table["pile"].shuffle()
        case ["shuffle", who]:
            table[who].shuffle(source)
        case ["empty", who]:
            table[who].move_all(table["red"])
        case [viewer, "sees", who, *expected]:
            found = [one or "?" for one in table[who].seen_by(VIEWERS.get(viewer, Viewer(viewer)))]
        case [viewer, "excludes", place, *expected]:
            who = {"red:": "red", "blue": "blue", "tabl": "row"}[place[:4]]
            viewer = VIEWERS.get(viewer, Viewer(viewer))
            found = sorted(table[who].excluded_for(place, viewer))
        case [who, "holds", *expected]:
            found = sorted(Counter(table[who].cards).elements())
        case _:
            raise ValueError(f"there is no such line: {' '.join(words)}")
    assert source.left == [], f"{words} left over {source.left}"
    return "" if found is None or found == expected else f"it is {found}"


def _seats(seats: list[str]) -> list[str] | None:
    return None if seats == ["all"] else seats
