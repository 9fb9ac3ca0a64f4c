"""What the German player may not know, drawn anew in a fork (13.0)."""

from .formation import LUFTWAFFE, Game, facts, flying, lead_bomber


def redeal(play: Game, seat: str) -> None:
    """Draw the hidden mission card, crews and commander anew."""
    if seat != LUFTWAFFE:
        return
    if play.state.mission.card and not play.state.mission.is_known:
        redraw_target(play)
        redraw_altitude(play)
    shuffle_crews(play)
    redraw_commander(play)


def redraw_altitude(play: Game) -> None:
    """Leave it to chance how high the bombing run is flown (12.13)."""
    mission = play.state.mission
    if play.options["low_altitude"] and flying(mission):
        drawn = play.source.draw({"low": 1, "standard": 1}, "hidden altitude")
        mission.low_altitude = mission.record.low_altitude = drawn == "low"


def redraw_target(play: Game) -> None:
    """Draw a mission card among those that this one may be."""
    state, mission = play.state, play.state.mission
    state.deck.mix_in([mission.card])
    state.deck.pool = dict(sorted(state.deck.pool.items()))
    mission.card = state.deck.draw(play.source, "hidden target")
    card = facts(play).cards[mission.card]
    mission.record.target, mission.record.red = card.target.id, card.red
    mission.route = []


def redraw_commander(play: Game) -> None:
    """Leave it to chance whether the commander, who is taken for ready, flies in front (12.5)."""
    state, mission = play.state, play.state.mission
    if state.commander and flying(mission):
        flies = play.source.draw({"flies": 1, "stays": 1}, "hidden commander") == "flies"
        mission.commander = lead_bomber(mission) if flies else ""
        state.commander_ready = True
        state.rescued.pop(state.commander, None)


def shuffle_crews(play: Game) -> None:
    """Deal the crews anew among the bombers that have one."""
    state = play.state
    manned = [one for one in state.bombers.values() if one.crew]
    left = dict.fromkeys(sorted(one.crew for one in manned), 1)
    for one in manned:
        one.crew = play.source.draw(left, "hidden crew")
        del left[one.crew]
    for line in state.mission.record.flyers:
        if line.bomber in state.bombers and state.bombers[line.bomber].crew:
            line.crew = state.bombers[line.bomber].crew
            line.level = state.crews[line.crew].level.value
