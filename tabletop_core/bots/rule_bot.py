"""A bot made of one small function for each rule, or each kind of decision, that asks."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, ClassVar, TypeAlias

from ..chance import stream
from ..engine.bot import Bot
from ..engine.decisions import Answer, Decision
from ..engine.game import Game
from ..engine.match import Match
from ..engine.play import Play
from ..engine.rules import Rule
from ..errors import PackError

Policy: TypeAlias = Callable[[Play[Any], Decision], Answer | None]
"""Answers a decision of a game in progress; None leaves it to `RuleBot.otherwise`."""

Policies: TypeAlias = Mapping[Callable[..., Any] | str, Policy]
"""Policies by the procedure of the rule, or the kind of decision, that asks."""


class RuleBot(Bot):
    """Answers by rules of thumb: one function for each rule, or kind of decision, that asks.

    `policies` maps the procedures of rules, or kinds of decisions, to such functions.
    A kind takes precedence over the rule that asks.
    A rule is named by its procedure, so it may change its title, and a removed one is an error when
    the bot is loaded; the exam checks the rest.

        class Commander(RuleBot):
            policies: ClassVar[Policies] = {
                routes.plan: shortest,
                "lay": guns_on_the_nearest,
            }

    Functions that need the bot itself, such as its own stream of chance, are methods, which
    `own_policies` returns in the same way.

    With `errs` it answers at random that often, from 0 to 1, and so plays an easier game:
    `captain:errs=0.3`. Its errors depend only on its seed, its seat and the decision's number.
    """

    policies: ClassVar[Policies] = {}
    errs = 0.0
    parameters: ClassVar[Mapping[str, Callable[[str], Any]]] = {"errs": float}

    def check(self, game: Game[Any]) -> None:
        if not 0 <= self.errs <= 1:
            raise PackError(f"errs must be between 0 and 1, not {self.errs:g}")

    def own_policies(self) -> Policies:
        """Return the policies that are methods of this bot."""
        return {}

    def choose(self, match: Match[Any], decision: Decision) -> Answer:
        if self.errs:
            # A stream of its own, so that what it answers otherwise stays the same.
            random = stream(self.seed, "errs", self.seat, match.decisions)
            if random.random() < self.errs:
                return decision.at_random(random.random())
        policy = self.policy_of(decision)
        answer = None if policy is None else policy(match.play, decision)
        return self.otherwise(match, decision) if answer is None else answer

    def policy_of(self, decision: Decision) -> Policy | None:
        """Return the policy that a decision is for, if there is one."""
        policy = self._by_kind.get(decision.kind) if decision.kind else None
        if policy is None and decision.asked_by is not None:
            policy = self._by_rule.get(decision.asked_by)
        return policy

    def otherwise(self, match: Match[Any], decision: Decision) -> Answer:
        """Return the answer if no policy gives one: the first legal one."""
        return first_legal(decision)

    @cached_property
    def all_policies(self) -> Policies:
        """The policies of the class and those of the bot."""
        return {**self.policies, **self.own_policies()}

    @cached_property
    def _by_kind(self) -> dict[str, Policy]:
        return {key: policy for key, policy in self.all_policies.items() if isinstance(key, str)}

    @cached_property
    def _by_rule(self) -> dict[Rule, Policy]:
        policies = self.all_policies.items()
        return {rule_behind(key): policy for key, policy in policies if not isinstance(key, str)}


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
        f"a bot has a policy for {name}, which carries out no rule; mark it with @rule, "
        "or name a kind of decision"
    )


def first_legal(decision: Decision) -> Answer:
    """Return the first legal answer."""
    options = decision.options
    return tuple(options[: decision.least or 0]) if decision.several else options[0]


def preferred(*wanted: str) -> Policy:
    """Return a policy that takes the first of these answers that is offered."""

    def policy(play: Play[Any], decision: Decision) -> Answer | None:
        return next((one for one in wanted if one in decision.options), None)

    return policy
