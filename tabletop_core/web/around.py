"""What stands around a table: who sits where, requests, chat, own dice, the curtain.

Plain forms, made anew at every change, as one fragment for each part.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache
from html import escape

from .rooms.room import Room

MAX_KEYS = 20
MAX_DICE = 6
"""Of dice with more faces, and of more dice, the numbers are typed."""


def esc(text: object) -> str:
    return escape(str(text), quote=True)


def form(room: Room, act: str, inside: str, **hidden: str) -> str:
    """Return a form that does something in a room."""
    return _form(room.id, act, inside, tuple(hidden.items()))


@lru_cache(maxsize=1 << 12)
def _form(room: str, act: str, inside: str, hidden: tuple[tuple[str, str], ...]) -> str:
    fields = "".join(
        f'<input type="hidden" name="{name}" value="{esc(value)}">' for name, value in hidden
    )
    return f'<form method="post" action="/r/{room}/{act}" class="act">{fields}{inside}</form>'


def button(room: Room, act: str, words: str, **hidden: str) -> str:
    return form(room, act, f"<button>{esc(words)}</button>", **hidden)


def utc(at: float) -> str:
    """Return a time as feeds and `<time>` write it."""
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%dT%H:%M:%SZ}"


def when(at: float) -> str:
    """Return a time in UTC; the page shows it in the zone of the reader."""
    moment = datetime.fromtimestamp(at, UTC)
    return f'<time datetime="{utc(at)}">{moment:%Y-%m-%d %H:%M} UTC</time>'


def around(room: Room, person: str) -> dict[str, str]:
    """Return the parts around the table as a person may see them, by the id of each."""
    return {
        "room-notice": _notice(room, person),
        "room-seats": _seats(room, person),
        "room-chat": _chat(room),
        "room-say": _say(room, person),
    }


def _notice(room: Room, person: str) -> str:
    parts = []
    if room.ended and room.play.outcome is None:
        parts.append(f"<p>This game is over: {esc(room.ended)}.</p>")
    if room.bots_failed:
        parts.append(f"<p>{esc(room.bots_failed)}</p>")
    if room.has_curtain(person) and not room.looking(person):
        seats = room.asked_of(person) or room.seats_of(person)
        opens = "".join(button(room, "look", f"I am {seat}", seat=seat) for seat in seats)
        parts.append(
            f"<p>The curtain is closed. Hand the screen to {esc(' or '.join(seats))}.</p>{opens}"
        )
    request = room.request
    if request is not None:
        what = {
            "undo": f"take back the last answer of {request.seat}",
            "bot": f"let a bot take over {request.seat}",
            "resign": f"give the game up for {request.seat}",
        }[request.kind]
        parts.append(f"<p>{esc(room.names.get(request.person, ''))} asks to {esc(what)}.</p>")
        if person in request.asks and person not in request.agreed:
            parts.append(button(room, "agree", "Agree", yes="1"))
            parts.append(button(room, "agree", "Refuse", yes=""))
    parts += _dice(room, person)
    if room.is_over:
        parts.append(f'<div class="ways">{"".join(_from_here(room, person))}</div>')
    return f'<section id="room-notice" aria-live="polite">{"".join(parts)}</section>'


def _from_here(room: Room, person: str) -> Iterator[str]:
    """Yield the ways on from a game that is over, and its seed."""
    if room.next:
        yield f'<a href="/r/{room.next}">To the next game</a>'
    elif person in room.persons:
        again = "Again, with seats turned" if len(room.seats) > 1 else "Again"
        yield button(room, "rematch", again)
    yield f'<a href="/r/{room.id}/end">Log sheet and counts, to keep</a>'
    if not room.ended:
        yield f"<span>Seed: {esc(room.play.seed)}</span>"


def _dice(room: Room, person: str) -> list[str]:
    wish = room.dice.wish if room.dice is not None else None
    if wish is None or not room.play.is_waiting:
        return []
    if not room.may_give_dice(person):
        return ["<p>The game waits for somebody's dice or cards.</p>"]
    if wish.sides:
        field = _faces(wish.sides)
    else:
        name_of = room.play.game.name_of
        cards = [card for card, count in wish.pool.items() if count > 0]
        field = "".join(_key(card, name_of(card, room.play.data)) for card in cards)
    return [f"<p>{esc(wish.words)}</p>", form(room, "dice", field)]


def _key(value: object, words: str) -> str:
    return f'<button name="shown" value="{esc(value)}">{esc(words)}</button>'


def _faces(sides: tuple[int, ...]) -> str:
    """Return large keys for the faces, a row for each die, or a field where those are too many."""
    if len(sides) > MAX_DICE or max(sides) > MAX_KEYS:
        return (
            '<label>Faces, with blanks between <input name="shown" inputmode="numeric" '
            'autocomplete="off" required></label><button>Give</button>'
        )
    if len(sides) == 1:
        keys = "".join(_key(face, str(face)) for face in range(1, sides[0] + 1))
        return f'<span class="keys">{keys}</span>'
    rows = "".join(_row(number, side) for number, side in enumerate(sides))
    return f"{rows}<button>Give</button>"


def _row(number: int, side: int) -> str:
    keys = "".join(
        f'<label><input type="radio" name="shown:{number}" value="{face}" required>'
        f"<span>{face}</span></label>"
        for face in range(1, side + 1)
    )
    return f'<fieldset class="keys"><legend>d{side}</legend>{keys}</fieldset>'


def _seats(room: Room, person: str) -> str:
    awaited = room.awaited
    own = room.seats_of(person)
    is_over = room.is_over
    rows = []
    for name, seat in room.seats.items():
        state = " <strong>to answer</strong>" if name in awaited else ""
        main, acts = [], []
        if not is_over:
            if seat.is_open and not own and (room.is_listed or person == room.maker):
                main.append(button(room, "sit", "Sit here", seat=name))
            elif seat.is_open and person == room.maker:
                main.append(button(room, "sit", "Sit here too", seat=name))
            if name in own:
                acts.append(button(room, "bot", "Hand to a bot", seat=name))
                acts.append(button(room, "resign", "Resign", seat=name))
                acts.append(button(room, "leave", "Stand up", seat=name))
            elif own and seat.person and name in awaited:
                main.append(button(room, "nudge", "Nudge", seat=name))
                if room.may_replace(name):
                    acts.append(button(room, "bot", "Let a bot take over", seat=name))
                    acts.append(button(room, "resign", "Take the game as won", seat=name))
        link = ""
        if person == room.maker and seat.is_open and not is_over:
            link = f' <a href="/s/{seat.secret}">link to this seat</a>'
        more = f"<details><summary>More</summary>{''.join(acts)}</details>" if acts else ""
        rows.append(f"<li>{esc(room.name_of(name))}{state}{link} {''.join(main)}{more}</li>")
    closes = ""
    if person == room.maker:
        if not is_over:
            closes += button(room, "close", "Close this game")
        if is_over or not room.persons - {person}:
            closes += button(room, "delete", "Delete this game for good")
    if closes:
        closes = f"<details><summary>This room</summary>{closes}</details>"
    return f'<section id="room-seats"><h2>Seats</h2><ul>{"".join(rows)}</ul>{closes}</section>'


def _chat(room: Room) -> str:
    lines = "".join(_said(line["at"], line["name"], line["text"]) for line in room.chat)
    return f'<section id="room-chat"><h2>Talk</h2><ol aria-live="polite">{lines}</ol></section>'


@lru_cache(maxsize=1 << 12)
def _said(at: float, name: str, text: str) -> str:
    who = f"<b>{esc(name)}:</b> " if name else ""
    return f"<li>{when(at)} {who}{esc(text)}</li>"


def _say(room: Room, person: str) -> str:
    if not room.seats_of(person) and (not person or person != room.maker):
        return '<section id="room-say"></section>'
    field = (
        '<label>Say <input name="text" maxlength="500" autocomplete="off" required></label>'
        "<button>Send</button>"
    )
    return f'<section id="room-say">{form(room, "chat", field)}</section>'
