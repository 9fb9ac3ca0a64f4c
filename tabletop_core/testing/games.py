"""Games of random bots, checked at each decision."""

import shlex
from collections.abc import Callable, Mapping
from functools import wraps
from inspect import unwrap
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import attrs

from ..bots.seating import seat_bots
from ..bots.simple import chooser
from ..chance import Seeded
from ..engine.game import Game
from ..engine.match import Match
from ..engine.play import Play
from ..engine.rules import Rule
from ..engine.sequence import ForEach, Node, Repeat, Sequence, Step
from ..engine.state import clone, state_key
from ..engine.tape import Tape
from ..errors import SequenceError
from . import data_use
from .declared import further_choices, option_choices
from .exam_run import asking_place
from .recorded_games import names_in_tests, reached_by_tests, replayed
from .watch import Reached, Watch

if TYPE_CHECKING:
    from .exam_run import Exam


_LEAST_GAMES, _SHARE_OF_GAMES = 3, 0.4
"""How many random games are played in any case, and the share of the time for further ones."""


class StuckError(Exception):
    """Raised when play goes on too long without a decision."""


@attrs.define
class Found:
    """The games that ended, and what all games touched."""

    ended: list[Match[Any]] = attrs.field(factory=list)
    reached: Reached = attrs.field(factory=Reached)
    played: int = 0


@attrs.define
class Clock:
    """Counts rolls, draws and rounds of loops between two decisions."""

    patience: int
    ticks: int = 0
    match: Match[Any] | None = None

    @property
    def step(self) -> str:
        """The current step of the game."""
        return self.match.play.step.name if self.match and self.match.play.step else "?"

    def tick(self) -> None:
        self.ticks += 1
        if self.ticks > self.patience:
            raise StuckError

    def answered(self) -> None:
        self.ticks = 0


class Counted(Seeded):
    """Seeded chance that a clock watches; it keeps the pools that cards were drawn from.

    `reasons`: what was rolled and drawn for.
    """

    __slots__ = ("clock", "on_draw", "reasons")

    def __init__(self, seed: object, clock: Clock) -> None:
        super().__init__(seed, "chance")
        self.clock = clock
        self.reasons: list[str] = []
        self.on_draw: Callable[[Mapping[str, int], str], None] | None = None

    def roll(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        self.clock.tick()
        self.reasons.append(why)
        return super().roll(sides, why)

    def draw(self, pool: Mapping[str, int], why: str) -> str:
        self.clock.tick()
        self.reasons.append(why)
        card = super().draw(pool, why)
        if self.on_draw:
            self.on_draw(pool, card)
        return card


def watched(exam: "Exam", clock: Clock, closely: bool) -> Game[Any]:
    """Return the game with conditions that are counted, and compared before and after."""

    def watch(condition: Any, default: Any = None) -> Any:
        if condition is None and default is None:
            return None

        def run(play: Play[Any]) -> Any:
            clock.tick()
            if condition is None:
                return default
            before = clone(play.state) if closely else None
            result = condition(play)
            if closely:
                result = result if isinstance(result, bool) else result and tuple(result)
                # Most states are equal at once; a key takes longer.
                if play.state != before and state_key(play.state) != state_key(before):
                    exam.report("C408", "reading this condition changes the state", condition)
            return result

        return run if condition is None else wraps(condition)(run)

    def tree(node: Node) -> Node:
        if isinstance(node, Step):
            return attrs.evolve(node, when=watch(node.when))
        inside = [tree(child) for child in node.children]
        how = {"when": watch(node.when), "rule": node.rule_number}
        if isinstance(node, Sequence):
            return Sequence(node.name, *inside, **how)
        if isinstance(node, Repeat):
            return Repeat(
                node.name, *inside, until=watch(node.until, False), number=node.number, **how
            )
        return ForEach(node.name, watch(node.items), *inside, **how)

    game = exam.game
    conditions = {name: watch(function) for name, function in game.conditions.items()}
    return attrs.evolve(game, sequence=tree(game.sequence), conditions=conditions)


def start_again(
    exam: "Exam", whole: Match[Any], entries: Any = (), source: Any = None, **how: Any
) -> Match[Any]:
    """Start the same game again with these entries of its tape."""
    return Match(
        exam.game,
        options=whole.options,
        data=exam.data,
        seed=whole.seed,
        source=source or Counted(whole.seed, Clock(exam.patience)),
        tape=Tape(list(entries)),
        **how,
    ).begin()


def play_on(match: Match[Any], decisions: int, seed: object) -> None:
    """Let random bots answer this many questions, or play to the end."""
    bots = chooser(seat_bots(match.game, dict.fromkeys(match.seats, "random"), seed))
    last = match.decisions + decisions
    while match.decision is not None and match.decisions < last:
        match.answer(bots(match, match.decision))  # type: ignore[arg-type]


def play_games(exam: "Exam") -> Found:
    """Play random games until every option has been tried and enough have been played."""
    found = Found()
    every_value = list(option_choices(exam.game.options))
    more = islice(further_choices(exam.game.options), max(0, exam.games - len(every_value)))
    for number, options in enumerate(chain(every_value, more)):
        is_further = number >= _LEAST_GAMES
        if is_further and not exam.has_time("some of the random games", _SHARE_OF_GAMES):
            break
        if _play_one(exam, found, number, options):
            found.played += 1
        elif exam.is_endless or sum(problem.severity == "error" for problem in exam.problems) > 20:
            break
    return found


def _play_one(exam: "Exam", found: Found, number: int, options: Mapping[str, Any]) -> bool:
    """Play a random game; return True if it ended."""
    clock = Clock(exam.patience)
    try:
        match = _play_watched(exam, found, number, options, clock)
    except Exception as error:
        _tell_why(exam, clock.step, options, f"exam {number}", error)
        return False
    if not match.is_over:
        where = " / ".join(match.play.where)
        exam.report(
            "C402",
            f"after {exam.decisions} decisions a random game has not ended; it is at {where}",
            asking_place(match),
            once="long",
        )
        return False
    found.ended.append(match)
    return True


def _play_watched(
    exam: "Exam", found: Found, number: int, options: Mapping[str, Any], clock: Clock
) -> Match[Any]:
    """Play a random game to its end or its limit, checking each decision."""
    seed = f"exam {number}"
    game = watched(exam, clock, closely=number < 2)
    match: Match[Any] = Match(
        game,
        options=game.read_options(options),
        data=exam.data,
        seed=seed,
        source=Counted(seed, clock),
        tape=Tape(),
        snapshots=False,
        reached=found.reached.rules,
    )
    clock.match = match
    watch = Watch(exam, found.reached, match, closely=number < 3)
    match.begin()
    watch.look()
    bots = chooser(seat_bots(game, dict.fromkeys(match.seats, "random"), seed))
    while match.decision is not None and match.decisions < exam.decisions:
        clock.answered()
        match.answer(bots(match, match.decision))  # type: ignore[arg-type]
        watch.look()
    watch.end()
    return match


def _tell_why(
    exam: "Exam", step: str, options: Mapping[str, Any], seed: str, error: Exception
) -> None:
    """Report why a random game failed, and how to see it."""
    if isinstance(error, StuckError):
        exam.report(
            "C403",
            f"from step {step!r} play continues for {exam.patience} rolls and rounds without "
            "asking",
            exam.place_of_step(step),
        )
        # Each further game would take as long to fail.
        exam.is_endless = True
    elif isinstance(error, SequenceError):
        place = exam.source.declared.get(("Game", "sequence"), ("", 0))
        exam.report("C402", str(error), place, remedy="call `play.end` in the last step")
    else:
        exam.report_exception(
            "C401",
            f"a random game of seed {seed!r} fails",
            error,
            remedy=f"fix the rule; to see the game: {_command(exam, seed, options)}",
        )


def _command(exam: "Exam", seed: str, options: Mapping[str, Any]) -> str:
    """Return the command that plays a random game of the exam again."""
    chosen = [f"{name}={value}" for name, value in options.items()]
    words = ["tabletop", "play", exam.game.id, "--seats", "bot:random", "--seed", seed]
    return shlex.join([*words, *chain.from_iterable(("-o", one) for one in chosen)])


def tell_unreached(exam: "Exam", found: Found) -> None:
    """Note the rules, steps and tables that no game touched, and words nobody used.

    Recorded games count, and what the pack's own tests name or carry out.
    """
    if not found.played:
        return
    game, reached = exam.game, found.reached
    count = f"{found.played} random games"
    steps, rules, tables = _unreached(exam, found)
    if steps or rules or tables:
        _reach_recorded(exam, found)
        steps, rules, tables = _unreached(exam, found)
    cards = _unused_cards(exam, found)
    tested = names_in_tests(exam) if steps or rules or tables or cards else set()
    carried = reached_by_tests(exam) if steps or rules or tables else set()
    for step in steps:
        by_rule = step.marked is not None and step.marked.where in carried
        if not by_rule and unwrap(step.run).__name__ not in tested:
            exam.report("C902", f"{count} never reached the step {step.name!r}", step.run)
    for rule in rules:
        if rule.where not in carried and rule.where.rpartition(":")[2] not in tested:
            exam.report(
                "C901", f"{count} never reached rule {rule.name}", exam.place_of_rule(rule.where)
            )
    for name in tables:
        if name not in tested and f"{game.package} {name}" not in carried:
            exam.report(
                "C903", f"{count} never looked up the table {name!r}", exam.data_places.table(name)
            )
    for name in cards:
        if name not in tested:
            words = f"{count} never used {name!r} ({exam.data.names[name]})"
            exam.report("C904", words, exam.data_places.entry(name))
    for kind in game.look.words:
        if kind not in reached.kinds and exam.source.files and kind not in exam.source.texts:
            place = exam.source.keys.get(kind, ("", 0))
            exam.report("C506", f"no event is of kind {kind!r}", place)
    for kind in game.look.drama.moments if game.look.drama else ():
        if kind not in reached.kinds and exam.source.files and kind not in exam.source.texts:
            exam.report(
                "C509", f"no event is of kind {kind!r}", exam.source.keys.get(kind, ("", 0))
            )


def _unreached(exam: "Exam", found: Found) -> tuple[list[Step], list[Rule], list[str]]:
    """Return the steps, rules and tables that no game has reached so far."""
    game, reached = exam.game, found.reached
    # A quiet step logs nothing; its rule shows that it ran.
    steps = [
        step
        for name, step in game.program.steps.items()
        if name not in reached.steps and step.marked not in reached.rules
    ]
    rules = [rule for rule in game.rules if rule not in reached.rules]
    tables = exam.data.tables
    unused = [name for name in tables if tables[name].dice and name not in reached.tables]
    return steps, rules, unused


def _reach_recorded(exam: "Exam", found: Found) -> None:
    """Add what the recorded games of the pack reach."""
    for match in replayed(exam, found.reached.rules):
        for event in match.events:
            found.reached.note(event)
        found.reached.note_draws(match)


def _unused_cards(exam: "Exam", found: Found) -> list[str]:
    """Return the named components that no game held or drew and no module names."""
    source = exam.source
    known = found.reached.held | data_use.spaces_of(exam)
    return [
        name
        for name in exam.data.names
        if name not in known and name not in source.texts and name not in source.keys
    ]
