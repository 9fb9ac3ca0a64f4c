"""The game as one declaration."""

from collections.abc import Mapping
from typing import Any

from tabletop_core import Game, GameOption, Look, Ruling, Setup

from .bots import BOTS
from .bots.evaluation import evaluate
from .chapters import CHAPTERS
from .data import load_data, target_names
from .determinize import determinize_for
from .invariants import INVARIANTS
from .rules.notes import NOTED
from .sequence import SEQUENCE
from .shown.drama import DRAMA
from .shown.in_short import TONES
from .shown.log_sheet import log_sheet
from .shown.status import status
from .shown.theme import THEME
from .shown.view import view
from .shown.words import WORDS, result_words
from .state import LUFTWAFFE, SQUADRON, InPlay, State


def seats(options: Mapping[str, Any]) -> tuple[str, ...]:
    return (SQUADRON, LUFTWAFFE) if options["players"] == 2 else (SQUADRON,)


def new_state(play: InPlay) -> State:
    return State()


def _yes_no(name: str, help: str) -> GameOption:
    return GameOption(
        name=name, values=(False, True), default=False, help=help, group="Optional rules"
    )


CAMPAIGNS = {
    "short": "short, 1942",
    "late_war": "late war, 1943",
    "short_1944": "short, 1944",
    "full": "full, 1942",
    "single": "a single mission",
}
TARGETS = target_names()
OPTIONS = (
    GameOption(
        name="campaign",
        values=tuple(CAMPAIGNS),
        default="short",
        help="5 missions from 1942, 15 from 1943, 10 from 1944, 25 from 1942, or one mission",
        named=CAMPAIGNS,
    ),
    GameOption(
        name="players", values=(1, 2), default=1, help="with 2, one commands the interceptors"
    ),
    GameOption(
        name="mission",
        group="Mission",
        when={"campaign": ("single",)},
        values=tuple(range(1, 26)),
        default=4,
        help="box of the mission turn track in which a single mission is flown",
    ),
    GameOption(
        name="target",
        group="Mission",
        when={"campaign": ("single",), "players": (1,)},
        values=("drawn", *TARGETS),
        default="drawn",
        named=TARGETS,
        help="target of a single mission; two players always draw it, so that it stays hidden",
    ),
    GameOption(
        name="targets",
        group="Mission",
        values=("all", "named"),
        default="all",
        help="which mission cards the deck holds",
        named={"all": "all targets", "named": "only targets that the manual names"},
    ),
    GameOption(
        name="bremen_sets",
        group="Mission",
        values=(1, 2),
        default=1,
        help="2.6: number of sets of Bremen cards in the game",
    ),
    GameOption(
        name="light_damage",
        values=("rule", "example"),
        default="rule",
        help="when a bomber with light damage rolls for dropping out",
        named={"rule": "always (10.2.1)", "example": "only if damaged before (8.0)"},
    ),
    GameOption(
        name="damaged_interceptors",
        values=("fire", "leave"),
        default="fire",
        help="9.2.6: what interceptors do once the bombers have damaged them",
        named={"fire": "fire, then leave", "leave": "leave without firing"},
    ),
    GameOption(
        name="squadron",
        group="Squadron",
        values=("b17", "b24"),
        default="b17",
        help="12.1: the type of the squadron's bombers",
        named={"b17": "B-17", "b24": "B-24"},
    ),
    _yes_no("landing", "12.2: every bomber rolls for its landing"),
    GameOption(
        name="starting_crews",
        group="Squadron",
        values=("standard", "rolled", "veterans"),
        default="standard",
        help="12.3: roll for crack and veteran crews, or for veterans only",
    ),
    GameOption(
        name="crew_fate",
        group="Squadron",
        values=("off", "on", "dated"),
        default="off",
        help="12.4: whether crews of lost bombers may be rescued, and when",
        named={"off": "no", "on": "yes, at once", "dated": "yes, on a rolled date"},
    ),
    _yes_no("commander", "12.5: a squadron commander who may fly with the lead bomber"),
    _yes_no("go_around", "12.6: a second look at a target under heavy clouds"),
    _yes_no("kill_upgrade", "12.7: a crew that shoots down an interceptor may be upgraded at once"),
    _yes_no("hasty_maintenance", "12.8: a repair roll of 1 may return the bomber still damaged"),
    _yes_no("assembly_check", "12.9: damaged bombers are checked before the formation leaves"),
    _yes_no("use_damaged", "12.10: damaged bombers may fly; brings 12.9 with it"),
    _yes_no("maximum_effort", "12.11: on a 6 the mission requires 12 bombers"),
    _yes_no("tag_along", "12.12: more bombers than required, a mission point each"),
    _yes_no("low_altitude", "12.13: the bombing run may be flown low"),
    _yes_no("clouds_affect_flak", "12.14: clouds weaken the flak of the target"),
)

OPENINGS = (0, 3, 4, 6, 8, 9, 11, 13, 16, 18, 19, 22, 24, 25, 27, 30, 31, 32, 37, 39)
"""Seeds of campaigns that are fought from the first missions on, as `tools/measure_setups.py` finds
them."""

SETUPS = (
    Setup(
        id="short",
        title="Short campaign, 1942",
        about="Five missions with a fresh squadron: the place to begin.",
        options={"campaign": "short"},
        openings=OPENINGS,
        is_campaign=True,
        next="single",
    ),
    Setup(
        id="single",
        title="A single mission",
        about="One raid of late 1943 from briefing to landing.",
        options={"campaign": "single", "mission": 15},
        next="deep",
    ),
    Setup(
        id="deep",
        title="A deep raid",
        about="One raid of 1944, with all that the Luftwaffe has left.",
        options={"campaign": "single", "mission": 20},
        next="short_1944",
    ),
    Setup(
        id="short_1944",
        title="Short campaign, 1944",
        about="Ten missions in the last full year of the war.",
        options={"campaign": "short_1944"},
        is_campaign=True,
        next="late_war",
    ),
    Setup(
        id="late_war",
        title="Late war, from 1943",
        about="Fifteen missions of a squadron that comes late.",
        options={"campaign": "late_war"},
        is_campaign=True,
        next="full",
    ),
    Setup(
        id="full",
        title="Full campaign",
        about="Twenty-five missions, the whole tour of a squadron.",
        options={"campaign": "full"},
        is_campaign=True,
    ),
)

GAME = Game(
    package=__package__,
    look=Look(
        theme=THEME,
        view=view,
        status=status,
        words=WORDS,
        result_words=result_words,
        tones=TONES,
        drama=DRAMA,
        log_sheet=log_sheet,
    ),
    seats=seats,
    options=OPTIONS,
    setups=SETUPS,
    sequence=SEQUENCE,
    chapters=CHAPTERS,
    state=State,
    new_state=new_state,
    load_data=load_data,
    noted=NOTED,
    invariants=INVARIANTS,
    bots=BOTS,
    evaluate=evaluate,
    determinize=determinize_for,
    rulings=(
        Ruling(
            "5.10",
            "in the turn in which the formation comes to its target, steps 5.2 to 5.9 are carried "
            "out before the bombing run",
            rejected="the bombing run comes at once, without them",
            why="they speak of every box that is entered, and of red boxes 13.2 lets heavy flak "
            "fire in; 5.10 repeats them as a whole",
        ),
        Ruling(
            "9.1.8",
            "in the example the fighter performs 3 and its ace adds 1",
            rejected="the ace adds the 3 that is printed",
            why="an ace of 3 would be worth more than any other bonus of the text",
        ),
        Ruling(
            "12.0",
            "references to 12.1.8, 12.1.9, 14.2.7 and 14.2.9 mean 12.8, 12.9, 14.2.1, 14.2.2",
            rejected="they are passed over",
            why="those numbers do not exist, and these sections hold what is referred to",
        ),
        Ruling(
            "2.2",
            "a table that the manual calls by several names is one table here",
            rejected="each name is a table of its own",
            why="enemy fighter and interceptor types, aces and fighter aces, mission turn and "
            "number track are distinguished nowhere",
        ),
        Ruling(
            "16.0",
            "the errata are applied: Abbeville, Stuttgart, Meaulte, Emden; Emden needs 9 bombers; "
            "FW-262 is the Me-262, and -5 - 9 of the campaign progress table is -5 to -9",
            rejected="the cards and tables are played as printed",
            why="16.1 and 16.2 correct the names and the card; the other two are slips of that "
            "kind",
        ),
    ),
)
