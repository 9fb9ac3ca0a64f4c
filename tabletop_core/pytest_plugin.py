"""Fixtures for the tests of a pack; pytest finds them when tabletop is installed.

- `pack` is the game under test.
- `play_scripted` plays it with scripted dice.
- `replay` compares it with a recorded game.
- `replay_many` compares many games with one recorded line each.
- `exam_problems` runs the exam of `tabletop_core.testing.PackExam`.

Only pytest is imported until a fixture is used.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .engine.game import Game
    from .engine.match import Match
    from .errors import Problem


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--record` and the setting `tabletop_pack`."""
    group = parser.getgroup("tabletop")
    group.addoption(
        "--record",
        action="store_true",
        dest="tabletop_record",
        help="record again the games that `replay` and `replay_many` compare with",
    )
    parser.addini("tabletop_pack", "id of the pack under test, for the fixture `pack`", default="")


@pytest.fixture(scope="session")
def pack(pytestconfig: pytest.Config) -> "Game[Any]":
    """Return the game under test: the pack in this project, or the installed one of this name.

    The setting `tabletop_pack` names it; it may be left out if the project holds only one pack.
    """
    from .plugins.packs import find_packs

    name: str = pytestconfig.getini("tabletop_pack")
    root = pytestconfig.rootpath
    here = find_packs([root], points=())
    wanted = [one for one in here.packs if name in ("", one.id)]
    if len(wanted) == 1:
        return wanted[0].load()
    if name:
        return find_packs()[name].load()
    found = ", ".join(one.id for one in here.packs) or "none"
    trouble = "".join(f"\n{problem}" for problem in here.problems)
    return pytest.fail(
        f"the fixture `pack` needs to know the pack; packs in {root}: {found}; "
        f"set `tabletop_pack` in the settings of pytest{trouble}",
        pytrace=False,
    )


@pytest.fixture
def play_scripted(pack: "Game[Any]") -> "Callable[..., Match[Any]]":
    """Return a function that plays the game with scripted dice, cards and answers.

    play_scripted([6, 1], answers=["on"], options={"goal": 10}) -> the game in progress
    """
    from functools import partial

    from .testing.performing import play_script

    return partial(play_script, pack)


@pytest.fixture
def replay(request: pytest.FixtureRequest, pack: "Game[Any]") -> "Callable[..., Match[Any]]":
    """Return a function that compares a recorded game with what the rules do today.

    replay("a_long_night", seed=7, bots="bot:random", options={...}) reads
    `golden/a_long_night.txt` beside the test; with `pytest --record` it writes that file.
    """
    from .testing.recordings import record_game, replay_game

    folder = Path(request.path).parent / "golden"
    how = record_game if request.config.getoption("tabletop_record") else replay_game

    def compare(name: str, **what: Any) -> "Match[Any]":
        return how(pack, folder / f"{name}.txt", **what)

    return compare


@pytest.fixture
def replay_many(request: pytest.FixtureRequest, pack: "Game[Any]") -> "Callable[..., None]":
    """Return a function that lets bots play many games and compares each with its recorded line.

    replay_many("many_games", games=30, bots="bot:random") reads `golden/many_games.txt` beside the
    test. One letter for each answer stands for what the rules did, so changed words break nothing.
    With `pytest --record` it writes that file.
    """
    from .testing.many_games import record_many, replay_many

    folder = Path(request.path).parent / "golden"
    how = record_many if request.config.getoption("tabletop_record") else replay_many

    def compare(name: str, **what: Any) -> None:
        how(pack, folder / f"{name}.txt", **what)

    return compare


@pytest.fixture(scope="class")
def exam_problems(request: pytest.FixtureRequest, pack: "Game[Any]") -> "list[Problem]":
    """Return all problems that the exam finds in the pack."""
    from .testing import check_pack

    return check_pack(pack, games=getattr(request.cls, "games", 50))
