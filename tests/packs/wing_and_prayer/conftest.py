"""Games set up for one rule, with the dice written down."""

import pytest

from packs.wing_and_prayer.game import GAME
from packs.wing_and_prayer.rules.pre_mission import place_bombers
from packs.wing_and_prayer.shown.words import WORDS
from packs.wing_and_prayer.state import Fighter, Level, Post
from tabletop_core import ALL_SEEING
from tabletop_core.events import narrate
from tabletop_core.testing import perform

DATA = GAME.data_with()


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


def fly(
    number=9,
    box="abbeville",
    *,
    hurt="",
    leads="a",
    loose=False,
    cloud="",
    luck="",
    mine="",
    post=Post.SECTION,
    foes="",
    **options,
):
    """A mission in the air: so many bombers over a box, and what is special about them.

    hurt: the letters of the damaged bombers. leads: that of the bomber that leads; A has a crack
    crew, B and C have veteran ones, the others green ones. luck: the counters held. mine, foes:
    the kinds of the escorts, which lie at a post, and of the interceptors.
    """
    play = start(**options)
    mission = take_off(play, number, box)
    mission.is_loose = loose
    mission.cloud = cloud or mission.cloud
    play.state.lady_luck = luck.split()
    for letter in hurt:
        bomber(play, letter).damaged = True
    at = mission.formation.index(f"b17f-{leads}") if leads != "a" else 0
    line = mission.formation
    line[0], line[at] = line[at], line[0]
    escorts(play, *mine.split(), post=post)
    interceptors(play, *foes.split())
    return play


def duel(number=9, box="meaulte", **how):
    """A mission of two players, in which the German one has these counters and fighters."""
    play = fly(number, box, players=2, **how)
    play.state.mission.german.flak = {"light": 1, "heavy": 1}
    play.state.mission.german.fighters = {"me109": 3, "fw190": 1}
    return play


def bomber(play, letter):
    return play.state.bombers[f"b17f-{letter}"]


def crew(play, letter):
    """The crew of a bomber."""
    return play.state.crews[bomber(play, letter).crew]


def became(play):
    """What the mission has come to, in words: *a damaged and veteran, f lost, -2 VP*.

    A level is told of a crew whose level is not that with which it took off.
    """
    state, mission, told = play.state, play.state.mission, []
    for line in mission.record.flyers:
        one = state.bombers.get(line.bomber)
        how = ["damaged"] if one and one.damaged else []
        if one and one.crew and (level := state.crews[one.crew].level.value) != line.level:
            how.append(level)
        if line.bomber not in mission.formation:
            how.append("out" if one else "lost")
        told += [f"{line.bomber[-1]} {' and '.join(how)}"] if how else []
    told += [f"{one.id} damaged" for one in mission.escorts if one.damaged]
    told += [f"{mission.record.escorts_lost} escort lost"] if mission.record.escorts_lost else []
    told += ["loose"] if mission.is_loose else []
    told += [f"{mission.vp} VP"] if mission.vp else []
    return ", ".join(told)


def line(play):
    """The letters of the bombers in their places, by elements."""
    letters = "".join(name[-1:] or "." for name in play.state.mission.formation)
    return " ".join(letters[at : at + 3] for at in range(0, 12, 3))


def levels(play, letters):
    """The levels of the crews of these bombers."""
    return " ".join(crew(play, letter).level.value for letter in letters)


def at_level(play, letter, level):
    """Give a bomber's crew a level, and return it."""
    crew(play, letter).level = Level(level)
    return crew(play, letter)


def panel(play, title):
    """What lies on the table under a title."""
    return next(one for one in play.game.look.view(play, ALL_SEEING) if one.title == title)


def kinds(play):
    """The kinds of the events so far."""
    return [event.kind for event in play.events]


def story(play):
    """The log so far in words."""
    return [narrate(event, WORDS) for event in play.events]


def modifiers(play):
    """The modifiers of the last lookup: each a name, a number, and why."""
    return play.events[-1].facts["modifiers"]


# ---------------------------------------------------------------- tables of cases


def cases(table):
    """Try a test on each line of a table, whose first line names the columns.

    The first cell names the case; it is a value of the test unless it is its `claim`. Dice and
    answers are lists, other numbers numbers, and the rest is words.
    """
    names, *rows = (
        [cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()
    )
    first = names[0] == "claim"
    values = [
        pytest.param(*map(read_cell, names[first:], cells[first:]), id=cells[0].replace(" ", "_"))
        for cells in rows
    ]
    return pytest.mark.parametrize(names[first:], values)


def read_cell(name, cell):
    if name in ("dice", "answers"):
        return [int(word) if word.isdigit() else word for word in cell.split()]
    return int(cell) if cell.removeprefix("-").isdigit() else cell


@pytest.fixture
def data():
    return DATA


@pytest.fixture(scope="session")
def pack():
    """The game that recorded games are compared with."""
    return GAME
