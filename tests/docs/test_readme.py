"""The README tells the truth: its session is run."""

import doctest
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"


def test_the_python_session_of_the_readme_prints_what_it_says():
    result = doctest.testfile(str(README), module_relative=False)

    assert result.attempted > 0
    assert result.failed == 0
