"""Agents play matches: what they answer, what is counted, and that they end with us."""

import json
import sys
from pathlib import Path

import pytest

from tabletop_core.assistant.agents import agent_of
from tabletop_core.errors import PackError
from tests.cli.conftest import run, saves  # noqa: F401 - fixtures

AGENT = f"mcp:{sys.executable} {Path(__file__).with_name('agent.py')}"


def test_an_agent_plays_a_match_and_its_faults_are_counted(run, monkeypatch):  # noqa: F811
    monkeypatch.setenv("TABLETOP_PACKS", "examples/ice_fishers")
    how = f"match ice_fishers '{AGENT}' random --games 2 --seed 1"
    told = json.loads(run(f"{how} --json").output)

    assert told["bots"] == ["agent 1", "random"]
    assert told["results"] == 2
    assert told["agents"][0]["asked"] > 10
    assert told["agents"][0]["illegal"] == 1
    assert told["agents"][0]["late"] == 0
    assert "one game after the other" in run(f"{how} --jobs 2", exits=2).stderr


@pytest.mark.gate
def test_what_takes_too_long_is_late_and_what_does_not_speak_is_refused():
    with agent_of(f"{AGENT.removeprefix('mcp:')} slow", 0.3) as agent, pytest.raises(TimeoutError):
        agent.ask(dict.fromkeys(("game", "seat", "table", "question", "options"), ""))
    with pytest.raises(PackError, match="does not start as a server"), agent_of("true", 5):
        pass


def test_a_program_that_is_not_there_is_named():
    with pytest.raises(PackError, match="there is no program 'no_such_agent'"):
        agent_of("no_such_agent --fast", 5).__enter__()
