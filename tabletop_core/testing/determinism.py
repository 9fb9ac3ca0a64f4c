"""Checks that a game repeats exactly: by seed, by tape, resumed, undone and forked."""

import json
import re
import tomllib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import attrs

from ..chance import disturbed
from ..engine.match import Match
from ..engine.state import decode, encode, fingerprint
from ..engine.tape import given_in
from . import shown
from .exam_run import NOWHERE, asking_place, evenly
from .games import Found, play_on, start_again
from .midway import check_midway
from .secrets import Secrets
from .waits import Waits
from .watch import lines_of

if TYPE_CHECKING:
    from .exam_run import Exam

_AHEAD = 30
"""The number of decisions for which a fork is played on."""


def check_again(exam: "Exam", found: Found) -> None:
    """Play some games again and compare them at some of their decisions."""
    secrets = Secrets(exam)
    waits = Waits(exam, secrets)
    for number, whole in enumerate(found.ended[: exam.repeated]):
        if number and not exam.has_time("playing more than one game again"):
            break
        try:
            if _same_seed(exam, whole) and _same_tape(exam, whole):
                _walk_again(exam, whole)
                secrets.walk(whole)
                waits.walk(whole)
                check_midway(exam, whole)
            shown.check_events(exam, whole)
        except Exception as error:
            exam.report_exception("C401", "playing a game again fails", error)
    secrets.tell_determinized()
    secrets.tell_kept()
    secrets.tell_searched()
    secrets.tell_forced(found)


def _differ(exam: "Exam", code: str, what: str, whole: Match[Any], other: Match[Any]) -> bool:
    """Compare the events of two games; report the first that differs."""
    ours, theirs = lines_of(whole.events), lines_of(other.events)
    if ours == theirs:
        return False
    at = next(
        (n for n, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b),
        min(len(ours), len(theirs)),
    )
    event = whole.events[at] if at < len(ours) else other.events[at]
    was = ours[at] if at < len(ours) else "nothing"
    now = theirs[at] if at < len(theirs) else "nothing"
    exam.report(
        code,
        f"{what}: event {at + 1} was {was[:160]} and is now {now[:160]}",
        exam.place_of_event(event),
        once=event.kind,
    )
    return True


def _same_seed(exam: "Exam", whole: Match[Any]) -> bool:
    with disturbed(whole.seed):
        other = start_again(exam, whole, snapshots=False)
        play_on(other, exam.decisions, whole.seed)
    return not _differ(exam, "C601", "the same seed", whole, other)


def _same_tape(exam: "Exam", whole: Match[Any]) -> bool:
    assert whole.tape is not None
    try:
        other = start_again(exam, whole, _through_text(whole.tape.entries), snapshots=False)
    except Exception as error:
        exam.report_exception("C603", "the tape of a game does not replay", error)
        return False
    return not _differ(exam, "C603", "the same tape", whole, other)


def _through_text(entries: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return the tape as it comes back from a file."""
    return [tuple(entry) for entry in json.loads(json.dumps(entries))]


def _walk_again(exam: "Exam", whole: Match[Any]) -> None:
    """Replay the game from its answers; at some decisions, run all comparisons."""
    assert whole.tape is not None
    entries = whole.tape.entries
    answers = [at for at, entry in enumerate(entries) if given_in(entry)]
    match = start_again(exam, whole)
    wanted = set(evenly(len(answers), exam.samples))
    for number, at in enumerate(answers):
        if number in wanted and exam.has_time("some of the moments at which a game is resumed"):
            _look(exam, whole, match, at)
        _answer(match, entries[at])
    _check_state(exam, match)
    _differ(exam, "C604", "played again", whole, match)


def _answer(match: Match[Any], entry: tuple[Any, ...]) -> None:
    for seat, answer in given_in(entry):
        match.answer(answer, seat=seat)


def _look(exam: "Exam", whole: Match[Any], match: Match[Any], at: int) -> None:
    _check_state(exam, match)
    shown.check_views(exam, match)
    _check_fork(exam, match)
    _check_resumed(exam, whole, match, at)
    _check_undo(exam, whole, at)


def _signature(match: Match[Any]) -> dict[str, Any]:
    return {
        "state": fingerprint(match.state),
        "place in the sequence": match.place,
        "seat": match.play.seat,
        "decision": [(one.seats, one.prompt, list(one.options)) for one in match.open],
    }


def _compare(
    exam: "Exam", code: str, what: str, match: Match[Any], before: Any, after: Any
) -> bool:
    different = [name for name in before if before[name] != after[name]]
    if different:
        step = match.play.step.name if match.play.step else "?"
        exam.report(
            code,
            f"{what} differs in its {' and '.join(different)} (step {step!r})",
            asking_place(match),
            once=step,
        )
    return bool(different)


def _check_resumed(exam: "Exam", whole: Match[Any], match: Match[Any], at: int) -> None:
    assert whole.tape is not None
    other = start_again(exam, whole, whole.tape.entries[:at], snapshots=False)
    if _compare(exam, "C604", "a resumed game", match, _signature(match), _signature(other)):
        return
    for entry in whole.tape.entries[at:]:
        if given_in(entry):
            if other.decision is None:
                break
            _answer(other, entry)
    _differ(exam, "C604", "resumed", whole, other)


def _check_undo(exam: "Exam", whole: Match[Any], at: int) -> None:
    assert whole.tape is not None
    match = start_again(exam, whole, whole.tape.entries[:at])
    before = _signature(match)
    _answer(match, whole.tape.entries[at])
    match.history.undo()
    _compare(exam, "C605", "a game after undo", match, before, _signature(match))


def _check_fork(exam: "Exam", match: Match[Any]) -> None:
    before, told = _signature(match), lines_of(match.events)
    fork = match.fork("exam")
    if _compare(exam, "C606", "a fork", match, before, _signature(fork)):
        return
    play_on(fork, _AHEAD, "exam fork")
    _compare(exam, "C607", "a game whose fork was played on", match, before, _signature(match))
    if lines_of(match.events) != told:
        exam.report("C607", "playing a fork changes the events of the game", asking_place(match))


def _check_state(exam: "Exam", match: Match[Any]) -> None:
    """Check that the state can be written out and read back, and is a tree."""
    import tomli_w

    state, kind = match.state, exam.game.state
    if type(state) is not kind:
        exam.report("C105", f"the state is a {type(state).__name__}, not a {kind.__name__}", kind)
        return
    for one, other in _shared(state):
        exam.report("C609", f"{one} and {other} are the same object", once=_unnumbered(one + other))
        return
    try:
        back = decode(kind, tomllib.loads(tomli_w.dumps(encode(state))))
    except Exception as error:
        exam.report("C608", f"the state cannot be saved and read back: {error}", once=str(error))
        return
    for name in _unequal(state, back):
        exam.report("C608", f"{name} is not the same after saving", once=name)


def _unequal(one: Any, other: Any, name: str = "state") -> Iterator[str]:
    """Yield the innermost parts in which two states differ."""
    if type(one) is type(other) and attrs.has(type(one)):
        for field in attrs.fields(type(one)):
            yield from _unequal(
                getattr(one, field.name), getattr(other, field.name), f"{name}.{field.name}"
            )
    elif one != other or fingerprint([one]) != fingerprint([other]):
        yield f"{name} ({type(one).__name__})"


def _unnumbered(place: str) -> str:
    """Return a place without its numbers, so that it is reported only once."""
    return re.sub(r"\d+", "", place)


def _shared(state: Any) -> Iterator[tuple[str, str]]:
    """Yield the names of two places of a state that share one mutable object."""
    seen: dict[int, str] = {}

    def walk(value: Any, name: str) -> Iterator[tuple[str, str]]:
        changeable = isinstance(value, list | dict | set) or (
            attrs.has(type(value)) and type(value).__setattr__.__name__ != "_frozen_setattrs"
        )
        if changeable:
            if id(value) in seen:
                yield seen[id(value)], name
                return
            seen[id(value)] = name
        for inner, part in _inside(value):
            yield from walk(part, f"{name}{inner}")

    yield from walk(state, "state")


def _inside(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        yield from ((f"[{key!r}]", item) for key, item in value.items())
    elif isinstance(value, list | tuple):
        yield from ((f"[{number}]", item) for number, item in enumerate(value))
    elif attrs.has(type(value)):
        for field in attrs.fields(type(value)):
            yield f".{field.name}", getattr(value, field.name, None)


def outline(data: Any) -> dict[str, str]:
    """Return each plain value in the data of a pack by its place, to be compared later."""
    return dict(_plain_parts(data, "play.data", ()))


def _plain_parts(value: Any, name: str, above: tuple[int, ...]) -> Iterator[tuple[str, str]]:
    if id(value) in above:
        return
    inside = list(_inside(value))
    if not inside:
        is_plain = type(value) in (str, int, float, bool)
        yield name, repr(value) if is_plain else type(value).__name__
    for inner, part in inside:
        yield from _plain_parts(part, f"{name}{inner}", (*above, id(value)))


def check_data(exam: "Exam", before: dict[str, str]) -> bool:
    """Report what has changed in the data since then; return whether nothing has.

    What the pack's own classes hold is not frozen unless they are, so no rule fails there.
    """
    now = outline(exam.data)
    changed = next((name for name in [*before, *now] if before.get(name) != now.get(name)), "")
    if changed:
        field = re.split(r"\W+", re.sub(r"\[.*?\]", "", changed))[-1]
        places = exam.source.fields.items()
        exam.report(
            "C610",
            f"play changes {changed} from {before.get(changed)} to {now.get(changed)}",
            next((place for (_, name), place in places if name == field), NOWHERE),
            remedy="copy what changes into the state; with `@attrs.frozen` on the class, the rule "
            "that changes it fails at its line",
        )
    return not changed
