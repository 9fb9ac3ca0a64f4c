"""Checks of what is shown while a rule waits for real dice or a real card, in the middle of a step.

With real dice everybody sees the table there, so its view must not fail and not leak.
"""

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import attrs

from ..engine.match import Match
from ..engine.tape import given_in
from ..errors import PackError
from .exam_run import evenly
from .games import Counted, start_again
from .secrets import Secrets
from .shown import check_views
from .twins import stretch

if TYPE_CHECKING:
    from .exam_run import Exam


@attrs.define
class Waits:
    """Looks at the table before rolls and draws of the games of an exam.

    `seen`: for which reasons the first and the last of a game were looked at.
    """

    exam: "Exam"
    secrets: Secrets
    seen: set[tuple[str, str]] = attrs.field(factory=set)

    def walk(self, whole: Match[Any]) -> None:
        """Replay a game from its answers as far as needed, and look."""
        wanted = self._wanted(whole)
        if not wanted:
            return
        assert whole.tape is not None
        entries = whole.tape.entries[: wanted[-1] + 1]
        answers = [at for at, entry in enumerate(entries) if given_in(entry)]
        ends = [*answers, len(entries)]
        self._look(whole, None, [at for at in wanted if at < ends[0]])
        match = start_again(self.exam, whole) if answers else None
        for at, end in pairwise(ends):
            assert match is not None
            self._look(whole, match, [one for one in wanted if at < one < end])
            for seat, answer in given_in(entries[at]):
                match.answer(answer, seat=seat)

    def _look(self, whole: Match[Any], match: Match[Any] | None, places: list[int]) -> None:
        """Look at a game before these entries of its tape, which follow the next answer."""
        for at in places:
            if not self.exam.has_time("some of the tables before a roll or draw"):
                return
            part = stretch(whole, match, at, waits=True)
            try:
                waiting = part.again(self.exam)
            except PackError:
                # `new_state` rolls or draws: there is no table yet.
                continue
            if waiting is not None and waiting.is_waiting:
                check_views(self.exam, waiting)
                self.secrets.check_wait(part, waiting)

    def _wanted(self, whole: Match[Any]) -> list[int]:
        """Return where on the tape to look: before the first and the last for each reason."""
        assert whole.tape is not None
        source = whole._runner.checkpoints.source
        assert isinstance(source, Counted)
        made = [at for at, entry in enumerate(whole.tape.entries) if entry[0] in ("roll", "draw")]
        reasons = list(zip(source.reasons, made, strict=True))
        last = {(why, "last"): at for why, at in reasons}
        first = {(why, "first"): at for why, at in reversed(reasons)}
        new = {at: why for why, at in (first | last).items() if why not in self.seen}
        places = sorted(new)
        wanted = [places[number] for number in evenly(len(places), self.exam.samples)]
        self.seen.update(new[at] for at in wanted)
        return wanted
