"""Words that are retired may not come back: plain English in everything that people read.

An area is a kind of text: pages of the documentation, help, docstrings, screens. To add one, write
a function that yields `lines(place, text)` of each of its texts into `AREAS`.
`python tests/docs/test_words.py AREA` lists the offenders of one.
"""

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CORE = ROOT / "tabletop_core"

RETIRED = {
    r"anew": "again, new; redrawn of cards",
    r"mend(?:s|ed|ing)?": "fix",
    r"so many": "a number: N, that many, this many",
    r"nought": "zero",
    r"(?:take|takes|taken|taking|took) back": "undo",
    r"(?:give|gives|given|giving|gave) again": "redo, repeat",
    r"tells? of|told of": "shows, describes, reports",
    r"(?:is|are|was|were|be|being) told(?! apart)": "is shown, is reported; or name who tells",
    r"as (?:it|they) stands?": "current",
    r"without a word": "silently",
    r"(?:is|are|be) had": "get; is available",
    r"l(?:ies|ay) at": "is",
    r"of what it|what of it": "a plain genitive",
    r"under way": "in progress",
    r"since you last answered": "since your last turn",
    r"go on from here": "play on from here",
    r"who are you": "Your name",
    r"(?<!here )is no (?:address|answer|archive|bot|kind of|level|list|module|name|number|object|"
    r"option|panel|question|saved|seat|share|such|text|way to)": "is not a",
    r"is none of(?! us)": "is not one of",
    r"there is not(?= *(?:[.;:,|)]|$))": "that does not exist",
    r"ha(?:s|ve) one (?:id|label|number)": "have the same",
    r"only who": "only the person who, only players",
    r"goes? otherwise": "differs",
    r"says? (?:wrongly )?who it is": "returns its identity",
    r"c[ao]mes? of (?:it|them)": "the result",
    r"called so|called as": "of that name, named after",
    r"make room(?! for)": "free some space",
    r"la(?:y|id) over (?:it|ours|the pack|those)": "override",
    r"who made (?:a|the) room|makers? of (?:a|the) room": "its creator",
    r"round in a circle": "a cycle",
    r"does not know who it is": "has no id",
    r"rooms? (?:and|of) (?:the )?(?:house|floors?|arrows?)|through the house": "packages, layers",
}
"""Each retired expression, as a pattern, with what to write instead."""

ANY_RETIRED = re.compile(rf"\b(?:{'|'.join(RETIRED)})\b", re.I)

WEB_PAGES = ("playing-in-the-browser.md", "serving.md")
TABLE_PAGES = (
    "table-format.md",
    "tables-reference.md",
    "tables-in-your-project.md",
    "ten-charts.md",
)


def prose(path):
    """Return a page without its blocks of code, which show what programs print."""
    text = path.read_text(encoding="utf-8")
    return re.sub(r"^```.*?^```$", lambda code: "\n" * code[0].count("\n"), text, flags=re.M | re.S)


def pages(*paths):
    for path in paths:
        yield from lines(path.relative_to(ROOT).as_posix(), prose(path))


def lines(place, text):
    """Yield each line with its place; a line is read together with the beginning of the next."""
    found = text.splitlines()
    for number, (line, after) in enumerate(zip(found, [*found[1:], ""], strict=True), 1):
        yield f"{place}:{number}", line, f"{line} {after.strip()[:25]}"


def docs():
    others = {*WEB_PAGES, *TABLE_PAGES, "reference.md"}
    own = [path for path in sorted((ROOT / "docs").glob("*.md")) if path.name not in others]
    beside = [*ROOT.glob("*.md"), *ROOT.glob("examples/*/README.md"), *ROOT.glob("benchmarks/*.md")]
    yield from pages(*sorted(beside), *own)
    for path in sorted((ROOT / ".github").rglob("*.*")):
        yield from lines(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))


def pages_about_tables():
    yield from pages(*(ROOT / "docs" / name for name in TABLE_PAGES))


def pages_about_the_web():
    yield from pages(*(ROOT / "docs" / name for name in WEB_PAGES))


def notes():
    yield from pages(*sorted(ROOT.glob("packs/*/NOTES.md")))


def helps():
    """Yield the help of each command and of its options."""
    from typer.main import get_command

    from tabletop_core.cli import COMMANDS, app

    group = get_command(app)

    def below(name, command):
        yield from lines(f"{name} --help", command.help or "")
        for option in command.params:
            yield from lines(f"{name} {option.name}", getattr(option, "help", "") or "")
        for inner, one in getattr(command, "commands", {}).items():
            yield from below(f"{name} {inner}", one)

    for name in COMMANDS:
        yield from below(f"tabletop {name}", group.get_command(None, name))


def docstrings(folder):
    """Yield the docstrings of modules, classes and functions, and texts below constants."""
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for parent in ast.walk(tree):
            body = getattr(parent, "body", [])
            for node in body if isinstance(body, list) else []:
                is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
                if is_text and isinstance(node.value.value, str):
                    place = path.relative_to(ROOT).as_posix()
                    first = node.lineno - 1
                    for at, line, both in lines("", node.value.value):
                        yield f"{place}:{first + int(at[1:])}", line, both


def messages(folder):
    """Yield what programs say: the texts in the code that have a blank, but for docstrings.

    A text is whole, whatever literals it is written as, with `{}` for each value in it.
    """
    for path in sorted(folder.rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        read = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                read.update(map(id, node.values))
            text = "" if id(node) in read else written(node)
            if " " in text:
                yield from lines(f"{place}:{node.lineno}", text)


def written(node):
    """Return the text that a literal writes, or nothing."""
    if isinstance(node, ast.JoinedStr):
        return "".join(written(part) or "{}" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def screens():
    """Yield the pages of the server and their scripts."""
    for path in sorted(CORE.glob("web/**/*")):
        if path.suffix in (".html", ".js", ".tmpl", ".jinja"):
            yield from lines(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))


AREAS = {
    "docs": docs,
    "pages about tables": pages_about_tables,
    "pages about the web": pages_about_the_web,
    "notes of the packs": notes,
    "help": helps,
    "docstrings of the core": lambda: docstrings(CORE),
    "docstrings of the packs": lambda: docstrings(ROOT / "packs"),
    "docstrings of the examples": lambda: docstrings(ROOT / "examples"),
    "screens": screens,
    "messages of the core": lambda: messages(CORE),
    "messages of the packs": lambda: messages(ROOT / "packs"),
    "messages of the examples": lambda: messages(ROOT / "examples"),
}
"""The kinds of text, each a function that yields (place, line, line with the next one's start)."""


def offenders(area):
    """Return where a text of this area has a retired word, and what to write instead."""
    found = []
    for place, line, both in AREAS[area]():
        for pattern, instead in RETIRED.items() if ANY_RETIRED.search(both) else ():
            hit = re.search(rf"\b(?:{pattern})\b", both, re.I)
            if hit and hit.start() < len(line):
                found.append(f"{place}: {hit[0]!r}; write: {instead}")
    return found


def test_no_area_has_a_retired_word_and_each_has_texts():
    found = [offender for area in AREAS for offender in offenders(area)]

    assert not found, "\n".join(["retired words:", *found])
    assert [area for area in AREAS if not any(True for _ in AREAS[area]())] == []


def test_a_message_is_read_as_a_whole(tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    (tmp_path / "a.py").write_text('say(f"{one} is none " f"of {them}; two ha" "ve one id")')
    monkeypatch.setitem(AREAS, "docs", lambda: messages(tmp_path))

    assert offenders("docs") == [
        "a.py:1:1: 'is none of'; write: is not one of",
        "a.py:1:1: 'have one id'; write: have the same",
    ]


def test_a_retired_word_is_found_also_across_two_lines(monkeypatch):
    monkeypatch.setitem(
        AREAS, "docs", lambda: lines("page", "cards are drawn Anew and\ntaken\nback")
    )

    assert offenders("docs") == [
        "page:1: 'Anew'; write: again, new; redrawn of cards",
        "page:2: 'taken back'; write: undo",
    ]


if __name__ == "__main__":
    for name in sys.argv[1:] or AREAS:
        listed = offenders(name)
        print(f"{name}: {len(listed)}", *listed, sep="\n  ")
