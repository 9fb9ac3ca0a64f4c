"""Ways to start a game that a pack suggests, and how strong those are who play the other seats."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import attrs

from ..data import load_file
from ..data.folders import folder_of

DIFFICULTIES = ("easy", "normal", "hard")
"""How strong a bot is, as a person chooses it."""


WEIGHTS = (1, 2, 3, 4, 5)
"""How much there is to learn, from light to heavy."""


@attrs.frozen(kw_only=True)
class Setup:
    """A way to start the game: a scenario with what it sets, told in a sentence.

    id: a plain name, by which pages and files refer to it.
    title: what a person reads, such as `Attack on Biggin Hill`.
    about: a sentence that says what it is about.
    options: the options that it sets; the others keep their default.
    openings: seeds whose games begin well; a new game takes one of them, with its dice. They are in
        the pack for all to read, so they suit games of one player.
    others: how strong the bots are that play the seats which nobody takes.
    is_campaign: whether it is a tour or a campaign, whose end is a keepsake in a person's history.
    next: the setup to play after it, one rung harder; none at the end of a ladder.
    """

    id: str
    title: str
    about: str = ""
    options: Mapping[str, Any] = attrs.field(factory=dict, eq=False)
    openings: tuple[int, ...] = ()
    others: str = "normal"
    is_campaign: bool = False
    next: str = ""


@attrs.frozen(kw_only=True)
class MeasuredSetup:
    """What games among bots have shown of a setup; `tools/measure_setups.py` writes it.

    id: the setup.
    games: how many games there were.
    bot: who played all seats.
    minutes: within how many minutes a game ends, half of them.
    answers: the answers of one person: a quarter of the games had no more than the first number,
        half no more than the second, three quarters no more than the third.
    moments: how many moments that stop 95 % of the games have at least.
    won: the share of the games that the first seat won, in percent.
    results: how many of the games ended with each result.
    scores: the points of each seat, in a game with points, as three quartiles.
    """

    id: str
    games: int
    bot: str
    minutes: tuple[int, int]
    answers: tuple[int, int, int] = (0, 0, 0)
    moments: int = 0
    won: int = 0
    results: Mapping[str, int] = attrs.field(factory=dict)
    scores: Mapping[str, tuple[float, float, float]] = attrs.field(factory=dict)


@attrs.frozen(kw_only=True)
class MeasuredSetups:
    """The file `measured.toml` of a pack."""

    setup: tuple[MeasuredSetup, ...] = ()


FILE = "measured.toml"


def measured_setups(package: str) -> Mapping[str, MeasuredSetup]:
    """Return what was measured of the setups of a pack, by their ids; nothing if it has no file.

    Raises:
        DataError: the file cannot be read.
    """
    folder = folder_of(package)
    if folder is None or not (file := folder / FILE).is_file():
        return {}
    return _measured_at(str(file))


@cache
def _measured_at(file: str) -> Mapping[str, MeasuredSetup]:
    return {one.id: one for one in load_file(file, MeasuredSetups).setup}
