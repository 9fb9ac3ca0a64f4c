"""The examples of the page about analysis are run, as far as the projects they need are there."""

import doctest
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "analysis.md"


def part(title):
    return re.search(rf"### {title}\n(.*?)(?:\n### |\Z)", PAGE.read_text(), re.S)[1]


@pytest.mark.parametrize(
    ("title", "needs"),
    [
        ("Gymnasium", "gymnasium"),
        ("Tasks", "gymnasium"),
        ("PettingZoo", "pettingzoo"),
        ("What all three share", "gymnasium"),
    ],
)
def test_the_session_prints_what_it_says(title, needs):
    pytest.importorskip(needs, reason=f"{needs} is not installed")
    test = doctest.DocTestParser().get_doctest(part(title), {}, title, str(PAGE), 0)
    result = doctest.DocTestRunner().run(test)

    assert result.attempted > 3
    assert result.failed == 0


def test_the_example_for_openspiel_runs(capsys):
    pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    code = re.search(r"```python\n(.*?)```", part("OpenSpiel"), re.S)[1]
    exec(compile(code, str(PAGE), "exec"), {})

    assert capsys.readouterr().out in ("[1.0]\n", "[-1.0]\n")
