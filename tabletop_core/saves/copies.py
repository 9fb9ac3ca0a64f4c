"""A new game that begins in the middle of another one."""

from pathlib import Path
from typing import Any

import attrs

from ..chance import Seeded, Source
from ..engine.play import Play
from ..engine.state import clone
from ..engine.tape import Tape, given_in
from ..errors import SequenceError
from .journal import Checkpoint, Header, Journal
from .session import Session


def places_of(play: Play[Any]) -> list[int]:
    """Return how many entries of the tape come before each answer, and at last all of them."""
    assert play.tape is not None
    entries = play.tape.entries
    return [*(at for at, entry in enumerate(entries) if given_in(entry)), len(entries)]


def copy_game(
    session: Session,
    answers: int,
    header: Header,
    save: Path,
    *,
    seat: str = "",
    source: Source | None = None,
) -> None:
    """Save a new game that goes on from where another one stood after so many answers.

    Its dice and cards come from the seed of its own `header`. For a `seat`, what that seat may not
    know is drawn anew; the copy then begins with the step that was under way, since what was done
    in it may have told of what was hidden.

    Raises:
        SequenceError: there were fewer answers, or the game was over by then.
        SaveError: the file exists or cannot be written.
    """
    play = session.play
    places = places_of(play)
    if not 0 <= answers < len(places):
        raise SequenceError(f"this game has {len(places) - 1} answers; go on from one of them")
    past = play.as_it_was(places[answers], notes_all_steps=True)
    if past.is_over:
        raise SequenceError("the game was over there; go on from an answer before")
    start = past.step_start
    assert past.tape is not None
    entries = past.tape.entries[start.tape_at :]
    if seat and play.game.hides:
        twin = past.fork(source=Seeded(header.seed, "copy"))
        twin.state = clone(start.state)
        play.game.determinize_for(twin, seat)
        start, entries = attrs.evolve(start, state=twin.state), []
    point = Checkpoint.of_start(start, "").beginning()
    copy = Play(
        play.game,
        options=play.options,
        data=play.data,
        seed=header.seed,
        source=source,
        tape=Tape(entries),
        start=point.to_start(play.game),
    )
    journal = Journal.create(save, header, point)
    journal.attach(copy)
    try:
        copy.begin()
    except Exception:
        journal.discard()
        raise
    journal.close()
