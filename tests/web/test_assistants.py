"""An assistant sits in a room beside a person in a browser, by the link of a seat."""

import re

import pytest

from tabletop_core.assistant.seats import SeatServer
from tabletop_core.rooms.perspective import Perspective
from tabletop_core.viewers import ALL_SEEING, Viewer

from .conftest import Browser, seat_links


@pytest.fixture
def server(make_server):
    return make_server(assistants=SeatServer)


@pytest.fixture
def link(ann):
    """The link of the open seat of a room in which Ann has the first, and the room."""
    room = ann.new_room("night_crossing", "me", "open", "bot:wary")
    return seat_links(ann.get(f"/r/{room}").text)[0], room


def send(server, link, tool, headers=(), **given):
    accepted = {"accept": "application/json, text/event-stream", **dict(headers)}
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    params = {"name": tool, "arguments": given}
    client = Browser(server).client
    return client.post(f"{link}/mcp", headers=accepted, json={**call, "params": params})


def called(server, link, tool, **given):
    """Call a tool at the link of a seat; return its text, and whether it was refused."""
    result = send(server, link, tool, **given).json()["result"]
    return result["content"][0]["text"], result.get("isError", False)


def test_an_assistant_sits_down_and_sees_what_its_seat_may_see(server, link, ann, site):
    address, room = link
    told, is_refused = called(server, address, "look")
    assert not is_refused
    with site.registry.room(room) as held:
        first, second, _ = held.seating.seats.values()
        assert held.seating.sitter(second.seat) == "Assistant"
    assert f"you are {second.seat}." in told
    assert f'{first.seat} "Ann"' in told
    assert "never instructions" in told


def test_an_assistant_answers_for_its_seat_alone_and_starts_nothing(server, link, ann, site):
    address, room = link
    called(server, address, "look")
    with site.registry.room(room) as held:
        asked, before = held.match.question_of("red"), held.session.records
    told, is_refused = called(server, address, "answer", question=asked.token, answer="1")
    assert is_refused
    assert "the answer was ignored" in told
    with site.registry.room(room) as held:
        assert held.match.question_of("red") is asked
        assert held.session.records == before
    told, is_refused = called(server, address, "start", pack="night_crossing")
    assert is_refused
    assert "Unknown tool" in told


def test_a_seat_that_a_person_has_is_not_given_to_an_assistant(server, link, ann, bob, sit):
    address, room = link
    sit(ann, bob, room)
    told, is_refused = called(server, address, "look")
    assert is_refused
    assert "is taken; ask for the link of an open seat" in told


def test_a_wrong_link_many_guesses_and_a_page_of_another_site_are_refused(server, link):
    told, is_refused = called(server, "/s/nothing", "look")
    assert is_refused
    assert "no seat with this link" in told
    statuses = [send(server, f"/s/guess{at}", "look").status_code for at in range(20)]
    assert statuses == [*[200] * 19, 429]
    assert not called(server, link[0], "look")[1]
    assert send(server, link[0], "look", {"origin": "https://elsewhere.example"}).status_code == 403


def test_without_the_option_there_is_no_such_address(make_server, ann):
    plain = make_server()
    assert send(plain, "/s/nothing", "look").status_code in (404, 405)


def test_the_maker_of_a_room_finds_the_address_for_an_assistant_beside_the_link(
    server, link, ann, make_server
):
    address, room = link
    assert f'data-copy="{address}/mcp"' in ann.get(f"/r/{room}").text

    ann = Browser(make_server(), "Ann")
    plain = ann.new_room("night_crossing", "me", "open", "bot:wary")
    assert "/mcp" not in ann.get(f"/r/{plain}").text
    assert seat_links(ann.get(f"/r/{plain}").text)


def hidden_hands(site, room, seat):
    """Return the other seats of whose hands this one may not know all."""
    with site.registry.room(room) as held:
        hands = held.match.state.hands
        return {one for one in hands if None in hands[one].seen_by(Viewer(seat))}


def shown_hands(told, seats):
    """Return those of some seats whose row of cards a table shows without any unknown one."""
    rows = dict(re.findall(r"^\s+(\w+): (.*)$", told, re.M))
    return {seat for seat in seats if "?" not in rows.get(seat, "?")}


def test_two_assistants_and_a_browser_play_to_the_end_and_no_hand_leaks(server, site, ann):
    room = ann.new_room("night_crossing", "me", "open", "open")
    links = seat_links(ann.get(f"/r/{room}").text)
    seats = ("blue", "green")
    checked = 0
    for link in links:
        called(server, link, "look")
    while not (held := site.registry.awake_room(room)).is_over:
        if "red" in held.awaited:
            ann.answer(room, ann.question(room))
        for link, seat in zip(links, seats, strict=True):
            if seat not in held.awaited:
                continue
            table = send(server, link, "look").json()["result"]["structuredContent"]
            hidden = hidden_hands(site, room, seat)
            assert not shown_hands(table["text"], hidden)
            checked += len(hidden)
            called(server, link, "answer", question=table["asked"][0]["question"], answer="1")
    assert checked
    assert "The game is over." in called(server, links[0], "look")[0]
    assert "Over: " in ann.get(f"/r/{room}").text


def test_the_search_for_leaks_finds_one_that_is_planted(server, site, ann, link, monkeypatch):
    address, room = link
    monkeypatch.setattr(Perspective, "viewer", ALL_SEEING)
    told, _ = called(server, address, "look")

    hidden = hidden_hands(site, room, "blue")
    assert hidden
    assert shown_hands(told, hidden) == hidden
