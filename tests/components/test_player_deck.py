"""A player's deck does what players do with one, logs it, and records who knows what."""

from contextlib import nullcontext

import pytest

from tabletop_core import Viewer
from tabletop_core.chance import Scripted, Seeded
from tabletop_core.components import CardRow, Deck, Hand, Market, Pile, determinize
from tabletop_core.components.knowledge import PileError
from tabletop_core.engine.state import clone, decode, encode, held_in
from tabletop_core.events import Event, narrate

RED, BLUE, NOBODY = Viewer("red"), Viewer("blue"), Viewer()


class Table:
    """A game in progress with a script of cards."""

    def __init__(self, *cards):
        self.source = Scripted(cards)
        self.events = []

    def log(self, kind, *, seats=None, **facts):
        self.events.append(Event(kind, "Turn", "", facts, seats))

    def seen_only_by(self, *seats):
        return nullcontext()

    def read_by(self, viewer):
        return [narrate(event, {}) for event in self.events if event.seen_by(viewer)]


def deck_of(hand=(), in_play=(), discards=(), pile=()):
    deck = Deck.of("red", pile)
    for cards, row in ((hand, deck.hand), (in_play, deck.in_play), (discards, deck.discards)):
        for card in cards:
            row.put(card)
    return deck


def test_a_deck_begins_shuffled_in_its_draw_pile_and_cards_drawn_up_are_known_to_the_owner():
    table, deck = Table("coin", "farm"), Deck.of("red", {"coin": 7, "farm": 3})

    assert (len(deck), len(deck.draw_pile), deck.cards) == (10, 10, {"coin": 7, "farm": 3})
    assert deck.draw_up(table, 2) == ["coin", "farm"]
    assert deck.hand.seen_by(BLUE) == [None, None]
    assert table.read_by(BLUE) == ["red draws 2 cards"]
    assert table.read_by(RED) == ["red draws 2 cards", "red has drawn coin and farm"]


def test_the_discards_are_shuffled_when_the_draw_pile_runs_out_and_that_is_one_event():
    table, deck = Table("coin", "farm"), deck_of(pile=["coin"], discards=["farm", "farm"])
    deck.draw_up(table, 2)

    assert table.read_by(BLUE) == ["red draws 2 cards, after shuffling 2 discards"]
    assert (len(deck.draw_pile), len(deck.discards)) == (1, 0)


def test_whoever_keeps_count_knows_the_hand_when_the_discards_are_shuffled():
    deck, hands = deck_of(hand=["owl", "coin"], discards=["farm", "farm", "fox"]), set()
    deck.draw_up(Table("farm"), 1)

    assert deck.hand.seen_by(BLUE) == ["coin", "owl", None]
    assert deck.hand.seen_by(RED) == ["coin", "owl", "farm"]
    # A fork draws anew what was drawn since the shuffle, and nothing else.
    for number in range(30):
        fork = clone(deck)
        determinize(Seeded(number), held_in(fork, Pile, CardRow, Hand), "blue")
        hands.add(tuple(fork.hand.cards))
    assert hands == {("coin", "owl", "farm"), ("coin", "owl", "fox")}


def test_a_deck_that_is_used_up_gives_fewer_cards():
    table, deck = Table("coin"), deck_of(pile=["coin"])

    assert deck.draw_up(table, 3) == ["coin"]
    assert deck.draw_up(table, 3) == []
    assert table.read_by(RED)[-1] == "red draws 0 cards"


def test_several_cards_are_discarded_at_once_by_their_places_or_ids():
    table, deck = Table(), deck_of(hand=["coin", "farm", "coin", "owl"])
    # Nothing is not an event.
    deck.discard(table, [])

    assert deck.discard(table, ["red:hand:1", "coin", "red:hand:4"]) == ["coin", "coin", "owl"]
    assert deck.hand.cards == ["farm"]
    assert deck.discards.seen_by(NOBODY) == ["coin", "coin", "owl"]
    assert table.read_by(NOBODY) == ["red discards 2 x coin and owl"]


def test_the_order_of_a_hand_is_not_seen_in_what_is_discarded():
    one, other = deck_of(hand=["owl", "coin"]), deck_of(hand=["coin", "owl"])
    for deck in (one, other):
        deck.discard(Table(), deck.hand.places)

    assert one == other


def test_a_card_that_is_played_lies_face_up_until_the_turn_is_cleaned_up():
    table, deck = Table("farm", "coin"), deck_of(hand=["coin", "owl"], pile=["farm"])
    assert deck.play_cards(table, "red:hand:2") == ["owl"]

    assert deck.in_play.seen_by(NOBODY) == ["owl"]
    deck.clean_up(table, 2)
    assert (len(deck.in_play), len(deck.hand), len(deck)) == (0, 2, 3)
    assert table.read_by(NOBODY) == [
        "red plays owl",
        "red discards coin and owl",
        "red draws 2 cards, after shuffling 2 discards",
    ]


def test_a_card_is_trashed_from_wherever_it_lies():
    table, trash = Table(), CardRow("trash", face_up=True)
    deck = deck_of(hand=["coin"], in_play=["owl"], discards=["farm"])
    deck.trash(table, ["red:in_play:1", "red:discards:1"])
    deck.trash(table, "coin", to=trash)

    assert len(deck) == 0
    assert trash.seen_by(NOBODY) == ["coin"]
    assert table.read_by(NOBODY) == ["red trashes farm and owl", "red trashes coin"]


def test_a_card_is_gained_to_the_discards_or_to_the_hand():
    table, deck = Table(), deck_of()
    deck.gain(table, "owl")
    deck.gain(table, "farm", to=deck.hand)

    assert deck.discards.seen_by(NOBODY) == ["owl"]
    # All have seen which card it was.
    assert deck.hand.seen_by(NOBODY) == ["farm"]


def test_a_card_that_is_not_there_is_refused_and_a_deck_is_read_back_as_it_was_saved():
    deck = deck_of(hand=["coin"], discards=["owl"], pile=["farm"])
    with pytest.raises(PileError, match=r"red has no 'coin' there; there are: coin"):
        deck.discard(Table(), ["coin", "coin"])

    assert deck.hand.cards == ["coin"]
    assert decode(Deck, encode(deck)) == deck


# ---------------------------------------------------------------- the market


def test_a_row_is_refilled_to_its_size_as_far_as_the_pile_goes():
    table, market = Table("fox", "owl", "fox"), Market.of({"fox": 2, "owl": 1}, size=2)
    market.refill(table)
    market.take("fox")
    market.refill(table)
    market.take("fox")

    assert market.refill(table) == []
    assert market.row.seen_by(NOBODY) == ["owl"]
    assert table.read_by(NOBODY) == ["For sale now: fox and owl", "For sale now: fox"]


def test_a_stall_sells_until_its_cards_are_gone():
    market, deck, table = Market.of(stalls={"coin": 1}), deck_of(), Table()
    market.buy(table, "coin", deck, 0)

    assert deck.discards.cards == ["coin"]
    assert market.on_sale == []
    assert table.read_by(NOBODY) == ["red buys coin for 0"]
    with pytest.raises(PileError, match="'coin' is not on sale; on sale: nothing"):
        market.take("coin")


def test_what_is_put_back_goes_to_its_stall_or_under_the_pile_and_the_market_has_had_it():
    market = Market.of(["fox"], size=1, stalls={"coin": 1})
    market.refill(Table("fox"))
    for card in ("fox", "coin"):
        market.take(card)
    for card in ("coin", "owl"):
        market.put_back(card)

    assert (market.stalls, market.pile.bottom) == ({"coin": 1}, ["owl"])
    assert (market.count("fox"), market.cards) == (0, {"coin": 1, "owl": 1})
    for ask in (market.count, market.take):
        with pytest.raises(PileError, match="never had 'fix'; it has had: coin, fox, owl"):
            ask("fix")


def test_a_card_in_the_row_is_sold_before_one_of_its_stall():
    market = Market.of(["fox"], size=1, stalls={"fox": 1})
    market.refill(Table("fox"))

    assert market.count("fox") == 2
    market.take("fox")
    assert (len(market.row), market.stalls["fox"]) == (0, 1)
