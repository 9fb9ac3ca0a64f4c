"""Change rules at random, one at a time, and see whether the tests notice.

usage: python benchmarks/mutants.py [AREA]... [--count N] [--seed S]

An area is a pack, or `engine`, `tables`, `dice` or `saves` of the core; all of them if none is
named. Of each, a seeded sample of single changes is tried in a copy of the project: a comparison,
a number, a sign, `and` or `or`, a truth value. Each is tried with the tests of its area alone, for
no longer than three times what these take unchanged. Changes are made by cosmic-ray's operators
(`pip install .[mutants]`).
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

import attrs
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parents[1]
PACKS = sorted(path.parent.name for path in ROOT.glob("packs/*/__init__.py"))
AREAS = {name: (f"packs/{name}", f"tests/packs/{name}") for name in PACKS} | {
    name: (f"tabletop_core/{name}", f"tests/{name}")
    for name in ("engine", "tables", "dice", "saves")
}
CHANGES = re.compile(
    r"core/(ReplaceComparisonOperator_(Eq|NotEq|Lt|LtE|Gt|GtE)_(Eq|NotEq|Lt|LtE|Gt|GtE)|NumberReplacer"
    r"|ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Add|FloorDiv_Mul)|ReplaceAndWithOr|ReplaceOrWithAnd"
    r"|ReplaceTrueWithFalse|ReplaceFalseWithTrue|AddNot)"
)
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "dist")


@attrs.frozen
class Change:
    """One change: the operator's name, and which of the places where it fits."""

    file: str
    line: int
    operator: str
    occurrence: int

    def of(self, text: str) -> str:
        return mutate_code(text, get_operator(self.operator)(), self.occurrence)


def changes_of(folder: str) -> list[Change]:
    """List every change there could be in the modules of a folder."""
    found = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        nodes = list(ast_nodes(get_ast(path.read_text(encoding="utf-8"))))
        for name in sorted(filter(CHANGES.fullmatch, operator_names())):
            operator = get_operator(name)()
            places = [place for node in nodes for place in operator.mutation_positions(node)]
            file = str(path.relative_to(ROOT))
            found += [Change(file, at[0][0], name, n) for n, at in enumerate(places)]
    return found


def sample(folder: str, count: int, seed: int) -> list[Change]:
    """Draw lines, and one change of each, so that no line counts for every operator that fits."""
    by_line: dict[tuple[str, int], list[Change]] = {}
    for change in changes_of(folder):
        by_line.setdefault((change.file, change.line), []).append(change)
    random = Random(f"{seed} {folder}")
    lines = random.sample(sorted(by_line), min(count, len(by_line)))
    return [random.choice(by_line[line]) for line in lines]


def run_tests(copy: Path, tests: str, limit: float | None = None) -> int | None:
    """Run tests in the copy until one fails; return pytest's status, None when time is up."""
    env = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", tests]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    running = subprocess.Popen(command, cwd=copy, env=env, start_new_session=True, **quiet)
    try:
        return running.wait(limit)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if running.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
            running.wait()


def try_area(name: str, copy: Path, count: int, seed: int) -> bool:
    """Try a sample of changes in an area and print what came of each; False where it cannot be."""
    folder, tests = AREAS[name]
    began = perf_counter()
    if status := run_tests(copy, tests):
        print(f"{name}: {tests} fail unchanged (status {status}); mend them first")
        return False
    limit = 3 * (perf_counter() - began) + 10
    noticed = 0
    changes = sample(folder, count, seed)
    for change in changes:
        path = copy / change.file
        before = path.read_text(encoding="utf-8")
        after = change.of(before)
        path.write_text(after, encoding="utf-8")
        try:
            status = run_tests(copy, tests, limit)
        finally:
            path.write_text(before, encoding="utf-8")
        noticed += status != 0
        word = {0: "UNNOTICED", None: "noticed (time is up)"}.get(status, "noticed")
        print(f"{word}  {change.file}:{change.line}  {difference(before, after)}", flush=True)
    minutes = (perf_counter() - began) / 60
    print(f"{name}: {noticed} of {len(changes)} noticed, {minutes:.1f} minutes\n", flush=True)
    return True


def difference(before: str, after: str) -> str:
    """Return the first line that differs, before and after."""
    pairs = zip(before.splitlines(), after.splitlines(), strict=False)
    was, now = next(pair for pair in pairs if pair[0] != pair[1])
    return f"{was.strip()}  ->  {now.strip()}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("areas", nargs="*", metavar="AREA", help=", ".join(AREAS))
    parser.add_argument("--count", type=int, default=10, help="changes in each area (default 10)")
    parser.add_argument("--seed", type=int, default=1, help="names the sample (default 1)")
    given = parser.parse_args()
    unknown = [name for name in given.areas if name not in AREAS]
    if unknown:
        parser.error(f"there is no area {unknown[0]!r}; there are: {', '.join(AREAS)}")
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "project"
        shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
        areas = given.areas or AREAS
        sound = [try_area(name, copy, given.count, given.seed) for name in areas]
    sys.exit(not all(sound))


if __name__ == "__main__":
    main()
