"""Old names are refused with the new ones, and the new ones exist."""

from importlib import import_module

import attrs
import pytest

import tabletop_core
import tabletop_core.engine.field_edits
import tabletop_core.engine.match
import tabletop_core.engine.past
from tabletop_core.moved import MOVED, NOT_PUBLIC
from tabletop_core.testing.exam import check_pack

OLD_GAME = """
from tabletop_core import Game, Step
from . import IDENTITY


def end(play):
    play.game.words
    play.end("done")


GAME = Game(
    identity=IDENTITY, package=__package__, seats=("one", "two"), state=int,
    new_state=lambda play: 0, sequence=Step("End", end),
    theme=None,
    observe=None,
)
"""


@pytest.mark.parametrize("old", [old for old in MOVED if old[0].isupper()])
def test_only_the_new_name_exists(old, race):
    match = race.start()
    values = {"Game": race, "Match": match, "tabletop_core": tabletop_core, "first": 0}
    owner, name = old.split(".")
    eval(MOVED[old].replace("(Match, ...)", ""), values)  # the place exists

    assert not hasattr(values[owner], name)


def test_no_name_that_was_public_is_public():
    moved = [tuple(old.rsplit(".", 1)) for old in MOVED if old.startswith("tabletop_core.")]
    gone = [(module, name) for module, names in NOT_PUBLIC.items() for name in names]

    assert [
        (module, name)
        for module, name in [*moved, *gone]
        if name in getattr(import_module(module), "__all__", ())
    ] == []


def test_a_game_refuses_what_belongs_to_a_part_and_says_how_it_is_given_now(race_with):
    with pytest.raises(TypeError) as refused:
        attrs.evolve(race_with(), view=None, seats=("one",), words={}, action_key=None)

    assert str(refused.value) == (
        "Game no longer takes view, words, action_key; write "
        "Game(look=Look(view=..., words=...), learning=Learning(action_key=...))"
    )


def test_an_attribute_that_has_moved_is_missing_with_its_new_place(race):
    with pytest.raises(AttributeError, match=r"no 'view'; it has moved: write game\.look\.view$"):
        race.view  # noqa: B018
    with pytest.raises(AttributeError, match=r"^a Game has no 'looks'$"):
        race.looks  # noqa: B018


def test_check_lists_all_names_of_a_pack_that_have_moved_with_line_and_new_place(make_pack):
    found = check_pack(make_pack(OLD_GAME))

    assert [(one.code, one.message, one.line, one.remedy) for one in found] == [
        ("C100", "Game.theme has moved", 14, "write Game(look=Look(theme=...))"),
        ("C100", "Game.observe has moved", 15, "write Game(learning=Learning(observe=...))"),
        ("C100", "Game.words has moved", 7, "write Game.look.words"),
    ]
