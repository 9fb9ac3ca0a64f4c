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
    is_apart = False  # whether an empty line follows the last item
    for number, line in enumerate([*text.split("\n"), "."], 1):
        item = _ITEM.fullmatch(line.strip()) if indented or line == line.lstrip() else None
        if not line.strip():
            is_apart = True
            continue
        if block and (not item or (is_apart and _begins_again(item[1], block))):
            if sheet := _sheet(title, block):
                yield sheet
            title, block = "", []
        if item:
            block.append((number, (item[1], item[2].strip())))
        elif re.search(r"[\w|]", line):
            title = " ".join(line.split()).strip("#*_: ")
        is_apart = False


def _begins_again(on: str, block: list[tuple[int, tuple[str, str]]]) -> bool:
    """Return whether an item begins another list; Markdown may number all items 1."""
    first, last = (int(re.split(r"\D", text)[0]) for text in (on, block[-1][1][0]))
    return first <= last and {on, block[0][1][0], block[-1][1][0]} != {"1"}


def numbered_in(text: str, *, indented: bool) -> tuple[int, list[str]]:
    """Return the line and the numbers of the first numbered list, whatever it is for."""
    begin, numbers = 0, list[str]()
    for at, line in enumerate([*text.split("\n"), ""], 1):
        item = _ITEM.fullmatch(line.strip()) if indented or line == line.lstrip() else None
        if item:
            begin, numbers = begin or at, [*numbers, item[1]]
        elif numbers and not line.strip():
            continue
        elif len(numbers) > 1:
            break
        else:
            begin, numbers = 0, []
    return begin, numbers


def _sheet(title: str, block: list[tuple[int, tuple[str, str]]]) -> Sheet | None:
    if len(block) < 2 or ("|" in title and not title.strip("|:- ")):  # rows of a table
        return None
    is_rolled = follow_each_other([on for _, (on, _) in block])
    heading = _dice_of(title) or ("on" if is_rolled else "")
    if not heading or (" " in heading and not is_rolled):  # words that name several dice
        return None
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
    if not named:
        return ""
    first, last = named[0], named[-1]
    starts, ends = range(max(0, first - _NEAR), first + 1), range(last + 1, last + _NEAR + 1)
    parts = sorted(
        {" ".join(words[start:end]) for start in starts for end in ends}, key=len, reverse=True
    )
    for part in parts:
        try:
            if dice := read_heading(part.strip(".,:;")):
                return str(dice)
        except DiceError:
            continue
    return " ".join(words[first : last + 1])  # making the table says what is wrong with it


_NEAR = 6
"""This many words beside dice may belong to the roll."""
