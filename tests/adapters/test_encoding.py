"""Answers as numbers and views as arrays: complete, stable, and without what is hidden."""

from typing import get_args

import attrs
import pytest

from tabletop_core import EVERYONE, Look, Step, panels
from tabletop_core.adapters.actions import ActionChooser, Places
from tabletop_core.adapters.encoding import Encoding, features
from tabletop_core.adapters.rewards import rewards
from tabletop_core.adapters.vocabulary import numbering_of
from tabletop_core.boards import SquareGrid
from tabletop_core.chance import Scripted
from tabletop_core.errors import PackError
from tabletop_core.panels.appearance import PanelError
from tabletop_core.panels.views import PanelPart, parts_of


def chooser_of(match, actions):
    return ActionChooser.of(Places(actions), match, match.decision)


def test_each_action_takes_one_option(example):
    chooser = chooser_of(example("tic_tac_toe").start(), 16)

    assert chooser.legal() == list(range(9))
    assert (chooser.take(4), chooser.words(4)) == (4, "b2")


def test_several_options_are_taken_one_after_the_other_until_that_is_all(boxes):
    chooser, other = (chooser_of(boxes.start(), 8) for _ in range(2))

    assert chooser.legal() == [0, 1, 2]
    with pytest.raises(PackError, match=r"action 7 is not legal here; choose from: \[0, 1, 2\]"):
        chooser.take(7)
    assert chooser.take(2) is None
    assert chooser.legal() == [0, 1, 7]
    assert chooser.words(7) == "that is all"
    assert chooser.take(7) == ("silk",)
    # The last of several options completes the answer.
    assert (other.take(2), other.take(0)) == (None, ("silk", "rum"))


def test_too_many_options_say_how_many_actions_are_needed(boxes):
    with pytest.raises(PackError, match=r"3 options, but there is room for 2; .*actions=4"):
        chooser_of(boxes.start(), 3)


@pytest.mark.parametrize("most", [300, lambda data: 300])
def test_there_is_room_for_as_many_options_as_a_game_says_and_that_these_are_all(boxes_with, most):
    game = boxes_with(most_options=most)

    assert numbering_of(game, {}, "places").size == 301
    assert numbering_of(game, {}, 40).size == 40
    assert numbering_of(boxes_with(), {}, "places").size == 256


def test_observations_have_one_length_and_lie_between_minus_one_and_one(example):
    encoding = Encoding(16, size=64)
    match = example("pig").start(source=Scripted([6] * 9))
    for _ in range(9):
        seen = encoding.observe(match, "north", chooser_of(match, 16))
        match.answer("roll")

        assert len(seen) == encoding.length == 80
        assert all(-1 <= value <= 1 for value in seen)


def test_an_observation_tells_positions_apart(example):
    encoding = Encoding(16)
    seen = set()
    match = example("connect_four").start()
    for column in (3, 3, 2, 4):
        seen.add(tuple(encoding.observe(match, "red", None)))
        match.answer(column)

    assert len(seen) == 4


def test_an_observation_holds_nothing_of_what_the_seat_may_not_see(boxes):
    encoding = Encoding(16)
    one = boxes.start(source=Scripted(["one", "two"]))
    other = boxes.start(source=Scripted(["one", "three"]))

    assert encoding.observe(one, "ann", None) == encoding.observe(other, "ann", None)
    assert encoding.observe(one, "bob", None) != encoding.observe(other, "bob", None)


def test_a_pack_may_say_itself_what_its_seats_see_as_far_as_there_is_room(boxes_with):
    game = boxes_with(observe=lambda play, seat: (play.state.rounds, 3))
    seen = Encoding(4, size=6).observe(game.start(), "ann", None)

    assert seen == [0, 0.75, 0, 0, 0, 0, 0, 0, 0, 0]
    much = boxes_with(observe=lambda play, seat: range(9))
    with pytest.raises(PackError, match=r"observes 9 values, but there is room for 6; .*size=9"):
        Encoding(4, size=6).observe(much.start(), "ann", None)


def test_the_winner_gets_one_and_the_others_lose_one(example):
    match = example("tic_tac_toe").start()
    for cell in (0, 3, 1, 4):
        match.answer(cell)
    assert rewards(match) == {"X": 0, "O": 0}
    match.answer(2)

    assert rewards(match) == {"X": 1, "O": -1}


def row(play):
    """Row a boat together: it comes home on a high die."""
    stroke = yield play.ask("Row?", ("port", "starboard"))
    home = play.die(6, "to come home") >= 4
    play.end("home" if home else "adrift", winner=EVERYONE if home else None, why=stroke)


@pytest.mark.parametrize(("die", "reward"), [(3, -1), (4, 1)])
def test_seats_that_play_together_all_win_or_all_lose(boxes_with, die, reward):
    game = boxes_with(sequence=Step("Row", row, may_end=True), cooperative=True)
    match = game.start(source=Scripted([die]))
    match.answer("port")

    assert rewards(match) == {"ann": reward, "bob": reward}


def share_out(play):
    """End with the places that somebody chooses."""
    places = yield play.ask("Places?", ("one each", "two first", "a tie"), seat="ann")
    groups = {
        "one each": [["ann"], ["bob"], ["cat"]],
        "two first": [["ann", "bob"], ["cat"]],
        "a tie": [play.seats],
    }
    play.end(places, places=groups[places])


@pytest.mark.parametrize(
    ("places", "wanted"),
    [("one each", [1, 0, -1]), ("two first", [0.5, 0.5, -1]), ("a tie", [0, 0, 0])],
)
def test_places_are_rewarded_evenly_and_come_to_nothing_in_all(boxes_with, places, wanted):
    game = boxes_with(seats=("ann", "bob", "cat"), sequence=Step("Share", share_out, may_end=True))
    match = game.start()
    match.answer(places)

    assert list(rewards(match).values()) == wanted


def test_options_with_the_same_label_are_told_apart_by_their_ids(boxes_with):
    def pick(play):
        yield play.ask("Which?", {"a1": "a card", "a2": "a card", "b": "a box"}, seat="ann")

    match = boxes_with(sequence=Step("Pick", pick)).start()
    chooser = chooser_of(match, 4)

    assert [chooser.words(n) for n in range(3)] == ["a card [a1]", "a card [a2]", "a box"]


# ---------------------------------------------------------------- every kind of panel

PANELS = [
    panels.Facts(title="T", rows=(("coins", "3"),)),
    panels.TrackPanel(title="T", low=0, high=9, value=3),
    panels.Cards(title="T", cards=(panels.Card(name="ace", detail="3"),)),
    panels.BoardPanel(
        title="T",
        board=SquareGrid(1, 1),
        pieces=(panels.Piece(id="p", words="a ship", at="A1", state="3"),),
    ),
    panels.Slots(title="T", slots=(panels.Slot(name="nose", content="3"),)),
    panels.text_panels.Lines(title="T", lines=("3",)),
]


def test_every_kind_of_panel_is_told_as_numbers_and_no_kind_of_part_is_left_out():
    untold = [one for one in PANELS if not any(str(t).endswith("3") for _, t in features(one))]
    parts = {type(part) for panel in PANELS for part in parts_of(panel)}

    assert untold == []
    assert parts == set(get_args(PanelPart))


def test_a_panel_of_another_kind_is_refused_with_its_class_and_what_to_do(boxes):
    @attrs.frozen
    class Dial:
        title: str

    game = attrs.evolve(boxes, look=Look(view=lambda play, viewer: [Dial("The dial")]))

    with pytest.raises(PanelError, match="'The dial', a Dial, which is not a panel; derive"):
        Encoding(16).observe(game.start(), "", None)
