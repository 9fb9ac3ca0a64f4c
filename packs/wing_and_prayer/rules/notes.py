"""What the mission log tells later, noted in the state as it happens."""

from tabletop_core import Event
from tabletop_core.events import narrate

from ..shown.words import WORDS
from ..state import InPlay, Moment

DECISIVE = ("bomber_lost", "commander_lost", "loose", "bomb_damage", "luck_used")


def note_event(play: InPlay, event: Event) -> None:
    """Note a decisive event in words."""
    note(play, narrate(event, WORDS))


def note_shot_down(play: InPlay, shooter: str, target: str) -> None:
    """Note who shot down a fighter."""
    note(play, f"{target} is shot down by {shooter}.")


def note(play: InPlay, words: str) -> None:
    """Note something in the log of its mission: that which is flown, or the one just written up."""
    state = play.state
    is_written_up = len(state.log) > state.flown
    record = state.log[-1] if is_written_up else state.mission.record
    turns = [name for name in play.where if name.startswith(TURN)]
    turn = turns[0].removeprefix(TURN) if turns else "base"
    record.moments.append(Moment(turn, words))


TURN = "Mission turn "

NOTED = dict.fromkeys(DECISIVE, note_event)
