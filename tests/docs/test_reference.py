"""The reference is what the code says, and links lead somewhere."""

import ast
import importlib.util
import re
from importlib import import_module
from pathlib import Path

from tabletop_core.testing.codes import CODES, DATA_CODES
from tabletop_core.testing.source import PUBLIC_MODULES

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *ROOT.glob("examples/*/*.md")])
WRITTEN = {DOCS / "reference.md", *(DOCS / "reference").glob("*.md"), ROOT / "CHANGELOG.md"}
TAUGHT = [page for page in PAGES if page not in WRITTEN]
"""The pages that people write."""


def load(file):
    spec = importlib.util.spec_from_file_location(file.stem, file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_reference_is_up_to_date():
    written = load(DOCS / "make_reference.py").pages()
    files = [DOCS / "reference.md", *(DOCS / "reference").glob("*.md")]
    kept = {path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8") for path in files}

    stale = [name for name in kept.keys() | written.keys() if kept.get(name) != written.get(name)]
    assert stale == [], "run `python docs/make_reference.py` and look at the difference"


def test_the_public_names_are_those_of_the_reference_and_no_more_than_are_allowed():
    maker = load(DOCS / "make_reference.py")
    listed = [name for _, _, names in maker.READERS.values() for name in names.split()]
    public = {name for module in PUBLIC_MODULES for name in import_module(module).__all__}

    assert sorted(listed) == sorted(public), "a name is listed once, for whom needs it most"
    assert len(listed) <= maker.MAX_PUBLIC
    assert len(maker.READERS["packs"][2].split()) <= maker.MAX_FOR_PACKS


def imported(text):
    """Yield (module, name) for each import of tabletop that a page shows."""
    shown = re.sub(r"^(>>>|\.\.\.) ", "", text, flags=re.M)
    for module, names in re.findall(
        r"^ *from (tabletop_core[\w.]*) import (\([^)]*\)|[^\n]*)", shown, re.M
    ):
        yield from ((module, name) for name in re.findall(r"\w+|\*", names.partition("#")[0]))
    yield from (
        (module, "*") for module in re.findall(r"^ *import (tabletop_core[\w.]*)", shown, re.M)
    )
    # Names that stand in a sentence, with their whole path.
    for path in re.findall(
        r"`(tabletop_core\.[\w.]+)", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    ):
        module, _, name = path.rpartition(".")
        yield (module, name) if path not in PUBLIC_MODULES else (path, "*")


def public_names():
    """Return the public names by module; an adapter is read, since its package may be absent."""
    names = {module: set(import_module(module).__all__) for module in PUBLIC_MODULES}
    maker = load(DOCS / "make_reference.py")
    for adapter in maker.ADAPTERS:
        file = ROOT / "tabletop_core" / "adapters" / f"{adapter}.py"
        tree = ast.parse(file.read_text(encoding="utf-8"))
        names[f"tabletop_core.adapters.{adapter}"] = set(maker.public_in(tree))
    return names


def test_every_name_that_a_page_teaches_is_public_and_in_the_reference():
    public = public_names()
    reference = "".join(path.read_text("utf-8") for path in (DOCS / "reference").glob("*.md"))
    offenders = []
    for page in TAUGHT:
        for module, name in imported(page.read_text(encoding="utf-8")):
            is_public = module in public and (name == "*" or name in public[module])
            is_listed = name == "*" or re.search(rf"^##+ `{name}`$", reference, re.M)
            if not (is_public and is_listed):
                offenders.append(f"{page.relative_to(ROOT)}: {module}.{name}")

    assert sorted(set(offenders)) == []


def test_the_imports_of_a_page_are_found():
    text = ">>> from tabletop_core.dice.odds import Odds, dice_odds\n"
    text += "`tabletop_core.chance.stream(7)` is"

    assert sorted(imported(text)) == [
        ("tabletop_core.chance", "stream"),
        ("tabletop_core.dice.odds", "Odds"),
        ("tabletop_core.dice.odds", "dice_odds"),
    ]


def test_every_code_in_the_source_is_listed_and_every_listed_code_is_in_the_source():
    core = ROOT / "tabletop_core"
    catalog = core / "testing" / "codes.py"
    texts = [path.read_text(encoding="utf-8") for path in core.rglob("*.py") if path != catalog]
    used = {code for text in texts for code in re.findall(r'"([CDT]\d{3})"', text)}

    assert used == CODES.keys() | DATA_CODES.keys()


def anchors(text):
    """Return what the headings of a page are called in links."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    for heading in re.findall(r"^#+ (.*)$", text, re.M):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def leads_somewhere(page, link):
    name, _, anchor = link.partition("#")
    file = page.parent / name if name else page
    if not file.exists():
        return False
    return not anchor or anchor in anchors(file.read_text(encoding="utf-8"))


def test_links_lead_to_files_and_headings_that_exist():
    broken = []
    for page in PAGES:
        text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
        links = [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]
        broken += [f"{page}: {link}" for link in links if not leads_somewhere(page, link)]

    assert broken == []
