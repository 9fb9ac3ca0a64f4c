"""A client of the assistant's server, in memory, with a folder of games of its own."""

import json
from contextlib import asynccontextmanager
from random import Random

import pytest
from anyio.from_thread import start_blocking_portal
from mcp import Client

from tabletop_core.assistant.local import local_desk
from tabletop_core.assistant.server import make_server
from tabletop_core.assistant.tokens import tokens
from tabletop_core.plugins.packs import find_packs
from tests.rooms.conftest import FOLDERS


class Agent:
    """A scripted assistant: it calls tools, and answers questions with options that it reads."""

    def __init__(self, client, portal):
        self.client = client
        self.wait_for = portal.call
        self.random = Random(7)

    def call(self, tool, **given):
        """Call a tool and return its text; errors of the tool are errors here."""
        result = self.wait_for(self.client.call_tool, tool, given)
        assert not result.is_error, result.content[0].text
        return result.content[0].text

    def table(self, tool, **given):
        """Call a tool that shows a table and return it as structured content."""
        result = self.wait_for(self.client.call_tool, tool, given)
        assert not result.is_error, result.content[0].text
        assert result.structured_content["text"] == result.content[0].text
        return result.structured_content

    def error(self, tool, **given):
        """Call a tool that refuses, and return the reason."""
        result = self.wait_for(self.client.call_tool, tool, given)
        assert result.is_error, result.content[0].text
        return result.content[0].text

    def answer(self, table):
        """Answer the first question of a table by chance, and return the table after it."""
        asked = table["asked"][0]
        given = {"question": asked["question"], "answer": self.choice(asked)}
        return self.table("answer", **given, game=table["game"])

    def choice(self, asked):
        """Return an answer to a question as it was shown."""
        options = asked["options"]
        if isinstance(options, int):
            options = list(map(str, range(1, options + 1)))
        if asked["most"] > 1:
            count = max(asked["least"], min(1, asked["most"]))
            return ", ".join(self.random.sample(options, count)) or "none"
        return self.random.choice(options)

    def play(self, table, most=2000):
        """Answer until the game is over, and return all that was read on the way."""
        seen = [table]
        while not seen[-1]["over"] and len(seen) <= most:
            assert seen[-1]["asked"], seen[-1]["text"]
            seen.append(self.answer(seen[-1]))
        return seen


@asynccontextmanager
async def client_in(folder, catalog):
    async with local_desk(folder, catalog) as desk:

        async def desk_of(_):
            return desk

        async with Client(make_server(desk_of)) as client:
            yield client


@pytest.fixture(scope="session")
def catalog():
    return find_packs(FOLDERS)


@pytest.fixture
def agent(tmp_path, monkeypatch, catalog):
    """An assistant whose client and server run in a thread beside the test."""
    monkeypatch.setenv("TABLETOP_SAVES", str(tmp_path / "saves"))
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(client_in(tmp_path / "rooms", catalog)) as client,
    ):
        yield Agent(client, portal)


def size_of(table):
    """Return the size of what a client gives its model: the text, and what else is structured."""
    rest = {name: value for name, value in table.items() if name != "text"}
    return tokens(table["text"]) + tokens(json.dumps(rest))
