"""tabletop: a home for tabletop games.

The public names of the framework; packs import from here and from nowhere else.
Each is loaded when it is first used, so importing a part stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

_HOME = {
    "ARROWS": "boards",
    "Asks": "decisions",
    "BoardMap": "boards",
    "Bot": "bots",
    "Card": "views",
    "Cards": "views",
    "Cell": "views",
    "Component": "data",
    "DIRECTIONS": "boards",
    "CounterFile": "boards",
    "DataError": "errors",
    "EVERYONE": "events",
    "DataFolder": "data.folder",
    "Decision": "decisions",
    "Effect": "tables.results",
    "Entry": "data",
    "Event": "events",
    "Facts": "views",
    "ForEach": "sequence",
    "Game": "game",
    "Graph": "boards",
    "GreedyBot": "bots",
    "GridPanel": "views",
    "Hand": "decks",
    "HexGrid": "boards",
    "Identity": "hookspecs",
    "Lines": "views",
    "Lookup": "tables",
    "MapFile": "boards",
    "MapPanel": "views",
    "Option": "game",
    "Outcome": "play",
    "Overflow": "tracks",
    "PackData": "game",
    "Panel": "views",
    "Piece": "boards",
    "Pile": "decks",
    "Play": "play",
    "Problem": "errors",
    "RandomBot": "bots",
    "Reference": "tables.results",
    "Repeat": "sequence",
    "RollResult": "tables.results",
    "Rule": "rules",
    "Ruling": "rules",
    "Scripted": "chance",
    "Sequence": "sequence",
    "Several": "tables.results",
    "Slot": "views",
    "Slots": "views",
    "Space": "views",
    "Square": "boards",
    "SquareGrid": "boards",
    "Stacks": "boards",
    "Step": "sequence",
    "Table": "tables",
    "Tables": "tables",
    "TabletopError": "errors",
    "Track": "tracks",
    "TrackPanel": "views",
    "Weights": "chance",
    "Words": "events",
    "Zone": "boards",
    "clone": "state",
    "deal": "decks",
    "dice_odds": "odds",
    "direction_to": "boards",
    "fault": "data",
    "hookimpl": "hookspecs",
    "is_diagonal": "boards",
    "load_pack": "packs",
    "load_tables": "tables",
    "parse_dice": "dice",
    "redeal": "decks",
    "rule": "rules",
    "ruling": "rules",
    "run_games": "simulate",
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
    from .bots import Bot as Bot
    from .bots import GreedyBot as GreedyBot
    from .bots import RandomBot as RandomBot
    from .chance import Scripted as Scripted
    from .chance import Weights as Weights
    from .data import Component as Component
    from .data import Entry as Entry
    from .data import fault as fault
    from .data.folder import DataFolder as DataFolder
    from .decisions import Asks as Asks
    from .decisions import Decision as Decision
    from .decks import Hand as Hand
    from .decks import Pile as Pile
    from .decks import deal as deal
    from .decks import redeal as redeal
    from .dice import parse_dice as parse_dice
    from .errors import DataError as DataError
    from .errors import Problem as Problem
    from .errors import TabletopError as TabletopError
    from .events import EVERYONE as EVERYONE
    from .events import Event as Event
    from .events import Words as Words
    from .game import Game as Game
    from .game import Option as Option
    from .game import PackData as PackData
    from .hookspecs import Identity as Identity
    from .hookspecs import hookimpl as hookimpl
    from .odds import dice_odds as dice_odds
    from .packs import load_pack as load_pack
    from .play import Outcome as Outcome
    from .play import Play as Play
    from .rules import Rule as Rule
    from .rules import Ruling as Ruling
    from .rules import rule as rule
    from .rules import ruling as ruling
    from .sequence import ForEach as ForEach
    from .sequence import Repeat as Repeat
    from .sequence import Sequence as Sequence
    from .sequence import Step as Step
    from .simulate import run_games as run_games
    from .state import clone as clone
    from .tables import Lookup as Lookup
    from .tables import Table as Table
    from .tables import Tables as Tables
    from .tables import load_tables as load_tables
    from .tables.results import Effect as Effect
    from .tables.results import Reference as Reference
    from .tables.results import RollResult as RollResult
    from .tables.results import Several as Several
    from .tracks import Overflow as Overflow
    from .tracks import Track as Track
    from .views import Card as Card
    from .views import Cards as Cards
    from .views import Cell as Cell
    from .views import Facts as Facts
    from .views import GridPanel as GridPanel
    from .views import Lines as Lines
    from .views import MapPanel as MapPanel
    from .views import Panel as Panel
    from .views import Slot as Slot
    from .views import Slots as Slots
    from .views import Space as Space
    from .views import TrackPanel as TrackPanel
