"""Scripts of a bomber: what befell it, what is rolled, and what becomes of it.

    an engine that cannot be feathered drags
        roll 7-5.f: 5 -> engines.3.prop is drags; is_slow

A claim stands at the margin, with its steps below. Steps are one of these:

    mission 20                 another mission is begun
    at Tokyo 8 lo night        the bomber is there
    fighter zeke 12 high       it is attacked; also with `pilot=ace`
    flight.fuel = 1            this is so; also `plane.out |= radio electrics`, `fuel += 2`
    roll 7-5[port]: 2 4*3 stay     a chart is rolled on: two, three fours, and the answer to stay
    do zones.burn(2): 6        a rule is carried out
    -> flight.fuel is 0        this holds; also by a name alone, and as HOLDS says

A name is a path from the state, the mission or the plane (`engines.1,2.running` leads to two,
`crew.*.fate` to all), a question about the bomber, a condition of a modifier, a row of a
panel (`Damage: bomb bays`), or one of FACTS.
"""

import re
from ast import literal_eval
from collections.abc import Callable, Iterator
from importlib import import_module
from shlex import split
from textwrap import dedent
from typing import Any

import attrs
import pytest

from packs.b29_superfortress.game import GAME
from packs.b29_superfortress.questions import bomber as questions
from packs.b29_superfortress.questions.conditions import CONDITIONS
from packs.b29_superfortress.rules.combat import can_evade, is_attacked
from packs.b29_superfortress.rules.errands import is_man_wanted
from packs.b29_superfortress.rules.over_target import lingers_over_target
from packs.b29_superfortress.rules.zones import is_auxiliary_fuel_usable
from packs.b29_superfortress.state import PRESSURISED
from tabletop_core import ALL_SEEING

FACTS: dict[str, Callable[[Any], Any]] = {
    "charts": lambda bomber: bomber.charts,
    "places": lambda bomber: [(one.type, one.place) for one in bomber.mission.combat.fighters],
    "jammed": lambda bomber: [name for name, gun in bomber.plane.guns.items() if gun.jammed],
    "asked": lambda bomber: len(bomber.asked),
    "armed": lambda bomber: {name for name, gun in bomber.plane.guns.items() if gun.armed},
    "firing": lambda bomber: {name for name, gun in bomber.plane.guns.items() if gun.can_fire},
    "lingers": lambda bomber: lingers_over_target(bomber.play),
    "wanted": lambda bomber: is_man_wanted(bomber.play),
    "gone": lambda bomber: [one.gone for one in bomber.mission.combat.fighters],
    "rams": lambda bomber: [one.rams for one in bomber.mission.combat.fighters],
    "damages": lambda bomber: [one.damaged for one in bomber.mission.combat.fighters],
    "hits_on_us": lambda bomber: [one.hit_us for one in bomber.mission.combat.fighters],
    "unseen": lambda bomber: sum(not one.seen for one in bomber.mission.combat.fighters),
    "again": lambda bomber: [one.place for one in bomber.result],
    "laid": lambda bomber: list(bomber.result),
    "attacked": lambda bomber: is_attacked(bomber.play),
    "can_evade": lambda bomber: can_evade(bomber.state),
    "flak": lambda bomber: [
        one["column"] for one in bomber.happened("look_up") if one["table"] == "6-3"
    ],
    "everybody_goes_down": lambda b: b.happened("go_down")[0]["men"] == list(b.crew),
    "auxiliary": lambda bomber: is_auxiliary_fuel_usable(bomber.state),
    "pressurised": lambda bomber: [
        part for part in PRESSURISED if questions.is_pressurised(bomber.state, part)
    ],
    "first options": lambda bomber: list(bomber.asked[0].options),
    "options": lambda bomber: list(bomber.asked[-1].options),
    "prompt": lambda bomber: bomber.asked[-1].prompt,
    "result": lambda bomber: bomber.result,
}


def modifiers(bomber: Any, chart: str) -> dict[str, int]:
    """The modifiers of the last roll on a chart."""
    found = [look["modifiers"] for look in bomber.happened("look_up") if look["table"] == chart]
    return {one[0]: one[1] for one in found[-1]}


def fit_at(bomber: Any, post: str) -> str:
    """Who does the duty of a post."""
    man = questions.fit_at(bomber.state, post)
    return man.post if man else "nobody"


def lines(bomber: Any, kind: str) -> list[str]:
    """The lines of the log of this kind."""
    words = GAME.look.words[kind]
    tell = words.format_map if isinstance(words, str) else words
    return [tell(facts) for facts in bomber.happened(kind)]


def shown(bomber: Any, title: str) -> dict[str, str]:
    """The rows of a panel on the table."""
    (panel,) = [p for p in GAME.look.view(bomber.play, ALL_SEEING) if p.title.startswith(title)]
    return dict(panel.rows)


SAID: dict[str, Callable[[Any, str], Any]] = {
    "modifiers": modifiers,
    "lines": lines,
    "told": lambda bomber, kind: lines(bomber, kind)[-1],
    "at": fit_at,
    "label": lambda bomber, option: bomber.asked[-1].label_of(option),
    "first label": lambda bomber, option: bomber.asked[0].label_of(option),
}


def literal(text: str) -> Any:
    """Read a value: as Python has it, else a word as it stands."""
    try:
        return literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def step_into(owner: Any, name: str) -> Any:
    return owner[literal(name)] if isinstance(owner, dict | list) else getattr(owner, name)


def owners(bomber: Any, path: str) -> list[tuple[Any, str]]:
    """Find what a path leads to: `engines.1,2.running` to two things, `crew.*.fate` to all."""
    first = path.partition(".")[0]
    starts = (bomber.state, bomber.mission, bomber.plane)
    found = [next(one for one in starts if hasattr(one, first))]
    *way, last = path.split(".")
    for part in way:
        found = [
            step_into(owner, name)
            for owner in found
            for name in (map(str, owner) if part == "*" else part.split(","))
        ]
    return [(owner, last) for owner in found]


def follow(bomber: Any, path: str) -> Any:
    """Return the value at the end of a path, or the set of them where it leads to several."""
    values = [step_into(owner, last) for owner, last in owners(bomber, path)]
    return set(values) if re.search(r"[*,]", path) else values[0]


def look(bomber: Any, name: str) -> Any:
    """Say what holds of the bomber under this name."""
    if name in FACTS:
        return FACTS[name](bomber)
    if match := re.fullmatch(r"(modifiers|lines|told|at|label|first label) (.+)", name):
        return SAID[match[1]](bomber, match[2])
    if match := re.fullmatch(r"([A-Z].*): (.+)", name):
        return shown(bomber, match[1]).get(match[2])
    if match := re.fullmatch(r"\((.+)\)\.(\w+)", name):
        return look(bomber, match[1])[match[2]]
    if match := re.fullmatch(r"(\w+)s of (\w+)", name):
        return [facts[match[1]] for facts in bomber.happened(match[2])]
    if "." not in name and hasattr(questions, name):
        return getattr(questions, name)(bomber.state)
    if name in CONDITIONS:
        return CONDITIONS[name](bomber.play)
    return follow(bomber, name)


def bring_about(bomber: Any, path: str, sign: str, value: str) -> None:
    """Change what a path leads to: `=` sets it, `|=` adds to a set, `+=` and `-=` count."""
    for owner, name in owners(bomber, path):
        if sign == "=":
            now = bomber.result if value == "result" else literal(value)
        elif sign == "|=":
            more = literal(value) if value.startswith("{") else set(value.split())
            now = step_into(owner, name) | more
        else:
            now = step_into(owner, name) + int(sign[0] + value)
        if isinstance(owner, dict):
            owner[literal(name)] = now
        else:
            setattr(owner, name, now)


def dice_and_answers(text: str) -> tuple[list[int], list[Any]]:
    dice: list[int] = []
    answers: list[Any] = []
    for word in split(text):
        if match := re.fullmatch(r"(\d+)\*(\d+)", word):
            dice += [int(match[1])] * int(match[2])
        elif word.isdigit():
            dice.append(int(word))
        elif word.startswith("("):
            answers.append(tuple(word.strip("()").split(",")) if word != "()" else ())
        else:
            answers.append(word)
    return dice, answers


def argument(bomber: Any, text: str) -> Any:
    """Read what a rule is given: a man, the fighter, or a value."""
    if text == "fighter":
        return bomber.mission.combat.fighters[0]
    return follow(bomber, text) if text.startswith("crew.") else literal(text)


def keywords(text: str) -> dict[str, Any]:
    pairs = (word.split("=") for word in text.split() if "=" in word)
    return {name: literal(value) for name, value in pairs}


def act(bomber: Any, step: str) -> None:
    """Carry out one step of a script."""
    if match := re.fullmatch(r"at (.+?) (\d+)( \w+)??( night)?", step):
        bomber.put(match[1], int(match[2]), (match[3] or "med").strip(), bool(match[4]))
    elif match := re.fullmatch(r"fighter (.+)", step):
        names = (word for word in match[1].split() if "=" not in word)
        bomber.fighter(*names, **keywords(match[1]))
    elif match := re.fullmatch(r"roll ([\w.-]+)(?:\[(\w+)\])?:?(.*)", step):
        dice, answers = dice_and_answers(match[3])
        column = {"column": match[2]} if match[2] else {}
        bomber.result = bomber.chart(match[1], dice, answers, **column)
    elif match := re.fullmatch(r"do (\w+)\.(\w+)(?:\((.*?)\))?(?:: (.*))?", step):
        rule = getattr(import_module(f"packs.b29_superfortress.rules.{match[1]}"), match[2])
        given = [argument(bomber, one) for one in (match[3] or "").split(", ") if one]
        dice, answers = dice_and_answers(match[4] or "")
        bomber.result = bomber.perform(rule, *given, dice=dice, answers=answers)
    elif match := re.fullmatch(r"mission (\d+)(.*)", step):
        bomber.begin(int(match[1]), **keywords(match[2]))
    elif step == "alone":
        bomber.alone()
    else:
        for one in step.split("; "):
            bring_about(bomber, *re.fullmatch(r"(\S+) (=|\|=|\+=|-=) (.*)", one).groups())


HOLDS: dict[str, Callable[[Any, Any], bool]] = {
    "is": lambda found, value: found == (None if value == "nothing" else value),
    "is not": lambda found, value: found != value,
    "has": lambda found, value: value in found,
    "lacks": lambda found, value: value not in found,
    "begins": lambda found, value: found.startswith(value),
    "ends": lambda found, value: found[-len(value) :] == value,
}


def differs(bomber: Any, check: str) -> str:
    """Say how the bomber differs from what should hold, if it does."""
    if match := re.fullmatch(r"(.+?) (is not|is|has|lacks|begins|ends) (.+)", check):
        found = look(bomber, match[1])
        holds = HOLDS[match[2]](found, literal(match[3]))
    else:
        found = look(bomber, check.removeprefix("not "))
        holds = bool(found) != check.startswith("not ")
    return "" if holds else f"{check} (it is {found!r})"


@attrs.frozen
class Script:
    """A claim with its steps."""

    claim: str
    steps: tuple[str, ...]

    def __call__(self, bomber: Any) -> None:
        """Carry it out, and list what does not hold."""
        wrong = []
        for step in self.steps:
            action, _, checks = step.partition("->")
            if action.strip():
                act(bomber, action.strip())
            wrong += [differs(bomber, one) for one in checks.strip().split("; ") if one]
        assert [one for one in wrong if one] == [], self.claim


def read(text: str) -> Iterator[Script]:
    """Read scripts: claims at the margin, steps indented, comments behind two blanks and a #."""
    for block in re.split(r"\n(?=\S)", dedent(text).strip()):
        claim, *steps = (re.sub(r" *# .*", "", line).strip() for line in block.strip().splitlines())
        assert steps, f"nothing is done about the claim: {claim}"
        yield Script(claim, tuple(step for step in steps if step))


def scripted(text: str) -> pytest.MarkDecorator:
    """Let a test run each of these scripts."""
    scripts = [pytest.param(one, id=one.claim) for one in read(text)]
    return pytest.mark.parametrize("script", scripts)
