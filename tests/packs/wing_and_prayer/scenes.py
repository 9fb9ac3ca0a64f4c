"""Scenes of the game in lines of text: who flies, what is done, what is so then.

    a damaged bomber drops out on a failed check
        fly 6 rhine hurt=f -> results.check_damaged_bomber f : 2 4 6 -> became f damaged and out

The first line is the claim. The steps below it stand in lines of their own or behind arrows; a
line that begins with dots goes on with the one before:

- `fly`, `duel` or `start` with what the functions of those names take; commas stand for blanks.
- `set` with fields of the state, or of a bomber by its letter or a fighter by its number.
- the name of a rule, what it is given, and behind colons its dice and its answers.
- `ask` and a rule, which is carried out as far as its first question, or the one after answers.
- `log` and a line that is somewhere in the log.
- the name of a reading, of those below, what of it is read, and the whole of what is so.
"""

import re
from importlib import import_module

import pytest

from packs.wing_and_prayer.rules.attacks_on_bombers import Aim
from packs.wing_and_prayer.rules.engagements import Engagement
from packs.wing_and_prayer.state import Level, Post
from tabletop_core.chance import Scripted

from . import conftest


def scenes(text):
    """Try a test on each scene of a text."""
    told = []
    for line in text.strip("\n").splitlines():
        if line.startswith("    ... "):
            told[-1][1][-1] += line.removeprefix("    ...")
        elif line.startswith(" "):
            told[-1][1].extend(step.strip() for step in line.split("->"))
        elif line:
            told.append((line, []))
    return pytest.mark.parametrize(
        "scene", [pytest.param(steps, id=claim.replace(" ", "_")) for claim, steps in told]
    )


def play_scene(steps):
    """Set a scene up, do what is done in it, and see that all is so that is read then."""
    play, decision = None, None
    for step in steps:
        word, _, rest = step.partition(" ")
        if word in ("fly", "start", "duel"):
            play = getattr(conftest, word)(*positions(rest), **fields(rest))
        elif word == "set":
            for path, now in fields(rest).items():
                *way, name = path.split(".")
                put(found(play, way), name, now)
        elif word == "ask":
            told, dice, answers = [*(part.strip() for part in rest.split(" :")), "", ""][:3]
            rule, args = rule_of(play, told)
            play.source = Scripted(values(dice))
            asking = rule(play, *args)
            decision = next(asking)
            for answer in values(answers):
                decision = asking.send(answer)
        elif word == "log":
            assert rest in conftest.story(play), f"{step}: it is {conftest.story(play)}"
        elif word in OF_PLAY | OF_DECISION:
            read = (OF_PLAY | OF_DECISION)[word]
            count = read.__code__.co_argcount - 1
            *args, wanted = f"{rest} ".split(" ", count)
            now = str(read(play if word in OF_PLAY else decision, *args))
            assert now == wanted.strip(), f"{step}: it is {now}"
        else:
            told, dice, answers = [*(part.strip() for part in step.split(" :")), "", ""][:3]
            rule, args = rule_of(play, told)
            conftest.carry_out(play, rule, *args, dice=values(dice), answers=values(answers))


def value(word):
    """Read a number, yes or no, a post, several in brackets, or a word."""
    if re.fullmatch(r"-?\d+", word):
        return int(word)
    if word.startswith(("(", "[")):
        several = tuple(value(one) for one in word[1:-1].split(",") if one)
        return several if word.startswith("(") else list(several)
    if word.startswith(("Post.", "Level.")):
        kind, _, name = word.partition(".")
        return {"Post": Post, "Level": Level}[kind][name]
    return {"True": True, "False": False}.get(word, word.replace(",", " "))


def values(text):
    """Read words; `1*36` is thirty-six ones."""
    read = []
    for word in text.split():
        one, _, times = word.partition("*")
        read += [value(one)] * int(times or 1)
    return read


def positions(text):
    return [value(word) for word in text.split() if "=" not in word]


def fields(text):
    pairs = (word.split("=", 1) for word in text.split() if "=" in word)
    return {name: value(told) for name, told in pairs}


def rule_of(play, text):
    """A rule and what it is given: *f* is a bomber, *i1@f* an aim at it, *e1~i1* a fight."""
    name, *args = text.split()
    module, function = name.split(".")
    rules = import_module(f"packs.wing_and_prayer.rules.{module}")
    return getattr(rules, function), [given(play, word) for word in args]


def given(play, word):
    if word.startswith("["):
        return [given(play, one) for one in word.strip("[]").split(",") if one]
    if "~" in word:
        return Engagement(*(given(play, one) for one in word.split("~")), None, None)
    if "@" in word:
        fighter, at = word.split("@")
        return Aim(given(play, fighter), f"b17f-{at}")
    if re.fullmatch("[a-l]", word):
        return f"b17f-{word}"
    if re.fullmatch(r"[ei]\d", word):
        return found(play, [word])
    return value(word)


def found(play, way):
    """What a path leads to: a bomber, its crew, a fighter, or a part of the state."""
    one, mission = play.state, play.state.mission
    for name in way:
        fighters = {one.id: one for one in (*mission.escorts, *mission.interceptors)}
        if re.fullmatch("[a-l]", name):
            one = conftest.bomber(play, name)
        elif name.startswith("crew:"):
            one = conftest.crew(play, name[-1])
        elif isinstance(one, dict):
            one = one[name]
        else:
            one = fighters[name] if name in fighters else getattr(one, name)
    return one


def put(one, name, now):
    if isinstance(one, dict):
        one[name] = now
    else:
        setattr(one, name, now)


def kinds_of(fighters):
    return " ".join("+".join(filter(None, (one.kind, one.ace))) for one in fighters)


def ids_on(play, board, space):
    return " ".join(piece.id for piece in conftest.panel(play, board.replace("_", " ")).on(space))


OF_PLAY = {
    "became": conftest.became,
    "levels": conftest.levels,
    "line": conftest.line,
    "luck": lambda play: " ".join(play.state.lady_luck),
    "escorts": lambda play: kinds_of(play.state.mission.escorts),
    "interceptors": lambda play: kinds_of(play.state.mission.interceptors),
    "posts": lambda play: " ".join(one.post.value for one in play.state.mission.escorts),
    "retired": lambda play: kinds_of(play.state.mission.retired),
    "state": lambda play, path: found(play, path.split(".")),
    "last": lambda play: conftest.story(play)[-1],
    "outcome": lambda play: f"{play.outcome.kind}, {play.outcome.winner or 'nobody'} wins",
    "crews": lambda play: len(play.state.crews),
    "flyer": lambda play, letter: next(
        line.status for line in play.state.mission.record.flyers if line.bomber[-1] == letter
    ),
    "returned": lambda play, card: play.state.deck.count(card),
    "on": lambda play, board, space: ids_on(play, board, space),
    "row": lambda play, panel, name: dict(conftest.panel(play, panel).rows).get(
        name.replace("_", " "), ""
    ),
    "kinds": lambda play, kind: conftest.kinds(play).count(kind),
    "kind": lambda play: conftest.kinds(play)[-1],
    "fact": lambda play, name: play.events[-1].facts[name],
    "event": lambda play, kind, name: " ".join(
        str(event.facts[name]) for event in play.events if event.kind == kind and event.facts[name]
    ),
    "modifier": lambda play, name: dict(one[:2] for one in conftest.modifiers(play)).get(name, ""),
}
"""What can be read of a game: of its state, its last event and the modifiers of that."""

OF_DECISION = {
    "prompt": lambda decision: decision.prompt,
    "options": lambda decision: " ".join(map(str, decision.options)),
    "label": lambda decision, option: decision.label_of(value(option)),
    "seats": lambda decision: " ".join(decision.seats),
    "most": lambda decision: decision.most,
    "offered": lambda decision, option: option in decision.options,
    "several": lambda decision: decision.several,
    "in_order": lambda decision: decision.ordered,
    "touched": lambda decision, option: " ".join(decision.targets_of(value(option))),
    "odds": lambda decision, option, chance: ", ".join(
        what for what, p in decision.odds(value(option)).items() if chance in ("any", str(p))
    ),
}
"""What can be read of the decision asked for last."""
