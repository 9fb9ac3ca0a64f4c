"""The log sheet of a game as Markdown: the result, what decided it, and what each side lost."""

from collections.abc import Iterator, Sequence

from tabletop_core import Viewer
from tabletop_core.events import counted, listed, said
from tabletop_core.panels import Facts

from ..state import InPlay, Kind, Moment

LAST_MOMENTS = 5
RETREAT = "left the board"
"""The cause of the loss of an aircraft that nobody shot down."""
WAYS = {"attack": "attack run", "snap_shot": "snap-shot", "battery": "guns of the base"}
"""Ways to shoot, by the kind of event."""


def log_sheet(play: InPlay, viewer: Viewer) -> str:
    """Return the log sheet: the result, the turning points, and each side's losses and shots."""
    told = play.state.moments
    lines = ["# Bomber Run: log sheet", "", *result(play), *circumstances(play)]
    lines += ["", "## Turning points", "", "Losses, bombs, and what each side had left.", ""]
    lines += table("round", "what happened", *play.seats)
    left = {side: len(planes(play, side)) for side in play.seats}
    lead = 0
    for moment in told:
        for name, _ in moment.lost:
            left[play.state.aircraft[name].side] -= 1
        ahead = left[play.seats[0]] - left[play.seats[1]]
        words = moment.words
        if is_decisive(play, moment):
            words = f"**{words}**"
        if ahead * lead < 0 or (lead == 0 and ahead):
            leader = play.seats[0 if ahead > 0 else 1]
            words += f" {leader.capitalize()} is ahead."
        lead = ahead or lead
        lines.append(row(moment.round, words, *(left[side] for side in play.seats)))
    for side in play.seats:
        lines += ["", f"## {side}", "", *account(play, side, told)]
    return "\n".join(lines) + "\n"


def result(play: InPlay) -> Iterator[str]:
    """Yield how the game ended."""
    if play.outcome is None:
        yield "- The game is in progress."
    else:
        winner = play.outcome.winner
        kind = said(play.outcome.kind)
        yield f"- Result: {kind}, {winner} wins" if winner else f"- Result: {kind}"
        yield f"- Length: {counted(play.rounds, 'round')}"


def circumstances(play: InPlay) -> Iterator[str]:
    """Yield the formation, and who went first."""
    formation = play.data.board.formation_of(play.options["formation"])
    yield f"- Formation: {formation.title}"
    if play.state.order:
        yield f"- Went first: {play.state.order[0]}"


def is_decisive(play: InPlay, moment: Moment) -> bool:
    """Return whether bombs fell or a bomber was lost."""
    lost = [play.state.aircraft[name].kind for name, _ in moment.lost]
    return not lost or Kind.BOMBER in lost


def account(play: InPlay, side: str, told: list[Moment]) -> Iterator[str]:
    """Yield a side's shots and hits, its aircraft left, and the cause of each loss."""
    shooters = [*planes(play, side), side]
    for kind, title in WAYS.items():
        shots, hits = shots_of(play, shooters, kind)
        if shots:
            yield f"- {title}: {counted(shots, 'shot')}, {counted(hits, 'hit')}"
    yield f"- Left at the end: {listed(play.state.of(side)) or 'none'}"
    lost = [
        (moment.round, name, how)
        for moment in told
        for name, how in moment.lost
        if play.state.aircraft[name].side == side
    ]
    if lost:
        yield f"- Lost: {counted(len(lost), 'aircraft', 'aircraft')} of {len(planes(play, side))}"
        yield ""
        yield from table("round", "aircraft", "lost to")
        for one in lost:
            yield row(*one)


def shots_of(play: InPlay, shooters: Sequence[str], kind: str) -> tuple[int, int]:
    """Return how often these fired in one way, and how often they hit."""
    shots, hits = (
        sum(number for one, number in of.get(kind, {}).items() if one in shooters)
        for of in (play.state.shots, play.state.hits)
    )
    return shots, hits


def result_panel(play: InPlay) -> Facts:
    """Show a summary of a finished game: its length, hits and losses, the last turning points.

    Aircraft that left the board are named apart, and are not turning points if there are others.
    The front ends name the winner in place of the question, so this panel does not.
    """
    told = play.state.moments
    _, *others = result(play)
    rows = list(map(in_two, others))
    rows += [(side, fared(play, side)) for side in play.seats]
    decided = [one for one in told if all(how != RETREAT for _, how in one.lost)] or told
    rows += [(f"Round {moment.round}", moment.words) for moment in decided[-LAST_MOMENTS:]]
    rows += map(in_two, circumstances(play))
    return Facts(id="result", title="How it ended", rows=tuple(rows))


def fared(play: InPlay, side: str) -> str:
    """Return a side's shots and hits, its aircraft left, those lost and those that flew off."""
    shooters = [*planes(play, side), side]
    shots, hits = map(sum, zip(*(shots_of(play, shooters, kind) for kind in WAYS), strict=True))
    lost = [one for moment in play.state.moments for one in moment.lost if one[0] in shooters]
    told = [f"{counted(shots, 'shot')}, {counted(hits, 'hit')}"]
    told.append(f"left {listed(play.state.of(side)) or 'none'}")
    for verb, names in (
        ("lost", [name for name, how in lost if how != RETREAT]),
        ("flown off", [name for name, how in lost if how == RETREAT]),
    ):
        if names:
            told.append(f"{verb} {listed(names)}")
    return "; ".join(told)


def in_two(line: str) -> tuple[str, str]:
    """
    >>> in_two("- Length: 3 rounds")
    ('Length', '3 rounds')
    """
    label, _, value = line.removeprefix("- ").partition(": ")
    return label, value


def planes(play: InPlay, side: str) -> list[str]:
    """Return the aircraft with which a side began."""
    return [name for name, plane in play.state.aircraft.items() if plane.side == side]


def table(*heads: str) -> Iterator[str]:
    yield row(*heads)
    yield "|" + "---|" * len(heads)


def row(*cells: object) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"
