"""Victory points: of the mission (5.12), and of the campaign with its ends (7.2.3)."""

from typing import Any

from tabletop_core import rule, ruling

from ..questions.names import name_of
from ..shown.words import LINES
from ..state import InPlay


@rule("5.12", "Mission victory points")
def score(play: InPlay, what: str, times: int = 1, **facts: Any) -> None:
    """The mission points change by a line of the mission victory points table."""
    # `facts`: more about what earned or cost them, for the log.
    mission = play.state.mission
    amount = play.data.tables["mission_vp"].row(what).result * times
    mission.vp += amount
    why = LINES[what] if what in LINES else f"{name_of(play, what)} shot down"
    play.log("vp", why=why, amount=amount, total=mission.vp, **facts)


def change_campaign_vp(play: InPlay, amount: int, why: str) -> None:
    """Move the campaign track; a campaign can be won or lost by it at once."""
    state, track = play.state, play.data.track
    state.campaign_vp += amount
    play.log("campaign_vp", amount=amount, total=state.campaign_vp, why=why)
    if state.campaign == "single":
        return
    if state.campaign_vp >= track.automatic_victory:
        spectacular_victory(play)
    if state.campaign_vp <= track.automatic_defeat:
        total_failure(play)


@rule("7.2.3.1", "Automatic victory")
@ruling(
    "the campaign points are looked at after every single change",
    rejected="they are looked at once, at the end of the debriefing",
    why="7.2.3.1 and 7.2.3.2 speak of any point of the campaign",
)
def spectacular_victory(play: InPlay) -> None:
    """When the campaign track is full, the campaign is won at once."""
    end_campaign(play, "spectacular_victory", "the campaign track is full", play.state.campaign_vp)


@rule("7.2.3.2", "Automatic defeat")
def total_failure(play: InPlay) -> None:
    """When the campaign track has run out, the campaign is lost at once."""
    end_campaign(play, "total_failure", "the campaign track has run out", play.state.campaign_vp)


WON = (
    "spectacular_victory", "decisive_victory", "victory", "marginal_victory",
    "major_success", "highly_successful_mission", "successful_mission",
)  # fmt: skip
EVEN = ("draw", "minimal_success")


def end_campaign(play: InPlay, kind: str, why: str, points: int) -> None:
    """End the game with its points: those of the campaign, or of a single mission."""
    squadron, *others = play.seats
    winner = squadron if kind in WON else None if kind in EVEN or not others else others[0]
    scores = dict(zip(play.seats, (points, -points), strict=False))
    play.end(kind, winner=winner, why=why, scores=scores, is_draw=kind in EVEN)
