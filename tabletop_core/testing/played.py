"""A game that was played, written as a test: its dice, cards, answers, and results."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from ..engine.match import Match
from ..engine.past import as_it_was
from ..engine.tape import given_in
from ..errors import SaveError
from .performing import SetField, play_script

if TYPE_CHECKING:
    from ..engine.decisions import Answer

WIDTH = 96
"""Letters in a line of a test, at most."""


def name_of_test(words: str) -> str:
    """Return the name of a test that some words make.

    >>> name_of_test("When the ice breaks, only the catch is lost!")
    'test_when_the_ice_breaks_only_the_catch_is_lost'

    Raises:
        SaveError: there is no letter in them.
    """
    name = "_".join(re.findall(r"[a-z0-9]+", words.lower())).removeprefix("test_")
    if not name:
        raise SaveError(f"{words!r} is not a name for a test; say in a few words what it shows")
    return f"test_{name}"


def written_test(match: Match[Any], name: str) -> str:
    """Return a module of pytest with one test, which plays a match as it was played.

    It uses the fixture `play_scripted`, and asserts what is asked now, or how the game ended, and
    the plain fields of the state that have changed since the beginning.

    Raises:
        SaveError: the match began in the middle of another one, or does not play again like this.
    """
    tape = match.tape
    if tape is None or match.history.checkpoints.start is not None:
        raise SaveError(
            "this game began in the middle of another one, which no script can repeat; play one "
            "from its beginning"
        )
    # Sealed answers are left out: they count once all have answered.
    match = as_it_was(match, len(tape.entries))
    script, answers = script_of(tape.entries), answers_of(tape.entries)
    options = {
        option.name: match.options[option.name]
        for option in match.game.options
        if match.options[option.name] != option.default
    }
    again = play_script(match.game, script, answers, options, data=match.data)
    begun = play_script(match.game, options=options, data=match.data)
    claims = [*_claims(match), *_claims_of_state(match, begun)]
    if [*_claims(again), *_claims_of_state(again, begun)] != claims:
        raise SaveError(
            "replayed from a script, this game differs; its rules depend on something besides "
            "dice, cards and answers"
        )
    given = [written(script)] if script else []
    given += [f"answers={written(answers)}"] if answers else []
    given += [f"options={written(options)}"] if options else []
    call = _call("match = play_scripted", given)
    has_fields = any(isinstance(one, SetField) for one in answers)
    needs = ", ".join(["PlayScripted", "SetField"] if has_fields else ["PlayScripted"])
    return (
        '"""A game played at the table, with its dice and answers written down."""\n\n'
        f"from tabletop_core.testing import {needs}\n\n\n"
        f"def {name}(play_scripted: PlayScripted) -> None:\n"
        + "".join(f"    {line}\n" for line in [*call, "", *claims]).replace("    \n", "\n")
    )


def script_of(entries: Sequence[tuple[Any, ...]]) -> list[int | str]:
    """Return the faces and cards of a tape in order, as `play_script` takes them."""
    script: list[int | str] = []
    for kind, *values in entries:
        if kind == "roll":
            script += values[0]
        elif kind == "draw":
            script += values
    return script


def answers_of(entries: Sequence[tuple[Any, ...]]) -> "list[Answer | SetField]":
    """Return the answers and the fields set of a tape in order, as `play_script` takes them."""
    answers: list[Answer | SetField] = []
    for entry in entries:
        answers += [answer for _, answer in given_in(entry)]
        if entry[0] == "set":
            answers.append(SetField(entry[1]["field"], entry[1]["value"]))
    return answers


def _claims(match: Match[Any]) -> Iterator[str]:
    """Yield what is true of a match now, as lines of a test."""
    outcome = match.outcome
    if outcome is not None:
        yield f"assert match.outcome.kind == {written(outcome.kind)}"
        yield f"assert match.outcome.places == {written(outcome.places)}"
        if outcome.scores:
            yield from _claim("match.outcome.scores", written(dict(outcome.scores)))
    elif match.is_simultaneous:
        asked = {one.seat: one.prompt for one in match.open}
        yield from _claim("{one.seat: one.prompt for one in match.open}", written(asked))
    elif match.decision is not None:
        asked_now = match.decision
        yield f"assert match.decision.seats == {written(asked_now.seats)}"
        yield from _claim("match.decision.prompt", written(asked_now.prompt))
        if asked_now.is_number:
            yield f"assert match.decision.options == {asked_now.options!r}"
        else:
            yield from _claim("list(match.decision.options)", written(list(asked_now.options)))


def _claims_of_state(match: Match[Any], begun: Match[Any]) -> Iterator[str]:
    """Yield the plain fields of the state that are no longer as they were, as lines of a test."""
    for field in attrs.fields(type(match.state)):
        value = getattr(match.state, field.name)
        if _is_plain(value) and value != getattr(begun.state, field.name):
            yield from _claim(f"match.state.{field.name}", written(value))


def _is_plain(value: Any) -> bool:
    """Return whether a value can be written as code, without a class of the game."""
    if type(value) is dict:
        return all(map(_is_plain, [*value, *value.values()]))
    if type(value) in (list, tuple):
        return all(map(_is_plain, value))
    return type(value) in (str, int, float, bool, type(None))


def _claim(what: str, value: str) -> Iterator[str]:
    line = f"assert {what} == {value}"
    if len(line) <= WIDTH or value[:1] not in "[{":
        yield line
        return
    yield f"assert {what} == {value[:1]}"
    yield from _wrapped(value[1:-1])
    yield value[-1:]


def _call(start: str, given: Sequence[str]) -> list[str]:
    line = f"{start}({', '.join(given)})"
    if len(line) <= WIDTH:
        return [line]
    lines = []
    for one in given:
        if len(one) + 5 <= WIDTH:
            lines.append(f"    {one},")
            continue
        head, _, inside = one.partition("[" if "[" in one else "{")
        lines.append(f"    {head}{one[len(head)]}")
        lines += [f"    {part}" for part in _wrapped(inside[:-1])]
        lines.append(f"    {one[-1]},")
    return [f"{start}(", *lines, ")"]


def _wrapped(items: str) -> list[str]:
    """Return the items of a list, separated by commas, in lines."""
    lines, line = [], ""
    for item in re.findall(
        r'(?:"(?:\\.|[^"\\])*"|\((?:[^()"]|"(?:\\.|[^"\\])*")*\)|[^,"(])+', items
    ):
        more = f"{line} {item.strip()}," if line else f"{item.strip()},"
        if line and len(more) > WIDTH - 12:
            lines.append(line)
            more = f"{item.strip()},"
        line = more
    return [f"    {one}" for one in [*lines, line]]


def written(value: Any) -> str:
    """Return a plain value as code, with texts in double quotes.

    >>> written({"crew": ("Ann", 3), "is_on": None})
    '{"crew": ("Ann", 3), "is_on": None}'
    """
    if isinstance(value, SetField):
        return f"SetField({written(value.field)}, {written(value.value)})"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{written(key)}: {written(one)}' for key, one in value.items())}}}"
    if isinstance(value, tuple):
        return f"({', '.join(map(written, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    return repr(value)
