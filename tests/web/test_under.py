"""A server under a folder of an address: `serve --under /table/`."""

import re
from xml.etree import ElementTree

import pytest

from tabletop_core.errors import TabletopError
from tabletop_core.web.addresses import Addresses

from .conftest import HTML, question_in, seat_links

ADDRESS = re.compile(r'\b(?:href|src|action|data-address|data-icon)="([^"]*)"')


@pytest.fixture
def server(make_server):
    return make_server(under="table")


def addresses_in(page):
    """Return what a page leads to, but places in itself and other hosts."""
    return [one for one in ADDRESS.findall(page) if one and not one.startswith("#")]


def all_are_under(page):
    found = addresses_in(page)
    return bool(found) and all(one.startswith("/table/") for one in found)


def room_of(browser, *seats):
    fields = {f"seat:{number}": kind for number, kind in enumerate(seats)}
    made = browser.post("/table/new/ice_fishers", follow=False, name=browser.name, **fields)
    return made.headers["location"]


def test_every_address_of_every_page_is_under_the_folder(ann, bob, site):
    host = site.addresses.to(site.cookies.host_page)
    assert ann.client.get(host, follow_redirects=False).headers["location"] == "/table/"
    room = room_of(ann, "me", "open")
    page = ann.get(room).text
    assert seat_links(page) == [], "the link to the seat is under the folder too"
    (link,) = {one for one in addresses_in(page) if "/s/" in one and not one.endswith("/qr")}
    pages = [
        page,
        bob.get(link).text,
        *(
            ann.get(f"/table/{name}").text
            for name in ("", "me", "new/ice_fishers", "games", "history", "nowhere")
        ),
        ann.get("/table/rules/ice_fishers").text,
        ann.get(f"{room}/thing").text,
        ann.get(f"{room}/replay").text,
    ]

    assert room.startswith("/table/r/")
    assert {cookie.path for cookie in ann.client.cookies.jar} == {"/table/"}
    assert all(map(all_are_under, pages))
    assert [one for page in pages for one in addresses_in(page) if "static" in one]


def test_files_and_links_of_the_pages_are_there(ann):
    room = room_of(ann, "me", "me")
    found = {one for one in addresses_in(ann.get(room).text) if not one.startswith(f"{room}/")}
    statuses = {one: ann.get(one).status_code for one in found}

    assert set(statuses.values()) == {200}
    assert ann.get("/static/style.css").status_code == ann.get("/").status_code == 404
    static = ann.get("/table/static/style.css").headers
    assert "no-store" not in static.get("cache-control", "")


def test_a_game_is_played_and_left_under_the_folder(ann):
    room = room_of(ann, "me", "me")
    seat, token, answers = question_in(ann.get(room).text)
    fields = {"seat": seat, "token": token, "answer": answers[0]}
    answered = ann.client.post(f"{room}/answer", data=fields, headers=HTML, follow_redirects=False)
    asked = ann.client.post(f"{room}/delete", follow_redirects=False)
    deleted = ann.client.post(f"{room}/delete", data={"sure": "1"}, follow_redirects=False)

    assert answered.headers["location"] == room
    assert asked.headers["location"] == f"{room}/sure/delete"
    assert deleted.headers["location"] == "/table/games"


def test_the_feed_leads_under_the_folder(ann):
    room = room_of(ann, "me", "me")
    ann.get(room)
    feed = ann.get(re.search(r'href="(/table/feed/[^"]+)"', ann.get("/table/me").text)[1]).text
    links = [one.get("href") for one in ElementTree.fromstring(feed).iter() if one.get("href")]

    assert set(links) == {"http://localhost/table/", f"http://localhost{room}"}


def test_a_folder_is_read_as_people_write_it():
    folders = {"": "/", "/": "/", "table": "/table/", "/games/table/": "/games/table/"}

    assert {text: Addresses.read(text).under for text in folders} == folders


@pytest.mark.parametrize("text", ["a b", "../x", "a?b", "ä"])
def test_what_is_no_folder_of_an_address_is_refused(text):
    with pytest.raises(TabletopError, match="is not a path"):
        Addresses.read(text)
