"""Try many malformed files of tables and tell the slowest.

    python benchmarks/malformed_files.py [TRIES]

Each is read, or told in one error; whatever else comes of it ends the run with its traceback.
"""

import importlib.util
import sys
import tempfile
import time
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings

PLACE = Path(__file__).parents[1] / "tests" / "tables" / "malformed.py"
SPEC = importlib.util.spec_from_file_location("malformed", PLACE)
malformed = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(malformed)


def main(tries: int) -> None:
    folder = Path(tempfile.mkdtemp())
    spent: list[tuple[float, str, bytes]] = []
    faulty = 0

    @given(malformed.malformed())
    @settings(
        max_examples=tries, deadline=None, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    def run(file: tuple[str, bytes]) -> None:
        nonlocal faulty
        begun = time.process_time()
        faulty += bool(malformed.examine(folder, *file))
        spent.append((time.process_time() - begun, *file))

    run()
    spent.sort(key=lambda one: -one[0])
    print(f"{len(spent)} files, {faulty} with faults, {sum(t for t, _, _ in spent):.0f} s in all")
    for seconds, name, content in spent[:3]:
        print(f"{seconds:.3f} s: {name} {content[:120]!r}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
