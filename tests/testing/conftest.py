"""The sound pack of Lanterns, which tests break in one place at a time, and what the exam finds."""

import shutil
import sys
from pathlib import Path

import pytest

from tabletop_core.plugins.packs import find_packs
from tabletop_core.testing.codes import CODES, DATA_CODES
from tabletop_core.testing.exam import check_pack

SOUND = Path(__file__).parent / "lanterns"


@pytest.fixture
def broken(tmp_path):
    """Copy the sound pack, change one place of it, and return the pack.

    `more` are pairs: of what else is replaced in that file, or of a file and what is added to it.
    """

    def broken(file="game.py", old="", new="", *more):
        folder = tmp_path / "lanterns"
        shutil.copytree(SOUND, folder, ignore=shutil.ignore_patterns("__pycache__"))
        for where, added in more:
            if where.endswith((".py", ".toml")) and "\n" not in where:
                with (folder / where).open("a") as other:
                    other.write(added)
        text = (folder / file).read_text()
        for one, other in ((old, new), *more):
            if not one.endswith((".py", ".toml")):
                assert one in text
                text = text.replace(one, other, 1)
        (folder / file).write_text(text)
        return find_packs([folder], points=()).packs[0]

    yield broken
    for name in [own for own in sys.modules if own.partition(".")[0] == "lanterns"]:
        del sys.modules[name]


@pytest.fixture
def examined(broken):
    """Return the problems of the sound pack with a change in one place."""

    def examined(*change, **how):
        settings = {"games": 4, "samples": 4, "bots": False, "processes": False}
        return check_pack(broken(*change), **(settings | how))

    return examined


@pytest.fixture
def tells():
    """Return what checks that a problem is found, with a remedy, at a line with some text."""

    def tells(problems, code, where):
        found = [problem for problem in problems if problem.code == code]
        assert found, "\n".join(map(str, problems))
        assert found[0].severity == (CODES | DATA_CODES)[code].severity
        assert found[0].remedy
        if where:
            line = Path(found[0].file).read_text().splitlines()[found[0].line - 1]
            assert any(piece in line for piece in ([where] if isinstance(where, str) else where))
        return found[0]

    return tells
