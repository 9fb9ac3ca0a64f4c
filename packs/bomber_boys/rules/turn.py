"""The turn: reveal a card, keep or suffer it, or rally."""

from collections.abc import Callable
from itertools import chain, count

from tabletop_core import Asks, rule, ruling
from tabletop_core.events import counted

from ..questions.board import bars_target, cards_left, mission_of, title_of
from ..state import Enemy, InPlay, Turn
from .chances import of_event
from .crew import act, ask_crew
from .damage import damage_any_engine, roll_damage
from .deck import take_top

CARRY_ON = "carry_on"
IGNORE = "ignore"
KEEP = "keep"
RALLY = "rally"
SHOCK = "state_of_shock"


def is_item(play: InPlay) -> bool:
    return play.state.turn.card in play.data.items


def is_event(play: InPlay) -> bool:
    return play.state.turn.card in play.data.events


@rule("Reveal")
def reveal(play: InPlay) -> None:
    """Each turn begins with the top card of the bombing run deck: an enemy, an item or an event.

    You deal with the card before you turn over the next one.
    """
    state = play.state
    state.turn = turn = Turn()
    if not cards_left(state):
        reach_target(play)
        return
    turn.card = take_top(play, "bombing run deck")
    if turn.card in play.data.enemies:
        turn.is_combat = True
        turn.arrived = display_enemy(play, turn.card)


@rule("Reaching the target")
@ruling(
    "while enemies bar the target, combat turns follow each other without a card",
    rejected="a card is drawn in each of these turns",
    why="they must be destroyed or leave before the bombing run, and no other turn could do that",
)
def reach_target(play: InPlay) -> None:
    """When no card is left, the target is in sight; any enemies that bar it come first."""
    state = play.state
    if not state.is_target_in_sight:
        state.is_target_in_sight = True
        enemies = [title_of(play, enemy) for enemy in state.display]
        facts = {"target": mission_of(play).target, "is_barred": bars_target(play)}
        play.log("target_in_sight", enemies=enemies, **facts)
    state.turn.is_combat = bars_target(play)


@rule("Enemy cards")
@ruling(
    "a new ace or squadron relieves the old one; it starts undamaged",
    rejected="it takes over the damage of the old one",
    why="the card says that it takes the other's place",
)
def display_enemy(play: InPlay, card: str) -> str:
    """An enemy joins those on display, and all of them attack in this turn, two at most.

    Aircraft stay until they are shot down, and keep their damage. Only one ace and one squadron are
    on display at a time: they cannot be shot down, and a new one replaces the old.
    """
    state, cards = play.state, play.data.enemies
    if cards[card].only_one:
        for old in [e for e in state.display if cards[e.card].group == cards[card].group]:
            state.display.remove(old)
            state.discard.append(old.card)
            play.log("relieved", enemy=play.data.names[old.card], id=old.name)
    taken = {enemy.name for enemy in state.display}
    numbered = (f"{card}_{number}" for number in count(2))
    name = next(name for name in chain([card], numbered) if name not in taken)
    state.display.append(Enemy(name=name, card=card))
    return name


@rule("Item cards")
def take_item(play: InPlay) -> Asks:
    """Keep the item for later, or discard it unused to rally. There is no combat in this turn."""
    state, item = play.state, play.state.turn.card
    title = play.data.names[item]
    state.items.append(item)
    answer = yield from ask_crew(
        play,
        f"{title} ({play.data.items[item].text}) Keep it?",
        {KEEP: "keep the item", RALLY: f"discard it and {rally_words(play)}"},
        besides=f"{title} is kept",
        card=item,
    )
    if answer == RALLY:
        state.items.remove(item)
        state.discard.append(item)
        rally(play)
        return
    play.log("kept", item=title)
    if answer != KEEP:
        yield from act(play, answer)


@rule("Event cards")
@ruling(
    "an ongoing event stays in any case; the player only chooses whether to rally",
    rejected="the player may ignore it as any event, and loses the right to rally",
    why="it cannot be ignored, so it cannot cost the right to rally",
)
def face_event(play: InPlay) -> Asks:
    """Ignore the event and do not rally, or suffer it and rally. An ongoing event stays."""
    state, card = play.state, play.data.events[play.state.turn.card]
    besides = ""
    if card.is_ongoing:
        state.events.append(card.id)
        play.log("ongoing", event=card.title, text=card.text)
        choice = {CARRY_ON: "do not rally", RALLY: rally_words(play)}
    elif card.banned_by in state.events:
        state.discard.append(card.id)
        play.log("impossible", event=card.title, why=play.data.names[card.banned_by])
        yield from act(play)
        return
    else:
        choice = {
            IGNORE: "discard the event without effect",
            RALLY: f"suffer it and {rally_words(play)}",
        }
        besides = f"{card.title} is ignored"
    answer = yield from ask_crew(
        play,
        f"{card.title} ({card.text}) What do you do?",
        choice,
        odds=lambda option: of_event(play, card.id) if option == RALLY else {},
        besides=besides,
        card="" if card.is_ongoing else card.id,
    )
    if answer == RALLY:
        if not card.is_ongoing:
            yield from suffer(play)
        rally(play, in_shock=card.id == SHOCK)
        return
    if not card.is_ongoing:
        state.discard.append(card.id)
        play.log("ignored", event=card.title)
    if answer not in choice:
        yield from act(play, answer)


@rule("Suffering an event")
def suffer(play: InPlay) -> Asks:
    """Carry out what the event says; some wait for the next air combat."""
    state, card = play.state, play.data.events[play.state.turn.card]
    play.log("suffered", event=card.title, text=card.text, id=card.id)
    if card.stays:
        state.events.append(card.id)
        return
    if card.id in EFFECTS:
        yield from EFFECTS[card.id](play) or ()
    state.discard.append(card.id)


@rule("Relentless")
@ruling(
    "Relentless itself is not among those cards; with no discards nothing happens",
    rejected="Relentless may come back at once",
    why="it is discarded once it has been carried out",
)
def bring_back(play: InPlay) -> None:
    """A random card of the discard pile goes back, unseen, on top of the deck."""
    state = play.state
    if not state.discard:
        return
    for card in state.discard:
        state.buried[card] = state.buried.get(card, 0) + 1
    state.discard = []
    play.log("brought_back", cards=sum(state.buried.values()))


@rule("Rallying")
@ruling(
    "in a State of Shock the exhausted become ready and the ready exhausted",
    rejected="nobody may rally in such a turn",
    why="the card exhausts those who were ready, and the rally itself is not forbidden",
)
def rally(play: InPlay, in_shock: bool = False) -> None:
    """Every exhausted man is ready again; whoever rallies does nothing else in the turn.

    To rally in the turn of an item, you discard the item; in the turn of an event, you suffer the
    event. In a combat you neither attack nor defend; the enemy still attacks, and nobody has focus.
    """
    play.state.turn.rallied = True
    readied, shocked = [], []
    for name, man in play.state.crew.items():
        if man.is_lost:
            continue
        if man.exhausted:
            man.exhausted = False
            readied.append(play.data.names[name])
        elif in_shock:
            man.exhausted = True
            shocked.append(play.data.names[name])
    play.log("rallied", ready=readied, exhausted=shocked)


def rally_words(play: InPlay) -> str:
    """Return what a rally does now."""
    number = sum(man.exhausted and not man.is_lost for man in play.state.crew.values())
    if not number:
        return "rally (nobody is exhausted)"
    return f"rally to ready {counted(number, 'man', 'men')}"


EFFECTS: dict[str, Callable[[InPlay], Asks | None]] = {
    "engine_trouble": damage_any_engine,
    "friendly_fire": roll_damage,
    "relentless": bring_back,
}
"""What happens at once when an event is suffered; a State of Shock works on the rally."""
