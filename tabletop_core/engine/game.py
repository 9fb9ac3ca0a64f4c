"""The game that a pack declares, as one value."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache, partial, wraps
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, Generic, Self

import attrs
from typing_extensions import TypeVar

from ..chance import Source
from ..components import CardRow, Hand, Pile
from ..components import determinize as determinize_all
from ..components.determinization import MAX_DEALS
from ..data.folders import package_name
from ..errors import PackError, meant
from ..events.event import Event
from ..moved import says_what_moved
from .endless import ending
from .faults import returned
from .identity import Identity, identity_of
from .learning import Learning
from .look import Look
from .match import Match
from .outcome import Seats
from .pack_data import PackData, load_package_tables
from .pickling import folder_of_game, game_of
from .play import Play
from .rules import Chapter, Rule, Ruling, rules_of, rulings_of
from .sequence import Node, Program
from .setups import MeasuredSetup, Setup, measured_setups
from .state import held_in, may_hold
from .tape import Tape

if TYPE_CHECKING:
    from .bot import Bot

S = TypeVar("S", default=Any)

MAX_DEFAULT_SETUPS = 8
"""Values of an option of which each is a setup, where a game declares none."""


@attrs.frozen(kw_only=True)
class GameOption:
    """A choice made before the game: its values, the default, and what it means.

    `values` lists the legal values: texts, whole numbers or booleans.
    `title` is what a person reads in place of the name (default: the name without underscores).
    `named` gives words for values that say too little by themselves.
    `group` is the heading under which pages list it (default: *Options*; house rules have their
    own).
    `when` says under which values of other options it has an effect, such as
    `{"campaign": ("single",)}`; under others pages hide it.
    """

    name: str
    values: tuple[Any, ...]
    default: Any
    help: str
    title: str = attrs.field(
        default=attrs.Factory(lambda self: self.name.replace("_", " ").capitalize(), True)
    )
    named: Mapping[Any, str] = attrs.field(factory=dict, eq=False)
    group: str = ""
    when: Mapping[str, tuple[Any, ...]] = attrs.field(factory=dict, eq=False)

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

    def has_effect(self, options: Mapping[str, Any]) -> bool:
        """Return whether the option changes anything beside these values of the others.

        >>> target = GameOption(name="target", values=("", "Kiel"), default="", help="",
        ...     when={"campaign": ("single",)})
        >>> target.has_effect({"campaign": "single"}), target.has_effect({"campaign": "full"})
        (True, False)
        """
        return all(options[name] in values for name, values in self.when.items())

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


def _as_loader(load: Callable[[Sequence[Path]], Any]) -> Callable[[Sequence[Path]], Any]:
    """Return a loader that fails with its place where it returns nothing."""

    @wraps(load)
    def whole(overlays: Sequence[Path]) -> Any:
        return returned(load, load(overlays), object, "the data that it has read")

    return whole


@says_what_moved
@attrs.frozen(kw_only=True, slots=False, eq=False)
class Game(Generic[S]):
    """A game: its identity, options, sequence of play, state, data, look and bots.

    package: name of the Python package; its marked procedures make the rules index.
    identity: the pack's identity (default: what the package's hook `tabletop_identity` returns).
    seats: names of the seats; if the number of players varies, a function of the options:
        `lambda options: COLOURS[: options["players"]]`, with an option `players`.
    options: what can be chosen before the game.
    setups: ways to start that pages offer first, the suggested one at the head (default: one for
        each value of the first option, where it names them; else the game as it is).
    difficulty: the bots that play an `easy`, a `normal` and a `hard` game, such as
        `{"hard": "mcts:n=400"}` (default: a random one, the first of `bots`, and one that
        searches).
    sequence: the tree of steps.
    look: how the game looks and what it says (default: no panels, no words).
    learning: what it tells learning programs.
    new_state: makes the state before the first step, from options and data; rolls no dice.
    load_data: reads the pack's data with the overlays applied
        (default: the tables in the package's folder `data`, if there is one).
    noted: functions of `(play, event)` by kind of event, which note in the state what a view or a
        log sheet shows of it later. They run whenever a rule logs such an event, even in forks and
        batches, which keep no events; they do not run for rolls, draws and lookups.
    bots: makers of bots by name, beside `random` and, with `evaluate`, `greedy`; the first is the
        usual opponent.
    evaluate: the value of a position for a seat; greater is better.
    conditions: functions named by table modifiers.
    effects: functions named by effects in tables, which `play.resolve` calls with the arguments of
        the effect: `lost(play, fish)`; one whose name Python reserves has a "_" behind it (`in_`).
    determinize: a function of `(play, seat)` that redraws, in a fork, what a seat may not know from
        `play.source`, by changing `play.state` (default: all that it does not know of the piles,
        rows and hands in the state, within what it knows, where `state` has hands or rows).
    consistent: tells whether a redraw fits what a seat knows beyond the record of its cards; the
        redraw is repeated until it does.
    search: the default parameters of searching bots in this game, such as
        `{"playout": "captain", "rounds": 1}`; `evaluate` in it replaces `Game.evaluate` for them.
    cooperative: whether all seats win and lose together, as one team.
    teams: seats that win and lose together, or a function of the options that returns them;
        a seat in none of them plays for itself, and a seat without a player does not count.
    statistics: functions of `play` or `events` that return one number or text for a finished game.
    rulings: interpretations that concern data rather than a procedure.
    chapters: the chapters of the rulebook in their order, for the page of rules (default: one for
        each number with which numbers of rules begin).
    invariants: what holds after every answer: functions of `play`, named as the claim they make,
        that return nothing, or say in words what is wrong; `tabletop check` tests them.

    `original`, `extensions` and `remake`, which adds them again, are set where other packages add
    bots or panels to the game.

    A game can be pickled if its package returns it: another process then imports the package.
    """

    package: str = attrs.field(converter=package_name)
    seats: tuple[str, ...] | Callable[[Mapping[str, Any]], tuple[str, ...]]
    sequence: Node
    new_state: Callable[[Play[S]], S]
    state: type[S]
    identity: Identity = attrs.field(
        default=attrs.Factory(lambda self: identity_of(self.package), True)
    )
    options: tuple[GameOption, ...] = ()
    setups: tuple[Setup, ...] = ()
    difficulty: Mapping[str, str] = attrs.field(factory=dict)
    # It returns a PackData; which one, a type checker cannot know of a game that was found.
    load_data: Callable[[Sequence[Path]], Any] = attrs.field(
        default=attrs.Factory(lambda self: partial(load_package_tables, self.package), True),
        converter=_as_loader,
    )
    noted: Mapping[str, Callable[[Play[S], Event], None]] = attrs.field(factory=dict)
    bots: Mapping[str, "Callable[[], Bot]"] = attrs.field(factory=dict)
    evaluate: Callable[[Play[S], str], float] | None = None
    conditions: Mapping[str, Callable[[Any], bool]] = attrs.field(factory=dict)
    effects: Mapping[str, Callable[..., Any]] = attrs.field(factory=dict)
    determinize: Callable[[Play[S], str], None] | None = None
    consistent: Callable[[Play[S], str], bool] | None = None
    search: Mapping[str, Any] = attrs.field(factory=dict)
    cooperative: bool = False
    teams: Sequence[Sequence[str]] | Callable[[Mapping[str, Any]], Sequence[Sequence[str]]] = ()
    statistics: tuple[Callable[..., str | int | float | None], ...] = ()
    rulings: tuple[Ruling, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    invariants: tuple[Callable[[Play[S]], str | None], ...] = ()
    look: Look[S] = attrs.field(factory=Look)
    learning: Learning[S] = attrs.field(factory=Learning)
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
        """Every interpretation taken, with the reading rejected and the reason."""
        return [*rulings_of(self.package), *self.rulings]

    @property
    def house_rules(self) -> tuple[GameOption, ...]:
        """The options that a ruling names: each chooses between readings of one rule."""
        named = {ruling.option for ruling in self.all_rulings}
        return tuple(option for option in self.options if option.name in named)

    @cached_property
    def all_setups(self) -> tuple[Setup, ...]:
        """The setups that the game declares, or else those of its first option."""
        if self.setups:
            return self.setups
        first = self.options[0] if self.options else None
        if first is None or not 2 <= len(first.named) == len(first.values) <= MAX_DEFAULT_SETUPS:
            return (Setup(id="standard", title="Standard game"),)
        values = sorted(first.values, key=lambda value: value != first.default)
        return tuple(
            Setup(id=_written(value), title=first.words(value), options={first.name: value})
            for value in values
        )

    @property
    def measured(self) -> Mapping[str, MeasuredSetup]:
        """What games among bots have shown of the setups, by the id of the setup."""
        return measured_setups(self.package)

    @cached_property
    def seats_option(self) -> GameOption | None:
        """The option on which the number of seats depends; None where it is always the same."""
        usual = self.read_options({})
        for option in self.options:
            counts = {len(self.seats_for({**usual, option.name: one})) for one in option.values}
            if len(counts) > 1:
                return option
        return None

    def seats_for(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        return self.seats(options) if callable(self.seats) else self.seats

    def teams_for(self, options: Mapping[str, Any]) -> tuple[Seats, ...]:
        """Return the teams: seats that win and lose together, or one that plays for itself.

        With several teams the game is a contest: what one wins the others lose.
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

    @cached_property
    def hides(self) -> bool:
        """Whether some facts are hidden from some seats."""
        given = (self.determinize, self.consistent)
        return any(one is not None for one in given) or may_hold(self.state, CardRow, Hand)

    def determinize_for(self, play: Play[S], seat: str) -> None:
        """Redraw what a seat does not know, as in a fork.

        Raises:
            PackError: `consistent` accepts none of the deals tried.
        """
        if not self.hides:
            return
        for _ in range(MAX_DEALS):
            if self.determinize is not None:
                self.determinize(play, seat)
            else:
                determinize_all(play.source, held_in(play.state, Pile, CardRow, Hand), seat)
            if self.consistent is None or self.consistent(play, seat):
                return
        raise PackError(
            f"consistent of {self.id} accepted none of {MAX_DEALS} deals that fit what {seat} "
            "knows; record more of it on the cards (show, exclude), or give the game "
            "`determinize`"
        )

    def status_line(self, match: Match[S]) -> str:
        """Return the position in a few words that all may read: `round 11, 4 against 1`."""
        part = match.play.where[1 if len(match.play.where) > 1 else 0]
        if part[1:2].islower():
            part = part[:1].lower() + part[1:]
        return ", ".join(
            filter(None, (part, self.look.status(match.play) if self.look.status else ""))
        )

    def name_of(self, component: str, data: Any) -> str:
        """Return the title of a card or counter, or its id if it has none."""
        name: str = data.names.get(component, component) if data is not None else component
        return name

    def data_with(self, overlays: Sequence[Path] = ()) -> Any:
        """Return the pack's data with these overlays laid over them.

        The same overlays give the same value, which all games of the process share; a file is read
        again only after it has changed.
        """
        try:
            stats = [(path, path.stat()) for path in overlays]
        except OSError:
            return self.load_data(overlays)  # which says what is wrong with a file
        stamps = tuple([(path, stat.st_mtime_ns, stat.st_size) for path, stat in stats])
        with _LOADING:
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
                near = meant(name, known)
                raise PackError(f"{self.id} has no option {name!r}{near}; its options: {legal}")
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
    ) -> Match[S]:
        """Start a game and play to its first decision.

        Args:
            options: chosen options by name; the others keep their default.
            seed: names the random streams of this game.
            source: where dice and cards come from (default: seeded).
            data: the pack's data (default: those that all games share, see `data_with`).
            tape: answers and chance to feed (default: an empty tape that records).
            how: `record`, `headings`, `snapshots`, as `Match` takes them.

        >>> from tabletop_core import load_pack
        >>> match = load_pack("my_game").start(seed=7)
        >>> match.is_over
        False
        """
        return Match(
            self,
            options=self.read_options(options or {}),
            data=self.data_with() if data is None else data,
            seed=seed,
            source=source,
            tape=Tape() if tape is None else tape,
            **how,
        ).begin()


def _called(remake: Callable[[], Game[Any]]) -> Game[Any]:
    return remake()


_LOADING = RLock()
"""Held while data are loaded: two threads must not load the same data twice, since caches are
kept for each value."""


@lru_cache(maxsize=16)
def _loaded(game: Game[Any], overlays: tuple[tuple[Path, int, int], ...]) -> PackData:
    from ..tables.on_demand import checked_once

    with checked_once(), ending():
        data: PackData = game.load_data([path for path, _, _ in overlays])
    return data
