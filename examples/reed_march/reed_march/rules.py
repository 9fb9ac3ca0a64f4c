"""The rules, one function for each."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from tabletop_core import Asks, Decision, by_id, rule, ruling
from tabletop_core.events import counted, listed

from . import questions as ask
from .state import InPlay


def which(play: InPlay, prompt: str, options: Sequence[str], **how: Any) -> Decision:
    """Ask for units, hexes or moves; what an option touches is its id."""
    at, label = by_id(but=("done", "nobody")), partial(describe, play)
    return play.ask(prompt, options, at=at, label=label, **how)


def describe(play: InPlay, thing: str) -> str:
    """Return the label of a unit, of a hex with who stands there, or of a move."""
    marsh, units, names = play.data.map, play.state.units, play.data.names
    if " " in thing:
        unit, space = thing.split()
        return f"{names[unit]} to {describe(play, space)}"
    if thing in play.state.steps:
        where = marsh.title_of(units.at(thing)) if thing in units else "the edge"
        return f"{names[thing]} at {where}, strength {ask.strength(play, [thing])}"
    if thing not in marsh.board:
        return thing
    here = listed(names[unit] for unit in units.on(thing))
    return ", ".join(filter(None, (marsh.title_of(thing), marsh.terrain_of(thing).title, here)))


@rule("2", "Reinforcements")
@ruling(
    "who finds no free hex on the edge waits",
    rejected="a unit that cannot come in is lost",
    why="the text tells the turn only",
)
def arrive(play: InPlay) -> Asks:
    """Units that are due come in on free hexes of their edge, out of the foe's control."""
    play.state.moved.clear()
    play.state.fought.clear()
    for unit in ask.arrivals(play):
        if free := ask.entries(play):
            space = yield which(
                play, f"Where do {play.data.names[unit]} arrive?", free, kind="arrive"
            )
            play.state.units.put(unit, space)
            play.log("arrives", unit=unit, space=space)


@rule("3", "Movement")
@ruling(
    "a unit may leave one zone, but not straight into another",
    rejected="it must stop in the first zone, and may not leave it by itself",
    why="zones hold fast",
)
def move_a_unit(play: InPlay) -> Asks:
    """Units move one by one, with points for terrain; a hex beside the foe ends the move."""
    state = play.state
    moves = ask.moves(play)
    move = yield which(play, "Which unit moves where?", (*moves, "done"), kind="move", left=moves)
    if move == "done":
        state.moved = list(state.units.pieces())
        return
    unit, there = move.split()
    state.moved.append(unit)
    play.log("moves", unit=unit, space=there)
    enter(play, unit, there)


@rule("5", "Villages")
def enter(play: InPlay, unit: str, space: str) -> None:
    """A village belongs to the side that entered it last."""
    state, side = play.state, ask.side_of(play, unit)
    state.units.put(unit, space)
    if state.held.get(space, side) != side:
        state.held[space] = side
        play.log("taken", space=space, side=side)


@rule("4", "Combat")
@ruling(
    "odds worse than 1:2 count as 1:2",
    rejected="such an attack may not be made",
    why="the table has no lower column",
)
def attack(play: InPlay) -> Asks:
    """Units beside a hex of the foe may attack it together, each once in a turn."""
    state = play.state
    target = yield which(
        play, "Which hex is attacked?", (*ask.targets(play), "done"), kind="target"
    )
    if target == "done":
        state.fought = list(state.units.pieces())
        return
    state.target, able = target, ask.attackers_of(play, target)
    chosen = yield which(play, "Who attacks?", able, kind="attackers", least=1, most=len(able))
    state.attackers = list(chosen)
    state.fought += chosen
    defenders = list(state.units.on(target))
    ours, theirs = ask.strength(play, chosen), ask.strength(play, defenders)
    play.log("attack", units=list(chosen), target=target, ours=ours, theirs=theirs)
    column = f"{ours}:{theirs}" if 2 * ours >= theirs else "1:2"
    result = play.look_up("combat", column=column).result
    if result in ("repulsed", "exchange"):
        yield from lose_a_step(play, state.attackers)
    if result in ("broken", "exchange"):
        yield from lose_a_step(play, defenders)
    if result not in ("repulsed", "exchange"):
        yield from retreat(play, state.attackers if result == "back" else defenders)
    if not state.units.on(target):
        yield from advance(play)
    state.target, state.attackers = "", []


@rule("4.1", "Losses")
def lose_a_step(play: InPlay, units: list[str]) -> Asks:
    """The owner chooses which unit loses a step; one without steps is eliminated."""
    state, side = play.state, ask.side_of(play, units[0])
    unit = units[0]
    if len(units) > 1:
        unit = yield which(play, "Who loses a step?", units, kind="loss", seat=side)
    state.steps[unit] -= 1
    play.log("loses", unit=unit, left=state.steps[unit])
    if not state.steps[unit]:
        del state.steps[unit]
        state.units.take(unit)
    if not any(ask.side_of(play, left) == side for left in state.steps):
        finish(play, ask.foe_of(side), "the foe has no unit left")


@rule("4.2", "Retreats")
@ruling(
    "who cannot retreat loses a step instead",
    rejected="who cannot retreat is lost",
    why="the text asks for one or the other",
)
def retreat(play: InPlay, units: list[str]) -> Asks:
    """Each unit goes back a hex, which its owner chooses, out of the foe's control."""
    for unit in [unit for unit in units if unit in play.state.steps]:
        ways = ask.steps_back(play, unit)
        if not ways:
            yield from lose_a_step(play, [unit])
            continue
        prompt, side = f"Where do {play.data.names[unit]} retreat to?", ask.side_of(play, unit)
        there = (
            ways[0]
            if len(ways) == 1
            else (yield which(play, prompt, ways, kind="retreat", seat=side))
        )
        play.log("retreats", unit=unit, space=there)
        enter(play, unit, there)


@rule("4.3", "Advance")
def advance(play: InPlay) -> Asks:
    """One attacker may enter a hex that has become empty."""
    state = play.state
    able = [unit for unit in state.attackers if unit in state.steps]
    if able:
        unit = yield which(play, "Who advances?", (*able, "nobody"), kind="advance")
        if unit != "nobody":
            play.log("advances", unit=unit, space=state.target)
            enter(play, unit, state.target)


@rule("6", "The end")
def end_turn(play: InPlay) -> None:
    """After the last turn the salters win with the villages of the option, else the reed folk."""
    if play.round("Turn") == play.options["turns"]:
        taken = len(ask.villages_of(play, "salt"))
        winner = "salt" if taken >= play.options["villages"] else "reed"
        finish(play, winner, f"the salters hold {counted(taken, 'village')}")


def finish(play: InPlay, winner: str, why: str) -> None:
    scores = {side: len(ask.villages_of(play, side)) for side in play.seats}
    play.end("march", winner=winner, why=why, scores=scores)
