"""What the command line tells about packs; its JSON is part of the contract."""

import json
from pathlib import Path
from shutil import copytree

import pytest


def test_packs_lists_id_title_players_modes_version_and_origin(run):
    text = run("packs").output

    assert "harvest: Harvest, 2 players; two players\n" in text
    assert "    version 1.0, from folder " in text


def test_packs_as_json_is_a_list_of_objects_with_ids(run):
    packs = {pack["id"]: pack for pack in json.loads(run("packs --json").stdout)}

    assert packs["harvest"]["players"] == [2, 2]
    assert packs["harvest"]["title"] == "Harvest"
    assert "bomber_run" in packs


def test_packs_does_not_load_rules(run, monkeypatch):
    import sys

    for name in [name for name in sys.modules if name.startswith("harvest")]:
        monkeypatch.delitem(sys.modules, name)
    run("packs")

    assert "harvest" in sys.modules
    assert "harvest.game" not in sys.modules


def test_info_is_a_player_aid(run):
    text = run("info harvest").output

    assert "      Farmer, once for each\n        Sow the fields  [rule 2.1, Sowing]\n" in text
    assert "  years = 1  (one of: 1, 2, 30)\n      how many markets are held\n" in text
    assert "  chart weather: Weather of the year (1d6)\n" in text
    assert "Bots: random, greedy\n" in text
    assert "  Named pieces (3): Scarecrow, Almanac, New plough\n" in text


def test_info_tells_rulings_with_their_reasons(run):
    text = run("info harvest --rulings").output

    assert (
        "  2.1: one or two crops are sown\n"
        "      Rejected: one crop\n"
        "      Reason: the toy has room for two\n"
        "      Option: Years: 1 (usual); 2; 30\n"
    ) in text


def test_the_rulings_alone_come_as_json_too(run):
    info = json.loads(run("info harvest --json").stdout)

    assert json.loads(run("info harvest --rulings --json").stdout) == {"rulings": info["rulings"]}


def test_info_lists_an_option_that_a_ruling_names_as_a_house_rule(run):
    before, _, house_rules = run("info harvest").output.partition("House rules (see --rulings):")

    assert "years = 1" not in before
    assert house_rules.startswith("\n  years = 1  (one of: 1, 2, 30)\n")


def test_a_rule_that_several_procedures_carry_out_is_counted_once(run):
    rules = json.loads(run("info wing_and_prayer --json").stdout)["rules"]
    numbers = {rule["rule"] for rule in rules}

    assert len(numbers) < len(rules)
    assert f"Rules carried out: {len(numbers)}; " in run("info wing_and_prayer").output


def test_info_tells_one_rule(run):
    text = run("info harvest --rule 2.2").output

    assert text == "Rule 2.2, Weather\n  Chart weather: Weather of the year\n" + (
        "  In the sequence of play: Await the weather\n"
    )
    assert json.loads(run("info harvest --rule 2.2 --json").output)["charts"] == ["weather"]
    assert "there is no rule '7'" in run("info harvest --rule 7", exits=2).stderr


def test_info_tells_where_the_values_come_from(run):
    assert "  reconstructed: 4, " in run("info harvest --provenance").output


def test_info_as_json_has_the_keys_of_the_contract(run):
    info = json.loads(run("info harvest --json").stdout)

    assert set(info) == {
        *("id", "title", "players", "options", "sequence", "rules", "rulings", "provenance"),
        *("tables", "glossary", "bots", "setups", "difficulty", "minutes", "weight"),
    }
    assert info["options"][0] == {
        "name": "years",
        "values": [1, 2, 30],
        "default": 1,
        "help": "how many markets are held",
        "group": "",
        "when": {},
    }
    assert set(info["rules"][0]) == {"rule", "title", "where"}
    assert info["rulings"] == [
        {
            "rule": "2.1",
            "ruling": "one or two crops are sown",
            "rejected": "one crop",
            "why": "the toy has room for two",
            "option": {"name": "years", "values": [1, 2, 30], "default": 1},
        }
    ]
    assert (info["tables"], info["bots"]) == (["weather"], ["random", "greedy"])


def test_the_sequence_in_json_is_a_tree_of_name_rule_and_children(run):
    (game,) = json.loads(run("info harvest --json").stdout)["sequence"]

    assert set(game) == {"name", "rule", "children"}
    assert [node["name"] for node in game["children"]] == ["Deal the cards", "Year"]
    assert game["children"][0] == {"name": "Deal the cards", "rule": "1.1", "children": []}


@pytest.mark.parametrize("command", ["--help", "play --help", "info --help", "-h"])
def test_help_is_plain_and_names_the_options(run, command):
    text = run(command).output

    assert text.startswith("Usage: tabletop")
    assert "--packs" in text


def test_without_a_terminal_the_bare_command_shows_the_help(run):
    assert run("").output == run("--help").output


def test_the_version_is_told(run):
    assert run("--version").output.startswith("tabletop ")


def test_info_tells_one_word_and_what_it_means(run):
    text = run("info bomber_boys --word jet").output

    assert text.startswith("Experimental Jet: It rolls no die")


def test_info_tells_a_word_as_an_object(run):
    told = json.loads(run("info bomber_boys --word twins --json").stdout)

    assert told["word"] == "Twin Fighters"
    assert told["text"].endswith("No damage die is rolled.")


def test_info_lists_the_words_of_a_game(run):
    text = run("info bomber_boys").output

    assert "Words:\n" in text
    assert "  Bombs Away: One more re-roll" in text


OLD_QUAY = Path(__file__).parents[2] / "examples" / "old_quay"


def test_info_takes_a_folder_as_check_does(run):
    assert "The Old Quay" in run(f"info {OLD_QUAY}").output


def test_info_of_a_folder_with_several_packs_asks_for_one(run, tmp_path):
    for name in ("first_quay", "second_quay"):
        copytree(OLD_QUAY / "old_quay", tmp_path / name)
        declared = tmp_path / name / "__init__.py"
        declared.write_text(declared.read_text().replace("old_quay", name))

    result = run(f"info {tmp_path}", exits=2)

    assert "holds several packs: first_quay, second_quay; name the folder of one" in (result.output)
