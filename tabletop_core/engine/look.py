"""How a game looks and what it says: the part of a game that front ends read."""

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, Generic

import attrs
from typing_extensions import TypeVar

from ..events.drama import Drama
from ..events.words import Tones, Words
from ..panels.panel import Panel
from ..panels.theme import NO_THEME, Theme
from ..tables.results import describe
from ..viewers import Viewer
from .faults import returned
from .play import Play

S = TypeVar("S", default=Any)


def _no_panels(play: Play[Any], viewer: Viewer) -> Sequence[Panel]:
    return ()


def as_view(
    view: Callable[[Play[Any], Viewer], Iterable[Panel]],
) -> Callable[[Play[Any], Viewer], Sequence[Panel]]:
    """Return a view that gives its panels at once, also of a function that yields them."""

    @wraps(view)
    def whole(play: Play[Any], viewer: Viewer) -> Sequence[Panel]:
        panels = returned(view, view(play, viewer), Iterable, "a list of panels")
        return panels if isinstance(panels, Sequence) else list(panels)

    return whole


@attrs.frozen(kw_only=True, slots=False, eq=False)
class Look(Generic[S]):
    """How a game looks: panels, words, colours and art.

    view: the panels as a viewer may see them; a function that returns or yields them (default: no
        panels, for a game that words alone describe).
    theme: colours, tones of sides, drawings for lists of games and for cards.
    words: a format string or function for each kind of event.
    result_words: the words of a result on the pages of charts, for a game whose charts name effects
        of its own (default: effects and arguments by their names).
    tones: how decisive each kind of event is, `good`, `bad`, `warn` or `quiet`, or a function of
        its facts; other events have none. `good west` is good for west and bad for the others.
    drama: what a person should see happen, and how the game is shown (default: events that have a
        tone are news).
    status: the position in a few words, such as `4 against 1`, shown beside the present round of a
        game in progress; only what all may know.
    log_sheet: the record of the game as Markdown, as a viewer may read it; like the view it reads
        the state, never the events, of which a fork, a copy and a batch have none.
    shows_root: whether headings begin with the root of the sequence, for a root that is a loop
        whose rounds matter; otherwise the root is the game itself and is left out.
    """

    view: Callable[[Play[S], Viewer], Sequence[Panel]] = attrs.field(
        default=_no_panels, converter=as_view
    )
    theme: Theme = NO_THEME
    words: Words = attrs.field(factory=dict)
    result_words: Callable[[Any], str] = describe
    tones: Tones = attrs.field(factory=dict)
    drama: Drama | None = None
    status: Callable[[Play[S]], str] | None = None
    log_sheet: Callable[[Play[S], Viewer], str] | None = None
    shows_root: bool = False
