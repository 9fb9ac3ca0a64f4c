"""Phase III: the Fight, two rounds of duels with dice that are kept (p. 11-13)."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from tabletop_core import Asks, by_id, rule, ruling
from tabletop_core.events import counted

from ..components import Mode
from ..questions.board import germans_in, hidden_in, kind_of, neighbours
from ..questions.names import area_name, plane_name, to_whom, words_by_plane
from ..state import Fight, Fighter, InPlay, Plane, Squadron
from .counterattack import strike
from .duel import combat_round
from .elite import reveal_ace
from .movement import enter_area, odds_of_area
from .opponents import luftwaffe_dice, of_opponent
from .specialization import choose_group
from .strikes import of_counterattack, of_strike


@rule("11/Fight", "Fights in any order, for those who wish")
@ruling(
    "each plane may start one Combat in a turn",
    rejected="a plane may fight again as long as it has ammunition",
    why="a player's two rounds are called his Combat Phase, which one support covers",
)
@ruling(
    "a plane on the ground neither fights nor is hit",
    rejected="it is hit with all the others in its area",
    why="it has spent movement to land; Combat is between planes in the air",
)
@ruling(
    "who attacks whom, or stays out, is one choice, made by any of the players",
    rejected="the players settle an order first, and each then says what his plane does",
    why="the text lets them choose the order, fighting is voluntary, and they plan together",
)
def fights(play: InPlay) -> Asks:
    """Let the players fight one after the other, in any order they like, or stay out of it.

    A plane that stays out may be struck in the Counterattack, and so may one that has fought.
    """
    state = play.state
    if ready := yet_to_fight(play):
        if state.solo:
            ready = [f for f in ready if f.colour == state.leader] or ready
        yield from next_fight(play, ready)


def yet_to_fight(play: InPlay) -> list[Fighter]:
    return [fighter for fighter in play.state.fighters.values() if may_fight(play, fighter)]


def all_have_fought(play: InPlay) -> bool:
    return not yet_to_fight(play)


def next_fight(play: InPlay, ready: Sequence[Fighter]) -> Asks:
    """Let one of these planes attack or stay out of it.

    If a first strike comes before the attack, the opponent is chosen after the strike.
    """
    options: list[str] = []
    for fighter in ready:
        if strikes_first(play, fighter.area):
            options.append(f"{fighter.colour} attack")
        else:
            planes = germans_in(play, fighter.area)
            options += [f"{fighter.colour} {plane.id}" for plane in planes]
    options += [f"{fighter.colour} stay" for fighter in ready]
    alone = len(ready) == 1
    answer = yield play.ask(
        _who_attacks(play, ready),
        tuple(options),
        label=partial(order_words, play, alone=alone),
        seat=tuple(dict.fromkeys(fighter.seat for fighter in ready)),
        at=partial(aims_of_order, play, alone=alone),
        kind="fight",
        odds=partial(odds_of_order, play),
    )
    colour, whom = answer.split(" ")
    fighter = play.state.fighters[colour]
    if whom == "stay":
        fighter.stays_out = True
    else:
        yield from combat(play, fighter, "" if whom == "attack" else whom)


def _who_attacks(play: InPlay, ready: Sequence[Fighter]) -> str:
    where = {
        fighter.name: f"at {area_name(play, fighter.area)}, ammunition {fighter.ammunition}"
        for fighter in ready
    }
    if len(where) == 1:
        ((name, words),) = where.items()
        return f"Whom does {name} attack? ({words})"
    return f"Who attacks whom? ({words_by_plane(where)})"


def order_words(play: InPlay, order: str, *, alone: bool) -> str:
    """Return an order of the Fight in words; a plane that is `alone` need not be named."""
    colour, whom = order.split(" ")
    who = "" if alone else f"{play.state.fighters[colour].name}: "
    if whom == "stay":
        return f"{who}stay out of it this turn"
    if whom == "attack":
        return f"{who}attack, after the Hun in the Sun"
    return f"{who}attack {_plane_words(play, play.state.planes[whom])}"


def aims_of_order(play: InPlay, order: str, *, alone: bool) -> tuple[str, ...]:
    """Return what an order of the Fight touches: the plane, and its opponent or its area.

    A plane that is `alone` need not be touched.
    """
    colour, whom = order.split(" ")
    if whom == "stay":
        return ()
    aim = play.state.fighters[colour].area if whom == "attack" else whom
    return (aim,) if alone else (colour, aim)


def odds_of_order(play: InPlay, order: str) -> dict[str, Any]:
    """Return what an order of the Fight may bring: a plane's dice, or a strike at all planes.

    For a plane that stays out, it is the Counterattack as it would be if nobody else fought.
    """
    colour, whom = order.split(" ")
    area = play.state.fighters[colour].area
    if whom == "attack":
        return of_strike(play, dice_of_first_strikes(play, area))
    return of_counterattack(play, area) if whom == "stay" else of_opponent(play, whom)


@rule("11/Who may fight", "Ammunition, an enemy, and no scouting this turn")
@ruling(
    "a pilot who scouted or found a hidden squadron attacks nobody this turn",
    rejected="he may attack all but the squadron that he has revealed",
    why="the text bars those players from attacking, without naming a target",
)
def may_fight(play: InPlay, fighter: Fighter) -> bool:
    """See whether a plane may start a Fight.

    It has to be in the air, in an area with German planes, with ammunition left, and may not have
    fought, scouted or found a hidden squadron this turn. A plane without ammunition still supports
    others and cancels propellers.
    """
    return (
        fighter.in_air
        and not fighter.fought
        and not fighter.scouted
        and not fighter.stays_out
        and fighter.ammunition > 0
        and bool(germans_in(play, fighter.area))
    )


@rule("11/Combat", "Two rounds for one point of ammunition")
def combat(play: InPlay, fighter: Fighter, opponent: str = "") -> Asks:
    """Fight two rounds; more or fewer if a card says so or nobody is left to fight.

    Starting costs one point of ammunition, however many rounds follow. If no opponent was named
    before, the player chooses one.
    """
    state = play.state
    yield from hun_in_the_sun(play, fighter)
    if not fighter.pilot or not germans_in(play, fighter.area):
        return
    fighter.ammunition -= 1
    fighter.fought = True
    opponent = opponent or (yield from choose_opponent(play, fighter))
    engage(play, opponent)
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
        if not (yield from next_round(play, fighter, fight)):
            break
    state.discards += fight.discards + fight.cards
    state.fight = None


@rule("11/Opponent", "Choose the German plane to attack")
def choose_opponent(
    play: InPlay, fighter: Fighter, now: str = "", *, may_end: bool = False
) -> Asks:
    """Choose the plane to attack, or end the Fight.

    Any German plane in the area may be attacked, escorts and bombers alike. The second round may
    be against the same one or another; both rounds have to be fought while an opponent is there.
    """
    planes = sorted(germans_in(play, fighter.area), key=lambda plane: plane.id != now)
    options = (*(plane.id for plane in planes), *(["end"] * may_end))
    round_words = f" in round {play.state.fight.round + 1}" if play.state.fight else ""
    opponent = yield from play.choose(
        to_whom(fighter, f"attack which plane{round_words}?"),
        options,
        label=lambda option: _opponent_words(play, option, now),
        seat=fighter.seat,
        at=by_id(but="end"),
        kind="attack",
        odds=lambda option: of_opponent(play, option),
    )
    return "" if opponent == "end" else opponent


def _opponent_words(play: InPlay, opponent: str, now: str) -> str:
    if opponent == "end":
        return "end the Fight"
    again = "; again, and the dice and cards used against it count once more"
    words = _plane_words(play, play.state.planes[opponent])
    return words + again if opponent == now else words


def engage(play: InPlay, opponent: str) -> None:
    """Note that a plane is attacked; its squadron reveals its ace."""
    plane = play.state.planes[opponent]
    plane.engaged = True
    play.state.squadrons[plane.squadron].was_attacked = True
    reveal_ace(play, plane.squadron)


def _plane_words(play: InPlay, plane: Plane) -> str:
    kind = kind_of(play, plane)
    left = "-".join(map(str, kind.toughness[plane.damage :]))
    dice = luftwaffe_dice(play, plane)
    more = f", Maneuver tokens: {plane.markers}" if plane.markers else ""
    if plane.ace:
        more += f", the ace: {play.data.aces[plane.ace].title}"
    return f"{plane_name(play, plane)}, toughness left {left}, {kind.die} dice: {dice}{more}"


@rule("15/Hun in the Sun", "First strike of an offensive squadron")
@ruling(
    "it comes once before each Combat in the area of an unmarked plane of the squadron",
    rejected="it comes once a turn, or only before a Combat against the squadron itself",
    why="the text lets it happen before a Combat begins, by the Counterattack procedure",
)
@ruling(
    "ammunition is spent and the opponent chosen after it; nobody left there means no Combat",
    rejected="both come before it, and a Combat without an opponent costs its ammunition",
    why="its hits may shoot a pilot down, and then the Germans in the area may fly away first",
)
def hun_in_the_sun(play: InPlay, fighter: Fighter) -> Asks:
    """Roll the first strike of offensive squadrons before the fight begins.

    One or two dice, as the Scenario says, count as in a Counterattack: each propeller that no card
    cancels is one damage for every friendly plane in the area, before anybody fires at the
    Germans.
    """
    area = fighter.area
    for squadron in list(play.state.squadrons.values()):
        dice = dice_of_first_strike(play, squadron, area)
        if dice and fighter.pilot:
            yield from strike(play, area, dice, "Hun in the Sun")


def dice_of_first_strike(play: InPlay, squadron: Squadron, area: str) -> dict[str, int]:
    """Return the dice of an offensive squadron before a Combat in an area: of its first fighter."""
    if squadron.mode is not Mode.OFFENSIVE:
        return {}
    planes = [
        plane
        for plane in germans_in(play, area)
        if plane.squadron == squadron.id and not plane.markers and not plane.is_bomber
    ]
    return {kind_of(play, planes[0]).die: squadron.first_strike or 1} if planes else {}


def dice_of_first_strikes(play: InPlay, area: str) -> Counter[str]:
    """Return the dice of all squadrons that strike before a Combat in an area."""
    dice = Counter[str]()
    for squadron in play.state.squadrons.values():
        dice.update(dice_of_first_strike(play, squadron, area))
    return dice


def strikes_first(play: InPlay, area: str) -> bool:
    """Return whether the Hun in the Sun comes before a Combat in an area."""
    return bool(dice_of_first_strikes(play, area))


@rule("20/After the attack", "Fly away between rounds")
@ruling(
    "a plane that uses the move leaves the Fight, and enters the new area without fighting there",
    rejected="it fights its second round in the new area",
    why="the note calls it an exception to fighting both rounds",
)
def leave_after_round(play: InPlay, fighter: Fighter, fight: Fight) -> Asks:
    """Let a plane move away after a round if the active card allows it."""
    left, has_left = fight.may_leave, False
    while left:
        near = within(play, fighter.area, left)
        is_over = has_left or fight.round >= fight.rounds
        stay = "stay here" if is_over else "fight on"
        where = yield play.ask(
            to_whom(fighter, f"fly up to {counted(left, 'area')}?"),
            {"stay": stay} | {area: area_name(play, area) for area in near},
            seat=fighter.seat,
            at=by_id(but="stay"),
            kind="fly",
            odds=lambda area: odds_of_area(play, fighter.area if area == "stay" else area),
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
    """Return the distances of the areas within reach; no path crosses a hidden squadron."""
    away: dict[str, int] = {}
    ring = [start]
    for far in range(1, steps + 1):
        around = {there for area in ring for there in neighbours(play, area)}
        found = sorted(around - {start, *away})
        away |= dict.fromkeys(found, far)
        ring = [area for area in found if not hidden_in(play, area)]
    return away


@rule("12/Second Combat round", "The same opponent or a new one")
@ruling(
    "the player decides on the third round when the second is over",
    rejected="he decides when the card is activated, and must then fight it",
    why="the text lets a card allow it, and only the first two rounds have to be fought",
)
def next_round(play: InPlay, fighter: Fighter, fight: Fight) -> Asks:
    """Choose the next opponent; against a new one, earlier cards and dice no longer count.

    Against the same plane the die and the card of the first round count once more, in addition to
    those of the second; the first card's effect and support do not. The opponent rolls again.
    Only a third round, which a card allows, may be declined.
    """
    before = fight.opponent
    third = fight.round > 1
    opponent = yield from choose_opponent(play, fighter, before, may_end=third)
    if not opponent:
        return False
    fight.opponent = opponent
    engage(play, opponent)
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
    return True
