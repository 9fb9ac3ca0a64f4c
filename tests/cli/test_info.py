"""The JSON about packs, a part of the contract; what is told in words: `scripts/packs.txt`."""

import json
import sys
from shutil import copytree

from .conftest import EXAMPLES


def test_packs_as_json_is_a_list_of_objects_with_ids(run):
    packs = {pack["id"]: pack for pack in json.loads(run("packs --json").stdout)}

    assert packs["harvest"]["players"] == [2, 2]
    assert packs["harvest"]["title"] == "Harvest"
    assert "bomber_run" in packs


def test_packs_does_not_load_rules(run, monkeypatch):
    for name in [name for name in sys.modules if name.startswith("harvest")]:
        monkeypatch.delitem(sys.modules, name)
    run("packs")

    assert "harvest" in sys.modules
    assert "harvest.game" not in sys.modules


def test_a_rule_that_several_procedures_carry_out_is_counted_once(run):
    rules = json.loads(run("info wing_and_prayer --json").stdout)["rules"]
    numbers = {rule["rule"] for rule in rules}

    assert len(numbers) < len(rules)
    assert f"Rules carried out: {len(numbers)}; " in run("info wing_and_prayer").output


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
    rulings = run("info harvest --rulings --json").stdout
    assert json.loads(rulings) == {"rulings": info["rulings"]}
    assert json.loads(run("info harvest --rule 2.2 --json").stdout)["charts"] == ["weather"]


def test_info_tells_a_word_as_an_object(run):
    told = json.loads(run("info bomber_boys --word twins --json").stdout)

    assert told["word"] == "Twin Fighters"
    assert told["text"].endswith("No damage die is rolled.")


def test_the_sequence_in_json_is_a_tree_of_name_rule_and_children(run):
    (game,) = json.loads(run("info harvest --json").stdout)["sequence"]

    assert set(game) == {"name", "rule", "children"}
    assert [node["name"] for node in game["children"]] == ["Deal the cards", "Year"]
    assert game["children"][0] == {"name": "Deal the cards", "rule": "1.1", "children": []}


def test_without_a_terminal_the_bare_command_shows_the_help(run):
    assert run("").output == run("--help").output


def test_info_of_a_folder_with_several_packs_asks_for_one(run, tmp_path):
    for name in ("first_quay", "second_quay"):
        copytree(EXAMPLES / "old_quay" / "old_quay", tmp_path / name)
        declared = tmp_path / name / "__init__.py"
        declared.write_text(declared.read_text().replace("old_quay", name))

    result = run(f"info {tmp_path}", exits=2)

    assert "holds several packs: first_quay, second_quay; name the folder of one" in (result.output)
