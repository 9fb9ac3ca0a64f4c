"""How a person is asked for dice, whatever the notation."""

import pytest

from tabletop_core import Game, Identity, PackData, Step, Weights
from tabletop_core.cli.line import LineMode
from tabletop_core.cli.own_dice import OwnDice
from tabletop_core.cli.style import Style
from tabletop_core.session import begin, new_session


class Typist:
    """Types prepared lines; what is left at the end stays."""

    def __init__(self, *lines):
        self.lines = list(lines)

    def read(self, prompt):
        return self.lines.pop(0)


@pytest.fixture
def rolled(capsys):
    """Play a game of one roll with own dice; return the roll and what was shown."""

    def rolled(dice, *typed):
        def step(play):
            roll = play.roll(dice, "luck")
            play.end("done", scores={"you": roll.total})

        play = one_step(step, typed)
        return play.outcome.scores["you"], capsys.readouterr().out

    return rolled


@pytest.fixture
def drawn(capsys):
    """Play a game of one card with own cards; return the card and what was shown."""

    def drawn(pool, *typed):
        play = one_step(lambda play: play.end(play.pick(pool, "luck")), typed)
        return play.outcome.kind, capsys.readouterr().out

    return drawn


def one_step(step, typed):
    """Play a game of one step with own dice and cards, and these lines typed."""
    game = Game(
        identity=Identity(id="one_roll", title="One Roll", players=(1, 1), summary=""),
        package="one_roll",
        seats=("you",),
        sequence=Step("Roll", step),
        new_state=lambda play: {},
        state=dict,
        view=lambda play, seat: (),
        load_data=lambda overlays: PackData(),
    )
    source, typist = OwnDice(), Typist(*typed)
    session = new_session(game, source=source)
    begin(session)
    LineMode(session, Style(), source, typist).run()
    assert typist.lines == []
    return session.play


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


def test_dice_of_which_the_best_are_kept_are_asked_for_one_by_one(rolled):
    assert rolled("3d6kh2", "6", "1", "4")[0] == 10


@pytest.mark.parametrize(
    ("pool", "said"),
    [({"ace": 2, "king": 1}, "ace (2 of 3)"), (Weights({"ace": 2, "king": 6}), "ace (25%)")],
    ids=["numbers of cards", "chances"],
)
def test_a_card_is_asked_for_with_its_number_or_its_chance(drawn, pool, said):
    card, shown = drawn(pool, "king")

    assert card == "king"
    assert said in shown
