"""How crews rise in experience (7.4.1, 12.7, 6.1.2) and fall (10.6)."""

from collections.abc import Callable

from tabletop_core import Asks, rule, ruling

from ..questions.chances import Chances
from ..questions.mission import hidden_from_german
from ..questions.names import bomber_label, bomber_name, crew_label, crew_name, name_of
from ..questions.ratings import bomber_of
from ..state import SQUADRON, Bomber, Crew, InPlay, Level
from .general import consult
from .lady_luck import use_luck
from .setup import draw_named_crew, new_green_crew


@rule("7.4.1", "Crew experience")
@ruling(
    "a green crew stays green while no named counter is left",
    rejected="it becomes a veteran without a name",
    why="veterans are named counters, and those of lost crews are out of play",
)
def check_experience(play: InPlay) -> Asks:
    """A die is rolled for each crew that came home in a ready bomber.

    On 5 or 6 a green crew becomes veteran, and a veteran crew becomes crack.
    """
    state = play.state
    stay: dict[str, int] = {}
    for one in state.bombers.values():
        if one.flew and state.crews[one.crew].level is not Level.CRACK:
            rolled = check_upgrade(play, one)
            if rolled:
                stay[bomber_name(play, one.id)] = rolled
        one.flew = False
    if stay:
        play.log("no_experience", seats=hidden_from_german(play), rolled=stay)
    yield from angel_upgrade(play, list(state.crews))


def check_upgrade(play: InPlay, one: Bomber) -> int:
    """Roll for the experience of a crew; return what was rolled where it stays as it is, else 0."""
    hidden = hidden_from_german(play)
    check = play.look_up("crew_upgrade", why=bomber_name(play, one.id), seats=hidden)
    if check.result != "upgraded" or not can_rise(play, one.crew):
        return int(check.natural)
    upgrade(play, one.crew, rolled=check.natural)
    return 0


@rule("12.7", "Upgrade for a kill")
def upgrade_for_kill(play: InPlay, bomber: str) -> None:
    """A crew that shoots down an interceptor is checked for experience at once."""
    one = play.state.bombers[bomber]
    if play.state.crews[one.crew].level is Level.CRACK:
        return
    rolled = check_upgrade(play, one)
    if rolled:
        stay = {bomber_name(play, bomber): rolled}
        play.log("no_experience", seats=hidden_from_german(play), rolled=stay)


def can_rise(play: InPlay, crew: str) -> bool:
    level = play.state.crews[crew].level
    return level is Level.VETERAN or (level is Level.GREEN and bool(play.state.crew_pool))


def upgrade(play: InPlay, name: str, rolled: int | None = None) -> None:
    """Raise a crew by a level; a green one gives way to a named one in all its places."""
    state = play.state
    crew = state.crews[name]
    if crew.level is Level.VETERAN:
        crew.level = Level.CRACK
        log_level(play, name, name, up=True, rolled=rolled)
        return
    veteran = draw_named_crew(play, f"veteran crew in place of {crew_name(play, name)}")
    one = bomber_of(play, name)
    if one:
        one.crew = veteran
    if name in state.rescued:
        state.rescued[veteran] = state.rescued.pop(name)
    del state.crews[name]
    state.crews[veteran] = Crew(veteran, Level.VETERAN, crew.ready, crew.kills, crew.missions)
    log_level(play, veteran, name, up=True, rolled=rolled)


@rule("6.1.2", "Lady Luck counters")
@ruling(
    "the upgrade is offered before take-off and before the bombs fall, for the crews that fly, and "
    "at the debriefing for every crew, with a bomber or without",
    rejected="it is offered at every step of the mission",
    why="it may be used at any time of a mission, for any crew; a better crew counts in the air "
    "only, and at the debriefing it is known who lives",
)
def angel_upgrade(play: InPlay, crews: list[str]) -> Asks:
    """Offer Angel on my Side to raise one of these crews."""
    rising = [name for name in crews if can_rise(play, name)]
    if "angel" not in play.state.lady_luck or not rising:
        return
    which = "a crew" if len(rising) > 1 else f"the crew of {crew_at(play, rising[0])}"
    if (yield from use_luck(play, "angel", f"Upgrade {which}?")):
        crew = yield from play.choose(
            "Which crew do you upgrade?",
            rising,
            label=lambda name: crew_at(play, name),
            seat=SQUADRON,
        )
        upgrade(play, crew)


def crew_at(play: InPlay, crew: str) -> str:
    """Return a crew by its bomber, or by itself."""
    one = bomber_of(play, crew)
    return bomber_label(play, one.id) if one else f"no bomber, {crew_label(play, crew)}"


@rule("10.6", "Crew damage")
@ruling(
    "casualties are looked at before the bomber may drop out",
    rejected="the crew drops out with the quality that it had before the hit",
    why="10.6 follows from the hit itself, and a shaken crew has to bring the bomber home",
)
def check_crew(play: InPlay, one: Bomber, odds: Callable[[bool], Chances] | None = None) -> Asks:
    """A heavy hit may cost a crew experience.

    On 1 or 2 a crack crew falls to veteran, and a veteran one is replaced by a green one.
    """
    # `odds`: what follows for the bomber, with a lower crew or not.
    crew = play.state.crews[one.crew]
    if crew.level is Level.GREEN:
        return
    hidden = hidden_from_german(play)
    if consult(play, "crew_damage", why=bomber_name(play, one.id), seats=hidden) == "none":
        return
    saved = yield from use_luck(
        play,
        ("angel", "wing_and_a_prayer"),
        f"{crew_name(play, crew.id)} is downgraded. Ignore it?",
        odds and (lambda answer: odds(answer == "no")),
    )
    if not saved:
        downgrade(play, one, crew)


def downgrade(play: InPlay, one: Bomber, crew: Crew) -> None:
    state = play.state
    if crew.level is Level.CRACK:
        crew.level = Level.VETERAN
    else:
        del state.crews[crew.id]
        state.crew_pool.append(crew.id)
        one.crew = new_green_crew(play)
    log_level(play, one.crew, crew.id, up=False)


def log_level(play: InPlay, name: str, before: str, *, up: bool, rolled: int | None = None) -> None:
    """Tell the new level of a crew, its bomber, and whose counter it takes the place of."""
    one = bomber_of(play, name)
    play.log(
        "crew_level",
        seats=hidden_from_german(play),
        bomber=name_of(play, one.id) if one else "",
        crew=crew_name(play, name),
        before=crew_name(play, before) if before != name else "",
        level=play.state.crews[name].level.value,
        up=up,
        rolled=rolled,
    )
