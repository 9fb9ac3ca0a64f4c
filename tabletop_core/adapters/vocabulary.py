"""Stable actions: a list of all that can be chosen in a game, so that a number keeps its meaning.

    vocabulary = Vocabulary.by_playing(game, games=200)
    print(vocabulary)             # how many actions there will be
    vocabulary.save(path)
    env = SeatEnv("bomber_run", actions=Vocabulary.read(path))

Each option has a key. By default that is the kind of the decision and what the option touches; a
pack may declare `Game(learning=Learning(action_key=...))`.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any, TypeAlias

import attrs

from ..engine.decisions import Decision, OptionId
from ..engine.game import Game
from ..engine.match import Match
from ..engine.play import Play
from ..engine.targets import Targets
from ..errors import PackError
from .actions import Numbering, Places
from .by_playing import GAMES, MadeByPlaying, made_once, played, texts

__all__ = ["Vocabulary", "action_key"]

DECISIONS = 4_000
"""The decisions from which a vocabulary is made."""


def action_key(play: Play[Any], decision: Decision, option: OptionId) -> str:
    """Return the key of an option: the same text wherever it means the same.

    The pack says it with `Game(learning=Learning(action_key=...))`. Else it is the kind of the
    decision, what the option touches, and the words of its id that name nothing it touches.

    >>> from tabletop_core import by_id
    >>> fly = Decision(("west",), "Fly", ("w1 D7 N", "done"), kind="fly", at=by_id(but="done"))
    >>> [default_key(fly, option) for option in fly.options]
    ['fly: w1 D7 N', 'fly: done']
    """
    return (play.game.learning.action_key or _default)(play, decision, option)


def _default(play: Play[Any], decision: Decision, option: OptionId) -> str:
    return default_key(decision, option)


def default_key(decision: Decision, option: OptionId) -> str:
    """Return the key of an option in a game that declares none."""
    return _key(kind_of(decision), option, decision.targets_of(option))


def kind_of(decision: Decision) -> str:
    """Return the kind of a decision: as its rule names it, or else that rule."""
    if decision.kind or decision.asked_by is None:
        return decision.kind or decision.rule
    return decision.asked_by.name


@lru_cache(maxsize=1 << 17)
def _key(kind: str, option: OptionId, targets: Targets) -> str:
    others = [word for word in str(option).split() if word not in targets]
    return f"{kind}: " + " ".join([*targets, *others])


@attrs.frozen
class Vocabulary(MadeByPlaying):
    """The keys of a game, each with a number; `places` numbers follow them, and one for the end.

    An option without a known key takes the number after the keys that counts its place in the
    present list, and so does the second of two with the same key. So every question can be
    answered, however few games a vocabulary was made from.

    `options` are those of the games that it was made from.
    """

    pack: str
    version: str
    options: Mapping[str, Any]
    keys: tuple[str, ...] = attrs.field(converter=texts)
    places: int

    @property
    def size(self) -> int:
        """The number of actions."""
        return len(self.keys) + self.places + 1

    @property
    def known(self) -> int:
        """The number of actions with a meaning of their own."""
        return len(self.keys)

    @cached_property
    def _number_of(self) -> dict[str, int]:
        return {key: number for number, key in enumerate(self.keys)}

    def numbers(self, match: Match[Any], decision: Decision) -> Sequence[int]:
        """Return the number of each option; see `Numbering`.

        Raises:
            PackError: there are more options than places, and some of them have no key.
        """
        play, known, first = match.play, self._number_of, len(self.keys)
        key_of = play.game.learning.action_key or _default
        numbers: list[int] = []
        used: set[int] = set()
        for place, option in enumerate(decision.options):
            number = known.get(key_of(play, decision, option), first + place)
            if number in used:
                number = first + place
            if number >= first + self.places:
                raise PackError(
                    f"{decision.prompt!r} has {len(decision.options)} options, but there are "
                    f"{self.places} places for those without a key; declare more as "
                    "Game(learning=Learning(most_options=...))"
                )
            used.add(number)
            numbers.append(number)
        return numbers

    @classmethod
    def by_playing(
        cls,
        game: Game[Any],
        options: Mapping[str, Any] | None = None,
        *,
        games: int = GAMES,
        decisions: int = DECISIONS,
        bots: str = "random",
        seed: int = 0,
    ) -> "Vocabulary":
        """Return the vocabulary of the options that occur in some games, in their order.

        Args:
            options: options of the game.
            games, decisions: how many to play, whichever comes first.
            bots: who plays them.
            seed: the same seed gives the same games.
        """
        chosen = game.read_options(options or {})
        keys: dict[str, None] = {}
        for match in islice(played(game, chosen, games, bots, seed), decisions):
            decision = match.decision
            assert decision is not None
            for option in decision.options:
                keys.setdefault(action_key(match.play, decision, option))
        identity = game.identity
        places = game.learning.most_options_with(game.data_with())
        return cls(identity.id, identity.version, chosen, tuple(keys), places)

    def share_known(
        self, game: Game[Any], *, games: int = 20, bots: str = "random", seed: int = 1
    ) -> float:
        """Return the share of the options of other games that have a number of their own."""
        known = every = 0
        for match in played(game, self.options, games, bots, seed):
            assert match.decision is not None
            numbers = self.numbers(match, match.decision)
            every += len(numbers)
            known += sum(number < len(self.keys) for number in numbers)
        return known / every if every else 1.0

    def __str__(self) -> str:
        return (
            f"{self.pack} {self.version}: {self.size:,} actions, of which {self.known:,} have a "
            f"meaning of their own, {self.places:,} are places for other options, and one ends a "
            "choice of several"
        )


Actions: TypeAlias = int | str | Vocabulary
"""What environments take as `actions`: `keys`, `places`, a number of places, or a vocabulary."""


def numbering_of(game: Game[Any], options: Mapping[str, Any], actions: Actions) -> Numbering:
    """Return the numbering that an environment was asked for.

    Args:
        actions: `keys` for the usual vocabulary, `places` for as many places as the game can need,
            a number for that many places, or a vocabulary.

    Raises:
        PackError: none of these, or a vocabulary of another game.
    """
    if isinstance(actions, Vocabulary):
        if actions.pack != game.id:
            raise PackError(f"the vocabulary is of {actions.pack}, not of {game.id}; make another")
        return actions
    if isinstance(actions, int):
        return Places(actions)
    if actions == "keys":
        return made_once(Vocabulary, game, options)
    if actions == "places":
        # The last action ends a choice of several options.
        return Places(game.learning.most_options_with(game.data_with()) + 1)
    raise PackError(f"actions cannot be {actions!r}; give keys, places, a number or a Vocabulary")
