"""The skeleton of a new pack: a small working game to change into one's own."""

import keyword
import re
from collections.abc import Mapping
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree
from string import Template
from types import MappingProxyType

from ..errors import PackError
from ..version import core_version

ALWAYS = {
    "pyproject.toml": "pyproject.toml.tmpl",
    "{name}/NOTES.md": "NOTES.md.tmpl",
    ".github/workflows/check.yml": "check.yml.tmpl",
}
"""The files of every new pack, and from which template each is written."""

_ONE_MODULE = ALWAYS | {
    "README.md": "one_README.md.tmpl",
    "{name}/__init__.py": "one_init.py.tmpl",
}

KINDS = {
    "chart": ALWAYS
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
    "blocks": _ONE_MODULE
    | {
        "{name}/game.py": "blocks_game.py.tmpl",
        "{name}/data/map.toml": "blocks_map.toml.tmpl",
        "{name}/data/blocks.toml": "blocks_blocks.toml.tmpl",
        "tests/test_{name}.py": "blocks_test.py.tmpl",
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
    "tricks": _ONE_MODULE
    | {
        "{name}/game.py": "tricks_game.py.tmpl",
        "{name}/data/cards.toml": "tricks_cards.toml.tmpl",
        "tests/test_{name}.py": "tricks_test.py.tmpl",
    },
}
"""The files of each kind of skeleton, and from which template each is written.

`chart` has every file of a larger pack; the others keep all but the data in one module.
"""

_PLAYERS = {
    "chart": ("1, 1", "Find coins."),
    "blocks": ("2, 2", "March for the towns with blocks that only you know."),
    "cards": ("2, 4", "Build a deck and buy land."),
    "dice": ("2, 2", "Roll as often as you dare."),
    "map": ("1, 1", "Hold the keep until relief comes."),
    "tricks": ("4, 4", "Bid, name trumps and take tricks with your partner."),
}


def new_pack(name: str, folder: Path = Path(), kind: str = "chart") -> list[Path]:
    """Write a new pack of one of `KINDS` into `folder / name` and return its files.

    Raises:
        PackError: the name will not do, there is no such kind, or the folder is there already.
    """
    if kind not in KINDS:
        raise PackError(f"there is no kind {kind!r} of new pack; choose one of: {', '.join(KINDS)}")
    players, summary = _PLAYERS[kind]
    words = {"title": title_of(name), "players": players, "summary": summary}
    return write_pack(name, folder, KINDS[kind], words)


def write_pack(
    name: str,
    folder: Path,
    templates: Mapping[str, str],
    words: Mapping[str, str],
    others: Mapping[str, bytes] = MappingProxyType({}),
) -> list[Path]:
    """Write the files of a new pack into `folder / name`, all or none, and return them.

    Args:
        templates: the template of each file; `{name}` in a path is the name of the pack.
        words: what stands in the templates for `$title` and so on.
        others: the contents of files that need no template.

    Raises:
        PackError: the name will not do, the folder is there already, or cannot be written.
    """
    check_new(name, folder)
    root = folder / name
    words = {
        "name": name,
        "dashed": name.replace("_", "-"),
        "core": ".".join(core_version().split(".")[:2]),
        **words,
    }
    home = files("tabletop_core.plugins.templates")
    contents = {
        path: Template((home / template).read_text(encoding="utf-8")).substitute(words).encode()
        for path, template in templates.items()
    }
    written = []
    try:
        for path, content in {**contents, **others}.items():
            file = root / path.replace("{name}", name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
            written.append(file)
    except OSError as error:
        rmtree(root, ignore_errors=True)
        raise PackError(
            f"{root} cannot be written: {error.strerror}; choose another --dir"
        ) from None
    return written


def title_of(name: str) -> str:
    """Return the title of a pack whose author gives none."""
    return name.replace("_", " ").title()


def check_new(name: str, folder: Path) -> None:
    """Refuse a name that no pack can have, or whose folder is there already.

    Raises:
        PackError: the reason.
    """
    if keyword.iskeyword(name):
        raise PackError(
            f"{name!r} cannot be the name of a pack, because it is a Python keyword; choose "
            f"another, such as '{name}_game'"
        )
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise PackError(
            f"{name!r} cannot be the name of a pack; use lowercase letters, digits and _, such as "
            "'my_game'"
        )
    if find_spec(name) is not None:
        raise PackError(f"{name!r} is the name of an installed Python module; choose another")
    if (root := folder / name).exists():
        raise PackError(f"{root} already exists; choose another name or another --dir")
