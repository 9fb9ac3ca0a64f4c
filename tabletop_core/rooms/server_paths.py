"""Paths of the server's machine, which are kept out of what visitors read."""

import re
from collections.abc import Iterable
from pathlib import Path

_FOLDERS = re.compile(r"(?<![\w./:\\])(?:[A-Za-z]:)?[/\\](?:[^\s/\\:'\"]+[/\\])+")
"""The folders of an absolute path, whose names have no spaces; no part of a web address."""


class ServerPaths:
    """Takes folders of this machine out of messages; `folders` are those that may be named."""

    def __init__(self, folders: Iterable[Path]) -> None:
        # Of one folder in another, the inner one is removed first.
        self._folders = sorted({str(one) for one in folders}, key=len, reverse=True)

    def removed_from(self, text: str) -> str:
        """Return a message that names files without their folders.

        >>> ServerPaths([Path("/my games")]).removed_from("/my games/a.toml: see /usr/lib/x.py")
        'a.toml: see x.py'
        """
        for folder in self._folders:
            for sign in "/\\":
                text = text.replace(f"{folder}{sign}", "")
            text = text.replace(folder, Path(folder).name)
        return _FOLDERS.sub("", text)
