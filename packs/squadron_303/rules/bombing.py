"""Bombing attacks (p. 15)."""

from collections.abc import Sequence

from tabletop_core import rule, ruling

from ..components import Mode
from ..questions.board import is_destroyed, kind_of, planes_of
from ..questions.germans import flies_home
from ..questions.names import area_name, plane_name
from ..state import InPlay, Plane


@rule("15/Bombing attacks", "Bombers over their target bomb it")
@ruling(
    "a bomber bombs in every German phase in which it is over its target and not held",
    rejected="it bombs once on arrival, and then only stays or turns for home",
    why="it starts bombing on arrival, and the text ends this only with the target",
)
@ruling(
    "a bomber that an additional move brings to its target bombs at once, but once in a turn",
    rejected="it bombs at once and again in the German phase, or not before that phase",
    why="the example lets it begin there and then; the move is additional, the bombs are not",
)
@ruling(
    "a bomber that a token held in this phase also bombs where an additional move brings it",
    rejected="it has used its phase to discard the token and bombs in the next turn",
    why="the token is off, the additional move is whole, and a bomber bombs as soon as it arrives",
)
def bombing(play: InPlay) -> None:
    """Let all bombers over their targets drop their bombs, then turn home those without a target.

    Each bomber at the end of its route bombs the target there, unless a Maneuver token held it this
    turn. The target is destroyed when the bombs reach its toughness; any further bombs are lost. A
    squadron bombs one target only.
    """
    drop_bombs(play, [plane for plane in play.state.planes.values() if not plane.held])
    turn_home(play)


def drop_bombs(play: InPlay, planes: Sequence[Plane]) -> None:
    """Drop the bombs of the planes that are over their target and have not bombed this turn."""
    board = play.data.board
    state = play.state
    for plane in planes:
        squadron = state.squadrons[plane.squadron]
        bombs = kind_of(play, plane).bombs
        over_target = plane.area == squadron.route[-1] and board.target(plane.area)
        if not bombs or not over_target or flies_home(squadron):
            continue
        if plane.bombed or is_destroyed(play, plane.area):
            continue
        plane.bombed = True
        toughness = board.toughness(plane.area)
        state.bombs[plane.area] = min(toughness, state.bombs.get(plane.area, 0) + bombs)
        play.log(
            "bombs",
            plane=plane_name(play, plane),
            area=area_name(play, plane.area),
            damage=state.bombs[plane.area],
            toughness=toughness,
            id=plane.id,
            at=plane.area,
            bombs=bombs,
        )
        so_far = f"{state.bombs[plane.area]} of {toughness}"
        state.note(f"{area_name(play, plane.area)} is bombed: {so_far}")
        if is_destroyed(play, plane.area):
            play.log("destroyed", area=area_name(play, plane.area), at=plane.area)
            state.note(f"{area_name(play, plane.area)} is destroyed")


@rule("15/Escape", "Back to base after the attack")
@ruling(
    "escorts of bombers flying home are still escorts: they counterattack, and look for "
    "other bombers when they have lost their own",
    rejected="the whole squadron flies home in Escape mode and strikes only if it was attacked",
    why="in the Basic Game fighters are always in Close Escort or Patrol mode, and the text puts "
    "no squadron in Escape mode; it only sends the bombers back to their base",
    option="way_home",
)
def turn_home(play: InPlay) -> None:
    """Turn bombers whose target is destroyed, and their whole squadron, towards their base.

    They fly their route back, one area a turn, and off the map at its end; their escort flies with
    them. In Escape mode, which an option gives them, the escort strikes only in a turn in which
    the squadron was attacked.
    """
    for squadron in play.state.squadrons.values():
        with_bombers = any(plane.is_bomber for plane in planes_of(play, squadron.id))
        if flies_home(squadron) or not with_bombers:
            continue
        if is_destroyed(play, squadron.route[-1]):
            squadron.homeward = True
            if play.options["way_home"] == "escape":
                squadron.mode = Mode.ESCAPE
            squadron.route.reverse()
            play.log("turned_home", squadron=squadron.id)
