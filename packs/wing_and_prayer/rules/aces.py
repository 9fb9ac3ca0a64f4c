"""6.2 Fighter aces of both sides."""

from tabletop_core import rule, ruling

from ..questions.names import ace_label, fighter_name, name_of
from ..state import Fighter, InPlay
from .general import consult

SIDES = {"usaaf": "USAAF", "luftwaffe": "Luftwaffe"}


@rule("6.2", "Fighter aces")
@ruling(
    "no more aces than fighters, and none when all of a side are out of the game",
    rejected="the full number is drawn, and aces without a fighter wait",
    why="each ace is paired with a fighter, and an ace shot down is removed from play",
)
def assign_aces(play: InPlay, side: str, fighters: list[Fighter]) -> None:
    """Roll for aces and place them from left to right."""
    for one in fighters[: number_of_aces(play, side, fighters)]:
        put_ace(play, side, draw_ace(play, side), one)


def number_of_aces(play: InPlay, side: str, fighters: list[Fighter]) -> int:
    """Roll for the aces among these fighters; more than are left cannot come."""
    kinds = dict.fromkeys(name_of(play, one.kind) for one in fighters)
    rolled: int = consult(play, "aces", why=", ".join(kinds))
    left, without = len(play.state.aces[side]), sum(not one.ace for one in fighters)
    number = min(rolled, left, without)
    if number < rolled:
        play.log("fewer_aces", number=number, left=left, side=SIDES[side])
    return number


def draw_ace(play: InPlay, side: str) -> str:
    return play.pick(play.state.aces[side], f"{SIDES[side]} ace")


def put_ace(play: InPlay, side: str, ace: str, one: Fighter) -> None:
    """Pair an ace with a fighter, for the whole mission."""
    one.ace = ace
    play.state.aces[side].remove(ace)
    tell_ace(play, one)


def tell_ace(play: InPlay, one: Fighter) -> None:
    play.log("ace_flies", ace=ace_label(play, one.ace), fighter=fighter_name(play, one))


@rule("6.2", "Fighter aces")
@ruling(
    "an ace whose fighter has left the mission comes up again from the next mission on",
    rejected="he is out of play until the campaign ends, or at once joins another fighter",
    why="he remains with that fighter throughout the mission and changes to no other",
)
def send_ace_home(play: InPlay, one: Fighter) -> None:
    """An ace stays with his fighter for the whole mission.

    When it leaves, he is out until the next one; when it is shot down, for good.
    """
    if one.ace:
        play.state.mission.aces_home.append(one.ace)


def return_aces(play: InPlay) -> None:
    """Put the aces whose fighters have left back among those that can appear (7.1.2)."""
    state = play.state
    for ace in state.mission.aces_home:
        state.aces[play.data.aces[ace].side].append(ace)
    state.mission.aces_home = []
