"""What installed packages add to a game: commands, bots, panels."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from functools import partial
from inspect import unwrap
from types import ModuleType
from typing import Any

import attrs

from ..bots.simple import bots_of
from ..engine.game import Game
from ..engine.look import as_view
from ..engine.pickling import folder_of, module_of
from ..engine.play import Play
from ..errors import PackError
from ..panels.panel import Panel
from ..viewers import Viewer
from .hookspecs import build_plugin_manager

View = Callable[[Play[Any], Viewer], Sequence[Panel]]

HOOKS = ("tabletop_commands", "tabletop_bots", "tabletop_panels")


@attrs.frozen
class Views:
    """The view of a game, and below it those that others add."""

    parts: tuple[View, ...]

    def __call__(self, play: Play[Any], viewer: Viewer) -> Sequence[Panel]:
        return [panel for view in self.parts for panel in view(play, viewer)]

    @property
    def __wrapped__(self) -> View:
        """The view of the game itself, at whose line faults of all panels together are reported."""
        return self.parts[0]


def views_of(game: Game[Any]) -> tuple[View, ...]:
    """Return the view of a game, and those that others add."""
    view = unwrap(game.look.view, stop=lambda one: isinstance(one, Views))
    return view.parts if isinstance(view, Views) else (game.look.view,)


@attrs.frozen
class Extension:
    """A package that implements at least one of the hooks for extras."""

    origin: str
    module: str
    _hooks: Any = attrs.field(repr=False, eq=False, alias="hooks")

    @classmethod
    def of(cls, module: ModuleType) -> "Extension":
        """Return a package that was imported already as an extension."""
        manager = build_plugin_manager()
        manager.register(module)
        return cls(module.__name__, module.__name__, manager.hook)

    @property
    def folder(self) -> str:
        """Where the package is, so that another process can import it."""
        return folder_of(self.module)

    def __reduce__(self) -> Any:
        return _extension_of, (self.module, self.folder)

    def ask(self, hook: str, game: str, fits: Callable[[Any], bool], what: str) -> Any:
        """Ask for what the package adds to a game.

        Raises:
            PackError: the hook fails or returns something else; the message names the package.
        """
        try:
            with redirect_stdout(sys.stderr):
                found = getattr(self._hooks, hook)(game=game)
        except (Exception, SystemExit) as error:
            raise PackError(
                f"{self.origin} fails to add to {game}: {type(error).__name__}: {error}; "
                "fix or uninstall that package"
            ) from error
        if not found:
            return None
        if not fits(found[0]):
            raise PackError(
                f"{self.origin} adds to {game} by {hook} a {type(found[0]).__name__}; "
                f"return {what}, or None"
            )
        return found[0]


def _extension_of(module: str, folder: str) -> Extension:
    return Extension.of(module_of(module, folder))


def _is_mapping(answer: Any) -> bool:
    return isinstance(answer, Mapping)


def implements_extras(hooks: Any) -> bool:
    """Return whether a plugin implements one of the hooks for extras."""
    return any(getattr(hooks, name).get_hookimpls() for name in HOOKS)


def extend(game: Game[Any], extensions: Iterable[Extension]) -> Game[Any]:
    """Return a game with the bots and panels that others add; the game itself if none do.

    Raises:
        PackError: an extra cannot be loaded, or a bot has the name of another.
    """
    bots: dict[str, Any] = {}
    views: list[View] = []
    used = []
    for extension in extensions:
        more = extension.ask("tabletop_bots", game.id, _is_mapping, "a mapping of names to bots")
        view = extension.ask("tabletop_panels", game.id, callable, "a function")
        for name in more or ():
            if name in bots or name in bots_of(game):
                raise PackError(
                    f"{extension.origin} adds a bot {name!r} to {game.id}, which has one of that "
                    "name; rename it, or uninstall one of the packages"
                )
        bots |= more or {}
        views += [as_view(view)] if view else []
        used += [extension] if more or view else []
    if not used:
        return game
    return attrs.evolve(
        game,
        bots={**game.bots, **bots},
        look=attrs.evolve(game.look, view=Views((game.look.view, *views))) if views else game.look,
        original=game,
        extensions=tuple(used),
        remake=partial(extend, game, tuple(used)),
    )


def commands_for(game: str, extensions: Iterable[Extension]) -> dict[str, Callable[..., Any]]:
    """Return the commands that packages bring for a game, by name.

    Raises:
        PackError: two have the same name, or a hook fails.
    """
    found: dict[str, Callable[..., Any]] = {}
    origins: dict[str, str] = {}
    for extension in extensions:
        more = extension.ask(
            "tabletop_commands", game, _is_mapping, "a mapping of names to functions"
        )
        for name, function in (more or {}).items():
            if name in found:
                raise PackError(
                    f"{extension.origin} and {origins[name]} both add a command {name!r} to "
                    f"{game}; rename one, or uninstall one of the packages"
                )
            found[name], origins[name] = function, extension.origin
    return found
