"""The fighters' fire: charts 5-9 to 5-12, ramming and the Baka's impact."""

from tabletop_core import Asks, rule, ruling

from ..shown.words import said, target_words
from ..state import Fighter, InPlay
from .charts import look_up, resolve
from .damage import damage


def attack(play: InPlay, at: int) -> Asks:
    """Carry out one fighter's attack after the bomber's fire."""
    fighter = play.state.mission.combat.fighters[at]
    if fighter.is_baka:
        yield from impact(play, fighter)
    elif fighter.rams:
        yield from ram(play, fighter)
    else:
        yield from fire(play, fighter)


@rule("5-3.b.impact", "Impact of a Baka")
def impact(play: InPlay, fighter: Fighter) -> Asks:
    """A Baka that was not shot down strikes; a die decides what it does."""
    fighter.gone = True
    yield from resolve(play, "5-3.b.impact")


@rule("5-3.c", "Ramming")
def ram(play: InPlay, fighter: Fighter) -> Asks:
    """The fighter rams. It does not fire and does not return (note c)."""
    yield from resolve(play, "5-3.c", why=target_words(fighter))
    fighter.gone = True


@rule("5-9", "Offensive fire")
def fire(play: InPlay, fighter: Fighter) -> Asks:
    """The fighter fires by 5-9. For a hit, 5-10 gives the number of shells and 5-11 places each.

    Only a fighter that hit attacks again.
    """
    who = target_words(fighter)
    result = look_up(play, "5-9", column=fighter.column, why=who).result
    if result != "hit":
        return
    fighter.hit_us = True
    shells = int(str(look_up(play, "5-10", column=fighter.column, why=who).result))
    for number in range(1, shells + 1):
        yield from shell(play, fighter, f"shell {number} of {shells}")


def column_of(fighter: Fighter) -> str:
    """Return the column of 5-11."""
    if fighter.area in ("dive", "climb"):
        return fighter.area
    return f"{fighter.column}_{fighter.angle}"


@rule("5-11", "A shell hit")
@ruling(
    "5-12 is rolled separately for each section of walking hits",
    rejected="5-12 is rolled once for all sections",
    why="5-12 is rolled for each hit",
)
def shell(play: InPlay, fighter: Fighter, why: str = "") -> Asks:
    """Chart 5-11 shows where the shell strikes, 5-12 how hard."""
    labels = yield from resolve(play, "5-11", column=column_of(fighter), why=why)
    area = str(labels[-1])
    if area.startswith("walk_"):
        labels = yield from resolve(play, "5-11.walk", at=area)
        for section in labels:
            yield from weigh(play, fighter, str(section))
    else:
        yield from weigh(play, fighter, area)


@rule("5-12", "Weight of a shell")
def weigh(play: InPlay, fighter: Fighter, section: str) -> Asks:
    """Chart 5-12 gives the number of hits by the type of the fighter. 0 is a graze."""
    if section == "superficial":
        return
    if section == "attacking_side_wing":
        section = "starboard_wing" if fighter.area in ("3", "1:30") else "port_wing"
    labels = yield from resolve(play, "5-12", column=fighter.type, why=said(section))
    yield from damage(play, section, int(labels[-1]))
