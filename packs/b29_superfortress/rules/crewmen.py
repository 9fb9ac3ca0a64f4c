"""The crew: wounds (7-13), oxygen and pressure (4.2, 7-11), cold (7-14), moving about."""

from tabletop_core import Asks, Play, rule, ruling

from .. import situation as now
from ..charts import effect, read, resolve
from ..state import CREW, FORWARD, GUNNERS, PRESSURISED, Man, State

BAYS = ("forward bomb bay", "aft bomb bay")

# ---------------------------------------------------------------- wounds


@effect("roll_wound")
@rule("7-13.who", "Who is hit")
@ruling(
    "a wounded man who works away from his own section rolls as well when that section is hit",
    "the note under 7-1 says so of men moved into a section",
)
def roll_wound(play: Play[State], crew: tuple[str, ...]) -> Asks:
    state = play.state
    struck: list[Man] = []
    for post in crew:
        man = now.man_at(state, post)
        if man is not None and not man.fate:
            struck.append(man)
    for man in now.in_section(state, state.hand.section):
        moved = man.section != play.data.posts[man.post].section
        if moved and (man.light or man.serious) and man not in struck:
            struck.append(man)
    for man in struck:
        yield from roll_wound_of(play, man)


@rule("7-13", "Wounds")
def roll_wound_of(play: Play[State], man: Man, chart: str = "7-13", **how: object) -> Asks:
    """Roll for one man, unless he is dead already."""
    if man.fate:
        return
    state = play.state
    before = state.hand.man
    state.hand.man = man.post
    yield from resolve(play, chart, why=play.data.names[man.post], **how)
    state.hand.man = before


@effect("wound")
@rule("7-13.a", "What a wound does")
def wound(play: Play[State], level: str) -> Asks:
    """Notes a and b: light wounds add up; one of each kind, or two serious ones, kill."""
    man = play.state.crew[play.state.hand.man]
    if man.fate:
        return
    if level == "killed" or (level == "serious" and (man.serious or man.light in (1, 2))):
        kill(play, man)
    elif level == "serious":
        _out_of_action(play, man)
        man.serious = True
        play.log("wound", man=man.post, level="serious")
    elif level == "sent_home":
        man.fate = "sent_home"
        play.log("wound", man=man.post, level="sent_home")
    elif man.serious:
        kill(play, man)
    else:
        man.light += 1
        play.log("wound", man=man.post, level="light")
        if man.light <= 4:
            yield from read(play, "7-13.a", at=man.light)


def kill(play: Play[State], man: Man) -> None:
    _out_of_action(play, man)
    man.fate = "killed"
    play.log("wound", man=man.post, level="killed")


def _out_of_action(play: Play[State], man: Man) -> None:
    mission = play.state.mission
    if man.post == "bombardier" and mission.on_the_run:
        mission.bombardier_hit_on_the_run = True
    if man.post == "navigator" and not now.is_at_target(play.state):
        mission.navigator_lost_before_target = True


@effect("shaken")
def shaken(play: Play[State]) -> None:
    """Second light wound: no veteran's bonus any more, and a harder jump."""
    play.state.crew[play.state.hand.man].shaken = True


@effect("frostbite")
@rule("7-14", "Frostbite")
def frostbite(play: Play[State]) -> None:
    man = play.state.crew[play.state.hand.man]
    _out_of_action(play, man)
    man.frostbitten = True
    play.log("frostbite", man=man.post)


@effect("each_crewman")
def each_crewman(play: Play[State], chart: str, with_: tuple[str, ...] = ()) -> Asks:
    how = {"with_": with_} if with_ else {}
    for man in now.aboard(play.state):
        yield from roll_wound_of(play, man, chart, **how)


@effect("each_in_section")
def each_in_section(play: Play[State], chart: str) -> Asks:
    """For every man of the section hit; a decompression strikes all of its cabin."""
    state = play.state
    section = state.hand.section
    sections = now.sections_with(section) if state.hand.decompressing else (section,)
    for man in now.aboard(state):
        if man.section in sections:
            yield from roll_wound_of(play, man, chart)
            if chart == "7-11.note":
                man.masked = True


# ---------------------------------------------------------------- pressure and oxygen


@effect("others_on_oxygen")
@rule("7-11.others", "Going on oxygen")
def others_on_oxygen(play: Play[State]) -> Asks:
    """After a decompression the men of the other sections go on oxygen too."""
    state = play.state
    if state.hand.jumping:
        return
    sections = now.sections_with(state.hand.section)
    for man in now.aboard(state):
        if man.section not in sections:
            yield from go_on_oxygen(play, man)


@rule("4.2.mask", "Mask on")
def go_on_oxygen(play: Play[State], man: Man) -> Asks:
    """One man; who has the mask on already need not roll again."""
    if not man.masked and not man.oxygen_out:
        man.masked = True
        yield from roll_wound_of(play, man, "oxygen")


@effect("oxygen_out")
@rule("7.4", "Oxygen out")
def oxygen_out(
    play: Play[State], crew: tuple[str, ...] = (), sections: tuple[str, ...] = ()
) -> None:
    state = play.state
    for man in state.crew.values():
        if man.works_at in crew or man.section in sections or "all" in sections:
            man.oxygen_out = True
    play.log("oxygen_out", crew=list(crew), sections=list(sections))


@effect("pressure_compromised")
@rule("4.2.compromised", "Section holds no pressure")
def compromise(play: Play[State], sections: tuple[str, ...]) -> None:
    play.state.plane.compromised |= set(sections)
    play.log("pressure", sections=list(sections))


@effect("pressure_lost")
@rule("4.2.lost", "Pressure lost")
def lose_pressure(play: Play[State], sections: tuple[str, ...]) -> None:
    lost = PRESSURISED if "all" in sections else sections
    play.state.plane.pressure_lost |= set(lost)
    play.log("pressure", sections=list(lost))


@effect("pressure_controls")
@rule("7-10.9", "Pressurisation controls")
def pressure_controls(play: Play[State], state: str) -> None:
    play.state.plane.out.add(state)


@rule("4.2.choice", "Pressure let out by choice")
@ruling(
    "the whole plane is let down for the turn; every man goes on oxygen; the next turn it is "
    "pressurised again if that works",
    "section 4.2 is not in the booklet; notes of chapter 7 ask for it",
)
def depressurise(play: Play[State]) -> Asks:
    state = play.state
    state.mission.depressurised = True
    play.log("depressurised")
    for man in now.aboard(state):
        if now.is_thin_air(state, man.section):
            yield from go_on_oxygen(play, man)


def can_depressurise(state: State) -> bool:
    return "cannot_depressurise" not in state.plane.out


@rule("4.2.back", "Pressure restored")
def repressurise(play: Play[State]) -> None:
    """At the start of a turn; note on 7-10.9: not with those controls broken."""
    state = play.state
    if state.mission.depressurised and "cannot_repressurise" not in state.plane.out:
        state.mission.depressurised = False
    for man in state.crew.values():
        man.masked = man.masked and now.is_thin_air(state, man.section)


@rule("7.4.air", "Men in thin air")
@ruling(
    "a man whose section is without pressure above LO goes on oxygen; if his supply is out, the "
    "bomber comes down to LO or he rolls on 7-13 every turn",
    "7.4 of the sister game sends the bomber low; here the commander may refuse",
)
def breathe(play: Play[State]) -> Asks:
    state = play.state
    choking: list[Man] = []
    for man in now.aboard(state):
        if now.is_thin_air(state, man.section):
            if man.oxygen_out:
                choking.append(man)
            else:
                yield from go_on_oxygen(play, man)
    if choking:
        names = ", ".join(play.data.names[man.post] for man in choking)
        choices = {"down": "go down to LO", "stay": "stay, they suffer"}
        answer = yield play.ask(f"No oxygen for {names}", choices)
        if answer == "down":
            go_low(play)
        else:
            for man in choking:
                yield from roll_wound_of(play, man)


@rule("7.3", "Cold")
@ruling(
    "rolled each turn for every man in a crew section without pressure at MED or HI",
    "section 7.3 is not in the booklet; 7-14 names the sections and the choice of pressure",
)
def freeze(play: Play[State]) -> Asks:
    state = play.state
    if state.mission.altitude == "lo":
        return
    cold = [
        man
        for man in now.aboard(state)
        if not man.frostbitten and now.is_thin_air(state, man.section)
    ]
    if cold and not state.mission.depressurised:
        choices = {"down": "go down to LO", "stay": "stay in the cold"}
        names = ", ".join(play.data.names[man.post] for man in cold)
        if (yield play.ask(f"No pressure, freezing: {names}", choices)) == "down":
            go_low(play)
            return
    for man in cold:
        yield from roll_wound_of(play, man, "7-14")


@rule("4.1.low", "Down to LO")
@ruling(
    "a bomber that goes low by choice stays low and so leaves a higher formation",
    "section 4.1 is not in the booklet",
)
def go_low(play: Play[State]) -> None:
    mission = play.state.mission
    mission.altitude = "lo"
    mission.stays_low = True
    play.log("altitude", level="lo")


# ---------------------------------------------------------------- moving about


def can_reach(state: State, man: Man, section: str) -> bool:
    """Whether a man gets there without the pressure being let out (4.2)."""
    if state.mission.altitude == "lo" or man.section == section:
        return True
    if man.section in FORWARD and section in FORWARD:
        return True
    through_tunnel = {man.section, section} <= {"nose", "nav_radio", "waist"}
    if through_tunnel and "tunnel" not in state.plane.compromised:
        return True
    return state.mission.depressurised or not any(
        now.is_pressurised(state, part) for part in PRESSURISED
    )


SENT = ("flight_engineer", "radio_operator", "navigator", "left_gunner", "right_gunner")


def moves_freely(state: State) -> bool:
    """Whether a man can go anywhere without the pressure being let out."""
    return state.mission.altitude == "lo" or not any(
        now.is_pressurised(state, part) for part in PRESSURISED
    )


@rule("4.2.send", "A man sent to another section")
@ruling(
    "a man sent to a bay or to utility is back at his post when the task is done",
    "the notes speak of a turn spent there; the next turn he can be sent again",
)
def send(play: Play[State], section: str, task: str) -> Asks:
    """Ask whom to send, if anybody can go; let the pressure out or go down if he needs it."""
    state = play.state
    free = moves_freely(state)
    choices = {"nobody": "nobody"}
    if not free:
        choices["go_low"] = "go down to LO first"
    if free or can_depressurise(state):
        for post in SENT:
            if state.crew[post].is_fit:
                choices[post] = play.data.names[post] + ("" if free else ", letting pressure out")
    if len(choices) == 1:
        return None
    answer = yield play.ask(f"Whom to send to the {section}: to {task}?", choices)
    if answer == "nobody":
        return None
    if answer == "go_low":
        go_low(play)
        return (yield from send(play, section, task))
    if not free:
        yield from depressurise(play)
    man = state.crew[answer]
    return man if man.is_fit else None


def generator_ready(state: State) -> bool:
    """The auxiliary generator runs only at LO and with a fit man to spare (note c of 7-10)."""
    return "generator" not in state.plane.out and len(now.fit_men(state)) >= 2


@rule("4.2.move", "Crew moved")
@ruling(
    "a man who takes over another's post serves its guns and controls; the modifiers of the "
    "charts go on speaking of the man whose post it is",
    "the charts name the man killed or seriously wounded, not the empty post",
)
def fill_posts(play: Play[State]) -> Asks:
    """Offer to fill a gun position whose man is out of action; once for each loss."""
    state = play.state
    mission = state.mission
    for post in (*GUNNERS, "bombardier"):
        if now.fit_at(state, post) is not None or f"fill {post}" in mission.decided:
            continue
        if not _guns_worth(state, post):
            continue
        section = play.data.posts[post].section
        choices = {"nobody": "nobody"}
        for other in CREW:
            man = state.crew[other]
            flies = other in ("pilot", "copilot")
            able = man.is_fit and not flies and man.works_at != post
            if able and can_reach(state, man, section):
                choices[other] = play.data.names[other]
        mission.decided.add(f"fill {post}")
        if len(choices) == 1:
            continue
        name = play.data.names[post]
        answer = yield play.ask(f"Who takes over from the {name}?", choices)
        if answer != "nobody":
            move(play, state.crew[answer], post)


def _guns_worth(state: State, post: str) -> bool:
    """Whether there is still something to shoot with from a post."""
    if post in state.plane.gunsights_out:
        return False
    tail = ("tail_turret", "tail_cannon")
    names = tail if post == "tail_gunner" else [n for n in state.plane.guns if n not in tail]
    guns = [state.plane.guns[name] for name in names if name in state.plane.guns]
    return any(gun.can_fire for gun in guns)


def move(play: Play[State], man: Man, post: str) -> None:
    state = play.state
    for other in state.crew.values():
        if other.works_at == post:
            other.works_at = ""
    state.mission.decided.discard(f"fill {man.works_at}")
    man.works_at = post
    man.section = play.data.posts[post].section
    play.log("moved", man=man.post, post=post)
