"""Agents play matches: what they answer, what is counted, and that they end with us."""

import itertools
import json
import sys
from pathlib import Path

import pytest

from tabletop_core.assistant import agents
from tabletop_core.assistant.agents import Agent, agent_of, seated
from tabletop_core.errors import PackError
from tabletop_core.plugins.packs import find_packs
from tabletop_core.simulation.matches import run_match
from tests.cli.conftest import run, saves  # noqa: F401 - fixtures

AGENT = f'mcp:"{sys.executable}" "{Path(__file__).with_name("agent.py")}"'


def test_an_agent_plays_a_match_and_its_faults_are_counted(run, monkeypatch):  # noqa: F811
    monkeypatch.setenv("TABLETOP_PACKS", "examples/ice_fishers")
    how = f"match ice_fishers '{AGENT}' random --games 2 --seed 1"
    told = json.loads(run(f"{how} --json").output)

    assert told["bots"] == ["agent 1", "random"]
    assert told["results"] == 2
    assert told["agents"][0]["asked"] > 10
    assert told["agents"][0]["illegal"] == 1
    assert told["agents"][0]["late"] == 0
    assert "one game at a time" in run(f"{how} --jobs 2", exits=2).stderr


@pytest.mark.gate
def test_what_takes_too_long_is_late_and_what_does_not_speak_is_refused():
    with agent_of(f"{AGENT.removeprefix('mcp:')} slow", 5) as agent, pytest.raises(TimeoutError):
        agent.ask(dict.fromkeys(("game", "seat", "table", "question", "options"), ""), 0.3)
    with pytest.raises(PackError, match="does not start as a server"), agent_of("true", 5):
        pass


def test_a_program_that_is_not_there_is_named():
    with pytest.raises(PackError, match="there is no program 'no_such_agent'"):
        agent_of("no_such_agent --fast", 5).__enter__()


def test_each_game_gives_an_agent_its_time_and_what_comes_later_is_answered_for_it(monkeypatch):
    class Slow(Agent):
        def ask(self, given, seconds):
            waited.append(seconds)
            if seconds <= 0:
                raise TimeoutError
            return "1"

    waited, agent = [], Slow("slow", 2.5, 3.0, None, None)
    # Each answer takes a second.
    monkeypatch.setattr(agents, "monotonic", itertools.count().__next__)
    game = seated(find_packs(["examples/ice_fishers"])["ice_fishers"].load(), "slow", agent)
    run_match(game, "slow", "random", 2, 1, game.read_options({}), 1)

    assert waited[:4] == [2.5, 2.0, 1.0, 0.0]
    assert waited.count(2.5) == 2
    assert agent.asked == len(waited)
    assert agent.late == sum(seconds <= 0 for seconds in waited)
