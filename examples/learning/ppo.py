"""The second step: proximal policy optimisation (Schulman and others 2017) over legal options only.

A score is given to legal options alone, so nothing must be masked: the chances of the others are 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from questions import Learner, firsts

from tabletop_core.adapters.gym import SeatEnv
from tabletop_core.adapters.pointer import PolicyQuestion

DISCOUNT, SMOOTHING = 1.0, 0.95
"""Of rewards to come, and of the estimates of advantages (the lambda of GAE)."""
CLIP, ENTROPY, VALUE_SHARE = 0.2, 0.005, 0.5


@dataclass
class Step:
    """A question, what was chosen and the result."""

    question: PolicyQuestion
    place: int
    chance: float
    value: float
    reward: float = 0.0
    is_last: bool = False
    advantage: float = 0.0


class Games:
    """Games that go on from one collection of steps to the next, in several environments."""

    def __init__(self, envs: Sequence[SeatEnv], seed: int):
        self.envs, self.seed = envs, seed
        self.turn = 0
        self.earned: list[float] = []
        self.seen = None

    @property
    def env(self) -> SeatEnv:
        return self.envs[self.turn % len(self.envs)]

    def play(self, learner: Learner, count: int) -> list[Step]:
        """Return at least this many steps, up to the end of a game."""
        steps: list[Step] = []
        while len(steps) < count:
            seen, _ = self.env.reset(seed=self.seed + self.turn)
            is_done, total = False, 0.0
            begins = len(steps)
            while not is_done:
                question = learner.describe(seen)
                step = Step(question, *learner.choose(question))
                action = int(question.actions[step.place])
                seen, step.reward, is_over, is_cut, _ = self.env.step(action)
                step.is_last = is_done = is_over or is_cut
                total += step.reward
                steps.append(step)
            estimate(steps[begins:])
            self.earned.append(total)
            self.turn += 1
        return steps


def estimate(game: Sequence[Step]) -> None:
    """Write the advantage of each step of a game: how much better it went than expected."""
    advantage, value = 0.0, 0.0
    for step in reversed(game):
        surprise = step.reward + DISCOUNT * value - step.value
        advantage = surprise + DISCOUNT * SMOOTHING * advantage
        step.advantage, value = advantage, step.value


def improve(
    learner: Learner,
    steps: Sequence[Step],
    optimizer: torch.optim.Optimizer,
    *,
    epochs: int = 3,
    size: int = 128,
    only_values: bool = False,
) -> float:
    """Learn from steps; return how much the policy has changed (the mean Kullback divergence)."""
    gains = np.array([step.advantage for step in steps], np.float32)
    returns = gains + np.array([step.value for step in steps], np.float32)
    gains = (gains - gains.mean()) / (gains.std() + 1e-6)
    changes = []
    for _ in range(epochs):
        order = learner.random.permutation(len(steps))
        for first in range(0, len(order), size):
            part = order[first : first + size]
            chances, values, asked = learner.scores([steps[one].question for one in part])
            places = torch.tensor([steps[one].place for one in part])
            taken = chances[firsts(asked.counts) + places]
            before = torch.tensor([steps[one].chance for one in part])
            ratio = (taken - before).exp()
            gain = torch.tensor(gains[part])
            policy = -torch.minimum(ratio * gain, ratio.clip(1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = -(chances.exp() * chances).sum() / len(part)
            error = ((values - torch.tensor(returns[part])) ** 2).mean()
            loss = VALUE_SHARE * error
            if not only_values:
                loss = loss + policy - ENTROPY * entropy
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(learner.weights.values(), 0.5)
            optimizer.step()
            changes.append(float((ratio - 1 - (taken - before)).mean().detach()))
    return float(np.mean(changes))
