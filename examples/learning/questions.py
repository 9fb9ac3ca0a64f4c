"""Questions that a network was asked in games, and its answers."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray

from tabletop_core.adapters.gym import SeatEnv
from tabletop_core.adapters.layout import Layout
from tabletop_core.adapters.pointer import (
    PolicyQuestion,
    QuestionBatch,
    batch,
    described,
    scored,
    shapes_of,
)

Weights: TypeAlias = dict[str, NDArray[np.float32]]


def new_weights(layout: Layout, actions: int, width: int, seed: int) -> Weights:
    """Return the weights of an untrained network."""
    random = np.random.default_rng(seed)
    weights: Weights = {}
    for name, shape in shapes_of(layout, actions, width).items():
        weights[name] = random.normal(0, shape[0] ** -0.5, shape).astype(np.float32)
        if name in ("word", "row", "action", "cell"):
            # These are looked up and not multiplied: what each stands for has the same size,
            # whatever their number. Actions begin alike.
            weights[name] *= 0.3 * len(weights[name]) ** 0.5 * (0.3 if name == "action" else 1)
            weights[name][0] = 0
        elif name == "scale" or name.endswith("_bias"):
            weights[name] *= 0
        elif name in ("score", "value"):
            # All options begin with nearly the same chance, so that play finds what is good.
            weights[name] *= 0.001 if name == "score" else 0.1
    return weights


class Learner:
    """A network in training, its layout and its chance."""

    def __init__(
        self, layout: Layout, weights: Mapping[str, NDArray[np.float32]], seed: int
    ) -> None:
        self.layout = layout
        self.weights = {
            name: torch.tensor(array, requires_grad=True) for name, array in weights.items()
        }
        self.random = np.random.default_rng(seed)

    def describe(self, seen: Mapping[str, NDArray[np.generic]]) -> PolicyQuestion:
        return described(self.layout, seen)

    def scores(
        self, questions: Sequence[PolicyQuestion]
    ) -> tuple[torch.Tensor, torch.Tensor, QuestionBatch]:
        """Return the logarithms of the chances of all options, and the values of the questions.

        The chances are one tensor; `counts` says how many of them belong to each question.
        """
        asked = batch(questions)
        scores, values = scored(self.weights, asked.map(torch.as_tensor))
        owner = torch.as_tensor(asked.owner)
        # Each question has its own softmax; its greatest score is taken off before `exp`.
        most = torch.full((len(questions),), -torch.inf).scatter_reduce(
            0, owner, scores.detach(), "amax"
        )
        shifted = scores - most[owner]
        total = torch.zeros(len(questions)).index_add(0, owner, shifted.exp())
        return shifted - total.log()[owner], values, asked

    def choose(self, question: PolicyQuestion, sampled: bool = True) -> tuple[int, float, float]:
        """Return the place of an option among those of a question, its log chance, the value."""
        with torch.no_grad():
            chances, values, _ = self.scores([question])
        chances = chances.numpy()
        if not sampled:
            place = int(chances.argmax())
        else:
            place = int(self.random.choice(len(chances), p=np.exp(chances) / np.exp(chances).sum()))
        return place, float(chances[place]), float(values[0])

    def numpy_weights(self) -> Weights:
        return {name: tensor.detach().numpy() for name, tensor in self.weights.items()}


def firsts(counts: Sequence[int]) -> torch.Tensor:
    """Return where the options of each question begin among those of all."""
    return torch.as_tensor(np.concatenate([[0], np.cumsum(counts)[:-1]]))


def total_reward(env: SeatEnv, learner: Learner, seed: int) -> float:
    """Play a game with the best answers of a learner; return what it earned at the end."""
    seen, _ = env.reset(seed=seed)
    total, is_done = 0.0, False
    while not is_done:
        question = learner.describe(seen)
        place, _, _ = learner.choose(question, sampled=False)
        seen, reward, is_over, is_cut, _ = env.step(int(question.actions[place]))
        total, is_done = total + reward, is_over or is_cut
    return total
