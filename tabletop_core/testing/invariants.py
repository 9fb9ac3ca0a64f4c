"""What a game says of itself, held after every answer of many games."""

from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from ..bots.seating import read_seats, seat_bots
from ..bots.simple import chooser
from ..engine.play import Play
from ..engine.state import state_key
from .declared import further_choices, option_choices

if TYPE_CHECKING:
    from ..engine.game import Game
    from .exam_run import Exam

Invariant = Callable[[Play[Any]], str | None]


def broken_invariants(play: Play[Any]) -> Iterator[tuple[Invariant, str]]:
    """Yield the invariants that do not hold now, each with what is wrong."""
    for invariant in play.game.invariants:
        if wrong := invariant(play):
            yield invariant, wrong


def hold_invariants(game: "Game[Any]", games: int, bots: str = "bot:random") -> None:
    """Play games with bots, each with other options, and hold the invariants after every answer.

    Raises:
        AssertionError: one does not hold; the message names it, the seed and the answer.
    """
    data = game.load_data(())
    choices = chain(option_choices(game.options), further_choices(game.options))
    for seed, options in enumerate(islice(choices, games), 1):
        play: Play[Any] = game.start(options, seed=seed, data=data, record=False, headings=False)
        choose = chooser(seat_bots(game, read_seats(game, play.seats, bots), seed))
        while True:
            for invariant, wrong in broken_invariants(play):
                raise AssertionError(f"{_words(invariant, wrong, play)}; players: {bots}")
            if play.decision is None:
                break
            play.answer(choose(play, play.decision))  # type: ignore[arg-type]


def check_invariants(exam: "Exam", play: Play[Any], *, closely: bool = False) -> None:
    """Report the invariants that do not hold now, and those that fail or change the state."""
    before = state_key(play.state) if closely and play.game.invariants else None
    for invariant in play.game.invariants:
        try:
            wrong: Any = invariant(play)
        except Exception as error:
            exam.report_exception("C412", f"the invariant {_name(invariant)!r} fails", error)
            continue
        if wrong:
            exam.report("C412", _words(invariant, wrong, play), invariant, once=invariant)
    if before is not None and state_key(play.state) != before:
        exam.report("C408", "an invariant changes the state", play.game.invariants[0])


def _words(invariant: Invariant, wrong: str, play: Play[Any]) -> str:
    usual = {option.name: option.default for option in play.game.options}
    options = {name: value for name, value in play.options.items() if value != usual[name]}
    chosen = f" and the options {options}" if options else ""
    return (
        f"{_name(invariant)!r} does not hold after answer {play.decisions} of the game with "
        f"seed {play.seed!r}{chosen}: {wrong}"
    )


def _name(invariant: Invariant) -> str:
    """Return the claim of an invariant: the name of the function as words."""
    name = getattr(invariant, "__name__", None) or repr(invariant)
    return name.replace("_", " ")
