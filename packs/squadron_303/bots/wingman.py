"""Flies by rules of thumb, one for each rule that asks, without looking ahead."""

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar

import attrs

from tabletop_core import Decision, RuleBot
from tabletop_core.bots import Judges, first, prefer

from ..questions.board import airfields, in_reserve, is_bomber, is_fighter
from ..questions.hands import is_wingman
from ..questions.pilots import has_declared
from ..rules.counterattack import defend
from ..rules.damage import damage_fighter, mulligan
from ..rules.duel import place_die, play_card, reroll, roll_own_dice, support, use_sets
from ..rules.effects import reroll_own
from ..rules.elite import deal_aces
from ..rules.fight import choose_opponent
from ..rules.medals import may_use
from ..rules.movement import (
    free_movement,
    may_withdraw,
    move_plane,
    move_points,
    reachable,
    reconnaissance,
)
from ..rules.players import choose_start, declare_abilities
from ..rules.reorganization import service
from ..rules.shot_down import bonus_moves
from ..rules.specialization import change_die, choose_group
from ..rules.tokens import give_kept_tokens
from ..state import Fight, Fighter, InPlay
from .areas import area_worth, landing_worth, raids
from .fights import CARD, card_worth, least_worth, opponent_worth, round_worth


def _discard(play: InPlay, decision: Decision) -> Any:
    cards = least_worth(play, map(str, decision.options), decision.least or 1)
    return decision.check(cards) if decision.several else cards[0]


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
        points += play.data.pilots[fighter.pilot].amount

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


def _reroll(play: InPlay, decision: Decision) -> Any:
    """Roll blanks again, or as many dice as it must be."""
    fight = _fight(play)
    blanks = [n for n in decision.options if fight.dice[int(n)] == "blank"]
    return tuple(blanks) or first(decision)


def _change_die(play: InPlay, decision: Decision) -> Any:
    fight = _fight(play)
    rerolls = [o for o in map(str, decision.options) if o.startswith("reroll:")]
    return next((o for o in rerolls if fight.dice[int(o[-1])] == "blank"), "none")


def _medal(play: InPlay, decision: Decision) -> Any:
    """Spend a Medal wherever one helps, but not to roll good dice again."""
    ability = decision.options[-1]
    fight = play.state.fight
    if ability == "reroll" and fight and "blank" not in [fight.dice[n] for n in fight.fresh_blue]:
        return "no"
    return ability


def _best_card(play: InPlay, fight: Fight, cards: list[str]) -> tuple[float, str]:
    """Return the worth of the best card to play in a fight, and the card."""
    best, worth = "none", round_worth(play, fight)
    for card in cards:
        value = round_worth(play, fight.with_card(card)) - CARD * card_worth(play, card)
        if value > worth:
            best, worth = card, value
    return worth, best


def _place_die(play: InPlay, decision: Decision) -> Any:
    fight = attrs.evolve(_fight(play), active="", support="")
    cards = play.state.fighters[fight.colour].cards

    def worth(face: str) -> float:
        if face == "failure":
            return -10.0 if fight.round == 1 else -3.0
        if face == "success":
            return max(worth("hit"), worth("evade"), worth("maneuver"))
        return _best_card(play, fight.with_die(face), cards)[0]

    return max(map(str, decision.options), key=worth)


def _play_card(play: InPlay, decision: Decision) -> Any:
    cards = [str(card) for card in decision.options if card != "none"]
    return _best_card(play, attrs.evolve(_fight(play), support=""), cards)[1]


def _support(play: InPlay, decision: Decision) -> Any:
    fight = _fight(play)
    best, worth = "none", round_worth(play, attrs.evolve(fight, support="")) + 0.5
    for option in map(str, decision.options):
        if option == "none":
            continue
        _, *cards, symbol = option.split(":")
        value = round_worth(play, attrs.evolve(fight, support=symbol))
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


def _spoil(play: InPlay, decision: Decision) -> Any:
    """Let a hit of the Luftwaffe be rolled again."""
    fight = _fight(play)
    dice = [n for n in decision.options if n != "none"]
    return next((n for n in dice if fight.luftwaffe[int(n)].startswith("hit")), "none")


def _mark(play: InPlay, decision: Decision) -> Any:
    """Mark a plane that has no token yet, a fighter rather than a bomber."""
    planes = [play.state.planes[str(name)] for name in decision.options]
    return max(planes, key=lambda p: (not p.markers, is_fighter(play, p), p.id)).id


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


def _last(play: InPlay, decision: Decision) -> Any:
    return decision.options[-1]


class Wingman(RuleBot):
    """Flies sensibly in any seat: goes for the raid nearest its target, together with others."""

    judges: ClassVar[Judges] = {
        "discard": _discard,
        "mark": _mark,
        "spoil": _spoil,
        "token": _token,
        damage_fighter: prefer("no_extra", "discard", "hand_limit"),
        mulligan: _mulligan,
        use_sets: _sets,
        give_kept_tokens: _last,
        may_use: _medal,
        declare_abilities: prefer("ability"),
        may_withdraw: _withdraw,
        move_points: _move_card,
        reconnaissance: prefer("yes"),
        move_plane: _destination,
        choose_opponent: _opponent,
        roll_own_dice: _dice,
        reroll: _reroll,
        service: _airfield,
        place_die: _place_die,
        play_card: _play_card,
        support: _support,
        defend: _defend,
        bonus_moves: _hold,
        deal_aces: prefer("bomber"),
        choose_start: prefer("biggin_hill", "northolt"),
        change_die: _change_die,
        choose_group: _last,
        reroll_own: _reroll_own,
    }
