"""A Gymnasium environment: one seat learns, or all that play together; bots play the others.

    env = SeatEnv("bomber_run", seat="west", bots="greedy")
    seen, info = env.reset(seed=7)
    seen, reward, is_over, is_cut, info = env.step(seen["action_mask"].argmax())

Needs the extra `gym`.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import attrs
import gymnasium
import numpy as np
from gymnasium import spaces

from ..bots.seating import difficulties, seat_bots
from ..bots.simple import chooser
from ..engine.bot import Bot
from ..engine.decisions import Answer, Decision
from ..engine.game import Game
from ..engine.match import Match
from ..engine.tape import Tape, given_in
from ..errors import PackError
from ..plugins.packs import load_pack
from .actions import ActionChooser
from .by_playing import made_once
from .encoding import SIZE, Encoding
from .layout import Layout
from .parts import LIMIT
from .rewards import Earnings, Shaping, reward_of
from .structure import NOTHING, Looked, Structure, mask_as
from .text import checked_render_mode, words_of
from .vocabulary import Actions, numbering_of

__all__ = ["SeatEnv"]

Seen = Any
"""An observation: an array, or a dictionary of arrays with the mask of legal actions."""


class Observing(Protocol):
    """How an observation is made: first what is on the table, then what is asked there."""

    @property
    def space(self) -> spaces.Space[Any]:
        """The space of observations."""

    def look(self, match: Match[Any], seat: str | None) -> Any:
        """Return what a seat sees on the table; for None everything."""

    def seen(self, looked: Any, chooser: ActionChooser | None, mask: Any) -> tuple[Seen, int]:
        """Return an observation, and how many things it has no room for."""


@attrs.frozen
class FlatObserving:
    """One array, with the mask of legal actions or (`is_plain`) alone."""

    encoding: Encoding
    is_plain: bool = False

    @property
    def space(self) -> spaces.Space[Any]:
        box = spaces.Box(-1.0, 1.0, (self.encoding.length,), np.float32)
        return box if self.is_plain else with_mask({"observation": box}, self.encoding.actions)

    def look(self, match: Match[Any], seat: str | None) -> dict[int, float]:
        return self.encoding.table(match, seat)

    def seen(
        self, looked: dict[int, float], chooser: ActionChooser | None, mask: Any
    ) -> tuple[Seen, int]:
        array = np.array(self.encoding.with_question(looked, chooser), dtype=np.float32)
        return (array if self.is_plain else {"observation": array, "action_mask": mask}), 0


@attrs.frozen
class StructuredObserving:
    """The arrays of a layout, and the mask of legal actions."""

    structure: Structure
    actions: int

    @property
    def space(self) -> spaces.Space[Any]:
        layout = self.structure.layout
        return with_mask(
            {name: _box(layout, name, self.actions) for name in layout.shapes}, self.actions
        )

    def look(self, match: Match[Any], seat: str | None) -> Looked:
        return self.structure.look(match, seat)

    def seen(self, looked: Looked, chooser: ActionChooser | None, mask: Any) -> tuple[Seen, int]:
        arrays, left_out = self.structure.ask(looked, chooser)
        return {**arrays, "action_mask": mask}, left_out


def with_mask(parts: Mapping[str, spaces.Space[Any]], actions: int) -> spaces.Dict:
    """Return the space of some parts and of the mask of legal actions."""
    return spaces.Dict({**parts, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})


def _box(layout: Layout, name: str, actions: int) -> spaces.Box:
    shape = layout.shapes[name]
    if not layout.is_whole(name):
        return spaces.Box(-LIMIT, LIMIT, shape, np.float32)
    most = max(layout.most, actions, layout.firsts["facts"] + layout.rows("facts"))
    return spaces.Box(NOTHING, most, shape, np.int32)


Structured: TypeAlias = bool | Layout
"""Whether observations keep the structure of the table; a layout says how."""


def observing_of(
    game: Game[Any],
    options: Mapping[str, Any],
    encoding: Encoding,
    plain: bool,
    structured: Structured,
) -> Observing:
    """Return how an environment makes its observations.

    Raises:
        PackError: observations were asked to be plain and structured, or the layout is of another
            game.
    """
    if not structured:
        return FlatObserving(encoding, plain)
    if plain:
        raise PackError("an observation is either plain or structured; give one of them")
    layout = made_once(Layout, game, options) if structured is True else structured
    assert isinstance(layout, Layout)
    if layout.pack != game.id:
        raise PackError(f"the layout is of {layout.pack}, not of {game.id}; make another")
    return StructuredObserving(Structure(layout), encoding.actions)


class SeatEnv(gymnasium.Env[Seen, int]):
    """One seat of a game, or several of a team, each asked in its turn.

    Args:
        pack: the id of a pack, or its game.
        seat: the seat that learns, or several (default: the first; where all seats win and lose
            together and no bots are named, all of them).
        bots: who plays the other seats, a name for all or one for each, as in `mcts:n=100`
            (default: `random` for opponents, and for partners the bot of a normal game).
        options: options of the game.
        actions: `keys` for actions that keep their meaning, from a vocabulary made by playing;
            a `Vocabulary` of your own; `places` or a number for those that count the options of
            the present list. See `vocabulary`.
        size: see `Encoding`.
        most_decisions: a game that is longer is cut off.
        reward: what a seat has got so far, asked after each step, which earns what is new of it
            (default: that of `rewards` for the end, from 1 to -1, and 0 before it). Several seats
            that learn earn what the first of them does.
        shaping: also rewards steps that lead to better positions, see `Shaping` (default: no).
        plain: the observation is the array alone, for wrappers that know no dictionaries; the mask
            is in `info["action_mask"]` in any case.
        structured: the observation is a dictionary of arrays that keep the structure of the table,
            by a layout made by playing, or by a `Layout` of your own. See `layout`. What it has no
            room for is counted in `info["left_out"]`.

    An action that is not legal loses the game at once; `info["illegal"]` says so.
    `info["seat"]` is the seat that is asked.
    An environment can be copied and pickled, also in the middle of a game.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        pack: str | Game[Any],
        seat: str | Sequence[str] = "",
        bots: str | Mapping[str, str] | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        actions: Actions = "keys",
        size: int = SIZE,
        most_decisions: int = 10_000,
        reward: Callable[[Match[Any], str], float] = reward_of,
        shaping: Shaping | None = None,
        plain: bool = False,
        structured: Structured = False,
        render_mode: str | None = None,
    ) -> None:
        self.game: Game[Any] = load_pack(pack) if isinstance(pack, str) else pack
        self.options = self.game.read_options(options or {})
        self._data = self.game.data_with()
        self._wanted_seats = (seat,) if isinstance(seat, str) and seat else tuple(seat)
        self._wanted_bots = bots
        self.seats, self._names = self._seating(self.options)
        self.seat = self.seats[0]
        """The seat that is asked, or was last."""
        self.looks_ahead = any(
            bot.looks_ahead for bot in seat_bots(self.game, self._names, 0).values()
        )
        """Whether games keep what a bot needs that looks ahead; it counts from the next reset."""
        self.encoding = Encoding(numbering_of(self.game, self.options, actions), size)
        self._most = most_decisions
        self._reward = reward
        self._earnings = Earnings(shaping)
        self._observing = observing_of(self.game, self.options, self.encoding, plain, structured)
        self.render_mode = checked_render_mode(render_mode)
        self.observation_space = self._observing.space
        self.action_space: Any = spaces.Discrete(self.encoding.actions)
        self._bots: Mapping[str, Bot] = {}
        # `| Any`, as in typeshed: there is one from the first `reset` on.
        self.match: Match[Any] | Any = None
        self._chooser: ActionChooser | None = None
        self._looked: Any = None
        """What is on the table, until something is answered."""
        self._left_out = 0

    def _seating(self, options: Mapping[str, Any]) -> tuple[tuple[str, ...], dict[str, str]]:
        """Return the seats that learn, and the bots of the others by name.

        Raises:
            PackError: a seat that is not there, seats that are not of one team, or bots that were
                named for other seats than those left.
        """
        game, bots = self.game, self._wanted_bots
        seats, teams = game.seats_for(options), game.teams_for(options)
        learning = self._wanted_seats
        if not learning:
            learning = seats if bots is None and len(teams) == 1 else seats[:1]
        for seat in learning:
            if seat not in seats:
                raise PackError(f"{game.id} has no seat {seat!r}; its seats: {', '.join(seats)}")
        partners = next(team for team in teams if learning[0] in team)
        if set(learning) - set(partners):
            raise PackError(
                f"{' and '.join(learning)} do not win together in {game.id}; let one of them learn"
            )
        others = [seat for seat in seats if seat not in learning]
        if bots is None:
            usual = difficulties(game)["normal"]
            return learning, {seat: usual if seat in partners else "random" for seat in others}
        names = dict.fromkeys(others, bots) if isinstance(bots, str) else dict(bots)
        if sorted(names) != sorted(others):
            raise PackError(
                f"the bots are for {', '.join(names) or 'nobody'}, but the other seats of "
                f"{game.id} are: {', '.join(others) or 'none'}"
            )
        return learning, names

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Start a game; `options` are options of the game for this one.

        Raises:
            PackError: no such option, or the bots are not those of the seats that they make.
        """
        super().reset(seed=seed)
        chosen = self.options | self.game.read_options({**self.options, **(options or {})})
        self.seats, self._names = self._seating(chosen)
        self.seat = self.seats[0]
        game_seed = int(self.np_random.integers(2**48))
        self.match = Match(
            self.game,
            options=chosen,
            data=self._data,
            seed=game_seed,
            tape=Tape(),
            snapshots=self.looks_ahead,
            record=self.render_mode is not None,
            headings=False,
        )
        self._bots = seat_bots(self.game, self._names, game_seed)
        self._looked = None
        self.match.begin()
        self._earnings.begin(self.match, self.seats[0], self._got())
        self._to_our_decision()
        seen = self._seen()
        return seen, self._info()

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Answer, or take one of several options; then let the bots play."""
        match = self.match
        if match is None or self._chooser is None:
            raise PackError("there is no game in progress; call reset() first")
        if not self._chooser.is_legal(int(action)):
            self._chooser = None
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": True}
        answer = self._chooser.take(int(action))
        if answer is not None:
            self._looked = None
            match.answer(answer, seat=self.seat)
            self._to_our_decision()
        is_cut = not match.is_over and match.decisions >= self._most
        earned = self._earnings.step(match, self.seats[0], self._got())
        return self._seen(), earned, match.is_over, is_cut, self._info()

    def _got(self) -> float:
        """Return what the learner has got so far."""
        assert self.match is not None
        return float(self._reward(self.match, self.seats[0]))

    def actions_of(self, answer: Answer) -> list[int]:
        """Return the actions that give an answer to the present question, one after the other.

        Raises:
            PackError: no seat that learns is asked.
        """
        if self._chooser is None:
            raise PackError("nothing is asked of the learner; call reset() first")
        return self._chooser.actions_of(answer)

    def action_masks(self) -> Any:
        """Return the legal actions as booleans, in the form that some learning libraries want."""
        return self._mask().astype(bool)

    def render(self) -> Any:
        """Return what the seat sees as text."""
        if self.match is None or self.render_mode is None:
            return None
        return words_of(self.match, self.seat)

    def _to_our_decision(self) -> None:
        """Let the bots play until a seat that learns is asked or the game is over."""
        match = self.match
        assert match is not None
        answer = chooser(self._bots)

        def choose(match: Match[Any], decision: Decision) -> Any:
            if self._ours(decision) or match.decisions >= self._most:
                return None
            return answer(match, decision)

        match.run(choose)
        decision = match.decision
        self._chooser = None
        seat = self._ours(decision) if decision is not None else ""
        if decision is not None and seat:
            if seat != self.seat:
                self.seat, self._looked = seat, None
            self._chooser = ActionChooser.of(self.encoding.numbering, match, decision)

    def _ours(self, decision: Decision) -> str:
        """Return the seat that learns and may answer a decision; empty if there is none."""
        return next((seat for seat in decision.seats if seat in self.seats), "")

    def _mask(self) -> Any:
        return mask_as(self._chooser, self.encoding.actions)

    def _seen(self) -> Seen:
        assert self.match is not None
        if self._looked is None:
            self._looked = self._observing.look(self.match, self.seat)
        seen, self._left_out = self._observing.seen(self._looked, self._chooser, self._mask())
        return seen

    def _info(self) -> dict[str, Any]:
        match = self.match
        assert match is not None
        outcome = match.outcome
        return {
            "action_mask": self._mask(),
            "seat": self.seat,
            "left_out": self._left_out,
            "decisions": match.decisions,
            "outcome": outcome.kind if outcome else "",
        }

    # ------------------------------------------------------------------ copies

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        del state["_data"], state["_bots"], state["_looked"]
        chooser = state.pop("_chooser")
        return {**state, "_taken": chooser.taken if chooser else None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        taken = state.pop("_taken")
        self.__dict__.update(state)
        self._data = self.game.data_with()
        self._bots, self._chooser, self._looked = {}, None, None
        match = self.match
        if match is None:
            return
        self._bots = seat_bots(self.game, self._names, match.seed)
        assert match.tape is not None
        given = Counter(seat for entry in match.tape.entries for seat, _ in given_in(entry))
        given.update(match.sealed)
        for seat, bot in self._bots.items():
            bot.skip(given[seat])
        if taken is not None and match.decision is not None:
            self._chooser = ActionChooser.of(self.encoding.numbering, match, match.decision, taken)


ENVIRONMENT = "tabletop/Seat-v0"
"""The name for `gymnasium.make`, which takes the parameters of `SeatEnv`.

If this module is not imported, `gymnasium.make("tabletop_core.adapters.gym:tabletop/Seat-v0")`
imports it.
"""

if ENVIRONMENT not in gymnasium.registry:
    gymnasium.register(ENVIRONMENT, entry_point=f"{__name__}:SeatEnv")
