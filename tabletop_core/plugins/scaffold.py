"""The skeleton of a new pack: a small working game to change into one's own."""

import keyword
import re
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from string import Template

from ..errors import PackError
from ..version import core_version

_FILES = {
    "pyproject.toml": "pyproject.toml.tmpl",
    "README.md": "README.md.tmpl",
    "{name}/__init__.py": "init.py.tmpl",
    "{name}/game.py": "game.py.tmpl",
    "{name}/sequence.py": "sequence.py.tmpl",
    "{name}/state.py": "state.py.tmpl",
    "{name}/rules.py": "rules.py.tmpl",
    "{name}/invariants.py": "invariants.py.tmpl",
    "{name}/shown.py": "shown.py.tmpl",
    "{name}/data/tide.toml": "tide.toml.tmpl",
    "{name}/NOTES.md": "NOTES.md.tmpl",
    "tests/test_{name}.py": "test.py.tmpl",
}
"""What is written, and from which template."""


def new_pack(name: str, folder: Path = Path()) -> list[Path]:
    """Write a new pack into `folder / name` and return its files.

    Raises:
        PackError: the name will not do, or the folder is there already.
    """
    _check_name(name)
    root = folder / name
    if root.exists():
        raise PackError(f"{root} is there already; choose another name or another --dir")
    words = {
        "name": name,
        "dashed": name.replace("_", "-"),
        "title": name.replace("_", " ").title(),
        "core": ".".join(core_version().split(".")[:2]),
    }
    templates = files("tabletop_core.plugins.templates")
    written = []
    try:
        for path, template in _FILES.items():
            file = root / path.format(name=name)
            file.parent.mkdir(parents=True, exist_ok=True)
            text = Template((templates / template).read_text(encoding="utf-8"))
            file.write_text(text.substitute(words), encoding="utf-8")
            written.append(file)
    except OSError as error:
        rmtree(root, ignore_errors=True)
        raise PackError(
            f"{root} cannot be written: {error.strerror}; choose another --dir"
        ) from None
    return written


def _check_name(name: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise PackError(
            f"{name!r} cannot name a pack; use small letters, digits and _, such as 'my_game'"
        )
    if find_spec(name) is not None:
        raise PackError(
            f"{name!r} is the name of a Python module that is installed; choose another"
        )
