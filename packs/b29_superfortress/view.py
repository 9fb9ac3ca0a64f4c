"""What the commander sees."""

from collections.abc import Iterable

from tabletop_core import Facts, Lines, Panel, Play, Slot, Slots, TrackPanel

from . import situation as now
from .state import Bay, Plane, State
from .words import counted, place_words, said


def view(play: Play[State], seat: str | None) -> list[Panel]:
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


def track(play: Play[State]) -> TrackPanel:
    mission = play.state.mission
    way = "outbound" if mission.leg == "out" else "homeward"
    marks = {0: "base", 6: "Iwo Jima"}
    if mission.target_zone:
        marks[mission.target_zone] = play.data.cities[mission.city].name
    return TrackPanel(
        title=f"Strategic movement track, {way}", low=0, high=14, value=mission.zone, marks=marks
    )


def situation(play: Play[State]) -> Facts:
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
            ("zone is", "night" if now.is_zone_night(state) else "day"),
            ("weather", mission.weather),
            ("altitude", f"{mission.altitude.upper()} (ordered {mission.planned.upper()})"),
            ("formation", f"{formation}, {mission.position}, {mission.squadron} squadron"),
            ("escort", mission.escort or "none"),
            ("resistance", f"{mission.resistance}, expected {mission.expected}"),
            ("fuel", f"{mission.fuel} main, {bay_fuel} in bay tanks"),
            ("fuel needed", f"{now.fuel_needed(state)} at the speed of the moment"),
            ("bombs", "aboard" if now.has_bombs(state) else "gone"),
        ),
    )


def engines(play: Play[State]) -> Slots:
    slots = []
    for number, one in play.state.plane.engines.items():
        words = "running" if one.running else "out"
        words += "".join([", weak" if one.weak else "", ", burning" if one.fire else ""])
        if one.prop not in ("ok", "feathered"):
            words += f", {one.prop}"
        if one.leak_turns:
            words += f", oil for {counted(one.leak_turns, 'turn')}"
        tone = "good" if one.is_sound and not one.fire else "bad"
        slots.append(Slot(name=f"engine {number}", content=words, tone=tone))
    return Slots(title="Engines", slots=tuple(slots), per_row=4)


def crew(play: Play[State]) -> Slots:
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


def guns(play: Play[State]) -> Slots:
    slots = []
    for name, gun in play.state.plane.guns.items():
        words = counted(gun.boxes, "burst")
        for flag, word in ((not gun.armed, "unarmed"), (gun.out, "out"), (gun.jammed, "jammed")):
            words += f", {word}" if flag else ""
        slots.append(
            Slot(name=play.data.names[name], content=words, tone="good" if gun.can_fire else "bad")
        )
    return Slots(title="Guns", slots=tuple(slots), per_row=3)


def fighters(play: Play[State]) -> Lines:
    lines = [
        f"{place_words(one.place)}: {one.name}, {one.pilot}"
        + (f", damaged {counted(one.damaged, 'time')}" if one.damaged else "")
        + (", ramming" if one.rams else "")
        + ("" if one.seen else ", not seen")
        for one in play.state.mission.fighters
        if not one.gone
    ]
    return Lines(title="Fighters around the clock", lines=tuple(lines) or ("none",))


def damage(play: Play[State]) -> Facts:
    plane = play.state.plane
    roots = "; ".join(
        f"{name} {', '.join(f'{side} {hits}' for side, hits in of.items())}"
        for name, of in (("wings", plane.wing_roots), ("tailplanes", plane.tailplane_roots))
    )
    rows = (
        ("systems out", listed(plane.out)),
        ("surfaces out", listed(surfaces(plane))),
        ("hits on roots", roots),
        ("tanks leaking", listed(plane.leaking_tanks)),
        ("bomb bays", "; ".join(f"{name}: {bay_words(bay)}" for name, bay in plane.bays.items())),
        ("gear", said(f"nose {plane.nose_gear}, main {plane.main_gear}")),
        ("no pressure", listed(plane.compromised | plane.pressure_lost)),
        ("burst inside", listed(plane.bursts)),
        ("gunsights out", listed(plane.gunsights_out)),
        ("rafts hit", listed(plane.rafts_hit)),
        ("extinguishers", listed(plane.extinguishers)),
    )
    always = ("systems out", "hits on roots", "bomb bays", "gear", "extinguishers")
    shown = tuple(row for row in rows if row[0] in always or row[1] != "none")
    return Facts(title=f"Bomber {plane.number}", rows=shown)


def listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(map(said, names))) or "none"


def surfaces(plane: Plane) -> list[str]:
    """The flaps, ailerons and elevators that are out by themselves."""
    out = (
        ("flap", plane.flaps_out),
        ("aileron", plane.ailerons_out),
        ("elevator", plane.elevators_out),
    )
    return [f"{side} {name}" for name, sides in out for side in sides]


def bay_words(bay: Bay) -> str:
    words = f"doors {said(bay.doors)}"
    words += ", hit" if bay.doors_hit else ""
    words += ", bombs" if bay.bombs else ""
    words += ", release out" if bay.release_out else ""
    if bay.tank_fuel:
        words += f", tank with {counted(bay.tank_fuel, 'box', 'boxes')}"
        words += " leaking" if bay.tank_leaks else ""
    return words
