"""Phase I: Events, their goals and their Medals (p. 3, 9 and 15)."""

from collections.abc import Callable

from tabletop_core import Asks, rule, ruling

from ..components import Mode
from ..questions.board import planes_of, players, scenario
from ..questions.germans import free_fighters
from ..questions.names import event_text
from ..state import ActiveEvent, Fighter, InPlay, Plane, Squadron, Status
from .medals import award_player
from .setup import add_planes, tell_squadron


@rule("9/Events phase", "Reveal the Events of this turn")
@ruling(
    "an Event card is drawn when it is revealed, from the colours of the Scenario",
    rejected="it is drawn before the game and lies face down",
    why="nobody looks at the cards before then, so the chances are the same",
)
@ruling(
    "the three types of the four Events are three colours, red with two of them",
    rejected="each Event has a colour of its own, and one colour is left out",
    why="the decks are sorted by colour code; blue and yellow Events are left to the expansions",
)
def reveal_events(play: InPlay) -> None:
    """Turn up the Event cards that the Scenario brings on this turn."""
    state = play.state
    for number, slot in enumerate(scenario(play).event):
        pile = state.events_to_come.get(str(number))
        if slot.turn != state.turn or pile is None:
            continue
        for event in state.events:
            if pile.count(event.id):
                pile.take(event.id)
        del state.events_to_come[str(number)]
        if len(pile):
            begin_event(play, pile.draw(play.source, "the Event card"))


def begin_event(play: InPlay, event_id: str) -> None:
    """Begin an Event: place its planes, and draw the hunted pilot if there is one."""
    state = play.state
    card = play.data.events[event_id]
    event = ActiveEvent(id=event_id, since=state.turn)
    state.events.append(event)
    play.log("event", title=card.title, text=event_text(play, card))
    if card.mode == "hunting":
        flying = [fighter.pilot for fighter in state.fighters.values() if fighter.pilot]
        event.quarry = play.pick(flying, "the hunted pilot")
    for number, route in enumerate(card.routes, 1):
        squadron = Squadron(
            id=card.squadron if number == 1 else f"{card.squadron}-{number}",
            route=list(route),
            mode=Mode(card.mode) if card.mode else Mode.PATROL,
            area=route[0],
            quarry=event.quarry,
            event=event_id,
        )
        state.squadrons[squadron.id] = squadron
        add_planes(play, squadron, card.aircraft, card.spawns[players(play) - 1])
        tell_squadron(play, squadron)


def note_victory(play: InPlay, plane: Plane, by: Fighter) -> None:
    """Put a player's block on each Event to which a victory contributes."""
    of_event = play.state.squadrons[plane.squadron].event
    for event in play.state.events:
        goal = play.data.events[event.id].goal
        counts = {
            "downed_in_a_turn": True,
            "downed": plane.is_fighter,
            "no_patrols_left": of_event == event.id,
            "quarry_survives": of_event == event.id,
        }[goal]
        if event.result or not counts:
            continue
        event.downed += 1
        event.this_turn += 1
        if by.seat not in event.blocks:
            event.blocks.append(by.seat)


def _downed_in_a_turn(play: InPlay, event: ActiveEvent, needed: int, due: bool) -> str:
    if event.this_turn >= needed:
        return "won"
    event.blocks.clear()  # In a turn with too few victories, they contribute nothing.
    return "failed" if due else ""


def _downed(play: InPlay, event: ActiveEvent, needed: int, due: bool) -> str:
    if event.downed >= needed:
        return "won"
    return "failed" if due else ""


def _no_patrols_left(play: InPlay, event: ActiveEvent, needed: int, due: bool) -> str:
    if not due:
        return ""
    patrols = [p for p in free_fighters(play) if play.state.squadrons[p.squadron].event == event.id]
    return "failed" if patrols else "won"


def _quarry_survives(play: InPlay, event: ActiveEvent, needed: int, due: bool) -> str:
    pilot = event.quarry
    if play.state.pilots[pilot].status is Status.SHOT_DOWN:
        return "failed"
    hunters = [
        plane
        for squadron in play.state.squadrons.values()
        if squadron.event == event.id
        for plane in planes_of(play, squadron.id)
    ]
    if hunters and not due:
        return ""
    for fighter in play.state.fighters.values():
        if fighter.pilot == pilot and fighter.seat not in event.blocks:
            event.blocks.append(fighter.seat)
    return "won"


GOALS: dict[str, Callable[[InPlay, ActiveEvent, int, bool], str]] = {
    "downed_in_a_turn": _downed_in_a_turn,
    "downed": _downed,
    "no_patrols_left": _no_patrols_left,
    "quarry_survives": _quarry_survives,
}
"""The condition of each goal that `data/events.toml` names."""


@rule("15/Events at the end of a turn", "Award Medals for Events won, remove failed Events' planes")
def check_events(play: InPlay) -> Asks:
    """Check which Events were won or failed this turn.

    Every player who contributed to an Event won gets a Medal. The planes of a failed Event leave
    the board, and in a Campaign it causes damage. An Event not won when its turns or the Scenario
    are over has failed.
    """
    state = play.state
    last = state.turn >= scenario(play).turns
    for event in state.events:
        turns = play.data.events[event.id].turns
        yield from settle(play, event, due=last or state.turn - event.since + 1 >= turns)
        event.this_turn = 0


@rule("3/Events at the end of the Scenario", "Check the Events that are still open")
@ruling(
    "an Event that is open when the Scenario is decided is judged by its state at that moment",
    rejected="it is continued, or counts as failed",
    why="players check after the Scenario whether they have fulfilled it",
)
def check_open_events(play: InPlay) -> Asks:
    """Settle the Events that are open when the Scenario ends early."""
    for event in play.state.events:
        yield from settle(play, event, due=True)


def settle(play: InPlay, event: ActiveEvent, *, due: bool) -> Asks:
    """Close an Event that is won or failed; one that is `due` is always closed."""
    if event.result:
        return
    card = play.data.events[event.id]
    needed = card.needed[players(play) - 1]
    event.result = GOALS[card.goal](play, event, needed, due)
    if event.result == "won":
        play.log("event_won", title=card.title)
        play.state.note(f"Event won: {card.title}")
        for seat in event.blocks:
            yield from award_player(play, seat, card.title)
    elif event.result == "failed":
        play.state.failed_events += 1
        play.log("event_failed", title=card.title)
        play.state.note(f"Event failed: {card.title}")
        remove_planes(play, event.id)


def remove_planes(play: InPlay, event_id: str) -> None:
    """Put the planes of a finished Event back into the box."""
    state = play.state
    for squadron in [s for s in state.squadrons.values() if s.event == event_id]:
        for plane in planes_of(play, squadron.id):
            del state.planes[plane.id]
        del state.squadrons[squadron.id]
