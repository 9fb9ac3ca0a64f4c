"""What a person does at a table in a browser."""

from tabletop_core.bots.seating import seat_bots

TOKENS = "[...document.querySelectorAll('.ask input[name=token]')].map((one) => one.value).join()"


def sit_down(page, served, pack="bomber_run", others="bot:greedy", name="Ann", **fields):
    """Begin a game in which the first seat is ours, and the others are played by this.

    `fields` are chosen in the form: `dice="manual"`, `setup="single"`.
    """
    page.goto(f"{served.address}/new/{pack}")
    page.locator("details.options > summary").click()
    for field, value in fields.items():
        sent_as = field.replace("_", ":", 1)
        select = page.locator(f'select[name="{sent_as}"]')
        if select.count():
            select.select_option(value)
        else:
            page.locator(f'input[name="{sent_as}"][value="{value}"]').check(force=True)
    if page.locator("input[name=name]").count():
        page.fill("input[name=name]", name)
    for seat in page.locator("select[name^='seat:']").all()[1:]:
        if seat.is_visible():
            seat.select_option(others)
    page.click("form button.main")
    page.wait_for_selector("#\\@prompt", state="attached")
    page.wait_for_load_state()  # its script has run


def tokens(page):
    return page.evaluate(TOKENS)


def wait_for_change(page, before):
    """Wait until another question stands there, or the game is over."""
    page.wait_for_function(
        f"(before) => {{ const now = {TOKENS}; return document.querySelector('.ask')"
        " ? now !== before && !document.querySelector('.sent')"
        " : document.title.startsWith('Over'); }",
        arg=before,
    )


# How long a person waits before a click there, for whom two clicks within a moment are a double
# click: a browser counts those of a mouse, and of a finger, close to each other as clicks of one,
# and the page takes the second of a double click for no answer.
WAIT_MS = """([x, y, pointer, far]) => {
  if (!globalThis.lastClicks) {
    globalThis.lastClicks = {};
    addEventListener("click", (event) => { lastClicks[event.pointerType] = event; }, true);
    return 700;
  }
  const last = lastClicks[pointer];
  const isNear = last && Math.hypot(last.clientX - x, last.clientY - y) < far;
  return isNear ? Math.max(0, 700 - (performance.now() - last.timeStamp)) : 0;
}"""


def at_the_pace_of_a_person(page, press, pointer, far):
    """Return how one clicks on a page; clicks within `far` pixels of each other count as near."""

    def click(x, y):
        page.wait_for_timeout(page.evaluate(WAIT_MS, [x, y, pointer, far]))
        press(x, y)

    return click


def mouse_of(page):
    return at_the_pace_of_a_person(page, page.mouse.click, "mouse", 16)


def finger_of(page):
    return at_the_pace_of_a_person(page, page.touchscreen.tap, "touch", 120)


class Adviser:
    """Says what a bot would answer, so that games end soon."""

    def __init__(self, served, page, bot="greedy"):
        self.served, self.page, self.bot = served, page, bot

    def answer(self):
        """Return the answer as the page sends it, and what it touches; None when it is over."""
        with self.served.room(self.page) as room:
            match = room.match
            decision = match.decision
            if match.is_over or decision is None:
                return None
            bots = dict(seat_bots(match.game, {decision.seat: self.bot}, match.decisions))
            answer = bots[decision.seat].choose(match, decision)
            if isinstance(answer, tuple):
                return tuple(map(str, answer)), [decision.targets_of(one) for one in answer]
            return str(answer), decision.targets_of(answer)
