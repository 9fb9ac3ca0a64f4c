"""The searching bots, with their parameters."""

from typing import Any, ClassVar

from ...engine.bot import Bot
from ...engine.decisions import Answer, Decision, OptionId
from ...engine.game import Game
from ...engine.match import Match
from ...errors import PackError
from .halving import is_better
from .playouts import RANDOM, policy_bots, policy_of, read_depth
from .tree import (
    Flat,
    OneTree,
    Search,
    SearchBudget,
    SearchNode,
    Tree,
    TreeForEachSeat,
    best,
    shuffled,
)
from .values import Evaluate

TRUST = 1.0
"""The number of standard errors by which an answer must be better than that of a trusted bot."""
PLAYOUTS = 400
"""Playouts for each decision, if neither their number nor a time is given."""
LEAST = 5
"""Playouts that halving needs for each answer."""


class SearchBot(Bot):
    """Searches with a budget of `n` playouts or `ms` milliseconds for each decision.

    Of both, what ends first counts.

    It ends sooner if the rest of the budget cannot change the answer; with `trust` also if all
    playouts of the first eighth gave the same value.

    With a number of playouts, a game of the same seed is the same again;
    with a time, it depends on the speed of the machine.
    `depth` is the number of decisions of a playout before the position is valued, or `end`;
    `rounds` values every position that many rounds of the outermost loop from here instead, `steps`
    that many steps of the sequence from here;
    `c` sets how eagerly answers with few tries are tried; `playout` is the bot that answers in
    playouts, whose answer is always tried first: by default the pack's own, if it does not look
    ahead.
    With `trust`, the answer of that bot stands unless another is better by more than that many
    standard errors; so a search with few playouts is not worse than the bot.
    `scale` is the difference in `evaluate` that is worth half of what there is to win or lose.
    A pack whose positions in the middle of a move need another judgement than `Game.evaluate` sets
    `evaluate` in `Game(search=...)`.
    """

    looks_ahead = True
    settles = True
    parameters: ClassVar = {
        "n": int,
        "ms": int,
        "depth": read_depth,
        "rounds": int,
        "steps": int,
        "c": float,
        "playout": str,
        "trust": float,
        "scale": float,
    }
    tree: ClassVar[type[Tree]]

    n: int | None = None
    ms = 0
    depth: int | None = None
    rounds = 0
    steps = 0
    c = 1.0
    playout = ""
    trust: float | None = None
    scale = 0.0
    evaluate: Evaluate | None = None

    def choose(self, match: Match[Any], decision: Decision[OptionId]) -> Answer:
        if not decision.several and len(decision.options) == 1:
            return decision.options[0]
        search = self.search(match)
        root = search.run()
        answer = self.pick(root)
        if not search.trusts or search.usual is None:
            return answer
        return self._unless_better(root, search.usual, answer, self.trust_in(match.game))

    def search(self, match: Match[Any]) -> Search:
        """Return the search of the present decision, ready to run."""
        return Search(
            match=match,
            seat=self.seat,
            random=self.random(match),
            kind=self.tree,
            budget=self.budget,
            eager=self.c,
            depth=self.depth,
            rounds=self.rounds,
            steps=self.steps,
            policy=self.playout,
            usual=self.usual(match),
            settles=self.settles,
            trusts=bool(self.trust_in(match.game)),
            evaluate=self.evaluate or match.game.evaluate,
            scale=self.scale,
        )

    @property
    def budget(self) -> SearchBudget:
        """The budget for each decision."""
        return SearchBudget(self.n or (0 if self.ms else PLAYOUTS), self.ms)

    def trust_in(self, game: Game[Any]) -> float:
        """Return how much the bot of the playouts is trusted, in standard errors."""
        if self.trust is not None:
            return self.trust
        return TRUST if policy_of(game, self.playout) != RANDOM else 0.0

    def usual(self, match: Match[Any]) -> Answer | None:
        """Return the answer of the bot of the playouts, where there is one."""
        bots = policy_bots(match.game, (self.seat,), self.playout)
        if not bots:
            return None
        decision = match.question_of(self.seat) or match.decision
        assert decision is not None
        bots[self.seat].seed = self.seed
        return bots[self.seat].choose(match, decision)

    def _unless_better(
        self, root: SearchNode, usual: Answer, answer: Answer, trust: float
    ) -> Answer:
        """Return the usual answer, unless that of the search is clearly better."""
        if usual == answer:
            return usual
        difference, error = root.difference(answer, usual)
        return answer if difference > trust * error else usual

    def pick(self, root: SearchNode) -> Answer:
        return best(root)

    def check(self, game: Game[Any]) -> None:
        for name in self.parameters:
            value = getattr(self, name)
            if isinstance(value, int | float) and (
                value < (name == "n") or (name == "c" and not value)
            ):
                raise PackError(
                    f"a search cannot have {name}={value}; "
                    "n must be 1 or more, c above 0, the others 0 or more"
                )
        policy_bots(game, (), self.playout)


class FlatBot(SearchBot):
    """Flat Monte Carlo: every answer is played out equally often, the best mean is taken."""

    tree = Flat
    settles = False

    def pick(self, root: SearchNode) -> Answer:
        return max(root.tried, key=lambda answer: root.tried[answer].mean)


class TreeBot(SearchBot):
    """Monte Carlo tree search; what the seat may not know is redrawn for every playout."""

    tree = OneTree


class InformationSetBot(SearchBot):
    """Tree search over what each seat has seen, for games with hidden cards or plans."""

    tree = TreeForEachSeat


class HalvingBot(SearchBot):
    """Sequential halving: answers are played out with the same chance, the worse half is dropped.

    It looks at the answer of the bot of the playouts, if there is one, and at others, `most`
    answers in all and not more than a fifth of the playouts; if there are more, those are taken at
    random. With `trust`, the answer of that bot stands unless the best other one is better by more
    than that many standard errors of the difference under the same chance.
    """

    parameters: ClassVar = {**SearchBot.parameters, "most": int}
    tree = Flat
    most = 12

    def choose(self, match: Match[Any], decision: Decision[OptionId]) -> Answer:
        if not decision.several and len(decision.options) == 1:
            return decision.options[0]
        search = self.search(match)
        answers = shuffled(decision, search.random)
        usual = search.usual
        if usual is not None:
            answers = [usual, *(answer for answer in answers if answer != usual)]
        n = self.budget.n
        most = min(self.most, n // LEAST) if n else self.most
        values = search.halve(answers[: max(most, 1 + (usual is None))])
        first, *others = values
        answer = max(others, key=lambda answer: sum(values[answer]), default=first)
        if usual is not None and search.trusts:
            trust = self.trust_in(match.game)
            return answer if is_better(values[answer], values[usual], trust) else usual
        return max(values, key=lambda answer: sum(values[answer]))
