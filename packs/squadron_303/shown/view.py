"""The table as panels: the Scenario, the map, the formations, player boards, hands, the fight.

The players fly together and may discuss their cards, so everybody sees all hands.
Nothing else is hidden in the state: what nobody knows is not drawn yet.
"""

from collections.abc import Iterator

from tabletop_core import Viewer
from tabletop_core.panels import (
    Card,
    Cards,
    Cell,
    Facts,
    GridPanel,
    Lines,
    MapPanel,
    Panel,
    Slot,
    Slots,
    Space,
)

from ..components import Mode
from ..questions.board import (
    british_in,
    germans_in,
    hidden_in,
    in_reserve,
    kind_of,
    planes_of,
    scenario,
)
from ..questions.hands import card_detail, hand_limit, is_wingman
from ..questions.names import area_name, event_text, pilot_name, who_is_in
from ..questions.pilots import level_of
from ..questions.symbols import symbols_of
from ..state import Fighter, InPlay, Squadron, Strike


def view(play: InPlay, viewer: Viewer) -> tuple[Panel, ...]:
    """Return the panels; everybody sees the same."""
    panels: list[Panel] = [map_panel(play), scenario_panel(play), chart_panel(play)]
    panels += [areas_panel(play), squadrons_panel(play)]
    if play.state.events:
        panels.append(events_panel(play))
    for fighter in play.state.fighters.values():
        panels += [board_panel(play, fighter), hand_panel(play, fighter)]
    if play.state.fight is not None:
        panels.append(fight_panel(play))
    if play.state.strike is not None:
        panels.append(strike_panel(play, play.state.strike))
    return tuple(panels)


def scenario_panel(play: InPlay) -> Facts:
    state, it = play.state, scenario(play)
    turn = f"{state.turn} of {it.turns}" if state.turn else "being set up"
    rows = [("Turn", turn), ("Task", it.text)]
    for area in it.targets:
        bombs, toughness = state.bombs.get(area, 0), play.data.board.toughness(area)
        rows.append((area_name(play, area), f"damage {bombs} of {toughness}"))
    rows.append(("Shot down", f"{state.downed} German planes, {state.losses} pilots of ours"))
    if state.hunted:
        rows.append(("Hunted", play.data.pilots[state.hunted].title))
    reserve = [play.data.pilots[name].title for name in in_reserve(play)]
    rows.append(("Reserve", ", ".join(reserve) or "nobody"))
    rows.append(("Combat cards", f"{len(state.deck)} in the deck, {len(state.discards)} discarded"))
    if state.chapters:
        rows.append(("Campaign", f"Scenario {state.chapter + 1} of {len(state.chapters)}"))
    if state.damaged_sites:
        tiles = (play.data.tiles[tile].title for tile in state.damaged_sites)
        rows.append(("Target Damage", ", ".join(tiles)))
    return Facts(title=it.title, rows=tuple(rows))


SECTORS = "ABCDE"
ROWS = 8
SITES = {"factory": "f", "port": "p", "radar": "r", "airfield": "a", "city": "c"}


def chart_panel(play: InPlay) -> GridPanel:
    """Draw the sectors side by side: German planes by number, players by initial."""
    cells = {}
    for column, sector in enumerate(SECTORS, 1):
        for row in range(1, ROWS + 1):
            area = play.data.board.areas.get(f"{sector}{row}")
            if area is not None and (cell := _cell(play, area.id)):
                cells[column, row] = cell
    legend = (
        "number: German planes, ?: unknown, +: British, B Y R G: players",
        "f factory, p port, r radar; F: a factory to be kept",
    )
    return GridPanel(
        title="Sectors",
        columns=len(SECTORS),
        rows=ROWS,
        cells=cells,
        legend=legend,
    )


def _cell(play: InPlay, area: str) -> Cell | None:
    there, target = who_is_in(play, area), play.data.board.target(area)
    germans = len(germans_in(play, area))
    fighters = [f for f in play.state.fighters.values() if f.pilot and f.area == area]
    text = (str(germans) if germans else "") + ("?" if hidden_in(play, area) else "")
    text += "+" if british_in(play, area) else ""
    text += "".join(fighter.colour[0].upper() for fighter in fighters)
    words = ", ".join(filter(None, [play.data.board.areas[area].title, *(w for w, _ in there)]))
    if not text and not target:
        return None
    tone = "theirs" if any(enemy for _, enemy in there) else "ours" if text else "quiet"
    site = SITES.get(target, "")
    if area in scenario(play).targets:
        site = site.upper()
    return Cell(text=text or site, words=words, tone=tone)


def areas_panel(play: InPlay) -> Lines:
    """Tell in words what stands where, and which targets are damaged."""
    lines = []
    for area in play.data.board.space:
        found = [words for words, _ in who_is_in(play, area.id)]
        if bombs := play.state.bombs.get(area.id):
            found.append(f"damage {bombs} of {play.data.board.toughness(area.id)}")
        if found:
            lines.append(f"{area_name(play, area.id)}: {', '.join(found)}")
    return Lines(title="In the areas", lines=tuple(lines))


def map_panel(play: InPlay) -> MapPanel:
    """Show which areas touch; what stands in them changes and is told apart."""
    spaces = (
        Space(
            name=_short(play, area.id),
            contents=area.title if area.sector else "",
            links=tuple(_short(play, there) for there in play.data.graph.neighbours(area.id)),
        )
        for area in play.data.board.space
    )
    return MapPanel(title="Map", spaces=tuple(spaces))


def _short(play: InPlay, area: str) -> str:
    """Name an area as on the board: by letter and number, or by its title inland."""
    it = play.data.board.areas[area]
    return area if it.sector else it.title


def squadrons_panel(play: InPlay) -> Lines:
    lines = [
        line for squadron in play.state.squadrons.values() for line in _squadron(play, squadron)
    ]
    return Lines(title="Squadrons and routes", lines=tuple(lines) or ("none in the air",))


def _squadron(play: InPlay, squadron: Squadron) -> Iterator[str]:
    route = " > ".join(_short(play, area) for area in squadron.route)
    mode = "British" if squadron.mode is Mode.BRITISH else squadron.mode.value
    if squadron.hidden:
        yield f"{squadron.id} (unknown) at {_short(play, squadron.area)}; route {route}"
        return
    ace = f"; ace {play.data.aces[squadron.ace].title}" if squadron.ace else ""
    if squadron.ace_group and not squadron.ace:
        ace = f"; an unknown {squadron.ace_group} ace"
    yield f"{squadron.id}, {mode}{_quarry(play, squadron)}; route {route}{ace}"
    for plane in planes_of(play, squadron.id):
        toughness = kind_of(play, plane).toughness
        marked = f", Maneuver tokens: {plane.markers}" if plane.markers else ""
        yield (
            f"  {kind_of(play, plane).title} #{plane.id} at {_short(play, plane.area)}, "
            f"damage {plane.damage} (toughness {'-'.join(map(str, toughness))}){marked}"
        )


def _quarry(play: InPlay, squadron: Squadron) -> str:
    """Tell whom a squadron hunts."""
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


def board_panel(play: InPlay, fighter: Fighter) -> Slots:
    role = ""
    if play.state.leader:
        role = ", Wingman" if is_wingman(play, fighter) else ", Leader"
    name = fighter.colour.capitalize() + role
    if not fighter.pilot:
        return Slots(title=f"{name}: waits for a pilot", slots=())
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
    return Slots(title=f"{name}: {pilot_name(play, fighter)}", slots=tuple(slots), per_row=4)


def hand_panel(play: InPlay, fighter: Fighter) -> Cards:
    names = play.data.names
    cards = [Card(name=names[card], detail=card_detail(play, card)) for card in fighter.cards]
    limit = hand_limit(play, fighter)
    return Cards(title=f"Cards of {fighter.name}, limit {limit}", cards=tuple(cards), per_row=2)


def fight_panel(play: InPlay) -> Facts:
    state, fight = play.state, play.state.fight
    assert fight is not None
    names = play.data.names
    plane = state.planes.get(fight.opponent)
    opponent = "shot down"
    if plane:
        left = "-".join(map(str, kind_of(play, plane).toughness[plane.damage :]))
        opponent = f"{kind_of(play, plane).title} #{plane.id}, toughness left {left}"
    gained = (("hits", fight.hits), ("evasions", fight.evades), ("damage ignored", fight.ignore))
    dice = [
        f"{face}{' (placed)' if at in fight.placed else ''}" for at, face in enumerate(fight.dice)
    ]
    rows = (
        ("Round", f"{fight.round} of {fight.rounds}"),
        ("Opponent", opponent),
        ("Own dice", ", ".join(dice) or "not rolled"),
        ("Luftwaffe dice", ", ".join(fight.luftwaffe) or "none"),
        ("Cards played", ", ".join(names[card] for card in fight.cards) or "none"),
        ("Symbols", ", ".join(symbol for symbol, _ in symbols_of(play, fight)) or "none"),
        ("Gained", ", ".join(f"{what} {n}" for what, n in gained if n) or "nothing"),
        ("Support", fight.support or ("used" if fight.supported else "none yet")),
    )
    return Facts(title=f"Fight of {fight.colour.capitalize()}", rows=rows)


def strike_panel(play: InPlay, strike: Strike) -> Facts:
    left = ", ".join(f"{blade}-blade" for blade in strike.blades) or "none"
    return Facts(
        title=f"Strike at {area_name(play, strike.area)}", rows=(("Propellers left", left),)
    )
