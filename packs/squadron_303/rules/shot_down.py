"""Pilots shot down, and the moves this gives the Germans (p. 14)."""

from tabletop_core import Asks, rule, ruling

from ..questions.board import germans_in, is_british, neighbours
from ..questions.names import area_name, pilot_name, to_whom
from ..questions.pilots import medals
from ..state import Fighter, InPlay, Status
from .medals import spend
from .movement import leave_board, pass_leadership
from .squadrons import move_group, move_hidden


@rule("14/Pilots shot down", "A pilot is lost and German morale rises")
def shot_down(play: InPlay, fighter: Fighter) -> Asks:
    """Take the plane off the board and give the Germans near it a move at once.

    A plane is lost with its fifth point of damage. Another pilot takes the board over at the end
    of the turn; in a Campaign the one shot down comes back in a later Scenario.
    """
    state = play.state
    area = fighter.area
    state.pilots[fighter.pilot].status = Status.SHOT_DOWN
    state.losses += 1
    play.log(
        "shot_down",
        colour=fighter.colour,
        pilot=pilot_name(play, fighter),
        area=area_name(play, area),
    )
    state.note(f"{pilot_name(play, fighter)} is shot down at {area_name(play, area)}")
    pass_leadership(play, fighter)
    leave_board(play, fighter)
    yield from bonus_moves(play, area)


@rule("14/German morale", "Additional moves around a pilot shot down")
@ruling(
    "each group of a squadron in these areas moves once; what moved is not moved again",
    why="the example moves all groups from where they stand, one area each",
)
@ruling(
    "planes that come upon RAF planes by this move do not strike at once",
    why="the text gives a Move action only, which may lead to new Fights",
)
def bonus_moves(play: InPlay, area: str) -> Asks:
    """Move every German squadron in the area and next to it, unless a Medal prevents it.

    It is one more area, at once; a plane with Maneuver tokens loses one instead. Bombers that come
    to their target by it bomb. Each pilot in these areas may spend one Medal to hold one squadron.
    """
    state = play.state
    around = (area, *neighbours(play, area))
    groups = [
        (squadron.id, place)
        for place in around
        for squadron in state.squadrons.values()
        if not is_british(squadron)
        and (
            any(plane.squadron == squadron.id for plane in germans_in(play, place))
            or (squadron.hidden and squadron.area == place)
        )
    ]
    stopped = yield from _stopped_by_medals(play, around, groups)
    # All groups leave from where they stand, so the planes of each are named beforehand.
    planes = {
        group: [plane.id for plane in germans_in(play, group[1]) if plane.squadron == group[0]]
        for group in groups
    }
    if len(stopped) < len(groups):
        play.log("bonus_moves", area=area_name(play, area))
    for group in groups:
        squadron = state.squadrons.get(group[0])
        if group in stopped or squadron is None:
            continue
        if squadron.hidden:
            move_hidden(play, squadron)
        else:
            for _ in move_group(play, squadron, planes[group], bonus=True):
                pass  # Whoever is met, this move is a move only.
            for plane in map(state.planes.get, planes[group]):
                if plane is not None:
                    plane.brought_up = plane.area != group[1]


def _stopped_by_medals(
    play: InPlay, around: tuple[str, ...], groups: list[tuple[str, str]]
) -> Asks:
    """Let pilots near by spend a Medal each to hold one squadron."""
    stopped: list[tuple[str, str]] = []
    for fighter in play.state.fighters.values():
        left = [group for group in groups if group not in stopped]
        if not left or not medals(play, fighter) or fighter.area not in around:
            continue
        options = {"none": "no"}
        options |= {f"{s}:{at}": f"squadron {s} at {area_name(play, at)}" for s, at in left}
        answer = yield play.ask(
            to_whom(fighter, "spend a Medal to hold a squadron?"),
            options,
            seat=fighter.seat,
            at={f"{squadron}:{at}": at for squadron, at in left},
        )
        if answer != "none":
            squadron, at = answer.split(":")
            spend(play, fighter, f"holding squadron {squadron}")
            stopped.append((squadron, at))
    return stopped
