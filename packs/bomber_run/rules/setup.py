"""Setup: bases, first formations, and who goes first."""

from tabletop_core import Asks, rule, ruling
from tabletop_core.boards import step, turned

from ..state import Aircraft, InPlay, Kind


@rule("Place Your Base")
def place_bases(play: InPlay) -> None:
    """Roll five four-sided dice for the row of each base, on column C for west, V for east."""
    board = play.data.board
    for base in board.base:
        row = play.roll("5d4", f"row of the {base.side} base").total
        square = board.grid.square(f"{base.column}{row}")
        play.state.bases[base.side] = square
        play.log("base", side=base.side, square=board.grid.name(square))


@rule("Deploy Aircraft")
@ruling(
    "the first formation is a list of offsets from the base, noses towards the enemy edge",
    rejected="players set up as they like around the base",
    why="the text names a starting formation, but its diagram is not part of it",
)
def deploy_aircraft(play: InPlay) -> None:
    """Put both squadrons in formation before their bases, noses towards the enemy's edge."""
    board = play.data.board
    formation = board.formation_of(play.options["formation"])
    for base in board.base:
        at = play.state.bases[base.side]
        for kind, offsets in (
            (Kind.FIGHTER, formation.fighters),
            (Kind.BOMBER, formation.bombers),
        ):
            for number, (forward, right) in enumerate(offsets):
                square = step(at, base.facing, forward)
                square = step(square, turned(base.facing, 2), right)
                play.state.aircraft[name_of(base.side, kind, number)] = Aircraft(
                    square, base.facing, base.side, kind
                )
    play.log("deployed", formation=formation.title)


def name_of(side: str, kind: Kind, number: int) -> str:
    """Name an aircraft: fighters w1, w2, ... and e1, ...; bombers WA, WB and EA, EB."""
    letter = side[0]
    if kind is Kind.FIGHTER:
        return f"{letter}{number + 1}"
    return f"{letter.upper()}{'AB'[number]}"


@rule("Determine First Player")
def choose_first_player(play: InPlay) -> Asks:
    """Each side rolls a six-sided die, again on a tie; the higher roll chooses who goes first."""
    west = east = 0
    while west == east:
        west = play.die(6, "west rolls for the choice")
        east = play.die(6, "east rolls for the choice")
    chooser, other = ("west", "east") if west > east else ("east", "west")
    choice = yield play.ask(
        "Go first or second?", {"first": "go first", "second": "go second"}, seat=chooser
    )
    play.state.order = [chooser, other] if choice == "first" else [other, chooser]
    play.log("order", first=play.state.order[0], chooser=chooser)
