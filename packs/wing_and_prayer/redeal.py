"""What the German player may not know, drawn anew in a fork (13.0)."""

from .questions.formation import flying, lead_bomber
from .questions.mission import LUFTWAFFE
from .state import InPlay


def redeal(play: InPlay, seat: str) -> None:
    """Draw the hidden mission card, crews and commander anew."""
    if seat != LUFTWAFFE:
        return
    redraw_past_missions(play)
    if play.state.mission.card and not play.state.mission.record.is_known:
        redraw_target(play)
        redraw_altitude(play)
    shuffle_crews(play)
    redraw_commander(play)


def redraw_past_missions(play: InPlay) -> None:
    """Put any card and altitude on the log of a mission that never came to its target."""
    for record in play.state.log:
        if not record.is_known:
            cards = play.data.cards
            card = cards[play.source.draw(dict.fromkeys(cards, 1), "hidden target of the past")]
            record.target, record.red = card.target.id, card.red
            record.low_altitude = is_low(play)


def redraw_altitude(play: InPlay) -> None:
    """Leave it to chance how high the bombing run is flown (12.13)."""
    mission = play.state.mission
    if flying(mission):
        mission.low_altitude = mission.record.low_altitude = is_low(play)


def is_low(play: InPlay) -> bool:
    if not play.options["low_altitude"]:
        return False
    return play.source.draw({"low": 1, "standard": 1}, "hidden altitude") == "low"


def redraw_target(play: InPlay) -> None:
    """Draw a mission card among those that this one may be."""
    state, mission = play.state, play.state.mission
    state.deck.mix_in([mission.card])
    state.deck.pool = dict(sorted(state.deck.pool.items()))
    mission.card = state.deck.draw(play.source, "hidden target")
    card = play.data.cards[mission.card]
    mission.record.target, mission.record.red = card.target.id, card.red
    mission.route = []


def redraw_commander(play: InPlay) -> None:
    """Leave it to chance whether the commander, who is taken for ready, flies in front (12.5)."""
    state, mission = play.state, play.state.mission
    if state.commander and flying(mission):
        flies = play.source.draw({"flies": 1, "stays": 1}, "hidden commander") == "flies"
        mission.commander = lead_bomber(mission) if flies else ""
        state.commander_ready = True
        state.rescued.pop(state.commander, None)


def shuffle_crews(play: InPlay) -> None:
    """Deal the crews anew: to bombers that have one, to dates of return, and to the ground."""
    state = play.state
    left = dict.fromkeys(sorted(state.crews), 1)

    def draw() -> str:
        crew = play.source.draw(left, "hidden crew")
        del left[crew]
        return crew

    for one in state.bombers.values():
        if one.crew:
            one.crew = draw()
    state.rescued = {
        draw() if name in state.crews else name: box for name, box in state.rescued.items()
    }
    aboard = {one.crew for one in state.bombers.values()}
    for name, crew in state.crews.items():
        crew.ready = name in aboard
    for name in left:
        ready = {"ready": 1, "not ready": 1}
        state.crews[name].ready = play.source.draw(ready, "hidden recovery") == "ready"
    rewrite_flyers(play)


def rewrite_flyers(play: InPlay) -> None:
    """Write the crews dealt anew on the log of this mission, and leave out those of the past."""
    state = play.state
    for record in (*state.log, state.mission.record):
        for line in record.flyers:
            line.crew, line.level = "", ""
    for line in state.mission.record.flyers:
        if line.bomber in state.bombers and state.bombers[line.bomber].crew:
            line.crew = state.bombers[line.bomber].crew
            line.level = state.crews[line.crew].level.value
