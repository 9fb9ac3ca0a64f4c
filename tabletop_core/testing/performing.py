"""Runs one rule, or a whole game, with scripted dice, cards and answers."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from types import GeneratorType
from typing import TYPE_CHECKING, Any, Protocol

import attrs

from ..chance import ChanceWaits, Scripted
from ..engine.decisions import Answer, Decision, SimultaneousDecision
from ..engine.field_edits import edit_field
from ..engine.match import Match
from ..engine.outcome import GameOver
from ..engine.play import Play
from ..engine.rules import CountedRules, Rule
from ..events import Event, narrate

if TYPE_CHECKING:
    from ..engine.game import Game


REACHED: Counter[Rule] = Counter()
"""How often each rule was carried out by `perform` and `play_script` in this process."""
LOOKED_UP: set[str] = set()
"""The tables looked up there: the package of the pack, a blank, the id of the table."""


@attrs.frozen(repr=False)
class Performed:
    """The result of a rule: what it returned and asked, and what happened.

    `is_over`: the rule ended the game. `events`: what it logged; `log`: the same in words, which
    `repr` shows, so that pytest prints the rolls and modifiers where an assertion fails.
    """

    result: Any
    asked: tuple[Decision, ...]
    is_over: bool = False
    events: tuple[Event, ...] = ()
    _play: Play[Any] | None = attrs.field(default=None, eq=False)

    @property
    def log(self) -> list[str]:
        """What the rule logged, in words; empty words of the game have no line."""
        return [line for event in self.events if (line := self._words_of(event))]

    def _words_of(self, event: Event) -> str:
        if self._play is None:
            return narrate(event, {})
        try:
            return narrate(event, self._play.game.look.words, self._play.data.names)
        except Exception as error:  # a report must not fail, whatever a game's words do
            return f"{event.kind}: {dict(event.facts)} ({type(error).__name__}: {error})"

    @property
    def prompts(self) -> list[str]:
        """The questions, in order."""
        return [decision.prompt for decision in self.asked]

    def __repr__(self) -> str:
        is_over = ", is_over=True" if self.is_over else ""
        return f"Performed(result={self.result!r}, log={self.log}, prompts={self.prompts}{is_over})"


LAST: deque[tuple[str, Performed]] = deque(maxlen=10)
"""The last rules that `perform` ran, by name; pytest shows those of a test that fails."""


def perform(
    play: Play[Any],
    procedure: Callable[..., Any],
    *args: Any,
    script: Iterable[int | str] | None = None,
    answers: Iterable[Answer | list[Any]] = (),
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
    left: list[Any] = list(answers)
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
        events = tuple(play.events[before:])
        _note_tables(play, events)
        done = Performed(result, tuple(asked), is_over, events, play)
        LAST.append((getattr(procedure, "__name__", repr(procedure)), done))
    assert not left, f"answers that nothing asked for: {left}"
    assert not chance.left, f"dice or cards left over: {chance.left}"
    return done


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


@attrs.frozen
class SetField:
    """A field of the state that a script sets between two answers, as `edit_field` does.

    >>> SetField("hut.north", 9)
    SetField(field='hut.north', value=9)
    """

    field: str
    value: Any


class _Script(Scripted):
    """A script after whose end the game waits, once all answers have been given."""

    has_answers = True

    def _next(self, wanted: str) -> int | str:
        if not self.left and not self.has_answers:
            raise ChanceWaits
        return super()._next(wanted)


class PlayScripted(Protocol):
    """The fixture `play_scripted`: `play_script` for the game under test."""

    def __call__(
        self,
        script: Iterable[int | str] = (),
        answers: Iterable[Answer | list[Any] | SetField] = (),
        options: Mapping[str, Any] | None = None,
        **how: Any,
    ) -> Match[Any]: ...


def play_script(
    game: "Game[Any]",
    script: Iterable[int | str] = (),
    answers: Iterable[Answer | list[Any] | SetField] = (),
    options: Mapping[str, Any] | None = None,
    **how: Any,
) -> Match[Any]:
    """Start a game and play it with these dice, cards and answers; all must be used up.

    After the last answer the game goes on as far as the script leads:
    to the next decision, to its end, or to a roll that is not written down.
    `match.events` has what happened. Among the answers, `SetField("hut.north", 9)` sets a field.
    """
    left: list[Any] = list(answers)
    chance = _Script(script)
    chance.has_answers = bool(left)
    match = game.start(options, source=chance, **{"reached": REACHED, **how})
    while left:
        decision = match.decision
        assert decision is not None, f"the game is over before these answers: {left}"
        answer = left.pop(0)
        chance.has_answers = bool(left)
        if isinstance(answer, SetField):
            edit_field(match, answer.field, answer.value)
        else:
            match.answer(answer)
    _note_tables(match.play, match.events)
    assert not chance.left, f"dice or cards left over: {chance.left}"
    return match
