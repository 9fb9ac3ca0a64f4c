"""Small charts that several tests read, and how tests ask what comes of them."""

import pytest

from tabletop_core.errors import DataError
from tabletop_core.tables import Row, Table


def feed(*faces):
    """Return a die that shows these faces, one after the other."""
    left = iter(faces)
    return lambda sides: next(left)


def one_to_six(**settings):
    rows = [Row(str(face), f"row {face}") for face in range(1, 7)]
    return Table(**{"id": "six", "dice": "1d6", "rows": rows, **settings})


def coin(first, second, id="coin", **settings):
    return Table(id=id, dice="1d2", rows=[Row("1", first), Row("2", second)], **settings)


def problems_of(make, *args, **how):
    """Return the problems for which something is refused."""
    with pytest.raises(DataError) as refused:
        make(*args, **how)
    return refused.value.problems


def codes_of(make, *args, **how):
    return [problem.code for problem in problems_of(make, *args, **how)]


def put(folder, name, text):
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name
