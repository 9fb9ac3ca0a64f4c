"""Words under a chart: its modifiers and notes."""

from tabletop_core.presentation.charts import modifiers_in_words, note_marks
from tabletop_core.tables import Modifier, Note, Row, Table


def test_modifiers_of_which_one_applies_stand_together_and_counted_ones_are_multiplied():
    modifiers = [
        Modifier("good", 1, why="good weather", group="weather"),
        Modifier("engines", -2, why="engines out", per="engines_out", most=4),
        Modifier("bad", -1, why="bad weather", group="weather"),
        Modifier("loose", why="loose formation", shift=-2, columns=("..3", "9..")),
        Modifier("crew", why="rating of the crew", shift=1, per="rating"),
    ]

    assert modifiers_in_words(modifiers) == [
        "+1 good weather; or -1 bad weather",
        "-2 × engines out (at most 4 times)",
        "-2 rows for loose formation (3 or less, 9 or more only)",
        "+1 row × rating of the crew",
    ]


def test_a_note_has_its_letter_as_its_mark_or_else_the_next_number_that_is_free():
    notes = (Note("a", "Once."), Note("star", "Twice."), Note("1", "Never."))
    rows = [Row("1", "hit", notes=("a", "star", "1"))]

    marks = note_marks(Table(id="t", dice="1d1", rows=rows, notes=notes))

    assert marks == {"a": "a", "star": "2", "1": "1"}
