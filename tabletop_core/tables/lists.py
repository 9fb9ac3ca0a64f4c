"""Lists as documents print them: `1. wolf`, `2-3 human`, under a line that names the die."""

import re
from collections.abc import Iterator

from ..dice.headings import read_heading
from ..errors import DiceError
from .csv_markdown import Sheet, follow_each_other

_DASH = "[-‐‑‒–—−]"
_ITEM = re.compile(
    rf"(?:[-*+]\s+)?\**(\d{{1,5}}(?:\s*{_DASH}\s*\d{{1,5}})?\+?)\**(?:[.):]\**|\s)\s*(\S.*)"
)
_DICE = re.compile(r"(?<![\w.])\d*[dDwW](?:\d+|%)(?![\w])")


def lists_in(text: str, *, indented: bool) -> Iterator[Sheet]:
    """Yield the lists of a text that are rolled on.

    Those are lists of ranges that follow each other, and numbered ones whose title names the die;
    other numbered lists are steps of something. `indented` says whether items may be indented, as
    those of Perchance are, which are numbered for no roll.
    """
    title, block = "", list[tuple[int, tuple[str, str]]]()
    for number, line in enumerate([*text.split("\n"), ""], 1):
        item = _ITEM.fullmatch(line.strip()) if indented or line == line.lstrip() else None
        if item:
            block.append((number, (item[1], item[2].strip())))
            continue
        if sheet := _sheet(title, block):
            yield sheet
        if block:
            title, block = "", []
        if re.search(r"[\w|]", line):
            title = " ".join(line.split()).strip("#*_: ")


def numbered_in(text: str, *, indented: bool) -> tuple[int, list[str]]:
    """Return the line and the numbers of the first numbered list, whatever it is for."""
    begin, numbers = 0, list[str]()
    for at, line in enumerate([*text.split("\n"), ""], 1):
        item = _ITEM.fullmatch(line.strip()) if indented or line == line.lstrip() else None
        if item:
            begin, numbers = begin or at, [*numbers, item[1]]
        elif len(numbers) > 1:
            break
        else:
            begin, numbers = 0, []
    return begin, numbers


def _sheet(title: str, block: list[tuple[int, tuple[str, str]]]) -> Sheet | None:
    if len(block) < 2 or ("|" in title and not title.strip("|:- ")):  # rows of a table
        return None
    heading = _dice_of(title)
    if not heading:
        if not follow_each_other([on for _, (on, _) in block]):
            return None
        heading = "on"
    if all(on == "1" for _, (on, _) in block):  # Markdown numbers them itself
        block = [(line, (str(n), said)) for n, (line, (_, said)) in enumerate(block, 1)]
    return Sheet(title, (heading, "result"), block[0][0], tuple(block))


def _dice_of(title: str) -> str:
    """Return the dice of a title, with all that the words around them make of the roll.

    >>> _dice_of("Beasts, d20 with advantage"), _dice_of("Beasts (d4+2)"), _dice_of("Beasts d4+x")
    ('d20adv', 'd4+2', 'd4+x')
    """
    words = title.split()
    named = [at for at, word in enumerate(words) if _DICE.search(word)]
    if len(named) != 1 or len(_DICE.findall(title)) != 1:
        return ""
    first = named[0]
    starts, ends = range(max(0, first - _NEAR), first + 1), range(first + 1, first + _NEAR + 1)
    parts = sorted(
        {" ".join(words[start:end]) for start in starts for end in ends}, key=len, reverse=True
    )
    for part in parts:
        try:
            if dice := read_heading(part.strip(".,:;")):
                return str(dice)
        except DiceError:
            continue
    return words[first]  # making the table says what is wrong with it


_NEAR = 6
"""This many words beside dice may belong to the roll."""
