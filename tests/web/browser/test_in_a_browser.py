"""The table in a real Chromium: whole games, and what goes wrong in the middle of an answer."""

from pathlib import Path

import pytest
from at_table import Adviser, sit_down, tokens, wait_for_change

AXE = (Path(__file__).parent / "vendored" / "axe.min.js").read_text(encoding="utf-8")
pytestmark = [pytest.mark.xdist_group("browser"), pytest.mark.timeout(120)]


def by_id(page, name):
    return page.locator(f'[id="{name}"]')


def click_button(page, answer):
    page.locator(f'.ask button[name=answer][value="{answer}"]').click()


MIDDLE = """(name) => {
  const element = document.getElementById(name);
  if (!element) return null;
  element.scrollIntoView({ block: "center", inline: "center" });
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
MENU = r"() => [...document.querySelectorAll('#\\@menu button')].map((one) => one.value)"


def click(page, name):
    """Click on a thing as a person does, in the middle of it, and choose it where a menu opens."""
    where = page.evaluate(MIDDLE, name)
    if where is not None:
        page.mouse.click(*where)
    if name in page.evaluate(MENU):
        choose(page, name)


def choose(page, value):
    page.locator(f'[id="@menu"] button[value="{value}"]').click()


def give_by_mouse(page, answer, targets):
    if not targets:
        click_button(page, answer)
    for name in targets:
        click(page, name)
    if targets and answer in page.evaluate(MENU):
        choose(page, answer)


def give_by_keyboard(page, answer, targets):
    """Answer with the keys alone: arrows and tab go over what is lit, Enter touches it."""
    if not targets:
        page.locator(f'.ask button[name=answer][value="{answer}"]').focus()
        page.keyboard.press("Enter")
        return
    for name in targets:
        page.keyboard.press("Tab")
        by_id(page, name).evaluate("(element) => element.focus()")
        assert page.evaluate("document.activeElement.id") == name
        page.keyboard.press("Enter")


def play_to_the_end(page, served, give, most=400):
    adviser = Adviser(served, page)
    for _ in range(most):
        before = tokens(page)
        advised = adviser.answer() if before else None
        if advised is None:
            page.wait_for_function(
                "document.querySelector('.ask') || document.title.startsWith('Over')"
            )
            if page.title().startswith("Over"):
                return
            continue
        give(page, *advised)
        wait_for_change(page, before)
    pytest.fail("the game has not ended")


def test_a_whole_game_by_mouse(pages, served):
    page = pages()
    sit_down(page, served)

    play_to_the_end(page, served, give_by_mouse)

    assert "winner" in by_id(page, "@prompt").inner_text()


def test_a_whole_game_by_keyboard(pages, served):
    page = pages()
    sit_down(page, served)

    play_to_the_end(page, served, give_by_keyboard)


def test_a_whole_game_on_a_phone(pages, served):
    page = pages(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    sit_down(page, served)

    play_to_the_end(page, served, give_by_mouse)

    assert page.evaluate("document.documentElement.scrollWidth") <= 390
