"""What a game promises in small: seed, dice one by one, rounds, the way back, the log."""

from operator import itemgetter

import pytest

from tabletop_core import PackData, Repeat, Sequence, Step
from tabletop_core.chance import Scripted
from tabletop_core.engine.code import can_call
from tabletop_core.engine.event_log import EventLog
from tabletop_core.tables import Again, Row, Table
from tabletop_core.testing import play_script


class Listening(Scripted):
    """Scripted dice that note for what each roll was asked."""

    def __init__(self, script):
        super().__init__(script)
        self.asked = []

    def roll(self, sides, why):
        self.asked.append((sides, why))
        return super().roll(sides, why)


@pytest.fixture
def looked(race_with):
    """Return what looks something up in a game, and what was asked of the dice for it."""

    def looked(table, script, **how):
        def look(play):
            play.look_up(table.id, **how)
            yield play.ask("Ready?", ["yes", "no"])

        source = Listening(script)
        game = race_with(sequence=Step("Look", look, may_end=True))
        match = game.start(source=source, data=PackData(tables={table.id: table}))
        return match.events[-1].facts["total"], source.asked

    return looked


# ---------------------------------------------------------------- seeds and dice


def test_a_game_without_a_seed_is_the_game_of_the_seed_0(race, run):
    assert race.start().seed == 0
    assert run(race.start()).events == run(race.start(seed=0)).events


def weather(*rows, **how):
    rows = [*rows, Row("3.." if rows else "2..", "clear")]
    return Table(**{"id": "weather", "title": "Weather", "dice": "2d6", "rows": rows} | how)


AGAIN = Row("2", Again())
PAIR = (6, 6)
LOOKED = {
    "all dice that a table rolls again are rolled once more": (
        *(weather(AGAIN), [1, 1, 4, 5], {}, 9),
        [(PAIR, "Weather"), (PAIR, "Weather, once more")],
    ),
    "a chart with a printed number is asked for by that too": (
        *(weather(id="4-2"), [4, 5], {}, 9),
        [(PAIR, "Weather [4-2]")],
    ),
    "dice that open are asked one after the other": (
        *(weather(dice="2d6!"), [6, 6, 2, 3], {}, 17),
        [((6,), "Weather")] * 4,
    ),
    "a roll is asked for with its reason where there is one": (
        *(weather(), [4, 5], {"why": "at noon"}, 9),
        [(PAIR, "at noon: Weather")],
    ),
}


@pytest.mark.parametrize("claim", LOOKED)
def test_how_dice_are_asked_for(looked, claim):
    table, script, how, total, asked = LOOKED[claim]

    assert looked(table, script, **how) == (total, asked)


# ---------------------------------------------------------------- rounds and places


def test_the_first_round_is_round_1(race):
    rounds = [play_script(race, [], ["hold"] * number).play.rounds for number in (0, 1, 2)]

    assert rounds == [1, 1, 2]


def test_of_two_steps_of_one_name_a_fork_stands_at_the_one_where_the_game_stands(race_with):
    def ask(prompt):
        def act(play):
            yield play.ask(prompt, ["yes"])

        return Step("Act", act, may_end=True)

    game = race_with(
        sequence=Repeat(
            "Day",
            Repeat("Morning", ask("Get up?"), until=lambda play: True),
            Repeat("Evening", ask("Go to bed?"), until=lambda play: True),
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
    match, whose = play_script(race, [], ["hold", "hold"]), []
    for go in (match.history.undo, match.history.undo, match.history.redo):
        go()
        whose.append(match.history.undone_by)

    assert whose == ["south", "north", "south"]


# ---------------------------------------------------------------- the log


@pytest.mark.parametrize(
    ("read", "found"),
    [(list, ["first", "second"]), (itemgetter(0), "first"), (itemgetter(slice(1)), ["first"])],
)
def test_a_single_event_that_is_not_in_memory_is_brought_back_when_it_is_read(read, found):
    log = EventLog()
    log.hold(["second"], 1, 1, recall=lambda: log.hold(["first", "second"], 0, 0))

    assert read(log) == found


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
    def counts(play):
        """A class among what it names is passed over."""
        return Sequence, Scripted, len, ends

    rules = (ends_in_the_end, counts, goes_round)
    assert [can_call(one, "end") for one in rules] == [True, True, False]
