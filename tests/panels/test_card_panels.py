"""Panels of cards: what a market tells of its row and its stalls."""

from types import SimpleNamespace

from tabletop_core import CardKind, CardRow, Hand, Market, Viewer
from tabletop_core.chance import Seeded
from tabletop_core.panels import Card, Cards, Place, changes, market_panel
from tabletop_core.panels.card_panels import cards_panel

KINDS = {
    "fox": CardKind(id="fox", title="Fox", price=4),
    "coin": CardKind(id="coin", title="Coin"),
    "farm": CardKind(id="farm", title="Farm", price=6),
}


def test_a_market_tells_the_price_and_whether_a_card_lies_in_the_row_or_a_stall():
    play = SimpleNamespace(source=Seeded(1, "market"), log=lambda *_, **__: None)
    market = Market.of(["fox", "fox"], size=2, stalls={"coin": 9, "farm": 0, "fox": 3})
    market.refill(play)

    told = {card.id: card.words for card in market_panel("Fair", market, KINDS).cards}

    assert told == {
        "fox": "Fox, price 4, 2 in the row, stall of 3",
        "coin": "Coin, stall of 9",
        "farm": "Farm, price 6, stall sold out",
    }


def test_a_line_stands_before_the_first_stall_where_the_market_has_a_row():
    play = SimpleNamespace(source=Seeded(1, "market"), log=lambda *_, **__: None)
    market = Market.of(["fox", "fox"], size=2, stalls={"coin": 9, "farm": 0})

    assert not any(card.apart for card in market_panel("Fair", market, KINDS).cards)
    market.refill(play)
    cards = market_panel("Fair", market, KINDS).cards
    assert [card.id for card in cards if card.apart] == ["coin"]


def test_when_a_card_leaves_a_hand_it_alone_is_gone_and_no_other_has_changed():
    hand, viewers = Hand("red", ["fox", "coin", "farm", "coin"]), (Viewer("red"), Viewer("blue"))

    def shown(viewer):
        return [cards_panel("Hand", hand, viewer, KINDS)]

    before = [shown(viewer) for viewer in viewers]
    hand.play("fox")
    told = [changes(old, shown(one)).lines() for old, one in zip(before, viewers, strict=True)]

    assert told == [["Gone: Fox"], ["Gone: Card"]]


def test_cards_without_ids_are_told_apart_by_their_names():
    before, now = (
        [Cards(title="Hand", cards=tuple(Card(name=one) for one in c))] for c in ("ABCD", "BCD")
    )

    assert changes(before, now).lines() == ["Gone: A"]


def test_a_hand_is_placed_with_what_a_seat_holds_and_a_row_beside_it():
    rows = (Hand("red", ["fox"]), CardRow("red:discards", cards=["fox"], face_up=True))

    found = [cards_panel("Cards", row, Viewer("red"), KINDS).place for row in rows]
    assert found == [Place.HAND, Place.SIDE]
    above = cards_panel("Cards", rows[1], Viewer("red"), KINDS, place=Place.BOARD)
    assert above.place is Place.BOARD
