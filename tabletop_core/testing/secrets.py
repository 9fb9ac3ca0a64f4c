"""Checks for leaks: to each seat its twin games must look the same, and its forks know no more.

The oracle is the record of knowledge: where two games differ only in what a seat is not recorded
as knowing, it must see and be asked the same, and its bots must answer the same.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, pairwise, product, zip_longest
from math import log
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from ..bots.advice import advise
from ..bots.rule_bot import RuleBot
from ..bots.seating import make_bot
from ..bots.simple import bots_of
from ..components import CardRow, Hand, Pile
from ..engine.decisions import Decision
from ..engine.match import Match
from ..engine.sequence import ForEach, Node, is_loop
from ..engine.state import held_in, state_key
from ..engine.tape import given_in
from ..errors import TabletopError
from ..events.event import Event
from ..events.words import listed
from ..plugins.extensions import View, views_of
from ..presentation.telling import opening_of
from ..viewers import Viewer
from . import twins
from .exam_run import asking_place, evenly
from .games import Found, start_again
from .source import FileLine
from .twins import Stretch, are_twins, fork_for, stretch

if TYPE_CHECKING:
    from .exam_run import Exam

_TWINS = 3
"""The number of redraws, at one place, of what a seat does not know."""

_REDRAWS = 8
"""The number of redraws that show whether something is redrawn at all."""

_DEALS = 24
"""How often cards are redrawn to see whether a question with one option hides a choice."""

_SWAPS = 12
"""The number of cards of a game that are swapped for others."""

_SWAPS_AT_WAITS = 2
"""The number of them, the last ones, where a rule waits for real dice or a real card."""

_ANSWERS = 4
"""The number of answers tried where a rule may keep a hidden fact in a variable."""

_OPTIONS = 200

_ODDS = 2

_CHEAP, _DEAR = 24, 3
"""How often a bot is asked in both of two twin games; less often where it looks ahead."""

_PLAYOUTS = 6

_SEARCH = "the advice of a search"

_BY_CHANCE = log(1e-6)
"""Log of the probability below which an unchanged redeal is no coincidence."""

Part: TypeAlias = tuple[str, str, Any, FileLine]
"""Something shown: the code of its leak, its name, its value, and the line that makes it."""

Difference: TypeAlias = tuple[str, Any, Any]
"""The place where two values differ, and both parts."""

Apart: TypeAlias = tuple[Part, str, Difference]
"""What distinguishes two games: the part shown, to whom, and the difference."""


@attrs.define
class Determinized:
    """The redraws of the cards of a place: the log probability that all stayed by luck."""

    stayed: float = 0.0
    has_changed: bool = False
    told: str = ""


@attrs.define
class Secrets:
    """Compares the games of an exam with twins of them."""

    exam: "Exam"
    asked: dict[str, int] = attrs.field(factory=dict)
    determinized: dict[tuple[str, str], Determinized] = attrs.field(factory=dict)
    kept: dict[str, tuple[str, str]] = attrs.field(factory=dict)
    searched: tuple[str, Any] | None = None

    # ------------------------------------------------------------------ places of a game

    def walk(self, whole: Match[Any]) -> None:
        """Replay a game from its answers; at some of them, compare twins of it.

        Where the same tape does not give the same game, twins would prove nothing.
        """
        if not self._may_compare:
            return
        assert whole.tape is not None
        exam, entries = self.exam, whole.tape.entries
        what = "some of the games that are compared with twins"
        answers = [at for at, entry in enumerate(entries) if given_in(entry)]
        wanted = {answers[number] for number in evenly(len(answers), exam.samples)}
        drawing = _draws_after(entries)
        drawn = {drawing[number] for number in evenly(len(drawing), exam.samples)}
        self._swap(whole, stretch(whole, None, [*answers, len(entries)][0]), 0)
        match = start_again(exam, whole)
        for at, end in pairwise([*answers, len(entries)]):
            if at in wanted and exam.has_time(what):
                self.check(whole, match, at, end)
            if at in drawn and exam.has_time(what):
                self.check_draws(whole, match, at, end)
            for seat, answer in given_in(entries[at]):
                match.answer(answer, seat=seat)

    @property
    def _may_compare(self) -> bool:
        is_steady = not any(problem.code.startswith("C6") for problem in self.exam.problems)
        return self.exam.game.hides and is_steady

    def check(self, whole: Match[Any], match: Match[Any], at: int, end: int) -> None:
        """Compare twins at a decision, and after its answer, whose entries end at `end`."""
        here, after = stretch(whole, match, at), stretch(whole, match, end)
        truth, next_truth = here.again(self.exam), after.again(self.exam)
        if truth is None:
            return
        for seat in match.seats:
            self._forks(match, truth, seat)
            for number in range(_TWINS):
                twin = here.again(self.exam, seat, number)
                if self._hold(truth, twin, seat):
                    assert twin is not None
                    self._locals(here, truth, twin, seat, number)
                    self._bots(truth, twin, seat)
                self._hold(next_truth, after.again(self.exam, seat, number), seat)

    def check_draws(self, whole: Match[Any], match: Match[Any], at: int, end: int) -> None:
        """Draw other cards after an answer, and compare."""
        before = len(stretch(whole, match, at).outcomes)
        self._swap(whole, stretch(whole, match, end), before)

    def check_wait(self, part: Stretch, truth: Match[Any]) -> None:
        """Compare what twins show where their rule waits for real dice or a real card."""
        if not self._may_compare:
            return
        outcomes = part.outcomes
        draws = [at for at, outcome in enumerate(outcomes) if outcome[0] == "draw"]
        swapped = [part.again(self.exam, swapped=at) for at in draws[-_SWAPS_AT_WAITS:]]
        for seat in truth.seats:
            for twin in (part.again(self.exam, seat), *swapped):
                if twin is not None and twin.is_waiting and are_twins(truth, twin, seat):
                    # Events are compared at the next question.
                    self._same(truth, twin, seat, len(truth.events), len(twin.events))

    def _swap(self, whole: Match[Any], part: Stretch, first: int) -> None:
        outcomes = part.outcomes
        draws = [at for at in range(first, len(outcomes)) if outcomes[at][0] == "draw"]
        truth = part.again(self.exam) if draws else None
        if truth is None:
            return
        for at in draws[:_SWAPS]:
            other = part.again(self.exam, swapped=at)
            for seat in whole.seats:
                if self._hold(truth, other, seat):
                    assert other is not None
                    self._locals(part, truth, other, seat, swapped=at)

    def _forks(self, match: Match[Any], truth: Match[Any], seat: str) -> None:
        """Compare a game with forks of it for a seat."""
        for number in range(2):
            try:
                fork = truth.fork("fair", number, seat=seat, record=True, snapshots=True)
            except Exception as error:
                self.exam.report_exception("C704", f"redealing for {seat} fails", error)
                return
            self._note_redealt(truth, fork, seat)
            # Earlier events were logged while the cards were the true ones.
            if self._same(truth, fork, seat, since=len(truth.events), fork_since=len(fork.events)):
                self._bots(truth, fork, seat)

    # ------------------------------------------------------------------ two games

    def _hold(self, truth: Match[Any] | None, twin: Match[Any] | None, seat: str) -> bool:
        """Compare two games; tell whether a seat cannot tell them apart."""
        if truth is None or twin is None or truth.is_over or twin.is_over:
            return False
        try:
            fork, other_fork = fork_for(truth, seat), fork_for(twin, seat)
        except Exception as error:
            self.exam.report_exception("C704", f"redealing for {seat} fails", error)
            return False
        mine, theirs = fork.state, other_fork.state
        if state_key(mine) == state_key(theirs):
            self._rivals(fork, other_fork, seat, truth)
            return self._same(truth, twin, seat)
        if self._told_apart(truth, twin, seat, 0, 0) is not None:
            return False
        if _who_knows(truth) != _who_knows(twin):
            # Others know more in one of them, which is not a card that the seat could see.
            return True
        self._report_kept(mine, theirs, seat, truth)
        return True

    def _report_kept(self, mine: Any, theirs: Any, seat: str, truth: Match[Any]) -> None:
        """Report what a fork holds and its seat was not shown; the likeliest cause alone."""
        name, one, other = _differences(mine, theirs, seat)[0]
        fixed = self._fixed(one, other, f"state.{name}", seat, truth)
        at, kept, instead = (
            fixed or twins.first_difference(one, other, f"state.{name}") or ("", one, other)
        )
        said = f"{at} of a fork for {seat} is {_short(kept)}, and {_short(instead)} in a game that "
        remedy = ""
        if _is_reordered(one, other):
            said = f"the order of state.{name} in a fork for {seat} is another in a game that "
            remedy = (
                "if its order may be known, show it in the view or the log; if the order means "
                "nothing, keep it sorted or count it"
            )
        elif fixed is None and self.exam.game.determinize is not None:
            said = (
                f"`determinize` redraws {at} in an order that depends on what is hidden: by the "
                f"same chance it is {_short(kept)}, and {_short(instead)} in a game that "
            )
            remedy = "draw from a pool that is sorted first"
        elif not held_in(one, Pile, CardRow, Hand):
            remedy = (
                "if the seat may know it, show it in the view or the log; if not, keep it in a "
                "`Hand` or `CardRow`, or let `determinize` redraw it"
            )
        elif (shown := _known_difference(one, other, seat)) is not None:
            said = f"{seat} is recorded as knowing that {shown}, but in a game that "
            remedy = (
                "show it in the view or the log; if it may not be known, lay the card face down: "
                "`put(card, seats=())`"
            )
        told = f"{said}{seat} cannot tell from it{_where(truth)}"
        self.kept.setdefault(name, (told, remedy))

    def _fixed(
        self, one: Any, other: Any, name: str, seat: str, truth: Match[Any]
    ) -> Difference | None:
        """Return a place of two values that differ and that no redraw for a seat changes."""
        apart = twins.differences(one, other, name)
        field = name.removeprefix("state.")
        for number in range(_REDRAWS):
            again = truth.fork("exam redraw", number, seat=seat).state
            drawn = getattr(again, field) if field else again
            changed = {at for at, _, _ in twins.differences(one, drawn, name)}
            apart = [place for place in apart if place[0] not in changed]
        return next(iter(apart), None)

    def tell_kept(self) -> None:
        """Report what forks keep, unless a redeal or a local variable is the cause."""
        if not any(problem.code in ("C711", "C713") for problem in self.exam.problems):
            place = self._place_of_determinize()
            for told, remedy in self.kept.values():
                self.exam.report("C712", told, place, remedy=remedy)

    def _rivals(self, fork: Match[Any], other: Match[Any], seat: str, truth: Match[Any]) -> None:
        """Find what a fork asks others at the same time, where it comes from their true cards."""
        if not fork.question_of(seat) or not other.question_of(seat):
            return
        for one in fork.open:
            asked = None if seat in one.seats else other.question_of(one.seat)
            if asked is None:
                continue
            place = asking_place(truth)
            pairs = zip(_told_question(one, place), _told_question(asked, place), strict=False)
            for (_, what, mine, _), (_, _, theirs, _) in pairs:
                if mine != theirs:
                    self.exam.report(
                        "C714",
                        f"a fork for {seat} has {_short(mine)} as {what} to {one.seat}, and "
                        f"{_short(theirs)} in a game that {seat} cannot tell from it"
                        f"{_where(truth)}",
                        place,
                        once=place,
                    )
                    return

    def _same(
        self, truth: Match[Any], twin: Match[Any], seat: str, since: int = 0, fork_since: int = 0
    ) -> bool:
        """Report what lets a seat, or a spectator, distinguish two twins."""
        found = self._told_apart(truth, twin, seat, since, fork_since)
        if found is None:
            return True
        (code, what, _, place), who, (name, mine, theirs) = found
        self.exam.report(
            code,
            f"{who} learns from {what} what is hidden from {seat}: {_short(mine)} at "
            f"{name or 'it'}, and {_short(theirs)} in a game that differs only in what {seat} is "
            f"not recorded as knowing{_where(truth)}",
            place,
            once=(what, place),
            remedy="reveal it only to seats that know it, or record that they do: `show`, "
            "`exclude`, `play.draw(seats=...)`",
        )
        return False

    def _told_apart(
        self, truth: Match[Any], twin: Match[Any], seat: str, since: int, fork_since: int
    ) -> Apart | None:
        """Return the first thing by which a seat or a spectator can tell two games apart."""
        for viewer in (Viewer(seat), Viewer()):
            who = listed(sorted(viewer.seats)) or "a spectator"
            mine, theirs = (
                [event for event in match.events[first:] if event.seen_by(viewer)]
                for match, first in ((truth, since), (twin, fork_since))
            )
            found = self._events_apart(mine, theirs)
            if found is not None:
                return found[0], who, found[1]
            for one, two in zip(self._told(truth, viewer), self._told(twin, viewer), strict=False):
                difference = twins.first_difference(one[2], two[2])
                if difference is not None:
                    return one, who, difference
        return None

    def _events_apart(
        self, mine: Sequence[Event], theirs: Sequence[Event]
    ) -> tuple[Part, Difference] | None:
        for at, (one, two) in enumerate(zip_longest(mine, theirs)):
            difference = twins.first_difference(one, two)
            if difference is not None:
                # What comes later in the other game, too, was only pushed back by what differs.
                comes_later = any(
                    twins.first_difference(one, later) is None for later in theirs[at:]
                )
                event = (two if comes_later else one) or one or two
                if event.kind == "step":
                    node = self._decides(one, two)
                    return self._heading(node, event), difference
                what, place = f"event {event.kind!r}", self.exam.place_of_event(event)
                return ("C705", what, event, place), difference
        return None

    def _told(self, match: Match[Any], viewer: Viewer) -> Iterator[Part]:
        """Yield what a viewer is shown: who is asked, the table, the question, the log sheet."""
        exam, game = self.exam, self.exam.game
        yield from self._told_place(match)
        yield "C704", "who is asked", [one.seats for one in match.open], asking_place(match)
        for view in views_of(game):
            yield from self._told_panels(view, match, viewer)
        for seat in viewer.seats:
            decision = match.question_of(seat)
            if decision is not None:
                yield from _told_question(decision, asking_place(match))
            yield from self._told_learner(match, seat, decision)
        drama = game.look.drama
        if drama is not None and drama.replaced is not None:
            replaced = drama.replaced
            counts = _made(lambda: dict(replaced(match.play)))
            yield "C704", "how often people were replaced", counts, exam.place_of(replaced)
        if drama is not None and drama.opening is not None:
            card = _made(lambda: opening_of(match, viewer))
            yield "C704", "the card before the first question", card, exam.place_of(drama.opening)
        if game.look.log_sheet is not None:
            write = game.look.log_sheet
            sheet = _made(lambda: write(match.play, viewer).splitlines())
            yield "C704", "the log sheet", sheet, exam.place_of(write)

    def _told_panels(self, view: View, match: Match[Any], viewer: Viewer) -> Iterator[Part]:
        panels = _made(lambda: list(view(match.play, viewer)))
        titles = [getattr(panel, "title", type(panel).__name__) for panel in panels]
        place = self.exam.place_of(view)
        yield "C704", "the panels and their titles", titles, place
        for title, panel in zip(titles, panels, strict=True):
            yield "C704", f"panel {title!r}", panel, place

    def _told_place(self, match: Match[Any]) -> Iterator[Part]:
        """Yield what everybody reads of the place in the sequence, and the status beside it."""
        exam, play, walker = self.exam, match.play, match.play._walker
        way = walker.program.spot_before(walker.at).way if play.step else ()
        loops = iter(walker.loops)
        for node, words in zip(way, play.where, strict=False):
            items = next(loops)[2] if is_loop(node) else ()
            if isinstance(node, ForEach):
                now = _made(lambda node=node: list(node.items(play)))  # type: ignore[misc]
                # A list that reads otherwise since the loop began heads no step any more.
                if now == list(items):
                    yield self._heading(node, now)
            yield self._heading(node, words)
        status = exam.game.look.status
        if status is not None:
            yield "C704", "the status", _made(lambda: status(play)), exam.place_of(status)

    def _told_learner(
        self, match: Match[Any], seat: str, decision: Decision | None
    ) -> Iterator[Part]:
        """Yield what programs that learn are given for a seat, where the game makes it itself."""
        exam, play = self.exam, match.play
        observe, key = exam.game.learning.observe, exam.game.learning.action_key
        if observe is not None:
            seen = _made(lambda: list(observe(play, seat)))
            yield "C704", "the observation", seen, exam.place_of(observe)
        if key is not None and decision is not None:
            options = decision.options[:_OPTIONS]
            keys = _made(lambda: [key(play, decision, option) for option in options])
            yield "C704", "the keys of actions", keys, exam.place_of(key)

    def _heading(self, node: Node, shown: Any) -> Part:
        """Return what a heading shows, at the function that decides about it."""
        parts = (getattr(node, name, None) for name in ("items", "number", "when", "run"))
        place = self.exam.place_of(next(filter(None, parts), None))
        return "C704", f"the heading of {node.name!r}", shown, place

    def _decides(self, one: Event | None, two: Event | None) -> Node:
        """Return the node that makes the headings of two games differ."""
        headings = [event for event in (one, two) if event is not None and event.kind == "step"]
        ways = [self._way_to(event.step) for event in headings]
        if len(ways) == 2 and ways[0] == ways[1]:
            named = zip(ways[0], *(event.facts["path"] for event in headings), strict=False)
            return next((node for node, mine, theirs in named if mine != theirs), ways[0][-1])
        apart = [node for way in ways for node in reversed(way) if node.when is not None]
        return next(iter(apart), ways[0][-1])

    def _way_to(self, step: str) -> tuple[Node, ...]:
        program = self.exam.game.program
        return next(
            program.spot_before(at).way for path, at in program.after.items() if path[-1] == step
        )

    # ------------------------------------------------------------------ rules and bots

    def _locals(
        self,
        part: Stretch,
        truth: Match[Any],
        twin: Match[Any],
        seat: str,
        number: int = 0,
        swapped: int = -1,
    ) -> None:
        """Find a variable of a waiting rule that keeps the truth, where what follows shows it."""
        decision, asked = truth.question_of(seat), twin.question_of(seat)
        if decision is None or asked is None:
            return
        determinized = None if swapped >= 0 else seat
        for answer in [one for one in decision.options if one in asked.options][:_ANSWERS]:
            if decision.several:
                return
            mixed = part.again(self.exam)
            fair = part.again(self.exam, determinized, number, swapped)
            if mixed is None or fair is None:
                return
            twins.with_state_of(mixed, fair)
            kept = list(twins.kept_locals(mixed, fair))
            if not kept:
                return
            if twins.outcome_of(mixed, answer, seat) == twins.outcome_of(fair, answer, seat):
                continue
            place, name, value = kept[-1]
            self.exam.report(
                "C713",
                f"the local variable {name!r} is {_short(value)} from before the question to "
                f"{seat}, who is not recorded as knowing it, and the rule goes on with it"
                f"{_where(truth)}",
                place,
                once=(place, name),
            )
            return

    def _bots(self, truth: Match[Any], twin: Match[Any], seat: str) -> None:
        """Ask each bot in both of two games that its seat cannot tell apart."""
        decision, asked = truth.question_of(seat), twin.question_of(seat)
        if decision is None or asked is None or list(decision.options) != list(asked.options):
            return
        for name, maker in bots_of(self.exam.game).items():
            bot = maker()
            most = _DEAR if bot.looks_ahead else _CHEAP
            if name != "random" and self._may_ask(name, most):
                answer = partial(_answer, seat, name)
                policy = bot.policy_of(decision) if isinstance(bot, RuleBot) else None
                self._compare_answers(
                    truth, twin, seat, f"bot {name!r}", policy or bot.choose, answer
                )
        has_time = self.exam.has_time("some of the searches that are compared")
        if len(decision.options) > 1 and has_time and self._may_ask(" search", _DEAR):
            place = self._place_of_determinize()
            self._compare_answers(truth, twin, seat, _SEARCH, place, partial(_advice, seat))

    def _may_ask(self, name: str, most: int) -> bool:
        self.asked[name] = self.asked.get(name, 0) + 1
        return self.asked[name] <= most

    def _compare_answers(
        self,
        truth: Match[Any],
        twin: Match[Any],
        seat: str,
        what: str,
        at: Any,
        ask: Callable[[Match[Any]], Any],
    ) -> None:
        try:
            mine, theirs = ask(truth), ask(twin)
        except Exception as error:
            self.exam.report_bot(f"{what} fails", error)
            return
        if mine != theirs:
            _, one, other = twins.first_difference(mine, theirs) or ("", mine, theirs)
            told = (
                f"{what} answers {_short(one)}, and {_short(other)} in a game that {seat} cannot "
                f"tell from it{_where(truth)}"
            )
            if what == _SEARCH:
                self.searched = self.searched or (told, at)
            else:
                self.exam.report("C804", told, at, once=what)

    # ------------------------------------------------------------------ one option only

    def tell_forced(self, found: Found) -> None:
        """Report questions with one option, but for those that others must not hear are none."""
        games = {whole.seed: whole for whole in found.ended}
        for place, forced in found.reached.forced.items():
            plays = [(games[seed], at) for seed, at in forced.at if seed in games]
            if not any(self._tried(whole, at) for whole, at in plays):
                self.exam.report("C405", forced.message, place, once=place)

    def _tried(self, whole: Match[Any], at: int) -> bool:
        try:
            return self.exam.game.hides and self._is_forced_in_secret(whole, at)
        except TabletopError:
            return False

    def _is_forced_in_secret(self, whole: Match[Any], at: int) -> bool:
        """Return whether there would be more options with cards that others do not know."""
        assert whole.tape is not None
        match = start_again(self.exam, whole, whole.tape.entries[:at])
        if match.decision is None:
            return False
        asked, here = match.decision, stretch(whole, match, at)
        others = [seat for seat in match.seats if seat not in asked.seats]
        determinized = (here.again(self.exam, *how) for how in product(others, range(_DEALS)))
        swapped = (here.again(self.exam, swapped=at) for at in range(len(here.outcomes)))
        return any(
            twin is not None
            and (other := twin.question_of(asked.seat)) is not None
            and len(other.options) > 1
            and _is_same_question(other, asked)
            and any(are_twins(match, twin, seat) for seat in others)
            for twin in chain(determinized, swapped)
        )

    # ------------------------------------------------------------------ redeals that do nothing

    def _note_redealt(self, truth: Match[Any], fork: Match[Any], seat: str) -> None:
        """Note what stayed unchanged, and how likely that is."""
        if self.exam.game.determinize is None:
            return
        before: list[Any] = held_in(truth.state, Pile, CardRow, Hand)
        after: list[Any] = held_in(fork.state, Pile, CardRow, Hand)
        unknown = _unknown(before, seat)
        for number, (one, two) in enumerate(zip(before, after, strict=False)):
            hidden = _hidden(one, seat)
            cards = unknown.get(one.deck, [])
            if not hidden or len(set(cards)) < 2:
                continue
            noted = self.determinized.setdefault((seat, f"{number}"), Determinized())
            noted.has_changed |= [c.card for c in _all(one)] != [c.card for c in _all(two)]
            noted.stayed += log(cards.count(hidden[0]) / len(cards))
            noted.told = f"{_name_of(one)} keeps {_short(hidden[0])}{_where(truth)}"

    def tell_determinized(self) -> None:
        """Report what a redeal has never changed, however often it was called."""
        for (seat, _), noted in self.determinized.items():
            if not noted.has_changed and noted.stayed < _BY_CHANCE:
                self.exam.report(
                    "C711",
                    f"the redeal for {seat} changes nothing of what {seat} is not recorded as "
                    f"knowing: {noted.told}",
                    self._place_of_determinize(),
                    once="determinize",
                )

    def tell_searched(self) -> None:
        """Report a search that knew too much, unless its forks hold the truth: then it follows."""
        follows = any(problem.code in ("C711", "C712", "C714") for problem in self.exam.problems)
        if self.searched and not follows:
            told, at = self.searched
            remedy = (
                "its forks hold the same in both, in another order; see that `determinize` draws "
                "from a sorted pool, and puts back in a fixed order"
            )
            self.exam.report("C804", told, at, once=_SEARCH, remedy=remedy)

    def _place_of_determinize(self) -> FileLine:
        game = self.exam.game
        return self.exam.place_of(game.determinize or game.consistent or game.new_state)


def _told_question(decision: Decision, place: FileLine) -> Iterator[Part]:
    what = f"the question {decision.prompt!r}"
    yield "C704", "the words of a question", decision.prompt, place
    yield "C704", f"the kind of {what}", (decision.kind, decision.rule), place
    counts = (decision.least, decision.most, decision.ordered)
    yield "C704", f"how many options {what} wants", counts, place
    options = list(decision.options[:_OPTIONS])
    yield "C704", f"the options of {what}", options, place
    labels = _made(lambda: [decision.label_of(option) for option in options])
    yield "C704", f"the labels of {what}", labels, place
    targets = _made(lambda: [list(decision.targets_of(option)) for option in options])
    yield "C704", f"the targets of {what}", targets, place
    buttons = [option for option in options if option in decision.buttons]
    yield "C704", f"the buttons of {what}", buttons, place
    left = _made(lambda: [decision.left_after(option) for option in options])
    yield "C704", f"what the options of {what} leave", left, place
    ways = _made(lambda: [decision.way_of(option) for option in options])
    yield "C704", f"the directions of the options of {what}", ways, place
    if decision.odds is not None:
        for option in options[:_ODDS]:
            odds = _made(lambda option=option: dict(decision.odds(option)))  # type: ignore
            yield "C704", f"the odds of {what}", odds, place


def _is_same_question(one: Decision, other: Decision) -> bool:
    """Return whether a rule asks the same, though in words that depend on hidden cards."""
    if one.prompt == other.prompt:
        return True
    return (one.asked_by, one.rule, one.kind) == (other.asked_by, other.rule, other.kind)


def _made(make: Callable[[], Any]) -> Any:
    """Return what is made; where that fails, another check reports it."""
    try:
        return make()
    except Exception as error:
        return type(error).__name__


def _advice(seat: str, match: Match[Any]) -> Any:
    found = advise(match, seat, n=_PLAYOUTS)
    return [(one.answer, one.value, one.playouts) for one in found]


def _answer(seat: str, name: str, match: Match[Any]) -> Any:
    bot = make_bot(match.game, name)
    bot.seat, bot.seed = seat, "exam"
    decision = match.question_of(seat)
    assert decision is not None
    return bot.choose(match, decision)


def _where(match: Match[Any]) -> str:
    """Return a place in words: the seed of the game, the turn and the step."""
    turn = f"turn {match.play.rounds}" if match.play.rounds else f"decision {match.decisions + 1}"
    step = f", step {match.play.step.name!r}" if match.play.step else ""
    return f" (seed {match.seed!r}, {turn}{step})"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 120 else f"{text[:117]}..."


def _all(holder: Any) -> list[Any]:
    stacked = holder.stacked if isinstance(holder, Pile) else (holder,)
    return [one for part in stacked for side in part.laid() for one in side]


def _hidden(holder: Any, seat: str) -> list[str]:
    viewer = Viewer(seat)
    return [one.card for one in _all(holder) if one.is_determined and not one.is_known_to(viewer)]


def _who_knows(match: Match[Any]) -> list[Any]:
    """Return who knows what of each card, without the cards."""
    holders = held_in(match.state, Pile, CardRow, Hand)
    return [[(one.seats, one.excluded) for one in _all(holder)] for holder in holders]


def _unknown(holders: Sequence[Any], seat: str) -> dict[str, list[str]]:
    """Return the cards of each deck that a seat cannot place."""
    found: dict[str, list[str]] = {}
    for holder in holders:
        cards = found.setdefault(holder.deck, [])
        cards += _hidden(holder, seat)
        for pile in holder.stacked if isinstance(holder, Pile) else ():
            cards += [card for card, count in pile.pool.items() for _ in range(count)]
    return found


def _name_of(holder: Any) -> str:
    return "a pile" if isinstance(holder, Pile) else str(holder.named)


def _differences(mine: Any, theirs: Any, seat: str) -> list[tuple[str, Any, Any]]:
    """Return the fields of two states that differ, the likeliest cause of the others first.

    That is a plain field, then cards that the seat is recorded as knowing.
    """

    def order(pair: tuple[str, Any, Any]) -> tuple[bool, bool]:
        _, one, other = pair
        is_plain = not held_in(one, Pile, CardRow, Hand)
        return not is_plain, _known_difference(one, other, seat) is None

    if not attrs.has(type(mine)):
        return [("", mine, theirs)]
    pairs = [
        (field.name, getattr(mine, field.name), getattr(theirs, field.name))
        for field in attrs.fields(type(mine))
    ]
    return sorted((pair for pair in pairs if state_key(pair[1]) != state_key(pair[2])), key=order)


def _is_reordered(one: Any, other: Any) -> bool:
    """Tell whether two values hold the same items in another order."""
    if isinstance(one, CardRow) and isinstance(other, CardRow):
        one, other = one.cards, other.cards
    return isinstance(one, list) and isinstance(other, list) and sorted(one) == sorted(other)


def _known_difference(one: Any, other: Any, seat: str) -> str | None:
    """Return a card that a seat knows in one of two states and that is another in the other."""
    viewer = Viewer(seat)
    holders = zip(held_in(one, CardRow, Hand), held_in(other, CardRow, Hand), strict=False)
    for row, twin in holders:
        for place, card, instead in zip(
            row.places, row.seen_by(viewer), twin.seen_by(viewer), strict=False
        ):
            if card is not None and card != instead:
                return f"{place} is {card!r}"
    return None


def _draws_after(entries: Sequence[tuple[Any, ...]]) -> list[int]:
    """Return the indices on a tape of the answers after which cards are drawn."""
    found: list[int] = []
    last = -1
    for at, entry in enumerate(entries):
        if given_in(entry):
            last = at
        elif entry[0] == "draw" and last >= 0 and last not in found[-1:]:
            found.append(last)
    return found
