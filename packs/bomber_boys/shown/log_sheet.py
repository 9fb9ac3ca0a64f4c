"""What is kept of a mission: the result, its turning points, gunners, the crew and the bombs."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from tabletop_core import Event, Viewer
from tabletop_core.events import counted, narrate
from tabletop_core.panels import Facts

from ..questions.board import mission_of
from ..state import Airman, Damage, InPlay
from .words import WORDS

TURNING_POINTS = (
    *("shot_down", "man_lost", "engine_lost", "suffered", "ongoing", "target_in_sight"),
    *("bombing_run", "locked"),
)
LAST_POINTS = 5


class Moment(NamedTuple):
    """Something that changed the mission: its turn, and what happened in words."""

    turn: str
    words: str


class Record(NamedTuple):
    """What a man did with his gun, or the escort fighters that he called."""

    shots: int
    damage: int
    downed: int


def log_sheet(play: InPlay, viewer: Viewer) -> str:
    """Write the log of a mission as Markdown; everybody sees the same."""
    lines = ["# Bomber Boys: log", ""]
    lines += [f"- {label}: {value}" for label, value in (*result_rows(play), bots_row(play))]
    lines += ["", "## Turning points", "", *table("turn", "what happened")]
    lines += [row(*moment) for moment in moments(play)]
    lines += ["", "## Crew", "", *table("station", "shots", "damage", "shot down", "in the end")]
    lines += list(crew(play))
    lines += ["", "## Engines", "", *table("engine", "in the end")]
    lines += [
        row(play.data.names[name], "sound" if damage is Damage.NONE else f"{damage.value} damage")
        for name, damage in play.state.engines.items()
    ]
    return "\n".join(lines) + "\n"


def result_rows(play: InPlay) -> Iterator[tuple[str, str]]:
    """Yield how the mission went."""
    state, mission = play.state, mission_of(play)
    yield "Mission", f"{play.data.names[play.options['mission']]}, {mission.target}"
    if play.outcome is not None:
        yield "Result", f"{play.outcome.kind.replace('_', ' ')}: {play.outcome.why}"
        (score,) = play.outcome.scores.values()
        yield "Score", f"{score:g} of 10: {play.data.rating_of(int(score))}"
    yield "Damage track", counted(state.cubes, "cube") + " left"
    if state.bombs or state.open:
        targets = len(state.bombs) + len(state.open)
        yield "Bombs on target", f"{len(state.bombs)} of {targets}"


def bots_row(play: InPlay) -> tuple[str, str]:
    """Tell how bots fare on the same mission."""
    fares = mission_of(play).bots
    return (
        "Bots",
        f"captains destroy this target in {fares.destroyed:g} % of their missions, reach it in "
        f"{fares.reached:g} %, and score {fares.score:g} on average",
    )


def moments(play: InPlay) -> Iterator[Moment]:
    """Yield the turning points in the order in which they came."""
    turn, shooter = "", ""
    for event in play.events:
        if event.kind == "step":
            turn = turn_of(event.facts["path"])
        elif event.kind in ("fired", "escort"):
            shooter = event.facts.get("gunner", "the escort")
        elif event.kind == "shot_down":
            yield Moment(turn, f"{event.facts['enemy']} is shot down by {named(shooter)}.")
        elif event.kind in TURNING_POINTS:
            yield Moment(turn, narrate(event, WORDS))


def turn_of(path: Iterable[str]) -> str:
    """Return the number of the turn in a place of the sequence, or where else that is."""
    *_, last = names = list(path)
    turns = [name.removeprefix("Turn ") for name in names if name.startswith("Turn ")]
    return turns[0] if turns else last


def named(shooter: str) -> str:
    """
    >>> named("Tail Gunner"), named("the escort")
    ('the Tail Gunner', 'the escort')
    """
    return shooter if shooter.startswith("the ") else f"the {shooter}"


def crew(play: InPlay) -> Iterator[str]:
    """Yield each man with what he shot at and how he is."""
    told = records(play.events)
    for name, man in play.state.crew.items():
        title = play.data.names[name]
        yield row(title, *told.get(title, ("", "", "")), in_the_end(man))


def records(events: Iterable[Event]) -> dict[str, Record]:
    """Return what each gunner did, by his title."""
    found: dict[str, Record] = {}
    shooter = ""
    for event in events:
        if event.kind == "fired":
            shooter = event.facts["gunner"]
            shots, damage, downed = found.get(shooter, Record(0, 0, 0))
            found[shooter] = Record(shots + 1, damage + event.facts["damage"], downed)
        elif event.kind == "escort":
            shooter = ""
        elif event.kind == "shot_down" and shooter:
            found[shooter] = found[shooter]._replace(downed=found[shooter].downed + 1)
    return found


def in_the_end(man: Airman) -> str:
    if man.is_lost:
        return "lost"
    return ", ".join([*["wounded"] * man.is_wounded, "exhausted" if man.exhausted else "ready"])


def result_panel(play: InPlay) -> Facts:
    """Show what became of a mission that is over: the best gunners and the last turning points.

    The result itself stands where the question stood.
    """
    rows = [(label, value) for label, value in result_rows(play) if label != "Result"]
    best = sorted(records(play.events).items(), key=lambda one: (-one[1].downed, -one[1].damage))
    rows += [
        (name, f"{counted(it.downed, 'enemy', 'enemies')} shot down, {it.damage} damage")
        for name, it in best[:3]
        if it.downed
    ]
    lost = [play.data.names[name] for name, man in play.state.crew.items() if man.is_lost]
    rows.append(("Men lost", ", ".join(lost) or "nobody"))
    flown = [moment for moment in moments(play) if moment.turn.isdigit()]  # not over the target
    rows += [(f"Turn {moment.turn}", moment.words) for moment in flown[-LAST_POINTS:]]
    rows.append(bots_row(play))
    return Facts(id="result", title="How it ended", rows=tuple(rows))


def table(*heads: str) -> Iterator[str]:
    yield row(*heads)
    yield "|" + "---|" * len(heads)


def row(*cells: Any) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"
