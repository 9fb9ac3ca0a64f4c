"""Compare the start of `tabletop` with that of the smallest typer program.

usage: python benchmarks/start_up.py [ROUNDS]

The commands take turns; the median of each counts.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

HELLO = """
import typer

app = typer.Typer()


@app.command()
def hello(name: str = "you"):
    print(f"hello {name}")


app()
"""
TABLETOP = "from tabletop_core.cli import main; main()"
AIM = 1.3


def seconds(command):
    began = perf_counter()
    subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - began


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    with tempfile.TemporaryDirectory() as folder:
        hello = Path(folder) / "hello.py"
        hello.write_text(HELLO)
        commands = {
            "python -c pass": ["-c", "pass"],
            "bare typer program": [str(hello)],
            "bare typer program --help": [str(hello), "--help"],
            "tabletop --help": ["-c", TABLETOP, "--help"],
            "tabletop roll 2d6": ["-c", TABLETOP, "roll", "2d6"],
            "tabletop packs": ["-c", TABLETOP, "packs"],
        }
        times = {name: [] for name in commands}
        for _ in range(rounds):
            for name, command in commands.items():
                times[name].append(seconds(command))
    base = median(times["bare typer program"])
    aimed = ("tabletop --help", "tabletop roll 2d6")
    print("| command | median | to the bare typer program | aim |")
    print("| --- | ---: | ---: | ---: |")
    for name, taken in times.items():
        aim = f"{AIM} x" if name in aimed else ""
        print(f"| {name} | {1000 * median(taken):.0f} ms | {median(taken) / base:.2f} x | {aim} |")


if __name__ == "__main__":
    main()
