"""What a person proposes to the others at a table, and who has agreed."""

from math import inf
from time import time

import attrs

from .errors import RoomError
from .store import Store

SILENCE_S = 3 * 24 * 3600.0
"""Seconds after which a player's silence counts as agreement to close or delete a game."""


@attrs.frozen
class Proposal:
    """What a person proposes to the others.

    `kind` is `undo`; `bot` or `resign` for the seat of another; `close` or `delete` for the game.
    It is open until all persons in `asks` have agreed, one refuses, or the game goes on.
    `token` is the number of records on the tape when it was made, `at` the time.
    """

    kind: str
    seat: str
    person: str
    token: int
    asks: tuple[str, ...]
    agreed: tuple[str, ...] = ()
    at: float = attrs.field(factory=time)

    @property
    def until(self) -> float:
        """When silence counts as agreement; never for what concerns a seat or an answer."""
        return self.at + SILENCE_S if self.kind in ("close", "delete") else inf


class Proposals:
    """The proposal that is `open` in a room, if any; every change is in the store at once."""

    def __init__(self, room: str, store: Store) -> None:
        self.room = room
        self.store = store
        self.open: Proposal | None = None
        row = store.one("SELECT * FROM requests WHERE room = ?", room)
        if row is not None:
            asks, agreed = tuple(row["asks"].split()), tuple(row["agreed"].split())
            self.open = Proposal(
                row["kind"], row["seat"], row["person"], row["token"], asks, agreed, row["at"]
            )

    def put(self, proposal: Proposal) -> None:
        """Put a proposal to the others; it replaces one that is open."""
        self.store.put(
            "requests",
            "room",
            room=self.room,
            kind=proposal.kind,
            seat=proposal.seat,
            person=proposal.person,
            token=proposal.token,
            asks=" ".join(proposal.asks),
            agreed=" ".join(proposal.agreed),
            at=proposal.at,
        )
        self.open = proposal

    def agree(self, person: str) -> Proposal | None:
        """Note that a person agrees; return the proposal once all have.

        Raises:
            RoomError: nothing is asked of this person.
        """
        before = self.to(person)
        proposal = attrs.evolve(before, agreed=(*before.agreed, person))
        if set(proposal.asks) - set(proposal.agreed):
            self.put(proposal)
            return None
        self.withdraw()
        return proposal

    def to(self, person: str) -> Proposal:
        """Return the proposal that a person must answer.

        Raises:
            RoomError: there is none.
        """
        proposal = self.open
        if proposal is None or person not in proposal.asks or person in proposal.agreed:
            raise RoomError("there is no request left for you to answer")
        return proposal

    def withdraw(self) -> None:
        """Drop the proposal, if one is open."""
        if self.open is not None:
            self.store.change("DELETE FROM requests WHERE room = ?", self.room)
            self.open = None
