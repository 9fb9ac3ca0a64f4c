"""Compare the start of `tabletop` with that of the smallest typer program, and time first prompts.

usage: python benchmarks/start_up.py [ROUNDS]

The commands take turns; the median of each counts.
For each game, prints the processor time until its first question has been answered with `quit`, in
a folder where its data were checked before.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
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
FIRST_PROMPT = {
    "bomber_boys": 250,
    "bomber_run": 250,
    "squadron_303": 250,
    "wing_and_prayer": 250,
    "b29_superfortress": 350,
}
"""Milliseconds of processor time to the first prompt that are aimed at."""


def kept_in(folder):
    """Return an environment whose saved games and compiled modules lie in a folder."""
    # Where the system keeps Python from writing what it compiled, all is compiled each time.
    environment = os.environ | {"TABLETOP_SAVES": folder, "PYTHONPYCACHEPREFIX": folder}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment


def seconds(command, environment):
    began = perf_counter()
    subprocess.run(
        [sys.executable, *command], check=True, stdout=subprocess.DEVNULL, env=environment
    )
    return perf_counter() - began


def processor_seconds(command, typed, environment):
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *command],
        input=typed,
        check=True,
        stdout=subprocess.DEVNULL,
        env=environment,
    )
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def first_prompts(rounds):
    """Return the seconds that each round took until the first prompt of each game."""
    times = {pack: [] for pack in FIRST_PROMPT}
    with tempfile.TemporaryDirectory() as folder:
        environment = kept_in(folder)
        for number in range(rounds + 1):
            for pack, taken in times.items():
                play = ["-c", TABLETOP, "play", pack, "--seats", "human", "--seed", "3"]
                needed = processor_seconds(play, b"quit\n", environment)
                # The first round compiles all, and notes that the data were checked.
                if number:
                    taken.append(needed)
    return times


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
        environment = kept_in(folder)
        for number in range(rounds + 1):
            for name, command in commands.items():
                needed = seconds(command, environment)
                # The first round compiles all.
                if number:
                    times[name].append(needed)
    base = median(times["bare typer program"])
    aimed = ("tabletop --help", "tabletop roll 2d6")
    print("| command | median | to the bare typer program | aim |")
    print("| --- | ---: | ---: | ---: |")
    for name, taken in times.items():
        aim = f"{AIM} x" if name in aimed else ""
        print(f"| {name} | {1000 * median(taken):.0f} ms | {median(taken) / base:.2f} x | {aim} |")
    print()
    print("| first prompt of | processor time | aim |")
    print("| --- | ---: | ---: |")
    for pack, taken in first_prompts(rounds).items():
        print(f"| {pack} | {1000 * median(taken):.0f} ms | {FIRST_PROMPT[pack]} ms |")


if __name__ == "__main__":
    main()
