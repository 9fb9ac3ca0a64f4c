"""The Campaign: its Scenarios, and what carries over from one to the next (p. 7 and 18)."""

from typing import NoReturn

from tabletop_core import EVERYONE, Asks, Pile, rule, ruling

from ..questions.board import (
    boards_without_pilot,
    chapters_words,
    in_reserve,
    players,
    scenario,
)
from ..state import Fighter, InPlay, Status
from .medals import award, take_over

LAST = ("home_sweet_home", "coming_home")
"""The variants of the last Scenario of the first Campaign; the option may name one of them."""
RETURNING = (Status.SHOT_DOWN, Status.WITHDRAWN, Status.INJURED)


@rule("18/The Scenarios of a Campaign", "Combine Scenarios, in any order")
@ruling(
    "before the first Scenario the players choose all of them and their order, each only once",
    rejected="they choose each Scenario when the previous one is over, or play those suggested",
    why="they combine the Scenarios into one game and choose the first; the last one matters",
)
def choose_chapters(play: InPlay) -> Asks:
    """Choose the number of Scenarios and the Scenarios; those suggested are listed first."""
    state, data = play.state, play.data
    order = data.numbers.campaign.order
    needed = data.numbers.campaign.wins_needed
    numbers = range(needed, len(data.scenarios) + 1)
    number = yield play.ask(
        f"How many Scenarios make the Campaign? ({needed} must be won, the last among them)",
        sorted(numbers, key=lambda number: number != len(order)),
        label="{} Scenarios".format,
        seat=play.seats,
    )
    chosen: list[str] = []
    while len(chosen) < number:
        left = _to_choose(play, chosen, len(chosen) + 1 == number)
        name = yield from play.choose(
            f"Which is Scenario {len(chosen) + 1} of {number}?",
            {name: data.scenarios[name].title for name in left},
            seat=play.seats,
        )
        chosen.append(name)
    state.chapters = chosen
    state.scenario = chosen[0]


def _to_choose(play: InPlay, chosen: list[str], is_last: bool) -> list[str]:
    """Return the Scenarios left, suggested ones first; one suggested as the last waits for it."""
    data = play.data
    named = str(play.options["scenario"])
    last = named if named in LAST else LAST[0]
    suggested = [last] if is_last else data.numbers.campaign.order
    left = [name for name in data.scenarios if name not in chosen]
    return sorted(left, key=lambda name: (name not in suggested, name == last))


@rule("7/Medals for a won Scenario", "Close the Scenario")
@ruling(
    "in a Campaign the Medal for a won Scenario is given once",
    rejected="a pilot in play gets one by page 7 and the player another one by page 18",
    why="page 7 and page 18 describe the same Medal",
)
def close_scenario(play: InPlay) -> None:
    """Give the Medals for a won Scenario, and end the game or go on to the next chapter."""
    state = play.state
    state.results.append(state.result)
    state.note(
        f"{scenario(play).title} is {'won' if state.result == 'win' else 'lost'}: {state.why}"
    )
    why = state.why if state.chapters else ""  # A single Scenario's end is the end of the game.
    play.log("scenario_over", result=state.result, why=why, title=scenario(play).title)
    if state.result == "win":
        for fighter in state.fighters.values():
            if fighter.pilot:
                award(play, fighter.pilot, "a won Scenario")
    if state.chapter + 1 < len(state.chapters):
        close_chapter(play)
        return
    if state.chapters:
        end(play, campaign_result(play), "; ".join(chapters_words(play)))
    end(play, state.result, state.why)


def end(play: InPlay, result: str, why: str) -> NoReturn:
    """End the game for all players."""
    play.log("points", downed=play.state.downed)
    scores = {seat: float(play.state.downed) for seat in play.seats}
    play.end(result, winner=EVERYONE if result == "win" else None, why=why, scores=scores)


@rule("18/Winning the Campaign", "Two Scenarios, the last one among them")
def campaign_result(play: InPlay) -> str:
    """See whether the players have won the Campaign.

    They win with at least two Scenarios won, the last one among them.
    """
    results = play.state.results
    enough = results.count("win") >= play.data.numbers.campaign.wins_needed
    return "win" if enough and results[-1] == "win" else "loss"


@rule("18/Between Scenarios", "Pilots return, one may be injured, failed Events leave damage")
@ruling(
    "a hit Factory or Port stays hit for the rest of the Campaign, and equal tiles add up",
    rejected="it is repaired after the next Scenario, as a Radar is",
    why="the text sets no end to the damage",
)
@ruling(
    "a hit Radar is repaired after the next Scenario, and its tile returns to the others",
    rejected="it stays hit for the rest of the Campaign, as a Factory does",
    why="it hides squadrons only in the next Scenario",
)
@ruling(
    "nobody is injured, and London costs no pilot, if a board would be left without one",
    rejected="a board without a pilot stays empty, or the Campaign is lost",
    why="every player flies in the next Scenario",
)
def close_chapter(play: InPlay) -> None:
    """Carry pilots, Medals and damage over to the next Scenario.

    Pilots shot down or withdrawn return to the Reserve with all that they have won; if two
    or more were shot down, one of them, drawn at random, misses the next Scenario. Each failed
    Event draws a Target Damage tile.
    """
    state = play.state
    shot_down = [name for name, it in state.pilots.items() if it.status is Status.SHOT_DOWN]
    for record in state.pilots.values():
        if record.status in RETURNING:
            record.status = Status.RESERVE
    enough = len(in_reserve(play)) > boards_without_pilot(play)
    if enough and len(shot_down) >= play.data.numbers.campaign.injured_from:
        injured = play.pick(shot_down, "the injured pilot, who misses the next Scenario")
        state.pilots[injured].status = Status.INJURED
    return_radar_tiles(play)
    for _ in range(state.failed_events):
        if len(state.tiles):
            damage_site(play)
    state.chapter += 1
    state.scenario = state.chapters[state.chapter]


def return_radar_tiles(play: InPlay) -> None:
    """Return the tiles of radar stations that were hit before this Scenario."""
    state, tiles = play.state, play.data.tiles
    radar = [tile for tile in state.damaged_sites if tiles[tile].penalty == "radar"]
    state.damaged_sites = [tile for tile in state.damaged_sites if tile not in radar]
    state.tiles.mix_in(radar)


@rule("18/Target Damage", "Draw a tile for each failed Event")
def damage_site(play: InPlay) -> None:
    """Draw one tile; London costs a pilot of the Reserve at once, the others take effect later.

    With a Factory hit, players begin with three Combat cards. A Port takes an action point from
    every landing. A Radar hides the German squadrons that start in its sectors.
    """
    state = play.state
    tile = play.draw(state.tiles, "the Target Damage tile")
    state.damaged_sites.append(tile)
    if play.data.tiles[tile].penalty != "london":
        return
    reserve = in_reserve(play)
    if len(reserve) > boards_without_pilot(play):
        lost = play.pick(reserve, "the pilot that the damage to London costs")
        state.pilots[lost].status = Status.ASIDE


@rule("18/The next Scenario", "Clear the table for the next chapter")
@ruling(
    "a board without a pilot gets one from the Reserve, as in the Reorganization",
    rejected="the last pilot of that board flies again, though he was shot down",
    why="the last active pilot carries over, and there is none",
)
@ruling(
    "every Specialization clock begins a Scenario in the green",
    rejected="the clock stays where the last Scenario left it",
    why="the set up puts the indicators at their start; only what a pilot has won carries over",
)
def open_chapter(play: InPlay) -> None:
    """Clear everything except the pilots with their Medals, victories and levels."""
    state = play.state
    state.turn = 0
    state.result = state.why = ""
    state.planes.clear()
    state.squadrons.clear()
    state.bombs.clear()
    state.events.clear()
    state.events_to_come.clear()
    state.ace_tokens.clear()
    state.british_home = state.british_lost = 0
    state.failed_events = 0
    state.deck = Pile.of(list(play.data.cards))
    state.discards.clear()
    for record in state.pilots.values():
        record.clock = 0
    for colour, fighter in state.fighters.items():
        state.fighters[colour] = fresh_board(play, fighter)
    play.log("chapter", number=state.chapter + 1, players=players(play))


def fresh_board(play: InPlay, fighter: Fighter) -> Fighter:
    """Return a cleared board with its last active pilot, or with one from the Reserve."""
    if not fighter.pilot:
        take_over(play, fighter, play.pick(in_reserve(play), f"{fighter.name}'s pilot"))
    return Fighter(
        colour=fighter.colour,
        seat=fighter.seat,
        pilot=fighter.pilot,
        area=scenario(play).start,
        mulligan=fighter.mulligan,
    )
