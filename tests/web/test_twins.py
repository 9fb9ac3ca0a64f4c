"""Twin games: whoever knows the same of two games is sent the same of both, to the byte.

A position is dealt twice for one seat, as for *Play on from here*, and both games go on with the
same dice and the same answers. As long as the rules tell that seat the same of both (its view, its
events, its questions, who is awaited), everything that the server makes for its person must be the
same: page, stream, marks of what is new, log, errors, undo; and what an assistant in their place
reads. `STORM=50` makes it longer.
"""

import os
from collections import Counter
from random import Random

import attrs
import pytest

from tabletop_core.assistant.desk import Desk
from tabletop_core.chance import Seeded
from tabletop_core.errors import SequenceError, TabletopError
from tabletop_core.panels import things
from tabletop_core.plugins.packs import find_packs
from tabletop_core.rooms.consent import Consent
from tabletop_core.rooms.perspective import Perspective
from tabletop_core.rooms.registry import RoomRegistry
from tabletop_core.saves.copies import copy_game, places_of
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import resume_session
from tabletop_core.viewers import Viewer
from tabletop_core.web.addresses import Addresses
from tabletop_core.web.audience import Audience
from tabletop_core.web.popups import replay_of, thing_page, things_page

from .conftest import FOLDERS

LENGTH = int(os.environ.get("STORM", "1"))
GAMES = [
    ("night_crossing", {}, 4),
    ("spies", {}, 4),
    *(
        pytest.param(*game, marks=pytest.mark.gate)
        for game in (
            ("night_crossing", {}, 60),
            ("spies", {}, 40),
            ("wing_and_prayer", {"players": 2}, 2),
        )
    ),
]
"""Packs with their options, and how many pairs of twins are made of each."""

ANSWERS = 6
"""Answers after which twins are left, where they have not parted before."""


@pytest.fixture(scope="module")
def catalog():
    return find_packs(FOLDERS)


@attrs.define
class Side:
    """One of two twin games, in the same room, with what persons were shown of it."""

    session: object
    audience: Audience = attrs.field(factory=Audience)
    answered: Counter = attrs.field(factory=Counter)
    at: dict = attrs.field(factory=dict)
    desks: dict = attrs.field(factory=dict)


def enter(room, side):
    room.awake, room.answers_given = side.session, side.answered
    room.changed()


def known_to(room, person):
    """Return what the rules tell the seats of a person, and what is open for all to see."""
    match, viewer = room.match, Perspective(room, person).viewer
    told = [one for one in match.events[match.events.first_in_memory :] if one.seen_by(viewer)]
    asked = [
        (one.prompt, one.seats, one.token, [(way, one.label_of(way)) for way in one.options])
        for one in Perspective(room, person).questions
    ]
    answered = match.history.last_answer(room.seating.seats) is not None
    place = room.awaited, str(match.place), str(match.outcome), answered
    return match.game.look.view(match.play, viewer), told, asked, place


def sent_to(room, side, person):
    """Return all that a person is sent who has the page open, and the log if asked for."""
    shown = side.audience.shown_to(room, person)
    news = shown.since(side.at.get(person, 0))
    side.at[person] = shown.at
    sent = shown.now, news.fragments, replay_of(room, person)(), things_told(room, person)
    return *sent, told_to_assistant(room, side, person)


def told_to_assistant(room, side, person):
    """Return all that an assistant in the place of a person reads."""
    desk = side.desks.setdefault(person, Desk(None, person))
    parts = [panel.title for panel in room.match.game.look.view(room.match.play, Viewer())]
    shown = [desk.table_of(room, part=one) for one in ("", "options", *parts)]
    return desk.news_of(room), shown, desk.log_of(room)


def things_told(room, person):
    """Return the list of all pieces, and the descriptions of some, in sight or not."""
    match, links = room.match, Addresses().links(room.pack, room.id)
    in_sight = {
        name
        for panel in match.game.look.view(match.play, Perspective(room, person).viewer)
        for name in things(panel)
    }
    known = sorted(in_sight | set(match.data.names))
    asked = Random(f"{match.decisions} {person}").sample(known, min(8, len(known)))
    told = [(one, thing_page(room, person, [one], links)) for one in asked]
    return [("all", things_page(room, person, links)), *told]


def error_of(act, *given):
    """Do something and return the error that a person sees then, if any."""
    try:
        act(*given)
    except TabletopError as error:
        return str(error)
    return ""


def wrongs_to(room, person, seat):
    """Return the errors that a person sees who does what cannot be done."""
    token = room.match.decision.token if room.match.decision else 0
    acts = (
        lambda: room.answer(person, seat, "no such thing", token),
        lambda: room.answer(person, "nobody", "1", token),
        lambda: room.answer(person, seat, "1", -1),
        lambda: room.redo(person),
        lambda: room.retract(person, seat),
    )
    return list(map(error_of, acts))


def room_of(registry, pack, options):
    """Make a room in which each seat has a person of its own."""
    first = registry.store.new_person("Ann")[0]["id"]
    room_id = registry.factory.new_room(first, pack, options=options, seats=["me"], is_listed=True)
    with registry.room(room_id) as room:
        for seat in list(room.seating.seats)[1:]:
            person = registry.store.new_person(f"In {seat}")[0]
            room.sit(person["id"], person["name"], seat)
    return room_id


def twins_of(room, registry, seat, answers, number, folder):
    """Return two games that differ in what a seat may not know; None where that is not possible."""
    header = read_save(registry.journal(room.id)).header
    found = []
    for side in "ab":
        path = folder / f"{number}{side}.toml"
        dice = Seeded("same", number)
        try:
            copy_game(
                room.session,
                answers,
                attrs.evolve(header, seed=f"{number} {side}"),
                path,
                seat=seat,
                source=dice,
            )
        except SequenceError:
            return None
        saved = read_save(path)
        session = resume_session(
            saved, registry.games.game, source=Seeded("same", number), write=False
        )
        session.match.seed = "the same"
        session.seat(room.seating.players)
        found.append(Side(session))
    return found


def play_on(room, random, most=40):
    for _ in range(most):
        if room.match.is_over or not room.match.open:
            return
        answer_in(room, random.random())


def answer_in(room, share):
    """Give an answer of whoever is asked first; the share says which."""
    decision = room.match.open[0]
    seat = decision.seats[0]
    options = list(decision.options)
    if decision.several:
        answer = tuple(options[: max(decision.least or 0, 1)])
    else:
        answer = options[int(share * len(options))]
    person = room.seating.person_at(seat)
    room.answer(person, seat, answer, decision.token)


@pytest.mark.timeout(240 * LENGTH)
@pytest.mark.parametrize(("pack", "options", "pairs"), GAMES)
def test_what_is_sent_is_the_same_where_only_what_is_hidden_differs(
    catalog, tmp_path, pack, options, pairs
):
    registry = RoomRegistry(tmp_path / "data", catalog)
    random = Random(7)
    compared = differed = 0
    for number in range(pairs * LENGTH):
        if number % 10 == 0:
            room_id = room_of(registry, pack, options)
            with registry.room(room_id) as room:
                play_on(room, random)
        with registry.room(room_id) as room:
            true = Side(room.session)
            seat = random.choice(list(room.seating.seats))
            person = room.seating.person_at(seat)
            answers = random.randrange(len(places_of(room.match)))
            sides = twins_of(room, registry, seat, answers, number, tmp_path)
            for step in range(ANSWERS if sides else 0):
                known, sent = [], []
                for side in sides:
                    enter(room, side)
                    known.append((known_to(room, person), known_to(room, "")))
                    shown = sent_to(room, side, person), sent_to(room, side, "")
                    sent.append((shown, wrongs_to(room, person, seat)))
                if known[0] != known[1]:
                    break
                assert sent[0] == sent[1], (number, step, seat)
                compared += 1
                differed += sides[0].session.match.state != sides[1].session.match.state
                if room.match.is_over:
                    break
                share, undoes = random.random(), random.random() < 0.25
                act, given = (
                    (Consent(room).undo, (person,)) if undoes else (answer_in, (room, share))
                )
                told = []
                for side in sides:
                    enter(room, side)
                    told.append(error_of(act, *given))
                assert not undoes or told[0] == told[1], (number, step, seat)
                if told[0] != told[1]:
                    break
            enter(room, true)
    registry.close()

    print(f"{pack}: {compared} positions compared, {differed} of them with other hidden things")
    assert differed >= pairs // 2


def test_what_somebody_has_sealed_is_not_sent_to_the_others(ann, bob, site, sit):
    room = ann.new_room("spies", "me", "open")
    sit(ann, bob, room)
    while not (ann.question(room) and bob.question(room)):
        asker = ann if ann.question(room) else bob
        asker.answer(room, asker.question(room))
    told = []
    for answer in ann.question(room)[2][:2]:
        seat = ann.question(room)[0]
        ann.answer(room, ann.question(room), answer)
        with site.registry.room(room) as held:
            other = next(one.person for one in held.seating.seats.values() if one.seat != seat)
            told.append([Audience().shown_to(held, one).now for one in (other, "")])
        ann.post(f"/r/{room}/retract", seat=seat)

    assert len(told) == 2
    assert told[0] == told[1]
