"""Attacking the enemy: the choice to fight, initiative, focus, ammo dice."""

from tabletop_core import Asks, rule, ruling

from ..questions.board import (
    POOL_DIE,
    aircraft,
    bars_target,
    card_of,
    enemy_named,
    ground_enemies,
    initiative_of,
    is_destroyed,
    targets,
    title_of,
)
from ..state import InPlay
from .crew import act
from .items import Moment, offer_items
from .turn import RALLY, rally

FIGHT = "fight"


def is_combat(play: InPlay) -> bool:
    return play.state.turn.is_combat


def is_air_combat(play: InPlay) -> bool:
    """Tell whether the player attacks; without aircraft to attack there is nothing to weigh."""
    return not play.state.turn.rallied and bool(targets(play))


def has_acted(play: InPlay) -> bool:
    return not play.state.turn.rallied


@rule("Attack or rally")
@ruling(
    "one who does not rally may attack the aircraft and defend against the ground in one turn",
    why="only rallying is said to rule out both",
)
def choose_stance(play: InPlay) -> Asks:
    """Choose: attack the aircraft and defend against the ground, or rally and do neither.

    Who rallies readies the crew; the enemy attacks in any case.
    """
    attack = "attack" if targets(play) else ""
    defend = "defend" if ground_enemies(play) else ""
    fight = " and ".join(filter(None, (attack, defend))) or "carry on"
    foes = ", ".join(title_of(play, enemy) for enemy in play.state.display)
    choice = yield play.ask(
        f"Enemies: {foes}. What do you do?", {FIGHT: fight, RALLY: "ready the exhausted"}
    )
    if choice == RALLY:
        rally(play)


@rule("Attack step 1", "Initiative")
def take_dice(play: InPlay) -> Asks:
    """Take as many ammo dice in hand as you like; those left in the pool are your initiative.

    More dice mean more shots; fewer let you fire before more of the enemy.
    """
    turn, most = play.state.turn, play.data.dice.ammo
    most_rolled = begin_combat(play)
    yield from offer_items(play, Moment.PLAN, lambda: enemy_initiative(play))
    number = yield play.ask(
        f"{enemy_initiative(play)} How many of your {most} ammo dice do you roll?",
        range(most_rolled + 1),
        at=lambda number: POOL_DIE.format(number) if number else "",
    )
    turn.initiative = most - number
    award_focus(play)


def enemy_initiative(play: InPlay) -> str:
    """Tell the initiative of the aircraft that have one."""
    known = [(title_of(play, enemy), initiative_of(play, enemy)) for enemy in targets(play)]
    told = [f"{title} {value}" for title, value in known if value is not None]
    return f"Initiative: {', '.join(told)}." if told else "No enemy has initiative."


@rule("Waiting events")
@ruling(
    "Element of Surprise waits until you attack in the turn an aircraft with initiative arrives",
    why="it raises the new aircraft's initiative; a ground attack or the jet has none to raise",
)
@ruling(
    "a turn in which you rally is no air combat, so these events wait",
    why="rallying is said to rule out engaging in air combat",
)
def begin_combat(play: InPlay) -> int:
    """Events that wait for an air combat work in this one, and are discarded.

    Returns how many ammo dice may be taken in hand.
    """
    state, turn = play.state, play.state.turn
    most = play.data.dice.ammo
    for event in [e for e in state.events if play.data.events[e].stays == "combat"]:
        card = play.data.events[event]
        if card.most_dice is not None:
            most = card.most_dice
        elif event == "guns_jammed":
            turn.is_jammed = True
        elif turn.arrived and initiative_of(play, enemy_named(play, turn.arrived)) is not None:
            turn.surprise = turn.arrived
        else:
            continue
        state.events.remove(event)
        state.discard.append(event)
        play.log("comes_true", event=card.title, text=card.now)
    return most


@rule("Attack step 2", "Focus")
@ruling(
    "focus is never more than +4",
    why="there is no greater token",
)
def award_focus(play: InPlay) -> None:
    """Compare your initiative with the highest of the aircraft: the difference is the focus token.

    It goes to the side with more, and raises one die of that side. Equal, nobody gets it.
    """
    turn = play.state.turn
    known = [initiative_of(play, enemy) for enemy in aircraft(play)]
    best = max((value for value in known if value is not None), default=None)
    if turn.initiative is None or best is None:
        return
    most = play.data.dice.most_focus
    turn.focus = max(-most, min(most, turn.initiative - best))
    play.log("initiative", ours=turn.initiative, theirs=best, focus=turn.focus)


@rule("Attack step 3", "Ammo dice")
def open_fire(play: InPlay) -> Asks:
    """Roll the ammo dice in hand, once; then the crew acts."""
    turn = play.state.turn
    if turn.initiative is not None and turn.initiative < play.data.dice.ammo:
        number = play.data.dice.ammo - turn.initiative
        turn.dice = list(play.roll(f"{number}d6", "ammo dice").faces)
    yield from act(play)


@rule("End of combat")
@ruling(
    "a combat turn is one in which enemies fight, also when the player rallies",
    why="items and events are said to bring no combat, and rallying does not stop the enemy",
)
def clear_display(play: InPlay) -> None:
    """Discard what is destroyed or has fired its last; aces and squadrons shed their damage.

    Other aircraft stay with their damage, and attack again next turn.
    """
    state = play.state
    for enemy in list(state.display):
        card = card_of(play, enemy)
        if is_destroyed(play, enemy) or (card.stays and enemy.turns >= card.stays):
            state.display.remove(enemy)
            state.discard.append(enemy.card)
            if card.stays:
                play.log("left", enemy=title_of(play, enemy))
        else:
            enemy.turns += bool(card.stays)
            if card.cowed_by:
                enemy.damage = 0


def is_over_target(play: InPlay) -> bool:
    """Tell whether the bombing run can begin."""
    return play.state.is_target_in_sight and not bars_target(play)
