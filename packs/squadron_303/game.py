"""The game as one value."""

from tabletop_core import Game, GameOption, Ruling

from .bots import BOTS
from .bots.evaluation import evaluate
from .data import SCENARIOS, load_data
from .rules.setup import new_state, seats_of
from .sequence import SEQUENCE
from .shown.in_short import TONES
from .shown.log_sheet import log_sheet
from .shown.status import status
from .shown.view import view
from .shown.words import WORDS
from .state import State

OPTIONS = (
    GameOption(
        name="scenario",
        values=tuple(SCENARIOS),
        named=SCENARIOS,
        default="training",
        help="which Scenario is played; in a Campaign, which one is suggested as the last",
    ),
    GameOption(
        name="players",
        values=(1, 2, 3, 4),
        default=2,
        help="number of players; one player leads two pilots in the solo variant",
    ),
    GameOption(
        name="campaign",
        values=(False, True),
        default=False,
        help="Scenarios of your choice in a row, with pilots, Medals and damage carried over",
    ),
    GameOption(
        name="aces",
        values=(0, 1, 2, 3, 4, 5),
        default=0,
        help="so many German squadrons have an ace; in a Campaign they follow a won Scenario",
    ),
    GameOption(
        name="specialization",
        values=(False, True),
        default=False,
        help="pilots gain abilities from their victories",
    ),
    GameOption(
        name="first_level",
        values=(0, 1, 2, 3),
        default=0,
        help="the level of Specialization with which the first pilots begin",
    ),
    GameOption(
        name="hunting",
        values=(False, True),
        default=False,
        help="house rule: German patrols hunt one pilot in every Scenario",
    ),
    GameOption(
        name="mulligan",
        values=(False, True),
        default=False,
        help="each player may once draw another damage token",
    ),
    GameOption(
        name="start_change",
        values=(False, True),
        default=False,
        help="for Combat cards a plane may start nearer to the coast",
    ),
)

RULINGS = (
    Ruling(
        "9/Players plan together",
        "all players see all hands",
        "they may discuss freely what they can cancel and support, so nothing is kept secret",
    ),
    Ruling(
        "14/Maneuver tokens",
        "each token holds a plane for one phase, and there are always enough tokens",
        "the text allows any number on one plane, and two tokens stopped a bomber for two turns",
    ),
)

GAME = Game(
    package=__package__,
    seats=seats_of,
    options=OPTIONS,
    sequence=SEQUENCE,
    new_state=new_state,
    state=State,
    load_data=load_data,
    view=view,
    status=status,
    words=WORDS,
    tones=TONES,
    log_sheet=log_sheet,
    bots=BOTS,
    evaluate=evaluate,
    search={"playout": "wingman", "rounds": 1, "trust": 3.0, "c": 3.0},
    cooperative=True,
    rulings=RULINGS,
)
