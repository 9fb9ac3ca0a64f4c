"""7.4.2 and 7.4.3 Crews recover and change their bombers."""

from collections.abc import Iterator
from typing import TypeAlias

from tabletop_core import Asks, by_id, rule, ruling

from ..questions.mission import hidden_from_german, is_two_player
from ..questions.names import crew_label, crew_name, name_of
from ..questions.ratings import bomber_of, crew_ratings
from ..state import Bomber, InPlay, Level
from .general import consult
from .setup import is_last_mission, squadron_type


@rule("7.4.2", "Recovery of crews that are not ready")
def recover_crews(play: InPlay) -> None:
    """Roll for each crew that is not ready, and for the commander.

    On 3 or more they are ready again; a crew that is still on its way back waits for its date.
    """
    state = play.state
    for name, crew in state.crews.items():
        if not crew.ready:
            crew.ready = recovers(play, name)
    if state.commander and not state.commander_ready:
        state.commander_ready = recovers(play, state.commander)


def recovers(play: InPlay, name: str) -> bool:
    """Roll for a crew or the commander; nobody recovers before the date of his return."""
    if name in play.state.rescued:
        return False
    hidden = hidden_from_german(play)
    why = crew_name(play, name)
    return bool(consult(play, "crew_recovery", why=why, seats=hidden) == "ready")


@rule("7.4.3", "Changing crews")
@ruling(
    "ready crews without a bomber board the ready bombers without a crew before the player changes "
    "anything: the best crew first, whole bombers before damaged ones and later types before first",
    rejected="the player seats every one of them, or they wait until he does",
    why="a crew without a bomber stays at home; the player may move all of them afterwards",
)
def change_crews(play: InPlay) -> Asks:
    """Between missions ready crews may change their bombers.

    Name a crew and its new bomber; the crew of that bomber moves into the one left. Each bomber
    gets a new crew only once.
    """
    if is_last_mission(play):
        return
    board_free_bombers(play)
    waiting, rank = ready_bombers(play), crew_ranks(play)
    # One change for each bomber puts every crew where it is wanted, and comes to an end.
    while any(changes(play, waiting, rank)):
        answer = yield play.ask(
            "Who changes bombers? A crew, then its new bomber; the crew there takes the old one",
            lambda: [*changes(play, waiting, rank), "done"],
            label=lambda change: change_label(play, change),
            at=by_id(but="done"),
            kind="crews",
        )
        if answer == "done":
            return
        crew, bomber = answer.split()
        waiting.remove(bomber)
        move_crew(play, crew, bomber)


Rank: TypeAlias = tuple[int, ...]
"""What tells crews apart: level and ratings; no crew at all is below them."""


def changes(play: InPlay, bombers: list[str], rank: dict[str, Rank]) -> Iterator[str]:
    """Yield the changes that matter, as crew and new bomber: a better crew in place of another one.

    A crew like the one aboard would change nothing, nor would a bomber like the one left. Where no
    change matters two players are offered all of them, since the German one may not learn from a
    question left out (13.0).
    """
    state = play.state
    spare = spare_crews(play)
    aboard = {name: state.bombers[name].crew for name in bombers}
    places = [
        (name, of_kind(state.bombers[name]), rank[there] if there else ())
        for name, there in aboard.items()
    ]
    left = {
        one.crew: of_kind(one) for name in ready_bombers(play) if (one := state.bombers[name]).crew
    }
    crews = [*left, *spare]
    is_any = False
    for crew in crews:
        own, is_spare = rank[crew], crew in spare
        for name, kind, its in places:
            if own != its if is_spare else own > its and kind != left[crew]:
                is_any = True
                yield f"{crew} {name}"
    if not is_any and is_two_player(play):
        yield from (f"{crew} {name}" for crew in crews for name in aboard if aboard[name] != crew)


def of_kind(one: Bomber) -> tuple[str, bool]:
    """Return what tells bombers apart: type and damage."""
    return one.kind, one.damaged


_LEVELS = {Level.GREEN: 0, Level.VETERAN: 1, Level.CRACK: 2}


def crew_ranks(play: InPlay) -> dict[str, Rank]:
    """Return the rank of each crew."""
    crews = play.state.crews
    own = {crew: crew_ratings(play, crew) for crew in crews}
    return {
        name: (_LEVELS[crews[name].level], of.performance, of.bombing, of.air_combat)
        for name, of in own.items()
    }


def change_label(play: InPlay, change: str) -> str:
    if change == "done":
        return "all stay where they are"
    crew, bomber = change.split()
    one = play.state.bombers[bomber]
    damaged = ", damaged" if one.damaged else ""
    there = f", now {crew_label(play, one.crew)}" if one.crew else ", without a crew"
    return f"{crew_label(play, crew)} into {name_of(play, bomber)}{damaged}{there}"


def ready_bombers(play: InPlay) -> list[str]:
    """Bombers in the ready section, with a crew or without."""
    return [name for name, one in play.state.bombers.items() if one.ready]


def spare_crews(play: InPlay) -> list[str]:
    """Ready crews that have no bomber."""
    state = play.state
    aboard = {one.crew for one in state.bombers.values()}
    return [name for name, crew in state.crews.items() if crew.ready and name not in aboard]


def board_free_bombers(play: InPlay) -> None:
    state = play.state
    spare = sorted(spare_crews(play), key=lambda name: -_LEVELS[state.crews[name].level])
    later = squadron_type(play).later
    free = [one for one in state.bombers.values() if one.ready and not one.crew]
    free.sort(key=lambda one: (one.damaged, one.kind != later))
    aboard = list(zip(free, spare, strict=False))
    for one, crew in aboard:
        one.crew = crew
    tell_boarding(play, [one for one, _ in aboard])


def board(play: InPlay, one: Bomber, crew: str) -> None:
    one.crew = crew
    tell_boarding(play, [one])


def tell_boarding(play: InPlay, bombers: list[Bomber]) -> None:
    """Tell in one line who is now aboard these bombers."""
    if bombers:
        aboard = {name_of(play, one.id): crew_name(play, one.crew) for one in bombers}
        play.log("boards", seats=hidden_from_german(play), aboard=aboard)


def move_crew(play: InPlay, crew: str, bomber: str) -> None:
    """Put a crew into a bomber; the one there takes over the bomber left, or stays without."""
    new, old = play.state.bombers[bomber], bomber_of(play, crew)
    before, new.crew = new.crew, crew
    if old is not None:
        old.crew = before
    tell_boarding(play, [one for one in (new, old) if one is not None and one.crew])
