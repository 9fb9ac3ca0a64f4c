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
def test_a_pack_is_played_to_the_end(with_agent, pack):
    async def do(agent):
        first = await agent.table("start", pack=pack, seed=1, seats=SEATS.get(pack, []))
        seen = await agent.play(first)
        return first, seen

    first, seen = with_agent(do)
    assert seen[-1]["over"]
    assert "The game is over." in seen[-1]["text"]
    assert size_of(first) <= MAX_LOOK


@pytest.mark.parametrize("pack", [*SHORT, *LONG])
def test_a_look_stays_small_as_the_game_goes_on(with_agent, pack):
    async def do(agent):
        table = await agent.table("start", pack=pack, seed=1, seats=SEATS.get(pack, []))
        looks = [table]
        for _ in range(6):
            await agent.play(table, most=4)
            table = await agent.table("look", game=table["game"])
            looks.append(table)
            if table["over"]:
                break
        return looks

    assert max(map(size_of, with_agent(do))) <= MAX_LOOK


def test_the_list_of_tools_is_short(with_agent):
    async def do(agent):
        return (await agent.client.list_tools()).tools

    tools = [
        one.model_dump(mode="json", by_alias=True, exclude_none=True) for one in with_agent(do)
    ]
    assert len(tools) <= 13
    assert tokens(json.dumps(tools)) <= 6000
