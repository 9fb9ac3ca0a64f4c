"""The chat of a room is bounded by day, and only its latest lines are in the store."""

import pytest

from tabletop_core.rooms import chat
from tabletop_core.rooms.errors import RoomError


@pytest.fixture(autouse=True)
def few(monkeypatch):
    monkeypatch.setattr(chat, "MAX_LINES_A_DAY", 3)
    monkeypatch.setattr(chat, "MAX_LINES_STORED", 4)


def stored(registry):
    return [row["text"] for row in registry.store.all("SELECT text FROM chat ORDER BY number")]


def test_a_table_talks_no_more_than_its_lines_of_a_day_and_goes_on_the_next(
    registry, seated, ann, monkeypatch
):
    made = seated("ice_fishers")
    with registry.room(made) as room:
        for text in ("one", "two", "three"):
            room.say(ann, "Ann", text)
        with pytest.raises(RoomError, match="3 lines of chat a day; continue tomorrow"):
            room.say(ann, "Ann", "four")
    registry.sleep_idle(idle=-1)
    with registry.room(made) as room:
        with pytest.raises(RoomError, match="continue tomorrow"):
            room.say(ann, "Ann", "four")
        now = chat.time()
        monkeypatch.setattr(chat, "time", lambda: now + chat.DAY_S + 1)
        room.say(ann, "Ann", "four")

    assert stored(registry)[-1] == "four"


def test_reports_of_a_room_end_with_one_that_says_so(registry, seated):
    made = seated("ice_fishers")
    before = stored(registry)
    with registry.room(made) as room:
        for text in ("one", "two", "three"):
            room.note(text)

    assert stored(registry)[len(before) :] == ["one", "two; no further reports today"]


def test_the_oldest_lines_of_a_long_chat_move_into_a_file_which_goes_with_the_room(
    registry, seated, ann, monkeypatch
):
    monkeypatch.setattr(chat, "MAX_LINES_A_DAY", 100)
    made = seated("ice_fishers")
    with registry.room(made) as room:
        for number in range(6):
            room.say(ann, "Ann", f"line {number}")
    registry.sleep_idle(idle=-1)
    file = registry.shelf.old_chat(made)

    assert stored(registry) == ["line 2", "line 3", "line 4", "line 5"]
    assert [line.split(" ", 2)[2] for line in file.read_text().splitlines()][-2:] == [
        "Ann: line 0",
        "Ann: line 1",
    ]
    with registry.room(made) as room:
        room.say(ann, "Ann", "line 6")
        room.set_deleted(1.0)
    registry.forget_deleted()
    assert not file.exists()
