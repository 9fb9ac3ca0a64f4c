"""Mission results: victory, failure, score."""

from typing import NoReturn

from tabletop_core import rule, ruling

from ..state import Damage, InPlay

CAPTAIN = "captain"


@rule("Failure")
@ruling(
    "where one hit fails the mission in several ways, the bomber's destruction counts first",
    rejected="the player chooses what he is judged by",
    why="the text ranks none, and the score is the same",
)
def check_failure(play: InPlay) -> None:
    """The mission fails when the last black cube leaves the damage track or nobody can fly on.

    Nobody can when both pilots are lost, or all four engines.
    """
    state = play.state
    if not state.cubes:
        fail(play, "destroyed", "the last major damage cube is gone: destroyed in midair")
    if all(state.crew[name].is_lost for name in play.data.flyers):
        fail(play, "aborted", "pilot and co-pilot are lost: back to base")
    if all(damage is Damage.MAJOR for damage in state.engines.values()):
        fail(play, "crashed", "all four engines are lost: the bomber crashes")


def fail(play: InPlay, kind: str, why: str) -> NoReturn:
    finish(play, kind, None, why)


@rule("Victory")
def win(play: InPlay) -> NoReturn:
    """End the mission: a major victory if every bomb is locked in, otherwise a conditional one."""
    if play.state.open:
        missed = len(play.state.open)
        finish(play, "conditional_victory", CAPTAIN, f"target reached, {missed} bombs off it")
    finish(play, "major_victory", CAPTAIN, "target destroyed")


@rule("Score")
def finish(play: InPlay, kind: str, winner: str | None, why: str) -> NoReturn:
    """Count a point for each cube on the damage track and for each bomb locked in."""
    state = play.state
    score = state.cubes + len(state.bombs)
    rating = play.data.rating_of(score)
    bombs, targets = len(state.bombs), len(state.bombs) + len(state.open)
    facts = {"cubes": state.cubes, "bombs": bombs, "targets": targets, "outcome": kind}
    play.log("score", score=score, rating=rating, **facts)
    play.end(kind, winner=winner, why=why, scores={CAPTAIN: score})
