"""A client of the assistant's server, in memory, with a folder of games of its own."""

import asyncio
import json
from contextlib import asynccontextmanager
from random import Random

import pytest
from mcp import Client

from tabletop_core.assistant.local import local_desk
from tabletop_core.assistant.server import make_server
from tabletop_core.assistant.tokens import tokens
from tabletop_core.plugins.packs import find_packs
from tests.rooms.conftest import FOLDERS


class Agent:
    """A scripted assistant: it calls tools, and answers questions with options that it reads."""

    def __init__(self, client):
        self.client = client
        self.random = Random(7)
        self.refused = 0

    async def call(self, tool, **given):
        """Call a tool and return its text; errors of the tool are errors here."""
        result = await self.client.call_tool(tool, given)
        assert not result.is_error, result.content[0].text
        return result.content[0].text

    async def table(self, tool, **given):
        """Call a tool that shows a table and return it as structured content."""
        result = await self.client.call_tool(tool, given)
        assert not result.is_error, result.content[0].text
        assert result.structured_content["text"] == result.content[0].text
        return result.structured_content

    async def error(self, tool, **given):
        """Call a tool that refuses, and return the reason."""
        result = await self.client.call_tool(tool, given)
        assert result.is_error, result.content[0].text
        return result.content[0].text

    def choice(self, asked):
        """Return an answer to a question as it was shown."""
        options = asked["options"]
        if isinstance(options, int):
            options = list(map(str, range(1, options + 1)))
        if asked["most"] > 1:
            count = max(asked["least"], min(1, asked["most"]))
            return ", ".join(self.random.sample(options, count)) or "none"
        return self.random.choice(options)

    async def play(self, table, most=2000):
        """Answer until the game is over, and return all that was read on the way."""
        seen = [table]
        while not table["over"] and len(seen) <= most:
            assert table["asked"], table["text"]
            asked = table["asked"][0]
            table = await self.table(
                "answer", question=asked["question"], answer=self.choice(asked), game=table["game"]
            )
            seen.append(table)
        return seen


@asynccontextmanager
async def agent_in(folder, catalog):
    async with local_desk(folder, catalog) as desk:

        async def desk_of(_):
            return desk

        async with Client(make_server(desk_of)) as client:
            yield Agent(client)


@pytest.fixture(scope="session")
def catalog():
    return find_packs(FOLDERS)


@pytest.fixture
def with_agent(tmp_path, monkeypatch, catalog):
    """Return a function that runs `do(agent)` to its end and returns what it returns."""
    monkeypatch.setenv("TABLETOP_SAVES", str(tmp_path / "saves"))

    def run(do):
        async def running():
            async with agent_in(tmp_path / "rooms", catalog) as agent:
                try:
                    return await do(agent), None
                except BaseException as error:
                    # Raised in here it would come wrapped in groups of the client's tasks.
                    return None, error

        found, error = asyncio.run(running())
        if error is not None:
            raise error
        return found

    return run


def size_of(table):
    """Return the size of what a client gives its model: the text, and what else is structured."""
    rest = {name: value for name, value in table.items() if name != "text"}
    return tokens(table["text"]) + tokens(json.dumps(rest))
