"""Several persons at one keyboard: each gets it for what is secret, and nobody sees the rest."""

import re

import pytest

PLAY = "play spies --seed 3 --seats human,human"
TO_ANN = "Hand the keyboard to ann, then press Enter. "
TO_BOB = "Hand the keyboard to bob, then press Enter. "
GO_ON = "(Enter to go on) "
CLEARED = "\x1b[2J\x1b[3J\x1b[H"


@pytest.fixture
def begun(terminal):
    def begin(command=PLAY):
        game = terminal(command)
        game.until(TO_ANN)
        return game

    return begin


def bare(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_what_an_answer_reveals_is_shown_before_the_keyboard_passes_on(begun):
    game = begun()
    game.type("")
    shown = bare(game.type("look", then=GO_ON))
    passed = game.type("", then=TO_BOB)
    game.kill()

    assert re.search("bob has the (crown|dagger|mirror)", shown)
    assert CLEARED not in shown
    assert passed.index(CLEARED) < passed.index("bob is next.")
    assert "bob has the" not in passed


def test_what_reveals_nothing_passes_the_keyboard_on_at_once(begun):
    game = begun()
    told = bare(game.type(""))
    # What was dealt is told at the first question already.
    passed = bare(game.type("wait", then=TO_BOB))
    game.kill()

    assert "the card of ann: draws" in told
    assert GO_ON not in passed


def voting(begun):
    game = begun()
    game.type("")
    game.type("wait", then=TO_BOB)
    game.type("")
    game.type("wait", then=TO_ANN)
    game.type("")
    return game


def test_the_keyboard_is_handed_over_for_each_choice_at_the_same_time(begun):
    game = voting(begun)
    passed = game.type("nay", then=TO_BOB)
    asked = bare(game.type(""))
    opened = bare(game.type("yea", then=TO_ANN) + game.type(""))
    game.kill()

    assert CLEARED in passed
    assert "nay" not in passed.partition(CLEARED)[2]
    assert "ann votes" not in asked
    assert "bob decides: Vote?" in asked
    assert "ann votes nay, bob votes yea" in opened


def test_undo_gives_the_keyboard_back_for_ones_own_sealed_choice(begun):
    game = voting(begun)
    game.type("nay", then=TO_BOB)
    game.type("")
    game.type("undo", then=TO_ANN)
    game.type("")
    game.type("yea", then=TO_BOB)
    game.type("")
    opened = bare(game.type("yea", then=TO_ANN) + game.type(""))
    game.kill()

    assert "ann votes yea, bob votes yea" in opened


def test_a_game_left_in_the_middle_of_a_choice_goes_on_with_who_has_not_chosen(begun, terminal):
    game = voting(begun)
    game.type("nay", then=TO_BOB)
    game.kill()
    game = terminal("resume")
    asked = bare(game.until(TO_BOB))
    game.type("")
    opened = bare(game.type("yea", then=TO_ANN) + game.type(""))
    game.kill()

    assert "nay" not in asked
    assert "ann votes nay, bob votes yea" in opened


def test_own_cards_of_a_secret_draw_are_asked_of_their_owner_and_cleared(begun):
    game = begun(f"{PLAY} --dice manual")
    asked = bare(game.type(""))
    shown = bare(game.type("crown", then=GO_ON))
    passed = game.type("", then=TO_BOB)
    theirs = bare(game.type(""))
    game.kill()

    assert "The card of ann: which one came up?" in asked
    assert CLEARED in shown
    assert "the card of ann: draws crown" in shown.partition(CLEARED)[2]
    assert CLEARED in passed
    assert "crown" not in passed.partition(CLEARED)[2]
    assert "The card of bob: which one came up?" in theirs
    assert "draws crown" not in theirs
