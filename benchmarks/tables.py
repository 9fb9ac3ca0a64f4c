"""Measure tables, dice and odds against their yardsticks, all in one run.

    python benchmarks/tables.py [--json]

Each line gives the time, the yardstick measured beside it, the ratio, and the ratio promised.
Peers (dyce, icepool, numpy) are measured where they are installed.
The exit status is 1 when a promise is broken.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from timeit import Timer
from typing import Any

from tabletop_core.dice.odds import _of_dice
from tabletop_core.dice.pools import parse_dice
from tabletop_core.tables import Modifier, Row, Table, load_tables

HERE = Path(__file__).resolve().parent
CHARTS = HERE.parent / "packs" / "b29_superfortress" / "data" / "tables"

TABLE = Table(
    id="weather",
    dice="2d6",
    beyond="clamp",
    rows=[Row(str(total), f"result {total}") for total in range(1, 13)],
    modifiers=[
        Modifier("high", -1, why="flying high"),
        Modifier("night", 1, why="night mission"),
        Modifier("engines", -1, why="engines out", per="engines_out"),
    ],
)


def best(work: Callable[[], Any], number: int = 1, repeat: int = 15) -> float:
    """Return the least time of one call, in nanoseconds."""
    return min(Timer(work).repeat(repeat, number)) / number * 1e9


def lookups() -> list[tuple[str, float, str, float, float | None]]:
    dense = [row.result for row in TABLE.rows]
    row = TABLE.row
    totals = [Random(1).randint(2, 12) for _ in range(1000)]

    def bare() -> None:
        for total in totals:
            row(total)

    def index() -> None:
        for total in totals:
            at = total - 1
            dense[0 if at < 0 else 11 if at > 11 else at]

    lines = [
        ("row(total)", best(bare, 100) / 1000, "list index with clamping",
         best(index, 100) / 1000, 3.0)
    ]  # fmt: skip
    faces = Random(2)
    die = lambda sides: int(faces.random() * sides) + 1  # noqa: E731
    chosen, counts = ("high", "night", "engines"), {"engines_out": 2}
    look_up = best(lambda: TABLE.look_up(die, with_=chosen, counts=counts), 2000)
    lines.append(("look_up with three modifiers", look_up, "10 microseconds", 10_000.0, 1.0))
    roll = parse_dice("2d6")
    lines.append(("roll 2d6", best(lambda: roll.roll(die), 5000), "two calls of the die",
                  best(lambda: (die(6), die(6)), 5000), None))  # fmt: skip
    return lines


def bulk() -> list[tuple[str, float, str, float, float | None]]:
    source = Random(3)
    rolls = bytes(source.randint(1, 6) + source.randint(1, 6) for _ in range(1_000_000))
    prepared = TABLE.bulk(with_=("high",))
    try:
        import numpy
    except ImportError:
        each = best(lambda: prepared(rolls)) / 1e6
        return [("a million rolls, bytes", each, "numpy is not installed", 0.0, None)]
    array = numpy.frombuffer(rolls, dtype=numpy.uint8)
    codes = numpy.frombuffer(prepared.codes, dtype=numpy.uint8)
    take = best(lambda: codes.take(array)) / 1e6
    return [
        ("a million rolls, bytes, each", best(lambda: prepared(rolls)) / 1e6,
         "numpy take on uint8", take, 3.0),
        ("a million rolls, array, each", best(lambda: prepared(array)) / 1e6,
         "numpy take on uint8", take, 2.0),
    ]  # fmt: skip


def odds() -> list[tuple[str, float, str, float, float | None]]:
    dice = {text: parse_dice(text) for text in ("20d6", "100d6", "4d6kh3")}
    mine = {text: best(lambda d=d: _of_dice(d), 20) for text, d in dice.items()}
    table = best(lambda: TABLE.odds(with_=("high",)), 500)
    lines: list[tuple[str, float, str, float, float | None]] = []
    results = {total: f"result {max(total - 1, 1)}" for total in range(2, 13)}
    try:
        import icepool

        peer = best(lambda: (2 @ icepool.d6).map(results).probabilities(), 20)
        lines.append(("odds of a 2d6 table with a modifier", table, "icepool", peer, 1.0))
        cold = _cold("import icepool; d = icepool.d6", "20 @ d")
        lines.append(("20d6", mine["20d6"], "icepool, first call", cold, 1.0))
        lines.append(("20d6", mine["20d6"], "icepool, repeated",
                      best(lambda: 20 @ icepool.d6, 20), 1.0))  # fmt: skip
        keep = _cold("import icepool; d = icepool.d6", "d.highest(4, 3)")
        lines.append(("4d6 keep 3", mine["4d6kh3"], "icepool, first call", keep, None))
    except ImportError:
        pass
    try:
        from dyce import H

        six = H(6)
        peer = best(lambda: dict((2 @ six).apply(results.get)), 20) if hasattr(H, "apply") else 0.0
        if not peer:
            peer = best(lambda: 2 @ six, 20)
        lines.append(("odds of a 2d6 table with a modifier", table, "dyce", peer, 1.0))
        lines.append(("20d6", mine["20d6"], "dyce", best(lambda: 20 @ six, 5), 1.0))
    except ImportError:
        pass
    lines.append(("100d6", mine["100d6"], "20d6", mine["20d6"], None))
    return lines


def _cold(setup: str, work: str) -> float:
    """Return the time of the first call in a fresh process, in nanoseconds."""
    code = f"import time; {setup}; t = time.perf_counter_ns(); {work}; "
    code += "print(time.perf_counter_ns() - t)"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
            for _ in range(3)]  # fmt: skip
    return float(min(int(run.stdout) for run in runs))


def starts() -> list[tuple[str, float, str, float, float | None]]:
    """Measure whole processes, with compiled modules as an installed package has them."""
    with tempfile.TemporaryDirectory() as cache:
        env = {**os.environ, "PYTHONPYCACHEPREFIX": cache}
        env.pop("PYTHONDONTWRITEBYTECODE", None)

        path = str(CHARTS)
        codes = {
            "bare": "pass",
            "attrs": "import attrs",
            "tables": "import tabletop_core.tables",
            "load": f"from tabletop_core.tables import load_tables; load_tables({path!r})",
        }
        if not CHARTS.is_dir():
            del codes["load"]
        times: dict[str, list[float]] = {name: [] for name in codes}
        # In turns, so that a busy moment of the machine falls on all alike.
        for _ in range(15):
            for name, code in codes.items():
                run = [sys.executable, "-c", code]
                once = Timer(lambda run=run: subprocess.run(run, env=env, check=True))
                times[name].append(once.timeit(1) * 1e9)
        least = {name: min(measured) for name, measured in times.items()}
        attrs, tables = least["attrs"] - least["bare"], least["tables"] - least["bare"]
        lines: list[tuple[str, float, str, float, float | None]] = [
            ("import tabletop_core.tables", tables, "25 ms", 25e6, 1.0),
            ("import tabletop_core.tables", tables, "import attrs", attrs, 2.0),
        ]
        if "load" in least:
            name = f"load and check {len(load_tables(path))} tables, cold"
            lines.append((name, least["load"], "150 ms", 150e6, 1.0))
    return lines


def _shown(nanoseconds: float) -> str:
    for unit, size in (("ms", 1e6), ("us", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.4g} {unit}"
    return f"{nanoseconds:.3g} ns"


def main() -> int:
    broken = 0
    rows = []
    for name, time, yardstick, other, promise in [*lookups(), *bulk(), *odds(), *starts()]:
        ratio = time / other if other else 0.0
        kept = promise is None or not other or ratio <= promise
        broken += not kept
        rows.append({"what": name, "ns": time, "yardstick": yardstick, "yardstick_ns": other,
                     "ratio": ratio, "promise": promise, "kept": kept})  # fmt: skip
        if "--json" not in sys.argv:
            verdict = (
                "" if promise is None else f"at most {promise:g}: {'kept' if kept else 'BROKEN'}"
            )
            print(f"{name:36} {_shown(time):>10}   {yardstick:26} {_shown(other):>10}   "
                  f"ratio {ratio:6.3f}   {verdict}")  # fmt: skip
    if "--json" in sys.argv:
        print(json.dumps(rows, indent=2))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
