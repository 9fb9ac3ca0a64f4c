"""The command line: thin commands over the library.

A command's module is imported when the command is called, so that `tabletop --help` and
`tabletop roll 2d6` load nothing they do not need.
To add a command, name it in `COMMANDS`: it is a function with typer annotations, or a
`typer.Typer` with commands of its own.
"""

import atexit
import gc
import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from ..errors import TabletopError
from .settings import Settings

COMMANDS = {
    "packs": ("packs:packs", "List the games that are installed."),
    "install": ("packs:install", "Install a published pack with pip or uv, after asking."),
    "info": ("info:info", "Show what is in a game: sequence of play, options, charts, rulings."),
    "learn": ("play:learn", "Learn a game by playing it."),
    "play": ("play:play", "Play a game."),
    "serve": ("serve:serve", "Play in a browser, alone or with others."),
    "site": ("site:site", "Write games as files that a browser plays alone, without a server."),
    "mcp": ("mcp:mcp", "Let an assistant play, teach and referee by the Model Context Protocol."),
    "saves": ("saves:saves", "List the saved games."),
    "resume": ("saves:resume", "Continue a saved game."),
    "replay": (
        "replay:replay",
        "Replay a saved game: show its log, step through it, or verify it.",
    ),
    "show": ("replay:show", "Show the table of a saved game, in the terminal or as a picture."),
    "sim": ("sim:sim", "Play many games with bots and count the outcomes."),
    "match": (
        "match:match",
        "Let two bots play each other and estimate the difference in Elo points.",
    ),
    "roll": ("dice:roll", "Roll dice once and show every die."),
    "odds": ("dice:odds", "Show the exact distribution of a dice expression."),
    "table": ("tables:table_app", "Show charts, roll on them, compute their odds."),
    "run": (
        "run:run_app",
        "Run a command that a package provides for a game, or list these commands.",
    ),
    "check": (
        "check:check",
        "Examine a pack: data, rules, random games, replay, resume, undo, forks, fairness.",
    ),
    "draw": (
        "draw:draw",
        "Draw all boards, panels, cards, counters and symbols of a pack on one page.",
    ),
    "new": ("check:new", "Make a working pack to start from, with a test."),
}
"""Each command by name: its place (module:thing) and its line in the list."""

STARTING_PROCESSES = ("serve", "site", "mcp", "sim", "match")
"""Commands that watch rules where they carry them out: a process with threads should not fork."""
WITHOUT_GAMES = ("roll", "odds")

GLOBAL_FLAGS = ("--plain", "--scroll", "--no-color", "--traceback")
_NEGATIVE_DICE = re.compile(r"-\s*\d*[dw](\d|%|f|\()", re.IGNORECASE)
EPILOG = "Options for every command: --packs DIR, --plain, --scroll, --no-color, --traceback."


class LazyGroup(TyperGroup):
    """The commands of `COMMANDS`, each imported when it is called."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        if cmd_name not in self.commands:
            self.commands[cmd_name] = _load_command(cmd_name)
        return self.commands[cmd_name]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            close = get_close_matches(args[0], COMMANDS, 1)
            hint = f"did you mean {close[0]!r}?" if close else "see `tabletop --help`"
            ctx.fail(f"there is no command {args[0]!r}; {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[-1] == "--packs":
            ctx.fail("--packs needs a folder: --packs DIR")
        return super().parse_args(ctx, _global_options_first(map(_no_option, args)))

    def invoke(self, ctx: Any) -> Any:
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except KeyboardInterrupt:
            raise typer.Exit(130) from None
        except BrokenPipeError:
            # The reader has closed the pipe, so no message can reach it.
            _silence(sys.stdout)
            raise typer.Exit(141) from None
        except (typer.Exit, typer.Abort, typer.BadParameter):
            raise
        except Exception as error:
            from ..text.charts import harmless

            told = _told(error, ctx.obj)
            if told is None:
                raise
            print("\n".join(_fitted(f"tabletop: {harmless(str(told))}")), file=sys.stderr)
            raise typer.Exit(2) from None

    def main(self, *args: Any, **how: Any) -> Any:
        """Run a command; a file or stream that fails ends it with a message of one line."""
        try:
            try:
                return super().main(*args, **how)
            finally:
                sys.stdout.flush()
        except OSError as error:
            if "--traceback" in sys.argv:
                raise
            where = error.filename or "standard input or output"
            why = f"{error.strerror or error}; free some space, or choose another file"
            with suppress(OSError):
                print(*_fitted(f"tabletop: {where}: {why}"), sep="\n", file=sys.stderr)
            for stream in (sys.stdout, sys.stderr):
                try:
                    stream.flush()
                except OSError:
                    # The rest of its buffer would fail again when the program ends.
                    _silence(stream)
            sys.exit(2)


def _told(error: Exception, settings: Settings | None) -> TabletopError | None:
    """Return what to say of an error; None for one of the program itself, or a signal to it.

    An error of ours says what was wrong, but from within a rule not on which line of the pack.
    """
    from ..engine.faults import is_in_rules

    if isinstance(error, TabletopError) and not is_in_rules(error):
        return error
    return settings.failure(error) if settings else None


def _silence(stream: Any) -> None:
    """Discard everything that is still written to a stream."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _fitted(text: str) -> list[str]:
    """Return a message as lines; on a terminal they break between words."""
    from shutil import get_terminal_size

    from ..text.style import Style

    style = Style(boxes=sys.stderr.isatty(), width=get_terminal_size((80, 24)).columns)
    return [part for line in text.split("\n") for part in style.wrap(line, "", "  ")]


def _no_option(arg: str) -> str:
    """Put a space before dice such as -1d6, which would be read as an option."""
    return f" {arg}" if _NEGATIVE_DICE.match(arg) else arg


def _global_options_first(args: Iterable[str]) -> list[str]:
    """Move the options that every command accepts to the front, wherever they were given."""
    front: list[str] = []
    rest: list[str] = []
    left = iter(args)
    for arg in left:
        if arg == "--":
            return [*front, *rest, arg, *left]
        if arg in GLOBAL_FLAGS or arg.startswith("--packs="):
            front.append(arg)
        elif arg == "--packs":
            front += [arg, next(left)]
        else:
            rest.append(arg)
    return front + rest


def _load_command(name: str) -> Any:
    module, _, attribute = COMMANDS[name][0].partition(":")
    thing = getattr(import_module(f".commands.{module}", __name__), attribute)
    if isinstance(thing, typer.Typer):
        command = get_command(thing)
    else:
        one = typer.Typer(add_completion=False, rich_markup_mode=None)
        one.command(name)(thing)
        command = get_command(one)
    if name not in (*STARTING_PROCESSES, *WITHOUT_GAMES):
        from ..engine.endless import ending

        command.invoke = ending()(command.invoke)  # type: ignore[method-assign]
    command.name = name
    command.epilog = EPILOG
    return command


app = typer.Typer(
    cls=LazyGroup,
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


@app.callback()
def tabletop(
    ctx: typer.Context,
    packs: Annotated[
        list[Path] | None,
        typer.Option(
            "--packs", metavar="DIR", help="A folder or zip of packs, or a module; repeatable."
        ),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Plain lines: no boxes, no colour, no paging.")
    ] = False,
    scroll: Annotated[
        bool,
        typer.Option("--scroll", help="Lines that scroll: no pinned table."),
    ] = False,
    no_color: Annotated[bool, typer.Option("--no-color", help="No colour.")] = False,
    traceback: Annotated[
        bool, typer.Option("--traceback", help="Show the full traceback when a rule fails.")
    ] = False,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    """Play tabletop games, referee them, and compute their charts and odds.

    Without a command, in a terminal, a menu of games and saved games opens.
    """
    ctx.obj = Settings(tuple(packs or ()), plain, no_color, traceback, scroll)
    if version:
        from ..version import core_version

        print(f"tabletop {core_version()}")
        raise typer.Exit
    if ctx.invoked_subcommand is not None:
        return
    if ctx.obj.can_ask:
        from .commands.menu import run_menu

        run_menu(ctx.obj)
    else:
        print(ctx.get_help())


def _open_closed_streams() -> None:
    """Replace closed standard streams (`<&-`, `>&-`) by empty ones.

    Otherwise the next file that is opened, such as a saved game, would take their numbers.
    """
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, os.O_RDWR)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def main() -> None:
    """Run the command line; wrong use and bad data end it with a message and status 2."""
    _open_closed_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    # The start creates many objects that live on; collecting early would only scan them.
    gc.set_threshold(100_000)
    # At exit the process frees them all, so the last collection can skip them.
    atexit.register(gc.freeze)
    app(prog_name="tabletop")
