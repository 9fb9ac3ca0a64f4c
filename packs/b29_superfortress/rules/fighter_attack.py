"""Who attacks and from where: charts 5-1 to 5-5 and 5-15."""

from tabletop_core import Asks, rule, ruling

from ..questions import bomber as now
from ..shown.words import target_words
from ..state import Fighter, InPlay, State
from .charts import carry_out, chart, effect, look_up, read, resolve

AREAS = ("12", "1:30", "10:30", "3", "9", "6")
SLOW_BEHIND = ("oscar", "zeke", "tony", "nick")


@rule("5-1", "Fighter resistance")
@ruling(
    "rolled in the zones that the gazetteer lists for the city, once per turn",
    rejected="rolled in every zone from the coast of Japan on",
    why="only these zones have a modifier; nothing else says where fighters are met",
)
def resistance(play: InPlay) -> bool:
    """Each turn, chart 5-1 shows whether fighters are about and how strong they are."""
    state = play.state
    mission = state.mission
    mission.combat.resistance = "none"
    if play.data.cities[mission.orders.city].zone(mission.flight.zone) is None:
        return False
    mission.combat.resistance = look_up(play, "5-1").result
    return mission.combat.resistance != "none"


@rule("5.2", "Does a fighter attack?")
def attack_comes(play: InPlay) -> bool:
    """Roll whether one of the fighters attacks this bomber."""
    return bool(look_up(play, "attack_check").result == "attacked")


def add(play: InPlay, fighter: Fighter) -> None:
    play.state.mission.combat.fighters.append(fighter)
    play.log("fighter", type=fighter.type, place=fighter.place)


# ---------------------------------------------------------------- by day


@rule("5-2", "Fighter by day")
def day_attack(play: InPlay) -> Asks:
    """Roll for the type, then for the area.

    Special results of 5-3 may send the fighter away or bring others.
    """
    state = play.state
    state.mission.combat.noted = set()
    labels = yield from resolve(play, "5-2")
    if not labels or "left" in state.mission.combat.noted:
        return
    state.subject.type = labels[-1]
    yield from place(play, labels[-1])


@rule("5-3", "Area of attack")
@ruling(
    "'no fighter combat' in the notes of 5-3 sends away the fighter being placed; others of the "
    "same attack stay, such as the Frank of note a",
    rejected="it ends the whole attack for this turn",
    why="in a coordinated attack the notes are met plane by plane, and note g speaks of fighters "
    "that may not attack from behind; the Frank comes from above or below",
)
def place(play: InPlay, kind: str) -> Asks:
    """Find a free place for a fighter of this type. Put away a RAM counter that nobody took."""
    yield from find_place(play, kind)
    play.state.mission.combat.noted.discard("counter")


def find_place(play: InPlay, kind: str) -> Asks:
    state = play.state
    mission = state.mission
    mission.combat.noted.discard("left")
    for _ in range(20):
        state.subject.type = kind
        labels = yield from resolve(play, "5-3")
        if (
            "left" in mission.combat.noted
            or "several" in mission.combat.noted
            or "driven" in mission.combat.noted
        ):
            mission.combat.noted -= {"several", "driven"}
            return
        area = next((label for label in labels if label in AREAS), None)
        angle = next((label for label in labels if label in ("low", "level", "high")), None)
        if area is None or angle is None:
            return
        if area == "6" and outruns(state, kind):
            play.log("outrun", type=kind)
            return
        angle = free_angle(play, area, angle)
        if angle:
            rams = "counter" in mission.combat.noted
            mission.combat.noted.discard("counter")
            add(play, Fighter(type=kind, area=area, angle=angle, rams=rams))
            return


def free_angle(play: InPlay, area: str, angle: str) -> str:
    """Return an angle that no fighter has taken, or an empty string if the area is full.

    Each place holds one fighter. A fourth fighter in an area rolls again on 5-3 (note on 5-4).
    """
    taken = {one.angle for one in play.state.mission.combat.fighters if one.area == area}
    if len(taken) >= 3:
        return ""
    with_ = {"6": ["from_rear"], "3": [], "9": []}.get(area, ["from_front"])
    for _ in range(20):
        if angle not in taken:
            return angle
        angle = look_up(play, "5-4", with_=with_).result
    return next(one for one in ("low", "level", "high") if one not in taken)


def outruns(state: State, kind: str) -> bool:
    """Return whether the bomber outruns slower fighters from behind (note g of 5-3)."""
    return (
        kind in SLOW_BEHIND
        and now.out_of_formation(state)
        and all(engine.is_sound for engine in state.plane.engines.values())
        and not now.has_bombs(state)
        and any(now.fit_at(state, post) for post in ("tail_gunner", "cfc"))
        and not now.is_out(state, "intercom")
    )


@chart("5-3")
def area_once(play: InPlay, name: str, **how: object) -> Asks:
    """Apply each addition of 5-3 once per attack. When it comes up again, roll again."""
    noted = play.state.mission.combat.noted
    lookup = look_up(play, name, **how)
    key = {2: "a", 12: "h"}.get(int(lookup.natural))
    if key and key in noted:
        return (yield from resolve(play, name))
    if key:
        noted.add(key)
    return (yield from carry_out(play, lookup.result))


@chart("5-3.5")
@rule("5-3.5", "Coordinated attack")
def coordinated_or_friendly(play: InPlay, name: str, **how: object) -> Asks:
    """Within a coordinated attack, a second one drives the fighter off instead (note f)."""
    state = play.state
    noted = state.mission.combat.noted
    if "coordinated" not in noted:
        return (yield from read(play, name, **how))
    if now.out_of_formation(state) and not state.mission.orders.night:
        return (yield from resolve(play, "5-3"))
    noted.add("driven")
    yield from resolve(play, "5-3.f")
    return []


@effect("coordinated_attack")
def coordinated_attack(play: InPlay, fighters: int, type: str = "") -> Asks:
    """Bring this many fighters of one type, each in an area of its own."""
    state = play.state
    noted = state.mission.combat.noted
    kind = type or state.subject.type
    noted.add("coordinated")
    play.log("coordinated", fighters=fighters, type=kind)
    for _ in range(fighters):
        if state.mission.orders.night:
            place_at_night(play, kind)
        else:
            yield from place(play, kind)
    noted.add("several")


@effect("extra_fighter")
@rule("5-3.extra", "Extra fighter")
def extra_fighter(play: InPlay, type: str, from_: str) -> None:
    """One more fighter joins the attack (notes a and h). If it has an area, 5-4 adds the angle."""
    if from_ in ("dive", "climb"):
        add(play, Fighter(type=type, area=from_))
    else:
        play.state.mission.combat.coming = Fighter(type=type, area=from_)


@chart("5-4")
def angle(play: InPlay, name: str, **how: object) -> Asks:
    """Give the angle to the extra fighter of note h of 5-3, if one is coming."""
    labels = yield from read(play, name, **how)
    mission = play.state.mission
    extra = mission.combat.coming
    if extra is None:
        return labels
    mission.combat.coming = None
    extra.angle = free_angle(play, extra.area, labels[-1])
    if extra.angle:
        add(play, extra)
    else:
        # A RAM counter does not belong to this fighter.
        counter = mission.combat.noted & {"counter"}
        mission.combat.noted -= counter
        yield from place(play, extra.type)
        mission.combat.noted |= counter
    return []


@chart("5-3.h")
@rule("5-3.h", "Extra fighters by place in the formation")
def extra_by_position(play: InPlay, name: str, **how: object) -> Asks:
    """A further fighter may attack the bomber, depending on its place in the formation."""
    return (yield from read(play, name, **how))


@effect("no_combat")
def no_combat(play: InPlay) -> None:
    """Send this fighter away."""
    play.state.mission.combat.noted.add("left")


@chart("5-3.d", "5-3.e")
@rule("5-3.d", "Rockets or bombs into the formation")
def bombarded(play: InPlay, name: str, **how: object) -> Asks:
    """The fighter bombards the formation and then leaves."""
    yield from read(play, name, **how)
    play.state.mission.combat.noted.add("left")


@effect("baka")
@rule("5-3.baka", "Baka")
def baka(play: InPlay) -> None:
    """A Baka comes in place of the fighter, from 6 o'clock level (note b)."""
    play.state.mission.combat.noted.add("left")
    add(play, Fighter(type="baka", area="6", angle="level", is_baka=True))


@effect("ramming")
@rule("5-3.ram", "Ramming attack")
def ramming(play: InPlay) -> None:
    """The fighter being placed will ram. This happens once per attack (note c)."""
    noted = play.state.mission.combat.noted
    if "ram" not in noted:
        noted |= {"ram", "counter"}


@effect("mid_air")
@rule("5.5", "Mid-air collision")
def mid_air(play: InPlay) -> Asks:
    """A fighter and the bomber collide. The result is rolled for."""
    play.log("mid_air")
    yield from resolve(play, "mid_air")


# ---------------------------------------------------------------- by night


@rule("5-15", "Night fighter")
@ruling(
    "at night, area and angle come from 5-3 and 5-4, with special results rolled again",
    rejected="a night fighter always attacks from behind and below",
    why="5-15 gives only the type; the special tactics belong to formations by day",
)
def night_attack(play: InPlay) -> Asks:
    """By night, chart 5-15 shows whether a fighter finds the bomber, and which."""
    state = play.state
    state.mission.combat.noted = set()
    labels = yield from resolve(play, "5-15")
    for label in labels:
        if label in ("nick", "irving"):
            place_at_night(play, label)


def place_at_night(play: InPlay, kind: str) -> None:
    for _ in range(50):
        result = look_up(play, "5-3").result
        parts = getattr(result, "results", ())
        if parts and parts[0] in AREAS:
            area = str(parts[0])
            start = look_up(play, "5-4", with_=list(parts[1].with_)).result
            angle = free_angle(play, area, start)
            if angle:
                add(play, Fighter(type=kind, area=area, angle=angle))
                return


@rule("5.3.night", "Spotting night fighters")
@ruling(
    "a night fighter that is not seen attacks unanswered: nobody fires at it, and no evasive "
    "action is possible",
    rejected="it is fired at with a penalty",
    why="note c of 5-15 says that the Baka is always seen, so others may not be",
)
def spot(play: InPlay) -> None:
    """Nobody can fire at a night fighter or evade it until it is seen."""
    for fighter in play.state.mission.combat.fighters:
        if not fighter.is_baka:
            fighter.seen = look_up(play, "spotting", why=target_words(fighter)).result == "seen"


# ---------------------------------------------------------------- pilots


@rule("5-5", "Fighter pilots")
def rate_pilots(play: InPlay) -> None:
    """Chart 5-5 rates the pilot of each fighter: green, average or ace."""
    state = play.state
    for at, fighter in enumerate(state.mission.combat.fighters):
        if not fighter.is_baka:
            with state.subject.being(fighter=at):
                fighter.pilot = look_up(play, "5-5", why=target_words(fighter)).result
