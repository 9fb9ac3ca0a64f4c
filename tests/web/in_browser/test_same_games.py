"""Random games are the same, face by face, in the Python of a browser and in this one."""

import json
import lzma
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tabletop_core.plugins.packs import find_packs
from tabletop_core.web.in_browser.folder import write_site
from tests.web.in_browser.random_games import digests

pytestmark = [pytest.mark.gate, pytest.mark.xdist_group("site")]
HERE = Path(__file__).parent
PACKS = ("b29_superfortress", "bomber_boys", "bomber_run", "squadron_303", "wing_and_prayer")
SEEDS = [1, 2, 3]


@pytest.fixture(scope="module")
def pyodide_folder(tmp_path_factory, pyodide):
    """Return a folder with what a visitor's browser holds, as Node reads it."""
    import gzip

    site = tmp_path_factory.mktemp("site")
    write_site(site, find_packs(), PACKS, pyodide)
    folder = tmp_path_factory.mktemp("pyodide")
    for path in (site / "python").iterdir():
        (folder / path.stem).write_bytes(gzip.decompress(path.read_bytes()))
    (folder / "contents").write_bytes(lzma.decompress((site / "contents.xz").read_bytes()))
    (folder / "lock.json").write_text(json.dumps({"info": pyodide.info, "packages": {}}))
    return folder


def test_random_games_have_the_same_tape(pyodide_folder):
    node = shutil.which("node")
    if node is None:
        if os.environ.get("TABLETOP_BROWSER") == "must":
            pytest.fail("the tests of sites were to run, but Node is missing")
        pytest.skip("Node is missing")
    packs, seeds = json.dumps({name: f"packs.{name}" for name in PACKS}), json.dumps(SEEDS)
    script = [str(HERE / "random_games.mjs"), str(pyodide_folder), str(HERE / "random_games.py")]
    done = subprocess.run(
        [node, *script, packs, seeds], capture_output=True, text=True, check=True, timeout=200
    )

    assert json.loads(done.stdout) == json.loads(digests(json.loads(packs), SEEDS))
