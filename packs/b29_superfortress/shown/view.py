"""What the commander sees."""

from collections.abc import Iterator

from tabletop_core import Viewer
from tabletop_core.events import counted
from tabletop_core.panels import Facts, Lines, Panel, Slot, Slots, TrackPanel

from ..questions import situation as now
from ..state import InPlay, State
from .damage_list import damage_rows
from .words import place_words, said


def view(play: InPlay, viewer: Viewer) -> list[Panel]:
    """Nothing is hidden in this game."""
    return [
        track(play),
        situation(play),
        engines(play),
        crew(play),
        guns(play),
        fighters(play),
        damage(play),
    ]


def track(play: InPlay) -> TrackPanel:
    mission = play.state.mission
    way = "outbound" if mission.leg == "out" else "homeward"
    marks = {0: "base", 6: "Iwo Jima"}
    if mission.target_zone:
        marks[mission.target_zone] = play.data.cities[mission.city].name
    return TrackPanel(
        title=f"Strategic movement track, {way}", low=0, high=14, value=mission.zone, marks=marks
    )


def situation(play: InPlay) -> Facts:
    state = play.state
    mission = state.mission
    if not mission.city:
        return Facts(title="Mission", rows=(("number", str(mission.number)),))
    bay_fuel = now.fuel_aboard(state) - mission.fuel
    formation = "in formation" if now.in_formation(state) else "alone"
    return Facts(
        title=f"Mission {mission.number}: {play.data.cities[mission.city].name}",
        rows=(
            ("target", f"{mission.kind.replace('_', ' ')}, zone {mission.target_zone}"),
            ("mission", "by night" if mission.night else "by day"),
            *light(state),
            ("weather", mission.weather),
            ("altitude", f"{mission.altitude.upper()} (ordered {mission.planned.upper()})"),
            ("formation", f"{formation}, {mission.position}, {mission.squadron} squadron"),
            ("escort", mission.escort or "none"),
            ("resistance", f"{mission.resistance}, expected {mission.expected}"),
            ("fuel", f"{mission.fuel} main, {bay_fuel} in bay tanks"),
            ("fuel needed", f"{now.fuel_needed(state)} at the speed of the moment"),
            ("bombs", "aboard" if now.has_bombs(state) else "gone"),
            *of_the_moment(state),
        ),
    )


def light(state: State) -> Iterator[tuple[str, str]]:
    """Known when the times of take-off and landing are."""
    if state.mission.status != "orders":
        yield "zone is", "night" if now.is_zone_night(state) else "day"


def of_the_moment(state: State) -> Iterator[tuple[str, str]]:
    """What holds in some turns only."""
    mission = state.mission
    if not mission.on_course:
        yield "course", "off course"
    if mission.visibility and now.is_at_target(state):
        yield "target seen", said(mission.visibility.removeprefix("target_"))
    if mission.searchlight:
        yield "searchlight", "held by one until the end of the turn"


def engines(play: InPlay) -> Slots:
    slots = []
    for number, one in play.state.plane.engines.items():
        words = "running" if one.running else "out"
        words += "".join([", weak" if one.weak else "", ", burning" if one.fire else ""])
        if one.prop not in ("ok", "feathered"):
            words += f", {one.prop}"
        if one.leak_until:
            left = counted(one.leak_until - play.state.mission.turn, "turn")
            words += f", oil for {left} after this one"
        tone = "good" if one.is_sound and not one.fire else "bad"
        slots.append(Slot(name=f"engine {number}", content=words, tone=tone))
    return Slots(title="Engines", slots=tuple(slots), per_row=4)


def crew(play: InPlay) -> Slots:
    slots = []
    for man in play.state.crew.values():
        words = said(man.fate) or "fit"
        if not man.fate:
            hurt = ["light wound"] * man.light + ["serious wound"] * man.serious
            hurt += ["frostbite"] * man.frostbitten + ["no oxygen"] * man.oxygen_out
            words = ", ".join(hurt) or ("fit" if man.aboard else "not aboard")
            errand = play.state.mission.errands.get(man.post)
            if errand is not None:
                words += f" (in the {play.data.names[errand.section]})"
            elif man.works_at != man.post:
                at = play.data.names[man.works_at] if man.works_at else "relieved"
                words += f" ({at})"
        words += f"; {counted(man.missions, 'mission')}"
        words += f", {counted(man.kills, 'kill')}" if man.kills else ""
        tone = "good" if man.is_fit and not man.light else "bad"
        slots.append(Slot(name=play.data.names[man.post], content=words, tone=tone))
    return Slots(title="Crew", slots=tuple(slots), per_row=4)


def guns(play: InPlay) -> Slots:
    slots = []
    for name, gun in play.state.plane.guns.items():
        words = counted(gun.boxes, "burst")
        for flag, word in ((not gun.armed, "unarmed"), (gun.out, "out"), (gun.jammed, "jammed")):
            words += f", {word}" if flag else ""
        slots.append(
            Slot(name=play.data.names[name], content=words, tone="good" if gun.can_fire else "bad")
        )
    return Slots(title="Guns", slots=tuple(slots), per_row=3)


def fighters(play: InPlay) -> Lines:
    lines = [
        f"{place_words(one.place)}: {one.name}, {one.pilot}"
        + (f", damaged {counted(one.damaged, 'time')}" if one.damaged else "")
        + (", ramming" if one.rams else "")
        + ("" if one.seen else ", not seen")
        + aims(play, at)
        for at, one in enumerate(play.state.mission.fighters)
        if not one.gone
    ]
    return Lines(title="Fighters around the clock", lines=tuple(lines) or ("none",))


def aims(play: InPlay, at: int) -> str:
    """The guns that are laid on a fighter already, while the others are still asked for."""
    guns = [play.data.names[gun] for gun, target in play.state.mission.laid.items() if target == at]
    return f", aimed at by {' and '.join(guns)}" if guns else ""


def damage(play: InPlay) -> Facts:
    always = ("systems out", "hits on roots", "bomb bays", "gear", "extinguishers")
    shown = tuple(row for row in damage_rows(play) if row[0] in always or row[1] != "none")
    return Facts(title=f"Bomber {play.state.plane.number}", rows=shown)
