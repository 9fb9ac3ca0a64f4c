"""What looks different since somebody looked at the table."""

from tabletop_core.panels import Facts, Lines
from tabletop_core.told.changes import seen_anew

NOTES = Lines(title="Notes", lines=("calm",))


def scores(points):
    return Facts(title="Scores", rows=(("north", points),))


def test_all_of_the_table_is_new_to_who_looks_the_first_time():
    assert list(seen_anew([], [NOTES, scores("0")])) == [(NOTES, True), (scores("0"), True)]


def test_a_part_of_the_table_is_seen_anew_where_it_says_something_else():
    before, now = [NOTES, scores("0")], [NOTES, scores("3")]

    assert list(seen_anew(before, now)) == [(NOTES, False), (scores("3"), True)]
