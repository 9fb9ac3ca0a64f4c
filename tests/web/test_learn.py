"""The lesson of a game in a room of its own."""

import re
from html import unescape

import pytest

from tabletop_core.plugins.packs import find_packs, load_pack
from tabletop_core.presentation.lessons import lesson_of

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


def test_a_lesson_starts_without_a_name(server):
    stranger = Browser(server)
    page = stranger.get("/learn/ice_fishers").text

    assert "required" not in page.partition('name="name"')[2].partition(">")[0]
    assert stranger.post("/learn/ice_fishers", follow=False, name="").status_code == 303


def test_a_lesson_in_progress_is_entered_again(ann):
    assert started(ann) == started(ann)


def test_a_lesson_starts_again_where_that_is_asked_for(ann):
    assert started(ann) != started(ann, again="1")


def test_a_lesson_that_was_deleted_is_not_entered_again(ann):
    room = started(ann)
    ann.post(f"/r/{room}/delete", sure="1")

    assert started(ann) != room


def test_each_person_has_a_lesson_of_their_own(ann, server):
    assert started(ann) != started(Browser(server, "Bob"))


def coach_of(page):
    """Return what the coach says, and the fields of the form that gives the suggested answer."""
    box = re.search(r'<section id="room-coach".*?</section>', page, re.S)[0]
    form = re.search(r'<form[^>]*/answer">(.*?)</form>', box, re.S)
    fields = re.findall(r'name="(\w+)" value="([^"]*)"', form[1]) if form else []
    return text_of(box), [(name, unescape(value)) for name, value in fields]


def follow(browser, room):
    """Give the suggested answer, as the button of the coach does, and return what is said then."""
    fields = coach_of(browser.get(f"/r/{room}").text)[1]
    assert fields
    given = {name: [value for one, value in fields if one == name] for name, _ in fields}
    browser.client.post(f"/r/{room}/answer", data=given)
    return coach_of(browser.get(f"/r/{room}").text)[0]


def test_the_coach_explains_the_question_and_names_the_suggested_answer(ann):
    said, fields = coach_of(ann.get(f"/r/{started(ann)}").text)

    assert "Ten fish in your hut win" in said
    assert "there is nothing to lose: go on" in said
    assert ("answer", "on") in fields


@pytest.mark.parametrize("pack", ["bomber_boys", "squadron_303", "wing_and_prayer"])
def test_a_lesson_followed_to_its_end_lets_the_learner_go_on_alone(make_server, pack):
    app = make_server(posts=1e6, burst=1e6, catalog=find_packs())
    ann = Browser(app, "Ann")
    room = ann.post(f"/learn/{pack}", follow=False).headers["location"].removeprefix("/r/")
    lesson = lesson_of(load_pack(pack))

    said = [follow(ann, room) for _ in lesson.move]

    assert all("Do this for me" in one for one in said[:-1])
    assert "Now go on alone" in said[-1]


def test_who_answers_otherwise_goes_on_without_the_coach_who_says_so(ann):
    room = started(ann)
    seat, token, answers = ann.question(room)

    ann.answer(room, (seat, token, answers), next(one for one in answers if one != "on"))

    said = coach_of(ann.get(f"/r/{room}").text)[0]
    assert "You left the lesson" in said
    assert "Back to the lesson" in said


def test_the_way_back_undoes_all_answers_since_the_lesson_was_left(ann, site):
    room = started(ann)
    question = ann.question(room)
    ann.answer(room, question, next(one for one in question[2] if one != "on"))

    ann.post(f"/r/{room}/coach", do="back")

    assert "there is nothing to lose: go on" in coach_of(ann.get(f"/r/{room}").text)[0]
    with site.registry.room(room) as held:
        assert held.live.session.answers_of("north") == 0


def test_a_lesson_goes_on_where_it_was_after_the_server_was_started_again(ann, make_server):
    room = started(ann)
    said = follow(ann, room)

    cookies = ann.client.cookies
    again = Browser(make_server(posts=1e6, burst=1e6), "Ann")
    again.client.cookies = cookies

    assert coach_of(again.get(f"/r/{room}").text)[0] == said
    assert "Go on where you were" in again.get(ICE).text


def test_a_coach_who_was_sent_away_comes_back_when_called(ann):
    room = started(ann)

    ann.post(f"/r/{room}/coach", do="alone")
    silent = coach_of(ann.get(f"/r/{room}").text)[0]
    ann.post(f"/r/{room}/coach", do="speak")

    assert silent == "Coach"
    assert "Ten fish" in coach_of(ann.get(f"/r/{room}").text)[0]


def test_the_coach_speaks_to_the_learner_alone(ann, server):
    room = started(ann)
    bob = Browser(server, "Bob")

    assert coach_of(bob.get(f"/r/{room}").text) == ("", [])
    assert "take one first" in bob.post(f"/r/{room}/coach", do="alone").text


def test_a_room_that_is_no_lesson_has_neither_coach_nor_its_script(ann):
    room = ann.new_room("ice_fishers", "me", "me")
    page = ann.get(f"/r/{room}").text

    assert coach_of(page) == ("", [])
    assert "coach.js" not in page
    assert "nothing that a coach does" in ann.post(f"/r/{room}/coach", do="back").text
