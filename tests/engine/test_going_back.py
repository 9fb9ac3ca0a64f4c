"""Undoing from the nearest checkpoint: the same log and the same dice."""

import pytest

from tabletop_core import ForEach, Repeat, Step
from tabletop_core.chance import Manual, Scripted, Seeded
from tabletop_core.engine.checkpoints import CHECKPOINT_EVERY, SNAPSHOT_EVERY
from tabletop_core.engine.state import fingerprint
from tabletop_core.engine.tape import Tape
from tabletop_core.events.event import to_lines


@pytest.fixture
def counted(race_with):
    """A long race, and how many answers its rule has been sent."""
    sent = []

    def turn(play):
        answer = yield play.ask("Roll?", ["roll", "hold"])
        sent.append(answer)
        play.state.rolled.append(play.die(6, "to run"))
        play.log("score", who=play.seat, points=1, total=len(play.state.rolled))

    def end(play):
        if len(play.state.rolled) == 1000:
            play.end("over")

    sequence = Repeat(
        "Round",
        ForEach("Runner", lambda play: play.seats, Step("Run", turn)),
        Step("End", end, may_end=True),
    )
    return race_with(sequence=sequence), sent


def ran(game, answers, **how):
    match = game.start(seed=3, **how)
    for number in range(answers):
        match.answer(("roll", "hold")[number % 3 == 0])
    return match


def picture(match):
    return fingerprint(match.state), to_lines(match.events), dict(match.seen_count), match.decisions


def test_undo_in_a_long_game_runs_only_its_last_steps_again(counted):
    game, sent = counted
    match = ran(game, 400)
    sent.clear()
    match.history.undo()

    assert len(sent) < 30


def replayed(match):
    return match.game.start(seed=3, tape=Tape(list(match.tape.entries)))


def test_undo_from_a_checkpoint_is_undo_from_the_beginning(counted):
    for answers in range(1, 90, 7):
        match = ran(counted[0], answers)
        match.history.undo()
        again = replayed(match)

        assert picture(match) == picture(again)
        match.answer("roll")
        again.answer("roll")
        assert picture(match) == picture(again)


def test_undo_again_and_again_to_the_beginning(counted):
    match, left = ran(counted[0], 60), []
    while match.history.undo():
        left.append(len(match.state.rolled))

    assert left == list(range(59, -1, -1))
    assert match.decisions == 0


def test_a_seeded_source_of_the_caller_is_wound_back_too(counted):
    for answers in (5, 80):
        match, again = (ran(counted[0], answers, source=Seeded("mine")) for _ in range(2))
        match.history.undo()
        match.answer("roll")

        assert match.state.rolled == again.state.rolled


# ---------------------------------------------------------------- redo


def test_redo_gives_the_answer_again_with_the_same_dice(counted):
    game, sent = counted
    match = ran(game, 300)
    rolled = match.state.rolled[:]
    match.history.undo()
    match.history.undo()
    sent.clear()

    assert [match.history.redo(), match.history.redo(), match.history.redo()] == [True, True, False]
    assert match.state.rolled == rolled
    assert len(sent) <= 2
    assert picture(match) == picture(replayed(match))


def test_redo_of_all_that_followed_is_the_game_played_on(counted):
    for answers in range(5, 60, 12):
        match = ran(counted[0], answers)
        rolled = match.state.rolled[:]
        match.history.undo(["north"])
        match.history.undo(["south"])
        match.history.redo()
        match.history.redo()

        assert match.state.rolled == rolled
        assert picture(match) == picture(replayed(match))
        match.answer("roll")
        match.history.undo()
        assert picture(match) == picture(replayed(match))


@pytest.fixture
def marched(race_with):
    """A race in which each answer leads to a hundred steps, and how often one of these was run."""
    run = []

    def ask(play):
        yield play.ask("Go?", ["go"])

    def end(play):
        play.state.rolled.append(1)
        if len(play.state.rolled) == 9:
            play.end("over")

    sequence = Repeat(
        "Round",
        Step("Ask", ask),
        ForEach("March", lambda play: [*range(100)], Step("Walk", run.append)),
        Step("End", end, may_end=True),
    )
    game = race_with(sequence=sequence)
    match = game.start(seed=3)
    for _ in range(5):
        match.answer("go")
    run.clear()
    return match, run


def test_undo_and_redo_run_few_steps_again_where_an_answer_leads_to_many(marched):
    match, run = marched
    before = len(match.events)
    match.history.undo()

    assert len(run) <= CHECKPOINT_EVERY
    run.clear()
    match.history.redo()
    assert len(run) <= SNAPSHOT_EVERY
    assert len(match.events) == before + 1


def test_redo_of_the_answer_that_ends_the_game_ends_it_again(marched):
    match, _ = marched
    for go in (*[lambda: match.answer("go")] * 4, match.history.undo, match.history.redo):
        go()

    assert (match.is_over, match.outcome.kind) == (True, "over")


def test_redo_brings_dice_rolled_by_hand_back(race):
    match = race.start(source=Scripted([5, 3]))
    match.answer("roll")
    match.history.undo()
    match.history.redo()
    match.answer("roll")

    assert match.state.rolled == [5, 3]


def test_after_another_answer_or_at_the_beginning_there_is_nothing_to_redo(counted):
    match = ran(counted[0], 3)
    match.history.undo()
    match.answer("hold")

    assert match.history.redo() is False
    assert match.decisions == 3
    assert counted[0].start().history.redo() is False


def test_after_retyping_a_die_there_is_nothing_to_redo(race):
    faces = iter([2, 3, 4, 5, 6])
    match = race.start(source=Manual(lambda sides, why: (next(faces),), lambda pool, why: ""))
    match.answer("roll")
    match.answer("roll")
    for go in (match.history.undo, match.history.undo_chance, match.history.retry):
        go()

    assert match.history.redo() is False


def test_only_dice_that_a_person_rolled_are_taken_back_by_themselves(counted):
    match = ran(counted[0], 5, tape=Tape())

    assert not match.history.undo_chance()
    assert match.decisions == 5
