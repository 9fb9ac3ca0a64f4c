"""Many files in one: their names and sizes as JSON, then their bytes.

The first four bytes are the length of the JSON, the lowest first. A browser unpacks it by slicing.
"""

import json
from collections.abc import Mapping


def to_bundle(files: Mapping[str, bytes]) -> bytes:
    """Return files as one, in their order."""
    head = json.dumps([[name, len(content)] for name, content in files.items()]).encode()
    return b"".join((len(head).to_bytes(4, "little"), head, *files.values()))


def from_bundle(bundle: bytes) -> dict[str, bytes]:
    """Return the files in a bundle.

    >>> from_bundle(to_bundle({"a.txt": b"one", "b.txt": b""}))
    {'a.txt': b'one', 'b.txt': b''}
    """
    at = 4 + int.from_bytes(bundle[:4], "little")
    files = {}
    for name, size in json.loads(bundle[4:at]):
        files[name] = bundle[at : at + size]
        at += size
    return files
