"""Measure how games are told: how long, in how many stops, and what dramatic goes by unseen.

usage: python benchmarks/telling.py [PACK]... [--games N] [--show N]

Bots play games of each setup, from its openings if it has any, and each answer is followed by what
a page would tell of it. Reading a card is counted as 2.5 s. A row has the quartiles of answers, of
seconds and of stops a game, the longest stretch between two answers, the stops within three seconds
of another that no card shares, and the moments that stop but went by unseen: those that no card or
news told.
`--show` prints how the first games are told.
"""

import argparse
from collections.abc import Iterator
from statistics import quantiles

import attrs

from tabletop_core.bots.seating import difficulties, make_bot
from tabletop_core.engine.game import Game
from tabletop_core.events.drama import Moment, a_chance
from tabletop_core.plugins.packs import find_packs
from tabletop_core.presentation.telling import (
    READING_MS,
    REST_MS,
    ROLLS,
    Beat,
    MomentReader,
    Passage,
    beats,
)


@attrs.define
class Figures:
    """What was counted in one game."""

    answers: int = 0
    told_ms: int = 0
    stops: int = 0
    longest_ms: int = 0
    too_soon: int = 0
    unseen: int = 0


def stretches(game: Game, options: dict, seed: int) -> Iterator[list[Passage[int]]]:
    """Play a game with bots, and yield what happened after each answer."""
    match = game.start(options, seed=seed)
    reader = MomentReader(game, match.data.names, str(seed), is_strict=True)
    level = difficulties(game)["normal"]
    bots = {seat: make_bot(game, level) for seat in match.seats}
    told, place = 0, ()
    list(reader.read(match.events))
    told = len(match.events)
    while match.decision is not None:
        seat = match.decision.seats[0]
        match.answer(bots[seat].choose(match, match.decision), seat=seat)
        passages = []
        for event, moment in reader.read(match.events[told:]):
            if event.kind == "step":
                place = tuple(event.facts["path"])
            elif event.kind != "end":
                moments = () if moment is None else (moment,)
                rolls = int(event.kind in ROLLS)
                passages.append(Passage(len(passages), place, moments, rolls))
        told = len(match.events)
        yield passages


def measure(game: Game, options: dict, seed: int, show: bool) -> Figures:
    """Count how one game is told."""
    found = Figures()
    for passages in stretches(game, options, seed):
        found.answers += 1
        told = beats(passages)
        time = sum(beat.held_ms for beat in told)
        cards = [beat for beat in told if beat.card]
        found.stops += len(cards)
        found.longest_ms = max(found.longest_ms, time)
        found.told_ms += time + READING_MS * len(cards)
        found.too_soon += too_soon(told)
        seen = [id(moment) for beat in told for moment in beat.moments]
        found.unseen += sum(
            moment.stops and id(moment) not in seen for one in passages for moment in one.moments
        )
        if show:
            print("\n".join(lines(told)), "\n  ---")
    return found


def too_soon(told: list[Beat[int]]) -> int:
    """Count the cards that come within three seconds of another, but for those that always do."""
    count, rest = 0, REST_MS
    for beat in told:
        is_held = any(moment.always for moment in beat.moments)
        count += bool(beat.card) and rest < REST_MS and not is_held
        rest = 0 if beat.card else rest + beat.held_ms
    return count


def lines(told: list[Beat[int]]) -> Iterator[str]:
    for beat in told:
        for moment in beat.card or ():
            yield f"  STOP {moment.title} | {moment.text} {odds(moment)}"
        if not beat.stops:
            news = "; ".join(moment.text for moment in beat.moments)
            where = beat.place[-1] if beat.place else "setup"
            yield f"       {beat.held_ms:5} ms  {news or f'({where}, {beat.rolls} rolls)'}"


def odds(moment: Moment) -> str:
    return f"({a_chance(moment.chance)})" if moment.chance else ""


def quartiles(numbers: list[float], digits: int = 0) -> str:
    cut = quantiles(numbers, n=4) if len(numbers) > 1 else [numbers[0]] * 3
    return ", ".join(f"{number:.{digits}f}" for number in cut)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packs", nargs="*")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--show", type=int, default=0)
    given = parser.parse_args()
    print("| setup | answers | seconds | stops, most | longest | too soon | unseen |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for pack in find_packs().packs:
        if given.packs and pack.id not in given.packs:
            continue
        game = pack.load()
        for setup in game.all_setups if game.look.drama else ():
            games = max(2, given.games // 10) if setup.is_campaign else given.games
            seeds = setup.openings[:games] or range(games)
            found = [
                measure(game, dict(setup.options), seed, at < given.show)
                for at, seed in enumerate(seeds)
            ]
            stops = [one.stops for one in found]
            print(
                f"| {game.title}, {setup.title} | {quartiles([one.answers for one in found])} "
                f"| {quartiles([one.told_ms / 1000 for one in found])} "
                f"| {quartiles(stops)}, {max(stops)} "
                f"| {max(one.longest_ms for one in found) / 1000:.0f} s "
                f"| {sum(one.too_soon for one in found)} of {sum(stops)} "
                f"| {sum(one.unseen for one in found)} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
