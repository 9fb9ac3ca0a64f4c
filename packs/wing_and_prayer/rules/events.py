"""6.1 Formation events."""

from collections.abc import Callable

from tabletop_core import Asks, rule, ruling

from ..questions import chances
from ..questions.formation import lead_bomber
from ..questions.mission import is_two_player
from ..questions.names import bomber_name, name_of
from ..questions.ratings import crew_performance
from ..state import InPlay
from .air_combat import generate_interceptors, number_of_interceptors
from .general import consult, random_bomber, tell_way
from .lady_luck import draw_lady_luck, use_luck
from .pre_mission import lead_crew_performance
from .results import drop_out, loosen, odds_of_fate
from .routes import something_changed
from .two_player import fighters_left, send_interceptors


@rule("5.8", "Formation event check")
@ruling(
    "the column is the number of boxes between the formation and the base, both ways",
    rejected="it is the number of boxes flown so far",
    why="counting the boxes flown would put the whole way home into the last column",
)
def check_formation_event(play: InPlay) -> Asks:
    """In every box two dice decide whether something happens to the formation, on a low roll.

    The farther from the base, the likelier an event.
    """
    mission = play.state.mission
    column = play.data.from_base[mission.box]
    check = play.look_up("event_chance", column=column)
    if check.result != "event":
        if mission.stretch.boxes:
            mission.stretch.checks.append(check.natural)
        else:  # the log already shows how it came here
            play.log("no_event", box=name_of(play, mission.box), rolled=check.natural)
        return
    tell_way(play)
    yield from formation_event(play, column, check.natural)


@rule("6.1.1", "Formation events")
def formation_event(play: InPlay, column: int, checked: int = 0) -> Asks:
    """Two dice choose what happens.

    Systems trouble, a Lady Luck counter, a change of the weather, a check of the formation, or
    enemy fighters.
    """
    found = play.look_up("formation_events", column=column)
    event = found.result
    play.log("event_comes", event=event, checked=checked, rolled=str(found.roll))
    if event == "systems_trouble":
        yield from systems_trouble(play)
    elif event == "lady_luck":
        draw_lady_luck(play)
    elif event == "weather_change":
        yield from weather_change(play)
    elif event == "formation_check":
        yield from formation_check(play)
    else:
        yield from enemy_fighters(play)


def systems_trouble(play: InPlay) -> Asks:
    bomber = random_bomber(play, "systems trouble")
    one, name = play.state.bombers[bomber], bomber_name(play, bomber)
    if consult(play, "systems_trouble", why=name) == "none":
        return
    what = "drops out" if one.damaged else "is damaged"
    prompt = f"{name} {what}. Ignore it?"

    def odds(answer: str) -> chances.Chances:
        if answer != "no" and not one.damaged:
            return {}
        if answer == "no" and one.damaged:
            return odds_of_fate(play, bomber, lambda other: drop_out(other, bomber))
        return chances.of_keeping_up(play, **crew_performance(play, bomber))

    if (yield from use_luck(play, "wing_and_a_prayer", prompt, odds)):
        return
    if one.damaged:
        yield from drop_out(play, bomber)
    else:
        one.damaged = True
        something_changed(play)
        play.log("bomber_damaged", bomber=name)


def weather_change(play: InPlay) -> Asks:
    mission = play.state.mission
    if mission.bombed:
        play.log("weather_ignored")
        return
    if consult(play, "weather_change") == "none":
        return
    prompt = "The weather over the target changes. Ignore it?"

    def odds(answer: str) -> chances.Chances:
        return chances.of_row(play, "new_cloud_cover") if answer == "no" else {}

    if (yield from clear_skies(play, prompt, odds)):
        return
    mission.cloud = consult(play, "new_cloud_cover")
    something_changed(play)


def clear_skies(play: InPlay, prompt: str, odds: Callable[[str], chances.Chances]) -> Asks:
    """Offer Clear Skies Ahead; clouds over the target thin out by a step."""
    mission = play.state.mission
    if not (yield from use_luck(play, "clear_skies", prompt, odds)):
        return False
    if mission.cloud != "clear":
        mission.cloud = thinner(mission.cloud)
        something_changed(play)
        play.log("cloud", cloud=mission.cloud)
    return True


def thinner(cloud: str) -> str:
    return "light" if cloud == "heavy" else "clear"


def formation_check(play: InPlay) -> Asks:
    mission = play.state.mission
    how = lead_crew_performance(play, lead_bomber(mission))
    result = consult(play, "formation_check", **how)
    if result == "tight" and mission.is_loose:
        mission.is_loose = False
        play.log("tight")
    elif result == "loose" and not mission.is_loose:
        yield from loosen(play)


@rule("6.1.1", "Formation events")
@ruling(
    "interceptors come over England too",
    rejected="none come in the boxes of England, where 13.3 makes no check",
    why="the event names no box where it does not count; 13.3 bars interception checks there, "
    "which the German player may make wherever he likes, and the event needs none",
)
@ruling(
    "in the two-player game this event lets the German player send fighters of his own without an "
    "interception check, as many as are rolled at most",
    rejected="the event sends fighters from the cup, as in the solitaire game, or has no effect",
    why="14.2 changes nothing about events; 13.1 fixes the fighters that he has in a mission, 13.4 "
    "leaves to him which of them fly, and in 13.2 an event of flak uses his own counters",
)
def enemy_fighters(play: InPlay) -> Asks:
    """Interceptors find the formation, and an air combat begins."""
    if not is_two_player(play):
        generate_interceptors(play)
    elif fighters_left(play):
        yield from send_interceptors(play, number_of_interceptors(play))
    else:
        play.log("no_fighters", why="the German player has no fighters left")
