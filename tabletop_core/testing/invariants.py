"""Checks that the invariants of a game hold after every answer of many games."""

from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from ..bots.seating import read_seats, seat_bots
from ..bots.simple import chooser
from ..engine.match import Match
from ..engine.play import Play
from ..engine.state import state_key
from .declared import further_choices, option_choices

if TYPE_CHECKING:
    from ..engine.game import Game
    from .exam_run import Exam

Invariant = Callable[[Play[Any]], str | None]


def broken_invariants(match: Match[Any]) -> Iterator[tuple[Invariant, str]]:
    """Yield the invariants that do not hold now, each with the reason."""
    for invariant in match.game.invariants:
        if wrong := invariant(match.play):
            yield invariant, wrong


def hold_invariants(game: "Game[Any]", games: int, bots: str = "bot:random") -> None:
    """Play games with bots, each with other options, and check the invariants after every answer.

    Raises:
        AssertionError: one does not hold; the message names it, the seed and the answer.
    """
    data = game.data_with()
    choices = chain(option_choices(game.options), further_choices(game.options))
    for seed, options in enumerate(islice(choices, games), 1):
        match: Match[Any] = game.start(options, seed=seed, data=data, record=False, headings=False)
        choose = chooser(seat_bots(game, read_seats(game, match.seats, bots), seed))
        while True:
            for invariant, wrong in broken_invariants(match):
                raise AssertionError(f"{_words(invariant, wrong, match)}; players: {bots}")
            if match.decision is None:
                break
            match.answer(choose(match, match.decision))  # type: ignore[arg-type]


def check_invariants(exam: "Exam", match: Match[Any], *, closely: bool = False) -> None:
    """Report the invariants that do not hold now, and those that fail or change the state."""
    before = state_key(match.state) if closely and match.game.invariants else None
    for invariant in match.game.invariants:
        try:
            wrong: Any = invariant(match.play)
        except Exception as error:
            exam.report_exception("C412", f"the invariant {_name(invariant)!r} fails", error)
            continue
        if wrong:
            exam.report("C412", _words(invariant, wrong, match), invariant, once=invariant)
    if before is not None and state_key(match.state) != before:
        exam.report("C408", "an invariant changes the state", match.game.invariants[0])


def _words(invariant: Invariant, wrong: str, match: Match[Any]) -> str:
    usual = {option.name: option.default for option in match.game.options}
    options = {name: value for name, value in match.options.items() if value != usual[name]}
    chosen = f" and the options {options}" if options else ""
    return (
        f"{_name(invariant)!r} does not hold after answer {match.decisions} of the game with "
        f"seed {match.seed!r}{chosen}: {wrong}"
    )


def _name(invariant: Invariant) -> str:
    """Return the claim of an invariant: the name of the function as words."""
    name = getattr(invariant, "__name__", None) or repr(invariant)
    return name.replace("_", " ")
