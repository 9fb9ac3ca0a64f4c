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


def test_a_game_is_found_started_and_played_to_the_end(agent):
    assert "night_crossing: Night Crossing" in agent.call("games")
    table = agent.table("start", pack="night_crossing", seed=3)
    *_, last = agent.play(table)

    assert f"  {table['game']}: Night Crossing" in agent.call("games")
    assert last["asked"] == []
    assert last["text"].count("The game is over.") == 1
    log = agent.call("log", line=1)
    assert log.startswith("Lines 1 to ")
    assert "The game is over." in log


def test_a_doubled_stale_or_illegal_answer_changes_nothing(agent):
    table = agent.table("start", pack="ice_fishers", seed=2)
    question = table["asked"][0]["question"]

    illegal = agent.error("answer", question=question, answer="zzz")
    assert "'zzz' is not an option here; type 1 to" in illegal
    assert agent.table("look")["asked"] == table["asked"]
    agent.answer(table)
    before = agent.table("look")
    assert "the answer was ignored" in agent.error("answer", question=question, answer="1")
    assert agent.table("look") == before


def test_malformed_calls_are_refused_with_the_reason(agent):
    assert "Field required" in agent.error("answer", question=1)
    assert "valid integer" in agent.error("answer", question="one", answer="1")
    assert "Unknown tool" in agent.error("roll_dice")
    assert "no game 'chess' here" in agent.error("start", pack="chess")
    assert "not one of your games" in agent.error("look", game="xyz")
    agent.table("start", pack="ice_fishers", seed=2)
    assert "has no setup 'x'" in agent.error("start", pack="ice_fishers", setup="x")
    assert "no part 'Moon'" in agent.error("look", part="Moon")
    assert "'moon' is not one of your seats: north" in agent.error("look", seat="moon")
    assert "so there is no line 99" in agent.error("log", line=99)
    assert "at most 2000 letters" in agent.error("answer", question=0, answer="1" * 5000)


def test_an_answer_is_undone_and_the_same_question_asked_again(agent):
    table = agent.table("start", pack="bomber_boys", seed=1)
    agent.answer(table)

    assert agent.table("undo")["asked"][0]["options"] == table["asked"][0]["options"]
    assert "nothing to undo" in agent.error("undo")


@pytest.mark.parametrize(
    ("about", "told"),
    [
        ("", "Sequence of play:"),
        ("5.1", "Rule 5.1, Move the formation"),
        ("Combat", "10."),
        ("flak site", "rule"),
    ],
)
def test_rules_are_read_by_number_title_or_words(agent, about, told):
    assert told.casefold() in agent.call("rules", pack="wing_and_prayer", about=about).casefold()


def test_what_the_rules_do_not_have_is_refused(agent):
    refused = agent.error("rules", pack="wing_and_prayer", about="qwertz")

    assert "no rule, chart, word or component is called 'qwertz'" in refused


@pytest.mark.parametrize(("kind", "text"), [("csv", CSV), ("markdown", MARKDOWN), ("toml", TOML)])
def test_a_table_that_somebody_brings_is_rolled_on(agent, kind, text):
    rolled = agent.call("table", do="roll", text=text, kind=kind)

    assert "goblins" in rolled or "a merchant" in rolled
    assert "goblins" in agent.call("table", do="look_up", on="2", text=text, kind=kind)
    assert "50.00%" in agent.call("table", do="odds", text=text, kind=kind)


def test_a_table_that_is_faulty_or_too_long_is_refused_without_paths(agent):
    wrong = agent.error("table", do="show", text="1d6,what\n1-3,x\n3-6,y\n", kind="csv")

    assert "/tmp" not in wrong
    assert "table.csv" in wrong
    assert "at most" in agent.error("table", do="show", text="x" * 70_000)
    assert "either a pack or" in agent.error("table", do="show")


def test_charts_of_a_game_and_dice_have_exact_odds(agent):
    assert "16.67%" in agent.call("dice", expression="2d6", do="odds")
    assert "2d6" in agent.call("dice", expression="2d6")
    assert agent.call("table", do="show", pack="wing_and_prayer").startswith("Tables:")


def test_a_game_is_saved_by_a_plain_name_and_resumed(agent, tmp_path):
    table = agent.table("start", pack="bomber_boys", seed=1)
    agent.answer(table)

    for name in ("../away", "/etc/passwd", "a/b", ".."):
        assert "is not a valid name" in agent.error("save", name=name)
    assert "Saved as run" in agent.call("save", name="run")
    assert "is taken" in agent.error("save", name="run")
    assert "  run: " in agent.call("games")
    assert "there is no saved game" in agent.error("resume", name="../rooms/rooms")
    again = agent.table("resume", name="run")
    assert again["game"] != table["game"]
    assert again["asked"]
    assert [one.name for one in (tmp_path / "saves").glob("*.toml")] == ["run.toml"]
    assert {one.name for one in tmp_path.iterdir()} == {"saves", "rooms"}


def test_a_referee_asks_for_the_dice_that_people_roll(agent):
    table = agent.table("start", pack="bomber_boys", real_dice=True)
    for _ in range(30):
        if "Roll " in table["text"] and not table["asked"][0]["options"]:
            break
        table = agent.answer(table)

    question = table["asked"][0]["question"]
    assert "no d6 shows 9" in agent.error("answer", question=question, answer="9")
    assert "answer what they show" in table["text"]


def test_hints_and_odds_are_of_the_open_question(agent):
    asked = agent.table("start", pack="bomber_boys", seed=1)["asked"][0]

    level = agent.call("hint", level="easy")
    assert "would answer" in level
    assert "valid" in agent.error("hint", level="god")
    assert asked["least"] == 2
    # What a hint names can be given as it stands, several options, too.
    given = level.partition("So answer ")[2].removesuffix(".")
    agent.table("answer", question=asked["question"], answer=given)


def test_the_lesson_of_a_game_is_started(agent):
    assert agent.table("start", pack="bomber_boys", lesson=True)["asked"]


def test_chapters_boards_and_log_sheets_are_resources(agent):
    game = agent.table("start", pack="bomber_run", seed=1)["game"]

    def read(resource):
        return agent.wait_for(agent.client.read_resource, resource).contents[0]

    assert read(f"board://{game}").text.startswith("<svg")
    assert size_of_picture(b64decode(read(f"board://{game}/png").blob)) == (1600, 1600)
    assert "Sequence of play:" in read("rules://wing_and_prayer/contents").text


def test_prompts_name_the_game_and_only_tools_that_there_are(agent):
    client, wait_for = agent.client, agent.wait_for

    prompts = {one.name for one in wait_for(client.list_prompts).prompts}
    tools = {one.name for one in wait_for(client.list_tools).tools}
    told = wait_for(client.get_prompt, "teach", {"pack": "bomber_boys"}).messages[0].content.text

    assert prompts == {"teach", "referee", "play", "tell"}
    assert "bomber_boys" in told
    assert {"rules", "start"} <= tools
