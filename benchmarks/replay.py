"""Measure forks, replays and the resuming of a long saved game.

usage: python benchmarks/replay.py

Random games of the example packs and of the installed packs.
Processor time is measured, and the best of several rounds counts.
"""

import tempfile
from pathlib import Path
from random import Random
from time import process_time

import attrs

from tabletop_core import Option, load_pack
from tabletop_core.bots.seating import play_bots, seat_bots
from tabletop_core.engine.tape import Tape
from tabletop_core.errors import PackError
from tabletop_core.plugins.packs import find_packs
from tabletop_core.saves.journal import read_save
from tabletop_core.saves.session import begin, new_session, resume_session

EXAMPLES = Path(__file__).parent / "games"
ANSWERS = 5_000
GAMES = 5
ROUNDS = 3


def best(measure):
    """Return the least of several measurements in seconds."""
    times = []
    for _ in range(ROUNDS):
        began = process_time()
        measure()
        times.append(process_time() - began)
    return min(times)


def finished(game, seed):
    play = game.start(seed=seed)
    play_bots(play, seat_bots(game, dict.fromkeys(play.seats, "random"), seed))
    return play


def fork_time(game):
    """Return seconds for one fork, over every decision of a random game."""
    play = game.start(seed=1)
    bots = seat_bots(game, dict.fromkeys(play.seats, "random"), 1)
    seconds, forks = 0.0, 0
    while play.decision is not None:
        decision = play.decision
        seconds += best(play.fork)
        forks += 1
        play.answer(bots[decision.seat].choose(play, decision))
    return seconds / forks


def replay_rate(game):
    """Return events and answers a second when finished games are replayed from their tapes."""
    played = [finished(game, seed) for seed in range(GAMES)]

    def replay():
        for play in played:
            tape = Tape(list(play.tape.entries))
            again = game.start(play.options, seed=play.seed, data=play.data, tape=tape)
            assert again.events == play.events

    seconds = best(replay)
    events = sum(len(play.events) for play in played)
    answers = sum(play.decisions for play in played)
    return events / seconds, answers / seconds


def resume_time(folder):
    """Return seconds to read and resume a saved game of pig after so many answers."""
    pig = load_pack("pig", [EXAMPLES])
    goal = Option(name="goal", values=(1_000_000,), default=1_000_000, help="Out of reach.")
    game = attrs.evolve(pig, options=(goal,))
    path = Path(folder) / "long.toml"
    session = new_session(game, seed=1, save=path)
    begin(session)
    number = Random(1).random
    for _ in range(ANSWERS):
        session.answer(session.play.decision.at_random(number()))
    session.close()

    def resume():
        again = resume_session(read_save(path), lambda name: game, write=False)
        assert again.play.decisions == ANSWERS
        assert again.play.state == session.play.state

    return best(resume), path.stat().st_size


def main():
    print("| pack | fork | replay, events/s | replay, answers/s |")
    print("| --- | ---: | ---: | ---: |")
    for pack in find_packs([EXAMPLES]).packs:
        try:
            game = pack.load()
        except PackError as error:
            print(f"| {pack.id} | {error} | | |")
            continue
        fork = fork_time(game)
        events, answers = replay_rate(game)
        print(f"| {pack.id} | {1e6 * fork:,.1f} us | {events:,.0f} | {answers:,.0f} |")
    with tempfile.TemporaryDirectory() as folder:
        seconds, size = resume_time(folder)
    print(
        f"\nResuming a saved game of pig after {ANSWERS:,} answers ({size / 1000:,.0f} kB): "
        f"{seconds:.2f} s (aim: under 1 s)"
    )


if __name__ == "__main__":
    main()
