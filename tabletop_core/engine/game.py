"""What a pack declares: the game as one value."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

import attrs

from ..chance import Source
from ..components import CardRow, Hand, Pile
from ..components import determinize as determinize_all
from ..errors import PackError
from ..events.words import Tones, Words
from ..panels.panel import Panel
from ..viewers import Viewer
from .elsewhere import folder_of_game, game_of
from .identity import Identity, identity_of
from .outcome import Seats
from .pack_data import PackData, load_package_tables
from .play import Play
from .rules import Rule, Ruling, rules_of, rulings_of
from .sequence import Node, Program
from .state import held_in, may_hold
from .tape import Tape

if TYPE_CHECKING:
    from .bot import Bot

S = TypeVar("S")

_TRIES = 1000
"""So often is drawn anew what `consistent` refuses."""


@attrs.frozen(kw_only=True)
class GameOption:
    """A choice made before the game: its values, the default, and what it means.

    `values` lists the legal values, texts or whole numbers or truth values.
    `title` is what a person reads in place of the name (default: the name without underscores),
    `named` what in place of values, of those that say too little.
    """

    name: str
    values: tuple[Any, ...]
    default: Any
    help: str
    title: str = attrs.field()
    named: Mapping[Any, str] = attrs.field(factory=dict, eq=False)

    @title.default
    def _title_of_name(self) -> str:
        return self.name.replace("_", " ").capitalize()

    def words(self, value: Any) -> str:
        """Return a value as a person reads it.

        >>> GameOption(name="aces", values=(False, True), default=False, help="").words(True)
        'yes'
        >>> GameOption(name="crew", values=(1,), default=1, help="", named={1: "standard"}).words(1)
        'standard'
        """
        if isinstance(value, bool):
            return "yes" if value else "no"
        return self.named.get(value) or str(value).replace("_", " ")

    def read(self, text: Any) -> Any:
        """Return the value that a text from the command line stands for.

        Raises:
            PackError: no such value; the message lists them.
        """
        for value in self.values:
            if text == value and type(text) is type(value):
                return value
            if str(text).lower() == _written(value):
                return value
        if len(self.values) == 2 and all(type(value) is bool for value in self.values):
            if str(text).lower() in ("yes", "on", "1"):
                return True
            if str(text).lower() in ("no", "off", "0"):
                return False
        legal = ", ".join(_written(value) for value in self.values)
        raise PackError(f"option {self.name} cannot be {text!r}; choose one of: {legal}")


def _written(value: Any) -> str:
    return str(value).lower()


@attrs.frozen(kw_only=True, slots=False, eq=False)
class Game(Generic[S]):
    """A game: its identity, options, sequence of play, state, data, view and bots.

    package: name of the Python package; its marked procedures make the rules index.
    identity: who the pack is (default: what the package's hook `tabletop_identity` returns).
    seats: names of the seats, or a function of the options that returns them, where the number of
        players varies: `lambda options: COLOURS[: options["players"]]`, with an option `players`.
    options: what can be chosen before the game.
    sequence: the tree of steps.
    new_state: makes the state before the first step, from options and data; rolls no dice.
    load_data: reads the pack's data with the overlays laid over it
        (default: the tables in the package's folder `data`, if it has one).
    view: the panels as a viewer may see them.
    words: a format string or function for each kind of event.
    tones: how decisive each kind of event is, `good`, `bad`, `warn` or `quiet`, or a function of
        its facts that tells it; the rest of the story has none.
    shows_root: headings begin with the root of the sequence, as where it is a loop whose rounds
        matter; otherwise it is the game itself, which goes without saying.
    bots: makers of bots by name, beside `random` and, with `evaluate`, `greedy`; the first is the
        usual opponent.
    evaluate: how good the game stands for a seat; greater is better.
    conditions: functions named by table modifiers.
    determinize: a function of `(play, seat)` that redraws, in a fork, what a seat may not know from
        `play.source`, by changing `play.state` (default: all that it does not know of the piles,
        rows and hands in the state, within what it knows, where `state` has hands or rows).
    consistent: tells whether what was drawn anew fits what a seat knows beyond the record of these;
        it is drawn again until it does.
    observe: numbers that say what a seat sees, always equally many, for learning programs
        (default: made from the view).
    most_options: how many options the largest of its questions can have, or a function of the data
        that tells it; environments for learning programs have room for so many.
    search: parameters that searching bots have in this game where nothing else is said, such as
        `{"playout": "captain", "rounds": 1}`; `evaluate` there is what they value positions by,
        where that is not what `greedy` compares.
    cooperative: whether all seats win and lose together, as one team.
    teams: seats that win and lose together, or a function of the options that returns them;
        a seat that is in none plays for itself, and one that is not taken does not count.
    status: how the game stands in a few words, such as `4 against 1`, told of a game under way
        beside the present round; only what all may know.
    statistics: functions of `play` or `events` that read one number or text from a finished game.
    log_sheet: the record of the game as Markdown, as a viewer may read it.
    rulings: interpretations that concern data rather than a procedure.

    `original`, `extensions` and `remake`, which adds them again, are set where other packages add
    bots or panels to the game.

    A game can be pickled where it is what its package gives: another process imports that again.
    """

    package: str
    seats: tuple[str, ...] | Callable[[Mapping[str, Any]], tuple[str, ...]]
    sequence: Node
    new_state: Callable[[Play[S]], S]
    state: type[S]
    view: Callable[[Play[S], Viewer], Sequence[Panel]]
    identity: Identity = attrs.field(
        default=attrs.Factory(lambda self: identity_of(self.package), True)
    )
    options: tuple[GameOption, ...] = ()
    load_data: Callable[[Sequence[Path]], PackData] = attrs.field(
        default=attrs.Factory(lambda self: partial(load_package_tables, self.package), True)
    )
    words: Words = attrs.field(factory=dict)
    tones: Tones = attrs.field(factory=dict)
    shows_root: bool = False
    bots: Mapping[str, "Callable[[], Bot]"] = attrs.field(factory=dict)
    evaluate: Callable[[Play[S], str], float] | None = None
    conditions: Mapping[str, Callable[[Any], bool]] = attrs.field(factory=dict)
    determinize: Callable[[Play[S], str], None] | None = None
    consistent: Callable[[Play[S], str], bool] | None = None
    observe: Callable[[Play[S], str], Sequence[float]] | None = None
    most_options: int | Callable[[Any], int] = 255
    search: Mapping[str, Any] = attrs.field(factory=dict)
    cooperative: bool = False
    teams: Sequence[Sequence[str]] | Callable[[Mapping[str, Any]], Sequence[Sequence[str]]] = ()
    status: Callable[[Play[S]], str] | None = None
    statistics: tuple[Callable[..., str | int | float | None], ...] = ()
    log_sheet: Callable[[Play[S], Viewer], str] | None = None
    rulings: tuple[Ruling, ...] = ()
    original: "Game[S] | None" = None
    extensions: tuple[Any, ...] = ()
    remake: "Callable[[], Game[S]] | None" = None

    def __reduce__(self) -> Any:
        if self.remake is not None:
            return _called, (self.remake,)
        return game_of, (self.package, folder_of_game(self))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: Any) -> Self:
        return self

    @property
    def id(self) -> str:
        return self.identity.id

    @property
    def title(self) -> str:
        return self.identity.title

    @cached_property
    def program(self) -> Program:
        """The sequence of play, validated and ready to be walked."""
        return Program(self.sequence)

    @property
    def rules(self) -> list[Rule]:
        """The index of all rules: number, title, and where each is carried out."""
        return rules_of(self.package)

    @property
    def all_rulings(self) -> list[Ruling]:
        """Every interpretation taken, with its reason."""
        return [*rulings_of(self.package), *self.rulings]

    def seats_for(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        return self.seats(options) if callable(self.seats) else self.seats

    def teams_for(self, options: Mapping[str, Any]) -> tuple[Seats, ...]:
        """Return which seats win and lose together; one that plays for itself is a team, too.

        Where there are several teams the game is a contest: what one wins the others lose.
        """
        seats = self.seats_for(options)
        if self.cooperative:
            return (seats,)
        if not self.teams:
            return tuple([(seat,) for seat in seats])
        named = self.teams(options) if callable(self.teams) else self.teams
        team_of: dict[str, Seats] = {seat: (seat,) for seat in seats}
        for team in named:
            present = tuple(seat for seat in seats if seat in team)
            team_of |= dict.fromkeys(present, present)
        return tuple(dict.fromkeys(team_of.values()))

    def most_options_with(self, data: Any) -> int:
        """Return how many options the largest question can have that is asked under these data."""
        return self.most_options(data) if callable(self.most_options) else self.most_options

    @cached_property
    def hides(self) -> bool:
        """Whether its seats may not all see the same."""
        given = (self.determinize, self.consistent)
        return any(one is not None for one in given) or may_hold(self.state, CardRow, Hand)

    def determinize_for(self, play: Play[S], seat: str) -> None:
        """Draw anew what a seat does not know, as in a fork.

        Raises:
            PackError: `consistent` accepts too little of what can be drawn.
        """
        if not self.hides:
            return
        for _ in range(_TRIES):
            if self.determinize is not None:
                self.determinize(play, seat)
            else:
                determinize_all(play.source, held_in(play.state, Pile, CardRow, Hand), seat)
            if self.consistent is None or self.consistent(play, seat):
                return
        raise PackError(
            f"consistent of {self.id} accepted none of {_TRIES} deals that fit what {seat} knows; "
            "record more of it where the cards lie (show, exclude), or give the game `determinize`"
        )

    def status_line(self, play: Play[S]) -> str:
        """Say in a few words that all may know where a game stands: `round 11, 4 against 1`."""
        part = play.where[1 if len(play.where) > 1 else 0]
        if part[1:2].islower():
            part = part[:1].lower() + part[1:]
        return ", ".join(filter(None, (part, self.status(play) if self.status else "")))

    def name_of(self, component: str, data: Any) -> str:
        """Return the title of a card or counter, its id where it has none."""
        name: str = data.names.get(component, component)
        return name

    def data_with(self, overlays: Sequence[Path] = ()) -> PackData:
        """Return the pack's data with these overlays laid over them.

        The same value for the same overlays; a file is read again only once it has changed.
        """
        stamps = tuple((path, path.stat().st_mtime_ns, path.stat().st_size) for path in overlays)
        return _loaded(self, stamps)

    def read_options(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return all options, the chosen ones checked, the others at their default.

        Raises:
            PackError: an unknown option or value; the message lists the legal ones.
        """
        known = {option.name: option for option in self.options}
        for name in chosen:
            if name not in known:
                legal = ", ".join(known) or "none"
                raise PackError(f"{self.id} has no option {name!r}; its options: {legal}")
        return {
            name: option.read(chosen[name]) if name in chosen else option.default
            for name, option in known.items()
        }

    def start(
        self,
        options: Mapping[str, Any] | None = None,
        *,
        seed: int | str = 0,
        source: Source | None = None,
        data: Any = None,
        tape: Tape | None = None,
        **how: Any,
    ) -> Play[S]:
        """Start a game and play to its first decision.

        Args:
            options: chosen options by name; the others keep their default.
            seed: names the random streams of this game.
            source: where dice and cards come from (default: seeded).
            data: the pack's data, if loaded already.
            tape: answers and chance to feed (default: an empty tape that records).
            how: `record`, `headings`, `snapshots`, as `Play` takes them.

        >>> from tabletop_core import load_pack
        >>> play = load_pack("my_game").start(seed=7)
        >>> play.is_over
        False
        """
        return Play(
            self,
            options=self.read_options(options or {}),
            data=self.load_data(()) if data is None else data,
            seed=seed,
            source=source,
            tape=Tape() if tape is None else tape,
            **how,
        ).begin()


def _called(remake: Callable[[], Game[Any]]) -> Game[Any]:
    return remake()


@lru_cache(maxsize=16)
def _loaded(game: Game[Any], overlays: tuple[tuple[Path, int, int], ...]) -> PackData:
    return game.load_data([path for path, _, _ in overlays])
