"""The game as one declaration."""

from tabletop_core import Game, GameOption, Learning, Look, Setup

from .bots import BOTS
from .bots.evaluation import evaluate
from .bots.veteran import chance
from .chapters import CHAPTERS
from .data import Data, load_data
from .invariants import INVARIANTS
from .questions.keys import action_key
from .questions.legs import most_orders
from .rules.notes import NOTED
from .sequence import SEQUENCE
from .shown.drama import DRAMA
from .shown.in_short import TONES
from .shown.log_sheet import log_sheet
from .shown.status import status
from .shown.theme import THEME
from .shown.view import view
from .shown.words import WORDS
from .state import InPlay, State
from .statistics import STATISTICS


def new_state(play: InPlay) -> State:
    return State(by_compass=play.options["diagonals"] == "compass")


def most_options(data: Data) -> int:
    """Return how many orders a side can choose from with any of the first formations."""
    return max(most_orders(formation) for formation in data.board.formation)


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
    seats=("west", "east"),
    options=(
        GameOption(
            name="formation",
            values=("standard", "expanded"),
            default="standard",
            help="six fighters and one bomber a side, or eight and two",
        ),
        GameOption(
            name="diagonals",
            values=("aside", "compass"),
            default="aside",
            help="which squares cost a fighter 1.5 points: those diagonally ahead of its nose, "
            "or those that are diagonal on the board",
            named={"aside": "diagonal to the nose", "compass": "diagonal on the board"},
        ),
        GameOption(
            name="last_side",
            values=("flies_on", "wins"),
            default="flies_on",
            help="whether a side that alone still flies, with a fighter, has to bomb the base or "
            "lose its bombers first, or wins at once",
            named={"flies_on": "it flies on", "wins": "it wins"},
        ),
    ),
    setups=(
        Setup(
            id="standard",
            title="Standard formation",
            about="Six fighters a side guard one bomber: small enough to learn in one sitting.",
            options={"last_side": "wins"},
            next="expanded",
        ),
        Setup(
            id="expanded",
            title="Expanded formation",
            about="Eight fighters and two bombers a side: a fuller board, and two ways to strike.",
            options={"formation": "expanded", "last_side": "wins"},
        ),
    ),
    difficulty={"easy": "greedy", "normal": "pilot", "hard": "veteran"},
    sequence=SEQUENCE,
    chapters=CHAPTERS,
    state=State,
    new_state=new_state,
    load_data=load_data,
    noted=NOTED,
    invariants=INVARIANTS,
    evaluate=evaluate,
    learning=Learning(most_options=most_options, action_key=action_key),
    bots=BOTS,
    statistics=STATISTICS,
    # Every flight is searched to its end, since positions in the middle of one do not compare.
    search={
        "playout": "veteran",
        "steps": 1,
        "c": 0.5,
        "trust": 3.0,
        "evaluate": chance,
        "scale": 0.3,
    },
)
