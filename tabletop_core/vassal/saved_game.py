"""Saved games and logs of VASSAL, which are the set-ups of a module: where their pieces lie.

Each is a zip with a file `savedGame`: a text of commands, in hex digits that are xor'ed with a key
(until VASSAL 3.7), compressed with XZ (3.8), or plain. A command that adds a piece is
`+/id/type/state`; stacks and decks are pieces, too, and list the ids of those in them.
"""

import lzma
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import attrs

from ..errors import PackError
from .archive import open_module
from .build_file import MAX_NUMBER
from .grids import Pixels
from .traits import Definition, Trait, read_definition, split, traits_in

ENDINGS = (".vsav", ".vlog")
MAX_BYTES = 64 * 1024 * 1024
"""Of the text; that of a large module with all its pieces has 14 million."""
MAX_PIECE = 256 * 1024
"""Characters of one piece; 65,000 are the most in public modules."""
MAX_DEPTH = 8

_HEX, _XZ = b"!VCSK", b"\xfd7zXZ\x00"
_KINDS = ("piece", "stack", "deck")
_BEGIN, _ADD, _LOGGED, _BOARDS = "begin_save", "+/", "LOG\t", "BoardPicker\t"


@attrs.frozen
class SavedPiece:
    """A piece on a map: the number of its slot in the module, and its definition as it lies."""

    slot: str
    map: str
    place: Pixels
    text: str = attrs.field(repr=False)

    @property
    def definition(self) -> Definition:
        """What its traits say, among which VASSAL writes those of prototypes."""
        return read_definition(self.text, {})


@attrs.frozen
class SavedBoard:
    """A board on a map, by the column and row in which it lies; it may be turned around."""

    name: str
    column: int
    row: int
    is_turned: bool


@attrs.frozen
class SavedGame:
    """The pieces of a saved game with the boards of each map, and counts of what is left out."""

    boards: Mapping[str, tuple[SavedBoard, ...]]
    pieces: tuple[SavedPiece, ...]
    left: Counter[str]


def read_saved_game(path: Path, content: bytes | None = None) -> SavedGame:
    """Return what lies where in a saved game, or at the beginning of a log.

    Args:
        content: the bytes of the file, where it is itself in a module.

    Raises:
        PackError: it is not a saved game, or not safe to read.
    """
    with open_module(path, content) as files:
        if "savedGame" not in files.sizes:
            raise _refused(path, "it has no savedGame, so it is not a saved game")
        text = _text(path, files.read("savedGame"))
    boards: dict[str, tuple[SavedBoard, ...]] = {}
    found: dict[str, tuple[str, Trait]] = {}
    left = Counter[str]()
    for command in _commands(text):
        if command.startswith(_ADD):
            traits = traits_in(command) if len(command) <= MAX_PIECE else []
            if traits and traits[-1].name in _KINDS:
                found[command.split("/", 2)[1]] = command, traits[-1]
            else:
                left["pieces that cannot be read"] += 1
        elif command.startswith(_LOGGED):
            left["moves of a log, of which the beginning is taken"] += 1
        elif _BOARDS in command:
            name, _, laid = command.partition(_BOARDS)
            boards[name] = tuple(_boards(split(laid, "\t")))
    return SavedGame(boards, tuple(_pieces(found, left)), left)


def _text(path: Path, content: bytes) -> str:
    """Return the commands in plain text."""
    try:
        if content.startswith(_HEX):
            key = int(content[5:7], 16)
            mixed = bytes.fromhex(content[7:].decode("ascii"))
            content = mixed.translate(bytes(byte ^ key for byte in range(256)))
        elif content.startswith(_XZ):
            packed = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MAX_BYTES)
            content = packed.decompress(content, MAX_BYTES + 1)
    except (ValueError, lzma.LZMAError, EOFError) as error:
        raise _refused(path, f"its savedGame is damaged: {error}") from None
    if len(content) > MAX_BYTES:
        raise _refused(path, f"its savedGame has more than {MAX_BYTES} bytes")
    text = content.decode("utf-8", "replace")
    if not text.startswith(_BEGIN):
        raise _refused(path, f"its savedGame begins with {text[:12]!r}, not with {_BEGIN!r}")
    return text


def _commands(text: str, depth: int = 0) -> Iterator[str]:
    """Yield the commands of a list, in which each may be a list itself."""
    parts = split(text, "\x1b")
    # What was done after the beginning of a log may add pieces, too: it is one command here.
    if len(parts) < 2 or depth == MAX_DEPTH or text.startswith(_LOGGED):
        yield text
        return
    for part in parts:
        yield from _commands(part, depth + 1)


def _boards(fields: list[str]) -> Iterator[SavedBoard]:
    for name, column, row in zip(fields[::3], fields[1::3], fields[2::3], strict=False):
        title, *turned = split(name, "/")
        yield SavedBoard(title, int(_number(column)), int(_number(row)), turned == ["rev"])


def _pieces(found: Mapping[str, tuple[str, Trait]], left: Counter[str]) -> Iterator[SavedPiece]:
    """Yield the pieces on maps. Where one is in a stack, the stack says where that is."""
    around: dict[str, list[str]] = {}
    in_decks: set[str] = set()
    for _, trait in found.values():
        state = split(trait.state, ";")
        if trait.name == "stack":
            around |= dict.fromkeys(state[3:], state[:3])
        elif trait.name == "deck":
            in_decks |= {id_ for ids in state[4:] for id_ in split(ids, ",")}
    for id_, (text, trait) in found.items():
        if trait.name != "piece":
            continue
        state = split(trait.state, ";")
        map_, *place = (around.get(id_) or state)[:3]
        if id_ in in_decks:
            left["cards and pieces in decks, which start whole here"] += 1
        elif map_ == "null" or len(place) < 2:
            left["pieces on no map"] += 1
        else:
            slot = state[3] if len(state) > 3 else ""
            yield SavedPiece(slot, map_, (_number(place[0]), _number(place[1])), text)


def _number(text: str) -> float:
    """Return a number; one beyond `MAX_NUMBER` is as good as none."""
    is_number = re.fullmatch(r"-?\d{1,9}", text, re.ASCII)
    return float(text) if is_number and abs(int(text)) <= MAX_NUMBER else 0.0


def _refused(path: Path, what: str) -> PackError:
    return PackError(f"{path}: {what}; save the game again in VASSAL")
