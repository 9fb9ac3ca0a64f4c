"""`tabletop roll`, `odds` and `table`: JSON and files. What they print: `scripts/tables.txt`."""

import json
import os
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from tabletop_core.cli import app

from .conftest import HERE

CHART = HERE / "charts" / "flak.toml"


@pytest.fixture
def chart():
    return str(CHART)


@pytest.fixture
def run():
    def call(*args, status=0):
        outcome = CliRunner().invoke(app, list(args))
        assert outcome.exit_code == status, outcome.output
        return outcome.output

    return call


def test_roll_shows_each_die(run):
    line = run("roll", "4d6kh3", "--seed", "3").strip()
    rolled = json.loads(run("roll", "2d6+1", "--seed", "1", "--json"))

    assert line.startswith("4d6kh3 (")
    assert line == run("roll", "4d6kh3", "--seed", "3").strip()
    assert rolled["dice"] == "2d6+1"
    assert rolled["total"] == sum(rolled["faces"]) + 1


def test_odds_as_json_are_exact(run):
    odds = json.loads(run("odds", "2d6", "--json"))

    assert odds["mean"] == "7/1"
    assert odds["odds"][5] == {"result": 7, "p": "1/6", "percent": 16.666667}
    assert sum(Fraction(one["p"]) for one in odds["odds"]) == 1


@pytest.mark.parametrize(
    ("given", "dice"),
    [
        ("-1d6", "-1d6"), ("2d6 – 2", "2d6-2"), ("4d6 drop lowest", "4d6dl1"), ("1W6", "1d6"),
        ("Roll (d20)", "d20"), ("1d20 (advantage)", "1d20adv"),
    ],
)  # fmt: skip
def test_dice_are_read_as_they_stand_at_the_head_of_a_table(run, given, dice):
    assert json.loads(run("odds", given, "--json"))["dice"] == dice
    assert json.loads(run("roll", given, "--json"))["dice"] == dice


def test_odds_of_a_csv_are_those_of_its_whole_heading(run, tmp_path):
    file = tmp_path / "sky.csv"
    file.write_text("2d6 – 2,Sky\n4 or less,grey\n5+,blue\n")

    odds = json.loads(run("table", "odds", str(file), "--json"))["odds"]

    assert [(one["result"], one["p"]) for one in odds] == [("grey", "5/12"), ("blue", "7/12")]


def test_a_heat_map_shows_each_result_in_each_column_with_its_modifiers(run, tmp_path):
    file, picture = tmp_path / "crt.csv", tmp_path / "crt.svg"
    file.write_text("d6,1:1,2:1\n1-4,hold,hold\n5-6,hold,retreat\n")
    assert run("table", "odds", str(file), "--heatmap", str(picture)) == ""

    text = picture.read_text()
    for said in ("hold, 1:1: 100.00%", "hold, 2:1: 66.67%", "retreat, 2:1: 33.33%"):
        assert f"<title>{said}</title>" in text


def test_a_heat_map_follows_further_rolls_where_it_shall(run, tmp_path):
    file, picture = tmp_path / "loot.md", tmp_path / "loot.svg"
    file.write_text('| d2 | loot |\n|---|---|\n| 1 | gem |\n| 2 | {roll = "1d2"} |\n')
    run("table", "odds", str(file), "--deep", "--heatmap", str(picture))

    assert "<title>gem: 50.00%</title>" in picture.read_text()
    assert "<title>1: 25.00%</title>" in picture.read_text()


@pytest.mark.parametrize("more", [["--column", "2:1"], ["--json"], ["--svg", "odds.svg"]])
def test_what_a_heat_map_does_not_heed_is_refused(tmp_path, more):
    file = tmp_path / "crt.csv"
    file.write_text("d6,1:1,2:1\n1-4,hold,hold\n5-6,hold,retreat\n")
    words = ["table", "odds", str(file), "--heatmap", str(tmp_path / "crt.svg"), *more]

    result = CliRunner().invoke(app, words)

    assert result.exit_code == 2
    assert "leave --column, --json and --svg out" in result.stderr
    assert not (tmp_path / "crt.svg").exists()


def test_import_lists_what_it_leaves_out(tmp_path):
    (tmp_path / "README.md").write_text("# Nothing\n")
    rows = [{"range": [1, 1], "text": "@Actor[x]{grey}"}, {"range": [2, 2], "text": "blue"}]
    sky = {"name": "Sky", "formula": "1d2", "results": rows}
    (tmp_path / "sky.json").write_text(json.dumps(sky))

    result = CliRunner().invoke(app, ["table", "import", str(tmp_path)])

    assert result.exit_code == 0
    assert f"Left out: {tmp_path}/sky.json:1: a link: '@Actor[x]{{grey}}'" in result.stderr
    assert f"Note: {tmp_path}/README.md holds no table" in result.stderr


def test_show_as_json_has_the_stated_shape(run, chart):
    shown = json.loads(run("table", "show", chart, "5-1", "--json"))
    listed = json.loads(run("table", "list", chart, "--json"))

    assert listed[3] == {"id": "weather", "title": "", "dice": None}

    assert shown["rows"] == [
        {"on": [2, 6], "result": {"light": "none", "heavy": 1}, "note": "a"},
        {
            "on": [7, 12],
            "result": {"light": {"roll": "1d6"}, "heavy": {"table": "5-1.a", "times": 2}},
            "note": None,
            "provenance": "reconstructed",
        },
    ]
    assert shown["modifiers"][0] == {"id": "low", "dm": 2, "why": "flying low"}
    assert {key: shown[key] for key in ("id", "title", "dice", "columns", "beyond")} == {
        "id": "5-1",
        "title": "Flak",
        "dice": "2d6",
        "columns": ["light", "heavy"],
        "beyond": "clamp",
    }
    assert (shown["source"], shown["provenance"]) == ("chart 5-1", "rulebook")


def test_rolling_deep_goes_on_to_the_end(run, chart):
    args = ("table", "roll", chart, "both", "--seed", "5")
    told = json.loads(run(*args, "--deep", "--json"))

    assert [one["table"] for one in told["then"]] == ["5-1.a", "5-1.a"]
    assert all(one["result"] in ("leak", "fire") for one in told["then"])
    assert run(*args, "--deep").count("  result    ") == 3
    assert "then" not in json.loads(run(*args, "--json"))


def test_table_odds_as_json_have_the_stated_shape(run, chart):
    odds = json.loads(
        run("table", "odds", chart, "5-1", "--column", "heavy", "--with", "low", "--json")
    )

    assert (odds["table"], odds["with"], odds["column"]) == ("5-1", ["low"], "heavy")
    assert odds["odds"] == [
        {"result": "miracle", "p": "1/36", "percent": 2.777778},
        {"result": 1, "p": "5/36", "percent": 13.888889},
        {"result": {"table": "5-1.a", "times": 2}, "p": "5/6", "percent": 83.333333},
    ]


def test_deep_table_odds_follow_references(run, chart):
    odds = json.loads(run("table", "odds", chart, "5-1", "--column", "heavy", "--deep", "--json"))
    chances = {str(one["result"]): Fraction(one["p"]) for one in odds["odds"]}

    assert chances["['leak', 'leak']"] == Fraction(21, 36) * Fraction(4, 9)
    assert sum(chances.values()) == 1


def test_the_picture_is_sound_and_names_every_bar(run, chart, tmp_path):
    file = tmp_path / "bars.svg"

    run("table", "odds", chart, "5-1", "--column", "light", "--svg", str(file))

    titles = [e.text for e in ElementTree.parse(file).iter("{http://www.w3.org/2000/svg}title")]
    assert titles == ["5-1 Flak [light]", "miracle: 2.78%", "none: 38.89%", "roll 1d6: 58.33%"]


def test_an_overlay_is_laid_over(run, chart, tmp_path):
    overlay = tmp_path / "mine.toml"
    overlay.write_text(
        'schema = 1\n[[table]]\nid = "5-1.a"\n[[table.cell]]\non = "1-4"\nresult = "ruin"\n'
    )

    text = run("table", "odds", chart, "5-1.a", "--overlay", str(overlay))

    assert "ruin" in text


def test_bad_data_end_with_file_and_line_and_status_2(run, tmp_path):
    (tmp_path / "bad.toml").write_text(CHART.read_text().replace('"7-12"', '"8-12"'))

    output = run("table", "list", str(tmp_path), status=2)

    assert "bad.toml:16 T144: row[1].on: no row covers 7; add a row for it" in output


# ---------------------------------------------------------------- files of one's own


@pytest.fixture
def gold(tmp_path):
    """Write a file with one table and this result; return its path."""

    def gold(result):
        file = tmp_path / "gold.toml"
        file.write_text(
            f'schema = 1\nid = "gold"\ndice = "1d2"\n[[row]]\non = "1-2"\nresult = {result}\n'
        )
        return str(file)

    return gold


def test_a_file_of_one_table_needs_no_name(run, gold):
    file = gold('{ roll = "2d2", name = "gp" }')

    assert run("table", "show", file).startswith("gold")
    assert "gold" in run("table", "roll", file, "--seed", "1")
    assert run("table", "odds", file, "--total", "gp").count("%") == 3


def test_the_charts_of_a_game_are_shown_in_its_words(run):
    shown = run("table", "show", "b29_superfortress", "5-15")

    assert "only from mission 15 (else no attack): roll on chart 5-15.b" in shown


def test_a_deep_roll_tells_its_outcome(run, gold):
    file = gold('"{1d1} coin"')

    assert "outcome   1 coin" in run("table", "roll", file, "--deep")
    assert json.loads(run("table", "roll", file, "--deep", "--json"))["outcome"] == "1 coin"


def test_control_characters_of_a_table_do_not_reach_the_terminal(run, gold):
    file = gold('"\\u001b[31mred\\u009b"')

    for how in (["show", file], ["odds", file], ["odds", file, "--json"], ["show", file, "--json"]):
        shown = run("table", *how)
        assert "\\u001b[31mred\\u009b" in shown
        assert not {"\x1b", "\x9b"} & set(shown)


def test_a_pipe_is_no_file_of_tables(run, tmp_path):
    os.mkfifo(tmp_path / "pipe.csv")

    assert "it is a pipe or a device" in run("table", "show", str(tmp_path / "pipe.csv"), status=2)


def test_a_folder_as_large_as_a_disk_is_not_searched(run, tmp_path, monkeypatch):
    monkeypatch.setattr("tabletop_core.data.documents.MAX_ENTRIES", 5)
    for number in range(6):
        (tmp_path / f"{number}").mkdir()

    assert "more than 5 entries" in run("table", "list", str(tmp_path), status=2)


def test_folders_that_contain_themselves_are_entered_once(run, gold, tmp_path):
    gold("1")
    (tmp_path / "again").symlink_to(tmp_path)

    assert run("table", "list", str(tmp_path)).split() == ["gold", "1d2"]


def test_tables_of_other_formats_are_brought_in(run, tmp_path):
    (tmp_path / "loot.csv").write_text("d6;loot\n1–5;dust\n6+;gem\n")
    (tmp_path / "bad.csv").write_text("d6;loot\n1–4;dust\n6;gem\n")
    folder = tmp_path / "mine"

    said = run("table", "import", str(tmp_path / "loot.csv"), "--to", str(folder))

    assert said.startswith("1 table in 1 file")
    assert 'on = "1-5"' in (folder / "loot.toml").read_text()
    again = run("table", "import", str(tmp_path / "loot.csv"), "--to", str(folder), status=2)
    assert "exists already" in again
    assert "bad.csv:3 T144" in run("table", "import", str(tmp_path / "bad.csv"), status=2)
    assert "[[row]]" in run("table", "import", str(tmp_path / "loot.csv"))


@pytest.mark.parametrize(
    ("form", "shown"),
    [("csv", "2d6,light"), ("md", "| 2d6 |"), ("json", '"why"'), ("html", "<td>"), ("toml", "dm")],
)
def test_a_table_is_written_for_others(run, chart, tmp_path, form, shown):
    assert shown in run("table", "export", chart, "5-1", "--as", form)
    run("table", "export", chart, "5-1", "--as", form, "--to", str(tmp_path / "out"))
    assert shown in (tmp_path / "out").read_text()


def test_a_folder_takes_a_file_for_each_table(run, chart, tmp_path):
    (tmp_path / "out").mkdir()

    run("table", "export", chart, "--to", str(tmp_path / "out"))

    assert {file.name for file in (tmp_path / "out").iterdir()} == {
        "5-1.csv", "5-1.a.csv", "both.csv", "weather.csv",
    }  # fmt: skip


def test_what_rows_alone_do_not_carry_is_told(chart, tmp_path):
    said = {
        form: CliRunner().invoke(app, ["table", "export", chart, "5-1", "--as", form]).stderr
        for form in ("csv", "md", "json")
    }

    assert said["csv"].startswith("Note: 5-1: CSV holds only rows, so its modifiers")
    assert "do not read back" in said["md"]
    assert said["json"] == ""
