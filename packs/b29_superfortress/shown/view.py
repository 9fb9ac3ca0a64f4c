"""The commander's view: the way, the bomber from above, and key facts beside them."""

from collections.abc import Iterator

from tabletop_core import Viewer
from tabletop_core.events import counted
from tabletop_core.panels import Facts, Figure, Panel

from ..questions import bomber as now
from ..state import InPlay, Man, State
from .damage_list import damage_rows, engines_hurt, guns_hurt
from .log_sheet import in_a_sentence, result_panel
from .plan import burns, hurts, man_words, plan
from .track import fuel_words, is_under_way, track
from .words import resistance_expected, said


def view(play: InPlay, viewer: Viewer) -> list[Panel]:
    """Return the panels. Under attack or on fire, the bomber comes before the way."""
    boards = [track(play), plan(play)]
    if play.state.mission.combat.fighters or burns(play.state.plane):
        boards.reverse()
    ended = [result_panel(play)] if play.outcome is not None else []
    so_far = [tour_so_far(play)] if play.options["mission"] == "tour" and not ended else []
    facts = [situation(play), damage(play), crew(play)]
    is_news = play.state.mission.status == "orders"
    return [*boards, *ended, *(so_far + facts if is_news else facts + so_far)]


def tour_so_far(play: InPlay) -> Facts:
    """Return how many missions count and how the last one went; before it, how the tour ends."""
    tour = play.state.tour
    full = play.data.aircraft.missions_in_tour
    rows = [("credited", f"{tour.credits} of {counted(full, 'mission')}")]
    if not tour.reports:
        won = f"won with all {full}, lost when no man of a crew comes back"
        return Facts(title="The tour", rows=(*rows, ("the tour is", won)))
    report = tour.reports[-1]
    counts = "" if report.credited else " It does not count."
    rows += [
        ("bombs", f"{points(play.state)} percent in all"),
        (f"mission {report.number}", in_a_sentence(play, report) + counts),
    ]
    return Facts(title="The tour", rows=tuple(rows))


def points(state: State) -> int:
    """Return the percentages of all bombs of the tour added up, by which it is scored."""
    return sum(max(0, one.percent) for one in state.tour.reports)


def situation(play: InPlay) -> Facts:
    state = play.state
    mission = state.mission
    orders, flight = mission.orders, mission.flight
    if not orders.city:
        return Facts(title="Mission", rows=(("number", str(mission.number)),))
    return Facts(
        title=f"Mission {mission.number}: {orders.city}",
        rows=(
            (
                "target",
                f"{said(orders.kind)} by {'night' if orders.night else 'day'}, "
                f"zone {flight.target_zone}",
            ),
            ("here", ", ".join(here(state))),
            ("fuel", fuel_words(state)),
            ("fighters", fighters(state)),
            ("altitude", altitude(state)),
            ("formation", formation(state)),
            *of_the_moment(state),
        ),
        glance=(
            way(state),
            ("Fuel", str(now.fuel_aboard(state))),
            ("Altitude", flight.altitude.upper()),
            ("Fighters", mission.combat.resistance.replace("moderate", "mod.")),
        ),
    )


def here(state: State) -> Iterator[str]:
    """Return where the bomber is and in what light and weather, as soon as they are known."""
    flight = state.mission.flight
    yield f"zone {flight.zone}" if flight.zone else "the base"
    if state.mission.status != "orders":
        yield "night" if now.is_landing_night(state) else "day"
        yield f"{flight.weather} weather"


def way(state: State) -> tuple[str, str]:
    """Return the zone, and to which it goes on, so short that it stays on one line."""
    flight = state.mission.flight
    at = str(flight.zone or "base")
    if not is_under_way(state) or not flight.zone:
        return "Zone", at
    if flight.leg == "back" or flight.turning:
        return "Homeward", at
    return "Zone", at if now.is_at_target(state) else f"{at}→{flight.target_zone}"


def fighters(state: State) -> str:
    """Return the resistance expected, and in flight first that of the zone."""
    mission = state.mission
    if mission.status == "orders":
        return resistance_expected(mission.orders.expected)
    return f"{mission.combat.resistance}, expected {mission.orders.expected}"


def altitude(state: State) -> str:
    """Return the altitude, and on the way to the target the one ordered, if that is another."""
    flight, planned = state.mission.flight, state.mission.orders.planned.upper()
    now_at = flight.altitude.upper()
    is_bound = is_under_way(state) and flight.leg == "out"
    return f"{now_at}, ordered {planned}" if is_bound and now_at != planned else now_at


def formation(state: State) -> str:
    orders = state.mission.orders
    place = f"{orders.position} bomber of the {orders.squadron} squadron"
    if state.mission.status == "orders":
        return place
    together = "in formation" if now.in_formation(state) else "alone"
    escort = f", escort {said(orders.escort)}s" if orders.escort else ""
    return f"{together}; {place}{escort}"


def of_the_moment(state: State) -> Iterator[tuple[str, str]]:
    """Yield the facts that matter only in some turns."""
    mission = state.mission
    if mission.flight.zone and not mission.flight.on_course:
        yield "course", "off course"
    run = mission.bomb_run
    if run.visibility and now.is_at_target(state) and not run.run_done:
        yield "target seen", said(run.visibility.removeprefix("target_"))
    if mission.combat.searchlight:
        yield "searchlight", "caught until the end of the turn"
    if run.percent >= 0:
        yield "bombs", f"{run.percent} percent on the target" if run.percent else "missed"


def crew(play: InPlay) -> Facts:
    """Return who is unfit or away from his post, each man's kills, and the crew's experience."""
    men = play.state.crew
    rows = [] if now.flyer(play.state) else [("nobody", "is fit to fly the bomber")]
    rows += [
        (play.data.names[post], man_words(play, man))
        for post, man in men.items()
        if not is_as_usual(man)
    ]
    novices = [post for post in men if now.is_novice(play.state, post)]
    veterans = [post for post in men if now.is_veteran(play.state, post)]
    for what, posts in (("novices", novices), ("veterans", veterans)):
        if posts:
            rows.append((what, these_men(play, posts)))
    rows = rows or [("all", "fit and at their posts")]
    return Facts(title="Crew", rows=tuple(rows), people=tuple(portrait(play, one) for one in men))


def portrait(play: InPlay, post: str) -> Figure:
    """Return a man with how he is, as the counters have it."""
    man = play.state.crew[post]
    tone = "" if man.is_alive else "dead"
    if man.is_alive and (man.fate or not man.is_fit):
        tone = "bad"
    elif man.is_alive and man.light:
        tone = "warn"
    how = said(man.fate) if man.fate else hurts(man)
    return Figure(id=post, label=play.data.names[post], value=how, tone=tone)


def is_as_usual(man: Man) -> bool:
    at_his_post = man.works_at == man.post and man.aboard
    return at_his_post and man.is_fit and not man.light and not man.oxygen_out and not man.kills


def these_men(play: InPlay, posts: list[str]) -> str:
    """Return some of the crew by name, or as all but the others if those are fewer."""
    others = [post for post, man in play.state.crew.items() if post not in posts and not man.fate]
    if len(others) < len(posts):
        but = f" except {', '.join(play.data.names[post] for post in others)}" if others else ""
        return f"all{but}"
    return ", ".join(play.data.names[post] for post in posts)


def damage(play: InPlay) -> Facts:
    """Return what is damaged, and nothing else."""
    worked = (("engines", engines_hurt(play.state.plane)), ("guns", guns_hurt(play)))
    named = ((kind, ", ".join(hurt)) for kind, hurt in worked)
    rows = (*(row for row in named if row[1]), *damage_rows(play))
    return Facts(title="Damage", rows=rows or (("all", "sound"),))
