"""The basics in Firefox, where it is installed.

`TABLETOP_FIREFOX` says where, by default `/usr/bin/firefox-esr`.
"""

import pytest
from conftest import missing
from firefox import FIREFOX, Firefox
from test_site import ANSWER, PACKS, five  # noqa: F401  (a fixture)

from tabletop_core.saves.reader import read_save
from tests.waiting import until

pytestmark = pytest.mark.xdist_group("site")
TOKEN = "document.querySelector('.ask input[name=token]')?.value"
START = """(() => {
  const name = document.querySelector("input[name=name]");
  if (name) name.value = "Ann";
  document.querySelector("form button.main").click();
  return true;
})()"""
LIT = """(() => {
  const { x, y, width, height } = document.querySelector(".board .lit").getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})()"""


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    if not FIREFOX.exists():
        missing(f"there is no Firefox at {FIREFOX}")
    pytest.importorskip("websockets")
    browser = Firefox(tmp_path_factory.mktemp("firefox"))
    yield browser
    browser.close()


def answer(firefox, page="document"):
    """Give the first answer that is offered, and wait for another question or the others."""
    token = TOKEN.replace("document", page)
    # Before its scripts are there a page sends a form by itself and is loaded again meanwhile.
    before = firefox.wait_for(f"{page}.readyState === 'complete' && {token}")
    firefox.evaluate(f"({ANSWER})({page}.querySelector('.ask'))")
    firefox.wait_for(f"({token}) !== '{before}' && !{page}.querySelector('.sent')")


@pytest.mark.parametrize("pack", PACKS)
def test_a_game_begins_and_goes_on(firefox, served, pack):
    firefox.goto(f"{served.address}/new/{pack}")
    firefox.evaluate(START)

    for _ in range(3):
        answer(firefox)


def test_what_is_lit_can_be_touched(firefox, served):
    firefox.goto(f"{served.address}/new/bomber_run")
    firefox.evaluate(START)
    answer(firefox)
    firefox.wait_for("document.querySelector('.board .lit') !== null")
    asked = firefox.evaluate(TOKEN)
    exported = "Object.assign(globalThis, await import('/static/table.js'))"
    firefox.evaluate(f"(async () => {{ {exported}; question.calm = 0; }})()")

    firefox.click_at(*firefox.evaluate(LIT))

    firefox.wait_for(f"document.querySelector('.held') !== null || ({TOKEN}) > {asked}")


def test_a_site_plays_is_there_after_a_reload_and_is_saved_by_its_link(firefox, five):  # noqa: F811
    pages = "document.querySelector('iframe').contentDocument"
    firefox.goto(five.address)
    firefox.wait_for(f"{pages}.querySelector('form[action*=bomber_run] button') !== null")

    firefox.evaluate(f"{pages}.querySelector('form[action*=bomber_run] button').click() ?? true")
    answer(firefox, pages)
    answer(firefox, pages)
    asked = firefox.wait_for(TOKEN.replace("document", pages))
    firefox.reload()
    firefox.wait_for(f"({TOKEN.replace('document', pages)}) === '{asked}'")
    firefox.evaluate(f"{pages}.querySelector('#room-seats a[href$=\"/save\"]').click() ?? true")

    file = firefox.downloads / "bomber_run.toml"
    until(lambda: file.exists() and file.read_bytes(), "the saved game in the downloads")
    assert read_save(file).header.pack == "bomber_run"
