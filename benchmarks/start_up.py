"""Compare the start of `tabletop`, and first prompts, with that of the smallest typer program.

usage: python benchmarks/start_up.py [SECONDS]

A first prompt is there until the first question of a game has been answered with `quit`, in a
folder where its data were checked, and all modules compiled, before.
"""

import tempfile

from measure import Line, children_time, fresh, main, rates

from tabletop_core.plugins.packs import find_packs

HELLO = """
import typer

app = typer.Typer()


@app.command()
def hello(name: str = "you"):
    print(f"hello {name}")


app()
"""
TABLETOP = "from tabletop_core.cli import main; main()"
BARE = "bare typer program"
AIMS = {"tabletop --help": 1 / 1.3, "tabletop roll 2d6": 1 / 1.3}
PROMPT = 1 / 1.6


def measured(seconds):
    with tempfile.TemporaryDirectory() as folder:
        # Where the system keeps Python from writing what it compiled, all is compiled each time.
        kept = {"TABLETOP_SAVES": folder, "PYTHONPYCACHEPREFIX": folder}
        commands = {BARE: fresh(HELLO, **kept), "python -c pass": fresh("pass", **kept)}
        for words in ("--help", "roll 2d6", "packs"):
            commands[f"tabletop {words}"] = fresh(TABLETOP, *words.split(), **kept)
        aims = dict(AIMS)
        for pack in find_packs().packs:
            play = ("play", pack.id, "--seats", "human", "--seed", "3")
            commands[first := f"first prompt, {pack.id}"] = fresh(
                TABLETOP, *play, typed="quit\n", **kept
            )
            aims[first] = PROMPT
        found = rates(commands, seconds, children_time)
    for what in list(commands)[1:]:
        yield Line(what, BARE, found[what] / found[BARE], aims.get(what))


if __name__ == "__main__":
    main(measured)
