"""Solve a tiny game of hidden hands with counterfactual regret minimisation, by OpenSpiel.

    python examples/learning/solve.py
    python examples/learning/solve.py --iterations 200 --save kuhn_poker.svg

Prints how much both together could still gain by better answers (`nash_conv`), which falls to 0,
and what the first player wins a hand. Needs the extra `openspiel`. Rewards are shares of the two
chips that a hand can win at most, so the known value of the game, -1/18 of a chip, is -1/36.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import kuhn_poker
import pyspiel
from curves import save_curves
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

from tabletop_core.adapters.openspiel import register


def solved(iterations: int, every: int = 10) -> Iterator[tuple[int, float, float]]:
    """Yield iterations, what better answers could still gain, and the value to the first player."""
    name = register(kuhn_poker.GAME, actions="places", reward=kuhn_poker.stake)
    game = pyspiel.load_game(name)
    solver = cfr.CFRPlusSolver(game)
    for done in range(iterations + 1):
        if done % every == 0:
            policy = solver.average_policy()
            gain = exploitability.nash_conv(game, policy, use_cpp_br=False)
            value, _ = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
            yield done, gain, float(value)
        solver.evaluate_and_update_policy()


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--save", type=Path, help="a file for the curve (SVG)")
    args = parser.parse_args()
    curve = []
    for done, gain, value in solved(args.iterations):
        curve.append((done, gain))
        print(f"{done:4} iterations: {gain:.4f} to gain, value {value:+.4f}", flush=True)
    if args.save:
        save_curves(args.save, "Kuhn poker: what is left to gain", "iterations", {"CFR+": curve})


if __name__ == "__main__":
    main()
