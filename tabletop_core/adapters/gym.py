"""A Gymnasium environment: one seat learns, bots play the others.

    env = SeatEnv("bomber_run", seat="west", bots="greedy")
    seen, info = env.reset(seed=7)
    seen, reward, is_over, is_cut, info = env.step(seen["action_mask"].argmax())

Needs the extra `gym`.
"""

from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ..bots.seating import seat_bots
from ..bots.simple import chooser
from ..engine.bot import Bot
from ..engine.game import Game
from ..engine.play import Play
from ..errors import PackError
from ..plugins.packs import load_pack
from .encoding import ACTIONS, SIZE, ActionChooser, Encoding, mask_of, rewards

Seen = dict[str, Any]


def seen_space(encoding: Encoding) -> spaces.Dict:
    """Return the space of observations: what is seen, and which actions are legal."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-1.0, 1.0, (encoding.length,), np.float32),
            "action_mask": spaces.Box(0, 1, (encoding.actions,), np.int8),
        }
    )


class SeatEnv(gymnasium.Env[Seen, int]):
    """One seat of a game.

    Args:
        pack: the id of a pack, or its game.
        seat: the seat that learns (default: the first).
        bots: who plays the other seats, a name for all or one for each, as in `mcts:n=100`.
        options: options of the game.
        actions, size: see `Encoding`.
        most_decisions: a game that is longer is cut off.
        reward: what a seat gets for the end (default: that of `rewards`, from 1 to -1).

    An action that is not legal loses the game at once; `info["illegal"]` says so.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        pack: str | Game[Any],
        seat: str = "",
        bots: str | Mapping[str, str] = "random",
        options: Mapping[str, Any] | None = None,
        *,
        actions: int = ACTIONS,
        size: int = SIZE,
        most_decisions: int = 10_000,
        reward: Callable[[Play[Any], str], float] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game: Game[Any] = load_pack(pack) if isinstance(pack, str) else pack
        self.options = self.game.read_options(options or {})
        self._data = self.game.load_data(())
        seats = self.game.seats_for(self.options)
        self.seat = seat or seats[0]
        if self.seat not in seats:
            raise PackError(f"{self.game.id} has no seat {seat!r}; its seats: {', '.join(seats)}")
        others = [other for other in seats if other != self.seat]
        self._names = dict.fromkeys(others, bots) if isinstance(bots, str) else dict(bots)
        if sorted(self._names) != sorted(others):
            raise PackError(
                f"the bots are for {', '.join(self._names) or 'nobody'}, but the other seats of "
                f"{self.game.id} are: {', '.join(others) or 'none'}"
            )
        self._looks_ahead = any(
            bot.looks_ahead for bot in seat_bots(self.game, self._names, 0).values()
        )
        self.encoding = Encoding(actions, size)
        self._most = most_decisions
        self._reward = reward or (lambda play, seat: rewards(play)[seat])
        self.render_mode = render_mode
        self.observation_space = seen_space(self.encoding)
        self.action_space: Any = spaces.Discrete(actions)
        self._bots: Mapping[str, Bot] = {}
        self.play: Play[Any] | None = None
        self._chooser: ActionChooser | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Start a game; `options` are options of the game for this one."""
        super().reset(seed=seed)
        chosen = self.options | self.game.read_options({**self.options, **(options or {})})
        game_seed = int(self.np_random.integers(2**48))
        self.play = Play(
            self.game,
            options=chosen,
            data=self._data,
            seed=game_seed,
            **_kept(self._looks_ahead, self.render_mode is not None),
        )
        self._bots = seat_bots(self.game, self._names, game_seed)
        self.play.begin()
        self._to_our_decision()
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Answer, or take one of several options; then let the bots play."""
        play = self.play
        if play is None or self._chooser is None:
            raise PackError("there is no game to play on with; call reset() first")
        if int(action) not in self._chooser.legal():
            self._chooser = None
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": True}
        answer = self._chooser.take(int(action))
        if answer is not None:
            play.answer(answer)
            self._to_our_decision()
        is_cut = not play.is_over and play.decisions >= self._most
        reward = float(self._reward(play, self.seat)) if play.is_over else 0.0
        return self._seen(), reward, play.is_over, is_cut, self._info()

    def action_masks(self) -> Any:
        """Return which actions are legal as truth values, as some learning libraries ask."""
        return np.array(self._mask(), dtype=bool)

    def render(self) -> Any:
        """Return what the seat sees as text."""
        if self.play is None or self.render_mode is None:
            return None
        from .text import words_of

        return words_of(self.play, self.seat)

    def _to_our_decision(self) -> None:
        """Let the bots play until this seat is asked or the game is over."""
        play = self.play
        assert play is not None
        answer = chooser(self._bots)

        def choose(play: Play[Any], decision: Any) -> Any:
            if decision.seat == self.seat or play.decisions >= self._most:
                return None
            return answer(play, decision)

        play.run(choose)
        decision = play.decision
        self._chooser = None
        if decision is not None and decision.seat == self.seat:
            self._chooser = ActionChooser(decision, self.encoding.actions)

    def _mask(self) -> list[int]:
        legal = self._chooser.legal() if self._chooser else []
        return mask_of(legal, self.encoding.actions)

    def _seen(self) -> Seen:
        assert self.play is not None
        seen = self.encoding.observe(self.play, self.seat, self._chooser)
        return {
            "observation": np.array(seen, dtype=np.float32),
            "action_mask": np.array(self._mask(), dtype=np.int8),
        }

    def _info(self) -> dict[str, Any]:
        play = self.play
        assert play is not None
        outcome = play.outcome
        return {
            "action_mask": np.array(self._mask(), dtype=np.int8),
            "decisions": play.decisions,
            "outcome": outcome.kind if outcome else "",
        }


def _kept(looks_ahead: bool, record: bool) -> dict[str, Any]:
    """Return what a play must keep for its bots and for rendering, and no more."""
    from ..engine.tape import Tape

    return {
        "tape": Tape() if looks_ahead else None,
        "snapshots": looks_ahead,
        "record": record,
        "headings": False,
    }


ENVIRONMENT = "tabletop/Seat-v0"
"""The name for `gymnasium.make`, which takes the parameters of `SeatEnv`."""

if ENVIRONMENT not in gymnasium.registry:
    gymnasium.register(ENVIRONMENT, entry_point=f"{__name__}:SeatEnv")
