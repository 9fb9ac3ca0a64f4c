"""The reference is what the code says, and links lead somewhere."""

import importlib.util
import re
from pathlib import Path

import pytest

from tabletop_core.testing.codes import CODES, DATA_CODES

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *ROOT.glob("examples/*/*.md")])


def load(file):
    spec = importlib.util.spec_from_file_location(file.stem, file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_reference_is_up_to_date():
    written = load(ROOT / "docs" / "make_reference.py").page()

    assert (ROOT / "docs" / "reference.md").read_text(encoding="utf-8") == written, (
        "docs/reference.md is stale; run `python docs/make_reference.py` and look at the difference"
    )


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files_and_headings_that_exist(page):
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]

    assert [link for link in links if not leads_somewhere(page, link)] == []
