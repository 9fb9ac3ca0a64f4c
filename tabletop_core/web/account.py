"""What happened since a person last looked, as fragments of the page that shows it at a pace."""

from collections.abc import Mapping
from typing import Any

import attrs

from ..data.glossary import Word
from ..engine.game import Game
from ..events.words import counted
from ..panels import changes
from ..pictures.scans import NO_SCANS, Scans
from ..pictures.scene import Scene
from ..pictures.svg_text import esc
from ..presentation.steps import Recount, Stop
from ..presentation.table_view import TableView
from ..presentation.telling import Beat
from ..viewers import Viewer
from .table import Links, PageBefore, Parts, fragments, log_lines
from .table.moment_html import card_html, effect_of, news_html


@attrs.frozen(kw_only=True)
class Happening:
    """A beat of the telling.

    Attributes:
        where: in which turn, and which part of it, it happened.
        lines: the lines of the log.
        news: the news among them, in the words of the pack.
        folded: the routine beside it, in a line.
        parts: the parts of the table that it changes.
        moments: what moves on the board before it changes.
        card: the card that stops the telling; empty for none.
        stops: whether it is a stop, of which a later one may have the card.
        held: how long it is shown, in milliseconds.
    """

    where: str
    lines: tuple[str, ...]
    news: tuple[str, ...]
    folded: str
    parts: dict[str, str]
    moments: tuple[dict[str, Any], ...]
    card: str
    stops: bool
    held: int


@attrs.frozen(kw_only=True)
class Account:
    """What a page shows one after the other.

    Attributes:
        start: the parts of the table before the first step; empty where the page still shows them.
        steps: what happened.
        end: the parts that `start` or a step changes, as they are on the page now.
        is_cut: whether more happened before the first step.
    """

    start: dict[str, str] = attrs.field(factory=dict)
    steps: tuple[Happening, ...] = ()
    end: dict[str, str] = attrs.field(factory=dict)
    is_cut: bool = False


def account_of(
    found: Recount,
    game: Game[Any],
    words: tuple[Word, ...],
    *,
    viewer: Viewer,
    page: Parts,
    links: Links,
    scans: Scans = NO_SCANS,
    returns: bool = False,
) -> Account:
    """Return steps as they are drawn one after the other.

    Args:
        words: the words that the game explains.
        page: what the page shows at the end.
        returns: whether the page shows the end already, and has to go back first.
    """
    if not found.beats:
        return Account()
    before = found.before
    table = _Table(game, words, scans)
    drawn = table.parts(before, before)
    start: dict[str, str] = {}
    if found.is_cut:
        start = _shown(drawn.whole())
    elif returns:
        start = _shown(drawn.changed_from(page))
    steps = []
    for beat in found.beats:
        stop = beat.passages[-1].at
        now = table.parts(stop, before)
        told = [line for one in beat.passages for line in one.at.lines]
        steps.append(
            Happening(
                where=" › ".join((beat.place[:-1] or beat.place)[-2:]),
                lines=log_lines(told, links, words),
                news=tuple(news_html(one, viewer) for one in beat.moments if game.look.drama),
                folded=folded_words(beat, game),
                parts=_shown(now.changed_from(drawn)),
                moments=tuple(effect_of(one) for one in beat.moments),
                card=card_html(beat.card, viewer) if beat.card else "",
                stops=beat.stops,
                held=beat.held_ms,
            )
        )
        before, drawn = stop, now
    names = dict.fromkeys([*start, *(name for step in steps for name in step.parts)])
    return Account(
        start=start,
        steps=tuple(steps),
        end={name: page[name] for name in names if name in page},
        is_cut=found.is_cut,
    )


def folded_words(beat: Beat[Any], game: Game[Any]) -> str:
    """Return the routine of a beat in a line; nothing where there is none."""
    if not game.look.drama:
        return ""  # nothing says what is of note
    quiet = [one for one in beat.passages if not one.moments]
    if not quiet or (not beat.rolls and beat.moments):
        return ""
    if beat.moments:
        return f"{counted(beat.rolls, 'other roll')}: nothing of note"
    steps = ", ".join(dict.fromkeys(one.place[-1] for one in quiet))
    return f"{steps}: nothing of note" + (f" ({counted(beat.rolls, 'roll')})" * bool(beat.rolls))


class _Table:
    """Draws the table at successive stops, as the page draws it."""

    def __init__(self, game: Game[Any], words: tuple[Word, ...], scans: Scans) -> None:
        self._game = game
        self._words = words
        self._scans = scans
        self._drawn = PageBefore()

    def parts(self, now: Stop, before: Stop) -> Parts:
        """Return the table at a stop, with the marks of what changed since the one before."""
        game = self._game
        seen = TableView(
            title=game.title,
            pack=game.id,
            package=game.package,
            theme=game.look.theme,
            scene=Scene(panels=now.panels, changes=changes(before.panels, now.panels)),
            where=now.where,
            words=self._words,
        )
        return fragments(seen.over(self._scans), self._drawn)


_KEPT = ("@glance", "@here", "@news")
_FRAMES = ("@", "ground:", "legend:")


def _shown(parts: Mapping[str, str | None]) -> dict[str, str]:
    """Return those parts of a table that show its state: its frames stay, and its question waits.

    Which board is on the stage is part of that.

    A space that is gone stays with its frame, but what lay there does not. What else is gone is
    part of a panel that looks otherwise, too.
    """
    emptied = {
        name: html or f'<g id="{esc(name)}"></g>'
        for name, html in parts.items()
        if html is not None or name.startswith("on:")
    }
    return {
        name: html
        for name, html in emptied.items()
        if name in _KEPT or not name.startswith(_FRAMES)
    }
