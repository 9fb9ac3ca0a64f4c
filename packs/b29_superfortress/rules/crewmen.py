"""Men sent about the plane, the wounded carried, and posts filled again (4.2)."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial

from tabletop_core import Asks, by_id, rule, ruling

from ..questions import bomber as now
from ..state import CREW, FORWARD, GUNNERS, PRESSURISED, Errand, InPlay, Man, State
from .air import breathe, can_depressurise, depressurise, freeze, go_low
from .following import assumed, leave_only


def moves_freely(state: State) -> bool:
    """Return whether a man can go anywhere without the pressure being released."""
    return state.mission.flight.altitude == "lo" or not any(
        now.is_pressurised(state, part) for part in PRESSURISED
    )


def can_reach(state: State, man: Man, section: str) -> bool:
    """Return whether a man can reach a crew section without the pressure being released (4.2)."""
    if man.section == section or {man.section, section} <= set(FORWARD):
        return True
    through_tunnel = {man.section, section} <= {"nose", "nav_radio", "waist"}
    if through_tunnel and "tunnel" not in state.plane.compromised:
        return True
    return moves_freely(state)


# ---------------------------------------------------------------- sent for a turn

# The order in which men are sent. The notes name the flight engineer as the usual man.
SENT = (
    *("flight_engineer", "radio_operator", "left_gunner", "right_gunner", "cfc"),
    *("radar_operator", "navigator", "bombardier", "tail_gunner", "copilot", "pilot"),
)


def spare_men(state: State) -> list[Man]:
    """Return the fit men who are not away, except the one who flies."""
    flying = now.flyer(state)
    men = (state.crew[post] for post in SENT)
    return [m for m in men if m.is_fit and m is not flying and m.post not in state.mission.errands]


@rule("4.2.send", "A man sent to another section")
@ruling(
    "a man sent to a bay or to utility leaves his post for the whole turn and does his work at "
    "its end; meanwhile the charts treat his post as empty",
    rejected="he is back at his post in the same turn",
    why="the notes speak of a turn spent there",
)
def send(
    play: InPlay,
    task: str,
    section: str,
    purpose: str,
    odds: Callable[[bool], Mapping[str, Fraction]],
) -> Asks:
    """The commander chooses whom to send, unless he has ruled it out for good.

    For that man he releases the pressure or descends.
    """
    # `odds` gives the outcome of the task at the end of the turn, with a man there or without.
    state = play.state
    order = f"nobody to {task}"
    if order in state.mission.decided:
        return
    spare = spare_men(state)
    free = moves_freely(state)
    choices = {"nobody": "nobody"}
    if not free:
        choices["go_low"] = "descend to LO first"
    if free or can_depressurise(state):
        for man in spare:
            choices[man.post] = play.data.names[man.post]
            choices[man.post] += "" if free else ", releasing the pressure"
    if not spare or len(choices) == 1:
        return
    choices["never"] = "nobody, now or later"
    place = play.data.names[section]
    prompt = f"Who leaves his post this turn to {purpose} ({place})?"
    at = by_id(but=("nobody", "never", "go_low"))
    answer = yield play.ask(
        prompt,
        choices,
        at=at,
        odds=lambda option: odds(option not in ("nobody", "never")),
        kind="send",
    )
    if answer == "go_low":
        go_low(play)
        yield from send(play, task, section, purpose, odds)
    elif answer == "never":
        state.mission.decided.add(order)
    elif answer != "nobody":
        if not free:
            yield from depressurise(play)
        if state.crew[answer].is_fit:
            go(play, state.crew[answer], task, section)


def go(play: InPlay, man: Man, task: str, section: str) -> None:
    play.state.mission.errands[man.post] = Errand(task, section, man.works_at)
    man.works_at, man.section = "", section
    play.log("sent", man=man.post, section=section)


def assign(play: InPlay, task: str, section: str) -> Man | None:
    """Send the first man who can be spared for work done at LO before touching down."""
    spare = spare_men(play.state)
    if spare:
        go(play, spare[0], task, section)
    return spare[0] if spare else None


def come_back(play: InPlay) -> None:
    """Return the men to their posts when the next turn starts, unless others have filled them."""
    state = play.state
    for post, errand in state.mission.errands.items():
        man = state.crew[post]
        filled = any(other.works_at == errand.post for other in state.crew.values())
        man.works_at = "" if filled else errand.post
        man.section = play.data.posts[errand.post or post].section
    state.mission.errands.clear()


def generator_ready(state: State) -> bool:
    """Return whether the generator works and a man can be spared for it (note c of 7-10)."""
    attended = now.on_task(state, "generator") is not None
    return "generator" not in state.plane.out and (attended or bool(spare_men(state)))


@rule("7-10.c.attend", "Attending the generator")
@ruling(
    "a gunner attends the generator before any other man",
    rejected="the engineer goes first, or the commander chooses",
    why="without electrics no turret moves; note c of 7-10 asks for a man in utility on any "
    "turn that the generator is used",
)
def attend(play: InPlay) -> None:
    """The auxiliary generator runs only while a man attends it in the utility section."""
    state = play.state
    spare = sorted(spare_men(state), key=lambda man: man.post not in GUNNERS)
    if spare and now.on_task(state, "generator") is None:
        go(play, spare[0], "generator", "utility")


@rule("7-10.c.generator", "One item on the generator")
def feed_from_generator(
    play: InPlay, items: tuple[str, ...], odds: Callable[[str], Mapping[str, Fraction]]
) -> Asks:
    """At LO the generator powers one starred item of note c per turn."""
    # `odds` gives what follows if one of them, or *nothing*, is powered.
    state = play.state
    asked = {
        name: name.replace("_", " ").replace(" by hand electrics", "")
        for name in items
        if name in state.plane.on_generator and name in state.plane.out
    }
    if asked and not state.mission.generator_feeds and generator_ready(state):
        asked["nothing"] = "nothing"
        prompt = "What does the auxiliary generator power this turn?"
        feed(play, (yield play.ask(prompt, asked, odds=odds, kind="feed")))


def feed(play: InPlay, item: str) -> None:
    if item != "nothing":
        attend(play)
        play.state.mission.generator_feeds = item


# ---------------------------------------------------------------- moved for good


@rule("4.2.move", "Crew moved")
@ruling(
    "a man who has taken over a post stays there",
    rejected="he may return to his own post next turn",
    why="otherwise two posts could call the same man back and forth",
)
@ruling(
    "a man who takes over another's post serves its guns and controls, but the modifiers of the "
    "charts still depend on the man whose post it is",
    rejected="he restores the post's modifiers as well",
    why="the charts name the man killed or seriously wounded, not the empty post",
)
def fill_posts(play: InPlay) -> Asks:
    """Fit men may take over a gun position whose man is out of action.

    The commander is asked once for each loss.
    """
    state = play.state
    mission = state.mission
    away = {e.post for name, e in mission.errands.items() if state.crew[name].is_fit}
    for post in (*GUNNERS, "bombardier"):
        if now.fit_at(state, post) or post in away or f"fill {post}" in mission.decided:
            continue
        if not _guns_worth(state, post):
            continue
        section = play.data.posts[post].section
        choices = {"nobody": "nobody"}
        for other in CREW:
            man = state.crew[other]
            flies = other in ("pilot", "copilot")
            able = man.is_fit and not flies and man.works_at in ("", other)
            if able and other not in mission.errands and can_reach(state, man, section):
                choices[other] = play.data.names[other]
        mission.decided.add(f"fill {post}")
        if len(choices) == 1:
            continue
        name = play.data.names[post]
        prompt = f"{why_missing(state, state.crew[post])}. Who takes over from the {name}?"
        answer = yield play.ask(prompt, choices, at=by_id(but="nobody"), kind="take_over")
        if answer != "nobody":
            move(play, state.crew[answer], post)


def why_missing(state: State, man: Man) -> str:
    """Return why a man does not do his duty, as a sentence without its full stop."""
    if not now.was_ordered_aboard(state, man):
        return "He did not fly with you"
    if not man.aboard:
        return "He has bailed out"
    if man.fate:
        return "He is dead"
    return f"He is {'away from his guns' if man.is_fit else 'out of action'}"


def _guns_worth(state: State, post: str) -> bool:
    """Return whether a post still has anything to shoot with."""
    if post in state.plane.gunsights_out:
        return False
    tail = ("tail_turret", "tail_cannon")
    names = tail if post == "tail_gunner" else [n for n in state.plane.guns if n not in tail]
    guns = [state.plane.guns[name] for name in names if name in state.plane.guns]
    return any(gun.can_fire for gun in guns)


def move(play: InPlay, man: Man, post: str) -> None:
    state = play.state
    for other in state.crew.values():
        if other.works_at == post:
            other.works_at = ""
    state.mission.decided.discard(f"fill {man.works_at}")
    man.works_at = post
    man.section = play.data.posts[post].section
    play.log("moved", man=man.post, post=post)


@rule("4.2.carry", "Carrying the wounded")
@ruling(
    "in thin air, a fit man may carry a man of his section who is out of action through the "
    "tunnel to a pressurised section; asked once for each man",
    rejected="he stays where he is",
    why="the note under 7-1 mentions wounded men who were moved; section 4.2 is not in the booklet",
)
def carry_wounded(play: InPlay) -> Asks:
    """A fit man may carry one who is out of action to a pressurised section."""
    state = play.state
    for man in now.aboard(state):
        key = f"carry {man.post}"
        if man.is_fit or key in state.mission.decided or not now.is_thin_air(state, man.section):
            continue
        refuge = _refuge(state, man)
        if refuge and any(other.section == man.section for other in spare_men(state)):
            state.mission.decided.add(key)
            name, place = play.data.names[man.post], play.data.names[refuge]
            choices = {"stay": "leave him there", "carry": f"carry him to the {place}"}
            prompt = f"The {name} lies in thin air and cold. Carry him?"
            at = {"carry": f"{man.post} {refuge}"}
            answer = yield play.ask(
                prompt,
                choices,
                at=at,
                odds=lambda option, post=man.post, to=refuge: odds_of_air(
                    play, post, to if option == "carry" else ""
                ),
                kind="carry",
            )
            if answer == "carry":
                carry(play, man, refuge)


def carry(play: InPlay, man: Man, refuge: str) -> None:
    man.works_at, man.section = "", refuge
    play.state.mission.errands.pop(man.post, None)
    play.log("carried", man=man.post, section=refuge)


def odds_of_air(play: InPlay, post: str, refuge: str) -> Mapping[str, Fraction]:
    """Return the odds of what thin air and cold do to a man this turn, here or in a refuge."""

    def take_him(other: InPlay) -> None:
        if refuge:
            carry(other, other.state.crew[post], refuge)

    before = play.state.crew[post]

    def state_of(other: InPlay, _: object) -> str:
        man = other.state.crew[post]
        if man.fate:
            return "he dies"
        wounds = (man.light, man.serious) != (before.light, before.serious)
        frozen = man.frostbitten and not before.frostbitten
        if wounds or frozen:
            return " and ".join(["he is wounded"] * wounds + ["frostbitten"] * frozen)
        return "no further harm"

    steps = take_him, partial(leave_only, man=post), breathe, freeze
    return play.odds(steps, read=state_of, policy=assumed)


def _refuge(state: State, man: Man) -> str:
    """Return a pressurised section that he can reach without the pressure being released."""
    for section in PRESSURISED:
        if now.is_pressurised(state, section) and can_reach(state, man, section):
            return section
    return ""
