"""Persons and bots play in rooms through a front end that has no page and no address."""

import pytest

from tabletop_core.errors import IllegalAnswerError, StaleAnswerError
from tabletop_core.presentation.answers import Choices
from tabletop_core.rooms.bot_moves import move_bots
from tabletop_core.rooms.consent import Consent
from tabletop_core.rooms.errors import RoomError
from tabletop_core.rooms.memories import Memories
from tabletop_core.rooms.my_games import games_of, results_of
from tabletop_core.rooms.persons import Persons
from tabletop_core.rooms.turns import Turns
from tabletop_core.viewers import Viewer


def answer(room, person, asked, read=lambda choices: choices.read("1")):
    """Answer a question that a person sees; `read` gets the reader of its answers."""
    choices = Choices(room.question(person, asked.seat, asked.token))
    room.answer(person, asked.seat, read(choices), asked.token)


def touch_first(choices):
    return choices.with_ids([str(choices.options[0])])


def hidden_hands(room, seen, seat):
    """Return the seats of whose hands this one may not know all, which the table must not show."""
    rows, hands = dict(seen.scene.panels[0].rows), room.match.state.hands
    assert "?" not in rows[seat]
    hidden = [one for one, hand in hands.items() if None in hand.seen_by(Viewer(seat))]
    assert all("?" in rows[one].split() for one in hidden)
    return {*hidden} - {seat}


def test_two_persons_and_a_bot_play_to_the_end_and_see_no_hand_but_their_own(
    registry, seated, ann, bob
):
    made, memories = seated("night_crossing", "bot:wary"), Memories()
    reads = {ann: lambda choices: choices.read("1"), bob: touch_first}
    is_over, hidden, answered = False, set(), dict.fromkeys(reads, 0)
    while not is_over:
        with registry.room(made) as room:
            assert move_bots(room) is False
            is_over = room.is_over
            for person, read in () if is_over else reads.items():
                seat = room.seating.seats_of(person)[0]
                seen = memories.table(room, person)
                hidden |= hidden_hands(room, seen, seat)
                for asked in seen.asked:
                    answer(room, person, asked, read)
                    answered[person] += 1

    with registry.room(made) as room:
        assert all(memories.table(room, person).ended for person in reads)
    assert all(answered.values())
    assert hidden == {"red", "blue", "green"}
    assert [games_of(registry, one)[0].is_over for one in reads] == [True, True]
    assert [len(results_of(registry, one)) for one in reads] == [1, 1]


def test_a_look_tells_what_is_new_since_the_one_before(registry, seated, ann, bob):
    memories, made = Memories(), seated("ice_fishers")
    with registry.room(made) as room:
        asked = {one: memories.table(room, one).asked for one in (ann, bob)}
        first, other = (ann, bob) if asked[ann] else (bob, ann)
        before = room.version
        assert memories.steps(room, other, before) is None
        answer(room, first, asked[first][0])
        seen = memories.table(room, other)
        beats = memories.steps(room, other, before)().beats
        stops = [passage.at for beat in beats for passage in beat.passages]

        assert seen.log[seen.fresh - seen.since :]
        assert [line.text for stop in stops for line in stop.lines]
        assert stops[-1].panels == tuple(seen.scene.panels)
        assert memories.steps(room, other, room.version) is None


def test_nobody_answers_for_another_nor_twice_nor_what_is_no_option(registry, seated, ann, bob):
    memories, made = Memories(), seated("ice_fishers")
    with registry.room(made) as room:
        asked = [(one, found) for one in (ann, bob) for found in memories.table(room, one).asked]
        (first, question), other = asked[0], bob if asked[0][0] == ann else ann
        with pytest.raises(RoomError, match="is not your seat"):
            answer(room, other, question)
        with pytest.raises(IllegalAnswerError, match="is not an option here"):
            answer(room, first, question, lambda choices: choices.read("zzz"))
        answer(room, first, question)
        with pytest.raises(StaleAnswerError, match="no longer open"):
            answer(room, first, question)


def test_a_front_end_hears_of_changes_and_whose_turn_has_come(registry, heard, seated, ann, bob):
    made, memories, turns = seated("ice_fishers"), Memories(), Turns()
    with registry.room(made) as room:
        (asked,) = [one for person in (ann, bob) for one in memories.table(room, person).asked]
        first = room.seating.person_at(asked.seat)
        other = bob if first == ann else ann
        assert turns.newly_awaited(room, {first}) == {}
    heard.of.clear()
    with registry.room(made) as room:
        memories.table(room, other)
    assert heard.of == []

    with registry.room(made) as room:
        while room.awaited == [asked.seat]:
            answer(room, first, memories.table(room, first).asked[0])
        assert turns.newly_awaited(room, {first}) == {other: list(room.seating.seats_of(other))}
        assert turns.newly_awaited(room, {first}) == {}

    assert heard.of == [("changed", made), ("released", made)]


def test_persons_chat_nudge_and_undo_with_consent(registry, seated, ann, bob):
    made, memories = seated("ice_fishers", undo="asked"), Memories()
    with registry.room(made) as room:
        (asked,) = [one for person in (ann, bob) for one in memories.table(room, person).asked]
        first = room.seating.person_at(asked.seat)
        other = bob if first == ann else ann
        room.say(ann, "Ann", "Good luck")
        assert room.nudge(other, asked.seat) == first
        answer(room, first, asked)
        Consent(room).undo(first)
        assert room.proposals.open.asks == (other,)
        Consent(room).agree(other, True)

        (again,) = memories.table(room, first).asked
        assert (again.prompt, again.choices) == (asked.prompt, asked.choices)
        said = [line["text"] for line in room.chat.lines]
        assert {"Good luck", "Ann agrees" if other == ann else "Bob agrees"} <= set(said)


def test_a_person_is_known_by_a_key_and_on_another_device_by_a_code(registry):
    persons = Persons(registry.store)
    ann, key = persons.new("Ann")
    assert persons.with_key(key)["name"] == "Ann"
    assert persons.with_key("another") is None
    moved = persons.take_code(persons.code_for(ann["id"]))

    assert persons.with_key(moved)["id"] == ann["id"]
    assert persons.with_key(key) is None
