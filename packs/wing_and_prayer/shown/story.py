"""How a mission or a campaign went, as a war diary has it."""

from collections import Counter
from collections.abc import Iterator, Sequence

from tabletop_core import Event, Outcome
from tabletop_core.events import Fate, Story, Told, counted, listed, said

from ..questions.mission import year
from ..questions.names import HIDDEN_TARGET, bomber_name, name_of, target_of
from ..state import Flyer, InPlay, MissionRecord
from .log_sheet import is_lost

FATES = {
    "ok": "came home",
    "damaged": "came home damaged",
    "dropped out, home": "limped home alone",
    "destroyed": "went down with its crew",
}


def story(play: InPlay, events: Sequence[Event], told: Told) -> Story:
    """Tell the mission, or the whole campaign."""
    log = play.state.log
    assert play.outcome is not None, "the story is for the last page"
    kind = said(play.outcome.kind)
    met = sum(sum(one.facts["kinds"].values()) for one in events if one.kind == "interceptors")
    is_single = play.state.campaign == "single"
    sentences = (
        mission(play, log[-1], met, told) if is_single else campaign(play, play.outcome, met)
    )
    fates = fates_of_mission(play, log[-1], told) if is_single else fates_of_all(play, told)
    return Story(
        title=kind[:1].upper() + kind[1:],
        text=" ".join(sentences),
        fates=tuple(fates),
    )


def target_in(play: InPlay, record: MissionRecord) -> str:
    """Return the target of a mission, unless its card was never turned up (13.0)."""
    name = target_of(play, record).partition(" (")[0]
    return name if record.is_known else HIDDEN_TARGET


def fought(met: int, downed: int, escorts_lost: int) -> Iterator[str]:
    """Yield what came at the bombers, and what became of it and of the escorts."""
    if not met:
        yield "No German fighter found them."
        return
    was = {0: "none was", 1: "one was"}.get(downed, f"{downed} were") + " shot down"
    if met == 1:
        was = "was shot down" if downed else "got away"
    yield f"{counted(met, 'German fighter')} came at them, and {was}."
    if escorts_lost:
        yield f"{counted(escorts_lost, 'escort')} {_was(escorts_lost)} lost."


def _was(number: int) -> str:
    return "was" if number == 1 else "were"


def lost_in(record: MissionRecord) -> list[Flyer]:
    return [line for line in record.flyers if is_lost(line)]


# ---------------------------------------------------------------- one mission


def mission(play: InPlay, record: MissionRecord, met: int, told: Told) -> Iterator[str]:
    if not record.flyers:
        yield f"No bomber could take off for {target_in(play, record)}."
        return
    first = [counted(number, name_of(play, kind)) for kind, number in record.escorts[:1]]
    escorts = f" with {first[0]}" if first else ""
    bombers = counted(len(record.flyers), "bomber")
    yield f"{bombers} took off for {target_in(play, record)} in {year(play)}{escorts}."
    yield from fought(met, sum(record.kills.values()), record.escorts_lost)
    yield bombed(record)
    lost = [piloted(line, play, told) for line in lost_in(record)]
    yield f"{listed(lost)} {_was(len(lost))} lost." if lost else "Every bomber came home."
    yield f"The mission ended with {counted(record.vp, 'point')}: {record.result}."


def bombed(record: MissionRecord) -> str:
    if not record.cloud:
        return "The formation never bombed."
    sky = "a clear sky" if record.cloud == "clear" else f"{record.cloud} clouds"
    hits = counted(record.hits, "hit") if record.hits else "no hit"
    return f"Under {sky} the bombardiers scored {hits}: {record.damage}."


def piloted(line: Flyer, play: InPlay, told: Told) -> str:
    return f"{told.person(line.bomber)}'s {name_of(play, line.bomber)}"


def fates_of_mission(play: InPlay, record: MissionRecord, told: Told) -> Iterator[Fate]:
    for line in record.flyers:
        fate = FATES.get(line.status, line.status)
        kills = f", {counted(line.kills, 'kill')}" if line.kills else ""
        name = f"{told.person(line.bomber)}, {bomber_name(play, line.bomber)}"
        yield Fate(name, fate + kills, tone_of(line), told.number(line.bomber))


def tone_of(line: Flyer) -> str:
    if is_lost(line):
        return "dead" if line.status.endswith(("destroyed", "lost")) else "bad"
    return "good" if line.status == "ok" else "warn"


def with_crew(play: InPlay, crew: str, bomber: str) -> str:
    """Return a bomber with the name of the crew that it had: *Night Nurse (B-17F I)*."""
    name = name_of(play, bomber)
    return f"{name_of(play, crew)} ({name})" if crew in play.data.names else name


# ---------------------------------------------------------------- a campaign


AT_ONCE = ("spectacular_victory", "total_failure")
"""Ends of a campaign that do not wait for its last mission (7.2.3)."""


def campaign(play: InPlay, outcome: Outcome, met: int) -> Iterator[str]:
    log = play.state.log
    sorties = sum(len(record.flyers) for record in log)
    years = list(dict.fromkeys(play.data.year_of(record.box) for record in log))
    when = f"in {years[0]}" if len(years) == 1 else f"from {years[0]} to {years[-1]}"
    flew = f"{counted(len(log), 'mission')} {when}, {counted(sorties, 'sortie')} in all"
    yield f"The squadron flew {flew}."
    kills = sum(sum(record.kills.values()) for record in log)
    yield from fought(met, kills, sum(record.escorts_lost for record in log))
    yield " ".join(damage_done(play))
    yield losses(play)
    why = f"; {outcome.why}" if outcome.kind in AT_ONCE else ""
    points = counted(play.state.campaign_vp, "point")
    yield f"The campaign ended with {points}: {said(outcome.kind)}{why}."


def damage_done(play: InPlay) -> Iterator[str]:
    """Yield what the bombs did to the targets, and the best day."""
    log = play.state.log
    heavy = [target_in(play, one) for one in log if one.damage == "heavy damage"]
    light = sum(one.damage == "light damage" for one in log)
    others = len(log) - len(heavy) - light
    parts = [f"heavy damage to {_some(heavy)}"] if heavy else []
    parts += [f"light damage to {counted(light, 'target')}"] if light else []
    none = f", and none on {counted(others, 'mission')}" if parts and others else ""
    yield f"The bombs did {listed(parts) or 'no damage to any target'}{none}."
    if len(log) > 1:
        best = max(log, key=_points)
        number = log.index(best) + 1
        points = counted(best.vp, "point")
        if best.vp > 0:
            yield f"The best day was mission {number}, {target_in(play, best)}, with {points}."


def _points(record: MissionRecord) -> int:
    return record.vp


MAX_NAMED = 4
"""Places that one sentence can name."""


def _some(places: Sequence[str]) -> str:
    """List places, or count them where they are many."""
    named = list(dict.fromkeys(places))
    return listed(named) if len(named) <= MAX_NAMED else counted(len(places), "target")


def losses(play: InPlay) -> str:
    """Return how many bombers were lost, and where."""
    over = Counter({target_in(play, record): 0 for record in play.state.log})
    for record in play.state.log:
        over[target_in(play, record)] += len(lost_in(record))
    lost = sum(over.values())
    if not lost:
        return "Not one bomber was lost."
    worst, number = over.most_common(1)[0]
    where = f"on the way to {worst} and back"
    if number == lost:
        all_of = {1: "", 2: "both "}.get(lost, "all ")
        return f"{counted(lost, 'bomber')} {_was(lost)} lost, {all_of}{where}."
    some = "one" if number == 1 else number
    return f"{counted(lost, 'bomber')} were lost, {some} of them {where}."


def fates_of_all(play: InPlay, told: Told) -> Iterator[Fate]:
    """Yield the bombers of the squadron with what they flew, then those that it has lost."""
    state = play.state
    sorties: Counter[str] = Counter()
    kills: Counter[str] = Counter()
    gone: Counter[str] = Counter()
    lost: list[Fate] = []
    first = play.data.squadrons[play.options["squadron"]].first

    def served(bomber: str) -> str:
        words = [counted(sorties[bomber], "mission") if sorties[bomber] else "not flown yet"]
        words += [counted(kills[bomber], "kill")] if kills[bomber] else []
        return ", ".join(words)

    for number, record in enumerate(state.log, 1):
        for line in record.flyers:
            bomber = line.bomber
            sorties[bomber] += 1
            kills[bomber] += line.kills
            if is_lost(line):
                # Bombers of the later type have all replaced somebody.
                before = gone[bomber] + (not bomber.startswith(first))
                name = f"{told.person(bomber, before)}, {with_crew(play, line.crew, bomber)}"
                end = FATES.get(line.status, line.status)
                fate = f"{end} on mission {number}, {target_in(play, record)}; {served(bomber)}"
                lost.append(Fate(name, fate, tone_of(line), told.number(bomber, before)))
                # The same counter may come again, as another bomber.
                gone[bomber] += 1
                del sorties[bomber], kills[bomber]
    for bomber in state.bombers:
        name = f"{told.person(bomber)}, {bomber_name(play, bomber)}"
        yield Fate(name, served(bomber), face=told.number(bomber))
    yield from lost
