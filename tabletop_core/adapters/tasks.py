"""Named tasks for learners: a game with its options, opponents, horizon and seeds, and scores.

    env = make_task("bomber_boys/milk_run")
    env = make_task("bomber_run/vs-random", reward="evaluate", structured=True)
    for task in tasks_of(load_pack("bomber_run")):
        print(task.id, [(score.player, score.mean) for score in task.scores])

A pack keeps its tasks in the file `tasks.toml`; `tools/measure_tasks.py` writes the scores.
Needs the extra `gym`.
"""

from collections.abc import Mapping
from typing import Any, Literal

import attrs

from ..data import load_file
from ..data.folders import folder_of
from ..engine.game import Game
from ..errors import PackError
from ..plugins.packs import load_pack
from .demonstrations import demonstrated
from .gym import SeatEnv
from .rewards import Shaping

__all__ = ["Score", "Task", "make_task", "tasks_of", "total"]

FILE = "tasks.toml"


@attrs.frozen(kw_only=True)
class Score:
    """What a bot has earned in a task, without shaping, with the seeds of the task.

    Attributes:
        player: the bot that took the place of the learner.
        mean: its mean total reward.
        won: the games in which the total was positive.
        first: the totals of the first seeds, to be compared with.
    """

    player: str
    mean: float
    won: int
    first: tuple[float, ...]


@attrs.frozen(kw_only=True)
class Task:
    """A task, as a pack declares it.

    Attributes:
        id: its name within the pack.
        about: what is to be learnt, in a sentence.
        options: the options of the game; the others keep their default.
        seat: the seat that learns; empty for that of `SeatEnv`.
        bots: who plays the other seats; empty for those of `SeatEnv`.
        horizon: decisions after which a game is cut off.
        seeds: how many games a score is taken from: `reset(seed=0)`, `reset(seed=1)` and so on.
        scale: that of the shaping by `evaluate`.
        scores: what bots have earned.
    """

    id: str
    about: str
    options: Mapping[str, Any] = attrs.field(factory=dict)
    seat: str = ""
    bots: str = ""
    horizon: int = 1_000
    seeds: int = 100
    scale: float = 100.0
    scores: tuple[Score, ...] = ()

    def make(
        self, game: Game[Any], reward: Literal["end", "evaluate"] = "end", **how: Any
    ) -> SeatEnv:
        """Return the environment of this task.

        Args:
            reward: `end` rewards the end of a game alone, `evaluate` shapes the way there.
            how: further parameters of `SeatEnv`.

        Raises:
            PackError: no such reward.
        """
        if reward not in ("end", "evaluate"):
            raise PackError(f"the reward cannot be {reward!r}; give end or evaluate")
        shaping = Shaping(scale=self.scale) if reward == "evaluate" else None
        usual: dict[str, Any] = {"most_decisions": self.horizon, "shaping": shaping}
        return SeatEnv(game, self.seat, self.bots or None, dict(self.options), **{**usual, **how})


@attrs.frozen(kw_only=True)
class TasksFile:
    """The file `tasks.toml` of a pack."""

    task: tuple[Task, ...] = ()


def tasks_of(game: Game[Any]) -> tuple[Task, ...]:
    """Return the tasks of a pack; none if it declares none.

    Raises:
        DataError: the file cannot be read.
    """
    folder = folder_of(game.package)
    if folder is None or not (file := folder / FILE).is_file():
        return ()
    return load_file(str(file), TasksFile).task


def make_task(name: str, reward: Literal["end", "evaluate"] = "end", **how: Any) -> SeatEnv:
    """Return the environment of a task by its name, such as `bomber_run/vs-random`.

    Args:
        reward, how: as of `Task.make`.

    Raises:
        PackError: no such pack or task.
    """
    pack, _, wanted = name.partition("/")
    game: Game[Any] = load_pack(pack)
    known = {task.id: task for task in tasks_of(game)}
    if wanted not in known:
        raise PackError(
            f"there is no task {name!r}; those of {pack}: " + (", ".join(known) or "none")
        )
    return known[wanted].make(game, reward, **how)


def total(env: SeatEnv, bot: str, seed: int) -> float:
    """Return what a bot earns in a game in place of the learner."""
    return sum(step.reward for step in demonstrated(env, bot, seed))
