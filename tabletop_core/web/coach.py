"""The coach of a lesson: its words about the question, and the answer it suggests."""

import json
from collections.abc import Sequence
from contextlib import suppress

import attrs

from ..engine.decisions import Answer, Decision
from ..errors import IllegalAnswerError
from ..pictures.svg_text import esc
from ..presentation.lessons import Lesson, Move, answer_of, paragraphs
from ..presentation.options import labels_of
from ..rooms.perspective import Perspective
from ..rooms.room import Room
from .addresses import Addresses
from .table.info_pages import answer_told

ID = "room-coach"

OTHERWISE = "Your answer differs from the lesson. That is allowed: the game follows your answer."
OUTDATED = "This game has reached a question that the lesson does not cover."
ALONE = "Now play on alone"


def coach_parts(room: Room, person: str, addresses: Addresses) -> dict[str, str]:
    """Return what the coach says to a person, by the id of its element; nothing outside lessons."""
    lesson = room.coaching.lesson(room.match.game)
    own = room.seating.seats_of(person)
    if lesson is None or not own:
        return {ID: _nothing()}
    coach = _Coach(room, person, lesson, addresses)
    return {ID: coach.silent() if room.coaching.is_silent else coach.speaking()}


def _nothing() -> str:
    return f'<section id="{ID}" hidden></section>'


@attrs.frozen
class _Coach:
    room: Room
    person: str
    lesson: Lesson
    addresses: Addresses

    # ------------------------------------------------------------------ what is shown

    def silent(self) -> str:
        """Return the way back to a coach who was sent away before the end."""
        at = self._given()
        is_on = at is not None and at < len(self.lesson.move) and not self.room.is_over
        if not is_on:
            return _nothing()
        return f'<section id="{ID}" class="coach silent">{self._button("speak", "Coach")}</section>'

    def speaking(self) -> str:
        """Return the coach's present words."""
        at, moves = self._given(), self.lesson.move
        if at is None:
            return self._left(moves[self.lesson.followed(self.room.match, self._persons)])
        if at == len(moves):
            return self._box(
                "end", ALONE, paragraphs(self.lesson.after), self._button("alone", ALONE)
            )
        if self.room.is_over:
            return self._box("over", "The game is over", [], self._button("alone", "Close"))
        return self._move(at, moves[at])

    def _move(self, at: int, move: Move) -> str:
        """Return the words for a question, and the answer that the lesson suggests."""
        said = paragraphs(self.lesson.before) if not at else []
        decision = next(iter(Perspective(self.room, self.person).questions), None)
        if decision is None:
            # Others play; what was said about the last answer need not stay.
            return _nothing()
        answer = self._suggested(move, decision)
        if answer is None:
            return self._box("over", ALONE, [OUTDATED], self._button("alone", ALONE))
        said += paragraphs(move.words)
        do = (
            f'<p class="do">{esc(_in_words(decision, answer))}</p>'
            f"{self._answer(decision, answer)}{self._button('alone', 'End the lesson')}"
        )
        return self._box(f"move:{at}", "", said, do, at=at, anchors=_anchors(decision, answer))

    def _left(self, move: Move) -> str:
        """Return the words for a learner who gave another answer."""
        said = paragraphs(move.otherwise) or [OTHERWISE]
        why = [f"The lesson does this instead: {one}" for one in paragraphs(move.words)[:1]]
        ways = self._button("back", "Back to the lesson") + self._button("alone", "Play on alone")
        return self._box("left", "You left the lesson", [*said, *why], ways)

    # ------------------------------------------------------------------ pieces

    @property
    def _persons(self) -> tuple[str, ...]:
        return self.room.session.humans

    def _given(self) -> int | None:
        return self.lesson.given(self.room.match, self._persons)

    def _suggested(self, move: Move, decision: Decision) -> Answer | None:
        """Return the answer of a move to its question; None where another one is asked."""
        with suppress(IllegalAnswerError):
            return answer_of(move, decision) if decision.prompt.startswith(move.asks) else None
        return None

    def _box(
        self,
        key: str,
        heading: str,
        said: Sequence[str],
        ways: str,
        *,
        at: int | None = None,
        anchors: str = "",
    ) -> str:
        """Return the box of the coach; the script shows its paragraphs one after the other."""
        title = f"<h2>{esc(heading or (self.lesson.title if not at else 'Coach'))}</h2>"
        count = len(self.lesson.move)
        steps = "" if at is None else f"<small>{at + 1} of {count}</small>"
        meter = (
            ""
            if at is None
            else f'<progress max="{count}" value="{at}" aria-hidden="true"></progress>'
        )
        words = "".join(f"<p>{esc(one)}</p>" for one in said)
        return (
            f'<section id="{ID}" class="coach" data-key="{esc(key)}"{anchors} aria-label="Coach">'
            f"<header>{title}{steps}{meter}</header>"
            f'<div class="says">{words}</div><div class="ways">{ways}</div></section>'
        )

    def _answer(self, decision: Decision, answer: Answer) -> str:
        """Return the button that gives the suggested answer."""
        given = answer if isinstance(answer, tuple) else (answer,)
        own = self.room.seating.seats_of(self.person)
        seat = next(seat for seat in decision.seats if seat in own)
        fields = [("seat", seat), ("token", decision.token), *(("answer", one) for one in given)]
        return self._form("answer", fields, "Do this for me")

    def _button(self, do: str, words: str) -> str:
        return self._form("coach", [("do", do)], words)

    def _form(self, action: str, fields: Sequence[tuple[str, object]], words: str) -> str:
        hidden = "".join(
            f'<input type="hidden" name="{name}" value="{esc(str(value))}">'
            for name, value in fields
        )
        address = esc(self.addresses.room(self.room.id, action))
        return (
            f'<form method="post" action="{address}">{hidden}<button>{esc(words)}</button></form>'
        )


def _in_words(decision: Decision, answer: Answer) -> str:
    """Return the suggested answer in words, without what is set off behind its name."""
    if isinstance(answer, tuple):
        return ", ".join(map(_named, map(decision.label_of, answer))) or "Choose nothing"
    return _named(answer_told(decision, answer, labels_of(decision)))


def _named(label: str) -> str:
    """Return the name in an option's label, without the details after the bar."""
    return label.partition(" | ")[0]


def _anchors(decision: Decision, answer: Answer) -> str:
    """Return attributes naming what the suggested answer touches, for the bubble and the light."""
    given = answer if isinstance(answer, tuple) else (answer,)
    steps = [] if decision.is_number else [list(decision.targets_of(one)) for one in given]
    several = ' data-several=""' if decision.several else ""
    return (
        f' data-steps="{esc(json.dumps(steps))}"'
        f' data-answers="{esc(json.dumps([str(one) for one in given]))}"{several}'
    )
