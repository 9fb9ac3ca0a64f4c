"""The bar of an author at the table, under `tabletop serve --reload`."""

import re
import shutil
import subprocess
import sys
from html import unescape

import pytest
from starlette.testclient import TestClient

from tabletop_core.plugins.packs import find_packs

from .conftest import ROOT, Browser

HERE = ("127.0.0.1", 50_000)


def browser_of(app, name="Ann", client=HERE):
    browser = Browser(app, name)
    browser.client = TestClient(app, base_url="http://localhost", client=client)
    browser.client.portal = app.state.portal
    return browser


def pack_named(name, folder):
    """Write Ice Fishers into a folder as a pack of another name, as if somebody was writing it."""
    shutil.copytree(ROOT / "examples" / "ice_fishers" / "ice_fishers", folder / name)
    init = folder / name / "__init__.py"
    init.write_text(init.read_text().replace('"ice_fishers"', f'"{name}"'))


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A project with a pack and the settings of pytest, as an author has it."""
    folder = tmp_path_factory.mktemp("project")
    pack_named("shore_fishers", folder)
    settings = '[tool.pytest.ini_options]\ntabletop_pack = "shore_fishers"\n'
    (folder / "pyproject.toml").write_text(settings)
    return folder


@pytest.fixture(scope="module")
def games(project):
    folders = [project, ROOT / "examples" / "night_crossing", ROOT / "examples" / "wreck_sale"]
    return find_packs(folders, points=())


@pytest.fixture(autouse=True)
def seed(monkeypatch):
    """What fails in a run of the tests fails in the next."""
    monkeypatch.setattr("tabletop_core.web.rooms.registry.fresh_seed", lambda: "a studio")


@pytest.fixture
def server(make_server, games):
    return make_server(studio=True, catalog=games)


@pytest.fixture
def author(server):
    return browser_of(server)


@pytest.fixture
def fishers(author):
    return author.new_room("shore_fishers", "me", "me")


def do(browser, room, action, **fields):
    """Do something in the bar; return the status and what was said."""
    answer = browser.client.post(f"/r/{room}/author/{action}", data=fields)
    return answer.status_code, answer.text


def bar(browser, room):
    """Return the bar as the page shows it; None without one."""
    found = re.search(
        r'<section id="room-author".*?</section>', browser.get(f"/r/{room}").text, re.S
    )
    return found and unescape(found[0])


def match_in(app, room):
    with app.state.site.registry.room(room) as held:
        return held.match


def test_the_bar_is_on_the_page_with_a_script_and_a_sheet_of_its_own(author, fishers):
    page = author.get(f"/r/{fishers}").text

    assert '<details id="@author"' in page
    assert "/static/author.js" in page
    assert "/static/author.css" in page


@pytest.mark.parametrize("how", [{"studio": False}, {"host": "0.0.0.0"}, {"alone": True}])
def test_no_other_server_has_it(make_server, how):
    browser = browser_of(make_server(**{"studio": True, **how}))
    room = browser.new_room("ice_fishers", "me", "me")
    page = browser.get(f"/r/{room}").text

    assert "author" not in page
    assert do(browser, room, "set", field="catch", value="9")[0] == 404


def test_no_other_machine_has_it(server, author, fishers):
    far = browser_of(server, client=("192.0.2.7", 50_000))
    far.client.cookies = author.client.cookies

    assert "author.js" not in far.get(f"/r/{fishers}").text
    assert do(far, fishers, "set", field="catch", value="9")[0] == 403
    assert match_in(server, fishers).state.catch != 9


def test_with_others_at_the_table_nobody_has_it(server, author, sit):
    bob = browser_of(server, "Bob")
    room = author.new_room("shore_fishers", "me", "open")
    assert "Sit as" in bar(author, room)
    sit(author, bob, room)

    for browser in (author, bob):
        assert "Sit as" not in bar(browser, room)
        status, words = do(browser, room, "set", field="catch", value="9")
        assert (status, words) == (403, "the author's bar is for who sits at a table alone")


def test_who_only_watches_has_no_bar(server, fishers):
    carl = browser_of(server, "Carl")

    assert "<form" not in bar(carl, fishers)
    assert do(carl, fishers, "seat", seat="north")[0] == 403


def test_a_field_of_the_state_is_set_and_the_table_shows_it(server, author, fishers):
    assert '<option value="hut.south"' in bar(author, fishers)
    assert do(author, fishers, "set", field="hut.south", value="8") == (204, "")

    assert match_in(server, fishers).state.hut["south"] == 8
    assert "hut.south is 8" in bar(author, fishers)
    assert 'data-value="8"' in bar(author, fishers)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("fish", "8", "the state has no field 'fish'; it has hut.north, hut.south, steps, catch"),
        ("steps", "many", "steps cannot be 'many': invalid value for type, expected int @ $.steps"),
        ("steps", "1.5", "steps cannot be 1.5; a value of the same kind would be 1"),
    ],
)
def test_a_value_that_does_not_fit_gives_one_clear_line(
    server, author, fishers, field, value, words
):
    before = match_in(server, fishers).tape.records

    assert do(author, fishers, "set", field=field, value=value) == (400, words)
    assert match_in(server, fishers).tape.records == before


def test_a_field_stays_set_when_the_server_begins_again(make_server, games, author, fishers):
    do(author, fishers, "set", field="hut.north", value="7")
    make_server.stop()
    again = make_server(studio=True, catalog=games)

    assert match_in(again, fishers).state.hut["north"] == 7


def test_the_next_dice_show_what_was_named(server, author, fishers):
    assert do(author, fishers, "load", faces="6 5") == (204, "")
    assert "To come: 6, 5" in bar(author, fishers)
    before = len(match_in(server, fishers).tape.entries)
    author.answer(fishers, author.question(fishers), "on")

    entries = match_in(server, fishers).tape.entries[before:]
    assert entries[1] == ("roll", (6,))
    assert "To come: 5" in bar(author, fishers)
    assert do(author, fishers, "load") == (204, "")
    assert "To come" not in bar(author, fishers)


def test_what_are_no_faces_is_said(author, fishers):
    status, words = do(author, fishers, "load", faces="six")

    assert (status, words) == (400, "'six' are no faces of dice; write numbers, such as 6 or 6 1 3")


def test_the_next_card_is_the_one_that_was_named(server, author):
    room = author.new_room("night_crossing", "me", "bot:random")
    match = match_in(server, room)
    card = next(card for card, number in match.state.pile.pool.items() if number)
    name_of = match.game.name_of
    assert f'<option value="{card}"' in bar(author, room)
    assert do(author, room, "load", card=name_of(card, match.data)) == (204, "")
    before, drawn = len(match.tape.entries), []
    while not drawn:
        author.answer(room, author.question(room))
        match = match_in(server, room)
        drawn = [one for one in match.tape.entries[before:] if one[0] == "draw"]
    assert drawn[0] == ("draw", card)

    status, words = do(author, room, "load", card="dragon")
    assert status == 400
    assert words.startswith("no pile holds 'dragon' now; they hold ")


def test_the_author_sees_what_another_seat_sees_and_answers_for_it(server, author):
    room = author.new_room("night_crossing", "me", "bot:random")
    match = match_in(server, room)
    first, other, *_ = match.seats
    assert do(author, room, "seat", seat=other) == (204, "")
    page = author.get(f"/r/{room}").text

    assert f'value="{other}" aria-pressed="true"' in bar(author, room)
    assert "curtain" not in page
    with server.state.site.registry.room(room) as held:
        person = held.seating.person_at(other)
        assert held.seating.person_at(first) == person
        assert list(held.viewer_of(person).seats) == [other]
        while not (asked := held.questions(person)):
            decision = held.match.decision
            held.answer(person, decision.seat, [str(decision.options[0])], decision.token)
        held.answer(person, other, [str(asked[0].options[0])], asked[0].token)
    assert do(author, room, "seat", seat="crow's nest")[0] == 400


def test_a_jump_plays_on_with_bots_until_a_step_begins(server, author):
    room = author.new_room("night_crossing", "me", "me")
    match = match_in(server, room)
    steps = re.findall(
        r'<option value="(\d+)">([^<]*)</option>', bar(author, room).partition("Scenario")[0]
    )
    number, name = steps[-1]
    before = match.decisions
    begun = [event for event in match.events if event.kind == "step"]
    assert do(author, room, "jump", step=number) == (204, "")

    match = match_in(server, room)
    since = [event for event in match.events if event.kind == "step"][len(begun) :]
    assert any(event.facts["path"][-1].startswith(name.rpartition(" / ")[2]) for event in since)
    assert match.decisions > before


def test_a_jump_to_where_no_bot_comes_leaves_the_game_as_it_is(
    server, author, fishers, monkeypatch
):
    monkeypatch.setattr("tabletop_core.web.rooms.studio.JUMP_S", 0.3)
    do(author, fishers, "set", field="hut.north", value="9")
    steps = "tabletop_core.web.rooms.studio.Studio.steps"
    monkeypatch.setattr(steps, [("Day", "Fisher", "Rest")])
    before = match_in(server, fishers).tape.records
    status, words = do(author, fishers, "jump", step="0")

    assert status == 400
    assert words.startswith("in 0.3 seconds no bot came to 'Rest', in ")
    assert match_in(server, fishers).tape.records == before
    assert do(author, fishers, "jump", step="7")[1].startswith("there is no such step")


def test_a_scenario_starts_in_a_room_of_its_own_with_the_same_players(server, author):
    room = author.new_room("wreck_sale", *["me", "bot:random", "bot:random"])
    game = match_in(server, room).game
    setup = game.all_setups[-1]
    answer = author.client.post(f"/r/{room}/author/scenario", data={"setup": setup.id})
    new = answer.headers["location"].removeprefix("/r/")

    assert new != room
    match = match_in(server, new)
    assert {name: match.options[name] for name in setup.options} == dict(setup.options)
    assert "<form" in bar(author, new)
    status, words = do(author, room, "scenario", setup="night")
    assert status == 400
    assert "has no setup 'night'; it has " in words


def test_what_was_played_is_saved_as_a_test_that_passes(server, author, fishers, project):
    do(author, fishers, "load", faces="4 5")
    author.answer(fishers, author.question(fishers), "on")
    do(author, fishers, "set", field="catch", value="9")
    author.answer(fishers, author.question(fishers), "home")
    assert do(author, fishers, "test", words="A full catch goes home!") == (204, "")
    file = project / "tests" / "test_a_full_catch_goes_home.py"
    text = file.read_text("utf-8")

    assert 'SetField("catch", 9)' in text
    assert "saved as tests/test_a_full_catch_goes_home.py" in bar(author, fishers)
    ran = pytest_in(project, file)
    assert "1 passed" in ran.stdout, ran.stdout
    file.write_text(text.replace('SetField("catch", 9)', 'SetField("catch", 2)'))
    assert "1 failed" in pytest_in(project, file).stdout
    status, words = do(author, fishers, "test", words="a full catch goes home")
    assert (status, "already" in words) == (400, True)
    assert do(author, fishers, "test", words="?!")[1].startswith("'?!' is no name for a test")


def pytest_in(folder, file):
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(file)]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=120)


def test_a_pack_outside_of_a_project_has_no_place_for_tests(make_server, tmp_path):
    pack_named("river_fishers", tmp_path / "packs")
    games = find_packs([tmp_path / "packs"], points=())
    browser = browser_of(make_server(studio=True, catalog=games))
    room = browser.new_room("river_fishers", "me", "me")

    status, words = do(browser, room, "test", words="home")
    assert (status, "no folder with a pyproject.toml" in words) == (400, True)
