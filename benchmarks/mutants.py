"""Change rules at random, one at a time, and see whether the tests notice.

usage: python benchmarks/mutants.py [AREA]... [--count N] [--seed S]

An area is a pack, or `engine`, `tables`, `dice` or `saves` of the core; all of them if none is
named. Of each, a seeded sample of single changes is tried in a copy of the project: a comparison,
a number, a sign, `and` or `or`, a truth value. Of a pack, its rules and facts are changed, not what
is only shown, counted or played by bots.

The tests of an area run once unchanged, to learn which of them run which line, and how long they
take. Each change is then tried with the tests that run its line, quickest first, until one fails,
and then with the quick ones of its area, since a cache may have hidden from which tests a line is
reached, or with all others where it runs at import. A test may take three times as long as it did,
and some seconds; a change by which it takes longer is listed as one that hangs: try it again by
itself, if the machine had other work to do.
Changes are made by cosmic-ray's operators, coverage watches lines (`pip install .[mutants]`).
"""

import argparse
import ast
import json
import os
import re
import resource
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from compileall import compile_dir
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

import attrs
import hypothesis  # noqa: F401  # loaded once, as pytest is, and not again for each change
import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from coverage import Coverage, CoverageData

ROOT = Path(__file__).parents[1]
PACKS = sorted(path.parent.name for path in ROOT.glob("packs/*/__init__.py"))
SAVING = [f"tests/cli/test_{name}.py" for name in ("saves", "changed_rules")]
MANY_GAMES = [f"tests/packs/{name}/test_many_games.py" for name in PACKS]
AREAS = {name: (f"packs/{name}", [f"tests/packs/{name}"]) for name in PACKS} | {
    "engine": ("tabletop_core/engine", ["tests/engine", "tests/saves", *MANY_GAMES]),
    "tables": ("tabletop_core/tables", ["tests/tables", "tests/dice", "tests/data"]),
    "dice": ("tabletop_core/dice", ["tests/dice", "tests/tables"]),
    "saves": ("tabletop_core/saves", ["tests/saves", *SAVING]),
}
NO_RULES = ("art", "bots", "commands", "shown", "statistics")  # parts of a pack
NO_RULE = ("strict=", "kw_only=", "slots=", "repr=", "maxsize=")  # before a change
CHANGES = re.compile(
    r"core/(ReplaceComparisonOperator_(Eq|NotEq|Lt|LtE|Gt|GtE)_(Eq|NotEq|Lt|LtE|Gt|GtE)|NumberReplacer"
    r"|ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Add|FloorDiv_Mul)|ReplaceAndWithOr|ReplaceOrWithAnd"
    r"|ReplaceTrueWithFalse|ReplaceFalseWithTrue|AddNot)"
)
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "dist")
QUICKLY = ("-x", "--assert=plain", "-p", "no:cacheprovider")
TIME_IS_UP = 99
"""The status of tests of which one took too long."""
GRACE = 15  # seconds more than three times as long as a test took unchanged
MEMORY = 4 << 30  # bytes for a change that never ends
FORK = get_context("fork")  # with pytest loaded already, and nothing of the project


# ---------------------------------------------------------------- changes


@attrs.frozen
class Change:
    """One change: the operator's name, and which of the places where it fits."""

    file: str
    line: int
    operator: str
    occurrence: int

    def of(self, text: str) -> str:
        return mutate_code(text, get_operator(self.operator)(), self.occurrence)


def modules_of(folder: Path) -> Iterator[Path]:
    """List the modules of an area, of a pack those of its rules and facts."""
    for path in sorted(folder.rglob("*.py")):
        part = path.relative_to(folder).parts[0].removesuffix(".py")
        if not (folder.parent.name == "packs" and part in NO_RULES):
            yield path


def changes_of(copy: Path, folder: str) -> list[Change]:
    """List every change there could be in the modules of a folder."""
    found = []
    for path in modules_of(copy / folder):
        text = path.read_text(encoding="utf-8")
        lines, nodes = text.splitlines(), list(ast_nodes(get_ast(text)))
        for name in sorted(filter(CHANGES.fullmatch, operator_names())):
            operator = get_operator(name)()
            places = [place for node in nodes for place in operator.mutation_positions(node)]
            file = str(path.relative_to(copy))
            for n, ((line, column), _) in enumerate(places):
                before, after = lines[line - 1][:column], lines[line - 1][column:]
                if not (before.endswith(NO_RULE) or after.startswith("TYPE_CHECKING")):
                    found.append(Change(file, line, name, n))
    return found


def sample(copy: Path, folder: str, count: int, seed: int) -> list[Change]:
    """Draw lines, and one change of each, so that no line counts for every operator that fits."""
    by_line: dict[tuple[str, int], list[Change]] = {}
    for change in changes_of(copy, folder):
        by_line.setdefault((change.file, change.line), []).append(change)
    random = Random(f"{seed} {folder}")
    lines = random.sample(sorted(by_line), len(by_line))
    drawn = (random.choice(by_line[line]) for line in lines)
    return list(islice((change for change in drawn if is_code(copy, change)), count))


def is_code(copy: Path, change: Change) -> bool:
    """Say whether Python reads what a change makes; the star before parameters is no product."""
    try:
        ast.parse(change.of((copy / change.file).read_text(encoding="utf-8")))
    except SyntaxError:
        return False
    return True


@contextmanager
def made(change: Change, copy: Path) -> Iterator[str]:
    """Make a change in the copy, tell the first line that differs, and take it back."""
    path = copy / change.file
    before, times = path.read_text(encoding="utf-8"), path.stat()
    after = change.of(before)
    pairs = zip(before.splitlines(), after.splitlines(), strict=False)
    was, now = next(pair for pair in pairs if pair[0] != pair[1])
    path.write_text(after, encoding="utf-8")
    try:
        yield f"{was.strip()}  ->  {now.strip()}"
    finally:
        path.write_text(before, encoding="utf-8")
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))  # what is compiled stays valid


# ---------------------------------------------------------------- tests


@attrs.frozen
class Watch:
    """Note which tests run each line of a folder, and how long each test takes."""

    folder: Path
    notes: Path
    seconds: dict[str, float] = attrs.field(factory=dict)
    coverage: Coverage = attrs.field()

    @coverage.default
    def _coverage(self) -> Coverage:
        include = [f"{self.folder}/*"]
        return Coverage(self.notes / "lines", include=include, config_file=False)

    @pytest.hookimpl(tryfirst=True)
    def pytest_load_initial_conftests(self) -> None:
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None]:
        self.coverage.switch_context(item.nodeid)
        began = perf_counter()
        done = yield
        self.seconds[item.nodeid] = perf_counter() - began
        self.coverage.switch_context("")  # as at import
        return done

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        self.coverage.save()
        (self.notes / "seconds").write_text(json.dumps(self.seconds), encoding="utf-8")


@attrs.frozen(eq=False)  # pytest wants to hash it
class Chosen:
    """A pytest plugin that runs these tests alone, in order, each within its limit in seconds."""

    limits: dict[str, float]
    late: list[str] = attrs.field(factory=list)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        order = {name: n for n, name in enumerate(self.limits)}
        items[:] = sorted((i for i in items if i.nodeid in order), key=lambda i: order[i.nodeid])
        for item in items:
            item.add_marker(pytest.mark.timeout(self.limits[item.nodeid]))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and "Failed: Timeout" in report.longreprtext:
            self.late.append(report.nodeid)


@attrs.frozen
class Watched:
    """What the tests of an area do unchanged.

    What the first test of a file sets up for the others may fall to any of them, so each counts for
    as much as the longest of its file.
    """

    seconds: dict[str, float]
    runners: dict[str, dict[int, list[str]]]  # of each line of each file
    longest: dict[str, float] = attrs.field()

    @longest.default
    def _longest(self) -> dict[str, float]:
        found: dict[str, float] = {}
        for name, seconds in self.seconds.items():
            found[file_of(name)] = max(seconds, found.get(file_of(name), 0))
        return found

    def tests_of(self, change: Change, text: str) -> Iterator[dict[str, float]]:
        """Yield the tests to try, in order, with their limits: those that run the line, and others.

        A cache may have hidden from which tests it is reached; where none runs it, none is tried.
        What a module does when it is imported counts for every test, whichever imported it.
        """
        lines = self.runners.get(change.file, {})
        runners = {name for line in statement(text, change.line) for name in lines.get(line, ())}
        own = sorted(runners - {""}, key=self.seconds.__getitem__)
        if own:
            yield self.limits(own)
        if runners:
            others = self.quick() if in_function(text, change.line) else self.seconds
            yield self.limits(name for name in others if name not in runners)

    def limits(self, tests: Iterable[str]) -> dict[str, float]:
        return {name: 3 * self.longest[file_of(name)] + GRACE for name in tests}

    @property
    def limit(self) -> float:
        return 3 * sum(self.seconds.values()) + 4 * GRACE

    def quick(self) -> list[str]:
        """Return the tests of all files but those with one that takes a tenth of the whole time."""
        most = sum(self.seconds.values()) / 10
        return [name for name in self.seconds if self.longest[file_of(name)] < most]


def file_of(test: str) -> str:
    return test.partition("::")[0]


def statement(text: str, line: int) -> range:
    """Return the lines of the smallest statement around a line; of a block, those of its head."""
    found = range(line, line + 1)
    for node in ast.walk(ast.parse(text)):  # from the outside in
        if isinstance(node, ast.stmt | ast.ExceptHandler):
            inside = getattr(node, "body", None)
            end = inside[0].lineno if inside else (node.end_lineno or node.lineno) + 1
            if node.lineno <= line < max(end, node.lineno + 1):
                found = range(node.lineno, end)
    return found


def in_function(text: str, line: int) -> bool:
    """Say whether a line stands within a function, below its head."""
    functions = (n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.FunctionDef))
    return any(n.body[0].lineno <= line <= (n.end_lineno or 0) for n in functions)


def run_tests(
    copy: Path, paths: Iterable[str], plugin: Watch | Chosen, limit: float | None = None
) -> int:
    """Run tests in a process of its own until one fails; return its status."""

    def run() -> None:
        os.setsid()
        os.chdir(copy)
        os.environ["PYTHONPATH"] = str(copy)
        sys.path.insert(0, str(copy))
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(silence, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        sys.dont_write_bytecode = True  # of what is changed
        status = pytest.main([*QUICKLY, *paths], plugins=[plugin])
        os._exit(TIME_IS_UP if isinstance(plugin, Chosen) and plugin.late else status)

    running = FORK.Process(target=run)
    running.start()
    running.join(limit)
    status = TIME_IS_UP if running.exitcode is None else running.exitcode
    with suppress(ProcessLookupError):
        os.killpg(running.pid, signal.SIGKILL)
    running.join()
    return status


# ---------------------------------------------------------------- areas


def watch(copy: Path, folder: str, tests: Iterable[str]) -> Watched | None:
    """Run the tests of an area unchanged; None if they fail."""
    with TemporaryDirectory() as place:
        notes = Path(place)
        if run_tests(copy, ["--timeout=0", *tests], Watch(copy / folder, notes)):
            return None
        lines = CoverageData(str(notes / "lines"))
        lines.read()
        runners = {
            str(Path(file).relative_to(copy)): lines.contexts_by_lineno(file)
            for file in lines.measured_files()
        }
        seconds = json.loads((notes / "seconds").read_text(encoding="utf-8"))
    return Watched(seconds, runners)


def try_area(name: str, copy: Path, count: int, seed: int) -> bool:
    """Try a sample of changes in an area and print what came of each; False where it cannot be."""
    folder, tests = AREAS[name]
    if missing := [path for path in tests if not (copy / path).exists()]:
        print(f"{name}: there is no {' or '.join(missing)}; correct AREAS")
        return False
    began = perf_counter()
    watched = watch(copy, folder, tests)
    if watched is None:
        print(f"{name}: {' '.join(tests)} fail unchanged; fix them first")
        return False
    quick = watched.limits(watched.quick())
    if run_tests(copy, dict.fromkeys(map(file_of, quick)), Chosen(quick), watched.limit):
        print(f"{name}: its quick tests fail unchanged where they are chosen; fix that first")
        return False
    found = Counter[str]()
    changes = sample(copy, folder, count, seed)
    for change in changes:
        text = (copy / change.file).read_text(encoding="utf-8")
        with made(change, copy) as difference:
            statuses = (
                run_tests(copy, dict.fromkeys(map(file_of, limits)), Chosen(limits), watched.limit)
                for limits in watched.tests_of(change, text)
                if limits
            )
            status = next(filter(None, statuses), 0)
        word = {0: "UNNOTICED", TIME_IS_UP: "hangs"}.get(status, "noticed")
        found[word] += 1
        print(f"{word}  {change.file}:{change.line}  {difference}", flush=True)
    noticed, hangs = len(changes) - found["UNNOTICED"], found["hangs"]
    minutes = (perf_counter() - began) / 60
    of_them = f", {hangs} of them since they hang" if hangs else ""
    print(
        f"{name}: {noticed} of {len(changes)} noticed{of_them}, {minutes:.1f} minutes\n", flush=True
    )
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("areas", nargs="*", metavar="AREA", help=", ".join(AREAS))
    parser.add_argument("--count", type=int, default=40, help="changes in each area (default 40)")
    parser.add_argument("--seed", type=int, default=1, help="names the sample (default 1)")
    given = parser.parse_args()
    unknown = [name for name in given.areas if name not in AREAS]
    if unknown:
        parser.error(f"there is no area {unknown[0]!r}; there are: {', '.join(AREAS)}")
    with TemporaryDirectory() as folder:
        copy = Path(folder).resolve() / "project"
        shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
        compile_dir(copy, quiet=2)
        areas = given.areas or AREAS
        sound = [try_area(name, copy, given.count, given.seed) for name in areas]
    sys.exit(not all(sound))


if __name__ == "__main__":
    main()
