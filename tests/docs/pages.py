"""Runs a page of the documentation: writes its files, types its commands, compares what is shown.

A block of code names its file after the language (```python my_game/game.py).
`(changed)` after the name replaces the definitions of the same names and adds the others;
`(added)` puts the block at the end.
A block `console` holds commands, each after `$ `, with what they print; `...` stands for anything.
A block `pycon` is a session of Python.
"""

import ast
import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner

BLOCK = re.compile(r"^```(\w+)(?: +([^\n(]+?))?(?: +\((changed|added)\))?\n(.*?)^```$", re.M | re.S)
CHECKER = doctest.OutputChecker()
PLUGINS = ("-p", "no:cacheprovider", "-p", "short_exam")


class Page:
    """A page of the documentation, run in a folder."""

    def __init__(self, file: Path, folder: Path) -> None:
        self.text = file.read_text(encoding="utf-8")
        self.folder = folder
        self.names: dict[str, object] = {}

    def run(self) -> list[str]:
        """Run every block; return the faults, each with the line of its block."""
        faults = []
        for found in BLOCK.finditer(self.text):
            kind, name, how, text = found.groups()
            line = self.text[: found.start()].count("\n") + 1
            if kind != "pycon":
                forget(self.folder)
            if kind == "console":
                faults += [f"line {line}: {fault}" for fault in self.type_commands(text)]
            elif kind == "pycon":
                faults += [f"line {line}: {fault}" for fault in self.run_session(text)]
            elif name:
                self.write(name, how, text)
            else:
                faults.append(f"line {line}: a block of {kind} that is not run; name its file")
        return faults

    def write(self, name: str, how: str | None, text: str) -> None:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if how == "changed":
            text = changed(file.read_text(encoding="utf-8"), text)
        elif how == "added":
            text = file.read_text(encoding="utf-8") + "\n" + text
        file.write_text(text, encoding="utf-8")

    def type_commands(self, text: str) -> list[str]:
        faults = []
        for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
            command, _, wanted = part.partition("\n")
            got = clean(run_command(command, self.folder))
            if not CHECKER.check_output(clean(wanted), got, doctest.ELLIPSIS):
                faults.append(f"$ {command}\nprints\n{got}\nnot\n{clean(wanted)}")
        return faults

    def run_session(self, text: str) -> list[str]:
        test = doctest.DocTestParser().get_doctest(text, self.names, "session", None, 0)
        faults: list[str] = []
        runner = doctest.DocTestRunner(CHECKER, False, doctest.ELLIPSIS)
        runner.run(test, out=faults.append, clear_globs=False)
        self.names = test.globs
        return ["".join(faults)] if faults else []


def clean(text: str) -> str:
    """Take out what differs from day to day, and blanks at the ends of lines."""
    text = re.sub(r"\d+\.\d\d?s\b|\b[\d.,]+ s, [\d,]+ games and [\d,]+", "...", text)
    return "".join(line.rstrip() + "\n" for line in text.strip().splitlines())


def run_command(command: str, folder: Path) -> str:
    """Run one command of a page and return what it prints."""
    first, _, second = command.partition(" | ")
    given = ""
    if second:
        tool, given = shlex.split(first)
        assert tool == "printf", f"only printf can stand before |: {command}"
        given, command = given.replace("\\n", "\n"), second
    program, *words = shlex.split(command)
    if program == "tabletop":
        return type_tabletop(words, given)
    assert program == "pytest", f"a page cannot run {program!r}"
    root = next((one for one in words if (folder / one / "pyproject.toml").is_file()), ".")
    done = subprocess.run(
        [sys.executable, "-B", "-m", "pytest", *PLUGINS, f"--rootdir={root}", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "COLUMNS": "80", "PYTHONPATH": str(Path(__file__).parent)},
    )
    return done.stdout


def type_tabletop(words: list[str], given: str) -> str:
    from tabletop_core.cli import app

    return CliRunner().invoke(app, words, input=given, prog_name="tabletop").output


def forget(folder: Path) -> None:
    """Forget the modules of a folder, so that its changed files are read again."""
    for name, module in list(sys.modules.items()):
        if str(folder) in str(getattr(module, "__file__", "") or ""):
            del sys.modules[name]


def changed(old: str, new: str) -> str:
    """Return a module with the definitions of another in place of those of the same names."""
    for name, text in definitions(new):
        for known, span in spans(old):
            if known == name:
                lines = old.splitlines()
                lines[span] = text.splitlines()
                break
        else:
            lines = old.splitlines()
            at = spans(old)[-1][1].start
            lines[at:at] = [text] if name.startswith("from ") else [*text.splitlines(), "", ""]
        old = "\n".join(lines) + "\n"
    return old


def definitions(text: str) -> list[tuple[str, str]]:
    lines = text.splitlines()
    return [(name, "\n".join(lines[span])) for name, span in spans(text)]


def spans(text: str) -> list[tuple[str, slice]]:
    """Return each statement of a module with its name and its lines, decorators included."""
    found = []
    for node in ast.parse(text).body:
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
        found.append((name_of(node), slice(first - 1, node.end_lineno)))
    return found


def name_of(node: ast.stmt) -> str:
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0])
    if isinstance(node, ast.AnnAssign):
        return ast.unparse(node.target)
    if isinstance(node, ast.ImportFrom):
        return f"from {node.module}"
    return getattr(node, "name", ast.unparse(node))
