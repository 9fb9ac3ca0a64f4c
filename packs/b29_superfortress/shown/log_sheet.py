"""The mission log sheets and the summary of the tour, as Markdown."""

from collections.abc import Iterator

from tabletop_core import Viewer

from ..state import CrewLine, InPlay, Report
from .words import place_of_landing, said, zone_words


def log_sheet(play: InPlay, viewer: Viewer) -> str:
    """A summary of all missions, then a sheet for each; last the crew as it stands."""
    tour = play.state.tour
    lines = [
        "# B-29 Superfortress: log",
        "",
        f"- Missions credited: {sum(report.credited for report in tour.reports)}",
        f"- Bombers flown: {len({report.plane for report in tour.reports})}",
        f"- Fighters shot down: {tour.kills}",
        f"- Men who do not fly again: {sum(report.losses for report in tour.reports)}",
    ]
    if play.outcome is not None:
        lines += [f"- Result: {said(play.outcome.kind)}"]
    lines += ["", *summary(play)]
    if tour.damage:
        lines += ["", *cities(play)]
    for report in tour.reports:
        lines += ["", *sheet(play, report)]
    return "\n".join(lines) + "\n"


def table(*heads: str) -> Iterator[str]:
    yield "| " + " | ".join(heads) + " |"
    yield "|" + "---|" * len(heads)


def row(*cells: object) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def city_name(play: InPlay, report: Report) -> str:
    name: str = play.data.cities[report.city].name if report.city else "-"
    return name


def percent_of(report: Report) -> str:
    return "-" if report.percent < 0 else f"{report.percent} %"


def summary(play: InPlay) -> Iterator[str]:
    yield "## Summary"
    yield ""
    yield from table("no.", "target", "kind", "time", "bombs", "ended", "bomber", "lost", "kills")
    for one in play.state.tour.reports:
        yield row(
            one.number,
            city_name(play, one),
            said(one.kind),
            "night" if one.night else "day",
            percent_of(one),
            said(one.ended) + (f" ({said(one.cause)})" if one.cause else ""),
            f"{one.plane}: {said(one.plane_is)}",
            one.losses,
            one.kills,
        )


def cities(play: InPlay) -> Iterator[str]:
    yield "## Cities"
    yield ""
    yield from table("city", "destroyed")
    for city, damage in sorted(play.state.tour.damage.items()):
        yield row(play.data.cities[city].name, f"{damage} %")


def came_down(report: Report) -> str:
    """How and where the bomber ended, and in what light."""
    where = f"{zone_words(report.zone)}, by {report.down_by}"
    if report.ended == "landed":
        at = place_of_landing(report.down)
        return f"Landed {at}, {where}" if report.zone else f"Landed {at} by {report.down_by}"
    if report.ended == "ditched":
        return f"Ditched {where}, sea {said(report.sea)}"
    if report.ended == "bailed_out":
        return f"Crew jumped {where}" + (f"; down: {said(report.down)}" if report.down else "")
    return "Not flown" if report.ended == "scrubbed" else f"Lost {where}"


def sheet(play: InPlay, report: Report) -> Iterator[str]:
    """One mission log sheet."""
    credit = "" if report.credited else ", not credited"
    yield f"## Mission {report.number}: {city_name(play, report)}{credit}"
    yield ""
    yield f"- Target: {said(report.kind)}, by {'night' if report.night else 'day'}"
    yield f"- Altitude: {report.altitude.upper()}"
    yield f"- Place: {report.position} bomber, {report.squadron} squadron"
    yield f"- Take-off by {report.take_off}, landing at the base due by {report.landing}"
    yield f"- {came_down(report)}"
    yield f"- Resistance expected: {report.expected}"
    yield f"- Escort: {report.escort.upper() or 'none'}"
    if report.night:
        armed = said(report.gunners_armed)
        yield f"- Gunners aboard: {said(report.gunners_aboard)}; armed: {armed}"
    yield f"- Bay tanks: {report.tanks or 'none'}"
    if report.disrupted:
        yield "- Formation disrupted by bad weather"
    yield f"- Bombs: {percent_of(report)}"
    yield f"- Bomber {report.plane}: {said(report.plane_is)}, {said(report.ended)}"
    yield f"- Damage: {'; '.join(report.damage) or 'none'}"
    yield ""
    yield from table("turn", "zone", "leg", "altitude", "weather", "fighters", "fuel", "engines")
    for one in report.visits:
        leg = "out" if one.leg == "out" else "home"
        level = one.altitude.upper()
        yield row(
            one.turn,
            one.zone or "base",
            leg,
            level,
            one.weather,
            one.resistance,
            one.fuel,
            one.engines,
        )
    yield ""
    yield from table("crew", "missions", "kills", "after the mission")
    for line in report.crew:
        yield crew_row(play, line)


def crew_row(play: InPlay, line: CrewLine) -> str:
    return row(play.data.names[line.post], line.missions, line.kills, said(line.state))
