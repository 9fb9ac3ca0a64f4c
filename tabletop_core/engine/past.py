"""A match as it was: at one time, or all the way again."""

from collections.abc import Callable

from ..chance import ReplayOnly
from .match import Match
from .play import S
from .tape import Tape


def as_it_was(match: Match[S], entries: int, *, notes_all_steps: bool = False) -> Match[S]:
    """Return a copy at the time when the tape had only this many entries.

    With `notes_all_steps` the `step_start` of its checkpoints is that of the present step;
    otherwise it may be a little earlier.
    """
    made_of = match._runner.made_of()
    made_of["tape"] = Tape(made_of["tape"].entries[:entries])
    made_of["source"] = ReplayOnly()
    return match._made_from(
        match.game,
        match.data,
        made_of,
        match.history.checkpoints.kept,
        notes_all_steps=notes_all_steps,
    )


def retraced(match: Match[S], first: int, look: Callable[[Match[S]], object]) -> Match[S]:
    """Return a copy that runs again from the place with this many entries; `look` looks on.

    It is called with the copy at that place, then before each roll, card and answer, and at the
    beginning of each step that is not quiet: wherever a person might look at the table. Its
    `secret_of` tells who may know of the roll or card that comes next.
    """
    made_of = match._runner.made_of()
    tape = made_of["tape"] = Tape(made_of["tape"].entries)
    made_of["source"] = ReplayOnly()
    made_of.pop("is_fork")
    before = [one for one in match.history.checkpoints.kept if one.tape_at <= first]
    start = before[-1].load() if before else made_of["start"]
    copy = type(match)(match.game, data=match.data, **{**made_of, "start": start})

    def step() -> None:
        # The steps that begin at that very place were over when it was reached.
        if tape.at > first:
            look(copy)

    def take() -> None:
        if tape.at >= first:
            look(copy)

    tape.on_take, copy._runner.on_step = take, step
    return copy.begin()
