"""The rules of pig."""

import attrs

from tabletop_core import ForEach, Game, GameOption, Look, Repeat, Step, rule
from tabletop_core.panels import Facts

from . import IDENTITY

LABELS = {"roll": "roll the die", "hold": "hold, and keep the points of this turn"}


@attrs.define
class State:
    points: dict[str, int]
    turn: int = 0


@rule("1", "Roll or hold")
def roll_or_hold(play):
    state = play.state
    state.turn = 0
    while (yield play.ask("Roll or hold?", ("roll", "hold"), label=LABELS)) == "roll":
        face = play.die(6, "to add to the turn")
        if face == 1:
            return
        state.turn += face
    keep_the_turn(play)


@rule("2", "Keep the points")
def keep_the_turn(play):
    state = play.state
    points = state.points[play.seat] = state.points[play.seat] + state.turn
    play.log("kept", seat=play.seat, turn=state.turn, points=points)
    if points >= play.options["goal"]:
        play.end("goal reached", winner=play.seat, scores=state.points)


def view(play, viewer):
    rows = [(name, str(points)) for name, points in play.state.points.items()]
    return [Facts(title="Points", rows=(*rows, ("this turn", str(play.state.turn))))]


def evaluate(play, seat):
    """Value the points kept, and those of the present turn as long as it lasts."""
    return play.state.points[seat] + (play.state.turn if play.seat == seat else 0)


GAME = Game(
    identity=IDENTITY,
    package=__package__,
    seats=("north", "south"),
    options=(GameOption(name="goal", values=(50, 100, 200), default=100, help="Points to win."),),
    sequence=Repeat(
        "Round",
        ForEach("Player", lambda play: play.seats, Step("Turn", roll_or_hold, may_end=True)),
    ),
    new_state=lambda play: State(dict.fromkeys(play.seats, 0)),
    state=State,
    look=Look(view=view, words={"kept": "{seat} keeps {turn} and stands at {points}"}),
    evaluate=evaluate,
)
