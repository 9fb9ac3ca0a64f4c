"""The memorable parts of a mission and a tour: turning points, records, decorations."""

from collections import Counter
from collections.abc import Iterator, Sequence

from tabletop_core.events import counted, listed

from ..state import FATES, InPlay, Report
from .words import said

ACE = 5
"""The number of kills that makes an ace."""

MOST = 14
"""The maximum number of turning points shown. Of a longer list, the first and last are kept."""


# ---------------------------------------------------------------- a mission


def shortened(points: Sequence[str]) -> list[str]:
    """Leave out the middle of a long list, and say so.

    >>> shortened([str(number) for number in range(20)])[6:9]
    ['6', '(6 more in the log of the game)', '13']
    """
    if len(points) <= MOST:
        return list(points)
    half = MOST // 2
    left_out = len(points) - 2 * half
    return [*points[:half], f"({left_out} more in the log of the game)", *points[-half:]]


def decorations(play: InPlay, report: Report) -> Iterator[str]:
    """Yield who is decorated, for wounds or for an exemplary mission.

    Decorations follow the custom of the service. No rule of the game counts them.
    """
    hurt = [one.post for one in report.crew if one.state in HURT]
    if hurt:
        yield f"Purple Heart: {names_of(play, hurt)}"
    if report.credited and report.percent >= GOOD and not report.losses:
        yield "Unit citation: the whole crew, for bombs on the target and every man home"


HURT = ("light wound", "recovered", "sent_home", "killed", "died")
"""The entries on the sheet for men who were wounded or killed."""

GOOD = 40
"""The percentage on the target from which a crew is cited."""


def names_of(play: InPlay, posts: Sequence[str]) -> str:
    return listed(play.data.names[post] for post in posts)


# ---------------------------------------------------------------- a tour


def tour_in_short(play: InPlay) -> Iterator[str]:
    """Yield the totals of a tour: starts, bombers, and what became of the men who flew in it."""
    state = play.state
    reports = state.tour.reports
    flown = sum(report.ended != "scrubbed" for report in reports)
    lost = sum(report.plane_is == "lost" for report in reports)
    full = play.data.aircraft.missions_in_tour
    yield (
        f"{state.tour.credits} of {counted(full, 'mission')} in {counted(flown, 'start')}, "
        f"{counted(lost, 'bomber')} lost"
    )
    fates = Counter(line.state for report in reports for line in report.crew if line.state in FATES)
    left = sum(not man.fate for man in state.crew.values())
    told = [f"{number} {ENDS.get(fate) or said(fate)}" for fate, number in fates.most_common()]
    told.append(f"{left or 'nobody'} left at the end")
    yield f"{sum(fates.values()) + left} men flew: {listed(told)}"
    whole = [post for post, man in state.crew.items() if man.number == 1 and not man.fate]
    if whole:
        yield (
            "Members of the first crew who served from the first mission to the last: "
            f"{names_of(play, whole)}"
        )
    done = [post for post, man in state.crew.items() if man.missions >= full and not man.fate]
    if done:
        yield f"Distinguished Flying Cross, for {full} missions: {names_of(play, done)}"


ENDS = {"died": "died at sea, in captivity or of wounds", "captured": "home after captivity"}


def honoured(play: InPlay) -> Iterator[str]:
    """Yield the men out of the tour, mission by mission."""
    for report in play.state.tour.reports:
        gone = [line for line in report.crew if line.state in FATES]
        if gone:
            told = [f"{play.data.names[one.post]} ({said(one.state)})" for one in gone]
            yield f"Mission {report.number}, {city(report)}: {', '.join(told)}"


def records(play: InPlay) -> Iterator[str]:
    """Yield the best and the worst of the missions in the log, if there are several."""
    reports = play.state.tour.reports
    if len(reports) < 2:
        return
    bombed = [report for report in reports if report.percent > 0]
    if bombed:
        best = max(bombed, key=lambda report: report.percent)
        yield f"Best bombing: {best.percent} percent on {city(best)}, mission {best.number}"
    fought = max(reports, key=lambda report: report.kills, default=None)
    if fought is not None and fought.kills:
        where = f"{city(fought)}, mission {fought.number}"
        yield f"Most fighters shot down in a mission: {fought.kills}, {where}"
    gunner = max(play.state.crew.values(), key=lambda man: man.kills)
    fallen = max(play.state.tour.fallen, key=lambda man: man.kills, default=gunner)
    first = max(gunner, fallen, key=lambda man: man.kills)
    if first.kills:
        ace = ", an ace" if first.kills >= ACE else ""
        yield (
            f"Best gunner: the {play.data.names[first.post]}, "
            f"{counted(first.kills, 'fighter')}{ace}"
        )
    least = min((one.fuel for report in reports for one in report.visits), default=None)
    if least is not None:
        yield f"Least fuel aboard: {counted(least, 'box', 'boxes')}"
    worst = max(reports, key=lambda report: report.losses, default=None)
    if worst is not None and worst.losses:
        men = counted(worst.losses, "man", "men")
        yield f"Heaviest loss: {men}, {city(worst)}, mission {worst.number}"


def city(report: Report) -> str:
    return report.city or said(report.ended)
