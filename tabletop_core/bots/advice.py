"""Advice at a decision: every option with its value in playouts."""

from math import sqrt
from typing import Any

import attrs

from ..engine.decisions import Answer
from ..engine.match import Match
from ..errors import TabletopError
from ..intervals import Z
from .search.bots import SearchBot
from .search.playouts import policy_of
from .seating import difficulties, make_bot, seat_bots

PLAYOUTS = 600
"""Playouts of a hint, if neither their number nor a time is given."""


@attrs.frozen(kw_only=True)
class Advice:
    """An answer with its estimated value, from 0 (worst) to 1 (best).

    `low` and `high` bound the mean of the playouts with 95 % confidence.
    They are not bounds on the true value, since playouts are not perfect play.
    `usual_of` names the bot whose answer this is, if the searches of the game trust one.
    """

    answer: Answer
    value: float
    low: float
    high: float
    playouts: int
    usual_of: str = ""


def advise(
    match: Match[Any], seat: str = "", *, n: int = 0, ms: int = 0, playout: str = ""
) -> list[Advice]:
    """Return the answers to the present decision, those that the search prefers first.

    Args:
        n: playouts, if not 0 (default: `PLAYOUTS`, if `ms` is 0, too).
        ms: milliseconds, if not 0; of both, what ends first counts.
        playout: the bot that answers in playouts (default: the game's own).

    Raises:
        TabletopError: nothing is being asked.
    """
    decision = match.decision
    if decision is None:
        raise TabletopError("no question is open, so there is nothing to advise on")
    seat = seat or decision.seat
    bot = make_bot(match.game, "ismcts" if match.game.hides else "mcts")
    assert isinstance(bot, SearchBot)
    bot.seat, bot.seed = seat, f"{match.seed}/advice"
    bot.n, bot.ms = n or (None if ms else PLAYOUTS), ms
    bot.playout = playout or bot.playout
    bot.settles = False
    found = []
    search = bot.search(match)
    usual = search.usual if search.trusts else None
    trusted = policy_of(match.game, bot.playout)
    for answer, tried in search.run().tried.items():
        low, high = _interval(tried.count, tried.total, tried.squares)
        found.append(
            Advice(
                answer=answer,
                value=tried.mean,
                low=low,
                high=high,
                playouts=tried.count,
                usual_of=trusted if answer == usual else "",
            )
        )
    return sorted(found, key=lambda advice: (-advice.playouts, -advice.value))


def advise_as(match: Match[Any], level: str, seat: str = "") -> tuple[str, Answer]:
    """Return the bot that plays a level of difficulty, and how it would answer now.

    The same position gets the same answer, of an `easy` bot, too, which errs as often as it plays.

    Raises:
        TabletopError: nothing is being asked, or there is no such level.
    """
    decision, levels = match.decision, difficulties(match.game)
    if decision is None:
        raise TabletopError("no question is open, so there is nothing to advise on")
    if level not in levels:
        raise TabletopError(f"{level!r} is not a level; choose one of: {', '.join(levels)}")
    seat, name = seat or decision.seat, levels[level]
    bot = seat_bots(match.game, {seat: name}, f"{match.seed}/advice/{match.decisions}")[seat]
    return name, bot.choose(match, decision)


def _interval(count: int, total: float, squares: float) -> tuple[float, float]:
    """Return the 95 % interval of a mean of values between 0 and 1.

    Half a playout of each extreme is added, so that a few equal playouts do not look certain.
    """
    count, total, squares = count + 1, total + 0.5, squares + 0.5
    mean = total / count
    half = Z * sqrt(max(squares / count - mean * mean, 0.0) / count)
    return max(0.0, mean - half), min(1.0, mean + half)
