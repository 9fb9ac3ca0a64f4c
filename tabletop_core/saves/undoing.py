"""The policies of undo: who may undo an answer, and when, for every front end.

Persons may always undo their own sealed answer while others choose at the same time.

- *own*: your own last answer, while nobody else has answered since, no die or card came up, and
  nothing hidden was revealed. So nobody can use what they learned for a better answer.
- *asked*: your own last answer and all that followed, once the other persons have agreed.
- *free*: the last answer of any person, at any time.
"""

from collections.abc import Collection
from typing import Any

import attrs

from ..engine.match import Match
from ..engine.past import as_it_was
from ..engine.tape import given_in
from ..errors import PackError, TabletopError
from ..events.words import listed
from ..viewers import Viewer

OWN, ASKED, FREE = "own", "asked", "free"
POLICIES = (OWN, ASKED, FREE)
MAX_TWINS = 12
"""Copies that differ only in what a seat does not know, to test what an answer reveals to it."""


@attrs.frozen
class Undo:
    """Whether an answer may be undone; `why` is the reason if not.

    `seat` gave the answer; the persons of the seats `asks` must agree first.
    """

    seat: str = ""
    asks: tuple[str, ...] = ()
    why: str = ""

    @property
    def is_allowed(self) -> bool:
        """Whether it may be undone once all who are asked agree."""
        return not self.why


def policy_for(chosen: str, persons: Collection[str]) -> str:
    """Return the chosen policy; the default is *free* for one person and *own* for several.

    Raises:
        PackError: there is no such policy.
    """
    if chosen and chosen not in POLICIES:
        raise PackError(f"undo cannot be {chosen!r}; choose from: {', '.join(POLICIES)}")
    return chosen or (OWN if len(persons) > 1 else FREE)


def may_undo(
    match: Match[Any],
    policy: str,
    persons: Collection[str],
    seats: Collection[str] | None = None,
) -> Undo:
    """Return whether somebody may undo an answer now.

    Args:
        persons: the seats of all persons; answers of bots go with the answer before them.
        seats: the seats of the person who asks (default: the person who answered last).
    """
    assert match.tape is not None
    whose = persons if seats is None or policy == FREE else seats
    sealed = [seat for seat in match.tape.sealed if seat in persons and seat in whose]
    if sealed:
        # A sealed answer has had no effect yet.
        return Undo(sealed[-1])
    at = match.history.last_answer(persons)
    if at is not None and policy != FREE and seats is not None:
        at = match.history.last_answer([seat for seat in seats if seat in persons])
    if at is None:
        return Undo(why="there is nothing to undo yet")
    seat = match.history.answered_by(at, [one for one in whose if one in persons])
    own = (seat,) if seats is None else seats
    if policy == ASKED:
        return Undo(seat, asks=tuple(other for other in persons if other not in own))
    if policy == OWN and (why := _learned(match, at, seat)):
        return Undo(
            seat,
            why=f"{seat} cannot undo that: {why}; here you may undo an answer only "
            "while nobody has learned anything from it",
        )
    return Undo(seat)


def may_redo(match: Match[Any], policy: str, seats: Collection[str] | None = None) -> Undo:
    """Return whether somebody may redo the answer undone last."""
    seat = match.history.undone_by
    if seat is None:
        return Undo(why="there is nothing to redo")
    if policy != FREE and seats is not None and seat not in seats:
        return Undo(seat, why=f"{seat} undid that, and nobody else may redo it")
    return Undo(seat)


def _learned(match: Match[Any], at: int, seat: str) -> str:
    """Say what was learned since an answer that could make for a better one; empty if nothing."""
    assert match.tape is not None
    since = match.tape.entries[at + 1 :]
    together = [other for other, _ in given_in(match.tape.entries[at]) if other != seat]
    if together:
        return f"what {listed(together)} chose at the same time has been revealed"
    others = [other for entry in since for other, _ in given_in(entry)] + list(match.tape.sealed)
    if others:
        return f"{listed(dict.fromkeys(others))} answered since"
    kinds = {entry[0] for entry in since}
    if kinds & {"roll", "draw"}:
        return "dice were rolled or cards drawn since"
    return "it revealed something hidden" if _shows(match, at, seat) else ""


def _shows(match: Match[Any], at: int, seat: str) -> bool:
    """Return whether an answer revealed to its seat something hidden.

    It did if the seat would have seen something else in a game that differs only in what was
    hidden from it.
    """
    if not match.game.hides:
        return False
    assert match.tape is not None
    answer = dict(given_in(match.tape.entries[at]))[seat]
    now = _seen(match, seat, match.seen_count[seat])
    before = as_it_was(match, at)
    for number in range(MAX_TWINS):
        twin = before.fork("undo", number, seat=seat, record=True)
        first = len(twin.events)
        try:
            twin.answer(answer, seat=seat)
        except TabletopError:
            return True
        if _seen(twin, seat, first) != now:
            return True
    return False


def _seen(match: Match[Any], seat: str, first: int) -> Any:
    """Return what a seat sees: its view, the events from number `first` on, and its question."""
    viewer = Viewer(seat)
    events = [
        (event.kind, event.facts)
        for event in match.events[first:]
        if event.kind not in ("step", "undone") and event.seen_by(viewer)
    ]
    decision = match.decision
    asked: Any = None
    if decision is not None and seat in decision.seats:
        labels = [decision.label_of(option) for option in decision.options]
        asked = (decision.prompt, list(decision.options), labels)
    return match.game.look.view(match.play, viewer), events, asked
