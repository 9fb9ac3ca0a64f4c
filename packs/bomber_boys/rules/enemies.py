"""The enemy attacks: from the air, then from the ground."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain, permutations
from typing import Any

from tabletop_core import Asks, by_id, rule, ruling
from tabletop_core.events import counted

from ..questions.board import (
    BEST_FACE,
    COIN,
    ENEMY_DIE,
    aircraft,
    can_do_damage,
    can_take,
    card_of,
    damage_by,
    die_ids,
    enemy_named,
    evaders_ready,
    exhausted,
    ground_enemies,
    raised,
    title_of,
)
from ..questions.gunfire import attacks_first
from ..questions.harm import left_to_attack, ways_to_raise
from ..state import Enemy, InPlay
from .abilities import exhaust
from .damage import harm_of, hit_chosen_engine, roll_damage
from .items import Moment, item_label, item_options, offer_items, use_item

EVADE = "evade"
EVADE_BY = 2
TAKE_IT = "take_it"


def has_ground_enemies(play: InPlay) -> bool:
    return bool(ground_enemies(play))


@rule("Enemy initiative")
def strike_first(play: InPlay) -> Asks:
    """Aircraft whose initiative is higher than yours attack before your crew acts."""
    ours = play.state.turn.initiative or 0
    yield from attack(play, [e for e in aircraft(play) if attacks_first(play, e, ours)])


@rule("Counter-attack")
@ruling(
    "two damage with the initiative stop an ace's or squadron's counter-attack in that turn",
    rejected="two damage at any time of the turn stop it",
    why="both cards share the text; an aircraft that struck first has no attack left anyway",
)
def strike_back(play: InPlay) -> Asks:
    """Surviving aircraft that have not attacked yet do so after your crew has acted.

    An ace or a squadron does not, if you had the initiative and did 2 damage to it.
    """
    yield from attack(play, left_to_attack(play))


@rule("Ground attacks")
@ruling(
    "ground attacks use what is left of the two enemy dice",
    rejected="they roll two dice of their own",
    why="the limit counts every enemy on display that attacks in the turn",
)
def attack_from_ground(play: InPlay) -> Asks:
    """Flak, Flakpanzers and battleships attack last, even if you rallied; no gun reaches them.

    Focus counts on neither side. Flak and Flakpanzers leave when they have attacked, a battleship
    after three combat turns: it does 2 damage, then 1, then none. Each Searchlight in play adds 1
    to the damage of a Flakpanzer that hits.
    """
    yield from attack(play, ground_enemies(play), is_ground=True)


@rule("Enemy dice")
@ruling(
    "the jet rolls no die",
    rejected="it rolls one like every aircraft",
    why="it has no attack printed; its card only adds to the dice of others",
)
@ruling(
    "a battleship at range 3 rolls a die like any enemy, unless no attacker can do damage at all",
    rejected="it rolls none while its damage is 0",
    why="it still attacks, for 0; beside another the two dice go where they hit, alone to no end",
)
def attack(play: InPlay, attackers: Sequence[Enemy], is_ground: bool = False) -> Asks:
    """Roll an enemy die for each attacker, two in a turn at most, and assign them.

    While the jet flies, each of them counts 1 more, up to 6.
    """
    turn = play.state.turn
    armed = [enemy for enemy in attackers if card_of(play, enemy).hits]
    if not any(can_do_damage(play, enemy) for enemy in armed):
        return
    names = [enemy.name for enemy in armed]
    number = min(len(names), play.data.dice.enemy - turn.enemy_rolled)
    if number <= 0:
        play.log("no_dice_left", enemies=[title_of(play, enemy) for enemy in armed])
        return
    turn.attackers = names
    turn.enemy_rolled += number
    roll = play.roll(f"{number}d6", "ground attack" if is_ground else "enemy attack")
    turn.enemy_dice = list(roll.faces)
    yield from offer_items(
        play,
        Moment.ENEMY_DICE,
        lambda: f"Enemy dice: {' '.join(map(str, turn.enemy_dice))}.",
        odds=lambda item: _harm_of_dice(play, item, is_ground),
    )
    dice = [raised(play, face) for face in turn.enemy_dice]
    if dice != turn.enemy_dice:
        play.log("enemy_raised", faces=list(turn.enemy_dice), now=list(dice))
        turn.enemy_dice = dice
    if turn.focus < 0 and not is_ground:
        yield from focus_enemy(play)
    turn.fire = yield from assign(play, names)
    if is_ground and not turn.rallied:
        yield from evade(play)
    yield from take_hits(play)


@rule("Enemy focus")
@ruling(
    "of two dice rolled together one that uses the most of the focus is raised",
    rejected="the higher die, or both, are raised",
    why="the token must be used to its fullest possible value; between equals you choose",
)
@ruling(
    "a token that can raise no die of the first roll goes to the next enemy die of the turn",
    rejected="it is lost with the first roll",
    why="the first die must take it 'if possible', a 6 cannot, and the enemy holds it all turn",
)
def focus_enemy(play: InPlay) -> Asks:
    """Raise the first enemy die of the turn by the enemy's focus, to 6 at most."""
    dice, focus = play.state.turn.enemy_dice, -play.state.turn.focus
    gain = max(min(focus, BEST_FACE - die) for die in dice)
    if not gain:
        return
    play.state.turn.focus = 0
    choice = sorted({die for die in dice if min(focus, BEST_FACE - die) == gain})
    die = yield from play.choose(
        "Which enemy die does the enemy's focus raise?",
        choice,
        label=lambda face: f"a {face} becomes a {face + gain}",
        at=ENEMY_DIE.format,
        odds=lambda face: harm_of_fire(play, _mildest(play, _swapped(dice, face, face + gain))),
    )
    dice[dice.index(die)] = die + gain
    play.log("raised", why="enemy focus", face=die, now=die + gain)


@rule("Assigning enemy dice")
@ruling(
    "you choose among the assignments with the most hits; of equal ones only one is offered",
    rejected="you may assign them as you like, or the dice are assigned in order",
    why="a die that can hit must not be assigned to miss",
)
def assign(play: InPlay, names: list[str]) -> Asks:
    """Assign the enemy dice to the attackers; as many of them must hit as possible.

    An attacker without a die does not attack.
    """
    choice = {_code(fire): fire for fire in _assignments(play, names, play.state.turn.enemy_dice)}
    code = yield from play.choose(
        "Who gets the enemy dice?",
        tuple(choice),
        label=lambda code: _words(play, choice[code]),
        at=_touches(tuple(choice)),
        odds=lambda code: harm_of_fire(play, choice[code]),
    )
    return choice[code]


def _assignments(
    play: InPlay, names: Sequence[str], dice: Sequence[int]
) -> Iterable[dict[str, int]]:
    """Return the ways to assign enemy dice in which most of them hit, by who gets which."""
    found: dict[tuple[Any, ...], dict[str, int]] = {}
    most = 0
    for order in permutations(names, len(dice)):
        given = dict(zip(order, dice, strict=True))
        fire = {name: given[name] for name in names if name in given}
        hits = sum(damage_by(play, enemy_named(play, name), die) > 0 for name, die in fire.items())
        if hits > most:
            most, found = hits, {}
        if hits == most:
            found.setdefault(_what_follows(play, fire), fire)
    return found.values()


def _mildest(play: InPlay, dice: Sequence[int]) -> dict[str, int]:
    """Return the assignment of enemy dice that does least damage."""
    return min(
        _assignments(play, play.state.turn.attackers, dice),
        key=lambda fire: sum(_damage_of(play, fire)),
    )


def _damage_of(play: InPlay, fire: Mapping[str, int]) -> tuple[int, int]:
    """Return the damage dice that an assignment brings, and the hits on engines of your choice."""
    points = [0, 0]
    for name, die in fire.items():
        enemy = enemy_named(play, name)
        points[bool(card_of(play, enemy).hits_engines)] += damage_by(play, enemy, die)
    return points[0], points[1]


def _harm_of_dice(play: InPlay, item: str, is_ground: bool) -> Mapping[str, Any]:
    """Return the chances of what the enemy dice do unchanged, or after the best use of a coin."""
    turn = play.state.turn
    focus = 0 if is_ground else -turn.focus
    rolled = [turn.enemy_dice]
    if item == COIN:
        rolled = [_swapped(turn.enemy_dice, face, 7 - face) for face in set(turn.enemy_dice)]
    fires = [
        _mildest(play, dice)
        for roll in rolled
        for dice in ways_to_raise([raised(play, face) for face in roll], focus)
    ]
    return harm_of_fire(play, min(fires, key=lambda fire: sum(_damage_of(play, fire))))


def _swapped(dice: Sequence[int], face: int, now: int) -> list[int]:
    """Return dice of which one shows another face.

    >>> _swapped([3, 5, 3], 3, 4)
    [4, 5, 3]
    """
    at = list(dice).index(face)
    return [*dice[:at], now, *dice[at + 1 :]]


def _what_follows(play: InPlay, fire: dict[str, int]) -> tuple[Any, ...]:
    """Return a key for an assignment, equal for assignments with the same effect."""
    plain = engines = 0
    from_ground = []
    for name, die in fire.items():
        enemy = enemy_named(play, name)
        card, damage = card_of(play, enemy), damage_by(play, enemy, die)
        if card.hits_engines:
            engines += damage
        elif card.is_aircraft:
            plain += damage
        else:  # the die itself matters too, since it may be evaded
            from_ground.append((enemy.card, enemy.turns, die))
    return plain, engines, *sorted(from_ground)


def _code(fire: dict[str, int]) -> str:
    """Return the things to touch: a die, the enemy that gets it, and so on."""
    dice = die_ids(ENEMY_DIE, list(fire.values()))
    return " ".join(f"{die} {name}" for name, die in zip(fire, dice, strict=True))


def _touches(codes: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """Return the things to touch for each assignment: the lower die and its enemy first.

    The other die follows by itself where only one enemy can get it.

    >>> _touches(("e3 ace e6 jet", "e6 ace e3 jet"))
    {'e3 ace e6 jet': ['e3', 'ace'], 'e6 ace e3 jet': ['e3', 'jet']}
    """
    pairs = {code: sorted(zip(*[iter(code.split())] * 2, strict=True)) for code in codes}
    begun = Counter(given[0] for given in pairs.values())
    return {
        code: [*given[0]] if begun[given[0]] == 1 else [*chain(*given)]
        for code, given in pairs.items()
    }


def _words(play: InPlay, fire: dict[str, int]) -> str:
    parts = []
    for name, die in fire.items():
        enemy = enemy_named(play, name)
        parts.append(f"{die} to {title_of(play, enemy)} ({damage_by(play, enemy, die)} damage)")
    return ", ".join(parts)


def harm_of_fire(play: InPlay, fire: Mapping[str, int]) -> dict[str, Any]:
    """Return the chances of what an assignment does, unless somebody evades or an item helps."""
    dice, engines = _damage_of(play, fire)
    if not dice and not engines:
        return {"a miss": Fraction(1)}
    told: dict[str, Any] = harm_of(play, dice) if dice else {}
    if engines:
        told["engines of your choice"] = counted(engines, "hit")
    return told


@rule("Evade")
@ruling(
    "evasion is decided when the dice have been assigned, and offered only where it lessens damage",
    rejected="it is announced before the enemy rolls",
    why="it lowers a die that is assigned to a ground enemy",
)
def evade(play: InPlay) -> Asks:
    """A ready man with Evade lowers the die of a ground attack by 2, and is exhausted.

    Two such men lower it by 4. Nobody can evade in a turn in which the crew rallied.
    """
    turn = play.state.turn
    for name in list(turn.fire):
        enemy = enemy_named(play, name)
        while damage := damage_by(play, enemy, turn.fire[name]):
            evaders = evaders_ready(play)
            letters = item_options(play, Moment.EVADE)
            still = [man for man in exhausted(play) if letters and can_take(play, man, EVADE)]
            lowest = turn.fire[name] - EVADE_BY * len(evaders + still)
            if damage_by(play, enemy, lowest) == damage:
                break
            answer = yield play.ask(
                f"{title_of(play, enemy)} hits with {turn.fire[name]} for {damage} damage. Evade?",
                [*evaders, *letters, TAKE_IT],
                label=lambda option: _evade_label(play, option),
                at=by_id(but=TAKE_IT),
                odds=partial(_harm_if, play, name),
            )
            if answer == TAKE_IT:
                break
            if answer in play.data.items:
                yield from use_item(play, answer, Moment.EVADE)
            else:
                exhaust(play, answer)
                turn.fire[name] -= EVADE_BY
                man = play.data.names[answer]
                play.log("evaded", man=man, now=turn.fire[name], id=name, by=answer)


def _harm_if(play: InPlay, name: str, option: str) -> dict[str, Fraction]:
    """Return the chances of what a ground attack does where it is taken, or one man evades.

    Who is made ready by an item is taken to evade.
    """
    by = 0 if option == TAKE_IT else EVADE_BY
    points = damage_by(play, enemy_named(play, name), play.state.turn.fire[name] - by)
    return harm_of(play, points) if points else {"a miss": Fraction(1)}


def _evade_label(play: InPlay, option: str) -> str:
    if option == TAKE_IT:
        return "take the hit"
    if option in play.data.items:
        return item_label(play, option)
    return f"{play.data.names[option]} evades: -{EVADE_BY} on the die"


@rule("Hits on your bomber")
def take_hits(play: InPlay) -> Asks:
    """Each attacker does the damage that its card gives for its die, one point after the other."""
    turn = play.state.turn
    fire, turn.fire, turn.attackers, turn.enemy_dice = turn.fire, {}, [], []
    for name, die in fire.items():
        enemy = enemy_named(play, name)
        damage = damage_by(play, enemy, die)
        title = title_of(play, enemy)
        play.log("attacked", enemy=title, die=die, damage=damage, id=name)
        turn.attacked.append(name)
        for _ in range(damage):
            if card_of(play, enemy).hits_engines:
                yield from hit_chosen_engine(play)
            else:
                yield from roll_damage(play)
