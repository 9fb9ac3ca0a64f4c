"""How a mission or a tour went, for its last page."""

from collections import Counter
from collections.abc import Iterator, Sequence

import attrs

from tabletop_core import Event
from tabletop_core.events import Fate, Story, Told, counted, listed

from ..state import FATES as LEFT
from ..state import CrewLine, InPlay, Report
from .in_short import GOOD_BOMBING
from .log_sheet import came_down
from .words import said, zone_words

ENDS = {
    "killed": ("was killed", "dead"),
    "died": ("died of his wounds", "dead"),
    "captured": ("was taken prisoner", "bad"),
    "sent_home": ("was sent home, wounded", "warn"),
    "recovered": ("recovered from his wounds", "warn"),
    "light wound": ("came home with a light wound", "warn"),
    "well": ("came home unhurt", "good"),
    "left at home": ("stayed at the base", ""),
}
"""What became of a man, by the entry on the log sheet, with its tone."""

DIED = {"lost_at_sea": "was lost at sea", "captive": "died in captivity"}
"""Where a man died who was not killed and had no wounds to die of."""


def story(play: InPlay, events: Sequence[Event], told: Told) -> Story:
    """Tell a mission, or the tour with its last mission."""
    report = play.state.tour.reports[-1]
    own = by_mission(events)
    is_tour = play.options["mission"] == "tour"
    parts = [*tour(play)] if is_tour else []
    return Story(
        title=title_of(play, report),
        text=" ".join([*parts, *mission(play, report, own[-1], told)]),
        fates=tuple(fates(play, own, told)),
    )


def by_mission(events: Sequence[Event]) -> list[list[Event]]:
    """Return the events of each mission, up to its debriefing."""
    missions: list[list[Event]] = [[]]
    for event in events:
        missions[-1].append(event)
        if event.kind == "debriefed":
            missions.append([])
    return missions[:-1]


def title_of(play: InPlay, report: Report) -> str:
    if play.outcome and play.outcome.kind in ("crew_lost", "bomber_lost", "tour_completed"):
        return {
            "crew_lost": "Nobody came back",
            "bomber_lost": "The bomber is lost",
            "tour_completed": "The tour is done",
        }[play.outcome.kind]
    if report.ended == "scrubbed":
        return "The mission was never flown"
    if report.percent >= GOOD_BOMBING:
        return "On the target, at a price" if report.losses else "On the target, and home"
    return "A costly mission" if report.losses else "Home without success"


def tour(play: InPlay) -> Iterator[str]:
    """Yield the whole tour in short."""
    reports = play.state.tour.reports
    flown = counted(len(reports), "mission")
    credited = play.state.tour.credits
    fallen = len(play.state.tour.fallen) + reports[-1].losses
    lost = f"{counted(fallen, 'man', 'men')} {'was' if fallen == 1 else 'were'} lost"
    kills = counted(sum(report.kills for report in reports), "fighter")
    yield f"In {flown}, of which {credited} counted, {kills} fell to the guns, and {lost}."
    yield "The last of them:"


def mission(play: InPlay, report: Report, events: Sequence[Event], told: Told) -> Iterator[str]:
    """Yield a mission in sentences: the target, the fight, the bombs, the way home, the losses."""
    light = "night" if report.night else "day"
    pilot = told.person("pilot")
    goal = f"the {said(report.kind)} {'of' if report.kind == 'urban_area' else 'at'} "
    goal += report.city or "-"
    expected = "no" if report.expected == "none" else report.expected
    if report.ended == "scrubbed":
        yield f"{pilot} was to fly to {goal}, by {light}, but the bomber never left the ground."
        return
    yield f"{pilot} took the bomber to {goal}, by {light}, expecting {expected} resistance."
    yield fight(events, told)
    aborted = next((one for one in events if one.kind == "aborted"), None)
    if aborted:
        yield f"The mission was given up {zone_words(aborted.facts['zone'])}."
    if report.percent > 0:
        yield f"{report.percent} percent of the bombs were on the target."
    elif not report.percent:
        yield "Not one bomb was on the target."
    why = f", {said(report.cause)}" if report.cause and not aborted else ""
    yield f"{down_in_prose(report)}{why}."
    yield losses(report, told)


def down_in_prose(report: Report) -> str:
    """Return how the flight ended, as a sentence: *The bomber landed at the base by night*."""
    end = came_down(report)
    if end.startswith("The "):
        return end
    verb = "was " if end.startswith("Lost") else ""
    return f"The bomber {verb}{end[:1].lower()}{end[1:]}"


def fight(events: Sequence[Event], told: Told) -> str:
    """Return who attacked, and who shot down how many.

    >>> fight([], Told({}))
    'No fighter attacked.'
    """
    came = sum(event.kind == "fighter" for event in events)
    kills = Counter(event.facts["man"] for event in events if event.kind == "shot_down")
    if not came:
        return "No fighter attacked."
    shooters = [
        f"{told.surname(man)} ({number})" if number > 1 else told.surname(man)
        for man, number in kills.items()
    ]
    if came == 1:
        return f"A fighter attacked once, and {f'fell to {shooters[0]}' if kills else 'got away'}."
    met = f"Fighters made {came} attacks"
    if not kills:
        return f"{met}, and none was shot down."
    fell = "one" if kills.total() == 1 else kills.total()
    return f"{met}, and {fell} fell to {listed(shooters)}."


def losses(report: Report, told: Told) -> str:
    """Return who was lost or hurt, by name."""
    lost = [one.post for one in report.crew if ENDS.get(one.state, ("", ""))[1] in ("dead", "bad")]
    hurt = [one.post for one in report.crew if ENDS.get(one.state, ("", ""))[1] == "warn"]
    if len(lost) == len(report.crew):
        return "Nobody came back."
    if len(lost) > 4:
        return f"{len(lost)} of the {len(report.crew)} men did not come back."
    if lost:
        names = listed(map(told.surname, lost))
        return f"{names} did not come back."
    return f"{listed(map(told.surname, hurt))} came back wounded." if hurt else "All came home."


def fates(play: InPlay, missions: Sequence[Sequence[Event]], told: Told) -> Iterator[Fate]:
    """Yield what became of the last crew, then of those before who did not fly on."""
    is_tour = play.options["mission"] == "tour"
    crew: list[Fate] = []
    gone: list[Fate] = []
    before: Counter[str] = Counter()
    for report, events in zip(play.state.tour.reports, missions, strict=True):
        crew = []
        for line in report.crew:
            one = fate(line, events, told, before[line.post], flew=is_tour)
            crew.append(one)
            if line.state in LEFT:
                before[line.post] += 1
                end = f"mission {report.number}: {one.fate}"
                gone.append(attrs.evolve(one, fate=end))
    last = {one.name for one in crew}
    yield from crew
    yield from (one for one in gone if one.name not in last)


def fate(line: CrewLine, events: Sequence[Event], told: Told, before: int, flew: bool) -> Fate:
    """Return what became of a man; the log knows where somebody died.

    `before` is how many had his post before him, `flew` whether to say how often he did.
    """
    end, tone = ENDS.get(line.state, (said(line.state), ""))
    his = {event.kind for event in events if event.facts.get("man") == line.post}
    if line.state == "died":
        end = next((words for kind, words in DIED.items() if kind in his), end)
    words = [end]
    words += [counted(line.missions, "mission")] if flew else []
    words += [counted(line.kills, "kill")] if line.kills else []
    name = f"{told.person(line.post, before)}, {told.name(line.post)}"
    return Fate(name, ", ".join(words), tone, told.number(line.post, before))
