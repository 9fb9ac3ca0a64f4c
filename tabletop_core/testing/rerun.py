"""Play games in a process of its own and write their events: used by the exam.

python -m tabletop_core.testing.rerun < order.json
"""

import json
import sys

from ..bots.seating import seat_bots
from ..bots.simple import chooser
from .processes import find_game
from .watch import lines_of


def main() -> None:
    """Read the order from standard input; write the events of each game."""
    order = json.load(sys.stdin)
    game = find_game(order)
    stories = []
    for seed, options, decisions in order["games"]:
        play = game.start(options, seed=seed, snapshots=False)
        bots = chooser(seat_bots(game, dict.fromkeys(play.seats, "random"), seed))
        while play.decision is not None and play.decisions < decisions:
            play.answer(bots(play, play.decision))  # type: ignore[arg-type]
        stories.append(lines_of(play.events))
    json.dump(stories, sys.stdout)


if __name__ == "__main__":
    main()
