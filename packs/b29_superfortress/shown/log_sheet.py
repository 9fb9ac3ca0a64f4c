"""The mission log sheets and the summary of the tour, as Markdown."""

from collections.abc import Iterator

from tabletop_core import Viewer
from tabletop_core.events import counted
from tabletop_core.panels import Facts

from ..state import CrewLine, InPlay, Report
from .keepsake import (
    decorations,
    honoured,
    records,
    shortened,
    tour_in_short,
)
from .words import place_of_landing, said, zone_words


def log_sheet(play: InPlay, viewer: Viewer) -> str:
    """Return a summary of the tour and its crew, a table of all missions, and a sheet for each."""
    tour = play.state.tour
    lines = [
        "# B-29 Superfortress: log",
        "",
        f"- Missions credited: {sum(report.credited for report in tour.reports)}",
        f"- Bombers flown: {len({report.plane for report in tour.reports})}",
        f"- Fighters shot down: {tour.kills}",
        f"- Men out of the tour: {sum(report.losses for report in tour.reports)}",
    ]
    if play.options["mission"] == "tour":
        lines += [f"- {line}" for line in tour_in_short(play)]
    if play.outcome is not None:
        lines += [f"- Result: {said(play.outcome.kind)}"]
    found = list(records(play))
    if found:
        lines += ["", "## Records", "", *(f"- {line}" for line in found)]
    if play.options["mission"] == "tour":
        lines += ["", *crew_now(play)]
        gone = list(honoured(play))
        if gone:
            lines += ["", "## Lost to the crew", "", *(f"- {line}" for line in gone)]
    lines += ["", *summary(play)]
    if tour.damage:
        lines += ["", *cities(play)]
    for report in tour.reports:
        lines += ["", *sheet(play, report)]
    return "\n".join(lines) + "\n"


def result_panel(play: InPlay) -> Facts:
    """Return what became of a mission or a tour that is over.

    A mission shows its summary, decorations and last turning points, a tour that of its last
    mission, its totals and records. The result itself takes the place of the question.
    """
    report = play.state.tour.reports[-1]
    last = (f"Mission {report.number}", in_a_sentence(play, report))
    if play.options["mission"] == "tour":
        rows = [last, *(_told(line, "Tour") for line in (*tour_in_short(play), *records(play)))]
    else:
        rows = [last]
        rows += [
            _told(line, "") for line in (*decorations(play, report), *report.points[-LAST_POINTS:])
        ]
    return Facts(id="result", title="How it ended", rows=tuple(rows))


LAST_POINTS = 5


def _told(line: str, otherwise: str) -> tuple[str, str]:
    """Return a line as its subject and its text.

    >>> _told("The base: Landed", ""), _told("3 missions in 4 starts", "Tour")
    (('The base', 'Landed'), ('Tour', '3 missions in 4 starts'))
    """
    of, _, words = line.partition(": ")
    return (of, words) if words else (otherwise, line)


def table(*heads: str) -> Iterator[str]:
    yield "| " + " | ".join(heads) + " |"
    yield "|" + "---|" * len(heads)


def row(*cells: object) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def percent_of(report: Report) -> str:
    return "-" if report.percent < 0 else f"{report.percent} %"


def summary(play: InPlay) -> Iterator[str]:
    yield "## Summary"
    yield ""
    yield from table("no.", "target", "kind", "time", "bombs", "ended", "bomber", "lost", "kills")
    for one in play.state.tour.reports:
        yield row(
            one.number,
            one.city or "-",
            said(one.kind),
            "night" if one.night else "day",
            percent_of(one),
            said(one.ended) + (f" ({said(one.cause)})" if one.cause else ""),
            f"{one.plane}: {said(one.plane_is)}",
            one.losses,
            one.kills,
        )


def crew_now(play: InPlay) -> Iterator[str]:
    """Yield the current crew: each man's number at his post, his missions and kills."""
    yield "## The crew"
    yield ""
    yield from table("post", "man", "missions", "kills")
    for man in play.state.crew.values():
        state = f", {said(man.fate)}" if man.fate else ""
        yield row(play.data.names[man.post], f"no. {man.number}{state}", man.missions, man.kills)


def cities(play: InPlay) -> Iterator[str]:
    yield "## Cities"
    yield ""
    yield from table("city", "destroyed")
    for city, damage in sorted(play.state.tour.damage.items()):
        yield row(city, f"{damage} %")


def came_down(report: Report) -> str:
    """Return how and where the flight ended, and in what light."""
    where = f"{zone_words(report.zone)}, by {report.down_by}"
    if report.ended == "landed":
        at = place_of_landing(report.down)
        return f"Landed {at}, {where}" if report.zone else f"Landed {at} by {report.down_by}"
    if report.ended == "ditched":
        return f"Ditched {where}, sea {said(report.sea)}"
    if report.ended == "bailed_out":
        return f"The crew jumped {where}{came_to_earth(report.down)}"
    if report.ended == "scrubbed":
        return "Not flown"
    return f"Lost {where}" if report.visits else f"Lost on take-off, by {report.take_off}"


def came_to_earth(place: str) -> str:
    if not place:
        return ""
    return f", and came down {'in the sea' if place == 'water' else place_of_landing(place)}"


def in_a_sentence(play: InPlay, report: Report) -> str:
    """Return the mission in a sentence, as in a letter."""
    when = "by night" if report.night else "by day"
    fought = f", {counted(report.kills, 'fighter')} shot down" if report.kills else ""
    bombs = f"{report.percent} percent of the bombs on the target"
    if report.percent <= 0:
        bombs = "no bombs dropped on it" if report.percent < 0 else "the bombs missed"
    lost = "all men home" if not report.losses else f"{counted(report.losses, 'man', 'men')} lost"
    why = f" ({said(report.cause)})" if report.cause else ""
    return (
        f"{report.city or '-'}, {said(report.kind)}, {when}: {bombs}{fought}. "
        f"{came_down(report)}{why}; {lost}."
    )


def sheet(play: InPlay, report: Report) -> Iterator[str]:
    """Yield one mission log sheet: a summary, the turning points, then the sheet as printed."""
    credit = "" if report.credited else ", not credited"
    yield f"## Mission {report.number}: {report.city or '-'}{credit}"
    yield ""
    yield in_a_sentence(play, report)
    yield ""
    decisive = [*shortened(report.points), *decorations(play, report)]
    if decisive:
        yield "### Turning points"
        yield ""
        yield from (f"- {point}" for point in decisive)
        yield ""
    yield "### Log sheet"
    yield ""
    yield f"- Target: {said(report.kind)}, by {'night' if report.night else 'day'}"
    yield f"- Altitude: {report.altitude.upper()}"
    yield f"- Place: {report.position} bomber, {report.squadron} squadron"
    yield f"- Take-off: by {report.take_off}, landing at the base due by {report.landing}"
    yield f"- End: {came_down(report)}"
    yield f"- Resistance expected: {report.expected}"
    yield f"- Escort: {report.escort.upper() or 'none'}"
    if report.night:
        armed = said(report.gunners_armed)
        yield f"- Gunners aboard: {said(report.gunners_aboard)}; armed: {armed}"
    yield f"- Bay tanks: {report.tanks or 'none'}"
    if report.disrupted:
        yield "- Formation: disrupted by bad weather"
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
