"""Bots that search: they play on from the present decision, many times, on forks of the game.

    flat      tries every answer equally often and takes the best
    mcts      grows a tree of answers and looks closer at what goes well
    ismcts    the same with a tree for each seat that knows only what that seat has seen
    halving   tries all answers with the same chance and drops the worse half each time

Each fork has its own chance and redraws what the seat may not know, so no bot sees future dice or
hidden cards.
They need nothing from a pack, and play better if it offers `evaluate` and its own bots.
"""

from .bots import FlatBot, HalvingBot, InformationSetBot, SearchBot, TreeBot

SEARCHING_BOTS: dict[str, type[SearchBot]] = {
    "flat": FlatBot,
    "mcts": TreeBot,
    "ismcts": InformationSetBot,
    "halving": HalvingBot,
}

__all__ = [
    "SEARCHING_BOTS",
    "FlatBot",
    "HalvingBot",
    "InformationSetBot",
    "SearchBot",
    "TreeBot",
]
