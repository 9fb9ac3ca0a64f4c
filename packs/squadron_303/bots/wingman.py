"""The `wingman` bot: one rule of thumb for each rule that asks, without looking ahead."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, ClassVar

import attrs

from tabletop_core import Decision, RuleBot
from tabletop_core.bots import Policies, first_legal, preferred

from ..questions.board import in_reserve
from ..questions.symbols import blue_to_reroll
from ..rules.counterattack import defend
from ..rules.damage import damage_fighter, mulligan
from ..rules.duel import (
    place_die,
    play_card,
    reroll,
    roll_own_dice,
    support,
    symbol_placed,
    use_sets,
)
from ..rules.effects import reroll_own
from ..rules.elite import deal_aces
from ..rules.fight import choose_opponent, fights
from ..rules.medals import helper_for_medal, may_use
from ..rules.movement import (
    card_owner,
    cost_of,
    fly,
    most_by_card,
    movement,
    moves_of,
    play_for_movement,
    points_without_card,
    reconnaissance,
)
from ..rules.players import choose_start, declare_abilities
from ..rules.reorganization import service
from ..rules.shot_down import bonus_moves
from ..rules.specialization import change_die, choose_group
from ..rules.tokens import give_kept_tokens
from ..state import Fight, Fighter, InPlay
from .areas import Sky, landing_worth
from .fights import CARD, card_worth, least_worth, opponent_worth, round_worth


def _discard(play: InPlay, decision: Decision) -> Any:
    cards = least_worth(play, map(str, decision.options), decision.least or 1)
    return decision.check(cards) if decision.several else cards[0]


def _mover(play: InPlay) -> Fighter:
    """Return the plane that is moving, being damaged or being serviced."""
    return play.state.fighters[play.state.acting]


def _worth_of_areas(play: InPlay, fighter: Fighter) -> Callable[[str], float]:
    """Return a function for the worth of being in an area, calculated once per area."""
    sky = Sky(play)
    return cache(lambda area: sky.area_worth(fighter, area))


def _move(play: InPlay, decision: Decision) -> Any:
    """Move the first waiting plane to where it gains most, less the worth of the card it takes.

    A Medal is spent on a longer flight if that leads to a better area. A pilot about to be lost
    withdraws.
    """
    options = [str(option) for option in decision.options]
    colour = options[0].split(" ")[0]
    fighter = play.state.fighters[colour]
    moves = [option.split(" ")[1] for option in options if option.startswith(f"{colour} ")]
    if "withdraw" in moves and len(fighter.damage) >= 4:
        return f"{colour} withdraw"
    now, best = _best_move(play, fighter, moves)
    helper = helper_for_medal(play, fighter, "free_move") if "medal" in moves else None
    if helper is not None:
        farther = attrs.evolve(fighter, bonus_move=helper.amount)
        if _best_move(play, farther, moves_of(play, farther))[0] > now:
            return f"{colour} medal"
    return f"{colour} {best}"


def _best_move(play: InPlay, fighter: Fighter, moves: Sequence[str]) -> tuple[float, str]:
    """Return the gain of the best move, and the move."""
    place_worth = _worth_of_moves(play, fighter)
    have = points_without_card(play, fighter)
    most = have + most_by_card(play, fighter)
    cards = card_owner(play, fighter).cards

    def gain(move: str) -> float:
        needed = 0 if move == "stay" else cost_of(play, fighter, move, most) - have
        if needed <= 0:
            return place_worth(move) + 1.0
        fitting = [card for card in cards if play.data.cards[card].move >= needed]
        return place_worth(move) - 0.2 * min(card_worth(play, card) for card in fitting)

    best = max((move for move in moves if move not in ("withdraw", "medal")), key=gain)
    return gain(best), best


def _fly_on(play: InPlay, decision: Decision) -> Any:
    return max(map(str, decision.options), key=_worth_of_moves(play, _mover(play)))


def _worth_of_moves(play: InPlay, fighter: Fighter) -> Callable[[str], float]:
    """Return a function for the worth of a move: of the area in the air, or of the airfield."""
    worth = _worth_of_areas(play, fighter)

    def of(move: str) -> float:
        if move.startswith("land:") or (move == "stay" and fighter.landed):
            return landing_worth(play, fighter)
        return worth(fighter.area if move == "stay" else move)

    return of


def _card_for_the_way(play: InPlay, decision: Decision) -> Any:
    """Play the card of least worth, or none if none is needed."""
    cards = [str(card) for card in decision.options]
    return "none" if "none" in cards else least_worth(play, cards)[0]


def _opponent(play: InPlay, decision: Decision) -> Any:
    """Attack the most worthwhile plane with the first pilot who may."""
    fight = play.state.fight
    now = fight.opponent if fight else ""
    named = [str(option) for option in decision.options]
    whose, _, _ = named[0].rpartition(" ")
    planes = {option: play.state.planes.get(option.split(" ")[-1]) for option in named}
    best = {
        option: opponent_worth(play, plane, plane.id == now)
        for option, plane in planes.items()
        if plane is not None and option.rpartition(" ")[0] == whose
    }
    return max(best, key=best.__getitem__) if best else named[0]


def _dice(play: InPlay, decision: Decision) -> Any:
    assert play.state.fight is not None
    fighter = play.state.fighters[play.state.fight.colour]
    return "special" if len(fighter.damage) <= (1 if in_reserve(play) else 0) else "raf"


def _fight(play: InPlay) -> Fight:
    assert play.state.fight is not None
    return play.state.fight


def _reroll(play: InPlay, decision: Decision) -> Any:
    """Reroll the blanks, or as many dice as required."""
    fight = _fight(play)
    blanks = [n for n in decision.options if fight.dice[int(n)] == "blank"]
    return tuple(blanks) or first_legal(decision)


def _change_die(play: InPlay, decision: Decision) -> Any:
    fight = _fight(play)
    rerolls = [o for o in map(str, decision.options) if o.startswith("reroll:")]
    return next((o for o in rerolls if fight.dice[int(o[-1])] == "blank"), "none")


def _medal(play: InPlay, decision: Decision) -> Any:
    """Spend a Medal wherever one helps, but not to reroll good dice."""
    ability = decision.options[-1]
    fight = play.state.fight
    if ability == "reroll" and fight:
        dice = [fight.dice[n] for n in blue_to_reroll(play, fight)]
        return ability if "blank" in dice else "no"
    return ability


def _best_card(play: InPlay, fight: Fight, cards: list[str]) -> tuple[float, str]:
    """Return the worth of the best card to play in a Fight, and the card."""
    best, worth = "none", round_worth(play, fight)
    for card in cards:
        value = round_worth(play, fight.with_card(card)) - CARD * card_worth(play, card)
        if value > worth:
            best, worth = card, value
    return worth, best


def _place_die(play: InPlay, decision: Decision) -> Any:
    fight = attrs.evolve(_fight(play), active="", support="")

    def worth(option: str) -> float:
        face, _, card = option.partition(" ")
        trial = fight.with_die(symbol_placed(face))
        failed = (-10.0 if fight.round == 1 else -3.0) if face == "failure" else 0.0
        if not card:
            return failed + round_worth(play, trial)
        return failed + round_worth(play, trial.with_card(card)) - CARD * card_worth(play, card)

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
    useful = plane.is_bomber or fight.round < fight.rounds
    return "give" if (useful and plane.markers < 2) or "keep" not in decision.options else "keep"


def _reroll_own(play: InPlay, decision: Decision) -> Any:
    fight = _fight(play)
    own = [n for n in decision.options if n != "none"]
    return next((n for n in own if fight.dice[int(n)] == "blank"), "none")


def _spoil(play: InPlay, decision: Decision) -> Any:
    """Reroll a Hit of the Luftwaffe."""
    fight = _fight(play)
    dice = [n for n in decision.options if n != "none"]
    return next((n for n in dice if fight.luftwaffe[int(n)].startswith("hit")), "none")


def _mark(play: InPlay, decision: Decision) -> Any:
    """Mark a plane without a token, preferably a fighter."""
    planes = [play.state.planes[str(name)] for name in decision.options]
    return max(planes, key=lambda p: (not p.markers, p.is_fighter, p.id)).id


def _defend(play: InPlay, decision: Decision) -> Any:
    """Cancel whatever can be cancelled with the card of least worth."""
    options = [option for option in map(str, decision.options) if option != "none"]
    return min(options, key=lambda option: (card_worth(play, option.split(":")[1]), option))


def _hold(play: InPlay, decision: Decision) -> Any:
    """Hold a squadron that has bombers."""
    with_bombers = [p.squadron for p in play.state.planes.values() if p.is_bomber]
    return next((name for name in decision.options if name in with_bombers), "none")


def _airfield(play: InPlay, decision: Decision) -> Any:
    """Arm an almost empty plane first; otherwise repair, then arm, then draw cards."""
    fighter = _mover(play)
    options = [str(option) for option in decision.options]
    repairs = [option for option in options if option.startswith("repair:")]
    repairs.sort(key=lambda option: option != "repair:no_free_move")
    loads = [option for option in options if option.startswith("ammunition")]
    cards = [option for option in options if option.startswith("card")]
    urgent = loads[:1] if fighter.ammunition <= 1 else []
    wanted = [*urgent, *repairs, *loads[len(urgent) :], *cards[: max(0, 5 - len(fighter.cards))]]
    return tuple(wanted[: decision.most])


def _all(play: InPlay, decision: Decision) -> Any:
    """Let all pilots use their abilities: that is the first option offered."""
    return first_legal(decision)


def _mulligan(play: InPlay, decision: Decision) -> Any:
    fighter = _mover(play)
    return "again" if "no_free_move" in fighter.supply.cards or len(fighter.damage) else "keep"


def _last(play: InPlay, decision: Decision) -> Any:
    return decision.options[-1]


class Wingman(RuleBot):
    """A bot that flies sensibly in any seat: it joins others against the most urgent raid."""

    policies: ClassVar[Policies] = {
        "discard": _discard,
        "mark": _mark,
        "spoil": _spoil,
        "token": _token,
        damage_fighter: preferred("no_extra", "discard", "hand_limit"),
        mulligan: _mulligan,
        use_sets: _sets,
        give_kept_tokens: _last,
        may_use: _medal,
        declare_abilities: _all,
        fights: _opponent,
        movement: _move,
        play_for_movement: _card_for_the_way,
        fly: _fly_on,
        reconnaissance: preferred("yes"),
        choose_opponent: _opponent,
        roll_own_dice: _dice,
        reroll: _reroll,
        service: _airfield,
        place_die: _place_die,
        play_card: _play_card,
        support: _support,
        defend: _defend,
        bonus_moves: _hold,
        deal_aces: preferred("bomber"),
        choose_start: preferred("biggin_hill", "northolt"),
        change_die: _change_die,
        choose_group: _last,
        reroll_own: _reroll_own,
    }
