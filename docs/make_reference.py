"""Write docs/reference.md from the code: names, hooks, keys, problems, commands.

    python docs/make_reference.py

The tests fail when the page is not what this writes.
"""

import ast
import inspect
import re
from enum import Enum
from functools import cached_property
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import attrs

import tabletop_core
from tabletop_core import boards, bots, dice, events, panels, tables, testing
from tabletop_core.boards import files as board_files
from tabletop_core.boards import maps
from tabletop_core.data import Component, Entry, glossary, overlays
from tabletop_core.plugins import hookspecs
from tabletop_core.tables import files
from tabletop_core.testing.codes import CODES, DATA_CODES

PAGE = Path(__file__).parent / "reference.md"

INTRODUCTION = """# Reference

Every public name, hook, key, problem and command.
This page is written by `python docs/make_reference.py` and held against the code by the tests.

- [Names of `tabletop_core`](#names-of-tabletop_core)
- [Names of `tabletop_core.boards`](#names-of-tabletop_coreboards)
- [Names of `tabletop_core.bots`](#names-of-tabletop_corebots)
- [Names of `tabletop_core.dice`](#names-of-tabletop_coredice)
- [Names of `tabletop_core.events`](#names-of-tabletop_coreevents)
- [Names of `tabletop_core.panels`](#names-of-tabletop_corepanels)
- [Names of `tabletop_core.tables`](#names-of-tabletop_coretables)
- [Names of `tabletop_core.testing`](#names-of-tabletop_coretesting)
- [Hooks](#hooks)
- [Fixtures of pytest](#fixtures-of-pytest)
- [Keys of TOML files](#keys-of-toml-files)
- [Problems](#problems)
- [Commands](#commands)
"""

ROOMS = (boards, bots, dice, events, panels, tables, testing)

KEYS = (
    ("A file of tables", files.FileForm),
    ("`[[table]]`: a further table of the file", files.TableForm),
    ("`[[row]]`", files.RowForm),
    ("`[[modifier]]`", files.ModifierForm),
    ("`[[override]]`", files.OverrideForm),
    ("`[[note]]`", files.NoteForm),
    ("An overlay", overlays.OverlayForm),
    ("`[[set]]` of an overlay", overlays.SetForm),
    ("A map: `MapFile`", board_files.MapFile),
    ("`[hexes]` of a map", board_files.Hexes),
    ("`[squares]` of a map", board_files.Squares),
    ("`[[terrain]]` of a map", maps.Terrain),
    ("`[[feature]]` of a map", maps.Feature),
    ("`[[space]]` of a map", maps.MapSpace),
    ("`[[link]]` of a map", board_files.Link),
    ("`[[region]]` of a map", maps.Region),
    ("Counters and set-ups: `CounterFile`", board_files.CounterFile),
    ("`[[counter]]`", board_files.Counter),
    ("`[[setup]]`", board_files.Setup),
    ("`[[setup.place]]`", board_files.Placing),
    ("The words of a game: `Glossary`", glossary.Glossary),
    ("`[[word]]`", glossary.Word),
    ("Any other file of a pack: `Component`", Component),
    ("What stands many times in such a file: `Entry`", Entry),
)


def page() -> str:
    """Return the whole page."""
    parts = [
        INTRODUCTION,
        names_of(tabletop_core, "tabletop_core"),
        *(names_of(room, room.__name__) for room in ROOMS),
        hooks(),
        fixtures(),
        keys(),
        problems(),
        commands(),
    ]
    return re.sub(r"\n{3,}(?= *```)", "\n\n", "\n".join(parts))


def first_line(thing: Any) -> str:
    """Return the first sentence of a docstring; every public thing has one."""
    text = inspect.getdoc(thing) or ""
    line = " ".join(text.partition("\n\n")[0].split())
    if not line:
        raise SystemExit(f"{thing!r} has no docstring")
    return line


def signature(thing: Any, name: str) -> str:
    """Return how a function or class is called, without the types, which the code tells."""
    try:
        found = inspect.signature(thing)
    except (TypeError, ValueError):
        return name
    plain = [
        parameter.replace(annotation=inspect.Parameter.empty, default=_default(parameter))
        for parameter in found.parameters.values()
        if parameter.name != "self" and not parameter.name.startswith("_")
    ]
    text = str(found.replace(parameters=plain, return_annotation=inspect.Signature.empty))
    return f"{name}{text}"


class _Shown:
    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def _default(parameter: inspect.Parameter) -> Any:
    default = parameter.default
    if default is inspect.Parameter.empty:
        return default
    plain = default is None or isinstance(default, str | int | float | bool | tuple)
    return _Shown(repr(default)) if plain else _Shown("...")


# ---------------------------------------------------------------- names


def names_of(module: Any, name: str) -> str:
    lines = [f"## Names of `{name}`\n"]
    for public in sorted(module.__all__, key=str.lower):
        thing = getattr(module, public)
        if inspect.isclass(thing):
            lines += class_lines(public, thing)
        elif inspect.isfunction(inspect.unwrap(thing)):
            lines += [f"**`{signature(thing, public)}`** — {first_line(thing)}\n"]
            lines += [f"{code}\n" for code in examples_of(thing)]
        else:
            lines += [f"**`{public}`** — {said_of(module, public)}{values_of(thing)}\n"]
    return "\n".join(lines)


def values_of(constant: Any) -> str:
    """Return the words that a constant lists, where it does."""
    is_list = isinstance(constant, tuple) and all(isinstance(one, str) for one in constant)
    return f" One of {', '.join(f'`{one}`' for one in constant if one)}." if is_list else ""


def class_lines(public: str, kind: type) -> list[str]:
    is_plain = issubclass(kind, BaseException | Enum) or issubclass(kind, testing.PackExam)
    lines = [f"**`{public if is_plain else signature(kind, public)}`** — {first_line(kind)}\n"]
    lines += told_of(kind)
    if issubclass(kind, Enum):
        return [*lines, *(f"- `.{member.name}`" for member in kind), ""]
    if issubclass(kind, testing.PackExam):
        return [*lines, "- `.games`, `.allowed` — set them in a subclass", ""]
    members = [f"- `.{name}` — {said}" for name, said in attributes_of(kind).items()]
    for name, member in inspect.getmembers_static(kind):
        if name.startswith("_") or not _is_own(kind, name):
            continue
        if issubclass(kind, boards.Board) and name not in vars(kind):
            continue  # it stands at `Board`
        function = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        if isinstance(member, property | cached_property):
            members.append(f"- `.{name}`{_said(member)}")
        elif inspect.isfunction(function):
            said = _said(getattr(kind, name))
            members.append(f"- `.{signature(_without_class(member), name)}`{said}")
            members += [f"\n{indent(code, '  ')}\n" for code in examples_of(getattr(kind, name))]
    return [*lines, *members, ""] if members else lines


def told_of(kind: type) -> list[str]:
    """Return what the docstring of a class tells of its parameters, and its examples."""
    try:
        known = set(inspect.signature(kind).parameters)
    except (TypeError, ValueError):
        known = set()
    found: list[str] = []
    for paragraph in (inspect.getdoc(kind) or "").split("\n\n"):
        head, *rest = paragraph.splitlines()
        is_open = False
        for line in dedent("\n".join(rest)).splitlines() if head == "Args:" else [head, *rest]:
            names, colon, said = line.partition(": ")
            if colon and set(names.split(", ")) <= known:
                found.append(f"- `{names}`: {said}")
                is_open = True
            elif is_open and line.startswith("    "):
                found[-1] += f" {line.strip()}"
            else:
                is_open = False
    return [*found, *[""][: len(found)], *(f"{code}\n" for code in examples_of(kind))]


def attributes_of(kind: type) -> dict[str, str]:
    """Return the attributes of a class that have a text below them, and that text."""
    found = {}
    for base in reversed(kind.__mro__):
        if not base.__module__.startswith("tabletop_core") or issubclass(base, Enum):
            continue
        (tree,) = ast.parse(dedent(inspect.getsource(base))).body
        assert isinstance(tree, ast.ClassDef)
        for node, after in pairwise(tree.body):
            if isinstance(node, ast.AnnAssign) and isinstance(after, ast.Expr):
                assert isinstance(node.target, ast.Name)
                said = ast.literal_eval(after.value)
                found[node.target.id] = " ".join(said.partition("\n\n")[0].split())
    return dict(sorted(found.items()))


def examples_of(thing: Any) -> list[str]:
    """Return the examples in a docstring, which are set off, each as a block of code."""
    examples: list[str] = []
    was_code = False
    for paragraph in (inspect.getdoc(thing) or "").split("\n\n"):
        is_code = paragraph.startswith("    ") and not re.search(r"^\S", paragraph, re.M)
        if is_code and was_code:
            # As formatters have it: two blank lines around a class or a function.
            is_apart = re.search("^    (class|def) ", f"{examples[-1]}\n{paragraph}", re.M)
            examples[-1] += ("\n\n\n" if is_apart else "\n\n") + paragraph
        elif is_code:
            examples.append(paragraph)
        was_code = is_code
    return [f"```python\n{dedent(example)}\n```" for example in examples]


def _said(member: Any) -> str:
    return f" — {first_line(member)}" if inspect.getdoc(member) else ""


def _without_class(member: Any) -> Any:
    return member.__get__(None, object) if isinstance(member, classmethod) else member


def _is_own(kind: type, name: str) -> bool:
    """Tell whether a member is of our own making, not of attrs, mappings or tuples."""
    home = next(base for base in kind.__mro__ if name in vars(base))
    return home.__module__.startswith("tabletop_core")


def said_of(module: Any, public: str) -> str:
    """Return the text below the assignment of a constant, else what it is."""
    file = Path(inspect.getsourcefile(module) or "")
    for home in [file, *sorted(file.parent.rglob("[a-z]*.py"))]:
        if said := _said_in(home, public):
            return said
    raise SystemExit(f"{public} is not assigned in {module.__name__}")


def _said_in(home: Path, public: str) -> str:
    """Return what a module says of a constant; nothing where it does not assign it."""
    tree = ast.parse(home.read_text(encoding="utf-8"))
    for node, after in zip(tree.body, [*tree.body[1:], None], strict=True):
        targets = getattr(node, "targets", [getattr(node, "target", None)])
        if any(getattr(target, "id", "") == public for target in targets):
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                return " ".join(str(after.value.value).split("\n\n")[0].split())
            assert isinstance(node, ast.Assign | ast.AnnAssign)
            assert node.value is not None
            return f"`{ast.unparse(node.value)}`"
    return ""


# ---------------------------------------------------------------- hooks and fixtures


def hooks() -> str:
    lines = [
        "## Hooks\n",
        "A package registers itself under the entry point group `tabletop.packs`.",
        "Its `__init__.py` implements hooks, each marked `@hookimpl`;",
        "[Writing packs](writing-packs.md#add-to-other-games) has examples.\n",
    ]
    for name, hook in vars(hookspecs).items():
        if name.startswith("tabletop_") and inspect.isfunction(hook):
            lines += [f"### `{signature(hook, name)}`\n", _described(hook)]
    return "\n".join(lines)


def _described(hook: Any) -> str:
    text = inspect.cleandoc(hook.__doc__ or "")
    said, _, example = text.partition("\n\n    ")
    shown = inspect.cleandoc("    " + example) if example else ""
    return f"{said}\n" + (f"\n```python\n{shown}\n```\n" if shown else "")


def fixtures() -> str:
    plugin = import_module("tabletop_core.pytest_plugin")
    lines = ["## Fixtures of pytest\n", "They are there when tabletop is installed.\n"]
    for name, thing in vars(plugin).items():
        function = getattr(thing, "__wrapped__", None) or getattr(thing, "_fixture_function", None)
        if function is not None and function.__module__ == plugin.__name__:
            lines.append(f"- `{name}` — {first_line(function)}")
    lines += [
        "",
        "| setting | means |",
        "| --- | --- |",
        "| `pytest --record` | `replay` and `replay_many` write their recordings anew |",
        "| `tabletop_pack` in the settings of pytest | the id of the pack that `pack` loads |",
        "",
    ]
    return "\n".join(lines)


# ---------------------------------------------------------------- keys


def keys() -> str:
    lines = [
        "## Keys of TOML files\n",
        "[The table format](table-format.md) and [Boards](boards.md) tell what each key means, "
        "with examples.",
        "A key without a default must be there. Unknown keys are refused.\n",
    ]
    for title, form in KEYS:
        lines += [f"### {title}\n", "| key | type | default |", "| --- | --- | --- |"]
        for field in attrs.fields(form):
            lines.append(f"| `{field.name}` | {_type(field.type)} | {_default_of(field)} |")
        lines.append("")
    return "\n".join(lines)


_TYPES = {
    "str": "text",
    "int": "whole number",
    "bool": "`true`, `false`",
    "Words": "text or array of texts",
    "Cell": "result",
    "Dice": "dice",
    "Mapping[str, int]": "table of whole numbers",
    "tuple[float, ...]": "array of numbers",
    "tuple[str, str]": "array of two texts",
    "tuple[tuple[float, float], ...]": "array of pairs of numbers",
    "tuple[tuple[str, ...], ...]": "array of arrays of text",
    "Hexes": "table",
    "Squares": "table",
    "Anything": "as in the file it changes",
}


def _type(kind: Any) -> str:
    text = kind if isinstance(kind, str) else getattr(kind, "__name__", "") or str(kind)
    if not isinstance(kind, str) and hasattr(kind, "__args__"):
        text = str(kind)
    text = re.sub(r"[\w.]+\.(\w+)", r"\1", text).replace(" | None", "")
    if text in _TYPES:
        return _TYPES[text]
    inner = re.fullmatch(r"tuple\[(\w+), \.\.\.\]", text)
    if inner:
        many = _TYPES.get(inner[1], "")
        return f"array of {many}" if many else "array of tables"
    return _TYPES.get(text, text)


def _default_of(field: Any) -> str:
    if field.default is attrs.NOTHING:
        return "must be there"
    if isinstance(field.default, attrs.Factory):  # type: ignore[arg-type]
        return ""
    empty = field.default is None or field.default == "" or not _holds(field.default)
    return "" if empty else f"`{str(field.default).lower()}`"


def _holds(default: Any) -> bool:
    return bool(getattr(default, "words", default)) or default in (0, False)


# ---------------------------------------------------------------- problems


def problems() -> str:
    lines = [
        "## Problems\n",
        "What `tabletop check` reports. A message names the file, the line and the value,",
        "and often knows a better remedy than the general one here.",
        "Errors fail a pack; warnings and notes do not.\n",
        "| code | | means | remedy |",
        "| --- | --- | --- | --- |",
    ]
    for code in {**CODES, **DATA_CODES}.values():
        lines.append(f"| `{code.code}` | {code.severity} | {code.meaning} | {code.remedy} |")
    return "\n".join([*lines, ""])


# ---------------------------------------------------------------- commands


def commands() -> str:
    from typer.main import get_command

    from tabletop_core.cli import COMMANDS, app

    group: Any = get_command(app)
    lines = [
        "## Commands\n",
        "[The command line](command-line.md) tells how they are used.\n",
        *_options(group),
    ]
    for name in COMMANDS:
        lines += _command_lines(group.get_command(None, name), f"tabletop {name}")
    return "\n".join(lines)


def _command_lines(command: Any, name: str) -> list[str]:
    below = getattr(command, "commands", {})
    words = [
        parameter.metavar or parameter.name.upper()
        for parameter in command.params
        if parameter.param_type_name == "argument"
    ]
    lines = [f"### `{' '.join([name, *words])}`\n", _first_paragraph(command.help), ""]
    lines += _options(command)
    for inner, one in below.items():
        lines += _command_lines(one, f"{name} {inner}")
    return lines


def _first_paragraph(text: str) -> str:
    return " ".join(inspect.cleandoc(text or "").partition("\n\n")[0].split())


def _options(command: Any) -> list[str]:
    lines = []
    for option in command.params:
        if option.param_type_name == "option" and option.name != "help":
            names = ", ".join(f"`{name}`" for name in option.opts)
            value = "" if option.is_flag or not option.metavar else f" {option.metavar}"
            lines.append(f"- {names}{value.replace('|', ' or ')} — {option.help}")
    return [*lines, ""] if lines else []


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.name}: {len(page().splitlines())} lines")
