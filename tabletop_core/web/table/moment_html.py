"""Moments as HTML: the card of a stop, and news in the dock."""

from collections.abc import Sequence
from typing import Any

from ...events.drama import Moment, chance_words
from ...pictures.moment_art import moment_picture
from ...pictures.svg_text import esc
from ...presentation.log import seen_by
from ...viewers import Viewer
from .log import dice
from .markup import classes

_GRAVITY = ("lost", "killed")
"""Keys that outweigh every other moment of a card."""


def gravest(moments: Sequence[Moment]) -> Moment:
    """Return the moment of a card that gives it its title, its picture and its dice."""

    def weight(moment: Moment) -> tuple[bool, bool, bool]:
        return moment.key in _GRAVITY, moment.falls, moment.always

    return max(moments, key=weight)


def card_html(moments: Sequence[Moment], viewer: Viewer) -> str:
    """Return the card of a stop. It says all in words, and the table has shown it before."""
    head = gravest(moments)
    texts = "".join(f"<p>{esc(moment.text)}</p>" for moment in moments)
    means = f'<p class="means">{esc(head.means)}</p>' if head.means else ""
    return (
        f'<section id="@moment" role="alertdialog" aria-modal="true" '
        f'aria-labelledby="@moment-title" '
        f'aria-describedby="@moment-text"{classes("tt", "moment", seen_by(head.tone, viewer))}>'
        f'{moment_picture(head.picture)}<div class="told">'
        f'<h2 id="@moment-title">{esc(head.title)}</h2>'
        f'<div id="@moment-text">{texts}{roll_html(head)}{means}</div>'
        '<div class="buttons"><button type="button" data-goes-on="">Go on</button>'
        "<small>click, space or tap</small></div></div></section>"
    )


def roll_html(moment: Moment) -> str:
    """Return the dice that decided a moment, what they had to show, and how probable that was."""
    told = []
    if moment.need:
        told.append(f"needed {moment.need}")
    if moment.chance is not None and moment.chance < 1:
        told.append(f"{chance_words(moment.chance)}")
    if not moment.faces and not told:
        return ""
    spoken = f'<span class="unseen">rolled {esc(", ".join(map(str, moment.faces)))};</span> '
    dice = _dice(moment) + (spoken if moment.faces else "")
    return f'<p class="roll">{dice}<b>{esc(", ".join(told))}</b></p>'


def _dice(moment: Moment) -> str:
    notation = "d6" if moment.roll is None else moment.roll.facts.get("dice", "")
    return dice(str(notation).partition(" (")[0], moment.faces)


def news_html(moment: Moment, viewer: Viewer) -> str:
    """Return a line of news for the dock."""
    tone = classes(seen_by(moment.tone, viewer))
    return f"<li{tone}>{_dice(moment)}{esc(moment.text)}</li>"


def effect_of(moment: Moment) -> dict[str, Any]:
    """Return what a script needs to show a moment on the board."""
    return {
        "stops": moment.stops,
        "effect": moment.effect,
        "source": moment.source,
        "target": moment.target,
        "falls": moment.falls,
        "dice": _dice(moment),
    }
