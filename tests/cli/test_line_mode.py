"""Lists of options and results in line mode; what is typed there: `scripts/line_mode.txt`."""

import re
from fractions import Fraction
from types import SimpleNamespace

import attrs
import pytest

from tabletop_core import load_pack
from tabletop_core.bots.simple import RandomBot
from tabletop_core.chance import read_fresh_seed
from tabletop_core.cli.screen.line import LineMode
from tabletop_core.engine.decisions import Decision
from tabletop_core.engine.outcome import Outcome
from tabletop_core.presentation.answers import Choices
from tabletop_core.presentation.games import outcome_lines
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import begin, new_session
from tabletop_core.text.question_lines import NO_DICE, odds_lines, option_lines
from tabletop_core.text.style import Style

from .conftest import PACKS

TWO = "play harvest --seed 3 --seats human"


def listed(options, label=None, style=Style(width=80), ids=False, **how):  # noqa: B008
    decision = Decision(("west",), "What?", list(options), label, **how)
    return option_lines(Choices(decision), style, ids=ids)


def test_very_many_options_are_listed_by_what_they_touch_first_and_next():
    flights = [
        f"w{unit} {column}7 {nose}" for unit in (1, 2) for column in "ABCDE" for nose in "NESWX"
    ]

    assert listed(flights, at=lambda option: option.split()[:2]) == [
        "  w1: A7 B7 C7 D7 E7",
        "  w2: A7 B7 C7 D7 E7",
        "  (50 answers, by what they touch; ? lists them all)",
    ]


def test_names_of_several_words_are_parted_by_commas_where_one_thing_is_touched():
    flights = [f"w1 {column}7 {nose}" for column in "ABCDEFGHIJK" for nose in "NESW"]
    first, *_ = listed(flights, at=lambda option: option.split()[1:2])

    assert first == "  A7: w1 A7 N, w1 A7 E, w1 A7 S, w1 A7 W"


def test_very_many_options_that_touch_nothing_are_listed_in_part():
    lines = listed(f"town_{number}" for number in range(50))

    assert lines[0] == "   1  town_0"
    assert lines[-1] == "  ... and 10 more; ? lists them all"


LABELS = {"engine_1": "left engine", "plan:far": "the long way", "w1 H7": "fly there", "f": "fight"}


@pytest.mark.parametrize(
    ("options", "label", "ids", "lines"),
    [
        # A name that only a machine would give does not stand before the words.
        (LABELS, LABELS.get, False,
         ["  1  left engine", "  2  the long way", "  3  w1 H7: fly there", "  4  f: fight"]),
        # All names are told on request.
        ([*LABELS][:2], LABELS.get, True,
         ["  1  engine_1: left engine", "  2  plan:far: the long way"]),
        # Options of the same words are told apart by their names.
        (["zeke_1", "zeke_2"], lambda option: "the Zeke", False,
         ["  1  zeke_1: the Zeke", "  2  zeke_2: the Zeke"]),
    ],
    ids=["of a machine", "on request", "same words"],
)  # fmt: skip
def test_names_stand_before_the_words_of_an_option_where_they_help(options, label, ids, lines):
    assert listed(options, label, ids=ids) == lines


@pytest.mark.parametrize(("width", "lines"), [(80, 5), (120, 1)])
def test_a_short_list_stands_in_columns_where_the_terminal_is_wide(width, lines):
    style = Style(boxes=True, width=width)

    assert len(listed(["one", "two", "six", "ten", "few"], style=style)) == lines


def test_odds_name_the_options_without_dice_and_none_where_nothing_is_rolled():
    def odds(option):
        return {"home": Fraction(1, 4)} if option == "go" else {}

    without = Decision(("ann",), "Which way?", ["stay", "go"], odds=lambda option: {})
    decision = Decision(("ann",), "Which way?", ["stay", "go"], odds=odds)

    assert odds_lines(without, without.options, Style()) == [NO_DICE]
    assert odds_lines(without, ["go"], Style()) == ["Nothing is rolled or drawn for it."]
    assert odds_lines(decision, decision.options, Style()) == [
        *("go", "    home: 25.0% (1/4)", "No dice or cards: stay")
    ]


def test_a_question_for_several_is_answered_by_the_one_at_the_keyboard(run, saves):
    run(TWO, "rye", "2", "rye", "4", "20")
    (path,) = saves.glob("*.toml")
    answers = [entry[1:] for entry in read_save(path).entries if entry[0] == "answer"]

    assert answers[-2][0] == answers[-1][0] == "bob"


def test_bots_with_the_same_seed_print_the_same_log(run):
    first, second, other = (
        run(f"play harvest --seed {seed} --seats bot:greedy,bot:random").output for seed in "334"
    )

    assert first == second != other


def test_a_game_without_a_seed_tells_the_one_it_took(run):
    text = run("play harvest --seats bot:random").output
    seed = re.search(r"^Seed: (\w+)$", text, re.M)[1]

    assert read_fresh_seed(seed) == seed
    for typed in (seed, seed.upper()):
        assert run(f"play harvest --seats bot:random --seed {typed}").output == text


def test_with_several_persons_the_seed_is_told_at_the_end(run, monkeypatch):
    monkeypatch.setattr("tabletop_core.chance.fresh_seed", lambda: 3)
    begun = run("play harvest --seats human", "rye", "2").output
    ended = run("play harvest --seats human", "rye", "2", "1,2", "4", "20").output

    assert "Seed: shown at the end\n" in begun
    assert begun.count("Seed:") == 1
    assert ended.endswith("\nSeed: 3\n")


def test_an_overlay_replaces_values(run, tmp_path):
    overlay = tmp_path / "mine.toml"
    overlay.write_text(
        'schema = 1\ntitle = "As printed"\nprovenance = "rulebook"\n'
        '[[table]]\nid = "weather"\n[[table.row]]\non = "3-5"\nresult = "bumper crop"\n'
    )
    text = run(f"play harvest --seed 3 --seats bot:random --overlay {overlay}").output

    assert "rolls 1d6 (5) = 5 -> bumper crop" in text


def test_a_game_of_bots_is_told_while_they_play_it(capsys):
    shown = []

    class Watcher(RandomBot):
        def choose(self, match, decision):
            shown.append(capsys.readouterr().out)
            return super().choose(match, decision)

    game = attrs.evolve(load_pack("harvest", [PACKS]), bots={"watcher": Watcher})
    session = new_session(game, seats="bot:watcher", seed=3)
    begin(session)
    LineMode(session, Style()).run()

    told = [text for text in shown if text]
    assert len(told) > 2
    assert "".join(told).startswith("== ")
    assert "Result: " in capsys.readouterr().out


ALLIES = (("ann", "bob"),)
RIVALS = (("ann",), ("bob",))


@pytest.mark.parametrize(
    ("teams", "kind", "places", "mine", "told"),
    [
        # The winners are named unless all win or lose together.
        (ALLIES, "win", ["ann bob"], [], "Result: win"),
        (ALLIES, "all_lost", [], [], "Result: all lost"),
        (RIVALS, "win", ["ann", "bob"], [], "Result: win; winner: ann"),
        (RIVALS, "tie", ["ann bob"], [], "Result: tie; winners: everyone"),
        (RIVALS, "tie", ["ann bob", "cat"], [], "Result: tie; winners: ann and bob"),
        (RIVALS, "draw", [], [], "Result: draw; winner: nobody"),
        # A person who plays one side has won or lost.
        (ALLIES, "home", ["ann bob"], ["ann"], "You won: home"),
        (ALLIES, "home", [], ["ann", "bob"], "You lost: home"),
        (RIVALS, "home", ["ann", "bob"], ["bob"], "You lost: home"),
        (RIVALS, "home", ["ann", "bob"], ["ann", "bob"], "Result: home; winner: ann"),
        (RIVALS, "home", [], ["ann"], "Result: home; winner: nobody"),
        # Second and third places are told.
        (RIVALS, "home", ["cat", "ann bob", "dan"], [],
         "Result: home; winner: cat\nPlaces: 1 cat, 2 ann and bob, 4 dan"),
    ],
)  # fmt: skip
def test_a_result_is_told_in_words(teams, kind, places, mine, told):
    outcome = Outcome(kind=kind, places=tuple(tuple(group.split()) for group in places))
    match = SimpleNamespace(teams=teams, outcome=outcome)

    assert outcome_lines(match, mine=mine) == told.split("\n")
