"""A Gymnasium environment: one seat learns, bots play the others.

    env = SeatEnv("bomber_run", seat="west", bots="greedy")
    seen, info = env.reset(seed=7)
    seen, reward, is_over, is_cut, info = env.step(seen["action_mask"].argmax())

Needs the extra `gym`.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ..bots.seating import seat_bots
from ..bots.simple import chooser
from ..engine.bot import Bot
from ..engine.game import Game
from ..engine.match import Match
from ..engine.tape import Tape, given_in
from ..errors import PackError
from ..plugins.packs import load_pack
from .encoding import SIZE, ActionChooser, Encoding, rewards

__all__ = ["SeatEnv", "reward_of"]

Seen = Any
"""An observation: the array, or a dictionary of it and the mask of legal actions."""


def seen_space(encoding: Encoding, plain: bool = False) -> spaces.Space[Any]:
    """Return the space of observations: what is seen, and which actions are legal."""
    box = spaces.Box(-1.0, 1.0, (encoding.length,), np.float32)
    if plain:
        return box
    mask = spaces.Box(0, 1, (encoding.actions,), np.int8)
    return spaces.Dict({"observation": box, "action_mask": mask})


def seen_as(values: Sequence[float], mask: Any, plain: bool) -> Seen:
    """Return an observation in the form of `seen_space`."""
    array = np.array(values, dtype=np.float32)
    return array if plain else {"observation": array, "action_mask": mask}


def mask_as(chooser: ActionChooser | None, actions: int) -> Any:
    """Return 1 for each action that is legal now and 0 for the others."""
    mask = np.zeros(actions, dtype=np.int8)
    if chooser is None:
        return mask
    if chooser.decision.most is None:
        mask[: len(chooser.decision.options)] = 1
    else:
        mask[chooser.legal()] = 1
    return mask


def reward_of(match: Match[Any], seat: str) -> float:
    """Return the reward of a seat at the end of a game, or 0 before it: see `rewards`."""
    return rewards(match)[seat]


class SeatEnv(gymnasium.Env[Seen, int]):
    """One seat of a game.

    Args:
        pack: the id of a pack, or its game.
        seat: the seat that learns (default: the first).
        bots: who plays the other seats, a name for all or one for each, as in `mcts:n=100`.
        options: options of the game.
        actions, size: see `Encoding` (default: as many actions as the game can need).
        most_decisions: a game that is longer is cut off.
        reward: what a seat has got so far, asked after each step, which earns what is new of it
            (default: that of `rewards` for the end, from 1 to -1, and 0 before it).
        plain: the observation is the array alone, for wrappers that know no dictionaries; the mask
            is in `info["action_mask"]` in any case.

    An action that is not legal loses the game at once; `info["illegal"]` says so.
    An environment can be copied and pickled, also in the middle of a game.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        pack: str | Game[Any],
        seat: str = "",
        bots: str | Mapping[str, str] = "random",
        options: Mapping[str, Any] | None = None,
        *,
        actions: int | None = None,
        size: int = SIZE,
        most_decisions: int = 10_000,
        reward: Callable[[Match[Any], str], float] = reward_of,
        plain: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.game: Game[Any] = load_pack(pack) if isinstance(pack, str) else pack
        self.options = self.game.read_options(options or {})
        self._data = self.game.load_data(())
        seats = self.game.seats_for(self.options)
        self.seat = seat or seats[0]
        self._wanted = bots
        self._names = self._players(seats)
        self._looks_ahead = any(
            bot.looks_ahead for bot in seat_bots(self.game, self._names, 0).values()
        )
        self.encoding = Encoding.of(self.game, self._data, actions, size)
        self._most = most_decisions
        self._reward = reward
        self._had = 0.0
        self._plain = plain
        self.render_mode = render_mode
        self.observation_space = seen_space(self.encoding, plain)
        self.action_space: Any = spaces.Discrete(self.encoding.actions)
        self._bots: Mapping[str, Bot] = {}
        self.match: Match[Any] | None = None
        self._chooser: ActionChooser | None = None
        self._table: list[float] | None = None
        """What is on the table, until something is answered."""

    def _players(self, seats: tuple[str, ...]) -> dict[str, str]:
        """Return the bots of the other seats by name.

        Raises:
            PackError: the learning seat is not among the seats, or bots were named for others.
        """
        if self.seat not in seats:
            raise PackError(
                f"{self.game.id} has no seat {self.seat!r}; its seats: {', '.join(seats)}"
            )
        others = [other for other in seats if other != self.seat]
        bots = self._wanted
        names = dict.fromkeys(others, bots) if isinstance(bots, str) else dict(bots)
        if sorted(names) != sorted(others):
            raise PackError(
                f"the bots are for {', '.join(names) or 'nobody'}, but the other seats of "
                f"{self.game.id} are: {', '.join(others) or 'none'}"
            )
        return names

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Start a game; `options` are options of the game for this one.

        Raises:
            PackError: no such option, or the bots are not those of the seats that they make.
        """
        super().reset(seed=seed)
        chosen = self.options | self.game.read_options({**self.options, **(options or {})})
        self._names = self._players(self.game.seats_for(chosen))
        game_seed = int(self.np_random.integers(2**48))
        self.match = Match(
            self.game,
            options=chosen,
            data=self._data,
            seed=game_seed,
            tape=Tape(),
            snapshots=self._looks_ahead,
            record=self.render_mode is not None,
            headings=False,
        )
        self._bots = seat_bots(self.game, self._names, game_seed)
        self._table = None
        self.match.begin()
        self._had = float(self._reward(self.match, self.seat))
        self._to_our_decision()
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Answer, or take one of several options; then let the bots play."""
        match = self.match
        if match is None or self._chooser is None:
            raise PackError("there is no game to play on with; call reset() first")
        if not self._chooser.is_legal(int(action)):
            self._chooser = None
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": True}
        answer = self._chooser.take(int(action))
        if answer is not None:
            self._table = None
            match.answer(answer)
            self._to_our_decision()
        is_cut = not match.is_over and match.decisions >= self._most
        had, self._had = self._had, float(self._reward(match, self.seat))
        return self._seen(), self._had - had, match.is_over, is_cut, self._info()

    def action_masks(self) -> Any:
        """Return the legal actions as booleans, in the form that some learning libraries want."""
        return self._mask().astype(bool)

    def render(self) -> Any:
        """Return what the seat sees as text."""
        if self.match is None or self.render_mode is None:
            return None
        from .text import words_of

        return words_of(self.match, self.seat)

    def _to_our_decision(self) -> None:
        """Let the bots play until this seat is asked or the game is over."""
        match = self.match
        assert match is not None
        answer = chooser(self._bots)

        def choose(match: Match[Any], decision: Any) -> Any:
            if decision.seat == self.seat or match.decisions >= self._most:
                return None
            return answer(match, decision)

        match.run(choose)
        decision = match.decision
        self._chooser = None
        if decision is not None and decision.seat == self.seat:
            self._chooser = ActionChooser(decision, self.encoding.actions)

    def _mask(self) -> Any:
        return mask_as(self._chooser, self.encoding.actions)

    def _seen(self) -> Seen:
        assert self.match is not None
        if self._table is None:
            self._table = self.encoding.table(self.match, self.seat)
        seen = self.encoding.with_question(self._table, self._chooser)
        return seen_as(seen, self._mask(), self._plain)

    def _info(self) -> dict[str, Any]:
        match = self.match
        assert match is not None
        outcome = match.outcome
        return {
            "action_mask": self._mask(),
            "decisions": match.decisions,
            "outcome": outcome.kind if outcome else "",
        }

    # ------------------------------------------------------------------ copies

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        del state["_data"], state["_bots"]
        chooser = state.pop("_chooser")
        return {**state, "_taken": chooser.taken if chooser else None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        taken = state.pop("_taken")
        self.__dict__.update(state)
        self._data = self.game.load_data(())
        self._bots, self._chooser = {}, None
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
            self._chooser = ActionChooser(match.decision, self.encoding.actions, taken)


ENVIRONMENT = "tabletop/Seat-v0"
"""The name for `gymnasium.make`, which takes the parameters of `SeatEnv`.

If this module is not imported, `gymnasium.make("tabletop_core.adapters.gym:tabletop/Seat-v0")`
imports it.
"""

if ENVIRONMENT not in gymnasium.registry:
    gymnasium.register(ENVIRONMENT, entry_point=f"{__name__}:SeatEnv")
