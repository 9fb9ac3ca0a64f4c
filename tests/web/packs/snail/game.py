"""Each turn the snail goes on, stops, sleeps, walks in a circle for ever, or takes all along."""

import os
import re
import time

import attrs

from tabletop_core import Game, Look, Repeat, Sequence, Step
from tabletop_core.panels import Facts

from . import IDENTITY


@attrs.define
class State:
    moves: int = 0


WAYS = ("on", "circle", "sleep", "stop", "freeze", "crash")


def crawl(match):
    how = yield match.ask("How does the snail go on?", WAYS)
    match.state.moves += 1
    while how == "circle":
        try:
            match.state.moves += 1
        except Exception:
            continue
    if how == "sleep":
        # One call that nothing ends before its time.
        time.sleep(float(os.environ.get("SNAIL_SLEEPS_S", "3")))
    if how == "freeze":
        # One call that never returns to Python, and lets no other thread run.
        re.match("(a+)+$", "a" * 80 + "b")
    if how == "crash":
        os.abort()
    if how == "stop":
        match.end("stopped")


GAME = Game(
    identity=IDENTITY,
    package=__package__,
    seats=("snail",),
    sequence=Sequence("Snail", Repeat("Turn", Step("Crawl", crawl, may_end=True))),
    new_state=lambda play: State(),
    state=State,
    look=Look(
        view=lambda match, viewer: [
            Facts(title="Moves", rows=(("so far", str(match.state.moves)),))
        ],
    ),
)
