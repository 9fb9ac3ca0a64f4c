"""What a person does in a room that others may have to agree to: undo, replace, resign, end."""

from collections.abc import Collection
from time import time

import attrs

from .bot_moves import seat_bot
from .errors import RoomError
from .proposals import Proposal
from .room import Room


@attrs.frozen
class Consent:
    """What is done in a room at once, or once the others have agreed to it."""

    room: Room

    # ------------------------------------------------------------------ the proposals

    def agree(self, person: str, yes: bool) -> None:
        """Say yes or no to what somebody proposes; when all have agreed, it happens."""
        room = self.room
        room.proposals.to(person)
        who = room.seating.names.get(person, "somebody")
        room.note(f"{who} {'agrees' if yes else 'does not agree'}")
        if not yes:
            room.proposals.withdraw()
            return
        proposal = room.proposals.agree(person)
        if proposal is not None:
            self._carry_out(proposal)

    def end_by_silence(self) -> None:
        """Close or delete the game if somebody proposed it and nobody objected in time."""
        proposal = self.room.proposals.open
        if proposal is not None and time() > proposal.until:
            self._carry_out(proposal)

    def _propose(self, proposal: Proposal) -> None:
        self.room.proposals.put(proposal)
        self.room.changed()

    def _carry_out(self, proposal: Proposal) -> None:
        room = self.room
        if proposal.kind == "undo":
            seats = room.seating.seats_of(proposal.person)
            self._undo(seats, room.session.may_undo(seats).asks)
        elif proposal.kind == "bot":
            seat_bot(room, proposal.seat)
        elif proposal.kind == "resign":
            self._resign(proposal.seat)
        else:
            self._end(proposal.kind, room.seating.names.get(proposal.person, "somebody"))

    # ------------------------------------------------------------------ undo

    def undo(self, person: str) -> None:
        """Undo a person's last answer, or ask the others for permission."""
        room, seats = self.room, self.room.own_seats(person)
        found = room.session.may_undo(seats)
        if not found.is_allowed:
            raise RoomError(found.why)
        asks = room.seating.others(found.asks, person)
        if asks:
            self._propose(Proposal("undo", found.seat, person, room.session.records, asks))
            room.note(f"{room.seating.name_of(found.seat)} asks to undo the last answer")
            return
        self._undo(seats, found.asks)

    def _undo(self, seats: Collection[str], agreed: Collection[str]) -> None:
        room = self.room
        was_over, is_alone = room.match.is_over, room.is_alone
        if was_over and room.match.game.hides and not is_alone:
            raise RoomError("this game is over, and everybody has seen what was hidden")
        if not room.session.undo(seats, agreed):
            raise RoomError("that can no longer be undone")
        if was_over:  # by then the seed has been shown
            if is_alone:
                room.seating.note_sight(room.maker)
            else:
                room.to_redraw = ""
        room.proposals.withdraw()
        room.save_and_publish()

    # ------------------------------------------------------------------ the seat of another

    def may_replace(self, seat: str) -> bool:
        """Return whether the others may ask that a bot takes over a seat, or that it resigns.

        They may once it has let them wait for as long as the room agreed.
        """
        room = self.room
        if room.away == "never" or seat not in room.awaited or not room.seating.person_at(seat):
            return False
        return time() - room.touched > float(room.away) * 3600

    def replace(self, person: str, seat: str, kind: str) -> None:
        """Hand a seat to a bot or resign it: your own at once, another's if all agree."""
        room = self.room
        if kind not in ("bot", "resign"):
            raise RoomError(f"{kind!r} is not an action for a seat; let a bot play, or resign")
        if room.is_over:
            raise RoomError("this game is over")
        if seat in room.own_seats(person):
            self._carry_out(Proposal(kind, seat, person, 0, ()))
            return
        if not self.may_replace(seat):
            when = (
                "in this room"
                if room.away == "never"
                else f"until it has kept you waiting for {room.away} hours"
            )
            raise RoomError(f"nobody else may decide about {seat} {when}")
        asks = room.seating.others(room.seating.seats, person, room.seating.person_at(seat))
        proposal = Proposal(kind, seat, person, room.session.records, asks)
        what = "let a bot take over" if kind == "bot" else "give up the game for"
        room.note(f"{room.seating.names[person]} asks to {what} {seat}")
        if asks:
            self._propose(proposal)
        else:
            self._carry_out(proposal)

    def _resign(self, seat: str) -> None:
        """Give up for a seat; where several sides go on, a bot plays for it."""
        room = self.room
        teams = room.match.game.teams_for(room.match.options)
        if len(teams) > 2:
            room.note(f"{room.seating.name_of(seat)} resigns")
            seat_bot(room, seat)
            return
        loser = next((team for team in teams if seat in team), (seat,))
        room.results.keep_resigned(room.match, room.seating, loser)
        room.end(f"{room.seating.name_of(seat)} has resigned")

    # ------------------------------------------------------------------ the end of a room

    def close(self, person: str, name: str, *, is_host: bool = False) -> None:
        """Close the game, or ask the other players for permission.

        Raises:
            RoomError: somebody else made the room.
        """
        if person != self.room.maker and not is_host:
            raise RoomError("only the room's creator can close it")
        self._end_or_ask("close", person, name, is_host=is_host)

    def delete(self, person: str, name: str, *, is_host: bool = False) -> None:
        """Delete the game, or ask the other players; a finished game needs no consent.

        Raises:
            RoomError: somebody else made the room.
        """
        if person != self.room.maker and not is_host:
            raise RoomError("only the room's creator can delete it; archive it to hide it")
        self._end_or_ask("delete", person, name, is_host=is_host)

    def _end_or_ask(self, kind: str, person: str, name: str, *, is_host: bool) -> None:
        room = self.room
        others = () if room.is_over or is_host else room.seating.others(room.seating.seats, person)
        if not others:
            self._end(kind, name)
            return
        # Where the game cannot wake it cannot go on either; if it does, the proposal lapses.
        records = room.session.records if room.awake is not None else -1
        self._propose(Proposal(kind, "", person, records, others))
        room.note(f"{name} asks to {kind} this game; silence for 3 days counts as agreement")

    def _end(self, kind: str, name: str) -> None:
        room = self.room
        if kind == "close":
            room.end(f"{name} has closed it")
            return
        room.proposals.withdraw()
        room.set_deleted(time())
        room.note(f"{name} has deleted this game")
