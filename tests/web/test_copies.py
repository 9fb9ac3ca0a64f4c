"""Playing on from a place in the log, in a new room."""

import itertools

import pytest

from tabletop_core.viewers import ALL_SEEING, Viewer

from .conftest import Browser


@pytest.fixture(autouse=True)
def _seeds(monkeypatch):
    """Seeds that no room draws again."""
    seeds = itertools.count(1)
    monkeypatch.setattr("tabletop_core.rooms.factory.fresh_seed", lambda: next(seeds))


def copied(browser, room, at):
    return browser.made(f"/r/{room}/copy", at=str(at))


def view_of(site, room, viewer):
    with site.registry.room(room) as held:
        return held.match.game.look.view(held.match.play, viewer)


def test_a_copy_goes_on_from_where_the_game_stood_after_so_many_answers(ann, alone, site):
    asked, views = [], []
    for _ in range(5):
        asked.append(alone.question)
        alone.answer()
    for at in range(5):
        new = copied(ann, alone.room, at)
        assert ann.question(new)[::2] == asked[at][::2]
        views.append(view_of(site, new, ALL_SEEING))
        assert ann.answer(new, ann.question(new)).status_code == 204
    now = view_of(site, alone.room, ALL_SEEING)

    assert view_of(site, copied(ann, alone.room, 5), ALL_SEEING) == now
    assert views[0] != now


def test_a_copy_sleeps_and_wakes_as_any_room(ann, alone, site):
    for _ in range(3):
        alone.answer()
    new = copied(ann, alone.room, 2)
    ann.answer(new, ann.question(new))
    question = ann.question(new)
    site.registry.sleep_idle(idle=-1)

    assert ann.question(new) == question


@pytest.fixture
def crossing(three):
    """A game of three in which four answers were given, the three, and who gave the answers."""
    room, browsers = three()
    askers = []
    for _ in range(4):
        askers.append(next(one for one in browsers if one.question(room)))
        askers[-1].answer(room, askers[-1].question(room))
    return room, browsers, askers


def test_what_the_maker_of_a_copy_may_not_know_is_dealt_anew(crossing, site):
    room, _, askers = crossing
    # Whoever copies where another's step is under way knows the same as before, and no more.
    at = next(at for at, asker in enumerate(askers) if asker is not askers[0])
    with site.registry.room(room) as held:
        person = site.persons.store.one("SELECT id FROM persons WHERE name = ?", askers[0].name)
        (seat,) = held.seating.seats_of(person["id"])
    copies = [copied(askers[0], room, at) for _ in range(4)]

    own = [str(view_of(site, one, Viewer(seat))) for one in copies]
    assert len(set(own)) == 1
    assert len({str(view_of(site, one, ALL_SEEING)) for one in copies}) > 1


def test_the_others_seats_are_open_in_a_copy(crossing, site):
    room, browsers, _ = crossing
    with site.registry.room(copied(browsers[1], room, 2)) as held:
        assert [bool(seat.person) for seat in held.seating.seats.values()] == [False, True, False]


def test_a_spectator_copies_no_game_with_secrets_in_progress(server, crossing):
    room, *_ = crossing
    refused = Browser(server, "Eve").post(f"/r/{room}/copy", name="Eve", at="0")

    assert "only its players can play on from here" in refused.text


def test_a_place_that_is_not_there_gets_a_page_that_says_so(alone, site):
    for at in ("7", "-1", "x", ""):
        refused = alone.post("copy", at=at)

        assert refused.status_code == 400
        assert "this game has 0 answers" in refused.text
    assert len(list((site.registry.folder / "games").iterdir())) == 1
