"""Runs one rule, or a whole game, with scripted dice, cards and answers."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from types import GeneratorType
from typing import TYPE_CHECKING, Any

import attrs

from ..chance import ChanceWaits, Scripted
from ..engine.decisions import Answer, Decision, SimultaneousDecision
from ..engine.match import Match
from ..engine.outcome import GameOver
from ..engine.play import Play
from ..engine.rules import CountedRules, Rule
from ..events import Event

if TYPE_CHECKING:
    from ..engine.game import Game


REACHED: Counter[Rule] = Counter()
"""How often each rule was carried out by `perform` and `play_script` in this process."""
LOOKED_UP: set[str] = set()
"""The tables looked up there: the package of the pack, a blank, the id of the table."""


@attrs.frozen
class Performed:
    """The result of a rule: what it returned, what it asked, whether it ended the game."""

    result: Any
    asked: tuple[Decision, ...]
    is_over: bool = False

    @property
    def prompts(self) -> list[str]:
        """The questions, in order."""
        return [decision.prompt for decision in self.asked]


def perform(
    play: Play[Any],
    procedure: Callable[..., Any],
    *args: Any,
    script: Iterable[int | str] | None = None,
    answers: Iterable[Answer] = (),
) -> Performed:
    """Run a rule with these dice, cards and answers, all of which must be used up.

        done = perform(play, check_flak_site, script=[2, 5], answers=["evade"])
        assert done.result == "miss"

    Args:
        play: the game in progress, set up as the test wants it: `match.play`.
        procedure: the rule; it is called with `play` and `args`.
        script: faces of dice and ids of cards to come; None leaves chance as it is.
        answers: what the players answer, in order; each must be an option.
            Where seats choose at the same time, there is one of each, in the order of the seats.
    """
    chance = Scripted(script or ())
    if script is not None:
        play.source = chance
    left = list(answers)
    asked: list[Decision] = []
    result, is_over = None, False
    rules, counted = play.rules, CountedRules(REACHED)
    counted.extend(rules)
    play.rules = counted
    before = len(play.events)
    try:
        result = procedure(play, *args)
        if isinstance(result, GeneratorType):
            result = _drive(result, left, asked)
    except GameOver:
        is_over = True
    finally:
        play.rules = rules
        _note_tables(play, play.events[before:])
    assert not left, f"answers that nothing asked for: {left}"
    assert not chance.left, f"dice or cards left over: {chance.left}"
    return Performed(result, tuple(asked), is_over)


def _note_tables(play: Play[Any], events: Iterable[Event]) -> None:
    LOOKED_UP.update(
        f"{play.game.package} {event.facts['table']}" for event in events if event.kind == "look_up"
    )


def _drive(asking: Any, left: list[Answer], asked: list[Decision]) -> Any:
    answer: Any = None
    while True:
        try:
            decision = asking.send(answer)
        except StopIteration as stop:
            return stop.value
        if isinstance(decision, SimultaneousDecision):
            answer = decision.answers(lambda one: _next_of(left, one, asked))
        else:
            answer = decision.check(_next_of(left, decision, asked))


def _next_of(left: list[Answer], decision: Decision, asked: list[Decision]) -> Answer:
    asked.append(decision)
    assert left, f"no answer left for {decision.prompt!r}: {list(decision.options)}"
    return left.pop(0)


class _Script(Scripted):
    """A script after whose end the game waits, once all answers have been given."""

    has_answers = True

    def _next(self, wanted: str) -> int | str:
        if not self.left and not self.has_answers:
            raise ChanceWaits
        return super()._next(wanted)


def play_script(
    game: "Game[Any]",
    script: Iterable[int | str] = (),
    answers: Iterable[Answer] = (),
    options: Mapping[str, Any] | None = None,
    **how: Any,
) -> Match[Any]:
    """Start a game and play it with these dice, cards and answers; all must be used up.

    After the last answer the game goes on as far as the script leads:
    to the next decision, to its end, or to a roll that is not written down.
    `match.events` has what happened.
    """
    left = list(answers)
    chance = _Script(script)
    chance.has_answers = bool(left)
    match = game.start(options, source=chance, **{"reached": REACHED, **how})
    while left:
        decision = match.decision
        assert decision is not None, f"the game is over before these answers: {left}"
        answer = left.pop(0)
        chance.has_answers = bool(left)
        match.answer(answer)
    _note_tables(match.play, match.events)
    assert not chance.left, f"dice or cards left over: {chance.left}"
    return match
