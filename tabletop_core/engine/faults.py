"""Faults in the code of a game: which rule failed, in which line of which file."""

from collections.abc import Callable
from inspect import unwrap
from pathlib import Path
from types import CodeType, FrameType, TracebackType
from typing import Any, TypeVar

import attrs

from ..errors import PackError, TabletopError
from .frames import is_walk, pack_of
from .rules import Rule

T = TypeVar("T")


@attrs.frozen(kw_only=True)
class Fault:
    """Code of a game that raised an error: what was wrong, in which game, file and line.

    `code` names it: a rule by its number and title, or the name of the step if no rule is marked;
    a function of the pack that no rule called, such as `view`, by its name.
    """

    what: str
    game: str
    code: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.code} of {self.game} failed at {self.file}:{self.line}: {self.what}"


def fault_of(error: BaseException, what: str = "") -> Fault | None:
    """Return the code of a game that an error comes from; None if none was being carried out.

    `what` says what was wrong, if the error does not.
    """
    frames = _frames(error.__traceback__)
    kind = "" if isinstance(error, TabletopError) else f"{type(error).__name__}: "
    what = what or f"{kind}{error}"
    walks = [number for number, (frame, _) in enumerate(frames) if is_walk(frame)]
    if walks:
        return _fault_of_rule(frames[walks[-1] :], what)
    own = [(frame, line) for frame, line in frames if pack_of(frame)]
    if not own:
        return None
    pack: Any = pack_of(own[0][0])
    file, line = _place_of(own[-1][0].f_code.co_filename, own[-1][1])
    return Fault(
        what=what,
        game=pack.tabletop_identity().title,
        code=f"the function {own[0][0].f_code.co_name!r}",
        file=file,
        line=line,
    )


class ReturnedError(PackError):
    """A function of a pack returned what cannot be used, most often nothing.

    No line of the pack is at work any more: `file` and `line` are where the function begins.
    """

    def __init__(self, what: str, remedy: str, file: str, line: int) -> None:
        super().__init__(what, remedy, file, line)
        self.what, self.remedy, self.file, self.line = what, remedy, file, line

    def __str__(self) -> str:
        place = "{}:{}: ".format(*_place_of(self.file, self.line)) if self.file else ""
        return f"{place}{self.what}; {self.remedy}"


def returned(function: Callable[..., Any], value: T | None, kind: type, wanted: str) -> T:
    """Return what a function of a pack returned.

    Raises:
        ReturnedError: it is not of this kind; `wanted` says what to return instead.
    """
    if value is not None and isinstance(value, kind):
        return value
    name = getattr(function, "__name__", type(function).__name__)
    given = "nothing" if value is None else f"a value of the type {type(value).__name__}"
    raise ReturnedError(f"`{name}` returns {given}", f"return {wanted}", *begin_of(function))


def begin_of(function: Callable[..., Any]) -> tuple[str, int]:
    """Return the file and line where a function begins; empty and 0 for one that has none."""
    code = getattr(unwrap(function), "__code__", None)
    return (code.co_filename, code.co_firstlineno) if code else ("", 0)


def is_in_rules(error: BaseException) -> bool:
    """Return whether an error was raised while the rules of a game were carried out."""
    return any(is_walk(frame) for frame, _ in _frames(error.__traceback__))


def _fault_of_rule(frames: list[tuple[FrameType, int]], what: str) -> Fault:
    """Return the rule that fails; the first frame is that of the runner."""
    runner = frames[0][0].f_locals["self"]
    step, package = runner.play.step, runner.game.package
    rule = step.marked.name if step.marked else f"{step.rule_number} {step.name}".strip()
    # Where the runner itself was stopped, the step is named.
    code: CodeType = getattr(unwrap(step.run), "__code__", frames[0][0].f_code)
    file, line = _place_of(code.co_filename, code.co_firstlineno)
    for frame, at in frames[1:]:
        marked = frame.f_locals.get("this__")
        if isinstance(marked, Rule):
            rule = marked.name
        if _is_of(frame, package):
            file, line = _place_of(frame.f_code.co_filename, at)
    return Fault(what=what, game=runner.game.title, code=f"rule {rule!r}", file=file, line=line)


def line_of(error: BaseException, package: str) -> str:
    """Return the innermost line of a package that an error comes from, as `FILE:LINE`.

    Where no line of the package is on the way, it is the innermost line of all; of what cannot be
    read as Python, the line that cannot be read; of a function that returned what cannot be used,
    its first.
    """
    if isinstance(error, ReturnedError):
        return "{}:{}".format(*_place_of(error.file, error.line))
    if isinstance(error, SyntaxError) and error.filename:
        return "{}:{}".format(*_place_of(error.filename, error.lineno or 1))
    frames = _frames(error.__traceback__)
    own = [one for one in frames if _is_of(one[0], package)]
    frame, line = (own or frames)[-1]
    return "{}:{}".format(*_place_of(frame.f_code.co_filename, line))


def _is_of(frame: FrameType, package: str) -> bool:
    module: str = frame.f_globals.get("__name__", "")
    return module == package or module.startswith(f"{package}.")


def _frames(traceback: TracebackType | None) -> list[tuple[FrameType, int]]:
    """Return the frames of a traceback with their lines, the innermost last."""
    frames = []
    while traceback is not None:
        frames.append((traceback.tb_frame, traceback.tb_lineno))
        traceback = traceback.tb_next
    return frames


def _place_of(file: str, line: int) -> tuple[str, int]:
    """Return file and line, the file relative to the working directory, if it is inside."""
    path = Path(file)
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path), line
