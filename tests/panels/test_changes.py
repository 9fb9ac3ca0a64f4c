"""What changed on the table since a viewer last looked."""

import attrs
import pytest

from tabletop_core.boards import HexGrid
from tabletop_core.panels import (
    BoardPanel,
    Card,
    Cards,
    Facts,
    Piece,
    Slot,
    Slots,
    Spot,
    TrackPanel,
    Way,
    changes,
)
from tabletop_core.panels.text_panels import Lines

GRID = HexGrid(4, 4)
TANK = Piece(id="t1", words="a tank", at="0101")
GUN = Piece(id="g1", words="a gun", at="0202", corners=("4",))
TURNED = attrs.evolve(GUN, at="0303", corners=("2",))


def view(*pieces, spots=(), fuel="12"):
    return [
        BoardPanel(title="Board", board=GRID, pieces=pieces, spots=spots),
        Facts(title="State", rows=(("fuel", fuel), ("weather", "clear"))),
    ]


def board(*pieces):
    return [BoardPanel(title="Board", board=GRID, pieces=pieces)]


def cards(*shown, title="Hand"):
    return [Cards(title=title, cards=shown)]


def fact(name, text):
    return [Facts(title="State", rows=((name, text),))]


def test_two_views_that_are_equal_have_no_changes():
    found = changes(view(TANK, GUN), view(TANK, GUN))

    assert not found
    assert found.touched == frozenset()


MOVED = attrs.evolve(TANK, at="0102")
CREW = Piece(id="crew", words="its crew", at="t1")


@pytest.mark.parametrize(
    ("before", "now", "moved", "changed", "new", "gone"),
    [
        # a piece that moved is not changed, and one that turned over is both
        (view(TANK), view(MOVED), "t1 0101 0102", "", "", ""),
        (view(GUN), view(TURNED), "g1 0202 0303", "g1", "", ""),
        # one that was put elsewhere anew did not move there
        (view(TANK), view(attrs.evolve(MOVED, placing="scenario 2")), "", "", "t1", "t1"),
        # what lies on one that moved has moved too
        (view(TANK, CREW), view(MOVED, CREW), "t1 0101 0102 crew 0101 0102", "", "", ""),
        # pieces that came and went
        (view(TANK), view(GUN), "", "", "g1", "t1"),
    ],
)  # fmt: skip
def test_what_moved_changed_came_and_went_is_told_apart(before, now, moved, changed, new, gone):
    found = changes(before, now)

    ways = (part for name, way in found.moved.items() for part in (name, *way))
    assert " ".join(ways) == moved
    assert [" ".join(which) for which in (found.changed, found.new, found.gone)] == [
        changed, new, gone
    ]  # fmt: skip
    assert found.panels == ("board",)


FEINT = Card(id="c1", name="Feint", detail="Hit + any: roll a die again")
ACTIVE = attrs.evolve(FEINT, state="active")
SPACES = [
    view(spots=(Spot(id="0101", words="the port", label="Port", state=state),))
    for state in ("", "2/3", "3/3")
]
READY = Piece(id="man_3", words="ready", name="Pilot", at="0101")
STANDS = (Spot(id="0101", label="stand 1"), Spot(id="0102", label="lead leader"))
CLOCK = (Spot(id="0101", label="10:30 o'clock: 1 hit"), Spot(id="0102", label="12 o'clock"))
BOMBER = Piece(id="b17f-a", label="17F A", words="B-17F A, air combat 2", at="0101")
DRUMMER = Piece(id="sky_drummer", label="1/2/1", words="Sky Drummer (crack), 3 missions", at="0102")


def twins(fast):
    piece = Piece(id="twins", name="Twins", words=f"Twins: fast {fast}", at="0101")
    return [*board(piece), *cards(Card(name="Twins", id="card", detail=f"fast {fast}"))]


def called(words):
    return board(Piece(id="pilot", words=words, label=words, at="0101"))


def track(value):
    return [TrackPanel(title="Turn", low=1, high=9, value=value)]


def dice(count):
    return [Slots(title="Movement dice", slots=(Slot(name="4", content=count),))]


def fighter(damage):
    detail = f"initiative 2; damage {damage} of 3"
    return cards(Card(name="Fighter", detail=detail, state="near"))


TOLD = {
    "a move": (view(TANK), view(MOVED), "a tank: 0101 to 0102"),
    "a piece put elsewhere anew": (
        view(TANK), view(attrs.evolve(MOVED, placing="scenario 2")),
        "New at 0102: a tank | Gone at 0101: a tank",
    ),
    "pieces that came and went": (
        view(TANK), view(GUN), "New at 0202: a gun | Gone at 0101: a tank",
    ),
    "a value with the one before": (view(fuel="12"), view(fuel="9"), "fuel: 9 (before: 12)"),
    "something new in a space": (
        view(), view(spots=(Spot(id="0303", words="a fire", tone="bad"),)), "0303: a fire",
    ),
    "words where there were none": (
        view(spots=(Spot(id="0303"),)), view(spots=(Spot(id="0303", words="on fire"),)),
        "0303: on fire",
    ),
    "no words where there were some": (
        view(spots=(Spot(id="0303", words="on fire"),)), view(spots=(Spot(id="0303"),)),
        "0303: no longer on fire",
    ),
    "what a space no longer shows": (
        view(spots=(Spot(id="0303", words="before the guns of e1"),)), view(),
        "0303: no longer before the guns of e1",
    ),
    "a new line": (
        [Lines(title="Notes", lines=("old",))], [Lines(title="Notes", lines=("new", "old"))],
        "New: new",
    ),
    "a track": (track(3), track(4), "Turn: 4 (before: 3)"),
    "a card that is gone": (
        cards(Card(name="Fog", id="c1"), Card(name="Sun", id="c2")),
        cards(Card(name="Sun", id="c2")), "Gone: Fog",
    ),
    "a card whose state alone is another": (cards(FEINT), cards(ACTIVE), "Feint: active"),
    "a card that lost its state": (cards(ACTIVE), cards(FEINT), "Feint: no longer active"),
    "a card that turns into another, by both names": (
        cards(Card(id="d1", name="Hit", detail="on your plane")),
        cards(Card(id="d1", name="blank", detail="brings nothing")),
        "blank, brings nothing (before: Hit, on your plane)",
    ),
    "of a thing that says much only what it says otherwise": (
        fighter(0), fighter(1), "Fighter: damage 1 of 3 (before: damage 0 of 3)",
    ),
    "a thing that only loses words, whole": (
        fact("weather", "clear, windy"), fact("weather", "clear"),
        "weather: clear (before: clear, windy)",
    ),
    "words that are added, after the last of the others": (
        fact("w1", "fighter of west, nose E"),
        fact("w1", "fighter of west, nose E, 2 points to move"),
        "w1: nose E, 2 points to move (before: nose E)",
    ),
    "a name that words begin with once, and a card with its counter": (
        twins(3), twins(2), "Twins: fast 2 (before: fast 3)",
    ),
    "a piece without a name, as its words were": (
        called("ready"), called("exhausted"), "ready: exhausted (before: ready)",
    ),
    "a piece by its name where its words tell only how it is": (
        board(READY), board(attrs.evolve(READY, words="exhausted", tone="quiet")),
        "Pilot: exhausted (before: ready)",
    ),
    "pieces and spaces by their words and never by their ids": (
        view(BOMBER, spots=STANDS), view(attrs.evolve(BOMBER, at="0102"), DRUMMER, spots=STANDS),
        "B-17F A: stand 1 to lead leader | New at lead leader: Sky Drummer (crack), 3 missions",
    ),
    "the name of a space without how it is, even with a colon": (
        view(TANK, spots=CLOCK), view(MOVED, spots=CLOCK), "a tank: 10:30 o'clock to 12 o'clock",
    ),
    "a state that the words leave out": (SPACES[0], SPACES[1], "Port: 2/3"),
    "another state": (SPACES[1], SPACES[2], "Port: 3/3 (before: 2/3)"),
    "no state any more": (SPACES[2], SPACES[0], "Port: no longer 3/3"),
    "a place in a row with the name of the row": (
        dice("x2"), dice("x1"), "Movement dice, 4: x1 (before: x2)",
    ),
    "no place that only has a name": (view(), view(spots=STANDS[:1]), ""),
}  # fmt: skip


@pytest.mark.parametrize("what", TOLD)
def test_changes_are_told_in_lines(what):
    before, now, lines = TOLD[what]

    assert changes(before, now).lines() == lines.split(" | ") * bool(lines)


def test_a_panel_that_is_gone_is_told_with_all_it_held():
    before = view(TANK)

    assert changes(before, before[:1]).panels == ("state",)
    assert changes(before, before[:1]).lines() == ["Gone: fuel: 12", "Gone: weather: clear"]


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
    assert found.lines() == ["field 0101: no longer mud", "field 0201: no longer mud"]


def test_a_space_is_told_by_what_is_written_in_it():
    there = attrs.evolve(TANK, at="0201")
    found = changes(view(TANK, spots=spots("mud")), view(there, GUN, spots=spots("mud")))

    assert found.lines() == ["a tank: field 0101 to field 0201", "New at field 0202: a gun"]


def test_what_lies_on_a_board_that_came_or_went_as_a_whole_is_no_news_but_for_what_changed():
    men = [Piece(id=f"p{at}", words=f"man {at}", at="0101") for at in range(6)]
    away = [attrs.evolve(one, at="0102") for one in men[1:]]
    field = BoardPanel(title="Field", board=GRID, pieces=men)
    camp = BoardPanel(title="Camp", board=GRID, pieces=[attrs.evolve(men[0], state="hurt"), *away])

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
