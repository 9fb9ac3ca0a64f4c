"""The log sheet of a game: turning points, targets, pilots with their victories and Medals."""

from collections.abc import Iterator

from tabletop_core import Viewer
from tabletop_core.events import counted
from tabletop_core.panels import Facts

from ..components import Scenario
from ..questions.board import scenario
from ..questions.names import area_name
from ..state import InPlay, PilotRecord, Status


def log_sheet(play: InPlay, viewer: Viewer) -> str:
    """Write the log of a game as Markdown; everybody sees the same."""
    state = play.state
    titles = [it.title for it in flown(play)]
    lines = [
        "# 303 Squadron: log",
        "",
        f"- {'Campaign' if state.chapters else 'Scenario'}: {'; '.join(titles)}",
        f"- German planes shot down: {state.downed}",
        f"- Pilots lost: {state.losses}",
        *(f"- {label}: {value}" for label, value in result_rows(play)),
        *("", "## Turning points", ""),
        *deeds(play),
    ]
    if scenario(play).targets:
        lines += ["", f"## Targets of {scenario(play).title}", "", *targets(play)]
    lines += ["", "## Pilots", "", *pilots(play)]
    return "\n".join(lines) + "\n"


def table(*heads: str) -> Iterator[str]:
    yield row(*heads)
    yield "|" + "---|" * len(heads)


def row(*cells: object) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def result_rows(play: InPlay) -> Iterator[tuple[str, str]]:
    """Yield how the game ended."""
    state = play.state
    if play.outcome is not None:
        won = "won" if play.outcome.kind == "win" else "lost"
        if state.chapters:
            yield "Result", f"Campaign {won}: {play.outcome.why}"
        else:
            yield "Result", f"{won} on turn {state.turn}: {play.outcome.why}"


def flown(play: InPlay) -> list[Scenario]:
    """Return the Scenarios of a Campaign in order, or the one that is played alone."""
    chapters = [play.data.scenarios[name] for name in play.state.chapters]
    return chapters or [scenario(play)]


def deeds(play: InPlay) -> Iterator[str]:
    """Yield what decided the game, of a Campaign with the number of the Scenario."""
    when = ("Scenario", "turn") if play.state.chapters else ("turn",)
    yield from table(*when, "what happened")
    for deed in play.state.deeds:
        yield row(*(deed.chapter + 1, deed.turn)[-len(when) :], deed.words)


def targets(play: InPlay) -> Iterator[str]:
    """Yield what the targets of the Scenario have taken."""
    board, state = play.data.board, play.state
    yield from table("target", "bombs", "stands")
    for area in scenario(play).targets:
        bombs, toughness = state.bombs.get(area, 0), board.toughness(area)
        stands = "no" if bombs >= toughness else "yes"
        yield row(area_name(play, area), f"{bombs} of {toughness}", stands)


def pilots(play: InPlay) -> Iterator[str]:
    """Yield the pilots who flew, with the planes that they shot down."""
    groups = play.data.specializations
    kinds = (group.title for group in groups.values())
    special = ("specialized",) if play.options["specialization"] else ()
    yield from table("pilot", *kinds, *special, "Medals", "in the end")
    for name, record in play.state.pilots.items():
        if flew(record):
            downed = (record.victories.get(group, 0) for group in groups)
            it = play.data.pilots[name]
            group = groups[record.specialization].title if record.specialization else ""
            learned = (group,) if special else ()
            yield row(it.full_name, *downed, *learned, record.medals, record.status.value)


def flew(record: PilotRecord) -> bool:
    return record.status not in (Status.ASIDE, Status.RESERVE) or bool(record.victories)


def result_panel(play: InPlay) -> Facts:
    """Show the result of a game: its last turning points and the pilots."""
    rows = [*result_rows(play)]
    for name, record in play.state.pilots.items():
        if flew(record):
            downed = counted(record.all_victories, "plane")
            medals = counted(record.medals, "Medal")
            words = f"{downed} shot down, {medals}, {record.status.value}"
            rows.append((play.data.pilots[name].title, words))
    for deed in play.state.deeds[-5:]:
        scenario_words = f"Scenario {deed.chapter + 1}, turn" if play.state.chapters else "Turn"
        rows.append((f"{scenario_words} {deed.turn}", deed.words))
    return Facts(id="result", title="How it ended", rows=tuple(rows))
