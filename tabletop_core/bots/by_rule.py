"""A bot made of one small function for each rule, or each kind of decision, that asks."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, TypeAlias

from ..engine.bot import Bot
from ..engine.decisions import Answer, Decision
from ..engine.match import Match
from ..engine.play import Play
from ..engine.rules import Rule
from ..errors import PackError

Judge: TypeAlias = Callable[[Play[Any], Decision], Answer | None]
"""Answers a decision of a game in progress; None leaves it to `RuleBot.otherwise`."""

Judges: TypeAlias = Mapping[Callable[..., Any] | str, Judge]
"""Judges by the procedure of the rule, or the kind of decision, that asks."""


class RuleBot(Bot):
    """Answers by rules of thumb: one function for each rule, or kind of decision, that asks.

    `judges` maps the procedures of rules, or kinds of decisions, to such functions.
    A kind goes before the rule that asks.
    Since a rule is named by its procedure, a rule that gets another title keeps its thumb, and one
    that is gone is missed when the bot is loaded; the exam looks for the rest.

        class Commander(RuleBot):
            judges: ClassVar[Judges] = {
                routes.plan: shortest,
                "lay": guns_on_the_nearest,
            }

    Where functions need the bot itself, such as its own stream of chance, `judges` is a property
    that returns methods among them.
    """

    @property
    def judges(self) -> Judges:
        """What answers each rule or kind of decision."""
        return {}

    def choose(self, match: Match[Any], decision: Decision) -> Answer:
        judge = self._by_kind.get(decision.kind) if decision.kind else None
        if judge is None and decision.asked_by is not None:
            judge = self._by_rule.get(decision.asked_by)
        answer = None if judge is None else judge(match.play, decision)
        return self.otherwise(match, decision) if answer is None else answer

    def otherwise(self, match: Match[Any], decision: Decision) -> Answer:
        """Return the answer where no function has one: the first legal one."""
        return first(decision)

    @cached_property
    def _by_kind(self) -> dict[str, Judge]:
        return {key: judge for key, judge in self.judges.items() if isinstance(key, str)}

    @cached_property
    def _by_rule(self) -> dict[Rule, Judge]:
        judges = self.judges.items()
        return {rule_behind(key): judge for key, judge in judges if not isinstance(key, str)}


def rule_behind(procedure: Callable[..., Any]) -> Rule:
    """Return the rule that a procedure carries out.

    Raises:
        PackError: it carries none.
    """
    rule = getattr(procedure, "rule", None)
    if isinstance(rule, Rule):
        return rule
    name = getattr(procedure, "__qualname__", repr(procedure))
    raise PackError(
        f"a bot judges by {name}, which carries out no rule; mark it with @rule, "
        "or name a kind of decision"
    )


def first(decision: Decision) -> Answer:
    """Return the first legal answer."""
    options = decision.options
    return tuple(options[: decision.least or 0]) if decision.several else options[0]


def prefer(*wanted: str) -> Judge:
    """Return what takes the first of these answers that is offered."""

    def judge(play: Play[Any], decision: Decision) -> Answer | None:
        return next((one for one in wanted if one in decision.options), None)

    return judge
