"""Checks of a pack's bots and of its evaluation."""

import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from ..bots.rule_bot import RuleBot, rule_behind
from ..bots.seating import seat_bots
from ..bots.simple import bots_of, chooser
from ..engine.bot import value_of
from ..engine.faults import is_in_rules
from ..engine.match import Match
from ..engine.state import state_key
from ..errors import IllegalAnswerError
from .data_use import texts_of
from .invariants import check_invariants

if TYPE_CHECKING:
    from .exam_run import Exam

_DECISIONS = 400
_DECISIONS_AHEAD = 25
"""The number of decisions a bot makes; fewer where it looks ahead."""


def check_bots(exam: "Exam", asked: Collection[str] = ()) -> None:
    """Let each bot play a game against itself."""
    for name, maker in bots_of(exam.game).items():
        try:
            bot = maker()
            if isinstance(bot, RuleBot):
                _check_policies(exam, name, bot, asked)
            if not exam.has_time(f"a game of the bot {name!r}"):
                continue
            most = _DECISIONS_AHEAD if bot.looks_ahead else _DECISIONS
            _play(exam, name, most)
        except IllegalAnswerError as error:
            exam.report(
                "C801", f"bot {name!r} gives an answer that is not an option: {error}", maker
            )
        except Exception as error:
            if is_in_rules(error):
                exam.report_exception("C401", f"a game of bot {name!r} fails", error)
            else:
                exam.report_bot(f"bot {name!r} fails", error)


def _is_asked(exam: "Exam", kind: str, asked: Collection[str]) -> bool:
    """Tell whether decisions of a kind were asked, or may be: rules may compute the kind."""
    source = exam.source
    if kind in source.kinds or kind in asked:
        return True
    if not source.computed_kinds:
        return False
    is_written = any(re.fullmatch(form, kind) for form in source.forms_of_kinds)
    return is_written or kind in source.texts or kind in texts_of(exam.data)


def _check_policies(exam: "Exam", name: str, bot: RuleBot, asked: Collection[str]) -> None:
    """Look whether the pack has the rules and asks the kinds that a bot policies."""
    rules = set(exam.game.rules)
    for key, policy in bot.all_policies.items():
        if isinstance(key, str):
            missing = "" if _is_asked(exam, key, asked) else f"decisions of the kind {key!r}"
        else:
            rule = rule_behind(key)
            missing = "" if rule in rules else f"the rule {rule.name!r} ({rule.where})"
        if missing:
            exam.report(
                "C803", f"bot {name!r} has a policy for {missing}, which nothing asks", policy
            )


def _play(exam: "Exam", name: str, most: int) -> None:
    match: Match[Any] = exam.game.start(seed="exam bots", data=exam.data)
    choose = chooser(seat_bots(exam.game, dict.fromkeys(match.seats, name), "exam bots"))
    while match.decision is not None and match.decisions < most:
        if name == "random" and exam.game.evaluate is not None:
            _check_evaluation(exam, match)
        before = state_key(match.state)
        answer = choose(match, match.decision)
        if state_key(match.state) != before:
            exam.report("C801", f"bot {name!r} changes the state while it thinks")
            return
        if answer is None:
            exam.report("C801", f"bot {name!r} gives no answer")
            return
        match.answer(answer)
        check_invariants(exam, match)


def _check_evaluation(exam: "Exam", match: Match[Any]) -> None:
    evaluate = exam.game.evaluate
    assert evaluate is not None
    before = state_key(match.state)
    for seat in match.seats:
        try:
            value_of(evaluate, match.play, seat)
        except Exception as error:
            exam.report_exception("C802", f"`evaluate` fails for {seat}", error)
            return
    if state_key(match.state) != before:
        exam.report("C802", "`evaluate` changes the state", evaluate)
