"""Fields of a state that the author of a game sets while it is played."""

from collections.abc import Mapping
from typing import Any

from ..errors import IllegalAnswerError
from ..viewers import Viewer
from .match import Match
from .runner import NO_ANSWERS, names_of
from .state import clone
from .state_fields import field_of, set_field
from .tape import Tape


def edit_field(match: Match[Any], field: str, value: Any) -> None:
    """Set a field of the state, such as `hut.north`, as the author of the game does.

    It stands on the tape. Where nothing has been answered or rolled in the present step, the
    step begins again, so that its question fits the new state; unless it sets the field itmatch.
    Otherwise the open question stays as it was asked. Sealed answers are retracted first.

    Args:
        field: its name; see `state_fields`.
        value: a plain value, as JSON has it.

    Raises:
        IllegalAnswerError: there is no such field, the value does not fit it, the rules or the
            view fail with it, or nothing is being asked. The match is then as it was.
        SaveError: the match keeps no tape.
        SequenceError: this is a fork.
    """
    tape = match.history.own_tape("no field can be set")
    if match.decision is None:
        raise IllegalAnswerError("a field can be set only while a question is open; none is")
    set_field(clone(match.state), field, value)
    for seat in match.sealed:
        match.retract(seat)
    facts = {"field": field, "value": value}
    is_fresh = all(entry[0] in NO_ANSWERS for entry in tape.entries[match._runner.step_at :])
    if not (is_fresh and _begin_step_with(match, tape, {**facts, "place": names_of(match.place)})):
        before = field_of(match.state, field)
        set_field(match.state, field, value)
        try:
            _check_shown(match)
        except Exception as error:
            set_field(match.state, field, before)
            raise _fails_with(facts, error) from error
        tape.add(("set", {**facts, "place": []}))
    match.history.checkpoints.undone = []
    for decision in match.open:
        decision.token = tape.records


def _begin_step_with(match: Match[Any], tape: Tape, facts: Mapping[str, Any]) -> bool:
    """Begin the present step again with a field set; return False if it sets it otherwise."""
    entries, records = len(tape.entries), tape.records
    failed: Exception | None = None
    with tape.unwatched():
        try:
            tape.entries.append(("set", facts))
            match.history.go_back(entries + 1)
            match.begin()
            is_set = field_of(match.state, facts["field"]) == facts["value"]
            _check_shown(match)
        except Exception as error:  # with a state of no sense, the rules may raise anything
            failed, is_set = error, False
        if not is_set or match.decision is None:
            match.history.go_back(entries)
            match.begin()
    tape.records = records
    if failed is not None:
        raise _fails_with(facts, failed) from failed
    for entry in tape.entries[entries:]:
        tape.note(entry)
    return len(tape.entries) > entries


def _check_shown(match: Match[Any]) -> None:
    """Make what each seat sees: a state of no sense that nobody can look at ends a table."""
    for seat in match.seats:
        match.game.look.view(match.play, Viewer(seat))
    match.game.status_line(match)


def _fails_with(facts: Mapping[str, Any], error: Exception) -> IllegalAnswerError:
    what = f"{facts['field']} = {facts['value']!r}"
    return IllegalAnswerError(f"with {what} the rules fail: {type(error).__name__}: {error}")
