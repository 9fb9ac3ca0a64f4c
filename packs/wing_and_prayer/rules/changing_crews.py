"""7.4.2 and 7.4.3 Crews recover and change their bombers."""

from tabletop_core import Asks, by_id, rule, ruling

from ..questions.mission import hidden_from_german, is_two_player
from ..questions.names import bomber_label, crew_label, crew_name, name_of
from ..questions.ratings import crew_ratings
from ..state import Bomber, InPlay, Level
from .general import consult
from .setup import is_last_mission, squadron_type


@rule("7.4.2", "Recovery of crews that are not ready")
def recover_crews(play: InPlay) -> None:
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
    why="a crew without a bomber stays at home; the player may move all of them afterwards",
)
def change_crews(play: InPlay) -> Asks:
    if is_last_mission(play):
        return
    board_free_bombers(play)
    if not can_matter(play):
        return
    waiting = ready_bombers(play)
    # One change for each bomber puts every crew where it is wanted, and comes to an end.
    while offered := [name for name in waiting if takers(play, name)]:
        first = yield play.ask(
            "Which bomber gets another crew?",
            ["done", *offered],
            label=lambda name: "none, all stay" if name == "done" else bomber_label(play, name),
            at=by_id(but="done"),
        )
        if first == "done":
            return
        waiting.remove(first)
        yield from change_crew(play, first)


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
    rank = {Level.CRACK: 0, Level.VETERAN: 1, Level.GREEN: 2}
    spare = sorted(spare_crews(play), key=lambda name: rank[state.crews[name].level])
    later = squadron_type(play).later
    free = [one for one in state.bombers.values() if one.ready and not one.crew]
    free.sort(key=lambda one: (one.damaged, one.kind != later))
    for one, crew in zip(free, spare, strict=False):
        board(play, one, crew)


def board(play: InPlay, one: Bomber, crew: str) -> None:
    one.crew = crew
    hidden = hidden_from_german(play)
    play.log("boards", seats=hidden, crew=crew_name(play, crew), bomber=name_of(play, one.id))


def can_matter(play: InPlay) -> bool:
    """Bombers or crews differ; two players do not learn from a question left out (13.0)."""
    bombers = [play.state.bombers[name] for name in ready_bombers(play)]
    crews = [*(one.crew for one in bombers if one.crew), *spare_crews(play)]
    differ = len({(one.kind, one.damaged) for one in bombers}) > 1
    return is_two_player(play) or differ or len({crew_ratings(play, crew) for crew in crews}) > 1


def takers(play: InPlay, bomber: str) -> list[str]:
    """Who can take over a bomber: other bombers with their crews, and crews without a bomber."""
    bombers = play.state.bombers
    others = [name for name in ready_bombers(play) if bombers[name].crew and name != bomber]
    return [*others, *spare_crews(play)]


def change_crew(play: InPlay, first: str) -> Asks:
    """Ask who takes over a bomber; two crews change places, or one leaves its bomber empty."""
    bombers = play.state.bombers
    choice = yield play.ask(
        f"Who takes over {name_of(play, first)}?",
        takers(play, first),
        label=lambda name: bomber_label(play, name) if name in bombers else crew_label(play, name),
    )
    one = bombers[first]
    before = one.crew
    if choice not in bombers:
        board(play, one, choice)
        return
    other = bombers[choice]
    board(play, one, other.crew)
    other.crew = ""
    if before:
        board(play, other, before)
