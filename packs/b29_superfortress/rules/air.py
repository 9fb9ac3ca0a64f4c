"""Pressure, oxygen and cold (4.2, 7.3, 7.4, 7-11)."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from tabletop_core import Asks, rule, ruling
from tabletop_core.events import counted

from ..questions import bomber as now
from ..state import PRESSURISED, InPlay, Man, State
from .charts import chance_of, effect, how_many
from .wounds import roll_wound_of


@effect("others_on_oxygen")
@rule("7-11.others", "Others on oxygen")
def others_on_oxygen(play: InPlay) -> Asks:
    """After a decompression the men of the other sections go on oxygen too."""
    state = play.state
    if state.subject.jumping:
        return
    sections = now.sections_with(state.subject.section)
    for man in now.aboard(state):
        if man.section not in sections:
            yield from go_on_oxygen(play, man)


@rule("4.2.mask", "Mask on")
def go_on_oxygen(play: InPlay, man: Man) -> Asks:
    """Put a man on oxygen; one who has his mask on already does not roll again."""
    if not man.masked and not man.oxygen_out:
        man.masked = True
        yield from roll_wound_of(play, man, "oxygen")


@effect("oxygen_out")
@rule("7.4", "Oxygen out")
def oxygen_out(play: InPlay, crew: tuple[str, ...] = (), sections: tuple[str, ...] = ()) -> None:
    """Cut off the oxygen of the men or sections named; see 7.4.air."""
    state = play.state
    for man in state.crew.values():
        if now.post_of(state, man) in crew or man.section in sections or "all" in sections:
            man.oxygen_out = True
    play.log("oxygen_out", crew=list(crew), sections=list(sections))


@effect("pressure_compromised")
@rule("4.2.compromised", "Section holds no pressure")
def compromise(play: InPlay, sections: tuple[str, ...]) -> None:
    """These sections hold no pressure any more; above LO their men need masks."""
    fresh = still_tight(play.state, sections)
    play.state.plane.compromised |= set(sections)
    tell_lost(play, fresh)


@effect("pressure_lost")
@rule("4.2.lost", "Pressure lost")
def lose_pressure(play: InPlay, sections: tuple[str, ...]) -> None:
    """These sections lose their pressure and do not get it back in this mission."""
    lost = PRESSURISED if "all" in sections else sections
    fresh = still_tight(play.state, lost)
    play.state.plane.pressure_lost |= set(lost)
    tell_lost(play, fresh)


def still_tight(state: State, sections: Iterable[str]) -> list[str]:
    """Those of the sections that could hold pressure up to now."""
    plane = state.plane
    return [one for one in sections if one not in plane.compromised | plane.pressure_lost]


def tell_lost(play: InPlay, sections: list[str]) -> None:
    if sections:
        play.log("pressure", sections=sections)


@effect("pressure_controls")
@rule("7-10.9", "Pressurisation controls")
def pressure_controls(play: InPlay, state: str) -> None:
    """The engineer can no longer let the pressure out, or no longer restore it."""
    play.state.plane.out.add(state)


@rule("4.2.choice", "Pressure let out by choice")
@ruling(
    "the whole plane is let down for the turn; every man goes on oxygen; the next turn it is "
    "pressurised again if that works",
    rejected="the section alone loses its pressure, or the bomber has to go down",
    why="section 4.2 is not in the booklet; notes of chapter 7 ask for it",
)
def depressurise(play: InPlay) -> Asks:
    """The commander lets the pressure out of the whole plane, so that men can move about in it."""
    state = play.state
    state.mission.depressurised = True
    play.log("depressurised")
    for man in now.aboard(state):
        if now.is_thin_air(state, man.section):
            yield from go_on_oxygen(play, man)


def can_depressurise(state: State) -> bool:
    return "cannot_depressurise" not in state.plane.out


@rule("4.2.back", "Pressure restored")
def repressurise(play: InPlay) -> None:
    """At the start of a turn; note on 7-10.9: not with those controls broken."""
    state = play.state
    if state.mission.depressurised and "cannot_repressurise" not in state.plane.out:
        state.mission.depressurised = False
        play.log("repressurised")
    for man in state.crew.values():
        man.masked = man.masked and now.is_thin_air(state, man.section)


@rule("7.4.air", "Men in thin air")
@ruling(
    "a man whose section is without pressure above LO goes on oxygen; if his supply is out, the "
    "bomber comes down to LO or he rolls on 7-13 every turn",
    rejected="the bomber must go down to LO at once",
    why="7.4 of the sister game sends the bomber low; here the commander may refuse",
)
def breathe(play: InPlay) -> Asks:
    """Men above LO without pressure put on their masks.

    Where somebody's oxygen is out, the commander brings the bomber down to LO or lets him suffer.
    """
    state = play.state
    choking: list[Man] = []
    for man in now.aboard(state):
        if now.is_thin_air(state, man.section):
            if man.oxygen_out:
                choking.append(man)
            else:
                yield from go_on_oxygen(play, man)
    if choking:
        names = f"{len(choking)} men"
        if len(choking) <= 3:
            names = ", ".join(play.data.names[man.post] for man in choking)
        choices = {"down": "go down to LO", "stay": "stay, they suffer"}
        answer = yield play.ask(
            f"No oxygen for {names}: go down?",
            choices,
            odds=lambda option: odds_of_choking(play, choking) if option == "stay" else {},
        )
        if answer == "down":
            go_low(play)
        else:
            for man in choking:
                yield from roll_wound_of(play, man)


def odds_of_choking(play: InPlay, choking: list[Man]) -> Mapping[str, Fraction]:
    """Return the chances of what a turn without air does to one of these men, by 7-13."""
    post = choking[0].post

    def suffer(other: InPlay) -> Asks:
        yield from roll_wound_of(other, other.state.crew[post])

    def state_of(other: InPlay, _: object) -> str:
        man = other.state.crew[post]
        return "a man dies" if man.fate else "seriously wounded" if man.serious else "fit for duty"

    return play.odds(suffer, read=state_of)


@rule("7.3", "Cold")
@ruling(
    "rolled each turn for every man in a crew section without pressure at MED or HI",
    rejected="rolled once for each section, when its pressure goes",
    why="section 7.3 is not in the booklet; 7-14 names the sections and the choice of pressure",
)
def freeze(play: InPlay) -> Asks:
    """Above LO a man in a cabin without pressure may freeze: a roll on 7-14 each turn.

    The commander may go down to LO instead, unless he let the pressure out himself for the turn.
    """
    state = play.state
    if state.mission.flight.altitude == "lo":
        return
    cold = [
        man
        for man in now.aboard(state)
        if not man.frostbitten and now.is_thin_air(state, man.section)
    ]
    places = {man.section for man in cold}
    if cold and not state.mission.depressurised:
        choices = {"down": "go down to LO", "stay": "stay in the cold"}
        where = ", ".join(one.name for name, one in play.data.sections.items() if name in places)
        answer = yield play.ask(
            f"Men freeze without pressure ({where}): go down?",
            choices,
            odds=lambda option: odds_of_cold(play, cold) if option == "stay" else {},
        )
        if answer == "down":
            go_low(play)
            return
    for man in cold:
        if state.mission.depressurised and now.is_tight(state, man.section):
            continue  # With +1 for each no die can be low enough.
        yield from roll_wound_of(play, man, "7-14")


def odds_of_cold(play: InPlay, cold: list[Man]) -> dict[str, Fraction]:
    """Return the chances of how many of these men are frostbitten this turn, by 7-14."""
    parts = []
    for man in cold:
        with play.state.subject.being(man=man.post):
            parts.append(chance_of(play, "7-14", None, "none"))
    return {
        f"{number or 'none'} of {counted(len(cold), 'man', 'men')} frostbitten": chance
        for number, chance in enumerate(how_many(parts))
        if chance
    }


@rule("4.1.low", "Down to LO")
@ruling(
    "a bomber that goes low by choice stays low and so leaves a higher formation",
    rejected="it may climb again, or the formation goes low with it",
    why="section 4.1 is not in the booklet",
)
def go_low(play: InPlay) -> None:
    """The bomber goes down to LO and stays there; a higher formation goes on without it."""
    mission = play.state.mission
    mission.flight.altitude = "lo"
    mission.flight.stays_low = True
    play.log("altitude", level="lo")
