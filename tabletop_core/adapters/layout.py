"""Observations that keep the structure of the table, as arrays of fixed lengths.

    layout = Layout.by_playing(game)
    print(layout)                               # every array with its shape
    env = SeatEnv("bomber_run", structured=True)     # or structured=layout

Things have rows of their own: a piece has the same row in every observation of a game, whatever
else is on the table. What was not known when the layout was made takes a spare row.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import islice
from typing import Any

import attrs

from ..engine.game import Game
from ..viewers import Viewer
from .by_playing import GAMES, MadeByPlaying, played, texts
from .parts import LISTS, NUMBERS, WORDS, nodes_of, option_row, question_row, rows_of

__all__ = ["Layout"]

DECISIONS = 2_000
"""The decisions from which a layout is made."""
ODDS = 4
"""The chances of an option that are shown, where they are asked for."""
NONE, UNKNOWN = 0, 1
"""The numbers of no word, and of a word that is not in the layout."""


def _tuples(ids: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    return {name: texts(known) for name, known in ids.items()}


@attrs.frozen
class Layout(MadeByPlaying):
    """The lengths of the arrays of a game, the rows of its things, and the numbers of its words.

    Attributes:
        options: the options of the games that it was made from.
        words: every word or phrase; the first has the number 2.
        ids: what has a row in each of `LISTS`, in the order of the rows.
        spare: the number of rows after them, for things that were not known.
        neighbours: the most neighbours of a node.
        targets: the most things that an option touches.
        choices: the most options of a question.
        odds: whether the exact chances of options are computed, which may be slow.
    """

    pack: str
    version: str
    options: Mapping[str, Any]
    words: tuple[str, ...] = attrs.field(converter=texts)
    ids: Mapping[str, tuple[str, ...]] = attrs.field(converter=_tuples)
    spare: Mapping[str, int]
    neighbours: int
    targets: int
    choices: int
    odds: bool = False

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
        odds: bool = False,
    ) -> "Layout":
        """Return the layout of what occurs in some games; the arguments as of `Vocabulary`."""
        chosen = game.read_options(options or {})
        words: dict[str, None] = {}
        ids: dict[str, dict[str, None]] = {name: {} for name in LISTS}
        neighbours = targets = 1
        known: dict[int, Any] = {}
        for match in islice(played(game, chosen, games, bots, seed), decisions):
            decision = match.decision
            assert decision is not None
            rows, boards = rows_of(game.look.view(match.play, Viewer(decision.seat)))
            for panel in boards:
                if id(panel.board) not in known:
                    known[id(panel.board)] = panel.board
                    nodes = nodes_of(panel.board)
                    ids["nodes"].update(dict.fromkeys(node.name for node in nodes))
                    neighbours = max([neighbours, *(len(node.near) for node in nodes)])
                words.setdefault(panel.id)
            for name, found in rows.items():
                ids[name].update(dict.fromkeys(row.id for row in found))
                words.update(dict.fromkeys(word for row in found for word in row.words))
            words.update(dict.fromkeys(question_row(decision).words))
            for option in decision.options:
                touched = decision.targets_of(option)
                targets = max(targets, len(touched))
                words.update(dict.fromkeys(option_row(decision, option, touched).words))
        words.pop("", None)
        identity = game.identity
        return cls(
            pack=identity.id,
            version=identity.version,
            options=chosen,
            words=words,
            ids=ids,
            spare={name: _spare(len(found)) for name, found in ids.items()},
            neighbours=neighbours,
            targets=targets,
            choices=game.learning.most_options_with(game.data_with()),
            odds=odds,
        )

    def rows(self, name: str) -> int:
        """Return the number of rows of a list."""
        return len(self.ids[name]) + self.spare[name]

    @cached_property
    def firsts(self) -> dict[str, int]:
        """The number of the first row of each list, when all are counted together.

        Options say by these numbers what they touch: first come the nodes, then the pieces, cards
        and facts.
        """
        firsts, total = {}, 0
        for name in LISTS:
            firsts[name], total = total, total + self.rows(name)
        return firsts

    @cached_property
    def row_of(self) -> dict[str, dict[str, int]]:
        """The row of each known thing, by list."""
        return {
            name: {one: row for row, one in enumerate(known)} for name, known in self.ids.items()
        }

    @cached_property
    def _number_of(self) -> dict[str, int]:
        numbers = {word: number for number, word in enumerate(self.words, UNKNOWN + 1)}
        return {"": NONE, **numbers}

    def numbers_of(self, words: Iterable[str]) -> list[int]:
        """Return the numbers of some words."""
        known = self._number_of
        return [known.get(word, UNKNOWN) for word in words]

    @property
    def most(self) -> int:
        """The greatest number of a word."""
        return len(self.words) + UNKNOWN

    @cached_property
    def fields(self) -> dict[str, tuple[str, ...]]:
        """What the columns of each array hold; a list that is always empty has none."""
        found = {}
        for name in filter(self.rows, LISTS):
            more = ("node",) if name == "pieces" else ()
            found[name] = ("is there", *more, *WORDS[name])
            found[f"{name}_numbers"] = NUMBERS[name]
        if self.rows("nodes"):
            found["nodes_near"] = ("row of a neighbour",) * self.neighbours
        found["question"] = ("options taken", *WORDS["question"])
        found["question_numbers"] = NUMBERS["question"]
        found["options"] = ("is there", "action", "is taken", *WORDS["options"])
        found["options_numbers"] = NUMBERS["options"]
        found["options_touch"] = ("row of a thing, all lists together",) * self.targets
        if self.odds:
            found["options_odds"] = tuple(f"chance {n}" for n in range(1, ODDS + 1))
        return found

    @cached_property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each array."""
        return {name: self._shape(name, len(columns)) for name, columns in self.fields.items()}

    def _shape(self, name: str, columns: int) -> tuple[int, ...]:
        listed = name.partition("_")[0]
        if listed == "question":
            return (columns,)
        return (self.choices if listed == "options" else self.rows(listed), columns)

    @staticmethod
    def is_whole(name: str) -> bool:
        """Return whether an array holds whole numbers; -1 in it stands for no row."""
        return not name.endswith(("_numbers", "_odds"))

    def __str__(self) -> str:
        lines = [f"{self.pack} {self.version}: {self.most + 1:,} words"]
        for name, shape in self.shapes.items():
            columns = list(dict.fromkeys(self.fields[name]))
            lines.append(f"  {name} {shape}: {', '.join(columns)}")
        return "\n".join(lines)


def _spare(known: int) -> int:
    """Return how many rows to spare for what was not known."""
    return 4 + known // 8 if known else 0
