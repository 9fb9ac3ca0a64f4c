"""Games in which a bot takes the place of a learner, step by step, and files of them.

    env = SeatEnv("bomber_boys")
    save_steps(Path("captain.npz"), env, "captain", seeds=range(100))
    numpy.load("captain.npz")["observation"]

Needs the extra `gym`.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import attrs
import numpy as np

from ..bots.seating import seat_bots
from .gym import SeatEnv

__all__ = ["DemonstratedStep", "demonstrated", "save_steps"]


@attrs.frozen(eq=False)
class DemonstratedStep:
    """A step of a game: what was seen, what a bot did, and what that earned.

    Attributes:
        seed: what the environment was reset with.
        seen: the observation before the action, with its mask.
        mask: 1 for each legal action.
        seat: the seat that was asked.
        is_over, is_cut: whether the game ended with this step, or was cut off.
    """

    seed: int
    seen: Any
    mask: Any
    action: int
    reward: float
    seat: str
    is_over: bool
    is_cut: bool


def demonstrated(env: SeatEnv, bot: str, seed: int) -> Iterator[DemonstratedStep]:
    """Play a game in which a bot answers for the learner, and yield its steps.

    Raises:
        PackError: no such bot.
    """
    bots = seat_bots(env.game, dict.fromkeys(env.seats, bot), f"demonstrated {seed}")
    env.looks_ahead = env.looks_ahead or any(one.looks_ahead for one in bots.values())
    seen, info = env.reset(seed=seed)
    is_done = False
    while not is_done:
        match = env.match
        assert match is not None
        assert match.decision is not None
        seat = env.seat
        question = match.question_of(seat)
        assert question is not None
        for action in env.actions_of(bots[seat].choose(match, question)):
            mask = info["action_mask"]
            later, reward, is_over, is_cut, info = env.step(action)
            yield DemonstratedStep(seed, seen, mask, action, reward, seat, is_over, is_cut)
            seen, is_done = later, is_over or is_cut


def save_steps(path: Path, env: SeatEnv, bot: str, seeds: Iterable[int]) -> int:
    """Write the games of a bot to a file of NumPy (`.npz`); return the number of steps.

    Its arrays have a row for each step: `seed`, `action`, `reward`, `seat`, `is_over`, `is_cut`,
    `action_mask`, and the observation: `observation`, or the arrays of a layout by their names.
    """
    steps = [step for seed in seeds for step in demonstrated(env, bot, seed)]
    columns: dict[str, list[Any]] = {}
    for step in steps:
        seen = step.seen if isinstance(step.seen, dict) else {"observation": step.seen}
        row = {**seen, "action_mask": step.mask}
        for name in ("seed", "action", "reward", "seat", "is_over", "is_cut"):
            row[name] = getattr(step, name)
        for name, value in row.items():
            columns.setdefault(name, []).append(value)
    arrays: dict[str, Any] = {name: np.array(rows) for name, rows in columns.items()}
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)
    return len(steps)
