"""The table of 600 hexes in a browser: from a click to the picture, with a slow processor too.

usage: python benchmarks/page.py [ANSWERS]

Needs Playwright and a Chromium (`TABLETOP_CHROMIUM`, default `/usr/bin/chromium`). Each answer is
two clicks: on a counter, which lights where it may go, and on a hex, which sends the answer and
shows the new table. A picture is there when a frame was drawn after the page had changed. The
browser's processor is slowed by its own debugger; the server's is not.
"""

import os
import sys
from statistics import median

from playwright.sync_api import sync_playwright
from serve import WIDE, server

CHROMIUM = os.environ.get("TABLETOP_CHROMIUM", "/usr/bin/chromium")
PARTS = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration", "TaskDuration")

# From a click until the first frame in which a condition holds.
TIMED = """async (condition) => {
  const clicked = new Promise((done) =>
    addEventListener("click", (event) => done(event.timeStamp), { capture: true, once: true }));
  window.timed = clicked.then(async (from) => {
    const frame = () => new Promise(requestAnimationFrame);
    do await frame(); while (!eval(condition));
    await new Promise((done) => setTimeout(done));
    return performance.now() - from;
  });
}"""
# The middle of a thing, when the camera is on it and at rest; nobody waits here for a question to
# be read.
MIDDLE = """async (id) => {
  const { question, reach } = await import("/static/table.js");
  const { middle } = await import("/static/dom.js");
  question.calm = 0;
  reach(document.getElementById(id));
  await new Promise((done) => setTimeout(done, 400));
  return middle(document.getElementById(id));
}"""
FIRST = "document.querySelector('.ask option').value.split(' ')"
TOKEN = "document.querySelector('.ask input[name=token]').value"


def timed(page, name, condition):
    """Click on a thing and return the milliseconds until the page shows that."""
    place = page.evaluate(MIDDLE, name)
    page.evaluate(TIMED, condition)
    page.mouse.click(*place)
    return page.evaluate("window.timed")


def answer(page):
    """Give the first answer by two clicks; return the milliseconds of both."""
    page.wait_for_timeout(600)  # or a click would be the second of a double click
    counter, hex_ = page.evaluate(FIRST)
    token = page.evaluate(TOKEN)
    touch = timed(page, counter, f"document.getElementById('{counter}').matches('.held')")
    return touch, timed(page, hex_, f"{TOKEN} !== '{token}'")


def measure(page, slowed, answers):
    """Return medians of both clicks, and where the browser's time of an answer went."""
    debugger = page.context.new_cdp_session(page)
    debugger.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    debugger.send("Performance.enable")

    def spent():
        found = debugger.send("Performance.getMetrics")["metrics"]
        return {one["name"]: one["value"] * 1000 for one in found}

    before = spent()
    clicks = [answer(page) for _ in range(answers)]
    after = spent()
    parts = [(after[part] - before[part]) / answers for part in PARTS]
    return [*map(median, zip(*clicks, strict=True)), *parts]


def main():
    answers = int(sys.argv[1]) if sys.argv[1:] else 20
    with server() as (_, port), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        # The benchmark reads the page through functions that a page's policy would not run.
        page = browser.new_page(viewport={"width": 1280, "height": 800}, bypass_csp=True)
        page.goto(f"http://127.0.0.1:{port}/new/{WIDE}")
        page.fill("input[name=name]", "Ann")
        page.click("details.options > summary")
        page.locator("select[name^='seat:']").nth(1).select_option("me")
        page.click("form button.main")
        page.wait_for_selector(".lit")
        print("| processor | touch ms | answer ms | script | style | layout | all tasks |")
        print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
        for slowed in (1, 4):
            row = " | ".join(f"{one:.1f}" for one in measure(page, slowed, answers))
            print(f"| {'as it is' if slowed == 1 else f'slowed {slowed} times'} | {row} |")
        browser.close()


if __name__ == "__main__":
    main()
