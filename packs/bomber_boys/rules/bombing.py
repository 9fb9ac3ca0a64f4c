"""Over the target: bombs, locking in, re-rolls."""

from collections.abc import Mapping
from typing import Any

from tabletop_core import Asks, Play, rule, ruling

from ..bombsight import best, chance, hardest_met, lock_all
from ..state import State, Turn
from .items import PREFIX, Moment, item_label, item_options, offer_items, use_item
from .results import win
from .setup import mission_of

ROLL = "roll"
LOCK = "lock"


@rule("Bombing run")
def bombing_run(play: Play[State]) -> Asks:
    """Roll the bombs, lock them in, roll the rest again."""
    state = play.state
    send_home(play)
    state.turn = Turn()
    state.open = sorted(target.least for target in mission_of(play).crosshair)
    state.rerolls = rerolls(play)
    play.log("bombing_run", targets=list(state.open), rerolls=state.rerolls)
    while True:
        state.turn.dice = list(play.roll(f"{len(state.open)}d6", "bombs").faces)
        yield from lock_bombs(play)
        if not state.open or not state.rerolls:
            win(play)
        state.rerolls -= 1


@rule("Leaving the target")
@ruling(
    "such cards do not hold each other: when only they are left, all of them leave",
    why="each is to leave when nothing else bars the target",
)
def send_home(play: Play[State]) -> None:
    """Take away what does not bar the target: aces, squadrons, the jet."""
    state = play.state
    for enemy in state.display:
        play.log("left", enemy=play.data.names[enemy.card])
        state.discard.append(enemy.card)
    state.display = []


@rule("Re-rolls")
@ruling(
    "the lowest space without a cube counts",
    why="the top space is never covered, so only the one uncovered last tells the damage",
)
@ruling(
    "Bombs Away needs a bombardier who is not lost; he may be exhausted",
    why="the text asks only that he has not been eliminated",
)
def rerolls(play: Play[State]) -> int:
    """Return the re-rolls of the damage track, and one for Bombs Away."""
    state, data = play.state, play.data
    number: int = data.track[len(data.track) - 1 - state.cubes].rerolls
    return number + sum(
        "bombs_away" in data.crew[name].actions and not man.is_lost
        for name, man in state.crew.items()
    )


@rule("Locking in")
@ruling(
    "a bomb goes to the hardest open target that it meets",
    why="any other target leaves as many targets open, and none of them easier",
)
@ruling(
    "bombs that are not locked in are all rolled again",
    why="keeping one as it lies is never better than locking it in",
)
@ruling(
    "after the last re-roll all bombs that meet a target are locked in",
    why="each is worth a point, and there is nothing left to save them for",
)
def lock_bombs(play: Play[State]) -> Asks:
    """Let the player lock in bombs before the next roll."""
    state, turn = play.state, play.state.turn
    while turn.dice and state.rerolls:
        faces = [face for face in sorted(set(turn.dice)) if hardest_met(state.open, face)]
        options = [f"{LOCK}:{face}" for face in faces] + item_options(play, Moment.BOMBS)
        if not options:
            return
        answer = yield play.ask(
            f"Bombs: {_dice(turn.dice)}; targets: {_dice(state.open)}; "
            f"re-rolls: {state.rerolls}. What do you do?",
            [*options, ROLL],
            label=lambda option: _label(play, option),
            odds=lambda option: odds_of(play, option),
        )
        if answer == ROLL:
            return
        if answer.startswith(PREFIX):
            yield from use_item(play, answer, Moment.BOMBS)
        else:
            lock_in(play, int(answer.partition(":")[2]))
    yield from offer_items(
        play,
        Moment.BOMBS,
        lambda: f"Bombs: {_dice(turn.dice)}; targets: {_dice(state.open)}; no re-roll left.",
    )
    for face in lock_all(state.open, turn.dice):
        lock_in(play, face)


def lock_in(play: Play[State], face: int) -> None:
    """Lock a bomb in on the hardest open target that it meets."""
    state = play.state
    target = hardest_met(state.open, face)
    state.open.remove(target)
    state.turn.dice.remove(face)
    state.bombs.append((target, face))
    play.log("locked", bomb=face, target=target, open=list(state.open))


def odds_of(play: Play[State], option: str) -> Mapping[str, Any]:
    """Return the exact chance to lock in all bombs after this option, with best play.

    `then lock` names the bombs that best play goes on to lock in before the next roll.
    A Lucky Coin counts only in the option that uses it.
    """
    state, dice, open_ = play.state, list(play.state.turn.dice), list(play.state.open)
    if option == ROLL:
        return {"all bombs": chance(tuple(open_), state.rerolls - 1)}
    if option.startswith(PREFIX):
        turned = [[*dice[:at], 7 - face, *dice[at + 1 :]] for at, face in enumerate(dice)]
        return {"all bombs": max(best(tuple(open_), d, state.rerolls)[0] for d in turned)}
    face = int(option.partition(":")[2])
    open_.remove(hardest_met(open_, face))
    dice.remove(face)
    all_bombs, then = best(tuple(open_), dice, state.rerolls)
    return {"all bombs": all_bombs, "then lock": _dice(then) or "nothing more"}


def _dice(dice: list[int]) -> str:
    return " ".join(map(str, dice))


def _label(play: Play[State], option: str) -> str:
    if option == ROLL:
        return "roll the other bombs again"
    if option.startswith(PREFIX):
        return item_label(play, option)
    face = int(option.partition(":")[2])
    return f"lock in a {face} on target {hardest_met(play.state.open, face)}"
