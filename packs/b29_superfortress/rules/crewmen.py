"""Men sent about the plane and posts filled anew (4.2)."""

from tabletop_core import Asks, Play, rule, ruling

from .. import situation as now
from ..state import CREW, FORWARD, GUNNERS, PRESSURISED, Man, State
from .air import can_depressurise, depressurise, go_low


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
