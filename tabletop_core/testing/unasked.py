"""Questions and rules that a pack makes and does not yield, found in its text."""

import ast
from collections.abc import Iterable, Iterator, Mapping

_OF_PLAY = {
    "ask": ast.Yield,
    "ask_all": ast.Yield,
    "choose": ast.YieldFrom,
    "resolve": ast.YieldFrom,
}
"""The methods of a `Play` that ask, each with what its result is for."""

_READ = (
    *(ast.Attribute, ast.BinOp, ast.BoolOp, ast.Compare, ast.Expr, ast.FormattedValue),
    *(ast.If, ast.IfExp, ast.Subscript, ast.UnaryOp, ast.While),
)
"""What drops a value, or reads one that is there; what asks has none yet."""


def unasked(files: Mapping[str, ast.Module]) -> Iterator[tuple[str, str, tuple[str, int]]]:
    """Yield (what, remedy, place) for each call whose question, or rule that asks, is not yielded.

    Its result is dropped, or read as if it were the answer. Where it is handed on, somebody else
    may yield it.
    """
    asking = _generators(files.values())
    for file, tree in files.items():
        above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            way = _way(node, asking)
            if way is not None and not _is_handed_on(node, way, above):
                word = "yield" if way is ast.Yield else "yield from"
                called = f"{ast.unparse(node.func)}(...)"
                yield called, f"write `{word} {called}`", (file, node.lineno)


def _generators(trees: Iterable[ast.Module]) -> set[str]:
    """Return the names that functions of a pack have which are generators, and no others."""
    found: dict[bool, set[str]] = {True: set(), False: set()}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                found[_is_generator(node)].add(node.name)
    return found[True] - found[False]


def _is_generator(function: ast.FunctionDef) -> bool:
    left: list[ast.AST] = list(function.body)
    while left:
        node = left.pop()
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef | ast.GeneratorExp):
            left += ast.iter_child_nodes(node)
    return False


def _way(call: ast.Call, asking: set[str]) -> type[ast.expr] | None:
    """Return how what a call makes is to be yielded; None if it makes nothing that asks."""
    function = call.func
    if isinstance(function, ast.Name):
        return ast.YieldFrom if function.id in asking else None
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
        return _OF_PLAY.get(function.attr) if function.value.id == "play" else None
    return None


def _is_handed_on(node: ast.expr, way: type[ast.expr], above: dict[ast.AST, ast.AST]) -> bool:
    parent = above[node]
    if isinstance(parent, ast.Yield | ast.YieldFrom):
        return isinstance(parent, way)
    if isinstance(parent, _READ):
        # Of `a if b else c`, only `b` is read here.
        return isinstance(parent, ast.IfExp) and parent.test is not node
    if isinstance(parent, ast.Assign | ast.AnnAssign | ast.NamedExpr):
        target = parent.targets[0] if isinstance(parent, ast.Assign) else parent.target
        return not isinstance(target, ast.Name) or _is_name_handed_on(target, way, above)
    return True


def _is_name_handed_on(name: ast.Name, way: type[ast.expr], above: dict[ast.AST, ast.AST]) -> bool:
    """Return whether the function around a name yields what it holds, or only passes it on."""
    scope: ast.AST = name
    while scope in above and not isinstance(scope, ast.FunctionDef):
        scope = above[scope]
    uses = [
        node
        for node in ast.walk(scope)
        if isinstance(node, ast.Name) and node.id == name.id and isinstance(node.ctx, ast.Load)
    ]
    handed = [node for node in uses if _is_handed_on(node, way, above)]
    if any(isinstance(above[node], ast.Yield | ast.YieldFrom | ast.Return) for node in handed):
        return True
    return bool(uses) and handed == uses
