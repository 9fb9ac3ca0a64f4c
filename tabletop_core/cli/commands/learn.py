"""`tabletop learn`: the first game of a pack, with a word on each decision of its opening."""

from typing import TYPE_CHECKING, Any

import typer

from ..completion import PackId
from ..settings import Settings

if TYPE_CHECKING:
    from ...engine.game import Game


def learn(
    ctx: typer.Context,
    pack: PackId,
) -> None:
    """Learn a game by playing it.

    An opening is shown decision by decision, with a word on each; Enter answers as it does.
    After it, or as soon as another answer is given, the game goes on as any other.
    """
    settings: Settings = ctx.obj
    learn_game(settings, settings.game(pack))


def learn_game(settings: Settings, game: "Game[Any]") -> None:
    """Play the lesson of a game in line mode, and then on."""
    from ...presentation.lessons import lesson_of
    from .local_play import play_new

    lesson = lesson_of(game)
    play_new(
        settings,
        game,
        options=dict(lesson.options),
        seed=lesson.seed,
        seats=lesson.seats,
        is_manual=False,
        save=None,
        overlays=(),
        lesson=lesson,
    )
