"""10.0 Combat results: what happens to an aircraft that is hit, and what it costs."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from tabletop_core import Asks, rule, ruling
from tabletop_core.bots import first_legal

from ..questions import chances
from ..questions.formation import flying
from ..questions.mission import hidden_from_german
from ..questions.names import bomber_name, crew_name, fighter_name, manned_fighter, name_of
from ..questions.ratings import by, crew_performance, ratings_of
from ..state import Bomber, Fighter, InPlay
from .aces import send_ace_home
from .experience import check_crew, downgrade
from .general import consult, tell_way
from .lady_luck import use_luck
from .routes import something_changed
from .victory_points import change_campaign_vp, score

# ---------------------------------------------------------------------- fighters


@rule("10.1", "Hits on fighters")
@ruling(
    "a fighter that is damaged already and damaged again stays as it is",
    rejected="it is destroyed",
    why="10.1 turns its counter over and nothing more; only bombers suffer twice (10.2.1)",
)
def hit_interceptor(play: InPlay, one: Fighter, result: str, by: str = "") -> bool:
    """A hit damages an interceptor or destroys it."""
    # Returns whether it was destroyed.
    mission = play.state.mission
    if result == "ineffective" or is_hit_for_nothing(play, one, result):
        return False
    if result == "damaged":
        one.damaged = True
        return False
    mission.interceptors.remove(one)
    mission.german.destroyed.append(one.kind)
    kills = mission.record.kills
    kills[one.kind] = kills.get(one.kind, 0) + 1
    score(play, one.kind, **shot_down(play, one, by, sum(kills.values()), mission.interceptors))
    return True


def shot_down(
    play: InPlay, one: Fighter, by: str, number: int, left: list[Fighter]
) -> dict[str, Any]:
    """Return who is down, by whom, which one of its side in this mission, and how many are left."""
    return {
        "fighter": manned_fighter(play, one),
        "by": by,
        "number": number,
        "left": len(left),
    }


def is_hit_for_nothing(play: InPlay, one: Fighter, result: str) -> bool:
    if result != "damaged" or not one.damaged:
        return False
    play.log("hit_for_nothing", fighter=fighter_name(play, one))
    return True


@rule("10.1", "Hits on fighters")
def hit_escort(play: InPlay, one: Fighter, result: str, by: str = "") -> Asks:
    """A hit by somebody damages an escort or destroys it.

    A damaged one fights on with lower numbers; a destroyed one costs a point.
    """
    mission = play.state.mission
    if result == "ineffective" or is_hit_for_nothing(play, one, result):
        return
    name = fighter_name(play, one)
    saved = yield from use_luck(
        play,
        "wing_and_a_prayer",
        f"{name} is {result}. Ignore it?",
        lambda answer: odds_of_escort(play, one, is_hit=answer == "no", result=result),
    )
    if saved:
        return
    if result == "damaged":
        one.damaged = True
        return
    mission.escorts.remove(one)
    mission.record.escorts_lost += 1
    number, left = mission.record.escorts_lost, mission.escorts
    score(play, "escort_lost", **shot_down(play, one, by, number, left))
    something_changed(play)


def odds_of_escort(play: InPlay, one: Fighter, *, is_hit: bool, result: str) -> chances.Chances:
    """Return whether an escort keeps up in the next turn (5.4), with this hit or as it is."""
    if is_hit and result == "destroyed":
        return {"it is lost": Fraction(1)}
    return chances.of_keeping_up(play) if is_hit or one.damaged else {}


# ---------------------------------------------------------------------- bombers


@rule("10.2.1", "Initial hit on a bomber")
@ruling(
    "a bomber that is damaged by light damage rolls again for dropping out",
    rejected="it rolls only if it was damaged before (example of 8.0)",
    why="10.2.1 says so; the flak example of 8.0 stops because the bomber was not damaged before",
    option="light_damage",
)
def hit_bomber(play: InPlay, bomber: str, result: str) -> Asks:
    """Apply a hit to a bomber.

    Light damage counts on a roll of 4 to 6, heavy damage always; a bomber damaged before is
    destroyed by heavy damage.
    """
    one = play.state.bombers[bomber]
    if result == "none":
        return
    name = bomber_name(play, bomber)
    if result == "heavy" and one.damaged:
        play.log("bomber_hit_again", bomber=name)
        result = "destroyed"
    if result == "light" and consult(play, "light_damage", why=name) == "none":
        return
    damaged = "damaged again" if one.damaged else "damaged"
    words = {"light": damaged, "heavy": "heavily damaged"}.get(result, result)
    saved = yield from use_luck(
        play,
        "wing_and_a_prayer",
        f"{name} is {words}. Ignore it?",
        lambda answer: odds_of_damage(play, bomber, result) if answer == "no" else {},
    )
    if not saved:
        yield from damage_effects(play, one, result)


def odds_of_damage(play: InPlay, bomber: str, result: str) -> Mapping[str, Fraction]:
    """Return whether a bomber that is hit keeps its place, if no other counter is used for it."""

    def suffer(other: InPlay) -> Asks:
        yield from damage_effects(other, other.state.bombers[bomber], result)

    return odds_of_fate(play, bomber, suffer)


def odds_of_fate(
    play: InPlay, bomber: str, procedure: Callable[[InPlay], Any]
) -> Mapping[str, Fraction]:
    """Return where a bomber is after a rule, if no counter is used for it."""

    def fate(other: InPlay, _: object) -> str:
        if bomber in flying(other.state.mission):
            return "it stays in the formation"
        return "it leaves the formation" if bomber in other.state.bombers else "it is lost"

    return play.odds(procedure, read=fate, policy=lambda _, decision: first_legal(decision))


@rule("10.2.2", "Damage effects")
@ruling(
    "Wing and a Prayer is offered before the effects of a hit are rolled, not once more for "
    "dropping out by them",
    rejected="it is offered again for each effect of the hit",
    why="it ignores the hit with all its effects; the failure to return (10.5.3) is a result of "
    "its own and is offered",
)
def damage_effects(play: InPlay, one: Bomber, result: str) -> Asks:
    """A damaged bomber is turned over.

    After heavy damage its crew may lose experience. Then a die decides whether it drops out: on 4
    to 6 it does.
    """
    if result == "destroyed":
        destroy_bomber(play, one.id)
        yield from check_losses(play)
        return
    was_damaged, one.damaged = one.damaged, True
    something_changed(play)
    if result == "heavy":
        yield from check_crew(play, one, lambda lower: odds_with_crew(play, one.id, lower))
    elif play.options["light_damage"] == "example" and not was_damaged:
        return
    yield from stay_or_drop_out(play, one.id)


def stay_or_drop_out(play: InPlay, bomber: str) -> Asks:
    if consult(play, "damage_effects", why=bomber_name(play, bomber)) == "drop_out":
        yield from drop_out(play, bomber)


def odds_with_crew(play: InPlay, bomber: str, lower: bool) -> Mapping[str, Fraction]:
    """Return whether a bomber hit heavily keeps its place, its crew a level lower or as it is."""

    def suffer(other: InPlay) -> Asks:
        one = other.state.bombers[bomber]
        if lower:
            downgrade(other, one, other.state.crews[one.crew])
        yield from stay_or_drop_out(other, bomber)

    return odds_of_fate(play, bomber, suffer)


def destroy_bomber(play: InPlay, bomber: str) -> None:
    """Remove a bomber and its crew from play."""
    play.log("bomber_lost", bomber=bomber_name(play, bomber), how="goes down with its crew")
    leave_formation(play, bomber, "destroyed")
    remove_bomber(play, bomber)
    remove_crew(play, bomber)
    score(play, "bomber_destroyed")


def leave_formation(play: InPlay, bomber: str, status: str) -> None:
    mission = play.state.mission
    at = mission.formation.index(bomber)
    mission.formation[at] = ""
    log_status(play, bomber, status)
    something_changed(play)


def log_status(play: InPlay, bomber: str, status: str) -> None:
    """Write on the mission log what became of a bomber."""
    play.state.mission.record.note(bomber, status=status)


def remove_bomber(play: InPlay, bomber: str) -> None:
    """Take a bomber out of the squadron and put its counter into the draw pool (7.3.2)."""
    state = play.state
    one = state.bombers[bomber]
    state.bomber_pool[one.kind].append(bomber)
    one.ready = False


def remove_crew(play: InPlay, bomber: str) -> None:
    """Take a crew out of play with its bomber, and the commander with them (12.5)."""
    state = play.state
    one = state.bombers.pop(bomber)
    del state.crews[one.crew]
    lose_commander(play, bomber)


@rule("12.5", "The squadron commander")
def lose_commander(play: InPlay, bomber: str) -> None:
    """A commander who is lost with his bomber costs campaign points."""
    state = play.state
    if state.mission.commander != bomber:
        return
    play.log("commander_lost", name=name_of(play, state.commander))
    state.commander = ""
    state.mission.commander = ""
    points = play.data.numbers.commander.lost
    change_campaign_vp(play, points, "the squadron commander is lost")


@rule("12.5", "The squadron commander")
@ruling(
    "he shares the return or the rescue of the crew he flew with, and recovers by a roll of his "
    "own",
    rejected="he rolls for return and rescue by himself",
    why="he is treated like any other crew counter",
)
def ground_commander(play: InPlay, bomber: str) -> None:
    """Move the commander to the not ready section with the crew of his bomber."""
    state = play.state
    if state.mission.commander != bomber:
        return
    state.commander_ready = False
    state.mission.commander = ""
    hidden = hidden_from_german(play)
    play.log("commander_not_ready", seats=hidden, name=name_of(play, state.commander))


# ---------------------------------------------------------------------- dropping out


@rule("10.4", "Damaged aircraft check")
@ruling(
    "the crew's performance is subtracted from the drop out die",
    rejected="it is added to the die",
    why="a better crew must stay more often, and low rolls stay",
)
def check_damaged_bomber(play: InPlay, bomber: str) -> Asks:
    """On a 1 or 2 roll again, less the crew's performance: on 4 or more the bomber drops out."""
    how = by(**crew_performance(play, bomber))
    if not keeps_up(play, bomber_name(play, bomber), **how):
        yield from drop_out(play, bomber)


def keeps_up(play: InPlay, name: str, **how: Any) -> bool:
    """Roll for a damaged aircraft: on a 1 or 2, and then by the drop out table, it falls behind."""
    check = play.look_up("damaged_aircraft", why=name)
    rolled = str(check.natural)
    if check.result != "stays":
        fall = play.look_up("drop_out", why=name, **how)
        rolled = f"{rolled} then {fall.natural}"
        if fall.total != fall.natural:
            rolled += f", {fall.total} with its crew"
        if fall.result == "drops_out":
            tell_way(play)
            play.log("falls_behind", name=name, rolled=rolled)
            return False
    play.state.mission.stretch.kept_up.setdefault(name, []).append(rolled)
    return True


@rule("10.4", "Damaged aircraft check")
def check_damaged_escort(play: InPlay, one: Fighter) -> None:
    """On a 1 or 2 roll again: on 4 or more the escort turns for home."""
    if not keeps_up(play, fighter_name(play, one)):
        escort_drops_out(play, one)


@rule("10.5.2", "Escort drops out")
def escort_drops_out(play: InPlay, one: Fighter) -> None:
    """The escort goes home, which costs nothing."""
    mission = play.state.mission
    mission.escorts.remove(one)
    send_ace_home(play, one)
    play.log("escort_leaves", fighter=fighter_name(play, one))
    something_changed(play)


@rule("10.5.1", "Bomber drops out")
def drop_out(play: InPlay, bomber: str) -> Asks:
    """The bomber leaves the formation and tries to get home alone."""
    play.log("bomber_lost", bomber=bomber_name(play, bomber), how="drops out")
    yield from lost_bomber_fate(play, bomber)
    yield from check_losses(play)


@rule("10.5.3", "Lost bomber fate")
@ruling(
    "a bomber that leaves the formation over the base or a box of England gets home",
    rejected="it rolls as if one box lay before it",
    why="it has no box to cross, and the table begins at one",
)
def lost_bomber_fate(play: InPlay, bomber: str) -> Asks:
    """A die, plus the performance of bomber and crew, decides whether the bomber gets home.

    The distance to England counts. A bomber that fails to return is lost with its crew.
    """
    distance = play.data.from_england[play.state.mission.box]
    if distance and not (yield from gets_home(play, bomber, distance)):
        fail_to_return(play, bomber)
        return
    where = "" if distance else name_of(play, play.state.mission.box)
    is_base = play.state.mission.box == play.data.base
    play.log("bomber_home", bomber=bomber_name(play, bomber), over="base" if is_base else where)
    leave_formation(play, bomber, "dropped out, home")
    one = play.state.bombers[bomber]
    one.ready = not one.damaged


def gets_home(play: InPlay, bomber: str, distance: int) -> Asks:
    name = bomber_name(play, bomber)
    own = ratings_of(play, play.state.bombers[bomber]).performance
    how = by("bomber", "crew", bomber=own, **crew_performance(play, bomber))
    if consult(play, "lost_bomber_fate", column=distance, why=name, **how) == "returns":
        return True
    has_fate = play.options["crew_fate"] != "off"
    saved: bool = yield from use_luck(
        play,
        ("bench_mark", "wing_and_a_prayer"),
        f"{name} fails to return. Ignore it?",
        lambda answer: odds_of_crew(play, bomber) if answer == "no" and has_fate else {},
    )
    return saved


def odds_of_crew(play: InPlay, bomber: str) -> chances.Chances:
    """Return what becomes of the crew of a bomber that fails to return."""
    fates = play.odds(crew_fate, bomber)
    return {f"the crew is {fate}": chance for fate, chance in fates.items()}


def fail_to_return(play: InPlay, bomber: str) -> None:
    play.log("bomber_lost", bomber=bomber_name(play, bomber), how="fails to return")
    fate = "" if play.options["crew_fate"] == "off" else crew_fate(play, bomber)
    rescued = fate == "rescued"
    status = f"failed to return, crew {fate}" if fate else "failed to return"
    leave_formation(play, bomber, status)
    remove_bomber(play, bomber)
    if rescued:
        rescue_crew(play, bomber)
    else:
        remove_crew(play, bomber)
    score(play, "bomber_destroyed_crew_rescued" if rescued else "bomber_destroyed")


@rule("12.4", "Crew fate")
@ruling(
    "on a modified 2 to 5 the crew is lost like a captured one",
    rejected="it waits, and is rolled for again after the next mission",
    why="the manual only names the rescue and the capture",
)
def crew_fate(play: InPlay, bomber: str) -> str:
    """A die decides whether the crew of a bomber that failed to return is rescued.

    The colour of its box counts.
    """
    colour = play.data.colour(play.state.mission.box)
    named = () if colour == "red" else (colour,)
    why = f"crew of {bomber_name(play, bomber)}"
    result: str = consult(play, "crew_fate", why=why, **by(*named))
    return result


@rule("12.4", "Crew fate")
def rescue_crew(play: InPlay, bomber: str) -> None:
    """Keep the crew of a lost bomber: not ready, or on its way until a later mission."""
    state = play.state
    crew = state.bombers.pop(bomber).crew
    state.crews[crew].ready = False
    play.log("crew_rescued", seats=hidden_from_german(play), crew=crew_name(play, crew))
    rescued = [crew, state.commander] if state.mission.commander == bomber else [crew]
    ground_commander(play, bomber)
    if play.options["crew_fate"] == "dated":
        box = state.box + play.roll("1d6", "boxes until the crew is back").total
        state.rescued |= dict.fromkeys(rescued, box)


# ---------------------------------------------------------------------- the formation


@rule("6.4", "Loose formation by losses")
@ruling(
    "losses are compared with the table whenever a bomber leaves the formation",
    rejected="they are compared once, when the number of the table is reached",
    why="a formation tightened up again (5.3) would otherwise be loose at once, or never again",
)
def check_losses(play: InPlay) -> Asks:
    """A formation that has lost too many bombers becomes loose.

    The table says how many that is, by the number that took off.
    """
    mission = play.state.mission
    left = len(flying(mission))
    if mission.is_loose or not left:
        return
    lost = mission.flown - left
    most = consult(play, "loose_formation", at=mission.flown)
    play.log("losses", lost=lost, flown=mission.flown, least=most)
    if lost >= most:
        yield from loosen(play)


def loosen(play: InPlay) -> Asks:
    """Make the formation loose, unless Bench Mark prevents it (6.1.2)."""
    saved = yield from use_luck(
        play,
        "bench_mark",
        "The formation becomes loose. Ignore it?",
        lambda answer: chances.of_closing_up(play) if answer == "no" else {},
    )
    if not saved:
        play.state.mission.is_loose = True
        play.log("loose")
        something_changed(play)
