"""The game as one declaration."""

from tabletop_core import Game, GameOption, Look, Ruling, Setup

from .bots import BOTS
from .bots.evaluation import evaluate
from .chapters import CHAPTERS
from .data import load_data
from .invariants import INVARIANTS
from .rules.notes import NOTED
from .rules.results import CAPTAIN
from .rules.setup import new_state
from .sequence import SEQUENCE
from .shown.drama import DRAMA
from .shown.in_short import TONES
from .shown.log_sheet import log_sheet
from .shown.status import status
from .shown.theme import THEME
from .shown.view import view
from .shown.words import WORDS
from .state import State
from .statistics import STATISTICS

MISSIONS = {
    "milk_run": "Milk Run",
    "nightwing": "Nightwing",
    "hornets_nest": "Hornet's Nest",
    "sea_strike": "Sea Strike",
    "berlin_blitz": "Berlin Blitz",
}

HARDER = {"engine_damage": True, "all_aircraft": True}

SETUPS = (
    Setup(
        id="hornets_nest",
        title="Hornet's Nest, two engines hit",
        about="On damaged engines to an airfield full of fighters, and all of them are up.",
        options={"mission": "hornets_nest", **HARDER},
        next="sea_strike",
    ),
    Setup(
        id="sea_strike",
        title="Sea Strike, two engines hit",
        about="On damaged engines over the sea and its battleships to a hidden submarine base.",
        options={"mission": "sea_strike", **HARDER},
        next="berlin_blitz",
    ),
    Setup(
        id="berlin_blitz",
        title=MISSIONS["berlin_blitz"],
        about="To the middle of Berlin, where an ace is waiting.",
        options={"mission": "berlin_blitz"},
        next="berlin_swarm",
    ),
    Setup(
        id="berlin_swarm",
        title="Berlin Blitz, all fighters up",
        about="The same city, with every enemy aircraft in the deck.",
        options={"mission": "berlin_blitz", "all_aircraft": True},
    ),
    Setup(
        id="milk_run",
        title=MISSIONS["milk_run"],
        about="A short hop past local flak to an artillery bunker, hardly ever lost.",
        options={"mission": "milk_run"},
        next="hornets_nest",
    ),
    Setup(
        id="nightwing",
        title=MISSIONS["nightwing"],
        about="By night, under searchlights, to the main munitions factory; hardly ever lost.",
        options={"mission": "nightwing"},
        next="hornets_nest",
    ),
)
"""The missions as the page of a new game offers them: a ladder, then those that are safe."""

CARD_RULINGS = (
    Ruling(
        "Experimental Jet",
        "it can be shot down beside other aircraft, and keeps its damage from turn to turn",
        rejected="it cannot be destroyed, and loses its damage at the end of a turn",
        why="its attack counts 'until it is destroyed'; that it cannot be destroyed is said on two "
        "Flak cards too, which nobody can attack: that paragraph has strayed from the Ace",
        option="indestructible",
    ),
    Ruling(
        "Twin Fighters",
        "they are an enemy aircraft, not an event",
        rejected="they are an event that stays",
        why="the card is an aircraft card; only the recipe of its mission says event",
    ),
    Ruling(
        "Twin Fighters",
        "they can be shot down, and keep their damage from turn to turn",
        rejected="they cannot be destroyed, and lose their damage at the end of a turn",
        why="nothing else on the card takes them off the display, so the target could never be "
        "bombed; the words against it strayed from the Ace, as on the jet and two Flak cards",
        option="indestructible",
    ),
    Ruling(
        "Enemy Flak",
        "all three are base cards that fire once and leave",
        rejected="they stay and fire every turn",
        why="three missions ask for three, and only one of the three cards has its own text",
    ),
    Ruling(
        "Searchlight",
        "it adds to the damage of a hit, never to a miss",
        rejected="it does its damage by itself, also after a miss",
        why="it raises damage, and a miss does none",
    ),
    Ruling(
        "Squadron Leader Down",
        "the Evasive Action that it forbids is the Radio Operator's Evade",
        rejected="it forbids the pilot to maneuver",
        why="no other action of his is evasive",
    ),
)
"""Rulings on cards whose text is garbled or uses other names."""

GAME = Game(
    package=__package__,
    look=Look(
        theme=THEME,
        view=view,
        log_sheet=log_sheet,
        status=status,
        words=WORDS,
        tones=TONES,
        drama=DRAMA,
    ),
    seats=(CAPTAIN,),
    options=(
        GameOption(
            name="mission",
            values=tuple(MISSIONS),
            named=MISSIONS,
            default="milk_run",
            help="the mission to fly, from the easiest to the hardest",
        ),
        GameOption(
            name="items",
            group="Easier or harder",
            values=(0, 1, 2, 3),
            default=0,
            help="random items to start with; each makes the mission easier",
        ),
        GameOption(
            name="engine_damage",
            group="Easier or harder",
            values=(False, True),
            default=False,
            help="harder: two engines start damaged, and the deck holds one item less",
        ),
        GameOption(
            name="all_aircraft",
            group="Easier or harder",
            values=(False, True),
            default=False,
            help="harder: all eight base enemy aircraft are in the deck",
        ),
        GameOption(
            name="indestructible",
            title="Indestructible jet and Twin Fighters",
            group="Easier or harder",
            values=(False, True),
            default=False,
            help="harder: the words of their cards to the letter: nothing destroys the jet and the "
            "Twin Fighters, and they shed their damage at the end of the turn; where the Twin "
            "Fighters come, the target cannot be bombed",
            when={"mission": ("hornets_nest", "sea_strike")},
        ),
    ),
    setups=SETUPS,
    sequence=SEQUENCE,
    chapters=CHAPTERS,
    new_state=new_state,
    state=State,
    load_data=load_data,
    noted=NOTED,
    invariants=INVARIANTS,
    bots=BOTS,
    difficulty={"easy": "captain:errs=0.3", "hard": "halving:n=60:ms=1500:rounds=1:trust=1.5"},
    evaluate=evaluate,
    statistics=STATISTICS,
    # The value of a turn's end says more than that of its middle, and the captain knows the way.
    search={"playout": "captain", "rounds": 2, "trust": 1.0, "c": 3.0},
    rulings=CARD_RULINGS,
)
