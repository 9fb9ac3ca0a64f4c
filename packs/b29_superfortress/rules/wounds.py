"""Wounds and frostbite (7-13, 7-14)."""

from collections.abc import Callable, Mapping
from typing import Any

from tabletop_core import Asks, rule, ruling

from ..questions import bomber as now
from ..state import InPlay, Man
from .charts import chart, effect, read, resolve, run


@effect("roll_wound")
@rule("7-13.who", "Who is hit")
@ruling(
    "a wounded man who works away from his own section also rolls when that section is hit",
    rejected="only men who belong to the section roll",
    why="the note under 7-1 says so of men moved into a section",
)
def roll_wound(play: InPlay, crew: tuple[str, ...]) -> Asks:
    """Each named man who is there and alive rolls on 7-13."""
    state = play.state
    struck: list[Man] = []
    for post in crew:
        man = now.man_at(state, post)
        if man is not None and not man.fate:
            struck.append(man)
    for man in now.in_section(state, state.subject.section):
        moved = man.section != play.data.posts[man.post].section
        if moved and (man.light or man.serious) and man not in struck:
            struck.append(man)
    for man in struck:
        yield from roll_wound_of(play, man)


@chart("7-13")
@rule("7-13", "Wounds")
def wounds(play: InPlay, name: str, **how: object) -> Asks:
    """A man who is hit rolls on 7-13: light, serious or killed."""
    return (yield from read(play, name, **how))


def roll_wound_of(play: InPlay, man: Man, chart: str = "7-13", **how: object) -> Asks:
    """Roll for one man, unless he is already dead."""
    if man.fate:
        return
    with play.state.subject.being(man=man.post):
        yield from resolve(play, chart, why=play.data.names[man.post], **how)


@effect("wound")
@rule("7-13.a", "Effects of a wound")
def wound(play: InPlay, level: str) -> Asks:
    """Light wounds add up. One of each kind, or two serious ones, kill (notes a and b)."""
    man = play.state.crew[play.state.subject.man]
    if man.fate:
        return
    yield from run(WOUNDS[level](play, man))


def wound_lightly(play: InPlay, man: Man) -> Asks:
    """Add a light wound. On top of a serious wound it kills (note a)."""
    if man.serious:
        return kill(play, man)
    man.light += 1
    play.log("wound", man=man.post, level="light")
    if man.light <= 4:
        yield from read(play, "7-13.a", at=man.light)


def wound_seriously(play: InPlay, man: Man) -> None:
    """Wound a man seriously.

    A second serious wound kills, and so does one on top of one or two light wounds (note b).
    """
    if man.serious or man.light in (1, 2):
        kill(play, man)
        return
    _out_of_action(play, man)
    man.serious = True
    play.log("wound", man=man.post, level="serious")


def send_home(play: InPlay, man: Man) -> None:
    man.fate = "sent_home"
    play.log("wound", man=man.post, level="sent_home")


def kill(play: InPlay, man: Man) -> None:
    _out_of_action(play, man)
    man.fate = "killed"
    play.log("wound", man=man.post, level="killed")


WOUNDS: Mapping[str, Callable[[InPlay, Man], Any]] = {
    "light": wound_lightly,
    "serious": wound_seriously,
    "sent_home": send_home,
    "killed": kill,
}


def _out_of_action(play: InPlay, man: Man) -> None:
    mission = play.state.mission
    if man.post == "bombardier" and mission.bomb_run.on_the_run:
        mission.bomb_run.bombardier_hit_on_the_run = True
    if man.post == "navigator" and not now.is_at_target(play.state):
        mission.bomb_run.navigator_lost_before_target = True


@effect("shaken")
def shaken(play: InPlay) -> None:
    """Take away a man's veteran bonus and make his jump harder, after a second light wound."""
    play.state.crew[play.state.subject.man].shaken = True


@effect("frostbite")
@rule("7-14", "Frostbite")
def frostbite(play: InPlay) -> None:
    """The man is out of action for the rest of the mission."""
    man = play.state.crew[play.state.subject.man]
    _out_of_action(play, man)
    man.frostbitten = True
    play.log("frostbite", man=man.post)


@effect("each_crewman")
def each_crewman(play: InPlay, chart: str, with_: tuple[str, ...] = ()) -> Asks:
    how = {"with_": with_} if with_ else {}
    for man in now.aboard(play.state):
        yield from roll_wound_of(play, man, chart, **how)


@effect("each_in_section")
def each_in_section(play: InPlay, chart: str) -> Asks:
    """Roll for every man in the section hit; a decompression strikes the whole cabin."""
    state = play.state
    section = state.subject.section
    sections = now.sections_with(section) if state.subject.decompressing else (section,)
    for man in now.aboard(state):
        if man.section in sections:
            yield from roll_wound_of(play, man, chart)
            if chart == "7-11.note":
                man.masked = True
