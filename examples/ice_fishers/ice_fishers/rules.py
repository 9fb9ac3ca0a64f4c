"""The rules of Ice Fishers, each in a function of its own."""

from tabletop_core import Asks, rule, ruling

from .state import InPlay


@rule("3", "A step")
@ruling(
    "the catch sinks with the ice, the hut is safe",
    rejected="'all is lost' takes the fish in the hut, too",
    why="the hut stands on the shore",
)
def take_step(play: InPlay) -> None:
    state = play.state
    state.steps += 1
    found = play.look_up("ice").result
    if found == "breaks":
        play.log("break", who=play.seat, lost=state.catch)
        state.steps = state.catch = 0
    else:
        state.catch += found


@rule("2", "A walk on the ice")
def walk(play: InPlay) -> Asks:
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
def carry_home(play: InPlay) -> None:
    state = play.state
    state.hut[play.seat] += state.catch
    play.log("home", who=play.seat, fish=state.catch, total=state.hut[play.seat])
    state.steps = state.catch = 0
    if state.hut[play.seat] >= play.options["goal"]:
        play.end("full", winner=play.seat, scores=state.hut, why="the hut is full")
