"""A track bounds its value and says what a move beyond an end means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_core.components.tracks import Overflow, Track, TrackError


def test_a_move_returns_how_far_the_marker_really_went():
    track = Track(0, 10, 8)

    assert track.move(1) == 1
    assert track.move(5) == 1
    assert (track.value, track.is_at_high) == (10, True)
    assert track.move(-99) == -10
    assert track.is_at_low


def test_a_track_may_refuse_a_move_beyond_its_end():
    track = Track(0, 10, 8, Overflow.REFUSE)

    with pytest.raises(TrackError, match="11 is beyond the track, which runs from 0 to 10"):
        track.move(3)
    assert track.value == 8


@pytest.mark.parametrize(("spaces", "value"), [(1, 1), (2, 2), (6, 6), (-1, 5), (7, 1), (-13, 5)])
def test_a_track_may_go_on_from_its_other_end(spaces, value):
    track = Track(1, 6, 6, Overflow.WRAP)
    track.move(spaces)

    assert track.value == value


def test_spaces_have_names_and_a_marker_starts_on_the_lowest_unless_told_otherwise():
    track = Track(0, 10, marks={0: "empty", 5: "half"})

    assert (track.value, Track(low=2, high=5, value=4).value) == (0, 4)
    assert track.mark == "empty"
    track.set(4)
    assert track.mark == ""


@pytest.mark.parametrize(
    ("start", "end", "crossed"), [(0, 6, [3, 5]), (6, 3, [5, 3]), (3, 5, [5]), (3, 3, [])]
)
def test_marked_spaces_on_the_way_are_told_in_order_with_the_last_but_not_the_first(
    start, end, crossed
):
    track = Track(0, 10, start, marks={3: "a", 5: "b"})
    track.set(end)

    assert track.crossed(start) == crossed


@given(
    st.integers(-20, 20),
    st.integers(0, 20),
    st.lists(st.integers(-50, 50)),
    st.sampled_from([Overflow.STOP, Overflow.WRAP]),
)
def test_a_marker_never_leaves_its_track(low, length, moves, overflow):
    track = Track(low, low + length, overflow=overflow)
    for move in moves:
        before = track.value
        moved = track.move(move)

        assert low <= track.value <= low + length
        assert before + moved == track.value
