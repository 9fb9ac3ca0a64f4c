"""A trick: who must follow, who wins, and what everybody learns of who cannot follow."""

from types import SimpleNamespace

import pytest

from tabletop_core import CardKind, Hand, Pile, Trick, Viewer
from tabletop_core.chance import Seeded
from tabletop_core.components import determinize
from tabletop_core.components.trick import TurnError
from tabletop_core.engine.state import decode, encode

SEATS = ("north", "east", "south", "west")
KINDS = {
    f"{suit}{rank}": CardKind(id=f"{suit}{rank}", title=f"{suit}{rank}", suit=suit, rank=rank)
    for suit in "abc"
    for rank in (1, 2, 3)
}


@pytest.fixture
def play():
    logged = []
    return SimpleNamespace(log=lambda kind, **facts: logged.append((kind, facts)), logged=logged)


def laid(trumps, *cards):
    """Return a trick in which north, east, south and west have played these cards."""
    return Trick(SEATS, trumps, cards=dict(zip(SEATS, cards, strict=False)))


def test_the_leader_plays_first_and_then_the_others_in_their_order(play):
    trick = Trick.led_by("south", SEATS)
    hands = {seat: Hand(seat, [card]) for seat, card in zip(SEATS, KINDS, strict=False)}
    turns = []
    while trick.turn:
        turns.append(trick.turn)
        trick.play_card(play, hands[trick.turn], hands[trick.turn].cards[0], KINDS)

    assert turns == ["south", "west", "north", "east"]
    assert play.logged[0] == ("play_cards", {"who": "south", "cards": ["a3"]})


@pytest.mark.parametrize(
    ("trumps", "cards", "winner"),
    [
        ("", [], ""),
        ("", ["a1"], "north"),
        ("", ["a1", "b3", "a2", "c3"], "south"),
        ("b", ["a3", "b1", "b2", "c3"], "south"),
        ("b", ["a1", "a2", "c3", "a3"], "west"),
        ("", ["a2", "a2", "a1", "a2"], "north"),
    ],
)
def test_the_highest_trump_wins_or_the_highest_of_the_suit_led_and_of_equal_cards_the_first(
    trumps, cards, winner
):
    assert laid(trumps, *cards).winner(KINDS) == winner


@pytest.mark.parametrize(
    ("led", "hand", "must_follow", "playable"),
    [
        ([], ["b2", "a1", "a1"], True, ["a1", "b2"]),
        (["b1"], ["b3", "a1", "b2"], True, ["b2", "b3"]),
        (["c1"], ["b3", "a1"], True, ["a1", "b3"]),
        (["b1"], ["b3", "a1"], False, ["a1", "b3"]),
    ],
)
def test_who_has_the_suit_led_must_follow_it(led, hand, must_follow, playable):
    trick = laid("c", *led)
    trick.must_follow = must_follow

    assert trick.playable(Hand("east", hand), KINDS) == playable


@pytest.mark.parametrize(
    ("hand", "card", "why"),
    [
        (Hand("east", ["a2", "b1"]), "b1", r"may not play 'b1' now; choose one of: \['a2'\]"),
        (Hand("south", ["a2"]), "a2", "it is the turn of east"),
    ],
)
def test_a_card_out_of_turn_or_that_does_not_follow_suit_is_refused(play, hand, card, why):
    with pytest.raises(TurnError, match=why):
        laid("", "a1").play_card(play, hand, card, KINDS)
    assert (card in hand.cards, play.logged) == (True, [])


def test_who_cannot_follow_is_never_dealt_the_suit_again_in_anybodys_eyes(play):
    hands = {"east": Hand("east", ["b1", "b2", "c1"]), "south": Hand("south", ["a2", "a3", "c2"])}
    laid("", "a1").play_card(play, hands["east"], "b1", KINDS)

    for seed in range(20):
        determinize(Seeded(seed), [Pile.of(["b3", "c3"]), *hands.values()], "north")
        assert not {"a1", "a2", "a3"} & {*hands["east"].cards}
    assert hands["east"].excluded_for("east:hand:1", Viewer()) == {"a1", "a2", "a3"}


@pytest.mark.parametrize("must_follow", [True, False])
def test_nothing_is_learnt_where_nobody_must_follow_or_the_hand_lies_open(play, must_follow):
    hand, trick = Hand("east", ["b1", "b2"]), laid("", "a1")
    trick.must_follow = must_follow
    if must_follow:
        hand.lay_open()
    trick.play_card(play, hand, "b1", KINDS)

    assert hand.known == []


def test_an_open_hand_is_known_to_all_stays_so_and_names_its_cards():
    hand = Hand("east", ["a1", "b1"])
    hand.exclude("a1", "b1", to=None)
    hand.lay_open()
    hand.put("c1")

    assert hand.seen_by(Viewer()) == ["a1", "b1", "c1"]
    assert hand.ids_for(Viewer("west")) == [f"east:hand:{card}:1" for card in hand.cards]
    assert hand.places == list(hand.choices())
    determinize(Seeded(1), [Pile.of(["b2"]), hand], "west")
    assert hand.cards == ["a1", "b1", "c1"]
    assert decode(Hand, encode(hand)) == hand
