"""Fixtures for the tests of a pack; pytest finds them when tabletop is installed.

- `pack` is the game under test.
- `play_scripted` plays it with scripted dice.
- `replay` compares it with a recorded game.
- `replay_many` compares many games with one recorded line each.
- `exam_problems` runs the exam of `tabletop_core.testing.PackExam`.

What the tests reach with `perform` and `play_script` is kept in the cache of pytest, where
`tabletop check` reads it. The report of a test that fails shows what its calls of `perform` logged:
dice, modifiers, results. Only pytest is imported until a fixture is used.
"""

import sys
from collections.abc import Callable, Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .engine.game import Game
    from .engine.match import Match
    from .errors import Problem
    from .testing import PlayScripted, Replay


_OF_WORKERS = pytest.StashKey[set[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--tabletop-record` and the setting `tabletop_pack`."""
    group = parser.getgroup("tabletop")
    group.addoption(
        "--tabletop-record",
        action="store_true",
        dest="tabletop_record",
        help="re-record the games that `replay` and `replay_many` compare with",
    )
    parser.addini("tabletop_pack", "id of the pack under test, for the fixture `pack`", default="")


_REACHED = "tabletop/reached"
"""The rules that tests have carried out, as `module:name`, and the tables that they have looked up,
as `package id`, in the cache of pytest."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show what the calls of `perform` in a test logged, where the test fails."""
    report = yield
    performing = sys.modules.get(f"{__package__}.testing.performing")
    if performing:
        if report.failed and performing.LAST:
            lines = [line for name, done in performing.LAST for line in (f"{name}:", *done.log)]
            report.sections.append(("What perform did", "\n".join(lines)))
        if call.when == "teardown":
            performing.LAST.clear()
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Keep what the tests have reached; a part of the tests adds to what is there."""
    config = session.config
    performing = sys.modules.get(f"{__package__}.testing.performing")
    found = set()
    if performing:
        found = {rule.where for rule in performing.REACHED} | performing.LOOKED_UP
    if hasattr(config, "workeroutput"):
        config.workeroutput[_REACHED] = sorted(found)
        return
    of_workers: set[str] = config.stash.get(_OF_WORKERS, set())
    found |= of_workers
    cache: pytest.Cache | None = getattr(config, "cache", None)  # it may be switched off
    if not found or cache is None:
        return
    if config.option.keyword or config.args_source is config.ArgsSource.ARGS:
        found.update(cache.get(_REACHED, []))
    cache.set(_REACHED, sorted(found))


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what the tests of a worker of pytest-xdist have reached."""
    output = getattr(node, "workeroutput", {})
    node.config.stash.setdefault(_OF_WORKERS, set[str]()).update(output.get(_REACHED, []))


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
        f"the fixture `pack` does not know which pack to use; packs in {root}: {found}; set "
        f"`tabletop_pack` in the pytest settings{trouble}",
        pytrace=False,
    )


@pytest.fixture
def play_scripted(pack: "Game[Any]") -> "PlayScripted":
    """Return a function that plays the game with scripted dice, cards and answers.

    play_scripted([6, 1], answers=["on"], options={"goal": 10}) -> the game in progress
    """
    from functools import partial

    from .testing.performing import play_script

    return partial(play_script, pack)


@pytest.fixture
def replay(request: pytest.FixtureRequest, pack: "Game[Any]") -> "Replay":
    """Return a function that compares a recorded game with what the rules do today.

    replay("a_long_night", seed=7, bots="bot:random", options={...}) reads
    `golden/a_long_night.txt` beside the test; with `pytest --tabletop-record` it writes that file.
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
    With `pytest --tabletop-record` it writes that file.
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
    from .testing.exam import check_pack

    return check_pack(pack, games=getattr(request.cls, "games", 50))
