"""The examples of the pages pass their own tests, with the whole exam."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.gate
@pytest.mark.parametrize(
    "name", ["ice_fishers", "night_crossing", "old_quay", "reed_march", "wreck_sale"]
)
def test_an_example_passes_its_tests(name):
    done = subprocess.run(
        [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir=."],
        cwd=EXAMPLES / name,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout
