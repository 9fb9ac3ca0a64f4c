"""Phase III: the Fight, two rounds of duels with dice that are kept (p. 11-13)."""

from tabletop_core import Asks, by_id, rule, ruling
from tabletop_core.events import counted

from ..components import Mode
from ..questions.board import germans_in, hidden_in, is_bomber, kind_of, neighbours
from ..questions.names import area_name, plane_name, to_whom
from ..state import Fight, Fighter, InPlay, Plane
from .counterattack import strike
from .duel import combat_round, luftwaffe_dice
from .elite import reveal_ace
from .movement import enter_area
from .order import who_is_next
from .specialization import choose_group


@rule("11/Fight", "Fights in any order, for those who wish")
@ruling(
    "each plane may start one Combat in a turn",
    why="a player's two rounds are called his Combat Phase, which one support covers",
)
@ruling(
    "a plane on the ground neither fights nor is hit",
    why="it has spent movement to land; Combat is between planes in the air",
)
@ruling(
    "the players agree whose turn it is, and each says for himself whether he fights or stays out",
    why="the text lets them choose the order, and only those fight who wish to",
)
def fights(play: InPlay) -> Asks:
    """The players fight one after the other, as they agree, or stay out of it."""
    state = play.state
    while ready := [f for f in state.fighters.values() if may_fight(play, f)]:
        if state.solo:
            ready = [f for f in ready if f.colour == state.leader] or ready
        colour = yield from who_is_next(play, "Whose turn is it to fight?", ready)
        fighter = state.fighters[colour]
        answer = yield play.ask(
            f"{fighter.name} at {area_name(play, fighter.area)}: fight?",
            {"fight": "attack", "stay": "stay out of it this turn"},
            seat=fighter.seat,
        )
        if answer == "fight":
            yield from combat(play, fighter)
        else:
            fighter.stays_out = True


@rule("11/Who may fight", "Ammunition, an enemy, and no scouting this turn")
@ruling(
    "a pilot who scouted or found a hidden squadron attacks nobody this turn",
    why="the text bars those players from attacking, without naming a target",
)
def may_fight(play: InPlay, fighter: Fighter) -> bool:
    return (
        fighter.in_air
        and not fighter.fought
        and not fighter.scouted
        and not fighter.stays_out
        and fighter.ammunition > 0
        and bool(germans_in(play, fighter.area))
    )


@rule("11/Combat", "Two rounds for one point of ammunition")
def combat(play: InPlay, fighter: Fighter) -> Asks:
    """Fight two rounds, more or fewer where a card says so or nobody is left to fight."""
    state = play.state
    yield from hun_in_the_sun(play, fighter)
    if not fighter.pilot or not germans_in(play, fighter.area):
        return
    fighter.ammunition -= 1
    fighter.fought = True
    opponent = yield from choose_opponent(play, fighter)
    fight = state.fight = Fight(colour=fighter.colour, opponent=opponent)
    play.log(
        "fight",
        colour=fighter.colour,
        area=area_name(play, fighter.area),
        opponent=plane_name(play, state.planes[opponent]),
        ammunition=fighter.ammunition,
    )
    while fighter.pilot:
        before = len(fighter.downed)
        yield from combat_round(play, fighter, fight)
        if len(fighter.downed) > before:
            yield from choose_group(play, fighter)
        if not fighter.pilot or (yield from leave_after_round(play, fighter, fight)):
            break
        if fight.round >= fight.rounds or not germans_in(play, fighter.area):
            break
        if fight.round > 1 and not (yield from third_round(play, fighter)):
            break
        yield from next_round(play, fighter, fight)
    state.discards += fight.discards + fight.cards
    state.fight = None


@rule("11/Opponent", "Choose the German plane to attack")
def choose_opponent(play: InPlay, fighter: Fighter, now: str = "") -> Asks:
    """Return the plane that is attacked; the present opponent may be attacked again."""
    again = "; the same: its dice and cards of ours count again" if now else ""
    options = {
        plane.id: _plane_words(play, plane) + (again if plane.id == now else "")
        for plane in sorted(germans_in(play, fighter.area), key=lambda plane: plane.id != now)
    }
    opponent = yield from play.choose(
        f"{to_whom(play, fighter)}attack which plane"
        + (f" in round {play.state.fight.round + 1}?" if now and play.state.fight else "?"),
        options,
        seat=fighter.seat,
        at=by_id(),
        kind="attack",
    )
    state = play.state
    plane = state.planes[opponent]
    plane.engaged = True
    state.squadrons[plane.squadron].was_attacked = True
    reveal_ace(play, plane.squadron)
    return opponent


def _plane_words(play: InPlay, plane: Plane) -> str:
    kind = kind_of(play, plane)
    left = "-".join(map(str, kind.toughness[plane.damage :]))
    dice = luftwaffe_dice(play, plane)
    more = f", Maneuver tokens: {plane.markers}" if plane.markers else ""
    squadron = play.state.squadrons[plane.squadron]
    if plane.id == squadron.ace_plane and squadron.ace:
        more += f", the ace: {play.data.aces[squadron.ace].title}"
    return f"{plane_name(play, plane)}, toughness left {left}, {kind.die} dice: {dice}{more}"


@rule("15/Hun in the Sun", "First strike of an offensive squadron")
@ruling(
    "it comes once before each Combat in the area of an unmarked plane of the squadron",
    why="the text lets it happen before a Combat begins, by the Counterattack procedure",
)
@ruling(
    "ammunition is spent and the opponent chosen after it; nobody left there means no Combat",
    why="its hits may shoot a pilot down, and then the Germans in the area may fly away first",
)
def hun_in_the_sun(play: InPlay, fighter: Fighter) -> Asks:
    """Roll the first strike of offensive squadrons before the fight begins."""
    area = fighter.area
    for squadron in list(play.state.squadrons.values()):
        planes = [
            plane
            for plane in germans_in(play, area)
            if plane.squadron == squadron.id and not plane.markers and not is_bomber(play, plane)
        ]
        if squadron.mode is Mode.OFFENSIVE and planes and fighter.pilot:
            die = kind_of(play, planes[0]).die
            dice = squadron.first_strike or 1
            yield from strike(play, area, {die: dice}, "Hun in the Sun")


@rule("20/After the attack", "Fly away between rounds")
@ruling(
    "a plane that uses the move leaves the Fight, and enters the new area without fighting there",
    why="the note calls it an exception to fighting both rounds",
)
def leave_after_round(play: InPlay, fighter: Fighter, fight: Fight) -> Asks:
    """Move after a round where the active card allows it; return whether the plane left."""
    left, has_left = fight.may_leave, False
    while left:
        near = within(play, fighter.area, left)
        stay = "stay here" if has_left else "fight on"
        where = yield play.ask(
            f"{to_whom(play, fighter)}fly up to {counted(left, 'area')}?",
            {"stay": stay} | {area: area_name(play, area) for area in near},
            seat=fighter.seat,
            at=by_id(but="stay"),
            kind="fly",
        )
        if where == "stay":
            break
        has_left = True
        start, end = area_name(play, fighter.area), area_name(play, where)
        play.log("moved", colour=fighter.colour, start=start, area=end, landed=False)
        fighter.area = where
        left = left - near[where] if enter_area(play, fighter) else 0
    return has_left


def within(play: InPlay, start: str, steps: int) -> dict[str, int]:
    """Return the areas within so many steps, across none with a hidden squadron, and how far."""
    away: dict[str, int] = {}
    ring = [start]
    for far in range(1, steps + 1):
        around = {there for area in ring for there in neighbours(play, area)}
        found = sorted(around - {start, *away})
        away |= dict.fromkeys(found, far)
        ring = [area for area in found if not hidden_in(play, area)]
    return away


@rule("20/A third round", "Fight on where a card allows it")
@ruling(
    "the player decides on the third round when the second is over",
    why="the text lets a card allow it, and only the first two rounds have to be fought",
)
def third_round(play: InPlay, fighter: Fighter) -> Asks:
    """Return whether the player fights a third round."""
    answer = yield play.ask(
        f"{to_whom(play, fighter)}fight a third round?",
        {"yes": "fight it", "no": "end the Fight"},
        seat=fighter.seat,
    )
    return answer == "yes"


@rule("12/Second Combat round", "The same opponent or a new one")
def next_round(play: InPlay, fighter: Fighter, fight: Fight) -> Asks:
    """Choose the next opponent: against a new one earlier cards and dice are gone."""
    before = fight.opponent
    fight.opponent = yield from choose_opponent(play, fighter, before)
    fight.round += 1
    play.log(
        "opponent",
        number=fight.round,
        colour=fighter.colour,
        opponent=plane_name(play, play.state.planes[fight.opponent]),
        same=fight.opponent == before,
    )
    fight.hits = fight.evades = fight.ignore = fight.may_leave = fight.maneuvers_used = 0
    fight.first_strike = fight.choose_damage = False
    fight.sets = 0
    fight.support = fight.active = fight.extra_support = ""
    fight.luftwaffe = []
    if fight.opponent != before:
        fight.discards += fight.cards
        fight.cards = []
        # Before the third round the last die stays; before the second, one is still to be placed.
        keep = len(fight.placed) - 1
        fight.counting = fight.counting[-1:] if keep else []
        fight.symbols = fight.symbols[-1:] if keep else []
