"""What an environment knows of a game from playing it: made once in a process, kept in files."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import attrs

from ..bots.seating import seat_bots
from ..bots.simple import chooser
from ..engine.game import Game
from ..engine.match import Match
from ..engine.tape import Tape
from ..errors import PackError

__all__ = ["MadeByPlaying"]

GAMES = 200
"""The most games that are played for it."""
MAX_DECISIONS = 2_000
"""Decisions after which such a game is left."""


def texts(given: Iterable[str]) -> tuple[str, ...]:
    """Return texts as fields hold them; a file gives a list."""
    return tuple(given)


class MadeByPlaying:
    """Base of `Vocabulary` and `Layout`, which are made by playing and may be kept in files."""

    by_playing: ClassVar[Any]

    def save(self, path: Path) -> None:
        """Write it to a file (JSON)."""
        plain = attrs.asdict(self)  # type: ignore[arg-type]  # each subclass is one of attrs
        path.write_text(json.dumps(plain, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")

    @classmethod
    def read(cls: type["Made"], path: Path) -> "Made":
        """Return what a file holds.

        Raises:
            PackError: it holds something else.
        """
        try:
            return cls(**json.loads(path.read_text(encoding="utf-8")))
        except (ValueError, TypeError, AttributeError) as error:
            what = cls.__name__.lower()
            raise PackError(f"{path} holds no {what}: {error}") from None


Made = TypeVar("Made", bound=MadeByPlaying)
_MADE: dict[tuple[type, Game[Any], str], Any] = {}


def made_once(kind: type[Made], game: Game[Any], options: Mapping[str, Any]) -> Made:
    """Return what an environment uses by default.

    It is made once in a process for each game and its options, and the same in every process.
    """
    name = kind, game, repr(sorted(options.items()))
    if name not in _MADE:
        _MADE[name] = kind.by_playing(game, options)
    made: Made = _MADE[name]
    return made


def played(
    game: Game[Any], options: Mapping[str, Any], games: int, bots: str, seed: int
) -> Iterator[Match[Any]]:
    """Yield a match at each of its decisions, for some games between bots.

    A game is left after `MAX_DECISIONS`.
    """
    data, seats = game.data_with(), game.seats_for(options)
    for number in range(games):
        own = f"{seed} {number}"
        seated = seat_bots(game, dict.fromkeys(seats, bots), own)
        looks_ahead = any(bot.looks_ahead for bot in seated.values())
        match: Match[Any] = Match(
            game,
            options=options,
            data=data,
            seed=own,
            tape=Tape() if looks_ahead else None,
            record=False,
            headings=False,
            snapshots=looks_ahead,
        ).begin()
        answer = chooser(seated)
        while match.decision is not None and match.decisions < MAX_DECISIONS:
            yield match
            given = answer(match, match.decision)
            if given is None:  # It is asked of a seat that this game does not have.
                break
            match.answer(given)
