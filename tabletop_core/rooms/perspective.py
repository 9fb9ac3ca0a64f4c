"""What one person sees of a room, and which of its questions they may answer."""

import attrs

from ..engine.decisions import Decision
from ..viewers import ALL_SEEING, Viewer
from .errors import RoomError
from .room import Room


@attrs.frozen
class Perspective:
    """A room that is awake, as one person sees it; whoever uses it holds the room.

    Who sits on several seats of a game that hides something shares a screen, with others or with
    themselves: it shows what one of the seats may see, and nothing of any until one looks.
    """

    room: Room
    person: str

    @property
    def viewer(self) -> Viewer:
        """What this person may see: of a game that is over, everything.

        A game without hidden information is still shown from the viewer's own seats after it ends.
        An author looks from the seat of their choice.
        """
        if self.author_seat:
            return Viewer(self.author_seat)
        match = self.room.match
        if match.is_over and match.game.hides:
            return ALL_SEEING
        if not self.shares_screen:
            return Viewer(*self.seats)
        return Viewer(self.looking_seat) if self.looking_seat else Viewer()

    @property
    def seats(self) -> tuple[str, ...]:
        return self.room.seating.seats_of(self.person)

    @property
    def shares_screen(self) -> bool:
        """Whether this person plays several seats that may not see the same."""
        match = self.room.match
        has_several = len(self.seats) > 1 and not self.author_seat
        return has_several and match.game.hides and not match.is_over

    @property
    def author_seat(self) -> str:
        """The seat from which the author of the game looks; empty for anybody else."""
        seat = self.room.author_seats.get(self.person, "")
        return seat if seat in self.seats else ""

    def look_as_author(self, seat: str) -> None:
        """Let the author of the game look from one of their seats, whoever is asked."""
        self.room.author_seats[self.person] = seat
        self.room.changed()

    @property
    def looking_seat(self) -> str:
        """The seat that a shared screen shows; none while it is covered."""
        seat = self.room.looking_seats.get(self.person, "")
        asked = self.asked_seats
        # It is covered as soon as another seat at this screen must answer.
        return seat if seat in self.seats and (not asked or seat in asked) else ""

    def look(self, seat: str) -> None:
        """Uncover a shared screen for a seat, or cover it if none is named."""
        if seat and seat not in self.seats:
            raise RoomError(f"{seat!r} is not one of your seats; look at your own")
        self.room.looking_seats[self.person] = seat
        self.room.changed()

    @property
    def asked_seats(self) -> list[str]:
        """The seats of this person that have a question to answer."""
        return [seat for one in self.room.match.open for seat in one.seats if seat in self.seats]

    @property
    def questions(self) -> list[Decision]:
        """The questions that this person may read and answer now."""
        is_one = self.author_seat or self.shares_screen
        seats = set(self.viewer.seats if is_one else self.seats)
        return [one for one in self.room.match.open if seats & set(one.seats)]
