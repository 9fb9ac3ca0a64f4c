"""The modules of a pack as text: what they import, call, name and log."""

import ast
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs

from ..moved import MOVED, NOT_PUBLIC, as_written

FileLine = tuple[str, int]
"""A file and a line in it; an empty file and line 0 where something has no place."""

PUBLIC_MODULES = (
    "tabletop_core",
    *(
        f"tabletop_core.{name}"
        for name in (
            "boards",
            "bots",
            "data",
            "dice",
            "errors",
            "events",
            "panels",
            "pictures",
            "tables",
            "testing",
        )
    ),
)

_CHANCE = {"random", "secrets", "uuid"}
_TIME = {"time", "datetime"}
_CALLS = {"input": "ask through `play.ask`", "print": "log an event and give it words"}


@attrs.frozen
class PackSource:
    """The contents of the modules of a package.

    `texts` and `keys`: text constants, and those that are keys of a `{}`, where they first stand;
    `names`: every attribute, name and keyword used; `logs`: kinds of events logged by name;
    `fields`: fields of classes; `declared`: keywords of calls such as `Game(seats=...)`;
    `kinds`: kinds of decisions named where something is asked; `computed_kinds`:
    the places that compute one; `forms_of_kinds`: patterns of those that f-strings give;
    `named`: options and nodes of the sequence by kind and name, the last of each name.
    """

    files: dict[str, ast.Module]
    texts: dict[str, FileLine] = attrs.field(factory=dict)
    keys: dict[str, FileLine] = attrs.field(factory=dict)
    names: set[str] = attrs.field(factory=set)
    logs: dict[str, FileLine] = attrs.field(factory=dict)
    fields: dict[tuple[str, str], FileLine] = attrs.field(factory=dict)
    declared: dict[tuple[str, str], FileLine] = attrs.field(factory=dict)
    kinds: set[str] = attrs.field(factory=set)
    computed_kinds: list[FileLine] = attrs.field(factory=list)
    forms_of_kinds: list[str] = attrs.field(factory=list)
    named: dict[tuple[str, str], FileLine] = attrs.field(factory=dict)

    @classmethod
    def of(cls, package: str) -> "PackSource":
        """Read the loaded modules of a package, and the other modules in its folder."""
        files = {}
        for path in _files(package):
            try:
                files[str(path)] = ast.parse(path.read_text(encoding="utf-8"))
            except (OSError, SyntaxError, UnicodeDecodeError):
                continue
        source = cls(files)
        for file, tree in files.items():
            source._index(file, tree)
        return source

    @classmethod
    def of_file(cls, file: str) -> "PackSource":
        """Read one file alone."""
        source = cls({file: ast.parse(Path(file).read_text(encoding="utf-8"))})
        source._index(file, source.files[file])
        return source

    def is_own(self, file: str) -> bool:
        return file in self.files

    def _index(self, file: str, tree: ast.Module) -> None:
        keys = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if id(node) not in keys:
                    self.texts.setdefault(node.value, (file, node.lineno))
            elif isinstance(node, ast.Dict):
                for key in node.keys:
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        keys.add(id(key))
                        self.keys.setdefault(key.value, (file, key.lineno))
            elif isinstance(node, ast.ClassDef):
                for inner in node.body:
                    if isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
                        place = (file, inner.lineno)
                        self.fields.setdefault((node.name, inner.target.id), place)
            elif isinstance(node, ast.Attribute):
                self.names.add(node.attr)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                self.names.add(node.id)
            elif isinstance(node, ast.keyword) and node.arg:
                self.names.add(node.arg)
                if node.arg == "kind" and isinstance(node.value, ast.Constant):
                    self.kinds.add(str(node.value.value))
                elif node.arg == "kind":
                    self.computed_kinds.append((file, node.value.lineno))
                    if isinstance(node.value, ast.JoinedStr):
                        self.forms_of_kinds.append(_form_of(node.value))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                self._index_named(file, node)
                for keyword in node.keywords:
                    place = (file, keyword.value.lineno)
                    self.declared.setdefault((node.func.id, keyword.arg or ""), place)
            if isinstance(node, ast.Call) and _method(node) == "log" and node.args:
                kind = node.args[0]
                if isinstance(kind, ast.Constant) and isinstance(kind.value, str):
                    self.logs.setdefault(kind.value, (file, node.lineno))

    def _index_named(self, file: str, call: ast.Call) -> None:
        assert isinstance(call.func, ast.Name)
        kind = call.func.id if call.func.id in ("GameOption", "Setup") else "Node"
        named = [keyword.value for keyword in call.keywords if keyword.arg in ("name", "id")]
        name = next(iter([*named, *call.args]), None)
        is_kind = call.func.id in ("GameOption", "Setup", "Step", "Sequence", "Repeat", "ForEach")
        if is_kind and isinstance(name, ast.Constant):
            place = (file, name.lineno)
            known = self.named.setdefault((kind, str(name.value)), place)
            self.named[kind, str(name.value)] = max(known, place)

    # ------------------------------------------------------------------ what must not be there

    def private_imports(self) -> Iterator[tuple[str, FileLine]]:
        """Yield imports of the core that no pack may rely on."""
        for module, name, place in self._imports_of_core():
            if not _is_public(module, name):
                yield f"{module}.{name}" if name and module in PUBLIC_MODULES else module, place

    def _imports_of_core(self) -> Iterator[tuple[str, str, FileLine]]:
        """Yield (module, name, place) for imports of the core; no name for a whole module."""
        for file, tree in self.files.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.Import):
                    found = [(name.name, "") for name in node.names]
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    found = [(node.module, name.name) for name in node.names]
                else:
                    continue
                for module, name in found:
                    if module.partition(".")[0] == "tabletop_core":
                        yield module, name, (file, node.lineno)

    def moved_names(self) -> Iterator[tuple[str, str, FileLine]]:
        """Yield (old, new, place) for names that have moved: arguments, attributes, imports.

        Nothing new is to be written for a name that is no longer public.
        An attribute is found by the name of what has it: `game.view`, `match.game.view`.
        """
        for (owner, name), place in self.declared.items():
            if f"{owner}.{name}" in MOVED:
                yield f"{owner}.{name}", as_written([MOVED[f"{owner}.{name}"]]), place
        for module, name, place in self._imports_of_core():
            if f"{module}.{name}" in MOVED:
                yield f"{module}.{name}", MOVED[f"{module}.{name}"], place
            elif name in NOT_PUBLIC.get(module, ()):
                yield f"{module}.{name}", "", place
        for file, tree in self.files.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.Attribute):
                    owner = ast.unparse(node.value).rpartition(".")[2].capitalize()
                    if (old := f"{owner}.{node.attr}") in MOVED:
                        yield old, MOVED[old], (file, node.lineno)

    def back_doors(self) -> Iterator[tuple[str, str, FileLine]]:
        """Yield (what, remedy, place) for chance, time and terminal used directly."""
        for file, tree in self.files.items():
            for node in ast.walk(tree):
                place = (file, getattr(node, "lineno", 0))
                for module in _imported(node):
                    if module in _CHANCE:
                        yield f"imports {module!r}", "roll and draw through `play`", place
                    elif module in _TIME:
                        yield f"imports {module!r}", "rules must not depend on the time", place
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    name = node.func.id
                    if name in _CALLS:
                        yield f"calls {name}()", _CALLS[name], place

    def changeable_globals(self) -> Iterator[tuple[str, FileLine]]:
        """Yield names that a function declares `global`: data kept outside the state."""
        for file, tree in self.files.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.Global):
                    for name in node.names:
                        yield name, (file, node.lineno)


def _files(package: str) -> list[Path]:
    module: ModuleType | None = sys.modules.get(package)
    file = getattr(module, "__file__", None)
    if file is None:
        return []
    own = Path(file)
    return sorted(own.parent.rglob("*.py")) if own.name == "__init__.py" else [own]


def _form_of(text: ast.JoinedStr) -> str:
    """Return a pattern of the texts that an f-string can give."""
    return "".join(
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+"
        for part in text.values
    )


def _method(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


def _is_public(module: str, name: str) -> bool:
    """Return whether a name, or the module itself where there is none, is public."""
    if module not in PUBLIC_MODULES or not name:
        return module in PUBLIC_MODULES
    names = getattr(import_module(module), "__all__", None)
    return not name.startswith("_") if names is None else name in names


def _imported(node: Any) -> list[str]:
    if isinstance(node, ast.Import):
        return [name.name.partition(".")[0] for name in node.names]
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return [node.module.partition(".")[0]]
    return []
