"""The table as one viewer sees it at this moment: one plain value for a front end to draw."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from ..data.glossary import Word
from ..engine.decisions import Decision
from ..engine.targets import Targets
from ..panels import Panel, changes, shared
from ..pictures.scene import Scene
from ..saves.undoing import OWN, Undo
from ..viewers import Viewer
from .games import outcome_lines
from .log import GameLog, LogLine
from .rules import rule_words
from .sequence import SequenceLine, sequence_lines

if TYPE_CHECKING:
    from ..engine.match import Match
    from ..pictures.scans import Scans
    from ..saves.session import Session


BLOCK = 32
"""Lines of the story leave it so many at a time."""

FEW_NUMBERS = 24
"""Of up to so many numbers each is an option of its own; of more, one is typed."""


@attrs.frozen
class Choice:
    """An option of an open question: what is answered, its words, what it touches.

    `left` is what it leaves to be spent, such as points to move with, where the rule tells that.
    `is_button`: it is a button though it touches something.
    """

    answer: str
    words: str
    targets: Targets = ()
    left: float | None = None
    is_button: bool = False


@attrs.frozen(kw_only=True)
class Question:
    """A question that this viewer may answer.

    Attributes:
        seat: whose answer is wanted.
        token: of the question; an answer to another one is refused.
        rule: the number of the rule that asks; `rule_words`: that and its title.
        choices: the options; none where a number is asked for.
        least, most: how many are to be chosen together; `most` is None where one is.
        ordered: whether it matters which is chosen first.
        numbers: the numbers that may be answered, where there are too many to list.
        has_odds: whether the chances of an option can be asked for.
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


@attrs.frozen(kw_only=True)
class SeatView:
    """A seat and who is in it.

    `is_awaited`: its answer is awaited; `is_mine`: the viewer answers for it.
    """

    seat: str
    name: str = ""
    is_awaited: bool = False
    is_mine: bool = False


@attrs.frozen(kw_only=True)
class TableView:
    """All that one viewer sees of a game at this moment.

    Attributes:
        title: of the game.
        pack: its id; package: of its code, whose symbols are drawn.
        address: what the addresses of the page begin with; empty where nothing can be sent.
        scene: what is on the table, and what changed since this viewer last looked.
        asked: the questions that this viewer may answer.
        sealed: seats of this viewer that have answered and may take it back still.
        sitting: who sits where, and whose answer is awaited.
        story: the lines told to this viewer, with their numbers; `since` is the first number,
            `fresh` that of the first line which was not told at the look before.
        where: the place in the sequence of play, from the outside in.
        rule, rule_words: the rule of the present step.
        sequence: the sequence of play, with the step where the game is.
        ended: how the game ended; empty while it goes on.
        undo: why nothing can be taken back; None where it can; `asks`: who must agree.
        may_redo: whether what was taken back can be given again.
        words: the words that the game explains.
    """

    title: str
    pack: str
    package: str
    address: str = ""
    scene: Scene
    asked: tuple[Question, ...] = ()
    sealed: tuple[str, ...] = ()
    sitting: tuple[SeatView, ...] = ()
    story: tuple[LogLine, ...] = ()
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

    def over(self, scans: "Scans") -> "TableView":
        """Return the same with pictures of the owner's below the boards.

        Raises:
            PanelError: a picture cannot be read, or names a space that its board does not have.
        """
        if not scans.found:
            return self
        panels = tuple(scans.under(self.scene.panels))
        return attrs.evolve(self, scene=attrs.evolve(self.scene, panels=panels))

    @property
    def is_over(self) -> bool:
        return bool(self.ended)

    @property
    def awaited(self) -> list[str]:
        """The seats whose answer is awaited, this viewer's own included."""
        return [one.seat for one in self.sitting if one.is_awaited]


class LogCursor:
    """The story of one game for one viewer, told on from look to look.

    Lines keep their numbers, until an answer is taken back; then all is told again.
    `fresh` is the number of the first line that was told, or told anew, at the last look; `titles`
    are those of the rules of the game.
    How the game ended is no line of it: that stands for itself, in `TableView.ended`.
    It begins with the first event that is in memory, so that a long game that was woken from its
    middle is not played again for it.
    """

    def __init__(self, viewer: Viewer, *, whole: bool = False) -> None:
        self.viewer = viewer
        self.whole = whole
        self.fresh = 0
        self.titles: Mapping[str, str] = {}
        self._begin(None)

    def _begin(self, match: "Match[Any] | None") -> None:
        self._lines: list[LogLine] = []
        self._answered = 0
        self._last: tuple[Any, ...] | None = None
        self._told = 0 if self.whole or match is None else match.first_event_in_memory
        self._story = GameLog(match.game, match.data.names) if match else None
        if self._story is not None:
            self.titles = self._story.titles

    def lines(self, match: "Match[Any]") -> list[LogLine]:
        """Return all lines up to now."""
        entries = match.tape.entries if match.tape else []
        # What is taken back goes from the end of the tape, and what comes in its place is new.
        count = self._answered
        is_same = count <= len(entries) and (not count or entries[count - 1] is self._last)
        if self._story is None or not is_same:
            self._begin(match)
        assert self._story is not None
        events = match.events_since(self._told)
        gone, told = self._story.tell_on(
            one for one in events if one.seen_by(self.viewer) and one.kind != "end"
        )
        self.fresh = len(self._lines) - gone
        self._lines[self.fresh :] = told
        self._told = match.event_count
        self._answered, self._last = len(entries), entries[-1] if entries else None
        return self._lines


def table_view(
    session: "Session",
    viewer: Viewer,
    *,
    before: Sequence[Panel] | None = None,
    known: Sequence[Sequence[Panel]] = (),
    telling: LogCursor | None = None,
    latest: int = 200,
    names: Mapping[str, str] | None = None,
    mine: Sequence[str] | None = None,
    address: str = "",
) -> TableView:
    """Return what a viewer sees of a game now.

    Args:
        before: the panels as this viewer last looked at them; without them nothing is marked.
        known: earlier looks, of any viewer; what is equal there is the very same object.
        telling: the story so far, as it was told to this viewer (default: told anew).
        latest: so many lines of the story, at most; the first has a multiple of `BLOCK` as number.
        names: who sits in each seat, where it is more than what the session knows.
        mine: the seats that this viewer answers for (default: all its persons).
        address: where answers are sent; empty where the table is only looked at.
    """
    match = session.match
    game = match.game
    panels = shared(game.view(match.play, viewer), *known)
    telling = telling or LogCursor(viewer)
    told = telling.lines(match)
    since = -(min(0, latest - len(told)) // BLOCK) * BLOCK
    awaited = {seat for decision in match.open for seat in decision.seats}
    players = names if names is not None else session.players
    titles = telling.titles
    rule = match.play.step.rule_number if match.play.step else ""
    if mine is None:
        mine = [seat for seat in session.humans if viewer.knows(seat)]
    if not address:
        mine = ()
    undo = _undo(session, mine)
    asked = tuple(_asked(match.open, mine, titles))
    touched = frozenset(it for one in asked for choice in one.choices for it in choice.targets)
    changed = changes(panels if before is None else before, panels)
    return TableView(
        title=game.title,
        pack=game.id,
        package=game.package,
        address=address,
        scene=Scene(panels=panels, asked=touched, changes=changed),
        asked=asked,
        sealed=tuple(seat for seat in match.sealed if seat in mine),
        sitting=tuple(
            SeatView(
                seat=seat,
                name=players.get(seat, ""),
                is_awaited=seat in awaited,
                is_mine=seat in mine,
            )
            for seat in match.seats
        ),
        story=tuple(told[since:]),
        since=since,
        fresh=telling.fresh,
        where=tuple(match.where[0 if game.shows_root else 1 :] or match.where),
        rule=rule,
        rule_words=rule_words(rule, titles),
        sequence=sequence_lines(game, match.place),
        ended=tuple(outcome_lines(match)) if match.is_over else (),
        undo=undo.why or None if undo else "",
        asks=undo.asks if undo else (),
        may_redo=bool(mine) and session.may_redo(mine).is_allowed,
        words=match.data.glossary,
    )


def _undo(session: "Session", mine: Sequence[str]) -> Undo | None:
    """Tell what these seats may take back; None where they answer nothing.

    In a game that hides something, whether an answer has shown some of it takes long to find out:
    that is judged when somebody asks for it.
    """
    match = session.match
    if not mine or match.is_over:
        return None
    if session.undo_policy != OWN or not match.game.hides:
        return session.may_undo(mine)
    if match.last_answer(mine) is None:
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
    """Return a question as it is put to a seat."""
    options = decision.options
    numbers = options if isinstance(options, range) and len(options) > FEW_NUMBERS else None
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
            )
            for option in options
        ),
        least=decision.least or 0 if decision.several else 1,
        most=decision.most,
        ordered=decision.ordered,
        numbers=numbers,
        has_odds=decision.odds is not None,
    )
