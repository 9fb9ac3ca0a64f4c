"""What a person does at a table in a browser."""

import time
from weakref import WeakKeyDictionary

import pytest

from tabletop_core.bots.seating import seat_bots
from tabletop_core.rooms.bot_moves import move_bots
from tabletop_core.rooms.perspective import Perspective

IS_OPEN = "() => globalThis.isOpen !== false || matchMedia('(scripting: none)').matches"
MOST_SEATS = 6
TOKENS = "[...document.querySelectorAll('.ask input[name=token]')].map((one) => one.value).join()"


def sit_down(page, served, pack="bomber_run", others="bot:greedy", name="Ann", **fields):
    """Begin a game in which the first seat is ours, and the others are played by this.

    What the form of a new game sends is sent without it; `test_front_pages` fills it in.
    `fields` are chosen there: `dice="manual"`, `option_mission="1"`, `seat_1="open"`.
    """
    setups = served.app.state.site.registry.games.game(pack).all_setups
    form = {"setup": setups[0].id if setups else "", "name": name, "seat:0": "me"}
    form |= {f"seat:{number}": others for number in range(1, MOST_SEATS)}
    form |= {field.replace("_", ":", 1): value for field, value in fields.items()}
    made = page.request.post(f"{served.address}/new/{pack}", form=form, max_redirects=0)
    assert made.status == 303, made.text()
    page.goto(f"{served.address.removesuffix(served.under.rstrip('/'))}{made.headers['location']}")
    page.wait_for_function(IS_OPEN)


def tokens(page):
    return page.evaluate(TOKENS)


STATE = f"""() => ({{
  tokens: {TOKENS},
  dock: document.querySelector(".dock")?.innerText,
  sent: document.querySelector(".sent")?.outerHTML,
  open: [...document.querySelectorAll("[popover]:popover-open, dialog[open]")].map((one) => one.id),
  focus: document.activeElement.outerHTML.slice(0, 200),
  notice: document.querySelector(".notice")?.innerText,
}})"""


def wait_for_change(page, before):
    """Wait until another question stands there, or the game is over."""
    from playwright.sync_api import TimeoutError as NothingCame

    try:
        page.wait_for_function(
            f"(before) => {{ const now = {TOKENS}; return document.querySelector('.ask')"
            " ? now !== before && !document.querySelector('.sent')"
            " : document.title.startsWith('Over'); }",
            arg=before,
        )
    except NothingCame:
        pytest.fail(f"nothing followed the answer to {before}: {page.evaluate(STATE)}")


FINGERS = WeakKeyDictionary()


def finger_of(page):
    """Return how a finger taps: a second after the last tap, lest two count as a double click.

    A browser goes by the times of touches, so nobody has to wait for that second.
    """
    if page not in FINGERS:
        FINGERS[page] = a_finger(page.context.new_cdp_session(page))
    return FINGERS[page]


def a_finger(touches):
    last = 0.0

    def tap(x, y):
        nonlocal last
        last = max(time.time(), last + 1)
        down = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}], "timestamp": last}
        up = {"type": "touchEnd", "touchPoints": [], "timestamp": last + 0.03}
        for one in (down, up):
            touches.send("Input.dispatchTouchEvent", one)

    return tap


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


def go_on(page, served, bot="greedy"):
    """Answer as a bot would, at the server; for what comes before that which a test is about."""
    before = tokens(page)
    with served.room(page) as room:
        decision = room.match.decision
        bots = dict(seat_bots(room.match.game, {decision.seat: bot}, room.match.decisions))
        answer = bots[decision.seat].choose(room.match, decision)
        room.session.answer(answer, seat=decision.seat, token=decision.token)
        person = room.seating.person_at(decision.seat)
        perspective = Perspective(room, person)
        if perspective.shares_screen and room.match.decision is not None:
            perspective.look(room.match.decision.seat)
        room.save_and_publish()
        while move_bots(room) is True:
            pass
    wait_for_change(page, before)
