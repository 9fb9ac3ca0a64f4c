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

_ALWAYS = {
    "pyproject.toml": "pyproject.toml.tmpl",
    "{name}/NOTES.md": "NOTES.md.tmpl",
    ".github/workflows/check.yml": "check.yml.tmpl",
}

_ONE_MODULE = _ALWAYS | {
    "README.md": "one_README.md.tmpl",
    "{name}/__init__.py": "one_init.py.tmpl",
}

KINDS = {
    "chart": _ALWAYS
    | {
        "README.md": "README.md.tmpl",
        "{name}/__init__.py": "init.py.tmpl",
        "{name}/game.py": "game.py.tmpl",
        "{name}/sequence.py": "sequence.py.tmpl",
        "{name}/state.py": "state.py.tmpl",
        "{name}/rules.py": "rules.py.tmpl",
        "{name}/invariants.py": "invariants.py.tmpl",
        "{name}/shown.py": "shown.py.tmpl",
        "{name}/data/tide.toml": "tide.toml.tmpl",
        "tests/test_{name}.py": "test.py.tmpl",
    },
    "cards": _ONE_MODULE
    | {
        "{name}/game.py": "cards_game.py.tmpl",
        "{name}/data/cards.toml": "cards_cards.toml.tmpl",
        "tests/test_{name}.py": "cards_test.py.tmpl",
    },
    "dice": _ONE_MODULE
    | {
        "{name}/game.py": "dice_game.py.tmpl",
        "tests/test_{name}.py": "dice_test.py.tmpl",
    },
    "map": _ONE_MODULE
    | {
        "{name}/game.py": "map_game.py.tmpl",
        "{name}/data/map.toml": "map_map.toml.tmpl",
        "{name}/data/events.toml": "map_events.toml.tmpl",
        "{name}/data/sortie.toml": "map_sortie.toml.tmpl",
        "tests/test_{name}.py": "map_test.py.tmpl",
    },
}
"""The files of each kind of skeleton, and from which template each is written.

`chart` has every file of a larger pack; the others keep all but the data in one module.
"""

_PLAYERS = {
    "chart": ("1, 1", "Find coins."),
    "cards": ("2, 4", "Build a deck and buy land."),
    "dice": ("2, 2", "Roll as often as you dare."),
    "map": ("1, 1", "Hold the keep until relief comes."),
}


def new_pack(name: str, folder: Path = Path(), kind: str = "chart") -> list[Path]:
    """Write a new pack of one of `KINDS` into `folder / name` and return its files.

    Raises:
        PackError: the name will not do, there is no such kind, or the folder is there already.
    """
    _check_name(name)
    if kind not in KINDS:
        raise PackError(f"there is no kind {kind!r} of new pack; choose one of: {', '.join(KINDS)}")
    players, summary = _PLAYERS[kind]
    root = folder / name
    if root.exists():
        raise PackError(f"{root} is there already; choose another name or another --dir")
    words = {
        "name": name,
        "dashed": name.replace("_", "-"),
        "title": name.replace("_", " ").title(),
        "core": ".".join(core_version().split(".")[:2]),
        "players": players,
        "summary": summary,
    }
    templates = files("tabletop_core.plugins.templates")
    written = []
    try:
        for path, template in KINDS[kind].items():
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
