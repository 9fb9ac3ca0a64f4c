"""What bots do in a room: they sit down, move, and are replaced where they take too long."""

from time import time

from ..bots.simple import bots_of
from ..engine.decisions import Answer
from .bot_task import BotTask
from .room import Room

BOT_TURN_S = 0.05
"""Seconds for which quick bots play before the result is shown."""


def waits_for_bot(room: Room) -> bool:
    """Return whether a bot is to move."""
    awaited = room.awaited if room.awake is not None else ()
    return not room.bots_failed and any(room.seating.seats[seat].bot for seat in awaited)


def move_bots(room: Room) -> BotTask | bool:
    """Let the bots play on; return what one must work out elsewhere, or whether more is to do.

    They stop where a person must answer, and after `BOT_TURN_S`, so that others can look.
    """
    if room.is_over or room.awake is None or room.match.is_waiting:
        return False
    before = room.session.records
    found = _moved(room)
    if room.session.records != before or room.match.is_over:
        room.save_and_publish()
    return found


def _moved(room: Room) -> BotTask | bool:
    until = time() + BOT_TURN_S
    quick = room.session.run_quick_bots(lambda: time() > until)
    for decision in [] if room.match.is_over else room.match.open:
        if all(room.seating.seats[seat].bot for seat in decision.seats):
            seat = decision.seats[0]
            return seat in quick or BotTask.of(room.maker, room.session, seat, decision.token)
    return False


def answer_of_bot(room: Room, task: BotTask, answer: Answer) -> None:
    """Give the answer that a bot worked out elsewhere; ignore it if the game has moved on."""
    if not _is_seated(room, task):
        return
    decision = room.match.question_of(task.seat)
    if decision is not None and decision.token == task.token:
        room.match.answer(answer, seat=task.seat)
        room.save_and_publish()


def give_up_on_bot(room: Room, task: BotTask) -> None:
    """Let a quick bot play a seat whose bot took too long."""
    if _is_seated(room, task):
        room.note(f"the bot {task.name} took too long")
        makers = bots_of(room.match.game)
        quick = (name for name, make in makers.items() if not make().looks_ahead)
        _sit(room, task.seat, next(quick, "random"))


def _is_seated(room: Room, task: BotTask) -> bool:
    return room.seating.players[task.seat] == task.name and not room.is_over


def seat_bot(room: Room, seat: str) -> None:
    """Let a bot play a seat, whoever sat there."""
    game = room.match.game
    _sit(room, seat, "greedy" if game.evaluate else next(iter(game.bots), "random"))


def _sit(room: Room, seat: str, name: str) -> None:
    room.assign(seat, bot=name)
    room.note(f"the bot {name} plays {seat} from now on")
