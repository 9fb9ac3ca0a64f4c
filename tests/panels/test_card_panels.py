"""Panels of cards: what a market tells of its row and its stalls."""

from types import SimpleNamespace

from tabletop_core import CardKind, CardRow, Hand, Market, Trick, Viewer
from tabletop_core.chance import Seeded
from tabletop_core.panels import Card, Cards, Place, cards_panel, changes, market_panel

KINDS = {
    "fox": CardKind(id="fox", title="Fox", price=4),
    "coin": CardKind(id="coin", title="Coin"),
    "farm": CardKind(id="farm", title="Farm", price=6),
}


def test_a_market_tells_the_price_and_whether_a_card_lies_in_the_row_or_a_stall():
    play = SimpleNamespace(source=Seeded(1, "market"), log=lambda *_, **__: None)
    market = Market.of(["fox", "fox"], size=2, stalls={"coin": 9, "farm": 0, "fox": 3})
    market.refill(play)

    cards = market_panel("Fair", market, KINDS).cards
    told = {card.id: card.words for card in cards}

    assert not any(card.corners for card in cards)
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
        return [cards_panel("Hand", hand, viewer, KINDS, backs=True)]

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


def test_of_a_hand_that_a_viewer_does_not_know_it_is_told_how_many_cards_there_are():
    hand = Hand("red", ["fox", "coin"])

    def shown(**how):
        panel = cards_panel("Hand", hand, Viewer("blue"), KINDS, **how)
        return [part.words for part in panel.parts()], panel.place

    assert shown() == (["2 cards"], Place.SIDE)
    assert shown(backs=True) == (["Card", "Card"], Place.SIDE)
    hand.show("coin", to=["blue"])
    assert shown() == (["Card", "Coin"], Place.SIDE)
    hand.lay_open()
    assert shown() == (["Fox", "Coin"], Place.BOARD)


def test_a_hand_is_sorted_for_those_who_know_all_of_it_and_its_cards_stay_in_their_order():
    hand = Hand("red", ["fox", "coin", "farm"])
    hand.show("farm", to=["blue"])

    def shown(seat):
        how = {"order": lambda card: card.title, "backs": True}
        return [
            (one.id, one.name) for one in cards_panel("", hand, Viewer(seat), KINDS, **how).cards
        ]

    assert shown("red") == [
        *(("red:hand:coin:1", "Coin"), ("red:hand:farm:1", "Farm"), ("red:hand:fox:1", "Fox"))
    ]
    assert shown("blue") == [("red:hand:1", "Card"), ("red:hand:2", "Card"), ("red:hand:3", "Farm")]
    assert hand.cards == ["fox", "coin", "farm"]


def test_an_empty_hand_of_ones_own_is_still_a_hand():
    assert cards_panel("Hand", Hand("red"), Viewer("red"), KINDS).place is Place.HAND


def test_a_trick_says_who_played_what_and_which_card_wins():
    kinds = {
        card: CardKind(id=card, title=card.title(), suit=card[0], rank=int(card[1]))
        for card in ("a1", "a2", "b3")
    }
    trick = Trick(("red", "blue", "green"), cards={"red": "a1", "blue": "a2", "green": "b3"})
    panel = cards_panel("Trick", trick, Viewer(), kinds)

    assert [(one.id, one.words, one.corners) for one in panel.cards] == [
        ("trick:a1", "A1, red", ("1",)),
        ("trick:a2", "A2, blue, wins so far", ("2",)),
        ("trick:b3", "B3, green", ("3",)),
    ]
    assert panel.place is Place.BOARD
