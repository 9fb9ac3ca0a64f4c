"""Games set up for one rule, with the dice written down."""

import pytest

from packs.wing_and_prayer.game import GAME
from packs.wing_and_prayer.rules.pre_mission import place_bombers
from packs.wing_and_prayer.state import Fighter, Post
from tabletop_core.testing import perform

DATA = GAME.load_data(())


def start_match(**options):
    """A match of a single mission, at the assignment of the bombers."""
    options = {"campaign": "single", "target": "abbeville", **options}
    if options.get("players") != 2:
        return GAME.start(options, seed=1, data=DATA)
    # Two players draw their target; the one wanted here is laid out by hand.
    wanted = options.pop("target")
    match = GAME.start(options, seed=1, data=DATA)
    if wanted != "drawn":
        mission = match.state.mission
        mission.orders.cards[:] = [wanted]
        mission.record.card = wanted
    return match


def start(**options):
    """The same as its rules see it."""
    return start_match(**options).play


def carry_out(play, procedure, *args, dice=(), answers=()):
    """Carry out a rule with these dice and answers, and use up all of them."""
    return perform(play, procedure, *args, script=dice, answers=answers).result


def take_off(play, number, box="abbeville"):
    """Let a number of bombers fly, and put the formation into a box."""
    mission = play.state.mission
    place_bombers(play, tuple(play.state.bombers)[:number])
    mission.box = box
    return mission


def escorts(play, *kinds, post=Post.SECTION):
    fighters = [Fighter(f"e{at}", kind, post=post) for at, kind in enumerate(kinds, 1)]
    play.state.mission.escorts = fighters
    return fighters


def interceptors(play, *kinds):
    fighters = [Fighter(f"i{at}", kind, post=Post.COMBAT) for at, kind in enumerate(kinds, 1)]
    play.state.mission.interceptors = fighters
    return fighters


def kinds(play):
    """The kinds of the events so far."""
    return [event.kind for event in play.events]


@pytest.fixture
def data():
    return DATA


@pytest.fixture(scope="session")
def pack():
    """The game that recorded games are compared with."""
    return GAME
