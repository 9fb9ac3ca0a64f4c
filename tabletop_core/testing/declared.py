"""Checks of what a pack declares: identity, versions, options, seats, sequence, rules, source."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from ..bots.seating import make_bot
from ..engine.game import GameOption
from ..engine.sequence import problems_of
from ..engine.setups import DIFFICULTIES, FILE, WEIGHTS
from ..errors import PackError
from ..plugins.packs import fits_version
from ..presentation.book import in_chapters, is_under, numbers_of
from .unasked import unasked

if TYPE_CHECKING:
    from .exam_run import Exam

_ID = re.compile(r"[a-z][a-z0-9_]*")
_VERSION = re.compile(r"\d+(\.\d+)*([a-z+.-][\w+.-]*)?")


def check_declared(exam: "Exam") -> None:
    """Check everything that can be checked without playing."""
    _check_identity(exam)
    _check_options(exam)
    _check_seats(exam)
    _check_setups(exam)
    for fault in problems_of(exam.game.sequence):
        name = re.search(r"'([^']*)'", fault)
        exam.report(
            "C200", fault, exam.source.named.get(("Node", name[1] if name else ""), ("", 0))
        )
    _check_rules(exam)
    _check_source(exam)


def _check_identity(exam: "Exam") -> None:
    identity = exam.game.identity
    declared = exam.source.declared

    def place(name: str) -> tuple[str, int]:
        return declared.get(("Identity", name), ("", 0))

    if not _ID.fullmatch(identity.id):
        exam.report(
            "C101",
            f"the id {identity.id!r} is not a plain name",
            place("id"),
            remedy="use a-z, digits and _",
        )
    for name in ("title", "summary"):
        if not getattr(identity, name).strip():
            exam.report("C101", f"the identity has no {name}", place(name))
    low, high = identity.players
    if not 1 <= low <= high:
        exam.report(
            "C101",
            f"{identity.players} is not a number of players",
            place("players"),
            remedy="write (least, most)",
        )
    if not _VERSION.fullmatch(identity.version):
        exam.report(
            "C102",
            f"{identity.version!r} is not a version",
            place("version"),
            remedy='write it as "1.0"',
        )
    _check_version(exam, place("core"))
    _check_size(exam)


def _check_size(exam: "Exam") -> None:
    """Check the minutes and the weight that pages show of a game."""
    identity, declared = exam.game.identity, exam.source.declared
    if identity.minutes is not None:
        least, most = identity.minutes
        place = declared.get(("Identity", "minutes"), ("", 0))
        measured = exam.game.measured.get(exam.game.all_setups[0].id)
        if not 0 < least <= most:
            exam.report(
                "C112", f"{identity.minutes} are not minutes", place, remedy="write (least, most)"
            )
        elif measured is not None and measured.minutes != identity.minutes:
            exam.report(
                "C112",
                f"a game is said to take {least} to {most} minutes, but {FILE} has measured others",
                place,
                value=repr(identity.minutes),
                remedy=f"write {measured.minutes}",
            )
    if identity.weight is not None and identity.weight not in WEIGHTS:
        exam.report(
            "C112",
            f"{identity.weight!r} is not a weight",
            declared.get(("Identity", "weight"), ("", 0)),
            remedy=f"write a number from {WEIGHTS[0]} to {WEIGHTS[-1]}",
        )


def _check_setups(exam: "Exam") -> None:
    """Check the setups, the bots of each difficulty, and what options depend on."""
    game, named = exam.game, exam.source.named
    seen = set()
    for setup in game.setups:
        place = named.get(("Setup", setup.id), ("", 0))
        if not _ID.fullmatch(setup.id) or setup.id in seen:
            exam.report(
                "C113", f"the id {setup.id!r} is not a plain name, or is given twice", place
            )
        seen.add(setup.id)
        if not setup.title.strip():
            exam.report("C113", f"the setup {setup.id!r} has no title", place)
        if setup.others not in DIFFICULTIES:
            exam.report(
                "C113",
                f"the setup {setup.id!r} seats bots that are {setup.others!r}",
                place,
                remedy=f"choose one of: {', '.join(DIFFICULTIES)}",
            )
        if setup.next not in {"", *(one.id for one in game.setups)} - {setup.id}:
            exam.report("C113",
            f"the setup {setup.id!r} has a `next` that is not another setup", place,
                        value=repr(setup.next), remedy="name one of `setups`")  # fmt: skip
        try:
            game.read_options(setup.options)
        except PackError as error:
            exam.report("C113", f"the setup {setup.id!r} cannot be played: {error}", place)
    for name in game.measured.keys() - {setup.id for setup in game.all_setups}:
        exam.report("C113", f"{FILE} has measured a setup {name!r} that does not exist")
    for difficulty, bot in game.difficulty.items():
        place = exam.source.declared.get(("Game", "difficulty"), ("", 0))
        if difficulty not in DIFFICULTIES:
            exam.report("C114", f"{difficulty!r} is not a difficulty", place)
        try:
            make_bot(game, bot)
        except PackError as error:
            exam.report("C114", f"the {difficulty} bot cannot play: {error}", place)
    options = {option.name: option for option in game.options}
    for option in game.options:
        for other, values in option.when.items():
            if other not in options or not set(values) <= set(options[other].values):
                exam.report(
                    "C115",
                    f"option {option.name!r} has an effect with {other!r} at {values!r} only, "
                    "which cannot be chosen",
                    named.get(("GameOption", option.name), ("", 0)),
                )


def _check_version(exam: "Exam", place: tuple[str, int]) -> None:
    core = exam.game.identity.core
    try:
        if not fits_version(core):
            exam.report(
                "C102",
                f"the pack needs tabletop {core}, and this is another version",
                place,
                remedy="test it with this version and widen `core`",
            )
    except ValueError as error:
        exam.report("C102", str(error), place)


def _check_options(exam: "Exam") -> None:
    seen = set()
    for option in exam.game.options:
        place = exam.source.named.get(("GameOption", option.name), ("", 0))
        if option.name in seen:
            exam.report("C103", f"two options are called {option.name!r}", place)
        seen.add(option.name)
        if not option.values:
            exam.report("C103", f"option {option.name!r} has no values", place)
        elif not any(
            option.default == v and type(v) is type(option.default) for v in option.values
        ):
            exam.report(
                "C103",
                f"the default of option {option.name!r} is not one of its values",
                place,
                value=repr(option.default),
            )
        if not option.help.strip():
            exam.report("C103", f"option {option.name!r} does not say what it means", place)
        for value in option.values:
            if type(value) not in (str, int, bool):
                exam.report(
                    "C103",
                    f"option {option.name!r} has a value that is not text, number or truth value",
                    place,
                    value=repr(value),
                )
            elif option.read(str(value)) != value:
                exam.report(
                    "C103",
                    f"option {option.name!r} has two values written as {str(value)!r}",
                    place,
                )


def option_choices(options: Sequence[GameOption]) -> Iterator[Mapping[str, Any]]:
    """Yield choices of options that together contain each value of each option."""
    default = {option.name: option.default for option in options}
    yield default
    for option in options:
        for value in option.values:
            if value != option.default:
                yield default | {option.name: value}


def further_choices(options: Sequence[GameOption]) -> Iterator[Mapping[str, Any]]:
    """Yield combinations of options without end, in which every two values soon occur together.

    Option by option, the value is taken that stood least often with the values taken before it.
    """
    together: Counter[tuple[str, Any, str, Any]] = Counter()
    alone: Counter[tuple[str, Any]] = Counter()
    while True:
        choice: dict[str, Any] = {}
        for option in options:
            name = option.name
            taken = list(choice.items())
            times = {
                at: (sum(together[*other, name, value] for other in taken), alone[name, value])
                for at, value in enumerate(option.values)
            }
            choice[name] = option.values[min(times, key=lambda at: times[at])]
            together.update((*other, name, choice[name]) for other in taken)
            alone[name, choice[name]] += 1
        yield choice


def _check_seats(exam: "Exam") -> None:
    game = exam.game
    low, high = game.identity.players
    place = exam.source.declared.get(("Game", "seats"), ("", 0))
    for choice in option_choices(game.options):
        try:
            seats = tuple(game.seats_for(choice))
        except Exception as error:
            exam.report_exception(
                "C104", f"the seats for options {choice!r} cannot be determined", error
            )
            continue
        if len(set(seats)) != len(seats):
            exam.report("C104", f"two seats share a name: {', '.join(seats)}", place)
        if not low <= len(seats) <= high:
            exam.report("C104", f"there are {len(seats)} seats, but {low} to {high} players", place)
    if not attrs.has(game.state):
        exam.report(
            "C105",
            f"the state class {game.state!r} is not an attrs class",
            exam.source.declared.get(("Game", "state"), ("", 0)),
        )


def _check_rules(exam: "Exam") -> None:
    for rule in exam.game.rules:
        if not rule.number.strip():
            exam.report(
                "C106",
                f"the rule {rule.title!r} has neither number nor heading",
                exam.place_of_rule(rule.where),
            )
    for ruling in exam.game.all_rulings:
        if not ruling.why.strip() or not ruling.ruling.strip():
            exam.report(
                "C106",
                f"the ruling {ruling.ruling!r} (rule {ruling.rule or '?'}) gives no reason",
                exam.source.texts.get(ruling.ruling, ("", 0)),
            )
    _check_rulings(exam)
    _check_chapters(exam)


def _check_chapters(exam: "Exam") -> None:
    """Look for rules in no chapter, and for chapters and entries that there is no rule for."""
    chapters, numbers = exam.game.chapters, numbers_of(exam.game)
    if not chapters:
        return
    titles = Counter(chapter.title for chapter in chapters)
    entries = Counter(entry for chapter in chapters for entry in chapter.rules)
    for chapter in chapters:
        place = exam.source.texts.get(chapter.title, ("", 0))
        if not chapter.title.strip() or titles[chapter.title] > 1:
            exam.report(
                "C111",
                f"a chapter is called {chapter.title!r}",
                place,
                remedy="give each chapter a title of its own",
            )
        for entry in chapter.rules:
            if not any(is_under(number, entry) for number in numbers):
                exam.report(
                    "C111",
                    f"the chapter {chapter.title!r} names a rule that does not exist", place,
                    value=repr(entry), remedy="correct it, or take it out",
                )  # fmt: skip
            elif entries[entry] > 1:
                exam.report(
                    "C111", f"the rule {entry!r} is named more than once", place,
                    remedy="name it in one chapter alone",
                )  # fmt: skip
    for number in in_chapters(numbers, chapters)[1]:
        exam.report("C111", f"the rule {number!r} is in no chapter")


def _check_rulings(exam: "Exam") -> None:
    """Look for rulings that name no rejected reading, or an unknown option."""
    options = [option.name for option in exam.game.options]
    for ruling in exam.game.all_rulings:
        place = exam.source.texts.get(ruling.ruling, ("", 0))
        named = f"the ruling {ruling.ruling!r} (rule {ruling.rule or '?'})"
        if not ruling.rejected.strip():
            exam.report("C107", f"{named} names no reading that it rejects", place)
        if ruling.option and ruling.option not in options:
            exam.report(
                "C108",
                f"{named} names an option that does not exist",
                place,
                value=repr(ruling.option),
                remedy=f"use one of: {', '.join(options) or 'none'}; or add it to `options`",
            )


def _check_source(exam: "Exam") -> None:
    source = exam.source
    for name, place in source.private_imports():
        exam.report("C201", f"{name} is not a public name of the core", place)
    for what, remedy, place in source.back_doors():
        exam.report("C202", f"the pack {what}", place, remedy=remedy, once=(what, place))
    for what, remedy, place in unasked(source.files):
        exam.report("C204", f"`{what}` asks nobody, since it is not yielded", place, remedy=remedy)
    for name, place in source.changeable_globals():
        exam.report("C203", f"a function changes the global {name!r}", place)
    words = exam.game.look.words
    from ..events.words import CORE_WORDS

    for kind, place in source.logs.items():
        if kind not in words and kind not in CORE_WORDS:
            exam.report("C501", f"events of kind {kind!r} have no words", place)
