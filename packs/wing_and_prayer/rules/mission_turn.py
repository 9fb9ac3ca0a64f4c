"""5.0 Execute mission: the steps of a mission turn, out and back."""

from tabletop_core import Asks, rule, ruling
from tabletop_core.events import counted

from ..questions import chances
from ..questions.formation import flying, lead_bomber
from ..questions.mission import active_card
from ..questions.names import ace_label, bomber_name, name_of
from ..state import ELEMENTS, InPlay
from .flak import site_flak_attack
from .general import consult, tell_way
from .pre_mission import lead_crew_performance, release_escorts, send_escorts
from .results import check_damaged_bomber, check_damaged_escort
from .routes import something_changed

# ---------------------------------------------------------------------- where we are


def can_fly(play: InPlay) -> bool:
    return bool(flying(play.state.mission))


def is_home(play: InPlay) -> bool:
    """Return whether the mission turns are over: at the base, or with no bomber left in the air."""
    mission = play.state.mission
    return mission.box == play.data.base or not flying(mission)


def is_over_target(play: InPlay) -> bool:
    mission = play.state.mission
    return not mission.bombed and mission.box == active_card(play).target.box and can_fly(play)


def is_on_the_way(play: InPlay) -> bool:
    """Steps 5.2 to 5.9 are for boxes other than the base."""
    return not is_home(play)


def is_loose(play: InPlay) -> bool:
    return play.state.mission.is_loose


def is_at_rendezvous(play: InPlay) -> bool:
    return play.data.map.has(play.state.mission.box, "rendezvous")


def is_at_flak_site(play: InPlay) -> bool:
    """In a box with a flak icon, except for a bombing run: there 11.1 and 11.4 are the guns."""
    return play.state.mission.box in play.data.flak_sites and not is_over_target(play)


# ---------------------------------------------------------------------- the steps


@rule("5.2", "Lead bombers and formation")
def adjust_formation(play: InPlay) -> None:
    """Fill empty lead positions, and places of elements that are gone."""
    line = play.state.mission.formation
    before = list(line)
    for first in range(0, 12, 3):
        if not line[first]:
            follower = next((at for at in (first + 1, first + 2) if line[at]), None)
            if follower is not None:
                line[first], line[follower] = line[follower], ""
    flown = [line[first : first + 3] for first in range(0, 12, 3) if any(line[first : first + 3])]
    line[:] = [name for element in flown for name in element] + [""] * (12 - 3 * len(flown))
    for at, name in enumerate(line):
        if name and name != before[at] and at % 3 == 0:
            tell_way(play)
            play.log("leads", bomber=bomber_name(play, name), element=ELEMENTS[at // 3])


@rule("5.3", "Tighten up a loose formation")
@ruling(
    "it is always tried while the formation is loose",
    rejected="the player is asked each time",
    why="the attempt is voluntary but costs nothing",
)
def tighten_up(play: InPlay) -> None:
    """While the formation is loose, the lead crew tries once a turn to bring it together again."""
    mission = play.state.mission
    tell_way(play)
    how = lead_crew_performance(play, lead_bomber(mission))
    if consult(play, "formation_check", **how) == "tight":
        mission.is_loose = False
        play.log("tight")


def has_damaged(play: InPlay) -> bool:
    state = play.state
    return any(state.bombers[name].damaged for name in flying(state.mission)) or any(
        one.damaged for one in state.mission.escorts
    )


@rule("5.4", "Damaged aircraft checks")
def check_damaged_aircraft(play: InPlay) -> Asks:
    """Each turn a die is rolled for every damaged bomber and escort.

    On 1 or 2 it may drop out of the formation.
    """
    state = play.state
    for name in flying(state.mission):
        if state.bombers[name].damaged:
            yield from check_damaged_bomber(play, name)
    for one in list(state.mission.escorts):
        if one.damaged:
            check_damaged_escort(play, one)


def is_escorted(play: InPlay) -> bool:
    return bool(play.state.mission.escorts)


@rule("5.5", "Escort range check")
@ruling(
    "the marker advances every mission turn, out and back",
    rejected="it goes back along the track on the way home",
    why="5.5 advances it along the track and never moves it back",
)
def check_escort_range(play: InPlay) -> None:
    """The escorts use up one box of their range each turn, and turn for home at its end."""
    mission = play.state.mission
    kind = mission.escorts[0].kind
    if mission.escort_range < play.data.escorts[kind].range:
        mission.escort_range += 1
        return
    tell_way(play)
    play.log("escorts_leave", escort=name_of(play, kind), number=len(mission.escorts))
    release_escorts(play)
    something_changed(play)


@rule("5.6", "Rendezvous with another escort")
def meet_escorts(play: InPlay) -> Asks:
    """In a box with a rendezvous you may send the present escorts home and roll for others.

    On a 1 none come, otherwise 4, 5 or 6 of a type of the day.
    """
    mission = play.state.mission
    tell_way(play)
    if mission.escorts:
        kind = mission.escorts[0].kind
        left = play.data.escorts[kind].range - mission.escort_range
        damaged = sum(one.damaged for one in mission.escorts)
        hurt = f" ({damaged} damaged)" if damaged else ""
        fighters = f"{counted(len(mission.escorts), name_of(play, kind))}{hurt}"
        aces = [ace_label(play, one.ace) for one in mission.escorts if one.ace]
        flown = f", with {', '.join(aces)}" if aces else ""
        keep = f"keep {fighters}{flown}, range left {counted(left, 'box', 'boxes')}"
        their = f" with their {'ace' if len(aces) == 1 else 'aces'}" if aces else ""
        roll = f"let them go{their} and roll for a new escort"
    else:
        keep, roll = "go on alone", "roll for an escort"
    answer = yield play.ask(
        "Meet another escort unit here?",
        {"keep": keep, "roll": roll},
        odds=lambda option: chances.of_new_escort(play) if option == "roll" else {},
    )
    if answer == "roll":
        before = len(mission.escorts)
        if before:
            kind = name_of(play, mission.escorts[0].kind)
            play.log("escorts_dismissed", escort=kind, number=before)
        number = consult(play, "new_escorts")
        send_escorts(play, number, from_start=False)
        if before or number:
            something_changed(play)


@rule("5.7", "Flak site attack check")
@ruling(
    "in the turn of the bombing run this check is not made; when the formation comes into the box "
    "of its target again, it is",
    rejected="the site of the target's box fires beside the guns of the card",
    why="in the bombing run the guns of the site are the flak of the mission card (11.1 and 11.4), "
    "for which nothing is rolled; afterwards 5.13 repeats 5.7 in every box",
)
def check_flak_site(play: InPlay) -> Asks:
    """In a box with a flak site two dice are rolled: on 5 or less its guns open up."""
    check, mission = play.look_up("flak_site"), play.state.mission
    box, rolled = name_of(play, mission.box), check.natural
    if check.result != "attack":
        if mission.stretch.boxes:
            mission.stretch.silent.append(f"{box} ({rolled})")
        else:  # the log already shows how it came here
            play.log("site_silent", box=box, rolled=rolled)
        return
    tell_way(play)
    play.log("site_fires", box=box, rolled=rolled)
    yield from site_flak_attack(play)


@rule("12.9", "Check for squadron assembly")
def check_assembly(play: InPlay) -> Asks:
    """Check damaged aircraft before the formation leaves the base; those that drop out land."""
    yield from check_damaged_aircraft(play)
