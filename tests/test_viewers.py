"""Who looks: one seat, several, nobody, or one who may see all; packs written for seats."""

import pytest

from tabletop_core import ALL_SEEING, Hand, Viewer
from tabletop_core.events import Event
from tabletop_core.panels import Facts

OURS = Event("draw", "Deal", "1", {"card": "3a"}, ("east",))


def see_tricks(play, seat):
    rows = tuple((name, " ".join(hand.cards)) for name, hand in play.state.hands.items())
    return [Facts(title="Hands", rows=[row for row in rows if seat in (None, row[0])])]


@pytest.fixture
def older(tricks_with):
    with pytest.warns(DeprecationWarning, match="call its second parameter `viewer`"):
        return tricks_with(view=see_tricks, log_sheet=lambda play, seat: f"for {seat}")


def shown(game, viewer):
    return {name for name, _ in game.view(game.start(seed=4), viewer)[0].rows}


def test_a_viewer_knows_what_any_of_its_seats_may_know():
    both = Viewer("east", "west")

    assert both.knows("east")
    assert both.knows("north", "west")
    assert not both.knows("north")
    assert not both.knows()


def test_a_spectator_knows_nothing_that_belongs_to_a_seat():
    assert not Viewer().knows("east")
    assert not OURS.seen_by(Viewer())
    assert Hand("east", ["3a"]).seen_by(Viewer()) == [None]


def test_one_who_may_see_all_is_no_set_of_seats():
    assert ALL_SEEING.knows("east")
    assert ALL_SEEING.knows()
    assert Viewer() != ALL_SEEING


def test_viewers_of_the_same_seats_are_equal():
    assert {Viewer("east", "west"), Viewer("west", "east")} == {Viewer("west", "east", "west")}


@pytest.mark.parametrize(("given", "seen"), [("east", True), ("west", False), (None, False)])
def test_a_seat_in_place_of_a_viewer_is_taken_with_a_warning(given, seen):
    with pytest.warns(DeprecationWarning, match="Viewer"):
        assert OURS.seen_by(given) is seen


def test_the_questions_of_a_seat_are_read_by_its_viewers_alone(tricks):
    match = tricks.start(seed=4)

    assert match.questions(Viewer("east")) == [match.decision]
    assert match.questions(Viewer("west")) == match.questions(Viewer()) == []


def test_everybody_may_read_the_questions_of_a_game_that_hides_nothing(race):
    match = race.start()

    assert match.questions(Viewer()) == [match.decision]


# ---------------------------------------------------------------- written for 0.1


def test_an_older_view_is_shown_to_a_seat(older):
    assert shown(older, Viewer("east")) == {"east"}


def test_an_older_view_shows_several_seats_no_more_than_the_first_of_them_sees(older):
    assert shown(older, Viewer("west", "east")) == {"east"}


def test_an_older_view_of_a_game_with_secrets_is_never_shown_to_a_spectator(older):
    (panel,) = older.view(older.start(seed=4), Viewer())

    assert panel.lines == ("This game does not tell what those may see who do not play.",)
    assert "for None" not in older.log_sheet(older.start(seed=4), Viewer())


def test_an_older_view_may_show_all_to_one_who_may_see_all(older):
    assert shown(older, ALL_SEEING) == {"east", "west"}
    assert older.log_sheet(older.start(seed=4), ALL_SEEING) == "for None"


def test_an_older_view_of_a_game_without_secrets_is_shown_to_a_spectator(race_with):
    with pytest.warns(DeprecationWarning, match="viewer"):
        game = race_with(view=lambda play, seat: [Facts(title="All", rows=())])

    assert [panel.title for panel in game.view(game.start(), Viewer())] == ["All"]


def test_an_older_view_is_called_with_a_seat_by_older_callers(older):
    with pytest.warns(DeprecationWarning, match="Viewer"):
        assert shown(older, "east") == {"east"}
