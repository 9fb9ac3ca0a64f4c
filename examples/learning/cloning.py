"""The first step: learn what a bot would do, in the positions into which the learner gets.

At first the bot plays, then the learner plays and the bot only says what it would have done
(DAgger, Ross and others 2011). So the learner also sees positions that follow its own mistakes.
"""

import numpy as np
import torch
from questions import Learner, firsts

from tabletop_core.adapters.gym import SeatEnv
from tabletop_core.bots import seat_bots


def lessons(env: SeatEnv, learner: Learner, teacher: str, seed: int, is_learner_playing: bool):
    """Play a game; yield each question with the place of the teacher's answer among its options."""
    bots = seat_bots(env.game, dict.fromkeys(env.seats, teacher), f"taught {seed}")
    env.looks_ahead = env.looks_ahead or any(bot.looks_ahead for bot in bots.values())
    seen, _ = env.reset(seed=seed)
    is_done = False
    while not is_done:
        asked = env.match.question_of(env.seat)
        taught = env.actions_of(bots[env.seat].choose(env.match, asked))
        for action in taught:
            question = learner.describe(seen)
            place = int(np.flatnonzero(question.actions == action)[0])
            yield question, place
            # Several options together are always the teacher's: half of its answer and half of
            # another need not be legal.
            if is_learner_playing and len(taught) == 1 and asked.most is None:
                action = int(question.actions[learner.choose(question)[0]])
            seen, _, is_over, is_cut, _ = env.step(action)
            is_done = is_over or is_cut


def clone(learner: Learner, lessons, optimizer, *, epochs: int, size: int = 64):
    """Learn the teacher's answers; yield the share of them that was right, after each epoch."""
    for _ in range(epochs):
        right = 0
        order = learner.random.permutation(len(lessons))
        for first in range(0, len(order), size):
            part = [lessons[place] for place in order[first : first + size]]
            chances, _, asked = learner.scores([question for question, _ in part])
            begins = firsts(asked.counts)
            wanted = begins + torch.tensor([place for _, place in part])
            loss = -chances[wanted].mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(learner.weights.values(), 1.0)
            optimizer.step()
            best = torch.stack(
                [one.argmax() for one in torch.split(chances.detach(), asked.counts)]
            )
            right += int((best + begins == wanted).sum())
        yield right / len(lessons)
