"""Faults in the rules of a game: which rule failed, in which line of which file."""

from pathlib import Path
from types import FrameType, TracebackType

import attrs

from ..errors import TabletopError
from .rules import Rule
from .runner import Runner

_WALK = Runner._walk.__code__


@attrs.frozen(kw_only=True)
class Fault:
    """A rule that raised an error: what was wrong, in which game, rule, file and line.

    `rule` is its number and title, or the name of the step if no rule is marked.
    """

    what: str
    game: str
    rule: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"rule {self.rule!r} of {self.game} failed at {self.file}:{self.line}: {self.what}"


def fault_of(error: BaseException) -> Fault | None:
    """Return the rule that an error comes from; None if no rule was being carried out."""
    frames = _frames(error.__traceback__)
    walks = [number for number, (frame, _) in enumerate(frames) if frame.f_code is _WALK]
    if not walks:
        return None
    runner = frames[walks[-1]][0].f_locals["self"]
    step, package = runner.play.step, runner.game.package
    rule = step.marked.name if step.marked else f"{step.rule_number} {step.name}".strip()
    place = frames[walks[-1]]
    for frame, line in frames[walks[-1] + 1 :]:
        marked = frame.f_locals.get("this__")
        if isinstance(marked, Rule):
            rule = marked.name
        if _is_of(frame, package):
            place = frame, line
    kind = "" if isinstance(error, TabletopError) else f"{type(error).__name__}: "
    frame, line = place
    return Fault(
        what=f"{kind}{error}",
        game=runner.game.title,
        rule=rule,
        file=_nearby(frame.f_code.co_filename),
        line=line,
    )


def line_of(error: BaseException, package: str) -> str:
    """Return the innermost line of a package that an error comes from, as `FILE:LINE`.

    Where no line of the package is on the way, it is the innermost line of all.
    """
    frames = _frames(error.__traceback__)
    own = [one for one in frames if _is_of(one[0], package)]
    frame, line = (own or frames)[-1]
    return f"{_nearby(frame.f_code.co_filename)}:{line}"


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


def _nearby(file: str) -> str:
    """Return the path of a file relative to the working directory, if it is inside."""
    path = Path(file)
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
