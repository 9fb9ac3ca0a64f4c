"""A stop plays on the board, then its card waits; news is held, routine folded."""

import pytest
from helpers import sit_down
from test_touching import PHONE

from tabletop_core.events.drama import Moment
from tabletop_core.viewers import Viewer
from tabletop_core.web.table.moment_html import card_html

CARD = "#\\@moment"
TELL = """(steps) => {
  document.querySelectorAll(".ask").forEach((form) => form.classList.add("sent"));
  const { version } = document.body.dataset;
  const reply = { start: {}, steps, end: {}, is_cut: false, at: version };
  window.fetch = () => Promise.resolve({ ok: true, json: () => reply });
  const line = (at) => `<li id="@log-${at}" value="${at}" data-into="@log" class="warn">News</li>`;
  arrive({ "@log-901": line(901), "@log-902": line(902) }, "0-0");
}"""


def card(title):
    return (
        '<section id="@moment" role="alertdialog" aria-labelledby="t" class="tt moment">'
        f'<h2 id="t">{title}</h2><button data-goes-on="">Go on</button></section>'
    )


def beat(*news, title="", held=200, effect="shot"):
    """Return a beat as the server sends it: news, or a stop with a title."""
    moment = {"stops": bool(title), "effect": effect, "source": "w1", "target": "e1"}
    moments = [moment | {"falls": True, "dice": '<b class="die">6</b>'}] if title else []
    lines = [f"<li>{text}</li>" for text in news]
    return {
        "lines": lines,
        "news": lines,
        "folded": "" if news else "Moves: nothing of note",
        "parts": {},
        "moments": moments,
        "card": card(title) if title else "",
        "stops": bool(title),
        "held": held,
    }


@pytest.fixture
def table(pages, served):
    """A table of Bomber Run on which cards stay; called with a pace."""

    def at(pace="quick", **how):
        page = pages(**how)
        page.add_init_script(
            f"localStorage.setItem('tabletop-pace', '{pace}');"
            "localStorage.setItem('tabletop-auto', '');"
        )
        sit_down(page, served, "bomber_run")
        page.wait_for_selector(CARD)  # the first one, with what is to be done
        page.wait_for_function("() => isOpen")
        page.evaluate("() => { question.calm = 0; }")
        page.keyboard.press("Enter")
        page.wait_for_selector(".ask")
        return page

    return at


def title(page):
    return page.locator(f"{CARD} h2").inner_text()


def test_the_first_card_says_what_is_to_be_done_and_comes_once(table):
    page = table()

    page.reload()
    page.wait_for_selector(".ask")

    assert page.locator(CARD).count() == 0


def test_a_stop_plays_on_the_board_before_its_card_waits_for_a_key(table):
    page = table(reduced_motion="no-preference")
    page.evaluate(TELL, [beat(title="One down"), beat("Then news", held=4000)])

    page.wait_for_selector(".effects .thrown")
    assert page.locator(CARD).count() == 0
    page.wait_for_selector(CARD)
    assert page.evaluate("() => document.activeElement.matches('[data-goes-on]')")
    assert page.locator(".effects").count() == 0
    page.wait_for_timeout(300)
    assert title(page) == "One down"

    page.keyboard.press("Space")

    page.wait_for_selector("#\\@caption li")
    assert page.locator(CARD).count() == 0
    assert "Then news" in page.locator("#\\@caption").inner_text()


@pytest.mark.parametrize("way", ["Skip", "Escape"])
def test_skip_goes_to_the_next_card_and_escape_to_the_end(table, way):
    page = table(reduced_motion="no-preference")
    page.evaluate(TELL, [beat("A", held=9000), beat("B", held=9000), beat(title="One down")])
    page.wait_for_selector("#\\@caption li")

    if way == "Skip":
        page.click("#\\@caption >> text=Skip")
        assert title(page) == "One down"
        page.click(f"{CARD} >> text=Go on")
    else:
        page.keyboard.press("Escape")

    page.wait_for_function("() => !document.body.matches('.paced')")
    assert page.locator(CARD).count() == 0


def test_at_once_shows_cards_alone_over_the_table_as_it_is_now(table):
    page = table("instant")

    page.evaluate(TELL, [beat("A"), beat(title="One down"), beat("B"), beat(title="Two down")])

    for expected in ("One down", "Two down"):
        page.wait_for_selector(f"{CARD} >> text={expected}")
        assert page.locator("body.paced").count() == 0
        page.keyboard.press("Enter")
    assert page.locator(CARD).count() == 0


def test_a_card_on_a_phone_has_two_sentences_of_which_one_is_that_of_its_title(table):
    page = table(**PHONE)
    some = [Moment(title="Hit", text=f"Ann is hit, {number}.") for number in range(3)]
    all_of_it = [*some, Moment(title="Ann is lost", text="Ann falls.", key="lost")]
    shared = beat(title="Ann is lost") | {"card": card_html(all_of_it, Viewer("red"))}

    page.evaluate(TELL, [shared])
    page.wait_for_selector(CARD)

    assert page.locator("#\\@moment-text").inner_text().split("\n\n") == [
        "Ann is hit, 0.",
        "Ann falls.",
    ]


def test_who_wants_no_motion_sees_the_card_and_no_effect(table):
    page = table("quick", reduced_motion="reduce")

    page.evaluate(TELL, [beat(title="One down")])
    page.wait_for_selector(CARD)

    assert page.locator(".effects").count() == 0
    assert page.evaluate("() => document.getAnimations().length") == 0


def test_routine_is_folded_into_a_line(table):
    page = table()

    page.evaluate(TELL, [beat(held=5000), beat("News")])
    page.wait_for_selector("#\\@caption")

    assert "Moves: nothing of note" in page.locator("#\\@caption").inner_text()


def test_a_card_that_puts_itself_away_needs_nobody(table):
    page = table()
    page.evaluate("() => localStorage.setItem('tabletop-auto', '50')")

    page.evaluate(TELL, [beat(title="One down")])

    page.wait_for_selector(CARD)
    page.wait_for_function("() => !document.querySelector('.moment')")
    page.wait_for_function("() => !document.body.matches('.paced')")


def test_a_card_takes_no_key_that_was_meant_for_what_was_there_before_it(table):
    page = table()
    page.evaluate("() => { question.calm = 1e9; }")
    page.evaluate(TELL, [beat(title="One down")])
    page.wait_for_selector(CARD)

    page.keyboard.press("Enter")
    page.click(f"{CARD} >> text=Go on")
    assert title(page) == "One down"

    page.evaluate("() => { question.calm = 0; }")
    page.keyboard.press("Enter")
    assert page.locator(CARD).count() == 0


def test_the_focus_is_back_where_it_was_once_a_card_is_put_away(table):
    page = table()
    page.locator(".lit[tabindex='0']").first.focus()
    before = page.evaluate("() => document.activeElement.id")
    page.evaluate(TELL, [beat(title="One down"), beat(title="Two down")])
    page.wait_for_selector(CARD)

    page.keyboard.press("Enter")
    page.wait_for_selector(f"{CARD} >> text=Two down")
    page.keyboard.press("Enter")

    assert before
    assert page.evaluate("() => document.activeElement.id") == before
