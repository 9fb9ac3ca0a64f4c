"""The story and the sequence of play written on a terminal or as plain lines."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...engine.sequence import Node
from ...told.sequence import sequence_places
from ...told.story import Told
from .style import Style

CONTINUED = "     "
"""What a line begins with that goes on with the one before."""


def story_lines(told: Iterable[Told], style: Style) -> list[str]:
    """Return the lines of the story; headings stand out."""
    lines: list[str] = []
    for one in told:
        if not one.is_heading:
            lines += style.wrap(one.text, "   ", CONTINUED)
        elif style.boxes:
            lines += (style.paint(line, "head") for line in style.wrap(f"── {one.text}", "", "   "))
        else:
            lines.append(f"== {one.text}")
    return lines


def sequence_lines(
    tree: Node, titles: Mapping[str, str], style: Style, here: Sequence[Any] = ()
) -> list[str]:
    """Return the sequence of play as an indented tree; the step at the place `here` is marked."""
    lines = []
    for place in sequence_places(tree, titles, here):
        name = style.paint(place.name, "bold" if place.is_here or not place.depth else "")
        mark = " <- you are here" if place.is_here else ""
        lines.append(f"{'  ' * place.depth}{name}{style.paint(place.about, 'quiet')}{mark}")
    return lines
