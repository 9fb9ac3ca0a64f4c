"""Determinization: what the German player may not know, redrawn in a fork (13.0)."""

import attrs

from tabletop_core import Hand, determinize

from .questions.formation import flying, lead_bomber
from .state import LUFTWAFFE, SQUADRON, InPlay


def determinize_for(play: InPlay, seat: str) -> None:
    """Redraw the hidden mission card, crews and commander."""
    if seat == LUFTWAFFE:
        draw_cards_and_crews(play)
        forget_the_log(play)
        if not play.state.mission.record.is_known:
            draw_plans(play)
        draw_commander(play)


def draw_cards_and_crews(play: InPlay) -> None:
    """Redeal the crews: to bombers that have one, to dates of return, and to the ground."""
    state = play.state
    aboard = [one.aboard for one in state.bombers.values()]
    crews = state.crews.keys() - {one.crew for one in state.bombers.values()}
    returning = [name for name in state.rescued if name in crews]
    away = Hand(SQUADRON, [*returning], deck="crews")
    ground = Hand(SQUADRON, sorted(crews - {*returning}), deck="crews")
    determinize(play.source, [state.deck, state.mission.orders, *aboard, away, ground], LUFTWAFFE)
    dates = dict(zip(returning, away.cards, strict=True))
    state.rescued = {dates.get(name, name): box for name, box in state.rescued.items()}
    for name, crew in state.crews.items():
        crew.ready = name not in state.rescued
    for name in ground.cards:
        state.crews[name].ready = is_so(play, "hidden recovery")


def forget_the_log(play: InPlay) -> None:
    """Leave out of the log what only the squadron's player reads."""
    mission = play.state.mission
    for record in (*play.state.log, mission.record):
        if not record.is_known:
            record.card, record.low_altitude = "", False
        record.flyers = [attrs.evolve(line, crew="", level="") for line in record.flyers]
    for line in mission.record.flyers:
        if one := play.state.bombers.get(line.bomber):
            level = play.state.crews[one.crew].level.value if one.crew else ""
            mission.record.note(line.bomber, crew=one.crew, level=level)


def draw_plans(play: InPlay) -> None:
    """Leave open which way is flown, and to chance how high the bombs are dropped (12.13)."""
    mission = play.state.mission
    mission.record.card, mission.route = mission.card, []
    if flying(mission) and play.options["low_altitude"]:
        mission.low_altitude = mission.record.low_altitude = is_so(play, "hidden altitude")


def draw_commander(play: InPlay) -> None:
    """Leave it to chance whether the commander, who is taken for ready, flies in front (12.5)."""
    state, mission = play.state, play.state.mission
    if state.commander and flying(mission):
        mission.commander = lead_bomber(mission) if is_so(play, "hidden commander") else ""
        state.commander_ready = True
        state.rescued.pop(state.commander, None)


def is_so(play: InPlay, what: str) -> bool:
    return play.source.draw({"yes": 1, "no": 1}, what) == "yes"
