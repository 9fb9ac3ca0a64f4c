"""Measure how long the setups of a pack take and how they end, and write `measured.toml` into it.

usage: python tools/measure_setups.py PACK [GAMES] [FOLDER]

FOLDER has the pack, if it is not installed.

The bot of a normal game plays every seat; who plays well is asked what a person would be asked.
Two things take a person's time:

- every question, for `SECONDS_PER_ANSWER`;
- every word of the log, read at `WORDS_PER_MINUTE`.

`minutes` are the quartiles over the games, rounded to whole steps of 5 minutes (of 1 below 10).
The least of them counts the answers of one seat alone, since bots take no time; the greatest those
of all seats. So the range holds for one person among bots and for persons in all seats.

`scores` are the quartiles of the points of each seat, where the game counts any.
"""

import sys
from collections import Counter
from pathlib import Path

import tomli_w

from tabletop_core.bots.seating import difficulties, play_bots, seat_bots
from tabletop_core.engine.tape import given_in
from tabletop_core.plugins.packs import find_packs
from tabletop_core.presentation.log import GameLog

SECONDS_PER_ANSWER = 10
"""How long somebody who knows the rules looks at a question before answering it."""

WORDS_PER_MINUTE = 200
"""How fast somebody reads."""


def one_game(game, setup, seed, bot):
    """Play a game; return how it ended and its minutes for one person, and for persons in all."""
    match = game.start(game.read_options(setup.options), seed=seed)
    seats = game.seats_for(match.options)
    play_bots(match, seat_bots(game, dict.fromkeys(seats, bot), seed))
    answers = Counter(seat for entry in match.tape.entries for seat, _ in given_in(entry))
    lines = GameLog(game, match.data.names).tell(match.events)
    reading = sum(len(line.text.split()) for line in lines) / WORDS_PER_MINUTE
    least, most = min(answers.values()), sum(answers.values())
    minutes = [reading + number * SECONDS_PER_ANSWER / 60 for number in (least, most)]
    return match.outcome, minutes


def quartiles(values):
    """Return a quarter, half and three quarters of the way through these values in order."""
    in_order = sorted(values)
    return [in_order[len(in_order) * part // 4] for part in (1, 2, 3)]


def plain(score):
    """Return a whole number as one."""
    return int(score) if score == int(score) else score


def rounded(minutes):
    """Return minutes as a person would say them."""
    step = 5 if minutes >= 10 else 1
    return max(1, step * round(minutes / step))


def measured(game, setup, games):
    """Return what `games` games of a setup have shown."""
    bot = difficulties(game)["normal"]
    played = [one_game(game, setup, seed, bot) for seed in range(games)]
    least, most = (quartiles(minutes[of] for _, minutes in played) for of in (0, 1))
    outcomes = [outcome for outcome, _ in played]
    scored = outcomes[0].scores if all(one.scores for one in outcomes) else ()
    scores = {
        seat: [plain(score) for score in quartiles(one.scores[seat] for one in outcomes)]
        for seat in scored
    }
    return {
        "id": setup.id,
        "games": games,
        "bot": bot,
        "minutes": [rounded(least[0]), rounded(most[2])],
        "results": dict(Counter(one.kind for one in outcomes).most_common()),
    } | ({"scores": scores} if scores else {})


def main():
    pack, games = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100
    game = find_packs([Path(folder) for folder in sys.argv[3:]])[pack].load()
    told = {"setup": [measured(game, setup, games) for setup in game.all_setups]}
    file = Path(sys.modules[game.package].__file__).parent / "measured.toml"
    file.write_text(
        f"# Written by tools/measure_setups.py {pack} {games}; what it measures is said there.\n\n"
        f"{tomli_w.dumps(told)}"
    )


main()
