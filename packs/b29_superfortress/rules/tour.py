"""The tour: preparing crew and bomber, debriefing, the log (chapter 9)."""

from tabletop_core import rule, ruling
from tabletop_core.events import counted

from ..questions import bomber as now
from ..shown.damage_list import damage_of
from ..shown.in_short import GOOD_BOMBING
from ..shown.words import said
from ..state import (
    CREW,
    Bay,
    CrewLine,
    Engine,
    Gun,
    InPlay,
    Man,
    Mission,
    Plane,
    Report,
    State,
    Subject,
    Visit,
)
from .charts import look_up


def new_man(play: InPlay, post: str, number: int, missions: int) -> Man:
    section = play.data.posts[post].section
    return Man(post=post, section=section, works_at=post, number=number, missions=missions)


def new_state(play: InPlay) -> State:
    """Return the state before the first mission: a crew, a plane and the mission's number."""
    single = play.options["mission"] != "tour"
    number = int(play.options["mission"]) if single else 1
    light: str = play.options["aborted_light"]
    state = State(mission=Mission(number=number), aborted_light=light)
    state.tour.credits = number - 1
    for post in CREW:
        state.crew[post] = new_man(play, post, 1, number - 1)
    equip(play, state)
    return state


def equip(play: InPlay, state: State) -> None:
    """Prepare a plane: full guns, all extinguishers, no damage."""
    number = state.plane.number
    state.plane = Plane(
        number=number,
        engines={n: Engine() for n in (1, 2, 3, 4)},
        bays={"forward": Bay(), "aft": Bay()},
        extinguishers={name for name, one in play.data.sections.items() if one.extinguisher},
        guns={
            name: Gun(boxes=one.boxes)
            for name, one in play.data.guns.items()
            if name != "tail_cannon" or state.tour.credits < 10
        },
    )


@rule("2.1", "Crew and bomber prepared")
@ruling(
    "after each mission the bomber is repaired or replaced, and novices replace the men who do "
    "not fly again",
    rejected="damage and empty posts carry over to the next mission",
    why="the rule book's chapter on the tour is not in the booklet",
)
def make_ready(play: InPlay) -> None:
    """A mission starts with a repaired or new bomber, and with novices for men who are gone."""
    state = play.state
    for post in CREW:
        man = state.crew[post]
        if man.fate:
            state.tour.fallen.append(man)
            state.crew[post] = new_man(play, post, man.number + 1, 0)
            play.log("replaced", man=post)
        else:
            fresh = new_man(play, post, man.number, man.missions)
            fresh.kills = man.kills
            state.crew[post] = fresh
    equip(play, state)
    state.mission.flight.fuel = play.data.aircraft.main_fuel


# ---------------------------------------------------------------- debriefing


@rule("7-13.b", "The wounded after landing")
@ruling(
    "men rescued or returned from the sea are treated like those of a landed plane",
    rejected="their wounds are settled where they were rescued",
    why="notes on 7-13 and 7-14 say after landing",
)
def treat_wounded(play: InPlay) -> None:
    """Serious wounds are settled by 7-13.b, frostbite by the note of 7-14."""
    state = play.state
    for man in state.crew.values():
        if man.fate:
            continue
        why = play.data.names[man.post]
        with state.subject.being(man=man.post):
            if man.serious:
                settle(play, man, str(look_up(play, "7-13.b", why=why).result))
            if man.frostbitten and not man.fate:
                settle(play, man, str(look_up(play, "7-14.note", why=why).result))


def settle(play: InPlay, man: Man, result: str) -> None:
    if result == "dies":
        man.fate = "died"
    elif result == "sent_home":
        man.fate = "sent_home"
    play.log("treated", man=man.post, result=result)


def note_turn(state: State) -> None:
    """Add a line to the mission log sheet, also for the last turn, however it ended."""
    mission = state.mission
    if mission.flight.turn <= len(mission.visits):
        return
    mission.visits.append(
        Visit(
            turn=mission.flight.turn,
            zone=mission.flight.zone,
            leg=mission.flight.leg,
            altitude=mission.flight.altitude,
            weather=mission.flight.weather,
            resistance=mission.combat.resistance,
            fuel=now.fuel_aboard(state),
            engines=4 - now.engines_out(state),
        )
    )


@rule("9.1", "Debriefing")
@ruling(
    "a mission counts for the tour if the bomber reached its target zone; one scrubbed or "
    "aborted before that is flown again with new orders",
    rejected="every mission flown counts, aborted or not; or only those that hit the target",
    why="3-3 and 3-5 give no credit for a scrubbed mission; the booklet says no more",
)
def debrief(play: InPlay) -> None:
    """The wounded are treated and the mission is recorded.

    It counts if the bomber reached its target.
    """
    state = play.state
    mission = state.mission
    treat_wounded(play)
    note_turn(state)
    credited = mission.flight.reached_target and not mission.orders.training
    flew = [man for man in state.crew.values() if now.was_ordered_aboard(state, man)]
    for man in flew:
        if credited and not man.fate:
            man.missions += 1
    damage_city(play)
    state.tour.kills += mission.kills
    report = Report(
        number=mission.number,
        city=mission.orders.city,
        kind=mission.orders.kind,
        night=mission.orders.night,
        altitude=mission.orders.planned,
        position=mission.orders.position,
        squadron=mission.orders.squadron,
        expected=mission.orders.expected,
        take_off=mission.orders.take_off,
        landing=mission.orders.landing,
        escort=mission.orders.escort,
        gunners_aboard=mission.orders.gunners_aboard,
        gunners_armed=mission.orders.gunners_armed,
        tanks=sum(bay.tank_fitted for bay in now.bays(state)),
        damage=damage_of(play),
        disrupted=mission.formation.disrupted,
        percent=mission.bomb_run.percent,
        ended=mission.status,
        down=mission.coming_down.ends_in,
        sea=mission.coming_down.sea,
        down_by="night" if now.is_landing_night(state) else "day",
        cause=cause_of(mission),
        plane=state.plane.number,
        plane_is=mission.coming_down.plane_is,
        zone=mission.flight.zone,
        credited=credited,
        kills=mission.kills,
        crew=tuple(crew_line(state, man) for man in state.crew.values()),
        visits=tuple(mission.visits),
        points=tuple(mission.points),
    )
    state.tour.reports.append(report)
    if mission.coming_down.plane_is in ("lost", "written_off", "wrecked"):
        state.plane.number += 1
    if credited:
        state.tour.credits += 1
    play.log(
        "debriefed",
        mission=mission.number,
        ended=mission.status,
        plane=mission.coming_down.plane_is,
        percent=mission.bomb_run.percent,
        losses=report.losses,
        credited=credited,
    )


def cause_of(mission: Mission) -> str:
    """Return why a mission ended, where that needs an explanation."""
    zone = mission.flight.aborted_in
    where = f"in zone {zone}" if zone else "on take-off"
    aborted = f"aborted {where}" if mission.flight.aborted else ""
    if mission.coming_down.plane_is == "sound":
        return aborted
    return mission.coming_down.cause or aborted


def crew_line(state: State, man: Man) -> CrewLine:
    if man.fate:
        condition = man.fate
    elif not now.was_ordered_aboard(state, man):
        condition = "left at home"
    elif man.serious or man.frostbitten:
        condition = "recovered"
    else:
        condition = "light wound" if man.light else "well"
    return CrewLine(man.post, man.missions, man.kills, condition)


@rule("9.2", "Damage to the city")
def damage_city(play: InPlay) -> None:
    """The percentages bombed add up for each city over the tour."""
    mission = play.state.mission
    if now.is_urban(play.state) and mission.bomb_run.percent > 0:
        damage = play.state.tour.damage
        damage[mission.orders.city] = damage.get(mission.orders.city, 0) + mission.bomb_run.percent
        play.log(
            "city",
            city=mission.orders.city,
            damage=damage[mission.orders.city],
        )


# ---------------------------------------------------------------- the end


@rule("9.3", "End of the tour")
@ruling(
    "a single mission is a success with at least 20 percent on the target, the bomber down on "
    "friendly ground and at least one man of its crew alive; the tour is won with 35 credited "
    "missions and lost when no man of a crew comes back",
    rejected="the percentages of a tour are added up and the sum decides",
    why="the booklet has no victory conditions",
)
def close(play: InPlay) -> None:
    """The game ends when the mission or the tour is decided."""
    state = play.state
    tour = state.tour
    left = [man for man in state.crew.values() if not man.fate]
    if play.options["mission"] != "tour":
        end_single(play, left)
    if not left:
        play.end("crew_lost", scores=score(state), why=f"after {tour.credits} missions")
    if tour.credits >= play.data.aircraft.missions_in_tour:
        starts = sum(report.ended != "scrubbed" for report in tour.reports)
        why = f"{tour.credits} missions in {counted(starts, 'start')}"
        play.end("tour_completed", winner=play.seats[0], scores=score(state), why=why)
    if len(tour.reports) >= 120:
        play.end("war_over", scores=score(state), why=f"{tour.credits} missions in 120 starts")
    state.subject = Subject()
    state.mission = Mission(number=tour.credits + 1)


def score(state: State) -> dict[str, float]:
    return {"commander": float(sum(max(0, one.percent) for one in state.tour.reports))}


def end_single(play: InPlay, left: list[Man]) -> None:
    state = play.state
    mission = state.mission
    scores = score(state)
    if mission.status == "scrubbed":
        play.end("scrubbed", scores=scores, why=said(mission.coming_down.cause), is_draw=True)
    if not left:
        play.end("crew_lost", scores=scores, why=said(mission.coming_down.cause))
    if mission.coming_down.plane_is == "lost":
        play.end("bomber_lost", scores=scores, why=said(mission.coming_down.cause))
    if mission.flight.aborted and not mission.flight.reached_target:
        play.end("aborted", scores=scores, is_draw=True)
    percent = max(0, mission.bomb_run.percent)
    why = f"{percent} percent of the bombs on the target"
    if percent >= GOOD_BOMBING:
        play.end("success", winner=play.seats[0], scores=scores, why=why)
    why = f"{why}; a success takes {GOOD_BOMBING}"
    play.end("returned", scores=scores, why=why, is_draw=True)
