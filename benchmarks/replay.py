"""Measure forks, replays, undo and resuming of long games.

usage: python benchmarks/replay.py [SECONDS]

Forks at all decisions of a random game, replays of whole games from their tapes; undo and redo at
the end of the longest game that a pack has, and waking it from its file. Pig has no end there.
"""

import tempfile
from pathlib import Path
from random import Random

import attrs
from measure import beside_plain, example, main

from tabletop_core import GameOption
from tabletop_core.bots.seating import play_bots, seat_bots
from tabletop_core.engine.tape import Tape
from tabletop_core.plugins.packs import find_packs
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import begin, new_session, resume_session

ANSWERS = 2_000
FORKS = 200
GAMES = 3
LONGEST = {
    "b29_superfortress": {"mission": "tour"},
    "squadron_303": {"campaign": True},
    "wing_and_prayer": {"campaign": "full"},
}


def forking(game):
    """Return what forks at the decisions of random games."""
    places, number, seed = [], Random(1).random, 1
    while len(places) < FORKS:
        match, seed = game.start(seed=seed), seed + 1
        while match.decision is not None and len(places) < FORKS:
            places.append(match.fork(snapshots=True))
            match.answer(match.decision.at_random(number()))

    def fork_all():
        for match in places:
            match.fork()
        return FORKS

    return fork_all


def replaying(game):
    """Return what replays finished games from their tapes, and counts answers."""
    played = []
    for seed in range(GAMES):
        played.append(game.start(seed=seed))
        play_bots(played[-1], seat_bots(game, dict.fromkeys(played[-1].seats, "random"), seed))

    def replay():
        for match in played:
            tape = Tape(list(match.tape.entries))
            again = game.start(match.options, seed=match.seed, data=match.data, tape=tape)
            assert len(again.events) == len(match.events)
        return sum(match.decisions for match in played)

    return replay


def endless(pig):
    """Return pig without an end in reach."""
    goal = GameOption(name="goal", values=(1_000_000,), default=1_000_000, help="Out of reach.")
    return attrs.evolve(pig, options=(goal,))


def long_session(game, path):
    """Return the longest game of a pack, saved, after many random answers or at its end."""
    if game.id == "pig":
        game = endless(game)
    options, number = LONGEST.get(game.id, {}), Random(1).random
    session = new_session(game, options=options, seed=1, undo="free", save=path)
    begin(session)
    while session.match.decision is not None and session.match.decisions < ANSWERS:
        session.answer(session.match.decision.at_random(number()))
    session.save()
    session.close()
    return resume_session(read_save(path), lambda name: game, write=False)


def going_back(session):
    def back_and_forth():
        assert session.undo()
        assert session.redo()
        return 1

    return back_and_forth


def waking(game, path):
    def wake():
        resume_session(read_save(path), lambda name: game, write=False)
        return 1

    return wake


def measured(seconds):
    games = [*(pack.load() for pack in find_packs().packs), example("pig")]
    yield from beside_plain({f"fork, {game.id}": forking(game) for game in games}, seconds)
    replays = {f"answer replayed, {game.id}": replaying(game) for game in games}
    yield from beside_plain(replays, seconds)
    back, wakes = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for game in games:
            path = Path(folder) / f"{game.id}.toml"
            session = long_session(game, path)
            back[f"undo and redo late, {game.id}"] = going_back(session)
            wakes[f"waking late, {game.id}"] = waking(session.match.game, path)
        yield from beside_plain(back, seconds)
        yield from beside_plain(wakes, seconds)


if __name__ == "__main__":
    main(measured)
