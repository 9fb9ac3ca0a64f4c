"""The games of a person: those in progress, those that are over, and what became of all of them."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any

import attrs

from ..engine.game import Game
from ..errors import PackError
from ..events.words import listed
from .registry import DELETED_S, RoomRegistry, ended_words, status_words
from .room import Room

MAX_GAMES_LISTED = 200
MAX_RESULTS_LISTED = 100
_SAME = re.compile(rb"^((?:pack|\d+) = .*?)(?: #= [0-9a-f]{8})?$", re.MULTILINE)


@attrs.frozen(kw_only=True)
class GameRow:
    """A game as a list shows it to a person.

    `seats` are theirs, `others` who else plays; `awaited` are those whose answer is awaited.
    `ended` says in words how it ended, `fate` what that was to them (`won`, `lost`, `drawn`, or
    nothing for who has no side of their own), `failure` why it cannot be opened.
    """

    id: str
    pack: str
    name: str
    title: str
    setup: str
    seats: tuple[str, ...]
    others: tuple[str, ...]
    status: str
    awaited: tuple[str, ...]
    ended: str
    fate: str
    failure: str
    made: float
    touched: float
    next: str
    is_mine: bool
    is_maker: bool
    is_archived: bool
    open_seats: int
    deleted: float = 0.0
    put_away: float = 0.0

    @property
    def is_over(self) -> bool:
        return bool(self.ended)

    @property
    def until(self) -> float:
        """When a deleted game is gone for good."""
        return self.deleted + DELETED_S


def games_of(registry: RoomRegistry, person: str) -> list[GameRow]:
    """Return the games of a person, those that wait for them first, then the others in progress."""
    if not person:
        return []
    rows = registry.store.all(
        "SELECT rooms.*, EXISTS (SELECT 1 FROM archived WHERE room = rooms.id AND person = ?) "
        "AS archived FROM rooms WHERE id IN (SELECT id FROM rooms WHERE maker = ? UNION "
        "SELECT room FROM seats WHERE person = ? AND person != '') ORDER BY touched DESC LIMIT ?",
        *(person, person, person, MAX_GAMES_LISTED),
    )
    found = rows_of(registry, rows, person)
    return sorted(found, key=lambda row: (bool(row.deleted), not row.is_mine, row.is_over))


def digests_of(registry: RoomRegistry, person: str) -> set[str]:
    """Return the digests of the saved games of a person, by which the same game is recognized."""
    found = set()
    for row in games_of(registry, person):
        with registry.shelf.read(row.id) as journal:
            if journal.exists():
                found.add(digest(journal.read_bytes()))
    return found


def digest(content: bytes) -> str:
    """Return what two saved games share only if they are the same game up to the same answer.

    Checkpoints and remarks do not count: a server adds to them whenever a game wakes. Nor does the
    seed: a file of a game in progress has another one than its room.
    """
    same = _SAME.findall(content.replace(b"\r\n", b"\n")) or [content]
    return sha256(b"\n".join(same)).hexdigest()


def open_games(registry: RoomRegistry, person: str) -> list[tuple[GameRow, str]]:
    """Return the games in the public list that have an open seat, each with its host's name."""
    rows = registry.store.all(
        "SELECT rooms.*, 0 AS archived, persons.name AS host FROM rooms "
        "JOIN persons ON persons.id = maker WHERE listed = 1 AND ended = '' AND deleted = 0 "
        "AND maker != ? AND EXISTS "
        "(SELECT 1 FROM seats WHERE room = rooms.id AND person = '' AND bot = '') "
        "ORDER BY rooms.made DESC LIMIT 100",
        person,
    )
    hosts = [row["host"] for row in rows]
    return list(zip(rows_of(registry, rows, person), hosts, strict=True))


def rows_of(
    registry: RoomRegistry, rooms: Sequence[Mapping[str, Any]], person: str
) -> list[GameRow]:
    """Return rooms of the store as a person sees them, with what those that are awake say."""
    ids = [row["id"] for row in rooms]
    seats = _seats(registry, ids)
    failures = registry.failures.reasons(ids)
    fates = _fates(registry, ids, person)
    return [
        _row(
            row,
            seats[row["id"]],
            registry.awake_room(row["id"]),
            person,
            failures.get(row["id"], ""),
            fates.get(row["id"], ""),
        )
        for row in rooms
    ]


def _fates(registry: RoomRegistry, rooms: Sequence[str], person: str) -> dict[str, str]:
    """Return what became of a person in rooms that are over; not of who has played both sides."""
    found = registry.store.all_in(
        "SELECT room, MIN(worth) AS worth FROM results WHERE room IN (...) AND person = ? "
        "AND person != '' GROUP BY room HAVING MIN(worth) = MAX(worth)",
        rooms,
        person,
    )
    names = {0.0: "lost", 1.0: "won"}
    return {row["room"]: names.get(row["worth"], "drawn") for row in found}


def _seats(registry: RoomRegistry, rooms: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {room: [] for room in rooms}
    for row in registry.store.all_in(
        "SELECT *, (SELECT name FROM persons WHERE id = person) AS name FROM seats "
        "WHERE room IN (...) ORDER BY room, number",
        rooms,
    ):
        found[row["room"]].append(row)
    return found


def _row(
    row: Mapping[str, Any],
    seats: Sequence[Mapping[str, Any]],
    room: Room | None,
    person: str,
    failure: str,
    fate: str,
) -> GameRow:
    awaited = row["awaited"].split("\n") if row["awaited"] else []
    status, ended, touched = row["status"], row["ended"], row["touched"]
    if room is not None:
        awaited, touched = room.awaited, room.touched
        status, ended = status_words(room), ended_words(room)
    own = tuple(seat["seat"] for seat in seats if person and seat["person"] == person)
    return GameRow(
        id=row["id"],
        pack=row["pack"],
        name=row["name"] or row["title"],
        title=row["title"],
        setup=row["setup"],
        seats=own,
        others=tuple(_sitter(seat) for seat in seats if seat["seat"] not in own),
        status=status,
        awaited=tuple(_sitter(seat) for seat in seats if seat["seat"] in awaited),
        ended=ended,
        fate=fate if ended else "",
        failure=failure,
        made=row["made"],
        touched=touched,
        next=row["next"],
        is_mine=not ended and not row["deleted"] and bool(set(own).intersection(awaited)),
        is_maker=person == row["maker"],
        is_archived=bool(row["archived"]),
        open_seats=sum(not seat["person"] and not seat["bot"] for seat in seats),
        deleted=row["deleted"],
        put_away=row["put_away"],
    )


def _sitter(seat: Mapping[str, Any]) -> str:
    if seat["bot"]:
        return "a bot"
    return seat["name"] or "an open seat"


# ---------------------------------------------------------------- the history


@attrs.frozen
class WinRecord:
    """How games ended for a person: how many, won, drawn."""

    what: str
    games: int
    won: int
    drawn: int

    @property
    def words(self) -> str:
        """The figures in words: `12 games, 7 won, 1 drawn`."""
        parts = [f"{self.games} {'game' if self.games == 1 else 'games'}", f"{self.won} won"]
        return listed([*parts, f"{self.drawn} drawn"] if self.drawn else parts)


def results_of(registry: RoomRegistry, person: str) -> list[dict[str, Any]]:
    """Return how the games of a person ended, the latest first."""
    return registry.store.all(
        "SELECT results.*, EXISTS (SELECT 1 FROM rooms WHERE id = room AND deleted = 0) AS is_kept "
        "FROM results WHERE person = ? ORDER BY at DESC LIMIT ?",
        person,
        MAX_RESULTS_LISTED,
    )


def keepsakes(
    rows: Sequence[Mapping[str, Any]], game_of: Callable[[str], Game[Any]]
) -> list[Mapping[str, Any]]:
    """Return of some results those of tours and campaigns that are still here, each game once."""
    found: dict[str, Mapping[str, Any]] = {}
    for row in rows:
        if row["is_kept"] and _is_campaign(row["pack"], row["setup"], game_of):
            found.setdefault(row["room"], row)
    return list(found.values())


def _is_campaign(pack: str, title: str, game_of: Callable[[str], Game[Any]]) -> bool:
    try:
        setups = game_of(pack).all_setups
    except PackError:  # it is not installed any more
        return False
    return any(one.is_campaign and one.title == title for one in setups)


def tallies(
    rows: Sequence[Mapping[str, Any]], by: str, names: Mapping[str, str]
) -> list[WinRecord]:
    """Count results by one of their facts, such as `pack` or `others`, the most games first."""
    games, won, drawn = Counter[str](), Counter[str](), Counter[str]()
    for row in rows:
        what = row[by]
        games[what] += 1
        won[what] += row["worth"] == 1.0
        drawn[what] += 0.0 < row["worth"] < 1.0
    return [
        WinRecord(names.get(what, what), number, won[what], drawn[what])
        for what, number in games.most_common()
        if what
    ]
