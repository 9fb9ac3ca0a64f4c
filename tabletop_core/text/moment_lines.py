"""Moments and the story of a game as lines of a terminal."""

from collections.abc import Iterable

from ..events.drama import Moment, Story, a_chance
from .style import Style

BAR = "┃ "
"""The beginning of the lines of a card; plain lines begin with stars."""


def moment_lines(moments: Iterable[Moment], style: Style) -> list[str]:
    """Return a card for each moment that stops the telling."""
    return [line for one in moments if one.stops for line in _card(one, style)]


def _card(moment: Moment, style: Style) -> list[str]:
    parts = [moment.text]
    if moment.faces:
        parts.append(f"Rolled {' '.join(map(str, moment.faces))}{_odds(moment)}.")
    if moment.means:
        parts.append(moment.means)
    if not style.boxes:
        return [f"*** {moment.title}: {' '.join(parts)}"]
    tone = moment.tone.partition(" ")[0] or "head"
    lines = style.wrap(moment.title.upper(), BAR)
    lines += [line for part in parts for line in style.wrap(part, BAR)]
    return ["", *(style.paint(line, tone) for line in lines), ""]


def _odds(moment: Moment) -> str:
    if moment.chance is None or moment.chance >= 1:
        return ""
    needed = f"; needed {moment.need}" if moment.need else ""
    return f"{needed}, {a_chance(moment.chance)}"


def story_lines(story: Story, style: Style) -> list[str]:
    """Return how a game went: a paragraph, what decided it, and what became of whom."""
    lines = [style.paint(line, "head") for line in style.wrap(story.title)]
    lines += style.wrap(story.text, "  ")
    if story.decisive:
        lines += [style.paint("What decided it", "head")]
        for one in story.decisive:
            lines += style.wrap(f"{one.title}: {one.text}", "  ", "    ")
    if story.fates:
        lines += [style.paint("What became of them", "head")]
        for fate in story.fates:
            tone = "bad" if fate.tone == "dead" else fate.tone
            told = style.wrap(f"{fate.name}: {fate.fate}", "  ", "    ")
            lines += [style.paint(line, tone) for line in told]
    return lines
