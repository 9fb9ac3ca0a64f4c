"""The exam of a pack: its entry point and the order of the checks."""

from collections.abc import Iterable, Iterator
from typing import Any

from ..engine.endless import BUDGET_S, EndlessError, ending
from ..engine.faults import ReturnedError
from ..engine.game import Game
from ..errors import DataError, PackError, Problem
from ..plugins.packs import Pack, load_pack
from . import games
from .codes import ERROR
from .data_use import check_conditions, check_links, check_use
from .declared import check_declared
from .determinism import check_again, check_data, outline
from .drawings import check_drawings
from .exam_run import ALLOWED_S, NOWHERE, Exam, frames_of, problem_at
from .lessons import check_lesson
from .players import check_bots
from .processes import check_processes
from .shipped import check_shipped
from .source import FileLine, PackSource


def check_pack(
    pack: Game[Any] | Pack | str,
    games: int = 50,
    *,
    decisions: int = 10_000,
    samples: int = 8,
    patience: int = 50_000,
    seconds: float = BUDGET_S,
    allowed: float = ALLOWED_S,
    bots: bool = True,
    processes: bool = True,
) -> list[Problem]:
    """Examine a pack and return all problems found: errors first, then warnings, then notes.

    Args:
        pack: a game, a pack that was found, or the id of an installed pack.
        games: how many games random bots play.
        decisions: a game that needs more decisions than this is said not to end.
        samples: at how many decisions of a game it is resumed, undone and forked.
        patience: after this many rolls and rounds without a decision, play counts as stuck;
        seconds: so does whatever code of the pack goes on for longer. The exam then ends.
        allowed: the seconds of the processor after which the exam begins nothing new. It then
            says what it has left out.
        bots: whether the pack's bots play a game, too.
        processes: whether a game is played once more in other processes.
    """
    try:
        with ending(seconds):
            game = pack if isinstance(pack, Game) else _loaded(pack)
    except EndlessError as error:
        return [_endless(error)]
    except PackError as error:
        cause = error.__cause__
        if isinstance(cause, DataError):
            return list(cause.problems)
        if isinstance(pack, Pack) and not pack.is_for_this_version:
            return [problem_at("C102", str(error), _place_of_core(pack))]
        moved = list(_moved_names(pack)) if isinstance(pack, Pack) else []
        return moved or [problem_at("C100", str(error), _place_of_fault(cause))]
    exam = Exam(game, games, decisions, samples, patience, allowed=allowed)
    try:
        with ending(seconds):
            _sit(exam, bots=bots, processes=processes)
    except EndlessError as error:
        exam.problems.append(_endless(error))
    exam.report_left_out()
    return exam.in_order()


def errors_in(problems: Iterable[Problem]) -> list[str]:
    """Return the errors among problems as text; a pack without any has passed."""
    return [str(problem) for problem in problems if problem.severity == ERROR]


def _endless(error: EndlessError) -> Problem:
    """Return the problem that code of a pack does not end, at its line."""
    fault = error.fault
    place = fault.file, fault.line
    return problem_at("C403", f"{fault.code}: {fault.what}", place, error.remedy)


def _loaded(pack: Pack | str) -> Game[Any]:
    return load_pack(pack) if isinstance(pack, str) else pack.load()


def _moved_names(pack: Pack) -> Iterator[Problem]:
    """Yield each name in a pack that has moved, with its new place."""
    for old, new, place in PackSource.of(pack.module).moved_names():
        if new:
            yield problem_at("C100", f"{old} has moved", place, f"write {new}")
        else:
            remedy = "do without it; the reference lists the public names"
            yield problem_at("C100", f"{old} is no longer public", place, remedy)


def _place_of_core(pack: Pack) -> FileLine:
    """Return the line on which a pack states the versions of tabletop it works with."""
    file = pack.file
    return (
        PackSource.of_file(file).declared.get(("Identity", "core"), (file, 1)) if file else NOWHERE
    )


def _place_of_fault(error: BaseException | None) -> FileLine:
    """Return the line at which loading a pack failed."""
    if isinstance(error, SyntaxError) and error.filename:
        return error.filename, error.lineno or 1
    if isinstance(error, ReturnedError):
        return error.file, error.line
    # An import passes through modules of Python, which are not the pack's.
    traceback = error.__traceback__ if error else None
    inside = [place for place in frames_of(traceback) if not place[0].startswith("<")]
    return inside[-1] if inside else NOWHERE


def _sit(exam: Exam, *, bots: bool, processes: bool) -> None:
    """Carry out every check, as far as those before it allow."""
    check_declared(exam)
    check_drawings(exam)
    check_shipped(exam)
    if exam.cannot_play or not _load_data(exam):
        return
    check_conditions(exam)
    check_links(exam)
    before = outline(exam.data)
    found = games.play_games(exam)
    # Games that change the data would differ for this reason alone.
    if exam.is_endless or not check_data(exam, before):
        return
    check_again(exam, found)
    if bots:
        check_bots(exam, found.reached.asked)
    check_data(exam, before)
    check_lesson(exam)
    if processes:
        check_processes(exam, found)
    if found.played:
        check_use(exam, found.reached)
        games.tell_unreached(exam, found)


def _load_data(exam: Exam) -> bool:
    try:
        exam.data = exam.game.load_data(())
    except DataError as error:
        exam.problems += error.problems
    except Exception as error:
        exam.report_exception("C100", "the data cannot be loaded", error)
    else:
        return True
    return False
