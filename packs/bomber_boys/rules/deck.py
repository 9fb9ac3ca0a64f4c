"""The bombing run deck: face down, and partly made of cards that nobody has seen.

A mission takes some cards of a group at random and leaves the others in the box, unseen.
So the next card is drawn from every card that may be in the deck, each with its exact chance.
"""

from ..questions.board import chances
from ..state import InPlay, Stack


def stack_cards(play: InPlay, group: str, number: int) -> Stack:
    """Put a number of cards of a group into the deck, unseen, except those already in the open."""
    groups, in_play = play.data.groups, play.state.items
    unseen = {card: count for card, count in groups[group].items() if card not in in_play}
    return Stack(left=min(number, sum(unseen.values())), unseen=unseen)


def take_top(play: InPlay, why: str) -> str:
    """Turn over the top card of the deck and return it."""
    state = play.state
    card = play.pick(chances(state), why)
    if state.buried:
        remove(state.buried, card)
        state.discard[:0] = [other for other, n in state.buried.items() for _ in range(n)]
        state.buried = {}
        return card
    stack = next(stack for stack in state.deck.values() if card in stack.unseen)
    stack.left -= 1
    remove(stack.unseen, card)
    return card


def remove(pool: dict[str, int], card: str) -> None:
    """Take one copy of a card out of a pool."""
    if pool[card] == 1:
        del pool[card]
    else:
        pool[card] -= 1
