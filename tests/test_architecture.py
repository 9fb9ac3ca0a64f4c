"""The architecture holds: who imports whom, who touches chance, who asks the player.

Each rule is one test, which compares the list of offenders with an empty list.
"""

import ast
import re
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import tabletop_core
from tabletop_core.testing.source import PackSource


@cache
def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"))


CORE = Path(tabletop_core.__file__).parent
PACKS = CORE.parent / "packs"
PACK_FOLDERS = sorted(path.parent for path in PACKS.glob("*/__init__.py"))
PACK_NAMES = [folder.name for folder in PACK_FOLDERS]
EXAMPLES = sorted(path.parent for path in (CORE.parent / "examples").glob("*/*/__init__.py"))


@cache
def modules():
    """Return the trees of all modules of the core by name."""
    return {
        ".".join(path.relative_to(CORE.parent).with_suffix("").parts): parsed(path)
        for path in sorted(CORE.rglob("*.py"))
    }


def imports(module, tree, typing=False):
    """Yield (imported module, name, line) of a module, those for type checkers only if asked."""
    hidden = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test) and not typing:
            hidden |= {id(inner) for inner in ast.walk(node)}
        if id(node) in hidden:
            continue
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, "", node.lineno
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                is_package = (CORE.parent / module.replace(".", "/") / "__init__.py").exists()
                above = module.split(".")
                above = above[: len(above) - node.level + is_package]
                base = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                yield base, alias.name, node.lineno


@cache
def source_of(folder):
    return PackSource(
        {str(path.relative_to(folder)): parsed(path) for path in sorted(folder.rglob("*.py"))}
    )


def docstrings(tree):
    """Return the ids of the text constants that are documentation."""
    found = set()
    for node in ast.walk(tree):
        for inner in (
            getattr(node, "body", []) if isinstance(getattr(node, "body", 0), list) else []
        ):
            if isinstance(inner, ast.Expr) and isinstance(inner.value, ast.Constant):
                found.add(id(inner.value))
    return found


def text_constants(tree):
    """Yield the text constants, documentation left out."""
    documentation = docstrings(tree)
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and id(node) not in documentation:
            yield node


@cache
def called(tree):
    """Return (what is called, line) for each call."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [(ast.unparse(node.func), node.lineno) for node in calls]


def test_no_module_of_the_core_names_a_pack():
    names = re.compile(r"(?<![.\w])(packs\.\w+|" + "|".join(PACK_NAMES) + r")\b")
    offenders = []
    for module, tree in modules().items():
        if not names.search(ast.unparse(tree)):
            continue
        named = [
            node
            for node in ast.walk(tree)
            if isinstance(node, ast.Name | ast.Attribute | ast.alias)
        ]
        offenders += [
            f"{module}:{node.lineno} {ast.unparse(node)}"
            for node in (*named, *text_constants(tree))
            if names.search(ast.unparse(node))
        ]

    assert offenders == []


def test_no_two_classes_of_the_core_have_one_name():
    homes = {}
    for module, tree in modules().items():
        for node in tree.body:
            is_alias = isinstance(node, ast.AnnAssign) and "TypeAlias" in ast.unparse(
                node.annotation
            )
            if isinstance(node, ast.ClassDef) or is_alias:
                name = node.name if isinstance(node, ast.ClassDef) else ast.unparse(node.target)
                homes.setdefault(name, []).append(module)

    twice = {name: found for name, found in homes.items() if len(found) > 1}
    assert {name: found for name, found in twice.items() if not name.startswith("_")} == {}


def test_there_are_modules_and_packs_to_look_at():
    assert len(modules()) >= 100
    assert len(PACK_NAMES) >= 4


def test_packs_and_examples_import_only_public_names():
    found = {
        folder.name: list(source_of(folder).private_imports())
        for folder in (*PACK_FOLDERS, *EXAMPLES)
    }

    assert {name: imported for name, imported in found.items() if imported} == {}


def test_packs_take_chance_and_time_from_play_alone():
    found = {folder.name: list(source_of(folder).back_doors()) for folder in PACK_FOLDERS}

    assert {name: doors for name, doors in found.items() if doors} == {}


def test_no_pack_imports_another():
    offenders = []
    for folder in PACK_FOLDERS:
        others = {*PACK_NAMES} - {folder.name}
        for path in sorted(folder.rglob("*.py")):
            for module, imported, line in imports("x", parsed(path), typing=True):
                if {*f"{module}.{imported}".split(".")} & others:
                    offenders.append(f"{path}:{line}")

    assert offenders == []


def random_imports(module, tree):
    """Yield the lines on which a module imports a source of chance."""
    for name, imported, line in imports(module, tree, typing=True):
        root, *rest = name.split(".")
        # Keys of persons and rooms are not chance of a game.
        is_key = module == "tabletop_core.rooms.credentials"
        # `Random` may be named as the type of a stream that `chance` has opened.
        is_type = root == "random" and imported == "Random"
        is_generator = (root == "random" and not is_type) or "random" in rest
        if is_generator or (root in ("secrets", "uuid") and not is_key):
            yield line


def test_only_chance_touches_a_random_generator():
    makes = re.compile(r"Random$|os\.urandom$|(np|numpy)\.random\b")
    offenders = []
    for module, tree in modules().items():
        if module != "tabletop_core.chance":
            lines = [line for name, line in called(tree) if makes.match(name)]
            lines += random_imports(module, tree)
            offenders += [f"{module}:{line}" for line in sorted(lines)]

    assert offenders == []


def test_every_process_that_a_module_starts_ends_with_it():
    starts = re.compile(r"subprocess\.|ProcessPool|os\.fork|\.Process\b|StdioServer")
    offenders = [
        module
        for module, tree in modules().items()
        if module != "tabletop_core.processes"
        and any(starts.search(name) for name, _ in called(tree))
        and not any(base == "tabletop_core.processes" for base, _, _ in imports(module, tree))
    ]

    # The pager of a person, who ends it, and pip, which leaves nothing half installed.
    assert offenders == ["tabletop_core.cli.commands.packs", "tabletop_core.cli.screen.output"]


def test_converters_are_configured_only_where_they_are_made():
    """A converter that others hold already must not change under them."""
    offenders = []
    for module, tree in modules().items():
        configured = [
            node
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and re.match("register_(un)?structure_", node.attr)
        ]
        if not configured:
            continue
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        makers = [
            node for node in functions if re.search(r"= (cattrs\.)?Converter\(", ast.unparse(node))
        ]
        within = {id(inner) for maker in makers for inner in ast.walk(maker)}
        offenders += [f"{module}:{node.lineno}" for node in configured if id(node) not in within]

    assert offenders == []


@pytest.mark.parametrize(
    ("function", "owner"),
    [("input", "tabletop_core.cli.screen.line"), ("print", "tabletop_core.cli")],
)
def test_only_line_mode_asks_the_terminal_and_only_the_command_line_prints(function, owner):
    offenders = [
        f"{module}:{line}"
        for module, tree in modules().items()
        for name, line in called(tree)
        if name == function and not module.startswith(owner)
    ]

    assert offenders == []


@pytest.mark.parametrize("name", ["boards", "data", "dice", "tables"])
def test_a_utility_can_be_imported_without_the_engine_and_the_command_line(name):
    code = f"import sys, tabletop_core.{name}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())

    assert not loaded & {"pluggy", "typer", "click", "random"}
    packages = {module.split(".")[1] for module in loaded if module.startswith("tabletop_core.")}
    assert packages <= {"boards", "data", "dice", "errors", "lazy", "tables", "values"}


def test_every_public_name_can_be_imported():
    for name in tabletop_core.__all__:
        assert getattr(tabletop_core, name) is not None


def test_a_name_that_is_not_public_is_refused():
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        tabletop_core.nonsense  # noqa: B018


def test_public_names_are_the_same_for_type_checkers_and_at_run_time():
    tree = modules()["tabletop_core.__init__"]
    told = {imported for name, imported, _ in imports("tabletop_core", tree, typing=True)}

    assert set(tabletop_core.__all__) <= told


def test_scripts_beside_the_core_import_names_that_exist():
    """Benchmarks and tools run rarely, so a renamed thing would be missed in them for long."""
    offenders = []
    for folder in ("benchmarks", "docs", "tools"):
        for path in sorted((CORE.parent / folder).rglob("*.py")):
            for module, name, line in imports("x", parsed(path)):
                is_ours = module.split(".")[0] in ("tabletop_core", "packs")
                if is_ours and not is_there(module, name):
                    offenders.append(f"{path.relative_to(CORE.parent)}:{line} {module}.{name}")

    assert offenders == []


def is_there(module, name):
    """Tell whether a name can be imported; True where another project's package is missing."""
    try:
        found = import_module(module)
    except ModuleNotFoundError as error:
        return not str(error.name).startswith(("tabletop_core", "packs"))
    return not name or name == "*" or hasattr(found, name) or f"{module}.{name}" in modules()
