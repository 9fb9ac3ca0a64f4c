"""Measure tables, dice and odds against their yardsticks, all in one run.

    python benchmarks/tables.py [SECONDS]

Peers (dyce, icepool, numpy) are measured where they are installed.
"""

import importlib.util
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import process_time, process_time_ns
from timeit import Timer
from typing import Any

from measure import PLAIN, Line, children_time, fresh, main, missing, plain_moves, rates

from tabletop_core.chance import byte_stream
from tabletop_core.dice.notation import parse_dice
from tabletop_core.dice.odds import _of_dice
from tabletop_core.dice.roller import Roller
from tabletop_core.tables import (
    Modifier,
    Reference,
    RollResult,
    Row,
    Table,
    Tables,
    load_tables,
)

HERE = Path(__file__).resolve().parent
EXPRESSIONS = HERE.parent / "tests" / "dice" / "expressions.py"
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
    return min(Timer(work, timer=process_time).repeat(repeat, number)) / number * 1e9


def plain() -> float:
    """Return the time of 1,000 moves of the plain loop, in nanoseconds."""
    return 1e9 / rates({PLAIN: plain_moves}, 0.1)[PLAIN]


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
    lines.append(("look_up with three modifiers", look_up, PLAIN, plain(), None))
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
        return [("a million rolls, bytes, each", each, PLAIN, plain(), None)]
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
        lines.append(("20d6", mine["20d6"], "icepool, repeated",
                      best(lambda: 20 @ icepool.d6, 20), 1.0))  # fmt: skip
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


def expressions() -> list[tuple[str, float, str, float, float | None]]:
    """Work out generated expressions beside peers, which must come to the same odds."""
    spec = importlib.util.spec_from_file_location("expressions", EXPRESSIONS)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    random = Random(62)
    every = [made.generated(random) for _ in range(160)]
    every += [made.generated_products(random) for _ in range(40)]
    mine = best(lambda: [made.ours(one) for one in every], repeat=3)
    lines: list[tuple[str, float, str, float, float | None]] = []
    for peer, work in (("icepool", made.icepools), ("dyce", made.dyces)):
        if not importlib.util.find_spec(peer):
            continue
        began = process_time_ns()  # once: a second time icepool remembers
        theirs = [work(one) for one in every]
        taken = float(process_time_ns() - began)
        unlike = [
            one
            for one, other in zip(every, theirs, strict=True)
            if made.chances(made.ours(one)) != made.chances(other)
        ]
        if unlike:
            raise SystemExit(f"{peer} comes to other odds: {unlike[0]}")
        lines.append(("200 generated expressions", mine, peer, taken, 1.0))
    return lines


COLD = {
    "2d6": ("2 @ d6", "2 @ H(6)"),
    "20d6": ("20 @ d6", "20 @ H(6)"),
    "100d6": ("100 @ d6", "100 @ H(6)"),
    "15d6>=5": ("15 @ (d6 >= 5)", "15 @ H(6).ge(5)"),
    "6d6!3": ("6 @ d6.explode(depth=3)", ""),
    "4d6kh3": ("d6.highest(4, 3)", "(4 @ P(6)).at(slice(-3, None))"),
    "2d20kh1": ("d(20).highest(2, 1)", "(2 @ P(20)).at(slice(-1, None))"),
    "20d6kh10": ("d6.highest(20, 10)", ""),
    "200d6kh1": ("d6.highest(200, 1)", ""),
    "200d6kh20": ("d6.highest(200, 20)", ""),
    "1000d6kh1": ("d6.highest(1000, 1)", ""),
    "1d6r1": ("d6.reroll([1], depth='inf')", ""),
    "10d10kl3": ("d10.lowest(10, 3)", "(10 @ P(10)).at(slice(0, 3))"),
    "3d100kh2": ("d(100).highest(3, 2)", "(3 @ P(100)).at(slice(-2, None))"),
}
"""Dice as icepool and dyce write them; nothing where a peer takes seconds or cannot."""


READING = {"1d6r1", "200d6kh1", "1000d6kh1"}
"""Where a peer is about as quick: icepool takes one face off an object or a few powers, and we read
a text first."""


def cold() -> list[tuple[str, float, str, float, float | None]]:
    """Measure first calls in fresh processes with modules imported, from the text to the odds."""
    peers = {
        "icepool": "from icepool import d, d6, d10",
        "dyce": "import warnings; warnings.simplefilter('ignore'); from dyce import H, P",
    }
    ours = "from tabletop_core.dice import dice_odds, parse_dice"
    lines: list[tuple[str, float, str, float, float | None]] = []
    for text, works in COLD.items():
        for (peer, setup), work in zip(peers.items(), works, strict=True):
            if not work or not importlib.util.find_spec(peer):
                continue
            mine, other = _cold((ours, f"dice_odds({text!r})"), (setup, work))
            if text in READING:
                why = f"{peer}, which reads no text"
                lines.append((f"{text}, cold", mine, why, other, None))
                at_hand = (f"{ours}; x = parse_dice({text!r})", "dice_odds(x)")
                mine, other = _cold(at_hand, (setup, work))
                lines.append((f"{text}, read before, cold", mine, f"{peer}, cold", other, 1.0))
            else:
                lines.append((f"{text}, cold", mine, f"{peer}, cold", other, 1.0))
    return lines


def _cold(*works: tuple[str, str]) -> list[float]:
    """Return the time of the first call of each in a fresh process, in nanoseconds.

    They take turns, so that a busy moment of the machine falls on all alike.
    """
    least = [float("inf")] * len(works)
    for _ in range(7):
        for at, (setup, work) in enumerate(works):
            code = f"import time; {setup}; t = time.process_time_ns(); {work}; "
            code += "print(time.process_time_ns() - t)"
            run = [sys.executable, "-c", code]
            done = subprocess.run(run, capture_output=True, check=True, text=True)
            least[at] = min(least[at], float(done.stdout))
    return least


def deep() -> list[tuple[str, float, str, float, float | None]]:
    """Measure lookups that are followed to the end, in a table of ten thousand rows."""
    roll = RollResult(parse_dice("1d6"))
    rows = [Row(str(n), roll if n % 100 == 0 else f"result {n}") for n in range(1, 10_001)]
    table = Tables.of([Table(id="ten thousand", dice="1d10000", rows=rows)])["ten thousand"]
    faces = Random(4)
    die = lambda sides: int(faces.random() * sides) + 1  # noqa: E731
    for n in range(1, 10_001):
        table.row(n)
    plain = best(lambda: table.look_up(die), 2000)
    return [("deep look_up in 10,000 rows", best(lambda: table.look_up(die, deep=True), 2000),
             "plain look_up in them", plain, 2.0)]  # fmt: skip


def rolls() -> list[tuple[str, float, str, float, float | None]]:
    """Measure a million rolls, each by itself; the promise is ten million a second."""
    many = 1_000_000
    roller = Roller(byte_stream("benchmark"))
    treasure = Tables.of([
        Table(id="treasure", dice="2d6", rows=[
            Row("2-6", "dust"), Row("7-10", RollResult(parse_dice("3d6"))),
            Row("11-12", Reference("gem", times=2)),
        ]),
        Table(id="gem", dice="1d6", rows=[Row("1-5", "opal"), Row("6", "ruby")]),
    ])["treasure"]  # fmt: skip
    chain = treasure.odds(deep=True)
    codes = best(lambda: roller.draw(chain, many)) / many
    moves = plain()
    totals = {text: best(lambda t=text: roller.roll(t, many)) / many
              for text in ("2d6", "4d6kh3", "20d6")}  # fmt: skip
    lines: list[tuple[str, float, str, float, float | None]] = [
        ("a chain of tables, rolled", codes, PLAIN, moves, None)
    ]
    lines += [(f"{text}, rolled", time, PLAIN, moves, None) for text, time in totals.items()]
    try:
        import numpy
    except ImportError:
        return lines
    generator = numpy.random.Generator(numpy.random.SFC64(5))
    throw = lambda n: generator.integers(1, 7, (n, many)).sum(axis=0)  # noqa: E731
    two = best(lambda: generator.integers(1, 7, many) + generator.integers(1, 7, many)) / many
    small = best(lambda: generator.integers(1, 7, many, dtype=numpy.uint8)
                 + generator.integers(1, 7, many, dtype=numpy.uint8)) / many  # fmt: skip
    kept = best(lambda: numpy.sort(generator.integers(1, 7, (many, 4)), axis=1)[:, 1:].sum(axis=1),
                repeat=5) / many  # fmt: skip
    twenty = best(lambda: throw(20), repeat=3) / many
    shares = [float(chance) for _, chance in chain.items()]
    chosen = best(lambda: generator.choice(len(shares), many, p=shares), repeat=5) / many
    short = best(lambda: roller.draw(_two(), many)) / many
    lines += [
        ("2d6, rolled", totals["2d6"], "numpy, int64", two, 1.0),
        ("2d6, rolled, codes of a byte", short, "numpy, uint8", small, 1.0),
        ("4d6kh3, rolled", totals["4d6kh3"], "numpy, sorted", kept, 1.0),
        ("20d6, rolled", totals["20d6"], "numpy, added", twenty, 1.0),
        ("a chain of tables, rolled", codes, "numpy choice of its odds", chosen, 1.0),
    ]
    few = 10_000
    for peer, work in _peer_rolls(few).items():
        lines.append(("2d6, rolled", totals["2d6"], peer, best(work, repeat=3) / few, 1.0))
    return lines


def _two() -> Any:
    from tabletop_core.dice.odds import dice_odds

    return dice_odds("2d6")


def _peer_rolls(count: int) -> dict[str, Callable[[], Any]]:
    found: dict[str, Callable[[], Any]] = {}
    try:
        import icepool

        die = 2 @ icepool.d6
        found["icepool sample"] = lambda: [die.sample() for _ in range(count)]
    except ImportError:
        pass
    try:
        from dyce import H

        warnings.filterwarnings("ignore", message=".*sample.* is experimental")
        dice = 2 @ H(6)
        found["dyce sample"] = lambda: [dice.sample() for _ in range(count)]
    except ImportError:
        pass
    return found


def starts() -> list[tuple[str, float, str, float, float | None]]:
    """Measure whole processes, with compiled modules as an installed package has them."""
    codes = {
        "bare": "pass",
        "attrs": "import attrs",
        "tables": "import tabletop_core.tables",
        "load": f"from tabletop_core.tables import load_tables; load_tables({str(CHARTS)!r})",
    }
    with tempfile.TemporaryDirectory() as cache:
        works = {name: fresh(code, PYTHONPYCACHEPREFIX=cache) for name, code in codes.items()}
        found = rates(works, 0.0, children_time)
    taken = {name: 1e9 * (1 / found[name] - 1 / found["bare"]) for name in codes}
    load = f"load and check {len(load_tables(CHARTS))} tables, cold"
    return [
        ("import tabletop_core.tables", taken["tables"], "import attrs", taken["attrs"], 1.5),
        (load, taken["load"], "import attrs", taken["attrs"], None),
    ]


def measured(seconds: float) -> Iterator[Line]:
    for peer in ("icepool", "dyce", "numpy"):
        if why := missing(peer):
            yield Line("what it has, too", peer, why=why)
    for part in (lookups, deep, bulk, rolls, odds, expressions, cold, starts):
        for what, time, yardstick, other, promise in part():
            yield Line(what, yardstick, other / time, promise and 1 / promise)


if __name__ == "__main__":
    main(measured)
