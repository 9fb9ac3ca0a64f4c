"""What is kept of a mission: the result, its turning points, gunners, the crew and the bombs."""

from collections.abc import Iterator
from typing import Any

from tabletop_core import Viewer
from tabletop_core.events import counted
from tabletop_core.panels import Facts

from ..questions.board import mission_of
from ..state import Airman, Damage, InPlay

LAST_POINTS = 5


def log_sheet(play: InPlay, viewer: Viewer) -> str:
    """Write the log of a mission as Markdown; everybody sees the same."""
    lines = ["# Bomber Boys: log", ""]
    lines += [f"- {label}: {value}" for label, value in result_rows(play)]
    lines += ["", "## Turning points", "", *table("turn", "what happened")]
    lines += [row(moment.turn, moment.words) for moment in play.state.moments]
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


def crew(play: InPlay) -> Iterator[str]:
    """Yield each man with what he shot at and how he is."""
    for name, man in play.state.crew.items():
        title = play.data.names[name]
        one = play.state.records.get(title)
        did = (one.shots, one.damage, one.downed) if one else ("", "", "")
        yield row(title, *did, in_the_end(man))


def in_the_end(man: Airman) -> str:
    if man.is_lost:
        return "lost"
    return ", ".join([*["wounded"] * man.is_wounded, "exhausted" if man.exhausted else "ready"])


def result_panel(play: InPlay) -> Facts:
    """Show what became of a mission that is over: the best gunners and the last turning points.

    The result itself stands where the question stood.
    """
    rows = [(label, value) for label, value in result_rows(play) if label != "Result"]
    best = sorted(play.state.records.items(), key=lambda one: (-one[1].downed, -one[1].damage))
    rows += [
        (name, f"{counted(it.downed, 'enemy', 'enemies')} shot down, {it.damage} damage")
        for name, it in best[:3]
        if it.downed
    ]
    lost = [play.data.names[name] for name, man in play.state.crew.items() if man.is_lost]
    rows.append(("Men lost", ", ".join(lost) or "nobody"))
    flown = [
        moment for moment in play.state.moments if moment.turn.isdigit()
    ]  # not over the target
    rows += [(f"Turn {moment.turn}", moment.words) for moment in flown[-LAST_POINTS:]]
    return Facts(id="result", title="How it ended", rows=tuple(rows))


def table(*heads: str) -> Iterator[str]:
    yield row(*heads)
    yield "|" + "---|" * len(heads)


def row(*cells: Any) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"
