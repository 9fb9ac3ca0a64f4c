"""Who knows what of a card is on record; it travels with the card and ends in a shuffle."""

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_core import Viewer, clone
from tabletop_core.chance import Scripted, Seeded
from tabletop_core.components import UNDETERMINED, CardRow, Hand, Known, Pile
from tabletop_core.components.knowledge import PileError
from tabletop_core.engine.state import decode, encode, state_key
from tests.components.table import play_through

RED, BLUE, NOBODY = Viewer("red"), Viewer("blue"), Viewer()

KNOWN = {
    "a card in a row is known to nobody until it is shown": """
        row has spy king; red sees row ? ?; show row table:2 to red
        red sees row ? king; blue sees row ? ?""",
    "what is shown to everybody a spectator sees too": """
        row has spy king; show row table:1 to all; show row king to all
        nobody sees row spy king""",
    "one who may see all sees what nobody knows but nothing that is not determined": """
        row has spy; pile has king; lay on row; allseeing sees row spy ?""",
    "a card in a hand can be shown by its id": """
        red has spy king; show red king to blue
        blue sees red ? king; red sees red spy king; allseeing sees red spy king""",
    "a seat knows what a card is not": """
        red has spy; exclude red red:hand:1 king to blue; exclude red spy queen to blue
        blue excludes red:hand:1 king queen; nobody excludes red:hand:1""",
    "what everybody knows that a card is not a spectator knows too": """
        row has spy; exclude row table:1 king to all
        nobody excludes table:1 king; red excludes table:1 king""",
    "knowledge travels with the card": """
        red has spy king; blue has page; show red spy to green; exclude red king page to green
        move red spy to blue; move red king to blue; red holds
        red sees blue ? spy king; blue sees blue page spy king
        green sees blue ? spy ?; green excludes blue:hand:3 page""",
    "a card moved within its row comes to the end": """
        row has spy king; show row spy to red; move row table:1 to row; red sees row ? spy
        allseeing sees row king spy""",
    "several cards moved within their row come to the end in their order": """
        row has spy king owl; move row table:1 table:2 to row; allseeing sees row owl spy king""",
    "several cards are moved at once each with what is known of it": """
        red has spy king spy; show red red:hand:2 to blue
        move red red:hand:1 red:hand:2 spy to row; red holds
        blue sees row ? king ?; red sees row spy king spy""",
    "a card laid on a pile is known there to those who knew it": """
        red has spy; pile has king page; move red spy to pile
        red sees pile spy ? ?; blue sees pile ? ? ?""",
    "a known top card is known where it is dealt": """
        pile has king; put spy on pile for red; deal to blue
        red sees blue spy; nobody sees blue ?""",
    "who looks at the top of a pile alone knows it alone": """
        pile has spy king page; put ace under pile for blue; look 2 for red from king spy
        red sees pile king spy ? ?; blue sees pile ? ? ? ace""",
    "a second look adds to who knows": """
        pile has spy king; look 1 for red from king; look 1 for blue
        red sees pile king ?; blue sees pile king ?""",
    "shuffling a pile ends what was known of it": """
        pile has king; put spy on pile for red; shuffle pile; red sees pile ? ?
        pile holds king spy""",
    "shuffling a hand ends what others knew of its places, and its owner looks again": """
        red has spy king page; show red spy to blue
        shuffle red from red:hand:3 red:hand:1 red:hand:2
        red sees red page spy king; blue sees red ? ? ?""",
    "a card played takes its knowledge away": """
        red has spy king; show red king to blue; play spy is spy; blue sees red king""",
    "a card is played by its place or its id": """
        red has spy king spy; play red:hand:2 is king; play spy is spy; red sees red spy""",
    "a card laid face down that some knew stays known to them": """
        pile has king; put spy on pile for red; lay on row; red sees row spy; blue sees row ?""",
    "what lies face down is determined from its pile when somebody looks, once": """
        pile has spy king; lay on row; determine table:1 from king; red sees row ?
        allseeing sees row king; pile holds spy; determine table:1""",
    "a row is moved whole": """
        row has spy king; empty row; row holds; red sees red spy king""",
}


@pytest.mark.parametrize("claim", KNOWN)
def test_who_knows_what(claim):
    assert play_through(KNOWN[claim]) == ""


def test_to_those_who_may_not_know_a_card_its_id_is_where_it_is_and_not_what_it_is():
    hand, row = Hand("red", ["spy", "king"]), CardRow("table", ["spy"])

    assert hand.places == hand.ids_for(BLUE) == ["red:hand:1", "red:hand:2"]
    assert row.places == row.ids_for(RED) == ["table:1"]


def test_to_those_who_know_a_card_its_id_stays_when_the_one_before_it_leaves():
    for row in (Hand("red"), CardRow("table", face_up=True)):
        for card in ("spy", "king", "spy", "page"):
            row.put(card)
        before = row.ids_for(RED)
        row.play(before[0])
        row.put("ace")

        assert set(row.ids_for(RED)) - set(before) == {f"{row.named}:ace:1"}
        assert [row.at(one).card for one in before if one in row] == ["spy", "king", "page"]


def test_an_id_is_never_taken_for_a_position():
    hand = Hand("red", ["2", "1"])

    assert [hand.at(one).card for one in ("red:hand:2", "red:hand:2:1", "2")] == ["1", "2", "2"]
    assert hand.ids_of("1") == ("red:hand:1:1",)
    assert ("red:hand:2:2" in hand, "red:hand:3" in hand, UNDETERMINED in hand) == (False,) * 3


def test_who_learns_what_a_card_is_needs_no_record_of_what_it_is_not():
    hand = Hand("red", ["spy"])
    hand.exclude("spy", "king", to=["blue", "green"])
    hand.show("spy", to=["blue"])

    assert hand.at("spy") == Known("spy", ("blue", "red"), (("green", "king"),))


def test_cards_appended_to_a_hand_by_hand_are_known_to_its_owner():
    hand = Hand("red", ["spy"])
    hand.show("spy", to=["blue"])
    hand.cards.insert(0, "king")

    assert hand.seen_by(RED) == ["king", "spy"]
    assert hand.seen_by(BLUE) == [None, "spy"]


def test_a_row_that_lies_face_up_is_seen_by_all_and_records_nothing():
    row = CardRow("table", face_up=True)
    Hand("red", ["spy"]).move("spy", row)

    assert row.seen_by(NOBODY) == ["spy"]
    assert row.known == []


def test_a_row_is_emptied_and_rearranged_to_nothing():
    hand, row = Hand("red", ["spy", "king"]), CardRow("table", ["spy"])
    row.rearrange([])

    assert [hand.empty(), hand.empty(), hand.cards] == [["spy", "king"], [], []]
    assert (row.cards, row.known) == ([], [])


def test_the_choices_of_a_hand_are_the_ids_of_its_cards_with_their_names():
    hand = Hand("red", ["spy", "spy"])
    hand.lay(Pile.of(["king"]))

    assert hand.choices(str.upper) == {
        "red:hand:spy:1": "SPY",
        "red:hand:spy:2": "SPY",
        "red:hand:3": "face down",
    }


# ---------------------------------------------------------------- undetermined cards


def test_a_card_laid_face_down_is_not_determined_and_leaves_the_odds_as_they_were():
    pile, row = Pile.of(["spy", "king", "page"]), CardRow("aside")
    before = pile.odds()

    assert row.lay(pile) == "aside:1"
    assert row.cards == [UNDETERMINED]
    assert len(pile) == 2
    assert pile.odds() == before


def test_when_only_undetermined_cards_are_left_in_the_pool_the_bottom_comes_next():
    pile, row = Pile.of(["spy"]), CardRow("aside")
    pile.put_under("king")
    row.lay(pile)

    assert pile.odds() == {"king": 1}
    assert pile.draw(Scripted([])) == "king"
    assert len(pile) == 0
    with pytest.raises(PileError, match="no card to draw"):
        pile.draw(Scripted([]))


SPY = r"red:hand:1 is 'spy', so nobody can know that it is not"
NOT_THERE = r"red has no .* in hand; the hand holds: spy, king"
UNKNOWN = r"aside:1, which is not determined"
REFUSED = [
    # Nobody can know that a card is not what it is.
    (lambda hand, row, pile: hand.exclude("red:hand:1", "spy", to=["blue"]), SPY),
    # A place or card must be there, and each of several.
    (lambda hand, row, pile: hand.show("red:hand:3", to=None), NOT_THERE),
    (lambda hand, row, pile: hand.show("queen", to=None), NOT_THERE),
    (lambda hand, row, pile: hand.show(UNDETERMINED, to=None), NOT_THERE),
    (lambda hand, row, pile: hand.play("queen"), NOT_THERE),
    (lambda hand, row, pile: hand.move(["spy", "spy"], row), "red has no"),
    (lambda hand, row, pile: hand.move(["red:hand:1", "red:hand:1"], row), "red has no"),
    (lambda hand, row, pile: hand.move(["spy", "owl"], row), "red has no"),
    # Nothing can be known of a card that is not determined.
    (lambda hand, row, pile: row.show("aside:1", to=["red"]), f"{UNKNOWN}; call determine"),
    (lambda hand, row, pile: row.exclude("aside:1", "king", to=["red"]), UNKNOWN),
    # Neither a pile nor nothing takes such a card.
    (lambda hand, row, pile: row.move("aside:1", pile), "determine it first"),
    (lambda hand, row, pile: row.empty(), "not determined"),
    # A pile of which cards lie elsewhere is not mixed with others, nor searched.
    (
        lambda hand, row, pile: pile.mix_in(["page"]),
        "cannot be mixed with others while 1 of its cards",
    ),
    (lambda hand, row, pile: pile.take("spy"), "cannot be searched while 1 of its cards"),
    # A pile of which nothing lies elsewhere determines nothing.
    (
        lambda hand, row, pile: row.determine("aside:1", Pile.of(["king"]), Seeded(1)),
        "name the pile that the card was laid from",
    ),
]


@pytest.mark.parametrize(("deed", "words"), REFUSED)
def test_what_cannot_be_is_refused_and_nothing_moves(deed, words):
    hand, row, pile = Hand("red", ["spy", "king"]), CardRow("aside"), Pile.of(["spy", "king"])
    row.lay(pile)
    before = clone([hand, row, pile])

    with pytest.raises(PileError, match=words):
        deed(hand, row, pile)
    assert [hand, row, pile] == before


def test_a_pile_of_which_a_card_lies_elsewhere_is_shuffled():
    pile = Pile.of(["spy", "king"])
    CardRow("aside").lay(pile)
    pile.shuffle()

    assert len(pile) == 1


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
def test_no_card_is_lost_and_each_sees_what_is_true_and_may_be_seen(moves, seed):
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
    for owner, hand in table.hands.items():
        assert hand.seen_by(Viewer(owner)) == [card or None for card in hand.cards]
    for holder in (table.pile, *holders):
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
