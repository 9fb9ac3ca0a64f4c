"""The recorded games of a pack, and what its own tests call."""

import ast
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from ..engine.match import Match
from ..engine.rules import Rule
from ..engine.tape import Tape
from ..saves.reader import read_save
from .exam_run import Exam

Recorded: TypeAlias = tuple[str, Mapping[str, Any], Any, list[tuple[Any, ...]]]
"""Pack, options, seed and tape of a recorded or saved game."""


def project_of(exam: Exam) -> Path | None:
    """Return the project of a pack: the nearest folder around it with a `pyproject.toml`."""
    above = exam.folder.resolve().parents if exam.folder else ()
    return next((one for one in above if (one / "pyproject.toml").is_file()), None)


def recordings(exam: Exam) -> Iterator[Path]:
    """Yield the recorded and saved games in the folders `golden` below `tests` of the project."""
    project = project_of(exam)
    for path in sorted((project / "tests").rglob("golden/*")) if project else ():
        if path.suffix in (".txt", ".toml"):
            yield path


def read_recording(path: Path) -> Recorded | None:
    """Return what is needed to play a recorded or saved game; None if it is another file."""
    if path.suffix == ".toml":
        saved = read_save(path)
        head = saved.header
        return head.pack, head.options, head.seed, saved.entries
    lines = path.read_text(encoding="utf-8").splitlines()[:2]
    try:
        told, tape = (json.loads(line.removeprefix("# ")) for line in lines)
        return told["pack"], told["options"], told["seed"], [tuple(entry) for entry in tape]
    except (ValueError, TypeError, KeyError):
        return None


def replayed(exam: Exam, reached: Counter[Rule]) -> Iterator[Match[Any]]:
    """Play the recorded games of a pack again and count the rules carried out.

    Those that no longer fit are left out.
    """
    for path in recordings(exam):
        try:
            recorded = read_recording(path)
            if recorded is None or recorded[0] != exam.game.id:
                continue
            _, options, seed, entries = recorded
            yield exam.game.start(
                options, seed=seed, data=exam.data, tape=Tape(entries), reached=reached
            )
        except Exception:  # the tests of the pack report it
            continue


def names_in_tests(exam: Exam) -> set[str]:
    """Return the names and texts in the modules below `tests` of the project: rules, ids of tables.

    Only tests that import the pack count.
    """
    project, names = project_of(exam), set[str]()
    for path in sorted((project / "tests").rglob("*.py")) if project else ():
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"))
        except (SyntaxError, ValueError, OSError):
            continue
        if not any(_is_in(name, exam.game.package) for name in _imports(tree)):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Name):
                names.add(node.id)
            elif isinstance(node, ast.Attribute):
                names.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                names.add(node.value)
    return names


def reached_by_tests(exam: Exam) -> set[str]:
    """Return the rules, as `module:name`, and the tables, as `package id`, that tests reached last.

    The fixtures of pytest keep them in its cache; without a cache there are none.
    """
    project = project_of(exam)
    file = project / ".pytest_cache" / "v" / "tabletop" / "reached" if project else None
    try:
        return set(json.loads(file.read_text(encoding="utf-8"))) if file else set()
    except (OSError, ValueError, TypeError):
        return set()


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def _is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")
