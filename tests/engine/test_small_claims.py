"""What a game promises in small: its seed, its dice one by one, its rounds, its way back."""

import pytest

from tabletop_core import PackData, Repeat, Scripted, Sequence, Step
from tabletop_core.engine.code import can_call
from tabletop_core.tables import Again, Row, Table


class Listening(Scripted):
    """Scripted dice that note for what each roll was asked."""

    def __init__(self, script):
        super().__init__(script)
        self.asked = []

    def roll(self, sides, why):
        self.asked.append((sides, why))
        return super().roll(sides, why)


def asking(play):
    yield play.ask("Ready?", ["yes", "no"])


def looking(table, **how):
    def look(play):
        play.look_up(table.id, **how)
        yield play.ask("Ready?", ["yes", "no"])

    return look


@pytest.fixture
def looked(race_with):
    """Return what looks something up in a game, and what was asked of the dice for it."""

    def looked(table, script, **how):
        source = Listening(script)
        game = race_with(sequence=Step("Look", looking(table, **how), may_end=True))
        match = game.start(source=source, data=PackData(tables={table.id: table}))
        return match, source.asked

    return looked


# ---------------------------------------------------------------- seeds and dice


def test_a_game_without_a_seed_is_the_game_of_the_seed_0(race, run):
    assert race.start().seed == 0
    assert run(race.start()).events == run(race.start(seed=0)).events


WEATHER = Table(
    id="weather",
    title="Weather",
    dice="2d6",
    rows=[Row("2", Again()), Row("3..", "clear")],
)


def test_dice_that_a_table_rolls_again_are_all_rolled_once_more(looked):
    match, asked = looked(WEATHER, [1, 1, 4, 5])

    assert [sides for sides, _ in asked] == [(6, 6), (6, 6)]
    assert asked[1][1] == "Weather, once more"
    assert match.events[-1].facts["total"] == 9


def test_a_chart_with_a_printed_number_is_asked_for_by_that_too(looked):
    numbered = Table(id="4-2", title="Weather", dice="2d6", rows=[Row("2..", "clear")])

    assert looked(numbered, [4, 5])[1][0][1] == "Weather [4-2]"


def test_dice_that_open_are_asked_one_after_the_other(looked):
    open_ended = Table(id="luck", title="Luck", dice="2d6!", rows=[Row("2..", "some")])

    match, asked = looked(open_ended, [6, 6, 2, 3])

    assert [sides for sides, _ in asked] == [(6,)] * 4
    assert match.events[-1].facts["total"] == 17


def test_a_roll_on_a_table_is_asked_for_with_its_reason_where_there_is_one(looked):
    _, plain = looked(WEATHER, [4, 5])
    _, told = looked(WEATHER, [4, 5], why="at noon")

    assert plain[0][1] == "Weather"
    assert told[0][1] == "at noon: Weather"


# ---------------------------------------------------------------- rounds and places


def test_the_first_round_is_round_1(race):
    match = race.start(source=Scripted([1, 1]))
    rounds = [match.rounds]
    for answer in ("hold", "hold"):
        match.answer(answer)
    rounds.append(match.rounds)

    assert rounds == [1, 2]


def test_of_two_steps_of_one_name_a_fork_stands_at_the_one_where_the_game_stands(race_with):
    def morning(play):
        yield play.ask("Get up?", ["yes"])

    def evening(play):
        yield play.ask("Go to bed?", ["yes"])

    game = race_with(
        sequence=Repeat(
            "Day",
            Repeat("Morning", Step("Act", morning), until=lambda play: True),
            Repeat("Evening", Step("Act", evening, may_end=True), until=lambda play: True),
        )
    )
    match = game.start()
    prompts = []
    for _ in range(4):
        prompts.append((match.decision.prompt, match.fork().decision.prompt))
        match.answer("yes")

    assert prompts == [("Get up?", "Get up?"), ("Go to bed?", "Go to bed?")] * 2


# ---------------------------------------------------------------- giving again


def test_who_took_back_last_gives_again_first(race):
    match = race.start(source=Scripted([2, 3]))
    for answer in ("hold", "hold"):
        match.answer(answer)
    whose = []
    for _ in range(2):
        match.undo()
        whose.append(match.undone_by)

    assert whose == ["south", "north"]
    match.redo()
    assert match.undone_by == "south"


# ---------------------------------------------------------------- which rules may end a game


def goes_round(play):
    len(play.seats)
    goes_round(play)


def ends_in_the_end(play):
    goes_round(play)
    ends(play)


def ends(play):
    play.end("over")


def test_rules_that_call_each_other_are_followed_once_to_what_they_call():
    assert can_call(ends_in_the_end, "end")
    assert not can_call(goes_round, "end")


def test_a_class_among_what_a_rule_names_is_passed_over():
    def counts(play):
        return Sequence, Scripted, len, ends

    assert can_call(counts, "end")
