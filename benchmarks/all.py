"""Run every script that has ratios, short, and print one table beside the values of the README.

usage: python benchmarks/all.py [SCRIPT]... [--seconds S] [--write]

A line that is below 0.9 of its value in the README is marked; so is one that was not measured.
Nothing fails: machines differ, and whoever reads decides. `--write` makes the tables of the README
of what was found; a run for that takes `--seconds 2`, with all peers installed.
"""

import re
import sys
from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path

from measure import signed

README = Path(__file__).with_name("README.md")
SCRIPTS = (
    "engine",
    "batches",
    "search",
    "replay",
    "training",
    "start_up",
    "memory",
    "serve",
    "boards",
    "tables",
)
BELOW = 0.9
TABLE = re.compile(r"^\| `(\w+)\.py` \| yardstick \|.*\n\|.*\n((?:\|.*\n)*)", re.MULTILINE)
HEAD = "| `{}.py` | yardstick | tabletop is | aim |\n| --- | --- | ---: | ---: |\n"


def lines_of(script, seconds):
    return list(import_module(script).measured(seconds))


def run(script, seconds):
    """Run a script in a process of its own, so that none finds what another has loaded."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(lines_of, script, seconds).result()


def kept(readme):
    """Return the ratios of a README by what was measured and its yardstick."""
    found = {}
    for _, rows in TABLE.findall(readme):
        for row in rows.splitlines():
            what, yardstick, ratio, _ = (cell.strip() for cell in row.strip("|").split("|"))
            if ratio.endswith(" x"):
                found[what, yardstick] = float(ratio[:-2].replace(",", ""))
    return found


def row(line, before):
    """Return a line as a row beside its value in the README."""
    verdict = line.why
    if line.ratio is not None and before is not None and line.ratio < BELOW * before:
        verdict = f"**{line.ratio / before:.2f} of it**"
    now, then = signed(line.ratio), signed(before)
    return f"| {line.what} | {line.yardstick} | {now} | {then} | {signed(line.aim)} | {verdict} |"


def rewritten(readme, found):
    """Return a README with the tables of these scripts made of what was found.

    What could not be measured keeps the value that it had.
    """
    before = kept(readme)

    def table(match):
        script = match[1]
        if script not in found:
            return match[0]
        rows = []
        for line in found[script]:
            ratio = before.get(line[:2]) if line.ratio is None else line.ratio
            rows.append(
                f"| {line.what} | {line.yardstick} | {signed(ratio)} | {signed(line.aim)} |\n"
            )
        return HEAD.format(script) + "".join(rows)

    return TABLE.sub(table, readme)


def main():
    told = ArgumentParser(description=__doc__.splitlines()[0])
    told.add_argument("scripts", nargs="*", metavar="SCRIPT", help=", ".join(SCRIPTS))
    told.add_argument("--seconds", type=float, default=0.2, help="for each contestant")
    told.add_argument("--write", action="store_true", help="make the tables of the README")
    wanted = told.parse_args()
    if unknown := set(wanted.scripts) - set(SCRIPTS):
        told.error(f"no script {', '.join(sorted(unknown))}; there are {', '.join(SCRIPTS)}")
    readme, found = README.read_text("utf-8"), {}
    before = kept(readme)
    print("| what | yardstick | tabletop is | README | aim | |")
    print("| --- | --- | ---: | ---: | ---: | --- |", flush=True)
    for script in wanted.scripts or SCRIPTS:
        try:
            found[script] = run(script, wanted.seconds)
        except Exception as error:
            # One that cannot run here must not hide the others.
            print(f"| `{script}.py` | | | | | **failed**: {error!r} |".replace("\n", " "))
            continue
        for line in found[script]:
            print(row(line, before.get(line[:2])), flush=True)
    if wanted.write:
        README.write_text(rewritten(readme, found), "utf-8")
    return len(found) < len(wanted.scripts or SCRIPTS)


if __name__ == "__main__":
    sys.exit(main())
