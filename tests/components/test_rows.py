"""Who knows what of a card is on record; it travels with the card and ends in a shuffle."""

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_core import ALL_SEEING, Viewer, clone
from tabletop_core.chance import Scripted, Seeded
from tabletop_core.components import UNDETERMINED, CardRow, Hand, Known, Pile
from tabletop_core.components.knowledge import PileError
from tabletop_core.engine.state import decode, encode, state_key

RED, BLUE, NOBODY = Viewer("red"), Viewer("blue"), Viewer()


def test_a_place_is_named_by_where_it_is_and_not_by_what_lies_there():
    assert Hand("red", ["spy", "king"]).places == ["red:hand:1", "red:hand:2"]
    assert CardRow("table", ["spy"]).places == ["table:1"]


def test_a_card_in_a_row_is_known_to_nobody_until_it_is_shown():
    row = CardRow("table", ["spy", "king"])

    assert row.seen_by(RED) == [None, None]
    assert row.show("table:2", to=["red"]) == ["king"]
    assert row.seen_by(RED) == [None, "king"]
    assert row.seen_by(BLUE) == [None, None]


def test_what_is_shown_to_everybody_a_spectator_sees_too():
    row = CardRow("table", ["spy", "king"])
    row.show("table:1", "king", to=None)

    assert row.seen_by(NOBODY) == ["spy", "king"]


def test_one_who_may_see_all_sees_what_nobody_knows_but_nothing_that_is_not_determined():
    row = CardRow("table", ["spy"])
    row.lay(Pile.of(["king"]))

    assert row.seen_by(ALL_SEEING) == ["spy", None]


def test_a_card_in_a_hand_can_be_shown_by_its_id():
    hand = Hand("red", ["spy", "king"])
    hand.show("king", to=["blue"])

    assert hand.seen_by(BLUE) == [None, "king"]
    assert hand.seen_by(RED) == ["spy", "king"]


def test_a_seat_knows_what_a_card_is_not():
    hand = Hand("red", ["spy"])
    hand.exclude("red:hand:1", "king", "queen", to=["blue"])

    assert hand.excluded_for("red:hand:1", BLUE) == {"king", "queen"}
    assert hand.excluded_for("red:hand:1", NOBODY) == set()


def test_what_everybody_knows_that_a_card_is_not_a_spectator_knows_too():
    row = CardRow("table", ["spy"])
    row.exclude("table:1", "king", to=None)

    assert row.excluded_for("table:1", NOBODY) == row.excluded_for("table:1", RED) == {"king"}


def test_who_learns_what_a_card_is_needs_no_record_of_what_it_is_not():
    hand = Hand("red", ["spy"])
    hand.exclude("spy", "king", to=["blue", "green"])
    hand.show("spy", to=["blue"])

    assert hand.at("spy") == Known("spy", ("blue", "red"), (("green", "king"),))


def test_nobody_can_know_that_a_card_is_not_what_it_is():
    with pytest.raises(PileError, match=r"red:hand:1 is 'spy', so nobody can know that it is not"):
        Hand("red", ["spy"]).exclude("red:hand:1", "spy", to=["blue"])


def test_knowledge_travels_with_the_card():
    red, blue = Hand("red", ["spy", "king"]), Hand("blue", ["page"])
    red.show("spy", to=["green"])
    red.exclude("king", "page", to=["green"])
    red.move("spy", blue)
    red.move("king", blue)

    assert red.cards == []
    assert blue.seen_by(RED) == [None, "spy", "king"]
    assert blue.seen_by(BLUE) == ["page", "spy", "king"]
    assert blue.seen_by(Viewer("green")) == [None, "spy", None]
    assert blue.excluded_for("blue:hand:3", Viewer("green")) == {"page"}


def test_a_card_moved_within_its_row_comes_to_the_end():
    row = CardRow("table", ["spy", "king"])
    row.show("spy", to=["red"])
    row.move("table:1", row)

    assert (row.cards, row.seen_by(RED)) == (["king", "spy"], [None, "spy"])


def test_a_card_laid_on_a_pile_is_known_there_to_those_who_knew_it():
    hand, pile = Hand("red", ["spy"]), Pile.of(["king", "page"])
    hand.move("spy", pile)

    assert pile.seen_by(RED) == ["spy", None, None]
    assert pile.seen_by(BLUE) == [None, None, None]


def test_a_known_top_card_is_known_where_it_is_dealt():
    pile, hand = Pile.of(["king"]), Hand("blue")
    pile.put_on_top("spy", seats=["red"])
    pile.move(hand, Scripted([]))

    assert hand.seen_by(RED) == ["spy"]
    assert hand.seen_by(NOBODY) == [None]


def test_who_looks_at_the_top_of_a_pile_alone_knows_it_alone():
    pile = Pile.of(["spy", "king", "page"])
    pile.put_under("ace", seats=["blue"])
    pile.look(Scripted(["king", "spy"]), 2, seats=["red"])

    assert pile.seen_by(RED) == ["king", "spy", None, None]
    assert pile.seen_by(BLUE) == [None, None, None, "ace"]


def test_a_second_look_adds_to_who_knows():
    pile = Pile.of(["spy", "king"])
    pile.look(Scripted(["king"]), 1, seats=["red"])
    pile.look(Scripted([]), 1, seats=["blue"])

    assert pile.seen_by(RED) == pile.seen_by(BLUE) == ["king", None]


def test_shuffling_a_pile_ends_what_was_known_of_it():
    pile = Pile.of(["king"])
    pile.put_on_top("spy", seats=["red"])
    pile.shuffle()

    assert pile == Pile.of(["king", "spy"])


def test_shuffling_a_hand_ends_what_others_knew_of_its_places_and_its_owner_looks_again():
    hand = Hand("red", ["spy", "king", "page"])
    hand.show("spy", to=["blue"])
    hand.shuffle(Scripted(["red:hand:3", "red:hand:1", "red:hand:2"]))

    assert hand.seen_by(RED) == ["page", "spy", "king"]
    assert hand.seen_by(BLUE) == [None, None, None]


def test_a_card_played_takes_its_knowledge_away():
    hand = Hand("red", ["spy", "king"])
    hand.show("king", to=["blue"])
    hand.play("spy")

    assert hand.seen_by(BLUE) == ["king"]


@pytest.mark.parametrize("which", ["red:hand:3", "queen", UNDETERMINED])
def test_a_place_or_card_that_is_not_there_is_refused(which):
    with pytest.raises(PileError, match=r"red has no .* in hand; the hand holds: spy, king"):
        Hand("red", ["spy", "king"]).show(which, to=None)


def test_cards_appended_to_a_hand_by_hand_are_known_to_its_owner():
    hand = Hand("red", ["spy"])
    hand.show("spy", to=["blue"])
    hand.cards.insert(0, "king")

    assert hand.seen_by(RED) == ["king", "spy"]
    assert hand.seen_by(BLUE) == [None, "spy"]


# ---------------------------------------------------------------- undetermined cards


def test_a_card_laid_face_down_is_not_determined_and_leaves_the_odds_as_they_were():
    pile, row = Pile.of(["spy", "king", "page"]), CardRow("aside")
    before = pile.odds()

    assert row.lay(pile) == "aside:1"
    assert row.cards == [UNDETERMINED]
    assert len(pile) == 2
    assert pile.odds() == before


def test_a_card_laid_face_down_that_some_knew_stays_known_to_them():
    pile, row = Pile.of(["king"]), CardRow("aside")
    pile.put_on_top("spy", seats=["red"])
    row.lay(pile)

    assert row.seen_by(RED) == ["spy"]
    assert row.seen_by(BLUE) == [None]


def test_what_lies_face_down_is_determined_from_its_pile_when_somebody_looks():
    pile, row = Pile.of(["spy", "king"]), CardRow("aside")
    row.lay(pile)

    assert row.determine("aside:1", pile, Scripted(["king"])) == "king"
    assert row.seen_by(RED) == [None]
    assert (pile.pool, len(pile)) == ({"spy": 1}, 1)
    assert row.determine("aside:1", pile, Scripted([])) == "king"


def test_when_only_undetermined_cards_are_left_in_the_pool_the_bottom_comes_next():
    pile, row = Pile.of(["spy"]), CardRow("aside")
    pile.put_under("king")
    row.lay(pile)

    assert pile.odds() == {"king": 1}
    assert pile.draw(Scripted([])) == "king"
    assert len(pile) == 0
    with pytest.raises(PileError, match="no card to draw"):
        pile.draw(Scripted([]))


def test_nothing_can_be_known_of_a_card_that_is_not_determined():
    row = CardRow("aside")
    row.lay(Pile.of(["spy"]))

    with pytest.raises(PileError, match=r"aside:1, which is not determined; call determine"):
        row.show("aside:1", to=["red"])
    with pytest.raises(PileError, match=r"aside:1, which is not determined"):
        row.exclude("aside:1", "king", to=["red"])


def test_a_pile_takes_no_card_that_is_not_determined():
    row, pile = CardRow("aside"), Pile.of(["spy"])
    row.lay(pile)

    with pytest.raises(PileError, match="determine it first"):
        row.move("aside:1", pile)
    assert len(row) == 1


def test_a_pile_is_not_mixed_with_other_cards_or_searched_while_some_of_it_lie_undetermined():
    row, pile = CardRow("aside"), Pile.of(["spy", "king"])
    row.lay(pile)

    with pytest.raises(PileError, match="cannot be mixed with others while 1 of its cards"):
        pile.mix_in(["page"])
    with pytest.raises(PileError, match="cannot be searched while 1 of its cards"):
        pile.take("spy")
    pile.shuffle()
    assert len(pile) == 1


def test_a_pile_of_which_nothing_lies_elsewhere_determines_nothing():
    row, pile = CardRow("aside"), Pile.of(["spy"])
    row.lay(pile)

    with pytest.raises(PileError, match="name the pile that the card was laid from"):
        row.determine("aside:1", Pile.of(["king"]), Seeded(1))


# ---------------------------------------------------------------- plain data


@attrs.define
class Table:
    pile: Pile
    hands: dict[str, Hand]
    row: CardRow


def a_table() -> Table:
    return Table(
        Pile.of(["spy", "king", "page"] * 3),
        {s: Hand(s) for s in ("red", "blue")},
        CardRow("table"),
    )


def play_about(table: Table, moves, seed: int) -> None:
    """Do all kinds of things with the cards of a table."""
    source = Seeded(seed)
    holders = [table.row, *table.hands.values()]
    for what, at, other in moves:
        holder = holders[at % 3]
        cards = holder.places
        place = cards[other % len(cards)] if cards else None
        if what == "deal" and len(table.pile):
            table.pile.move(holder, source)
        elif what == "lay" and len(table.pile):
            holder.lay(table.pile)
        elif what == "look":
            table.pile.look(source, 1, seats=["red"])
        elif place is None:
            continue
        elif what == "determine":
            holder.determine(place, table.pile, source)
        elif what == "shuffle":
            holder.shuffle(source)
        elif what == "move":
            holder.move(place, holders[other % 3])
        elif holder.at(place).is_determined:
            if what == "show":
                holder.show(place, to=["red", "blue"][other % 2 :])
            elif what == "exclude":
                others = {"spy", "king", "page"} - {holder.at(place).card}
                holder.exclude(place, *others, to=None if other % 2 else ["blue"])
            elif what == "return":
                holder.move(place, table.pile)


MOVES = st.lists(
    st.tuples(
        st.sampled_from(
            ["deal", "lay", "look", "determine", "shuffle", "move", "show", "exclude", "return"]
        ),
        st.integers(0, 5),
        st.integers(0, 5),
    ),
    max_size=25,
)


@given(MOVES, st.integers(0, 99))
def test_what_is_known_survives_a_copy_and_a_saved_game(moves, seed):
    table = a_table()
    play_about(table, moves, seed)

    for copy in (clone(table), decode(Table, encode(table))):
        assert copy == table
        assert state_key(copy) == state_key(table)


@given(MOVES, st.integers(0, 99))
def test_no_card_is_lost_and_what_a_seat_sees_is_true(moves, seed):
    table = a_table()
    play_about(table, moves, seed)
    holders = [table.row, *table.hands.values()]
    laid = [card for holder in holders for card in holder.cards]

    assert len(laid) + len(table.pile) == 9
    assert laid.count(UNDETERMINED) == table.pile.away
    for card in ("spy", "king", "page"):
        assert laid.count(card) + table.pile.count(card) == 3
    for holder in holders:
        for place, card in zip(holder.places, holder.cards, strict=True):
            for viewer in (RED, BLUE, NOBODY):
                assert card not in holder.excluded_for(place, viewer)
        for seen in (holder.seen_by(RED), holder.seen_by(NOBODY)):
            assert all(one in (None, card) for one, card in zip(seen, holder.cards, strict=True))


@given(MOVES, st.integers(0, 99))
def test_an_owner_sees_what_is_determined_in_hand_and_a_spectator_no_more_than_a_seat(moves, seed):
    table = a_table()
    play_about(table, moves, seed)

    for owner, hand in table.hands.items():
        assert hand.seen_by(Viewer(owner)) == [card or None for card in hand.cards]
    for holder in (table.row, table.pile, *table.hands.values()):
        for one, all_see in zip(holder.seen_by(RED), holder.seen_by(NOBODY), strict=True):
            assert all_see in (None, one)


def test_looking_changes_nothing():
    hand = Hand("red", ["spy"])
    before = state_key(hand)
    hand.seen_by(BLUE), hand.at("spy"), hand.places, hand.excluded_for("spy", BLUE)

    assert state_key(hand) == before


def test_piles_and_hands_of_games_saved_before_are_read():
    pile = decode(Pile, {"pool": {"spy": 2}, "top": ["king"], "bottom": ["page"]})
    hand = decode(Hand, {"owner": "red", "cards": ["ace"]})

    assert pile == Pile({"spy": 2}, ["king"], ["page"])
    assert pile.seen_by(NOBODY) == ["king", None, None, "page"]
    assert hand.seen_by(RED) == ["ace"]


# ---------------------------------------------------------------- several at once


def test_several_cards_are_moved_at_once_each_with_what_is_known_of_it():
    hand, row = Hand("red", ["spy", "king", "spy"]), CardRow("table")
    hand.show("red:hand:2", to=["blue"])
    hand.move(["red:hand:1", "red:hand:2", "spy"], row)

    assert (hand.cards, row.cards) == ([], ["spy", "king", "spy"])
    assert row.seen_by(BLUE) == [None, "king", None]
    assert row.seen_by(RED) == ["spy", "king", "spy"]


@pytest.mark.parametrize("which", [["spy", "spy"], ["red:hand:1", "red:hand:1"], ["spy", "owl"]])
def test_where_one_of_several_is_not_there_none_is_moved(which):
    hand, row = Hand("red", ["spy", "king"]), CardRow("table")
    with pytest.raises(PileError, match="red has no"):
        hand.move(which, row)

    assert (hand.cards, row.cards) == (["spy", "king"], [])


def test_moving_cards_within_a_row_puts_them_last():
    row = CardRow("table", ["spy", "king", "owl"])
    row.move(["table:1", "table:2"], row)

    assert row.cards == ["owl", "spy", "king"]


def test_a_row_is_taken_whole_or_emptied():
    row, hand = CardRow("table", ["spy", "king"]), Hand("red")
    row.move_all(hand)

    assert (row.cards, hand.cards) == ([], ["spy", "king"])
    assert hand.empty() == ["spy", "king"]
    assert hand.cards == []
    assert hand.empty() == []


def test_a_row_with_a_card_not_determined_is_not_emptied_into_nothing():
    row = CardRow("table", ["spy"])
    row.lay(Pile.of(["king"]))
    with pytest.raises(PileError, match="not determined"):
        row.empty()

    assert len(row) == 2


def test_rearranging_to_nothing_leaves_no_cards():
    row = CardRow("table", ["spy"])
    row.rearrange([])

    assert (row.cards, row.known) == ([], [])


def test_a_card_is_played_by_its_place_or_its_id():
    hand = Hand("red", ["spy", "king", "spy"])

    assert hand.play("red:hand:2") == "king"
    assert hand.play("spy") == "spy"
    assert hand.cards == ["spy"]


def test_a_row_that_lies_face_up_is_seen_by_all_and_records_nothing():
    row = CardRow("table", face_up=True)
    Hand("red", ["spy"]).move("spy", row)

    assert row.seen_by(NOBODY) == ["spy"]
    assert row.known == []


def test_the_choices_of_a_hand_are_its_places_with_the_names_of_its_cards():
    hand = Hand("red", ["spy", "spy"])
    hand.lay(Pile.of(["king"]))

    assert hand.choices(str.upper) == {
        "red:hand:1": "SPY",
        "red:hand:2": "SPY",
        "red:hand:3": "face down",
    }
