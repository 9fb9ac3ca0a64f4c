"""Train a policy in a task: first by the games of a bot, then by its own.

    python examples/learning/train.py bomber_boys/milk_run --teacher captain --save ace.npz
    python examples/learning/train.py bomber_run/vs-pilot --teacher pilot --seats west,east \\
        --bots pilot,random --rounds 5 --games 40 --save ace.npz
    python examples/learning/train.py bomber_boys/milk_run --steps 10000 --save own.npz
    python examples/learning/train.py bomber_run/vs-random --start ace.npz --seats west,east \
        --bots past:temperature=1,pilot --steps 40000 --check 20 --save better.npz

The opponent `past` is the learner as it was, renewed from time to time.

Needs the extra `learn`. The file that it saves needs NumPy alone. The same seed gives the same
policy on the same machine; curves go to a file beside it with the ending `.svg`.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import TypeAlias

import torch
from cloning import Lesson, clone, lessons
from curves import save_curves
from ppo import Games, improve
from questions import Learner, new_weights, total_reward

from tabletop_core import Game, load_pack
from tabletop_core.adapters.gym import SeatEnv
from tabletop_core.adapters.layout import Layout
from tabletop_core.adapters.policy import TrainedPolicy, with_policies
from tabletop_core.adapters.rewards import Shaping
from tabletop_core.adapters.tasks import Task, tasks_of
from tabletop_core.adapters.vocabulary import Vocabulary
from tabletop_core.intervals import wilson

FIRST_SEED = 1000
"""Seeds of games to learn from begin here; those below it are for scores."""

Curve: TypeAlias = list[tuple[float, float]]
"""Points: the number of lessons or steps so far, and what was reached by then."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("task", help="such as bomber_run/vs-pilot")
    parser.add_argument("--save", type=Path, required=True, help="the file of the policy")
    parser.add_argument("--start", type=Path, help="a policy of the same task to go on from")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--width", type=int, default=48)
    parser.add_argument("--seats", default="", help="seats to learn in turns (default: the task's)")
    parser.add_argument("--bots", default="", help="opponents in turns (default: the task's)")
    parser.add_argument("--teacher", default="", help="a bot whose answers are learnt first")
    parser.add_argument(
        "--softness",
        type=float,
        default=0.0,
        help="learn what the teacher says that options are worth: a difference that matters little",
    )
    parser.add_argument("--rounds", type=int, default=3, help="rounds of lessons")
    parser.add_argument("--games", type=int, default=20, help="games in each round")
    parser.add_argument("--epochs", type=int, default=4, help="after each round; twice at the end")
    parser.add_argument("--steps", type=int, default=0, help="steps of its own games (PPO)")
    parser.add_argument("--renew", type=int, default=8192, help="steps after which past is renewed")
    parser.add_argument(
        "--check", type=int, default=0, help="games of the task itself at each renewal, for a curve"
    )
    parser.add_argument("--each", type=int, default=1024, help="steps between two improvements")
    parser.add_argument("--rate", type=float, default=5e-4, help="learning rate of PPO at first")
    parser.add_argument("--score", type=int, default=50, help="games for the score at the end")
    return parser.parse_args()


def environments(
    args: argparse.Namespace, game: Game, task: Task, layout: Layout, vocabulary: Vocabulary
) -> list[SeatEnv]:
    """Return an environment for each seat and opponent to learn with."""
    shaping = Shaping(scale=task.scale) if game.evaluate is not None else None
    return [
        SeatEnv(
            game,
            seat,
            bots or None,
            dict(task.options),
            structured=layout,
            actions=vocabulary,
            most_decisions=task.horizon,
            shaping=shaping,
        )
        for bots in (args.bots or task.bots).split(",")
        for seat in (args.seats or task.seat).split(",")
    ]


def learn_from_bot(args: argparse.Namespace, learner: Learner, envs: list[SeatEnv]) -> Curve:
    """Learn the answers of the teacher; return the share that was right, by lessons seen."""
    optimizer = torch.optim.Adam(learner.weights.values(), lr=2e-3)
    known: list[Lesson] = []
    curve: Curve = []
    games, right = 0, 0.0
    for number in range(args.rounds):
        for _ in range(args.games):
            env, seed = envs[games % args.games % len(envs)], FIRST_SEED + games
            known += lessons(env, learner, args.teacher, seed, number > 0, args.softness)
            games += 1
        for group in optimizer.param_groups:
            group["lr"] = 2e-3 * (1 - number / args.rounds * 0.7)
        is_last = number == args.rounds - 1
        for right in clone(learner, known, optimizer, epochs=args.epochs * (1 + is_last)):
            print(f"{len(known):7,} lessons: {right:.1%} right", flush=True)
        curve.append((len(known), right))
    return curve


def learn_from_play(
    args: argparse.Namespace,
    learner: Learner,
    renewed: Callable[[], list[SeatEnv]],
    task_env: SeatEnv,
) -> dict[str, Curve]:
    """Improve by its own games; return curves by steps.

    They are the mean reward with shaping, and, if games of the task are to be played for it, that
    without shaping against the bots of the task.

    Args:
        renewed: returns the environments, with the learner as it is now as `past`.
        task_env: the task itself.
    """
    optimizer = torch.optim.Adam(learner.weights.values(), lr=args.rate)
    games, count, next_renewal = Games((), FIRST_SEED + 100_000), 0, 0
    curve: Curve = []
    checks: Curve = []
    while count < args.steps:
        if count >= next_renewal:
            games.envs, next_renewal = renewed(), count + args.renew
            if args.check:
                checks.append((count, checked(task_env, learner, args.check)))
        begins = len(games.earned)
        steps = games.play(learner, args.each)
        # A clone has learnt no values yet, and must not be spoilt by wrong ones.
        is_first = count == 0 and bool(args.teacher or args.start)
        for group in optimizer.param_groups:
            group["lr"] = args.rate * max(0.1, 1 - count / args.steps)
        count += len(steps)
        change = improve(
            learner, steps, optimizer, epochs=8 if is_first else 6, only_values=is_first
        )
        earned = games.earned[begins:]
        curve.append((count, sum(earned) / len(earned)))
        print(f"{count:7,} steps: {curve[-1][1]:+.2f} a game, change {change:.4f}", flush=True)
    if args.check:
        checks.append((count, checked(task_env, learner, args.check)))
    return {"reward a game": curve} | ({"task without chance": checks} if checks else {})


def checked(env: SeatEnv, learner: Learner, games: int) -> float:
    """Return the mean reward of some games, the same each time and not those of the score."""
    return sum(total_reward(env, learner, FIRST_SEED // 2 + one) for one in range(games)) / games


def tell_scores(
    args: argparse.Namespace,
    task: Task,
    game: Game,
    learner: Learner,
    layout: Layout,
    vocabulary: Vocabulary,
) -> None:
    """Print how often the best answers of a learner win the task, with a 95 % interval."""
    env = task.make(game, structured=layout, actions=vocabulary)
    totals = [total_reward(env, learner, seed) for seed in range(args.score)]
    won = sum(one > 0 for one in totals)
    low, high = wilson(won, args.score)
    mean = sum(totals) / args.score
    print(f"{args.task}: {won} of {args.score} won ({low:.0%} to {high:.0%}), mean {mean:+.2f}")


def main() -> None:
    args = arguments()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    began = process_time()
    pack, _, name = args.task.partition("/")
    game = load_pack(pack)
    task = next(one for one in tasks_of(game) if one.id == name)
    if args.start:
        start = TrainedPolicy.read(args.start)
        start.check(game)
        layout, vocabulary, weights = start.layout, start.vocabulary, start.weights
    else:
        layout = Layout.by_playing(game, task.options)
        vocabulary = Vocabulary.by_playing(game, task.options)
        weights = new_weights(layout, vocabulary.size, width=args.width, seed=args.seed)
    learner = Learner(layout, weights, args.seed)
    training = {key: str(value) for key, value in vars(args).items() if key != "save"}

    def policy() -> TrainedPolicy:
        return TrainedPolicy(
            layout=layout,
            vocabulary=vocabulary,
            rules=game.identity.rules,
            weights=learner.numpy_weights(),
            training={**training, "seconds": round(process_time() - began)},
        )

    def renewed() -> list[SeatEnv]:
        with TemporaryDirectory() as folder:
            past = Path(folder, "past.npz")
            policy().save(past)
            return environments(args, with_policies(game, [past]), task, layout, vocabulary)

    curves = {}
    if args.teacher:
        curves["right answers"] = learn_from_bot(args, learner, renewed())
    if args.steps:
        task_env = task.make(game, structured=layout, actions=vocabulary)
        curves |= learn_from_play(args, learner, renewed, task_env)
    seconds = process_time() - began
    policy().save(args.save)
    print(f"trained for {seconds:.0f} s of processor time: {args.save}")
    for name, curve in curves.items():
        path = args.save.with_name(f"{args.save.stem}-{name.split()[0]}.svg")
        save_curves(path, f"{args.task}: {name}", "lessons or steps", {name: curve})
    if args.score:
        tell_scores(args, task, game, learner, layout, vocabulary)


if __name__ == "__main__":
    main()
