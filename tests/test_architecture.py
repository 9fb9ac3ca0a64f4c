"""The house keeps its shape: who imports whom, who touches chance, who asks the player."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tabletop_core
from tabletop_core.testing.source import PackSource

CORE = Path(tabletop_core.__file__).parent
PACKS = CORE.parent / "packs"
MODULES = {
    ".".join(path.relative_to(CORE.parent).with_suffix("").parts): ast.parse(path.read_text())
    for path in sorted(CORE.rglob("*.py"))
}
PACK_FOLDERS = sorted(path.parent for path in PACKS.glob("*/__init__.py"))
PACK_NAMES = [folder.name for folder in PACK_FOLDERS]
EXAMPLES = sorted(path.parent for path in (CORE.parent / "examples").glob("*/*/__init__.py"))


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


def source_of(folder):
    return PackSource(
        {
            str(path.relative_to(folder)): ast.parse(path.read_text())
            for path in sorted(folder.rglob("*.py"))
        }
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


@pytest.mark.parametrize("module", MODULES)
def test_no_module_of_the_core_names_a_pack(module):
    names = re.compile(r"\b(packs\.\w+|" + "|".join(PACK_NAMES) + r")\b")
    tree = MODULES[module]
    documentation = docstrings(tree)
    told = [
        ast.unparse(node)
        for node in ast.walk(tree)
        if (isinstance(node, ast.Constant) and isinstance(node.value, str))
        or isinstance(node, ast.Name | ast.Attribute | ast.alias)
        if id(node) not in documentation
    ]

    assert [text for text in told if names.search(text)] == []


def test_no_two_classes_of_the_core_have_one_name():
    homes = {}
    for module, tree in MODULES.items():
        for node in tree.body:
            is_alias = isinstance(node, ast.AnnAssign) and "TypeAlias" in ast.unparse(
                node.annotation
            )
            if isinstance(node, ast.ClassDef) or is_alias:
                name = node.name if isinstance(node, ast.ClassDef) else ast.unparse(node.target)
                homes.setdefault(name, []).append(module)

    twice = {name: found for name, found in homes.items() if len(found) > 1}
    assert {name: found for name, found in twice.items() if not name.startswith("_")} == {}


def test_there_are_packs_to_look_for():
    assert len(PACK_NAMES) >= 4


@pytest.mark.parametrize("folder", [*PACK_FOLDERS, *EXAMPLES], ids=lambda folder: folder.name)
def test_a_pack_imports_only_public_names(folder):
    assert list(source_of(folder).private_imports()) == []


@pytest.mark.parametrize("folder", PACK_FOLDERS, ids=lambda folder: folder.name)
def test_a_pack_takes_chance_and_time_from_nowhere_else(folder):
    assert list(source_of(folder).back_doors()) == []


@pytest.mark.parametrize("name", PACK_NAMES)
def test_no_pack_imports_another(name):
    others = [other for other in PACK_NAMES if other != name]
    for path in (PACKS / name).rglob("*.py"):
        for module, imported, line in imports("x", ast.parse(path.read_text()), typing=True):
            assert not set(f"{module}.{imported}".split(".")) & set(others), f"{path}:{line}"


@pytest.mark.parametrize("module", MODULES)
def test_only_the_door_for_chance_touches_a_random_generator(module):
    if module == "tabletop_core.chance":
        return
    tree = MODULES[module]
    for name, imported, line in imports(module, tree, typing=True):
        root = name.partition(".")[0]
        # Keys of persons and rooms are no chance of a game.
        is_key = module == "tabletop_core.web.keys"
        assert root not in ("secrets", "uuid") or is_key, f"line {line}"
        assert "random" not in name.split(".")[1:], f"line {line}"
        # `Random` may be named as the type of a stream that the door has opened.
        assert root != "random" or imported == "Random", f"line {line}"
    calls = [ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)]
    assert "Random" not in calls
    assert "os.urandom" not in calls
    assert not [call for call in calls if re.match(r"(np|numpy)\.random\b", call)]


@pytest.mark.parametrize("module", MODULES)
def test_nothing_is_registered_on_a_converter_that_others_may_use_already(module):
    functions = [one for one in ast.walk(MODULES[module]) if isinstance(one, ast.FunctionDef)]
    makers = [one for one in functions if re.search(r"= (cattrs\.)?Converter\(", ast.unparse(one))]
    within = [inner for maker in makers for inner in ast.walk(maker)]
    for node in ast.walk(MODULES[module]):
        if isinstance(node, ast.Attribute) and re.match("register_(un)?structure_", node.attr):
            assert node in within, f"line {node.lineno}"


@pytest.mark.parametrize("module", MODULES)
def test_only_line_mode_asks_the_terminal(module):
    calls = {
        node.func.id
        for node in ast.walk(MODULES[module])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }

    assert "input" not in calls or module == "tabletop_core.cli.screen.line"


@pytest.mark.parametrize("module", MODULES)
def test_only_the_command_line_prints(module):
    calls = {
        node.func.id
        for node in ast.walk(MODULES[module])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }

    assert "print" not in calls or module.startswith("tabletop_core.cli")


@pytest.mark.parametrize("name", ["boards", "data", "dice", "tables"])
def test_a_utility_can_be_imported_without_the_engine_and_the_command_line(name):
    code = f"import sys, tabletop_core.{name}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())

    assert not loaded & {"pluggy", "typer", "click", "random"}
    rooms = {module.split(".")[1] for module in loaded if module.startswith("tabletop_core.")}
    assert rooms <= {"boards", "data", "dice", "errors", "tables", "values"}


def test_every_public_name_can_be_imported():
    for name in tabletop_core.__all__:
        assert getattr(tabletop_core, name) is not None


def test_a_name_that_is_not_public_is_refused():
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        tabletop_core.nonsense  # noqa: B018


def test_public_names_are_the_same_for_type_checkers_and_at_run_time():
    tree = MODULES["tabletop_core.__init__"]
    told = {imported for name, imported, _ in imports("tabletop_core", tree, typing=True)}

    assert set(tabletop_core.__all__) <= told
