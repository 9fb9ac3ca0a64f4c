"""Read TOML into attrs classes, strictly, and report all faults at once.

A file becomes a value of the requested class; unknown keys, missing keys and values of
the wrong type are problems with file, line, key, value, remedy and a stable code (D1xx).
Nothing is coerced: `true` is not a number, `2` is not text, `"abc"` is not an array.

>>> import attrs, tempfile, pathlib
>>> @attrs.frozen(kw_only=True)
... class Track(Component):
...     length: int
...     boxes: tuple[str, ...] = ()
>>> file = pathlib.Path(tempfile.mkdtemp()) / "fuel.toml"
>>> _ = file.write_text('schema = 1\\nid = "fuel"\\nlength = 36\\nprovenance = "rulebook"\\n')
>>> load_file(file, Track).length
36
"""

from .card_kinds import CardFile, CardKind, copies_of, file_of
from .documents import (
    Document,
    PathLike,
    as_path,
    collect,
    digest_of,
    files_in,
    in_order,
    parse_toml,
    read_document,
    read_file,
)
from .entries import CONFIDENCES, PROVENANCES, SCHEMA, Component, Entry, provenance_count
from .glossary import Glossary, Word
from .loading import digest_files, load_documents, load_file, load_folder, read_documents
from .structuring import fault, structure

__all__ = [
    "CONFIDENCES",
    "PROVENANCES",
    "SCHEMA",
    "CardFile",
    "CardKind",
    "Component",
    "Document",
    "Entry",
    "Glossary",
    "PathLike",
    "Word",
    "as_path",
    "collect",
    "copies_of",
    "digest_files",
    "digest_of",
    "fault",
    "file_of",
    "files_in",
    "in_order",
    "load_documents",
    "load_file",
    "load_folder",
    "parse_toml",
    "provenance_count",
    "read_document",
    "read_documents",
    "read_file",
    "structure",
]
