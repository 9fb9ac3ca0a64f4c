"""What looks different since somebody looked at the table."""

from tabletop_core.cli.screen.terminal_session import MAX_CHANGES, changes_in_few_lines, redrawn
from tabletop_core.panels import Facts, changes
from tabletop_core.panels.text_panels import Lines

NOTES = Lines(title="Notes", lines=("calm",))


def scores(points):
    return Facts(title="Scores", rows=(("north", points),))


def test_all_of_the_table_is_new_to_who_looks_the_first_time():
    assert list(redrawn([], [NOTES, scores("0")])) == [(NOTES, True), (scores("0"), True)]


def test_a_part_of_the_table_is_redrawn_where_it_says_something_else():
    before, now = [NOTES, scores("0")], [NOTES, scores("3")]

    assert list(redrawn(before, now)) == [(NOTES, False), (scores("3"), True)]


def told(before, now):
    return changes_in_few_lines(changes(before, now), now)


def test_few_changes_are_told_one_by_one_with_what_was_before():
    assert told([scores("0")], [scores("3")]) == ["north: 3 (before: 0)"]


def test_of_many_changes_only_the_parts_of_the_table_are_told():
    before, now = (
        [
            NOTES,
            Facts(title="Losses", rows=tuple((f"group {n}", text) for n in range(MAX_CHANGES + 1))),
        ]
        for text in ("none", "one")
    )

    assert told(before, now) == [
        f"On the table {MAX_CHANGES + 1} things changed: Losses (view shows all)."
    ]


def test_where_nothing_changed_nothing_is_told():
    assert told([NOTES], [NOTES]) == []
