"""What a seat does not know is redealt, uniformly within what it knows; what it knows stays."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_core import Viewer, clone
from tabletop_core.chance import Enumerating, Scripted, Seeded
from tabletop_core.components import CardRow, Hand, Pile, determinize
from tabletop_core.components.knowledge import PileError


def odds_of(make, seat="red", read=None):
    """Walk every outcome of drawing anew, and return the exact chance of what lies where."""
    source, found = Enumerating(), Counter()
    while source.next_path():
        holders = make()
        determinize(source, holders, seat)
        found[read(holders)] += source.weight
    return found


def cards_of(holders):
    return tuple(card for holder in holders[1:] for card in holder.cards)


def test_what_a_seat_knows_stays_and_the_rest_is_drawn_from_all_that_it_does_not_know():
    pile, red, blue = Pile.of(["d", "e"]), Hand("red", ["a"]), Hand("blue", ["b", "c"])
    blue.show("b", to=["red"])

    assert odds_of(lambda: _copies(pile, red, blue), read=cards_of) == {
        ("a", "b", card): Fraction(1, 3) for card in "cde"
    }


def _copies(*holders):
    return [clone(holder) for holder in holders]


def test_what_a_card_is_not_is_never_dealt_there_and_each_way_that_is_left_is_equally_likely():
    pile, red = Pile.of(["d", "e"]), Hand("red", ["x"])
    blue = Hand("blue", ["a", "b", "c"])
    blue.exclude("blue:hand:1", "b", "d", to=["red"])
    blue.exclude("blue:hand:2", "a", to=None)
    ways = [
        ("x", *dealt)
        for dealt in permutations("abcde", 3)
        if dealt[0] not in "bd" and dealt[1] != "a"
    ]

    assert odds_of(lambda: _copies(pile, red, blue), read=cards_of) == {
        way: Fraction(1, len(ways)) for way in ways
    }


def test_equal_cards_count_as_often_as_there_are():
    pile, blue = Pile.of(["a", "a", "b"]), Hand("blue", ["c", "b"])
    blue.exclude("blue:hand:1", "b", to=["red"])
    ways = Counter(dealt for dealt in permutations(["a", "a", "b", "b", "c"], 2) if dealt[0] != "b")

    assert odds_of(lambda: _copies(pile, blue), read=cards_of) == {
        way: Fraction(count, ways.total()) for way, count in ways.items()
    }


def test_a_long_series_of_deals_comes_out_as_the_odds_say():
    source, found = Seeded("a long series"), Counter()
    for _ in range(6000):
        blue = Hand("blue", ["a", "b"])
        blue.exclude("blue:hand:1", "c", to=["red"])
        holders = [Pile.of(["c"]), blue]
        determinize(source, holders, "red")
        found[tuple(blue.cards)] += 1
    spread = sum((count - 1500) ** 2 / 1500 for count in found.values())

    assert len(found) == 4
    # Chi square with three degrees of freedom: more in one of a thousand series.
    assert spread < 16.27


def test_a_card_on_top_of_a_pile_that_only_a_rival_has_seen_is_drawn_anew():
    pile = Pile.of(["a", "b"])
    pile.put_on_top("c", seats=["blue"])

    found = odds_of(lambda: _copies(pile), read=lambda held: held[0].top[0])
    assert found == {card: Fraction(1, 3) for card in "abc"}


def test_what_is_not_determined_stays_so():
    pile, row = Pile.of(["a", "b", "c"]), CardRow("aside")
    row.lay(pile)
    before = _copies(pile, row)
    determinize(Seeded(1), [pile, row], "red")

    assert [pile, row] == before


@pytest.mark.parametrize("seed", range(6))
def test_what_a_rival_knows_it_still_knows_and_is_never_contradicted_by_the_new_deal(seed):
    pile, row = Pile.of(["a", "b", "c"]), CardRow("table", ["d", "e"])
    row.show("d", to=["blue"])
    row.exclude("e", "a", "b", to=["blue"])
    determinize(Seeded(seed), [pile, row], "red")

    assert row.seen_by(Viewer("blue")) == [row.cards[0], None]
    assert row.seen_by(Viewer("red")) == [None, None]
    assert row.cards[1] not in row.excluded_for("table:2", Viewer("blue"))


def test_cards_of_two_decks_never_change_places():
    places, people = Pile.of(["ford", "mill"], "places"), Pile.of(["ann", "bob"], "people")
    held = [CardRow("a", ["inn"], deck="places"), CardRow("b", ["cat"], deck="people")]
    for seed in range(10):
        determinize(Seeded(seed), [places, people, *held], "red")

        assert set(held[0].cards) | set(places.pool) == {"inn", "ford", "mill"}
        assert set(held[1].cards) | set(people.pool) == {"cat", "ann", "bob"}


def test_piles_of_one_deck_share_what_is_unknown_and_keep_their_sizes():
    one, two = Pile.of(["a", "b"], "towns"), Pile.of(["c"], "towns")
    row = CardRow("aside", ["d"], deck="towns")

    found = odds_of(
        lambda: _copies(row, one, two), read=lambda held: (*held[1].pool, *held[2].pool)
    )
    assert {(len(set(way[:2])), len(way)) for way in found} == {(2, 3)}
    assert set(found.values()) == {Fraction(1, 12)}


def test_piles_without_a_name_for_their_deck_are_refused_where_a_hidden_card_may_be_of_either():
    piles = [Pile.of(["b"]), Pile.of(["a"])]
    determinize(Seeded(1), piles, "red")
    assert piles == [Pile.of(["b"]), Pile.of(["a"])]

    row = CardRow("aside", ["c"], deck="towns")
    determinize(Seeded(1), [*piles, row], "red")
    assert row.cards == ["c"]

    row.deck = ""
    with pytest.raises(PileError, match=r"2 piles have no name for their deck.*Pile\.of\(cards"):
        determinize(Seeded(1), [*piles, row], "red")


def test_a_record_that_no_arrangement_fits_is_refused():
    row = CardRow("aside", ["a"])
    row.exclude("a", "b", to=["red"])
    row.known[0] = row.known[0].without(["a"], None)

    with pytest.raises(PileError, match="no arrangement of the cards fits what red knows"):
        determinize(Seeded(1), [Pile.of(["b"]), row], "red")


def test_many_cards_with_many_exclusions_are_counted_in_no_time():
    hand = Hand("blue", [f"c{number:02}" for number in range(40)])
    for place in hand.places:
        hand.exclude(place, "c90", "c91", to=["red"])
    pile = Pile.of([f"c{number}" for number in range(40, 92)])
    determinize(Seeded(1), [pile, hand], "red")

    assert {"c90", "c91"} <= set(pile.pool)


@settings(max_examples=60)
@given(st.permutations(list("aabbcde")), st.data(), st.integers(0, 999))
def test_games_that_differ_only_in_what_a_seat_does_not_know_are_dealt_alike(cards, data, seed):
    """The truth is one deal; another that fits what the seat knows must come out the same."""
    excluded = data.draw(st.lists(st.sampled_from("abcde"), max_size=2))
    hidden = [card for card in cards[1:4] if card not in excluded]
    other = [card for card in cards[1:] if card not in excluded]

    def dealt(blues):
        left = Counter(cards[1:]) - Counter(blues)
        pile = Pile(dict(left))
        red, blue = Hand("red", [cards[0]]), Hand("blue", list(blues))
        for place in blue.places:
            blue.exclude(place, *excluded, to=["red"])
        determinize(Seeded(seed), [pile, red, blue], "red")
        return pile, list(pile.pool), red, blue

    twin = other[len(other) - len(hidden) :]
    assert dealt(hidden) == dealt(twin)


def test_three_hands_of_thirteen_with_suits_known_to_be_gone_are_redrawn_at_once():
    cards = [f"{suit}{rank}" for suit in "abcd" for rank in range(13)]
    hands = [Hand("blue", cards[:13]), Hand("green", cards[13:26]), Hand("white", cards[26:39])]
    for hand, gone in zip(hands, ("cd", "d", "a"), strict=True):
        for place in hand.places:
            hand.exclude(place, *(card for card in cards if card[0] in gone), to=None)

    determinize(Seeded(1), [Hand("red", cards[39:]), *hands], "red")

    assert sorted(card for hand in hands for card in hand.cards) == sorted(cards[:39])
    assert {card[0] for card in hands[0].cards} <= {"a", "b"}
    assert "a" not in {card[0] for card in hands[2].cards}


def test_what_came_from_a_layer_of_a_pile_is_redrawn_from_that_layer_until_all_is_shuffled():
    pile, blue = Pile.of(["a", "b"]), Hand("blue")
    pile.move(blue, Scripted(["a"]))
    pile.put_on_top("c", "d", "e", shuffled=True)
    pile.move(blue, Scripted(["d"]))

    def read(holders):
        return tuple(holders[1].cards), *("".join(one.pool) for one in holders[0].stacked)

    found = odds_of(lambda: _copies(pile, blue), read=read)
    layered = [("c", "de"), ("d", "ce"), ("e", "cd")]
    assert found == {
        ((low, high), rest, left): Fraction(1, 6)
        for low, left in ("ab", "ba")
        for high, rest in layered
    }
    pile.shuffle()
    found = odds_of(lambda: _copies(pile, blue), read=lambda held: tuple(held[1].cards))
    assert found == {pair: Fraction(1, 20) for pair in permutations("abcde", 2)}
