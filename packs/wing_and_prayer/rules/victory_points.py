"""Victory points: of the mission (5.12), and of the campaign with its ends (7.2.3)."""

from tabletop_core import rule, ruling

from ..formation import Game, facts


@rule("5.12", "Mission victory points")
def score(play: Game, what: str, times: int = 1) -> None:
    """Adjust the mission points by a line of the mission victory points table."""
    mission = play.state.mission
    amount = facts(play).tables["mission_vp"].row(what).result * times
    mission.vp += amount
    play.log("vp", why=what.replace("_", " "), amount=amount, total=mission.vp)


def change_campaign_vp(play: Game, amount: int, why: str) -> None:
    """Move the campaign track; a campaign can be won or lost by it at once."""
    state, track = play.state, facts(play).track
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
    why="7.2.3.1 and 7.2.3.2 speak of any point of the campaign",
)
def spectacular_victory(play: Game) -> None:
    end_campaign(play, "spectacular_victory", "the campaign track is full")


@rule("7.2.3.2", "Automatic defeat")
def total_failure(play: Game) -> None:
    end_campaign(play, "total_failure", "the campaign track has run out")


VICTORIES = ("spectacular_victory", "decisive_victory", "victory", "marginal_victory")


def end_campaign(play: Game, kind: str, why: str) -> None:
    """End the game with its points; a draw has no winner."""
    points = play.state.campaign_vp
    if kind in VICTORIES or (play.state.campaign == "single" and points > 0):
        winner: str | None = play.seats[0]
    else:
        lost = kind not in ("draw", "minimal_success")
        winner = play.seats[1] if lost and len(play.seats) == 2 else None
    scores = dict(zip(play.seats, (points, -points), strict=False))
    play.end(kind, winner=winner, why=why, scores=scores)
