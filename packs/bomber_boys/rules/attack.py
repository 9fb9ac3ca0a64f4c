"""Attacking the enemy: the choice to fight, initiative, focus, ammo dice."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from tabletop_core import Asks, by_id, rule, ruling
from tabletop_core.events import counted, listed

from ..questions.board import (
    POOL_DIE,
    aircraft,
    bars_target,
    capacity_of,
    card_of,
    enemy_named,
    ground_enemies,
    initiative_of,
    is_destroyed,
    targets,
    title_of,
)
from ..questions.gunfire import attacks_first, focus_for
from ..questions.stopping import of_first_dice
from ..state import InPlay
from .chances import of_standing_by
from .crew import act, ask_crew
from .items import Moment, item_label, item_options, use_item
from .turn import RALLY, rally, rally_words

FIGHT = "fight"
NO_DICE = "no_dice"
SURPRISE = "element_of_surprise"
JAMMED = "guns_jammed"


def is_combat(play: InPlay) -> bool:
    return play.state.turn.is_combat


def is_air_combat(play: InPlay) -> bool:
    """Return whether the player attacks aircraft in this turn."""
    return play.state.turn.initiative is not None


@rule("Attack or rally")
@ruling(
    "one who does not rally may attack the aircraft and defend against the ground in one turn",
    rejected="a turn has one of the two",
    why="only rallying is said to rule out both",
)
def choose_stance(play: InPlay) -> Asks:
    """Choose: attack the aircraft and defend against the ground, or rally and do neither.

    To rally readies the crew; the enemy attacks in any case. If you attack, you also say how many
    ammo dice you roll.
    """
    answer = yield from (choose_dice(play) if targets(play) else defend_or_rally(play))
    if answer == RALLY:
        rally(play)
    elif targets(play):
        take_dice(play, number_of(answer))
    elif answer != FIGHT:
        yield from act(play, answer)


def defend_or_rally(play: InPlay) -> Asks:
    """Return RALLY, FIGHT, or what the crew does first, where no aircraft can be attacked."""
    stay = (
        "defend: keep the right to evade"
        if ground_enemies(play)
        else "fly on: a jet alone does nothing"
    )
    foes = ", ".join(title_of(play, enemy) for enemy in play.state.display)
    return (
        yield from ask_crew(
            play,
            f"Enemies: {foes}. What do you do?",
            {FIGHT: stay, RALLY: rally_words(play)},
            odds=lambda option: of_standing_by(play) if option in (FIGHT, RALLY) else {},
            card=play.state.display[0].name,
        )
    )


def choose_dice(play: InPlay) -> Asks:
    """Return RALLY, or the ammo dice to roll, where there are aircraft to attack."""
    most = foresee(play)
    while True:
        items = item_options(play, Moment.PLAN)
        dice = [dice_id(number) for number in (*range(1, most + 1), 0)]
        answer = yield play.ask(
            f"{enemy_initiative(play)} How many ammo dice do you roll, or do you rally?",
            [*dice, RALLY, *items],
            label=partial(stance_label, play),
            at=by_id(but=(NO_DICE, RALLY)),
            odds=partial(odds_of, play),
        )
        if answer not in items:
            return answer
        yield from use_item(play, answer, Moment.PLAN)


def stance_label(play: InPlay, option: str) -> str:
    if option in play.data.items:
        return item_label(play, option)
    return rally_words(play) if option == RALLY else words_for_dice(play, number_of(option))


def odds_of(play: InPlay, option: str) -> Mapping[str, Any]:
    """Return the chances of fighting with this many dice, or of rallying; nothing for items."""
    if option in play.data.items:
        return {}
    return of_standing_by(play) if option == RALLY else of_first_dice(play, number_of(option))


def dice_id(number: int) -> str:
    """Return the die in the pool to touch in order to roll this many dice: the last of them.

    >>> dice_id(3), dice_id(0)
    ('pool_3', 'no_dice')
    """
    return POOL_DIE.format(number) if number else NO_DICE


def number_of(option: str) -> int:
    """Return how many dice an option rolls.

    >>> number_of("pool_3"), number_of("no_dice")
    (3, 0)
    """
    return 0 if option == NO_DICE else int(option.removeprefix(POOL_DIE.format("")))


def words_for_dice(play: InPlay, number: int) -> str:
    """Return what a number of dice means: initiative, focus, and who attacks before the crew."""
    initiative = play.data.dice.ammo - number
    text = f"roll {counted(number, 'die', 'dice') if number else 'no die'}, initiative {initiative}"
    focus = focus_for(play, initiative)
    if focus:
        text += f", {'' if focus > 0 else 'enemy '}focus +{abs(focus)}"
    first = [title_of(play, e) for e in targets(play) if attacks_first(play, e, initiative)]
    if first:
        text += f"; {listed(first)} {'attacks' if len(first) == 1 else 'attack'} first"
    return text


@rule("Attack step 1", "Initiative")
def take_dice(play: InPlay, number: int) -> None:
    """Take as many ammo dice in hand as you like; those left in the pool are your initiative.

    More dice mean more shots; fewer let you fire before more of the enemy.
    """
    begin_combat(play)
    play.state.turn.initiative = play.data.dice.ammo - number


def enemy_initiative(play: InPlay) -> str:
    """Tell the initiative of the aircraft that have one."""
    known = [(title_of(play, enemy), initiative_of(play, enemy)) for enemy in targets(play)]
    told = [f"{title} {value}" for title, value in known if value is not None]
    return f"Initiative: {', '.join(told)}." if told else "No enemy has initiative."


def waiting_events(play: InPlay) -> list[str]:
    """Return the events that work in an air combat of this turn."""
    state, cards = play.state, play.data.events
    arrived = state.turn.arrived
    has_initiative = arrived and initiative_of(play, enemy_named(play, arrived)) is not None
    return [
        event
        for event in state.events
        if cards[event].stays == "combat" and (event != SURPRISE or has_initiative)
    ]


def foresee(play: InPlay) -> int:
    """Show events that wait for an air combat in the question before it.

    Returns how many ammo dice may be taken in hand.
    """
    turn, waiting = play.state.turn, waiting_events(play)
    turn.surprise = turn.arrived if SURPRISE in waiting else ""
    turn.is_jammed = JAMMED in waiting
    limits = (play.data.events[event].most_dice for event in waiting)
    return min((limit for limit in limits if limit is not None), default=play.data.dice.ammo)


@rule("Waiting events")
@ruling(
    "Element of Surprise waits until you attack in the turn an aircraft with initiative arrives",
    rejected="it is used up by the next attack, whatever that meets",
    why="it raises the new aircraft's initiative; a ground attack or the jet has none to raise",
)
@ruling(
    "a turn in which you rally is not air combat, so these events wait",
    rejected="they take effect in the next turn in any case",
    why="rallying is said to rule out engaging in air combat",
)
def begin_combat(play: InPlay) -> None:
    """Events that wait for an air combat take effect in this one, and are then discarded."""
    state = play.state
    for event in waiting_events(play):
        state.events.remove(event)
        state.discard.append(event)
        card = play.data.events[event]
        play.log("comes_true", event=card.title, text=card.now)


@rule("Attack step 2", "Focus")
@ruling(
    "focus is never more than +4",
    rejected="it may add up without a limit",
    why="there is no greater token",
)
def award_focus(play: InPlay) -> None:
    """Compare your initiative with the highest of the aircraft: the difference is the focus token.

    It goes to the side with more, and raises one die of that side. On a tie nobody gets it.
    """
    turn = play.state.turn
    theirs = [initiative_of(play, enemy) for enemy in aircraft(play)]
    best = max((value for value in theirs if value is not None), default=None)
    if turn.initiative is None or best is None:
        return
    turn.focus = focus_for(play, turn.initiative)
    play.log("initiative", ours=turn.initiative, theirs=best, focus=turn.focus)


@rule("Attack step 3", "Ammo dice")
def open_fire(play: InPlay) -> Asks:
    """Roll the ammo dice in hand, once; then the crew acts."""
    turn = play.state.turn
    number = play.data.dice.ammo - (turn.initiative or 0)
    if number:
        turn.dice = list(play.roll(f"{number}d6", "ammo dice").faces)
    yield from act(play)


@rule("End of combat")
@ruling(
    "a combat turn is one in which enemies fight, also when the player rallies",
    rejected="only a turn in which the player attacks is one",
    why="items and events are said to bring no combat, and rallying does not stop the enemy",
)
def clear_display(play: InPlay) -> None:
    """Discard what is destroyed or has fired its last; what cannot be destroyed sheds its damage.

    Other aircraft stay with their damage, and attack again next turn.
    """
    state = play.state
    for enemy in list(state.display):
        card = card_of(play, enemy)
        if is_destroyed(play, enemy) or (card.stays and enemy.turns >= card.stays):
            state.display.remove(enemy)
            state.discard.append(enemy.card)
            if card.stays:
                play.log(
                    "left",
                    enemy=title_of(play, enemy),
                    out_of_range=bool(card.by_range),
                    has_attacked=enemy.name in state.turn.attacked,
                )
        else:
            enemy.turns += bool(card.stays)
            if capacity_of(play, enemy) is None:
                enemy.damage = 0


def is_over_target(play: InPlay) -> bool:
    """Return whether the bombing run can begin."""
    return play.state.is_target_in_sight and not bars_target(play)
