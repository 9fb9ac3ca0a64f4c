"""The parts around a table: seats, proposals, chat, real dice, the shared screen.

Plain forms, one fragment for each part, drawn again at every change.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import inf

import attrs

from ..events import listed
from ..pictures.svg_text import esc
from ..rooms.chat import MAX_CHAT_LETTERS
from ..rooms.consent import Consent
from ..rooms.perspective import Perspective
from ..rooms.room import Room
from .addresses import Addresses
from .invite import invite_panel
from .times import when

MAX_FACE_BUTTONS = 20
MAX_BUTTON_DICE = 6
"""Of dice with more faces, and of more dice, the numbers are typed."""


def sidebar_parts(
    room: Room, person: str, addresses: Addresses, alone: bool = False
) -> dict[str, str]:
    """Return the parts around the table as a person may see them, by the id of each.

    Where somebody is `alone`, as in a browser without a server, nobody else can come.
    """
    sidebar = _Sidebar(room, person, addresses, alone)
    return {
        "room-notice": sidebar.notice(),
        "room-seats": sidebar.seats(),
        "room-chat": sidebar.chat(),
        "room-say": sidebar.chat_field(),
    }


def proposal_notice(room: Room, person: str, addresses: Addresses) -> str:
    """Return what is asked of the persons of a room, with the answers that this one may give."""
    return "".join(_Sidebar(room, person, addresses, False).proposal())


@lru_cache(maxsize=1 << 12)
def _form(address: str, inside: str, hidden: tuple[tuple[str, str], ...]) -> str:
    fields = "".join(
        f'<input type="hidden" name="{name}" value="{esc(value)}">' for name, value in hidden
    )
    return f'<form method="post" action="{esc(address)}" class="act">{fields}{inside}</form>'


@attrs.frozen
class _Sidebar:
    """The parts that differ from person to person."""

    room: Room
    person: str
    addresses: Addresses
    alone: bool

    def form(self, action: str, inside: str, **hidden: str) -> str:
        """Return a form that does something in the room."""
        return _form(self.addresses.room(self.room.id, action), inside, tuple(hidden.items()))

    def button(self, action: str, words: str, **hidden: str) -> str:
        return self.form(action, f"<button>{esc(words)}</button>", **hidden)

    # ------------------------------------------------------------------ the notice

    def notice(self) -> str:
        """Return the notices that this person must read or act on first."""
        room = self.room
        parts = []
        if room.ended and room.match.outcome is None:
            parts.append(f"<p>This game is over: {esc(room.ended)}.</p>")
        if room.bots_failed:
            parts.append(f"<p>{esc(room.bots_failed)}</p>")
        parts += [*self._covered(), *self.proposal(), *self._dice()]
        if not self.alone:
            parts.append(invite_panel(room, self.person, self.addresses))
        if room.is_over:
            parts.append(f'<div class="ways">{"".join(self._ways_on())}</div>')
        return f'<section id="room-notice">{"".join(parts)}</section>'

    def _covered(self) -> Iterator[str]:
        """Yield who may uncover a shared screen, while it is covered."""
        seen = Perspective(self.room, self.person)
        if not seen.shares_screen or seen.looking_seat:
            return
        seats = seen.asked_seats or seen.seats
        who = esc(listed(seats, "or"))
        yield f"<p>The curtain is closed. Hand the screen to {who}.</p>"
        buttons = (self.button("look", f"I am {seat}", seat=seat) for seat in seats)
        yield f'<div class="ways">{"".join(buttons)}</div>'

    def proposal(self) -> Iterator[str]:
        proposal = self.room.proposals.open
        if proposal is None:
            return
        what = {
            "undo": f"undo the last answer of {proposal.seat}",
            "bot": f"let a bot take over {proposal.seat}",
            "resign": f"give the game up for {proposal.seat}",
            "close": "close this game",
            "delete": "delete this game",
        }[proposal.kind]
        who = self.room.seating.names.get(proposal.person, "")
        yield f"<p>{esc(who)} asks to {esc(what)}.</p>"
        if self.person in proposal.asks and self.person not in proposal.agreed:
            if proposal.until < inf:
                yield f"<p>If you say nothing, it happens at {when(proposal.until)}.</p>"
            agree = self.button("agree", "Agree", yes="1")
            yield f'<div class="petition">{agree}{self.button("agree", "Refuse", yes="")}</div>'

    def _ways_on(self) -> Iterator[str]:
        """Yield the ways on from a game that is over, and its seed unless the dice were real."""
        room = self.room
        if room.next:
            yield f'<a href="{esc(self.addresses.room(room.next))}">To the next game</a>'
        elif self.person in room.seating.persons:
            is_contest = len(room.match.teams) > 1
            again = "Play again, with seats turned" if is_contest else "Play again"
            yield self.button("rematch", again)
        end = self.addresses.room(room.id, "end")
        yield f'<a href="{esc(end)}">How it went, and what to keep</a>'
        if not room.ended and room.dice is None:
            yield f"<span>Seed: {esc(str(room.match.seed))}</span>"

    def _dice(self) -> Iterator[str]:
        room = self.room
        pending = room.pending_roll
        if pending is None:
            return
        if not room.may_give_dice(self.person):
            yield "<p>The game waits for somebody's dice or cards.</p>"
            return
        if pending.sides:
            field = _faces(pending.sides)
        else:
            name_of, data = room.match.game.name_of, room.match.data
            cards = [card for card, count in pending.pool.items() if count > 0]
            field = "".join(_key(card, name_of(card, data)) for card in cards)
        yield f"<p>{esc(pending.words)}</p>"
        yield self.form("dice", field)

    # ------------------------------------------------------------------ seats and chat

    def seats(self) -> str:
        """Return the seats, with what this person may do about each."""
        room = self.room
        rows = "".join(self._seat(name) for name in room.seating.seats)
        ways = "".join(self._ways_out())
        if ways:
            ways = f"<details><summary>This room</summary>{ways}</details>"
        return f'<section id="room-seats"><h2>Seats</h2><ul>{rows}</ul>{ways}</section>'

    def _ways_out(self) -> Iterator[str]:
        """Yield what can be done with the game as a whole: keep it, close it, delete it."""
        room, is_maker = self.room, self.person == self.room.maker
        is_alone = not room.seating.persons - {self.person}
        if is_maker or self.person in room.seating.persons:
            file, games = self.addresses.room(room.id, "save"), self.addresses.to("games")
            yield f'<a href="{esc(file)}">Save to a file</a> '
            yield f'<a href="{esc(games)}#files">Open a file</a> '
        if is_maker and not room.is_over:
            yield self.button("close", "Close this game")
        if is_maker and (room.is_over or is_alone):
            yield self.button("delete", "Delete this game")

    def _seat(self, name: str) -> str:
        room, seat = self.room, self.room.seating.seats[name]
        own = room.seating.seats_of(self.person)
        is_maker, is_awaited = self.person == room.maker, name in room.awaited
        offered, folded = [], []
        if not room.is_over:
            if seat.is_open and not own and (room.is_listed or is_maker):
                offered.append(self.button("sit", "Sit here", seat=name))
            elif seat.is_open and is_maker:
                offered.append(self.button("sit", "Sit here too", seat=name))
            if name in own:
                folded.append(self.button("bot", "Hand to a bot", seat=name))
                folded.append(self.button("resign", "Resign", seat=name))
                folded.append(self.button("leave", "Stand up", seat=name))
            elif own and seat.person and is_awaited:
                offered.append(self.button("nudge", "Nudge", seat=name))
                if Consent(room).may_replace(name):
                    folded.append(self.button("bot", "Let a bot take over", seat=name))
                    folded.append(self.button("resign", "Claim the win", seat=name))
        state = " <strong>to answer</strong>" if is_awaited else ""
        more = f"<details><summary>More</summary>{''.join(folded)}</details>" if folded else ""
        who = esc(f"{name} ({room.sitter(name)})")
        return f"<li>{who}{state} {''.join(offered)}{more}</li>"

    def chat(self) -> str:
        """Return the chat; for a person alone, only the reports of the room itself."""
        if self.alone and not self.room.chat.lines:
            return '<section id="room-chat"></section>'
        return _chat(self.room, "News" if self.alone else "Chat")

    def chat_field(self) -> str:
        """Return the chat's input field, if this person may write."""
        room, person = self.room, self.person
        inside = ""
        may_chat = room.seating.seats_of(person) or (person and person == room.maker)
        if may_chat and not self.alone:
            field = (
                f'<input name="text" maxlength="{MAX_CHAT_LETTERS}" autocomplete="off" required '
                'aria-label="Chat"><button>Send</button>'
            )
            inside = self.form("chat", field)
        return f'<section id="room-say">{inside}</section>'


def _key(value: object, words: str) -> str:
    return f'<button name="shown" value="{esc(str(value))}">{esc(words)}</button>'


def _faces(sides: tuple[int, ...]) -> str:
    """Return large keys for the faces, a row for each die, or a field where those are too many."""
    if len(sides) > MAX_BUTTON_DICE or max(sides) > MAX_FACE_BUTTONS:
        return (
            '<label>Faces, with blanks between <input name="shown" inputmode="numeric" '
            'autocomplete="off" required></label><button>Enter</button>'
        )
    if len(sides) == 1:
        keys = "".join(_key(face, str(face)) for face in range(1, sides[0] + 1))
        return f'<span class="keys">{keys}</span>'
    rows = "".join(_row(number, side) for number, side in enumerate(sides))
    return f"{rows}<button>Enter</button>"


def _row(number: int, side: int) -> str:
    keys = "".join(
        f'<label><input type="radio" name="shown:{number}" value="{face}" required>'
        f"<span>{face}</span></label>"
        for face in range(1, side + 1)
    )
    return f'<fieldset class="keys"><legend>d{side}</legend>{keys}</fieldset>'


def _chat(room: Room, title: str) -> str:
    lines = "".join(_said(line["at"], line["name"], line["text"]) for line in room.chat.lines)
    return f'<section id="room-chat"><h2>{title}</h2><ol>{lines}</ol></section>'


@lru_cache(maxsize=1 << 12)
def _said(at: float, name: str, text: str) -> str:
    who = f"<b>{esc(name)}:</b> " if name else ""
    return f"<li>{when(at)} {who}{esc(text)}</li>"
