"""A game played with lines of text, over a pipe."""

import re
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import attrs
import pytest

from tabletop_core import load_pack
from tabletop_core.bots.simple import RandomBot
from tabletop_core.chance import read_fresh_seed
from tabletop_core.cli.screen.answers import Choices
from tabletop_core.cli.screen.line import LineMode
from tabletop_core.cli.screen.question_lines import NO_DICE, odds_lines, option_lines
from tabletop_core.cli.screen.style import Style
from tabletop_core.engine.decisions import Decision
from tabletop_core.engine.outcome import Outcome
from tabletop_core.presentation.games import outcome_lines
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import begin, new_session

PACKS = Path(__file__).parent / "packs"


def played(run, *typed, command="play harvest --seed 3 --seats human,bot:random"):
    return run(command, *typed).output


def test_a_game_of_two_persons_is_played_to_its_end(run):
    text = played(run, "rye", "2", "1,2", "4", "20", command="play harvest --seed 3 --seats human")

    assert "Result: sold up; winner: bob" in text
    assert "Points: ann " in text


def test_each_prompt_says_where_we_are_who_decides_and_which_options_there_are(run):
    text = played(run)

    assert "== Year 1 > Farmer ann > Sow the fields (rule 2.1, Sowing)\n" in text
    assert "ann decides: Which crops?\n  1  rye: rye, hardy\n  2  oats: oats, quick\n" in text


def test_a_question_for_several_seats_names_them_all(run):
    text = played(run, "rye", "2", "rye", "4", command="play harvest --seed 3 --seats human")

    assert "ann or bob decides: Who names a price?" in text


def test_a_question_for_several_is_answered_by_the_one_at_the_keyboard(run, saves):
    played(run, "rye", "2", "rye", "4", "20", command="play harvest --seed 3 --seats human")
    (path,) = saves.glob("*.toml")
    answers = [entry[1:] for entry in read_save(path).entries if entry[0] == "answer"]

    assert answers[-2][0] == answers[-1][0] == "bob"


def test_before_a_question_only_what_changed_on_the_table_is_told(run):
    text = played(run, "rye", "2", "rye", "4", command="play harvest --seed 3 --seats human")
    before, _, after = text.partition("ann or bob decides")

    assert before.endswith("bob: 7 sacks (before: 0 sacks)\n" + market(text))
    assert "Farms:" not in after


def test_each_of_two_persons_is_told_the_whole_table_once(run):
    text = played(run, "rye", "2", "rye", "4", command="play harvest --seed 3 --seats human")

    assert text.count("Farms:\n") == 2
    assert text.index("bob: 0 sacks", text.index("ann decides")) > text.index("ann: 3 sacks")


def market(text):
    return next(line for line in text.splitlines(True) if "Hold the market" in line)


def test_what_happened_is_told_with_dice_modifiers_and_the_table_row(run):
    text = played(run, "rye", "2", "rye", "4", command="play harvest --seed 3 --seats human")

    assert (
        "   Weather of the year; rolls 1d6 (5) = 5; +1 the almanac was read; "
        "total 6 -> bumper crop\n"
    ) in text


def test_nothing_is_told_twice(run):
    text = played(run, "rye", "2", "rye", "4", "10", command="play harvest --seed 3 --seats human")

    assert text.count("ann sows rye") == text.count("bob sows rye") == 1
    assert text.count("Weather of the year") == 2


def test_a_hidden_card_is_told_to_its_owner_when_the_owner_decides(run):
    text = played(run, "rye", "2", command="play harvest --seed 3 --seats human")
    for_ann, for_bob = text.split("(a number from 1 to 4; ? for help) > 2")

    assert "the hand of ann: draws Scarecrow" in for_ann
    assert "the hand of bob" not in for_ann
    assert "Deal the cards: the hand of bob: draws Almanac" in for_bob


def test_a_hidden_card_of_a_bot_is_never_told(run):
    assert "the hand of bob" not in played(run, "rye", "2", "20")


def test_a_wrong_answer_is_explained_and_asked_again(run):
    text = played(run, "9", "zinc", "rye", "5", "2")

    assert "there is no option 9; type 1 to 2 of them, with commas between\n" in text
    assert "'zinc' is no option here" in text
    assert "'5' is no answer here; type a number from 1 to 4\n" in text
    assert "Who names a price?" in text


def test_answers_typed_ahead_are_given_to_the_questions_that_follow(run):
    text = played(run, "rye", "2 20")

    assert "(a number from 1 to 4; ? for help) > 2 20\n" in text
    assert "(10 or 20; ? for help) > 20\n" in text
    assert "You lost: sold up" in text


def test_after_a_wrong_answer_the_rest_of_the_line_is_left_out(run):
    text = played(run, "rye", "2 zinc 20")

    assert "'zinc' is no option here; type 10 or 20, or ? for help\n" in text
    assert "The rest of the line is ignored: 20\n" in text
    assert "Result: " not in text


def test_a_command_may_be_typed_ahead(run):
    assert "undone: an answer of ann" in played(run, "rye", "2 undo")


def test_a_question_mark_explains_options_and_commands(run):
    text = played(run, "?")

    assert "Which crops?\nType 1 to 2 of them, with commas between" in text
    for command in ("undo", "log", "view", "rules", "save", "quit"):
        assert re.search(rf"^  {command} ", text, re.M)
    assert not re.search(r"^  odds ", text, re.M)


def test_undo_takes_back_the_last_answer_with_the_dice_that_followed(run):
    text = played(run, "rye", "2", "undo", "3", "20")

    assert "undone: an answer of ann (had shown: 5" in text
    assert text.count("ann decides: How many sacks") == 2
    assert "You lost: sold up" in text


def test_undo_goes_back_past_the_answers_of_bots(run):
    text = played(run, "rye", "2", "undo", "undo", "peas", "1", "10")

    assert text.count("undone: an answer of ann") == 2
    assert "ann sows peas" in text


def test_undo_with_nothing_to_take_back_says_so(run):
    assert "There is nothing to undo yet." in played(run, "undo")


def test_log_tells_everything_again_but_not_what_is_hidden(run):
    text = played(run, "rye", "2", "log")
    log = text.rpartition("Who names a price?")[2]

    assert "ann sows rye" in log
    assert "== Deal the cards (rule 1.1, Cards dealt)\n   the hand of ann: draws Scarecrow" in log
    assert "the hand of bob" not in log


def test_log_with_a_number_tells_so_many_lines_from_the_end(run):
    text = played(run, "rye", "2", "log 2").rpartition("Who names a price?")[2]

    told = text.partition("log 2\n")[2].splitlines()
    assert told[0] == "== Year 1 > Farmer bob > Await the weather (rule 2.2, Weather)"
    assert told[1].startswith("   Weather of the year; rolls 1d6")
    assert told[2].startswith("(")


def test_log_with_something_else_says_what_it_takes(run):
    assert "'many' is not a number of lines; type log" in played(run, "log many")


def test_redo_gives_the_answer_again_with_the_same_dice(run):
    text = played(run, "rye", "2", "undo", "redo", "20")

    rolled = re.findall(r"Weather of the year; rolls 1d6 \((\d)\)", text)
    assert rolled[0] == rolled[2]
    assert "You lost: sold up" in text


def test_redo_with_nothing_to_give_again_says_so(run):
    text = played(run, "redo", "rye", "undo", "oats", "redo")

    assert text.count("There is nothing to redo") == 2


def test_further_questions_of_a_step_do_not_repeat_the_heading(run):
    text = played(run, "rye").partition("ann decides: Which crops?")[2]

    assert "How many sacks of seed?" in text
    assert "== " not in text


def test_after_undo_the_heading_says_again_where_the_game_is(run):
    text = played(run, "rye", "2", "undo").rpartition("undone:")[2]

    assert "== Year 1 > Farmer ann > Sow the fields (rule 2.1, Sowing)\n" in text


def test_very_many_options_are_listed_by_what_they_touch_first_and_next():
    options = [
        f"w{unit} {column}7 {nose}" for unit in (1, 2) for column in "ABCDE" for nose in "NESWX"
    ]
    fly = Decision(("west",), "Fly", options, at=lambda option: option.split()[:2])

    assert option_lines(Choices(fly), Style(width=80)) == [
        "  w1: A7 B7 C7 D7 E7",
        "  w2: A7 B7 C7 D7 E7",
        "  (50 answers, by what they touch; ? lists them all)",
    ]


def test_names_of_several_words_are_parted_by_commas_where_one_thing_is_touched():
    options = [f"w1 {column}7 {nose}" for column in "ABCDEFGHIJK" for nose in "NESW"]
    fly = Decision(("west",), "Fly", options, at=lambda option: option.split()[1:2])
    first, *_ = option_lines(Choices(fly), Style(width=80))

    assert first == "  A7: w1 A7 N, w1 A7 E, w1 A7 S, w1 A7 W"


def test_very_many_options_that_touch_nothing_are_listed_in_part():
    options = [f"town_{number}" for number in range(50)]
    lines = option_lines(Choices(Decision(("west",), "Where?", options)), Style(width=80))

    assert lines[0] == "   1  town_0"
    assert lines[-1] == "  ... and 10 more; ? lists them all"


LABELS = {"engine_1": "left engine", "plan:far": "the long way", "w1 H7": "fly there", "f": "fight"}


def named(**how):
    decision = Decision(("west",), "What?", list(LABELS), LABELS.get)
    return option_lines(Choices(decision), Style(width=80), **how)


def test_a_name_that_only_a_machine_would_give_does_not_stand_before_the_words():
    assert named() == [
        "  1  left engine",
        "  2  the long way",
        "  3  w1 H7: fly there",
        "  4  f: fight",
    ]


def test_all_names_are_told_on_request():
    assert named(ids=True)[:2] == ["  1  engine_1: left engine", "  2  plan:far: the long way"]


def test_options_of_the_same_words_are_told_apart_by_their_names():
    decision = Decision(("west",), "What?", ["zeke_1", "zeke_2"], lambda option: "the Zeke")

    assert option_lines(Choices(decision), Style(width=80)) == [
        "  1  zeke_1: the Zeke",
        "  2  zeke_2: the Zeke",
    ]


def test_the_prompt_tells_all_names_with_ids_and_no_other_word(run):
    text = played(run, "? ids", "? names")

    assert "'names' is no kind of help; type ?, or ? ids for all names" in text


@pytest.mark.parametrize(("width", "lines"), [(80, 5), (120, 1)])
def test_a_short_list_stands_in_columns_where_the_terminal_is_wide(width, lines):
    decision = Decision(("west",), "What?", ["one", "two", "six", "ten", "few"])

    assert len(option_lines(Choices(decision), Style(boxes=True, width=width))) == lines


def test_where_nothing_is_rolled_odds_say_so_and_name_no_option():
    decision = Decision(("ann",), "Which way?", ["stay", "go"], odds=lambda option: {})

    assert odds_lines(decision, decision.options, Style()) == [NO_DICE]
    assert odds_lines(decision, ["go"], Style()) == ["Nothing is rolled or drawn for it."]


def test_odds_tell_apart_the_options_without_dice():
    def odds(option):
        return {"home": Fraction(1, 4)} if option == "go" else {}

    decision = Decision(("ann",), "Which way?", ["stay", "go"], odds=odds)

    assert odds_lines(decision, decision.options, Style()) == [
        "go",
        "    home: 25.0% (1/4)",
        "No dice or cards: stay",
    ]


def test_view_tells_the_table_as_the_seat_sees_it(run):
    text = played(run, "view").partition("ann decides")[2]

    assert "Hands: 2 cards\n  Scarecrow\n  face down\n" in text


def test_rules_shows_the_sequence_of_play_and_the_place_in_it(run):
    text = played(run, "rules")

    assert "      Sow the fields  [rule 2.1, Sowing] <- you are here\n" in text
    assert "      Await the weather  [rule 2.2, Weather]\n" in text


def test_rule_tells_the_rule_that_asks_or_the_one_named(run):
    text = played(run, "rule", "rule market", "rule 9")

    assert "Rule 2.1, Sowing\n  Interpretation: one or two crops are sown\n" in text
    assert "Rule 3.1, Market\n  In the sequence of play: Hold the market\n" in text
    assert "there is no rule '9' in Harvest" in text


def test_word_says_where_a_game_explains_none(run):
    text = played(run, "word", "word rye")

    assert "Harvest explains no words." in text
    assert "Harvest does not explain 'rye'; it explains no words" in text


def test_word_tells_what_a_word_of_the_game_means(run):
    text = played(run, "word", "word jet", command="play bomber_boys --seed 1")

    assert "Words explained: initiative, no initiative, focus, " in text
    assert "Experimental Jet: It rolls no die" in text


def test_odds_are_told_where_the_question_offers_them(run):
    text = played(run, "odds", "rye", "2", "odds 20", "?")

    assert "No odds are known for this question." in text
    assert "20: high\n    sold: 50.0% (1/2)\n    unsold: 50.0% (1/2)\n" in text
    assert re.search(r"^  odds ", text, re.M)


def test_save_copies_the_file_of_the_game_and_never_overwrites(run, tmp_path):
    copy = tmp_path / "copy.toml"
    text = played(run, "rye", f"save {copy}", f"save {copy}", "save")

    assert f"A copy of the game is in {copy}." in text
    assert f"{copy} exists already" in text
    assert '["answer", "ann", ["rye"]]' in copy.read_text()
    assert "The game is saved after every answer, in " in text


def test_save_into_a_folder_that_is_not_there_is_explained(run, tmp_path):
    assert "cannot be written" in played(run, f"save {tmp_path}/none/copy.toml")


def test_quit_says_how_to_go_on(run, saves):
    text = played(run, "rye", "quit")
    (path,) = saves.glob("harvest-*.toml")

    assert text.endswith(
        f"You left the game.\nThe game is saved. Go on with: tabletop resume {path}\n"
    )


def test_the_end_of_the_input_is_a_clean_leave(run):
    assert "The input ended.\nThe game is saved. Go on with: tabletop resume " in played(run, "rye")


def test_an_unknown_command_with_a_stroke_is_named(run):
    assert "there is no command 'jump'; type ? for the commands" in played(run, "/jump")


@pytest.mark.parametrize("command", ["/view", "VIEW", "view"])
def test_commands_may_be_marked_with_a_stroke_and_written_large(run, command):
    assert played(run, command).count("Years: 0 (0 to 1)") == 2


def test_bots_alone_play_to_the_end_and_the_whole_log_is_printed(run, saves):
    text = run("play harvest --seed 3 --seats bot:greedy,bot:random").output

    assert text.startswith("Harvest\nPlayers: ann (greedy), bob (random)\n")
    assert "the hand of ann: draws Scarecrow" in text
    assert "the hand of bob: draws Almanac" in text
    assert "Result: sold up" in text
    assert "> " not in text.replace(" > ", "").replace("-> ", "")
    assert not saves.exists()


def test_bots_with_the_same_seed_print_the_same_log(run):
    first, second = (run("play harvest --seed 3 --seats bot:greedy,bot:random") for _ in "12")

    assert first.output == second.output
    assert run("play harvest --seed 4 --seats bot:greedy,bot:random").output != first.output


def test_a_game_without_a_seed_tells_the_one_it_took(run):
    text = run("play harvest --seats bot:random").output
    seed = re.search(r"^Seed: (\w+)$", text, re.M)[1]

    assert read_fresh_seed(seed) == seed
    assert run(f"play harvest --seats bot:random --seed {seed}").output == text
    assert run(f"play harvest --seats bot:random --seed {seed.upper()}").output == text


@pytest.mark.parametrize(
    ("seats", "option", "told"),
    [
        ("bot:wingman,bot:random,bot:wingman", "", "players = 3"),
        ("bot:wingman", "-o players=2", "players = 2"),
    ],
)
def test_the_players_named_choose_how_many_play(run, seats, option, told):
    text = run(f"play squadron_303 --seed 3 --seats {seats} {option}").output

    assert told in text.partition("\nOptions: ")[2].partition("\n")[0]


def test_a_number_of_players_that_was_chosen_is_not_changed_to_fit(run):
    error = run("play squadron_303 -o players=2 --seats bot:random,bot:random,bot:random", exits=2)

    assert "names 3 players, but squadron_303 has 2 seats" in error.stderr


def test_options_of_the_game_are_read_from_the_command_line(run):
    text = run("play harvest --seed 3 --seats bot:random -o years=2 --option cold=yes").output

    assert "Options: years = 2, cold = true\n" in text
    assert "== Year 2 > Hold the market" in text


def test_an_overlay_replaces_values(run, tmp_path):
    overlay = tmp_path / "mine.toml"
    overlay.write_text(
        'schema = 1\ntitle = "As printed"\nprovenance = "rulebook"\n'
        '[[table]]\nid = "weather"\n[[table.row]]\non = "3-5"\nresult = "bumper crop"\n'
    )
    text = run(f"play harvest --seed 3 --seats bot:random --overlay {overlay}").output

    assert "rolls 1d6 (5) = 5 -> bumper crop" in text


def test_over_a_pipe_there_is_no_colour_and_no_box(run):
    text = played(run, "view", "rules", "rye", "2", "20")

    assert not re.search(r"[\x1b─-╿█]", text)


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


@pytest.mark.parametrize(
    ("is_contest", "kind", "places", "told"),
    [
        (False, "win", ["ann bob"], "Result: win"),
        (False, "all_lost", [], "Result: all lost"),
        (True, "win", ["ann", "bob"], "Result: win; winner: ann"),
        (True, "tie", ["ann bob"], "Result: tie; winners: everyone"),
        (True, "tie", ["ann bob", "cat"], "Result: tie; winners: ann and bob"),
        (True, "draw", [], "Result: draw; winner: nobody"),
    ],
)
def test_a_result_is_told_in_words_with_the_winners_unless_all_win_or_lose_together(
    is_contest, kind, places, told
):
    outcome = Outcome(kind=kind, places=tuple(tuple(group.split()) for group in places))

    teams = (("ann",), ("bob",)) if is_contest else (("ann", "bob"),)
    assert outcome_lines(SimpleNamespace(teams=teams, outcome=outcome)) == [told]


@pytest.mark.parametrize(
    ("is_contest", "places", "mine", "told"),
    [
        (False, ["ann bob"], ["ann"], "You won: home"),
        (False, [], ["ann", "bob"], "You lost: home"),
        (True, ["ann", "bob"], ["bob"], "You lost: home"),
        (True, ["ann", "bob"], ["ann", "bob"], "Result: home; winner: ann"),
        (True, [], ["ann"], "Result: home; winner: nobody"),
    ],
)
def test_a_person_who_plays_one_side_has_won_or_lost(is_contest, places, mine, told):
    outcome = Outcome(kind="home", places=tuple(tuple(group.split()) for group in places))
    teams = (("ann",), ("bob",)) if is_contest else (("ann", "bob"),)

    assert outcome_lines(SimpleNamespace(teams=teams, outcome=outcome), mine=mine) == [told]


def test_second_and_third_places_are_told():
    outcome = Outcome(kind="home", places=(("cat",), ("ann", "bob"), ("dan",)))
    lines = outcome_lines(SimpleNamespace(teams=outcome.places, outcome=outcome))

    assert lines == ["Result: home; winner: cat", "Places: 1 cat, 2 ann and bob, 4 dan"]


def test_with_several_persons_the_seed_is_told_at_the_end(run, monkeypatch):
    monkeypatch.setattr("tabletop_core.chance.fresh_seed", lambda: 3)
    typed = ("rye", "2", "1,2", "4", "20")
    begun = played(run, *typed[:2], command="play harvest --seats human")
    ended = played(run, *typed, command="play harvest --seats human")

    assert "Seed: shown at the end\n" in begun
    assert begun.count("Seed:") == 1
    assert ended.endswith("\nSeed: 3\n")


def test_a_given_seed_is_told_to_all_at_the_beginning(run):
    assert "\nSeed: 3\n" in played(run, command="play harvest --seed 3 --seats human")


def test_a_refused_undo_says_why(run):
    text = played(run, "rye", "2", "undo", command="play harvest --seed 3 --seats human")

    assert "cannot undo that: " in text


def test_where_the_others_are_asked_they_must_agree(run):
    command = "play harvest --seed 3 --seats human --undo asked"
    refused = played(run, "rye", "undo", "no", command=command)
    agreed = played(run, "rye", "undo", "yes", command=command)

    assert "bob: may ann undo the last answer, and all that followed?" in refused
    assert "Not all agree, so nothing was undone." in refused
    assert "undone: an answer of ann" in agreed
