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
    """After a decompression the men in the other sections put on oxygen masks too."""
    state = play.state
    if state.subject.jumping:
        return
    sections = now.sections_with(state.subject.section)
    for man in now.aboard(state):
        if man.section not in sections:
            yield from go_on_oxygen(play, man)


@rule("4.2.mask", "Mask on")
def go_on_oxygen(play: InPlay, man: Man) -> Asks:
    """The man goes on oxygen. If he already wears his mask, he does not roll again."""
    if not man.masked and not man.oxygen_out:
        man.masked = True
        yield from roll_wound_of(play, man, "oxygen")


@effect("oxygen_out")
@rule("7.4", "Oxygen cut off")
@ruling(
    "oxygen that is cut off at a post or in a section is lost to the man who is there, wherever "
    "he goes; whoever comes later breathes",
    rejected="it is lost to the post, and a man who leaves it has oxygen again",
    why="section 7.4 is not in the booklet, and 7-1 to 7-8 name the men",
)
def oxygen_out(play: InPlay, crew: tuple[str, ...] = (), sections: tuple[str, ...] = ()) -> None:
    """The named men or sections lose their oxygen supply (see 7.4.air)."""
    state = play.state
    for man in state.crew.values():
        if now.post_of(state, man) in crew or man.section in sections or "all" in sections:
            man.oxygen_out = True
    play.log("oxygen_out", crew=list(crew), sections=list(sections))


@effect("pressure_compromised")
@rule("4.2.compromised", "Section no longer airtight")
def compromise(play: InPlay, sections: tuple[str, ...]) -> None:
    """The sections can no longer hold pressure. Above LO, the men in them need masks."""
    fresh = still_tight(play.state, sections)
    play.state.plane.compromised |= set(sections)
    tell_lost(play, fresh)


@effect("pressure_lost")
@rule("4.2.lost", "Pressure lost")
def lose_pressure(play: InPlay, sections: tuple[str, ...]) -> None:
    """The sections lose pressure and do not regain it on this mission."""
    lost = PRESSURISED if "all" in sections else sections
    fresh = still_tight(play.state, lost)
    play.state.plane.pressure_lost |= set(lost)
    tell_lost(play, fresh)


def still_tight(state: State, sections: Iterable[str]) -> list[str]:
    """Return those of the sections that could still hold pressure."""
    plane = state.plane
    return [one for one in sections if one not in plane.compromised | plane.pressure_lost]


def tell_lost(play: InPlay, sections: list[str]) -> None:
    if sections:
        play.log("pressure", sections=sections)


@effect("pressure_controls")
@rule("7-10.9", "Pressurisation controls")
def pressure_controls(play: InPlay, state: str) -> None:
    """The flight engineer can no longer release the pressure, or no longer restore it."""
    play.state.plane.out.add(state)


@rule("4.2.choice", "Pressure released by choice")
@ruling(
    "the whole plane is depressurised for the turn and every man goes on oxygen; next turn the "
    "pressure is restored if the controls allow it",
    rejected="only one section loses its pressure, or the bomber has to descend",
    why="section 4.2 is not in the booklet; notes in chapter 7 call for it",
)
def depressurise(play: InPlay) -> Asks:
    """The commander releases the pressure in the whole plane so that men can move through it."""
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
    """A turn begins by restoring the pressure, unless the controls are broken (note to 7-10.9)."""
    state = play.state
    if state.mission.depressurised and "cannot_repressurise" not in state.plane.out:
        state.mission.depressurised = False
        play.log("repressurised")
    for man in state.crew.values():
        man.masked = man.masked and now.is_thin_air(state, man.section)


@rule("7.4.air", "Men in thin air")
@ruling(
    "above LO, a man in a section without pressure goes on oxygen; if his supply is out, the "
    "bomber descends to LO or he rolls on 7-13 every turn",
    rejected="the bomber must descend to LO at once",
    why="7.4 of the sister game sends the bomber low; here the commander may refuse",
)
def breathe(play: InPlay) -> Asks:
    """Men above LO without pressure put on their masks.

    If a man's oxygen is out, the commander takes the bomber down to LO or lets him suffer.
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
        choices = {"down": descend(state), "stay": "stay; they suffer"}
        answer = yield play.ask(
            f"No oxygen for {names}. Descend?",
            choices,
            odds=lambda option: odds_of_choking(play, choking) if option == "stay" else {},
        )
        if answer == "down":
            go_low(play)
        else:
            for man in choking:
                yield from roll_wound_of(play, man)


def descend(state: State) -> str:
    """Return the order to go down to LO, with what it costs."""
    return "descend to LO" + ", out of the formation" * now.in_formation(state)


def odds_of_choking(play: InPlay, choking: list[Man]) -> Mapping[str, Fraction]:
    """Return the odds of what one turn without oxygen does to one of these men, by 7-13."""
    post = choking[0].post

    def suffer(other: InPlay) -> Asks:
        yield from roll_wound_of(other, other.state.crew[post])

    def state_of(other: InPlay, _: object) -> str:
        man = other.state.crew[post]
        return "a man dies" if man.fate else "seriously wounded" if man.serious else "fit for duty"

    return play.odds(suffer, read=state_of)


@rule("7.3", "Cold")
@ruling(
    "each man in an unpressurised crew section at MED or HI rolls every turn",
    rejected="a section rolls once, when it loses its pressure",
    why="section 7.3 is not in the booklet; 7-14 names the sections and the choice of releasing "
    "the pressure",
)
def freeze(play: InPlay) -> Asks:
    """Above LO, each man in an unpressurised section rolls on 7-14 every turn for frostbite.

    The commander may descend to LO instead, unless he released the pressure himself for the turn.
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
        choices = {"down": descend(state), "stay": "stay in the cold"}
        where = ", ".join(one.name for name, one in play.data.sections.items() if name in places)
        answer = yield play.ask(
            f"Men are freezing without pressure ({where}). Descend?",
            choices,
            odds=lambda option: odds_of_cold(play, cold) if option == "stay" else {},
        )
        if answer == "down":
            go_low(play)
            return
    for man in cold:
        if state.mission.depressurised and now.is_tight(state, man.section):
            continue  # The modifiers are +1 each, so no roll can be low enough.
        yield from roll_wound_of(play, man, "7-14")


def odds_of_cold(play: InPlay, cold: list[Man]) -> dict[str, Fraction]:
    """Return the odds of how many of these men get frostbite this turn, by 7-14."""
    parts = []
    for man in cold:
        with play.state.subject.being(man=man.post):
            parts.append(chance_of(play, "7-14", None, "none"))
    return {
        f"{number or 'none'} of {counted(len(cold), 'man', 'men')} frostbitten": chance
        for number, chance in enumerate(how_many(parts))
        if chance
    }


@rule("4.1.low", "Descent to LO")
@ruling(
    "a bomber that descends by choice stays at LO and so leaves a higher formation",
    rejected="it may climb again, or the formation descends with it",
    why="section 4.1 is not in the booklet",
)
def go_low(play: InPlay) -> None:
    """The bomber descends to LO and stays there. A higher formation flies on without it."""
    mission = play.state.mission
    mission.flight.altitude = "lo"
    mission.flight.stays_low = True
    play.log("altitude", level="lo")
