"""Persons whose bots search wait for a processor: their order and shares are counted."""

import asyncio

import pytest

from tabletop_core.bots.search import SEARCHING_BOTS
from tabletop_core.rooms.bot_task import BotLimits
from tabletop_core.rooms.errors import RoomError
from tabletop_core.rooms.fair_line import FairLine


def served(places, *wanted, gone=()):
    """Return who was served in turn, with their share, if all come at the same time.

    `gone` are those who leave once the first was served, by their number.
    """

    async def go():
        line, told = FairLine(places), []

        async def think(person):
            async with line.place(person) as share:
                told.append((person, share))
                await asyncio.sleep(0)

        tasks = [asyncio.create_task(think(person)) for person in wanted]
        await asyncio.sleep(0)
        for number in gone:
            tasks[number].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert not line._waiting
        assert not line._at_work
        return told

    return asyncio.run(go())


def test_who_has_many_rooms_waits_for_their_own_and_others_go_between():
    told = served(1, "ann", "ann", "ann", "ann", "bob", "bob", "cid")

    assert "".join(person[0] for person, _ in told) == "abcabaa"


@pytest.mark.parametrize("places", [1, 3])
def test_of_many_persons_nobody_waits_for_others_more_than_twice_the_time_of_one(places):
    told = served(places, *map(str, range(60)))
    free = [0.0] * places
    waited = []
    for _, share in told:
        waited.append(min(free))
        free[free.index(min(free))] += share

    assert len(told) == 60
    assert max(waited) <= 2


def test_one_person_alone_thinks_for_the_full_time_in_as_many_rooms_as_they_have():
    assert {share for _, share in served(1, *["ann"] * 9)} == {1.0}


def test_who_leaves_the_line_is_passed_over_and_holds_no_place():
    told = served(1, "ann", "bob", "cid", "dan", gone=(0, 2))

    assert [person for person, _ in told] == ["ann", "bob", "dan"]


def test_a_share_of_the_time_is_a_share_of_what_a_bot_would_use():
    bot, limits = SEARCHING_BOTS["mcts"](), BotLimits(ms=1000, playouts=100)
    bot.ms, bot.n = 400, 300
    limits.cap(bot, 0.25)

    assert (bot.ms, bot.n) == (100, 25)


def test_rooms_with_bots_that_search_are_counted_by_person_and_in_all(registry, ann, bob):
    def start(person, bot="flat"):
        how = {"options": {}, "seats": ["me", f"bot:{bot}"]}
        return registry.factory.new_room(person, "ice_fishers", **how)

    registry.factory.max_searches_of_person, registry.factory.max_searches = 2, 3
    first = start(ann), start(ann)
    with pytest.raises(RoomError, match="you have 2 games in progress with bots that search"):
        start(ann)
    with registry.room(first[0]) as room, pytest.raises(RoomError, match="you have 2 games"):
        registry.factory.copy(room, 0, ann)
    start(ann, "random")
    start(bob)
    with pytest.raises(RoomError, match="bots search in 3 games on this server now"):
        start(bob)
    with registry.room(first[0]) as room:
        registry.sleep(room)
    assert start(bob)
