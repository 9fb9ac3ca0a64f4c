"""The games of a server, each loaded once."""

import re
from pathlib import Path
from threading import Lock
from typing import Any

from ..engine.game import Game
from ..errors import PackError, TabletopError
from ..plugins.packs import Catalog
from ..tables.on_demand import checked_once
from .errors import NotFoundError


class Games:
    """The games of a catalog; `checked` is where the checks of their tables are remembered."""

    def __init__(self, catalog: Catalog, checked: Path) -> None:
        self.catalog = catalog
        self.checked = checked
        self._games: dict[str, Game[Any]] = {}
        self._load = Lock()

    def game(self, pack_id: str) -> Game[Any]:
        """Return the game of a pack, loaded once.

        Raises:
            NotFoundError: there is no such pack.
            PackError: it cannot be loaded, or not even be asked who it is.
        """
        with self._load:
            if pack_id not in {pack.id for pack in self.catalog.packs}:
                named = re.compile(rf"\b{re.escape(pack_id)}\b")
                if problems := list(filter(named.search, self.catalog.problems)):
                    raise PackError("\n".join(problems))
                raise NotFoundError(f"there is no game {pack_id[:80]!r} here")
            if pack_id not in self._games:
                self._games[pack_id] = self.catalog[pack_id].load()
            return self._games[pack_id]

    def load_all(self, *, only_folders: bool = False) -> list[str]:
        """Load all games with their data, and return what is wrong with those that failed.

        `only_folders`: not those that are installed.
        A game that failed is loaded again when somebody asks for it.
        """
        problems = [*self.catalog.problems]
        for pack in self.catalog.packs:
            if only_folders and not pack.is_in_folder:
                continue
            try:
                with checked_once(self.checked):
                    self.game(pack.id).data_with()
            except TabletopError as error:
                problems.append(str(error))
            except Exception as error:  # the code of a pack may raise anything
                problems.append(
                    f"the data of pack {pack.id} ({pack.origin}) cannot be loaded: "
                    f"{type(error).__name__}: {error}; fix the pack or remove it"
                )
        return problems
