"""tabletop: rules, dice, tables and front ends for tabletop games.

Import what every game needs from here, and the rest from the public packages: `boards`, `bots`,
`data`, `dice`, `errors`, `events`, `panels`, `pictures`, `tables`, `testing`.
Each name is loaded on first use, so importing a part stays light.
"""

from typing import TYPE_CHECKING

from .lazy import lazy_names

if TYPE_CHECKING:
    from .bots.rule_bot import RuleBot as RuleBot
    from .bots.simple import GreedyBot as GreedyBot
    from .chance import Weights as Weights
    from .components.auction import Auction as Auction
    from .components.blocks import Blocks as Blocks
    from .components.decks import Pile as Pile
    from .components.decks import deal as deal
    from .components.determinization import determinize as determinize
    from .components.market import Market as Market
    from .components.player_deck import Deck as Deck
    from .components.rows import CardRow as CardRow
    from .components.rows import Hand as Hand
    from .components.tracks import Track as Track
    from .components.trick import Trick as Trick
    from .data import CardKind as CardKind
    from .data import Component as Component
    from .data import Entry as Entry
    from .data import copies_of as copies_of
    from .dice.notation import parse_dice as parse_dice
    from .dice.odds import dice_odds as dice_odds
    from .engine.bot import Bot as Bot
    from .engine.decisions import Answer as Answer
    from .engine.decisions import Asks as Asks
    from .engine.decisions import Decision as Decision
    from .engine.game import Game as Game
    from .engine.game import GameOption as GameOption
    from .engine.identity import Identity as Identity
    from .engine.learning import Learning as Learning
    from .engine.look import Look as Look
    from .engine.match import Match as Match
    from .engine.outcome import Outcome as Outcome
    from .engine.pack_data import PackData as PackData
    from .engine.play import Play as Play
    from .engine.rules import Chapter as Chapter
    from .engine.rules import Rule as Rule
    from .engine.rules import Ruling as Ruling
    from .engine.rules import rule as rule
    from .engine.rules import ruling as ruling
    from .engine.sequence import ForEach as ForEach
    from .engine.sequence import Repeat as Repeat
    from .engine.sequence import Sequence as Sequence
    from .engine.sequence import Step as Step
    from .engine.setups import Setup as Setup
    from .engine.state import clone as clone
    from .engine.targets import by_id as by_id
    from .errors import DataError as DataError
    from .errors import Problem as Problem
    from .errors import TabletopError as TabletopError
    from .events.event import EVERYONE as EVERYONE
    from .events.event import Event as Event
    from .events.words import Words as Words
    from .plugins.data_folder import CardData as CardData
    from .plugins.data_folder import DataFolder as DataFolder
    from .plugins.data_folder import Overlays as Overlays
    from .plugins.data_folder import card_data as card_data
    from .plugins.hookspecs import hookimpl as hookimpl
    from .plugins.packs import load_pack as load_pack
    from .simulation.batches import run_games as run_games
    from .tables import Tables as Tables
    from .tables import load_tables as load_tables
    from .tables.lookups import Lookup as Lookup
    from .tables.table import Table as Table
    from .viewers import ALL_SEEING as ALL_SEEING
    from .viewers import Viewer as Viewer

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "bots.rule_bot": ("RuleBot",),
        "bots.simple": ("GreedyBot",),
        "chance": ("Weights",),
        "components.auction": ("Auction",),
        "components.blocks": ("Blocks",),
        "components.decks": ("Pile", "deal"),
        "components.determinization": ("determinize",),
        "components.market": ("Market",),
        "components.player_deck": ("Deck",),
        "components.rows": ("CardRow", "Hand"),
        "components.tracks": ("Track",),
        "components.trick": ("Trick",),
        "data": ("CardKind", "Component", "Entry", "copies_of"),
        "dice.notation": ("parse_dice",),
        "dice.odds": ("dice_odds",),
        "engine.bot": ("Bot",),
        "engine.decisions": ("Answer", "Asks", "Decision"),
        "engine.game": ("Game", "GameOption"),
        "engine.identity": ("Identity",),
        "engine.learning": ("Learning",),
        "engine.look": ("Look",),
        "engine.match": ("Match",),
        "engine.outcome": ("Outcome",),
        "engine.pack_data": ("PackData",),
        "engine.play": ("Play",),
        "engine.rules": ("Chapter", "Rule", "Ruling", "rule", "ruling"),
        "engine.sequence": ("ForEach", "Repeat", "Sequence", "Step"),
        "engine.setups": ("Setup",),
        "engine.state": ("clone",),
        "engine.targets": ("by_id",),
        "errors": ("DataError", "Problem", "TabletopError"),
        "events.event": ("EVERYONE", "Event"),
        "events.words": ("Words",),
        "plugins.data_folder": ("CardData", "DataFolder", "Overlays", "card_data"),
        "plugins.hookspecs": ("hookimpl",),
        "plugins.packs": ("load_pack",),
        "simulation.batches": ("run_games",),
        "tables": ("Tables", "load_tables"),
        "tables.lookups": ("Lookup",),
        "tables.table": ("Table",),
        "viewers": ("ALL_SEEING", "Viewer"),
    },
)
