"""The examples of the pages about cards pass their own tests."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.gate
@pytest.mark.parametrize("name", ["night_crossing", "old_quay", "wreck_sale"])
def test_an_example_with_cards_passes_its_tests(name):
    done = subprocess.run(
        [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir=."],
        cwd=EXAMPLES / name,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout
