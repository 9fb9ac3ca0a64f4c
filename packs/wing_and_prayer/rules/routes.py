"""The way over the map: planned once (4.6) and followed until something changes (5.1)."""

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from tabletop_core import Asks, by_id, rule, ruling
from tabletop_core.events import counted, listed

from ..questions import chances
from ..questions.mission import (
    active_card,
    goal_of,
    guarded_boxes,
    hidden_from_german,
    is_two_player,
)
from ..questions.names import name_of
from ..questions.routes import possible_routes, shortest_route
from ..state import InPlay
from .general import tell_way

PLAN = "plan:"
KEEP = "plan:keep"
REST = "rest"
UNPLANNED = {"own": "plot my own route", "none": "no plan: choose a box each turn"}

Ways: TypeAlias = dict[str, tuple[str, list[str]]]
"""Ways to choose from, by id: what each is called, and its boxes."""


def plans(play: InPlay) -> Ways:
    """Return the routes worth planning from here, by id, with their words."""
    found = possible_routes(play)
    return {f"{PLAN}{name}": (words, list(way)) for name, (words, way) in found.items()}


def touched_boxes(ways: Ways) -> dict[str, tuple[str, ...]]:
    """Return for each way the first box that it alone passes; none for a way without one."""
    passing = Counter(box for _, way in ways.values() for box in way)
    own = {name: [box for box in way if passing[box] == 1] for name, (_, way) in ways.items()}
    return {name: (boxes[0],) for name, boxes in own.items() if boxes}


def take_plan(play: InPlay, way: list[str]) -> None:
    mission = play.state.mission
    mission.route = way
    mission.has_changed = False
    play.log("plan", seats=hidden_from_german(play), way=[name_of(play, box) for box in way])


def plan_route(play: InPlay) -> Asks:
    """Ask for a planned route from the present box (4.6)."""
    possible = plans(play)
    goal = name_of(play, goal_of(play))
    answer = yield play.ask(
        f"Plan the route to {goal}?",
        [*possible, *UNPLANNED],
        label=lambda choice: UNPLANNED.get(choice) or plan_label(play, choice, possible),
        at=touched_boxes(possible),
        buttons=possible,
        odds=lambda choice: chances_of_way(play, possible.get(choice)),
        kind="route",
    )
    if answer == "own":
        take_plan(play, (yield from name_boxes(play)))
    elif answer != "none":
        take_plan(play, possible[answer][1])


def chances_of_way(play: InPlay, plan: tuple[str, list[str]] | None) -> chances.Chances:
    """Return whether guns open up on a way; nothing where they are the German player's (14.2.1)."""
    return chances.of_route(play, plan[1]) if plan and not is_two_player(play) else {}


def chances_of_box(play: InPlay, box: str) -> chances.Chances:
    """Return what comes in a box: guns and an event; of the target's on the way out, an event."""
    on_the_run = box == goal_of(play) and not play.state.mission.bombed
    return chances.of_box(play, box, on_the_run=on_the_run)


def name_boxes(play: InPlay) -> Asks:
    """Ask for the boxes of a route one after the other; the rest may be the shortest way."""
    here = play.state.mission.box
    boxes = play.state.mission.route
    while here != goal_of(play):
        named = ", ".join(name_of(play, box) for box in boxes) or "none yet"
        rest = shortest_way(play, here)
        labels = {box: box_label(play, box) for box in boxes_around(play, here)}
        names = ", ".join(as_on_the_map(play, box) for box in rest)
        labels[REST] = f"from here the shortest way: {length_of(play, rest)} ({names})"
        answer = yield play.ask(
            f"The next box of the route? So far: {named}",
            labels,
            at=by_id(but=REST),
            odds=lambda box, rest=rest: (
                chances_of_way(play, ("", rest)) if box == REST else chances_of_box(play, box)
            ),
            kind="box",
        )
        if answer == REST:
            return [*boxes, *rest]
        boxes.append(answer)
        here = answer
    return boxes


def shortest_way(play: InPlay, start: str) -> list[str]:
    return list(shortest_route(play.data, start, goal_of(play), guarded_boxes(play).boxes))


def boxes_around(play: InPlay, box: str) -> list[str]:
    """Return the boxes linked to one; the base only once the bombs have fallen."""
    data = play.data
    may_land = play.state.mission.bombed
    return [one for one in data.graph.neighbours(box) if may_land or one != data.base]


def plan_label(play: InPlay, choice: str, ways: Ways) -> str:
    """Return the words for a way, its boxes as on the map, a rendezvous as such.

    Boxes that all these `ways` pass are not named, and the one that tells it from others only once.
    """
    words, boxes = ways[choice]
    shared = set.intersection(*(set(way) for _, way in ways.values()))
    if len(ways) == 1:
        shared = {goal_of(play)}
    shared.add(choice.removeprefix(PLAN))
    named = [as_on_the_map(play, box) for box in boxes if box not in shared]
    return f"{words}: {length_of(play, boxes)}" + (f", by {listed(named)}" if named else "")


def as_on_the_map(play: InPlay, box: str) -> str:
    """Return the name of a box as it is on the map; a rendezvous is named as one."""
    drawn = play.data.map
    return drawn.title_of(box) if drawn.has(box, "rendezvous") else drawn.short_of(box)


def length_of(play: InPlay, boxes: Sequence[str]) -> str:
    """Return the length of a way, and the guarded boxes before its end."""
    guarded = guarded_boxes(play)
    number = sum(box in guarded.boxes for box in boxes[:-1])
    passed = counted(number, guarded.one, guarded.many) if number else f"no {guarded.many}"
    return f"{counted(len(boxes), 'box', 'boxes')}, {passed} on the way"


@rule("5.1", "Move the formation")
@ruling(
    "the formation does not enter the base before it has bombed",
    rejected="it may turn back and land with its bombs",
    why="5.13 sends it home after the bombing run; the manual mentions no recall",
)
@ruling(
    "a planned route is flown without a question until a bomber is damaged, an aircraft is lost or "
    "leaves, the escort is another one, the formation comes apart, or the weather turns; then the "
    "player chooses again",
    rejected="the player is asked for every box, which he has by planning no route",
    why="4.6 binds nobody, and 5.1 lets him move as he likes: a plan holds as long as nothing "
    "happens that could change his mind",
)
def move_formation(play: InPlay) -> Asks:
    """The formation flies into a neighbouring box each turn, to the target and then home.

    It follows the planned route until something changes.
    """
    mission = play.state.mission
    last_step_home = mission.route == [play.data.base]
    if mission.route and (last_step_home or not mission.has_changed):
        there = mission.route.pop(0)
    else:
        there = yield from choose_box(play)
    mission.box = there
    mission.turn += 1
    mission.has_changed = False
    mission.stretch.boxes.append(there)
    if there == goal_of(play) and not mission.record.is_known:
        turn_up_card(play)


@rule("13.0", "Hidden crews and target")
@ruling(
    "the mission card is turned up when the formation comes to its target; that of a formation "
    "which never gets there, and how high it was to bomb, stays hidden for good",
    rejected="it is turned up at take-off, or after the mission in any case",
    why="the bombing run begins there (5.11), and the manual does not say when the card is shown; "
    "7.1.1 shuffles it back into the deck as it is",
)
def turn_up_card(play: InPlay) -> None:
    """The German player sees the mission card when the formation reaches its target."""
    mission = play.state.mission
    tell_way(play)
    mission.record.is_known = True
    mission.orders.show(mission.card, to=None)
    play.log("target_known", target=name_of(play, mission.card))


def choose_box(play: InPlay) -> Asks:
    """Ask where to go next: an adjacent box, or a way that is then followed."""
    tell_way(play)
    mission = play.state.mission
    around = boxes_around(play, mission.box)
    possible = {name: one for name, one in plans(play).items() if one[1] != mission.route}
    if mission.route:
        possible = {KEEP: ("go on as planned", list(mission.route)), **possible}
    answer = yield play.ask(
        f"Where does the formation fly? {outlook(play)}",
        [*possible, *around],
        label=lambda choice: (
            plan_label(play, choice, possible) if choice in possible else box_label(play, choice)
        ),
        at=by_id(but=possible),
        odds=lambda choice: (
            chances_of_way(play, possible[choice])
            if choice in possible
            else chances_of_box(play, choice)
        ),
        kind="fly",
    )
    if not answer.startswith(PLAN):
        mission.route = []
        return answer
    if answer != KEEP:
        take_plan(play, possible[answer][1])
    return mission.route.pop(0)


def outlook(play: InPlay) -> str:
    """Return what the commander needs for his choice: distances and the range of the escorts."""
    data, mission = play.data, play.state.mission
    home = counted(data.from_base[mission.box], "box", "boxes")
    distances = f"{home} to base"
    if not mission.bombed:
        target = active_card(play).target.box
        away = data.graph.distance(mission.box, target)
        distances = f"{counted(away, 'box', 'boxes')} to {name_of(play, target)}, {distances}"
    if mission.escorts:
        kind = mission.escorts[0].kind
        left = data.escorts[kind].range - mission.escort_range
        number = counted(len(mission.escorts), name_of(play, kind))
        escorts = f"{number}, range left {counted(left, 'box', 'boxes')}"
    else:
        escorts = "no escort"
    return f"({name_of(play, mission.box)}; {distances}; {escorts})"


def box_label(play: InPlay, box: str) -> str:
    data = play.data
    parts = [data.colour(box)]
    if box in data.flak_sites and not is_two_player(play):
        parts.append("flak site")
    if data.map.has(box, "rendezvous"):
        parts.append("rendezvous")
    parts.append(f"{data.graph.distance(box, goal_of(play))} to go")
    return f"{name_of(play, box)} ({', '.join(parts)})"


def something_changed(play: InPlay) -> None:
    """Ask the commander again before the next move: after damage, losses, escorts, weather."""
    play.state.mission.has_changed = True
