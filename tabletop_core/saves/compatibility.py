"""What a checkpoint depends on besides the tape: the core, the code and the data of the pack."""

import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..engine.game import Game
from ..version import core_version


def compatibility_digest(game: Game[Any], data: Any) -> str:
    """Return a digest of the core's version, the pack's code and its data.

    A checkpoint is valid only where this digest is the same.
    It is empty where the code cannot be read; such a checkpoint is never trusted.
    """
    code = _code_of(game.package)
    if not code:
        return ""
    parts = (core_version(), str(game.identity.rules), code, data.digest)
    return sha256("\n".join(parts).encode()).hexdigest()


@cache
def _code_of(package: str) -> str:
    """Return a digest of the modules of a package, as they were at the first call."""
    module = sys.modules.get(package)
    file = getattr(module, "__file__", None)
    if file is None or not Path(file).is_file():
        return ""
    folder = Path(file).parent
    files = sorted(folder.rglob("*.py")) if hasattr(module, "__path__") else [Path(file)]
    digest = sha256()
    for path in files:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()
