"""Packs as OpenSpiel games, so that its algorithms in Python run on them.

    name = register("pig")
    state = pyspiel.load_game(f"{name}(goal=50)").new_initial_state()

Each die and each card is a chance node with its exact outcomes.
Where seats choose at the same time, a game registered with `simultaneous=True` has simultaneous
nodes; a player who is not asked there has no legal action.
A state holds a position: an action leads to another one, in a fork of the game, or in the same game
where no other state is there.
`information_state_string` is everything a player has seen and done; `resample_from_infostate`
returns a state that looks the same to that player, with all that it does not know resampled.

Needs the extra `openspiel`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs
import numpy as np
import pyspiel

from ..chance import ChanceWaits, Seeded, Source
from ..engine.decisions import Answer, OptionId
from ..engine.game import Game
from ..engine.information import answered, asked_of, seen
from ..engine.match import Match
from ..engine.tape import Tape
from ..errors import PackError
from ..plugins.packs import load_pack
from .actions import ActionChooser, Numbering
from .by_playing import made_once
from .encoding import SIZE, Encoding
from .layout import Layout
from .rewards import rewards
from .structure import Structure
from .text import words_of
from .vocabulary import Actions, numbering_of

__all__ = ["register"]

CHANCE_OUTCOMES = 256
MAX_GAME_LENGTH = 100_000


class Waiting:
    """A source of chance that gives some outcomes, then waits for the next one to be chosen."""

    def __init__(self, given: Sequence[Any] = ()) -> None:
        self._given = iter(given)
        self.dealing: Source | None = None
        self.sides: tuple[int, ...] = ()
        self.cards: list[tuple[str, float]] = []
        self.why = ""

    def roll(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        if self.dealing is not None:
            return self.dealing.roll(sides, why)
        given = next(self._given, None)
        if given is None:
            self.sides, self.why = sides, why
            raise ChanceWaits
        faces: tuple[int, ...] = given
        return faces

    def draw(self, pool: Any, why: str) -> str:
        if self.dealing is not None:
            return self.dealing.draw(pool, why)
        given = next(self._given, None)
        if given is None:
            total = sum(pool.values())
            self.cards = [(card, float(n / total)) for card, n in pool.items() if n]
            self.why = why
            raise ChanceWaits
        card: str = given
        return card


@attrs.frozen
class Resampled:
    """A decision at which everything unknown to a seat was resampled, by a named stream.

    Every later position is played again from here, with the answers and outcomes since.
    """

    match: Match[Any]
    seat: str
    name: object
    answers: tuple[Mapping[str, Answer], ...] = ()
    outcomes: tuple[Any, ...] = ()

    def again(self) -> "tuple[Match[Any], Waiting]":
        source = Waiting(self.outcomes)
        # Up to a decision a fork is fed from its tape, so it draws only what is resampled.
        source.dealing = Seeded("resample", self.name)
        match = self.match.fork(seat=self.seat, source=source, snapshots=True, record=True)
        source.dealing = None
        for answers in self.answers:
            for seat, answer in answers.items():
                match.answer(answer, seat=seat)
        return match, source


@attrs.define(eq=False)
class Position:
    """A game at a decision, at a die or card, or at its end.

    `faces` are the dice chosen so far in a roll of several, `taken` the options chosen so far for
    the answer of each seat. `before` is the previous position, and `step` led from it to this one:
    answers, an outcome of chance, or a seat for which it was resampled.
    `is_shared`: several states may play on from here. From any other position the game itself goes
    on, which takes half the time of a fork; `events_before` of its events came before the new one.
    """

    _match: Match[Any] | None
    source: Waiting
    faces: tuple[int, ...] = ()
    taken: Mapping[str, tuple[OptionId, ...]] = attrs.field(factory=dict)
    before: "Position | None" = None
    step: tuple[Any, ...] = ()
    resampled: Resampled | None = None
    is_shared: bool = False
    events_before: int | None = None

    @property
    def match(self) -> Match[Any]:
        """The game at this position; if it has gone on, it is played again up to here."""
        if self._match is not None:
            return self._match
        way, position = [self], self.before
        while position is not None and position._match is None:
            way.append(position)
            position = position.before
        for one in reversed(way):
            assert position is not None
            again = position.after(one.step)
            one._match, one.source, one.events_before = again._match, again.source, None
            position = one
        assert self._match is not None
        return self._match

    def __deepcopy__(self, memo: Any) -> "Position":
        self.is_shared = True
        return self

    def __reduce__(self) -> Any:
        # Store a flat list of steps, since pickle would walk the chain of positions by recursion.
        first, *others = self._way()
        steps = [one.step for one in others]
        return _walked, (first.match, first.source, steps, self.faces, dict(self.taken))

    @property
    def given(self) -> Mapping[str, Answer]:
        """The answers that led here; none if chance did."""
        answers: Mapping[str, Answer] = self.step[1] if self.step[:1] == ("answers",) else {}
        return answers

    def _way(self) -> list["Position"]:
        """Return the positions from the first to this one."""
        way: list[Position] = []
        position: Position | None = self
        while position is not None:
            way.append(position)
            position = position.before
        return way[::-1]

    def after(self, step: tuple[Any, ...]) -> "Position":
        """Return the position after a step: answers, an outcome of chance, or a resampling."""
        kind, *what = step
        if kind == "resampled":
            return self.resample(*what)
        return self._on(answers=what[0]) if kind == "answers" else self._on(what[0])

    def chooser(self, numbering: Numbering, seat: str) -> ActionChooser | None:
        """Return the choice of a seat, or None if it is not asked."""
        decision = self.match.question_of(seat)
        if decision is None:
            return None
        return ActionChooser.of(numbering, self.match, decision, self.taken.get(seat, ()))

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the numbers of the outcomes of the next die or card, with their chances."""
        if self.source.sides:
            side = self.source.sides[len(self.faces)]
            return [(face, 1 / side) for face in range(side)]
        return [(number, chance) for number, (_, chance) in enumerate(self.source.cards)]

    def after_chance(self, outcome: int) -> "Position":
        number = len(self.outcomes())
        if not 0 <= outcome < number:
            raise PackError(
                f"there is no chance outcome {outcome} for {self.source.why!r}; "
                f"choose from 0 to {number - 1}"
            )
        if not self.source.sides:
            return self._on(self.source.cards[outcome][0])
        faces = (*self.faces, outcome + 1)
        if len(faces) < len(self.source.sides):
            return attrs.evolve(self, faces=faces)
        return self._on(faces)

    def after_actions(self, given: Mapping[str, int], numbering: Numbering) -> "Position":
        """Return the position after each of these seats has taken an action."""
        taken: dict[str, tuple[OptionId, ...]] = {}
        answers = {}
        for seat, action in given.items():
            chooser = self.chooser(numbering, seat)
            if chooser is None:
                continue
            answer = chooser.take(action)
            if answer is None:
                taken[seat] = tuple(chooser.taken)
            else:
                answers[seat] = answer
        after = self._answered(answers) if answers else self
        return attrs.evolve(after, taken=taken) if taken else after

    def _answered(self, answers: Mapping[str, Answer]) -> "Position":
        """Return the position after answers, in the same game where only one state is here."""
        if self.is_shared or self.before is None or self.resampled is not None:
            return self._on(answers=answers)
        match, self._match = self.match, None
        before = len(match.events)
        for seat, answer in answers.items():
            match.answer(answer, seat=seat)
        step = ("answers", dict(answers))
        return Position(match, self.source, before=self, step=step, events_before=before)

    def _on(self, outcome: Any = None, answers: Mapping[str, Answer] | None = None) -> "Position":
        """Return the position after an outcome of chance, or after answers."""
        outcomes = () if outcome is None else (outcome,)
        given = answers or {}
        step = ("answers", dict(given)) if answers else ("outcome", outcome)
        if self.resampled is not None:
            since = attrs.evolve(
                self.resampled,
                answers=(*self.resampled.answers, given) if given else self.resampled.answers,
                outcomes=(*self.resampled.outcomes, *outcomes),
            )
            match, source = since.again()
            return Position(match, source, before=self, step=step, resampled=since)
        source = Waiting(outcomes)
        match = self.match.fork(source=source, snapshots=True, record=True)
        for seat, answer in given.items():
            match.answer(answer, seat=seat)
        return Position(match, source, before=self, step=step)

    def resample(self, seat: str, name: object) -> "Position":
        """Return a position that looks the same to a seat, with what it does not know resampled.

        What the others have begun to choose at the same time is open again.

        Raises:
            PackError: the game does not stand at a decision, or went on from a resampled one.
        """
        if self.match.decision is None:
            raise PackError(
                f"{self.match.game.id} is not at a decision; what {seat} does not know can "
                "be redealt only where somebody decides"
            )
        self.is_shared = True
        resampled = self.resampled or Resampled(self.match, seat, name)
        if resampled.answers or resampled.outcomes:
            raise PackError(
                f"{self.match.game.id} went on from a state that was resampled; resample the state "
                "that one was made from"
            )
        resampled = attrs.evolve(resampled, seat=seat, name=name)
        match, source = resampled.again()
        taken = {seat: self.taken[seat]} if seat in self.taken else {}
        before = self if self.resampled is None else self.before
        step = ("resampled", seat, name)
        return Position(match, source, taken=taken, before=before, step=step, resampled=resampled)

    def information_state(self, seat: str) -> tuple[str, ...]:
        """Return what a seat has seen and done so far, as `tabletop_core.information_state`."""
        way, lines = self._way(), list[str]()
        for one, after in zip(way, [*way[1:], None], strict=True):
            lines += one._heard(seat)
            if after is None:
                lines += asked_of(one.match, seat)
                lines += [f"takes {option}" for option in one.taken.get(seat, ())]
            elif seat in after.given:
                lines += asked_of(one.match, seat)
                lines.append(answered(after.given[seat]))
        return tuple(lines)

    def _heard(self, seat: str) -> tuple[str, ...]:
        """Return what a seat has learned since the previous position."""
        before, events = self.before, self.match.events
        if before is None or self.events_before is not None:
            return seen(events[self.events_before or 0 :], seat)
        if self.resampled is None:
            # A fork begins with the step of its game.
            step_start = before.match.history.checkpoints.step_start
            return seen(events[len(before.match.events) - step_start.event_count :], seat)
        if before.resampled is None:
            return ()
        return seen(events[len(before.match.events) :], seat)


def _walked(
    match: Match[Any],
    source: Waiting,
    steps: Sequence[tuple[Any, ...]],
    faces: tuple[int, ...],
    taken: Mapping[str, tuple[OptionId, ...]],
) -> Position:
    """Return the position that steps lead to from the first one."""
    position = Position(match, source)
    for step in steps:
        position = position.after(step)
    return attrs.evolve(position, faces=faces, taken=taken)


def register(
    pack: str | Game[Any],
    *,
    actions: Actions = "keys",
    size: int = SIZE,
    chance_outcomes: int = CHANCE_OUTCOMES,
    simultaneous: bool = False,
    structured: bool | Layout = False,
    reward: Callable[[Match[Any]], Mapping[str, float]] = rewards,
) -> str:
    """Register a pack with OpenSpiel and return its name there; options become parameters.

    Registered again, it has what was given last; games loaded before keep what they had.

    Args:
        actions: as of `SeatEnv`: `keys`, `places`, a number or a `Vocabulary`.
        size: see `Encoding`.
        chance_outcomes: more than the sides of any die and the cards of any pile.
        simultaneous: whether the game lets several seats choose at the same time.
        structured: observations keep the structure of the table, by a layout made by playing, or
            by a `Layout` of your own; observers have an array of each name in `dict`.
        reward: what each seat gets for the end, from -1 to 1; with one of your own the game is
            taken to be of general sum.
    """
    game: Game[Any] = load_pack(pack) if isinstance(pack, str) else pack
    options = game.read_options({})
    encoding = Encoding(numbering_of(game, options, actions), size)
    layout = made_once(Layout, game, options) if structured is True else structured or None
    how = _How(encoding, layout, chance_outcomes, simultaneous, reward)
    kind = _game_type(game, options, how)
    name: str = kind.short_name
    is_new = name not in _REGISTERED
    _REGISTERED[name] = game, how
    if is_new:

        class PackGame(SpielGame):
            def __init__(self, params: Any = None) -> None:
                super().__init__(*_REGISTERED[name], params or {})

        pyspiel.register_game(kind, PackGame)
    return name


@attrs.frozen
class _How:
    """How a pack is registered with OpenSpiel; see `register`."""

    encoding: Encoding
    layout: Layout | None
    chance_outcomes: int
    simultaneous: bool
    reward: Callable[[Match[Any]], Mapping[str, float]]


_REGISTERED: "dict[str, tuple[Game[Any], _How]]" = {}


def _game_type(game: Game[Any], options: Mapping[str, Any], how: _How) -> Any:
    """Return the type of a game with these options."""
    simultaneous = how.simultaneous
    fewest, most = game.identity.players
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"python_tabletop_{game.id}" + "_simultaneous" * simultaneous,
        long_name=f"Python {game.title}",
        dynamics=kinds.Dynamics.SIMULTANEOUS if simultaneous else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kinds.Information.IMPERFECT_INFORMATION
            if game.hides
            else kinds.Information.PERFECT_INFORMATION
        ),
        utility=(
            _utility(game.teams_for(options))
            if how.reward is rewards
            else kinds.Utility.GENERAL_SUM
        ),
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={option.name: option.default for option in game.options},
    )


def _utility(teams: Sequence[Sequence[str]]) -> Any:
    """Return whether the rewards add up to 0, are the same for all, or neither."""
    kinds = pyspiel.GameType.Utility
    if len(teams) == 1:
        return kinds.IDENTICAL if len(teams[0]) > 1 else kinds.GENERAL_SUM
    return kinds.ZERO_SUM if len({len(team) for team in teams}) == 1 else kinds.GENERAL_SUM


class SpielGame(pyspiel.Game):
    """A pack as a game of OpenSpiel."""

    def __init__(self, game: Game[Any], how: _How, params: Any) -> None:
        self.game = game
        self.encoding = encoding = how.encoding
        self.layout = how.layout
        self.reward = how.reward
        self._options = game.read_options(params)
        self.seats = game.seats_for(self._options)
        self._begin: Position | None = None
        info = {
            "num_distinct_actions": encoding.actions,
            "max_chance_outcomes": how.chance_outcomes,
            "num_players": len(self.seats),
            "min_utility": -1.0,
            "max_utility": 1.0,
            "max_game_length": MAX_GAME_LENGTH,
        }
        kind = _game_type(game, self._options, how)
        if kind.utility == pyspiel.GameType.Utility.ZERO_SUM:
            info["utility_sum"] = 0.0
        super().__init__(kind, pyspiel.GameInfo(**info), params)

    def begin(self) -> Position:
        """Return the position before the first decision or die."""
        if self._begin is None:
            source = Waiting()
            match = Match(
                self.game,
                options=self._options,
                data=self.game.data_with(),
                seed=0,
                source=source,
                tape=Tape(),
                headings=False,
            )
            self._begin = Position(match.begin(), source)
        return self._begin

    def new_initial_state(self) -> "SpielState":
        """Return a state at the beginning of a game."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """Return an observer of what a seat sees."""
        is_perfect_recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        if self.layout is not None:
            return StructuredObserver(self, is_perfect_recall)
        return SpielObserver(self, is_perfect_recall)


class SpielState(pyspiel.State):
    """A state of a pack's game."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = game.begin()
        self._numbering = game.encoding.numbering
        self._seats = game.seats
        self._reward = game.reward
        self._is_simultaneous = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS

    def current_player(self) -> int:
        """Return the player that decides: a seat, several, chance or nobody.

        Raises:
            PackError: several seats choose at the same time in a game that was not registered so.
        """
        match = self.position.match
        if match.is_simultaneous:
            if not self._is_simultaneous:
                seats = " and ".join(one.seat for one in match.open)
                raise PackError(
                    f"{match.game.id} lets {seats} choose at the same time; "
                    "register it with simultaneous=True"
                )
            simultaneous: int = pyspiel.PlayerId.SIMULTANEOUS
            return simultaneous
        player: int = (
            self._seats.index(match.decision.seat)
            if match.decision is not None
            else pyspiel.PlayerId.TERMINAL
            if match.is_over
            else pyspiel.PlayerId.CHANCE
        )
        return player

    def _legal_actions(self, player: int) -> list[int]:
        chooser = self.position.chooser(self._numbering, self._seats[player])
        return chooser.legal() if chooser is not None else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the next die or card."""
        return self.position.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self.position = self.position.after_chance(action)
        else:
            assert self.position.match.decision is not None
            seat = self.position.match.decision.seat
            self.position = self.position.after_actions({seat: action}, self._numbering)

    def _apply_actions(self, actions: list[int]) -> None:
        given = dict(zip(self._seats, actions, strict=True))
        self.position = self.position.after_actions(given, self._numbering)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            chooser = self.position.chooser(self._numbering, self._seats[player])
            return chooser.words(action) if chooser is not None else "nothing"
        source = self.position.source
        what = f"{action + 1}" if source.sides else source.cards[action][0]
        return f"{source.why}: {what}"

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.match.is_over

    def returns(self) -> list[float]:
        """Return the reward of each seat, from 1 for a win to -1 for a loss."""
        match = self.position.match
        if not match.is_over:
            return [0.0] * len(self._seats)
        got = self._reward(match)
        return [float(got[seat]) for seat in self._seats]

    def resample_from_infostate(self, player: int, random: Callable[[], float]) -> "SpielState":
        """Return a state that looks the same to a player, with all that it does not know resampled.

        Its history, and so a copy made by `serialize`, is that of the state it was made from.

        Raises:
            PackError: the state is not at a decision.
        """
        copy: SpielState = self.clone()
        copy.position = self.position.resample(self._seats[player], random())
        return copy

    def __str__(self) -> str:
        match = self.position.match
        seat = match.decision.seat if match.decision is not None else self._seats[0]
        return words_of(match, seat)


class SpielObserver:
    """Puts what a seat sees into an array, as `Encoding` does.

    With perfect recall its text is everything that a seat has seen and done.
    """

    def __init__(self, game: SpielGame, is_perfect_recall: bool = False) -> None:
        self._game = game
        self._is_perfect_recall = is_perfect_recall
        self.tensor = np.zeros(game.encoding.length, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Set the array to what a player sees in a state."""
        match, encoding = state.position.match, self._game.encoding
        seat = self._game.seats[player]
        chooser = state.position.chooser(encoding.numbering, seat)
        self.tensor[:] = encoding.observe(match, seat, chooser)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player sees in a state as text; with perfect recall all it has seen."""
        seat = self._game.seats[player]
        if self._is_perfect_recall:
            return "\n".join(state.position.information_state(seat))
        return words_of(state.position.match, seat)


class StructuredObserver(SpielObserver):
    """Puts what a seat sees into the arrays of a layout, which are parts of one tensor."""

    def __init__(self, game: SpielGame, is_perfect_recall: bool = False) -> None:
        super().__init__(game, is_perfect_recall)
        assert game.layout is not None
        self._structure = Structure(game.layout)
        lengths = {name: int(np.prod(shape)) for name, shape in game.layout.shapes.items()}
        self.tensor = np.zeros(sum(lengths.values()), np.float32)
        parts = np.split(self.tensor, np.cumsum(list(lengths.values()))[:-1])
        self.dict = {
            name: part.reshape(game.layout.shapes[name])
            for name, part in zip(lengths, parts, strict=True)
        }

    def set_from(self, state: SpielState, player: int) -> None:
        """Set the arrays to what a player sees in a state."""
        seat = self._game.seats[player]
        chooser = state.position.chooser(self._game.encoding.numbering, seat)
        arrays, _ = self._structure.ask(self._structure.look(state.position.match, seat), chooser)
        for name, array in arrays.items():
            self.dict[name][:] = array
