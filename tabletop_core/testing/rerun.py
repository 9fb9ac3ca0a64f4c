"""Plays games in a process of its own and writes their events, for the exam.

python -m tabletop_core.testing.rerun ORDER, which is JSON
"""

import json
import sys

from ..bots.seating import seat_bots
from ..bots.simple import chooser
from ..processes import end_with_pipe
from .processes import find_game
from .watch import lines_of


def main() -> None:
    """Read the order; write the events of each game."""
    end_with_pipe()
    order = json.loads(sys.argv[1])
    game = find_game(order)
    stories = []
    for seed, options, decisions in order["games"]:
        match = game.start(options, seed=seed, snapshots=False)
        bots = chooser(seat_bots(game, dict.fromkeys(match.seats, "random"), seed))
        while match.decision is not None and match.decisions < decisions:
            match.answer(bots(match, match.decision))  # type: ignore[arg-type]
        stories.append(lines_of(match.events))
    json.dump(stories, sys.stdout)


if __name__ == "__main__":
    main()
