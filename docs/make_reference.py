"""Write the reference from the code: names, hooks, keys, problems, commands.

    python docs/make_reference.py

It writes `reference.md` and the pages in `reference/`; the tests fail when they are stale.
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

from tabletop_core import testing
from tabletop_core.boards import files as board_files
from tabletop_core.boards import maps
from tabletop_core.data import Component, Entry, card_kinds, glossary, overlays
from tabletop_core.plugins import hookspecs
from tabletop_core.tables import files
from tabletop_core.testing.codes import CODES, DATA_CODES
from tabletop_core.testing.source import PUBLIC_MODULES

DOCS = Path(__file__).parent
INDEX = "reference.md"
FOLDER = "reference"

INTRODUCTION = """# Reference

Every public name, hook, key, problem and command, by reader.
[What you can rely on](what-stays.md) says how long they stay and how a change is announced.
These pages are written by `python docs/make_reference.py`, and the tests hold them to the code.
"""

PACKAGES = tuple(import_module(name) for name in PUBLIC_MODULES)

READERS = {
    "packs": (
        "Names for authors of games",
        "In the order in which you meet them.",
        """
        Identity hookimpl Game GameOption Look Learning Setup load_pack
        Step Sequence Repeat ForEach
        Play Asks Answer Decision by_id rule Rule ruling Ruling Chapter
        Event EVERYONE Outcome Roll Viewer
        Panel Facts TrackPanel Cards Card Slots Slot Figure Bar Theme Tone Place kept
        BoardPanel Spot Piece Way Edge Art
        Words counted listed said signed narrate dice_words printed_number
        PackData DataFolder Overlays Component Entry CardData card_data CardKind copies_of
        Glossary Word fault Problem DataError
        Pile deal Hand CardRow Deck Market Trick Auction Blocks Track
        cards_panel deck_panels market_panel determinize clone
        Bot GreedyBot RuleBot Policies first_legal preferred
        perform play_script PlayScripted SetField Replay PackExam
        """,
    ),
    "boards": (
        "Names for games with a map or a board",
        "Panels of boards are among the names for authors of games.",
        """
        MapFile BoardMap MapSpace Feature CounterFile load_file
        HexGrid SquareGrid Square GridPiece DEGREES step steps_between turned
        Graph Earth Stacks Zone Reach not_drawn
        """,
    ),
    "drama": (
        "Names for the story of a game",
        "What a `Look(drama=...)` is made of.",
        "Drama Moment Telling Told told_as Rolls People Story Fate",
    ),
    "tables": (
        "Names for tables and dice",
        "They need no game.",
        """
        load_tables read_table to_toml Table Tables Row Modifier Override Note Lookup describe
        Named Effect Noted Reference Several RollResult Threshold Again
        parse_dice Dice dice_odds Odds Weights Roller
        """,
    ),
    "programs": (
        "Names for programs that play, show and analyse games",
        "Front ends, bots and studies hold a `Match`.",
        """
        Match ALL_SEEING IllegalAnswerError TabletopError run_games seat_bots
        things changes view_svg panel_svg Scene
        """,
    ),
}
"""The public names by reader: title, a sentence, and the names in the order of the page."""

MAX_PUBLIC, MAX_FOR_PACKS = 160, 100
"""The most public names, and the most of them on the page for authors of games."""

ADAPTERS = (
    "gym",
    "pettingzoo",
    "openspiel",
    "rewards",
    "vocabulary",
    "layout",
    "by_playing",
    "tasks",
    "demonstrations",
    "policy",
    "pointer",
)
"""Modules of `tabletop_core.adapters`, read as text: each needs a package that may be absent."""

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
    ("`[[setup]]`", board_files.StartingPosition),
    ("`[[setup.place]]`", board_files.Placing),
    ("A file of cards: `CardFile`", card_kinds.CardFile),
    ("`[[card]]`: `CardKind`", card_kinds.CardKind),
    ("A glossary: `Glossary`", glossary.Glossary),
    ("`[[word]]`", glossary.Word),
    ("Any other file of a pack: `Component`", Component),
    ("A repeated part of such a file: `Entry`", Entry),
)


def pages() -> dict[str, str]:
    """Return the text of each page by its path below `docs/`."""
    parts = {
        **{page: names_of(title, said, names) for page, (title, said, names) in READERS.items()},
        "adapters": adapters(),
        "hooks": hooks(),
        "fixtures": fixtures(),
        "keys": keys(),
        "problems": problems(),
        "commands": commands(),
    }
    found = {f"{FOLDER}/{name}.md": _tidy(text) for name, text in parts.items()}
    return {INDEX: index(), **found}


def module_of(name: str) -> Any:
    """Return the public package that a name is imported from; the shortest of several."""
    return next(module for module in PACKAGES if name in module.__all__)


def index() -> str:
    """Return the first page: what stands where."""
    lines = [INTRODUCTION]
    for page, (title, _, names) in READERS.items():
        listed = ", ".join(f"`{name}`" for name in names.split())
        lines.append(f"- [{title}]({FOLDER}/{page}.md): {listed}")
    lines += [
        f"- [`tabletop_core.adapters`]({FOLDER}/adapters.md): environments of Gymnasium, "
        "PettingZoo and OpenSpiel",
        f"- [Hooks]({FOLDER}/hooks.md): what a package can offer",
        f"- [Fixtures of pytest]({FOLDER}/fixtures.md)",
        f"- [Keys of TOML files]({FOLDER}/keys.md)",
        f"- [Problems]({FOLDER}/problems.md): what `tabletop check` reports, by code",
        f"- [Commands]({FOLDER}/commands.md): every option",
        "",
    ]
    return "\n".join(lines)


def _tidy(text: str) -> str:
    return re.sub(r"\n{3,}(?= *```)", "\n\n", text)


def first_line(thing: Any) -> str:
    """Return the first sentence of a docstring; every public thing has one."""
    text = inspect.getdoc(thing) or ""
    line = " ".join(text.partition("\n\n")[0].split())
    if not line:
        raise SystemExit(f"{thing!r} has no docstring")
    return line


def signature(thing: Any, name: str) -> str:
    """Return how a function or class is called, without types, which the code has."""
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


def names_of(title: str, said: str, names: str) -> str:
    lines = [f"# {title}\n", f"{said}\n"]
    for public in names.split():
        module = module_of(public)
        thing = getattr(module, public)
        lines += [f"## `{public}`\n", f"`from {module.__name__} import {public}`\n"]
        if inspect.isclass(thing):
            lines += class_lines(public, thing)
        elif inspect.isfunction(inspect.unwrap(thing)):
            lines += [f"`{signature(thing, public)}`\n", f"{first_line(thing)}\n"]
            lines += [f"{code}\n" for code in examples_of(thing)]
        else:
            lines += [f"{said_of(module, public)}{values_of(thing)}\n"]
    return "\n".join(lines)


def values_of(constant: Any) -> str:
    """Return the words that a constant lists, where it does."""
    is_list = isinstance(constant, tuple) and all(isinstance(one, str) for one in constant)
    return f" One of {', '.join(f'`{one}`' for one in constant if one)}." if is_list else ""


def class_lines(public: str, kind: type) -> list[str]:
    is_protocol = getattr(kind, "_is_protocol", False)
    is_plain = is_protocol or issubclass(kind, BaseException | Enum | testing.PackExam)
    lines = [] if is_plain else [f"`{signature(kind, public)}`\n"]
    lines.append(f"{first_line(kind)}\n")
    lines += described(kind)
    if issubclass(kind, Enum):
        return [*lines, *(f"- `.{member.name}`" for member in kind), ""]
    if issubclass(kind, testing.PackExam):
        return [*lines, "- `.games`, `.allowed` — set them in a subclass", ""]
    members = [f"- `.{name}` — {said}" for name, said in attributes_of(kind).items()]
    for name, member in inspect.getmembers_static(kind):
        if name.startswith("_") or not _is_own(kind, name):
            continue
        function = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        if isinstance(member, property | cached_property):
            members.append(f"- `.{name}`{_said(member)}")
        elif inspect.isfunction(function):
            said = _said(getattr(kind, name))
            members.append(f"- `.{signature(_without_class(member), name)}`{said}")
            members += [f"\n{indent(code, '    ')}\n" for code in examples_of(getattr(kind, name))]
    return [*lines, *members, ""] if members else lines


def described(kind: type) -> list[str]:
    """Return what the docstring of a class says about its parameters, and its examples."""
    try:
        known = set(inspect.signature(kind).parameters)
    except (TypeError, ValueError):
        known = set()
    found = parameters_in(inspect.getdoc(kind) or "", known)
    return [*found, *(f"{code}\n" for code in examples_of(kind))]


def parameters_in(text: str, known: set[str]) -> list[str]:
    """Return a list of the parameters that a docstring describes, with what it says."""
    found: list[str] = []
    for paragraph in text.split("\n\n"):
        head, *rest = paragraph.splitlines() or [""]
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
    return [*found, *[""][: len(found)]]


def attributes_of(kind: type) -> dict[str, str]:
    """Return the documented attributes of a class, each with its text."""
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
            value = ast.unparse(node.value)
            return f"`{value}`" if len(value) < 100 else f"A constant, a {_kind(node.value)}."
    return ""


def _kind(node: ast.expr) -> str:
    return {ast.Dict: "mapping", ast.Tuple: "tuple"}.get(type(node), "value")


# ---------------------------------------------------------------- adapters


def adapters() -> str:
    """Return the page about the adapters, made from their text alone."""
    package = import_module("tabletop_core.adapters")
    lines = ["# `tabletop_core.adapters`\n", f"{first_line(package)}\n"]
    lines.append("[Many games, strong bots, exact odds](../analysis.md#learning) has examples.\n")
    for name in ADAPTERS:
        file = Path(package.__path__[0], f"{name}.py")
        tree = ast.parse(file.read_text(encoding="utf-8"))
        defined = {getattr(node, "name", ""): node for node in tree.body}
        lines += [f"## `tabletop_core.adapters.{name}`\n", f"{_first_line_of(tree)}\n"]
        for public in public_in(tree):
            lines += _read_lines(defined[public])
    return "\n".join(lines)


def public_in(tree: ast.Module) -> list[str]:
    """Return `__all__` of a module that is not loaded."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return list(ast.literal_eval(node.value))
    raise SystemExit("an adapter has no __all__")


def _read_lines(node: ast.stmt) -> list[str]:
    assert isinstance(node, ast.ClassDef | ast.FunctionDef)
    maker: ast.stmt = node
    if isinstance(node, ast.ClassDef):
        makers = [one for one in node.body if getattr(one, "name", "") == "__init__"]
        if not makers:
            return _fields_and_methods(node)
        (maker,) = makers
    assert isinstance(maker, ast.FunctionDef)
    arguments = maker.args
    arguments.args = [one for one in arguments.args if one.arg != "self"]
    for one in (*arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg):
        if one is not None:
            one.annotation = None
    lines = [f"### `{node.name}`\n", f"`{node.name}({ast.unparse(arguments)})`\n"]
    lines.append(f"{_first_line_of(node)}\n")
    known = {one.arg for one in (*arguments.args, *arguments.kwonlyargs)}
    return lines + parameters_in(ast.get_docstring(node) or "", known)


def _fields_and_methods(node: ast.ClassDef) -> list[str]:
    """Return a class whose fields make its `__init__`, with what its methods do."""
    fields = [
        ast.unparse(one.target) + _default_in(one.value)
        for one in node.body
        if isinstance(one, ast.AnnAssign) and not ast.unparse(one.annotation).startswith("ClassVar")
    ]
    lines = [f"### `{node.name}`\n", f"`{node.name}({', '.join(fields)})`\n"]
    lines.append(f"{_first_line_of(node)}\n")
    methods = [
        f"- `{one.name}`: {_first_line_of(one)}"
        for one in node.body
        if isinstance(one, ast.FunctionDef) and not one.name.startswith("_")
    ]
    return [*lines, *methods, ""] if methods else lines


def _default_in(value: ast.expr | None) -> str:
    """Return the default that a field is given in a class; a factory makes one."""
    if value is None:
        return ""
    if not isinstance(value, ast.Call) or ast.unparse(value.func) != "attrs.field":
        return f"={ast.unparse(value)}"
    given = {one.arg: ast.unparse(one.value) for one in value.keywords}
    return f"={given['default']}" if "default" in given else "=..." if "factory" in given else ""


def _first_line_of(node: Any) -> str:
    return " ".join((ast.get_docstring(node) or "").partition("\n\n")[0].split())


# ---------------------------------------------------------------- hooks and fixtures


def hooks() -> str:
    lines = [
        "# Hooks\n",
        "A package registers itself under the entry point group `tabletop.packs`.",
        "Its `__init__.py` implements hooks, each marked `@hookimpl`;",
        "[Writing packs](../writing-packs.md#add-to-other-games) has examples.\n",
    ]
    for name, hook in vars(hookspecs).items():
        if name.startswith("tabletop_") and inspect.isfunction(hook):
            lines += [f"## `{name}`\n", f"`{signature(hook, name)}`\n", _described(hook)]
    return "\n".join(lines)


def _described(hook: Any) -> str:
    text = inspect.cleandoc(hook.__doc__ or "")
    said, _, example = text.partition("\n\n    ")
    shown = inspect.cleandoc("    " + example) if example else ""
    return f"{said}\n" + (f"\n```python\n{shown}\n```\n" if shown else "")


def fixtures() -> str:
    plugin = import_module("tabletop_core.pytest_plugin")
    lines = ["# Fixtures of pytest\n", "They are available wherever tabletop is installed.\n"]
    for name, thing in vars(plugin).items():
        function = getattr(thing, "__wrapped__", None) or getattr(thing, "_fixture_function", None)
        if function is not None and function.__module__ == plugin.__name__:
            lines.append(f"- `{name}` — {first_line(function)}")
    lines += [
        "",
        "| setting | means |",
        "| --- | --- |",
        "| `pytest --tabletop-record` | `replay` and `replay_many` write their recordings again |",
        "| `tabletop_pack` in the pytest settings | the id of the pack that `pack` loads |",
        "",
    ]
    return "\n".join(lines)


# ---------------------------------------------------------------- keys


def keys() -> str:
    lines = [
        "# Keys of TOML files\n",
        "[The table format](../table-format.md) and [Boards](../boards.md) explain each key with "
        "examples.",
        "A key marked *required* has no default. Unknown keys are refused.\n",
    ]
    for title, form in KEYS:
        lines += [f"## {title}\n", "| key | type | default |", "| --- | --- | --- |"]
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
        return "required"
    if isinstance(field.default, attrs.Factory):  # type: ignore[arg-type]
        return ""
    empty = field.default is None or field.default == "" or not _holds(field.default)
    return "" if empty else f"`{str(field.default).lower()}`"


def _holds(default: Any) -> bool:
    return bool(getattr(default, "words", default)) or default in (0, False)


# ---------------------------------------------------------------- problems


def problems() -> str:
    lines = [
        "# Problems\n",
        "What `tabletop check` reports. A message names the file, the line and the value,",
        "and often a better remedy than the general one here.",
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
    from tabletop_core.cli.screen.prompt import PROMPT_COMMANDS

    group: Any = get_command(app)
    lines = [
        "# Commands\n",
        "[The command line](../command-line.md) explains how to use them.\n",
        *_options(group),
    ]
    for name in COMMANDS:
        lines += _command_lines(group.get_command(None, name), f"tabletop {name}")
    lines += ["## At a prompt\n", "| command | does |", "| --- | --- |"]
    for command in PROMPT_COMMANDS:
        lines += [f"| `{typed}` | {does} |" for typed, does in command.uses.items()]
    lines.append("")
    return "\n".join(lines)


def _command_lines(command: Any, name: str) -> list[str]:
    below = getattr(command, "commands", {})
    words = [
        parameter.metavar or parameter.name.upper()
        for parameter in command.params
        if parameter.param_type_name == "argument"
    ]
    lines = [f"## `{' '.join([name, *words])}`\n", _first_paragraph(command.help), ""]
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
    written = pages()
    for old in (DOCS / FOLDER).glob("*.md"):
        old.unlink()
    (DOCS / FOLDER).mkdir(exist_ok=True)
    for name, text in written.items():
        (DOCS / name).write_text(text, encoding="utf-8")
    print(f"{len(written)} pages, {sum(text.count(chr(10)) for text in written.values())} lines")
