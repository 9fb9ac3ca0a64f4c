"""Plays random games and writes digests of their tapes; run by Pyodide and by this Python."""

import json
from hashlib import sha256

from tabletop_core.bots.simple import random_numbers
from tabletop_core.plugins.entry_points import EntryPoint
from tabletop_core.plugins.packs import find_packs

MAX_ANSWERS = 40


def tape_of(game, seed):
    """Return a digest of all answers, faces and cards of the beginning of a random game."""
    match = game.start(seed=seed)
    numbers = random_numbers(seed)
    for _ in range(MAX_ANSWERS):
        decision = match.decision
        if match.is_over or decision is None:
            break
        match.answer(decision.at_random(numbers()))
    return sha256(repr(match.tape.entries).encode()).hexdigest()


def digests(packs, seeds):
    """Return the digests of random games of packs, given as names and modules, as JSON."""
    catalog = find_packs(points=[EntryPoint(name, module) for name, module in packs.items()])
    games = {name: catalog[name].load() for name in packs}
    return json.dumps(
        {name: [tape_of(game, seed) for seed in seeds] for name, game in games.items()}
    )
