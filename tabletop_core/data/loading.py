"""Loading files and folders as values, with overlays laid over them."""

from collections.abc import Sequence
from functools import partial
from typing import Any, TypeVar

from ..errors import DataError, Problem
from .documents import (
    Document,
    PathLike,
    collect,
    digest_of,
    files_in,
    in_order,
    read_document,
    unreadable,
)
from .structuring import structure

T = TypeVar("T")


def load_file(path: PathLike, cls: type[T], *given: Any, overlays: Sequence[PathLike] = ()) -> T:
    """Load one TOML file as an attrs class; what is `given` goes to its method `faults`.

    Raises:
        DataError: all problems of the file and of the overlays.
    """
    return next(iter(load_folder(path, cls, *given, overlays=overlays).values()))


def load_folder(
    path: PathLike, cls: type[T], *given: Any, overlays: Sequence[PathLike] = ()
) -> dict[str, T]:
    """Load every TOML file of a folder, by `id` where the class has one, else by file name.

    Raises:
        DataError: all problems of all files.
    """
    return load_documents(path, cls, overlays, given)[1]


def load_documents(
    path: PathLike,
    cls: type[T],
    overlays: Sequence[PathLike] = (),
    given: Sequence[Any] | None = (),
) -> tuple[list[Document], dict[str, T], tuple[str, ...]]:
    """Return the parsed files, their values, and what the overlays changed."""
    if overlays:
        # Check the files before an overlay is applied: it must not hide a fault in them.
        load_documents(path, cls, given=None if given else ())
    problems: list[Problem] = []
    documents, overlaid = read_documents(path, overlays, problems)
    found: dict[str, T] = {}
    for document in documents:
        for value in collect([partial(structure, document, cls, given)], problems):
            name = str(getattr(value, "id", document.stem))
            if name in found:
                clash = Problem(
                    code="D108", key="id", value=repr(name), message="two files have this id",
                    remedy="rename one",
                )  # fmt: skip
                problems.append(document.place(clash))
            found[name] = value
    if problems:
        raise in_order(problems)
    if not found:
        raise unreadable(str(path), "D101", "there is no TOML file here", "check the path")
    return documents, found, overlaid


def read_documents(
    path: PathLike, overlays: Sequence[PathLike], problems: list[Problem], *, tables: bool = False
) -> tuple[list[Document], tuple[str, ...]]:
    """Parse a file or folder and lay overlays over it; return also what they changed."""
    works = [partial(read_document, file) for file in files_in(path)]
    documents = collect(works, problems)
    if not overlays:
        return documents, ()
    from .overlays import lay_over

    laid = collect([partial(read_document, file) for file in overlays], problems)
    return documents, lay_over(documents, laid, problems, tables=tables)


def digest_files(path: PathLike, overlays: Sequence[PathLike] = ()) -> str:
    """Return a fingerprint of all TOML files of a folder and of the overlays.

    Raises:
        DataError: a file cannot be read, or an overlay sets a value in a file that is not here.
    """
    if overlays:
        from .overlays import check_overlays

        check_overlays(path, overlays)
    problems: list[Problem] = []
    files = [*files_in(path), *overlays]
    documents = collect([partial(read_document, file) for file in files], problems)
    if problems:
        raise DataError(problems)
    return digest_of([[document.stem, document.raw] for document in documents])
