"""The game object: rules, options, rulings, views and bots put together."""

from tabletop_core import Game, GameOption, Look, Ruling, Setup

from .bots import BOTS
from .bots.evaluation import evaluate
from .chapters import CHAPTERS
from .data import SCENARIOS, load_data
from .invariants import INVARIANTS
from .rules.setup import new_state, seats_of
from .sequence import SEQUENCE
from .shown.drama import DRAMA
from .shown.in_short import TONES
from .shown.log_sheet import log_sheet
from .shown.status import status
from .shown.theme import THEME
from .shown.view import view
from .shown.words import WORDS
from .state import State

OPTIONS = (
    GameOption(
        name="scenario",
        values=tuple(SCENARIOS),
        named=SCENARIOS,
        default="training",
        help="the Scenario to play; in a Campaign, the one suggested as the last",
    ),
    GameOption(
        name="players",
        values=(1, 2, 3, 4),
        default=2,
        help="number of players; in the solo variant one player leads two pilots",
    ),
    GameOption(
        name="campaign",
        group="Campaign",
        values=(False, True),
        default=False,
        help="play several Scenarios of your choice; pilots, Medals and damage carry over",
    ),
    GameOption(
        name="aces",
        group="Harder",
        values=(0, 1, 2, 3, 4, 5),
        default=0,
        help="number of German squadrons with an ace; in a Campaign, all have one after a win",
    ),
    GameOption(
        name="specialization",
        group="Pilots",
        values=(False, True),
        default=False,
        help="pilots learn abilities from their victories",
    ),
    GameOption(
        name="first_level",
        group="Pilots",
        when={"specialization": (True,)},
        values=(0, 1, 2, 3),
        default=0,
        help="the level of Specialization at which the first pilots start",
    ),
    GameOption(
        name="hunting",
        group="Harder",
        values=(False, True),
        default=False,
        help="house rule: in every Scenario the German patrols hunt one pilot",
    ),
    GameOption(
        name="mulligan",
        group="Pilots",
        values=(False, True),
        default=False,
        help="once in a game each player may replace a damage token just drawn",
    ),
    GameOption(
        name="start_change",
        group="Pilots",
        values=(False, True),
        default=False,
        help="a player may pay Combat cards to start nearer to the coast",
    ),
)

HOUSE_RULES = (
    GameOption(
        name="british_morale",
        values=(True, False),
        default=True,
        help="page 14: the loss of a British plane also gives the Germans near it a move",
    ),
    GameOption(
        name="way_home",
        values=("escort", "escape"),
        default="escort",
        named={"escort": "they still strike", "escape": "only when attacked"},
        help="page 15: whether the escorts of bombers flying home still counterattack",
    ),
    GameOption(
        name="last_reserve",
        values=(False, True),
        default=False,
        help="page 15: a pilot lost on the last turn must be replaced, or the Scenario is lost",
    ),
    GameOption(
        name="first_service",
        values=(False, True),
        default=False,
        help="page 11: planes that wait on their starting airfield get action points",
    ),
    GameOption(
        name="iron_discipline",
        values=("flies", "undisturbed"),
        default="flies",
        help="page 17: whether an ace's bombers with one token only fly on or also roll their dice",
        named={"flies": "only fly on", "undisturbed": "also roll their dice"},
    ),
    GameOption(
        name="acrobats",
        values=("round", "fight"),
        default="round",
        named={"round": "each round", "fight": "once in a Fight"},
        help="page 17: how often a fighter with Acrobats gets its free Evasion",
    ),
    GameOption(
        name="one_reroll",
        values=(False, True),
        default=False,
        help="page 6: no die is rerolled twice, not even by an ability",
    ),
    GameOption(
        name="fifth_plane",
        values=("every", "first"),
        default="every",
        named={"every": "every fifth plane", "first": "the fifth plane alone"},
        help="page 7: for which planes shot down a pilot gets a Medal",
    ),
    GameOption(
        name="morale_strikes",
        values=("later", "at_once"),
        default="later",
        named={"later": "in the German phase", "at_once": "in the Counterattack"},
        help="page 13: when fighters strike that an extra move brings up during the Counterattack",
    ),
    GameOption(
        name="withdrawal",
        values=("combat", "fight", "strike"),
        default="combat",
        named={
            "combat": "who fought or supported",
            "fight": "who started a Fight",
            "strike": "also who was struck",
        },
        help="page 10: who may withdraw for a Medal, judged by the previous turn",
    ),
    GameOption(
        name="defence_cards",
        values=("one", "any"),
        default="one",
        named={"one": "one per plane", "any": "as many as fit"},
        help="page 13: how many Combat cards may be played against a Counterattack",
    ),
)
"""Options that choose between two readings of a rule; the ruling on it names its option."""

RULINGS = (
    Ruling(
        "9/Players plan together",
        "all players see all hands",
        "they may freely discuss what they can cancel and support, so nothing is secret",
        rejected="hands are hidden, and the players only say what they wish",
    ),
    Ruling(
        "14/Maneuver tokens",
        "each token holds a plane for one phase, and there are always enough tokens",
        "the text allows any number on one plane, and two tokens stop a bomber for two turns",
        rejected="a plane loses all its tokens in one phase, and there are eight of them at most",
    ),
)

SETUPS = tuple(
    Setup(
        id=scenario,
        title=SCENARIOS[scenario],
        about=about,
        options={"scenario": scenario},
        next=harder,
    )
    for scenario, harder, about in (
        (
            "biggin_hill",
            "blitz",
            "Raids from all sides head for the airfield of Biggin Hill, and often get through.",
        ),
        (
            "training",
            "biggin_hill",
            "Two raids head for one factory; keep it working. Four games of five are won.",
        ),
        (
            "blitz",
            "coming_home",
            "Raids head for London and its factories; lose no two of the four targets.",
        ),
        (
            "coming_home",
            "home_sweet_home",
            "A British squadron limps home with hunters in its way; bring a plane in.",
        ),
        (
            "home_sweet_home",
            "",
            "One of the unknown formations is British: find it, and see it home.",
        ),
    )
)

GAME = Game(
    package=__package__,
    look=Look(
        theme=THEME,
        view=view,
        status=status,
        words=WORDS,
        tones=TONES,
        drama=DRAMA,
        log_sheet=log_sheet,
    ),
    seats=seats_of,
    setups=SETUPS,
    difficulty={
        "easy": "wingman:errs=0.1",
        "normal": "wingman",
        "hard": "halving:n=30:ms=1500:trust=1.5",
    },
    options=OPTIONS + HOUSE_RULES,
    sequence=SEQUENCE,
    chapters=CHAPTERS,
    new_state=new_state,
    state=State,
    load_data=load_data,
    bots=BOTS,
    evaluate=evaluate,
    search={"playout": "wingman", "rounds": 1, "trust": 3.0, "c": 3.0},
    cooperative=True,
    rulings=RULINGS,
    invariants=INVARIANTS,
)
