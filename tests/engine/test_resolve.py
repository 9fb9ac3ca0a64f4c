"""Charts that a rule carries out to the end: by the same walk that works out their odds."""

import itertools
from fractions import Fraction

import attrs
import pytest

from tabletop_core import PackData, Step
from tabletop_core.chance import Scripted
from tabletop_core.errors import PackError
from tabletop_core.events import narrate
from tabletop_core.tables import (
    Again,
    Effect,
    Modifier,
    Override,
    Reference,
    RollResult,
    Row,
    Several,
    Table,
    Tables,
)
from tabletop_core.tables.results import Text, Threshold, describe
from tabletop_core.viewers import Viewer
from tests.tables.charts import coin

DOWN = Modifier("down", -1, when="is_tired", why="tired")
LUCKY = Modifier("lucky", 1, why="lucky")
SEVERAL = Several(["storm", Effect("lose", {"in": "nose", "by": 1}), RollResult("1d2", "crew")])
LESS = Several(["swell", Again(dm=-1, not_this_row=True, depth=1)])
GEMS = [Row("1", "ruby"), Row("2", Effect("find")), Row("3", "glass")]
EVERY_NESTING = [
    Table(
        id="sky", title="Sky", dice="1d6", beyond="clamp", modifiers=[DOWN],
        rows=[
            Row("1", Reference("gems", times="1d2", name="bag")),
            Row("2", Reference("gems", times=2, no_duplicates=True)),
            Row("3", SEVERAL),
            Row("4", Threshold("2d2", "4+", Effect("find"), failed=Reference("sky", depth=1))),
            Row("5", Text("{1d2} ships, {sea}")),
            Row("6", LESS),
        ],
    ),
    Table(
        id="gems", title="Gems", dice="1d3", rows=GEMS,
        overrides=[Override(3, Again(), why="a blank")],
    ),
    Table(
        id="sea", title="Sea", dice="1d3", columns=["near", "far"], beyond="clamp",
        modifiers=[DOWN, LUCKY],
        rows=[
            Row("1", (Several(["calm", Again(times=2, not_this_row=True)]), "calm")),
            Row("2-3", (Effect("find"), Reference("sea", column="near", with_="lucky", depth=1))),
        ],
    ),
]  # fmt: skip


@attrs.define
class Hold:
    tired: bool = False
    done: list[str] = attrs.field(factory=list)


@pytest.fixture
def hold(race_with):
    """Return the play of a game with these charts, whose next faces are given."""

    def hold(*charts, faces=(), **effects):
        effects = {"lose": lose, "find": find, **effects}
        game = race_with(
            sequence=Step("Only", lambda play: (yield play.ask("Go?", ("go",)))),
            state=Hold, new_state=lambda play: Hold(), view=None, evaluate=None, statistics=(),
            load_data=lambda overlays: PackData(tables=Tables.of(charts or EVERY_NESTING)),
            conditions={"is_tired": lambda play: play.state.tired}, effects=effects,
        )  # fmt: skip
        play = game.start(seed=1).play
        play.source = Scripted(list(faces))
        return play

    return hold


def lose(play, in_, by):
    play.state.done.append(f"lose {by} in {in_}")


def find(play):
    play.state.done.append("find")


def carried_out(play, following):
    """Finish what a rule carries out, with the first option of each question."""
    answer = None
    try:
        while True:
            answer = following.send(answer and answer.options[0])
    except StopIteration as done:
        return done.value


class _MoreError(Exception):
    """Raised where the script of a path is at its end, with the dice that are asked for."""


class Path:
    """Dice that show what a script says."""

    def __init__(self, play, rolls):
        self.play, self.left = play, [*rolls]

    def roll(self, sides, why):
        if self.left:
            return self.left.pop(0)
        raise _MoreError(sides, len(self.play.events))


def every_path(play, begin, rolls=(), before=-1):
    """Return the share of each outcome among all paths of dice that begin with these rolls.

    None where the last roll did not count: it left no line, and is made once more. The rolls beside
    it then share what remains, as the next try is like the last.
    """
    play.events.in_memory.clear()
    play.state.done.clear()
    play.source = Path(play, rolls)
    try:
        outcome = carried_out(play, begin(play)).outcome
    except _MoreError as more:
        sides, events = more.args
    else:
        said = describe(outcome)
        assert len(play.state.done) == said.count("find") + said.count("lose")
        return {outcome: Fraction(1)}
    if events == before:
        return None
    ways = itertools.product(*(range(1, number + 1) for number in sides))
    found = [every_path(play, begin, (*rolls, way), events) for way in ways]
    counted = [shares for shares in found if shares is not None]
    return {
        outcome: sum(shares.get(outcome, 0) for shares in counted) / len(counted)
        for outcome in {one for shares in counted for one in shares}
    }


def told(play):
    return [narrate(event, {}) for event in play.events if event.kind != "step"]


# ---------------------------------------------------------------- the odds


@pytest.mark.parametrize(
    ("tired", "how"), [(False, {"column": "far", "with_": ["lucky"]}), (True, {"column": "near"})]
)
def test_all_paths_of_dice_have_the_outcomes_in_the_shares_that_the_odds_say(hold, tired, how):
    play = hold()
    play.state.tired = tired
    shares = every_path(play, lambda play: play.resolve("sky", **how))

    assert len(shares) >= 10
    assert shares == play.table_odds("sky", deep=True, **how)
    if not tired:
        assert shares == dict(play.data.tables["sky"].odds(deep=True, **how).items())


def test_what_an_effect_changes_counts_for_the_lookups_after_it(hold):
    def tire(play):
        play.state.tired = True

    first = coin(Several([Effect("tire"), Reference("sea")]), "rest")
    sea = coin("calm", "swell", id="sea", beyond="clamp", modifiers=[DOWN])
    play = hold(first, sea, faces=[1, 2], tire=tire)

    assert play.table_odds("coin", deep=True)[(Effect("tire"), "swell")] == Fraction(1, 4)
    assert carried_out(play, play.resolve("coin")).came == (Effect("tire"), "calm")


# ---------------------------------------------------------------- the log


def test_each_roll_of_what_follows_has_its_line_in_order(hold):
    play = hold(faces=[3, 2])
    found = carried_out(play, play.resolve("sky", why="At dawn"))

    assert told(play) == [
        "At dawn: Sky; rolls 1d6 (3) = 3 -> storm and lose (by 1, in nose) and roll 1d2 for crew",
        "crew: rolls 1d2 (2) = 2",
    ]
    assert play.state.done == ["lose 1 in nose"]
    assert len(found.then) == 1


def test_rows_that_do_not_count_stand_in_the_line_of_the_roll_that_does(hold):
    play = hold(faces=[2, 1, 1, 3, 2])
    assert carried_out(play, play.resolve("sky")).came == ("ruby", Effect("find"))

    assert told(play)[1:] == [
        "Gems; rolls 1d3 (1) = 1 -> ruby",
        "Gems; rolls 1d3 (1) = 1, again; rolls 1d3 (3) = 3, again; rolls 1d3 (2) = 2 -> find",
    ]


def test_what_is_only_for_some_seats_is_so_to_the_end(hold):
    play = hold(faces=[3, 2])
    carried_out(play, play.resolve("sky", seats=("one",)))

    assert [event.seats for event in play.events if event.kind != "step"] == [("one",)] * 2
    assert not any(event.seen_by(Viewer("two")) for event in play.events if event.seats)
    assert play._secret_of is None


# ---------------------------------------------------------------- where it begins, effects


def test_a_chart_may_be_read_at_a_total_and_what_follows_is_rolled(hold):
    play = hold(faces=[2])

    assert carried_out(play, play.resolve("sky", at=3)).came[0] == "storm"
    assert not play.source.left


def test_a_result_that_leads_nowhere_is_the_outcome(hold):
    play = hold(coin("calm", "swell"), faces=[2])

    assert carried_out(play, play.resolve("coin")).outcome == "swell"


def test_an_effect_may_ask(hold):
    def choose(play):
        play.state.done.append((yield play.ask("Which?", ("bow", "stern"))))

    play = hold(coin(Several([Effect("choose"), "leak"]), "dry"), faces=[1], choose=choose)
    found = carried_out(play, play.resolve("coin"))

    assert (play.state.done, found.came) == (["bow"], (Effect("choose"), "leak"))


def test_an_effect_that_the_game_does_not_have_is_refused_with_those_it_has(hold):
    play = hold(coin(Effect("sink"), "dry", title="Coin"), faces=[1])

    with pytest.raises(PackError, match=r"table coin has the effect 'sink', .* has: lose, find"):
        carried_out(play, play.resolve("coin"))
