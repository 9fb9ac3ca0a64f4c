"""What leaves a room as a file tells what happened, never what will, nor what others hold."""

import io
import re
from random import Random
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from tabletop_core.engine.tape import numbers_in
from tabletop_core.rooms.seating import ALL
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import resume_session
from tabletop_core.web.game_files import SMALL_BYTES
from tabletop_core.web.security import MAX_UPLOAD_BYTES

from .conftest import HTML, Browser, seat_links, text_of

OPEN, HIDDEN = "ice_fishers", "night_crossing"
TWO = {"option:players": "2"}
ROOMS = 8
"""Dealt again, a hand may be the same by chance; hardly in as many rooms as these."""


@pytest.fixture
def read(tmp_path):
    """Return a function that reads what was downloaded."""

    def read(content):
        path = tmp_path / "given.toml"
        path.write_bytes(content)
        return read_save(path)

    return read


@pytest.fixture
def save(read):
    return lambda browser, room: read(browser.get(f"/r/{room}/save").content)


def saved_all(browser, read):
    with ZipFile(io.BytesIO(browser.get("/games/save").content)) as archive:
        (name,) = (one for one in archive.namelist() if one.endswith(".toml"))
        return read(archive.read(name))


def tape_of(site, room):
    with site.registry.room(room) as held:
        return list(held.match.tape.entries)


def goes_on_otherwise(site, room, saved, answers=200):
    """Say whether a file and its room, given the same answers, part by their dice or cards."""
    with site.registry.room(room):
        true = read_save(site.registry.journal(room))
    games = [
        resume_session(one, site.registry.games.game, write=False).match for one in (true, saved)
    ]
    begun = [len(game.tape.entries) for game in games]
    random = Random(7)
    for _ in range(answers):
        asked = [game.decision and (game.decision.prompt, game.decision.options) for game in games]
        if None in asked or asked[0] != asked[1]:
            break
        answer = games[0].decision.at_random(random.random())
        for game in games:
            game.answer(answer)
    came = [game.tape.entries[at:] for game, at in zip(games, begun, strict=True)]
    assert numbers_in(came[0]) > 3, "too little chance came to compare"
    return came[0] != came[1]


def play_some(browsers, room, answers=3):
    for _ in range(answers):
        for browser in browsers:
            if question := browser.question(room):
                browser.answer(room, question)


def test_a_file_of_a_game_in_progress_has_its_past_and_other_dice_to_come(ann, site, save):
    room = ann.new_room(OPEN, "me", "open")
    play_some([ann], room)

    saved = save(ann, room)

    assert saved.entries == tape_of(site, room)
    assert goes_on_otherwise(site, room, saved)


def test_a_file_of_all_games_has_other_dice_to_come(ann, site, read):
    room = ann.new_room(OPEN, "me", "open")

    assert goes_on_otherwise(site, room, saved_all(ann, read))


def test_a_player_may_save_a_game_in_progress_and_all_at_the_table_read_it(two, site, save):
    room, ann, bob = two()
    play_some([ann, bob], room)

    saved = save(bob, room)

    assert saved.entries == tape_of(site, room)
    assert goes_on_otherwise(site, room, saved)
    assert f"{bob.name} has saved this game in a file" in text_of(ann.get(f"/r/{room}").text)


def test_who_plays_elsewhere_saves_nothing(two, server):
    room, *_ = two()

    assert Browser(server, "Cid").get(f"/r/{room}/save").status_code >= 400


def test_the_file_of_a_game_that_hides_something_is_dealt_again_for_who_saves_it(
    ann, bob, sit, site, save
):
    room = ann.new_room(HIDDEN, "me", "open", **TWO)
    sit(ann, bob, room)
    own, other = (seat_of(site, room, browser) for browser in (ann, bob))
    true, seen = hands_in(site, room), []
    for _ in range(ROOMS):
        saved = hands_of(
            resume_session(save(ann, room), site.registry.games.game, write=False).match
        )
        assert saved[own][0] == true[own][0]  # the present step begins again
        seen.append(saved[other])

    assert any(hand[0] != true[other][0] for hand in seen)


def test_an_opened_file_goes_on_with_dice_that_its_owner_does_not_know(ann, site, save, read):
    room = ann.new_room(OPEN, "me", "me")
    play_some([ann], room)
    journal = site.registry.journal(room).read_bytes()

    opened = upload(ann, journal)

    assert tape_of(site, opened) == tape_of(site, room)
    assert goes_on_otherwise(site, opened, read(journal))


def test_a_lesson_goes_on_with_other_dice_once_somebody_else_sits_down(ann, bob, site, read):
    ann.new_room(OPEN, "me")  # she has a name here
    room = site.registry.factory.new_lesson(person_of(site, ann), "harvest")
    before = site.registry.journal(room).read_bytes()
    with site.registry.room(room) as held:
        seat = held.seating.seats_of(person_of(site, ann))[0]
    ann.post(f"/r/{room}/leave", seat=seat)

    take(ann, bob, room)

    assert goes_on_otherwise(site, room, read(before))


def test_what_somebody_has_seen_is_dealt_again_before_another_sits_down(ann, bob, site):
    """One sits in both seats, reads both hands, leaves one: who comes gets another hand."""
    changed = []
    for _ in range(ROOMS):
        room = ann.new_room(HIDDEN, "me", "me", **TWO)
        first, second = seats_in(site, room)
        before = hands_in(site, room)
        ann.post(f"/r/{room}/leave", seat=second)

        take(ann, bob, room)

        after = hands_in(site, room)
        assert after[first][0] == before[first][0]  # the present step begins again
        changed.append(after[second] != before[second])

    assert any(changed)
    assert "dealt again" in text_of(ann.get(f"/r/{room}").text)


def test_who_has_seen_a_hand_takes_no_other_seat(ann, bob, sit, site):
    room = ann.new_room(HIDDEN, "me", "open", **TWO)
    first, second = seats_in(site, room)
    sit(ann, bob, room)
    bob.post(f"/r/{room}/leave", seat=second)
    ann.post(f"/r/{room}/leave", seat=first)
    cid = Browser(bob.client.app, "Cid")
    cid.get("/")

    take(ann, cid, room, seat=second)
    page = take(ann, bob, room, seat=first)

    assert f"you have seen what {second} holds" in text_of(page.text)
    assert seat_of(site, room, bob) == ""


def test_a_game_saved_while_alone_is_dealt_again_for_who_comes_later(ann, bob, sit, site, save):
    changed = []
    for _ in range(ROOMS):
        room = ann.new_room(HIDDEN, "me", "open", **TWO)
        _, second = seats_in(site, room)
        saved = hands_of(
            resume_session(save(ann, room), site.registry.games.game, write=False).match
        )

        sit(ann, bob, room)

        changed.append(hands_in(site, room)[second] != saved[second])

    assert any(changed)
    with site.registry.room(room) as held:
        assert not held.seating.sights


def test_a_copy_of_a_finished_game_that_hid_something_is_played_alone(ann, bob, sit, site):
    room = ann.new_room(HIDDEN, "me", "open", **TWO)
    sit(ann, bob, room)
    play_to_the_end([ann, bob], room)
    with site.registry.room(room) as held:
        copy = site.registry.factory.copy(held, 0, person_of(site, ann))

    page = take(ann, bob, copy)

    assert "you have seen all the cards" in text_of(page.text)


def test_a_finished_game_whose_seed_was_shown_goes_on_with_other_dice_after_an_undo(
    two, site, read
):
    room, ann, bob = two(undo="free")
    play_to_the_end([ann, bob], room)
    shown = site.registry.journal(room).read_bytes()

    for one in (ann, bob):
        one.post(f"/r/{room}/undo")
    with site.registry.room(room) as held:
        assert not held.match.is_over
        assert held.match.seed != read(shown).header.seed


def test_another_game_of_the_same_persons_has_a_seed_of_its_own(two, site):
    room, ann, bob = two()
    play_to_the_end([ann, bob], room)
    with site.registry.room(room) as held:
        again = site.registry.factory.rematch(held, person_of(site, ann))
        seed = held.match.seed

    with site.registry.room(again) as held:
        assert held.match.seed != seed


def test_who_saved_a_game_with_everybodys_secrets_is_remembered(ann, site, save):
    room = ann.new_room(HIDDEN, "me", "open", **TWO)
    save(ann, room)

    with site.registry.room(room) as held:
        assert held.seating.sights == {(person_of(site, ann), ALL)}


# ---------------------------------------------------------------- what is opened


def zipped(*contents):
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for number, content in enumerate(contents):
            archive.writestr(f"{number}.toml", content)
    return packed.getvalue()


def open_files(browser, content, name="all.zip"):
    return browser.client.post("/games/open", files={"file": (name, content)}, headers=HTML)


@pytest.mark.parametrize(
    ("spoilt", "why"),
    [
        (bytes(MAX_UPLOAD_BYTES + 1), "a game has at most"),
        (bytes(SMALL_BYTES * 4), "packed more than"),
    ],
)
def test_a_game_that_would_fill_the_memory_is_not_unpacked_and_keeps_no_other_out(
    ann, site, spoilt, why
):
    room = ann.new_room(OPEN, "me", "me")
    file = ann.get(f"/r/{room}/save").content
    ann.answer(room, ann.question(room))

    page = text_of(open_files(ann, zipped(spoilt, file)).text)

    assert why in page
    assert "1 game opened" in page


def test_what_a_stranger_sends_is_not_even_read(server, monkeypatch):
    monkeypatch.setattr("tabletop_core.web.my_games_routes.read_body", None)

    refused = open_files(Browser(server, "Cid"), b"anything")

    assert refused.status_code == 403
    assert "first give your name" in text_of(refused.text)


def test_whatever_makes_rooms_is_counted_together(ann, site, monkeypatch):
    room = ann.new_room(OPEN, "me", "me")
    file = ann.get(f"/r/{room}/save").content
    files = [re.sub(rb'^seed = ".*"$', b"", file), *(played_on(ann, room) for _ in range(6))]
    monkeypatch.setattr(site.person_rooms, "burst", 4.0)
    site.person_rooms._left.clear()

    page = text_of(open_files(ann, zipped(*files)).text)
    lesson = ann.post("/learn/harvest", name="Ann", again="1")

    assert "too many games" in page
    assert lesson.status_code == 429


def played_on(browser, room):
    browser.answer(room, browser.question(room))
    return browser.get(f"/r/{room}/save").content


def seats_in(site, room):
    with site.registry.room(room) as held:
        return tuple(held.seating.seats)


def person_of(site, browser):
    key = next(value for name, value in browser.client.cookies.items() if "tabletop" in name)
    return site.registry.store.person_with(key)["id"]


def seat_of(site, room, browser):
    with site.registry.room(room) as held:
        return next(iter(held.seating.seats_of(person_of(site, browser))), "")


def hands_of(match):
    return {seat: list(hand.cards) for seat, hand in match.state.hands.items()}


def hands_in(site, room):
    with site.registry.room(room) as held:
        return hands_of(held.match)


def take(host, guest, room, seat=None):
    """Take an open seat by its link."""
    for link in seat_links(host.get(f"/r/{room}").text):
        page = guest.get(link).text
        if seat is None or f'value="{seat}"' in page:
            found = re.search(r'name="seat" value="([^"]*)"', page)[1]
            secret = link.removeprefix("/s/")
            return guest.post(f"/r/{room}/sit", name=guest.name, seat=found, secret=secret)
    raise AssertionError("no open seat")


def upload(browser, content):
    answer = browser.client.post(
        "/games/open", files={"file": ("game.toml", content)}, follow_redirects=False
    )
    return answer.headers["location"].removeprefix("/r/")


def play_to_the_end(browsers, room):
    random = Random(7)
    for _ in range(600):
        asked = next((one for one in browsers if one.question(room)), None)
        if asked is None:
            return
        question = asked.question(room)
        asked.answer(room, question, random.choice(question[2]))
    raise AssertionError("the game has not ended")
