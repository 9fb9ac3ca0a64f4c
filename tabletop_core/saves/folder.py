"""The folder of saved games: its files by name and by age, and names for new ones."""

import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from ..bots.seating import persons_of
from ..engine.tape import is_touched
from ..errors import SaveError
from ..version import core_version
from .locks import lock
from .reader import Saved, begins_as_save, read_save


def saves_folder() -> Path:
    """Return the folder of a person's saved games; `TABLETOP_SAVES` names another."""
    named = os.environ.get("TABLETOP_SAVES")
    if named:
        return Path(named)
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA", Path.home() / "AppData" / "Roaming"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME", ""))
        if not base.is_absolute():  # an empty or relative one counts as none, says the standard
            base = Path.home() / ".local" / "share"
    return base / "tabletop" / "saves"


def notes_folder() -> Path:
    """Return the folder that notes which data of packs were checked before."""
    return saves_folder() / ".checked"


def saved_files() -> list[Path]:
    """Return the files in the folder of saved games, the latest first.

    They end in `.toml` or begin as a saved game does, since `--save` takes any file name.
    """
    try:
        inside = [path for path in saves_folder().iterdir() if _is_save(path)]
    except OSError:
        return []
    return sorted(inside, key=_changed_at, reverse=True)


def _is_save(path: Path) -> bool:
    if path.name.startswith("."):
        return False
    try:
        # Never open a pipe: that would wait for its writer.
        return path.is_file() and (path.suffix == ".toml" or begins_as_save(path))
    except OSError:
        return False


def _changed_at(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def saved_games() -> Iterator[tuple[Path, Saved | SaveError]]:
    """Yield the file of each saved game with the game or its error, the latest first.

    Games in which nobody has done anything yet are left out.
    """
    for path in saved_files():
        try:
            saved = read_save(path)
        except SaveError as error:
            yield path, error
        else:
            if not is_untouched(saved):
                yield path, saved


def listed_games(
    words: Callable[[Saved | SaveError], tuple[str, str]],
) -> Iterator[tuple[Path, str, str]]:
    """Yield the file of each saved game with what `words` makes of it, the latest first.

    It is kept beside the files, so that a file of the same size and time is not read again. Of one
    that changed just now nothing is kept: its time could stay the same with the next change.
    """
    index = saves_folder() / ".listed"
    before, listed = _read_index(index), {}
    now = time.time_ns()
    for path in saved_files():
        with suppress(OSError):
            found = path.stat()
            mark = [found.st_size, found.st_mtime_ns]
            row = before.get(path.name)
            if row is None or row[:2] != mark:
                row = [*mark, *_listed(path, words)]
            if row[2] is not None:
                yield path, row[2], row[3]
            if row[4] and found.st_mtime_ns < now - 2_000_000_000:
                listed[path.name] = row
    if listed != before:
        with suppress(OSError):
            fresh = index.with_suffix(".new")
            fresh.write_text(json.dumps([core_version(), listed]), "utf-8")
            fresh.replace(index)


def _listed(
    path: Path, words: Callable[[Saved | SaveError], tuple[str, str]]
) -> tuple[str | None, str, bool]:
    """Return the words for a file, None where nobody has done anything; whether to keep them."""
    try:
        saved = read_save(path)
    except SaveError as error:
        return *words(error), False
    return (None, "", True) if is_untouched(saved) else (*words(saved), True)


def _read_index(index: Path) -> dict[str, list[Any]]:
    """Return what is kept of the files; nothing where another version wrote it, or nonsense."""
    try:
        version, rows = json.loads(index.read_text("utf-8"))
        if version == core_version() and all(
            isinstance(row[2], str | None) and isinstance(row[3], str) and len(row) == 5
            for row in rows.values()
        ):
            return dict(rows)
    except (OSError, ValueError, TypeError, AttributeError, LookupError, RecursionError):
        pass
    return {}


def is_untouched(saved: Saved) -> bool:
    """Return whether a game for persons was left before any of them had done anything.

    Its file remains where the program was killed at the first question.
    """
    persons = persons_of(saved.header.players)
    if not persons or saved.start or saved.sealed or saved.outcome or saved.notices:
        return False  # A notice names what was torn off: perhaps the first answer.
    real_dice = saved.header.dice == "manual"
    return not is_touched(saved.entries, persons, real_dice=real_dice)


def unfinished() -> Iterator[Saved]:
    """Yield the saved games that can go on, the latest first."""
    for _, saved in saved_games():
        if isinstance(saved, Saved) and not saved.outcome:
            yield saved


def last_of(pack: str) -> Saved | None:
    """Return the saved game of a pack that was played last, if any can be read."""
    for _, saved in saved_games():
        if isinstance(saved, Saved) and saved.header.pack == pack:
            return saved
    return None


def find_save(file: Path | None) -> Path:
    """Return the named file, which may be among the saved games; the default is the latest.

    Raises:
        SaveError: there is none.
    """
    if file is None:
        for path, _ in saved_games():
            return path
        raise SaveError(
            f"there is no saved game in {saves_folder()}; start one with `tabletop play PACK`"
        )
    inside = saves_folder() / file
    for path in (file, inside, inside.with_name(inside.name + ".toml")):
        # `Path.is_file` fails for a name that is too long.
        if os.path.isfile(path):
            return path
    for path in saved_files():
        if path.stem == str(file):
            return path
    raise SaveError(f"there is no saved game {str(file)!r}; see `tabletop saves`")


def check_name(name: str) -> str:
    """Return the name that a person gave a file, stripped.

    Raises:
        SaveError: it holds characters that file names may not.
    """
    if not re.fullmatch(r"[\w][\w .,()'-]*", name.strip()):
        raise SaveError(f"{name!r} is not a valid name; use letters, digits, spaces and - _")
    return name.strip()


def rename_save(path: Path, name: str) -> Path:
    """Give a saved game or a preset another name in its folder, and return its new path.

    Raises:
        SaveError: the name holds characters that file names may not, is taken, or the game is being
            played.
    """
    name = check_name(name)
    _check_idle(path)
    target = path.with_name(name.removesuffix(path.suffix) + path.suffix)
    try:
        if target.exists():
            raise SaveError(f"the name {target.stem!r} is taken; choose another")
        return path.rename(target)
    except OSError as error:
        raise SaveError(
            f"{path} cannot be renamed: {error.strerror}; choose another name"
        ) from None


def delete_save(path: Path) -> None:
    """Delete a saved game or a preset for good.

    Raises:
        SaveError: it is being played, or cannot be deleted.
    """
    _check_idle(path)
    try:
        path.unlink()
    except OSError as error:
        raise SaveError(f"{path} cannot be deleted: {error.strerror}") from None


def _check_idle(path: Path) -> None:
    try:
        with open(path, "r+b") as file:
            is_idle = lock(file)
    except OSError as error:
        raise SaveError(f"{path} cannot be changed: {error.strerror}") from None
    if not is_idle:
        raise SaveError(f"{path} is being played by another program; stop that one first")


def new_path(pack_id: str) -> Path:
    """Return a file for a game that begins now; games of the same second get the same."""
    return saves_folder() / f"{pack_id}-{datetime.now():%Y%m%d-%H%M%S}.toml"
