"""Who looks: one seat, several, nobody, or one who may see all."""

from tabletop_core import ALL_SEEING, Hand, Viewer
from tabletop_core.events import Event

OURS = Event("draw", "Deal", "1", {"card": "3a"}, ("east",))


def test_a_viewer_knows_what_any_of_its_seats_may_know():
    both = Viewer("east", "west")

    assert both.knows("east")
    assert both.knows("north", "west")
    assert not both.knows("north")
    assert not both.knows()


def test_a_spectator_knows_nothing_that_belongs_to_a_seat_and_one_who_may_see_all_is_none():
    assert not Viewer().knows("east")
    assert not OURS.seen_by(Viewer())
    assert Hand("east", ["3a"]).seen_by(Viewer()) == [None]
    assert ALL_SEEING.knows("east")
    assert ALL_SEEING.knows()
    assert Viewer() != ALL_SEEING


def test_viewers_of_the_same_seats_are_equal():
    assert {Viewer("east", "west"), Viewer("west", "east")} == {Viewer("west", "east", "west")}


def test_the_questions_of_a_seat_are_read_by_its_viewers_alone_unless_nothing_is_hidden(
    tricks, race
):
    secret, open_ = tricks.start(seed=4), race.start()

    assert secret.questions(Viewer("east")) == [secret.decision]
    assert secret.questions(Viewer("west")) == secret.questions(Viewer()) == []
    assert open_.questions(Viewer()) == [open_.decision]
