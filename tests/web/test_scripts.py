"""The scripts of the pages: who imports whom, and how wide their lines are."""

import re
from pathlib import Path

import pytest

from tabletop_core import web
from tabletop_core.web.replay_page import one_script

STATIC = Path(web.__file__).parent / "static"
ROOT = Path(web.__file__).parents[2]
OWN = sorted(path for path in STATIC.glob("*.js") if ".min." not in path.name)


def imports_of(name):
    """Return the names of the modules that a module imports, in their order."""
    text = (STATIC / name).read_text("utf-8")
    return re.findall(r'^(?:import|\}) .*from "\./(.+)";$', text, re.MULTILINE)


def loaded_by(name):
    """Return a module and all that it imports, each after what it imports itself."""
    found = []
    for imported in imports_of(name):
        found += [one for one in loaded_by(imported) if one not in found]
    return [*found, name]


def test_a_page_names_all_that_its_scripts_import_so_that_none_is_waited_for(alone):
    named = re.findall(r'<script src="/static/(\S+)" type="module"', alone.page)
    replay = re.findall(r'<script src="/static/(\S+)" type="module"', alone.get("replay").text)

    assert sorted(named) == sorted({*loaded_by("live.js"), *loaded_by("pages.js")})
    assert sorted(replay) == sorted({*loaded_by("replay.js"), *loaded_by("pages.js")})


def test_a_page_without_a_server_has_a_script_that_imports_nothing_and_names_nothing_twice():
    script = one_script("replay.js")
    names = re.findall(r"^(?:async )?(?:function|const|let) ([\w$]+)", script, re.MULTILINE)

    assert not re.search(r"^(import|export)\b", script, re.MULTILINE)
    assert len(names) == len(set(names)) > 50
    assert "</script" not in script


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_no_module_imports_one_that_imports_it(path):
    assert path.name not in {one for name in imports_of(path.name) for one in loaded_by(name)}


def test_lines_of_scripts_have_at_most_100_characters():
    folders = ("tabletop_core", "tests", "benchmarks")
    scripts = [path for folder in folders for path in (ROOT / folder).rglob("*.*js")]
    wide = [
        f"{path.relative_to(ROOT)}:{at}"
        for path in scripts
        if ".min." not in path.name
        for at, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > 100
    ]

    assert len(scripts) > len(OWN) > 10
    assert wide == []
