"""The Containerfile, where something is there that can build it."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def builder():
    """Return a program that can build, and whose service answers."""
    for name in ("podman", "docker"):
        if shutil.which(name):
            asked = subprocess.run([name, "info"], capture_output=True, timeout=60, check=False)
            if asked.returncode == 0 and b"ERROR" not in asked.stderr:
                return name
    return ""


@pytest.mark.timeout(1200)
def test_the_image_is_built_and_its_server_says_where_to_look():
    program = builder()
    if not program:
        pytest.skip("neither podman nor docker can build here")
    subprocess.run([program, "build", "-q", "-t", "tabletop-test", ROOT], check=True)
    told = subprocess.run(
        [program, "run", "--rm", "tabletop-test", "--help"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert "--public" in told.stdout
