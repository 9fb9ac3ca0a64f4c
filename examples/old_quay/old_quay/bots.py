"""The bot of the game."""

from typing import ClassVar

from tabletop_core import Decision, Play, RuleBot
from tabletop_core.bots import Policies

BUYS = ("guinea", "harbour_master", "chandlery", "press_gang", "shilling", "pedlar", "rag_picker")
LATE = ("warehouse", "chandlery", "harbour_master", "guinea", "shilling")
GREENING = 5
"""How many rounds before the last one points are worth more than money."""


def play_all(play: Play, decision: Decision[str]) -> str:
    """Play what draws cards first, a press gang last."""
    cards = play.data.cards
    hands = [card for card in decision.options if card != "done"]
    return max(hands, key=lambda card: (cards[card].draws, cards[card].trashes, cards[card].coins))


def buy_best(play: Play, decision: Decision[str]) -> str:
    is_late = play.rounds > play.options["rounds"] - GREENING or play.state.coins >= 9
    wanted = LATE if is_late else BUYS
    return next((card for card in wanted if card in decision.options), "done")


def trash_the_worst(play: Play, decision: Decision[str]) -> tuple[str, ...]:
    """Trash driftwood."""
    return tuple(_worst_first(play, decision, only=("driftwood",))[: decision.most])


def keep_the_best(play: Play, decision: Decision[str]) -> tuple[str, ...]:
    return tuple(_worst_first(play, decision)[: decision.least])


def _worst_first(play: Play, decision: Decision[str], only: tuple[str, ...] = ()) -> list[str]:
    """Return the options of the hand in question, the card of least use first."""
    hand, cards = play.state.decks[decision.seat].hand, play.data.cards
    held = {option: hand.at(option).card for option in decision.options}
    options = [option for option, card in held.items() if not only or card in only]
    return sorted(options, key=lambda one: (cards[held[one]].coins, cards[held[one]].price))


class Trader(RuleBot):
    """Plays all it holds, buys money and hands first and houses in the last rounds."""

    policies: ClassVar[Policies] = {
        "play": play_all,
        "buy": buy_best,
        "trash": trash_the_worst,
        "discard": keep_the_best,
    }
