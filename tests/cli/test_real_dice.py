"""How a person is asked for dice, whatever the notation."""

import pytest

from tabletop_core import Game, Identity, PackData, Step, Weights
from tabletop_core.cli.screen.line import LineMode
from tabletop_core.cli.screen.real_dice import RealDice
from tabletop_core.saves.session import begin, new_session
from tabletop_core.tables import Again, Row, Table
from tabletop_core.text.style import Style


class Typist:
    """Types prepared lines; what is left at the end stays."""

    def __init__(self, *lines):
        self.lines = list(lines)

    def read(self, prompt):
        return self.lines.pop(0)


@pytest.fixture
def one_step(capsys):
    """Play a game of one step with real dice and cards; return the match and what was shown."""

    def one_step(step, *typed):
        game = Game(
            identity=Identity(id="one_roll", title="One Roll", players=(1, 1), summary=""),
            package=__name__,
            seats=("you",),
            sequence=Step("Roll", step),
            new_state=lambda play: {},
            state=dict,
            load_data=lambda overlays: PackData(),
        )
        source, typist = RealDice(), Typist(*typed)
        session = new_session(game, source=source)
        begin(session)
        LineMode(session, Style(), source, typist).run()
        assert typist.lines == []
        return session.match, capsys.readouterr().out

    return one_step


AS_DIGITS = "Roll d66, 2 dice read as digits, the first digit first, for luck: "


@pytest.mark.parametrize(
    ("dice", "typed", "total", "asked", "times"),
    [
        # Equal dice are asked for together.
        ("2d6+1", ["3 5"], 9, "Roll 2d6 for luck: faces from 1 to 6, e.g. ", 1),
        # Different dice are named in order.
        ("1d6+1d10", ["6 7"], 13, "Roll d6 and d10 for luck: one face for each of d6 d10, e.g.", 1),
        ("1d6+1d10", ["7 6", "6 7"], 13, "no d6 shows 7", 1),
        # Of dice of digits it is said which digit comes first.
        ("d66", ["5 2"], 52, AS_DIGITS, 1),
        # Dice whose number is open are asked for one by one.
        ("1d6!2", ["6", "6", "4"], 16, "Roll d6 for luck: 1 to 6", 3),
        # Dice that are not just added are asked for together with how they are read.
        ("3d6kh2", ["6 1 4"], 10, "Roll 3d6, read as 3d6kh2, for luck: ", 1),
        ("2d6//2", ["4 3"], 3, "Roll 2d6, read as 2d6//2, for luck: ", 1),
        # Help tells once more what to roll.
        ("2d6", ["?", "3 4"], 7, "Roll 2d6 for luck: ", 2),
    ],
)
def test_dice_are_asked_for_as_they_are_rolled(one_step, dice, typed, total, asked, times):
    def step(play):
        play.end("done", scores={"you": play.roll(dice, "luck").total})

    match, shown = one_step(step, *typed)

    assert match.outcome.scores["you"] == total
    assert shown.count(asked) == times


@pytest.mark.parametrize(
    ("pool", "said"),
    [({"ace": 2, "king": 1}, "ace (2 of 3)"), (Weights({"ace": 2, "king": 6}), "ace (25%)")],
    ids=["numbers of cards", "chances"],
)
def test_a_card_is_asked_for_with_its_number_or_its_chance(one_step, pool, said):
    match, shown = one_step(lambda play: play.end(play.pick(pool, "luck")), "king")

    assert match.outcome.kind == "king"
    assert said in shown


@pytest.mark.parametrize(
    "how",
    [{"rows": [Row("2-5", Again()), Row("6-12", "fine")]},
     {"rows": [Row("6-12", "fine")], "beyond": "reroll"}],
    ids=["a row rolls again", "a total has no row"],
)  # fmt: skip
def test_a_roll_again_is_asked_for_as_a_whole_and_the_first_roll_is_told(one_step, how):
    luck = Table(id="luck", title="Luck", dice="2d6", **how)
    match, shown = one_step(lambda play: play.end(play.look_up(luck).result), "1 2", "3 6")

    assert match.outcome.kind == "fine"
    assert "Roll 2d6 for Luck: " in shown
    assert "Roll 2d6 for Luck, once more: " in shown
    assert "rolls 2d6 (1, 2) = 3, again; rolls 2d6 (3, 6) = 9 -> fine" in shown
    looked = next(event for event in match.events if event.kind == "look_up")
    assert [before["faces"] for before in looked.facts["before"]] == [[1, 2]]


def two_rolls(play):
    first = play.die(6, "the first")
    way = yield play.ask("Which way?", ("left", "right"))
    faces = [play.die(6, "the second"), play.die(6, "the third")]
    play.end("done", scores={"you": 100 * first + 10 * faces[0] + faces[1]}, why=way)


@pytest.mark.parametrize(
    ("typed", "scores", "said"),
    [
        # It takes back the last die and leaves the answers.
        (["1", "left", "2", "undo dice", "3", "4"], 134, ""),
        # Before any answer, undo alone takes back the last die.
        (["1", "undo", "5", "left", "2", "4"], 524, "Roll d6 for the first: "),
        # Right after an answer there is nothing to take back.
        (["1", "left", "undo dice", "2", "4"], 124, "The last thing typed is not a die or card"),
        # There is no other further word.
        (["1", "undo everything", "left", "2", "4"], 124, "Type undo, or undo dice"),
    ],
)
def test_undo_takes_back_dice_where_it_may(one_step, typed, scores, said):
    match, shown = one_step(two_rolls, *typed)

    assert match.outcome.scores == {"you": scores}
    assert said in shown
    rolls = [event.facts["total"] for event in match.events if event.kind == "roll"]
    assert rolls == [int(face) for face in str(scores)]
