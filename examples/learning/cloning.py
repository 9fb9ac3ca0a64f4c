"""The first step: learn what a bot would do, in the positions into which the learner gets.

At first the bot plays, then the learner plays and the bot only says what it would have done
(DAgger, Ross and others 2011). So the learner also sees positions that follow its own mistakes.
"""

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from questions import Learner

from tabletop_core.adapters.gym import SeatEnv
from tabletop_core.adapters.pointer import PolicyQuestion
from tabletop_core.bots import seat_bots

Lesson: TypeAlias = tuple[PolicyQuestion, NDArray[np.float32]]


def lessons(
    env: SeatEnv,
    learner: Learner,
    teacher: str,
    seed: int,
    is_learner_playing: bool,
    softness: float,
) -> Iterator[Lesson]:
    """Play a game; yield each question with the share of each option in the teacher's answer.

    That is 1 for one of them, unless the teacher weighs them: then an option that is worse by
    `softness` has a share that is smaller by the factor e.
    """
    bots = seat_bots(env.game, dict.fromkeys(env.seats, teacher), f"taught {seed}")
    env.looks_ahead = env.looks_ahead or any(bot.looks_ahead for bot in bots.values())
    seen, _ = env.reset(seed=seed)
    is_done = False
    while not is_done:
        asked = env.match.question_of(env.seat)
        bot = bots[env.seat]
        taught = env.actions_of(bot.choose(env.match, asked))
        worths = bot.weigh(env.match, asked) if softness else {}
        worth_of = {env.actions_of(option)[0]: worth for option, worth in worths.items()}
        for action in taught:
            question = learner.describe(seen)
            shares = (question.actions == action).astype(np.float32)
            if worth_of:
                worth = np.array([worth_of[one] for one in question.actions.tolist()])
                shares = np.exp((worth - worth.max()) / softness).astype(np.float32)
                shares /= shares.sum()
            yield question, shares
            # Several options together are always the teacher's: half of its answer and half of
            # another need not be legal.
            if is_learner_playing and len(taught) == 1 and asked.most is None:
                action = int(question.actions[learner.choose(question)[0]])
            seen, _, is_over, is_cut, _ = env.step(action)
            is_done = is_over or is_cut


def clone(
    learner: Learner,
    lessons: list[Lesson],
    optimizer: torch.optim.Optimizer,
    *,
    epochs: int,
    size: int = 64,
) -> Iterator[float]:
    """Learn the teacher's answers; yield the share in it of the best answers, after each epoch."""
    for _ in range(epochs):
        right = 0.0
        order = learner.random.permutation(len(lessons))
        for first in range(0, len(order), size):
            part = [lessons[place] for place in order[first : first + size]]
            chances, _, asked = learner.scores([question for question, _ in part])
            shares = torch.as_tensor(np.concatenate([shares for _, shares in part]))
            loss = -(shares * chances).sum() / len(part)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(learner.weights.values(), 1.0)
            optimizer.step()
            answers = zip(
                chances.detach().split(asked.counts), shares.split(asked.counts), strict=True
            )
            right += sum(float(share[chance.argmax()]) for chance, share in answers)
        yield right / len(lessons)
