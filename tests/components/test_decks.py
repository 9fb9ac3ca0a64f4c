"""Piles are honest about what nobody knows."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_core import Viewer, clone
from tabletop_core.chance import Enumerating, Scripted, Seeded
from tabletop_core.components import CardRow, Hand, Pile, deal, determinize
from tabletop_core.components.knowledge import PileError


def test_a_shuffled_pile_gives_the_exact_odds_of_its_next_card():
    assert Pile.of(["flak", "flak", "calm"]).odds() == {
        "flak": Fraction(2, 3),
        "calm": Fraction(1, 3),
    }
    assert Pile().odds() == {}


def test_a_card_drawn_has_left_the_pile_and_one_mixed_in_is_there():
    pile = Pile.of({"flak": 1, "calm": 2})

    assert pile.draw(Scripted(["calm"])) == "calm"
    assert (len(pile), pile.count("calm"), pile.cards) == (2, 1, {"flak": 1, "calm": 1})
    pile.mix_in(["calm", "calm"])
    assert pile.cards == {"flak": 1, "calm": 3}


def test_known_cards_on_top_come_first_and_those_under_the_pile_last():
    pile = Pile.of(["middle"])
    pile.put_on_top("first", "second")
    pile.put_under("before last", "last")

    assert pile.odds() == {"first": 1}
    source = Scripted(["middle"])
    assert [pile.draw(source) for _ in range(5)] == [
        *("first", "second", "middle", "before last", "last")
    ]
    assert source.left == []
    pile.put_under("last")
    assert pile.odds() == {"last": 1}


def test_an_empty_pile_cannot_be_drawn_from():
    with pytest.raises(PileError, match=r"no card to draw \(event\)"):
        Pile().draw(Seeded(1), "event")


def test_looking_determines_the_top_cards_and_leaves_them_there():
    pile = Pile.of(["a", "b", "c"])

    assert pile.look(Scripted(["b", "c"]), 2) == ["b", "c"]
    assert len(pile) == 3
    assert pile.look(Scripted([]), 1) == ["b"]
    assert sorted(Pile.of(["a", "b"]).look(Seeded(1), 5)) == ["a", "b"]
    assert [pile.draw(Scripted(["a"])) for _ in range(3)] == ["b", "c", "a"]


@pytest.mark.parametrize("card", ["pool", "top", "bottom"])
def test_a_card_is_found_wherever_it_lies_and_what_is_known_of_the_rest_stays_known(card):
    pile = Pile.of(["pool", "other"])
    pile.put_on_top("top", "next")
    pile.put_under("bottom")

    assert pile.take(card) == card
    assert pile.count(card) == 0
    assert pile.top == [known for known in ["top", "next"] if known != card]


def test_a_card_that_is_not_there_cannot_be_taken():
    with pytest.raises(PileError, match=r"no 'ace' to take; it holds: a"):
        Pile.of(["a"]).take("ace")


def test_shuffling_forgets_the_order_and_loses_no_card():
    pile = Pile.of(["a"])
    pile.put_on_top("b")
    pile.put_under("a")
    pile.shuffle()

    assert (pile.top, pile.bottom) == ([], [])
    assert pile.odds() == {"a": Fraction(2, 3), "b": Fraction(1, 3)}


@given(
    st.lists(st.sampled_from("abcd"), max_size=8),
    st.lists(st.sampled_from(["draw", "look", "top", "under", "mix", "shuffle"]), max_size=12),
    st.integers(),
)
def test_no_card_is_ever_lost_or_made(cards, moves, seed):
    pile, source, out = Pile.of(cards), Seeded(seed), []
    for move in moves:
        if move == "draw" and len(pile):
            out.append(pile.draw(source))
        elif move == "look":
            pile.look(source, 2)
        elif move == "top" and out:
            pile.put_on_top(out.pop())
        elif move == "under" and out:
            pile.put_under(out.pop())
        elif move == "mix":
            pile.mix_in(out)
            out = []
        elif move == "shuffle":
            pile.shuffle()

    assert Counter(pile.cards) + Counter(out) == Counter(cards)
    assert sum(pile.odds().values()) == (1 if len(pile) else 0)


# ---------------------------------------------------------------- hands


def test_what_a_hand_shows_is_a_copy():
    hand = Hand("west", ["a"])
    hand.seen_by(Viewer("west")).clear()

    assert hand.cards == ["a"]


@pytest.mark.parametrize("by_seat", [False, True])
def test_cards_are_dealt_one_at_a_time_in_turn_while_there_are_any(by_seat):
    west, east = Hand("west"), Hand("east")
    hands = {"west": west, "east": east} if by_seat else [west, east]
    deal(Scripted(["c", "a", "b"]), Pile.of(["a", "b", "c"]), hands, 2)

    assert (west.cards, east.cards) == (["c", "b"], ["a"])


def test_a_new_deal_keeps_what_the_seat_knows_and_the_sizes_of_all_hands():
    pile = Pile.of(["d", "e", "f"])
    pile.put_on_top("t")
    hands = [Hand("west", ["a", "b"]), Hand("east", ["c"])]

    determinize(Seeded(1), [pile, *hands], "west")

    assert hands[0].cards == ["a", "b"]
    assert len(hands[1]) == 1
    assert pile.top == ["t"]
    assert sorted(pile.pool) == [card for card in "cdef" if card not in hands[1].cards]


def test_a_new_deal_makes_each_unseen_card_equally_likely():
    source, found = Enumerating(), Counter()
    while source.next_path():
        pile, hands = Pile.of(["d", "e"]), [Hand("west", ["a"]), Hand("east", ["c"])]
        determinize(source, [pile, *hands], "west")
        found[hands[1].cards[0]] += source.weight

    assert found == {card: Fraction(1, 3) for card in "cde"}


def test_a_new_deal_does_not_depend_on_what_was_hidden():
    dealt = []
    for hidden, left in (("c", ["d", "e"]), ("d", ["c", "e"])):
        pile, hands = Pile.of(left), [Hand("west", ["a"]), Hand("east", [hidden])]
        determinize(Seeded(5), [pile, *hands], "west")
        dealt.append((hands, pile))

    assert dealt[0] == dealt[1]


# ---------------------------------------------------------------- mixing rows and piles in


def test_a_row_that_is_mixed_in_is_empty_and_what_was_known_of_it_is_forgotten():
    pile, row = Pile.of(["spy"]), CardRow("table", ["king", "owl"], face_up=True)
    pile.mix_in(row)

    assert pile.pool == {"spy": 1, "king": 1, "owl": 1}
    assert (row.cards, pile.top) == ([], [])


def test_a_pile_that_is_mixed_in_is_empty_top_and_bottom_too():
    pile, other = Pile.of(["spy"]), Pile.of(["king"])
    other.put_on_top("owl")
    other.put_under("fox")
    pile.mix_in(other)

    assert pile.pool == {"spy": 1, "king": 1, "owl": 1, "fox": 1}
    assert len(other) == 0


def test_a_card_laid_unseen_goes_back_to_its_own_pile():
    pile, row = Pile.of(["spy", "king"]), CardRow("table")
    row.lay(pile)
    pile.mix_in(row)

    assert (len(pile), pile.away, len(row)) == (2, 0, 0)


def test_a_card_laid_unseen_from_another_pile_is_refused_and_nothing_changes():
    pile, row = Pile.of(["spy"]), CardRow("table", ["owl"])
    row.lay(Pile.of(["king"]))
    with pytest.raises(PileError, match="table holds undetermined cards"):
        pile.mix_in(row)

    assert (len(pile), len(row)) == (1, 2)


def odds_of_draws(make, number):
    """Walk every outcome of drawing this many cards, and return the exact chance of each order."""
    source, found = Enumerating(), Counter()
    while source.next_path():
        pile = make()
        drawn = tuple(pile.draw(source) for _ in range(number))
        found[drawn] += source.weight
    return found


def test_cards_shuffled_onto_and_under_a_pile_come_before_and_after_it_in_any_order():
    def make():
        pile = Pile.of(["c"])
        pile.put_on_top("d")
        pile.put_on_top("a", "b", shuffled=True)
        pile.put_under("e", "f", shuffled=True)
        pile.put_under("g")
        return clone(pile)

    found = odds_of_draws(make, 7)

    assert len(make()) == 7
    assert make().seen_by(Viewer()) == [None, None, "d", None, None, None, "g"]
    assert {"".join(order): chance for order, chance in found.items()} == {
        f"{first}dc{last}g": Fraction(1, 4) for first in ("ab", "ba") for last in ("ef", "fe")
    }
    shuffled = make()
    shuffled.shuffle()
    assert shuffled.pool == dict.fromkeys("abcdefg", 1)


def test_a_special_card_is_equally_likely_at_each_place_of_its_part():
    def make():
        pile = Pile.of(["a", "a", "b"])
        pile.spread("x", "x")
        return clone(pile)

    found = odds_of_draws(make, 5)
    orders = {"".join(order): chance for order, chance in found.items()}

    assert (make().cards, make().sizes) == ({"a": 2, "b": 1, "x": 2}, [3, 2])
    assert {order.index("x") for order in orders} == {0, 1, 2}
    places = Counter()
    for order, chance in orders.items():
        places[order.index("x"), order.rindex("x")] += chance
    assert set(places.items()) == {((i, j), Fraction(1, 6)) for i in range(3) for j in (3, 4)}
    others = Counter()
    for order, chance in orders.items():
        others[order.replace("x", "")] += chance
    assert set(others.items()) == {(order, Fraction(1, 3)) for order in ("aab", "aba", "baa")}


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda pile: pile.spread("a"), "holds 'a' already"),
        (lambda pile: pile.spread("x", "y", "z"), "2 cards cannot be divided into 3 parts"),
        (lambda pile: (CardRow("aside").lay(pile), pile.spread("x")), "divided while 1 of its"),
        (lambda pile: (pile.spread("x"), pile.take("a")), "cannot be searched"),
        (lambda pile: (pile.spread("x"), pile.unlooked()), "nobody looks at"),
        (lambda pile: pile.put_on_top("x", seats=["red"], shuffled=True), "leave `seats` out"),
    ],
)
def test_what_layers_and_parts_cannot_do_is_refused(spoil, said):
    with pytest.raises(PileError, match=said):
        spoil(Pile.of(["a", "b"]))
