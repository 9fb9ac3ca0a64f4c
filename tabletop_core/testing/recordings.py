"""Recorded games: a whole game as a text file, compared line by line with the game played now."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from ..bots.seating import play_bots, read_seats, seat_bots
from ..engine.match import Match
from ..engine.tape import Tape
from ..errors import TabletopError
from ..events.words import narrate

if TYPE_CHECKING:
    from ..engine.game import Game

AGAIN = (
    "if the change is intended, record it again with `pytest --tabletop-record` and say why in "
    "your notes"
)


Replay: TypeAlias = Callable[..., Match[Any]]
"""The fixture `replay`: `replay_game` for the game under test, with the name of a recording."""


def record_game(
    game: "Game[Any]",
    path: Path,
    *,
    seed: int | str = 0,
    bots: str = "bot:random",
    options: Mapping[str, Any] | None = None,
) -> Match[Any]:
    """Play a game with bots and write it into a file: its tape, then its log in words."""
    tape = Tape()
    match = game.start(options, seed=seed, tape=tape)
    players = read_seats(game, match.seats, bots)
    play_bots(match, seat_bots(game, players, seed))
    path.parent.mkdir(parents=True, exist_ok=True)
    head = {"pack": game.id, "options": dict(match.options), "seed": seed, "bots": bots}
    lines = ["# " + json.dumps(head), "# " + json.dumps(tape.entries), *told(match)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return match


def replay_game(
    game: "Game[Any]",
    path: Path,
    *,
    seed: int | str = 0,
    bots: str = "bot:random",
    options: Mapping[str, Any] | None = None,
) -> Match[Any]:
    """Replay a recorded game from its tape; fail at the first line that differs."""
    assert path.is_file(), f"there is no recording {path}; make it with `pytest --tabletop-record`"
    head_line, tape_line, *lines = path.read_text(encoding="utf-8").splitlines()
    head = json.loads(head_line.removeprefix("# "))
    entries = [tuple(entry) for entry in json.loads(tape_line.removeprefix("# "))]
    wanted = {
        "pack": game.id,
        "options": game.read_options(options or {}),
        "seed": seed,
        "bots": bots,
    }
    assert head == wanted, f"{path.name} was recorded as {head}, not as {wanted}; {AGAIN}"
    tape = Tape(entries)
    try:
        match = game.start(options, seed=seed, tape=tape)
    except TabletopError as error:
        raise AssertionError(f"{path.name} no longer replays: {error}; {AGAIN}") from None
    now = told(match)
    for number, (was, line) in enumerate(zip(lines, now, strict=False), 3):
        assert line == was, f"{path.name}:{number} was {was!r} and is now {line!r}; {AGAIN}"
    assert len(now) == len(lines), (
        f"{path.name} has {len(lines)} lines of log, the game has {len(now)}; {AGAIN}"
    )
    return match


def told(match: Match[Any]) -> list[str]:
    """Return the events of a game in words, each with its rule; steps as headings.

    What the game's words tell as nothing has no line.
    """
    lines: list[str] = []
    for event in match.events:
        if event.kind == "step":
            lines.append("== " + " > ".join(map(str, event.facts["path"])))
            continue
        rule = f"  [{event.rule}]" if event.rule else ""
        words = narrate(event, match.game.look.words, match.data.names)
        lines += [f"   {line}" for line in (words + rule).splitlines() if words]
    return lines
