"""Prompts: a person types an answer or a command of the table `PROMPT_COMMANDS`.

The help at the prompt and the reference page come from that table, too.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

from ...errors import IllegalAnswerError, TabletopError
from ...panels.views import unfolded
from ...presentation.answers import Choices, MisreadError
from ...presentation.components import component_text, on_table
from ...presentation.glossary import word_of
from ...presentation.log import GameLog
from ...presentation.rulebook import rule_text
from ...text.game_lines import component_lines, log_lines, rule_lines, sequence_lines
from ...text.panel_lines import draw
from ...text.question_lines import advice_lines, odds_lines, option_lines
from ...text.style import Style
from .signals import Leave, Retake
from .terminal_session import TerminalSession

MAX_ODDS = 12
"""With more options than these, `odds` needs the name of one."""


@attrs.frozen(kw_only=True)
class Asked:
    """A question at a prompt, its hint in brackets, its reader, and `choices` unless it is dice.

    `usual` is the meaning of an empty line, if it has any.
    """

    question: str
    hint: str
    read: Callable[[str], Any]
    choices: Choices | None = None
    usual: str = ""


@attrs.frozen(kw_only=True)
class Command:
    """A command at a prompt.

    `uses` maps each way to type it to what that does; `also` are other names that the help shows,
    `once` former names that still work.
    `does(desk, rest, asked)` carries it out; `rest` is the text after its name.
    """

    name: str
    uses: Mapping[str, str]
    does: Callable[[TerminalSession, str, Asked], None]
    also: tuple[str, ...] = ()
    once: tuple[str, ...] = ()
    is_offered: Callable[[Asked], bool] = lambda asked: True


def ask(desk: TerminalSession, asked: Asked) -> Any:
    """Ask a question until the typed text is an answer, and return that answer.

    Raises:
        Leave: the person leaves, or the input ends.
        Retake: the person wants to undo or redo something.
    """
    desk.put(asked.question, asked.choices)
    desk.keyboard.words = [*map(str, asked.choices.options if asked.choices else ()), *_BY_NAME]
    while True:
        text = desk.read(f"({asked.hint}; ? for help) > ") or asked.usual
        try:
            if is_command(text, asked.choices):
                _carry_out(desk, text, asked)
            else:
                return _answer(desk, text, asked)
        except IllegalAnswerError as error:
            desk.say(*desk.style.wrap(str(error)))
            desk.drop_ahead()


def _answer(desk: TerminalSession, text: str, asked: Asked) -> Any:
    """Read an answer; if the first word alone is one, the others answer later questions."""
    try:
        return asked.read(text)
    except MisreadError:
        first, *rest = text.split() or [""]
        if not rest or asked.choices is None or not asked.choices.is_key(first):
            raise
    answer = asked.read(first)
    desk.ahead = [*rest, *desk.ahead]
    return answer


def is_command(text: str, choices: Choices | None) -> bool:
    """Return whether the text is a command; an option of the same name wins."""
    word = text.split(maxsplit=1)[0] if text else ""
    if word.startswith("/"):
        return True
    return word.lower() in _BY_NAME and not (choices is not None and choices.has(text))


def _carry_out(desk: TerminalSession, text: str, asked: Asked) -> None:
    word, _, rest = text.removeprefix("/").partition(" ")
    command = _BY_NAME.get(word.lower())
    if command is None:
        desk.say(f"there is no command {word.lower()!r}; type ? for the commands")
    else:
        command.does(desk, rest.strip(), asked)


def help_lines(asked: Asked, style: Style, ids: bool = False) -> Iterator[str]:
    """Explain what can be typed in answer to a question; `ids` shows the name of each option."""
    yield from style.wrap(asked.question)
    if asked.choices is not None:
        name = "" if asked.choices.decision.is_number else "; the beginning of a name will do"
        yield from style.wrap(f"Type {asked.choices.hint()}{name}.")
        yield from option_lines(asked.choices, style, everything=True, ids=ids)
    else:
        yield "Type the faces that your dice show, with spaces between."
    how = "Or type a command (with / before it, where an option has the same name):"
    yield from style.wrap(how)
    uses = {
        typed: does
        for command in PROMPT_COMMANDS
        if command.is_offered(asked)
        for typed, does in command.uses.items()
    }
    width = max(map(len, uses))
    for typed, does in uses.items():
        yield from style.wrap(f"  {typed:{width}}  {does}", "", " " * (width + 4))


# ---------------------------------------------------------------------------- the commands


def _help(desk: TerminalSession, rest: str, asked: Asked) -> None:
    if rest.lower() not in ("", "ids"):
        raise MisreadError(f"{rest!r} is not a kind of help; type ?, or ? ids for all names")
    desk.say(*help_lines(asked, desk.style, ids=rest.lower() == "ids"))


def _undo(desk: TerminalSession, rest: str, asked: Asked) -> None:
    if rest.lower() not in ("", "dice"):
        desk.say("Type undo, or undo dice to undo only the last dice or card you typed.")
        return
    raise Retake(f"undo {rest.lower()}".strip())


def _redo(desk: TerminalSession, rest: str, asked: Asked) -> None:
    raise Retake("redo")


def _log(desk: TerminalSession, rest: str, asked: Asked) -> None:
    events = [event for event in desk.match.events if event.seen_by(desk.viewer)]
    told = GameLog(desk.match.game, desk.match.data.names, desk.log.viewer).tell(events)
    if rest.isdecimal() and int(rest):
        desk.say(*log_lines(told[-int(rest) :], desk.style))
    elif rest:
        desk.say(f"{rest!r} is not a number of lines; type log, or a number such as log 5.")
    else:
        desk.paper.page(log_lines(told, attrs.evolve(desk.style, colour=False), opened=True))


def _view(desk: TerminalSession, rest: str, asked: Asked) -> None:
    if rest.lower() in ("on", "off"):
        desk.shows_view = rest.lower() == "on"
        desk.say(f"The table is drawn {'when it changes' if desk.shows_view else 'on view'}.")
    else:
        view = list(unfolded(desk.match.game.look.view(desk.match.play, desk.viewer)))
        desk.say(*draw(view, desk.style, desk.scene(view)))


def _rules(desk: TerminalSession, rest: str, asked: Asked) -> None:
    tree = desk.match.game.program.sequence
    desk.say(*sequence_lines(tree, desk.log.titles, desk.style, desk.match.place))


def _rule(desk: TerminalSession, rest: str, asked: Asked) -> None:
    match, choices = desk.match, asked.choices
    asking = choices.decision.rule if choices is not None else ""
    wanted = rest or asking or (match.play.step.rule_number if match.play.step else "")
    if not wanted:
        desk.say("No rule is named here; type rule with a number or a title.")
        return
    try:
        desk.say(*rule_lines(rule_text(match.game, match.data.tables, wanted), desk.style))
    except TabletopError as error:
        desk.say(*desk.style.wrap(str(error)))


def _word(desk: TerminalSession, rest: str, asked: Asked) -> None:
    match = desk.match
    if not rest:
        names = ", ".join(word.id for word in match.data.glossary)
        told = f"Words explained: {names}." if names else f"{match.game.title} has no glossary."
    else:
        try:
            word = word_of(match.game, match.data, rest)
            told = f"{word.id}: {word.text}"
        except TabletopError as error:
            told = str(error)
    desk.say(*desk.style.wrap(told, "", "  "))


def _card(desk: TerminalSession, rest: str, asked: Asked) -> None:
    match = desk.match
    view = unfolded(match.game.look.view(match.play, desk.viewer))
    if not rest:
        names = ", ".join(on_table(view)) or "nothing that has a name"
        desk.say(*desk.style.wrap(f"On the table: {names}.", "", "  "))
        return
    try:
        desk.say(*component_lines(component_text(match.game, match.data, rest, view), desk.style))
    except TabletopError as error:
        desk.say(*desk.style.wrap(str(error)))


def _has_odds(asked: Asked) -> bool:
    return asked.choices is not None and asked.choices.decision.odds is not None


def _odds(desk: TerminalSession, rest: str, asked: Asked) -> None:
    choices = asked.choices
    if choices is None or not _has_odds(asked):
        desk.say("No odds are known for this question.")
    elif rest:
        desk.say(*odds_lines(choices.decision, [choices.read_option(rest)], desk.style))
    elif len(choices.options) > MAX_ODDS:
        desk.say("Name the option: odds OPTION.")
    else:
        desk.say(*odds_lines(choices.decision, choices.options, desk.style))


def _hint(desk: TerminalSession, rest: str, asked: Asked) -> None:
    desk.say(*advice_lines(desk.match, desk.seat, rest, asked.choices, desk.style))


def _save(desk: TerminalSession, rest: str, asked: Asked) -> None:
    path = desk.saved_as
    if desk.session.journal is None or path is None:
        desk.say("This game is not being saved; start it with --save FILE.")
        return
    desk.session.save()
    if rest:
        desk.say(_copy(path, Path(rest).expanduser()))
    else:
        desk.say(f"The game is saved after every answer, in {path}.")


def _copy(source: Path, target: Path) -> str:
    try:
        with open(target, "xb") as file:
            file.write(source.read_bytes())
    except FileExistsError:
        return f"{target} exists already; choose another name."
    except OSError as error:
        return f"{target} cannot be written: {error.strerror}; choose another name."
    return f"A copy of the game is in {target}."


def _quit(desk: TerminalSession, rest: str, asked: Asked) -> None:
    raise Leave("you left the game")


PROMPT_COMMANDS = (
    Command(
        name="help",
        also=("?",),
        uses={
            "?": "explains what can be typed, with all options",
            "? ids": "also shows the name of each option, which Tab completes",
        },
        does=_help,
    ),
    Command(
        name="undo",
        uses={
            "undo": "undoes the last answer of a person and everything that followed, as far as "
            "the policy allows",
            "undo dice": "undoes only the last dice or card you typed, if no answer came after it",
        },
        does=_undo,
    ),
    Command(
        name="redo",
        uses={"redo": "repeats the answer that was undone last, until you give another"},
        does=_redo,
    ),
    Command(
        name="log",
        uses={
            "log": "shows everything that happened and you may know, the latest at the end",
            "log N": "shows the last N lines of the log",
        },
        does=_log,
    ),
    Command(
        name="view",
        uses={
            "view": "shows the table",
            "view on": "draws the table when it changes",
            "view off": "draws the table on `view` only",
        },
        does=_view,
    ),
    Command(
        name="rules",
        uses={"rules": "shows the sequence of play and where in it you are"},
        does=_rules,
    ),
    Command(
        name="rule",
        uses={
            "rule": "shows the current rule: its text, interpretations, charts and steps",
            "rule NUMBER": "shows a rule by its number or title, such as `rule 5.7`",
        },
        does=_rule,
    ),
    Command(
        name="word",
        uses={
            "word": "lists the words of the game that are explained",
            "word NAME": "explains a word, such as `word focus`",
        },
        does=_word,
    ),
    Command(
        name="card",
        uses={
            "card": "lists the cards, counters and places on the table",
            "card NAME": "shows everything about one, on the table or in the box: its values, its "
            "state, its rule",
        },
        does=_card,
    ),
    Command(
        name="odds",
        uses={
            "odds": "computes the odds, where the question offers them",
            "odds OPTION": "computes the odds of one option",
        },
        does=_odds,
        is_offered=_has_odds,
    ),
    Command(
        name="hint",
        once=("advise",),
        uses={
            "hint": "ranks the options by playing on many times for two seconds, the preferred one "
            "first: the estimated value of each, its 95 % interval, and how often it was played",
            "hint N": "ranks the options by playing on N times",
            "hint easy": "shows what a bot of this level would answer: easy, normal or hard",
        },
        does=_hint,
    ),
    Command(
        name="save",
        uses={"save": "shows where the game is saved", "save FILE": "makes a copy of the game"},
        does=_save,
    ),
    Command(
        name="quit",
        also=("exit",),
        uses={"quit": "stops; the game stays saved"},
        does=_quit,
    ),
)


def _names(command: Command) -> tuple[str, ...]:
    return (command.name, *command.also, *command.once)


_BY_NAME = {name: command for command in PROMPT_COMMANDS for name in _names(command)}
