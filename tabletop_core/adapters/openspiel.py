"""Packs as OpenSpiel games, so that its algorithms in Python run on them.

    name = register("pig")
    state = pyspiel.load_game(f"{name}(goal=50)").new_initial_state()

Each die and each card is a chance node with its exact outcomes.
Where seats choose at the same time, a game registered with `simultaneous=True` has simultaneous
nodes; who is not asked there has no legal action.
A state holds a position that never changes: an action leads to another one, by a fork of the game.

Needs the extra `openspiel`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import numpy as np
import pyspiel

from ..chance import ChanceWaits
from ..engine.decisions import OptionId
from ..engine.game import Game
from ..engine.play import Play
from ..engine.tape import Tape
from ..errors import PackError
from ..plugins.packs import load_pack
from .encoding import ACTIONS, SIZE, ActionChooser, Encoding, rewards
from .text import words_of

CHANCE_OUTCOMES = 256
LONGEST_GAME = 100_000


class Waiting:
    """A source of chance that gives one outcome, then waits for the next to be chosen."""

    def __init__(self, given: Any = None) -> None:
        self._given = given
        self.sides: tuple[int, ...] = ()
        self.cards: list[tuple[str, float]] = []
        self.why = ""

    def roll(self, sides: tuple[int, ...], why: str) -> tuple[int, ...]:
        given, self._given = self._given, None
        if given is None:
            self.sides, self.why = sides, why
            raise ChanceWaits
        faces: tuple[int, ...] = given
        return faces

    def draw(self, pool: Any, why: str) -> str:
        given, self._given = self._given, None
        if given is None:
            total = sum(pool.values())
            self.cards = [(card, float(n / total)) for card, n in pool.items() if n]
            self.why = why
            raise ChanceWaits
        card: str = given
        return card


@attrs.frozen(eq=False)
class Position:
    """A game standing at a decision, at a die or card, or at its end.

    `faces` are the dice chosen so far of a roll of several, `taken` the options of the answer of
    each seat.
    """

    play: Play[Any]
    source: Waiting
    faces: tuple[int, ...] = ()
    taken: Mapping[str, tuple[OptionId, ...]] = attrs.field(factory=dict)

    def __deepcopy__(self, memo: Any) -> "Position":
        return self

    def chooser(self, actions: int, seat: str) -> ActionChooser | None:
        """Return the choice of a seat; None where nothing is asked of it."""
        decision = self.play.question_of(seat)
        if decision is None:
            return None
        return ActionChooser(decision, actions, list(self.taken.get(seat, ())))

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the numbers of the outcomes of the next die or card, with their chances."""
        if self.source.sides:
            side = self.source.sides[len(self.faces)]
            return [(face, 1 / side) for face in range(side)]
        return [(number, chance) for number, (_, chance) in enumerate(self.source.cards)]

    def after_chance(self, outcome: int) -> "Position":
        if not self.source.sides:
            return self._on(self.source.cards[outcome][0])
        faces = (*self.faces, outcome + 1)
        if len(faces) < len(self.source.sides):
            return attrs.evolve(self, faces=faces)
        return self._on(faces)

    def after_actions(self, given: Mapping[str, int], actions: int) -> "Position":
        """Return the position after each of these seats has taken an action."""
        taken: dict[str, tuple[OptionId, ...]] = {}
        answers = {}
        for seat, action in given.items():
            chooser = self.chooser(actions, seat)
            if chooser is None:
                continue
            answer = chooser.take(action)
            if answer is None:
                taken[seat] = tuple(chooser.taken)
            else:
                answers[seat] = answer
        after = self._on() if answers else self
        for seat, answer in answers.items():
            after.play.answer(answer, seat=seat)
        return attrs.evolve(after, taken=taken)

    def _on(self, given: Any = None) -> "Position":
        source = Waiting(given)
        return Position(self.play.fork(source=source, snapshots=True), source)


def register(
    pack: str | Game[Any],
    *,
    actions: int = ACTIONS,
    size: int = SIZE,
    chance_outcomes: int = CHANCE_OUTCOMES,
    simultaneous: bool = False,
) -> str:
    """Register a pack with OpenSpiel and return its name there; options become parameters.

    Args:
        actions, size: see `Encoding`.
        chance_outcomes: more than the sides of any die and the cards of any pile.
        simultaneous: whether the game lets several seats choose at the same time.
    """
    game: Game[Any] = load_pack(pack) if isinstance(pack, str) else pack
    kind = _game_type(game, game.read_options({}), simultaneous)
    if kind.short_name not in pyspiel.registered_names():
        encoding = Encoding(actions, size)

        class PackGame(SpielGame):
            def __init__(self, params: Any = None) -> None:
                super().__init__(game, encoding, chance_outcomes, params or {}, simultaneous)

        pyspiel.register_game(kind, PackGame)
    name: str = kind.short_name
    return name


def _game_type(game: Game[Any], options: Mapping[str, Any], simultaneous: bool) -> Any:
    """Return what is true of a game with these options."""
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
        utility=_utility(game.teams_for(options)),
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={option.name: option.default for option in game.options},
    )


def _utility(teams: Sequence[Sequence[str]]) -> Any:
    """Return whether what the players get comes to 0, is the same for all, or neither."""
    kinds = pyspiel.GameType.Utility
    if len(teams) == 1:
        return kinds.IDENTICAL if len(teams[0]) > 1 else kinds.GENERAL_SUM
    return kinds.ZERO_SUM if len({len(team) for team in teams}) == 1 else kinds.GENERAL_SUM


class SpielGame(pyspiel.Game):
    """A pack as a game of OpenSpiel."""

    def __init__(
        self,
        game: Game[Any],
        encoding: Encoding,
        chance_outcomes: int,
        params: Any,
        simultaneous: bool = False,
    ) -> None:
        self.game = game
        self.encoding = encoding
        self._options = game.read_options(params)
        self.seats = game.seats_for(self._options)
        self._begin: Position | None = None
        info = {
            "num_distinct_actions": encoding.actions,
            "max_chance_outcomes": chance_outcomes,
            "num_players": len(self.seats),
            "min_utility": -1.0,
            "max_utility": 1.0,
            "max_game_length": LONGEST_GAME,
        }
        kind = _game_type(game, self._options, simultaneous)
        if kind.utility == pyspiel.GameType.Utility.ZERO_SUM:
            info["utility_sum"] = 0.0
        super().__init__(kind, pyspiel.GameInfo(**info), params)

    def begin(self) -> Position:
        """Return the position before the first decision or die."""
        if self._begin is None:
            source = Waiting()
            play = Play(
                self.game,
                options=self._options,
                data=self.game.load_data(()),
                seed=0,
                source=source,
                tape=Tape(),
                record=False,
                headings=False,
            )
            self._begin = Position(play.begin(), source)
        return self._begin

    def new_initial_state(self) -> "SpielState":
        """Return a state at the beginning of a game."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """Return an observer of what a seat sees."""
        return SpielObserver(self)


class SpielState(pyspiel.State):
    """A state of a pack's game."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = game.begin()
        self._actions = game.encoding.actions
        self._seats = game.seats
        self._is_simultaneous = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS

    def current_player(self) -> int:
        """Return the seat that decides, or that several, chance or nobody do.

        Raises:
            PackError: several seats choose at the same time in a game that was not registered so.
        """
        play = self.position.play
        if play.together is not None:
            if not self._is_simultaneous:
                raise PackError(
                    f"{play.game.id} lets {' and '.join(play.together.decisions)} choose at the "
                    "same time; register it with simultaneous=True"
                )
            simultaneous: int = pyspiel.PlayerId.SIMULTANEOUS
            return simultaneous
        player: int = (
            self._seats.index(play.decision.seat)
            if play.decision is not None
            else pyspiel.PlayerId.TERMINAL
            if play.is_over
            else pyspiel.PlayerId.CHANCE
        )
        return player

    def _legal_actions(self, player: int) -> list[int]:
        chooser = self.position.chooser(self._actions, self._seats[player])
        return chooser.legal() if chooser is not None else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the next die or card."""
        return self.position.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self.position = self.position.after_chance(action)
        else:
            assert self.position.play.decision is not None
            seat = self.position.play.decision.seat
            self.position = self.position.after_actions({seat: action}, self._actions)

    def _apply_actions(self, actions: list[int]) -> None:
        given = dict(zip(self._seats, actions, strict=True))
        self.position = self.position.after_actions(given, self._actions)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            chooser = self.position.chooser(self._actions, self._seats[player])
            return chooser.words(action) if chooser is not None else "nothing"
        source = self.position.source
        what = f"{action + 1}" if source.sides else source.cards[action][0]
        return f"{source.why}: {what}"

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.position.play.is_over

    def returns(self) -> list[float]:
        """Return what each seat has got, from 1 for a win to -1 for a loss."""
        return list(rewards(self.position.play).values())

    def __str__(self) -> str:
        play = self.position.play
        seat = play.decision.seat if play.decision is not None else self._seats[0]
        return words_of(play, seat)


class SpielObserver:
    """Puts what a seat sees into an array, as `Encoding` does."""

    def __init__(self, game: SpielGame) -> None:
        self._game = game
        self.tensor = np.zeros(game.encoding.length, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Set the array to what a player sees in a state."""
        play, encoding = state.position.play, self._game.encoding
        seat = self._game.seats[player]
        chooser = state.position.chooser(encoding.actions, seat)
        self.tensor[:] = encoding.observe(play, seat, chooser)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player sees in a state as text."""
        return words_of(state.position.play, self._game.seats[player])
