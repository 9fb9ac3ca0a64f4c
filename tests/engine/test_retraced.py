"""A copy that runs again and is looked at on the way."""

from tabletop_core import load_pack
from tabletop_core.viewers import ALL_SEEING


def played():
    match = load_pack("bomber_boys").start(seed=4)
    for _ in range(10):
        match.answer(match.decision.options[0])
    return match


def view(match):
    return list(match.game.view(match.play, ALL_SEEING))


def test_a_match_looks_before_each_entry_as_it_did_when_the_tape_ended_there():
    match, seen = played(), {}

    # The last look at a place is the one before its entry is fed, or before the next step.
    match.retraced(5, lambda one: seen.__setitem__(one.tape.at, view(one)))

    assert list(seen) == list(range(5, len(match.tape.entries) + 1))
    assert [at for at in list(seen)[:-1] if seen[at] != view(match.as_it_was(at))] == []


def test_a_retraced_match_ends_where_the_match_is():
    match = played()

    again = match.retraced(5, lambda one: None)

    assert again.decision.prompt == match.decision.prompt
    assert view(again) == view(match)
    assert again.event_count == match.event_count


def test_the_first_look_is_at_the_place_that_was_named():
    match, places = played(), []

    match.retraced(7, lambda one: places.append(one.tape.at))

    assert places[0] == 7
    assert places == sorted(places)


def test_events_since_the_first_look_need_no_other_replay():
    match, counts = played(), []

    again = match.retraced(7, lambda one: counts.append(one.event_count))

    assert again.first_event_in_memory <= counts[0]
