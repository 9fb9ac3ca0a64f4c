"""How a finished game went: a paragraph, the moments that decided it, and what became of whom."""

from logging import getLogger
from typing import Any

import attrs

from ..engine.match import Match
from ..events.drama import Story, decisive
from ..events.words import as_prose
from ..viewers import Viewer
from .games import setup_of
from .telling import MomentReader


def story_of(match: Match[Any], viewer: Viewer, salt: str = "") -> Story | None:
    """Return the story of a game that is over; None where its pack tells none.

    `salt` gives the names to people, as for the moments of the game. A story that fails is noted in
    the log of the program, as their telling is: the game has ended all the same.
    """
    drama = match.game.look.drama
    if drama is None or drama.story is None or match.outcome is None:
        return None
    reader = MomentReader(match.game, match.data.names, salt)
    events = [event for event in match.events if event.seen_by(viewer)]
    moments = [moment for _, moment in reader.read(events) if moment is not None]
    try:
        story = drama.story(match.play, events, reader.told)
    except Exception:
        getLogger(__name__).warning("%s: no story", match.game.id, exc_info=True)
        return None
    setup = setup_of(match.game, match.options)
    return attrs.evolve(
        story,
        text=as_prose(story.text),
        next=setup.next if setup else "",
        decisive=tuple(decisive(moments, drama.scores)),
    )
