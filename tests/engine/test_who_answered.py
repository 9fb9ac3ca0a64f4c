"""Who answered, where several might have; questions that are no longer open."""

import pytest

from tabletop_core import Repeat, Step
from tabletop_core.bots.seating import seat_bots
from tabletop_core.bots.simple import chooser
from tabletop_core.engine.tape import Tape
from tabletop_core.errors import IllegalAnswerError, SaveError, StaleAnswerError
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import begin, new_session, resume_session
from tabletop_core.testing import play_script


def grab(play):
    question = play.ask("Who grabs what?", ["cake", "nothing"], seat=("north", "south"))
    answer = yield question
    play.log("grab", who=question.answered_by, what=answer)
    play.state.rolled.append(play.die(6))
    if len(play.state.rolled) == 4:
        play.end("eaten")


@pytest.fixture
def party(race_with):
    return race_with(sequence=Repeat("Round", Step("Grab", grab, may_end=True)))


@pytest.mark.parametrize(("seat", "booked"), [("south", "south"), (None, "north")])
def test_an_answer_is_booked_on_the_seat_that_gave_it_else_on_the_first(party, seat, booked):
    match = party.start()
    match.answer("cake", seat=seat)

    assert match.tape.entries[0] == ("answer", booked, "cake")
    assert match.seen_count == {booked: 1}
    assert match.events[1].facts["who"] == booked


def test_a_seat_that_may_not_answer_is_refused_and_nothing_happens(party):
    match = party.start()

    with pytest.raises(IllegalAnswerError, match=r"'west' may not answer .* north or south"):
        match.answer("cake", seat="west")
    assert match.tape.entries == []
    with pytest.raises(SaveError, match="'west' may not answer"):
        party.start(tape=Tape([("answer", "west", "cake"), ("roll", (1,))]))


def test_who_answered_is_the_same_after_resuming(party, tmp_path):
    session = new_session(party, save=tmp_path / "game.toml", undo="free")
    begin(session)
    session.answer("cake", seat="south")
    session.close()

    again = resume_session(read_save(tmp_path / "game.toml"), lambda pack: party, write=False)

    assert again.match.events == session.match.events
    assert again.match.seen_count == {"south": 1}


def test_the_answer_of_a_person_is_not_booked_on_the_seat_of_a_bot(party):
    session = new_session(party, seats="bot:random,human")
    begin(session)
    session.advance()
    session.answer("cake")

    assert session.match.tape.entries[0][1] == "south"


def test_the_answer_of_a_bot_is_booked_on_its_own_seat(party):
    match = party.start()
    match.run(chooser(seat_bots(party, {"north": "random", "south": "random"}, 1)))

    assert {entry[1] for entry in match.tape.entries if entry[0] == "answer"} == {"north"}


def test_undo_takes_back_the_answer_of_the_one_who_gave_it(party):
    match = party.start()
    match.answer("cake", seat="south")
    match.answer("nothing", seat="north")

    assert match.history.undo(["south"])
    assert (match.decisions, match.events[-1].facts["seat"]) == (0, "south")


# ---------------------------------------------------------------- tokens


def test_an_answer_with_the_token_of_the_open_question_counts_once(party):
    match = party.start()
    token = match.decision.token
    match.answer("cake", token=token)
    before = list(match.tape.entries), match.state.rolled[:]

    assert match.decisions == 1
    with pytest.raises(StaleAnswerError, match=f"question {token} is no longer open"):
        match.answer("cake", token=token)
    assert (match.tape.entries, match.state.rolled) == before


def test_a_question_asked_again_after_undo_has_another_token(party):
    match = party.start()
    seen = [match.decision.token]
    for go in (lambda: match.answer("cake"), match.history.undo) * 3:
        go()
        seen.append(match.decision.token)

    assert len(set(seen)) == len(seen)


def test_a_resumed_game_asks_with_the_same_token_and_never_repeats_an_old_one(party, tmp_path):
    session = new_session(party, save=tmp_path / "game.toml", undo="free")
    begin(session)
    tokens = [session.match.decision.token]
    for go in (lambda: session.answer("cake"), session.undo) * 3:
        go()
        tokens.append(session.match.decision.token)
    session.close()

    again = resume_session(read_save(tmp_path / "game.toml"), lambda pack: party)
    assert again.match.decision.token == tokens[-1]
    again.answer("cake")
    assert again.match.decision.token not in tokens
    again.close()


def test_nothing_is_open_when_the_game_is_over(party):
    match = play_script(party, [1] * 4, ["cake"] * 4)

    with pytest.raises(StaleAnswerError, match="none is open now"):
        match.answer("cake", token=party.start().decision.token)
