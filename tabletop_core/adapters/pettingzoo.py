"""PettingZoo environments: an agent in every seat.

    env = TableEnv("bomber_run")
    env.reset(seed=7)
    for agent in env.agent_iter():
        seen, reward, is_over, is_cut, info = env.last()
        env.step(None if is_over or is_cut else env.action_space(agent).sample(seen["action_mask"]))

`env("bomber_run")` is the same with PettingZoo's usual wrappers around it.
`ParallelTableEnv` is for games in which the seats always choose at the same time.

Needs the extra `pettingzoo`.
"""

import warnings
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from ..engine.game import Game
from ..engine.match import Match
from ..engine.tape import Tape
from ..errors import PackError
from ..plugins.packs import load_pack
from .actions import ActionChooser
from .encoding import SIZE, Encoding
from .gym import Seen, Structured, observing_of
from .rewards import Earnings, Shaping, rewards
from .structure import mask_as
from .text import checked_render_mode, words_of
from .vocabulary import Actions, numbering_of

__all__ = ["ParallelTableEnv", "TableEnv", "env", "parallel_env"]


def earnings_of(
    match: Match[Any],
    reward: Callable[[Match[Any]], Mapping[str, float]],
    shaping: Shaping | None,
) -> dict[str, Earnings]:
    """Return what each seat has at the beginning of a game, from which its steps are counted."""
    got = reward(match)
    found = {seat: Earnings(shaping) for seat in match.seats}
    for seat, earnings in found.items():
        earnings.begin(match, seat, float(got[seat]))
    return found


class TableEnv(AECEnv[str, Seen, int]):
    """All seats of a game; the agents are its seats.

    Args:
        pack: the id of a pack, or its game.
        options: options of the game.
        actions: as of `SeatEnv`: `keys`, `places`, a number or a `Vocabulary`.
        size: see `Encoding`.
        most_decisions: a game that is longer is cut off.
        reward: what each seat has got so far, asked after each step, which earns what is new of it
            (default: that of `rewards` for the end, from 1 to -1, and 0 before it).
        shaping: also rewards steps that lead to better positions, see `Shaping` (default: no).
        plain: the observation is the array alone, for wrappers that know no dictionaries; the mask
            is in `infos[agent]["action_mask"]` in any case.
        structured: as of `SeatEnv`: arrays that keep the structure of the table.

    Where several seats may answer, the first of them does; those that choose at the same time are
    asked one after the other, and none sees what another has answered.
    An action that is not legal loses the game for its seat at once.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi"],
        "render_fps": 1,
        "name": "tabletop",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        pack: str | Game[Any],
        options: Mapping[str, Any] | None = None,
        *,
        actions: Actions = "keys",
        size: int = SIZE,
        most_decisions: int = 10_000,
        reward: Callable[[Match[Any]], Mapping[str, float]] = rewards,
        shaping: Shaping | None = None,
        plain: bool = False,
        structured: Structured = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game: Game[Any] = load_pack(pack) if isinstance(pack, str) else pack
        self.options = self.game.read_options(options or {})
        self._data = self.game.data_with()
        self.encoding = Encoding(numbering_of(self.game, self.options, actions), size)
        self._most = most_decisions
        self._reward = reward
        self._shaping = shaping
        self._earnings: dict[str, Earnings] = {}
        self._observing = observing_of(self.game, self.options, self.encoding, plain, structured)
        self.render_mode = checked_render_mode(render_mode)
        self.possible_agents = list(self.game.seats_for(self.options))
        self.agents: list[str] = []
        self.state_space = spaces.Box(-1.0, 1.0, (self.encoding.length,), np.float32)
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._observing.space)
        actions_of = spaces.Discrete(self.encoding.actions)
        self.action_spaces = dict.fromkeys(self.possible_agents, actions_of)
        self._random, _ = seeding.np_random()
        self.match: Match[Any] | None = None
        self._chooser: ActionChooser | None = None

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; `options` are options of the game for this one.

        Others are left out with a warning, since tests of PettingZoo's own give such.

        Raises:
            PackError: the value of an option is wrong, or makes seats for which there is no agent.
        """
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        known = {name: value for name, value in (options or {}).items() if name in self.options}
        for name in (options or {}).keys() - known.keys():
            warnings.warn(f"{self.game.id} has no option {name!r}; it is ignored", stacklevel=2)
        chosen = self.game.read_options({**self.options, **known})
        seats = self.game.seats_for(chosen)
        strange = [seat for seat in seats if seat not in self.possible_agents]
        if strange:
            raise PackError(
                f"these options make a seat {strange[0]!r}, which is not an agent here; make the "
                f"environment with options={dict(chosen)}"
            )
        self.match = Match(
            self.game,
            options=chosen,
            data=self._data,
            seed=int(self._random.integers(2**48)),
            tape=Tape(),
            record=False,
            headings=False,
            snapshots=False,
        ).begin()
        agents = self.agents = list(seats)
        self._earnings = earnings_of(self.match, self._reward, self._shaping)
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self.agent_selection = agents[0]
        self._go_on()

    def observe(self, agent: str) -> Seen:
        """Return what an agent sees. Only the one that is asked has legal actions."""
        assert self.match is not None
        mine = self._chooser if agent == self.agent_selection else None
        looked = self._observing.look(self.match, agent)
        return self._observing.seen(looked, mine, self._mask(agent))[0]

    def state(self) -> Any:
        """Return everything on the table, hidden or not, for learners that use it in training."""
        assert self.match is not None
        return np.array(self.encoding.observe(self.match, None, self._chooser), np.float32)

    def _mask(self, agent: str) -> Any:
        asked = self._chooser if agent == self.agent_selection else None
        return mask_as(asked, self.encoding.actions)

    def step(self, action: int | None) -> None:
        """Answer for the selected agent, or take one of several options."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert self.match is not None
        assert self._chooser is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if action is None or int(action) not in self._chooser.legal():
            self._forfeit(agent)
        else:
            answer = self._chooser.take(int(action))
            if answer is None:
                # What has been taken of several options is not legal again.
                self.infos[agent]["action_mask"] = self._mask(agent)
            else:
                self.match.answer(answer)
                self._go_on()
        self._accumulate_rewards()

    def _forfeit(self, agent: str) -> None:
        """End the game for an agent that broke the rules."""
        self._chooser = None
        self.rewards[agent] = -1.0
        self.infos[agent]["illegal"] = True
        self.terminations = dict.fromkeys(self.agents, True)

    def _go_on(self) -> None:
        """Select the agent that is asked next, or end the game."""
        match = self.match
        assert match is not None
        self._chooser = None
        got = self._reward(match)
        self.rewards = {
            agent: self._earnings[agent].step(match, agent, got[agent]) for agent in self.agents
        }
        if match.decision is None:
            self.terminations = dict.fromkeys(self.agents, True)
        elif match.decisions >= self._most:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = match.decision.seat
            self._chooser = ActionChooser.of(self.encoding.numbering, match, match.decision)
        for agent in self.agents:
            self.infos[agent]["action_mask"] = self._mask(agent)

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        del state["_data"]
        chooser = state.pop("_chooser")
        return {**state, "_taken": chooser.taken if chooser else None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        taken = state.pop("_taken")
        self.__dict__.update(state)
        self._data, self._chooser = self.game.data_with(), None
        if taken is not None and self.match is not None and self.match.decision is not None:
            self._chooser = ActionChooser.of(
                self.encoding.numbering, self.match, self.match.decision, taken
            )

    def render(self) -> str | None:
        """Return what the selected agent sees as text."""
        if self.render_mode is None or self.match is None:
            return None
        return words_of(self.match, self.agent_selection)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class ParallelTableEnv(ParallelEnv[str, Seen, int]):
    """All seats of a game in which they choose at the same time, at every decision.

    The parameters are those of `TableEnv`.
    Who is not asked this time, or has taken all its options already, has no legal action, and
    what it gives is not looked at.
    An action that is not legal loses the game for its seat at once.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi"],
        "render_fps": 1,
        "name": "tabletop_parallel",
    }

    def __init__(
        self,
        pack: str | Game[Any],
        options: Mapping[str, Any] | None = None,
        *,
        actions: Actions = "keys",
        size: int = SIZE,
        most_decisions: int = 10_000,
        reward: Callable[[Match[Any]], Mapping[str, float]] = rewards,
        shaping: Shaping | None = None,
        plain: bool = False,
        structured: Structured = False,
        render_mode: str | None = None,
    ) -> None:
        self._table = TableEnv(
            pack,
            options,
            actions=actions,
            size=size,
            most_decisions=most_decisions,
            reward=reward,
            shaping=shaping,
            plain=plain,
            structured=structured,
        )
        self.game = self._table.game
        self.encoding = self._table.encoding
        self.render_mode = checked_render_mode(render_mode)
        self.possible_agents = self._table.possible_agents
        self.agents: list[str] = []
        self.observation_spaces = self._table.observation_spaces
        self.action_spaces = self._table.action_spaces
        self._most = most_decisions
        self._reward = reward
        self._shaping = shaping
        self._earnings: dict[str, Earnings] = {}
        self._observing = self._table._observing
        self.state_space = self._table.state_space
        self._choosers: dict[str, ActionChooser] = {}

    @property
    def match(self) -> Match[Any]:
        """The game in progress."""
        assert self._table.match is not None
        return self._table.match

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Start a game."""
        self._table.reset(seed, options)
        self._earnings = earnings_of(self.match, self._reward, self._shaping)
        self.agents = list(self._table.agents)
        self._ask()
        return self._seen(), self._infos()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Seen],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Answer for all at the same time, or take one of several options for each."""
        match, agents = self.match, self.agents
        wrong = [
            seat
            for seat, chooser in self._choosers.items()
            if int(actions[seat]) not in chooser.legal()
        ]
        if wrong:
            self._choosers = {}
        taken = {seat: chooser.take(int(actions[seat])) for seat, chooser in self._choosers.items()}
        for seat, answer in taken.items():
            if answer is not None:
                del self._choosers[seat]
                match.answer(answer, seat=seat)
        if not self._choosers and not wrong:
            self._ask()
        is_over = match.is_over or bool(wrong)
        is_cut = not is_over and match.decisions >= self._most
        got = self._reward(match)
        infos = self._infos()
        for seat in wrong:
            infos[seat]["illegal"] = True
        found = (
            self._seen(),
            {
                seat: -1.0 if seat in wrong else self._earnings[seat].step(match, seat, got[seat])
                for seat in agents
            },
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, is_cut),
            infos,
        )
        if is_over or is_cut:
            self.agents = []
        return found

    def _ask(self) -> None:
        """Take the questions that are open now.

        Raises:
            PackError: a seat is asked alone.
        """
        match = self.match
        if match.decision is not None and not match.is_simultaneous:
            raise PackError(
                f"{match.decision.prompt!r} is asked of {match.decision.seat} alone; "
                f"use TableEnv for {self.game.id}, whose seats do not always choose at once"
            )
        numbering = self.encoding.numbering
        self._choosers = {one.seat: ActionChooser.of(numbering, match, one) for one in match.open}

    def _seen(self) -> dict[str, Seen]:
        observing = self._observing
        return {
            agent: observing.seen(
                observing.look(self.match, agent), self._choosers.get(agent), self._mask(agent)
            )[0]
            for agent in self.agents
        }

    def state(self) -> Any:
        """Return everything on the table, hidden or not, for learners that use it in training."""
        return np.array(self.encoding.observe(self.match, None, None), np.float32)

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def __getstate__(self) -> dict[str, Any]:
        taken = {seat: chooser.taken for seat, chooser in self._choosers.items()}
        return {**self.__dict__, "_choosers": taken}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        match = self._table.match
        if match is None:
            return
        open_ = {one.seat: one for one in match.open}
        self._choosers = {
            seat: ActionChooser.of(self.encoding.numbering, match, open_[seat], taken)
            for seat, taken in state["_choosers"].items()
        }

    def _mask(self, agent: str) -> Any:
        return mask_as(self._choosers.get(agent), self.encoding.actions)

    def render(self) -> str | None:
        """Return what each agent sees as text."""
        if self.render_mode is None or self._table.match is None:
            return None
        return "\n\n".join(f"{agent}:\n{words_of(self.match, agent)}" for agent in self.agents)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def env(pack: str | Game[Any], options: Mapping[str, Any] | None = None, **how: Any) -> Any:
    """Return a `TableEnv` in PettingZoo's usual wrapper, which refuses steps out of order."""
    return OrderEnforcingWrapper(TableEnv(pack, options, **how))


def parallel_env(
    pack: str | Game[Any], options: Mapping[str, Any] | None = None, **how: Any
) -> Any:
    """Return a `ParallelTableEnv`."""
    return ParallelTableEnv(pack, options, **how)


raw_env = TableEnv
