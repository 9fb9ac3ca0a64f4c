"""The Containerfile, where something is there that can build it."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tabletop_core.plugins.scaffold import new_pack

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


@pytest.mark.timeout(1200)
def test_the_image_finds_the_packs_of_a_mounted_folder(tmp_path):
    program = builder()
    if not program:
        pytest.skip("neither podman nor docker can build here")
    new_pack("harbour", tmp_path, "dice")
    subprocess.run([program, "build", "-q", "-t", "tabletop-test", ROOT], check=True)
    told = subprocess.run(
        [
            program, "run", "--rm", "-v", f"{tmp_path / 'harbour'}:/packs:ro,Z",
            "--entrypoint", "tabletop", "tabletop-test", "packs",
        ],
        capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert "Harbour" in told.stdout
