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

from .card_kinds import CardKind, copies_of
from .entries import Component, Entry
from .glossary import Glossary, Word
from .loading import load_file
from .structuring import fault

__all__ = [
    "CardKind",
    "Component",
    "Entry",
    "Glossary",
    "Word",
    "copies_of",
    "fault",
    "load_file",
]
