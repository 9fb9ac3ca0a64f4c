"""Leaving or losing the plane (8-4, 8-5), and the fate of the men (8-6, 8-7)."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import TypeAlias

from tabletop_core import Asks, by_id, rule, ruling

from ..questions import bomber as now
from ..shown.words import said
from ..state import PRESSURISED, InPlay, Man, State
from . import air, crewmen, wounds
from .charts import Down, chart, effect, look_up, read, resolve
from .following import MEN, Procedure, leave_only, odds_of_man

Chances: TypeAlias = Mapping[str, Fraction]


@effect("bail_out")
@rule("8-4", "Crew bails out")
@ruling(
    "with the autopilot out, the pilot, or else the copilot, rolls on 8-5 as the last to fly; if "
    "neither is fit, nobody does",
    rejected="some other man counts as the last to fly",
    why="note d of 7-9 names only these two",
)
def bail_out(play: InPlay, chart: str, cause: str) -> Asks:
    """Every man who can jump does so. The others go down with the plane."""
    state = play.state
    state.mission.coming_down.cause = state.mission.coming_down.cause or cause
    play.log("bail_out", cause=cause, controlled=chart == "8-4")
    if chart == "8-4":
        yield from get_ready(play)
    last = now.flyer(state)
    yield from leave_pressure(play, chart, now.aboard(state))
    jumped: list[Man] = []
    for man in now.aboard(state):
        by = chart
        if man is last and now.is_out(state, "autopilot"):
            by = "8-5"
        if (yield from jump(play, man, by)):
            jumped.append(man)
    go_down_with_it(play)
    yield from come_to_earth(play, jumped, controlled=chart == "8-4")
    plane_lost(play, "bailed_out", cause)
    raise Down


def get_ready(play: InPlay) -> Asks:
    """At LO, let the generator power the radio or the autopilot."""
    force_down(play)
    if play.state.mission.flight.altitude == "lo":
        flying = now.flyer(play.state)
        last = flying.post if flying else first_to_jump(play.state)

        def odds(item: str) -> Chances:
            steps = partial(crewmen.feed, item=item), *out_alone(last, is_last=True)
            return odds_of_man(play, steps, last)

        yield from crewmen.feed_from_generator(play, ("radio", "autopilot"), odds)


def first_to_jump(state: State) -> str:
    return next((man.post for man in now.aboard(state) if not man.serious), "pilot")


@rule("8-4.a", "One man jumps")
@ruling(
    "with intercom and alarm bell out, the -1 applies only to the men aft of nav/radio",
    rejected="everybody jumps at -1",
    why="note b of 7-9 says which men it applies to; the line under 8-4 only summarises it",
)
def jump(play: InPlay, man: Man, chart: str) -> Asks:
    """The man jumps, unless he is seriously wounded (note b)."""
    # Returns whether he got out alive.
    if man.serious or man.fate:
        return False
    with play.state.subject.being(man=man.post):
        labels = yield from resolve(play, chart, why=play.data.names[man.post])
    man.aboard = "jumps" not in labels
    return not man.aboard


@rule("8-4.c", "Jumping from a pressurised section")
def leave_pressure(play: InPlay, chart: str, men: list[Man]) -> Asks:
    """Each section left under pressure rolls on 7-11 (note c).

    In a controlled bailout the pressure is released first. A section that a man has left this way
    stays open for the rest of the turn.
    """
    state = play.state
    if chart == "8-4" and air.can_depressurise(state):
        return
    for section in PRESSURISED:
        left = any(man.section == section and not man.serious for man in men)
        if left and now.is_pressurised(state, section) and section not in state.mission.opened:
            state.mission.opened.add(section)
            with state.subject.being(section=section, jumping=True):
                if look_up(play, "7-11", why=said(section)).natural == 6:
                    for man in now.in_section(state, section):
                        yield from wounds.roll_wound_of(play, man)


@effect("bail_out_one")
def bail_out_one(play: InPlay, chart: str) -> Asks:
    """The man in question jumps alone."""
    man = play.state.crew[play.state.subject.man]
    yield from leave_pressure(play, chart, [man])
    if (yield from jump(play, man, chart)):
        yield from come_to_earth(play, [man], controlled=True)


@rule("7-9.b", "A dive without warning")
def scared_by_dive(play: InPlay) -> Asks:
    """With intercom and alarm bell out, the men aft may think a dive is the end (note b)."""
    state = play.state
    if {"intercom", "alarm_bell"} <= state.plane.out:
        for man in now.aboard(state):
            if man.section not in ("nose", "nav_radio") and not man.serious:
                yield from wounds.roll_wound_of(play, man, "7-9.b")


@rule("7-5.p.jump", "Jumping before a dive")
def jump_first(play: InPlay, dive: str = "") -> Asks:
    """Any number of men may jump, as long as someone stays to fly."""
    # `dive`: what may come of the dive for those who stay.
    state = play.state
    flying = now.flyer(state)
    men = {
        man.post: play.data.names[man.post]
        for man in now.aboard(state)
        if not man.serious and man is not flying
    }
    if not men:
        return
    prompt = f"Who jumps before the dive?{f' (who stays: {dive})' if dive else ''}"
    chosen = yield play.ask(
        prompt,
        men,
        least=0,
        most=len(men),
        at=by_id(),
        odds=lambda post: odds_of_man(play, out_alone(post), post),
        kind="jump",
    )
    yield from leave_pressure(play, "8-4", [state.crew[post] for post in chosen])
    jumped: list[Man] = []
    for post in chosen:
        if (yield from jump(play, state.crew[post], "8-4")):
            jumped.append(state.crew[post])
    if jumped:
        yield from come_to_earth(play, jumped, controlled=True)


# ---------------------------------------------------------------- the plane lost


def plane_lost(play: InPlay, status: str, cause: str) -> None:
    mission = play.state.mission
    mission.status = status
    mission.coming_down.plane_is = "lost"
    mission.coming_down.cause = mission.coming_down.cause or cause
    play.log("lost", status=status, cause=mission.coming_down.cause, zone=mission.flight.zone)


def go_down_with_it(play: InPlay) -> None:
    """Men still aboard a plane that nobody lands are killed."""
    left = now.aboard(play.state)
    for man in left:
        man.fate = "killed"
    if left:
        play.log("go_down", men=[man.post for man in left])


@effect("all_killed")
@rule("7.1.lost", "Plane and crew lost")
def lose_all(play: InPlay, cause: str = "crash") -> None:
    """Everyone aboard is killed, and the bomber is lost."""
    go_down_with_it(play)
    ditched = play.state.mission.status == "ditched"
    plane_lost(play, "ditched" if ditched else "destroyed", cause)
    raise Down


# ---------------------------------------------------------------- sea and land


@rule("2-9", "Water or land")
@ruling(
    "a crew under control chooses between water and land, whatever brings the bomber down; after "
    "a bailout from a plane out of control (8-5) the die decides",
    rejected="the die also decides whenever the bomber is forced down, or all must jump",
    why="note c gives the choice to a plane under control, and a pilot who still flies can make "
    "for the coast or for the sea",
    option="forced_down",
)
def where_down(play: InPlay, controlled: bool, men: list[Man]) -> Asks:
    """With two terrain codes the player chooses in a controlled bailout.

    Otherwise a die decides.
    """
    if play.state.mission.flight.zone == 0:
        return "base"
    terrain = now.terrain_of(play, play.state.mission.flight.zone)
    if len(terrain) == 1:
        return terrain[0]
    if controlled:
        names = {place: f"{said(place)}{held_by(play.state, place)}" for place in terrain}
        post = men[0].post
        return (
            yield play.ask(
                "Where do they come down?",
                names,
                odds=lambda place: odds_of_man(
                    play, (partial(reaches, post=post, place=place),), post
                ),
                kind="where",
            )
        )
    return terrain[0 if look_up(play, "2-9").result == "first_code" else 1]


def force_down(play: InPlay) -> None:
    """Roll for water or land as soon as the bomber is forced down, with the option for it."""
    mission = play.state.mission
    terrain = now.terrain_of(play, mission.flight.zone)
    if play.options["forced_down"] == "rolled" and mission.flight.zone and len(terrain) == 2:
        first = look_up(play, "2-9").result == "first_code"
        mission.coming_down.terrain = terrain[0 if first else 1]


def held_by(state: State, place: str) -> str:
    """Return a warning if men on land there would be taken prisoner."""
    return "" if place == "water" or now.is_friendly(state, place) else ", in Japanese hands"


@rule("8-6.where", "After the jump")
def come_to_earth(play: InPlay, men: list[Man], controlled: bool) -> Asks:
    """The place where men come down decides their fate.

    In the sea each man rolls on 8-6, in Japan on 8-7. Among friends they are safe.
    """
    if not men:
        return
    place = yield from where_down(play, controlled, men)
    play.state.mission.coming_down.ends_in = place
    play.log("come_down", place=place, men=[man.post for man in men])
    yield from meet_end(play, men, place)
    tell_survivors(play, men)


def meet_end(play: InPlay, men: list[Man], place: str) -> Asks:
    """Decide the men's fate in the sea, in captivity or among friends."""
    if place == "water":
        yield from sea_state(play)
        for man in men:
            yield from survive_at_sea(play, man)
    elif not now.is_friendly(play.state, place):
        for man in men:
            yield from captivity(play, man)


def tell_survivors(play: InPlay, men: list[Man]) -> None:
    """Log the fates of several men in one line."""
    if len(men) > 1:
        lost = [man.post for man in men if man.fate]
        play.log("survivors", men=len(men), lost=lost)


@rule("8-2", "Sea state")
def sea_state(play: InPlay) -> Asks:
    """The state of the sea is rolled once per zone."""
    if not play.state.mission.coming_down.sea:
        yield from resolve(play, "8-2")


@effect("sea_state")
def note_sea(play: InPlay, state: str, ditching: int, survival: int) -> None:
    mission = play.state.mission
    mission.coming_down.sea, mission.coming_down.sea_ditching, mission.coming_down.sea_survival = (
        state,
        ditching,
        survival,
    )


@chart("8-6")
def survive(play: InPlay, name: str, **how: object) -> Asks:
    """Roll on the chart for each man in turn after a ditching."""
    yield from survive_at_sea(play, play.state.crew[play.state.subject.man])


@rule("8-6", "Survival at sea")
def survive_at_sea(play: InPlay, man: Man) -> Asks:
    """The man rolls to survive.

    In zones 10 to 14, a raft is picked up with all its men (note b).
    """
    state = play.state
    if man.fate:
        return
    with state.subject.being(man=man.post):
        result = look_up(play, "8-6", why=play.data.names[man.post]).result
        if result == "dies":
            man.fate = "died"
            play.log("lost_at_sea", man=man.post)
        elif state.mission.flight.zone >= 10:
            yield from picked_up(play, man)


@rule("8-6.b", "Picked up")
def picked_up(play: InPlay, man: Man) -> Asks:
    """Near Japan, a man who survives the sea is rescued or taken prisoner, by 8-6.b.

    The men in one raft share a roll.
    """
    mission = play.state.mission
    shared = man.post in mission.coming_down.rafts
    if not shared or not mission.coming_down.raft_found_by:
        result = look_up(play, "8-6.b").result
        found = result if result == "returned" else "captured"
        if shared:
            mission.coming_down.raft_found_by = found
    else:
        found = mission.coming_down.raft_found_by
    if found == "captured":
        yield from captivity(play, man)


@rule("8-7", "Captivity")
def captivity(play: InPlay, man: Man) -> Asks:
    """A man who survives captivity returns after the war and is out of the tour."""
    if man.fate:
        return
    with play.state.subject.being(man=man.post):
        labels = yield from read(play, "8-7", why=play.data.names[man.post])
    man.fate = "captured" if "liberated" in labels else "died"
    play.log("captive", man=man.post, lives=man.fate == "captured")


@rule("8-6.raft", "Places in the rafts")
@ruling(
    "after a good ditching the rafts save everybody, six men if the raft of one bay was hit, "
    "nobody if both were",
    rejected="each raft holds half the crew, however good the ditching was",
    why="note to 7-3, roll 4",
)
def allot_rafts(play: InPlay) -> Asks:
    """After a good ditching, men in a raft have a better chance on 8-6."""
    state = play.state
    men = {man.post: play.data.names[man.post] for man in now.aboard(state)}
    hit = len(state.plane.rafts_hit)
    if hit == 0:
        state.mission.coming_down.rafts = set(men)
    elif hit == 1:
        chosen = tuple(men)
        if len(men) > 6:
            prompt = "Which six men take the raft?"
            chosen = yield play.ask(
                prompt,
                tuple(men),
                label=lambda post: f"{men[post]}{without_raft(play, post)}",
                least=6,
                most=6,
                at=by_id(),
                odds=lambda post: odds_in_raft(play, post),
                kind="raft",
            )
        state.mission.coming_down.rafts = set(chosen)


# ---------------------------------------------------------------- odds


def out_alone(post: str, *, is_last: bool = False) -> tuple[Procedure, ...]:
    """Return the rules by which one man jumps and lands, with nobody else aboard.

    If `is_last`, he flies the plane until the others are out.
    """
    return (
        partial(leave_only, man=post),
        partial(jumps_alone, post=post, is_last=is_last),
        partial(comes_down, post=post),
    )


def jumps_alone(play: InPlay, post: str, is_last: bool = False) -> Asks:
    man = play.state.crew[post]
    yield from leave_pressure(play, "8-4", [man])
    unsteady = is_last and now.is_out(play.state, "autopilot")
    yield from jump(play, man, "8-5" if unsteady else "8-4")


def comes_down(play: InPlay, post: str) -> Asks:
    man = play.state.crew[post]
    if man.aboard:
        man.fate = "killed"
    else:
        yield from come_to_earth(play, [man], controlled=True)


def reaches(play: InPlay, post: str, place: str) -> Asks:
    yield from meet_end(play, [play.state.crew[post]], place)


def odds_in_raft(play: InPlay, post: str, rafts: frozenset[str] | None = None) -> Chances:
    """Return the odds of a man's fate in a raft, or with these men in the rafts."""

    def survives(other: InPlay) -> Asks:
        other.state.mission.coming_down.rafts = {post} if rafts is None else set(rafts)
        yield from survive_at_sea(other, other.state.crew[post])

    return odds_of_man(play, (survives,), post)


def without_raft(play: InPlay, post: str) -> str:
    """Return, in words, the chance that a man survives without a raft."""
    odds = odds_in_raft(play, post, frozenset())
    lives = sum((odds[words] for words in (MEN[""], MEN["captured"]) if words in odds), Fraction(0))
    return f", survives without a raft: {float(lives):.1%}"
