"""What an assistant does through its tools."""

from base64 import b64decode

import pytest

from tabletop_core.pictures.picture_size import size_of as size_of_picture

CSV = "1d6,what\n1-3,goblins\n4-6,a merchant\n"
MARKDOWN = "| 1d6 | what |\n|---|---|\n| 1-3 | goblins |\n| 4-6 | a merchant |\n"
TOML = """
schema = 1
id = "encounters"
title = "Encounters"
dice = "1d6"
row = [{ on = "1-3", result = "goblins" }, { on = "4-6", result = "a merchant" }]
"""


def test_a_game_is_found_started_and_played_to_the_end(with_agent):
    async def do(agent):
        games = await agent.call("games")
        assert "night_crossing: Night Crossing" in games
        table = await agent.table("start", pack="night_crossing", seed=3)
        *_, last = await agent.play(table)
        listed = await agent.call("games")
        assert f"  {table['game']}: Night Crossing" in listed
        return last, await agent.call("log", line=1)

    last, log = with_agent(do)
    assert last["asked"] == []
    assert last["text"].count("The game is over.") == 1
    assert log.startswith("Lines 1 to ")
    assert "The game is over." in log


def test_a_doubled_stale_or_illegal_answer_changes_nothing(with_agent):
    async def do(agent):
        table = await agent.table("start", pack="ice_fishers", seed=2)
        asked = table["asked"][0]
        illegal = await agent.error("answer", question=asked["question"], answer="zzz")
        assert "'zzz' is not an option here; type 1 to" in illegal
        after = await agent.table("look")
        assert after["asked"] == table["asked"]
        await agent.table("answer", question=asked["question"], answer=agent.choice(asked))
        before = await agent.table("look")
        stale = await agent.error("answer", question=asked["question"], answer="1")
        assert "nothing has happened" in stale
        assert await agent.table("look") == before

    with_agent(do)


def test_malformed_calls_are_refused_with_the_reason(with_agent):
    async def do(agent):
        assert "Field required" in await agent.error("answer", question=1)
        assert "valid integer" in await agent.error("answer", question="one", answer="1")
        assert "Unknown tool" in await agent.error("roll_dice")
        assert "no game 'chess' here" in await agent.error("start", pack="chess")
        assert "not one of your games" in await agent.error("look", game="xyz")
        await agent.table("start", pack="ice_fishers", seed=2)
        assert "has no setup 'x'" in await agent.error("start", pack="ice_fishers", setup="x")
        assert "no part 'Moon'" in await agent.error("look", part="Moon")
        assert "'moon' is not one of your seats: north" in await agent.error("look", seat="moon")
        assert "so none is number 99" in await agent.error("log", line=99)
        assert "at most 2000 letters" in await agent.error("answer", question=0, answer="1" * 5000)

    with_agent(do)


def test_an_answer_is_undone_and_the_same_question_asked_again(with_agent):
    async def do(agent):
        table = await agent.table("start", pack="bomber_boys", seed=1)
        asked = table["asked"][0]
        await agent.table("answer", question=asked["question"], answer=agent.choice(asked))
        undone = await agent.table("undo")
        assert undone["asked"][0]["options"] == asked["options"]
        assert "nothing to undo" in await agent.error("undo")

    with_agent(do)


@pytest.mark.parametrize(
    ("about", "told"),
    [
        ("", "Sequence of play:"),
        ("5.1", "Rule 5.1, Move the formation"),
        ("Combat", "10."),
        ("flak site", "rule"),
    ],
)
def test_rules_are_read_by_number_title_or_words(with_agent, about, told):
    async def do(agent):
        return await agent.call("rules", pack="wing_and_prayer", about=about)

    assert told.casefold() in with_agent(do).casefold()


def test_what_the_rules_do_not_have_is_refused(with_agent):
    async def do(agent):
        return await agent.error("rules", pack="wing_and_prayer", about="qwertz")

    assert "no rule, chart, word or component is called 'qwertz'" in with_agent(do)


@pytest.mark.parametrize(("kind", "text"), [("csv", CSV), ("markdown", MARKDOWN), ("toml", TOML)])
def test_a_table_that_somebody_brings_is_rolled_on(with_agent, kind, text):
    async def do(agent):
        rolled = await agent.call("table", do="roll", text=text, kind=kind)
        assert "goblins" in rolled or "a merchant" in rolled
        assert "goblins" in await agent.call("table", do="look_up", on="2", text=text, kind=kind)
        assert "50.00%" in await agent.call("table", do="odds", text=text, kind=kind)

    with_agent(do)


def test_a_table_that_is_faulty_or_too_long_is_refused_without_paths(with_agent):
    async def do(agent):
        wrong = await agent.error("table", do="show", text="1d6,what\n1-3,x\n3-6,y\n", kind="csv")
        assert "/tmp" not in wrong
        assert "table.csv" in wrong
        assert "at most" in await agent.error("table", do="show", text="x" * 70_000)
        assert "either a pack or" in await agent.error("table", do="show")

    with_agent(do)


def test_charts_of_a_game_and_dice_have_exact_odds(with_agent):
    async def do(agent):
        assert "16.67%" in await agent.call("dice", expression="2d6", do="odds")
        assert "2d6" in await agent.call("dice", expression="2d6")
        return await agent.call("table", do="show", pack="wing_and_prayer")

    assert with_agent(do).startswith("Tables:")


def test_a_game_is_saved_by_a_plain_name_and_resumed(with_agent, tmp_path):
    async def do(agent):
        table = await agent.table("start", pack="bomber_boys", seed=1)
        asked = table["asked"][0]
        await agent.table("answer", question=asked["question"], answer=agent.choice(asked))
        for name in ("../away", "/etc/passwd", "a/b", ".."):
            assert "cannot be the name" in await agent.error("save", name=name)
        assert "Saved as run" in await agent.call("save", name="run")
        assert "is taken" in await agent.error("save", name="run")
        assert "  run: " in await agent.call("games")
        assert "there is no saved game" in await agent.error("resume", name="../rooms/rooms")
        again = await agent.table("resume", name="run")
        assert again["game"] != table["game"]
        assert again["asked"]

    with_agent(do)
    assert [one.name for one in (tmp_path / "saves").glob("*.toml")] == ["run.toml"]
    assert {one.name for one in tmp_path.iterdir()} == {"saves", "rooms"}


def test_a_referee_asks_for_the_dice_that_people_roll(with_agent):
    async def do(agent):
        table = await agent.table("start", pack="bomber_boys", real_dice=True)
        for _ in range(30):
            if "Roll " in table["text"] and not table["asked"][0]["options"]:
                break
            asked = table["asked"][0]
            given = agent.choice(asked)
            table = await agent.table("answer", question=asked["question"], answer=given)
        question = table["asked"][0]["question"]
        assert "no d6 shows 9" in await agent.error("answer", question=question, answer="9" * 1)
        return table["text"]

    assert "answer what they show" in with_agent(do)


def test_hints_and_odds_are_of_the_open_question(with_agent):
    async def do(agent):
        table = await agent.table("start", pack="bomber_boys", seed=1)
        asked = table["asked"][0]
        level = await agent.call("hint", level="easy")
        assert "would answer" in level
        assert "valid" in await agent.error("hint", level="god")
        # What a hint names can be given as it stands, several options, too.
        given = level.partition("So answer ")[2].removesuffix(".")
        await agent.table("answer", question=asked["question"], answer=given)
        return asked

    assert with_agent(do)["least"] == 2


def test_the_lesson_of_a_game_is_started(with_agent):
    async def do(agent):
        return await agent.table("start", pack="bomber_boys", lesson=True)

    assert with_agent(do)["asked"]


def test_chapters_boards_and_log_sheets_are_resources(with_agent):
    async def do(agent):
        table = await agent.table("start", pack="bomber_run", seed=1)
        read = agent.client.read_resource
        board = await read(f"board://{table['game']}")
        picture = await read(f"board://{table['game']}/png")
        contents = await read("rules://wing_and_prayer/contents")
        return board.contents[0].text, picture.contents[0].blob, contents.contents[0].text

    board, picture, contents = with_agent(do)
    assert board.startswith("<svg")
    assert size_of_picture(b64decode(picture)) == (1600, 1600)
    assert "Sequence of play:" in contents


def test_prompts_name_the_game_and_only_tools_that_there_are(with_agent):
    async def do(agent):
        listed = await agent.client.list_prompts()
        tools = {one.name for one in (await agent.client.list_tools()).tools}
        told = await agent.client.get_prompt("teach", {"pack": "bomber_boys"})
        return {one.name for one in listed.prompts}, tools, told.messages[0].content.text

    names, tools, told = with_agent(do)
    assert names == {"teach", "referee", "play", "tell"}
    assert "bomber_boys" in told
    assert {"rules", "start"} <= tools
