"""The bar of an author at the table: plain forms, which `author.js` makes quicker to fill in."""

import json
from collections.abc import Iterable, Iterator

import attrs

from ..boards.proposed_links import Ends
from ..events import counted
from ..pictures.svg_text import esc
from ..rooms.perspective import Perspective
from ..rooms.room import Room
from ..rooms.studio import Studio, may_author
from .addresses import Addresses

ID = "room-author"
MAX_LINKS = 300
"""Proposed links that the bar shows at a time."""


def author_parts(room: Room, person: str, addresses: Addresses) -> dict[str, str]:
    """Return the bar of an author, by the id of its element; empty with others at the table."""
    inside = ""
    if may_author(room, person):
        inside = "".join(_Bar(Studio(room, person), addresses).groups())
    return {ID: f'<section id="{ID}" aria-label="For the author">{inside}</section>'}


@attrs.frozen
class _Bar:
    studio: Studio
    addresses: Addresses

    def groups(self) -> Iterator[str]:
        room, match = self.studio.room, self.studio.match
        if match.decision is not None:
            steps = self.studio.steps
            root = 0 if match.game.look.shows_root or any(len(way) == 1 for way in steps) else 1
            ways = ((str(at), " / ".join(way[root:])) for at, way in enumerate(steps))
            yield self._form("jump", _select("Step", "step", ways), "Jump")
        setups = ((one.id, one.title) for one in match.game.all_setups)
        yield self._form("scenario", _select("Scenario", "setup", setups), "Start")
        if len(room.seating.seats) > 1:
            yield self._seats()
        if match.decision is not None:
            yield self._form("set", self._fields(), "Set")
        if self.studio.loaded is not None:
            yield from self._dice()
        if links := self.studio.proposed:
            yield self._links(list(links))
        field = _field("Test", "words", placeholder="what it shows")
        yield self._form("test", field, "Save as test")
        yield f'<output aria-live="polite">{esc(room.author_note)}</output>'

    def _form(self, action: str, inside: str, words: str) -> str:
        address = self.addresses.room(self.studio.room.id, f"author/{action}")
        return (
            f'<form method="post" action="{esc(address)}" class="{action}">{inside}'
            f"<button>{esc(words)}</button></form>"
        )

    def _fields(self) -> str:
        fields = (
            (name, json.dumps(value, ensure_ascii=False)) for name, value in self.studio.fields
        )
        options = "".join(
            f'<option value="{esc(name)}" label="{esc(value[:60])}" data-value="{esc(value)}">'
            for name, value in fields
        )
        return (
            _field("Field", "field", list="@fields")
            + _field("=", "value")
            + f'<datalist id="@fields">{options}</datalist>'
        )

    def _dice(self) -> Iterator[str]:
        """Yield where the next dice and cards are named, and those that are to come."""
        studio = self.studio
        loaded, game, data = studio.loaded, studio.match.game, studio.match.data
        assert loaded is not None
        yield self._form(
            "load", _field("Next dice", "faces", inputmode="numeric", size="4"), "Load"
        )
        if cards := studio.cards:
            options = "".join(
                f'<option value="{esc(card)}" label="{esc(game.name_of(card, data))}">'
                for card in cards
            )
            field = _field("Next card", "card", list="@cards", size="9")
            more = f'<datalist id="@cards">{options}</datalist>'
            yield self._form("load", field + more, "Load")
        coming = [*map(str, loaded.faces), *(game.name_of(card, data) for card in loaded.cards)]
        if coming:
            yield self._form("load", f"<span>To come: {esc(', '.join(coming))}</span>", "Unload")

    def _links(self, links: list[Ends]) -> str:
        """Return the proposed links; `author.js` draws them on the board, to be clicked."""
        game, data = self.studio.match.game, self.studio.match.data
        choices = "".join(
            f"<label>{esc(' – '.join(game.name_of(end, data) for end in ends))} "
            f'<select name="{esc(" ".join(ends))}"><option value="">?<option value="keep">keep'
            '<option value="remove">remove</select></label>'
            for ends in links[:MAX_LINKS]
        )
        some = f", {MAX_LINKS} of them here" if len(links) > MAX_LINKS else ""
        what = counted(len(links), "link is", "links are")
        address = self.addresses.room(self.studio.room.id, "author/links")
        return (
            f'<form method="post" action="{esc(address)}" class="links"><details>'
            f"<summary>{what} proposed{some}</summary>{choices}</details>"
            "<span>On the board: click once on a line to take it out, twice to keep it.</span>"
            "<button>Write these</button>"
            '<button name="others" value="keep">Write these, keep the others</button></form>'
        )

    def _seats(self) -> str:
        room = self.studio.room
        own, awaited = Perspective(room, self.studio.person).author_seat, room.awaited
        buttons = "".join(
            f'<button name="seat" value="{esc(seat)}" aria-pressed="{str(seat == own).lower()}">'
            f"{esc(seat)}{' <small>to answer</small>' if seat in awaited else ''}</button>"
            for seat in room.seating.seats
        )
        address = self.addresses.room(room.id, "author/seat")
        return (
            f'<form method="post" action="{esc(address)}" class="seat"><span>Sit as</span>'
            f"{buttons}</form>"
        )


def _field(words: str, name: str, **how: str) -> str:
    more = "".join(f' {key}="{esc(value)}"' for key, value in how.items())
    return f'<label>{esc(words)} <input name="{name}" autocomplete="off" required{more}></label>'


def _select(words: str, name: str, options: Iterable[tuple[str, str]]) -> str:
    inside = "".join(f'<option value="{esc(id_)}">{esc(title)}</option>' for id_, title in options)
    return f'<label>{esc(words)} <select name="{name}">{inside}</select></label>'
