"""Time the commands of the gate, and say at its end what took long.

usage: python tools/timed.py COMMAND...    run it and note how long it took, in build/times
       python tools/timed.py --report      print and forget what was noted, with the slowest tests

The tests write `build/*.xml` as JUnit does (`--junitxml`), from which their seconds come.
"""

import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path
from time import perf_counter
from xml.etree import ElementTree

BUILD = Path(__file__).parents[1] / "build"
NOTES = BUILD / "times"
SLOWEST = 20


def run(command: list[str]) -> int:
    began = perf_counter()
    status = subprocess.call(command)
    BUILD.mkdir(exist_ok=True)
    with NOTES.open("a", encoding="utf-8") as notes:
        notes.write(f"{perf_counter() - began:7.1f} s  {shlex.join(command)}\n")
    return status


def report() -> None:
    seconds, items = Counter[str](), Counter[str]()
    for path in BUILD.glob("*.xml"):
        for case in ElementTree.parse(path).iter("testcase"):
            seconds[case.get("file", "?")] += float(case.get("time", 0))
            items[case.get("file", "?")] += 1
        path.unlink()
    print(f"\nThe {SLOWEST} slowest files of {len(seconds)}, of {sum(seconds.values()):.0f} s:")
    for name, took in seconds.most_common(SLOWEST):
        print(f"{took:7.1f} s  {name}, {items[name]} tests")
    print("\nThe commands:")
    print(NOTES.read_text(encoding="utf-8"), end="")
    NOTES.unlink()


if __name__ == "__main__":
    if sys.argv[1:] == ["--report"]:
        report()
    elif sys.argv[1:]:
        sys.exit(run(sys.argv[1:]))
    else:
        sys.exit(__doc__)
