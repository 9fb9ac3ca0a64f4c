"""Records of many games, one line each: what the rules did at each answer, without the words."""

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..bots.seating import read_seats, seat_bots
from ..bots.simple import chooser
from ..engine.decisions import Answer, Decision
from ..engine.match import Match
from ..panels import things
from ..viewers import ALL_SEEING
from .declared import further_choices, option_choices
from .recordings import AGAIN

if TYPE_CHECKING:
    from ..engine.game import Game

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_ODDS = 2
_VIEWS = 10
"""After this many answers, odds are asked for and the table is examined."""


def record_many(game: "Game[Any]", path: Path, games: int, bots: str = "bot:random") -> None:
    """Play games with bots, each with other options, and write a line for each into a file.

    A line has the options, then how long the game was and how it ended, then a letter for each
    answer and one for the end. A letter stands for all that was asked, answered and done up to
    there, so that two games which part have hardly a letter in common from there on.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in _lines(game, games, bots)), encoding="utf-8")


def replay_many(game: "Game[Any]", path: Path, games: int, bots: str = "bot:random") -> None:
    """Play the same games again; fail at the first answer after which one differs."""
    assert path.is_file(), f"there is no recording {path}; make it with `pytest --tabletop-record`"
    recorded = path.read_text(encoding="utf-8").splitlines()
    assert len(recorded) == games, f"{path.name} has {len(recorded)} games, not {games}; {AGAIN}"
    for seed, (was, now) in enumerate(zip(recorded, _lines(game, games, bots), strict=True), 1):
        assert was == now, f"{path.name}:{seed}: {_difference(was, now, seed, bots)}; {AGAIN}"


def _difference(was: str, now: str, seed: int, bots: str) -> str:
    options, course, letters = was.split(" | ")
    now_options, now_course, now_letters = now.split(" | ")
    if options != now_options:
        return f"the options were {options} and are now {now_options}"
    pairs = zip(letters, now_letters, strict=False)
    end = min(len(letters), len(now_letters))
    answers = next((n for n, (a, b) in enumerate(pairs) if a != b), end)
    return (
        f"the game of {bots} with the seed {seed} and the options {options} differs after "
        f"{answers} answers; it was {course}, and is now {now_course}"
    )


def _lines(game: "Game[Any]", games: int, bots: str) -> Iterator[str]:
    choices = chain(option_choices(game.options), further_choices(game.options))
    data = game.data_with()
    for seed, options in enumerate(islice(choices, games), 1):
        yield _line(game.start(options, seed=seed, data=data), seed, bots)


def _line(match: Match[Any], seed: int, bots: str) -> str:
    game = match.game
    choose = chooser(seat_bots(game, read_seats(game, match.seats, bots), seed))
    digest, letters, told = sha256(), "", 0
    while True:
        decision = match.decision
        answer = choose(match, decision) if decision else None
        parts = [*_happened(match, told), *_asked(match, decision, answer)]
        told = len(match.events)
        digest.update(json.dumps(parts, default=str, sort_keys=True).encode())
        letters += _LETTERS[digest.digest()[0] % len(_LETTERS)]
        if answer is None:
            break
        match.answer(answer)
    outcome = match.outcome
    end = f"{outcome.kind}, {', '.join(outcome.winners) or 'nobody'}" if outcome else "no end"
    course = f"{match.decisions} answers, {len(match.events)} events, {end}"
    return " | ".join((json.dumps(match.options), course, letters))


def _happened(match: Match[Any], first: int) -> Iterator[Any]:
    for event in match.events[first:]:
        yield event.kind, event.facts, event.seats


def _asked(match: Match[Any], decision: Decision | None, answer: Answer | None) -> Iterator[Any]:
    """Yield what is asked and answered, the odds of the answer, and what is on the table."""
    if decision is not None:
        options = decision.options
        yield decision.seats, decision.kind, decision.least, decision.most, answer
        if decision.is_number:
            yield str(options)
        else:
            yield [(option, decision.targets_of(option)) for option in options]
        if decision.odds is not None and not match.decisions % _ODDS:
            option = next(iter(answer), options[0]) if isinstance(answer, tuple) else answer
            yield [str(chance) for chance in decision.odds(option).values()]
    if not match.decisions % _VIEWS:
        for panel in match.game.look.view(match.play, ALL_SEEING):
            for name, thing in things(panel).items():
                what = thing.what
                if ":" not in name:  # no name made of words
                    yield name, thing.at, getattr(what, "corners", ()), getattr(what, "facing", 0)
