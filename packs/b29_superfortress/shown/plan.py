"""The cutaway of the bomber as a panel: sections, men, guns, engines, and a clock of fighters."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from tabletop_core.events import counted
from tabletop_core.panels import Art, BoardPanel, Piece, Spot, Way, kept

from ..data import AREAS, ENGINES, WINGS, Data
from ..questions import bomber as now
from ..state import Bay, Engine, Fighter, Gun, InPlay, Man, Plane, State
from .words import fighter_words, place_of_landing, said

_BOX = (-260.0, -84.0, 520.0, 664.0)
"""The place of the drawing, in the units of the plan."""
_FACING = {"12": 180, "1:30": 225, "3": 270, "6": 0, "9": 90, "10:30": 135}
"""The direction, in degrees, in which a fighter attacking from there points."""
_BAYS = {"fwd_bomb_bay": "forward", "aft_bomb_bay": "aft"}
_SHORT = {"fwd_bomb_bay": "forward bay", "aft_bomb_bay": "aft bay"}
_BRIEF = {"doors jammed shut": "jammed shut"}
"""What is written on a section whose name leaves no room for all of these words."""
_LEVELS = {"high": "hi", "low": "lo"}
_BANDS = {"ok": "", "feathered": "", "windmilling": "windmill"}
"""The label across an engine for its propeller, where it differs from the state's name."""
_FIRE = "on fire"
_LOST_WING = 5
"""The number of hits on a root that takes the wing off (note a of 7-5)."""


def plan(play: InPlay) -> BoardPanel:
    return BoardPanel(
        title=f"Bomber {number(play)}",
        board=play.data.plan.board,
        pieces=tuple(pieces(play)),
        spots=tuple(spots(play)),
        ways=tuple(aims(play)),
        art=Art.of(play.game.package, "plan", _BOX),
        legend=(
            "men: * lightly wounded, ! out of action, + dead",
            "guns: ↑ upper and ↓ lower turrets, with the bursts left",
            *(
                ["fighters: hi from above, lo from below"]
                if play.state.mission.combat.fighters
                else []
            ),
            *(["flame or burns: on fire"] if burns(play.state.plane) else []),
        ),
    )


def burns(plane: Plane) -> bool:
    """Return whether an engine, a wing or a section is on fire."""
    return bool(plane.fires) or any(engine.fire for engine in plane.engines.values())


def number(play: InPlay) -> int:
    """Return the number of the bomber, counted over the tour.

    After the game it is the last one flown.
    """
    state = play.state
    return state.tour.reports[-1].plane if play.outcome else state.plane.number


# ---------------------------------------------------------------- counters


def pieces(play: InPlay) -> Iterator[Piece]:
    plane = play.state.plane
    for name, bay in plane.bays.items():
        held = now.holds_bombs(play.state, bay)
        yield from load(next(at for at, of in _BAYS.items() if of == name), bay, held)
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


@kept(lambda section, bay, held: (section, bay, held))
def load(section: str, bay: Bay, held: bool) -> tuple[Piece, ...]:
    """Return the bombs of a bay and its tank."""
    bombs = Piece(
        id=f"bombs:{section}",
        label="bomb",
        symbol="bomb",
        words="bombs that will not fall" if held else "bombs",
        at=section,
        tone="bad" if held else "",
    )
    tank = Piece(
        id=f"tank:{section}",
        label=f"tank {bay.tank_fuel}",
        symbol="fuel",
        words=f"a tank with {counted(bay.tank_fuel, 'box', 'boxes')} of fuel"
        + (", leaking" if bay.tank_leaks else ""),
        at=section,
        tone="bad" if bay.tank_leaks else "",
        name="bomb bay tank",
    )
    return (bombs,) * bay.bombs + (tank,) * bool(bay.tank_fuel)


def _of_man(play: InPlay, man: Man) -> tuple[Any, ...]:
    mission = play.state.mission
    return play.data, man, mission.errands.get(man.post)


@kept(_of_man)
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
    """Return a man's condition, where he works if not at his post, and his record."""
    hurt = said(man.fate) if man.fate else hurts(man)
    words = [hurt] if hurt else ["fit"] if man.aboard else []
    if not man.aboard and not man.fate:
        words.append(whereabouts(play.state, man))
    errand = play.state.mission.errands.get(man.post)
    if errand is not None:
        words.append(f"this turn in the {play.data.names[errand.section]}")
    elif not man.fate and man.works_at != man.post:
        words.append(f"as {play.data.names[man.works_at]}" if man.works_at else "relieved")
    words.append(counted(man.missions, "mission"))
    words += [counted(man.kills, "kill")] if man.kills else []
    return ", ".join(words)


def hurts(man: Man) -> str:
    """Return what a man suffers from; nothing where he is fit."""
    hurt = [counted(man.light, "light wound")] if man.light else []
    hurt += ["serious wound"] * man.serious + ["frostbite"] * man.frostbitten
    hurt += ["no oxygen"] * man.oxygen_out
    return " and ".join(hurt)


def whereabouts(state: State, man: Man) -> str:
    """Return where a man is who is alive but not aboard."""
    if not now.was_ordered_aboard(state, man):
        return "left at home"
    place = state.mission.coming_down.ends_in
    if not place:
        return "jumped"
    return "picked up at sea" if place == "water" else f"safe {place_of_landing(place)}"


TURRETS = {"upper": "↑", "lower": "↓"}


def laid_on(play: InPlay, gun: str) -> Fighter | None:
    """Return the fighter at which a gun is aimed."""
    combat = play.state.mission.combat
    at = combat.laid.get(gun)
    return None if at is None else combat.fighters[at]


@kept(lambda play, name, gun: (play.data, name, gun, laid_on(play, name)))
def gun_piece(play: InPlay, name: str, gun: Gun) -> Piece:
    kind = play.data.guns[name]
    faults = {"unarmed": not gun.armed, "out": gun.out, "jam": gun.jammed}
    fault = next((word for word, is_so in faults.items() if is_so), "")
    fighter = laid_on(play, name)
    words = [kind.name, counted(gun.boxes, "burst")]
    bursts = "" if fault else str(gun.boxes)
    if fighter is not None:
        words.append(f"aimed at the {fighter_words(fighter)}")
    return Piece(
        id=name,
        label=f"{TURRETS.get(kind.short, f'{kind.short} ')}{bursts}".rstrip(),
        symbol="turret",
        words=", ".join(words),
        at=kind.stands,
        tone="ours" if gun.can_fire else "bad",
        state="aimed" if fighter is not None else fault,
    )


def turns_of_oil(play: InPlay, engine: Engine) -> int:
    """Return for how many turns after this one an engine that has lost its oil runs."""
    return max(0, engine.leak_until - play.state.mission.flight.turn)


@kept(lambda play, number, engine: (number, engine, turns_of_oil(play, engine)))
def engine_piece(play: InPlay, number: int, engine: Engine) -> Piece:
    faults = {
        "burns": engine.fire,
        "out": not engine.running,
        "weak": engine.weak,
        "oil": bool(engine.leak_until),
    }
    found = [word for word, is_so in faults.items() if is_so]
    told = ["burning" if word == "burns" else word for word in found]
    words = [f"engine {number}", *(told or ["runs"])]
    if engine.prop not in ("ok", "feathered"):
        words.append(f"propeller {said(engine.prop)}")
    if engine.leak_until and engine.running:
        words.append(f"oil for {counted(turns_of_oil(play, engine), 'turn')} after this one")
    word = found[0] if found else "ok"
    return Piece(
        id=f"engine:{number}",
        label=f"{number} {word}",
        symbol="fire" if engine.fire else "engine",
        words=", ".join(words),
        at=f"engine_{number}",
        tone="ours" if word == "ok" else "warn" if engine.running and not engine.fire else "bad",
        state=_BANDS.get(engine.prop, engine.prop),
    )


@kept(lambda name, fighter: (name, fighter))
def fighter_piece(name: str, fighter: Fighter) -> Piece:
    able = "" if fighter.pilot == "average" or fighter.is_baka else fighter.pilot
    ails = f"hit {fighter.damaged}" if fighter.damaged else able
    level = _LEVELS.get(fighter.angle, "")
    return Piece(
        id=name,
        label=fighter.name,
        symbol="fighter",
        facing=_FACING.get(fighter.area),
        words=fighter_words(fighter) + ("" if fighter.seen else ", not seen"),
        at=fighter.area,
        tone="theirs",
        state="rams" if fighter.rams else " ".join(filter(None, (level, ails))),
    )


# ---------------------------------------------------------------- spaces


def spots(play: InPlay) -> Iterator[Spot]:
    yield from clock(play.data)
    for section in play.data.sections:
        yield section_spot(play, section)
    for wing in WINGS:
        yield wing_spot(play, wing)
    yield from mounts(play.data)


@cache
def clock(data: Data) -> tuple[Spot, ...]:
    titles = {area: data.plan.map.title_of(area) for area in AREAS}
    return tuple(Spot(id=at, label=of, words=f"fighters {of}") for at, of in titles.items())


@cache
def mounts(data: Data) -> tuple[Spot, ...]:
    """Return the places of engines and guns."""
    engines = {f"engine_{number}": f"engine {number}" for number in range(1, ENGINES + 1)}
    turrets = dict.fromkeys(gun.stands for gun in data.guns.values())
    return (
        *(Spot(id=at, label="eng.", words=of, name=of) for at, of in engines.items()),
        *(Spot(id=at, label=data.plan.map.title_of(at)) for at in turrets),
    )


def condition(play: InPlay, section: str) -> tuple[Any, ...]:
    """Return everything that is shown about a section."""
    plane = play.state.plane
    lost = (plane.compromised, plane.pressure_lost, plane.extinguishers)
    return (
        play.data,
        section,
        plane.hits.get(section, 0),
        plane.bays.get(_BAYS.get(section, "")),
        *[section in those for those in (plane.fires, plane.bursts, *lost)],
    )


@kept(condition)
def section_spot(play: InPlay, section: str) -> Spot:
    """Return a section with its hits and what is wrong with it as a whole."""
    plane = play.state.plane
    hits = plane.hits.get(section, 0)
    wrong = [_FIRE] * (section in plane.fires) + ["burst"] * (section in plane.bursts)
    if section in plane.compromised or section in plane.pressure_lost:
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
    ails = in_a_word(wrong) or (counted(hits, "hit") if hits else "")
    return Spot(
        id=section,
        label=f"{short}: {ails}" if ails else short,
        words=", ".join(words),
        symbol="fire" if section in plane.fires else "",
        tone="bad" if wrong else "warn" if hits else "",
        name=play.data.names[section],
    )


def wing_spot(play: InPlay, wing: str) -> Spot:
    plane = play.state.plane
    side = wing.partition("_")[0]
    hits, root = plane.hits.get(wing, 0), plane.wing_roots[side]
    wrong = [_FIRE] * (wing in plane.fires)
    wrong += [f"root {root} of {_LOST_WING}"] if root else []
    wrong += ["tank leaks"] if any(t.startswith(side) for t in plane.leaking_tanks) else []
    wrong += ["flap out"] if side in plane.flaps_out else []
    wrong += ["aileron out"] if side in plane.ailerons_out else []
    gear = plane.main_gear[side]
    wrong += [f"gear {said(gear)}"] if gear not in ("ok", "down") else []
    return Spot(
        id=wing,
        label=said(wing),
        words=", ".join([said(wing), counted(hits, "hit") if hits else "not hit", *wrong]),
        symbol="fire" if wing in plane.fires else "",
        tone="bad" if wrong else "warn" if hits else "",
        state=in_a_word(wrong) or (counted(hits, "hit") if hits else ""),
        name=said(wing),
    )


def in_a_word(wrong: list[str]) -> str:
    """Return what fits on a drawing: a fire, one fault, or the number of faults."""
    if _FIRE in wrong:
        return _FIRE
    return f"{len(wrong)} faults" if len(wrong) > 1 else "".join(_BRIEF.get(w, w) for w in wrong)


def aims(play: InPlay) -> Iterator[Way]:
    """Yield a line from each aimed gun to its fighter."""
    combat = play.state.mission.combat
    for gun, at in combat.laid.items():
        kind = play.data.guns[gun]
        yield Way(
            id=f"aim:{gun}",
            words=f"{kind.name} at the {fighter_words(combat.fighters[at])}",
            spaces=(kind.stands, combat.fighters[at].area),
            tone="ours",
        )
