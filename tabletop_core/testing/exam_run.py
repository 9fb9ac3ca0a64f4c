"""One run of the exam: the game, the limits, and the problems found with their places."""

import os
import sys
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from time import process_time
from traceback import walk_tb
from types import TracebackType
from typing import Any

import attrs
from attrs.exceptions import FrozenInstanceError

from ..data.strict import shown
from ..engine.faults import ReturnedError, begin_of
from ..engine.game import Game
from ..engine.pickling import place_of
from ..errors import DataError, Problem, TabletopError
from ..events.words import listed
from ..tables import Table
from .codes import CODES, ERROR, NOTE, WARNING
from .places import DataPlaces
from .source import FileLine, PackSource

NOWHERE: FileLine = ("", 0)
ALLOWED_S = 90.0
"""Seconds of the processor in which an exam begins something new; a usual pack takes a few."""


def problem_at(code: str, message: str, place: FileLine, remedy: str = "", **parts: Any) -> Problem:
    kind = CODES[code]
    file, line = place
    return Problem(
        code=code,
        severity=kind.severity,
        message=message,
        remedy=remedy or kind.remedy,
        file=shown_path(file),
        line=line,
        **parts,
    )


def shown_path(file: str) -> str:
    """Return a path relative to the current folder where that is shorter."""
    if not file:
        return ""
    try:
        return str(Path(file).relative_to(Path.cwd()))
    except ValueError:
        return file


def frames_of(traceback: TracebackType | None) -> list[FileLine]:
    """Return file and line of each frame of a traceback, the innermost last."""
    frames = []
    while traceback is not None:
        frames.append((traceback.tb_frame.f_code.co_filename, traceback.tb_lineno))
        traceback = traceback.tb_next
    return frames


@attrs.define(slots=False)
class Exam:
    """One run of the exam: the game, the limits, and the problems found."""

    game: Game[Any]
    games: int = 50
    decisions: int = 10_000
    samples: int = 8
    patience: int = 50_000
    problems: list[Problem] = attrs.field(factory=list)
    _told: set[Any] = attrs.field(factory=set)
    data: Any = None
    is_endless: bool = False
    allowed: float = ALLOWED_S
    left_out: list[str] = attrs.field(factory=list)
    _since: float = attrs.field(factory=process_time)

    @property
    def repeated(self) -> int:
        """How many games are played again and compared: a short exam repeats few."""
        return min(self.games, 3)

    def has_time(self, what: str, share: float = 1.0) -> bool:
        """Tell whether a share of the time allowed is left; else note what is left out."""
        if process_time() - self._since < share * self.allowed:
            return True
        if what not in self.left_out:
            self.left_out.append(what)
        return False

    # ------------------------------------------------------------------ problems

    def report_left_out(self) -> None:
        """Record what no time was left for."""
        if self.left_out:
            parts = listed(self.left_out)
            self.report("C413", f"after {self.allowed:g} seconds of computing it left out {parts}")

    @property
    def cannot_play(self) -> bool:
        """Whether games would fail, wait or differ for a reason that was reported."""
        reasons = ("C103", "C104", "C105", "C200", "C202", "C204")
        return any(problem.code in reasons for problem in self.problems)

    def report(
        self,
        code: str,
        message: str,
        at: Any = None,
        *,
        remedy: str = "",
        once: Any = None,
        **parts: Any,
    ) -> None:
        """Record a problem, once.

        `at`: a place, or a function whose place is meant.
        `once`: what makes two problems of one code the same (default: the message).
        """
        key = (code, message if once is None else once)
        if key in self._told:
            return
        self._told.add(key)
        place = at if isinstance(at, tuple) else self.place_of(at)
        self.problems.append(problem_at(code, message, place, remedy, **parts))

    def report_exception(
        self, code: str, doing: str, error: BaseException, remedy: str = ""
    ) -> None:
        """Record an exception, at the innermost line of the pack's own code."""
        own = [place for place in frames_of(error.__traceback__) if self.is_own(place[0])]
        kind = "" if isinstance(error, TabletopError) else f"{type(error).__name__}: "
        what: object = error
        if isinstance(error, ReturnedError):
            own, what, remedy = [(error.file, error.line)], error.what, error.remedy
        place = own[-1] if own else NOWHERE
        if own:
            # Whatever reaches this line fails; whoever did so first has the blame.
            if (place, type(error)) in self._told:
                return
            self._told.add((place, type(error)))
        changed = self._changed_by(error)
        if changed:
            what = "play changes the data of the pack"
            self.report("C610", what, place, once=place, value=changed)
            return
        self.report(code, f"{doing}: {kind}{what}", place, once=(place, type(error)), remedy=remedy)

    def report_bot(self, doing: str, error: BaseException) -> None:
        """Record why a bot fails: by itself, or by what `evaluate` tells it."""
        code = "C802" if isinstance(error, ReturnedError) else "C801"
        self.report_exception(code, doing, error)

    def _changed_by(self, error: BaseException) -> str:
        """Return what of the data an error kept from being changed; empty if it is another."""
        if isinstance(error, DataError) and error.problems[0].code == "C610":
            return error.problems[0].value
        if not isinstance(error, FrozenInstanceError) or error.__traceback__ is None:
            return ""
        # What attrs calls in the place of setting a field has the object as its first argument.
        *_, (frame, _) = walk_tb(error.__traceback__)
        whole = frame.f_locals.get("self")
        return shown(whole) if any(part is whole for part in parts_of(self.data)) else ""

    def in_order(self) -> list[Problem]:
        """Return the problems, the worst first."""
        order = (ERROR, WARNING, NOTE)
        return sorted(
            self.problems,
            key=lambda one: (order.index(one.severity), one.code, one.file, one.line),
        )

    # ------------------------------------------------------------------ places

    def is_own(self, file: str) -> bool:
        """Return whether a file is one of the pack, or of a package that adds to its game."""
        added = (Path(place_of(one.module)) for one in self.game.extensions)
        return self.source.is_own(file) or any(Path(file).is_relative_to(one) for one in added)

    @cached_property
    def source(self) -> PackSource:
        """The pack's own modules, read as text."""
        return PackSource.of(self.game.package)

    def place_of(self, function: Any) -> FileLine:
        """Return where a function is defined."""
        if function is None:
            return NOWHERE
        return begin_of(function)

    def place_of_step(self, name: str) -> FileLine:
        """Return where the procedure of a step is defined."""
        step = self.game.program.steps.get(name)
        return self.place_of(step.run) if step else NOWHERE

    def place_of_rule(self, where: str) -> FileLine:
        """Return where a rule of the index is defined: `module:name` to file and line."""
        module, _, name = where.partition(":")
        thing: Any = sys.modules.get(module)
        for part in name.split("."):
            thing = getattr(thing, part, None)
        return self.place_of(thing)

    def place_of_event(self, event: Any) -> FileLine:
        """Return the line that logs events of this kind, else the step it was logged in."""
        return self.source.logs.get(event.kind) or self.place_of_step(event.step)

    @cached_property
    def data_places(self) -> DataPlaces:
        """The data files of the pack."""
        return DataPlaces.of(self.folder)

    @cached_property
    def folder(self) -> Path | None:
        """The folder of the pack, where it is a package."""
        module = sys.modules.get(self.game.package)
        file = getattr(module, "__file__", None)
        if file is None or os.path.basename(file) != "__init__.py":
            return None
        return Path(file).parent


def asking_place(match: Any) -> FileLine:
    """Return the line that asks the current decision."""
    asking = match._runner.asking
    place = NOWHERE
    while asking is not None and (frame := getattr(asking, "gi_frame", None)) is not None:
        # `play.choose` asks in the name of the rule that calls it.
        if not frame.f_globals.get("__name__", "").startswith("tabletop_core."):
            place = (asking.gi_code.co_filename, frame.f_lineno)
        asking = asking.gi_yieldfrom
    return place


def evenly(number: int, samples: int) -> Iterator[int]:
    """Yield `samples` of the numbers below `number`, spread evenly from the first to the last."""
    if number <= samples:
        yield from range(number)
        return
    for at in range(samples):
        yield round(at * (number - 1) / max(1, samples - 1))


def parts_of(value: Any, seen: set[int] | None = None) -> Iterator[Any]:
    """Yield the attrs objects inside data."""
    seen = set() if seen is None else seen
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, Mapping):
        for item in value.values():
            yield from parts_of(item, seen)
    elif isinstance(value, list | tuple | set | frozenset):
        for item in value:
            yield from parts_of(item, seen)
    elif attrs.has(type(value)) and not isinstance(value, Table):
        yield value
        for field in attrs.fields(type(value)):
            yield from parts_of(getattr(value, field.name, None), seen)
