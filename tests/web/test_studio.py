"""The bar of an author at the table, under `tabletop serve --reload`."""

import os
import re
import shutil
import subprocess
import sys
from html import unescape

import pytest
from starlette.testclient import TestClient

from tabletop_core.boards.proposed_links import as_proposed
from tabletop_core.plugins.packs import find_packs
from tabletop_core.rooms.perspective import Perspective
from tests.waiting import PATIENCE_S

from .conftest import ROOT, Browser, Table

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
    monkeypatch.setattr("tabletop_core.rooms.factory.fresh_seed", lambda: "a studio")


@pytest.fixture
def server(make_server, games):
    return make_server(studio=True, catalog=games)


@pytest.fixture
def author(server):
    return browser_of(server)


@pytest.fixture
def fishers(author):
    return Bar(author, author.new_room("shore_fishers", "me", "me"))


@pytest.fixture
def crossing(author):
    return Bar(author, author.new_room("night_crossing", "me", "bot:random"))


class Bar(Table):
    """A room as an author has it open."""

    def do(self, action, **fields):
        """Do something in the bar; return the status and what was said."""
        where = f"/r/{self.room}/author/{action}"
        answer = self.browser.client.post(where, data=fields, follow_redirects=False)
        return answer.status_code, answer.text

    @property
    def bar(self):
        """The bar as the page shows it; None without one."""
        found = re.search(r'<section id="room-author".*?</section>', self.page, re.S)
        return found and unescape(found[0])

    @property
    def match(self):
        with self.browser.client.app.state.site.registry.room(self.room) as held:
            return held.match


def test_the_author_reads_which_line_of_the_view_fails(fishers, monkeypatch):
    monkeypatch.setattr("shore_fishers.shown.Facts", None)

    page = fishers.page

    assert "The game cannot be shown now: the function" in page
    assert re.search(r"shown.py:\d+: TypeError", page)


def test_the_bar_is_on_the_page_with_a_script_and_a_sheet_of_its_own(fishers):
    page = fishers.page

    assert '<details id="@author"' in page
    assert "/static/author.js" in page
    assert "/static/author.css" in page


@pytest.mark.parametrize("how", [{"studio": False}, {"host": "0.0.0.0"}, {"alone": True}])
def test_no_other_server_has_it(make_server, how):
    browser = browser_of(make_server(**{"studio": True, **how}))
    table = Bar(browser, browser.new_room("ice_fishers", "me", "me"))

    assert "author" not in table.page
    assert table.do("set", field="catch", value="9")[0] == 404


def test_no_other_machine_has_it(server, author, fishers):
    far = Bar(browser_of(server, client=("192.0.2.7", 50_000)), fishers.room)
    far.browser.client.cookies = author.client.cookies

    assert "author.js" not in far.page
    assert far.do("set", field="catch", value="9")[0] == 403
    assert fishers.match.state.catch != 9


def test_with_others_at_the_table_nobody_has_it(server, author, sit):
    bob, room = browser_of(server, "Bob"), author.new_room("shore_fishers", "me", "open")
    assert "Sit as" in Bar(author, room).bar
    sit(author, bob, room)

    for table in (Bar(author, room), Bar(bob, room)):
        assert "Sit as" not in table.bar
        said = table.do("set", field="catch", value="9")
        assert said == (403, "the author's bar works only for somebody alone at a table")


def test_who_only_watches_has_no_bar(server, fishers):
    carl = Bar(browser_of(server, "Carl"), fishers.room)

    assert "<form" not in carl.bar
    assert carl.do("seat", seat="north")[0] == 403


def test_a_field_of_the_state_is_set_and_the_table_shows_it(fishers):
    assert '<option value="hut.south"' in fishers.bar
    assert fishers.do("set", field="hut.south", value="8") == (204, "")

    assert fishers.match.state.hut["south"] == 8
    assert "hut.south is 8" in fishers.bar
    assert 'data-value="8"' in fishers.bar


@pytest.mark.parametrize(
    ("act", "value", "words"),
    [
        ("fish", "8", "the state has no field 'fish'; it has hut.north, hut.south, steps, catch"),
        ("steps", "many", "steps cannot be 'many': invalid value for type, expected int @ $.steps"),
        ("steps", "1.5", "steps cannot be 1.5; a value of the same kind would be 1"),
        ("load", "six", "'six' are not faces of dice; write numbers, such as 6 or 6 1 3"),
    ],
)
def test_a_value_that_does_not_fit_gives_one_clear_line(fishers, act, value, words):
    before = fishers.match.tape.records
    fields = {"faces": value} if act == "load" else {"field": act, "value": value}

    assert fishers.do("load" if act == "load" else "set", **fields) == (400, words)
    assert fishers.match.tape.records == before


def test_a_field_stays_set_when_the_server_begins_again(make_server, games, author, fishers):
    fishers.do("set", field="hut.north", value="7")
    make_server.stop()
    author.move_to(make_server(studio=True, catalog=games))

    assert fishers.match.state.hut["north"] == 7


def test_proposed_links_are_kept_or_taken_out_in_their_file(fishers, project):
    file = project / "shore_fishers" / "data" / "links.toml"
    links = [("north", "south"), ("south", "hole"), ("hole", "north")]
    file.write_text(f"# by hand\n{as_proposed(links)}\n[end]\n")
    assert ">3 links are proposed<" in fishers.bar
    sent = {"north south": "", "south hole": "remove"}  # the page did not show the third yet

    assert fishers.do("links", **sent, others="keep") == (204, "")
    assert "1 link kept, 1 removed" in fishers.bar
    kept = '[[link]]\nends = ["north", "south"]\n\n'
    assert file.read_text() == f"# by hand\n\n{kept}{as_proposed(links[2:])[1:]}\n[end]\n"
    assert fishers.do("links", **sent)[1].startswith("no link is marked")
    file.unlink()


def test_the_next_dice_show_what_was_named(fishers):
    assert fishers.do("load", faces="6 5") == (204, "")
    assert "To come: 6, 5" in fishers.bar
    before = len(fishers.match.tape.entries)
    fishers.answer("on")

    entries = fishers.match.tape.entries[before:]
    assert entries[1] == ("roll", (6,))
    assert "To come: 5" in fishers.bar
    assert fishers.do("load") == (204, "")
    assert "To come" not in fishers.bar


def test_the_next_card_is_the_one_that_was_named(crossing):
    match = crossing.match
    card = next(card for card, number in match.state.pile.pool.items() if number)
    assert f'<option value="{card}"' in crossing.bar
    assert crossing.do("load", card=match.game.name_of(card, match.data)) == (204, "")
    before, drawn = len(match.tape.entries), []
    while not drawn:
        crossing.answer()
        drawn = [one for one in crossing.match.tape.entries[before:] if one[0] == "draw"]
    assert drawn[0] == ("draw", card)

    status, words = crossing.do("load", card="dragon")
    assert status == 400
    assert words.startswith("no pile holds 'dragon' now; they hold ")


def test_the_author_sees_what_another_seat_sees_and_answers_for_it(site, crossing):
    first, other, *_ = crossing.match.seats
    assert crossing.do("seat", seat=other) == (204, "")

    assert f'value="{other}" aria-pressed="true"' in crossing.bar
    assert "curtain" not in crossing.page
    with site.registry.room(crossing.room) as held:
        person = held.seating.person_at(other)
        assert held.seating.person_at(first) == person
        assert list(Perspective(held, person).viewer.seats) == [other]
        while not (asked := Perspective(held, person).questions):
            decision = held.match.decision
            held.answer(person, decision.seat, decision.options[0], decision.token)
        held.answer(person, other, asked[0].options[0], asked[0].token)
    assert crossing.do("seat", seat="crow's nest")[0] == 400


def test_a_jump_plays_on_with_bots_until_a_step_begins(author):
    table = Bar(author, author.new_room("night_crossing", "me", "me"))
    before, shown = table.match, table.bar.partition("Scenario")[0]
    decisions, events = before.decisions, len(before.events)
    number, name = re.findall(r'<option value="(\d+)">([^<]*)</option>', shown)[-1]
    assert table.do("jump", step=number) == (204, "")

    since = [event for event in list(table.match.events)[events:] if event.kind == "step"]
    assert any(event.facts["path"][-1].startswith(name.rpartition(" / ")[2]) for event in since)
    assert table.match.decisions > decisions


def test_a_jump_to_where_no_bot_comes_leaves_the_game_as_it_is(fishers, monkeypatch):
    monkeypatch.setattr("tabletop_core.rooms.studio.JUMP_S", 0.3)
    fishers.do("set", field="hut.north", value="9")
    steps = "tabletop_core.rooms.studio.Studio.steps"
    monkeypatch.setattr(steps, [("Day", "Fisher", "Rest")])
    before = fishers.match.tape.records
    status, words = fishers.do("jump", step="0")

    assert status == 400
    assert words.startswith("in 0.3 seconds no bot reached 'Rest', in ")
    assert fishers.match.tape.records == before
    assert fishers.do("jump", step="7")[1].startswith("there is no such step")


def test_a_scenario_starts_in_a_room_of_its_own_with_the_same_players(author):
    table = Bar(author, author.new_room("wreck_sale", *["me", "bot:random", "bot:random"]))
    setup = table.match.game.all_setups[-1]
    new = Bar(author, author.made(f"/r/{table.room}/author/scenario", setup=setup.id))

    assert new.room != table.room
    assert {name: new.match.options[name] for name in setup.options} == dict(setup.options)
    assert "<form" in new.bar
    status, words = table.do("scenario", setup="night")
    assert status == 400
    assert "has no setup 'night'; it has " in words


@pytest.mark.gate
def test_what_was_played_is_saved_as_a_test_that_passes(fishers, project):
    fishers.do("load", faces="4 5")
    fishers.answer("on")
    fishers.do("set", field="catch", value="9")
    fishers.answer("home")
    assert fishers.do("test", words="A full catch goes home!") == (204, "")
    file = project / "tests" / "test_a_full_catch_goes_home.py"
    text = file.read_text("utf-8")

    assert 'SetField("catch", 9)' in text
    assert "saved as tests/test_a_full_catch_goes_home.py" in fishers.bar
    ran = pytest_in(project, file)
    assert "1 passed" in ran.stdout, ran.stdout
    file.write_text(text.replace('SetField("catch", 9)', 'SetField("catch", 2)'))
    assert "1 failed" in pytest_in(project, file).stdout
    status, words = fishers.do("test", words="a full catch goes home")
    assert (status, "already" in words) == (400, True)
    assert fishers.do("test", words="?!")[1].startswith("'?!' is not a name for a test")


def pytest_in(folder, file):
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(file)]
    # Compiled code is known by the second and the size of its source, which may stay the same here.
    how = {"env": os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}, "timeout": PATIENCE_S}
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, **how)


def test_a_pack_outside_of_a_project_has_no_place_for_tests(make_server, tmp_path):
    pack_named("river_fishers", tmp_path / "packs")
    games = find_packs([tmp_path / "packs"], points=())
    browser = browser_of(make_server(studio=True, catalog=games))
    table = Bar(browser, browser.new_room("river_fishers", "me", "me"))

    status, words = table.do("test", words="home")
    assert (status, "not in a folder with a pyproject.toml" in words) == (400, True)
