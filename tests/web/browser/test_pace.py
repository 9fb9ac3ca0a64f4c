"""What happened is shown at a pace of one's choice, and ends in the same page at each."""

import pytest
from helpers import Adviser, sit_down, tokens, wait_for_change

ASKED = "[id='@options'] button, .ask button[name=answer]"
ANSWER = """(answer) => {
  const form = document.querySelector(".ask"), body = new URLSearchParams(new FormData(form));
  body.delete("answer");
  for (const one of [].concat(answer)) body.append("answer", one);
  form.classList.add("sent");
  post(form, body);
}"""
# What a page shows by id, without what only a reader or its script has done.
LOOKS = """() => Object.fromEntries([...document.querySelectorAll("#\\\\@table [id], #\\\\@table")]
  .filter((one) => !one.closest("#\\\\@more, #\\\\@menu, #\\\\@log"))
  .map((one) => [one.id, [one.textContent.replace(/\\s+/g, " "),
    [...one.querySelectorAll(".piece")].map((piece) => piece.id).join(" "),
    one.matches(".lit"), one.matches(".fresh")]]))"""


def at_table(pages, served, pace, pack="b29_superfortress", **how):
    page = pages(**how)
    page.add_init_script(f"localStorage.setItem('tabletop-pace', '{pace}')")
    sit_down(page, served, pack)
    return page


def answered(page, served):
    """Give the answer of a bot, through the script of the page."""
    page.wait_for_selector(".ask:not(.sent)")
    answer, _ = Adviser(served, page).answer()
    before = tokens(page)
    page.evaluate(ANSWER, list(answer) if isinstance(answer, tuple) else answer)
    return before


def is_the_page_of_a_new_visit(page):
    fresh = page.context.new_page()
    fresh.goto(page.url)
    fresh.wait_for_function("() => document.documentElement.matches('.live')")
    for _ in range(100):  # what is still being laid out takes its place
        shown, wanted = page.evaluate(LOOKS), fresh.evaluate(LOOKS)
        differ = {
            name: (shown.get(name), wanted[name])
            for name in wanted
            if shown.get(name) != wanted[name]
        }
        if not differ:
            break
        page.wait_for_timeout(50)
    fresh.close()
    return differ


@pytest.mark.parametrize("pace", ["instant", "quick"])
@pytest.mark.parametrize("pack", ["b29_superfortress", "bomber_run", "bomber_boys"])
def test_a_page_ends_as_a_new_visit_shows_it(pages, served, pace, pack):
    page = at_table(pages, served, pace, pack, reduced_motion="no-preference")

    for _ in range(3):
        before = answered(page, served)
        page.wait_for_function("() => !document.querySelector('.sent')")
        wait_for_change(page, before)
        page.wait_for_function("() => !document.body.matches('.paced')")

        assert is_the_page_of_a_new_visit(page) == {}


def test_at_once_shows_no_step(pages, served):
    page = at_table(pages, served, "instant")
    page.evaluate(
        "() => new MutationObserver(() => document.body.matches('.paced') && (window.saw = true))"
        ".observe(document.body, { attributes: true })"
    )

    wait_for_change(page, answered(page, served))

    assert page.evaluate("() => window.saw === undefined")


@pytest.mark.parametrize(
    ("head", "fold", "tone", "asks"),
    [
        (' class="head"', "", "", 0),
        ("", "", "", 1),
        (' class="head"', '<details class="fold">', "", 1),
        (' class="head"', '<b class="die">3</b>', "", 1),
        (' class="head"', "", ' class="bad"', 1),
    ],
)
def test_only_news_and_what_was_told_in_several_lines_is_fetched_step_by_step(
    pages, served, head, fold, tone, asks
):
    page = at_table(pages, served, "quick", "bomber_run")
    page.wait_for_selector(".ask")
    page.evaluate(
        """([head, fold, tone]) => {
          window.gone = [];
          const old = fetch;
          window.fetch = (url, ...more) => { gone.push(url); return old(url, ...more); };
          document.querySelectorAll(".ask").forEach((form) => form.classList.add("sent"));
          const line = (at, of) => `<li id="@log-${at}" value="${at}" data-into="@log"${of}</li>`;
          const [first, last] = [line(901, `${head}>Went on`), line(902, `${tone}>${fold}Went on`)];
          arrive({ "@log-901": first, "@log-902": last }, "0-0");
        }""",
        [head, fold, tone],
    )

    assert len(page.evaluate("() => gone.filter((url) => /steps/.test(url))")) == asks
    assert page.locator("[id='@log-902']").count() == 1


@pytest.mark.parametrize("told", [' class="warn">Missed', '><b class="die">3</b>Missed'])
def test_a_roll_and_news_are_told_in_the_dock_though_nothing_else_happened(pages, served, told):
    page = at_table(pages, served, "quick", "bomber_run")
    page.wait_for_selector(".ask")
    page.evaluate(
        """(told) => {
          localStorage.setItem("tabletop-pace", "watch");
          document.querySelectorAll(".ask").forEach((form) => form.classList.add("sent"));
          const line = `<li id="@log-901" value="901" data-into="@log"${told}</li>`;
          const steps = [{ lines: [`<li${told}</li>`], news: [], folded: "", parts: {},
            moments: [], card: "", stops: false, held: 1000 }];
          const { version } = document.body.dataset;
          const reply = { start: {}, steps, end: {}, is_cut: false, at: version };
          window.fetch = () => Promise.resolve({ ok: true, json: () => reply });
          arrive({ "@log-901": line }, "0-0");
        }""",
        told,
    )
    page.wait_for_selector("#\\@caption")

    assert "Missed" in page.locator("#\\@caption").inner_text()


def test_the_end_comes_even_where_the_log_could_not_be_written(pages, served):
    page = at_table(pages, served, "quick", "bomber_run")
    page.wait_for_selector(".ask")

    page.evaluate(
        """() => {
          document.querySelectorAll(".ask").forEach((form) => form.classList.add("sent"));
          const line = '<li id="@log-901" value="901" data-into="@log">Went on</li>';
          const news = '<section id="@news" data-fresh="">The end</section>';
          const broken = "<li>without an id</li>";
          try {
            arrive({ "@log-901": line, "@log-902": broken, "@news": news }, "0-0");
          } catch (error) {
            window.why = error;
          }
        }"""
    )

    page.wait_for_function("() => byId('@news').textContent === 'The end'")


def test_a_key_skips_to_the_question_which_waits_unlit(pages, served):
    page = at_table(pages, served, "watch")
    answered(page, served)
    page.wait_for_selector("#\\@caption")

    assert page.locator(".lit").count() == 0
    assert not page.locator(".dock .asked").first.is_visible()
    page.keyboard.press("Escape")

    assert page.locator("#\\@caption").count() == 0
    assert page.locator(".ask:not(.sent)").count() == 1
    assert is_the_page_of_a_new_visit(page) == {}


def test_a_touch_on_the_stage_goes_on_to_the_next_step(pages, served):
    page = at_table(pages, served, "watch")
    answered(page, served)
    page.wait_for_selector("#\\@caption")
    said = page.locator("#\\@caption").inner_text()

    page.mouse.click(300, 600)

    assert page.locator("#\\@caption").inner_text() != said
    assert page.locator("#\\@more:popover-open").count() == 0


def test_the_log_is_complete_while_steps_are_shown(pages, served):
    page = at_table(pages, served, "watch")
    answered(page, served)
    page.wait_for_selector("#\\@caption")
    lines = page.locator("#\\@log li").count()

    page.keyboard.press("Escape")

    assert page.locator("#\\@log li").count() == lines
    assert page.locator("#\\@log .later").count() == 0


def test_who_wants_no_motion_sees_steps_that_do_not_move(pages, served):
    page = at_table(pages, served, "watch", reduced_motion="reduce")
    answered(page, served)
    page.wait_for_selector("#\\@caption")

    for _ in range(4):
        page.keyboard.press("Space")
        assert page.evaluate("() => document.getAnimations().length") == 0


SOUNDS_OF_FLAK = """async () => {
  const { start } = AudioBufferSourceNode.prototype;
  let number = 0;
  AudioBufferSourceNode.prototype.start = function (at) { number += 1; start.call(this, at); };
  await SHOWN.flak({ x: 50, y: 50, r: 9 });
  AudioBufferSourceNode.prototype.start = start;
  return number;
}"""


def test_what_happened_is_shown_again_and_ends_as_it_was(pages, served):
    page = at_table(pages, served, "instant")
    wait_for_change(page, answered(page, served))
    page.click(".to-log")

    page.click("[data-again]")
    page.wait_for_selector("#\\@caption")
    page.keyboard.press("Escape")

    assert is_the_page_of_a_new_visit(page) == {}


def test_the_pace_is_kept_and_so_is_sound_once_it_is_switched_on(seated):
    page = seated("bomber_run")
    page.click(".to-log")
    page.click("text=step by step")
    page.click("text=with sound")
    page.wait_for_function("() => localStorage.getItem('tabletop-sound')")

    page.reload()
    page.wait_for_function("() => document.querySelector('[name=sound]').checked")

    assert page.locator("[name=pace]:checked").get_attribute("value") == "watch"
    assert page.evaluate(SOUNDS_OF_FLAK) == 4
    page.click(".to-log")
    page.click("text=with sound")
    assert page.evaluate(SOUNDS_OF_FLAK) == 0


def test_no_explanation_opens_under_a_resting_mouse_once_steps_are_shown(pages, served):
    page = at_table(pages, served, "watch")
    page.locator(ASKED).first.wait_for()
    page.evaluate("""() => {
      const { fetch } = window;
      window.told = 0;
      window.fetch = (url, ...more) => { told += /\\/odds/.test(url); return fetch(url, ...more); };
    }""")
    rest = page.locator(ASKED).first

    for paced, told in (True, 0), (False, 1):
        page.evaluate("(paced) => document.body.classList.toggle('paced', paced)", paced)
        rest.dispatch_event("pointerover", {"pointerType": "mouse"})
        if told:
            page.wait_for_function("() => told")
        else:
            page.wait_for_timeout(700)

        assert page.evaluate("told") == told


def test_the_pace_that_was_chosen_stays_marked_when_the_table_is_laid_out_anew(pages, served):
    page = at_table(pages, served, "watch", "squadron_303")
    marked = "() => document.querySelector('[name=pace]:checked')?.value"

    page.evaluate("""() => apply({ "@table": byId("@table").outerHTML
      .replaceAll(/ checked=""| style="[^"]*"/g, "") })""")

    assert page.evaluate(marked) == "watch"
