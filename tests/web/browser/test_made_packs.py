"""A pack made of a VASSAL module is played freely at once, and its author decides on its links."""

from functools import partial

import conftest
import pytest
from helpers import finger_of, sit_down, tokens, wait_for_change

from tabletop_core.vassal.made_pack import pack_from_modules
from tabletop_core.web.config import Config
from tests.vassal import modules as m

MILLER = m.at_start("Miller", 100, 90, m.slot("Miller", image="raft.gif"))
PLACES = {"Mill": (100, 90), "Inn": (600, 100), "Quay": (350, 420)}
FORD = m.game(
    m.element("module.PlayerRoster", *(m.element("entry", body=one) for one in "AB")),
    m.a_map("Ford", [m.board("Ford", m.regions(**PLACES))], MILLER),
)


@pytest.fixture
def ford(tmp_path, monkeypatch):
    """Serve a made pack to its author, with the pictures of its module."""
    build = {"buildFile.xml": FORD.encode(), "images/field.gif": m.picture(700, 500)}
    module = m.write(tmp_path / "ford.vmod", m.FILES | build)
    pack_from_modules("ford_quay", [module], tmp_path)
    how = {"studio": True, "art": tmp_path / "ford_quay" / "art"}
    monkeypatch.setattr("tabletop_core.web.config.Config", partial(Config, **how))
    monkeypatch.setattr(conftest, "EXAMPLES", [tmp_path / "ford_quay"])
    server = conftest.Served(tmp_path / "data")
    yield server, tmp_path / "ford_quay" / "ford_quay" / "data" / "boards" / "01_ford_board.toml"
    server.stop()


def test_a_counter_is_moved_by_mouse_and_finger_and_a_wrong_link_is_clicked_away(ford, pages):
    server, file = ford
    page = pages(has_touch=True)
    sit_down(page, server, "ford_quay", "me")
    page.click("text=I am a")
    page.evaluate("question.calm = 0")

    def lies_on(space):
        page.wait_for_selector(
            f"[id='on:{space}'] #miller use[href='#sym-art:counter-0']", state="attached"
        )

    def middle_of(selector):
        box = page.locator(selector).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    lies_on("mill")
    for space, touch in (("quay", page.mouse.click), ("inn", finger_of(page))):
        for selector in ("#miller > .plate", f"#{space} > .field"):
            before = tokens(page)
            touch(*middle_of(selector))
            wait_for_change(page, before)
        lies_on(space)

    page.click("#\\@author > summary")
    page.click("[data-link='mill quay'] path", force=True)
    page.wait_for_selector("[data-link='mill quay'][data-is='remove']", state="attached")
    page.click("text=Write these, keep the others")
    page.wait_for_selector("#room-author output:has-text('2 links kept, 1 removed')")
    assert '"mill", "quay"' not in file.read_text()
    assert "proposed" not in file.read_text()
