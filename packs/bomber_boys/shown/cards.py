"""The cards in front of the player: enemies, items and events, and what the crew's cards say."""

from collections.abc import Iterator
from functools import lru_cache

from tabletop_core.events import listed
from tabletop_core.panels import Card, Cards, Facts, Figure, Place

from ..components import EventCard, ItemCard
from ..data import BomberData
from ..questions.board import card_of, is_destroyed, title_of
from ..state import Airman, InPlay
from .bomber import figures, hits_words
from .theme import ITEMS

ABILITIES = {
    "bombs_away": "Bombs Away",
    "course_correct": "Course Correct",
    "escort": "Escort Fighters",
    "evade": "Evade",
    "maneuver": "Maneuver",
    "reload": "Reload",
    "repair": "Repair",
    "spot": "Spot",
}
"""What stands on a crew card besides its gun."""


def enemies_panel(play: InPlay) -> Cards:
    """Show the enemy cards on display with their figures and their own rules."""
    cards = []
    for enemy in play.state.display:
        card = card_of(play, enemy)
        cards.append(
            Card(
                id=f"card:{enemy.name}",
                name=title_of(play, enemy),
                detail=". ".join(filter(None, (figures(play, enemy), card.text))),
                state="shot down" if is_destroyed(play, enemy) else "",
                tone="theirs",
                symbol=card.symbol,
                art="fighter",
            )
        )
    return Cards(title="Enemies", cards=tuple(cards), per_row=2, place=Place.SIDE)


_EVENT_ART = {
    "element_of_surprise": "clouds",
    "engine_trouble": "fire",
    "friendly_fire": "gun",
    "guns_jammed": "gun",
    "low_on_ammo": "gun",
    "relentless": "dogfight",
    "state_of_shock": "crew",
    "lose_escort": "dogfight",
    "searchlight": "night",
    "squadron_leader_down": "fire",
}


def _art(card: str) -> str:
    """Return the picture of an item, which has one of its own, or of an event."""
    return card if card in ITEMS else _EVENT_ART.get(card, "flak")


def display_area(play: InPlay) -> Cards:
    """Show items in hand, those in effect, events that stay, and the card just turned up."""
    cards = tuple(_in_front(play))
    return Cards(title="Items and events", cards=cards, per_row=2, place=Place.SIDE)


def _in_front(play: InPlay) -> Iterator[Card]:
    state, data = play.state, play.data
    turned_up = state.turn.card
    if is_undecided(play):
        card: ItemCard | EventCard = data.items.get(turned_up) or data.events[turned_up]
        yield Card(
            id=turned_up,
            name=card.title,
            detail=card.text,
            state="turned up",
            tone="warn",
            art=_art(turned_up),
        )
    for item in state.items:
        yield _item(data.items[item], "turned up" if item == turned_up else "item")
    for item in state.turn.in_effect:
        yield _item(data.items[item], "in effect this turn")
    seen: dict[str, int] = {}
    for name in state.events:
        seen[name] = seen.get(name, 0) + 1
        event = data.events[name]
        yield Card(
            id=f"event:{name}_{seen[name]}",
            name=event.title,
            detail=event.text,
            state="for the whole game" if event.is_ongoing else "waits for an air combat",
            tone="theirs",
            art=_art(name),
        )


def _item(card: ItemCard, state: str) -> Card:
    return Card(
        id=card.id, name=card.title, detail=card.text, state=state, tone="ours", art=_art(card.id)
    )


def is_undecided(play: InPlay) -> bool:
    """Return whether an item or event lies turned up, neither taken nor discarded yet."""
    state, card = play.state, play.state.turn.card
    if card not in play.data.items and card not in play.data.events:
        return False
    return card not in (*state.items, *state.turn.in_effect, *state.events, *state.discard)


def crew_cards(play: InPlay) -> Facts:
    """Show the crew, and tell what is printed on their cards."""
    men = tuple(_portrait(play, name, man) for name, man in play.state.crew.items())
    return Facts(title="Crew cards", rows=_printed(play.data), people=men, place=Place.HAND)


def _portrait(play: InPlay, name: str, man: Airman) -> Figure:
    tone, how = ("dead", "lost") if man.is_lost else ("", "exhausted" if man.exhausted else "")
    if man.is_wounded:
        tone, how = "warn", listed(filter(None, ("wounded", how)))
    return Figure(id=name, label=play.data.names[name], value=how, tone=tone)


@lru_cache(maxsize=4)
def _printed(data: BomberData) -> tuple[tuple[str, str], ...]:
    """Tell what is printed on the crew's cards: line of sight, gun, abilities."""
    rows = []
    for card in data.crew.values():
        parts = []
        if card.sight:
            at = f"{', '.join(map(str, card.sight.clock))} {' or '.join(card.sight.altitude)}"
            parts.append(f"fires at {at}: {hits_words(card.hits)}")
        parts += [ABILITIES[action] for action in card.actions if action in ABILITIES]
        rows.append((f"{card.number} {card.title}", "; ".join(parts)))
    return tuple(rows)
