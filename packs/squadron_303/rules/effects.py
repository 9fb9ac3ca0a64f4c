"""Special effects of the Combat cards (p. 6 and 20): one function for each effect.

The id of an effect in `data/effects.toml` is the name of its function here.
Each is called with the number of sets that were made; `amount` is what one set gives.
"""

from collections.abc import Callable
from fractions import Fraction

import attrs

from tabletop_core import Asks, by_id, rule, ruling

from ..questions.board import germans_in
from ..questions.names import plane_name, symbol_words
from ..questions.symbols import (
    blue_to_reroll,
    hits_and_evasions,
    luftwaffe_to_reroll,
    symbols_counted,
)
from ..state import Fight, InPlay, Plane
from .dice import chances_of_rolling_again, roll_again, tell_again
from .hands import draw_cards_for
from .strikes import of_counterattack
from .tokens import take_maneuver


@rule("20/Combat cards", "Carry out the effect of the active card")
@ruling(
    "an effect covers the round in which its card is active",
    rejected="it holds for the whole Fight",
    why="p. 20, note 8; only a third round and its gains last for the whole Fight",
)
def activate(play: InPlay, fight: Fight, card: str, sets: int) -> Asks:
    """Carry out the effect of a card for the sets that activate it.

    Its gains are added to what dice and cards show.
    """
    effect = play.data.effects[play.data.cards[card].effect]
    fight.sets = sets
    text = effect.text.format(amount=effect.amount)
    play.log("effect", colour=fight.colour, effect=effect.title, text=text, sets=sets)
    asking = EFFECTS[effect.id](play, fight, effect.amount * sets, effect.amount)
    if asking is not None:
        yield from asking


def tried(play: InPlay, fight: Fight, sets: int) -> Fight:
    """Return the Fight as it would be if the active card had this many sets.

    Effects that ask, draw or reach beyond this round are left out.
    """
    effect = play.data.effects[play.data.cards[fight.active].effect]
    trial = attrs.evolve(fight, luftwaffe=list(fight.luftwaffe))
    if sets and effect.id in ON_THIS_ROUND:
        EFFECTS[effect.id](play, trial, effect.amount * sets, effect.amount)
    return trial


def with_sets(play: InPlay, fight: Fight, sets: int) -> tuple[int, int]:
    """Return the Hits and Evasions of the round if the active card had this many sets."""
    return hits_and_evasions(play, tried(play, fight, sets))


def extra_hit(play: InPlay, fight: Fight, gain: int, amount: int) -> None:
    fight.hits += gain


def extra_evade(play: InPlay, fight: Fight, gain: int, amount: int) -> None:
    fight.evades += gain


def gain_maneuver(play: InPlay, fight: Fight, gain: int, amount: int) -> Asks:
    for _ in range(gain):
        yield from take_maneuver(play, fight)


@rule("20/Moving after the attack", "Break away after a round")
@ruling(
    "two areas for the first set and one more for each further one",
    rejected="two areas after the first round and three after the second, regardless of sets",
    why="p. 20, note 2; the rounds named there are those of a card active in both",
)
def break_away(play: InPlay, fight: Fight, gain: int, amount: int) -> None:
    """Let the plane fly up to this many areas after the round for free, instead of fighting on."""
    fight.may_leave = amount + fight.sets - 1


def first_strike(play: InPlay, fight: Fight, gain: int, amount: int) -> None:
    fight.first_strike = True


def third_round(play: InPlay, fight: Fight, gain: int, amount: int) -> None:
    fight.rounds = max(fight.rounds, 2 + amount)


def blank_hit(play: InPlay, fight: Fight, gain: int, amount: int) -> None:
    """Turn Hits on the Luftwaffe dice into blanks."""
    for at, face in enumerate(fight.luftwaffe):
        if gain and face.startswith("hit"):
            fight.luftwaffe[at] = "blank"
            gain -= 1


@rule("20/Another try", "Roll RAF dice again")
@ruling(
    "dice placed against this opponent may be rolled again, the special die never",
    rejected="dice not yet placed may also be rolled again",
    why="a die counts once it is placed; the special die may never be rolled again",
)
def reroll_own(play: InPlay, fight: Fight, gain: int, amount: int) -> Asks:
    """Reroll placed RAF dice, each once; their new symbols count."""
    rolled: list[int] = []
    while len(rolled) < gain and (own := [n for n in _own_dice(play, fight) if n not in rolled]):
        options: dict[int | str, str] = {"none": "none"}
        options |= {n: symbol_words(fight.dice[n]) for n in own}
        fighter = play.state.fighters[fight.colour]
        which = yield play.ask(
            "Roll which RAF die again?",
            options,
            seat=fighter.seat,
            at={n: f"die:{n}" for n in own},
            odds=lambda option: _chances_again(play, option, "blue"),
        )
        if which == "none":
            return
        before, face = fight.dice[which], roll_again(play, "blue", fighter.name)
        tell_again(play, fighter.name, before, face)
        fight.roll_again(which, face)
        rolled.append(which)


def _own_dice(play: InPlay, fight: Fight) -> list[int]:
    """Return the RAF dice placed against this opponent that may be rolled again."""
    return [n for n in blue_to_reroll(play, fight) if n in fight.counting]


def _chances_again(play: InPlay, option: int | str, die: str) -> dict[str, Fraction]:
    return {} if option == "none" else chances_of_rolling_again(play, die)


def reroll_luftwaffe(play: InPlay, fight: Fight, gain: int, amount: int) -> Asks:
    """Reroll Luftwaffe dice, each once; the new face counts."""
    die = play.data.aircraft[play.state.planes[fight.opponent].aircraft].die
    fighter = play.state.fighters[fight.colour]
    dice = luftwaffe_to_reroll(play, fight)
    for _ in range(min(gain, len(dice))):
        options: dict[int | str, str] = {"none": "none"}
        options |= {n: symbol_words(fight.luftwaffe[n]) for n in dice}
        which = yield play.ask(
            "Roll which Luftwaffe die again?",
            options,
            seat=fighter.seat,
            at={n: f"luftwaffe:{n}" for n in dice},
            kind="spoil",
            odds=lambda option: _chances_again(play, option, die),
        )
        if which == "none":
            return
        before, face = fight.luftwaffe[which], roll_again(play, die, "the Luftwaffe")
        tell_again(play, "the Luftwaffe", before, face)
        fight.roll_luftwaffe_again(which, face)
        dice.remove(which)


def draw_cards(play: InPlay, fight: Fight, gain: int, amount: int) -> None:
    draw_cards_for(play, play.state.fighters[fight.colour], gain)


def ignore_damage(play: InPlay, fight: Fight, gain: int, amount: int) -> None:
    fight.ignore += gain


def bomber_killer(play: InPlay, fight: Fight, gain: int, amount: int) -> None:
    fight.hits += min(gain, hits_to_double(play, fight, "bomber"))


def fighter_killer(play: InPlay, fight: Fight, gain: int, amount: int) -> None:
    fight.hits += min(gain, hits_to_double(play, fight, "fighter", "heavy_fighter"))


def hits_to_double(play: InPlay, fight: Fight, *groups: str) -> int:
    """Return the Hits of dice, cards and support if the opponent is of one of these groups."""
    fits = play.state.planes[fight.opponent].group in groups
    return symbols_counted(play, fight).count("hit") if fits else 0


def free_support(play: InPlay, fight: Fight, gain: int, amount: int) -> None:
    if fight.support:
        fight.supported = False


def save_ammo(play: InPlay, fight: Fight, gain: int, amount: int) -> None:
    fighter = play.state.fighters[fight.colour]
    fighter.ammunition = min(play.data.numbers.counts.ammunition, fighter.ammunition + amount)
    fight.saved_ammunition = True


def mark_second(play: InPlay, fight: Fight, gain: int, amount: int) -> Asks:
    """Put Maneuver tokens on other German planes in the area."""
    fighter = play.state.fighters[fight.colour]
    for _ in range(gain):
        others = others_here(play, fight)
        which = yield from play.choose(
            "Which other plane gets a Maneuver token?",
            {plane.id: plane_name(play, plane) for plane in others},
            seat=fighter.seat,
            at=by_id(),
            kind="mark",
            odds=lambda plane: of_counterattack(play, fighter.area, marked=plane),
        )
        play.state.planes[which].markers += 1
        play.log("marked", plane=plane_name(play, play.state.planes[which]), number=1)


def others_here(play: InPlay, fight: Fight) -> list[Plane]:
    """Return the German planes in the area other than the opponent."""
    area = play.state.fighters[fight.colour].area
    return [plane for plane in germans_in(play, area) if plane.id != fight.opponent]


def choose_damage(play: InPlay, fight: Fight, gain: int, amount: int) -> None:
    fight.choose_damage = True


EFFECTS: dict[str, Callable[[InPlay, Fight, int, int], Asks | None]] = {
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


ON_THIS_ROUND = (
    *("extra_hit", "extra_evade", "bomber_killer", "fighter_killer"),
    *("blank_hit", "ignore_damage", "first_strike"),
)
"""The effects that only change what counts in this round."""


def most_sets(play: InPlay, fight: Fight, effect: str) -> int:
    """Return how many sets of an effect are of use in this round; `ENDLESS` for no limit."""
    count = USES.get(effect)
    return count(play, fight) if count else ENDLESS


def _hits_suffered(play: InPlay, fight: Fight) -> int:
    return sum(face.startswith("hit") for face in fight.luftwaffe)


ENDLESS = 99
USES: dict[str, Callable[[InPlay, Fight], int]] = {
    "extra_evade": _hits_suffered,
    "blank_hit": _hits_suffered,
    "ignore_damage": _hits_suffered,
    "choose_damage": lambda play, fight: min(1, _hits_suffered(play, fight)),
    "bomber_killer": lambda play, fight: hits_to_double(play, fight, "bomber"),
    "fighter_killer": lambda play, fight: hits_to_double(play, fight, "fighter", "heavy_fighter"),
    "reroll_own": lambda play, fight: len(_own_dice(play, fight)),
    "reroll_luftwaffe": lambda play, fight: len(luftwaffe_to_reroll(play, fight)),
    "mark_second": lambda play, fight: ENDLESS * bool(others_here(play, fight)),
    "free_support": lambda play, fight: int(bool(fight.support)),
    "third_round": lambda play, fight: int(fight.rounds == 2),
    "first_strike": lambda play, fight: 1,
    "save_ammo": lambda play, fight: int(not fight.saved_ammunition),
}
"""The number of useful sets, for the effects that have a limit."""
