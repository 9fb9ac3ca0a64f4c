"""The damage in words, for the view and the log sheet."""

from collections.abc import Iterable, Iterator

from tabletop_core.events import counted

from ..questions import bomber as now
from ..state import Bay, InPlay, Plane, State
from .words import said


def systems_out(state: State) -> set[str]:
    """Return the systems that have failed, the fuel pumps among them."""
    out = set(state.plane.out)
    if "brakes" in out and len(state.plane.reservoirs) == 2:
        out = out - {"brakes"} | {"brakes_wholly"}
    if now.pumps_out(state) == 2:
        return out | {"both fuel pumps"}
    return out | ({"pump_failed", "pump_hit"} & set(state.plane.hits))


def counted_hits(play: InPlay) -> list[str]:
    """Return the parts whose next hit does more than the first, with the hits so far."""
    hits = play.state.plane.hits
    named = {part: part_name(play, part) for part in hits}
    return [f"{named[part].lower()} {number}" for part, number in hits.items() if named[part]]


def part_name(play: InPlay, part: str) -> str:
    """Return the name of a part from the chart of its hits; empty if no chart counts them."""
    if part == "feed_trays":
        return "tail gun feed trays"
    tables = play.data.tables
    return tables[part].title.partition(",")[0] if part in tables else ""


def damage_rows(play: InPlay) -> tuple[tuple[str, str], ...]:
    """Return each kind of damage present, with what it has struck."""
    plane = play.state.plane
    bays = [f"{name}: {bay_words(bay)}" for name, bay in plane.bays.items() if bay.is_hurt]
    gear = [
        f"{name} {said(how)}" for name, how in gear_of(plane).items() if how not in ("ok", "down")
    ]
    roots = [
        f"{name} {', '.join(f'{side} {hits}' for side, hits in of.items())}"
        for name, of in (("wings", plane.wing_roots), ("tailplanes", plane.tailplane_roots))
        if any(of.values())
    ]
    had = {section.id for section in play.data.sections.values() if section.extinguisher}
    if play.state.mission.bomb_run.bombs_held and now.has_bombs(play.state):
        bays.append("bombs that hang")
    rows = (
        ("on fire", all_of(plane.fires)),
        ("systems out", all_of(systems_out(play.state))),
        ("surfaces out", all_of(surfaces(plane))),
        ("hits on roots", "; ".join(roots)),
        ("hits so far", all_of(counted_hits(play))),
        ("tanks leaking", all_of(plane.leaking_tanks)),
        ("bomb bays", "; ".join(bays)),
        ("gear", ", ".join(gear)),
        ("no pressure", all_of(plane.compromised | plane.pressure_lost)),
        ("burst inside", all_of(plane.bursts)),
        ("gunsights out", all_of(plane.gunsights_out)),
        ("rafts hit", all_of(plane.rafts_hit)),
        ("extinguishers gone", all_of(had - plane.extinguishers)),
    )
    return tuple((kind, words) for kind, words in rows if words)


def engines_hurt(plane: Plane) -> Iterator[str]:
    for number, engine in plane.engines.items():
        if engine.fire:
            yield f"engine {number} burns"
        elif not engine.running or engine.weak:
            yield f"engine {number} {'weak' if engine.running else 'out'}"


def guns_hurt(play: InPlay) -> Iterator[str]:
    for name, gun in play.state.plane.guns.items():
        if gun.out or gun.jammed:
            yield f"{play.data.names[name].lower()} {'out' if gun.out else 'jammed'}"


def damage_of(play: InPlay) -> tuple[str, ...]:
    """Return all damage at the end of a mission, kind by kind."""
    known = [f"{kind}: {words}" for kind, words in damage_rows(play)]
    return (*engines_hurt(play.state.plane), *guns_hurt(play), *known)


def all_of(names: Iterable[str]) -> str:
    return ", ".join(sorted(map(said, names)))


def surfaces(plane: Plane) -> list[str]:
    """Return the flaps, ailerons and elevators that are out individually."""
    out = (
        ("flap", plane.flaps_out),
        ("aileron", plane.ailerons_out),
        ("elevator", plane.elevators_out),
    )
    return [f"{side} {name}" for name, sides in out for side in sides]


def gear_of(plane: Plane) -> dict[str, str]:
    """Return the state of each part of the gear. The main gear is one part if its sides agree."""
    sides = plane.main_gear
    if len(set(sides.values())) == 1:
        return {"nose": plane.nose_gear, "main": sides["port"]}
    return {"nose": plane.nose_gear} | {f"{wing} main": how for wing, how in sides.items()}


def bay_words(bay: Bay) -> str:
    will_not_close = bay.jammed == "open" and bay.doors == "open"
    words = "doors will not close" if will_not_close else f"doors {said(bay.doors)}"
    words += ", hit" if bay.doors_hit else ""
    words += ", bombs" if bay.bombs else ""
    words += ", release out" if bay.release_out else ""
    if bay.tank_fuel:
        words += f", tank with {counted(bay.tank_fuel, 'box', 'boxes')}"
        words += " leaking" if bay.tank_leaks else ""
    return words
