"""Over the target: bombs, locking in, re-rolls."""

from collections.abc import Iterable, Mapping
from typing import Any

from tabletop_core import Asks, by_id, rule, ruling
from tabletop_core.events import counted

from ..data import target_id
from ..questions.board import AMMO_DIE, bombs_of, die_ids, face_of, mission_of
from ..questions.bombsight import (
    BestPlay,
    best,
    best_to_keep,
    chance,
    chance_of,
    hardest_met,
    lock_all,
)
from ..state import InPlay, Turn
from .items import Moment, item_label, item_options, offer_items, use_item
from .results import win

ROLL = "roll"
KEEP = "keep"


@rule("Bombing run")
def bombing_run(play: InPlay) -> Asks:
    """Roll all ammo dice as bombs: each bombing target takes one that shows its number or more.

    Lock bombs in, and roll the others again while re-rolls are left. All locked in is a major
    victory, anything else a conditional one.
    """
    state = play.state
    send_home(play)
    state.turn = Turn()
    state.open = sorted(target.least for target in mission_of(play).crosshair)
    state.rerolls = rerolls(play)
    play.log("bombing_run", targets=list(state.open), rerolls=state.rerolls)
    kept: list[int] = []
    why = "bombs"
    while True:
        roll = play.roll(f"{len(state.open) - len(kept)}d6", why)
        state.turn.dice = [*kept, *roll.faces]
        kept = yield from lock_bombs(play)
        if not state.open or not state.rerolls:
            win(play)
        state.rerolls -= 1
        why = f"bombs again, {counted(state.rerolls, 're-roll')} left"


@rule("Leaving the target")
@ruling(
    "such cards do not hold each other: when only they are left, all of them leave",
    rejected="two of them hold each other at the target for ever",
    why="each is to leave when nothing else bars the target",
)
def send_home(play: InPlay) -> None:
    """Aces, squadrons and the jet do not bar the target: if no others are left, they leave."""
    state = play.state
    for enemy in state.display:
        play.log("turned_away", enemy=play.data.names[enemy.card], id=enemy.name)
        state.discard.append(enemy.card)
    state.display = []


@rule("Re-rolls")
@ruling(
    "the lowest space without a cube counts",
    rejected="the topmost space without a cube counts",
    why="the top space is never covered, so only the one uncovered last tells the damage",
)
@ruling(
    "Bombs Away needs a bombardier who is not lost; he may be exhausted",
    rejected="it works without one, or needs one who is ready",
    why="the text asks only that he has not been eliminated",
)
def rerolls(play: InPlay) -> int:
    """The lowest space of the damage track without a cube gives the re-rolls at the target.

    Bombs Away adds one, unless the bombardier is lost.
    """
    state, data = play.state, play.data
    number = data.track[len(data.track) - 1 - state.cubes].rerolls
    return number + sum(
        "bombs_away" in data.crew[name].actions and not man.is_lost
        for name, man in state.crew.items()
    )


@rule("Locking in")
@ruling(
    "a bomb goes to the hardest open target that it meets",
    rejected="the player chooses its target",
    why="any other target leaves as many targets open, and none of them easier",
)
@ruling(
    "after the last re-roll all bombs that meet a target are locked in",
    rejected="the player may leave bombs out",
    why="each is worth a point, and there is nothing left to save them for",
)
@ruling(
    "bombs that meet all open targets are locked in at once",
    rejected="the player is asked all the same",
    why="the target is destroyed by them, and nothing is better",
)
def lock_bombs(play: InPlay) -> Asks:
    """A bomb that shows the number of an open target or more may be locked in on it for good."""
    # Returns the bombs kept as they lie.
    state, turn = play.state, play.state.turn
    while turn.dice and state.rerolls and not all_are_met(play):
        faces = [face for face in sorted(set(turn.dice)) if hardest_met(state.open, face)]
        options = [AMMO_DIE.format(face) for face in faces] + item_options(play, Moment.BOMBS)
        if not options:
            return []
        if len(turn.dice) > 1:
            options.append(KEEP)
        answer = yield play.ask(
            f"Bombs: {_dice(turn.dice)}; targets: {_dice(state.open)}; "
            f"re-rolls: {state.rerolls}. What do you do?",
            [*options, ROLL],
            label=lambda option: _label(play, option),
            odds=lambda option: odds_of(play, option),
            at=by_id(but=(KEEP, ROLL)),
        )
        if answer == ROLL:
            return []
        if answer == KEEP:
            return (yield from keep_bombs(play))
        if answer in play.data.items:
            yield from use_item(play, answer, Moment.BOMBS)
        else:
            lock_in(play, face_of(answer))
    if not all_are_met(play):
        yield from offer_items(
            play,
            Moment.BOMBS,
            lambda: f"Bombs: {_dice(turn.dice)}; targets: {_dice(state.open)}; no re-roll left.",
        )
    for face in lock_all(state.open, turn.dice):
        lock_in(play, face)
    return []


def all_are_met(play: InPlay) -> bool:
    """Return whether the bombs that lie rolled meet all open targets."""
    targets = play.state.open
    return len(lock_all(targets, play.state.turn.dice)) == len(targets)


@rule("Keeping bombs")
@ruling(
    "some bombs may be kept as they are, neither locked in nor rolled again, but not all",
    rejected="all that are not locked in are rolled again",
    why="those not locked in may be rolled again, they need not be; a re-roll rolls at least one",
)
def keep_bombs(play: InPlay) -> Asks:
    """Choose bombs that stay as they lie, not locked in, while the others are rolled again."""
    dice = play.state.turn.dice
    kept = yield play.ask(
        "Which bombs do you keep as they are?",
        list(range(1, len(dice) + 1)),
        label=lambda at: f"bomb {at}, a {dice[at - 1]}",
        least=1,
        most=len(dice) - 1,
        kind="keep",
        at=lambda at: die_ids(AMMO_DIE, dice)[at - 1],
        odds=lambda at: _if_kept(play, dice[at - 1]),
    )
    play.log("bombs_kept", bombs=[dice[at - 1] for at in kept])
    return [dice[at - 1] for at in kept]


def lock_in(play: InPlay, face: int) -> None:
    """Lock a bomb in on the hardest open target that it meets."""
    state = play.state
    target = hardest_met(state.open, face)
    state.open.remove(target)
    state.turn.dice.remove(face)
    state.bombs.append((target, face))
    # Of equal targets the first is taken first, as the bombsight shows them.
    targets = sorted(one.least for one in mission_of(play).crosshair)
    number = targets.index(target) + [least for least, _ in state.bombs].count(target) - 1
    play.log("locked", bomb=face, target=target, open=list(state.open), id=target_id(number))


def odds_of(play: InPlay, option: str) -> Mapping[str, Any]:
    """Return the exact chance to lock in all bombs after this option, with best play.

    A Lucky Coin in hand is part of best play. `then lock` and `then keep` name the bombs that
    best play goes on to lock in, and to keep as they lie, before the next roll.
    """
    targets, dice, rerolls, has_coin = bombs_of(play)
    if option == ROLL:
        return {"all bombs on target": chance(targets, rerolls - 1, has_coin=has_coin)}
    if option == KEEP:
        return _told(best_to_keep(targets, dice, rerolls, has_coin))
    if option in play.data.items:
        turned = [[*dice[:at], 7 - face, *dice[at + 1 :]] for at, face in enumerate(dice)]
        return {"all bombs on target": max(chance_of(targets, each, rerolls) for each in turned)}
    face = face_of(option)
    left, others = list(targets), list(dice)
    left.remove(hardest_met(left, face))
    others.remove(face)
    after = best(tuple(left), others, rerolls, has_coin)
    return {"then lock": "nothing more"} | _told(after)


def _if_kept(play: InPlay, face: int) -> Mapping[str, Any]:
    """Return the chance of all bombs where this one alone is kept as it lies."""
    targets, _, rerolls, has_coin = bombs_of(play)
    kept = chance(targets, rerolls - 1, [face], has_coin)
    return {"all bombs on target": kept, "counting": "all others rolled again"}


def _told(play: BestPlay) -> dict[str, Any]:
    """Return the words for best play, and its chance."""
    told: dict[str, Any] = {"all bombs on target": play.chance}
    if play.turn:
        told["then turn over"] = str(play.turn)
    if play.lock:
        told["then lock"] = _dice(play.lock)
    if play.keep:
        told["then keep"] = _dice(play.keep)
    return told


def _dice(dice: Iterable[int]) -> str:
    return " ".join(map(str, dice))


def _again(left: int, bombs: int) -> str:
    """
    >>> _again(5, 5), _again(3, 5), _again(1, 5)
    ('roll all 5 bombs again', 'roll the other 3 bombs again', 'roll the last bomb again')
    """
    if left == 1:
        return "roll the last bomb again"
    return f"roll {'all' if left == bombs else 'the other'} {left} bombs again"


def _label(play: InPlay, option: str) -> str:
    if option == ROLL:
        return _again(len(play.state.turn.dice), len(mission_of(play).crosshair))
    if option == KEEP:
        return "keep some bombs and roll the others again"
    if option in play.data.items:
        return item_label(play, option)
    face = face_of(option)
    return f"lock in a {face} on target {hardest_met(play.state.open, face)}"
