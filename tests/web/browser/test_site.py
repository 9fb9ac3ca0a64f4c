"""Games in a browser without a server: played, left, killed, shared by tabs, brought up to date.

Pyodide is needed: `TABLETOP_PYODIDE` names its archive (`npm pack pyodide@VERSION` makes it).
"""

import os
import re
import signal
from contextlib import suppress
from pathlib import Path
from threading import Thread
from time import time_ns

import pytest
from conftest import CHROMIUM, missing
from typer.testing import CliRunner

from tabletop_core.cli import app as cli
from tabletop_core.plugins.packs import find_packs, load_pack
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import resume_session
from tests.waiting import PATIENCE_S, until

# Whoever writes sites does so in one process, which compresses what they have in common once.
pytestmark = pytest.mark.xdist_group("site")
PACKS = ["b29_superfortress", "bomber_boys", "bomber_run", "squadron_303", "wing_and_prayer"]
START_MS = PATIENCE_S * 1000
TOKENS = "forms => forms.map((form) => form.elements.token.value).join()"
# What a person does who takes whatever is offered first.
ANSWER = """(form) => {
  const ways = [...form.elements].filter((one) => ["answer", "listed"].includes(one.name));
  const boxes = ways.filter((one) => one.type === "checkbox");
  const count = +(form.textContent.match(/Choose (\\d+)/)?.[1] ?? 1);
  for (const box of boxes.slice(0, count)) box.checked = true;
  form.requestSubmit(ways[0].type === "submit" ? ways[0] : undefined);
}"""


FULL = """() => {
  IDBObjectStore.prototype.put = () => { throw new DOMException("it is full"); };
}"""

# How often the tabs are asked who answers, once the page that wanted to know is gone.
ASKED = """async () => {
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  stopPython();
  pages.contentWindow.fetch(`${UNDER}games`).catch(() => {});
  await wait(600);
  pages.src = "about:blank";
  await wait(1000);
  let asked = 0;
  const hear = ({ data }) => { asked += data.kind === "who"; };
  navigator.serviceWorker.addEventListener("message", hear);
  await wait(1000);
  return asked;
}"""


class Host:
    """A static host; it can be stopped, and started again where it was."""

    def __init__(self, folder):
        self.folder, self.port = folder, 0
        self.start()

    def start(self):
        from tabletop_core.web.in_browser.try_out import folder_server

        self.server = folder_server(self.folder, self.port)
        self.port = self.server.server_address[1]
        Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    @property
    def address(self):
        return f"http://localhost:{self.port}/"


def write(folder, packs, **how):
    from tabletop_core.web.in_browser.folder import write_site
    from tabletop_core.web.in_browser.runtime import find_runtime

    archive = os.environ.get("TABLETOP_PYODIDE")
    if not archive:
        missing("TABLETOP_PYODIDE names no archive of Pyodide")
    runtime = find_runtime(Path(archive), lambda done, total: None)
    return write_site(folder, find_packs(), packs, runtime, **how)


@pytest.fixture(scope="module")
def five(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    write(folder, PACKS)
    host = Host(folder)
    yield host
    host.stop()


class Visitor:
    """A browser with a profile of its own on disk, which can be killed and opened again."""

    def __init__(self, playwright, profile, complaints):
        self.playwright, self.profile, self.complaints = playwright, profile, complaints
        self.open()

    def open(self):
        self.context = self.playwright.chromium.launch_persistent_context(
            self.profile,
            executable_path=str(CHROMIUM),
            args=["--no-sandbox", "--disable-gpu"],
            viewport={"width": 1280, "height": 800},
            reduced_motion="reduce",
        )
        self.page = self.context.pages[0]
        self._listen(self.page)

    def tab(self):
        page = self.context.new_page()
        self._listen(page)
        return page

    def _listen(self, page):
        page.set_default_timeout(START_MS)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def kill(self):
        """End all processes of the browser at once, as a power cut would."""
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    words = (entry / "cmdline").read_bytes().split(b"\0")
                except OSError:
                    continue
                if f"--user-data-dir={self.profile}".encode() in words:
                    os.kill(int(entry.name), signal.SIGKILL)
        with suppress(Exception):  # It is dead, which is what was wanted.
            self.context.close()

    def close(self):
        self.context.close()


@pytest.fixture(scope="module")
def visitors(playwright, tmp_path_factory):
    opened, complaints = [], []

    def make():
        opened.append(Visitor(playwright, tmp_path_factory.mktemp("profile"), complaints))
        return opened[-1]

    yield make
    for one in opened:
        one.close()
    assert complaints == []


@pytest.fixture(scope="module")
def visitor(visitors):
    """One visitor of several tests, each of which begins where it likes."""
    return visitors()


def pages(tab):
    return tab.frame_locator("#pages")


def go(tab, host, path=""):
    if tab.url.startswith(host.address):
        tab.evaluate("(path) => { location.hash = path; }", path)
    else:
        tab.goto(f"{host.address}#{path}")


def begin(tab, host, pack, **fields):
    """Begin a game, and return the address of its room."""
    go(tab, host, f"new/{pack}")
    pages(tab).locator(".start button.main").wait_for()
    for field, value in fields.items():
        named = pages(tab).locator(f'select[name="{field.replace("_", ":", 1)}"]')
        named.evaluate("(field, value) => { field.value = value; }", value)
    pages(tab).locator(".start button.main").click()
    pages(tab).locator("form.ask").first.wait_for(state="attached")
    tab.wait_for_url(re.compile("#r/"))
    return tab.url.partition("#")[2]


def tokens(tab):
    return pages(tab).locator("form.ask").evaluate_all(TOKENS)


def answer(tab):
    """Give the first answer, and wait for another question or the end."""
    before = tokens(tab)
    pages(tab).locator("form.ask").first.evaluate(ANSWER)
    wait_for_other(tab, before)


def is_over(tab):
    """Return whether a game has ended, as a mission may after three answers."""
    return pages(tab).get_by_text("Play again").count() > 0


def wait_for_other(tab, before):
    for _ in range(3000):
        if tokens(tab) not in ("", before) and not pages(tab).locator(".sent").count():
            return
        if is_over(tab):
            return
        tab.wait_for_timeout(10)
    raise AssertionError(f"nothing came after question {before}")


@pytest.mark.parametrize("pack", PACKS)
def test_a_game_is_played_without_a_server(five, visitor, pack):
    room = begin(visitor.page, five, pack)
    for _ in range(3):
        if not is_over(visitor.page):
            answer(visitor.page)

    assert re.fullmatch(r"r/[\w-]+", room)
    assert not pages(visitor.page).get_by_text("link to this seat").count()
    assert not pages(visitor.page).locator("input[name=text]").count()  # nobody to chat with


def test_a_game_goes_on_after_a_reload_without_the_host(five, visitor):
    begin(visitor.page, five, "bomber_run")
    answer(visitor.page)
    asked = tokens(visitor.page)
    five.stop()
    try:
        visitor.page.reload()
        pages(visitor.page).locator("form.ask").first.wait_for(state="attached")
        found = tokens(visitor.page)
        answer(visitor.page)
    finally:
        five.start()

    assert found == asked


def test_a_second_tab_follows_and_takes_over(five, visitor):
    first = visitor.page
    room = begin(first, five, "bomber_run")
    second = visitor.tab()
    go(second, five, room)
    pages(second).locator("form.ask").first.wait_for(state="attached")
    before = tokens(second)
    answer(first)
    wait_for_other(second, before)
    seen = tokens(second)
    visitor.page = second
    first.close()
    answer(second)

    assert seen != before


def test_a_tab_takes_over_from_one_that_the_browser_froze(five, visitor):
    """A phone freezes the page in the background: it can write nothing, and follows once it wakes.

    The debugger stands in for that: a page that it halts answers nobody, either.
    """
    frozen = visitor.page
    room = begin(frozen, five, "bomber_run")
    before = tokens(frozen)
    second = visitor.tab()
    go(second, five, room)
    pages(second).locator("form.ask").first.wait_for(state="attached")
    control = visitor.context.new_cdp_session(frozen)
    control.send("Debugger.enable")
    control.send("Debugger.pause")
    visitor.page = second
    answer(second)
    played, took_over = tokens(second), len(second.workers)
    control.send("Debugger.resume")
    control.detach()
    wait_for_other(frozen, before)
    answer(frozen)
    wait_for_other(second, played)
    frozen.close()

    assert took_over == 1


def test_a_first_visit_that_fails_says_why_and_goes_on_once_it_can(five, visitors):
    tab = visitors().page
    control = tab.context.new_cdp_session(tab)
    quota = {"origin": five.address.rstrip("/")}
    control.send("Storage.overrideQuotaForOrigin", {**quota, "quotaSize": 3_000_000})
    tab.goto(five.address)
    again = tab.get_by_role("button", name="Try again")
    again.wait_for()
    words = tab.locator("#words").inner_text()
    blocked = tab.evaluate("explain({ name: 'NetworkError', why: 'contents.xz' })")
    again.click()
    again.wait_for()
    control.send("Storage.overrideQuotaForOrigin", quota)
    tab.context.set_offline(True)
    offline = tab.evaluate("explain({ name: 'NetworkError', why: 'contents.xz' })")
    tab.context.set_offline(False)
    tab.locator("#words", has_text="Starting").wait_for()

    assert re.search(r"no room.*they take \d\d\.\d MB.*Delete", words), words
    assert "offline" in offline
    assert "contents.xz did not arrive" in blocked


def test_an_address_that_only_the_browser_makes_leads_there_and_is_read_at_once(five, visitors):
    """A link to a page is sent to somebody who has never been here: the host shows 404.html.

    What needs no Python is shown meanwhile, and whoever reads it keeps the place.
    """
    tab = visitors().page
    tab.goto(f"{five.address}rules/bomber_run")
    pages(tab).locator(".book .entry").first.wait_for()
    scroll = tab.frames[-1].evaluate("scrollTo(0, 900); scrollY")
    words = tab.locator("#words").inner_text()
    tab.get_by_role("button", name="Play").click()
    pages(tab).locator(".start button.main").wait_for()
    led = tab.url
    tab.go_back()
    pages(tab).locator(".book .entry").first.wait_for()
    until(lambda: tab.frames[-1].evaluate("scrollY") == scroll, "the place where they read")

    assert re.match("The page is loading|Fetching|Starting", words)
    assert led == f"{five.address}#new/bomber_run"
    assert tab.url == f"{five.address}#rules/bomber_run"


def test_no_answer_is_lost_when_the_browser_is_killed(five, visitor):
    room = begin(visitor.page, five, "squadron_303")
    for _ in range(3):
        answer(visitor.page)
    asked = tokens(visitor.page)
    visitor.kill()
    visitor.open()
    go(visitor.page, five, room)
    pages(visitor.page).locator("form.ask").first.wait_for(state="attached")

    assert tokens(visitor.page) == asked


def test_a_bot_that_searches_thinks_beside_the_game(five, visitor):
    begin(visitor.page, five, "bomber_run", seat_east="bot:mcts")
    for _ in range(12):
        if len(visitor.page.workers) == 2:
            break
        answer(visitor.page)
    answer(visitor.page)

    assert len(visitor.page.workers) == 2


def download(tab, link, file):
    """Click on a link as a person does, and keep what comes of it."""
    with tab.expect_download() as saved:
        pages(tab).get_by_role("link", name=link).click()
    saved.value.save_as(file)


def save_room(tab, file):
    """Save the game of a table to a file, on its tab Room."""
    ways = pages(tab).locator("#room-seats summary", has_text="This room")

    def opened():
        # A page that has just come may lay its tabs out once more.
        pages(tab).locator(".tabs label", has_text="Room").click()
        return ways.is_visible()

    until(opened, "the tab Room")
    ways.click()
    download(tab, "Save to a file", file)


def open_files(tab, host, *files):
    go(tab, host, "games")
    pages(tab).locator("input[type=file]").set_input_files(files)
    pages(tab).locator(".upload button").click()


def test_a_game_of_the_browser_goes_on_in_the_terminal_and_back(five, visitor, tmp_path):
    tab, file = visitor.page, tmp_path / "game.toml"
    room = begin(tab, five, "bomber_boys")
    answer(tab)
    save_room(tab, file)
    before = read_save(file)

    played = CliRunner().invoke(cli, ["resume", str(file), "--plain"], input="1\n" * 3)
    after = read_save(file)
    session = resume_session(after, load_pack)
    asked = session.match.decision.prompt
    session.close()
    open_files(tab, five, file)
    pages(tab).locator("form.ask").first.wait_for(state="attached")
    tab.wait_for_url(re.compile("#r/"))

    assert played.exit_code == 0
    assert after.entries[: len(before.entries)] == before.entries
    assert len(after.entries) > len(before.entries)
    assert tab.url.partition("#")[2] != room
    words = pages(tab).locator("form.ask .asked").first.inner_text()
    assert set(re.findall(r"\w+", asked)) <= set(re.findall(r"\w+", words))


def test_all_games_go_to_another_browser_in_one_file(five, visitor, visitors, tmp_path):
    file, other = tmp_path / "all.zip", visitors().page
    begin(visitor.page, five, "bomber_run")
    go(visitor.page, five, "games")
    download(visitor.page, "Save all to one file", file)
    go(other, five)
    # Touched while nobody can answer yet: it comes as soon as somebody can.
    pages(other).get_by_role("link", name="My games").click()
    early = other.locator("#wish").inner_text()
    pages(other).locator("input[type=file]").wait_for()

    open_files(other, five, file)
    pages(other).get_by_text(re.compile("games? opened")).wait_for()
    open_files(other, five, file)

    pages(other).get_by_text("Already here").wait_for()
    assert "as soon as the games are ready" in early


def test_what_the_browser_cannot_store_is_refused_in_words(five, visitor):
    tab = visitor.page
    begin(tab, five, "bomber_run")
    answer(tab)
    asked = tokens(tab)
    tab.workers[0].evaluate(FULL)
    pages(tab).locator("form.ask").first.evaluate(ANSWER)
    pages(tab).get_by_text("the browser cannot store it").wait_for()
    # Python starts again from what is stored, in a worker that has room.
    tab.reload()
    pages(tab).locator("form.ask").first.wait_for(state="attached")

    assert tokens(tab) == asked


def test_nothing_is_asked_for_a_page_that_is_gone(five, visitor):
    tab = visitor.page
    begin(tab, five, "bomber_run")
    asked = tab.evaluate(ASKED)
    tab.reload()
    pages(tab).locator("form.ask").first.wait_for(state="attached")

    assert asked == 0


def test_a_new_version_is_offered_and_the_game_goes_on(five, visitor):
    tab = visitor.page
    begin(tab, five, "bomber_run")
    answer(tab)
    asked = tokens(tab)
    title = f"Edition {time_ns()}"  # another one if this test runs again
    write(five.folder, PACKS, title=title)
    # Both questions are asked: whether to keep the games, too.
    tab.evaluate("localStorage.clear()")
    tab.reload()
    tab.locator("#bar button", has_text="Keep them").wait_for()
    tab.locator("#bar button", has_text="Reload").click()
    tab.locator("h1", has_text=title).wait_for(state="attached")
    pages(tab).locator("form.ask").first.wait_for(state="attached")

    assert tokens(tab) == asked


def test_a_page_that_waited_for_a_new_version_is_loaded_once_more_and_no_more(five, visitor):
    tab = visitor.page
    begin(tab, five, "bomber_run")
    asked, loads = tokens(tab), []
    tab.evaluate("sessionStorage.setItem('takesOver', '1')")
    tab.on("load", lambda: loads.append(tab.url))
    tab.reload()
    pages(tab).locator("form.ask").first.wait_for(state="attached")

    assert tokens(tab) == asked
    assert len(loads) == 2
    assert tab.evaluate("sessionStorage.getItem('takesOver')") is None
