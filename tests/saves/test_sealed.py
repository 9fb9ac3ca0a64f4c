"""Answers given while others choose at the same time: on disk at once, outside the tape."""

import json

import pytest

from tabletop_core.engine.field_edits import edit_field
from tabletop_core.errors import SaveError
from tabletop_core.saves.reader import read_save
from tests.conftest import Purse


@pytest.fixture
def lot(auction_with, path, started):
    """Return what begins a lot that three bid for, whose seed is 1."""

    def lot(**how):
        session = started(auction_with(), seed=1, save=path, **how)
        session.advance()
        return session

    return lot


@pytest.fixture
def resumed(auction_with, woken):
    return lambda: woken(auction_with())


def records(path):
    lines = path.read_text().splitlines()
    return [line.partition(" #= ")[0] for line in lines if line[:1].isdigit()]


def test_a_sealed_answer_is_on_disk_at_once_and_not_on_the_tape(lot, path):
    lot().answer(4, seat="bob")
    saved = read_save(path)

    assert saved.entries == []
    assert saved.sealed == {"bob": 4}


def test_a_game_goes_on_in_the_middle_of_a_choice(lot, resumed):
    session = lot()
    session.answer(4, seat="bob")
    again = resumed()

    assert again.match.sealed == ["bob"]
    assert again.match.decision.seat == "ann"
    again.answer(1)
    again.answer(2)
    assert again.match.state.coins == {"ann": 8, "bob": 5, "cid": 7}


def test_a_game_killed_after_any_record_goes_on_as_the_same_game(lot, resumed, path):
    session = lot()
    for number, seat in enumerate(("cid", "ann", "bob") * 2):
        session.answer(number % 3, seat=seat)
    session.close()
    lines = path.read_text().splitlines(keepends=True)
    ends = [number for number, line in enumerate(lines, 1) if line[:1].isdigit()]
    for end in ends:
        path.write_text("".join(lines[:end]))
        again = resumed().match
        for number, seat in enumerate(("cid", "ann", "bob") * 2):
            if number >= again.decisions and again.question_of(seat):
                again.answer(number % 3, seat=seat)
        assert again.tape.entries == session.match.tape.entries
        assert again.events == session.match.events

    assert len(ends) == 8


def test_the_opened_answers_are_one_record(lot, path):
    session = lot()
    for coins in (1, 2, 3):
        session.answer(coins)
    session.close()

    assert records(path) == [
        '1 = ["seal", "ann", 1]',
        '2 = ["seal", "bob", 2]',
        '3 = ["answers", ["ann", 1], ["bob", 2], ["cid", 3]]',
        '4 = ["roll", 4]',
    ]


def test_what_was_unsealed_is_not_there_after_waking(lot, resumed):
    session = lot()
    session.answer(4, seat="bob")
    session.answer(5, seat="cid")
    session.match.retract("bob")
    session.close()

    assert resumed().match.sealed == ["cid"]


def test_undo_takes_back_the_answer_a_person_sealed_last_and_none_of_a_bot(lot, resumed):
    session = lot(seats="human,human,bot:random")
    assert session.match.sealed == ["cid"]
    session.answer(4, seat="bob")

    assert session.undo()
    assert session.match.sealed == ["cid"]
    assert not session.undo()
    session.close()
    assert resumed().match.sealed == ["cid"]


def test_bots_go_on_after_waking_as_if_nothing_had_been(lot, resumed):
    session = lot(seats="human,bot:random,bot:random")
    session.save()
    again = resumed()
    for one in (session, again):
        for coins in (3, 2):
            one.advance()
            one.answer(coins)
        one.advance()

    assert session.match.events == again.match.events


def test_sealed_answers_of_other_rules_are_refused(lot, auction_with, woken):
    lot().answer(4, seat="bob")

    with pytest.raises(SaveError, match="sealed answer does not fit"):
        woken(auction_with(new_state=lambda play: Purse(dict.fromkeys(play.seats, 1))))


def test_a_field_that_was_set_is_on_disk_and_there_after_waking(lot, resumed, path):
    session = lot()
    session.answer(4, seat="bob")
    edit_field(session.match, "coins.ann", 2)
    session.close()

    place = json.dumps(session.match.tape.entries[0][1]["place"])
    assert records(path)[1:] == [
        '2 = ["unseal", "bob"]',
        f'3 = ["set", {{"field": "coins.ann", "value": 2, "place": {place}}}]',
    ]
    again = resumed().match
    assert again.state.coins["ann"] == 2
    assert again.decision.options == session.match.decision.options


def test_a_field_of_other_rules_is_no_part_of_this_game(lot, resumed, path):
    session = lot()
    edit_field(session.match, "coins.ann", 2)
    session.match.tape.add(("set", {"field": "gold", "value": 2, "place": []}))
    session.close()

    with pytest.raises(SaveError, match="entry 2 of the tape does not fit: the state has no field"):
        resumed()
