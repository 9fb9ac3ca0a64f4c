"""The mission log, in the manner of the printed sheets."""

from collections import Counter
from collections.abc import Iterator, Sequence

from tabletop_core import Viewer
from tabletop_core.events import counted, said
from tabletop_core.panels import Facts

from ..questions.mission import campaign_name, is_hidden_from
from ..questions.names import HIDDEN_TARGET, crew_name, name_of, target_of
from ..state import Flyer, InPlay, MissionRecord, Moment, State

_STATUS = {"ok": "OK", "damaged": "damaged"}
_ALONE = "dropped out, home"


def log_sheet(play: InPlay, viewer: Viewer) -> str:
    """Return all missions flown, each with its bombers by position.

    The German player reads neither crews nor targets that he has not seen (13.0).
    """
    state = play.state
    lines = ["# A Wing and a Prayer: mission log", ""]
    lines += [f"- Game: {campaign_name(play)}"]
    under_way = ", and one in progress" if is_under_way(state) else ""
    lines += [f"- Missions flown: {len(state.log)}{under_way}"]
    lines += [f"- Campaign victory points: {state.campaign_vp}"]
    if play.outcome is not None:
        why = f" ({play.outcome.why})" if play.outcome.why else ""
        lines += [f"- Result: {said(play.outcome.kind)}{why}"]
    luck = ", ".join(name_of(play, one) for one in state.lady_luck)
    lines += [f"- Lady Luck counters held: {luck or 'none'}"]
    damaged = [name_of(play, name) for name, one in state.bombers.items() if one.damaged]
    lines += [f"- Bombers damaged: {', '.join(damaged) or 'none'}"]
    hidden = is_hidden_from(play, viewer)
    if state.log:
        lines += ["", *_at_a_glance(play, hidden), "", *_summary(play, hidden)]
    for number, record in enumerate(state.log, 1):
        lines += ["", *_mission(play, number, record, hidden), *_decisive(record.moments)]
    if not hidden:
        lines += ["", *_squadron(play)]
    return "\n".join(lines) + "\n"


def _decisive(points: Sequence[Moment]) -> Iterator[str]:
    if points:
        yield from ("", "| turn | what was decisive |", "|---|---|")
        yield from (f"| {moment.turn} | {moment.words} |" for moment in points)


def result_panel(play: InPlay, viewer: Viewer) -> Facts:
    """Show a summary of a finished game, and what was decisive in its last mission.

    The result itself stands where the question stood.
    """
    hidden = is_hidden_from(play, viewer)
    told = [line for line in _at_a_glance(play, hidden) if ": " in line]
    rows = list(_missions(play, hidden)) if len(play.state.log) > 1 else []
    pairs = [line.removeprefix("- ").partition(": ") for line in told]
    # A list of all missions has the best and the worst day in it.
    rows += [(name, words) for name, _, words in pairs if not (rows and name in _DAYS)]
    last = play.state.log[-1] if play.state.log else play.state.mission.record
    rows += [
        (f"Turn {one.turn}" if one.turn.isdigit() else "At the base", one.words)
        for one in last.moments[-_LAST:]
    ]
    return Facts(id="result", title="How it ended", rows=tuple(rows))


_LAST = 5
_DAYS = ("The best day", "The worst day")


def last_mission(play: InPlay, viewer_is_german: bool) -> Facts:
    """Show how the last mission went, while the next one is prepared."""
    record = play.state.log[-1]
    lost = [name_of(play, line.bomber) for line in record.flyers if is_lost(line)]
    home = [line.status for line in record.flyers if not is_lost(line)]
    damaged = f", {home.count('damaged')} of them damaged" if "damaged" in home else ""
    kills = ", ".join(f"{number} {name_of(play, kind)}" for kind, number in record.kills.items())
    rows = [
        ("target", f"{_target(play, record, viewer_is_german)}: {record.damage}"),
        ("came home", counted(len(home), "bomber") + damaged),
        ("lost", ", ".join(lost) or "none"),
        ("shot down", kills or "none"),
        ("result", record.result),
    ]
    title = f"Mission {len(play.state.log)} is over: {record.vp} mission VP"
    return Facts(id="last_mission", title=title, rows=tuple(rows))


def _missions(play: InPlay, hidden: bool) -> Iterator[tuple[str, str]]:
    """Yield what each mission of a campaign has brought."""
    before = 0
    for number, record in enumerate(play.state.log, 1):
        lost = counted(sum(map(is_lost, record.flyers)), "bomber")
        target = _target(play, record, hidden)
        step, before = record.campaign_vp - before, record.campaign_vp
        yield (
            f"Mission {number}",
            f"{target}: {record.damage}, {lost} lost, {record.vp} VP; campaign {step:+}",
        )


def is_under_way(state: State) -> bool:
    """Return whether a mission has taken off and is not in the log yet."""
    return state.mission.flown > 0 and len(state.log) == state.flown


def _target(play: InPlay, record: MissionRecord, hidden: bool) -> str:
    """Return the target of a mission, unless its card is hidden from the reader (13.0)."""
    return HIDDEN_TARGET if hidden and not record.is_known else target_of(play, record)


def _at_a_glance(play: InPlay, hidden: bool) -> Iterator[str]:
    """Yield a summary of the campaign: losses, kills, best and worst day, best crews."""
    log = play.state.log
    flyers = [line for record in log for line in record.flyers]
    lost = [line for line in flyers if is_lost(line)]
    kills = Counter({kind: 0 for record in log for kind in record.kills})
    for record in log:
        kills.update(record.kills)
    shot_down = ", ".join(f"{number} {name_of(play, kind)}" for kind, number in kills.items())
    yield "## At a glance"
    yield ""
    status = Counter(line.status for line in flyers)
    yield (
        f"- Sorties: {len(flyers)}; bombers lost: {len(lost)}; came home damaged: "
        f"{status['damaged']}, alone: {status[_ALONE]}"
    )
    yield f"- Fighters shot down: {shot_down or 'none'}; escorts lost: " + str(
        sum(record.escorts_lost for record in log)
    )
    hit = Counter(record.damage for record in log)
    yield "- Targets: " + ", ".join(f"{number} with {damage}" for damage, number in hit.items())
    if len(log) > 1:
        best, worst = max(log, key=_points), min(log, key=_points)
        yield f"- The best day: {_day(play, best, hidden)}"
        yield f"- The worst day: {_day(play, worst, hidden)}"
    if not hidden:
        crews = sorted(play.state.crews.values(), key=lambda one: -one.kills)
        for crew in crews[:3]:
            if crew.kills:
                flown = counted(crew.missions, "mission")
                told = f"{counted(crew.kills, 'kill')} in {flown}, {crew.level.value}"
                yield f"- Gunners to remember: {crew_name(play, crew.id)}, {told}"
        fallen = [crew_name(play, line.crew) for line in lost if "rescued" not in line.status]
        if fallen:
            yield f"- Did not come back: {', '.join(fallen)}"


def is_lost(line: Flyer) -> bool:
    """Return whether the squadron has lost the bomber on this line."""
    return line.status not in (*_STATUS, _ALONE)


def _points(record: MissionRecord) -> int:
    return record.vp


def _day(play: InPlay, record: MissionRecord, hidden: bool) -> str:
    number = play.state.log.index(record) + 1
    lost = counted(sum(map(is_lost, record.flyers)), "bomber")
    target = _target(play, record, hidden)
    return f"mission {number}, {target}: {record.damage}, {lost} lost, {record.vp} VP"


def _summary(play: InPlay, hidden: bool) -> Iterator[str]:
    yield "| no. | box | target | cloud | bomb hits | damage | lost | kills | VP | campaign VP |"
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for number, one in enumerate(play.state.log, 1):
        lost = sum(map(is_lost, one.flyers))
        cells = [
            number, one.box, _target(play, one, hidden), one.cloud or "-", one.hits, one.damage,
            lost, sum(one.kills.values()), one.vp, one.campaign_vp,
        ]  # fmt: skip
        yield "| " + " | ".join(map(str, cells)) + " |"


def _mission(play: InPlay, number: int, record: MissionRecord, hidden: bool) -> Iterator[str]:
    year = play.data.year_of(record.box)
    yield f"## Mission {number}: {_target(play, record, hidden)}, {year}"
    yield ""
    kills = ", ".join(f"{number} {name_of(play, kind)}" for kind, number in record.kills.items())
    escorts = [f"{number} {name_of(play, kind)}" for kind, number in record.escorts]
    yield f"- Cloud: {record.cloud or 'not seen'}"
    yield f"- Escorts: {', then '.join(escorts) or 'none'}; lost: {record.escorts_lost}"
    yield f"- Target: {counted(record.hits, 'bomb hit')}, {record.damage}"
    if record.low_altitude and (record.is_known or not hidden):
        yield "- Altitude of the bombing run: low"
    yield f"- Fighters shot down: {kills or 'none'}"
    yield f"- Victory points: {record.vp} ({record.result})"
    if record.war_progress not in ("", "none"):
        yield f"- War progress: {record.war_progress}"
    yield f"- Campaign victory points after the mission: {record.campaign_vp}"
    yield ""
    yield "| position | bomber | crew | level | status | kills |"
    yield "|---|---|---|---|---|---|"
    for line in record.flyers:
        yield _line(play, line, hidden)


def _line(play: InPlay, line: Flyer, hidden: bool) -> str:
    crew, level = ("-", "-") if hidden else (crew_name(play, line.crew), line.level)
    status = _STATUS.get(line.status, line.status)
    cells = [line.place, name_of(play, line.bomber), crew, level, status, line.kills]
    return "| " + " | ".join(map(str, cells)) + " |"


def _squadron(play: InPlay) -> Iterator[str]:
    state = play.state
    yield "## The squadron"
    yield ""
    yield "| crew | level | missions | kills | bomber |"
    yield "|---|---|---|---|---|"
    aboard = {one.crew: name for name, one in state.bombers.items() if one.crew}
    for name, crew in state.crews.items():
        bomber = name_of(play, aboard[name]) if name in aboard else "-"
        cells = [crew_name(play, name), crew.level.value, crew.missions, crew.kills, bomber]
        yield "| " + " | ".join(map(str, cells)) + " |"
