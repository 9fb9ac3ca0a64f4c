"""Measure how long the setups of a pack take and how they end, and write `measured.toml` into it.

usage: python tools/measure_setups.py PACK [GAMES] [FOLDER]
       python tools/measure_setups.py --openings PACK SETUP NUMBER [RESULT]...

FOLDER has the pack, if it is not installed. A setup with openings is measured with these alone,
and of a campaign a fifth of the games are played.

With `--openings` it prints that many seeds with which a game of the setup begins well: the bots of
a normal and of a hard game answer `OPENING_ANSWERS` questions and meet more moments than the last
page shows, and so does one in two of those who answer at random, who stand for a person's own ways.
None of them is done after fewer than `LEAST_ANSWERS`, or ends with one of the results named. A
campaign may ask for more answers, and somebody is shot down among its first `FIRST_MOMENTS`.

The bot of a normal game plays every seat; who plays well is asked what a person would be asked.
Two things take a person's time:

- every question, for `SECONDS_PER_ANSWER`;
- every word of the log, read at `WORDS_PER_MINUTE`.

`minutes` are the quartiles over the games, rounded to whole steps of 5 minutes (of 1 below 10).
The least of them counts the answers of one seat alone, since bots take no time; the greatest those
of all seats. So the range holds for one person among bots and for persons in all seats.

`answers` are the quartiles of the answers of one person, as in the least of the minutes.
`moments` is how many moments that stop 95 games of 100 have at least, and `won` the percentage of
games that the first seat won.

`scores` are the quartiles of the points of each seat, where the game counts any.
"""

import sys
from collections import Counter
from itertools import count, islice
from pathlib import Path

import attrs
import tomli_w

from tabletop_core.bots.seating import difficulties, play_bots, seat_bots
from tabletop_core.engine.match import Match
from tabletop_core.engine.tape import given_in
from tabletop_core.events.drama import Moment
from tabletop_core.plugins.packs import find_packs
from tabletop_core.presentation.log import GameLog
from tabletop_core.presentation.telling import MomentReader

SECONDS_PER_ANSWER = 10
"""How long somebody who knows the rules looks at a question before answering it."""

WORDS_PER_MINUTE = 200
"""How fast somebody reads."""


OPENING_ANSWERS = range(12, 41)
"""How many answers a game should ask for that begins well."""

LEAST_ANSWERS = 7
"""How many answers such a game asks for whatever one does."""

MIN_MOMENTS = 3
"""How many moments such a game has at least: the last page shows three."""

FIRST_MOMENTS = 6
"""Moments that stop the first mission of a campaign, more or less."""

RANDOM_PLAYS = 8
"""How often an opening is answered at random."""


@attrs.frozen
class Played:
    """How a game among bots went: its answers by seat, and the moments that stopped it."""

    match: Match
    answers: Counter
    stops: list[Moment]

    @property
    def moments(self):
        return len(self.stops)

    @property
    def minutes(self):
        """The minutes for one person, and for persons in all seats."""
        lines = GameLog(self.match.game, self.match.data.names).tell(self.match.events)
        reading = sum(len(line.text.split()) for line in lines) / WORDS_PER_MINUTE
        numbers = min(self.answers.values(), default=0), sum(self.answers.values())
        return [reading + number * SECONDS_PER_ANSWER / 60 for number in numbers]


def one_game(game, setup, seed, bot, bot_seed=None):
    """Play a game of a setup with one bot in all seats."""
    match = game.start(game.read_options(setup.options), seed=seed)
    seats = game.seats_for(match.options)
    play_bots(match, seat_bots(game, dict.fromkeys(seats, bot), bot_seed or seed))
    answers = Counter(seat for entry in match.tape.entries for seat, _ in given_in(entry))
    told = MomentReader(game, match.data.names).read(match.events)
    return Played(match, answers, [one for _, one in told if one is not None and one.stops])


def openings(game, setup, dull):
    """Yield seeds with which a game begins well, whoever plays it.

    `dull` are kinds of results with which it never ends.
    """
    levels = difficulties(game)

    def is_good(played):
        if setup.is_campaign:
            return any(one.falls for one in played.stops[:FIRST_MOMENTS])
        return played.answers.total() in OPENING_ANSWERS and played.moments >= MIN_MOMENTS

    def is_dull(played):
        return played.answers.total() < LEAST_ANSWERS or played.match.outcome.kind in dull

    for seed in count():
        bots = (one_game(game, setup, seed, levels[level]) for level in ("normal", "hard"))
        if not all(is_good(played) and not is_dull(played) for played in bots):
            continue
        ways = [
            one_game(game, setup, seed, "random", f"way {number}") for number in range(RANDOM_PLAYS)
        ]
        if not any(map(is_dull, ways)) and sum(map(is_good, ways)) >= RANDOM_PLAYS / 2:
            yield seed


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
    games = max(1, games // 5) if setup.is_campaign else games
    played = [one_game(game, setup, seed, bot) for seed in setup.openings or range(games)]
    least, most = zip(*(one.minutes for one in played), strict=True)
    outcomes = [one.match.outcome for one in played]
    first = played[0].match.seats[0]
    scored = outcomes[0].scores if all(one.scores for one in outcomes) else ()
    scores = {
        seat: [plain(score) for score in quartiles(one.scores[seat] for one in outcomes)]
        for seat in scored
    }
    return {
        "id": setup.id,
        "games": len(played),
        "bot": bot,
        "minutes": [rounded(quartiles(least)[0]), rounded(quartiles(most)[2])],
        "answers": quartiles(min(one.answers.values(), default=0) for one in played),
        "moments": sorted(one.moments for one in played)[len(played) // 20],
        "won": round(100 * sum(one.has_won(first) for one in outcomes) / len(played)),
        "results": dict(Counter(one.kind for one in outcomes).most_common()),
    } | ({"scores": scores} if scores else {})


def main():
    if sys.argv[1] == "--openings":
        pack, name, number, *dull = sys.argv[2:]
        game = find_packs()[pack].load()
        setup = next(one for one in game.all_setups if one.id == name)
        for seed in islice(openings(game, setup, dull), int(number)):
            print(seed, flush=True)
        return
    pack, games = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100
    game = find_packs([Path(folder) for folder in sys.argv[3:]])[pack].load()
    told = {"setup": [measured(game, setup, games) for setup in game.all_setups]}
    file = Path(sys.modules[game.package].__file__).parent / "measured.toml"
    file.write_text(
        f"# Written by tools/measure_setups.py {pack} {games}; what it measures is said there.\n\n"
        f"{tomli_w.dumps(told)}"
    )


main()
