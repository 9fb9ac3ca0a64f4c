"""Moments as HTML: the card of a stop, and news in the dock."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from ...events.drama import Fate, Moment, Story, a_chance
from ...pictures.moment_art import face, moment_picture
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
    texts = "".join(
        f"<p{classes('gravest' if moment is head else '')}>{esc(moment.text)}</p>"
        for moment in moments
    )
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
    if moment.chance is not None and moment.chance < 1:
        told = [f"needed {moment.need}"] if moment.need else []
        told.append(a_chance(moment.chance))
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


def story_html(story: Story) -> str:
    """Return how a game went: a paragraph, the moments that decided it, and every fate."""
    moments = "".join(map(_decisive, story.decisive))
    decided = f'<h3>What decided it</h3><ol class="decisive">{moments}</ol>' if moments else ""
    fates = "".join(map(_fate, story.fates))
    roll = f'<h3>What became of them</h3><ul class="fates">{fates}</ul>' if fates else ""
    head = f"<h2>{esc(story.title)}</h2><p>{esc(story.text)}</p>"
    return f'<div class="tale">{head}{decided}{roll}</div>'


def _decisive(moment: Moment) -> str:
    told = ""
    if moment.chance is not None and moment.chance < 1:
        told = f"<small>{a_chance(moment.chance)}</small>"
    words = f"<b>{esc(moment.title)}</b><span>{esc(moment.text)}</span>{told}"
    return f"<li>{moment_picture(moment.picture)}{words}</li>"


def _fate(fate: Fate) -> str:
    name, _, post = fate.name.partition(", ")
    is_hurt, is_dead = fate.tone == "warn", fate.tone == "dead"
    drawn = "" if fate.face is None else face(fate.face, hurt=is_hurt, dead=is_dead)
    tone = classes("bad" if is_dead else fate.tone)
    small = f"<small>{esc(post)}</small>" if post else ""
    return (
        f"<li{tone}>{drawn}<div><b>{esc(name)}</b>{small}<span>{esc(fate.fate)}</span></div></li>"
    )


def next_html(story: Story, under: str, pack: str) -> str:
    """Return the way to the next rung of the ladder."""
    if not story.next:
        return ""
    address = f"{under}new/{quote(pack)}?setup={quote(story.next)}"
    return f'<a class="button main" href="{esc(address)}">The next game</a>'
