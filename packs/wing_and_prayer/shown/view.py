"""The table as panels: map, formation, squadron, tracks, and the German player's counters."""

from collections.abc import Sequence

from tabletop_core import Viewer
from tabletop_core.events import counted, listed
from tabletop_core.panels import Card, Cards, Facts, Panel, Slot, Slots, TrackPanel

from ..questions.chances import DAMAGE
from ..questions.formation import flying
from ..questions.mission import is_hidden_from, is_two_player
from ..questions.names import (
    bomber_label,
    crew_label,
    crew_level,
    crew_name,
    fighter_label,
    name_of,
)
from ..questions.ratings import ace_bonus, ratings_of
from ..state import ELEMENTS, Fighter, InPlay, Mission, Post
from .board import is_target_hidden, mission_map

_POSTS = {
    Post.SECTION: "with the bombers",
    Post.COMBAT: "in combat",
    Post.COVER: "gives cover",
    Post.WITHDRAWN: "withdrawn",
}

# Left, lead, right, as on the printed formation card.
_ACROSS = ((1, "left"), (0, "leader"), (2, "right"))


def view(play: InPlay, viewer: Viewer) -> Sequence[Panel]:
    """The table; of two players the German one sees neither crews nor the mission card (13.0)."""
    hidden = is_hidden_from(play, viewer)
    mission = play.state.mission
    panels: list[Panel] = [
        briefing(play, hidden),
        points(play),
        campaign_track(play),
        turn_track(play),
    ]
    if mission.box and flying(mission):
        panels += [mission_map(play, hidden), formation_card(play, hidden)]
        if mission.escorts:
            panels.append(escort_section(play))
            panels.append(escort_track(play))
        if mission.interceptors:
            panels.append(interceptor_section(play))
    panels += [section(play, hidden, ready=True), section(play, hidden, ready=False)]
    if is_two_player(play):
        panels.append(german_counters(play))
    return panels


def briefing(play: InPlay, hidden: bool) -> Facts:
    data, state, mission = play.data, play.state, play.state.mission
    rows = [("mission", f"{state.flown + 1}, box {state.box} ({data.year_of(state.box)})")]
    if mission.card:
        if is_target_hidden(play, hidden):
            rows.append(("target", "hidden"))
        else:
            card = data.cards[mission.card]
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
            state_words = "loose" if mission.is_loose else "tight"
            rows.append(("formation", f"{len(flying(mission))} of {mission.flown}, {state_words}"))
    if not hidden:
        rows.append(("crews", "air combat/performance/bombing"))
    if mission.escorts or mission.interceptors:
        rows.append(("fighters", "air combat/performance/structure, aces counted"))
    if state.lady_luck:
        rows.append(("Lady Luck", ", ".join(name_of(play, one) for one in state.lady_luck)))
    if state.commander and not hidden:
        rows.append(("commander", name_of(play, state.commander) + whereabouts(play)))
    return Facts(title="Briefing", rows=tuple(rows))


def whereabouts(play: InPlay) -> str:
    """Where the squadron commander is, unless he is ready at the base (12.5)."""
    state = play.state
    if state.mission.commander in flying(state.mission):
        return " (flying)"
    if state.commander in state.rescued:
        return f" (back in box {state.rescued[state.commander]})"
    return "" if state.commander_ready else " (not ready)"


def bombs(mission: Mission) -> str:
    """What the bombing run has done, once the bombs have fallen."""
    damage = f", {DAMAGE[mission.damage]}" if mission.damage else ""
    return f"{counted(mission.hits, 'hit')}{damage}"


def points(play: InPlay) -> Facts:
    """The points of the mission in progress, as the mission VP track shows them."""
    return Facts(title="Mission VP track", rows=(("points", str(play.state.mission.vp)),))


def campaign_track(play: InPlay) -> TrackPanel:
    track = play.data.track
    low, high = track.automatic_defeat, track.automatic_victory
    value = min(max(play.state.campaign_vp, low), high)
    marks = {low: "total failure", 0: "start", high: "spectacular victory"}
    return TrackPanel(title="Campaign VP track", low=low, high=high, value=value, marks=marks)


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


def formation_card(play: InPlay, hidden: bool) -> Slots:
    mission = play.state.mission
    slots = []
    for element, name in enumerate(ELEMENTS):
        for at, place in _ACROSS:
            bomber = mission.formation[3 * element + at]
            content, tone = "", ""
            if bomber:
                one = play.state.bombers[bomber]
                shown = name_of(play, bomber) + (", damaged" if one.damaged else "")
                content = shown if hidden else bomber_label(play, bomber)
                tone = "bad" if one.damaged else "ours"
            slots.append(Slot(id=bomber, name=f"{name} {place}", content=content, tone=tone))
    return Slots(id="formation_card", title="Formation", slots=tuple(slots), per_row=3)


def escort_section(play: InPlay) -> Cards:
    cards = [
        Card(
            id=one.id,
            name=fighter_label(play, one),
            detail=fighter_ratings(play, one),
            state=task(play, one) or _POSTS[one.post],
        )
        for one in play.state.mission.escorts
    ]
    return Cards(title="Escorts", cards=tuple(cards))


def task(play: InPlay, one: Fighter) -> str:
    """What a fighter does beside the one it is placed with (9.1.6, 9.2.2, 9.2.3)."""
    mission, other = play.state.mission, one.beside
    if other in flying(mission):
        return f"at {name_of(play, other)}"
    for side in (mission.escorts, mission.interceptors):
        if other in {fighter.id for fighter in side}:
            does = "covers against" if one.post is Post.COVER else "against"
            return f"{'wingman of' if one in side else does} {other}"
    return ""


def fighter_ratings(play: InPlay, one: Fighter) -> str:
    """Air combat, performance and structure of a fighter, its ace and its damage counted."""
    own = ratings_of(play, one)
    air_combat, performance = ace_bonus(play, one)
    return f"{own.air_combat + air_combat}/{own.performance + performance}/{own.structure}"


def escort_track(play: InPlay) -> TrackPanel:
    mission = play.state.mission
    kind = mission.escorts[0].kind
    return TrackPanel(
        title=f"Escort range, {name_of(play, kind)}",
        low=0,
        high=play.data.escorts[kind].range,
        value=mission.escort_range,
    )


def interceptor_section(play: InPlay) -> Cards:
    cards = [
        Card(
            id=one.id,
            name=fighter_label(play, one),
            detail=fighter_ratings(play, one),
            state=task(play, one),
        )
        for one in play.state.mission.interceptors
    ]
    return Cards(title="Interceptors", cards=tuple(cards))


def section(play: InPlay, hidden: bool, *, ready: bool) -> Cards:
    """The ready or the not ready section of the briefing card (2.5), without hidden crews."""
    state = play.state
    away = set(flying(state.mission))
    cards = []
    for name, one in state.bombers.items():
        if name in away or one.ready is not ready:
            continue
        detail = crew_label(play, one.crew) if one.crew else "no crew"
        detail = "" if hidden else detail
        damaged = "damaged" if one.damaged else ""
        cards.append(Card(id=name, name=name_of(play, name), detail=detail, state=damaged))
    aboard = {one.crew for one in state.bombers.values()}
    for name, crew in state.crews.items() if not hidden else ():
        if name not in aboard and (crew.ready and name not in state.rescued) is ready:
            due = f"back in box {state.rescued[name]}" if name in state.rescued else "no bomber"
            level = crew_level(play, name)
            cards.append(Card(id=name, name=crew_name(play, name), detail=level, state=due))
    return Cards(title="Ready" if ready else "Not ready", cards=tuple(cards), per_row=4)


def german_counters(play: InPlay) -> Facts:
    german = play.state.mission.german
    rows = [(f"{level} flak", str(number)) for level, number in german.flak.items()]
    for kind, number in german.fighters.items():
        aces = [name_of(play, ace) for ace, its in german.aces.items() if its == kind]
        flown = f", with {listed(aces)}" if aces else ""
        rows.append((name_of(play, kind), f"{number}{flown}"))
    rows = rows or [("counters", "none yet")]
    return Facts(title="German resources", rows=tuple(rows))
