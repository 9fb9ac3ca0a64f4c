"""The data folder of a pack: read once, strictly, with an owner's overlays applied."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

import attrs
from typing_extensions import TypeVar

from ..data import CardKind, Component, Entry, Glossary
from ..data.card_kinds import file_of
from ..data.documents import PathLike, digest_of, files_in
from ..data.entries import provenance_count
from ..data.folders import package_name
from ..data.loading import load_documents
from ..engine.pack_data import PackData
from ..engine.pickling import folder_of
from ..errors import DataError, Problem

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from ..tables import Tables

T = TypeVar("T")
C = TypeVar("C", bound=CardKind, default=CardKind)


Overlays: TypeAlias = Sequence[PathLike]
"""Files with an owner's values, which override those of a pack."""


def pieces_of(components: Iterable[Any]) -> dict[str, tuple[str, ...]]:
    """Return the ids of the entries in components that have a title, by that title."""
    pieces: dict[str, tuple[str, ...]] = {}
    for component in components:
        if isinstance(component, Component) and component.title:
            ids = tuple(
                entry.id
                for field in attrs.fields(type(component))
                for entry in _entries(getattr(component, field.name))
            )
            if ids:
                pieces[component.title] = pieces.get(component.title, ()) + ids
    return pieces


def _entries(value: Any) -> Iterator[Any]:
    """Yield the entries with an id in what one key of a file holds."""
    if isinstance(value, tuple | list):
        for item in value:
            if isinstance(item, Entry) and hasattr(item, "id"):
                yield item


class DataFolder:
    """Reads the files under `data/` of a package and keeps account of them.

        folder = DataFolder(__package__, overlays)
        board = folder.file("board.toml", Board)
        tables = folder.tables("tables")
        return Data(board=board, tables=tables, **folder.account())

    Args:
        package: name of the package whose folder `data` holds the files; of a pack that is one
            module, its name: the files lie beside it.
        overlays: files with an owner's values.
    """

    def __init__(self, package: str | None, overlays: Overlays = ()) -> None:
        package = package_name(package)
        self._is_module = not hasattr(import_module(package), "__path__")
        self.path: Path | Traversable = (
            Path(folder_of(package)) if self._is_module else files(package) / "data"
        )
        self.overlays = tuple(overlays)
        self._read: set[str] = set()
        self._components: list[Any] = []
        self._counted: Counter[str] = Counter()
        self._raw: list[Any] = []
        self._overlaid: tuple[str, ...] = ()

    def file(self, name: str, cls: type[T], *given: Any) -> T:
        """Read one file as an attrs class; what is `given` goes to its method `faults`.

        Raises:
            DataError: all problems of the file.
        """
        return next(iter(self.folder(name, cls, *given).values()))

    def folder(self, name: str, cls: type[T], *given: Any) -> dict[str, T]:
        """Read every file of a folder, by `id` where the class has one, else by file name.

        Raises:
            DataError: all problems of all files.
        """
        path = self._at(name)
        documents, found, overlaid = load_documents(path, cls, self.overlays, given)
        self._raw += [[document.stem, document.raw] for document in documents]
        self._components += found.values()
        self._overlaid += overlaid
        return found

    def cards(
        self,
        name: str = "cards.toml",
        kind: type[C] = CardKind,  # type: ignore[assignment]  # the default of C
    ) -> dict[str, C]:
        """Read the kinds of card in a file, by id; `kind` is their class.

        Raises:
            DataError: all problems of the file.
        """
        cards: Any = self.file(name, file_of(kind)).card
        return {card.id: card for card in cards}

    def tables(self, name: str = "tables") -> "Tables":
        """Read the tables of a folder or file.

        Raises:
            DataError: all problems of all tables.
        """
        from ..tables.on_demand import load_on_demand

        tables = load_on_demand(self._at(name), self.overlays)
        self._raw.append(tables.digest)
        self._counted.update(tables.provenance)
        self._overlaid += tables.overlaid
        return tables

    def _at(self, name: str) -> "Path | Traversable":
        path = self.path / name
        self._read.update(map(str, files_in(path)))
        return path

    def names(self) -> dict[str, str]:
        """Return what each id is called, by the `name` or else `title` of the entries read so far.

        For the field of `PackData`: `Data(board=board, names=folder.names(), **folder.account())`.
        Copies of a counter are numbered: *The Guard 2*. Of a map its spaces are named; what covers
        them is not a piece.
        """
        from ..boards import Feature
        from ..boards.maps import Region, Terrain

        names: dict[str, str] = {}
        for component in self._components:
            for field in attrs.fields(type(component)) if isinstance(component, Component) else ():
                for entry in _entries(getattr(component, field.name)):
                    title = getattr(entry, "name", "") or getattr(entry, "title", "")
                    if isinstance(entry, Terrain | Feature | Region):
                        continue
                    ids = getattr(entry, "ids", (entry.id,))
                    for number, one in enumerate(ids, 1) if title else ():
                        names.setdefault(one, f"{title} {number}" if len(ids) > 1 else title)
        return names

    def account(self) -> dict[str, Any]:
        """Return which files hold which pieces, where the data come from, and their digest.

        The keys are fields of `PackData`; call it when everything has been read.

        Raises:
            DataError: a file of the folder that nothing read, an overlay that names no file.
        """
        if self.overlays:
            from ..data.overlays import check_overlays

            check_overlays(self.path, self.overlays)
        # What lies beside a module may belong to another.
        beside = () if self._is_module else files_in(self.path)
        unread = [path for path in beside if str(path) not in self._read]
        if unread:
            raise DataError(
                Problem(
                    code="D109",
                    file=str(path),
                    message="the pack reads nothing from this file",
                    remedy="read it in the pack's data module, or take it out",
                )
                for path in unread
            )
        return {
            "pieces": pieces_of(self._components),
            "provenance": provenance_count(*self._components, also=self._counted),
            "overlaid": self._overlaid,
            "overlays": tuple(str(Path(str(overlay)).absolute()) for overlay in self.overlays),
            "digest": digest_of(self._raw),
        }


@attrs.frozen(eq=False)
class CardData(PackData, Generic[C]):
    """The data of a game of cards: `cards` are the kinds of card by id."""

    cards: Mapping[str, C] = attrs.field(factory=dict)


def card_data(
    package: str | None,
    kind: type[C] = CardKind,  # type: ignore[assignment]  # the default of C
) -> Callable[[Sequence[Path]], CardData[C]]:
    """Return a `load_data` for a game of cards, which needs no data module.

    It reads `data/cards.toml` as `play.data.cards`, and where they exist the tables in
    `data/tables/` and the words in `data/glossary.toml`.

        GAME = Game(load_data=card_data(__package__, Ware), ...)
    """

    def load(overlays: Sequence[Path]) -> CardData[C]:
        folder = DataFolder(package, overlays)
        cards = folder.cards(kind=kind)
        known: dict[str, Any] = {"cards": cards}
        if (folder.path / "tables").is_dir():
            known["tables"] = folder.tables()
        if (folder.path / "glossary.toml").is_file():
            known["glossary"] = folder.file("glossary.toml", Glossary).word
        return CardData(**known, names=folder.names(), **folder.account())

    return load
