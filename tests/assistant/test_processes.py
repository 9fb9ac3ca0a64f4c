"""The command as clients start it: on standard input and output, and over HTTP."""

import asyncio
import os
import socket
import subprocess
import sys

import anyio
import httpx
import pytest
from mcp import Client, StdioServerParameters

from tabletop_core.assistant import local
from tests.waiting import PATIENCE_S, until

COMMAND = [sys.executable, "-m", "tabletop_core", "mcp", "--data"]


@pytest.fixture
def environment(tmp_path):
    return {**os.environ, "TABLETOP_SAVES": str(tmp_path / "saves")}


def test_a_client_starts_the_command_plays_cancels_a_call_and_goes_on(tmp_path, environment):
    command, *words = COMMAND
    server = StdioServerParameters(
        command=command, args=[*words, str(tmp_path / "rooms")], env=environment
    )

    async def do():
        async with Client(server) as client:
            begun = await client.call_tool("start", {"pack": "bomber_boys", "seed": 1})
            asked = begun.structured_content["asked"][0]
            with anyio.move_on_after(0.01) as scope:
                await client.call_tool("hint", {})
            given = {"question": asked["question"], "answer": "1, 2"}
            answered = await client.call_tool("answer", given)
            return scope.cancelled_caught, answered

    is_cancelled, answered = asyncio.run(do())
    assert is_cancelled
    assert not answered.is_error


def test_the_command_ends_with_its_client_and_the_game_is_kept(tmp_path, environment):
    command = [*COMMAND, str(tmp_path / "rooms")]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True
    )
    try:
        told, _ = process.communicate("this is not a message\n", timeout=PATIENCE_S)
    finally:
        process.kill()
    assert process.returncode == 0
    assert all(line.startswith("{") for line in told.splitlines())
    assert (tmp_path / "rooms" / "rooms.db").exists()


def test_a_client_that_vanishes_while_it_is_answered_is_no_fault(tmp_path, monkeypatch, catalog):
    class Vanished:
        async def run_stdio_async(self):
            raise ExceptionGroup("tasks", [ExceptionGroup("more", [BrokenPipeError()])])

    monkeypatch.setattr(local, "make_server", lambda desk_of: Vanished())

    local.serve_stdio(tmp_path, catalog)


def test_over_http_only_clients_of_this_machine_are_answered(tmp_path, environment):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [*COMMAND, str(tmp_path / "rooms"), "--http", "--port", str(port)]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}/mcp"

    def answers(**headers):
        accepted = {"accept": "application/json, text/event-stream", **headers}
        try:
            return httpx.post(address, json={}, headers=accepted).status_code
        except httpx.TransportError:
            return None

    async def do():
        async with Client(address) as client:
            return await client.call_tool("start", {"pack": "bomber_boys", "seed": 1})

    try:
        until(answers, "the server listens")
        assert not asyncio.run(do()).is_error
        assert answers(origin="https://elsewhere.example") == 403
        assert answers(host="elsewhere.example") == 421
    finally:
        process.kill()
        process.wait()
