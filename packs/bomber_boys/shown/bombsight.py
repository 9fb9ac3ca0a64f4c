"""The bombing run as panels: the targets in the bombsight, the bombs, and the chance."""

from collections.abc import Iterator

from tabletop_core.panels import Art, BoardPanel, Facts, Piece, Spot

from ..data import BOMBS, target_id
from ..questions.board import AMMO_DIE, bombs_of, mission_of
from ..questions.bombsight import chance_of
from ..state import InPlay
from .bomber import faces

_DRAWN = (-0.6, -0.6, 3.6, 3.6)
"""Where the drawing lies on the board."""


def bombsight_panel(play: InPlay) -> BoardPanel:
    """Show the five targets with the least bomb that can be locked in on each, and the bombs."""
    return BoardPanel(
        title="Bombsight",
        board=play.data.bombsight.board,
        pieces=(*locked(play), *faces(AMMO_DIE, play.state.turn.dice, BOMBS, "ours", "bomb")),
        spots=tuple(spots(play)),
        art=Art.of(play.game.package, "bombsight", _DRAWN),
        legend=("4+ takes a bomb of 4 or more; a bomb on a target is locked in",),
    )


def targets(play: InPlay) -> Iterator[tuple[str, int, int]]:
    """Yield each target by id, easiest first, the least bomb for it, and the bomb on it or 0."""
    left = list(play.state.bombs)
    for number, least in enumerate(sorted(target.least for target in mission_of(play).crosshair)):
        bomb = next((bomb for bomb in left if bomb[0] == least), None)
        if bomb:
            left.remove(bomb)
        yield target_id(number), least, bomb[1] if bomb else 0


def spots(play: InPlay) -> Iterator[Spot]:
    for name, least, bomb in targets(play):
        words = f"takes a {least} or more, {'hit' if bomb else 'open'}"
        tone = "good" if bomb else "warn"
        yield Spot(id=name, words=words, label=f"{least}+", tone=tone, name=f"target {least}+")


def locked(play: InPlay) -> Iterator[Piece]:
    """Yield the bombs that are locked in, on their targets."""
    for name, _, bomb in targets(play):
        if bomb:
            yield Piece(
                id=f"bomb:{name}",
                label=str(bomb),
                symbol=f"die_{bomb}",
                words=f"bomb, a {bomb}, locked in",
                at=name,
                tone="good",
            )


def bombing_facts(play: InPlay) -> Facts:
    """Tell the re-rolls left and the exact chance of best play."""
    state, last = play.state, len(play.data.track) - 1
    locked_in = f"{len(state.bombs)} of {len(state.bombs) + len(state.open)}"
    rows = [("bombs locked in", locked_in)]
    if state.open and play.outcome is None:
        rows.append(("re-rolls left", str(state.rerolls)))
        if len(state.turn.dice) == len(state.open):  # they have been rolled
            chance = float(chance_of(*bombs_of(play)))
            rows.append(("all on target, best play", f"{chance:.1%}"))
    glance = (
        ("Locked in", locked_in),
        ("Re-rolls left", str(state.rerolls)),
        ("Major damage", f"{last - state.cubes} of {last}"),
    )
    return Facts(title="Bombing run", rows=tuple(rows), glance=glance)
