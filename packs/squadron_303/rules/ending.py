"""The end of a Scenario: goals of the Germans and of the players (p. 15)."""

from collections.abc import Callable

from tabletop_core import rule, ruling

from ..questions.board import boards_without_pilot, in_reserve, is_destroyed, scenario
from ..questions.germans import flies_home
from ..questions.names import area_name
from ..state import InPlay


def destroyed_targets(play: InPlay) -> list[str]:
    return [area for area in scenario(play).targets if is_destroyed(play, area)]


def raiders_left(play: InPlay) -> bool:
    """Return whether a bomber may still reach its target, or a squadron is still hidden."""
    state = play.state
    return any(squadron.hidden for squadron in state.squadrons.values()) or any(
        plane.is_bomber and not flies_home(state.squadrons[plane.squadron])
        for plane in state.planes.values()
    )


def events_open(play: InPlay) -> bool:
    state = play.state
    return bool(state.events_to_come) or any(not event.result for event in state.events)


def _defend(play: InPlay, last: bool) -> tuple[str, str]:
    """Keep the targets standing until the last turn, or until no raider is left."""
    if last:
        return "win", "the targets still stand"
    if not raiders_left(play) and not events_open(play):
        return "win", "no raider is left"
    return "", ""


def british_to_find(play: InPlay) -> int:
    """Return how many British planes the Deployment cards of hidden squadrons still hold."""
    state, data = play.state, play.data
    if not any(s.hidden and s.face_down.get("mixed") for s in state.squadrons.values()):
        return 0
    cards = (data.deployment[card] for card in state.mixed_cards.cards)
    return sum(card.planes for card in cards if data.aircraft[card.aircraft].group == "allied")


def _escort(play: InPlay, last: bool) -> tuple[str, str]:
    """Bring enough planes of the British squadron home."""
    state, it = play.state, scenario(play)
    if state.british_home >= it.needed:
        return "win", f"{state.british_home} British planes are home"
    flying = sum(not plane.is_german for plane in state.planes.values())
    if state.british_home + flying + british_to_find(play) < it.needed:
        return "loss", "the British squadron is lost"
    return ("loss", "the British squadron is not home in time") if last else ("", "")


NOBODY_LEFT = "no pilot is left in the Reserve"

GOALS: dict[str, Callable[[InPlay, bool], tuple[str, str]]] = {
    "defend": _defend,
    "escort": _escort,
}
"""The check of the players' goal, by the name that a Scenario gives it."""


@rule("15/End of the game", "Check the goals of both sides")
@ruling(
    "a Scenario ends early for the players when no raider is left and no Event is open",
    rejected="it is played to its last turn, though nothing more can come",
    why="a Scenario may finish before its last turn once a side has reached its goal",
)
@ruling(
    "a pilot lost on the turn on which the players reach their goal need not be replaced",
    rejected="he must be replaced in its Reorganization; an empty Reserve loses the Scenario",
    why="the game is over with that turn, so nobody has to enter it any more",
    option="last_reserve",
)
def check_goals(play: InPlay) -> None:
    """Check whether the Scenario is decided; if it is not, the game goes on.

    The Germans win when the number of targets that the Scenario names is destroyed, or when a pilot
    is needed and the Reserve is empty. The players win when they have done the Scenario's task: the
    targets still stand after its last turn, or enough British planes are home.
    """
    state, it = play.state, scenario(play)
    if state.result:
        return
    destroyed = destroyed_targets(play)
    if len(destroyed) >= it.lost_at:
        names = ", ".join(area_name(play, area) for area in destroyed)
        state.result, state.why = "loss", f"destroyed: {names}"
        return
    state.result, state.why = GOALS[it.goal](play, state.turn >= it.turns)
    nobody = boards_without_pilot(play) > len(in_reserve(play))
    if state.result == "win" and play.options["last_reserve"] and nobody:
        state.result, state.why = "loss", NOBODY_LEFT


def is_decided(play: InPlay) -> bool:
    return bool(play.state.result)


def goes_on(play: InPlay) -> bool:
    return not play.state.result
