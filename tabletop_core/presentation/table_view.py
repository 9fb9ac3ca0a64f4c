"""The table as one viewer sees it now: one plain value for a front end to draw."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from ..data.glossary import Word
from ..engine.decisions import Decision
from ..engine.event_log import EventLog
from ..engine.targets import Targets
from ..events.drama import Moment, Story
from ..panels import BoardPanel, Card, Panel, Theme, changes
from ..panels.theme import NO_THEME
from ..panels.views import named_parts, shared
from ..pictures.scene import Scene
from ..saves.undoing import FREE, OWN, Undo
from ..viewers import Viewer
from .games import outcome_lines
from .log import GameLog, LogLine
from .sequence import SequenceLine, rule_words, sequence_lines
from .story import story_of
from .telling import opening_of, people_of

if TYPE_CHECKING:
    from ..engine.match import Match
    from ..pictures.scans import Scans
    from ..saves.session import Session


MAX_LINES = 200
"""How many lines of the log a table shows."""

BLOCK = 32
"""Old lines of the log are dropped in blocks of this many."""

MAX_NUMBER_OPTIONS = 24
"""Up to this many numbers are options of their own; of more, one is typed."""


@attrs.frozen
class Choice:
    """An option of an open question: the answer, its words, what it touches.

    `left` is the amount it leaves, such as movement points, where the rule gives one.
    `is_button`: it is shown as a button though it touches something.
    `way` is the direction that it chooses, in degrees clockwise from the top.
    `lies`: the title of the panel of cards in which it touches one; only where the options of a
    question touch cards of several panels, such as a hand and the discards.
    """

    answer: str
    words: str
    targets: Targets = ()
    left: float | None = None
    is_button: bool = False
    way: float | None = None
    lies: str = ""


@attrs.frozen(kw_only=True)
class Question:
    """A question that this viewer may answer.

    Attributes:
        seat: the seat that answers.
        token: identifies the question; an answer with another token is refused.
        rule: the number of the rule that asks; `rule_words`: with its title.
        choices: the options; none where a number is asked for.
        least, most: how many to choose together; `most` is None where it is exactly one.
        ordered: whether the order of the chosen matters.
        numbers: the legal numbers, where there are too many to list.
        has_odds: whether odds of the options are available.
        is_free: whether its answer can be undone, whatever dice and cards then show.
    """

    seat: str
    prompt: str
    token: int
    kind: str = ""
    rule: str = ""
    rule_words: str = ""
    choices: tuple[Choice, ...] = ()
    least: int = 1
    most: int | None = None
    ordered: bool = False
    numbers: range | None = None
    has_odds: bool = False
    is_free: bool = False


@attrs.frozen(kw_only=True)
class SeatView:
    """A seat and who is in it.

    `is_awaited`: its answer is awaited; `is_rolling`: its real dice or cards are; `is_mine`: the
    viewer answers for it.
    """

    seat: str
    name: str = ""
    is_awaited: bool = False
    is_rolling: bool = False
    is_mine: bool = False


@attrs.frozen(kw_only=True)
class TableView:
    """Everything that one viewer sees of a game now.

    Attributes:
        title: the title of the game.
        pack: the id of the game; package: the package of its code, whose symbols are drawn.
        theme: how the game looks.
        address: the prefix of the addresses of the page; empty where nothing can be sent.
        scene: the table, and what changed since this viewer last looked.
        asked: the questions that this viewer may answer.
        sealed: the seats of this viewer that have answered and may still undo that.
        sitting: who sits where, and whose answer is awaited.
        log: the lines of the log for this viewer; `since` is the number of the first one,
            `fresh` that of the first line that is new since the last look.
        where: the place in the sequence of play, from the outside in.
        rule, rule_words: the rule of the current step.
        sequence: the sequence of play, with the current step.
        ended: how the game ended; empty while it goes on.
        undo: why nothing can be undone; None where it can; `asks`: who must agree.
        may_redo: whether the last undone answer can be repeated.
        words: the words that the game explains.
        has_moments: whether the game tells moments.
        told: in a replay, what the last answer brought, in sentences.
        opening: the card before this viewer's first answer, if the game has one.
        story: how the game went, once it is over and if its pack tells it.
        pictures: the definitions of pictures that the owner has of the counters.
    """

    title: str
    pack: str
    package: str
    theme: Theme = NO_THEME
    address: str = ""
    scene: Scene
    asked: tuple[Question, ...] = ()
    sealed: tuple[str, ...] = ()
    sitting: tuple[SeatView, ...] = ()
    log: tuple[LogLine, ...] = ()
    since: int = 0
    fresh: int = 0
    where: tuple[str, ...] = ()
    rule: str = ""
    rule_words: str = ""
    sequence: tuple[SequenceLine, ...] = ()
    ended: tuple[str, ...] = ()
    undo: str | None = ""
    asks: tuple[str, ...] = ()
    may_redo: bool = False
    words: tuple[Word, ...] = ()
    has_moments: bool = False
    told: tuple[str, ...] = ()
    opening: Moment | None = None
    story: Story | None = None
    pictures: str = ""

    def over(self, scans: "Scans") -> "TableView":
        """Return the same with the owner's own pictures under the boards, on counters and cards.

        Raises:
            PanelError: a picture cannot be read, or names a space that its board does not have.
        """
        if scans.are_none:
            return self
        panels = tuple(scans.under(self.scene.panels))
        scene = attrs.evolve(self.scene, panels=panels)
        return attrs.evolve(self, scene=scene, pictures=scans.defs)

    @property
    def is_over(self) -> bool:
        return bool(self.ended)

    @property
    def awaited(self) -> list[str]:
        """The seats whose answer is awaited, this viewer's own included."""
        return [one.seat for one in self.sitting if one.is_awaited]


class LogCursor:
    """The log of one game for one viewer, continued from look to look.

    Lines keep their numbers until an answer is undone; then the log starts over.
    `fresh` is the number of the first line that the last look added or replaced; `titles` are the
    titles of the rules of the game.
    The end of the game is not in it, because `TableView.ended` shows that.
    The first look tells the end of the log alone, with more than `latest` lines, so that it takes
    no longer in a longer game.

    Args:
        whole: the events of the whole game, where each look is at an earlier time of it; the log
            then has all its lines.
    """

    def __init__(
        self, viewer: Viewer, *, latest: int = MAX_LINES, whole: EventLog | None = None
    ) -> None:
        self.viewer = viewer
        self.latest = latest
        self.fresh = 0
        self.titles: Mapping[str, str] = {}
        self._whole = whole
        self._story: tuple[int, Story | None] | None = None
        self._log: GameLog | None = None
        self._lines: list[LogLine] = []
        self._told = self._answered = 0
        self._last: tuple[Any, ...] | None = None

    def story(self, match: "Match[Any]", salt: str) -> Story | None:
        """Return how a game that is over went; it is read once."""
        if self._story is None or self._story[0] != len(match.events):
            self._story = len(match.events), story_of(match, self.viewer, salt)
        return self._story[1]

    def lines(self, match: "Match[Any]") -> list[LogLine]:
        """Return all lines up to now."""
        entries = match.tape.entries if match.tape else []
        # Undo cuts the end of the tape, and the entries that replace it are new objects.
        count = self._answered
        is_same = count <= len(entries) and (not count or entries[count - 1] is self._last)
        if self._log is None or not is_same:
            self._begin(match)
        else:
            self._tell(match, self._log)
        self._answered, self._last = len(entries), entries[-1] if entries else None
        return self._lines

    def _begin(self, match: "Match[Any]") -> None:
        """Tell the log from as far back as the lines at its end need."""
        first = match.events.first_in_memory if self._whole is None else 0
        back = 2 * self.latest if self._whole is None else len(match.events)
        while True:
            self._lines, self._told = [], max(first, len(match.events) - back)
            is_all = self._told == first
            self._log = GameLog(match.game, match.data.names, self.viewer)
            self._tell(match, self._log)
            # The first lines may be told in another way than after what came before them.
            if is_all or len(self._lines) > self.latest + BLOCK:
                break
            wanted = (self.latest + BLOCK) / max(1, len(self._lines))
            back = int(back * max(2, 1.5 * wanted))
        self.titles = self._log.titles

    def _tell(self, match: "Match[Any]", log: GameLog) -> None:
        events = (match.events if self._whole is None else self._whole)[
            self._told : len(match.events)
        ]
        gone, told = log.tell_on(
            one for one in events if one.seen_by(self.viewer) and one.kind != "end"
        )
        self.fresh = len(self._lines) - gone
        self._lines[self.fresh :] = told
        self._told = len(match.events)


def table_view(
    session: "Session",
    viewer: Viewer,
    *,
    before: Sequence[Panel] | None = None,
    known: Sequence[Sequence[Panel]] = (),
    telling: LogCursor | None = None,
    names: Mapping[str, str] | None = None,
    mine: Sequence[str] | None = None,
    own: Sequence[str] = (),
    address: str = "",
) -> TableView:
    """Return everything that a viewer sees of a game now.

    Args:
        before: the panels at the last look of this viewer; without them no change is marked.
        known: earlier panels of any viewer; equal panels are shared, not copied.
        telling: the log so far of this viewer (default: a new one); the view has the last lines of
            it, of which the first one's number is a multiple of `BLOCK`.
        names: who sits in each seat, where that is more than the session knows.
        mine: the seats that this viewer answers for (default: all its persons).
        own: the seats of whoever reads it, who have won or lost when the game is over.
        address: where answers are sent; empty for a spectator.
    """
    match = session.match
    game = match.game
    panels = shared(game.look.view(match.play, viewer), *known)
    telling = telling or LogCursor(viewer)
    told = telling.lines(match)
    since = -(min(0, telling.latest - len(told)) // BLOCK) * BLOCK
    awaited = {seat for decision in match.open for seat in decision.seats}
    rolling = _rolling(session) if match.is_waiting else set()
    players = names if names is not None else session.players
    titles = telling.titles
    rule = match.play.step.rule_number if match.play.step else ""
    if mine is None:
        mine = [seat for seat in session.humans if viewer.knows(seat)]
    if not address:
        mine = ()
    undo = _undo(session, mine)
    is_free = session.undo_policy == FREE
    asked = tuple(
        attrs.evolve(with_places(one, panels), is_free=is_free)
        for one in _asked(match.open, mine, titles)
    )
    touched = frozenset(it for one in asked for choice in one.choices for it in choice.targets)
    changed = changes(panels if before is None else before, panels)
    return TableView(
        title=game.title,
        pack=game.id,
        package=game.package,
        theme=game.look.theme,
        address=address,
        scene=Scene(
            panels=panels,
            asked=touched,
            changes=changed,
            people=people_of(match, panels, session.salt),
        ),
        asked=asked,
        sealed=tuple(seat for seat in match.sealed if seat in mine),
        sitting=tuple(
            SeatView(
                seat=seat,
                name=players.get(seat, ""),
                is_awaited=seat in awaited,
                is_rolling=seat in rolling,
                is_mine=seat in mine,
            )
            for seat in match.seats
        ),
        log=tuple(told[since:]),
        since=since,
        fresh=telling.fresh,
        where=tuple(match.play.where[0 if game.look.shows_root else 1 :] or match.play.where),
        rule=rule,
        rule_words=rule_words(rule, titles),
        sequence=sequence_lines(game, match.place),
        ended=tuple(outcome_lines(match, mine=own)) if match.is_over else (),
        undo=undo.why or None if undo else "",
        asks=undo.asks if undo else (),
        may_redo=bool(mine) and session.may_redo(mine).is_allowed,
        words=match.data.glossary,
        has_moments=game.look.drama is not None,
        opening=_opening(session, viewer, mine),
        story=telling.story(match, session.salt) if match.is_over else None,
    )


def _opening(session: "Session", viewer: Viewer, mine: Sequence[str]) -> Moment | None:
    """Return the card before the first answer of these seats."""
    match = session.match
    if (
        not mine
        or match.is_over
        or match.tape is None
        or match.history.last_answer(mine) is not None
    ):
        return None
    return opening_of(match, viewer, session.salt)


def _rolling(session: "Session") -> set[str]:
    """Return the seats whose real dice or cards the game waits for.

    These are the seats whose secret it is, or the one in turn; any person rolls for a bot.
    """
    match = session.match
    rolling = set(match.secret_of or (match.play.seat,))
    return rolling.intersection(session.humans) or set(session.humans)


def _undo(session: "Session", mine: Sequence[str]) -> Undo | None:
    """Return whether these seats may undo; None where they answer nothing.

    In a game with hidden information it takes long to find out whether an answer has revealed some,
    so that is left until somebody asks to undo.
    """
    match = session.match
    if not mine or match.is_over:
        return None
    if session.undo_policy != OWN or not match.game.hides:
        return session.may_undo(mine)
    if match.history.last_answer(mine) is None:
        return Undo(why="there is nothing to undo yet")
    return Undo()


def _asked(
    questions: Sequence[Decision], mine: Sequence[str], titles: Mapping[str, str]
) -> "list[Question]":
    found = []
    for decision in questions:
        seat = next((seat for seat in decision.seats if seat in mine), None)
        if seat is not None:
            found.append(asked_of(decision, seat, titles))
    return found


def asked_of(decision: Decision, seat: str, titles: Mapping[str, str]) -> Question:
    """Return a question in the form that a seat sees."""
    options = decision.options
    numbers = options if isinstance(options, range) and len(options) > MAX_NUMBER_OPTIONS else None
    return Question(
        seat=seat,
        prompt=decision.prompt,
        token=decision.token,
        kind=decision.kind,
        rule=decision.rule,
        rule_words=rule_words(decision.rule, titles),
        choices=()
        if numbers is not None
        else tuple(
            Choice(
                str(option),
                decision.label_of(option),
                decision.targets_of(option),
                decision.left_after(option),
                option in decision.buttons,
                decision.way_of(option),
            )
            for option in options
        ),
        least=decision.least or 0 if decision.several else 1,
        most=decision.most,
        ordered=decision.ordered,
        numbers=numbers,
        has_odds=decision.odds is not None,
    )


def with_places(asked: Question, panels: Sequence[Panel]) -> Question:
    """Return a question whose options tell where their cards lie, if that is in several panels."""
    if not asked.choices:
        return asked
    touched = {choice.targets[0] for choice in asked.choices if choice.targets}
    lies = {
        name: panel.title
        for panel in panels
        if not isinstance(panel, BoardPanel)
        for name, part in named_parts(panel)
        if name in touched and isinstance(part, Card)
    }
    if len({*lies.values()}) < 2:
        return asked
    choices = (
        attrs.evolve(choice, lies=lies.get(choice.targets[0], "") if choice.targets else "")
        for choice in asked.choices
    )
    return attrs.evolve(asked, choices=tuple(choices))
