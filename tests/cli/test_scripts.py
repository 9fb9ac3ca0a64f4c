"""What a person types and what is shown then, as scripts in `scripts/*.txt`.

A script begins with its claim. Each line after it begins with a mark:

    $  a command over a pipe, where what is typed is echoed
    %  a command in a terminal whose lines scroll
    >  what is typed at it, with | between lines; Enter is an empty line
    +  what is shown then, after what the + before it has found
    -  what is not shown from there on
    ~  a pattern of what is shown then
    2  how often a text is shown then; the text follows
    !  the status with which the command ends, if it is not 0

`then` is from what the last > has typed on, or before the first of them. \\n ends a line;
<cleared> is a screen that was cleared; a text with \\e is looked for with its colours. {saved} is
the file of the only saved game, {stem} its name; {saves}, {examples}, {packs}, {games} and {charts}
are folders. `NAME = words`, before the first claim, abbreviates words of a command.
"""

import re
import shlex

import attrs
import pytest

from .conftest import EXAMPLES, GAMES, HERE, PACKS, bare

CLEARED = "\x1b[2J\x1b[3J\x1b[H"


@attrs.define
class Then:
    """The lines typed together, by their numbers, and what must be so then: pairs (mark, text)."""

    first: int = 0
    last: int = 0
    wanted: list = attrs.field(factory=list)


@attrs.define
class Act:
    """A command, what is typed at it, and what it must show."""

    command: str
    pipe: bool
    typed: list = attrs.field(factory=list)
    steps: list = attrs.field(factory=lambda: [Then()])
    status: int = 0


def read_scripts(file):
    """Return (claim, acts) of each script of a file."""
    names, scripts = {}, []
    for line in file.read_text(encoding="utf-8").splitlines():
        mark, _, text = line.partition(" ")
        if mark.isupper() and text.startswith("= "):
            names[mark] = text[2:]
        elif mark in ("$", "%"):
            command = " ".join(names.get(word, word) for word in text.split(" "))
            scripts[-1][1].append(Act(command, pipe=mark == "$"))
        elif mark == ">":
            act, lines = scripts[-1][1][-1], text.split(" | ")
            at = len(act.typed) + 1
            act.typed += ["" if line == "Enter" else line for line in lines]
            act.steps.append(Then(at, len(act.typed)))
        elif mark == "!":
            scripts[-1][1][-1].status = int(text)
        elif mark in ("+", "-", "~") or mark.isdigit():
            text = text.replace("\\n", "\n").replace("\\e", "\x1b")
            scripts[-1][1][-1].steps[-1].wanted.append((mark, text))
        elif line and not line.startswith("#"):
            scripts.append((line, []))
    return scripts


def misses(then, shown, fill):
    """Yield what a part of the output fails to keep."""
    at = 0
    for mark, text in then.wanted:
        wanted, text = fill(text), bare(shown.replace(CLEARED, "<cleared>"))
        if "\x1b" in wanted:
            is_kept = (wanted in shown) == (mark == "+")
        elif mark == "+":
            found = text.find(wanted, at)
            at = found + len(wanted) if found >= 0 else at
            is_kept = found >= 0
        elif mark == "-":
            is_kept = wanted not in text[at:]
        elif mark == "~":
            is_kept = re.search(wanted, text, re.M)
        else:
            is_kept = text.count(wanted) == int(mark)
        if not is_kept:
            yield f"{mark} {wanted}"


SCRIPTS = [
    pytest.param(acts, id=f"{file.stem}: {claim}")
    for file in sorted((HERE / "scripts").glob("*.txt"))
    for claim, acts in read_scripts(file)
]


@pytest.mark.parametrize("acts", SCRIPTS)
def test_what_is_typed_shows_what_the_claim_says(at_desk, saves, tmp_path, monkeypatch, acts):
    monkeypatch.chdir(tmp_path)

    def fill(text, form=str):
        places = {"saves": saves, "examples": EXAMPLES, "packs": PACKS, "games": GAMES}
        places |= {"charts": HERE / "charts"}
        if "{saved}" in text or "{stem}" in text:
            (places["saved"],) = saves.glob("*.toml")
            places["stem"] = places["saved"].stem
        for name, place in places.items():
            text = text.replace(f"{{{name}}}", form(str(place)))
        return text

    for act in acts:
        shown = at_desk(fill(act.command, shlex.quote), *act.typed, pipe=act.pipe)
        for then in act.steps:
            part = shown.after(then.first, then.last)
            wrong = list(misses(then, part, fill))
            assert not wrong, "\n".join([act.command, *wrong, "was wanted, but shown was:", part])
        assert shown.status == act.status, shown.text
        assert "Traceback" not in shown.text
