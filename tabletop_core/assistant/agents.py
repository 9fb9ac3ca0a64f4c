"""Agents as bots: a program that is asked over the Model Context Protocol for each answer."""

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from shutil import which
from time import monotonic
from typing import Any

import attrs
from anyio import fail_after
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client, StdioServerParameters
from mcp.types import TextContent

from ..engine.bot import Bot
from ..engine.decisions import Answer, Decision
from ..engine.game import Game
from ..engine.match import Match
from ..errors import IllegalAnswerError, PackError, TabletopError
from ..presentation.answers import Choices
from ..processes import ending_with_input
from ..text.panel_lines import draw
from ..text.question_lines import option_lines
from ..viewers import Viewer
from .library import cut
from .table_lines import BRIEF

TOOL = "answer"
"""The tool of an agent; it gets `game`, `seat`, `table`, `question` and `options` as texts."""

TRIES = 3
"""Illegal answers to one question after which a legal one is taken at random."""

MAX_ANSWER = 4000


@attrs.define(eq=False)
class Agent:
    """A program that answers, as a server on its standard input and output; it counts its faults.

    `illegal` are the answers that the question does not allow, `late` those that took too long. It
    has `seconds` for an answer, and `game_seconds` for all its answers in one game.
    """

    command: str
    seconds: float
    game_seconds: float
    _portal: BlockingPortal
    _client: Client
    asked: int = 0
    illegal: int = 0
    late: int = 0

    @property
    def words(self) -> str:
        return (
            f"mcp:{self.command}: {self.asked:,} questions, {self.illegal:,} illegal answers, "
            f"{self.late:,} too late"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the counts as plain values."""
        counts = {"asked": self.asked, "illegal": self.illegal, "late": self.late}
        return {"command": self.command, **counts}

    def ask(self, given: dict[str, str], seconds: float) -> str:
        """Return what the agent answers.

        Raises:
            TimeoutError: it took too long.
            TabletopError: it ended, or has no such tool.
        """
        return self._portal.call(self._asked, given, seconds)

    async def _asked(self, given: dict[str, str], seconds: float) -> str:
        with fail_after(seconds):
            result = await self._client.call_tool(TOOL, given)
        texts = [one.text for one in result.content if isinstance(one, TextContent)]
        if result.is_error:
            raise TabletopError(f"the agent {self.command} failed: {' '.join(texts)[:400]}")
        return "\n".join(texts)[:MAX_ANSWER]


@contextmanager
def agent_of(command: str, seconds: float, game_seconds: float = inf) -> Iterator[Agent]:
    """Start the program of an agent; it ends with this block, and with this process.

    Raises:
        PackError: it cannot be started, or it does not speak the protocol.
    """
    words = shlex.split(command)
    if not words:
        raise PackError("mcp: needs a command, such as 'mcp:python my_agent.py'")
    if which(words[0]) is None:
        raise PackError(f"there is no program {words[0]!r} for mcp:{command}; give its path")
    command_line = ending_with_input(words)
    program = StdioServerParameters(command=command_line[0], args=command_line[1:])
    with start_blocking_portal() as portal:
        # An answer has its own limit; this one is for a program that does not speak at all.
        client = Client(program, read_timeout_seconds=seconds + 5)
        try:
            opened = portal.wrap_async_context_manager(client)
            opened.__enter__()
        except Exception as error:
            cause: BaseException = error
            while isinstance(cause, BaseExceptionGroup):
                cause = cause.exceptions[0]
            raise PackError(
                f"the agent {command!r} does not start as a server of the Model Context Protocol "
                f"({type(cause).__name__}: {cause}); try it with the inspector of the protocol"
            ) from None
        try:
            yield Agent(command, seconds, game_seconds, portal, client)
        finally:
            opened.__exit__(None, None, None)


class AgentBot(Bot):
    """Answers as an agent does; where that is illegal or too late, at random."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self._left = agent.game_seconds

    def choose(self, match: Match[Any], decision: Decision) -> Answer:
        choices = Choices(decision)
        self.agent.asked += 1
        given = {
            "game": match.game.title,
            "seat": self.seat,
            "table": cut(
                "\n".join(draw(match.game.look.view(match.play, Viewer(self.seat)), BRIEF))
            ),
            "question": decision.prompt,
            "options": "\n".join([*option_lines(choices, BRIEF), f"Answer {choices.hint()}."]),
        }
        for _ in range(TRIES):
            began = monotonic()
            try:
                return choices.read(self.agent.ask(given, min(self.agent.seconds, self._left)))
            except IllegalAnswerError as error:
                self.agent.illegal += 1
                given["question"] = f"{decision.prompt} (Your answer was illegal: {error})"
            except TimeoutError:
                self.agent.late += 1
                break
            finally:
                self._left -= monotonic() - began
        return decision.at_random(self.random(match).random())


def seated(game: Game[Any], name: str, agent: Agent) -> Game[Any]:
    """Return a game that an agent can play, as a bot of this name."""
    return attrs.evolve(game, bots={**game.bots, name: lambda: AgentBot(agent)})
