"""The table as panels: the Scenario, the map, the formations, player boards, hands, the fight.

The players fly together and may discuss their cards, so everybody sees all hands. Nothing else in
the state is hidden, because unknown cards and planes are not drawn until they are revealed.
"""

from collections.abc import Mapping

from tabletop_core import Viewer
from tabletop_core.events import counted, listed
from tabletop_core.panels import Facts, Panel, Place, Slot, Slots

from ..components import Mode
from ..questions.board import (
    chapters_words,
    in_reserve,
    is_chosen,
    planes_of,
    scenario,
)
from ..questions.germans import aces_of, mode_words
from ..questions.hands import is_wingman
from ..questions.names import area_name, event_text, pilot_name, planes_words
from ..questions.pilots import level_of
from ..questions.routes import arrival_words, arrivals
from ..state import Fighter, InPlay, Squadron
from .board import board_panel
from .cards import hand_panel
from .fight import fight_panels, strike_panel
from .log_sheet import result_panel


def view(play: InPlay, viewer: Viewer) -> tuple[Panel, ...]:
    """Return the panels, which are the same for everybody."""
    state = play.state
    turns = arrivals(play)
    panels: list[Panel] = [board_panel(play, turns)]
    if play.outcome is not None:
        panels.append(result_panel(play))
    if state.fight is not None:
        panels += fight_panels(play, state.fight)
    if state.strike is not None:
        panels.append(strike_panel(play, state.strike))
    panels.append(scenario_panel(play, turns) if is_chosen(play) else choice_panel(play))
    if state.events:
        panels.append(events_panel(play))
    for fighter in state.fighters.values():
        panels += [player_panel(play, fighter), hand_panel(play, fighter)]
    panels.append(squadrons_panel(play, turns))
    return tuple(panels)


def choice_panel(play: InPlay) -> Facts:
    """Return the Scenarios from which a Campaign chooses."""
    rows = ((it.title, f"{it.text} {it.turns} turns.") for it in play.data.scenarios.values())
    return Facts(title="Campaign", rows=tuple(rows))


def scenario_panel(play: InPlay, arrivals: Mapping[str, int]) -> Facts:
    state, it = play.state, scenario(play)
    turn = f"{state.turn} of {it.turns}" if state.turn else "being set up"
    rows = [("Turn", turn), ("Task", it.text)]
    if it.home:
        rows.append(("British squadron", _british(play, arrivals)))
    for area in it.targets:
        bombs, toughness = state.bombs.get(area, 0), play.data.board.toughness(area)
        rows.append((area_name(play, area), f"bombed {bombs} of {toughness}"))
    downed, lost = counted(state.downed, "German plane"), counted(state.losses, "pilot")
    rows.append(("Shot down", f"{downed}, {lost} of ours"))
    if state.hunted:
        rows.append(("Hunted", play.data.pilots[state.hunted].title))
    reserve = [play.data.pilots[name].title for name in in_reserve(play)]
    rows.append(("Reserve", ", ".join(reserve) or "nobody"))
    rows.append(("Combat cards", f"{len(state.deck)} in the deck, {len(state.discards)} discarded"))
    if state.chapters:
        now = f"Scenario {state.chapter + 1} of {len(state.chapters)}"
        rows.append(("Campaign", "; ".join([now, *chapters_words(play)])))
    if state.damaged_sites:
        tiles = (play.data.tiles[tile].title for tile in state.damaged_sites)
        rows.append(("Target Damage", ", ".join(tiles)))
    glance = (
        ("Turn", f"{state.turn}/{it.turns}"),
        ("Shot down", str(state.downed)),
        ("Pilots lost", str(state.losses)),
        ("Reserve", str(len(reserve))),
    )
    return Facts(title=it.title, rows=tuple(rows), glance=glance)


def _british(play: InPlay, arrivals: Mapping[str, int]) -> str:
    """Return where the British planes are and when they are home; or that nobody has found them."""
    told = [f"{play.state.british_home} home"] if play.state.british_home else []
    for squadron in play.state.squadrons.values():
        planes = [plane for plane in planes_of(play, squadron.id) if not plane.is_german]
        if planes:
            here = f"{planes_words(play, planes)} at {area_name(play, planes[0].area)}"
            told += filter(None, (here, arrival_words(play, squadron, arrivals[squadron.id])))
    may_be_hidden = any(it.hidden for it in play.state.squadrons.values())
    return ", ".join(told) or ("not found yet" if may_be_hidden else "none is left")


def squadrons_panel(play: InPlay, arrivals: Mapping[str, int]) -> Facts:
    """Return each squadron with its planes, and when it reaches the end of its route."""
    squadrons = play.state.squadrons.values()
    rows = tuple((it.id, _squadron(play, it, arrivals[it.id])) for it in squadrons)
    return Facts(
        title="Squadrons", rows=rows or (("none", "no squadron is in the air"),), place=Place.FOOT
    )


def _squadron(play: InPlay, squadron: Squadron, turn: int) -> str:
    arrival = arrival_words(play, squadron, turn)
    if squadron.hidden:
        here = area_name(play, squadron.area)
        return "; ".join(filter(None, (f"unknown planes at {here}", arrival)))
    planes = planes_of(play, squadron.id)
    if not planes:
        return "no plane left"
    known = dict.fromkeys(ace for plane in planes for ace in aces_of(play, plane))
    aces = [f"ace {play.data.aces[ace].title}" for ace in known]
    aces += [f"an unknown {plane.ace_kind} ace" for plane in planes if plane.ace_kind]
    return "; ".join(
        filter(
            None,
            (
                mode_words(play, squadron) + _quarry(play, squadron),
                planes_words(play, planes),
                arrival,
                listed(aces),
            ),
        )
    )


def _quarry(play: InPlay, squadron: Squadron) -> str:
    """Return in words whom a squadron hunts."""
    if squadron.quarry == "british":
        return " the British squadron"
    if squadron.quarry:
        return f" {play.data.pilots[squadron.quarry].title}"
    if play.state.hunted and squadron.mode is Mode.PATROL:
        return f" after {play.data.pilots[play.state.hunted].title}"
    return ""


def events_panel(play: InPlay) -> Facts:
    rows = []
    for event in play.state.events:
        card = play.data.events[event.id]
        quarry = f"; hunted: {play.data.pilots[event.quarry].title}" if event.quarry else ""
        downed = f"{event.downed} shot down"
        if card.goal == "downed_in_a_turn":
            downed = f"{event.this_turn} shot down this turn"
        so_far = event.result or f"since turn {event.since}, {downed}{quarry}"
        rows.append((card.title, f"{event_text(play, card)}; {so_far}"))
    return Facts(title="Events", rows=tuple(rows))


def player_panel(play: InPlay, fighter: Fighter) -> Slots:
    role = ""
    if play.state.leader:
        role = ", Wingman" if is_wingman(play, fighter) else ", Leader"
    name = fighter.colour.capitalize() + role
    panel = f"board:{fighter.colour}"
    if not fighter.pilot:
        return Slots(id=panel, title=f"{name}: waiting for a pilot", slots=())
    tokens = play.data.damage_tokens
    record = play.state.pilots[fighter.pilot]
    pilot = play.data.pilots[fighter.pilot]
    where = area_name(play, fighter.area) + (", on the ground" if fighter.landed else "")
    damage = "; ".join(tokens[token].text for token in fighter.damage)
    destroys = play.data.numbers.counts.damage_destroys
    ability = f"{pilot.text} ({'declared' if fighter.declared else 'not declared'})"
    slots = [
        Slot(name="Area", content=where),
        Slot(name="Ammunition", content=str(fighter.ammunition)),
        Slot(
            name="Damage",
            content=f"{len(fighter.damage)} of {destroys}" + (f": {damage}" if damage else ""),
            tone="bad" if fighter.damage else "good",
        ),
        Slot(name="Maneuver tokens", content=str(fighter.tokens)),
        Slot(name="Medals", content=str(record.medals)),
        Slot(name="Victories", content=str(record.all_victories)),
        Slot(name="Ability", content=ability),
    ]
    if record.specialization:
        group = play.data.specializations[record.specialization].title
        clock = f"ready in {record.clock}" if record.clock else "ready"
        level = level_of(play, fighter, record.specialization)
        slots.append(Slot(name="Specialization", content=f"{group}, level {level}, {clock}"))
    title = f"{name}: {pilot_name(play, fighter)}"
    return Slots(id=panel, title=title, slots=tuple(slots), per_row=4)
