"""Pictures that the owner of a game has of its counters and cards, drawn in place of ours."""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import ClassVar

import attrs

from ..data import Entry, fault
from ..errors import Problem
from ..panels import Card, Piece
from ..panels.appearance import PanelError
from .counter_svg import PICTURED
from .picture_size import size_of

FOLDER, CARDS = "counters", "cards"
"""Beside the pictures of boards: these pictures, each kind with a TOML file that describes them."""
KINDS = {
    ".gif": "gif",
    ".png": "png",
    ".jpg": "jpeg",
    ".jpeg": "jpeg",
    ".webp": "webp",
    ".svg": "svg+xml",
}
"""The pictures that pages show, by the ending of the file."""
MAX_BYTES = 24 * 1024 * 1024
"""Of a picture of a board, and of all pictures of counters or of cards, which a page holds at once.
"""


@attrs.frozen(kw_only=True)
class PicturedCounter(Entry):
    """Counters with the same pictures, which lie on each other from the bottom up.

    `states`: the pictures of such a counter in another state, as its view calls it.
    """

    ids: tuple[str, ...]
    pictures: tuple[str, ...] = ()
    states: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict, hash=False)

    @property
    def files(self) -> tuple[str, ...]:
        """The pictures of all states, those of some several times."""
        return (*self.pictures, *(name for stack in self.states.values() for name in stack))

    def of(self, state: str) -> tuple[str, ...]:
        """Return the pictures in a state."""
        return self.states.get(state, self.pictures)


@attrs.frozen(kw_only=True)
class PicturedCard(Entry):
    """Cards with the same pictures, which lie on each other from the bottom up.

    `names`: what a view calls them; it calls a hidden card by its kind, such as its deck.
    """

    names: tuple[str, ...]
    pictures: tuple[str, ...]

    @property
    def files(self) -> tuple[str, ...]:
        """The pictures."""
        return self.pictures


@attrs.frozen(slots=False)
class _Pictures:
    """What describes pictures in a folder; `_kind` is what its entries are called."""

    _kind: ClassVar[str]

    @property
    def entries(self) -> tuple[PicturedCounter | PicturedCard, ...]:
        """The entries of the file."""
        found: tuple[PicturedCounter | PicturedCard, ...] = getattr(self, self._kind)
        return found

    def faults(self) -> Iterator[Problem]:
        """Yield what is wrong with the description, for the reader of the file."""
        for at, entry in enumerate(self.entries):
            for name in entry.files:
                if Path(name).name != name or Path(name).suffix.lower() not in KINDS:
                    yield fault(
                        f"{self._kind}[{at}]",
                        "it is not a picture in this folder",
                        name,
                        f"name a file ending in {', '.join(KINDS)}",
                    )

    @cached_property
    def _names(self) -> dict[str, str]:
        """The name of the symbol of each picture."""
        files = dict.fromkeys(name for entry in self.entries for name in entry.files)
        return {name: f"{PICTURED}{self._kind}-{number}" for number, name in enumerate(files)}

    def _symbols(self, pictures: Iterable[str]) -> str:
        return " ".join(self._names[name] for name in pictures)

    def drawings(self, folder: Path) -> dict[str, str]:
        """Return each picture as the inside of a symbol, by its name.

        They keep their sizes to one another, but those that are larger than usual.

        Raises:
            PanelError: one cannot be read, or they are too large.
        """
        read = {name: _read(folder / name) for name in self._names}
        total = sum(map(len, read.values()))
        if total > MAX_BYTES:
            raise PanelError(
                f"the pictures in {folder} have {total} bytes; {MAX_BYTES} are the most, save them "
                "smaller"
            )
        sizes = {name: size_of(content) for name, content in read.items()}
        first = [entry.pictures[0] for entry in self.entries if entry.pictures]
        usual = median([max(size) for name in first if (size := sizes[name])] or [64])
        return {
            symbol: _image(name, read[name], sizes[name] or (usual, usual), usual)
            for name, symbol in self._names.items()
        }


@attrs.frozen(kw_only=True, slots=False)
class CounterPictures(_Pictures):
    """The content of a file beside the pictures of counters.

    [[counter]]
    ids = ["rider_1", "rider_2"]
    pictures = ["rider.png"]
    states.tired = ["rider.png", "tired.png"]
    """

    _kind = "counter"

    counter: tuple[PicturedCounter, ...] = ()

    @cached_property
    def _by_id(self) -> dict[str, PicturedCounter]:
        return {id_: counter for counter in self.counter for id_ in counter.ids}

    def on(self, piece: Piece) -> Piece:
        """Return a counter with its pictures, which have label and values on them, if any."""
        counter = self._by_id.get(piece.id)
        pictures = counter.of(piece.state) if counter is not None else ()
        if counter is None or not pictures:
            return piece
        words, state = piece.words, piece.state
        if state in counter.states:  # the picture shows it
            words, state = words if state in words else f"{words}, {state}", ""
        bare = attrs.evolve(piece, label="", corners=(), tone="", silhouette=False)
        return attrs.evolve(bare, symbol=self._symbols(pictures), words=words, state=state)


@attrs.frozen(kw_only=True, slots=False)
class CardPictures(_Pictures):
    """The content of a file beside the pictures of cards.

    [[card]]
    names = ["Forced March"]
    pictures = ["march.png"]
    """

    _kind = "card"

    card: tuple[PicturedCard, ...] = ()

    @cached_property
    def _by_name(self) -> dict[str, PicturedCard]:
        return {name: card for card in self.card for name in card.names}

    def on(self, card: Card) -> Card:
        """Return a card with its pictures, or a hidden one with those of its back."""
        pictured = self._by_name.get(card.name)
        if pictured is None:
            return card
        return attrs.evolve(card, hidden=False, art=self._symbols(pictured.pictures))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise PanelError(
            f"{path} cannot be read: {error.strerror}; put the picture there"
        ) from None


def address_of(name: str, content: bytes) -> str:
    """Return a picture as a `data:` address, so that nothing has to be fetched."""
    return f"data:image/{KINDS[Path(name).suffix.lower()]};base64,{b64encode(content).decode()}"


def _image(name: str, content: bytes, size: tuple[float, float], usual: float) -> str:
    wide, high = (side * 24 / max(usual, *size) for side in size)
    return (
        f'<image href="{address_of(name, content)}" x="{12 - wide / 2:.4g}" '
        f'y="{12 - high / 2:.4g}" width="{wide:.4g}" height="{high:.4g}"/>'
    )
