"""End of game: a base is destroyed, or one side alone has aircraft left."""

from collections.abc import Collection
from typing import Any

from tabletop_core import rule, ruling

from ..state import BASE_DESTROYED, InPlay, Kind, enemy_of


@rule("Bombing Runs")
@ruling(
    "the run is made at once when the bomber ends its move on the base",
    rejected="it is made at the end of the turn, or in the next one",
    why="the text asks for nothing but that the bomber occupies the square",
)
@ruling(
    "on a miss the bomber needs no rule to make it leave: every aircraft must move each turn",
    rejected="it must be moved off the base at once",
    why="movement is compulsory",
)
def bombing_run(play: InPlay, bomber: str) -> None:
    """Roll a four-sided die for a bomber on the enemy base: 2 or more destroys it and wins.

    On a 1 the bomber flies on in its next turn and may come back.
    """
    side = play.state.aircraft[bomber].side
    face = play.die(4, f"{bomber} drops its bombs")
    base = play.data.board.grid.name(play.state.bases[enemy_of(side)])
    play.log("bombs", bomber=bomber, roll=face, hit=face > 1, base=base)
    if face > 1:
        play.end(BASE_DESTROYED, winner=side, why=f"{bomber} hits the base on a {face}")


@rule("End of Game")
@ruling(
    "when both sides lose their last aircraft at once, as by a ram, the game is a draw",
    rejected="the side whose turn it is wins, or loses",
    why="nobody is first to have eliminated the other's fighters",
)
@ruling(
    "while only one side has lost its bombers the game goes on: that side wins by destroying "
    "the other's bombers and then its fighters",
    rejected="a side without bombers has lost, or fighters alone decide from then on",
    why="the second way to win needs all bombers of both sides gone",
)
@ruling(
    "aircraft that left the board count as eliminated",
    rejected="they do not count, and nobody has eliminated them",
    why="they are removed from the game",
)
@ruling(
    "a side that alone still flies, with a bomber, has to bomb the base or lose the bomber",
    rejected="it has won where it has a fighter, too: nobody can stop that, and both ways are open",
    why="the text asks for the base, or for the loss of all bombers",
    option="last_side",
)
def check_fighter_victory(play: InPlay) -> None:
    """Once both sides have lost all bombers, a side wins when the enemy has no aircraft left.

    With an option it wins so, too, while a bomber of its own is left beside a fighter.
    """
    state = play.state
    flying = [side for side in play.seats if state.of(side)]
    if not flying:
        play.end("draw", why="no aircraft is left on either side")
    if len(flying) > 1:
        return
    (side,) = flying
    wins_at_once = play.options["last_side"] == "wins" and state.of(side, Kind.FIGHTER)
    if wins_at_once or not state.of(side, Kind.BOMBER):
        why = f"{enemy_of(side)} has no aircraft left"
        play.end("fighters_eliminated", winner=side, why=why)


def left_without(play: InPlay, lost: Collection[str]) -> dict[str, Any]:
    """Return the facts of a loss: who still flies after it, and which loss of the game it is."""
    planes = play.state.aircraft
    left = [name for name, plane in planes.items() if plane.at is not None and name not in lost]
    return {"left": left, "losses": len(planes) - len(left)}
