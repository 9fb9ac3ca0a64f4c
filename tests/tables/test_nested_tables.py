"""What finally comes of a roll: names, texts, thresholds, rolling again, budgets of work.

Exact odds are compared with a walk over every way the dice can fall in the lookups themselves.
"""

import json
from fractions import Fraction

import numpy
import pytest

from tabletop_core.dice.odds import dice_odds
from tabletop_core.errors import DataError, TableError
from tabletop_core.tables import (
    Again,
    Effect,
    Modifier,
    Named,
    Note,
    Noted,
    Override,
    Reference,
    RollResult,
    Row,
    Several,
    Table,
    Tables,
    Text,
    Threshold,
    load_tables,
    nested_odds,
    nested_query,
    to_toml,
)
from tabletop_core.tables.result_forms import read_result, written
from tabletop_core.tables.results import describe
from tests.tables.charts import coin, feed


class _MoreError(Exception):
    pass


def every_way(table, **how):
    """Return the chance of each outcome, by rolling the dice in every way there is."""
    chances = {}
    waiting = [((), Fraction(1))]
    while waiting:
        faces, chance = waiting.pop()
        left = iter(faces)

        def die(sides, left=left):
            face = next(left, None)
            if face is None:
                raise _MoreError(sides)
            return face

        try:
            lookup = table.look_up(die, deep=True, **how)
        except _MoreError as more:
            sides = more.args[0]
            waiting += [((*faces, n), chance / sides) for n in range(1, sides + 1)]
            continue
        outcome = lookup.outcome if lookup.then else plain_outcome(lookup.result)
        chances[outcome] = chances.get(outcome, 0) + chance
    return chances


def plain_outcome(result):
    return tuple(result.results) if isinstance(result, Several) else result


def agree(table, **how):
    assert dict(table.odds(deep=True, **how).items()) == every_way(table, **how)


# ---------------------------------------------------------------- names


def test_numbers_with_different_names_stay_apart():
    table = coin(RollResult("1d2", "gp"), RollResult("1d2", "sp"))

    assert table.odds(deep=True).p(Named(1, "gp")) == Fraction(1, 4)
    assert describe(Named(1, "gp")) == "1 gp"
    agree(table)


def test_the_name_of_a_reference_goes_with_all_that_comes_of_it():
    where = coin(Reference("hit", name="bow"), Reference("hit", name="stern"), id="where")
    tables = Tables.of([where, coin("leak", RollResult("1d2", "crew"), id="hit")])

    odds = tables["where"].odds(deep=True)

    assert odds.p(Named("leak", "bow")) == Fraction(1, 4)
    assert odds.p(Named(Named(2, "crew"), "stern")) == Fraction(1, 8)
    agree(tables["where"])


def test_one_name_can_be_asked_for_alone():
    table = coin(Several([RollResult("1d2", "gp"), RollResult("1d4", "sp")]), "dust")

    assert table.odds(of="sp").p(3) == Fraction(1, 8)
    assert table.odds(of="sp").p(()) == Fraction(1, 2)


# ---------------------------------------------------------------- sums


TRAP = Effect("trap")


def hoard(times=20):
    chest = coin(RollResult("3d6", "gp"), Several([RollResult("1d100", "sp"), TRAP]), "chest")
    more = coin(Reference("chest", times=times), RollResult("1d6", "gp"), id="hoard")
    return Tables.of([more, chest])["hoard"]


def test_sums_are_exact_where_the_outcomes_are_too_many():
    table = hoard()
    with pytest.raises(TableError, match=r"more than 20000 outcomes.*totals"):
        table.odds(deep=True)

    gold = table.totals("gp")

    one = dice_odds("3d6").map(lambda n: n)
    chest = {0: 216, **one.weights}
    twenty = {0: 1}
    for _ in range(20):
        step = {}
        for had, weight in twenty.items():
            for more, ways in chest.items():
                step[had + more] = step.get(had + more, 0) + weight * ways
        twenty = step
    assert gold.p(200) == Fraction(twenty[200], 2 * 432**20)
    assert gold.p(1) == Fraction(1, 12)


def test_anything_can_be_counted():
    traps = hoard(3).totals(lambda outcome: outcome == TRAP)

    assert traps.p(3) == Fraction(1, 16)
    assert traps.mean == Fraction(3, 4)


def test_sums_agree_with_the_outcomes_where_both_can_be_told():
    table = hoard(2)
    sums = {}
    for outcome, chance in table.odds(deep=True).items():
        several = outcome if isinstance(outcome, tuple) else (outcome,)
        total = sum(one.value for one in several if isinstance(one, Named) and one.name == "gp")
        sums[total] = sums.get(total, 0) + chance

    assert dict(table.totals("gp").items()) == sums


# ---------------------------------------------------------------- texts


def meeting():
    mood = coin("angry", Several(["shy", Effect("runs_away")]), id="mood")
    return Tables.of([coin(Text("{2d2} wolves, {mood}"), "nothing", id="meeting"), mood])["meeting"]


def test_a_text_is_filled_with_dice_and_tables():
    lookup = meeting().look_up(feed(1, 2, 1, 2), deep=True)

    assert lookup.outcome == "3 wolves, shy and runs away"
    assert str(lookup).endswith("{2d2} wolves, {mood}: 3 wolves, shy and runs away")
    agree(meeting())


def test_the_parts_of_a_text_have_odds_of_their_own():
    assert meeting().odds(of="2d2").p(3) == Fraction(1, 4)
    assert meeting().odds(of="mood").p("angry") == Fraction(1, 4)
    assert meeting().totals("2d2").mean == Fraction(3, 2)
    assert coin(Text("all {{quiet}}"), "b").odds(deep=True).p("all {quiet}") == Fraction(1, 2)


def test_places_have_names_and_braces_are_doubled():
    text = read_result("{{pack of}} {pack: 2d6}")

    assert [name for name, _ in text.places] == ["pack"]
    assert text.filled(["9"]) == "{pack of} 9"
    assert written(text) == "{{pack of}} {pack: 2d6}"
    assert read_result("{{x}}") == "{x}"
    assert read_result(written("a { b }} c")) == "a { b }} c"


@pytest.mark.parametrize(
    ("make", "said"),
    [
        # braces that hold nothing
        *(
            (lambda text=text: read_result(text),
             rf"the brace '{brace}' holds no dice and no table")
            for text, brace in [
                ("{", "{"), ("}", "}"), ("a {} b", "{}"), ("{ }", "{ }"), ("{2d6", "{"),
                ("{{2d6}", "}"),
            ]
        ),
        # a place that no table fills, a row that stands on nothing
        (lambda: Tables.of([coin(Text("a {mod} wolf"), "none")]), "T301"),
        (lambda: Table(id="x", rows=[Row("", "a"), Row("b", "b")]), "T148"),
        # a circle whose end is not stated, and rows that all roll again
        (lambda: Tables.of([coin("end", Reference("coin"))]),
         r"T302.*state how often at most: depth = 3"),
        (lambda: coin(Again(), Again(times=2)), "T150"),
        (lambda: read_result({"effect": "leak", "value": 1}), "this is no result"),
        # what is no result when a table is made
        *(
            (lambda result=result: coin(result, "x"), "T203")
            for result in [None, float("nan"), float("inf"), {}, object(), Text("{")]
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_made_is_refused(make, said):
    with pytest.raises(DataError, match=said):
        make()


def deep(table):
    return table.odds(deep=True)


HIGHER_EACH_TIME = coin("a", Several(["b", Again(dm=1)]), beyond="clamp")


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: coin(Named("red", "colour"), 1).totals("colour"), "'red' cannot be added up"),
        # rolling again ever higher has no end
        (lambda: deep(HIGHER_EACH_TIME), "have no end; state depth"),
        (lambda: HIGHER_EACH_TIME.look_up(lambda sides: 2, deep=True), "more than 100 rolls deep"),
        # sums of nested times grow too wide
        (lambda: nested(100, 6, leaf=RollResult("1d100", "gp")).totals("gp"), "spread over"),
        # what is no total, no label and no roll
        *(
            (lambda source=source: coin(1, 2).look_up(source), "cannot look up")
            for source in [1.5, None, [1], {}]
        ),
    ],
)
def test_what_cannot_be_told_is_refused(ask, said):
    with pytest.raises(TableError, match=said):
        ask()


# ---------------------------------------------------------------- thresholds and weights


def test_a_threshold_is_rolled_against():
    table = coin(Threshold("2d2", "4+", passed=Effect("hit"), failed="miss"), Threshold("1d2", "2"))

    odds = table.odds(deep=True)

    assert odds.p(Effect("hit")) == Fraction(1, 8)
    assert odds.p(True) == Fraction(1, 4)
    assert describe(table.row(1).result) == "4+ on 2d2: hit, else miss"
    agree(table)


def test_cells_of_a_file_may_be_thresholds(tmp_path):
    (tmp_path / "hit.toml").write_text(
        'schema = 1\nid = "hit"\nthresholds = "2d6"\ncolumns = ["near", "far"]\n'
        '[[row]]\non = "tank"\nresults = ["9+", "12"]\n'
        '[[row]]\non = "truck"\nresults = ["..7", 5]\n'
    )

    table = load_tables(tmp_path)["hit"]

    assert table.result("tank", "near") == Threshold("2d6", "9+")
    assert table.row("tank").results[1] == "12"
    assert table.row("truck").results == (Threshold("2d6", "..7"), 5)


def test_deep_odds_of_dice_without_end_leave_as_much_unlisted_as_the_dice():
    table = Table(id="x", dice="1d6!", rows=[Row("..400", "few"), Row("401..", RollResult("1d4"))])

    assert table.odds(deep=True).rest == table.odds().rest == dice_odds("1d6!").rest > 0


@pytest.mark.parametrize(("dice", "far_row"), [("1d6!+1000", "high"), ("1000-1d6!", "low")])
def test_all_that_dice_without_end_leave_unlisted_falls_into_a_row_that_holds_it_all(dice, far_row):
    odds = dice_odds(dice)
    last = max(odds) if far_row == "high" else min(odds) - 1

    def cut_after(total):
        rows = [Row(f"..{total}", "low"), Row(f"{total + 1}..", "high")]
        return Table(id="x", dice=dice, rows=rows).odds()

    one, two = cut_after(last), cut_after(last + 1 if far_row == "high" else last - 1)
    assert (one.p(far_row), one.rest) == (odds.rest, 0)
    assert two.rest == odds.rest


def test_a_deep_lookup_takes_a_modifier_or_a_count_alone():
    modifiers = [Modifier("up", 3), Modifier("more", 3, per="hits", most=2)]
    rows = [Row("..3", "low"), Row("4..", "high")]
    table = Table(id="x", dice="1d6", beyond="clamp", rows=rows, modifiers=modifiers)

    assert table.look_up(feed(1), deep=True).result == "low"
    assert table.look_up(feed(1), deep=True, with_=["up"]).result == "high"
    assert table.look_up(feed(1), deep=True, counts={"hits": 1}).result == "high"


def weighted(**settings):
    rows = [Row((), "wolf", weight=6), Row((), "bear", weight=3), Row((), "dragon", weight=2)]
    return Table(id="beasts", rows=rows, **settings)


def test_rows_come_up_as_often_as_their_weights_say():
    table = weighted()

    assert table.odds().weights == {"wolf": 6, "bear": 3, "dragon": 2}
    assert table.look_up(feed(9)).result == "bear"
    assert [str(row) for row in table.rows] == ["1-6", "7-9", "10-11"]
    assert table.dice.high == table.odds().denominator == 11, "one die, not two digits"


def test_weights_are_written_as_weights():
    text = to_toml(weighted())

    assert "weight = 6" in text
    assert "dice" not in text
    assert "on =" not in text


@pytest.mark.parametrize(
    "rows",
    [
        [Row((), "a", weight=1), Row("2", "b")],
        [Row("1", "a", weight=1)],
        [Row((), "a", weight=-1), Row((), "b", weight=2)],
        [Row((), "a", weight=10**7)],
    ],
)
def test_weights_stand_alone(rows):
    with pytest.raises(DataError, match="T109"):
        Table(id="x", rows=rows)
    with pytest.raises(DataError, match="T109"):
        Table(id="x", dice="1d6", rows=rows)


# ---------------------------------------------------------------- again


def gems(row):
    rows = [Row("1", "ruby"), Row("2", "opal"), Row("3", "pearl"), Row("4", row)]
    return Table(id="gems", dice="1d4", rows=rows, beyond="clamp")


def test_twice_more_but_not_this_row():
    table = gems(Again(times=2, not_this_row=True))

    odds = table.odds(deep=True)

    assert odds.p(("ruby", "ruby")) == Fraction(1, 36)
    assert odds.p(("opal", "ruby")) == Fraction(2, 36)
    lookup = table.look_up(feed(4, 4, 1, 2), deep=True)
    assert lookup.outcome == ("opal", "ruby")
    assert [len(then.before) for then in lookup.then] == [1, 0]


HIGHER = {"beyond": "clamp", "modifiers": [Modifier("down", -1, why="tired")]}
TWO_AGAIN = Several(["two", Again(dm=1, depth=2)])
DOWN_AGAIN = Several(["high", Again(with_="down", depth=1)])


@pytest.mark.parametrize(
    ("tables", "outcome", "chance"),
    [
        # at one more, as it was, or with a modifier, as often as is stated
        ([coin("one", TWO_AGAIN, beyond="clamp")], ("two", "two", "two"), Fraction(1, 2)),
        ([coin("one", Again(depth=2))], "one", Fraction(7, 8)),
        ([coin("low", DOWN_AGAIN, **HIGHER)], ("high", "low"), Fraction(1, 2)),
        # tables that lead back to each other
        (
            [
                coin("end", Several(["a", Reference("b")])),
                coin("stop", Several(["b", Reference("coin", depth=2)]), id="b"),
            ],
            ("a", "b", "a", "b", "a", "b"),
            Fraction(1, 64),
        ),
    ],
)
def test_what_rolls_again_goes_round_as_often_as_is_stated(tables, outcome, chance):
    table = Tables.of(tables)["coin"]

    assert table.odds(deep=True).p(outcome) == chance
    agree(table)


def test_without_duplicates_no_row_comes_twice():
    table = gems(Again(times=2, not_this_row=True, no_duplicates=True))

    odds = table.odds(deep=True)

    assert odds.p(("opal", "ruby")) == Fraction(1, 12)
    assert odds.p(("ruby", "ruby")) == 0
    assert table.look_up(feed(4, 1, 1, 4, 3), deep=True).outcome == ("pearl", "ruby")


def test_a_reference_without_duplicates_draws_by_weight_and_nothing_below_one_draw():
    def odds(times):
        draws = Reference("beasts", times=times, no_duplicates=True)
        return Tables.of([coin(draws, "none", id="lair"), weighted()])["lair"].odds(deep=True)

    both = Fraction(6, 11) * Fraction(3, 5) + Fraction(3, 11) * Fraction(6, 8)
    assert odds(2).p(("bear", "wolf")) == both / 2
    assert odds("1d3-2").p("wolf") == Fraction(1, 6) * Fraction(6, 11)
    assert odds("1d3-2").p("none") == Fraction(1, 2)
    assert odds("1d3-2").rest == 0


def test_more_different_rows_than_there_are_are_refused():
    table = gems(Again(times=4, not_this_row=True, no_duplicates=True))

    with pytest.raises(TableError, match="not enough different rows"):
        table.odds(deep=True)
    with pytest.raises(TableError, match="rolled 1000 times and found no row that counts"):
        table.look_up(feed(4, 1, 2, 3, *[1] * 2000), deep=True)


@pytest.mark.parametrize("name", ["ace", "luck"])
def test_a_modifier_of_ones_own_counts_once_beside_what_rolling_again_adds(name):
    rows = [Row("..2", Again(dm=1, depth=2)), Row("3", "few"), Row("4..", "many")]
    table = Table(id="x", dice="1d2", rows=rows)
    own = Modifier(name, 1)

    lookup = table.look_up(feed(1, 1), deep=True, with_=[own])

    assert [one.dm for one in lookup.then[0].applied] == [1, 1]
    assert table.odds(deep=True, with_=[own]).p("many") == Fraction(1, 4)
    agree(table, with_=[own])


def test_again_with_a_number_added_adds_it_each_time_anew():
    rows = [Row("1", Again(dm=1)), Row("2-3", "few"), Row("4..", "many")]
    table = Table(id="x", dice="1d3", rows=rows)

    lookup = table.look_up(feed(1, 3), deep=True)

    assert lookup.outcome == "many"
    assert lookup.then[0].applied[0].why == "rolled again"
    assert table.odds(deep=True).p("many") == Fraction(1, 9)


@pytest.mark.parametrize(
    "form",
    [
        {"table": "x", "times": 100, "depth": 1}, {"table": "x", "depth": 100},
        {"again": True, "dm": -1_000_000, "depth": 1}, {"again": True, "dm": 1_000_000},
        {"again": True, "depth": 100}, {"again": True, "dm": -1}, 2**63 - 1,
    ],
)  # fmt: skip
def test_the_most_that_can_be_written_is_read(form):
    assert written(read_result(form)) == form
    assert read_result({"roll": "1d6", "needs": 6}) == Threshold("1d6", "6")


def test_a_long_result_that_is_refused_is_shown_by_how_it_begins():
    short, long = {"rol": "x" * 69}, {"rol": "x" * 70}
    for form, shown in ((short, repr(short)), (long, repr(long)[:77] + "...")):
        with pytest.raises(DataError) as excinfo:
            read_result(form)
        assert [(problem.value, len(problem.value)) for problem in excinfo.value.problems] == [
            (shown, 80)
        ]


# ---------------------------------------------------------------- columns and counts on the way


def test_a_table_may_be_reached_in_more_ways_than_it_may_be_under_way_at_once():
    names = [f"c{n}" for n in range(1, 251)]
    rows = [Row(str(n), Reference("wind", column=name)) for n, name in enumerate(names, 1)]
    wind = coin(("calm",) * 250, ("storm",) * 250, id="wind", columns=names)
    tables = Tables.of([Table(id="sky", dice="1d250", rows=rows), wind])

    assert tables["sky"].odds(deep=True).p("storm") == Fraction(1, 2)


def test_a_column_reaches_the_table_that_a_reference_leads_to():
    hit = coin(("hit", "miss"), ("hit", "hit"), id="hit", columns=["near", "far"])
    fire = coin(Reference("hit"), Reference("hit", column="far"), id="fire")
    fire = Tables.of([fire, hit])["fire"]

    assert fire.odds(deep=True, column="near").p("miss") == Fraction(1, 4)
    agree(fire, column="near")
    with pytest.raises(TableError, match="table hit has columns"):
        fire.odds(deep=True)
    with pytest.raises(TableError, match="unnamed column"):
        fire.odds(deep=True, column="nar")


def test_a_count_reaches_the_table_that_counts_it():
    engines = Modifier("engines", -1, why="engines out", per="out")
    land = coin("crash", "safe", id="land", modifiers=[engines], beyond="clamp")
    go = Tables.of([coin(Reference("land"), "stay", id="go"), land])["go"]

    assert go.odds(deep=True, counts={"out": 1}).p("crash") == Fraction(1, 2)
    with pytest.raises(TableError, match="counts no 'ot'"):
        go.odds(deep=True, counts={"ot": 1})


def test_a_modifier_of_ones_own_counts_on_the_table_that_was_asked():
    a = coin(Reference("b"), Reference("b"), id="a", beyond="clamp")

    odds = Tables.of([a, coin(1, 2, id="b")])["a"].odds(deep=True, with_=[Modifier("luck", 9)])

    assert odds.p(1) == Fraction(1, 2)


# ---------------------------------------------------------------- evidence


def test_facts_tell_what_a_deep_lookup_led_to():
    facts = meeting().look_up(feed(1, 2, 1, 1), deep=True).facts()

    assert facts["outcome"] == facts["came"] == "3 wolves, angry"
    assert [then.get("total") for then in facts["then"]] == [3, 1]
    assert facts["then"][1]["result"] == "angry"


def test_facts_of_what_was_rolled_with_a_name_are_plain_data():
    table = coin(Several([RollResult("1d2", "gp"), "a cup"]), Named(True, "trapped"))

    treasure, trap = (table.look_up(feed(*faces), deep=True).facts() for faces in ((1, 2), (2,)))
    assert (treasure["came"], trap["shown"]) == ("2 gp and a cup", "trapped: yes")
    assert json.dumps(treasure["outcome"]) == '[{"value": 2, "name": "gp"}, "a cup"]'
    assert json.dumps(trap["result"]) == '{"value": true, "name": "trapped"}'


# ---------------------------------------------------------------- budgets


def nested(times, deep, leaf=None):
    tables = [coin(leaf or "x", leaf or "y", id=f"t{deep}")]
    for at in range(deep):
        more = Reference(f"t{at + 1}", times=times)
        tables.append(coin(more, more, id=f"t{at}"))
    return Tables.of(tables)["t0"]


@pytest.mark.parametrize(
    "around",
    [
        lambda raw: [raw],
        lambda raw: {"roll": "1d6", "needs": 2, "then": raw},
        lambda raw: {"roll": "1d6", "needs": 2, "else": raw},
    ],
    ids=["several", "then", "else"],
)
def test_a_result_nested_too_deeply_is_refused(around):
    raw = "x"
    for _ in range(50):
        raw = around(raw)

    assert read_result(raw) != "x"
    with pytest.raises(DataError, match="nested too deeply"):
        read_result(around(raw))


@pytest.mark.parametrize(("times", "deep", "leaf"), [(10, 12, None), (10, 12, "x"), (100, 3, None)])
def test_nested_times_are_refused_before_they_take_the_machine(times, deep, leaf):
    table = nested(times, deep, leaf)

    with pytest.raises(TableError, match=r"was at table t|more than 20000 outcomes"):
        table.odds(deep=True)
    with pytest.raises(TableError, match="more than 10000 rolls, the last on table t"):
        table.look_up(lambda sides: 1, deep=True)


def test_what_is_refused_is_told_with_how_far_it_spreads(monkeypatch):
    monkeypatch.setattr(nested_odds, "MAX_SIZE", 1)
    twice = Several([RollResult("1d3*2", "gp"), RollResult("1d4-3", "gp")])
    often = Tables.of([coin(Reference("x", times=5), 1, id="a"), coin(Named(2, "gp"), "b", "x")])

    with pytest.raises(TableError, match=r"over 8 numbers with odds of 5 binary digits"):
        coin(twice, "dust").totals("gp")
    with pytest.raises(TableError, match=r"over 6 numbers with odds of 10 binary digits"):
        often["a"].totals("gp")
    with pytest.raises(TableError, match=r"table coin has odds of 5 binary digits"):
        coin(twice, "dust").odds(deep=True)


def test_ten_thousand_rolls_may_follow_the_first_and_no_more():
    def rolls(more):
        some, each = Reference("b", times=100), Reference("c", times=98)
        cells = Several([some, Reference("c", times=more)])
        tables = [coin(cells, "y", id="a"), coin(each, "y", id="b"), coin("x", "y", id="c")]
        return Tables.of(tables)["a"]

    lookup = rolls(100).look_up(lambda sides: 1, deep=True)

    assert lookup.outcome == ("x",) * 9_900
    with pytest.raises(TableError, match="more than 10000 rolls, the last on table c"):
        rolls(101).look_up(lambda sides: 1, deep=True)


def test_a_table_asked_from_many_sides_is_worked_out_once():
    tables = [coin("x", "y", id="t60")]
    tables += [coin(Reference(f"t{n + 1}"), Reference(f"t{n + 1}"), id=f"t{n}") for n in range(60)]

    assert Tables.of(tables)["t0"].odds(deep=True).p("x") == Fraction(1, 2)


def test_a_deep_lookup_reads_the_rows_of_a_large_table_once_at_most(monkeypatch):
    table = meeting()
    table.look_up(feed(2), deep=True, column=None, with_=(), counts=None)
    table.odds(deep=True, counts={})
    nested_query.reachable(table)
    monkeypatch.setattr(nested_query, "references_of", None)

    assert table.look_up(feed(2), deep=True).result == "nothing"
    assert len(nested_query.reachable(table)) == 2


# ---------------------------------------------------------------- built in Python


def test_whole_numbers_of_any_kind_are_rows_totals_and_counts():
    modifier = Modifier("m", 1, why="m", per="n")
    table = Table(
        id="x", dice="1d3", rows=[Row(1, numpy.int64(4)), Row([2, 3], "b")], beyond="clamp",
        overrides=[Override(3, "three", why="three")], modifiers=[modifier],
    )  # fmt: skip

    assert table.look_up(numpy.int64(1)).result == 4
    assert type(table.row(1).result) is int
    assert table.row(numpy.int64(2)).result == "b"
    assert table.look_up(1, counts={"n": numpy.int64(1)}).result == "b"


def test_everything_built_in_python_survives_writing(tmp_path):
    tables = [
        Table(
            id="a", title="A", dice="2d6", columns=("near", "far"), provenance="rulebook",
            rows=[
                Row(range(2, 7), ("{braces}", ["x", RollResult("1d6", "gp")]), notes="n"),
                Row("7-11", (Noted("hit", ""), Named(3, "gp")), provenance="public"),
                Row(12, (Effect("fire", {"in": "nose", "by": [1, 2]}), Text("{2d6} {b}"))),
            ],
            modifiers=[
                Modifier("up"), Modifier("one", 1, columns="near", group="g"),
                Modifier("by", -1, why="each", per="n", most=2), Modifier("s", shift=1),
                Modifier("c", column_shift=1, when="is_c"),
            ],
            overrides=[Override(12, "luck", why="always"), Override(2, ("a", "b"), columns="far")],
            beyond="clamp", notes=[Note("n", "note")],
        ),
        Table(
            id="b",
            rows=[
                Row((), Again(times="1d4", dm=2, not_this_row=True), weight=2),
                Row((), Reference("a", times="1d3", column="near", with_="up", depth=2), weight=1),
                Row((), Threshold("2d6", "8+", "pass", Noted("fail", "n")), weight=1),
            ],
            beyond="clamp", notes=[Note("n", "another")],
        ),
    ]  # fmt: skip
    (tmp_path / "t.toml").write_text(to_toml(*tables))

    read = load_tables(tmp_path)

    assert read["a"] == tables[0]
    assert read["b"] == tables[1]
