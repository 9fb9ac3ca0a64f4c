"""How a Scenario or a Campaign went, as the squadron's diary has it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tabletop_core import Event, Outcome
from tabletop_core.events import Fate, Story, Told, counted, listed

from ..questions.board import scenario
from ..state import InPlay, PilotRecord, Status
from .log_sheet import flew

ENDS = {
    Status.SHOT_DOWN: ("was shot down", "bad"),
    Status.INJURED: ("was injured", "bad"),
    Status.WITHDRAWN: ("withdrew", "warn"),
}
"""What became of a pilot, with its tone; the others, in the air or not, fly on."""


def story(play: InPlay, events: Sequence[Event], told: Told) -> Story:
    """Tell the Scenario, or all of a Campaign."""
    assert play.outcome is not None, "the story is for the last page"
    what = "The Campaign" if play.state.chapters else scenario(play).title
    won = "won" if play.outcome.kind == "win" else "lost"
    named = {who for event in events for who in pilots_in(event)}
    pilots = [
        (name, record)
        for name, record in play.state.pilots.items()
        if flew(record) or play.data.pilots[name].full_name in named
    ]
    downs = Counter(one.facts["pilot"] for one in events if one.kind == "shot_down")
    return Story(
        title=f"{what} is {won}",
        text=" ".join(sentences(play, play.outcome, events)),
        fates=tuple(fate(play, name, record, downs, told) for name, record in pilots),
    )


def pilots_in(event: Event) -> Iterable[str]:
    """Return who flies by an event: by name, with the rank."""
    if event.kind == "pilots":
        return event.facts["flying"].values()
    return (event.facts["pilot"],) if event.kind == "new_pilot" else ()


def sentences(play: InPlay, outcome: Outcome, events: Sequence[Event]) -> Iterator[str]:
    state = play.state
    flying = next(one.facts["flying"] for one in events if one.kind == "pilots")
    yield f"{listed(flying.values())} took off to meet the Germans."
    yield from victories(events)
    yield lost_pilots(events)
    home = sum(one.facts["planes"] for one in events if one.kind == "british_landed")
    if home:
        yield f"{counted(home, 'British plane')} came home."
    yield bombed(events)
    if state.chapters:
        yield chapters(play)
        return
    won = "won" if outcome.kind == "win" else "lost"
    # What was destroyed has just been told.
    why = "" if outcome.why.startswith("destroyed: ") else f"; {outcome.why}"
    yield f"The battle was {won} on turn {state.turn}{why}."


def chapters(play: InPlay) -> str:
    """Return which Scenarios of a Campaign were won and lost, in their order."""
    ended = zip(play.state.chapters, play.state.results, strict=False)
    return (
        "; ".join(
            f"{play.data.scenarios[name].title} was {'won' if result == 'win' else 'lost'}"
            for name, result in ended
        )
        + "."
    )


def victories(events: Sequence[Event]) -> Iterator[str]:
    """Yield how many German planes were shot down, and by whom most of them."""
    down = [one.facts for one in events if one.kind == "plane_down" and one.facts["by"]]
    if not down:
        yield "No German plane was shot down."
        return
    bombers = sum(facts["group"] == "bomber" for facts in down)
    of_them = {0: "none of them a bomber", 1: "one of them a bomber"}
    among = f", {of_them.get(bombers, f'{bombers} of them bombers')}" if len(down) > 1 else ""
    yield f"{counted(len(down), 'German plane')} {_was(len(down))} shot down{among}."
    claims = Counter(facts["pilot"] for facts in down)
    most = max(claims.values())
    best = [pilot for pilot, number in claims.items() if number == most]
    if most > 1:
        yield f"{listed(best)} claimed {most}{' each' if len(best) > 1 else ''}."


def lost_pilots(events: Sequence[Event]) -> str:
    """Return who was shot down, and where."""
    areas: dict[str, list[str]] = {}
    for one in events:
        if one.kind == "shot_down":
            areas.setdefault(one.facts["pilot"], []).append(one.facts["area"])
    if not areas:
        return "No pilot was shot down."
    together: dict[str, list[str]] = {}
    for pilot, his in areas.items():
        together.setdefault(" and again at ".join(his), []).append(pilot)
    (area, first), *others = together.items()
    then = [f"{listed(pilots)} at {area}" for area, pilots in others]
    return f"{listed([f'{listed(first)} {_was(len(first))} shot down at {area}', *then])}."


def bombed(events: Sequence[Event]) -> str:
    """Return which targets were bombed, and which were destroyed."""
    hit = list(dict.fromkeys(one.facts["area"] for one in events if one.kind == "bombs"))
    gone = list(dict.fromkeys(one.facts["area"] for one in events if one.kind == "destroyed"))
    stand = [area for area in hit if area not in gone]
    parts = [f"{listed(gone)} {_was(len(gone))} destroyed"] if gone else []
    parts += (
        [f"{listed(stand)} {_was(len(stand))} bombed but {_stand(len(stand))}"] if stand else []
    )
    return f"{'; '.join(parts)}." if parts else "No bomb fell on a target."


def _was(number: int) -> str:
    return "was" if number == 1 else "were"


def _stand(number: int) -> str:
    return "stands" if number == 1 else "stand"


def fate(
    play: InPlay, name: str, record: PilotRecord, downs: Mapping[str, int], told: Told
) -> Fate:
    pilot = play.data.pilots[name].full_name
    end, tone = ENDS.get(record.status, ("unhurt", "good"))
    if record.status not in ENDS and downs[pilot]:
        times = {1: "", 2: " twice"}.get(downs[pilot], f" {downs[pilot]} times")
        end, tone = f"was shot down{times}, and is back", "warn"
    words = [end]
    words += [counted(record.all_victories, "victory", "victories")] if record.victories else []
    words += [counted(record.medals, "Medal")] if record.medals else []
    return Fate(pilot, ", ".join(words), tone, told.number(name))
