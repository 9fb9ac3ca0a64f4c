"""The bomber cut open as a panel: sections, men, guns, engines, and fighters on a clock around."""

from collections.abc import Iterator

from tabletop_core.events import counted
from tabletop_core.panels import Art, BoardPanel, Piece, Spot, Way

from ..data import AREAS, WINGS
from ..questions import bomber as now
from ..state import Bay, Engine, Fighter, Gun, InPlay, Man
from .words import fighter_words, said

_BOX = (-240.0, -120.0, 480.0, 700.0)
"""Where the drawing lies, in the units of the plan."""
_FACING = {"12": 180, "1:30": 225, "3": 270, "6": 0, "9": 90, "10:30": 135}
"""Where a fighter points that comes from there, in degrees."""
_BAYS = {"fwd_bomb_bay": "forward", "aft_bomb_bay": "aft"}
_SHORT = {"fwd_bomb_bay": "forward bay", "aft_bomb_bay": "aft bay"}
_LEVELS = {"high": "↑", "low": "↓"}
_LOST_WING = 5
"""So many hits on a root take a wing off (note a of 7-5)."""


def plan(play: InPlay) -> BoardPanel:
    return BoardPanel(
        title=f"Bomber {play.state.plane.number}",
        board=play.data.plan.board,
        pieces=tuple(pieces(play)),
        spots=tuple(spots(play)),
        ways=tuple(aims(play)),
        art=Art.of(play.game.package, "plan", _BOX),
        legend=(
            "men: * lightly wounded, ! out of action, + dead",
            "guns: ↑ upper and ↓ lower turrets, with the bursts left",
            *(["fighters: ↑ from high, ↓ from low"] if play.state.mission.combat.fighters else []),
        ),
    )


# ---------------------------------------------------------------- counters


def pieces(play: InPlay) -> Iterator[Piece]:
    plane = play.state.plane
    for name, bay in plane.bays.items():
        yield from load(next(at for at, of in _BAYS.items() if of == name), bay)
    for man in play.state.crew.values():
        if man.aboard:
            yield man_piece(play, man)
    for name, gun in plane.guns.items():
        yield gun_piece(play, name, gun)
    for number, engine in plane.engines.items():
        yield engine_piece(play, number, engine)
    fighters = play.state.mission.combat.fighters
    for at, name in now.fighter_ids(play.state).items():
        yield fighter_piece(name, fighters[at])


def load(section: str, bay: Bay) -> Iterator[Piece]:
    """Yield the bombs of a bay, and its tank."""
    if bay.bombs:
        yield Piece(
            id=f"bombs:{section}",
            label="bombs",
            symbol="bomb",
            words="bombs, which will not fall" if bay.release_out else "bombs",
            at=section,
            tone="bad" if bay.release_out else "",
        )
    if bay.tank_fitted:
        yield Piece(
            id=f"tank:{section}",
            label=f"tank {bay.tank_fuel}",
            symbol="fuel",
            words=f"a tank with {counted(bay.tank_fuel, 'box', 'boxes')} of fuel"
            + (", leaking" if bay.tank_leaks else ""),
            at=section,
            tone="bad" if bay.tank_leaks else "",
            name="bomb bay tank",
        )


def man_piece(play: InPlay, man: Man) -> Piece:
    sign = "+" if man.fate else "" if man.is_fit else "!"
    if not sign and man.light:
        sign = "*"
    tone = {"+": "quiet", "!": "bad", "*": "warn", "": "ours"}[sign]
    return Piece(
        id=man.post,
        label=f"{play.data.posts[man.post].short}{sign}",
        symbol="person",
        words=f"{play.data.names[man.post]}, {man_words(play, man)}",
        at=man.section,
        tone=tone,
    )


def man_words(play: InPlay, man: Man) -> str:
    """How a man is, where he works if not at his post, and what he has behind him."""
    hurt = [said(man.fate)] if man.fate else []
    if not man.fate:
        hurt += [counted(man.light, "light wound")] if man.light else []
        hurt += ["serious wound"] * man.serious + ["frostbite"] * man.frostbitten
        hurt += ["no oxygen"] * man.oxygen_out
    words = [" and ".join(hurt)] if hurt else ["fit"] if man.aboard else []
    if not man.aboard and not man.fate:
        words.append("not aboard")
    errand = play.state.mission.errands.get(man.post)
    if errand is not None:
        words.append(f"this turn in the {play.data.names[errand.section]}")
    elif not man.fate and man.works_at != man.post:
        words.append(f"as {play.data.names[man.works_at]}" if man.works_at else "relieved")
    words.append(counted(man.missions, "mission"))
    words += [counted(man.kills, "kill")] if man.kills else []
    return ", ".join(words)


TURRETS = {"upper": "↑", "lower": "↓"}
IN_SHORT = {"unarmed": "off", "out": "out", "jammed": "jam"}
"""What is written on a gun that cannot fire, in place of its bursts."""


def gun_piece(play: InPlay, name: str, gun: Gun) -> Piece:
    kind = play.data.guns[name]
    faults = {"unarmed": not gun.armed, "out": gun.out, "jammed": gun.jammed}
    fault = next((word for word, is_so in faults.items() if is_so), "")
    laid_on = play.state.mission.combat.laid.get(name)
    words = [kind.name, counted(gun.boxes, "burst"), fault]
    if laid_on is not None:
        words.append(f"laid on the {fighter_words(play.state.mission.combat.fighters[laid_on])}")
    return Piece(
        id=name,
        label=f"{TURRETS.get(kind.short, f'{kind.short} ')}{IN_SHORT.get(fault, gun.boxes)}",
        symbol="turret",
        words=", ".join(filter(None, words)),
        at=kind.stands,
        tone="ours" if gun.can_fire else "bad",
        state="laid" if laid_on is not None else "",
    )


def engine_piece(play: InPlay, number: int, engine: Engine) -> Piece:
    faults = {
        "burns": engine.fire,
        "out": not engine.running,
        "weak": engine.weak,
        "oil": bool(engine.leak_until),
    }
    found = [word for word, is_so in faults.items() if is_so]
    words = [f"engine {number}", *(found or ["runs"])]
    if engine.prop not in ("ok", "feathered"):
        words.append(f"propeller {said(engine.prop)}")
    if engine.leak_until and engine.running:
        left = counted(max(0, engine.leak_until - play.state.mission.flight.turn), "turn")
        words.append(f"oil for {left} after this one")
    word = found[0] if found else "ok"
    return Piece(
        id=f"engine:{number}",
        label=f"{number} {word}",
        symbol="engine",
        words=", ".join(words),
        at=f"engine_{number}",
        tone="ours" if word == "ok" else "warn" if engine.running and not engine.fire else "bad",
        state="" if engine.prop in ("ok", "feathered") else said(engine.prop),
    )


def fighter_piece(name: str, fighter: Fighter) -> Piece:
    able = "" if fighter.pilot == "average" or fighter.is_baka else fighter.pilot
    ails = f"hit {fighter.damaged}" if fighter.damaged else able
    return Piece(
        id=name,
        label=f"{fighter.name}{_LEVELS.get(fighter.angle, '')}",
        symbol="fighter",
        facing=_FACING.get(fighter.area),
        words=fighter_words(fighter) + ("" if fighter.seen else ", not seen"),
        at=fighter.area,
        tone="theirs",
        state="rams" if fighter.rams else ails,
    )


# ---------------------------------------------------------------- spaces


def spots(play: InPlay) -> Iterator[Spot]:
    for area in AREAS:
        title = play.data.plan.map.title_of(area)
        yield Spot(id=area, label=title, words=f"fighters {title}")
    for section in play.data.sections:
        yield section_spot(play, section)
    for wing in WINGS:
        yield wing_spot(play, wing)
    for number in play.state.plane.engines:
        words = f"engine {number}"
        yield Spot(id=f"engine_{number}", label="eng.", words=words, name=words)
    for place in dict.fromkeys(gun.stands for gun in play.data.guns.values()):
        yield Spot(id=place, label=play.data.plan.map.title_of(place))


def section_spot(play: InPlay, section: str) -> Spot:
    """Show the hits on a section, and what is wrong with it as a whole."""
    plane = play.state.plane
    hits = plane.hits.get(section, 0)
    wrong = ["burst"] if section in plane.bursts else []
    if section in plane.compromised | plane.pressure_lost:
        wrong.append("no pressure")
    if section in _BAYS:
        bay = plane.bays[_BAYS[section]]
        wrong += [f"doors {said(bay.doors)}"] if bay.doors != "shut" else []
        wrong += ["doors hit"] if bay.doors_hit else []
        wrong += ["release out"] if bay.release_out else []
    words = [play.data.names[section], counted(hits, "hit") if hits else "not hit", *wrong]
    if play.data.sections[section].extinguisher and section not in plane.extinguishers:
        words.append("no hand extinguisher")
    short = _SHORT.get(section, play.data.names[section])
    return Spot(
        id=section,
        label=short + (f": {counted(hits, 'hit')}" if hits else ""),
        words=", ".join(words),
        tone="bad" if wrong else "warn" if hits else "",
        state=", ".join(wrong),
        name=play.data.names[section],
    )


def wing_spot(play: InPlay, wing: str) -> Spot:
    plane = play.state.plane
    side = wing.partition("_")[0]
    hits, root = plane.hits.get(wing, 0), plane.wing_roots[side]
    wrong = [f"root {root} of {_LOST_WING}"] if root else []
    wrong += ["tank leaks"] if any(t.startswith(side) for t in plane.leaking_tanks) else []
    wrong += ["flap out"] if side in plane.flaps_out else []
    wrong += ["aileron out"] if side in plane.ailerons_out else []
    gear = plane.main_gear[side]
    wrong += [f"gear {said(gear)}"] if gear not in ("ok", "down") else []
    return Spot(
        id=wing,
        label=said(wing) + (f": {counted(hits, 'hit')}" if hits else ""),
        words=", ".join([said(wing), counted(hits, "hit") if hits else "not hit", *wrong]),
        tone="bad" if wrong else "warn" if hits else "",
        state=", ".join(wrong),
        name=said(wing),
    )


def aims(play: InPlay) -> Iterator[Way]:
    """Yield a line from each gun that is laid to where its fighter is."""
    combat = play.state.mission.combat
    for gun, at in combat.laid.items():
        kind = play.data.guns[gun]
        yield Way(
            id=f"aim:{gun}",
            words=f"{kind.name} at the {fighter_words(combat.fighters[at])}",
            spaces=(kind.stands, combat.fighters[at].area),
            tone="ours",
        )
