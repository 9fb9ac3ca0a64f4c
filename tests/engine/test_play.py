"""One game in progress: answers, undo, fork, resume, exact odds."""

from fractions import Fraction
from itertools import cycle

import attrs
import pytest

from tabletop_core import (
    ALL_SEEING,
    ForEach,
    PackData,
    Repeat,
    Scripted,
    Sequence,
    Step,
    Viewer,
    rule,
)
from tabletop_core.chance import Seeded
from tabletop_core.engine.play import Play
from tabletop_core.engine.state import fingerprint
from tabletop_core.engine.tape import Tape
from tabletop_core.errors import (
    IllegalAnswerError,
    PackError,
    SaveError,
    SequenceError,
)
from tabletop_core.events.event import to_lines
from tabletop_core.events.words import narrate
from tabletop_core.tables import Row, Table


def rebuilt(play, entries):
    """Start the same game again with this tape."""
    return play.game.start(play.options, seed=play.seed, tape=Tape(list(entries)))


# ---------------------------------------------------------------- answers


def test_a_game_stops_at_its_first_decision_with_all_its_options(race):
    play = race.start()

    assert play.decision.prompt == "Roll again?"
    assert play.decision.options == ("roll", "hold")
    assert play.decision.seat == "north"
    assert play.decision.rule == "1"


def test_an_answer_that_is_no_option_changes_nothing(race):
    play = race.start(source=Scripted([5]))
    before = fingerprint(play.state), len(play.tape.entries), play.decision

    with pytest.raises(IllegalAnswerError, match=r"'jump'.*roll, hold"):
        play.answer("jump")

    assert (fingerprint(play.state), len(play.tape.entries), play.decision) == before


def test_a_finished_game_takes_no_answer(race, run):
    play = run(race.start(seed=1))

    assert play.is_over
    with pytest.raises(IllegalAnswerError, match="over"):
        play.answer("hold")


def test_scripted_dice_play_a_whole_game(race):
    dice = Scripted([6, 4])
    play = race.start(source=dice)

    for answer in ("roll", "roll", "hold"):
        play.answer(answer)

    assert dice.left == []
    assert play.outcome.winner == "north"
    assert play.outcome.scores == {"north": 10, "south": 0}


def test_a_game_played_at_random_without_a_tape_counts_its_decisions(race):
    numbers = [0.1, 0.2, 0.7, 0.1, 0.4, 0.9]
    bare = Play(race, options={"goal": 10}, data=None, seed=4).begin()
    bare.run_at_random(cycle(numbers).__next__)
    taped = race.start(seed=4)
    taped.run_at_random(cycle(numbers).__next__)

    assert bare.decisions == taped.decisions > 1
    assert len([one for one in taped.tape.entries if one[0] == "answer"]) == taped.decisions


def test_the_outcome_keeps_the_scores_of_the_end_not_of_later_changes(race):
    play = race.start(source=Scripted([6, 4]))
    for answer in ("roll", "roll", "hold"):
        play.answer(answer)
    play.state.scores["north"] = 99

    assert play.outcome.scores["north"] == 10


def test_events_name_step_and_rule(race):
    play = race.start(source=Scripted([1]))
    play.answer("roll")

    roll = next(event for event in play.events if event.kind == "roll")
    score = next(event for event in play.events if event.kind == "score")
    assert (roll.step, roll.rule) == ("Run", "1")
    assert (score.step, score.rule) == ("Run", "2")


def test_a_rule_is_current_only_while_its_procedure_runs(race):
    play = race.start(source=Scripted([1]))
    play.answer("roll")

    assert play.rule == "1"
    assert play.rules == []


def test_an_ask_without_options_is_refused(race_with):
    def stuck(play):
        yield play.ask("Which of none?", ())

    game = race_with(sequence=Sequence("Game", Step("Stuck", stuck)))

    with pytest.raises(PackError, match=r"Which of none.*no option \(rule \?\)"):
        game.start()


def test_an_ask_for_more_options_than_there_are_is_refused(race_with):
    def stuck(play):
        yield play.ask("Which three?", ("a", "b"), least=3, most=3)

    game = race_with(sequence=Sequence("Game", Step("Stuck", stuck)))

    with pytest.raises(PackError, match=r"Which three.*3 to 3 of 2 options \(rule \?\)"):
        game.start()


def test_choose_asks_only_where_there_is_a_choice(race_with):
    def pick(play):
        only = yield from play.choose("One?", ("a",))
        several = yield from play.choose("Two?", {"b": "bee", "c": "sea"})
        play.end(only + several)

    play = race_with(sequence=Sequence("Game", Step("Pick", pick))).start()
    assert play.decision.prompt == "Two?"
    play.answer("c")

    assert play.outcome.kind == "ac"


def test_a_sequence_that_runs_out_without_an_end_is_an_error(race_with):
    game = race_with(sequence=Sequence("Game", Step("Nothing", lambda play: None)))

    with pytest.raises(SequenceError, match="no step ended the game"):
        game.start()


# ---------------------------------------------------------------- resume


@pytest.mark.parametrize("name", ["race", "tricks", "voyage"])
def test_a_game_resumed_at_any_decision_has_the_same_future(request, run, name):
    game = request.getfixturevalue(name)
    whole = run(game.start(seed=5))
    story = to_lines(whole.events)
    answers = [at for at, entry in enumerate(whole.tape.entries) if entry[0] == "answer"]

    for at in answers:
        play = rebuilt(whole, whole.tape.entries[:at])
        assert play.decision is not None
        assert story.startswith(to_lines(play.events))
        for entry in whole.tape.entries[at:]:
            if entry[0] == "answer":
                play.answer(entry[2])
        assert to_lines(play.events) == story
        assert fingerprint(play.state) == fingerprint(whole.state)


def test_a_tape_of_lists_as_a_file_gives_them_replays(voyage, run):
    whole = run(voyage.start(seed=2))
    entries = [
        tuple(list(part) if isinstance(part, tuple) else part for part in entry)
        for entry in whole.tape.entries
    ]

    assert to_lines(rebuilt(whole, entries).events) == to_lines(whole.events)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda tape: [("draw", "6a"), *tape[1:]], "entry 1 .* the rules ask for an answer"),
        (lambda tape: [("answer", "north", "jump"), *tape[1:]], "'jump' is not an option"),
        (lambda tape: [tape[0], ("roll", (7,)), *tape[2:]], r"\[7\].*d6"),
        (lambda tape: [tape[0], ("roll", (3, 3)), *tape[2:]], r"\[3, 3\].*d6"),
        (lambda tape: [*tape, ("answer", "north", "roll")], "goes on after the game is over"),
    ],
    ids=["wrong kind", "no option", "no such face", "too many dice", "too long"],
)
def test_a_tape_of_another_game_is_refused(race, run, change, words):
    whole = run(race.start(seed=5))
    assert whole.tape.entries[1][0] == "roll"

    with pytest.raises(SaveError, match=words):
        rebuilt(whole, change(whole.tape.entries))


def test_a_tape_that_draws_a_card_not_in_the_pile_is_refused(tricks):
    with pytest.raises(SaveError, match=r"'9z'.*not in the pool"):
        tricks.start(tape=Tape([("draw", "9z")]))


# ---------------------------------------------------------------- undo


@pytest.mark.parametrize("name", ["race", "tricks", "voyage"])
def test_undo_at_any_decision_restores_what_was_before_the_answer(request, run, name):
    game = request.getfixturevalue(name)
    play = game.start(seed=3)
    while play.decision is not None:
        before = fingerprint(play.state), play.decision.prompt, list(play.decision.options)
        answers, rules = play.decisions, play.rule
        told = [event for event in play.events if event.kind != "undone"]
        run(play, 1)

        assert play.undo()

        assert (
            fingerprint(play.state),
            play.decision.prompt,
            list(play.decision.options),
        ) == before
        assert (play.decisions, play.rule) == (answers, rules)
        assert [event for event in play.events if event.kind != "undone"] == told
        run(play, 1)


def test_undo_gives_the_same_dice_again(race):
    play = race.start(seed=4)
    play.answer("roll")
    first = play.state.rolled[:]

    play.undo()
    play.answer("roll")

    assert play.state.rolled == first


def test_what_was_revealed_is_logged_as_undone(race):
    play = race.start(source=Scripted([5, 3]))
    play.answer("roll")
    play.undo()

    undone = play.events[-1]
    assert undone.kind == "undone"
    assert undone.facts == {
        "seat": "north",
        "answer": "roll",
        "revealed": [5],
        "words": "roll the die",
    }


def test_undoing_twice_still_tells_all_that_was_revealed(race):
    play = race.start(source=Scripted([5, 3]))
    play.answer("roll")
    play.answer("roll")
    play.undo()
    play.undo()

    assert play.decisions == 0
    assert sorted(play.events[-1].facts["revealed"]) == [3, 5]


def test_a_game_with_undone_answers_resumes_with_its_whole_story(race, run):
    play = race.start(seed=8)
    for _ in range(3):
        run(play, 1)
        play.undo()
        run(play, 2)
    run(play)

    assert to_lines(rebuilt(play, play.tape.entries).events) == to_lines(play.events)


def test_undo_after_the_end_goes_back_into_the_game(race):
    play = race.start(source=Scripted([6, 4]))
    for answer in ("roll", "roll", "hold"):
        play.answer(answer)
    play.undo()

    assert not play.is_over
    assert play.decision.options == ("roll", "hold")


def test_undo_takes_back_the_last_answer_of_the_named_seats(tricks, run):
    play = tricks.start(seed=1)
    run(play, 2)
    first = play.tape.entries[8]
    assert first[:2] == ("answer", "east")

    play.undo(["east"])

    assert play.decision.seat == "east"
    assert play.decisions == 0


def test_without_an_answer_there_is_nothing_to_undo(race):
    play = race.start()

    assert play.undo() is False
    assert play.events[-1].kind == "step"


# ---------------------------------------------------------------- fork


@pytest.mark.parametrize("name", ["race", "tricks", "voyage"])
def test_a_fork_stands_at_the_same_decision_and_playing_it_changes_nothing(request, run, name):
    play = request.getfixturevalue(name).start(seed=3)
    while play.decision is not None:
        state, tape = fingerprint(play.state), list(play.tape.entries)
        told, decision, place = list(play.events), play.decision, play.place

        fork = play.fork("look ahead")
        assert fingerprint(fork.state) == state
        assert fork.decision.prompt == decision.prompt
        assert list(fork.decision.options) == list(decision.options)
        assert fork.place == place
        run(fork, seed="other")

        assert fork.is_over
        assert fingerprint(play.state) == state
        assert (play.tape.entries, play.events) == (tape, told)
        assert (play.decision, play.place) == (decision, place)
        run(play, 1)


def test_a_fork_has_chance_of_its_own(race):
    play = race.start(seed=1)
    rolled = set()
    for number in range(20):
        fork = play.fork(number)
        fork.answer("roll")
        rolled.add(fork.state.rolled[0])

    assert len(rolled) > 2


def test_the_dice_of_a_fork_do_not_depend_on_what_its_step_has_rolled_before(race):
    play = race.start(source=Scripted([3, 4]))
    play.answer("roll")
    play.answer("roll")
    fork = play.fork("look")
    fork.answer("roll")

    assert fork.state.rolled == [3, 4, *play.chance_of_fork("look").roll((6,), "to run")]


def test_a_fork_can_be_forked_only_where_that_was_asked_for(race):
    play = race.start(seed=1)

    assert play.fork(snapshots=True).fork().decision.options == play.decision.options
    with pytest.raises(SequenceError, match="cannot be forked"):
        play.fork().fork()


def test_a_fork_of_the_same_purpose_is_the_same(race, run):
    play = race.start(seed=1)

    assert run(play.fork("a")).state == run(play.fork("a")).state


def test_forks_never_disturb_the_dice_of_the_game(race, run):
    alone = run(race.start(seed=6))
    watched = race.start(seed=6)
    while watched.decision is not None:
        run(watched.fork("peek"), 3)
        watched.answer(alone.tape.entries[[*_answers(alone)][watched.decisions]][2])

    assert to_lines(watched.events) == to_lines(alone.events)


def _answers(play):
    return (at for at, entry in enumerate(play.tape.entries) if entry[0] == "answer")


def test_a_fork_for_a_seat_draws_anew_what_the_seat_may_not_know(tricks):
    play = tricks.start(seed=1)
    hands = play.state.hands

    others = {
        tuple(play.fork(number, seat="east").state.hands["west"].cards) for number in range(10)
    }
    mine = {tuple(play.fork(n, seat="east").state.hands["east"].cards) for n in range(10)}

    assert len(others) > 5
    assert mine == {tuple(hands["east"].cards)}


def test_a_fork_of_a_fork_for_a_seat_does_not_bring_the_hidden_cards_back(tricks):
    play = tricks.start(seed=1)
    fork = play.fork("one", seat="east", snapshots=True)

    again = {tuple(fork.fork(number).state.hands["west"].cards) for number in range(10)}

    assert len(again) > 5


def test_a_fork_cannot_be_undone_since_its_beginning_is_not_on_its_tape(race):
    play = race.start(source=Scripted([5, 3]))
    play.answer("roll")
    play.answer("roll")
    fork = play.fork(snapshots=True)

    with pytest.raises(SequenceError, match="fork"):
        fork.undo()


def test_a_fork_after_undo_stands_where_the_game_stands(voyage, run):
    play = run(voyage.start(seed=2), 5)
    play.undo()

    assert fingerprint(play.fork().state) == fingerprint(play.state)


def test_a_fork_of_a_finished_game_is_finished(race, run):
    play = run(race.start(seed=1))

    assert play.fork().outcome == play.outcome


def test_a_game_without_snapshots_refuses_to_fork(race):
    play = race.start(snapshots=False)

    with pytest.raises(SequenceError, match="without snapshots"):
        play.fork()


def test_snapshots_headings_and_events_do_not_change_the_game(voyage, run):
    full = run(voyage.start(seed=4))
    bare = run(voyage.start(seed=4, snapshots=False, record=False, headings=False))

    assert bare.state == full.state
    assert bare.outcome == full.outcome
    assert bare.events == []


# ---------------------------------------------------------------- exact odds


@rule("9", "Two dice")
def two_dice(play):
    return play.roll("2d6").total


def test_odds_are_worked_out_by_the_code_of_the_rule(race):
    odds = race.start().odds(two_dice)

    assert odds[7] == Fraction(1, 6)
    assert sum(odds.values()) == 1


def test_odds_change_nothing_in_the_game(race):
    play = race.start(seed=1)
    before = fingerprint(play.state), list(play.events), list(play.tape.entries), play.rules[:]

    def running(play):
        play.state.scores["north"] += play.die(6)
        play.log("score", who="north", points=1, total=1)
        return play.state.scores["north"]

    assert play.odds(running)[6] == Fraction(1, 6)
    assert (fingerprint(play.state), play.events, play.tape.entries, play.rules) == before


def test_odds_of_a_draw_follow_the_counts_of_the_pile(tricks):
    play = tricks.start(seed=1)
    pile = play.state.pile

    odds = play.odds(lambda play: play.draw(play.state.pile))

    assert odds == pile.odds()
    assert len(pile) == 4


def test_odds_of_a_rule_that_asks_need_a_policy(race):
    def asking(play):
        if (yield play.ask("Roll?", ("yes", "no"))) == "yes":
            return play.die(6)
        return 0

    play = race.start()

    with pytest.raises(SequenceError, match=r"Roll\?.*policy"):
        play.odds(asking)
    assert play.odds(asking, policy=lambda play, decision: "yes")[3] == Fraction(1, 6)


def test_odds_of_a_rule_that_may_end_the_game_name_the_end(race):
    def risky(play):
        if play.die(6) == 1:
            play.end("lost")
        return "on"

    play = race.start()

    assert play.odds(risky) == {"lost": Fraction(1, 6), "on": Fraction(5, 6)}
    assert not play.is_over


# ---------------------------------------------------------------- loops and seats


@attrs.define
class Seen:
    seats: list[str] = attrs.field(factory=list)


def note_seat(play):
    play.state.seats.append(play.seat)


def loop_game(race_with, *nodes):
    return race_with(
        state=Seen,
        new_state=lambda play: Seen(),
        view=lambda play, viewer: [],
        sequence=Sequence("Game", *nodes, Step("End", lambda play: play.end("done"))),
    )


def test_the_seat_of_an_outer_loop_is_current_again_after_an_inner_loop(race_with):
    game = loop_game(
        race_with,
        ForEach(
            "Mover",
            lambda play: play.seats,
            Step("Move", note_seat),
            ForEach("Reactor", lambda play: reversed(play.seats), Step("React", note_seat)),
            Step("Finish", note_seat),
        ),
    )

    seen = game.start().state.seats

    assert seen == ["north", "south", "north", "north", "south", "south", "north", "south"]


def test_rounds_and_items_are_told_by_the_name_of_their_loop(race_with):
    told = []

    def tell(play):
        told.append((play.round("Turn"), play.item("Number"), play.where))

    game = loop_game(
        race_with,
        Repeat(
            "Turn",
            ForEach("Number", lambda play: (7, 8), Step("Tell", tell)),
            until=lambda play: play.round("Turn") == 2,
        ),
    )
    game.start()

    assert [entry[:2] for entry in told] == [(1, 7), (1, 8), (2, 7), (2, 8)]
    assert told[-1][2] == ["Game", "Turn 2", "Number 8", "Tell"]


def test_asking_for_a_loop_that_does_not_run_names_it(race_with):
    game = loop_game(race_with, Step("Tell", lambda play: play.item("Nothing")))

    with pytest.raises(SequenceError, match="'Nothing'"):
        game.start()


# ---------------------------------------------------------------- chance through play


def test_a_card_drawn_for_one_seat_is_logged_for_that_seat_alone(tricks):
    play = tricks.start(seed=1)
    draws = [event for event in play.events if event.kind == "draw"]

    assert draws[0].seen_by(Viewer("east"))
    assert not draws[0].seen_by(Viewer("west"))
    assert draws[0].seen_by(ALL_SEEING)


def test_pick_takes_each_of_a_list_alike_and_each_of_a_pool_by_its_count(race):
    play = race.start()

    assert play.odds(lambda play: play.pick(["a", "b"])) == {
        "a": Fraction(1, 2),
        "b": Fraction(1, 2),
    }
    assert play.odds(lambda play: play.pick({"a": 3, "b": 1}))["a"] == Fraction(3, 4)


def test_a_card_is_named_by_the_data(race_with):
    game = race_with(
        load_data=lambda overlays: PackData(names={"f1": "First flight"}),
        sequence=Sequence("Game", Step("Pick", lambda play: play.end(play.pick(["f1"])))),
    )

    draw = next(event for event in game.start().events if event.kind == "draw")
    assert draw.facts["name"] == "First flight"


def test_a_result_that_is_the_id_of_a_component_is_told_by_its_name(race_with):
    chart = Table(id="c", title="Who comes", dice="1d6", rows=[Row("1-6", "f1")])
    game = race_with(
        load_data=lambda overlays: PackData(names={"f1": "First flight"}),
        sequence=Sequence("Game", Step("Roll", lambda play: play.end(play.look_up(chart).result))),
    )

    play = game.start()

    rolled = next(event for event in play.events if event.kind == "look_up")
    assert narrate(rolled, {}).endswith("-> First flight")
    assert play.outcome.kind == "f1"


def test_a_seeded_source_given_by_the_caller_serves_undo_too(race, run):
    own = race.start(source=Seeded("mine"))
    run(own, 3)
    own.undo()
    run(own)

    assert Play.undo(own)


def test_dice_used_one_by_one_are_told_without_a_sum(race):
    play = race.start(source=Scripted([2, 5, 3]))
    assert play.dice(3, 6, "to hit") == (2, 5, 3)

    event = play.events[-1]
    assert narrate(event, {}) == "to hit: rolls 3d6: 2 5 3"


# ---------------------------------------------------------------- phases with many orders


@pytest.fixture
def campaign(race_with):
    """Three orders in one phase; `campaign.runs` counts how often the code of an order began."""
    runs = []

    def order(play):
        runs.append(play.place)
        play.state.seats.append((yield play.ask("Whom?", ["a", "b", "c"])))
        play.log("ordered", unit=play.state.seats[-1])

    campaign = loop_game(
        race_with,
        Repeat(
            "Orders",
            Step("Order", order, quiet=True),
            until=lambda play: len(play.state.seats) == 3,
            rule="4",
        ),
    ).start()
    campaign.runs = runs
    return campaign


def test_orders_of_a_phase_stand_under_one_heading(campaign):
    for unit in "abc":
        campaign.answer(unit)

    headings = [event.facts["path"] for event in campaign.events if event.kind == "step"]
    assert headings == [["Game", "Orders"], ["Game", "End"]]
    assert [event.rule for event in campaign.events if event.kind == "step"] == ["4", ""]


def test_a_fork_in_a_phase_runs_the_present_order_again_only(campaign):
    campaign.answer("a")
    campaign.answer("b")
    before = len(campaign.runs)
    fork = campaign.fork()

    assert (len(campaign.runs) - before, fork.state.seats, fork.where) == (
        1,
        ["a", "b"],
        ["Game", "Orders"],
    )


def test_undo_in_a_phase_leaves_its_heading_once(campaign):
    campaign.answer("a")
    campaign.answer("b")
    campaign.undo()

    assert [event.kind for event in campaign.events] == ["step", "ordered", "undone"]
