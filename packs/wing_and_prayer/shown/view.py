"""The table as panels: map, formation, squadron, tracks, cards, the German player's counters."""

from collections.abc import Iterator, Sequence

from tabletop_core import Viewer
from tabletop_core.events import counted, listed, said
from tabletop_core.panels import Card, Cards, Facts, Panel, Place, TrackPanel, kept

from ..questions.chances import DAMAGE
from ..questions.formation import flying
from ..questions.mission import active_card, is_hidden_from, is_two_player
from ..questions.names import crew_name, name_of
from ..state import Crew, InPlay, Mission
from .board import is_target_hidden, mission_map
from .formation import formation_card, strength
from .log_sheet import last_mission, result_panel
from .squadron import squadron_card

MISSION_CARD = "mission_card"
"""The id of the card of the day: the target's own is that of its box on the map."""


def view(play: InPlay, viewer: Viewer) -> Sequence[Panel]:
    """Return the table; a German player sees neither crews nor the mission card (13.0)."""
    hidden = is_hidden_from(play, viewer)
    state, mission = play.state, play.state.mission
    ended = [result_panel(play, viewer)] if play.outcome is not None else []
    is_home = not flying(mission)
    panels: list[Panel] = [
        *ended,
        *([last_mission(play, hidden)] if state.log and is_home and not ended else []),
        briefing(play, hidden),
        points(play),
        campaign_track(play),
        turn_track(play),
    ]
    if mission.box and flying(mission):
        boards = [mission_map(play, hidden), formation_card(play, hidden)]
        # Fighters meet the formation, flak and bombs fall to it: then it takes the stage.
        panels += (
            reversed(boards) if mission.interceptors or is_over_target(play, hidden) else boards
        )
        if mission.escorts:
            panels.append(escort_track(play))
    panels += [squadron_card(play, hidden), cards_at_hand(play, hidden)]
    if is_home and not hidden and any(crew.missions for crew in state.crews.values()):
        panels.append(roster(play))
    if is_two_player(play):
        panels.append(german_counters(play))
    return panels


def is_over_target(play: InPlay, hidden: bool) -> bool:
    """Return whether the formation is in the box of the target, as far as the viewer knows it."""
    mission = play.state.mission
    is_known = mission.card and not is_target_hidden(play, hidden)
    return bool(is_known) and mission.box == active_card(play).target.box


def briefing(play: InPlay, hidden: bool) -> Facts:
    data, state, mission = play.data, play.state, play.state.mission
    rows = [("mission", f"{state.flown + 1}, box {state.box} ({data.year_of(state.box)})")]
    if mission.card:
        if is_target_hidden(play, hidden):
            rows.append(("target", "hidden"))
        else:
            card = data.mission_cards[mission.card]
            light = f"/{card.light_vp}" if card.light_vp else ""
            rows.append(("target", name_of(play, card.id)))
            rows.append(
                (
                    "card",
                    f"flak {card.target.blue.flak}, difficulty {card.target.difficulty}, "
                    f"destruction {card.target.blue.destruction}, VP {card.heavy_vp}{light}",
                )
            )
        if mission.bombed:
            rows.append(("bombs", bombs(mission)))
        else:
            rows.append(("cloud over target", mission.cloud))
        is_open = not is_target_hidden(play, hidden)
        if play.options["low_altitude"] and is_open and flying(mission):
            rows.append(("bombing run", "low" if mission.low_altitude else "standard altitude"))
        if flying(mission):
            rows.append(("formation", strength(mission)))
            if mission.turn or mission.escorts:
                rows.append(("escorts", escorts(play)))
    if state.lady_luck:
        rows.append(("Lady Luck", ", ".join(name_of(play, one) for one in state.lady_luck)))
    if state.commander and not hidden:
        rows.append(("commander", name_of(play, state.commander) + whereabouts(play)))
    return Facts(title="Briefing", rows=tuple(rows), glance=tuple(figures(play, hidden)))


def figures(play: InPlay, hidden: bool) -> Iterator[tuple[str, str]]:
    """Yield the four figures that the game turns on now; the German player reads his own."""
    state, mission = play.state, play.state.mission
    campaign = play.data.campaigns.get(play.options["campaign"])
    away = flying(mission)
    if campaign is not None and not away:
        number = len(state.log) if play.outcome is not None else state.flown + 1
        yield "Mission", f"{number}/{campaign.missions}"
    yield "Bombers", str(len(away or state.bombers))
    if hidden:
        yield "Fighters", str(sum(mission.german.fighters.values()))
        yield "Flak", str(sum(mission.german.flak.values()))
    elif away:
        yield "Escorts", str(len(mission.escorts))
    else:
        yield "Ready", str(sum(one.ready and not one.damaged for one in state.bombers.values()))
    if campaign is None or (away and not hidden):
        yield "Points", str(mission.vp)
    if campaign is not None:
        yield "Campaign", str(state.campaign_vp)


def whereabouts(play: InPlay) -> str:
    """Return where the squadron commander is, unless he is ready at the base (12.5)."""
    state = play.state
    if state.mission.commander in flying(state.mission):
        return " (flying)"
    if state.commander in state.rescued:
        return f" (back in box {state.rescued[state.commander]})"
    return "" if state.commander_ready else " (not ready)"


def escorts(play: InPlay) -> str:
    """Return how many escorts fly along; all are of one type."""
    there = play.state.mission.escorts
    return counted(len(there), name_of(play, there[0].kind)) if there else "none"


def bombs(mission: Mission) -> str:
    """Return what the bombing run has done, once the bombs have fallen."""
    damage = f", {DAMAGE[mission.damage]}" if mission.damage else ""
    return f"{counted(mission.hits, 'hit')}{damage}"


def points(play: InPlay) -> Facts:
    """Return the points of the mission in progress, as the mission VP track shows them."""
    return Facts(title="Mission VP track", rows=(("points", str(play.state.mission.vp)),))


@kept(lambda play: (play.data, play.options["campaign"], play.state.campaign_vp))
def campaign_track(play: InPlay) -> TrackPanel:
    track = play.data.track
    low, high = track.automatic_defeat, track.automatic_victory
    value = min(max(play.state.campaign_vp, low), high)
    marks = {low: "total failure", **successes(play), high: "spectacular victory"}
    return TrackPanel(title="Campaign VP track", low=low, high=high, value=value, marks=marks)


def successes(play: InPlay) -> dict[int, str]:
    """Return the least points for each success of the campaign (7.2.3); none for one mission."""
    campaign = play.data.campaigns.get(play.options["campaign"])
    if campaign is None:
        return {0: "start"}
    table, track = play.data.tables["campaign_success"], play.data.track
    found: dict[str, int] = {}
    for value in range(track.automatic_defeat + 1, track.automatic_victory):
        found.setdefault(table.result(value, campaign.id), value)
    return {least: said(result) for result, least in found.items() if least > 0}


@kept(lambda play: (play.data, play.state.box))
def turn_track(play: InPlay) -> TrackPanel:
    data = play.data
    marks = {year.first_box: year.id for year in data.years}
    marks |= dict.fromkeys(data.war_progress.boxes, "war progress")
    marks[data.track.old_targets_leave] = f"{data.track.old_targets_year} leaves"
    for one in data.escorts.values():
        if one.available_from > 1:
            known = marks.get(one.available_from)
            name = name_of(play, one.id)
            marks[one.available_from] = f"{known}, {name}" if known else name
    return TrackPanel(
        title="Mission turn track", low=1, high=data.track.boxes, value=play.state.box, marks=marks
    )


def escort_track(play: InPlay) -> TrackPanel:
    mission = play.state.mission
    kind = mission.escorts[0].kind
    return TrackPanel(
        title=f"Escort range, {name_of(play, kind)}",
        low=0,
        high=play.data.escorts[kind].range,
        value=mission.escort_range,
    )


def cards_at_hand(play: InPlay, hidden: bool) -> Cards:
    """Return the mission card and the Lady Luck counters, each with its whole rule."""
    cards = [mission_card(play)] if play.state.mission.card and not hidden else []
    cards += [luck_card(play, name) for name in play.state.lady_luck]
    return Cards(id="cards", title="Mission card and Lady Luck", cards=tuple(cards), per_row=3)


@kept(lambda play: (play.data, play.state.mission.card))
def mission_card(play: InPlay) -> Card:
    """Return what is printed on the mission card, with what each number does."""
    card = active_card(play)
    target, blue = card.target, card.target.blue
    light = f"light damage earns {card.light_vp} VP" if card.light_vp else "light damage no VP"
    after = "it always goes back into the deck (11.5.1)"
    if not target.major:
        after = "heavy damage finishes it, light damage turns it red (11.5)"
        if target.year == "1944":
            after = "heavy damage turns it red (11.5.2)"
    return Card(
        id=MISSION_CARD,
        name=name_of(play, card.id),
        detail=(
            f"{said(target.type).capitalize()}. Flak {blue.flak}: the row of the combat table on "
            f"the way in and out (11.1, 11.4). Difficulty {target.difficulty}: that many rows less "
            f"for the bombs (11.2.1). Destruction {blue.destruction}: the column for the damage "
            f"(11.3). Heavy damage earns {card.heavy_vp} VP, {light}; {after}. {blue.bombers} "
            f"bombers required, {counted(blue.escorts, 'escort')} (4.4, 4.5)."
        ),
        corners=(f"flak {blue.flak}", f"destruction {blue.destruction}"),
        tone="red" if card.red else "blue",
        symbol="target",
        art="target",
    )


@kept(lambda play, name: (play.data, name))
def luck_card(play: InPlay, name: str) -> Card:
    one = play.data.lady_luck[name]
    detail = f"{one.text} It is offered where it applies, and used once (6.1.2)."
    return Card(id=name, name=one.name, detail=detail, tone="green", symbol="star", art="luck")


def roster(play: InPlay) -> Facts:
    """Return every crew with its level and its record, the best first."""
    state = play.state
    aboard = {one.crew: bomber for bomber, one in state.bombers.items()}
    order = sorted(state.crews.values(), key=lambda crew: (-crew.kills, -crew.missions))
    rows = [record(play, crew, aboard.get(crew.id, "")) for crew in order if crew.missions]
    return Facts(title="Roster", rows=tuple(rows), place=Place.FOOT)


@kept(lambda play, crew, bomber: (play.data, crew, bomber))
def record(play: InPlay, crew: Crew, bomber: str) -> tuple[str, str]:
    """Return a crew with its level, its record, and where it is."""
    words = (
        crew.level.value,
        counted(crew.missions, "mission"),
        counted(crew.kills, "kill") if crew.kills else "",
        name_of(play, bomber) if bomber else "no bomber",
        "" if crew.ready else "not ready",
    )
    return crew_name(play, crew.id), ", ".join(filter(None, words))


def german_counters(play: InPlay) -> Facts:
    german = play.state.mission.german
    rows = [(f"{level} flak", str(number)) for level, number in german.flak.items()]
    for kind, number in german.fighters.items():
        aces = [name_of(play, ace) for ace, its in german.aces.items() if its == kind]
        flown = f", with {listed(aces)}" if aces else ""
        rows.append((name_of(play, kind), f"{number}{flown}"))
    rows = rows or [("counters", "none yet")]
    return Facts(title="German resources", rows=tuple(rows))
