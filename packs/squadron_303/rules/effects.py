"""Special effects of the Combat cards (p. 6 and 20): one function for each effect.

The id of an effect in `data/effects.toml` is the name of its function here.
Each is called with the sets that were made; `amount` is what one set gives.
"""

from collections.abc import Callable

from tabletop_core import Asks, rule, ruling

from ..state import Fight
from .board import Table, facts, germans_in, group_of, plane_name
from .dice import roll_one
from .hands import draw_card
from .tokens import take_maneuver


@rule("20/Combat cards", "Carry out the effect of the active card")
@ruling(
    "an effect covers the round in which its card is active",
    why="p. 20, note 8; only a third round and what it brings last for the whole Fight",
)
def activate(play: Table, fight: Fight, card: str, sets: int) -> Asks:
    """Carry out the effect of a card for the sets that activate it."""
    effect = facts(play).effects[facts(play).cards[card].effect]
    fight.sets = sets
    text = effect.text.format(amount=effect.amount)
    play.log("effect", colour=fight.colour, effect=effect.title, text=text, sets=sets)
    asking = EFFECTS[effect.id](play, fight, effect.amount * sets, effect.amount)
    if asking is not None:
        yield from asking


def extra_hit(play: Table, fight: Fight, gain: int, amount: int) -> None:
    fight.hits += gain


def extra_evade(play: Table, fight: Fight, gain: int, amount: int) -> None:
    fight.evades += gain


def gain_maneuver(play: Table, fight: Fight, gain: int, amount: int) -> Asks:
    for _ in range(gain):
        yield from take_maneuver(play, fight)


@rule("20/Moving after the attack", "Break away after a round")
@ruling(
    "two areas for the first set and one more for each further one",
    why="p. 20, note 2; the rounds given there are those of a card active in both",
)
def break_away(play: Table, fight: Fight, gain: int, amount: int) -> None:
    fight.may_leave = amount + fight.sets - 1


def first_strike(play: Table, fight: Fight, gain: int, amount: int) -> None:
    fight.first_strike = True


def third_round(play: Table, fight: Fight, gain: int, amount: int) -> None:
    fight.rounds = max(fight.rounds, 2 + amount)


def blank_hit(play: Table, fight: Fight, gain: int, amount: int) -> None:
    """Turn hits of the Luftwaffe dice into blanks."""
    for at, face in enumerate(fight.luftwaffe):
        if gain and face.startswith("hit"):
            fight.luftwaffe[at] = "blank"
            gain -= 1


@rule("20/Another try", "Roll RAF dice again")
@ruling(
    "dice placed against this opponent may be rolled again, the special die never",
    why="the die counts once it is placed; the special die may never be rolled again",
)
def reroll_own(play: Table, fight: Fight, gain: int, amount: int) -> Asks:
    """Roll placed RAF dice again; their new symbols count."""
    rolled: list[int] = []
    while gain:
        own = [n for n in fight.counting if not (fight.special and n == 1) and n not in rolled]
        if not own:
            return
        options: dict[int | str, str] = {"none": "none"}
        options |= {n: fight.dice[n] for n in own}
        fighter = play.state.fighters[fight.colour]
        which = yield play.ask("Roll which RAF die again?", options, seat=fighter.seat)
        if which == "none":
            return
        fight.dice[which] = roll_one(play, "blue", fighter.name)
        fight.symbols[fight.counting.index(which)] = fight.dice[which]
        rolled.append(which)
        gain -= 1


def reroll_luftwaffe(play: Table, fight: Fight, gain: int, amount: int) -> Asks:
    """Make Luftwaffe dice be rolled again; the new face counts."""
    die = facts(play).aircraft[play.state.planes[fight.opponent].aircraft].die
    fighter = play.state.fighters[fight.colour]
    for _ in range(min(gain, len(fight.luftwaffe))):
        options: dict[int | str, str] = {"none": "none"}
        options |= dict(enumerate(fight.luftwaffe))
        which = yield play.ask("Which Luftwaffe die is rolled again?", options, seat=fighter.seat)
        if which == "none":
            return
        fight.luftwaffe[which] = roll_one(play, die, "the Luftwaffe")


def draw_cards(play: Table, fight: Fight, gain: int, amount: int) -> None:
    for _ in range(gain):
        draw_card(play, play.state.fighters[fight.colour])


def ignore_damage(play: Table, fight: Fight, gain: int, amount: int) -> None:
    fight.ignore += gain


def bomber_killer(play: Table, fight: Fight, gain: int, amount: int) -> None:
    _double(play, fight, gain, ("bomber",))


def fighter_killer(play: Table, fight: Fight, gain: int, amount: int) -> None:
    _double(play, fight, gain, ("fighter", "heavy_fighter"))


def _double(play: Table, fight: Fight, gain: int, groups: tuple[str, ...]) -> None:
    """Count hits twice against some groups of aircraft, at most those there are."""
    if group_of(play, play.state.planes[fight.opponent]) in groups:
        fight.hits += min(gain, fight.symbols.count("hit"))


def free_support(play: Table, fight: Fight, gain: int, amount: int) -> None:
    if fight.support:
        fight.supported = False


def save_ammo(play: Table, fight: Fight, gain: int, amount: int) -> None:
    fighter = play.state.fighters[fight.colour]
    fighter.ammunition = min(facts(play).numbers.counts.ammunition, fighter.ammunition + amount)


def mark_second(play: Table, fight: Fight, gain: int, amount: int) -> Asks:
    """Put Maneuver tokens on other German planes in the area."""
    fighter = play.state.fighters[fight.colour]
    for _ in range(gain):
        others = [p for p in germans_in(play, fighter.area) if p.id != fight.opponent]
        if not others:
            return
        which = yield from play.choose(
            "Which other plane gets a Maneuver token?",
            {plane.id: plane_name(play, plane) for plane in others},
            seat=fighter.seat,
        )
        play.state.planes[which].markers += 1
        play.log("marked", plane=plane_name(play, play.state.planes[which]))


def choose_damage(play: Table, fight: Fight, gain: int, amount: int) -> None:
    fight.choose_damage = True


EFFECTS: dict[str, Callable[[Table, Fight, int, int], Asks | None]] = {
    "extra_hit": extra_hit,
    "extra_evade": extra_evade,
    "gain_maneuver": gain_maneuver,
    "break_away": break_away,
    "first_strike": first_strike,
    "third_round": third_round,
    "blank_hit": blank_hit,
    "reroll_own": reroll_own,
    "reroll_luftwaffe": reroll_luftwaffe,
    "draw_card": draw_cards,
    "ignore_damage": ignore_damage,
    "bomber_killer": bomber_killer,
    "fighter_killer": fighter_killer,
    "free_support": free_support,
    "save_ammo": save_ammo,
    "mark_second": mark_second,
    "choose_damage": choose_damage,
}
"""The functions by the effect that `data/effects.toml` names."""
