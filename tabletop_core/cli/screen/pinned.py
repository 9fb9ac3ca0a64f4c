"""A pinned screen: the table at the top, the log below it, the prompt in the last line.

prompt_toolkit draws it in a thread of its own, so that it stays up to date while bots think.
"""

import signal
import threading
from collections.abc import Callable, Iterable, Sequence
from queue import SimpleQueue

import attrs
from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import ANSI, AnyFormattedText
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.key_binding.bindings.completion import generate_completions
from prompt_toolkit.layout import (
    BufferControl,
    CompletionsMenu,
    Float,
    FloatContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    Window,
)
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output import ColorDepth

from ...engine.decisions import Decision
from ...panels import Panel
from ...pictures.scene import Scene
from ...text.style import Style, refit
from .output import Scrolling
from .pinned_table import PinnedTable, bar
from .signals import Leave

_BELOW = 3
"""Lines below a large table: the bar, one of the log, the prompt."""
MIN_LOG_LINES = 9
"""Lines kept below any other table."""
AMPLE_LOG_LINES = 22
"""With this many lines left below it, a table may take more than half of the terminal."""


class _LogLines:
    """The lines of the log, wrapped again when the terminal becomes narrower."""

    def __init__(self) -> None:
        self._written: list[str] = []
        self._width = 0
        self._fitted: list[str] = []
        self._starts: list[int] = []

    def __len__(self) -> int:
        return len(self._written)

    def add(self, lines: Iterable[str]) -> None:
        self._written += lines

    def lines(self, width: int) -> list[str]:
        """Return all lines for a terminal of this width."""
        if width != self._width:
            self._width, self._fitted, self._starts = width, [], []
        for line in self._written[len(self._starts) :]:
            self._starts.append(len(self._fitted))
            self._fitted += refit(line, width)
        return self._fitted

    def start(self, number: int, width: int) -> int:
        """Return where the line of this number, as written, begins among the wrapped lines."""
        lines = self.lines(width)
        return self._starts[number] if number < len(self._starts) else len(lines)


class Pinned:
    """Output and keyboard in one: a screen with a pinned table."""

    pins = True

    def __init__(self, style: Style) -> None:
        self.words: Sequence[str] = ()
        self._style = style
        self._log = _LogLines()
        self._is_large = False
        self._new = 0
        self._top: int | None = None
        self._table = PinnedTable(view=(), scene=Scene(panels=()))
        self._turned = 0
        self._drawn: tuple[object, list[str]] = (None, [])
        self._prompt: str | None = None
        self._typed: SimpleQueue[str | None] = SimpleQueue()
        self._fault: BaseException | None = None
        self._thread: threading.Thread | None = None
        self._is_closed = False
        self._buffer = Buffer(completer=_Words(self), accept_handler=self._accept, multiline=False)
        self._app = self._made()

    @property
    def style(self) -> Style:
        """The style for the size that the terminal has now."""
        size = self._app.output.get_size()
        width, height = max(40, size.columns), size.rows
        # prompt_toolkit leaves colours out where there are none, but keeps underlines.
        colour = self._style.colour if self._is_closed else True
        return attrs.evolve(self._style, colour=colour, width=width, height=height)

    # ------------------------------------------------------------------ writing

    def say(self, *lines: str, end: str = "\n") -> None:
        if self._is_closed:
            Scrolling(self._style).say(*lines, end=end)
            return
        self._log.add(part for line in lines for part in line.split("\n"))
        self._app.invalidate()

    def ask(self, *lines: str) -> None:
        self._new = len(self._log)
        self.say(*lines)

    def pin(
        self,
        view: Sequence[Panel],
        scene: Scene,
        before: Sequence[Panel] = (),
        decision: Decision | None = None,
    ) -> None:
        self._table = PinnedTable(view=view, scene=scene, before=before, decision=decision)
        self._app.invalidate()

    def clear(self) -> None:
        """Clear the log, the table and the input history."""
        self._log, self._new, self._top = _LogLines(), 0, None
        self._turned = 0
        self.pin((), Scene(panels=()))
        self._in_thread(self._forget_typed)

    def _forget_typed(self) -> None:
        self._buffer.history = InMemoryHistory()
        self._buffer.reset()
        self._app.clipboard.set_text("")

    def page(self, lines: Iterable[str]) -> None:
        self.say(*lines)
        self._new = len(self._log)

    def close(self) -> None:
        if self._thread is not None and self._thread.is_alive():
            signal.signal(signal.SIGWINCH, signal.SIG_DFL)
            self._in_thread(self._app.exit)
            self._thread.join()
        self._is_closed = True

    # ------------------------------------------------------------------ reading

    def read(self, prompt: str) -> str:
        """Return the next typed line, without spaces around it.

        Raises:
            Leave: the key for the end of input was pressed, or the terminal is gone.
        """
        if self._thread is None:
            self._open()
        self._prompt = prompt
        self._app.invalidate()
        try:
            typed = self._typed.get()
        finally:
            self._prompt = None
        if self._fault is not None:
            raise self._fault
        if typed is None:
            raise Leave("the input ended")
        self._top = None
        self._new = len(self._log)
        self.say(self.style.paint(f"{prompt}{typed}", "quiet"))
        return typed.strip()

    def _open(self) -> None:
        begun = threading.Event()

        def run() -> None:
            try:
                self._app.run(pre_run=begun.set, handle_sigint=False)
            except EOFError:
                pass
            except BaseException as error:
                self._fault = error
            finally:
                begun.set()
                self._typed.put(None)

        self._thread = threading.Thread(target=run, daemon=True)
        self._thread.start()
        begun.wait()
        # Signals reach only the main thread.
        signal.signal(signal.SIGWINCH, lambda *_: self._in_thread(self._redraw))

    def _redraw(self) -> None:
        self._app.renderer.erase(leave_alternate_screen=False)
        self._app.invalidate()

    def _in_thread(self, do: Callable[[], None]) -> None:
        if self._app.loop is not None:
            self._app.loop.call_soon_threadsafe(do)

    def _accept(self, buffer: Buffer) -> bool:
        """Pass on the typed line; without a prompt it stays in the buffer, so that none is lost."""
        if self._prompt is None:
            return True
        self._prompt = None
        self._typed.put(buffer.text)
        return False

    # ------------------------------------------------------------------ drawing

    def _made(self) -> "Application[None]":
        table = Window(
            FormattedTextControl(self._drawn_table), height=lambda: len(self._table_lines())
        )
        line = Window(FormattedTextControl(self._drawn_bar), height=1, style="fg:ansiblue")
        log = Window(FormattedTextControl(self._drawn_log))
        prompt = Window(
            BufferControl(self._buffer, [BeforeInput(lambda: self._prompt or "... ")]), height=1
        )
        menu = Float(CompletionsMenu(max_height=8), xcursor=True, ycursor=True)
        whole = FloatContainer(HSplit([table, line, log, prompt]), floats=[menu])
        return Application(
            layout=Layout(whole, focused_element=prompt),
            key_bindings=self._keys(),
            full_screen=True,
            terminal_size_polling_interval=None,
            color_depth=None if self._style.colour else ColorDepth.DEPTH_1_BIT,
        )

    def _table_lines(self) -> list[str]:
        """Return the lines of the table, drawn once for each size.

        It takes at most half of the terminal; more if the log keeps enough lines or if everything
        that is asked about needs it, and all it can if the person has made it large.
        """
        size = self._app.output.get_size()
        typed = self._buffer.text
        drawn_for = (self._table, size, self._turned, self._is_large, typed)
        if self._drawn[0] != drawn_for:
            table = self._table.touching(typed)
            style = attrs.evolve(self.style, height=max(3, size.rows - _BELOW))
            if not self._is_large:
                share = max(size.rows // 2, size.rows - AMPLE_LOG_LINES)
                needed = max(share, table.least_height(style, self._turned))
                style = attrs.evolve(style, height=min(needed, size.rows - MIN_LOG_LINES))
            self._drawn = drawn_for, table.lines(style, self._turned)
        return self._drawn[1]

    def _room(self) -> int:
        """Return the number of lines left for the log, below the table and its bar."""
        return max(1, self.style.height - len(self._table_lines()) - 2)

    def _drawn_table(self) -> AnyFormattedText:
        return ANSI("\n".join(self._table_lines()))

    def _drawn_bar(self) -> AnyFormattedText:
        width = self.style.width
        top = self._first_line()
        below = len(self._log.lines(width)) - top - self._room()
        hidden = [
            *([f"PgUp: {top} lines"] if top else []),
            *([f"PgDn: {below}"] if below > 0 else []),
        ]
        return bar(self._table.titles(self._turned), ", ".join(hidden), width)

    def _drawn_log(self) -> AnyFormattedText:
        top = self._first_line()
        return ANSI("\n".join(self._log.lines(self.style.width)[top : top + self._room()]))

    def _first_line(self) -> int:
        """Return the first line in sight: that of the last page, or an earlier new one."""
        width = self.style.width
        last = max(0, len(self._log.lines(width)) - self._room())
        new = self._log.start(self._new, width)
        return min(last, new) if self._top is None else min(last, self._top)

    # ------------------------------------------------------------------ keys

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()

        @keys.add("pageup")
        def _(event: KeyPressEvent) -> None:
            self._top = max(0, self._first_line() - self._room() + 1)

        @keys.add("pagedown")
        def _(event: KeyPressEvent) -> None:
            self._top = self._first_line() + self._room() - 1

        @keys.add("tab")
        def _(event: KeyPressEvent) -> None:
            if self._buffer.text:
                generate_completions(event)
            else:
                self._turned += 1

        @keys.add("s-tab")
        def _(event: KeyPressEvent) -> None:
            if self._buffer.complete_state:
                self._buffer.complete_previous()
            else:
                self._turned -= 1

        @keys.add("f2")
        def _(event: KeyPressEvent) -> None:
            self._is_large = not self._is_large

        @keys.add("c-c")
        def _(event: KeyPressEvent) -> None:
            main = threading.main_thread().ident
            assert main is not None
            signal.pthread_kill(main, signal.SIGINT)

        @keys.add("c-d")
        def _(event: KeyPressEvent) -> None:
            if not self._buffer.text and self._prompt is not None:
                self._prompt = None
                self._typed.put(None)

        return keys


class _Words(Completer):
    """Completes the words of the keyboard, from the last comma or else the last blank on."""

    def __init__(self, keyboard: Pinned) -> None:
        self._keyboard = keyboard

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterable[Completion]:
        part = document.text_before_cursor.rpartition(",")[2].lstrip()
        for typed in (part, part.rpartition(" ")[2]):
            found = [
                word
                for word in dict.fromkeys(self._keyboard.words)
                if word.casefold().startswith(typed.casefold())
            ]
            if found:
                return [Completion(word, start_position=-len(typed)) for word in found]
        return []
