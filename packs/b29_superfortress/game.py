"""The game object: rules, options, rulings, views and bots put together."""

from tabletop_core import Game, GameOption, Look, Ruling, Setup

from .bots import BOTS
from .bots.evaluation import evaluate
from .chapters import CHAPTERS
from .data import city_ids, load_data
from .invariants import INVARIANTS
from .questions.conditions import CONDITIONS
from .rules.notes import NOTED
from .rules.tour import new_state
from .sequence import SEQUENCE
from .shown.drama import DRAMA
from .shown.in_short import TONES
from .shown.log_sheet import log_sheet
from .shown.results import look_up_words, words_on_chart
from .shown.status import status
from .shown.theme import THEME
from .shown.view import view
from .shown.words import WORDS
from .state import State
from .statistics import STATISTICS

OPTIONS = (
    GameOption(
        name="mission",
        group="Orders",
        values=("tour", *range(1, 36)),
        default=1,
        help="one mission, by its number in the tour, or the whole tour of 35",
    ),
    GameOption(
        name="target",
        group="Orders",
        values=("rolled", *city_ids()),
        default="rolled",
        help="rolled on the charts, or a city of the gazetteer. From mission 11 the target is "
        "its urban area, unless the charts list only another kind of target there",
    ),
    GameOption(
        name="time",
        group="Orders",
        values=("rolled", "day", "night"),
        default="rolled",
        help="rolled on the charts, or as chosen (missions 1 to 10 are flown by day)",
    ),
    GameOption(
        name="chart_5_8",
        group="Readings of the charts",
        title="Chart 5-8",
        values=("printed", "regular"),
        default="printed",
        help="how rows 7 to 9 of the damage to fighters are read",
        named={"printed": "as printed", "regular": "in rising order"},
    ),
    GameOption(
        name="aborted_light",
        values=("way", "target"),
        default="way",
        help="which column of 3-1 gives the light for an aborted bomber on its way home: that "
        "of the way back, or that of the way out because it has not reached its target",
        named={"way": "the way back", "target": "the way out"},
    ),
    GameOption(
        name="hung_bombs",
        values=("rejoin", "apart"),
        default="rejoin",
        help="whether a bomber whose bombs hung rejoins the formation when they have fallen "
        "(4-9, 7-3)",
        named={"rejoin": "it rejoins", "apart": "it stays apart"},
    ),
    GameOption(
        name="forced_down",
        values=("chosen", "rolled"),
        default="chosen",
        help="where a zone has water and land, who decides between them when a bomber under "
        "control is forced down or all must jump (2-9)",
        named={"chosen": "the crew chooses", "rolled": "a die decides"},
    ),
    GameOption(
        name="tail_guns",
        values=("with_cannon", "without_cannon"),
        default="with_cannon",
        help="whether the tail cannon also gets passing shots and has its jams cleared (5-7)",
    ),
)

OPENINGS = (
    *(15, 25, 38, 41, 79, 82, 85, 95, 96, 120),
    *(124, 130, 133, 135, 136, 138, 152, 158, 180, 190),
)
"""Seeds of raids in which there is much to decide, as `tools/measure_setups.py` finds them."""

SETUPS = (
    Setup(
        id="raid",
        title="A raid by day",
        about="Late in the war and in daylight, with trouble on the way: the place to begin.",
        options={"mission": 25, "time": "day"},
        openings=OPENINGS,
        next="eleventh",
    ),
    Setup(
        id="eleventh",
        title="Mission 11",
        about="The raids turn to the cities, and may be flown by night.",
        options={"mission": 11},
        next="late",
    ),
    Setup(
        id="late",
        title="Mission 30 by day",
        about="Near the end of the tour, by day, against all that the charts hold.",
        options={"mission": 30, "time": "day"},
        next="first",
    ),
    Setup(
        id="first",
        title="First mission",
        about="An early raid, in daylight and high: one bomb load in eight finds its target.",
        next="tour",
    ),
    Setup(
        id="tour",
        title="The tour of 35",
        about="One crew after the other, mission by mission, with the records of all who flew.",
        options={"mission": "tour"},
        is_campaign=True,
    ),
)

GAME = Game(
    package=__package__,
    look=Look(
        theme=THEME,
        view=view,
        status=status,
        words={**WORDS, "look_up": look_up_words},
        result_words=words_on_chart,
        tones=TONES,
        drama=DRAMA,
        log_sheet=log_sheet,
    ),
    seats=("commander",),
    options=OPTIONS,
    setups=SETUPS,
    sequence=SEQUENCE,
    chapters=CHAPTERS,
    state=State,
    new_state=new_state,
    load_data=load_data,
    noted=NOTED,
    invariants=INVARIANTS,
    conditions=CONDITIONS,
    bots=BOTS,
    difficulty={"hard": "veteran"},
    evaluate=evaluate,
    statistics=STATISTICS,
    rulings=(
        Ruling(
            "5-9",
            "to-hit numbers, numbers of shells and the waist chart come from the sister games",
            rejected="they are left out, and every shot hits on one number",
            why="the booklet omits 5-9, 5-10 and 7-6",
        ),
        Ruling(
            "5-8",
            "rows 7 to 9 are read as printed",
            rejected="they are misprints, and the damage rises from row to row",
            why="no errata mention them",
            option="chart_5_8",
        ),
    ),
)
