"""Coverage of a pack in play: the data that its code reads and the options that are taken."""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from ..bots.seating import seat_bots
from ..bots.simple import bots_of
from ..chance import Scripted
from ..engine.decisions import Answer, Decision
from ..engine.match import Match
from ..engine.tape import given_in
from ..errors import Problem, TabletopError
from ..viewers import Viewer
from . import data_use
from .declared import further_choices, option_choices
from .exam_run import NOWHERE, Exam, shown_path
from .recorded_games import read_recording, recordings
from .source import FileLine

if TYPE_CHECKING:
    from ..engine.game import Game

_DECISIONS = 10_000
_DECISIONS_AHEAD = 25
"""The maximum number of decisions of a game; fewer where a bot looks ahead."""

Choose: TypeAlias = Callable[[Match[Any], Decision], Answer]


@attrs.define
class DecisionCoverage:
    """One decision of the rules: where it is asked, how often, what was offered and taken.

    Options are counted by family: words that code names stand for themselves, numbers are `#`,
    and ids of pieces, cards and places go by their form, such as `lock:…`, or as `(an id)`.
    `(none)` is the empty answer where several options may be chosen.
    Each decision counts a family once, however many of its options it offers.
    """

    rule: str
    kind: str
    place: FileLine
    prompts: list[str] = attrs.field(factory=list)
    times: int = 0
    offered: Counter[str] = attrs.field(factory=Counter)
    taken: Counter[str] = attrs.field(factory=Counter)

    @property
    def prompt(self) -> str:
        """The question, with what differs between its askings left out."""
        words = [prompt.split() for prompt in self.prompts]
        least = min(map(len, words))
        same = [len({tuple(each[:n]) for each in words}) == 1 for n in range(1, least + 1)]
        head = sum(same)
        ends = [len({tuple(each[-n:]) for each in words}) == 1 for n in range(1, least - head + 1)]
        tail = sum(ends)
        first = words[0]
        if len(words) == 1:
            return " ".join(first)
        return " ".join([*first[:head], "…", *first[len(first) - tail :]])

    @property
    def untaken(self) -> list[str]:
        """The families of options that were offered and never taken."""
        return [family for family in self.offered if not self.taken[family]]

    def as_dict(self) -> dict[str, Any]:
        """Return the counts as plain data."""
        file, line = self.place
        options = [
            {"option": family, "offered": count, "taken": self.taken[family]}
            for family, count in self.offered.most_common()
        ]
        return {
            "rule": self.rule,
            "kind": self.kind,
            "prompt": self.prompt,
            "file": shown_path(file),
            "line": line,
            "asked": self.times,
            "options": options,
        }


@attrs.frozen
class Coverage:
    """What the games of a pack cover: how many were played, what was asked, what nobody reads.

    `games` counts games by whose answers they follow: `random`, `bots`, `recorded`.
    `skipped` tells why a recording was left out.
    """

    games: Mapping[str, int]
    decisions: tuple[DecisionCoverage, ...]
    problems: tuple[Problem, ...]
    skipped: tuple[str, ...] = ()


def cover(game: "Game[Any]", games: int = 50) -> Coverage:
    """Play random games, a game of each bot and the recorded games, and count what they cover.

    Recorded games are looked for in the folders `golden` below `tests`, beside the
    `pyproject.toml` of the pack: those of the fixture `replay`, and saved games.

    Raises:
        DataError: the data of the pack have a fault; `tabletop check` tells it.
    """
    exam = Exam(game, games)
    exam.data = game.load_data(())
    counted = _Counted(exam)
    with _reads_watched(exam) as read:
        exam.data = game.load_data(())  # once more: what is read while loading counts
        played = {"random": _play_random(counted), "bots": _play_bots(counted)}
        played["recorded"], skipped = _play_recorded(counted)
    data_use.check_names(exam)
    _tell_unread(exam, read)
    decisions = sorted(counted.asked.values(), key=lambda one: one.place)
    for one in decisions:
        for family in one.untaken:
            exam.report(
                "C906",
                f"{sum(played.values())} games never took {family!r} of {one.prompt!r}, "
                f"offered {one.offered[family]} times",
                one.place,
            )
    return Coverage(played, tuple(decisions), tuple(exam.in_order()), tuple(skipped))


# ---------------------------------------------------------------------- what is asked


@attrs.define(slots=False)
class _Counted:
    """Counts what is offered and taken in every game."""

    exam: Exam
    asked: dict[tuple[str, str, FileLine], DecisionCoverage] = attrs.field(factory=dict)

    @cached_property
    def ids(self) -> set[str]:
        """The ids of what the data of the pack holds."""
        things = data_use.own_parts(self.exam)
        return {*self.exam.data.names, *(getattr(thing, "id", "") for thing in things)}

    def play(self, match: Match[Any], choose: Choose, most: int = _DECISIONS) -> None:
        """Play a game on with these answers, and look at it from every seat now and then."""
        while match.decision is not None and match.decisions < most:
            decision = match.decision
            answer = choose(match, decision)
            self._count(match, decision, answer)
            if match.decisions % 10 == 0:
                _look(match)
            match.answer(answer)
        _look(match)

    def _count(self, match: Match[Any], decision: Decision, answer: Answer) -> None:
        rule = decision.asked_by.name if decision.asked_by else decision.rule
        key = (rule, decision.kind, self._place(match))
        one = self.asked.setdefault(key, DecisionCoverage(*key))
        one.times += 1
        prompt = re.sub(r"\d+", "#", decision.prompt)
        if prompt not in one.prompts:
            one.prompts.append(prompt)
        one.offered.update({self._family(option) for option in decision.options})
        chosen = answer if isinstance(answer, tuple) else (answer,)
        if decision.several and not decision.least:
            one.offered["(none)"] += 1
        one.taken.update({self._family(option) for option in chosen} or {"(none)"})

    def _family(self, option: str | int) -> str:
        source = self.exam.source
        if isinstance(option, int):
            return "#"
        if option in self.ids:
            return "(an id)"
        if option in source.texts or option in source.keys:
            return option
        head, colon, _ = option.partition(":")
        if colon:
            return f"{re.sub(r'[0-9]+', '#', head)}:…"
        form = re.sub(r"\d+", "#", option)
        return form if form != option and not re.search(r"[^\W\d_]{2}", form) else "(an id)"

    def _place(self, match: Match[Any]) -> FileLine:
        """Return the innermost line of the pack that asks."""
        asking: Any = match._runner.asking
        place = NOWHERE
        while asking is not None and getattr(asking, "gi_frame", None) is not None:
            if self.exam.source.is_own(asking.gi_code.co_filename):
                place = (asking.gi_code.co_filename, asking.gi_frame.f_lineno)
            asking = asking.gi_yieldfrom
        return place


def _look(match: Match[Any]) -> None:
    if match.game.look.view is not None:
        for seat in match.seats:
            tuple(match.game.look.view(match.play, Viewer(seat)))


# ---------------------------------------------------------------------- games


def _play_random(counted: _Counted) -> int:
    exam = counted.exam
    every = list(option_choices(exam.game.options))
    further = further_choices(exam.game.options)
    choices = every + [next(further) for _ in range(exam.games - len(every))]
    for number, options in enumerate(choices):
        _play_with(counted, "random", f"exam {number}", options, _DECISIONS)
    return len(choices)


def _play_bots(counted: _Counted) -> int:
    bots = {name: maker for name, maker in bots_of(counted.exam.game).items() if name != "random"}
    for name, maker in bots.items():
        most = _DECISIONS_AHEAD if maker().looks_ahead else _DECISIONS
        _play_with(counted, name, "exam bots", {}, most)
    return len(bots)


def _play_with(
    counted: _Counted, name: str, seed: str, options: Mapping[str, Any], most: int
) -> None:
    game = counted.exam.game
    match = game.start(options, seed=seed, data=counted.exam.data)
    bots = seat_bots(game, dict.fromkeys(match.seats, name), seed)
    counted.play(match, lambda match, decision: bots[decision.seat].choose(match, decision), most)


def _play_recorded(counted: _Counted) -> tuple[int, list[str]]:
    exam, played, skipped = counted.exam, 0, []
    for path in recordings(exam):
        try:
            recorded = read_recording(path)
            if recorded is None or recorded[0] != exam.game.id:
                continue
            _replay(counted, *recorded[1:])
            played += 1
        except (TabletopError, LookupError) as error:
            skipped.append(f"{shown_path(str(path))}: {error}")
    return played, skipped


def _replay(
    counted: _Counted,
    options: Mapping[str, Any],
    seed: Any,
    entries: Iterable[tuple[Any, ...]],
) -> None:
    chance: list[int | str] = []
    answers: list[Any] = []
    for kind, *rest in entries:
        answers += [answer for _, answer in given_in((kind, *rest))]
        if kind == "roll":
            chance += rest[-1]
        elif kind == "draw":
            chance.append(rest[-1])
    left = iter(answers)
    exam = counted.exam
    match = exam.game.start(options, seed=seed, source=Scripted(chance), data=exam.data)

    def recorded(match: Match[Any], decision: Decision) -> Answer:
        answer = next(left, None)
        if answer is None:
            raise LookupError("the recording ends before the game")
        return decision.check(answer)

    counted.play(match, recorded)


# ---------------------------------------------------------------------- what is read


@contextmanager
def _reads_watched(exam: Exam) -> Iterator[set[tuple[type, str]]]:
    """Watch which keys of the pack's data classes its own code reads."""
    files = exam.source.files
    read: set[tuple[type, str]] = set()
    kinds = list(dict.fromkeys(map(type, data_use.own_parts(exam))))

    def watching(kind: type, plain: Any) -> Any:
        def read_one(self: Any, name: str) -> Any:
            if (kind, name) not in read and sys._getframe(1).f_code.co_filename in files:
                read.add((kind, name))
            return plain(self, name)

        return read_one

    own = {kind: vars(kind).get("__getattribute__") for kind in kinds}
    for kind in kinds:
        kind.__getattribute__ = watching(kind, kind.__getattribute__)  # type: ignore[method-assign]
    try:
        yield read
    finally:
        for kind, before in own.items():
            if before is None:
                del kind.__getattribute__
            else:
                kind.__getattribute__ = before  # type: ignore[method-assign]


def _tell_unread(exam: Exam, read: set[tuple[type, str]]) -> None:
    for kind in dict.fromkeys(map(type, data_use.own_parts(exam))):
        for name in data_use.own_fields(kind):
            if (kind, name) not in read:
                exam.report(
                    "C905",
                    f"no game read {name!r} of {kind.__name__}",
                    exam.source.fields.get((kind.__name__, name), NOWHERE),
                )
