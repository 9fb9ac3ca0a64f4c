"""The log sheet of a game as Markdown: how it ended, what decided it, who was lost to whom."""

from collections.abc import Iterator
from typing import NamedTuple

from tabletop_core import Event, Viewer
from tabletop_core.events import counted, listed
from tabletop_core.panels import Facts

from ..state import InPlay, Kind
from .words import WORDS

LAST_MOMENTS = 5
SHOTS = ("attack", "snap_shot", "battery")
HOW = {"attack": "attack run", "snap_shot": "snap-shot", "battery": "guns of the base"}


class Moment(NamedTuple):
    """Something that changed the game: its round, in words, and which aircraft were lost how."""

    round: str
    words: str
    lost: tuple[tuple[str, str], ...] = ()


def log_sheet(play: InPlay, viewer: Viewer) -> str:
    """How the game ended and stands, its turning points, the losses and the shots of each side."""
    told = list(moments(play))
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
        yield "- The game is under way."
    else:
        winner = play.outcome.winner
        kind = play.outcome.kind
        yield f"- Result: {kind}, {winner} wins" if winner else f"- Result: {kind}"
        yield f"- Length: {counted(rounds(play), 'round')}"


def circumstances(play: InPlay) -> Iterator[str]:
    """Yield what the game began with, and how bots fare with that."""
    formation = play.data.board.formation_of(play.options["formation"])
    yield f"- Formation: {formation.title}"
    if play.state.order:
        yield f"- Went first: {play.state.order[0]}"
    fares = formation.bots
    yield (
        f"- Bots: games of pilots against each other end with a base bombed in {fares.bombed:g} %, "
        f"without enemy aircraft in {fares.eliminated:g} %, after {fares.rounds:g} rounds on "
        f"average; who goes first wins {fares.first:g} %"
    )


def rounds(play: InPlay) -> int:
    """Return how many rounds were begun."""
    steps = (event.facts["path"] for event in play.events if event.kind == "step")
    return len({name for path in steps for name in path if name.startswith("Round ")})


def moments(play: InPlay) -> Iterator[Moment]:
    """Yield the losses and the bombs, in the order in which they came."""
    number = ""
    for event in play.events:
        facts = event.facts
        if event.kind == "step":
            rounds = [one for one in facts["path"] if one.startswith("Round ")]
            number = rounds[0].removeprefix("Round ") if rounds else ""
        elif event.kind in SHOTS and facts["hit"]:
            how = f"{HOW[event.kind]} of {facts['attacker']}"
            if event.kind == "battery":
                how = f"guns of the {facts['attacker']} base"
            yield Moment(number, words_of(event), ((facts["defender"], how),))
        elif event.kind == "ram":
            how = f"{facts['attacker']} rammed {facts['defender']}"
            yield Moment(number, words_of(event), tuple((one, how) for one in facts["lost"]))
        elif event.kind == "retreated":
            yield Moment(number, words_of(event), ((facts["aircraft"], "left the board"),))
        elif event.kind == "bombs":
            yield Moment(number, words_of(event))


def words_of(event: Event) -> str:
    words = WORDS[event.kind]
    return words.format(**event.facts) if isinstance(words, str) else words(event.facts)


def is_decisive(play: InPlay, moment: Moment) -> bool:
    """Tell whether bombs fell or a bomber was lost."""
    lost = [play.state.aircraft[name].kind for name, _ in moment.lost]
    return not lost or Kind.BOMBER in lost


def account(play: InPlay, side: str, told: list[Moment]) -> Iterator[str]:
    """Yield what a side shot and hit, what it has left, and how each loss came."""
    shooters = [*planes(play, side), side]
    for kind, title in HOW.items():
        shots = [event for event in play.events if event.kind == kind]
        ours = [event for event in shots if event.facts["attacker"] in shooters]
        hits = sum(event.facts["hit"] for event in ours)
        if ours:
            yield f"- {title}: {counted(len(ours), 'shot')}, {counted(hits, 'hit')}"
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


def result_panel(play: InPlay) -> Facts:
    """Show what became of a game that is over: its length, the losses, the last turning points.

    Who has won stands where the question stood.
    """
    told = list(moments(play))
    _, *others = result(play)
    rows = list(map(in_two, others))
    for side in play.seats:
        lost = [name for moment in told for name, _ in moment.lost if name in planes(play, side)]
        left = listed(play.state.of(side)) or "none"
        rows.append((side, f"left {left}; lost {listed(lost) or 'none'}"))
    rows += [(f"Round {moment.round}", moment.words) for moment in told[-LAST_MOMENTS:]]
    rows += map(in_two, circumstances(play))
    return Facts(id="result", title="How it ended", rows=tuple(rows))


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
