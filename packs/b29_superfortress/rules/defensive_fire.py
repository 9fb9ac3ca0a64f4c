"""The bomber's own fire: charts 5-6 to 5-8."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from tabletop_core import Asks, by_id, rule, ruling
from tabletop_core.events import counted

from ..questions import bomber as now
from ..shown.results import result_words
from ..shown.words import fighter_words, target_words, times
from ..state import Fighter, InPlay, Man, State
from .charts import carry_out, chances, effect, look_up, resolve

TAIL = ("tail_turret", "tail_cannon")
FRONT = ("12", "1:30", "10:30")


def sights(state: State, posts: tuple[str, ...]) -> Iterator[tuple[str, Man]]:
    """Yield the men at these posts who can see and fire."""
    for post in posts:
        man = now.fit_at(state, post)
        if man is not None and post not in state.plane.gunsights_out:
            yield post, man


def posts_of(text: str) -> tuple[str, ...]:
    """Return the posts that a name such as `cfc_or_left_gunner` stands for."""
    return tuple(text.split("_or_"))


def eligible(play: InPlay, gun: str, fighter: Fighter) -> tuple[str, ...]:
    """Return the posts that can aim a gun at a fighter (5-6), including those in brackets."""
    table = play.data.tables["5-6"]
    result = table.result(fighter.place, gun)
    if result == "none":
        return ()
    if isinstance(result, str):
        return posts_of(result)
    rows = play.data.tables[result.table].rows
    return tuple(post for row in rows for post in posts_of(str(row.result)))


Lays: TypeAlias = dict[str, dict[int, list[str]]]
"""For each gun, the fighters it can be aimed at and the posts that can do it."""


@rule("5-6", "Aiming the guns")
@ruling(
    "each gun fires once per round, and a man fires at only one fighter, with any guns allotted "
    "to him",
    rejected="a man fires each of his guns at a different fighter",
    why="5-6 says who can fire what; 5.3 is not in the booklet",
)
def allot(play: InPlay) -> Asks:
    """The commander aims the guns at fighters one by one, or all that bear on a fighter at once.

    A gun can be aimed if a man who can serve it, by chart 5-6, is not busy with another fighter.
    Guns that are not aimed when he gives the order hold their fire.
    """
    laid = play.state.mission.combat.laid = {}
    yield from lay(
        play, "Aim the guns: which at which fighter?", lambda: legal_lays(play, laid), kind="lay"
    )
    manned = ways_to_man({aim: men_for(play, *aim) for aim in laid.items()})[0]
    return {gun: (laid[gun], manned[gun]) for gun in play.state.plane.guns if gun in laid}


def lay(play: InPlay, prompt: str, lays_left: Callable[[], Lays], kind: str) -> Asks:
    """Ask gun by gun until all are aimed or the order to fire is given. Keep the aims in `laid`."""
    laid = play.state.mission.combat.laid
    while lays := lays_left():
        names = now.fighter_ids(play.state)
        choices = dict(lay_labels(play, lays, names))
        answer = yield play.ask(
            prompt,
            {**choices, "fire": "fire as aimed" if laid else "hold all fire"},
            at=by_id(but="fire"),
            kind=kind,
            odds=lambda option, lays=lays: odds_of_lay(play, str(option), lays, kind == "passing"),
        )
        if answer == "fire":
            return
        gun, at = read_lay(play, answer)
        for one in gun or lays:
            if at in lays_left().get(one, {}):
                laid[one] = at


def read_lay(play: InPlay, option: str) -> tuple[list[str], int]:
    """Return the gun that is named, if one is, and the fighter."""
    *gun, foe = option.split()
    return gun, next(at for at, name in now.fighter_ids(play.state).items() if name == foe)


def lay_labels(play: InPlay, lays: Lays, names: dict[int, str]) -> Iterator[tuple[str, str]]:
    """Yield each fighter for all guns that bear on it, then each gun for each fighter."""
    for at, name in names.items():
        bearing = [gun for gun, able in lays.items() if at in able]
        if len(bearing) > 1:
            fighter = play.state.mission.combat.fighters[at]
            guns = "both guns" if len(bearing) == 2 else f"all {len(bearing)} guns"
            yield name, f"{guns} that bear at the {fighter_words(fighter)}"
    for gun, able in lays.items():
        bursts = counted(play.state.plane.guns[gun].boxes, "burst")
        for at, posts in able.items():
            fighter = play.state.mission.combat.fighters[at]
            men = " or ".join("CFC" if post == "cfc" else play.data.names[post] for post in posts)
            yield (
                f"{gun} {names[at]}",
                f"{play.data.names[gun]} ({bursts}) at the {fighter_words(fighter)} ({men})",
            )


def legal_lays(play: InPlay, laid: dict[str, int]) -> Lays:
    """Return the guns not aimed yet, and for each the fighters for which there are enough men."""
    state = play.state
    fighters = state.mission.combat.fighters
    men = {aim: men_for(play, *aim) for aim in laid.items()}
    lays: Lays = {}
    for name, gun in state.plane.guns.items():
        if name in laid or not gun.can_fire:
            continue
        for at, fighter in enumerate(fighters):
            if fighter.seen and not fighter.gone:
                ways = ways_to_man({**men, (name, at): men_for(play, name, at)})
                if ways:
                    lays.setdefault(name, {})[at] = list(dict.fromkeys(way[name] for way in ways))
    return lays


def men_for(play: InPlay, gun: str, at: int) -> list[str]:
    """Return the posts that can aim a gun at a fighter, the central fire controller's last."""
    posts = eligible(play, gun, play.state.mission.combat.fighters[at])
    return sorted([post for post, _ in sights(play.state, posts)], key=lambda post: post == "cfc")


def ways_to_man(men: dict[tuple[str, int], list[str]]) -> list[dict[str, str]]:
    """Return every way to man guns aimed at fighters in which no man fires at two fighters.

    `men`: who can do it, for each gun and its fighter.
    Ways that leave the central fire controller free come first.
    """
    ways = []
    for posts in product(*men.values()):
        aims = {(post, at) for post, (_, at) in zip(posts, men, strict=True)}
        if len(aims) == len(set(posts)):
            ways.append(posts)
    ways.sort(key=lambda posts: posts.count("cfc"))
    return [{gun: post for post, (gun, _) in zip(posts, men, strict=True)} for posts in ways]


def odds_of_burst(play: InPlay, gun: str, at: int, passing: bool = False) -> dict[str, Fraction]:
    """Return the odds of a burst by 5-7, or by 5-3.b at a Baka."""
    fighter = play.state.mission.combat.fighters[at]
    with play.state.subject.being(gun=gun, fighter=at, passing_shot=passing):
        found = chances(play, "5-3.b" if fighter.is_baka else "5-7", column=column_of(gun))
    return {result_words(result): chance for result, chance in found}


def odds_of_lay(play: InPlay, option: str, lays: Lays, passing: bool) -> dict[str, Fraction]:
    """Return the odds of one burst, or of all that bear on a fighter together."""
    if option == "fire":
        return {}
    gun, at = read_lay(play, option)
    if gun:
        return odds_of_burst(play, gun[0], at, passing)
    laid = dict(play.state.mission.combat.laid)
    bearing = []
    for name in lays:
        if at in legal_lays(play, laid).get(name, {}):
            laid[name] = at
            bearing.append(name)
    return odds_of_bursts(play, bearing, at, passing)


DOWN = 4
"""A fighter damaged this often is destroyed (5-8)."""


def odds_of_bursts(
    play: InPlay, guns: list[str], at: int, passing: bool = False
) -> dict[str, Fraction]:
    """Return the odds for a fighter under a burst of each gun in turn, with a working intercom."""
    before = play.state.mission.combat.fighters[at].damaged
    standing = {before: Fraction(1)}
    for gun in guns:
        after: dict[int, Fraction] = {}
        for damaged, chance in standing.items():
            for now_damaged, part in odds_of_one_more(play, gun, at, damaged, passing).items():
                after[now_damaged] = after.get(now_damaged, Fraction(0)) + chance * part
        standing = after
    words = {DOWN: "shot down", before: "no harm to it"}
    again = " more" if before else ""
    return {
        words.get(damaged, f"damaged {times(damaged - before)}{again}"): standing[damaged]
        for damaged in sorted(standing, reverse=True)
    }


def odds_of_one_more(
    play: InPlay, gun: str, at: int, damaged: int, passing: bool
) -> dict[int, Fraction]:
    """Return the odds of how often the fighter is damaged after one more burst."""
    if damaged >= DOWN:
        return {damaged: Fraction(1)}
    fighter = play.state.mission.combat.fighters[at]
    with play.state.subject.being(gun=gun, fighter=at, passing_shot=passing):
        fire = chances(play, "5-3.b" if fighter.is_baka else "5-7", column=column_of(gun))
        table, column = ("5-3.b.damage", None) if fighter.is_baka else damage_chart(play, fighter)
        harm = chances(play, table, column=column)
    hits = sum((part for result, part in fire if result not in ("miss", "jam")), Fraction(0))
    odds = {damaged: 1 - hits}
    for result, part in harm:
        after = damaged_after(result, damaged)
        odds[after] = odds.get(after, Fraction(0)) + hits * part
    return odds


def damaged_after(result: object, damaged: int) -> int:
    if result == "damaged":
        return damaged + 1
    return damaged if result in ("no_effect", "none") else DOWN


def column_of(gun: str) -> str:
    """Return the column of 5-7."""
    return "tail_cannon" if gun == "tail_cannon" else "guns"


@rule("5.3.B", "Gunner decided by die")
@ruling(
    "with the intercom out, a die decides who aims the gun; if he cannot, or fires elsewhere, "
    "it stays silent",
    rejected="nobody can take over a gun from another post",
    why="the numbers in brackets on 5-6 are for this; 5.3.B is not in the booklet",
)
def by_intercom(play: InPlay, gun: str, fighter: Fighter, post: str) -> Asks:
    """With the intercom out, a die decides who fires the gun.

    If the die names two men, the one already allotted fires if he is among them.
    """
    state = play.state
    if not now.is_out(state, "intercom"):
        return post
    result = play.data.tables["5-6"].result(fighter.place, gun)
    if not isinstance(result, str):
        result = (yield from resolve(play, result.table, why=play.data.names[gun]))[-1]
    able = [man for man, _ in sights(state, posts_of(str(result)))]
    return post if post in able else next(iter(able), "")


@rule("5-7", "Defensive fire")
def fire_all(play: InPlay) -> Asks:
    """The aimed guns fire a burst each until their fighter is shot down.

    After a hit on 5-7, chart 5-8 gives the damage.
    """
    laid = yield from allot(play)
    aims: dict[str, int] = {}
    for gun, (at, post) in laid.items():
        fighter = play.state.mission.combat.fighters[at]
        if fighter.gone:
            continue
        post = yield from by_intercom(play, gun, fighter, post)
        if post and aims.setdefault(post, at) == at:
            yield from shoot(play, gun, at, post)
    play.state.mission.combat.laid = {}


@rule("5-7.burst", "A burst")
def shoot(play: InPlay, gun: str, at: int, post: str, passing: bool = False) -> Asks:
    """Chart 5-7 decides by the total.

    A natural 2 always jams, a natural 12 always hits (notes a and b).
    """
    state = play.state
    which = state.plane.guns[gun]
    which.boxes -= 1
    fighter = state.mission.combat.fighters[at]
    why = f"{play.data.names[gun]}, {play.data.names[post]}, at the {target_words(fighter)}"
    chart = "5-3.b" if fighter.is_baka else "5-7"
    with state.subject.being(gun=gun, fighter=at, passing_shot=passing):
        result = look_up(play, chart, column=column_of(gun), why=why).result
        if result == "jam":
            which.jammed = True
            which.jammed_in_turn = state.mission.flight.turn
            play.log("gun", gun=gun, state="jammed")
        elif result == "hit":
            hit(play, fighter, post)
        elif result != "miss":
            yield from hit_baka(play, fighter, post, why)


@rule("5-8", "Damage to a fighter")
def hit(play: InPlay, fighter: Fighter, post: str) -> None:
    """A hit damages or destroys the fighter. Damaged four times, it is destroyed."""
    table, column = damage_chart(play, fighter)
    result = look_up(play, table, column=column, why=target_words(fighter)).result
    if result == "damaged":
        fighter.damaged += 1
    if result == "destroyed" or fighter.damaged >= DOWN:
        shot_down(play, fighter, post)


def damage_chart(play: InPlay, fighter: Fighter) -> tuple[str, str | None]:
    """Return chart 5-8, printed or regular, and its column."""
    return "5-8" if play.options["chart_5_8"] == "printed" else "5-8.regular", fighter.type


def shot_down(play: InPlay, fighter: Fighter, post: str) -> None:
    state = play.state
    fighter.gone = True
    man = now.man_at(state, post)
    if man is not None:
        man.kills += 1
    state.mission.kills += 1
    play.log("shot_down", type=fighter.type, place=fighter.place, man=man.post if man else post)


@rule("5-3.b", "Baka hit")
def hit_baka(play: InPlay, fighter: Fighter, post: str, why: str) -> Asks:
    """A hit destroys a Baka or does not harm it at all (note b)."""
    damage = look_up(play, "5-3.b.damage", why=why)
    if damage.result != "no_effect":
        shot_down(play, fighter, post)
        yield from carry_out(play, damage.result)


@rule("5.3.D", "Passing shots of the tail guns")
@ruling(
    "fired after the round, at a fighter from the front that was not stopped, with tail guns "
    "that have not fired in this round",
    rejected="the tail gun fires in the round itself, or passing shots are left out",
    why="5-7 has the modifier; 5.3.D is not in the booklet",
)
def passing_shots(play: InPlay, fired: set[str]) -> Asks:
    """A tail gun that has not fired may fire at a fighter flying past, at -1 on 5-7."""
    state = play.state
    combat = state.mission.combat
    combat.laid = {}
    yield from lay(
        play,
        "Take a passing shot with the tail guns?",
        lambda: passing_lays(play, fired | set(combat.laid)),
        kind="passing",
    )
    shots, combat.laid = combat.laid, {}
    for gun, at in shots.items():
        if not combat.fighters[at].gone:
            yield from shoot(play, gun, at, "tail_gunner", passing=True)


def tail_guns(play: InPlay) -> tuple[str, ...]:
    """Return the guns that 5-7 calls tail guns."""
    return TAIL if play.options["tail_guns"] == "with_cannon" else TAIL[:1]


def passing_lays(play: InPlay, fired: set[str]) -> Lays:
    """Return the tail guns that have not fired, and the fighters that came from the front."""
    state = play.state
    men = [post for post, _ in sights(state, ("tail_gunner",))]
    passing = {
        at: men
        for at, fighter in enumerate(state.mission.combat.fighters)
        if men and fighter.area in FRONT and fighter.seen and not fighter.gone
    }
    guns = [gun for gun in tail_guns(play) if gun in state.plane.guns and gun not in fired]
    return {gun: passing for gun in guns if passing and state.plane.guns[gun].can_fire}


@rule("5-7.a", "Clearing jams")
@ruling(
    "the tail guns of 5-7 are the turret and the cannon: both get passing shots, and both are "
    "cleared when they jam; the feed trays of 7-7 serve only the turret",
    rejected="'tail guns' never includes the cannon, which 7-8 names beside them: it gets no "
    "passing shot and stays jammed",
    why="one man aims both together, and note a speaks of any of them; 7-7 adds 'only'",
    option="tail_guns",
)
def clear_jams(play: InPlay) -> Asks:
    """A jam gets one try per turn from the next turn on, by a man in the right section (note a).

    The aft lower turret is cleared from utility, where nobody has his post, so a man must be sent.
    """
    state = play.state
    for name, gun in state.plane.guns.items():
        if not gun.jammed or gun.out or gun.jammed_in_turn >= state.mission.flight.turn:
            continue
        if name in TAIL and name not in tail_guns(play):
            continue
        section = play.data.guns[name].cleared_from
        there = any(man.section == section for man in now.fit_men(state))
        sent = now.on_task(state, "aft lower turret") is not None
        if not (sent if section == "utility" else there):
            continue
        labels = yield from resolve(play, "5-7.a", why=play.data.names[name])
        gun.jammed = "still_jammed" in labels
        gun.out = gun.out or "broken" in labels


@effect("searchlight")
@rule("5-14.held", "Caught by a searchlight")
def searchlight(play: InPlay) -> Asks:
    """A low squadron with both lower turrets may try once to shoot out the light (note b)."""
    state = play.state
    state.mission.combat.searchlight = True
    play.log("searchlight", on=True)
    lower = [state.plane.guns[name] for name in ("forward_lower", "aft_lower")]
    men = list(sights(state, ("cfc", "left_gunner", "right_gunner")))
    if state.mission.orders.squadron != "low" or not men or not all(gun.can_fire for gun in lower):
        return
    choices = {"fire": "fire a burst from each lower turret at the light", "hold": "hold fire"}
    answer = yield play.ask(
        "A searchlight holds the bomber. Fire at it?",
        choices,
        odds=lambda option: odds_of_light(play) if option == "fire" else {},
    )
    if answer == "fire":
        for gun in lower:
            gun.boxes -= 1
        yield from resolve(play, "5-14.b")


def odds_of_light(play: InPlay) -> dict[str, Fraction]:
    return {result_words(result): chance for result, chance in chances(play, "5-14.b")}


@effect("searchlight_off")
def searchlight_off(play: InPlay) -> None:
    play.state.mission.combat.searchlight = False
    play.log("searchlight", on=False)
