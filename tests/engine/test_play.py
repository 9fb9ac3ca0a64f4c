"""One game in progress: answers, undo, fork, resume, exact odds."""

from fractions import Fraction
from itertools import cycle

import attrs
import pytest

from tabletop_core import ALL_SEEING, ForEach, PackData, Repeat, Sequence, Step, Viewer, rule
from tabletop_core.chance import ChanceWaits, Scripted, Seeded
from tabletop_core.engine.match import Match, chance_of_fork
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
from tabletop_core.testing import play_script

HOME = ("roll", "roll", "hold")
"""North runs home with a six and a four."""


def rebuilt(match, entries):
    """Start the same game again with this tape."""
    return match.game.start(match.options, seed=match.seed, tape=Tape(list(entries)))


# ---------------------------------------------------------------- answers


def test_a_game_stops_at_its_first_decision_with_all_its_options(race):
    decision = race.start().decision

    assert (decision.prompt, decision.options) == ("Roll again?", ("roll", "hold"))
    assert (decision.seat, decision.rule) == ("north", "1")


def test_an_answer_that_is_no_option_changes_nothing(race):
    match = race.start(source=Scripted([5]))
    before = fingerprint(match.state), len(match.tape.entries), match.decision

    with pytest.raises(IllegalAnswerError, match=r"'jump'.*roll, hold"):
        match.answer("jump")

    assert (fingerprint(match.state), len(match.tape.entries), match.decision) == before


def test_a_finished_game_takes_no_answer(race, run):
    match = run(race.start(seed=1))

    assert match.is_over
    with pytest.raises(IllegalAnswerError, match="over"):
        match.answer("hold")


def test_scripted_dice_play_a_whole_game_whose_outcome_keeps_the_scores_of_its_end(race):
    match = play_script(race, [6, 4], HOME)
    match.state.scores["north"] = 99

    assert match.outcome.winner == "north"
    assert match.outcome.scores == {"north": 10, "south": 0}


NUMBERS = (0.1, 0.2, 0.7, 0.1, 0.4, 0.9)


def untaped(race):
    return Match(race, options={"goal": 10}, data=None, seed=4)


def test_a_game_played_at_random_without_a_tape_counts_its_decisions(race):
    bare = untaped(race).begin().run_at_random(cycle(NUMBERS).__next__)
    taped = race.start(seed=4).run_at_random(cycle(NUMBERS).__next__)

    assert bare.decisions == taped.decisions > 1
    assert len([*_answers(taped)]) == taped.decisions


def test_a_game_played_at_random_for_some_decisions_goes_on_from_there(race):
    whole = untaped(race).begin().run_at_random(cycle(NUMBERS).__next__)
    parts, number = untaped(race), cycle(NUMBERS).__next__
    for most in range(1, 3):
        assert parts.run_at_random(number, most).decisions == most
        assert parts.decision is not None
    parts.run_at_random(number)

    assert (parts.decisions, parts.state) == (whole.decisions, whole.state)


def test_events_name_step_and_rule_which_is_current_only_while_its_procedure_runs(race):
    match = play_script(race, [1], ["roll"])
    told = {event.kind: (event.step, event.rule) for event in match.events}

    assert (told["roll"], told["score"]) == (("Run", "1"), ("Run", "2"))
    assert (match.play.rule, match.play.rules) == ("1", [])


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (("Which of none?", ()), r"Which of none.*no option \(rule \?\)"),
        (("Which three?", ("a", "b")), r"Which three.*3 to 3 of 2 options \(rule \?\)"),
    ],
)
def test_an_ask_without_options_or_for_more_than_there_are_is_refused(race_with, question, words):
    def stuck(play):
        several = {"least": 3, "most": 3} if question[1] else {}
        yield play.ask(*question, **several)

    with pytest.raises(PackError, match=words):
        race_with(sequence=Step("Stuck", stuck)).start()


def test_choose_asks_only_where_there_is_a_choice(race_with):
    def pick(play):
        only = yield from play.choose("One?", ("a",))
        several = yield from play.choose("Two?", {"b": "bee", "c": "sea"})
        play.end(only + several)

    match = race_with(sequence=Step("Pick", pick)).start()
    assert match.decision.prompt == "Two?"
    match.answer("c")

    assert match.outcome.kind == "ac"


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
        match = rebuilt(whole, whole.tape.entries[:at])
        assert match.decision is not None
        assert story.startswith(to_lines(match.events))
        for entry in whole.tape.entries[at:]:
            if entry[0] == "answer":
                match.answer(entry[2])
        assert to_lines(match.events) == story
        assert fingerprint(match.state) == fingerprint(whole.state)


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
        (lambda tape: [*tape, ("answer", "north", "roll")], "continues after the end of the game"),
    ],
    ids=["wrong kind", "no option", "no such face", "too many dice", "too long"],
)
def test_a_tape_of_another_game_is_refused(race, tricks, run, change, words):
    whole = run(race.start(seed=5))
    assert whole.tape.entries[1][0] == "roll"

    with pytest.raises(SaveError, match=words):
        rebuilt(whole, change(whole.tape.entries))
    with pytest.raises(SaveError, match=r"'9z'.*not in the pool"):
        tricks.start(tape=Tape([("draw", "9z")]))


# ---------------------------------------------------------------- undo


def standing(match):
    """Return where a game stands: its state, its question, its rule, and how much was answered."""
    asked = match.decision.prompt, list(match.decision.options)
    return fingerprint(match.state), asked, match.play.rule, match.decisions


def events_of(match):
    return [event for event in match.events if event.kind != "undone"]


@pytest.mark.parametrize("name", ["race", "tricks", "voyage"])
def test_undo_at_any_decision_restores_what_was_before_the_answer(request, run, name):
    game = request.getfixturevalue(name)
    match = game.start(seed=3)
    while match.decision is not None:
        before, told = standing(match), events_of(match)
        run(match, 1)

        assert match.history.undo()
        assert (standing(match), events_of(match)) == (before, told)
        run(match, 1)


def test_undo_gives_the_same_dice_again(race):
    match, rolled = race.start(seed=4), []
    for _ in range(2):
        match.answer("roll")
        rolled.append(match.state.rolled[:])
        match.history.undo()

    assert rolled[0] == rolled[1]


def test_all_that_was_revealed_is_logged_as_undone(race):
    match = play_script(race, [5, 3], ["roll", "roll"])
    match.history.undo()
    undone = match.events[-1]
    match.history.undo()

    assert undone.kind == "undone"
    assert undone.facts == {
        "seat": "north",
        "answer": "roll",
        "revealed": [3],
        "words": "roll the die",
    }
    assert match.decisions == 0
    assert sorted(match.events[-1].facts["revealed"]) == [3, 5]


def test_a_game_with_undone_answers_resumes_with_its_whole_story(race, run):
    match = race.start(seed=8)
    for _ in range(3):
        run(match, 1)
        match.history.undo()
        run(match, 2)
    run(match)

    assert to_lines(rebuilt(match, match.tape.entries).events) == to_lines(match.events)


def test_undo_after_the_end_goes_back_into_the_game(race):
    match = play_script(race, [6, 4], HOME)
    match.history.undo()

    assert not match.is_over
    assert match.decision.options == ("roll", "hold")


def test_undo_takes_back_the_last_answer_of_the_named_seats(tricks, run):
    match = tricks.start(seed=1)
    run(match, 2)
    first = match.tape.entries[8]
    assert first[:2] == ("answer", "east")

    match.history.undo(["east"])

    assert match.decision.seat == "east"
    assert match.decisions == 0


def test_without_an_answer_there_is_nothing_to_undo(race):
    match = race.start()

    assert (match.history.undo(), match.events[-1].kind) == (False, "step")


# ---------------------------------------------------------------- fork


@pytest.mark.parametrize("name", ["race", "tricks", "voyage"])
def test_a_fork_stands_at_the_same_decision_and_playing_it_changes_nothing(request, run, name):
    match = request.getfixturevalue(name).start(seed=3)
    while match.decision is not None:
        state, tape = fingerprint(match.state), list(match.tape.entries)
        told, decision, place = list(match.events), match.decision, match.place

        fork = match.fork("look ahead")
        assert fingerprint(fork.state) == state
        assert fork.decision.prompt == decision.prompt
        assert list(fork.decision.options) == list(decision.options)
        assert fork.place == place
        run(fork, seed="other")

        assert fork.is_over
        assert fingerprint(match.state) == state
        assert (match.tape.entries, match.events) == (tape, told)
        assert (match.decision, match.place) == (decision, place)
        run(match, 1)


def test_a_fork_has_chance_of_its_own_and_that_of_the_same_purpose_is_the_same(race, run):
    match = race.start(seed=1)
    forks = [match.fork(number) for number in range(20)]
    for fork in forks:
        fork.answer("roll")

    assert len({fork.state.rolled[0] for fork in forks}) > 2
    assert run(match.fork("a")).state == run(match.fork("a")).state


def test_the_dice_of_a_fork_do_not_depend_on_what_its_step_has_rolled_before(race):
    match = play_script(race, [3, 4], ["roll", "roll"])
    fork = match.fork("look")
    fork.answer("roll")

    assert fork.state.rolled == [3, 4, *chance_of_fork(match, "look").roll((6,), "to run")]


def test_a_fork_can_be_forked_only_where_that_was_asked_for_and_never_be_undone(race):
    match = play_script(race, [5, 3], ["roll", "roll"])
    fork = match.fork(snapshots=True)

    assert fork.fork().decision.options == match.decision.options
    with pytest.raises(SequenceError, match="cannot be forked"):
        match.fork().fork()
    # The beginning of a fork is not on its tape.
    with pytest.raises(SequenceError, match="fork"):
        fork.history.undo()
    with pytest.raises(SequenceError, match="without snapshots"):
        race.start(snapshots=False).fork()


def test_forks_never_disturb_the_dice_of_the_game(race, run):
    alone = run(race.start(seed=6))
    watched = race.start(seed=6)
    while watched.decision is not None:
        run(watched.fork("peek"), 3)
        watched.answer(alone.tape.entries[[*_answers(alone)][watched.decisions]][2])

    assert to_lines(watched.events) == to_lines(alone.events)


def _answers(match):
    return (at for at, entry in enumerate(match.tape.entries) if entry[0] == "answer")


def test_a_fork_for_a_seat_draws_anew_what_the_seat_may_not_know(tricks):
    match = tricks.start(seed=1)
    fork = match.fork("one", seat="east", snapshots=True)

    def held(of, whose, **how):
        return {tuple(of.fork(n, **how).state.hands[whose].cards) for n in range(10)}

    assert len(held(match, "west", seat="east")) > 5
    assert held(match, "east", seat="east") == {tuple(match.state.hands["east"].cards)}
    # A fork of that fork does not bring the hidden cards back.
    assert len(held(fork, "west")) > 5


def test_a_fork_stands_where_the_game_stands_after_undo_and_at_its_end(voyage, race, run):
    match, over = run(voyage.start(seed=2), 5), run(race.start(seed=1))
    match.history.undo()

    assert fingerprint(match.fork().state) == fingerprint(match.state)
    assert over.fork().outcome == over.outcome


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


def test_odds_are_worked_out_by_the_code_of_the_rule_and_change_nothing_in_the_game(race):
    match = race.start(seed=1)
    state, entries = fingerprint(match.state), list(match.tape.entries)
    events, rules = list(match.events), match.play.rules[:]

    def running(play):
        play.state.scores["north"] += two_dice(play)
        play.log("score", who="north", points=1, total=1)
        return play.state.scores["north"]

    odds = match.play.odds(running)
    assert odds[7] == Fraction(1, 6)
    assert sum(odds.values()) == 1
    assert (fingerprint(match.state), match.tape.entries) == (state, entries)
    assert (match.events, match.play.rules) == (events, rules)


def test_odds_of_a_draw_follow_the_counts_of_the_pile(tricks):
    play = tricks.start(seed=1).play
    pile = play.state.pile

    assert play.odds(lambda play: play.draw(play.state.pile)) == pile.odds()
    assert len(pile) == 4


def test_odds_of_a_rule_that_asks_need_a_policy(race):
    def asking(play):
        if (yield play.ask("Roll?", ("yes", "no"))) == "yes":
            return play.die(6)
        return 0

    match = race.start()

    with pytest.raises(SequenceError, match=r"Roll\?.*policy"):
        match.play.odds(asking)
    assert match.play.odds(asking, policy=lambda play, decision: "yes")[3] == Fraction(1, 6)


def test_odds_of_a_rule_that_may_end_the_game_name_the_end(race):
    def risky(play):
        if play.die(6) == 1:
            play.end("lost")
        return "on"

    match = race.start()

    assert match.play.odds(risky) == {"lost": Fraction(1, 6), "on": Fraction(5, 6)}
    assert not match.is_over


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
    react = ForEach("Reactor", lambda play: reversed(play.seats), Step("React", note_seat))
    steps = Step("Move", note_seat), react, Step("Finish", note_seat)
    game = loop_game(race_with, ForEach("Mover", lambda play: play.seats, *steps))

    seen = " ".join(seat[0] for seat in game.start().state.seats)
    assert seen == "n s n n s s n s"


def test_rounds_and_items_are_told_by_the_name_of_their_loop(race_with):
    told = []

    def tell(play):
        told.append((play.round("Turn"), play.item("Number")))

    game = loop_game(
        race_with,
        Repeat(
            "Turn",
            ForEach("Number", lambda play: (7, 8), Step("Tell", tell)),
            until=lambda play: play.round("Turn") == 2,
        ),
    )
    match = game.start()

    assert told == [(1, 7), (1, 8), (2, 7), (2, 8)]
    headings = [event.facts["path"] for event in match.events if event.kind == "step"]
    assert headings[3] == ["Game", "Turn 2", "Number 8", "Tell"]


def test_asking_for_a_loop_that_does_not_run_names_it(race_with):
    game = loop_game(race_with, Step("Tell", lambda play: play.item("Nothing")))

    with pytest.raises(SequenceError, match="'Nothing'"):
        game.start()


# ---------------------------------------------------------------- chance through play


MOOD = Table(id="m", title="Mood", dice="1d6", rows=[Row("1-3", "low"), Row("4-6", "high")])


@pytest.mark.parametrize(
    ("chance", "found", "fact"),
    [
        (lambda play: play.draw(play.state.pile, "dealt", seats=("east",)), "3a", "card"),
        (lambda play: play.pick(["blue", "red"], "colour", seats=("east",)), "red", "card"),
        (lambda play: play.look_up(MOOD, seats=("east",)).result, "high", "result"),
    ],
)
def test_chance_for_one_seat_is_logged_for_that_seat_alone(tricks, chance, found, fact):
    match = tricks.start(seed=1)
    match.play.source = Scripted([5 if found == "high" else found])
    match.state.pile.mix_in(["3a"])

    assert chance(match.play) == found
    told = match.events[-1]
    assert told.facts[fact] == found
    viewers = Viewer("east"), Viewer("west"), ALL_SEEING
    assert [told.seen_by(viewer) for viewer in viewers] == [True, False, True]


class Watched(Scripted):
    """A source that notes who may see what it brings."""

    def roll(self, sides, why=""):
        self.seen_by.append(self.play._secret_of)
        return super().roll(sides, why)


@pytest.mark.parametrize(
    "chance",
    [
        lambda play: play.look_up(MOOD, seats=("east",)),
        lambda play: play.roll("1d6", seats=("east",)),
        lambda play: play.die(6, seats=("east",)),
        lambda play: play.dice(1, 6, seats=("east",)),
    ],
)
def test_dice_for_one_seat_are_asked_of_that_seat_alone(tricks, chance):
    play = tricks.start(seed=1).play
    play.source = Watched([2])
    play.source.play, play.source.seen_by = play, []
    chance(play)

    assert (play.source.seen_by, play._secret_of) == ([("east",)], None)
    assert play.events[-1].seats == ("east",)


class Awaited(Scripted):
    """A source that waits for a person."""

    def roll(self, sides, why=""):
        raise ChanceWaits


def test_dice_that_are_awaited_say_who_is_asked_for_them(tricks):
    play = tricks.start(seed=1).play
    play.source = Awaited([])
    with pytest.raises(ChanceWaits), play.seen_only_by("east"):
        play.roll("1d6", seats=("west",))
    assert play._secret_of == ("west",)

    play._secret_of = None
    with pytest.raises(ChanceWaits), play.seen_only_by("east"):
        play.roll("1d6")
    assert play._secret_of == ("east",)


def test_the_line_of_a_roll_says_who_rolls_and_for_what(race):
    match = race.start(seed=1)
    match.play.source = Scripted([4, 2])
    match.play.die(6, "to run", who="north")
    match.play.dice(1, 6, who="south")

    lines = [narrate(event, {}, {"north": "the North"}) for event in match.events[-2:]]
    assert lines == ["to run: the North rolls d6 (4) = 4", "south rolls 1d6: 2"]


def test_pick_takes_each_of_a_list_alike_and_each_of_a_pool_by_its_count(race):
    play, half = race.start().play, Fraction(1, 2)

    assert play.odds(lambda play: play.pick(["a", "b"])) == {"a": half, "b": half}
    assert play.odds(lambda play: play.pick({"a": 3, "b": 1}))["a"] == Fraction(3, 4)


@pytest.fixture
def flight_game(race_with):
    """Return a game of one step whose data call `f1` the first flight."""

    def flight_game(step):
        return race_with(
            load_data=lambda overlays: PackData(names={"f1": "First flight"}),
            sequence=Step("Only", step, may_end=True),
        )

    return flight_game


def test_a_card_is_named_by_the_data(flight_game):
    match = flight_game(lambda play: play.end(play.pick(["f1"]))).start()

    draw = next(event for event in match.events if event.kind == "draw")
    assert draw.facts["name"] == "First flight"


def test_a_result_that_is_the_id_of_a_component_is_told_by_its_name(flight_game):
    chart = Table(id="c", title="Who comes", dice="1d6", rows=[Row("1-6", "f1")])
    match = flight_game(lambda play: play.end(play.look_up(chart).result)).start()

    rolled = next(event for event in match.events if event.kind == "look_up")
    assert narrate(rolled, {}).endswith("-> First flight")
    assert match.outcome.kind == "f1"


def test_a_seeded_source_given_by_the_caller_serves_undo_too(race, run):
    own = race.start(source=Seeded("mine"))
    run(own, 3)
    own.history.undo()
    run(own)

    assert own.history.undo()


def test_dice_used_one_by_one_are_told_without_a_sum(race):
    match = race.start(source=Scripted([2, 5, 3]))
    assert match.play.dice(3, 6, "to hit") == (2, 5, 3)

    event = match.events[-1]
    assert narrate(event, {}) == "to hit: rolls 3d6: 2 5 3"


# ---------------------------------------------------------------- phases with many orders


@pytest.fixture
def campaign(race_with):
    """Three orders in one phase; `campaign.runs` counts how often the code of an order began."""
    runs = []

    def order(play):
        runs.append(play.round("Orders"))
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
    headings = [event for event in campaign.events if event.kind == "step"]

    assert [event.facts["path"] for event in headings] == [["Game", "Orders"], ["Game", "End"]]
    assert [event.rule for event in headings] == ["4", ""]


def test_a_fork_in_a_phase_runs_the_present_order_again_only(campaign):
    campaign.answer("a")
    campaign.answer("b")
    before = len(campaign.runs)
    fork = campaign.fork()

    assert len(campaign.runs) == before + 1
    assert (fork.state.seats, fork.play.where) == (["a", "b"], ["Game", "Orders"])


def test_undo_in_a_phase_leaves_its_heading_once(campaign):
    campaign.answer("a")
    campaign.answer("b")
    campaign.history.undo()

    assert [event.kind for event in campaign.events] == ["step", "ordered", "undone"]
