"""What happened since a look is told step by step: all of it, and nothing that was hidden."""

import gzip
import json
from pathlib import Path
from random import Random

import attrs
import pytest

from tabletop_core.plugins.packs import find_packs, load_pack
from tabletop_core.presentation.log import GameLog
from tabletop_core.presentation.table_view import table_view
from tabletop_core.saves.session import begin, new_session
from tabletop_core.viewers import ALL_SEEING, Viewer
from tabletop_core.web.steps import MAX_STEPS, _told, steps_since
from tabletop_core.web.table import Links, fragments, log_lines

EXAMPLES = Path(__file__).parents[2] / "examples"
LINKS = Links("/", "/r/x", "game")


def played(game, answers, seed=1, **how):
    session = new_session(game, seed=seed, **how)
    begin(session)
    random = Random(seed)
    for _ in range(answers):
        if session.match.decision is None:
            break
        session.answer(session.match.decision.at_random(random.random()))
    return session


def drawn(session, viewer):
    return fragments(table_view(session, viewer))


def told(session, viewer, first, **how):
    return steps_since(
        session.match, viewer, first, page=drawn(session, viewer), links=LINKS, **how
    )


@pytest.mark.parametrize("pack", ["bomber_run", "squadron_303", "b29_superfortress"])
def test_the_steps_lead_from_the_look_before_to_the_counters_as_they_lie_now(pack):
    session = played(load_pack(pack), 9, seed=5)
    first, viewer = session.match.last_answer(), Viewer(*session.match.seats)
    before = drawn(session.as_it_was(first), viewer)

    found = told(session, viewer, first)

    table = before.whole()
    for step in found.steps:
        table |= step.parts
    now = drawn(session, viewer)
    # Pieces that are asked about lie in no pile; so much a question changes.
    lies = {name for name in now if name.startswith("on:") and "data-pile" not in now[name]}
    assert found.start == {}
    assert {name for name in lies if ids(table[name]) != ids(now[name])} == set()
    assert all(found.end[name] == now[name] for step in found.steps for name in step.parts)


def ids(html):
    return sorted(part.split('"')[0] for part in html.split('id="')[1:])


@pytest.mark.parametrize("pack", ["bomber_boys", "b29_superfortress"])
def test_the_lines_of_the_steps_tell_every_event_in_order(pack):
    session = played(load_pack(pack), 12, seed=2)
    match, viewer = session.match, Viewer(*session.match.seats)
    log = GameLog(match.game, match.data.names, viewer, in_full=True, tells_rules=False)
    lines = log_lines(log.tell(match.events), LINKS, match.data.glossary)

    found = told(session, viewer, 0)

    assert [line for step in found.steps for line in step.lines] == list(lines)[
        -found_lines(found) :
    ]


def found_lines(found):
    return sum(len(step.lines) for step in found.steps)


def test_a_page_that_shows_the_end_goes_back_first():
    session = played(load_pack("bomber_run"), 9, seed=5)
    viewer = Viewer(*session.match.seats)
    first = session.match.last_answer()

    found = told(session, viewer, first, returns=True)

    then, now = drawn(session.as_it_was(first), viewer), drawn(session, viewer)
    moved = {name for name in now if name.startswith("on:") and ids(then[name]) != ids(now[name])}
    assert moved
    assert {name: ids(found.start[name]) for name in moved} == {
        name: ids(then[name]) for name in moved
    }


def test_a_long_flight_is_told_in_few_steps_and_bytes():
    session = played(load_pack("b29_superfortress"), 14, seed=3)
    viewer = Viewer(*session.match.seats)

    found = told(session, viewer, 0)

    packed = gzip.compress(json.dumps(attrs.asdict(found)).encode())
    assert len(found.steps) <= MAX_STEPS
    assert len(packed) < 60_000


def night_crossing():
    return find_packs((EXAMPLES / "night_crossing",), points=())["night_crossing"].load()


def test_no_step_tells_what_another_seat_drew_in_secret():
    session = played(night_crossing(), 6, seats="human")
    match = session.match
    hidden = [one for one in match.events if one.kind == "draw" and one.seats is not None]

    for viewer in (Viewer(), *map(Viewer, match.seats)):
        others = {one.facts["name"] for one in hidden if not one.seen_by(viewer)}
        lines = "".join(line for step in told(session, viewer, 0).steps for line in step.lines)
        log = GameLog(match.game, match.data.names, viewer)
        seen = "".join(line.text for line in log.tell(e for e in match.events if e.seen_by(viewer)))
        assert others
        assert [name for name in others if name in lines and name not in seen] == []


def test_every_step_shows_a_view_that_this_seat_could_see_at_that_time():
    session = played(night_crossing(), 6, seats="human")
    viewer = Viewer(session.match.seats[0])
    count = len(session.match.tape.entries)
    views = set()
    for at in range(count + 1):
        then = session.as_it_was(at)
        if then.match.secret_of is None or viewer.knows(*then.match.secret_of):
            views |= set(drawn(then, viewer).whole().values())

    found = told(session, viewer, 0)

    plain = [
        html
        for step in found.steps
        for name, html in step.parts.items()
        if not name.startswith("@") and "<s>" not in html and "way" not in name
    ]
    assert plain
    assert [html for html in plain if html not in views] == []


def test_a_spectator_sees_no_stop_at_a_secret_draw():
    session = played(night_crossing(), 6, seats="human")

    stops = {seat: len(told(session, seat, 0).steps) for seat in (Viewer(), ALL_SEEING)}

    assert 0 < stops[Viewer()] < stops[ALL_SEEING]


# ------------------------------------------------------------------ from a page


def version(browser, room):
    return browser.get(f"/r/{room}").text.partition('data-version="')[2].partition('"')[0]


def test_a_page_gets_the_steps_since_the_version_it_shows(ann):
    room = ann.new_room("ice_fishers", "me", "me")
    before = version(ann, room)
    ann.answer(room, ann.question(room))

    found = ann.get(f"/r/{room}/steps?since={before}").json()

    assert found["steps"]
    assert found["at"] == version(ann, room)
    assert ann.get(f"/r/{room}/steps?since={found['at']}").json()["steps"] == []


@pytest.mark.parametrize("since", ["", "x-3", "9" * 40])
def test_there_are_no_steps_since_an_unknown_version(ann, since):
    room = ann.new_room("ice_fishers", "me", "me")
    ann.answer(room, ann.question(room))

    assert ann.get(f"/r/{room}/steps?since={since}").json()["steps"] == []


def test_there_are_no_steps_since_what_was_undone(ann):
    room = ann.new_room("ice_fishers", "me", "me", undo="free")
    ann.answer(room, ann.question(room))
    before = version(ann, room)
    ann.post(f"/r/{room}/undo")

    assert ann.get(f"/r/{room}/steps?since={before}").json()["steps"] == []


def test_without_a_version_the_steps_begin_at_ones_last_answer(ann):
    room = ann.new_room("ice_fishers", "me", "me")
    assert ann.get(f"/r/{room}/steps").json()["steps"] == []
    ann.answer(room, ann.question(room))

    found = ann.get(f"/r/{room}/steps").json()

    assert found["steps"]
    assert found["start"]


@pytest.mark.parametrize("pack", ["bomber_run", "squadron_303", "b29_superfortress"])
def test_what_happened_is_told_under_the_step_in_which_it_happened(pack):
    session = played(load_pack(pack), 9, seed=5)
    match, viewer = session.match, Viewer(*session.match.seats)
    quiet = {name for name, step in match.game.program.steps.items() if step.quiet}

    stops = list(_told(match, viewer, 0))

    told = [(line.event.step, stop.where) for stop in stops for line in stop.lines if line.event]
    assert told
    assert [(step, where) for step, where in told if step not in quiet and step not in where] == []


def test_the_board_on_which_something_happens_takes_the_stage_while_it_is_told():
    session = new_session(load_pack("wing_and_prayer"), seed=1)
    begin(session)
    viewer, random, up = Viewer(*session.match.seats), Random(1), []
    while session.match.decisions < 12:
        first = len(session.match.tape.entries)
        session.answer(session.match.decision.at_random(random.random()))
        parts = [step.parts for step in told(session, viewer, first).steps]
        up += [name for part in parts for name in part if " checked" in part[name]]

    assert "up:formation_card" in up
