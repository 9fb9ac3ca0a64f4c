"""A copy that runs again and is looked at on the way."""

import pytest

from tabletop_core import load_pack
from tabletop_core.engine.past import as_it_was, retraced
from tabletop_core.viewers import ALL_SEEING


@pytest.fixture(scope="module")
def match():
    """A game after some answers, which no copy changes."""
    match = load_pack("bomber_boys").start(seed=4)
    for _ in range(10):
        match.answer(match.decision.options[0])
    return match


def view(match):
    return list(match.game.look.view(match.play, ALL_SEEING))


def test_a_match_looks_before_each_entry_as_it_did_when_the_tape_ended_there(match):
    first, seen = 5, {}
    # The last look at a place is the one before its entry is fed, or before the next step.
    retraced(match, first, lambda one: seen.__setitem__(one.tape.at, view(one)))

    assert list(seen) == list(range(first, len(match.tape.entries) + 1))
    assert [at for at in list(seen)[:-1] if seen[at] != view(as_it_was(match, at))] == []


def test_a_retraced_match_ends_where_the_match_is_and_looks_first_at_the_place_named(match):
    looks = []
    again = retraced(match, 7, lambda one: looks.append((one.tape.at, len(one.events))))

    assert again.decision.prompt == match.decision.prompt
    assert view(again) == view(match)
    assert len(again.events) == len(match.events)
    places = [at for at, _ in looks]
    assert (places[0], places) == (7, sorted(places))
    # Events since the first look need no other replay.
    assert again.events.first_in_memory <= looks[0][1]
