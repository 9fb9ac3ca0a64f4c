"""The pinned table: one panel in front and, on a wide terminal, the others beside it."""

from collections.abc import Iterator, Mapping, Sequence

import attrs

from ...engine.decisions import Decision
from ...panels import BoardPanel, Panel, Place
from ...pictures.scene import Scene
from ...pictures.text_board import height_needed
from ...presentation.answers import Choices, MisreadError
from ...text.panel_lines import board_lines, draw
from ...text.style import Style, fit, fit_painted, width_of

BESIDE = 120
"""From this width on, the other panels are drawn beside the one in front."""
_LEAST_FRONT, _WIDEST_FRONT = 81, 110
"""The width of the panel in front beside others; whatever fits 80 columns fits here, too."""
_LEAST_BOARD = 60
"""A narrower board loses its names, so panels of words go before it."""
_GAP = "  "
CHANGED = "▸"
"""Marks a line that has changed."""
_FRAME = dict.fromkeys(map(ord, "┌─┐│└┘"), " ")


@attrs.frozen(kw_only=True, eq=False)
class PinnedTable:
    """The panels of a view, the marks on them, and the panels as this person last saw them.

    `decision` is the question, if what it touches may be shown.
    """

    view: Sequence[Panel]
    scene: Scene
    before: Sequence[Panel] = ()
    decision: Decision | None = None

    def touching(self, typed: str) -> "PinnedTable":
        """Return the table with what the typed text touches, and what may follow.

        For the name of a space or counter that is not an answer, show the spaces next to it.
        """
        hand = self._hand(typed) if self.decision is not None else ()
        left: Mapping[str, float] = {}
        if hand and self.decision is not None:
            glowing, left = frozenset(self.decision.glowing(hand)), self.decision.left_at(hand)
        else:
            hand, glowing = self._around(typed.strip())
        if not hand:
            return self
        scene = attrs.evolve(self.scene, hand=hand, glowing=glowing, left=left)
        return attrs.evolve(self, scene=scene)

    def _around(self, typed: str) -> tuple[tuple[str, ...], frozenset[str]]:
        """Return the space or counter of this name on a board, and the spaces next to it."""
        for panel in self.view:
            if isinstance(panel, BoardPanel):
                board = panel.board
                called = [
                    name
                    for name, words in _names_on(panel)
                    if typed.casefold() in map(str.casefold, words)
                ]
                # `w1` may be a fighter and `W1` a square.
                for name in sorted(called, key=lambda name: name != typed)[:1]:
                    near = board.neighbours(board.named[panel.spaces_of.get(name, name)])
                    return (name,), frozenset(map(board.name, near))
        return (), frozenset()

    def _hand(self, typed: str) -> tuple[str, ...]:
        """Return what an option touches: one named in full, or the first words of one."""
        assert self.decision is not None
        try:
            return self.decision.targets_of(Choices(self.decision).read_option(typed.strip()))
        except MisreadError:
            hand: tuple[str, ...] = ()
        for word in map(str.casefold, typed.split()):
            hand += tuple(name for name in self.decision.glowing(hand) if name.casefold() == word)
        return hand

    def in_front(self, turned: int = 0) -> int:
        """Return the number of the panel in front, `turned` panels further if the person paged.

        It is the board with something to touch, else the first board, else the first panel.
        """
        boards = [at for at, one in enumerate(self.view) if one.place is Place.BOARD]
        asked = [at for at in boards if self._is_asked(self.view[at])]
        return ((asked or boards or [0])[0] + turned) % max(1, len(self.view))

    def _is_asked(self, panel: Panel) -> bool:
        if not isinstance(panel, BoardPanel):
            return False
        return any(name in panel.spaces_of or name in panel.board for name in self.scene.glowing)

    def lines(self, style: Style, turned: int = 0) -> list[str]:
        """Return the table in `style.width` columns and at most `style.height` lines."""
        if not self.view:
            return []
        front = self.view[self.in_front(turned)]
        others = [panel for panel in self.view if panel is not front]
        if style.width < BESIDE or not others:
            return self._panel(front, style)[: style.height]
        wide = _width_in_front(style)
        left = self._panel(front, attrs.evolve(style, width=wide))[: style.height]
        room = attrs.evolve(style, width=style.width - wide - len(_GAP))
        if room.width < _LEAST_BOARD:
            others.sort(key=lambda panel: isinstance(panel, BoardPanel))
        right = [line for panel in others for line in self._panel(panel, room)]
        if len(right) > style.height:
            right[style.height - 1 :] = [
                style.paint(f" … Tab shows more of {len(others)}", "quiet")
            ]
        left += [""] * (max(len(left), len(right)) - len(left))
        right += [""] * (len(left) - len(right))
        return [
            fit_painted(one, wide) + _GAP + other for one, other in zip(left, right, strict=True)
        ]

    def least_height(self, style: Style, turned: int = 0) -> int:
        """Return how many lines the panel in front needs to show what is asked or named."""
        front = self.view[self.in_front(turned)] if self.view else None
        if not isinstance(front, BoardPanel):
            return 0
        return 1 + height_needed(front, self.scene, _width_in_front(style))

    def titles(self, turned: int = 0) -> list[str]:
        """Return the titles of the panels: in front in brackets, changed with a star."""
        front = self.in_front(turned)
        changed = self.scene.changes.panels
        return [
            f"[{title}]" if at == front else title
            for at, panel in enumerate(self.view)
            for title in [panel.title + ("*" if panel.id in changed else "")]
        ]

    def _panel(self, panel: Panel, style: Style) -> list[str]:
        """Draw a panel with a column for change marks before it."""
        room = attrs.evolve(style, width=style.width - 1)
        if isinstance(panel, BoardPanel):
            high = max(3, style.height)
            return [f" {line}" for line in board_lines(panel, room, high, self.scene)]
        lines = draw([panel], room)
        was = next((one for one in self.before if one.id == panel.id), panel)
        known = set(map(_words, lines if was == panel else draw([was], room)))
        marked = [f"{' ' if _words(line) in known else CHANGED}{line}" for line in lines]
        if len(marked) > style.height and style.width < BESIDE:
            marked[style.height - 1 :] = [style.paint(" … F2 shows more of it", "quiet")]
        return marked[: style.height]


def _names_on(panel: BoardPanel) -> Iterator[tuple[str, set[str]]]:
    """Yield the id of each space and counter of a board with all its names."""
    for name in panel.board.named:
        spot = panel.spot(name)
        yield name, {name, spot.label, spot.name} if spot else {name}
    yield from ((piece.id, {piece.id, piece.label, piece.name}) for piece in panel.pieces)


def _width_in_front(style: Style) -> int:
    """Return the width of the panel in front."""
    if style.width < BESIDE:
        return style.width
    return min(_WIDEST_FRONT, max(_LEAST_FRONT, style.width * 6 // 10))


def _words(line: str) -> str:
    """Return the words of a line without its frame."""
    return " ".join(line.translate(_FRAME).split())


def bar(titles: Sequence[str], right: str, width: int) -> str:
    """Return the line between table and log: the titles at the left, a hint at the right.

    If there is not enough room, titles before the one in brackets are dropped first.

    >>> bar(["[Board]", "Fleet*"], "PgUp: 3 more", 40)
    '─ [Board]  Fleet* ───────── PgUp: 3 more'
    >>> bar(["Board", "[Fleet]"], "", 16)
    '─ …  [Fleet] ───'
    """
    right = f" {right}" if right else ""
    room = max(0, width - width_of(right) - 4)
    left = "  ".join(titles)
    while width_of(left) > room and not titles[0].startswith("["):
        titles = titles[1:]
        left = "  ".join(["…", *titles])
    left = f"─ {fit(left, min(width_of(left), room))} " if left else ""
    return left + "─" * (width - width_of(left) - width_of(right)) + right
