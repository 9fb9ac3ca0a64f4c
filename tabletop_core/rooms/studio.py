"""What the author of a game may do at its table: jump, set fields, load dice, decide on links.

Only on the author's own machine, under `tabletop serve --reload`, and with nobody else at the
table; whoever calls this has seen to that.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

import attrs

from ..boards.proposed_links import Ends, decided_links, proposed_in
from ..bots.seating import seat_bots
from ..bots.simple import bots_of, chooser
from ..chance import Loaded
from ..components import Pile
from ..engine.decisions import Answer, Decision
from ..engine.faults import fault_of
from ..engine.field_edits import edit_field
from ..engine.match import Match
from ..engine.sequence import Step, walk
from ..engine.state import held_in
from ..engine.state_fields import field_of, fields_in
from ..engine.tape import given_in
from ..events import counted
from .errors import RoomError
from .perspective import Perspective
from .room import Room

JUMP_S = 3.0
"""Seconds in which bots try to come to a step."""

MAX_FACE = 1000


def may_author(room: Room, person: str) -> bool:
    """Return whether a person is alone at a table, and so may do with it what authors may."""
    return bool(person) and room.seating.persons == {person} and not room.ended


@attrs.frozen
class Studio:
    """A room in the hands of the author of its game: the one person who sits there."""

    room: Room
    person: str

    @property
    def match(self) -> Match[Any]:
        return self.room.match

    # ------------------------------------------------------------------ what there is

    @property
    def steps(self) -> list[tuple[str, ...]]:
        """The steps of the game, each as the way to it by names."""
        root = self.match.game.program.sequence
        ways = [(*above, node.name) for above, node in walk(root) if isinstance(node, Step)]
        return list(dict.fromkeys(ways))

    @property
    def fields(self) -> Iterator[tuple[str, Any]]:
        """The fields of the state with their plain values."""
        return fields_in(self.match.state)

    @property
    def cards(self) -> list[str]:
        """The cards that can still be drawn from a pile, by id."""
        piles = [one for pile in held_in(self.match.state, Pile) for one in pile.stacked]
        pooled = {card for pile in piles for card, number in pile.pool.items() if number > 0}
        return sorted(pooled.union(*(filter(None, pile.special) for pile in piles)))

    @property
    def proposed(self) -> dict[Ends, Path]:
        """The links that the data of the pack only propose, each with its file."""
        found = proposed_in(self.match.game.package)
        return {ends: file for file, links in found.items() for ends in links}

    @property
    def loaded(self) -> Loaded | None:
        """The dice and cards to come; None where persons roll and draw their own."""
        source = self.match.history.checkpoints.source
        return source if isinstance(source, Loaded) else None

    # ------------------------------------------------------------------ what the author does

    def jump(self, number: int) -> None:
        """Let bots play for all seats until a step begins, up to the question that comes then.

        They try until `JUMP_S` is over, the usual bot first, then random ones.

        Raises:
            RoomError: there is no such step, or none of them came to it; the game is as it was.
        """
        steps = self.steps
        if not 0 <= number < len(steps):
            raise RoomError("there is no such step; choose one that the bar shows")
        wanted, match, until = steps[number], self.match, monotonic() + JUMP_S
        if match.is_over:
            raise RoomError("the game is over; undo, or start a scenario")
        for tries in count(1):
            copy = deepcopy(match)
            try:
                is_there = _play_to(copy, wanted, _bots(match, tries), until)
            except Exception as error:  # a rule that is being written may raise anything
                raise RoomError(f"on the way the rules fail: {fault_of(error) or error}") from error
            if is_there:
                break
            if monotonic() > until:
                raise RoomError(
                    f"in {JUMP_S:g} seconds no bot reached {wanted[-1]!r}, in {tries} games; play "
                    "closer to it, or set a field"
                )
        assert match.tape is not None
        assert copy.tape is not None
        for entry in copy.tape.entries[len(match.tape.entries) :]:
            for seat, answer in given_in(entry):
                match.answer(answer, seat=seat)
        # Bots that play at random go on where they would after these answers.
        self.room.session.seat(self.room.seating.players)
        self._done(f"jumped to {wanted[-1]}")

    def set(self, field: str, text: str) -> None:
        """Set a field of the state to what was typed: JSON, or a plain text.

        Raises:
            IllegalAnswerError: there is no such field, or the value does not fit it.
        """
        value: Any = text
        if not isinstance(field_of(self.match.state, field), str) or text[:1] == '"':
            with suppress(ValueError):
                value = json.loads(text)
        edit_field(self.match, field, value)
        self._done(f"{field} is {json.dumps(value, ensure_ascii=False)}")

    def load(self, faces: str, card: str) -> None:
        """Load the next dice, or the next card; nothing named unloads both.

        Raises:
            RoomError: it is not a face, or no pile holds such a card.
        """
        loaded = self.loaded
        if loaded is None:
            raise RoomError("in this game people roll and draw; enter what comes up")
        if faces:
            loaded.faces[:] = _read_faces(faces)
        if card:
            game, data = self.match.game, self.match.data
            named = [one for one in self.cards if card in (one, game.name_of(one, data))]
            if not named:
                there = ", ".join(self.cards) or "no card"
                raise RoomError(f"no pile holds {card[:80]!r} now; they hold {there}")
            loaded.cards.append(named[0])
        if not faces and not card:
            loaded.faces.clear()
            loaded.cards.clear()
        self._done("")

    def sit(self, seat: str) -> None:
        """Look from a seat and answer for it; a bot that sat there stands up.

        Raises:
            RoomError: there is no such seat.
        """
        room = self.room
        if seat not in room.seating.seats:
            raise RoomError(f"there is no seat {seat[:80]!r}; choose one that the bar shows")
        if room.seating.person_at(seat) != self.person:
            room.take_over(seat, self.person)
        Perspective(room, self.person).look_as_author(seat)
        room.author_note = ""

    def decide(self, are_kept: Mapping[Ends, bool]) -> None:
        """Make links of some that are proposed, and take others out, in the files of the pack.

        Raises:
            RoomError: nothing was decided, or a file cannot be written.
        """
        proposed = self.proposed
        decided = {ends: is_kept for ends, is_kept in are_kept.items() if ends in proposed}
        if not decided:
            raise RoomError("no link is marked; click on a proposed one, or choose in the bar")
        for file in sorted({proposed[ends] for ends in decided}):
            try:
                text = decided_links(file.read_bytes().decode("utf-8"), decided)
                file.write_bytes(text.encode("utf-8"))
            except OSError as error:
                raise RoomError(f"{file.name} cannot be written: {error.strerror}") from None
        kept = sum(decided.values())
        self._done(f"{counted(kept, 'link')} kept, {len(decided) - kept} removed")

    def save_test(self, words: str, home: Path | None) -> None:
        """Write what was played as a test into the project around the folder of the pack.

        Raises:
            SaveError: no test can be made of this game, or the words cannot name one.
            RoomError: the pack lies in no project, or there is a test of this name.
        """
        # Not at the top: it loads the whole exam, and no other table needs it.
        from ..testing.played import name_of_test, written_test

        name = name_of_test(words)
        above = home.resolve().parents if home is not None else ()
        project = next((one for one in above if (one / "pyproject.toml").is_file()), None)
        if project is None:
            raise RoomError(
                "the pack is not in a folder with a pyproject.toml, so there is no place for its "
                "tests; `tabletop new` shows how a project looks"
            )
        file = project / "tests" / f"{name}.py"
        text = written_test(self.match, name)
        try:
            file.parent.mkdir(exist_ok=True)
            with open(file, "x", encoding="utf-8", newline="\n") as opened:
                opened.write(text)
        except FileExistsError:
            raise RoomError(f"tests/{file.name} already exists; choose other words") from None
        except OSError as error:
            raise RoomError(f"tests/{file.name} cannot be written: {error.strerror}") from None
        self._done(f"saved as tests/{file.name}")

    def _done(self, note: str) -> None:
        self.room.author_note = note
        self.room.save_and_publish()


def _bots(match: Match[Any], tries: int) -> Mapping[str, Any]:
    """Return a quick bot for each seat: the usual one at first, then random ones."""
    quick = (name for name, make in bots_of(match.game).items() if not make().looks_ahead)
    name = next(quick, "random") if tries == 1 else "random"
    return seat_bots(match.game, dict.fromkeys(match.seats, name), f"{match.seed} jump {tries}")


def _play_to(match: Match[Any], step: Sequence[str], bots: Mapping[str, Any], until: float) -> bool:
    """Play until this step has begun, up to the next question; return whether it has."""
    is_there, choose_for = False, chooser(bots)
    assert match.tape is not None

    def note(checkpoint: Any) -> None:
        nonlocal is_there
        way = [part if isinstance(part, str) else part[0] for part in checkpoint.place]
        is_there = is_there or way == list(step)

    def choose(match: Match[Any], decision: Decision) -> Answer | None:
        return None if is_there or monotonic() > until else choose_for(match, decision)

    match.tape.on_step = note
    match.run(choose)
    return is_there


def _read_faces(text: str) -> list[int]:
    parts = text.replace(",", " ").split()
    faces = [int(part) for part in parts if part.isdecimal() and len(part) < 5]
    if len(faces) != len(parts) or not all(1 <= face <= MAX_FACE for face in faces):
        raise RoomError(f"{text[:80]!r} are not faces of dice; write numbers, such as 6 or 6 1 3")
    return faces
