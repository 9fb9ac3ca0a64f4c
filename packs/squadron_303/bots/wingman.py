"""Who flies when no one does.

`wingman` judges each kind of decision by the rule that asks it, without looking ahead.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from tabletop_core import Bot, Decision

from ..questions.board import airfields, in_reserve, is_bomber, is_fighter
from ..questions.hands import is_wingman
from ..questions.pilots import has_declared
from ..questions.symbols import symbols_of
from ..rules.movement import free_movement, reachable
from ..state import Fight, Fighter, InPlay
from .areas import area_worth, landing_worth, raids
from .fights import CARD, card_worth, least_worth, opponent_worth, round_worth


class Wingman(Bot):
    """Flies sensibly in any seat: goes for the raid nearest its target, together with others."""

    def choose(self, play: InPlay, decision: Decision) -> Any:
        judge = JUDGES.get(decision.rule)
        return judge(play, decision) if judge else _first(play, decision)


def _first(play: InPlay, decision: Decision) -> Any:
    if decision.several:
        return tuple(decision.options[: decision.least or 0])
    return decision.options[0]


def _prefer(*wishes: str) -> Callable[[InPlay, Decision], Any]:
    """Take the first of these answers that is offered."""

    def judge(play: InPlay, decision: Decision) -> Any:
        for wish in wishes:
            if wish in decision.options:
                return wish
        return decision.options[0]

    return judge


def _discard(play: InPlay, decision: Decision) -> Any:
    cards = least_worth(play, map(str, decision.options), decision.least or 1)
    return decision.check(cards) if decision.several else cards[0]


def _draw(play: InPlay, decision: Decision) -> Any:
    """Return or discard the worst; leave all cards to the Leader."""
    optional = decision.several and not decision.least
    return () if optional else _discard(play, decision)


def _start(play: InPlay, decision: Decision) -> Any:
    if "northolt" not in decision.options:
        return _discard(play, decision)
    return "biggin_hill" if "biggin_hill" in decision.options else "northolt"


def _mover(play: InPlay) -> Fighter:
    """Return the plane whose move, damage or service is going on."""
    return play.state.fighters[play.state.acting]


def _withdraw(play: InPlay, decision: Decision) -> Any:
    return "yes" if len(_mover(play).damage) >= 4 else "no"


def _worth_of_areas(play: InPlay, fighter: Fighter) -> Callable[[str], float]:
    """Return the worth of being in an area, worked out once for each."""
    meetings = raids(play)
    return cache(lambda area: area_worth(play, fighter, area, meetings))


def _move_card(play: InPlay, decision: Decision) -> Any:
    fighter = _mover(play)
    worth = _worth_of_areas(play, fighter)
    points = free_movement(play, fighter)
    if not is_wingman(play, fighter) and has_declared(play, fighter, "free_move"):
        points += 1

    @cache
    def best_place(reach: int) -> float:
        left = reachable(play, fighter, reach)
        best = max(map(worth, left))
        if fighter.landed or any(left.get(area, 0) >= 1 for area in airfields(play)):
            best = max(best, landing_worth(play, fighter))
        return best

    def gain(card: str) -> float:
        if card == "none":
            return best_place(points) + 1.0
        move = play.data.cards[card].move
        return best_place(points + move) - 0.2 * card_worth(play, card)

    return max(map(str, decision.options), key=gain)


def _destination(play: InPlay, decision: Decision) -> Any:
    fighter = _mover(play)
    worth = _worth_of_areas(play, fighter)

    def gain(option: str) -> float:
        if option.startswith("land:") or (option == "stay" and fighter.landed):
            return landing_worth(play, fighter)
        return worth(fighter.area if option == "stay" else option)

    return max(map(str, decision.options), key=gain)


def _opponent(play: InPlay, decision: Decision) -> Any:
    fight = play.state.fight
    planes = [play.state.planes[str(name)] for name in decision.options]
    now = fight.opponent if fight else ""
    return max(planes, key=lambda p: opponent_worth(play, p, p.id == now)).id


def _dice(play: InPlay, decision: Decision) -> Any:
    assert play.state.fight is not None
    fighter = play.state.fighters[play.state.fight.colour]
    return "special" if len(fighter.damage) <= (1 if in_reserve(play) else 0) else "raf"


def _fight(play: InPlay) -> Fight:
    assert play.state.fight is not None
    return play.state.fight


def _change_dice(play: InPlay, decision: Decision) -> Any:
    fight = _fight(play)
    if decision.several:
        blanks = [n for n in decision.options if fight.dice[int(n)] == "blank"]
        return tuple(blanks or decision.options[: decision.least or 0])
    rerolls = [o for o in map(str, decision.options) if o.startswith("reroll:")]
    return next((o for o in rerolls if fight.dice[int(o[-1])] == "blank"), "none")


def _medal(play: InPlay, decision: Decision) -> Any:
    """Spend a Medal wherever one helps, but not to roll good dice again."""
    ability = decision.options[-1]
    fight = play.state.fight
    if ability == "reroll" and fight and "blank" not in [fight.dice[n] for n in fight.fresh_blue]:
        return "no"
    return ability


def _best_card(play: InPlay, symbols: list[tuple[str, str]], cards: list[str]) -> tuple[float, str]:
    """Return the worth of the best card to play with these symbols, and the card."""
    fight = _fight(play)
    best, worth = "none", round_worth(play, fight, symbols, "")
    for card in cards:
        with_it = [*symbols, (play.data.cards[card].symbol, "card")]
        value = round_worth(play, fight, with_it, card)
        value -= CARD * card_worth(play, card)
        if value > worth:
            best, worth = card, value
    return worth, best


def _place_die(play: InPlay, decision: Decision) -> Any:
    fight = _fight(play)
    cards = play.state.fighters[fight.colour].cards
    symbols = symbols_of(play, fight)

    def worth(face: str) -> float:
        if face == "failure":
            return -10.0 if fight.round == 1 else -3.0
        if face == "success":
            return max(worth("hit"), worth("evade"), worth("maneuver"))
        more = [(face, "die")] if face != "blank" else []
        return _best_card(play, [*symbols, *more], cards)[0]

    return max(map(str, decision.options), key=worth)


def _play_card(play: InPlay, decision: Decision) -> Any:
    cards = [str(card) for card in decision.options if card != "none"]
    return _best_card(play, symbols_of(play, _fight(play)), cards)[1]


def _support(play: InPlay, decision: Decision) -> Any:
    fight = _fight(play)
    symbols = symbols_of(play, fight)
    best, worth = "none", round_worth(play, fight, symbols, fight.active) + 0.5
    for option in map(str, decision.options):
        if option == "none":
            continue
        _, *cards, symbol = option.split(":")
        value = round_worth(play, fight, symbols, fight.active, symbol)
        value -= CARD * sum(card_worth(play, card) for card in cards)
        if value > worth:
            best, worth = option, value
    return best


def _sets(play: InPlay, decision: Decision) -> Any:
    return max(decision.options, key=int)


def _token(play: InPlay, decision: Decision) -> Any:
    fight = _fight(play)
    plane = play.state.planes[fight.opponent]
    useful = is_bomber(play, plane) or fight.round < fight.rounds
    return "give" if (useful and plane.markers < 2) or "keep" not in decision.options else "keep"


def _reroll_own(play: InPlay, decision: Decision) -> Any:
    fight = _fight(play)
    own = [n for n in decision.options if n != "none"]
    return next((n for n in own if fight.dice[int(n)] == "blank"), "none")


def _effect(play: InPlay, decision: Decision) -> Any:
    """Let a hit of the Luftwaffe be rolled again; mark a bomber, or else the first plane."""
    fight = _fight(play)
    if "none" in decision.options:
        dice = [n for n in decision.options if n != "none"]
        return next((n for n in dice if fight.luftwaffe[int(n)].startswith("hit")), "none")
    if "give" in decision.options:
        return _token(play, decision)
    if decision.options[0] in play.state.planes:
        planes = [play.state.planes[str(name)] for name in decision.options]
        return max(planes, key=lambda p: (not p.markers, is_fighter(play, p), p.id)).id
    return decision.options[0]


def _defend(play: InPlay, decision: Decision) -> Any:
    """Cancel whatever can be cancelled, with the card of least worth."""
    options = [option for option in map(str, decision.options) if option != "none"]
    return min(options, key=lambda option: (card_worth(play, option.split(":")[1]), option))


def _hold(play: InPlay, decision: Decision) -> Any:
    """Hold a squadron with bombers on its way."""
    for option in map(str, decision.options):
        name, _, area = option.partition(":")
        planes = [p for p in play.state.planes.values() if p.squadron == name and p.area == area]
        if any(is_bomber(play, plane) for plane in planes):
            return option
    return "none"


def _airfield(play: InPlay, decision: Decision) -> Any:
    fighter = _mover(play)
    repairs = [o for o in map(str, decision.options) if o.startswith("repair:")]
    if "ammunition" in decision.options and fighter.ammunition <= 1:
        return "ammunition"
    if repairs:
        return min(repairs, key=lambda option: option != "repair:no_free_move")
    if "ammunition" in decision.options:
        return "ammunition"
    return "card" if len(fighter.cards) < 5 else "done"


def _mulligan(play: InPlay, decision: Decision) -> Any:
    fighter = _mover(play)
    return "again" if "no_free_move" in fighter.supply.cards or len(fighter.damage) else "keep"


JUDGES: dict[str, Callable[[InPlay, Decision], Any]] = {
    "4/Discard for damage": _discard,
    "4/Damage tokens": _prefer("no_extra", "discard", "hand_limit"),
    "4/The Mulligan": _mulligan,
    "5/Special effect": _sets,
    "6/Kept tokens": lambda play, decision: decision.options[-1],
    "6/Maneuver tokens": _token,
    "7/Medals": _medal,
    "9/Pilot Special Abilities": _prefer("ability"),
    "9/Combat card draw": _draw,
    "10/Withdraw": _withdraw,
    "10/Movement card": _move_card,
    "10/Reconnaissance": lambda play, decision: (
        "yes" if "yes" in decision.options else _first(play, decision)
    ),
    "11/Landing": _destination,
    "11/Fight": lambda play, decision: decision.options[0],
    "11/Opponent": _opponent,
    "11/Dice of the player": _dice,
    "11/František": _change_dice,
    "11/Airfield": _airfield,
    "12/Placing a die": _place_die,
    "12/Playing a card": _play_card,
    "12/Support": _support,
    "13/Defence": _defend,
    "14/German morale": _hold,
    "16/Aces": _prefer("bomber"),
    "17/Choosing starting Area": _start,
    "17/Levels I and III": _change_dice,
    "17/Specialization": lambda play, decision: decision.options[-1],
    "20/Combat cards": _effect,
    "20/Another try": _reroll_own,
}
"""How each kind of decision is judged, by the rule that asks it; others take the first option."""
