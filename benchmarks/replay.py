"""Measure forks, replays, undo and resuming of long games.

usage: python benchmarks/replay.py [--places N] [PACK ...]

Plays the longest random games of the example packs and of the installed packs, or of the named
packs only, and undoes at N places of each game.
Measures processor time; the best of several rounds counts.
"""

import tempfile
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from time import process_time

import attrs

from tabletop_core import GameOption, load_pack
from tabletop_core.bots.seating import play_bots, seat_bots
from tabletop_core.engine.tape import Tape
from tabletop_core.errors import PackError
from tabletop_core.plugins.packs import find_packs
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import begin, new_session, resume_session

EXAMPLES = Path(__file__).parent / "games"
ANSWERS = 5_000
GAMES = 5
ROUNDS = 3
PLACES = 40
LONGEST = {
    "b29_superfortress": {"mission": "tour"},
    "squadron_303": {"campaign": True},
    "wing_and_prayer": {"campaign": "full"},
}


def best(measure):
    """Return the least of several measurements in seconds."""
    times = []
    for _ in range(ROUNDS):
        began = process_time()
        measure()
        times.append(process_time() - began)
    return min(times)


def finished(game, seed):
    match = game.start(seed=seed)
    play_bots(match, seat_bots(game, dict.fromkeys(match.seats, "random"), seed))
    return match


def fork_time(game):
    """Return seconds for one fork, over every decision of a random game."""
    match = game.start(seed=1)
    bots = seat_bots(game, dict.fromkeys(match.seats, "random"), 1)
    seconds, forks = 0.0, 0
    while match.decision is not None:
        decision = match.decision
        seconds += best(match.fork)
        forks += 1
        match.answer(bots[decision.seat].choose(match, decision))
    return seconds / forks


def replay_rate(game):
    """Return events and answers a second when finished games are replayed from their tapes."""
    played = [finished(game, seed) for seed in range(GAMES)]

    def replay():
        for match in played:
            tape = Tape(list(match.tape.entries))
            again = game.start(match.options, seed=match.seed, data=match.data, tape=tape)
            assert again.events == match.events

    seconds = best(replay)
    events = sum(len(match.events) for match in played)
    answers = sum(match.decisions for match in played)
    return events / seconds, answers / seconds


def long_pig():
    """Return pig without an end in reach."""
    goal = GameOption(name="goal", values=(1_000_000,), default=1_000_000, help="Out of reach.")
    return attrs.evolve(load_pack("pig", [EXAMPLES]), options=(goal,))


def answer_at_random(session, number, most):
    """Answer for all seats until a game has had this many answers or is over."""
    while session.match.decision is not None and session.match.decisions < most:
        session.answer(session.match.decision.at_random(number()))


def long_session(game, **how):
    """Begin the longest game of a pack, with persons in all seats."""
    options = LONGEST.get(game.id, {})
    session = new_session(game, options=options, seed=1, undo="free", **how)
    begin(session)
    return session


def finished_at_random(game, most):
    """Return how many answers the same game takes, this many at most."""
    session = long_session(game)
    answer_at_random(session, Random(1).random, most)
    return session.match.decisions


def going_back_and_waking(game, folder, most, places):
    """Return answers, the undos, redos and resumes in seconds, size of the file."""
    path = Path(folder) / f"{game.id}.toml"
    long = finished_at_random(game, most)
    times = {"undo": [], "redo": [], "resume": []}
    stops = sorted({1 + long * part // places for part in range(places)} | {long})
    session, number = long_session(game, save=path), Random(1).random
    for place in stops:
        answer_at_random(session, number, place)
        session.save()
        times["resume"].append(
            best(lambda: resume_session(read_save(path), lambda name: game, write=False))
        )
    session.close()
    size = path.stat().st_size
    # Each going back is a record of its own, so it is tried in another file.
    session, number = long_session(game, save=path.with_suffix(".back")), Random(1).random
    for place in stops:
        answer_at_random(session, number, place)
        tries = {"undo": [], "redo": []}
        for _ in range(ROUNDS):
            for back, taken in tries.items():
                began = process_time()
                done = getattr(session, back)()
                taken.append(process_time() - began)
                assert done
        for back, taken in tries.items():
            times[back].append(min(taken))
    session.close()
    return session.match.decisions, times, size


def told(times):
    if not times:
        return "-"
    return f"{1000 * max(times):,.1f} ({1000 * sum(times) / len(times):,.1f})"


def games(names):
    """Yield the packs of these names, all where there are none."""
    for pack in find_packs([EXAMPLES]).packs:
        if names and pack.id not in names:
            continue
        try:
            yield long_pig() if pack.id == "pig" else pack.load()
        except PackError as error:
            print(f"| {pack.id} | {error} | | |")


def main():
    told_of = ArgumentParser(description=__doc__.splitlines()[0])
    told_of.add_argument("packs", nargs="*", metavar="PACK")
    told_of.add_argument("--places", type=int, default=PLACES)
    wanted = told_of.parse_args()
    if not wanted.packs:
        forks_and_replays()
    back_and_awake(wanted.packs, wanted.places)


def forks_and_replays():
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


def back_and_awake(names, places):
    print("\nGoing back and waking, in ms: the slowest of some places in a game (the mean)\n")
    print("| pack | answers | undo | redo | resume | file |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        for game in games(names):
            answers, times, size = going_back_and_waking(game, folder, ANSWERS, places)
            print(
                f"| {game.id} | {answers:,} | {told(times['undo'])} | {told(times['redo'])} | "
                f"{told(times['resume'])} | {size / 1000:,.0f} kB |"
            )


if __name__ == "__main__":
    main()
