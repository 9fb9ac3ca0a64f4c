"""Fields of the state that an author sets while a game is played."""

from copy import deepcopy
from enum import Enum
from random import Random

import attrs
import pytest

from tabletop_core import Repeat, Step
from tabletop_core.chance import Scripted
from tabletop_core.engine.field_edits import edit_field
from tabletop_core.engine.information import information_state
from tabletop_core.engine.state import fingerprint
from tabletop_core.engine.state_fields import field_of, fields_in, set_field
from tabletop_core.engine.tape import Tape
from tabletop_core.errors import IllegalAnswerError, SequenceError
from tabletop_core.panels import Facts


class Weather(Enum):
    FAIR = "fair"
    FOUL = "foul"


@attrs.frozen
class Berth:
    ship: str
    day: int = 1


@attrs.define
class Harbour:
    coins: int = 3
    weather: Weather = Weather.FAIR
    captain: str | None = None
    berths: list[Berth] = attrs.field(factory=lambda: [Berth("cog"), Berth("hulk")])
    depths: dict[int, float] = attrs.field(factory=lambda: {4: 1.5})
    wares: tuple[str, ...] = ("salt", "fish")
    bought: list[str] = attrs.field(factory=list)
    rolls: list[int] = attrs.field(factory=list)
    _counted: int = 0


PRICES = {"salt": 2, "fish": 3, "silk": 9}


def buy(play):
    state = play.state
    able = [name for name, price in PRICES.items() if price <= state.coins]
    bought = yield play.ask("Buy?", [*able, "nothing"])
    if bought != "nothing":
        state.bought.append(bought)
        state.coins -= PRICES[bought]


def sail(play):
    state = play.state
    state.rolls.append(play.die(6, "to sail"))
    while (yield play.ask("On?", ["on", "home"])) == "on":
        state.rolls.append(play.die(6, "to sail"))
    state.coins += len(state.rolls)
    if state.coins < 0:
        raise ValueError("a debt")


@pytest.fixture
def harbour_with(race_with):
    """Return a game of these steps, the last of which may end it."""

    def harbour_with(*steps, view=lambda play, viewer: []):
        *before, last = steps
        return race_with(
            state=Harbour,
            new_state=lambda play: Harbour(),
            sequence=Repeat("Day", *before, Step("Last", last, may_end=True)),
            evaluate=None,
            view=view,
        )

    return harbour_with


@pytest.fixture
def harbour(harbour_with):
    """A game that asks what to buy, then rolls before each question of a voyage."""
    return harbour_with(Step("Buy", buy), sail)


def replayed(match):
    return match.game.start(match.options, seed=match.seed, tape=Tape(list(match.tape.entries)))


def test_fields_are_named_by_the_way_to_them():
    fields = dict(fields_in(Harbour()))

    assert fields["coins"] == 3
    assert (fields["weather"], fields["captain"]) == ("fair", None)
    assert (fields["berths.1.ship"], fields["depths.4"], fields["wares.0"]) == ("hulk", 1.5, "salt")
    assert fields["bought"] == []
    assert "_counted" not in fields


@pytest.mark.parametrize(
    ("field", "value", "read"),
    [
        ("coins", 7, lambda state: state.coins == 7),
        ("weather", "foul", lambda state: state.weather is Weather.FOUL),
        ("captain", "Ida", lambda state: state.captain == "Ida"),
        ("captain", None, lambda state: state.captain is None),
        ("berths.1.day", 4, lambda state: state.berths[1] == Berth("hulk", 4)),
        ("berths.0", {"ship": "bark", "day": 2}, lambda state: state.berths[0] == Berth("bark", 2)),
        ("depths.4", 2.5, lambda state: state.depths == {4: 2.5}),
        ("wares.1", "tar", lambda state: state.wares == ("salt", "tar")),
        ("bought", ["silk"], lambda state: state.bought == ["silk"]),
    ],
)
def test_a_field_is_set_to_a_value_of_its_kind(field, value, read):
    state = Harbour()
    set_field(state, field, value)

    assert read(state)
    assert field_of(state, field) == value


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("coin", 1, "no field 'coin'; it has coins, weather"),
        ("berths.2", 1, "no field 'berths.2'"),
        ("coins", "many", "coins cannot be 'many'"),
        ("coins", 1.5, "a value of the same kind would be 1"),
        ("coins", True, "a value of the same kind would be 1"),
        ("weather", "mild", "weather cannot be 'mild'"),
        ("berths.0", {"ship": "bark", "mast": 3}, "mast"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_in_one_line_and_changes_nothing(field, value, words):
    state = Harbour()
    with pytest.raises(IllegalAnswerError) as refused:
        set_field(state, field, value)

    assert words in str(refused.value)
    assert "\n" not in str(refused.value)
    assert state == Harbour()


def test_a_rule_goes_on_with_the_very_parts_that_were_changed():
    state = Harbour()
    berths = state.berths
    set_field(state, "berths.0.day", 9)

    assert berths[0].day == 9


def test_a_question_that_opens_its_step_is_asked_again_of_the_new_state(harbour):
    match = harbour.start(seed=1)
    assert list(match.decision.options) == ["salt", "fish", "nothing"]
    edit_field(match, "coins", 9)

    assert list(match.decision.options) == ["salt", "fish", "silk", "nothing"]
    match.answer("silk")
    assert match.state.coins == 0


def test_after_a_roll_of_the_step_the_rules_go_on_and_nothing_is_rolled_again(harbour):
    match = harbour.start(source=Scripted([4, 5, 6]))
    match.answer("nothing")
    match.answer("on")
    edit_field(match, "coins", 20)

    assert match.decision.prompt == "On?"
    assert match.state.rolls == [4, 5]
    match.answer("home")
    assert match.state.coins == 22


def test_a_field_that_the_step_itself_sets_first_is_set_at_its_question(harbour_with):
    def walk(play):
        play.state.coins = 0
        yield play.ask("On?", ["on"])

    match = harbour_with(walk).start()
    edit_field(match, "coins", 5)

    assert match.state.coins == replayed(match).state.coins == 5


@pytest.mark.parametrize("answers", [[], ["salt"], ["salt", "on"], ["nothing", "home"]])
def test_a_game_with_fields_set_replays_copies_and_forks_to_the_same(harbour, answers):
    match = harbour.start(seed=5)
    for answer in answers:
        match.answer(answer)
    edit_field(match, "coins", 11)
    edit_field(match, "weather", "foul")
    match.answer(match.decision.options[0])
    whole = fingerprint(match.state), match.decision.prompt, list(match.decision.options)

    for again in (replayed(match), deepcopy(match), match.fork(), match.fork("a", snapshots=True)):
        seen = fingerprint(again.state), again.decision.prompt, list(again.decision.options)
        assert seen == whole
    assert information_state(match, "north")[-1].startswith("is asked")


def test_undo_goes_back_over_a_field_that_was_set_and_redo_sets_it_again(harbour):
    match = harbour.start(seed=5)
    match.answer("salt")
    edit_field(match, "coins", 11)
    match.answer("home")
    after, coins = fingerprint(match.state), []
    for go in (match.history.undo, match.history.undo, match.history.redo):
        go()
        coins.append(match.state.coins)
    match.history.redo()

    assert coins == [11, 3, 11]
    assert fingerprint(match.state) == after


def test_after_an_undo_the_step_begins_again_with_the_field(harbour):
    match = harbour.start(seed=5)
    match.answer("salt")
    match.history.undo()
    edit_field(match, "coins", 9)
    match.answer("silk")

    assert fingerprint(replayed(match).state) == fingerprint(match.state)


def share_coins(play):
    return str(10 // play.state.coins)


@pytest.mark.parametrize("fails", ["the rule", "the view", "the view, within a step"])
def test_a_state_in_which_rules_or_views_fail_is_refused_and_the_game_goes_on(harbour_with, fails):
    def count(play):
        if fails.endswith("step"):
            play.die(6, "wind")
        yield play.ask("On?", [share_coins(play) if fails == "the rule" else "on"])

    def chest(play, viewer):
        if fails != "the rule":
            yield Facts(title="Chest", rows=(("each", share_coins(play)),))

    match = harbour_with(count, view=chest).start(seed=1)
    before = list(match.tape.entries)
    with pytest.raises(IllegalAnswerError, match="with coins = 0 the rules fail: ZeroDivision"):
        edit_field(match, "coins", 0)

    assert (match.state.coins, match.tape.entries) == (3, before)
    edit_field(match, "coins", 5)
    match.answer(match.decision.options[0])
    assert match.state.coins == 5


def test_no_field_of_a_fork_is_set_nor_where_nothing_is_asked(harbour, race):
    with pytest.raises(SequenceError, match="fork"):
        edit_field(harbour.start().fork(), "coins", 1)
    match = race.start(seed=1).run_at_random(Random(1).random)
    assert match.is_over
    with pytest.raises(IllegalAnswerError, match="while a question is open"):
        edit_field(match, "scores.north", 1)


def test_whoever_watches_the_tape_hears_of_the_field_before_what_came_of_it(harbour_with):
    def toll(play):
        if play.state.coins > 5:
            play.state.rolls.append(play.die(6, "toll"))
        yield play.ask("On?", ["on"])

    match, heard = harbour_with(toll).start(seed=2), []
    match.tape.on_add = heard.append
    edit_field(match, "coins", 6)

    assert [entry[0] for entry in heard] == ["set", "roll"]
    assert (heard, match.tape.records) == (match.tape.entries, 2)
