"""The log of a long game is told from as far back as a table shows, and to its end."""

import pytest

from tabletop_core.bots.seating import seat_bots
from tabletop_core.bots.simple import chooser
from tabletop_core.engine.event_log import EventLog
from tabletop_core.plugins.packs import load_pack
from tabletop_core.presentation.table_view import BLOCK, LogCursor
from tabletop_core.viewers import SPECTATOR, Viewer

LONG = {"b29_superfortress": {"mission": "tour"}, "wing_and_prayer": {"campaign": "full"}}


@pytest.fixture(scope="module", params=LONG.items(), ids=LONG)
def match(request):
    game = load_pack(request.param[0])
    match = game.start(request.param[1], seed=5)
    bots = seat_bots(game, dict.fromkeys(match.seats, "random"), 5)
    answer = chooser(bots)
    match.run(lambda match, decision: answer(match, decision) if len(match.events) < 3000 else None)
    return match


class Counted(EventLog):
    """A log that counts the events that are read of it."""

    __slots__ = ("read",)

    def __init__(self, events):
        super().__init__()
        self.hold(list(events), 0, 0)
        self.read = 0

    def __getitem__(self, at):
        found = super().__getitem__(at)
        self.read += len(found)
        return found


@pytest.mark.parametrize("latest", [10, 60])
def test_the_last_lines_are_those_of_the_whole_log(match, latest):
    viewer = Viewer(*match.seats[:1])
    whole = LogCursor(viewer, whole=match.events).lines(match)
    told = LogCursor(viewer, latest=latest).lines(match)

    assert latest + BLOCK < len(told) < len(whole)
    assert told[-latest:] == whole[-latest:]


def test_a_first_look_reads_few_events_and_a_later_one_those_since(match, monkeypatch):
    counted = Counted(match.events)
    monkeypatch.setattr(match, "events", counted)
    cursor = LogCursor(SPECTATOR, latest=10)
    before = cursor.lines(match)[:]
    read = counted.read
    assert 0 < read < len(counted) / 3
    assert cursor.lines(match) == before

    assert counted.read == read
