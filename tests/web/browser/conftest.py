"""A real server and a real browser.

The tests in a browser need Playwright and a Chromium (`TABLETOP_CHROMIUM`, default
`/usr/bin/chromium-headless-shell` or `/usr/bin/chromium`), those in Firefox need one
(`TABLETOP_FIREFOX`, default `/usr/bin/firefox-esr`); where one is missing they are skipped and say
so. With `TABLETOP_BROWSER=must` they fail instead.

Each process of the tests has one browser and one server, and each test a context of its own: what
a person has there, and who that is.
"""

import os
import socket
import sys
from pathlib import Path
from threading import Thread

import pytest

from tests.waiting import PATIENCE_S

sys.path.insert(0, str(Path(__file__).parent))

EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*"))

# The shell without windows needs a fifth less processor time, and less than half of the wait.
CHROMIUMS = [Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")]
CHROMIUM = next((one for one in CHROMIUMS if one.exists()), CHROMIUMS[-1])
CHROMIUM = Path(os.environ.get("TABLETOP_CHROMIUM", CHROMIUM))


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.gate)
            item.add_marker(pytest.mark.timeout(10 * PATIENCE_S))


def missing(why):
    if os.environ.get("TABLETOP_BROWSER") == "must":
        pytest.fail(f"the tests in a browser were to run, but {why}")
    pytest.skip(why)


class Served:
    """A server at work in a thread; it can be stopped and started again where it was."""

    def __init__(self, data, under="/"):
        self.data = data
        self.under = under
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}{self.under.rstrip('/')}"

    def start(self):
        import uvicorn

        from tabletop_core.plugins.packs import find_packs
        from tabletop_core.web.app import make_app
        from tabletop_core.web.config import Config

        how = {"data": self.data, "port": self.port, "under": self.under}
        config = Config(catalog=find_packs(EXAMPLES), posts=1e6, burst=1e6, **how)
        self.app = make_app(config)
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", self.port))
        self.server = uvicorn.Server(
            uvicorn.Config(self.app, log_level="error", timeout_graceful_shutdown=1)
        )
        self.thread = Thread(target=self.server.run, kwargs={"sockets": [listening]}, daemon=True)
        self.thread.start()
        while not self.server.started:
            self.thread.join(0.01)

    def stop(self):
        self.server.should_exit = True
        self.thread.join(20)

    def room(self, page):
        return self.app.state.site.registry.room(page.url.rpartition("/")[2].partition("?")[0])


@pytest.fixture(scope="package")
def served(tmp_path_factory):
    pytest.importorskip("uvicorn")
    server = Served(tmp_path_factory.mktemp("served"))
    yield server
    server.stop()


@pytest.fixture(scope="package")
def playwright():
    """The one Playwright that there may be in a process."""
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        missing("playwright is not installed")
    if not CHROMIUM.exists():
        missing(f"there is no Chromium at {CHROMIUM}")
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="package")
def chromium(playwright):
    browser = playwright.chromium.launch(
        executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu"]
    )
    yield browser
    browser.close()


OPEN_MODULES = (Path(__file__).parent / "open_modules.js").read_text("utf-8")
# Cards put themselves away, unless a test wants to see one.
NO_CARDS = """try {
  localStorage.getItem("tabletop-auto") ?? localStorage.setItem("tabletop-auto", "1");
} catch {}"""


@pytest.fixture
def pages(chromium):
    """Open pages, each of a person of its own; whatever a page complains of fails the test."""
    opened, complaints = [], []

    def open_page(**how):
        how = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **how}
        context = chromium.new_context(**how)
        context.add_init_script(OPEN_MODULES)
        context.add_init_script(NO_CARDS)
        opened.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_S * 1000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda said: complaints.append(said.text) if "Content Security" in said.text else None,
        )
        return page

    yield open_page
    for context in opened:
        context.close()
    assert complaints == []


@pytest.fixture
def seated(pages, served):
    """Return a function that begins a game on a page of its own, of a screen; see `sit_down`."""
    from helpers import sit_down

    def seated(*pack, screen=None, **how):
        page = pages(**(screen or {}))
        sit_down(page, served, *pack, **how)
        return page

    return seated
