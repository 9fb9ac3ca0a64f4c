"""The log on the page: dice as faces; lookups and routine expand to their evidence."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, TypeAlias

from ...data.glossary import Word
from ...events.event import Event
from ...events.words import signed, span_words
from ...pictures.svg_text import esc
from ...presentation.log import LogLine
from ...presentation.table_view import BLOCK
from .links import Links, chart_link
from .words import explained

LOG = '<ol id="@log" aria-label="Log"></ol>'
"""The log. It stays the same element, and its lines go into it."""

MAX_DICE_SHOWN = 24
"""Dice of a roll with more dice than this are shown only in words."""


LogBlocks: TypeAlias = dict[int, dict[str, str]]
"""The lines of the log as parts of the page, in blocks, each by the number of its first line.

A block that was shown before is the same object, so that its lines need no comparison.
"""


def tell_on(
    blocks: LogBlocks,
    log: Sequence[LogLine],
    since: int,
    fresh: int,
    links: Links,
    words: tuple[Word, ...] = (),
) -> None:
    """Update `blocks`, the lines of the log as shown before, to those of the log now.

    Its lines are numbered from `since`; those before number `fresh` were shown before.
    """
    end = since + len(log)
    for first in [first for first in blocks if not since <= first < end]:
        del blocks[first]
    if not since < fresh <= since + sum(map(len, blocks.values())):
        fresh = since
    for first in range(fresh - fresh % BLOCK, end, BLOCK):
        lines = dict(islice(blocks.get(first, {}).items(), max(0, fresh - first)))
        for number in range(max(first, fresh), min(first + BLOCK, end)):
            name = f"@log-{number}"
            line = _line(log[number - since], links, words)
            lines[name] = f'<li id="{name}" value="{number}" data-into="@log"{line}</li>'
        blocks[first] = lines


def log_lines(
    log: Sequence[LogLine], links: Links, words: tuple[Word, ...] = ()
) -> tuple[str, ...]:
    """Return lines of the log without the log around them."""
    return tuple(f"<li{_line(told, links, words)}</li>" for told in log)


def _line(told: LogLine, links: Links, words: tuple[Word, ...]) -> str:
    event = told.event
    whole, rule = told.text.removesuffix(f" ({told.rule})"), told.rule
    # An arrow of two characters could be split at a line break.
    text = explained(whole.replace(" -> ", " → "), words, reached=False)
    mark = f' class="{told.tone}"' if told.tone else ""
    if told.details:
        lines = "".join(f"<li{_line(one, links, ())}</li>" for one in told.details)
        return f'{mark}><details class="fold"><summary>{text}</summary><ol>{lines}</ol></details>'
    if event is None:
        return f' class="head">{text}' + (f" <small>{esc(rule)}</small>" if rule else "")
    return f"{mark}>{_told(text, event, links)}"


def _told(text: str, event: Event, links: Links) -> str:
    if event.kind == "look_up":
        return _lookup(text, event.facts, links)
    faces = event.facts.get("faces") if event.kind == "roll" else None
    return (dice(event.facts.get("dice", ""), faces) if faces else "") + text


def dice(notation: str, faces: Sequence[Any]) -> str:
    """Return dice as they lie on the table. The words beside them say the same."""
    if len(faces) > MAX_DICE_SHOWN:
        return ""
    six = "d6" in notation and "d60" not in notation
    return "".join(_die(str(face), six) for face in faces)


@lru_cache(maxsize=512)
def _die(face: str, is_cube: bool) -> str:
    if is_cube and face in ("1", "2", "3", "4", "5", "6"):
        return f'<svg class="die" aria-hidden="true"><use href="#sym-die_{face}"/></svg>'
    return f'<b class="die" aria-hidden="true">{esc(face)}</b>'


def _lookup(text: str, facts: Mapping[str, Any], links: Links) -> str:
    """Return a lookup as its words, which expand to dice, modifiers with their reasons, and row.

    The words name the result.
    """
    rows = []
    if facts.get("faces"):
        rows.append(("Dice", dice(facts.get("dice", "").split(":")[0], facts["faces"])))
    if "natural" in facts:
        rows.append(("Rolled" if facts.get("faces") else "At", esc(str(facts["natural"]))))
    rows += [(signed(amount), esc(why)) for _, amount, why in facts.get("modifiers", ())]
    if facts.get("override"):
        rows.append(("But", esc(facts["override"])))
    elif facts.get("modifiers"):
        rows.append(("Total", esc(str(facts["total"]))))
    if facts.get("column"):
        rows.append(("Column", esc(span_words(facts["column"]))))
    if facts.get("row"):
        rows.append(("Row", esc(span_words(facts["row"]))))
    rows += [("Note", esc(note)) for note in facts.get("notes", ())]
    told = "".join(f"<div><dt>{label}</dt><dd>{value}</dd></div>" for label, value in rows)
    chart = chart_link(links, facts["table"], str(facts.get("row", "")), facts["title"])
    return f"<details><summary>{text}</summary><p>{chart}</p><dl>{told}</dl></details>"
