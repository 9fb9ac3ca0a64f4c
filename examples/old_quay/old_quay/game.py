"""The Old Quay, all of it: cards, state, rules, sequence of play and view."""

from collections.abc import Iterator, Mapping
from typing import Literal

import attrs

from tabletop_core import (
    Asks,
    CardData,
    CardKind,
    Decision,
    Deck,
    ForEach,
    Game,
    GameOption,
    Look,
    Market,
    Play,
    Repeat,
    Step,
    Viewer,
    by_id,
    card_data,
    copies_of,
    rule,
)
from tabletop_core.events import counted
from tabletop_core.panels import Facts, Panel, deck_panels, market_panel

from .bots import Trader

START = {"penny": 6, "driftwood": 4}
HAND = 5


@attrs.frozen(kw_only=True)
class Ware(CardKind):
    """What a card does when it is played, in the order of the fields; `points` count at the end."""

    kind: Literal["money", "house", "hand", "junk"]
    coins: int = 0
    draws: int = 0
    trashes: int = 0
    others_keep: int | None = None
    points: int = 0


@attrs.define
class State:
    """`coins` are those of the turn."""

    decks: dict[str, Deck]
    market: Market
    coins: int = 0


InPlay = Play[State, CardData[Ware]]


def new_state(play: InPlay) -> State:
    cards = play.data.cards.values()
    row = copies_of(card for card in cards if card.kind == "hand")
    stalls = copies_of(card for card in cards if card.kind in ("money", "house") and card.count)
    decks = {seat: Deck.of(seat, START) for seat in play.seats}
    return State(decks, Market.of(row, size=5, stalls=stalls))


# ---------------------------------------------------------------- rules


@rule("1", "Set-up")
def set_up(play: InPlay) -> None:
    """The row is filled, and each player draws five cards."""
    play.state.market.refill(play)
    for deck in play.state.decks.values():
        deck.draw_up(play, HAND)


@rule("2", "Play cards")
def play_cards(play: InPlay) -> Asks:
    """Play as many hands as you like, one after the other; at the end all your money is played."""
    state, deck = play.state, play.state.decks[play.seat]
    state.coins = 0
    while hands := [card for card in deck.hand.cards if play.data.cards[card].kind == "hand"]:
        options = {card: play.name_of(card) for card in hands} | {"done": "play no more"}
        card = yield play.ask("Play which card?", options, kind="play", at=deck.hand.ids_of)
        if card == "done":
            break
        deck.play_cards(play, card)
        yield from carry_out(play, play.data.cards[card])
    money = [card for card in deck.hand.cards if play.data.cards[card].kind == "money"]
    deck.play_cards(play, money)
    state.coins += sum(play.data.cards[card].coins for card in money)


@rule("3", "What a card does")
def carry_out(play: InPlay, card: Ware) -> Asks:
    """Do what the card says, from top to bottom."""
    deck = play.state.decks[play.seat]
    play.state.coins += card.coins
    if card.draws:
        deck.draw_up(play, card.draws)
    if card.trashes and len(deck.hand):
        yield from trash(play, deck, card.trashes)
    if card.others_keep is not None:
        yield from press(play, card.others_keep)


@rule("3.1", "Trash")
def trash(play: InPlay, deck: Deck, most: int) -> Asks:
    """Cards that are trashed leave the game."""
    cards = yield play.ask(
        f"Trash up to {most}",
        deck.hand.choices(play.name_of),
        most=min(most, len(deck.hand)),
        kind="trash",
        at=by_id(),
    )
    deck.trash(play, cards)


@rule("3.2", "The press gang")
def press(play: InPlay, keep: int) -> Asks:
    """The others choose at the same time which cards they keep; who holds no more is left out."""
    decks = play.state.decks

    def question(seat: str) -> Decision | None:
        hand = decks[seat].hand
        over = len(hand) - keep
        if over <= 0:
            return None
        options = hand.choices(play.name_of)
        prompt = f"Discard {counted(over, 'card')}"
        return play.ask(prompt, options, least=over, most=over, kind="discard", at=by_id())

    discarded = yield play.ask_all(question, seats=[s for s in play.seats if s != play.seat])
    for seat, cards in discarded.items():
        play.state.decks[seat].discard(play, cards)


@rule("4", "Buy")
def buy(play: InPlay) -> Asks:
    """Buy as long as the coins of the turn last; what is bought goes to the discards."""
    state, cards = play.state, play.data.cards
    while True:
        offers = state.market.offers(state.coins, lambda card: cards[card].price, play.name_of)
        options = offers | {"done": "buy no more"}
        prompt = f"Buy with {counted(state.coins, 'coin')}?"
        card = yield from play.choose(prompt, options, kind="buy", at=by_id(but="done"))
        if card == "done":
            return
        state.market.buy(play, card, state.decks[play.seat], cards[card].price)
        state.coins -= cards[card].price


@rule("5", "Clean up")
def clean_up(play: InPlay) -> None:
    """Discard everything, draw five cards; the gaps of the row are filled."""
    play.state.coins = 0
    play.state.decks[play.seat].clean_up(play, HAND)
    play.state.market.refill(play)


@rule("6", "Closing time")
def close(play: InPlay) -> None:
    """After a round without warehouses for sale, or the last round, most points win."""
    if play.state.market.count("warehouse") and play.rounds < play.options["rounds"]:
        return
    points = {seat: points_of(play, seat) for seat in play.seats}
    best = [seat for seat in points if points[seat] == max(points.values())]
    play.end("closed", winner=best, scores=points)


def points_of(play: InPlay, seat: str) -> int:
    cards = play.data.cards
    return sum(cards[card].points * n for card, n in play.state.decks[seat].cards.items())


SEQUENCE = Repeat(
    "Round",
    Step("Set-up", set_up, when=lambda play: play.rounds == 1),
    ForEach(
        "Turn",
        lambda play: play.seats,
        Step("Play cards", play_cards),
        Step("Buy", buy),
        Step("Clean up", clean_up),
    ),
    Step("Closing time", close, may_end=True),
)


# ---------------------------------------------------------------- what is shown and what holds


def view(play: InPlay, viewer: Viewer) -> Iterator[Panel]:
    state, cards = play.state, play.data.cards
    rows = [(seat, counted(points_of(play, seat), "point")) for seat in play.seats]
    yield market_panel("The quay", state.market, cards)
    for deck in state.decks.values():
        yield from deck_panels(deck, viewer, cards)
    yield Facts(title="The purse", rows=(("coins", str(state.coins)), *rows))


def tone_of_purchase(facts: Mapping[str, str]) -> str:
    """Call a warehouse good for who buys it; nothing else is worth as many points."""
    return f"good {facts['who']}" if facts["card"] == "warehouse" else ""


def no_card_is_there_twice(play: InPlay) -> str | None:
    state = play.state
    for card, kind in play.data.cards.items():
        owned = sum(deck.cards[card] for deck in state.decks.values())
        left = state.market.cards[card]
        if owned + left > kind.count + START.get(card, 0) * len(play.seats):
            return f"{owned} {card} in the decks, {left} in the market"
    return None


GAME = Game(
    package=__package__,
    seats=lambda options: ("red", "blue", "green", "white")[: options["players"]],
    options=(
        GameOption(name="players", values=(2, 3, 4), default=2, help="How many play."),
        GameOption(name="rounds", values=(10, 15, 20), default=15, help="The last round."),
    ),
    load_data=card_data(__package__, Ware),
    sequence=SEQUENCE,
    state=State,
    new_state=new_state,
    look=Look(view=view, tones={"buy": tone_of_purchase}),
    invariants=(no_card_is_there_twice,),
    bots={"trader": Trader},
)
