"""What happened since a look is told step by step: all of it, and nothing that was hidden."""

import gzip
import json
from collections import Counter

import attrs
import pytest

from tabletop_core.events import Drama, told_as
from tabletop_core.plugins.packs import find_packs, load_pack
from tabletop_core.presentation.log import GameLog
from tabletop_core.presentation.steps import MAX_BEATS, steps_since, told_stops
from tabletop_core.presentation.table_view import table_view
from tabletop_core.viewers import ALL_SEEING, Viewer
from tabletop_core.web.account import account_of
from tabletop_core.web.table import Links, fragments, log_lines

from .conftest import ROOT, Table, played

LINKS = Links("/", "/r/x", "game")


def drawn(session, viewer):
    return fragments(table_view(session, viewer))


def told(session, viewer, first, **how):
    found = steps_since(session.match, viewer, first)
    game, words = session.match.game, session.match.data.glossary
    how |= {"viewer": viewer, "page": drawn(session, viewer), "links": LINKS}
    return account_of(found, game, words, **how)


FLIGHTS = pytest.mark.parametrize("pack", ["bomber_run", "squadron_303", "b29_superfortress"])


@FLIGHTS
def test_the_steps_lead_from_the_look_before_to_the_counters_as_they_lie_now(pack):
    session = played(load_pack(pack), 9, seed=5)
    first, viewer = session.match.history.last_answer(), Viewer(*session.match.seats)
    table = drawn(session.as_it_was(first), viewer).whole()

    found = told(session, viewer, first)

    for step in found.steps:
        table |= step.parts
    now = drawn(session, viewer)
    # Pieces that are asked about lie in no pile; so much a question changes.
    lies = {name for name in now if name.startswith("on:") and "data-pile" not in now[name]}
    assert found.start == {}
    assert {name for name in lies if ids(table[name]) != ids(now[name])} == set()
    assert all(found.end[name] == now[name] for step in found.steps for name in step.parts)


@pytest.mark.parametrize(("pack", "answers"), [("wing_and_prayer", 30), ("bomber_boys", 20)])
def test_no_counter_lies_in_two_spaces_after_a_step(pack, answers):
    session = played(load_pack(pack), answers, seed=5)
    viewer = Viewer(*session.match.seats)
    table = drawn(session.as_it_was(0), viewer).whole()

    for step in told(session, viewer, 0, returns=True).steps:
        table |= step.parts
        lie = [one for name in table if name.startswith("on:") for one in ids(table[name])[1:]]
        assert [one for one, times in Counter(lie).items() if times > 1] == []


def ids(html):
    return sorted(part.split('"')[0] for part in html.split('id="')[1:])


@pytest.mark.parametrize("pack", ["bomber_boys", "b29_superfortress"])
def test_the_lines_of_the_steps_tell_every_event_in_order(pack):
    session = played(load_pack(pack), 12, seed=2)
    match, viewer = session.match, Viewer(*session.match.seats)
    log = GameLog(match.game, match.data.names, viewer, in_full=True, tells_rules=False)
    lines = log_lines(log.tell(match.events), LINKS, match.data.glossary)

    found = told(session, viewer, 0)

    found = [line for step in found.steps for line in step.lines]
    assert found == list(lines)[-len(found) :]


def test_a_page_that_shows_the_end_goes_back_first():
    session = played(load_pack("bomber_run"), 9, seed=5)
    viewer = Viewer(*session.match.seats)
    first = session.match.history.last_answer()

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
    assert len(found.steps) <= MAX_BEATS
    assert len(packed) < 60_000


@pytest.fixture(scope="module")
def crossing():
    """A game of Night Crossing in which cards were drawn in secret."""
    packs = find_packs((ROOT / "examples" / "night_crossing",), points=())
    return played(packs["night_crossing"].load(), 6, seats="human")


def test_no_step_tells_what_another_seat_drew_in_secret(crossing):
    match = crossing.match
    hidden = [one for one in match.events if one.kind == "draw" and one.seats is not None]

    for viewer in (Viewer(), *map(Viewer, match.seats)):
        others = {one.facts["name"] for one in hidden if not one.seen_by(viewer)}
        lines = "".join(line for step in told(crossing, viewer, 0).steps for line in step.lines)
        log = GameLog(match.game, match.data.names, viewer)
        seen = "".join(line.text for line in log.tell(e for e in match.events if e.seen_by(viewer)))
        assert others
        assert [name for name in others if name in lines and name not in seen] == []


def test_no_card_and_no_news_tells_what_another_seat_drew_in_secret(crossing):
    """What a pack tells of every draw reaches those alone who may know the draw."""
    draws = Drama(moments={"draw": told_as("Drawn: {name}", stops=True)})
    game = crossing.match.game
    session = played(
        attrs.evolve(game, look=attrs.evolve(game.look, drama=draws)), 6, seats="human"
    )
    hidden = [one for one in session.match.events if one.kind == "draw" and one.seats is not None]
    everything = {one.facts["name"] for one in session.match.events if one.kind == "draw"}

    told_of = {}
    for viewer in (Viewer(), *map(Viewer, session.match.seats), ALL_SEEING):
        steps = told(session, viewer, 0).steps
        shown = "".join(text for step in steps for text in (step.card, *step.news))
        told_of[viewer] = {name for name in everything if f"Drawn: {name}" in shown}
        known = {
            e.facts["name"] for e in session.match.events if e.kind == "draw" and e.seen_by(viewer)
        }
        assert told_of[viewer] <= known

    assert hidden
    assert told_of[ALL_SEEING] > told_of[Viewer()]


def test_every_step_shows_a_view_that_this_seat_could_see_at_that_time(crossing):
    viewer, views = Viewer(crossing.match.seats[0]), set()
    for at in range(len(crossing.match.tape.entries) + 1):
        then = crossing.as_it_was(at)
        if then.match.secret_of is None or viewer.knows(*then.match.secret_of):
            views |= set(drawn(then, viewer).whole().values())

    plain = [
        html
        for step in told(crossing, viewer, 0).steps
        for name, html in step.parts.items()
        if not name.startswith("@") and "<s>" not in html and "way" not in name
    ]
    assert plain
    assert [html for html in plain if html not in views] == []


def test_a_spectator_sees_no_stop_at_a_secret_draw(crossing):
    stops = {seat: len(told(crossing, seat, 0).steps) for seat in (Viewer(), ALL_SEEING)}

    assert 0 < stops[Viewer()] < stops[ALL_SEEING]


# ------------------------------------------------------------------ from a page


def version(table):
    return table.page.partition('data-version="')[2].partition('"')[0]


def steps(table, since=None):
    return table.get("steps" if since is None else f"steps?since={since}").json()


def test_a_page_gets_the_steps_since_the_version_it_shows(alone):
    before = version(alone)
    alone.answer()

    found = steps(alone, before)

    assert found["steps"]
    assert found["at"] == version(alone)
    assert steps(alone, found["at"])["steps"] == []


def test_there_are_no_steps_since_an_unknown_version(alone):
    alone.answer()

    assert [steps(alone, since)["steps"] for since in ("", "x-3", "9" * 40)] == [[], [], []]


def test_there_are_no_steps_since_what_was_undone(ann):
    table = Table(ann, ann.new_room("ice_fishers", "me", "me", undo="free"))
    table.answer()
    before = version(table)
    table.post("undo")

    assert steps(table, before)["steps"] == []


def test_without_a_version_the_steps_begin_at_ones_last_answer(alone):
    assert steps(alone)["steps"] == []
    alone.answer()

    found = steps(alone)

    assert found["steps"]
    assert found["start"]


@FLIGHTS
def test_what_happened_is_told_under_the_step_in_which_it_happened(pack):
    session = played(load_pack(pack), 9, seed=5)
    match, viewer = session.match, Viewer(*session.match.seats)
    quiet = {name for name, step in match.game.program.steps.items() if step.quiet}

    stops = list(told_stops(match, viewer, 0))

    told = [(line.event.step, stop.where) for stop in stops for line in stop.lines if line.event]
    assert told
    assert [(step, where) for step, where in told if step not in quiet and step not in where] == []


@FLIGHTS
def test_a_beat_is_headed_by_the_turn_in_which_it_happened_and_not_by_the_next(pack):
    session = played(load_pack(pack), 9, seed=5)
    viewer = Viewer(*session.match.seats)

    found = steps_since(session.match, viewer, 0)

    places = [beat.passages[0].at.where for beat in found.beats]
    turns = [" › ".join((place[:-1] or place)[-2:]) for place in places]
    assert [step.where for step in told(session, viewer, 0).steps] == turns


def test_the_board_on_which_something_happens_takes_the_stage_while_it_is_told():
    session = played(load_pack("wing_and_prayer"), 12)
    found = told(session, Viewer(*session.match.seats), 0)

    parts = [step.parts for step in found.steps]
    assert "up:formation_card" in [n for part in parts for n in part if " checked" in part[n]]
