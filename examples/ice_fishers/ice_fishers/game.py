"""The rules of Ice Fishers, each in a function of its own."""

import attrs

from tabletop_core import Bot, ForEach, Game, Option, Repeat, Step, rule, ruling
from tabletop_core.panels import Facts, TrackPanel

from . import IDENTITY


@attrs.define
class State:
    hut: dict[str, int]
    steps: int = 0
    catch: int = 0


def new_state(play):
    return State(hut=dict.fromkeys(play.seats, 0))


@rule("3", "A step")
@ruling("the catch sinks with the ice, the hut is safe", why="rule 3 says 'all is lost'")
def take_step(play):
    state = play.state
    state.steps += 1
    found = play.look_up("ice").result
    if found == "breaks":
        play.log("break", who=play.seat, lost=state.catch)
        state.steps = state.catch = 0
    else:
        state.catch += found


def view(play, viewer):
    state = play.state
    huts = tuple((name, f"{fish} fish") for name, fish in state.hut.items())
    marks = {0: "shore", 4: "far out"}
    return [
        Facts(title="In the huts", rows=(*huts, ("on the sledge", f"{state.catch} fish"))),
        TrackPanel(title="The ice", low=0, high=9, value=min(state.steps, 9), marks=marks),
    ]


@rule("2", "A walk on the ice")
def walk(play):
    state = play.state
    state.steps = state.catch = 0
    while True:
        take_step(play)
        if state.steps == 0:
            return
        options = {"on": f"step {state.steps + 1}", "home": f"carry {state.catch} home"}
        if (yield play.ask("On, or home?", options)) == "home":
            carry_home(play)
            return


@rule("4", "Home with the catch")
def carry_home(play):
    state = play.state
    state.hut[play.seat] += state.catch
    play.log("home", who=play.seat, fish=state.catch, total=state.hut[play.seat])
    state.steps = state.catch = 0
    if state.hut[play.seat] >= play.options["goal"]:
        play.end("full", winner=play.seat, scores=state.hut, why="the hut is full")


def is_far_out(play):
    return play.state.steps > 3


class Careful(Bot):
    """Goes home with two fish, or when far out."""

    def choose(self, play, decision):
        state = play.state
        return "home" if state.catch >= 2 or state.steps >= 3 else "on"


GAME = Game(
    identity=IDENTITY,
    package=__package__,
    seats=("north", "south"),
    options=(Option(name="goal", values=(10, 20), default=10, help="Fish that fill a hut."),),
    sequence=Repeat(
        "Day", ForEach("Fisher", lambda play: play.seats, Step("Walk", walk, may_end=True))
    ),
    state=State,
    new_state=new_state,
    view=view,
    words={
        "break": "the ice breaks: {who} loses {lost} fish",
        "home": "{who} brings {fish} fish home and has {total}",
    },
    bots={"careful": Careful},
    evaluate=lambda play, seat: play.state.hut[seat],
    conditions={"is_far_out": is_far_out},
)
