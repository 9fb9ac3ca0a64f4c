"""The lesson of a game in a room of its own."""

import re
from html import unescape

import pytest

from tabletop_core.plugins.packs import find_packs, load_pack
from tabletop_core.presentation.lessons import lesson_of

from .conftest import Browser, text_of
from .stories import told

ICE = "/learn/ice_fishers"

STORIES = """
the page of a lesson says what it is about
    ann sees /learn/ice_fishers: Start the lesson
a game without a lesson says so
    ann sees /learn/spies > 400: has no lesson yet
a lesson starts without a name
    ann does /learn/ice_fishers name=
    ann sees #room-coach: Ten fish
the coach explains the question and names the suggested answer
    ann does /learn/ice_fishers
    ann sees #room-coach: Ten fish in your hut win | there is nothing to lose: go on
    ann sees #room-coach: name="answer" value="on"
who answers otherwise goes on without the coach and the way back undoes that
    ann does /learn/ice_fishers
    ann answers home
    ann sees #room-coach: You left the lesson | Back to the lesson
    ann does coach do=back
    ann sees #room-coach: there is nothing to lose: go on
a lesson goes on where it was after the server was started again
    ann does /learn/ice_fishers
    ann answers on
    ann is asked
    ann sees #room-coach: Do this for me | not Ten fish in your hut win
    the server starts again
    ann is asked the same
    ann sees #room-coach: Do this for me | not Ten fish in your hut win
    ann sees /learn/ice_fishers: Continue where you were
a coach who was sent away comes back when called
    ann does /learn/ice_fishers
    ann does coach do=alone
    ann sees #room-coach: Coach | not Ten fish
    ann does coach do=speak
    ann sees #room-coach: Ten fish
the coach speaks to the learner alone
    ann does /learn/ice_fishers
    bob sees #room-coach: not Coach
    bob does coach do=alone > 403: take one first
a room that is not a lesson has neither coach nor its script
    ann sees it: not coach.js
    ann sees #room-coach: not Coach
    ann does coach do=back > 400: is not an action of the coach
"""


@told(STORIES)
def test_a_lesson(stage, story):
    stage.play(story)


def test_a_lesson_starts_with_its_own_seed_and_seats(ann, site):
    with site.registry.room(ann.made(ICE)) as room:
        assert room.match.seed == "5"
        assert [seat.bot for seat in room.seating.seats.values()] == ["", "careful"]


def test_a_lesson_in_progress_is_entered_again_by_its_learner_until_it_is_deleted(ann, bob):
    room = ann.made(ICE)
    assert "required" not in bob.get(ICE).text.partition('name="name"')[2].partition(">")[0]
    assert ann.made(ICE) == room
    assert bob.made(ICE) != room
    again = ann.made(ICE, again="1")
    assert again != room
    ann.post(f"/r/{again}/delete", sure="1")
    assert ann.made(ICE) != again


@pytest.mark.parametrize("pack", ["bomber_boys", "squadron_303", "wing_and_prayer"])
def test_a_lesson_followed_to_its_end_lets_the_learner_go_on_alone(make_server, pack):
    ann = Browser(make_server(catalog=find_packs()), "Ann")
    room = ann.made(f"/learn/{pack}")

    def coach():
        return re.search(r'<section id="room-coach".*?</section>', ann.get(f"/r/{room}").text, re.S)

    said = []
    for _ in lesson_of(load_pack(pack)).move:
        # The suggested answer, as the button of the coach gives it.
        form = re.search(r'<form[^>]*/answer">(.*?)</form>', coach()[0], re.S)[1]
        given = {}
        for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form):
            given.setdefault(name, []).append(unescape(value))
        ann.client.post(f"/r/{room}/answer", data=given)
        said.append(text_of(coach()[0]))

    assert all("Do this for me" in one for one in said[:-1])
    assert "Now play on alone" in said[-1]
