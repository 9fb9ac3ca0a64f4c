"""tabletop: a home for tabletop games.

The public names of the framework; packs import from here and from nowhere else.
Each is loaded when it is first used, so importing a part stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

_HOME = {
    "ARROWS": "boards",
    "Asks": "engine.decisions",
    "Bot": "engine.bot",
    "Card": "panels.kinds",
    "Cards": "panels.kinds",
    "Cell": "panels.kinds",
    "Component": "data",
    "DIRECTIONS": "boards",
    "CounterFile": "boards",
    "DataError": "errors",
    "DataFolder": "plugins.data_folder",
    "Decision": "engine.decisions",
    "EVERYONE": "events.event",
    "Effect": "tables.results",
    "Entry": "data",
    "Event": "events.event",
    "Facts": "panels.kinds",
    "ForEach": "engine.sequence",
    "Game": "engine.game",
    "Graph": "boards",
    "GreedyBot": "bots.simple",
    "GridPanel": "panels.kinds",
    "Hand": "components.decks",
    "Identity": "engine.identity",
    "Lines": "panels.kinds",
    "Lookup": "tables.parts",
    "MapPanel": "panels.kinds",
    "Option": "engine.game",
    "Outcome": "engine.outcome",
    "Overflow": "components.tracks",
    "PackData": "engine.pack_data",
    "Panel": "panels.kinds",
    "Piece": "boards",
    "Pile": "components.decks",
    "Play": "engine.play",
    "Problem": "errors",
    "RandomBot": "bots.simple",
    "Reference": "tables.results",
    "Repeat": "engine.sequence",
    "RuleBot": "bots.by_rule",
    "RollResult": "tables.results",
    "Rule": "engine.rules",
    "Ruling": "engine.rules",
    "Scripted": "chance",
    "Sequence": "engine.sequence",
    "Several": "tables.results",
    "Slot": "panels.kinds",
    "Slots": "panels.kinds",
    "Space": "panels.kinds",
    "Square": "boards",
    "SquareGrid": "boards",
    "Step": "engine.sequence",
    "Table": "tables.table",
    "Tables": "tables",
    "TabletopError": "errors",
    "Track": "components.tracks",
    "TrackPanel": "panels.kinds",
    "Weights": "chance",
    "Words": "events.words",
    "clone": "engine.state",
    "deal": "components.decks",
    "dice_odds": "dice.odds",
    "direction_to": "boards",
    "hookimpl": "plugins.hookspecs",
    "is_diagonal": "boards",
    "load_pack": "plugins.packs",
    "load_tables": "tables",
    "parse_dice": "dice.notation",
    "redeal": "components.decks",
    "rule": "engine.rules",
    "ruling": "engine.rules",
    "run_games": "simulation.batches",
    "step": "boards",
    "steps_between": "boards",
    "turned": "boards",
}

__all__ = sorted(_HOME)  # pyright: ignore


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{home}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__


if TYPE_CHECKING:
    from .boards import ARROWS as ARROWS
    from .boards import DIRECTIONS as DIRECTIONS
    from .boards import BoardMap as BoardMap
    from .boards import CounterFile as CounterFile
    from .boards import Graph as Graph
    from .boards import HexGrid as HexGrid
    from .boards import MapFile as MapFile
    from .boards import Piece as Piece
    from .boards import Square as Square
    from .boards import SquareGrid as SquareGrid
    from .boards import Stacks as Stacks
    from .boards import Zone as Zone
    from .boards import direction_to as direction_to
    from .boards import is_diagonal as is_diagonal
    from .boards import step as step
    from .boards import steps_between as steps_between
    from .boards import turned as turned
    from .bots.by_rule import RuleBot as RuleBot
    from .bots.simple import GreedyBot as GreedyBot
    from .bots.simple import RandomBot as RandomBot
    from .chance import Scripted as Scripted
    from .chance import Weights as Weights
    from .components.decks import Hand as Hand
    from .components.decks import Pile as Pile
    from .components.decks import deal as deal
    from .components.decks import redeal as redeal
    from .components.tracks import Overflow as Overflow
    from .components.tracks import Track as Track
    from .data import Component as Component
    from .data import Entry as Entry
    from .dice.notation import parse_dice as parse_dice
    from .dice.odds import dice_odds as dice_odds
    from .engine.bot import Bot as Bot
    from .engine.decisions import Asks as Asks
    from .engine.decisions import Decision as Decision
    from .engine.game import Game as Game
    from .engine.game import Option as Option
    from .engine.identity import Identity as Identity
    from .engine.outcome import Outcome as Outcome
    from .engine.pack_data import PackData as PackData
    from .engine.play import Play as Play
    from .engine.rules import Rule as Rule
    from .engine.rules import Ruling as Ruling
    from .engine.rules import rule as rule
    from .engine.rules import ruling as ruling
    from .engine.sequence import ForEach as ForEach
    from .engine.sequence import Repeat as Repeat
    from .engine.sequence import Sequence as Sequence
    from .engine.sequence import Step as Step
    from .engine.state import clone as clone
    from .errors import DataError as DataError
    from .errors import Problem as Problem
    from .errors import TabletopError as TabletopError
    from .events.event import EVERYONE as EVERYONE
    from .events.event import Event as Event
    from .events.words import Words as Words
    from .panels.kinds import Card as Card
    from .panels.kinds import Cards as Cards
    from .panels.kinds import Cell as Cell
    from .panels.kinds import Facts as Facts
    from .panels.kinds import GridPanel as GridPanel
    from .panels.kinds import Lines as Lines
    from .panels.kinds import MapPanel as MapPanel
    from .panels.kinds import Panel as Panel
    from .panels.kinds import Slot as Slot
    from .panels.kinds import Slots as Slots
    from .panels.kinds import Space as Space
    from .panels.kinds import TrackPanel as TrackPanel
    from .plugins.data_folder import DataFolder as DataFolder
    from .plugins.hookspecs import hookimpl as hookimpl
    from .plugins.packs import load_pack as load_pack
    from .simulation.batches import run_games as run_games
    from .tables import Tables as Tables
    from .tables import load_tables as load_tables
    from .tables.parts import Lookup as Lookup
    from .tables.results import Effect as Effect
    from .tables.results import Reference as Reference
    from .tables.results import RollResult as RollResult
    from .tables.results import Several as Several
    from .tables.table import Table as Table
