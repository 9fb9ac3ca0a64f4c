"""Games that go on from the middle of another one, with dice and cards of their own."""

import re
import zlib
from pathlib import Path
from typing import Any

import attrs

from ..chance import Seeded, Source
from ..engine.match import Match
from ..engine.past import as_it_was
from ..engine.state import clone
from ..engine.tape import Tape, given_in
from ..errors import SequenceError
from ..events import counted
from .journal import Journal
from .reader import Saved
from .recorder import close_journal, write_to
from .save_records import Header, SavedCheckpoint
from .session import Session

_SEED = re.compile(rb"^seed = .*$", re.MULTILINE)
_CHECKED = re.compile(rb"#= [0-9a-f]{8}\n$")


def reseeded(saved: Saved, seed: str) -> bytes:
    """Return a saved game with the same past, whose dice and cards to come are another seed's."""
    # The header comes first, and says it first.
    content = _SEED.sub(f'seed = "{seed}"'.encode(), saved.content[: saved.size], count=1)
    lines, crc = [], 0
    for line in content.splitlines(keepends=True):
        closes = _CHECKED.search(line)
        crc = zlib.crc32(line[: closes.start()] + b"#= " if closes else line, crc)
        lines.append(line[: closes.start()] + b"#= %08x\n" % crc if closes else line)
    return b"".join(lines)


def places_of(match: Match[Any]) -> list[int]:
    """Return the number of entries before each answer, and at the end the number of all."""
    assert match.tape is not None
    entries = match.tape.entries
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
    """Save a new game that continues another one after its first `answers` answers.

    Its dice and cards come from the seed of its own `header`. For a `seat`, what that seat may not
    know is redrawn. The copy then starts at the beginning of the current step, since what happened
    in that step may have revealed what was hidden.

    Raises:
        SequenceError: there were fewer answers, or the game was over by then.
        SaveError: the file exists or cannot be written.
    """
    match = session.match
    places = places_of(match)
    if not 0 <= answers < len(places):
        given = counted(len(places) - 1, "answer")
        raise SequenceError(f"this game has {given}; continue from one of them")
    past = as_it_was(match, places[answers], notes_all_steps=True)
    if past.is_over:
        raise SequenceError("the game was over at that answer; continue from an earlier one")
    start = past.history.checkpoints.step_start
    assert past.tape is not None
    entries = past.tape.entries[start.tape_at :]
    if seat and match.game.hides:
        twin = past.fork(source=Seeded(header.seed, "copy"))
        twin.play.state = clone(start.state)
        match.game.determinize_for(twin.play, seat)
        start, entries = attrs.evolve(start, state=twin.state), []
    point = SavedCheckpoint.of(start, "").beginning()
    copy = Match(
        match.game,
        options=match.options,
        data=match.data,
        seed=header.seed,
        source=source,
        tape=Tape(entries),
        start=point.to_checkpoint(match.game),
    )
    journal = Journal.create(save, header, point)
    write_to(journal, copy)
    try:
        copy.begin()
    except Exception:
        journal.discard()
        raise
    close_journal(journal, copy)
