"""The lesson of a game in a room of its own."""

import pytest

from .conftest import Browser, text_of

ICE = "/learn/ice_fishers"


@pytest.fixture
def server(make_server):
    return make_server(posts=1e6, burst=1e6)


def started(browser, **fields):
    answer = browser.post(ICE, follow=False, name=browser.name, **fields)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/r/")


def test_the_page_of_a_lesson_says_what_it_is_about(ann):
    page = text_of(ann.get(ICE).text)

    assert "Start the lesson" in page


def test_a_game_without_a_lesson_says_so(ann):
    answer = ann.get("/learn/spies")

    assert "has no lesson yet" in answer.text


def test_a_lesson_starts_with_its_own_seed_and_seats(ann, site):
    room_id = started(ann)

    with site.registry.room(room_id) as room:
        assert room.match.seed == "5"
        assert [seat.bot for seat in room.seating.seats.values()] == ["", "careful"]


def test_a_lesson_in_progress_is_entered_again(ann):
    assert started(ann) == started(ann)


def test_a_lesson_starts_again_where_that_is_asked_for(ann):
    assert started(ann) != started(ann, again="1")


def test_each_person_has_a_lesson_of_their_own(ann, server):
    assert started(ann) != started(Browser(server, "Bob"))
