"""tabletop: a home for tabletop games.

What every game needs comes from here; the rest from the rooms that are public: `boards`, `bots`,
`data`, `dice`, `errors`, `events`, `panels`, `tables`, `testing`.
Each name is loaded when it is first used, so importing a part stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any
from warnings import warn

_HOME = {
    "ALL_SEEING": "viewers",
    "Answer": "engine.decisions",
    "Asks": "engine.decisions",
    "Bot": "engine.bot",
    "CardRow": "components.rows",
    "Component": "data",
    "DataError": "errors",
    "DataFolder": "plugins.data_folder",
    "Decision": "engine.decisions",
    "EVERYONE": "events.event",
    "Entry": "data",
    "Event": "events.event",
    "ForEach": "engine.sequence",
    "Game": "engine.game",
    "GreedyBot": "bots.simple",
    "Hand": "components.rows",
    "Identity": "engine.identity",
    "Lookup": "tables.parts",
    "GameOption": "engine.game",
    "Outcome": "engine.outcome",
    "Overflow": "components.tracks",
    "PackData": "engine.pack_data",
    "Pile": "components.decks",
    "Play": "engine.play",
    "Problem": "errors",
    "RandomBot": "bots.simple",
    "Repeat": "engine.sequence",
    "RuleBot": "bots.rule_bot",
    "Rule": "engine.rules",
    "Ruling": "engine.rules",
    "Scripted": "chance",
    "Sequence": "engine.sequence",
    "Step": "engine.sequence",
    "Table": "tables.table",
    "Tables": "tables",
    "TabletopError": "errors",
    "Track": "components.tracks",
    "Viewer": "viewers",
    "Weights": "chance",
    "Words": "events.words",
    "by_id": "engine.targets",
    "clone": "engine.state",
    "deal": "components.decks",
    "dice_odds": "dice.odds",
    "determinize": "components.determinization",
    "hookimpl": "plugins.hookspecs",
    "information_state": "engine.information",
    "load_pack": "plugins.packs",
    "load_tables": "tables",
    "parse_dice": "dice.notation",
    "determinize": "components.determinization",
    "rule": "engine.rules",
    "ruling": "engine.rules",
    "run_games": "simulation.batches",
}

MOVED = {
    "ARROWS": "boards",
    "Card": "panels",
    "Cards": "panels",
    "Cell": "panels",
    "DIRECTIONS": "boards",
    "Effect": "tables",
    "Facts": "panels",
    "Graph": "boards",
    "GridPanel": "panels",
    "Lines": "panels",
    "MapPanel": "panels",
    "Panel": "panels",
    "Piece": "boards:GridPiece",
    "Reference": "tables",
    "RollResult": "tables",
    "Several": "tables",
    "Slot": "panels",
    "Slots": "panels",
    "Space": "panels",
    "Square": "boards",
    "SquareGrid": "boards",
    "TrackPanel": "panels",
    "direction_to": "boards",
    "is_diagonal": "boards",
    "step": "boards",
    "steps_between": "boards",
    "turned": "boards",
}
"""Names that moved, and where they are now, after a colon under another name; they still come from
here for one release."""

__all__ = sorted(_HOME)  # pyright: ignore


def __getattr__(name: str) -> Any:
    if moved := MOVED.get(name):
        room, _, other = moved.partition(":")
        named = f" as {other}" if other else ""
        warn(
            f"{name} is now in tabletop_core.{room}{named}; import it from there",
            DeprecationWarning,
            stacklevel=2,
        )
        return getattr(import_module(f".{room}", __name__), other or name)
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{home}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__


if TYPE_CHECKING:
    from .bots.rule_bot import RuleBot as RuleBot
    from .bots.simple import GreedyBot as GreedyBot
    from .bots.simple import RandomBot as RandomBot
    from .chance import Scripted as Scripted
    from .chance import Weights as Weights
    from .components.decks import Pile as Pile
    from .components.decks import deal as deal
    from .components.determinization import determinize as determinize
    from .components.determinization import determinize_deck as determinize_deck
    from .components.rows import CardRow as CardRow
    from .components.rows import Hand as Hand
    from .components.tracks import Overflow as Overflow
    from .components.tracks import Track as Track
    from .data import Component as Component
    from .data import Entry as Entry
    from .dice.notation import parse_dice as parse_dice
    from .dice.odds import dice_odds as dice_odds
    from .engine.bot import Bot as Bot
    from .engine.decisions import Answer as Answer
    from .engine.decisions import Asks as Asks
    from .engine.decisions import Decision as Decision
    from .engine.game import Game as Game
    from .engine.game import GameOption as GameOption
    from .engine.identity import Identity as Identity
    from .engine.information import information_state as information_state
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
    from .engine.targets import by_id as by_id
    from .errors import DataError as DataError
    from .errors import Problem as Problem
    from .errors import TabletopError as TabletopError
    from .events.event import EVERYONE as EVERYONE
    from .events.event import Event as Event
    from .events.words import Words as Words
    from .plugins.data_folder import DataFolder as DataFolder
    from .plugins.hookspecs import hookimpl as hookimpl
    from .plugins.packs import load_pack as load_pack
    from .simulation.batches import run_games as run_games
    from .tables import Tables as Tables
    from .tables import load_tables as load_tables
    from .tables.parts import Lookup as Lookup
    from .tables.table import Table as Table
    from .viewers import ALL_SEEING as ALL_SEEING
    from .viewers import Viewer as Viewer
