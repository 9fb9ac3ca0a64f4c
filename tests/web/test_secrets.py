"""No byte sent to anybody differs when only what they may not know differs."""

import re
from random import Random

import pytest

from tabletop_core.engine.tape import Tape
from tabletop_core.web.audience import Audience

from .conftest import Browser

GAMES = [("night_crossing", 3), ("spies", 2)]


def sent_to(room, person):
    """Return every fragment that a person would be sent who opens the page now."""
    return Audience().shown_to(room, person).now


@pytest.mark.parametrize(("pack", "count"), GAMES)
def test_what_a_person_is_sent_is_the_same_in_games_that_differ_in_what_is_hidden(
    server, site, pack, count
):
    browsers = [Browser(server, name) for name in ("Ann", "Bob", "Cid")[:count]]
    room = browsers[0].new_room(pack, "me", *["open"] * (count - 1), listed="1")
    seats = list(site.registry._known(room).seating.seats)
    for browser, seat in zip(browsers[1:], seats[1:], strict=True):
        browser.post(f"/r/{room}/sit", name=browser.name, seat=seat)
    random = Random(7)
    compared = 0
    for _ in range(40):
        asker = next((one for one in browsers if one.question(room)), None)
        if asker is None:
            break
        question = asker.question(room)
        with site.registry.room(room) as held:
            true = held.live.session.match
            # A fork opens again what others have sealed; the test below compares that.
            for seat in [] if true.sealed else seats:
                person = held.seating.seats[seat].person
                told = sent_to(held, person)
                held.live.session.match = true.fork("twin", seat=seat, record=True)
                # A fork keeps neither the log nor the number of the question.
                twin = sent_to_like(held, person, true)
                held.live.session.match = true
                assert twin == without_log(told), seat
                compared += told != {}
        asker.answer(room, question, random.choice(question[2]))

    assert compared >= 6


def without_log(parts):
    """Return fragments without the log, undo and the numbers of questions."""
    return {
        name: re.sub(r'name="token" value="\d+"', "", html)
        for name, html in parts.items()
        if not name.startswith("@log") and name not in ("@undo", "@news")
    }


def sent_to_like(room, person, true):
    """Return what would be sent of a twin of a game, without what belongs to its past."""
    match = room.live.session.match
    tape, match.tape = match.tape, Tape(list(true.tape.entries))
    try:
        return without_log(sent_to(room, person))
    finally:
        match.tape = tape


def test_what_somebody_has_sealed_is_not_sent_to_the_others(server, site):
    ann, bob = Browser(server, "Ann"), Browser(server, "Bob")
    room = ann.new_room("spies", "me", "open", listed="1")
    bob.post(f"/r/{room}/sit", name="Bob", seat=list(site.registry._known(room).seating.seats)[1])
    while not (ann.question(room) and bob.question(room)):
        asker = ann if ann.question(room) else bob
        asker.answer(room, asker.question(room))
    told = []
    for answer in ann.question(room)[2][:2]:
        seat = ann.question(room)[0]
        ann.answer(room, ann.question(room), answer)
        with site.registry.room(room) as held:
            person = next(one.person for one in held.seating.seats.values() if one.seat != seat)
            told.append((sent_to(held, person), sent_to(held, "")))
        ann.post(f"/r/{room}/retract", seat=seat)

    assert len(told) == 2
    assert told[0] == told[1]
