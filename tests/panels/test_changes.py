"""What changed on the table since a viewer last looked."""

import attrs
import pytest

from tabletop_core.boards import HexGrid
from tabletop_core.panels import (
    BoardPanel,
    Card,
    Cards,
    Facts,
    Lines,
    Piece,
    Slot,
    Slots,
    Spot,
    TrackPanel,
    Way,
    changes,
)

GRID = HexGrid(4, 4)
TANK = Piece(id="t1", words="a tank", at="0101")
GUN = Piece(id="g1", words="a gun", at="0202", corners=("4",))


def view(*pieces, spots=(), fuel="12"):
    return [
        BoardPanel(title="Board", board=GRID, pieces=pieces, spots=spots),
        Facts(title="State", rows=(("fuel", fuel), ("weather", "clear"))),
    ]


def test_two_views_that_are_equal_have_no_changes():
    found = changes(view(TANK, GUN), view(TANK, GUN))

    assert not found
    assert found.touched == frozenset()


def test_a_piece_that_moved_is_told_with_both_spaces_and_is_not_changed():
    found = changes(view(TANK), view(attrs.evolve(TANK, at="0102")))

    assert found.moved == {"t1": ("0101", "0102")}
    assert not found.changed
    assert found.panels == ("board",)
    assert found.lines() == ["a tank: 0101 to 0102"]


def test_a_piece_that_was_put_elsewhere_anew_did_not_move_there():
    found = changes(view(TANK), view(attrs.evolve(TANK, at="0102", placing="scenario 2")))

    assert not found.moved
    assert found.lines() == ["New at 0102: a tank", "Gone at 0101: a tank"]


def test_a_card_whose_state_alone_is_another_is_told_by_it():
    card = Card(id="c1", name="Feint", detail="Hit + any: roll a die again")
    before, now = (
        [Cards(title="Hand", cards=(one,))] for one in (card, attrs.evolve(card, state="active"))
    )

    assert changes(before, now).lines() == ["Feint: active"]
    assert changes(now, before).lines() == ["Feint: no longer active"]


def test_a_card_that_turns_into_another_is_told_by_both_names():
    before, now = (
        [Cards(title="Dice", cards=(Card(id="d1", name=name, detail=detail),))]
        for name, detail in (("Hit", "on your plane"), ("blank", "brings nothing"))
    )

    assert changes(before, now).lines() == ["blank, brings nothing (before: Hit, on your plane)"]


def test_a_piece_that_lies_on_one_that_moved_has_moved_too():
    crew = Piece(id="crew", words="its crew", at="t1")
    found = changes(view(TANK, crew), view(attrs.evolve(TANK, at="0102"), crew))

    assert found.moved["crew"] == ("0101", "0102")


def test_pieces_that_came_and_went_are_new_and_gone():
    found = changes(view(TANK), view(GUN))

    assert list(found.new) == ["g1"]
    assert list(found.gone) == ["t1"]
    assert found.lines() == ["New at 0202: a gun", "Gone at 0101: a tank"]


def test_a_piece_that_moved_and_turned_over_is_moved_and_changed():
    found = changes(view(GUN), view(attrs.evolve(GUN, at="0303", corners=("2",))))

    assert list(found.moved) == ["g1"]
    assert list(found.changed) == ["g1"]
    assert found.touched == {"g1"}


def test_a_value_that_changed_is_told_with_the_one_before():
    found = changes(view(fuel="12"), view(fuel="9"))

    assert found.panels == ("state",)
    assert found.lines() == ["fuel: 9 (before: 12)"]


def test_a_space_that_shows_something_new_is_told():
    found = changes(view(), view(spots=(Spot(id="0303", words="a fire", tone="bad"),)))

    assert found.lines() == ["New at 0303: a fire"]


@pytest.mark.parametrize(
    ("before", "now", "lines"),
    [
        (
            Lines(title="Notes", lines=("old",)),
            Lines(title="Notes", lines=("new", "old")),
            ["New: new"],
        ),
        (
            TrackPanel(title="Turn", low=1, high=9, value=3),
            TrackPanel(title="Turn", low=1, high=9, value=4),
            ["Turn: 4 (before: 3)"],
        ),
        (
            Cards(title="Hand", cards=(Card(name="Fog", id="c1"), Card(name="Sun", id="c2"))),
            Cards(title="Hand", cards=(Card(name="Sun", id="c2"),)),
            ["Gone: Fog"],
        ),
    ],
    ids=["lines", "track", "cards"],
)
def test_panels_of_text_tell_what_changed_in_them(before, now, lines):
    assert changes([before], [now]).lines() == lines


def test_a_panel_that_is_gone_is_told_with_all_it_held():
    before = view(TANK)

    assert changes(before, before[:1]).panels == ("state",)
    assert changes(before, before[:1]).lines() == ["Gone: fuel: 12", "Gone: weather: clear"]


def test_of_a_thing_that_says_much_only_what_it_says_otherwise_is_told():
    before, now = (
        [Cards(title="Enemies", cards=(Card(name="Fighter", detail=detail, state=state),))]
        for detail, state in (
            ("initiative 2; damage 0 of 3", "near"),
            ("initiative 2; damage 1 of 3", "near"),
        )
    )

    assert changes(before, now).lines() == ["Fighter: damage 1 of 3 (before: damage 0 of 3)"]


def test_a_thing_that_only_loses_words_is_told_whole():
    before, now = (
        [Facts(title="Mission", rows=(("weather", text),))] for text in ("clear, windy", "clear")
    )

    assert changes(before, now).lines() == ["weather: clear (before: clear, windy)"]


def test_of_words_that_are_added_to_others_only_the_last_of_these_is_told_again():
    before, now = (
        [Facts(title="Fleet", rows=(("w1", text),))]
        for text in ("fighter of west, nose E", "fighter of west, nose E, 2 points to move")
    )

    assert changes(before, now).lines() == ["w1: nose E, 2 points to move (before: nose E)"]


def test_a_name_that_words_begin_with_is_told_once_and_a_card_and_its_counter_in_one_line():
    before, now = (
        [
            BoardPanel(
                title="Board",
                board=GRID,
                pieces=(Piece(id="twins", name="Twins", words=f"Twins: fast {fast}", at="0101"),),
            ),
            Cards(title="Enemies", cards=(Card(name="Twins", id="card", detail=f"fast {fast}"),)),
        ]
        for fast in (3, 2)
    )

    assert changes(before, now).lines() == ["Twins: fast 2 (before: fast 3)"]


def test_a_piece_that_has_no_name_is_called_as_its_words_were():
    ready, tired = (
        Piece(id="pilot", words=words, label=words, at="0101") for words in ("ready", "exhausted")
    )
    before, now = ([BoardPanel(title="Board", board=GRID, pieces=(one,))] for one in (ready, tired))

    assert changes(before, now).lines() == ["ready: exhausted (before: ready)"]


def test_a_piece_is_called_by_its_name_where_its_words_tell_only_how_it_is():
    ready = Piece(id="man_3", words="ready", name="Pilot", at="0101")
    tired = attrs.evolve(ready, words="exhausted", tone="quiet")
    before, now = ([BoardPanel(title="Board", board=GRID, pieces=(one,))] for one in (ready, tired))

    assert changes(before, now).lines() == ["Pilot: exhausted (before: ready)"]


def test_pieces_and_spaces_are_told_by_their_words_and_never_by_their_ids():
    stands = (Spot(id="0101", label="stand 1"), Spot(id="0102", label="lead leader"))
    bomber = Piece(id="b17f-a", label="17F A", words="B-17F A, air combat 2", at="0101")
    crew = Piece(
        id="sky_drummer", label="1/2/1", words="Sky Drummer (crack), 3 missions", at="0102"
    )
    before = view(bomber, spots=stands)
    now = view(attrs.evolve(bomber, at="0102"), crew, spots=stands)

    assert changes(before, now).lines() == [
        "B-17F A: stand 1 to lead leader",
        "New at lead leader: Sky Drummer (crack), 3 missions",
    ]


def test_a_state_that_the_words_leave_out_is_told():
    untouched, bombed, worse = (
        view(spots=(Spot(id="0101", words="the port", label="Port", state=state),))
        for state in ("", "2/3", "3/3")
    )

    steps = [(untouched, bombed), (bombed, worse), (worse, untouched)]

    told = [line for before, now in steps for line in changes(before, now).lines()]
    assert told == ["Port: 2/3", "Port: 3/3 (before: 2/3)", "Port: no longer 3/3"]


def test_a_place_in_a_row_is_told_with_the_name_of_the_row():
    before, now = (
        [Slots(title="Movement dice", slots=(Slot(name="4", content=count),))]
        for count in ("x2", "x1")
    )

    assert changes(before, now).lines() == ["Movement dice, 4: x1 (before: x2)"]


def test_a_place_that_only_has_a_name_is_not_told_as_new():
    assert changes(view(), view(spots=(Spot(id="0101", label="stand 1"),))).lines() == []


def spots(words, count=6, of=8):
    """Spots of which so many say this, and the others nothing."""
    names = [f"{1 + at % 4:02}{1 + at // 4:02}" for at in range(of)]
    return tuple(
        Spot(id=name, words=words if at < count else "", label=f"field {name}: 1 hit")
        for at, name in enumerate(names)
    )


@pytest.mark.parametrize(
    ("count", "of", "told"),
    [(6, 8, 0), (5, 8, 5), (6, 12, 6), (7, 12, 0)],
    ids=["most", "few", "a half", "over a half"],
)
def test_where_most_spaces_of_a_board_change_at_once_none_is_news(count, of, told):
    found = changes(
        view(TANK, spots=spots("3 to go", count, of)), view(TANK, spots=spots("2 to go", count, of))
    )

    assert len(found.changed) == count
    assert len(found.lines()) == len(found.touched) == told


def test_what_went_without_a_word_is_not_told():
    found = changes(view(TANK, spots=spots("mud", 2, 3)), view(TANK, spots=()))

    assert len(found.gone) == 3
    assert found.lines() == ["Gone at field 0101: mud", "Gone at field 0201: mud"]


def test_a_space_is_told_by_what_is_written_in_it():
    there = attrs.evolve(TANK, at="0201")
    found = changes(view(TANK, spots=spots("mud")), view(there, GUN, spots=spots("mud")))

    assert found.lines() == ["a tank: field 0101 to field 0201", "New at field 0202: a gun"]


def test_what_lies_on_a_board_that_came_or_went_as_a_whole_is_no_news_but_for_what_changed():
    field = BoardPanel(
        title="Field",
        board=GRID,
        pieces=[Piece(id=f"p{at}", words=f"man {at}", at="0101") for at in range(6)],
    )
    hurt = attrs.evolve(field.pieces[0], state="hurt")
    camp = BoardPanel(
        title="Camp",
        board=GRID,
        pieces=[hurt, *(attrs.evolve(one, at="0102") for one in field.pieces[1:])],
    )

    found = changes([field], [camp])

    assert found.touched == {"p0"}
    assert found.lines() == ["man 0: hurt"]


def test_what_a_board_with_quiet_ground_shows_below_its_pieces_is_no_news():
    def board(reach, piece):
        ways = [Way(id="way", words="a way", spaces=("0101", reach))]
        spots = [Spot(id=reach, words="in reach")]
        return [
            BoardPanel(
                title="Map", board=GRID, pieces=[piece], spots=spots, ways=ways, quiet_ground=True
            )
        ]

    found = changes(board("0102", TANK), board("0103", attrs.evolve(TANK, at="0102")))

    assert found.touched == {"t1"}
    assert found.lines() == ["a tank: 0101 to 0102"]
