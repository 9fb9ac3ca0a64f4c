"""The options that every command accepts, and what follows from them."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from errno import EBADF, EFBIG, EIO, ENOSPC, EPIPE
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import PackError, TabletopError, UnsavedError

if TYPE_CHECKING:
    from ..adapters.policy import PolicyExtension
    from ..engine.game import Game
    from ..plugins.packs import Catalog, Pack
    from ..text.style import Style
    from .screen.pinned import Pinned

_OF_STREAMS = (EBADF, EFBIG, EIO, ENOSPC, EPIPE)

_POLICY = re.compile(r"(?:bot:)?policy:((?:[A-Za-z]:(?=[/\\\\]))?[^,:;]+)")
"""A policy among bots: its file, which on Windows may begin with a drive."""

MIN_PINNED = (60, 20)
"""Columns and lines of the smallest terminal with room for a table that stays in sight."""


def in_a_folder(file: Path | None) -> Path | None:
    """Refuse a file that is written in the end, while nothing has been played for it yet.

    Raises:
        TabletopError: its folder is not there.
    """
    if file is not None and not file.parent.is_dir():
        raise TabletopError(
            f"{file} cannot be written: there is no folder {file.parent}; make it, or choose "
            "another file"
        )
    return file


class Settings:
    """The global options; commands find it as `ctx.obj`."""

    def __init__(
        self,
        folders: tuple[Path, ...] = (),
        plain: bool = False,
        no_color: bool = False,
        traceback: bool = False,
        scroll: bool = False,
    ) -> None:
        self.folders = folders
        self.plain = plain
        self.no_color = no_color
        self.traceback = traceback
        self.scroll = scroll
        self._said: set[str] = set()
        self._policies: dict[Path, PolicyExtension] = {}

    @property
    def can_ask(self) -> bool:
        """Whether a person at a terminal can answer questions."""
        return sys.stdin.isatty() and sys.stdout.isatty()

    @property
    def is_plain(self) -> bool:
        """Whether to write plain lines: asked for, or not written to a terminal."""
        return self.plain or os.environ.get("TERM") == "dumb" or not sys.stdout.isatty()

    @property
    def has_colour(self) -> bool:
        return not (self.is_plain or self.no_color or os.environ.get("NO_COLOR"))

    @property
    def style(self) -> "Style":
        """How to draw on standard output."""
        from shutil import get_terminal_size

        from ..text.style import Style

        size = get_terminal_size((80, 24))
        return Style(
            boxes=not self.is_plain,
            colour=self.has_colour,
            width=max(40, size.columns),
            height=size.lines,
        )

    def pinned(self) -> "Pinned | None":
        """Return a screen with a pinned table, if installed and the terminal has room."""
        from importlib.util import find_spec

        style = self.style
        is_typed = sys.stdin.isatty() and os.name == "posix"
        if self.scroll or not style.boxes or not is_typed or not find_spec("prompt_toolkit"):
            return None
        if style.width < MIN_PINNED[0] or style.height < MIN_PINNED[1]:
            return None
        from .screen.pinned import Pinned

        return Pinned(style)

    @contextmanager
    def telling_faults(self, saved_as: Callable[[], Path | None]) -> Iterator[None]:
        """Turn an error in the rules into one message that also names the saved game.

        `saved_as` returns the file of the game at the time of the error.

        Raises:
            TabletopError: the rules failed.
        """
        from ..engine.endless import ending

        try:
            with ending():
                yield
        except UnsavedError:
            raise
        except Exception as error:
            failure = self.failure(error, saved_as)
            if failure is None:
                raise
            raise failure from None

    def failure(
        self, error: Exception, saved_as: Callable[[], Path | None] = lambda: None
    ) -> TabletopError | None:
        """Return the error that says which code of a pack failed, where, and what to do.

        None if no code of a pack did. With `--traceback`, the traceback is printed first.
        """
        from shlex import quote
        from traceback import print_exception

        from ..engine.endless import EndlessError
        from ..engine.faults import fault_of

        if isinstance(error, OSError) and error.errno in _OF_STREAMS:
            # The disk or the terminal failed, not the rule that rolled or asked.
            return None
        fault = error if isinstance(error, EndlessError) else fault_of(error)
        if fault is None:
            return None
        path = saved_as()
        kept = f"the game is saved: tabletop resume {quote(str(path))}" if path else ""
        rest = "" if self.traceback else "--traceback shows the full traceback"
        if self.traceback:
            print_exception(error)
        advice = "; ".join(filter(None, ("fix the rule in the pack", kept, rest)))
        return TabletopError(f"{fault}; {advice}")

    def catalog(self) -> "Catalog":
        """Find all packs, without loading rules."""
        from ..plugins.packs import find_packs

        found = find_packs(self.folders)
        self.say_taken(found.packs)
        return found.extended_by(self._policies.values())

    def add_policies(self, files: "Iterable[Path]") -> None:
        """Let the games of the catalog be played by policies, each under the name of its file.

        Raises:
            PackError: a file holds no policy, or what reads it is not installed.
        """
        for file in files:
            if file in self._policies:
                continue
            try:
                from ..adapters.policy import policy_extension
            except ImportError:
                raise PackError(
                    "a policy needs NumPy, which is not installed: pip install numpy"
                ) from None
            self._policies[file] = policy_extension(file)

    def with_policies(self, pack: str, bots: str) -> str:
        """Return a list of bots of a game with the name of each policy in place of its file.

        Raises:
            PackError: as `add_policies`, or it was trained in another game.
        """

        def name_of(found: "re.Match[str]") -> str:
            file = Path(found[1].strip())
            self.add_policies([file])
            trained_in = self._policies[file].pack
            if trained_in != pack:
                raise PackError(f"{file} was trained in {trained_in}, not in {pack}")
            return f"bot:{file.stem}"

        return _POLICY.sub(name_of, bots)

    def packs_at(self, name: str) -> "Catalog":
        """Return the packs in this folder, or of this file, or else the pack with this id.

        Raises:
            PackError: there is none.
        """
        from ..plugins.packs import NO_PACK, Catalog, find_packs

        folder = Path(name)
        if not folder.is_dir() and folder.suffix != ".py":
            return Catalog((self.catalog()[name],))
        found = find_packs([folder, *self.folders])
        packs = tuple(one for one in found.packs if _is_in(one, folder))
        problems = tuple(
            text for text in found.problems if str(folder) in text and NO_PACK not in text
        )
        if packs or problems:
            self.say_taken(packs)
            return Catalog(packs, problems)
        if any(one.id == name for one in found.packs):
            return Catalog((found[name],))
        raise PackError(
            f"the folder {name!r} {NO_PACK}; a pack is a folder with an __init__.py, or a module, "
            "that implements the hooks (`tabletop new` makes one)"
        )

    def sound_packs_at(self, name: str) -> "tuple[Pack, ...]":
        """Return the packs that `packs_at` finds.

        Raises:
            PackError: there is none, or one is broken.
        """
        found = self.packs_at(name)
        for problem in found.problems:
            raise PackError(problem)
        return found.packs

    def say_taken(self, packs: "Iterable[Pack]") -> None:
        """Report once, on standard error, which packs of folders replace installed ones."""
        for pack in packs:
            if pack.instead_of and pack.id not in self._said:
                self._said.add(pack.id)
                taken = (
                    f"{pack.id} is loaded from the {pack.origin}, not from where it is installed"
                )
                print(f"tabletop: {taken} ({pack.instead_of})", file=sys.stderr)

    def game(self, pack_id: str) -> "Game[Any]":
        """Load the game of a pack, named by its id.

        Raises:
            PackError: there is no such pack, or it cannot be loaded.
        """
        return self.catalog()[pack_id].load()

    def game_at(self, name: str) -> "Game[Any]":
        """Load the game of the pack with this id, or else in this folder or of this file.

        Raises:
            PackError: there is none, several, or it cannot be loaded.
        """
        if any(one.id == name for one in self.catalog().packs):
            return self.game(name)
        packs = self.sound_packs_at(name)
        if len(packs) > 1:
            names = ", ".join(pack.id for pack in packs)
            raise PackError(f"{name} holds several packs: {names}; name the folder of one")
        return packs[0].load()


def _is_in(pack: "Pack", folder: Path) -> bool:
    """Return whether a pack is this folder, or in it, or in its `src`."""
    if pack.home is None:
        return False
    if folder.is_file():
        return bool(pack.file) and folder.resolve() == Path(pack.file).resolve()
    around = pack.home.parent
    return folder.resolve() in (pack.home, around.parent if around.name == "src" else around)


def read_seed(text: str) -> int | str:
    """Return the seed given by `--seed`: a whole number, or one that the program has shown.

    Raises:
        TabletopError: it is neither.
    """
    from ..chance import read_fresh_seed

    if (drawn := read_fresh_seed(text)) is not None:
        return drawn
    if re.fullmatch(r"exam [0-9]+", text):
        return text  # `check` names its games like this.
    try:
        return int(text)
    except ValueError:
        raise TabletopError(
            f"--seed {text!r} is not a whole number; give one such as 7, or the whole seed that a "
            "game has shown"
        ) from None
