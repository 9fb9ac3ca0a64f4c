"""What a saved game consists of: its header and its checkpoints, as blocks of TOML."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs
import tomli_w

from ..engine.state import decode, encode
from ..errors import SaveError
from ..version import core_version
from .blocks import parse_block, read_block

if TYPE_CHECKING:
    from ..engine.checkpoints import Checkpoint
    from ..engine.game import Game

FORMAT = 2
DICE = ("seeded", "manual")
HEAD = "# A saved game of tabletop.\n"
"""The first line of every saved game, by which its file is recognized."""


def _as_tuple(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(texts)


@attrs.frozen(kw_only=True)
class Header:
    """The header of a saved game: all that is needed to start the game again.

    `salt` gives names to the people of the game; it is no seed, and everybody may know it.
    """

    pack: str
    pack_version: str
    digest: str
    options: Mapping[str, Any]
    players: Mapping[str, str]
    seed: str
    dice: str = attrs.field(default="seeded", validator=attrs.validators.in_(DICE))
    overlays: tuple[str, ...] = attrs.field(default=(), converter=_as_tuple)
    rules: int = 1
    undo: str = ""
    salt: str = ""
    core: str = attrs.field(factory=core_version)
    format: int = FORMAT

    def to_toml(self) -> str:
        plain = attrs.asdict(self, recurse=False)
        front = {"format": plain.pop("format"), **plain}
        front["overlays"] = list(self.overlays)
        front["options"] = dict(front.pop("options"))
        front["players"] = dict(front.pop("players"))
        if not self.salt:
            del front["salt"]
        return tomli_w.dumps(front)


@attrs.frozen(kw_only=True)
class SavedCheckpoint:
    """A checkpoint as a saved game keeps it, after `entry` entries of the tape.

    `place` is the path to the step by names. `drawn` counts the dice and cards before it,
    `event_count` the events, and `seen_count` the events that each seat had seen.
    `compatibility` is the digest of everything else that the checkpoint depends on.
    """

    entry: int
    decisions: int
    seat: str
    place: list[Any]
    state: Any
    drawn: int = 0
    event_count: int = 0
    seen_count: Mapping[str, int] = attrs.field(factory=dict)
    compatibility: str = ""

    @classmethod
    def of(cls, start: "Checkpoint", compatibility: str) -> "SavedCheckpoint":
        """Return the saved form of a checkpoint."""
        return cls(
            entry=start.tape_at,
            decisions=start.decisions,
            seat=start.seat,
            place=start.place,
            state=encode(start.state),
            drawn=start.drawn,
            event_count=start.event_count,
            seen_count=start.seen_count,
            compatibility=compatibility,
        )

    @classmethod
    def read(cls, plain: Mapping[str, Any], state: Any) -> "SavedCheckpoint":
        """Return a checkpoint from its block in a file and the state found there.

        Raises:
            ValueError: a key or value does not fit.
        """
        if state is None:
            raise ValueError("a checkpoint has no state")
        try:
            seen_count = dict(plain.get("seen_count", ()))
            *loops, step = plain["place"]
            place = [*map(_unpack_loop, loops), step]
        except (LookupError, TypeError, ValueError):
            raise ValueError("a checkpoint names no place in the sequence of play") from None
        return read_block(cls, {**plain, "seen_count": seen_count, "place": place, "state": state})

    def beginning(self) -> "SavedCheckpoint":
        """Return this place as the beginning of a game that has no tape before it."""
        return attrs.evolve(self, entry=0, event_count=0, seen_count={})

    def to_toml(self) -> str:
        plain = attrs.asdict(self, recurse=False)
        *loops, step = self.place
        plain["place"] = [*map(_pack_loop, loops), step]
        plain["seen_count"] = [list(pair) for pair in self.seen_count.items()]
        # A literal in one line is read many times faster than nested tables are.
        state = json.dumps(plain.pop("state"), separators=(",", ":"))
        state = state.replace("'", "\\u0027").replace("\x7f", "\\u007f")
        return f"state = '{state}'\n" + tomli_w.dumps(plain)

    def to_checkpoint(self, game: "Game[Any]") -> "Checkpoint":
        """Return the checkpoint from which a match can be resumed.

        Raises:
            SaveError: the state or the step no longer fits the game.
        """
        from ..engine.checkpoints import Checkpoint
        from ..engine.sequence import Walker

        # A file may hold anything, and a pack's own classes may refuse it in any way.
        try:
            Walker(game.program, self.place)
        except Exception as error:
            raise SaveError(f"{game.id} has no such place in its sequence: {error}") from None
        try:
            state = decode(game.state, self.state)
        except Exception as error:
            raise SaveError(f"the state no longer fits: {error}") from None
        return Checkpoint(
            state=state,
            place=self.place,
            seat=self.seat,
            decisions=self.decisions,
            tape_at=self.entry,
            drawn=self.drawn,
            event_count=self.event_count,
            seen_count=dict(self.seen_count),
        )


def _pack_loop(loop: Sequence[Any]) -> Any:
    if isinstance(loop, str):
        return loop
    # TOML has no null: the items of a `Repeat`, which has none, are left out.
    return list(loop[:2]) if loop[2] is None else [*loop[:2], list(loop[2])]


def _unpack_loop(loop: Sequence[Any]) -> Any:
    if isinstance(loop, str):
        return loop
    return [*loop[:2], tuple(loop[2]) if len(loop) == 3 else None]


@attrs.frozen
class CheckpointRecord:
    """A checkpoint as text of the file, parsed only when it is needed."""

    entry: int
    compatibility: str
    text: bytes = attrs.field(repr=False)

    def read(self) -> SavedCheckpoint:
        """Return the checkpoint.

        Raises:
            SaveError: it cannot be read.
        """
        try:
            block, state = parse_block(self.text)
            (plain,) = block["checkpoint"]
            return SavedCheckpoint.read(plain, state)
        except (LookupError, TypeError, ValueError) as error:
            raise SaveError(f"the checkpoint after entry {self.entry}: {error}") from None
