"""How a person is asked for dice, whatever the notation."""

import pytest

from tabletop_core import Game, Identity, PackData, Step, Weights
from tabletop_core.cli.screen.line import LineMode
from tabletop_core.cli.screen.real_dice import RealDice
from tabletop_core.cli.screen.style import Style
from tabletop_core.saves.session import begin, new_session
from tabletop_core.tables import Again, Row, Table


class Typist:
    """Types prepared lines; what is left at the end stays."""

    def __init__(self, *lines):
        self.lines = list(lines)

    def read(self, prompt):
        return self.lines.pop(0)


@pytest.fixture
def rolled(capsys):
    """Play a game of one roll with real dice; return the roll and what was shown."""

    def rolled(dice, *typed):
        def step(play):
            roll = play.roll(dice, "luck")
            play.end("done", scores={"you": roll.total})

        match = one_step(step, typed)
        return match.outcome.scores["you"], capsys.readouterr().out

    return rolled


@pytest.fixture
def drawn(capsys):
    """Play a game of one card with own cards; return the card and what was shown."""

    def drawn(pool, *typed):
        match = one_step(lambda play: play.end(play.pick(pool, "luck")), typed)
        return match.outcome.kind, capsys.readouterr().out

    return drawn


def one_step(step, typed):
    """Play a game of one step with real dice and cards, and these lines typed."""
    game = Game(
        identity=Identity(id="one_roll", title="One Roll", players=(1, 1), summary=""),
        package="one_roll",
        seats=("you",),
        sequence=Step("Roll", step),
        new_state=lambda play: {},
        state=dict,
        view=lambda play, viewer: (),
        load_data=lambda overlays: PackData(),
    )
    source, typist = RealDice(), Typist(*typed)
    session = new_session(game, source=source)
    begin(session)
    LineMode(session, Style(), source, typist).run()
    assert typist.lines == []
    return session.match


def test_equal_dice_are_asked_for_together(rolled):
    total, shown = rolled("2d6+1", "3 5")

    assert total == 9
    assert "Roll 2d6 for luck: faces from 1 to 6, e.g. " in shown


def test_different_dice_are_named_in_order(rolled):
    total, shown = rolled("1d6+1d10", "7 6", "6 7")

    assert total == 13
    assert "Roll d6 and d10 for luck: one face for each of d6 d10, e.g. " in shown
    assert "no d6 shows 7" in shown


def test_dice_of_digits_say_which_digit_comes_first(rolled):
    total, shown = rolled("d66", "5 2")

    assert total == 52
    assert "Roll d66, 2 dice read as digits, the first digit first, for luck: " in shown


def test_dice_whose_number_is_open_are_asked_for_one_by_one(rolled):
    total, shown = rolled("1d6!2", "6", "6", "4")

    assert total == 16
    assert shown.count("Roll d6 for luck: 1 to 6") == 3


@pytest.mark.parametrize(
    ("dice", "typed", "total", "asked"),
    [
        ("3d6kh2", "6 1 4", 10, "Roll 3d6, read as 3d6kh2, for luck: "),
        ("2d6//2", "4 3", 3, "Roll 2d6, read as 2d6//2, for luck: "),
        ("d66", "2 5", 25, "Roll d66, 2 dice read as digits, the first digit first, for luck: "),
    ],
)
def test_dice_that_are_not_just_added_are_asked_for_together_with_how_they_are_read(
    rolled, dice, typed, total, asked
):
    sum_up, shown = rolled(dice, typed)

    assert sum_up == total
    assert asked in shown


def test_a_roll_again_is_asked_for_as_a_whole_and_the_first_roll_is_told(capsys):
    rows = [Row("2-5", Again()), Row("6-12", "fine")]
    luck = Table(id="luck", title="Luck", dice="2d6", rows=rows)

    def step(play):
        play.end(play.look_up(luck).result)

    match = one_step(step, ["1 2", "3 6"])
    shown = capsys.readouterr().out

    assert match.outcome.kind == "fine"
    assert "Roll 2d6 for Luck: " in shown
    assert "Roll 2d6 for Luck, once more: " in shown
    assert "rolls 2d6 (1, 2) = 3, again; rolls 2d6 (3, 6) = 9 -> fine" in shown


def test_a_total_without_a_row_is_asked_for_again_where_the_table_says_reroll(capsys):
    luck = Table(id="luck", title="Luck", dice="2d6", rows=[Row("6-12", "fine")], beyond="reroll")

    play = one_step(lambda play: play.end(play.look_up(luck).result), ["1 2", "3 6"])

    assert play.outcome.kind == "fine"
    assert "Roll 2d6 for Luck, once more: " in capsys.readouterr().out
    looked = next(event for event in play.events if event.kind == "look_up")
    assert [before["faces"] for before in looked.facts["before"]] == [[1, 2]]


def test_help_at_a_prompt_for_dice_tells_once_more_what_to_roll(rolled):
    shown = rolled("2d6", "?", "3 4")[1]

    assert shown.count("Roll 2d6 for luck: ") == 2


def two_rolls(play):
    first = play.die(6, "the first")
    way = yield play.ask("Which way?", ("left", "right"))
    faces = [play.die(6, "the second"), play.die(6, "the third")]
    play.end("done", scores={"you": 100 * first + 10 * faces[0] + faces[1]}, why=way)


def test_undo_dice_takes_back_the_last_die_and_leaves_the_answers():
    match = one_step(two_rolls, ["1", "left", "2", "undo dice", "3", "4"])

    assert match.outcome.scores == {"you": 134}
    assert [event.facts["total"] for event in match.events if event.kind == "roll"] == [1, 3, 4]


def test_undo_before_any_answer_takes_back_the_last_die(capsys):
    match = one_step(two_rolls, ["1", "undo", "5", "left", "2", "4"])

    assert match.outcome.scores == {"you": 524}
    assert capsys.readouterr().out.count("Roll d6 for the first: ") == 2


def test_undo_dice_right_after_an_answer_has_nothing_to_take_back(capsys):
    match = one_step(two_rolls, ["1", "left", "undo dice", "2", "4"])

    assert match.outcome.scores == {"you": 124}
    assert "The last thing typed is no die or card" in capsys.readouterr().out


def test_undo_takes_only_dice_as_a_further_word(capsys):
    match = one_step(two_rolls, ["1", "undo everything", "left", "2", "4"])

    assert match.outcome.scores == {"you": 124}
    assert "Type undo, or undo dice" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("pool", "said"),
    [({"ace": 2, "king": 1}, "ace (2 of 3)"), (Weights({"ace": 2, "king": 6}), "ace (25%)")],
    ids=["numbers of cards", "chances"],
)
def test_a_card_is_asked_for_with_its_number_or_its_chance(drawn, pool, said):
    card, shown = drawn(pool, "king")

    assert card == "king"
    assert said in shown
