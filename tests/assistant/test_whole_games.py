"""A scripted assistant plays every game to its end through the tools alone, in little text."""

import json

import pytest

from tabletop_core.assistant.tokens import tokens

from .conftest import size_of

MAX_LOOK = 1500
SHORT = ("bomber_boys", "b29_superfortress")
LONG = ("bomber_run", "squadron_303", "wing_and_prayer")

SEATS = {"squadron_303": ["me", "bot:random"], "bomber_run": ["me", "bot:random"]}


@pytest.mark.parametrize(
    "pack", [*SHORT, *(pytest.param(pack, marks=pytest.mark.gate) for pack in LONG)]
)
@pytest.mark.timeout(1200)
def test_a_pack_is_played_to_the_end(agent, pack):
    first, *_, last = agent.play(agent.table("start", pack=pack, seed=1, seats=SEATS.get(pack, [])))

    assert last["over"]
    assert "The game is over." in last["text"]
    assert size_of(first) <= MAX_LOOK


@pytest.mark.parametrize("pack", [*SHORT, *LONG])
def test_a_look_stays_small_as_the_game_goes_on(agent, pack):
    looks = [agent.table("start", pack=pack, seed=1, seats=SEATS.get(pack, []))]
    while not looks[-1]["over"] and len(looks) < 7:
        agent.play(looks[-1], most=4)
        looks.append(agent.table("look", game=looks[-1]["game"]))

    assert max(map(size_of, looks)) <= MAX_LOOK


def test_the_list_of_tools_is_short(agent):
    listed = agent.wait_for(agent.client.list_tools).tools

    tools = [one.model_dump(mode="json", by_alias=True, exclude_none=True) for one in listed]
    assert len(tools) <= 13
    assert tokens(json.dumps(tools)) <= 6000
