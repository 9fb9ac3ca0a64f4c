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
    Noted,
    Override,
    Reference,
    RollResult,
    Row,
    Several,
    Table,
    Tables,
    load_tables,
    nested_odds,
    nested_query,
    to_toml,
)
from tabletop_core.tables.model import Note
from tabletop_core.tables.result_forms import read_result, written
from tabletop_core.tables.results import Text, Threshold
from tests.tables.charts import coin, feed, problems_of


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
        chances[lookup.outcome] = chances.get(lookup.outcome, 0) + chance
    return chances


def agree(table, **how):
    assert dict(table.odds(deep=True, **how).items()) == every_way(table, **how)


# ---------------------------------------------------------------- names


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


# ---------------------------------------------------------------- texts


def meeting():
    mood = coin("angry", Several(["shy", Effect("runs_away")]), id="mood")
    return Tables.of([coin(Text("{2d2} wolves, {mood}"), "nothing", id="meeting"), mood])["meeting"]


def test_a_text_is_filled_with_dice_and_tables():
    lookup = meeting().look_up(feed(1, 2, 1, 2), deep=True)

    assert lookup.outcome == "3 wolves, shy and runs away"
    assert str(lookup).endswith(
        "{2d2} wolves, {mood}: 3 wolves, shy and runs away (2d2 (2, 1) = 3; 1d2 (2) = 2)"
    )
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
             rf"the brace '{brace}' holds neither dice nor a table")
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
         r"T302.*state a limit: depth = 3"),
        (lambda: coin(Again(), Again(times=2)), "T150"),
        (lambda: read_result({"effect": "leak", "value": 1}), "this is not a result"),
        # what is not a result when a table is made
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


def fire():
    return Tables.of([coin(Reference("hit"), Reference("hit", column="far")), HIT])["coin"]


HIGHER_EACH_TIME = coin("a", Several(["b", Again(dm=1)]), beyond="clamp")


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: coin(Named("red", "colour"), 1).totals("colour"), "'red' cannot be added up"),
        # rolling again ever higher has no end
        (lambda: deep(HIGHER_EACH_TIME), "have no end; state depth"),
        (lambda: HIGHER_EACH_TIME.look_up(lambda sides: 2, deep=True), "more than 100 rolls deep"),
        # sums of nested times grow too wide
        (lambda: nested(100, 6, leaf=RollResult("1d100", "gp")).totals("gp"), "span "),
        # columns and counts that no table on the way knows
        (lambda: deep(fire()), "table hit has columns"),
        (lambda: fire().odds(deep=True, column="nar"), "unnamed column"),
        (lambda: fire().odds(deep=True, column="near", counts={"ot": 1}), "does not count 'ot'"),
        # what is not a total, a label or a roll
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


def test_several_results_are_taken_apart_in_order_and_one_stands_alone():
    hungry = Several([Effect("lost", {"fish": 1}), Several(["numb", Effect("hungry")])])
    table = coin("nothing", hungry)

    assert table.look_up(feed(1)).results == ("nothing",)
    assert table.look_up(feed(2)).results == (
        Effect("lost", {"fish": 1}), "numb", Effect("hungry")
    )  # fmt: skip


def gems(row):
    rows = [Row("1", "ruby"), Row("2", "opal"), Row("3", "pearl"), Row("4", row)]
    return Table(id="gems", dice="1d4", rows=rows, beyond="clamp")


def test_more_different_rows_than_there_are_are_refused():
    table = gems(Again(times=4, not_this_row=True, no_duplicates=True))

    with pytest.raises(TableError, match="enough different rows"):
        table.odds(deep=True)
    with pytest.raises(TableError, match="rolled 1000 times and found no row that counts"):
        table.look_up(feed(4, 1, 2, 3, *[1] * 2000), deep=True)


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


@pytest.mark.parametrize("length", [69, 70])
def test_a_long_result_that_is_refused_is_shown_by_how_it_begins(length):
    form = {"rol": "x" * length}

    (problem,) = problems_of(read_result, form)

    assert problem.value == (repr(form) if length == 69 else repr(form)[:77] + "...")
    assert len(problem.value) == 80


# ---------------------------------------------------------------- what finally comes


TIRED = {"beyond": "clamp", "modifiers": [Modifier("down", -1, why="tired")]}
ENGINES = {"beyond": "clamp", "modifiers": [Modifier("engines", -1, why="out", per="out")]}
HIT = coin(("hit", "miss"), ("hit", "hit"), id="hit", columns=["near", "far"])
CRASH = coin("crash", "safe", id="land", **ENGINES)
BOTH = Fraction(6, 11) * Fraction(3, 5) + Fraction(3, 11) * Fraction(6, 8)
HIGHER = [Row("1", Again(dm=1)), Row("2-3", "few"), Row("4..", "many")]
ONCE = [Row("..2", Again(dm=1, depth=2)), Row("3", "few"), Row("4..", "many")]
DRAWN = {"not_this_row": True, "no_duplicates": True}


def beasts(times):
    return coin(Reference("beasts", times=times, no_duplicates=True), "none"), weighted()


@pytest.mark.parametrize(
    ("tables", "how", "chances"),
    [
        # numbers with different names stay apart
        ([coin(RollResult("1d2", "gp"), RollResult("1d2", "sp"))], {},
         {Named(1, "gp"): "1/4", Named(1, "sp"): "1/4"}),
        # the name of a reference goes with all that comes of it
        ([coin(Reference("hit", name="bow"), Reference("hit", name="stern")),
          coin("leak", RollResult("1d2", "crew"), id="hit")], {},
         {Named("leak", "bow"): "1/4", Named(Named(2, "crew"), "stern"): "1/8"}),
        # a threshold is rolled against
        ([coin(Threshold("2d2", "4+", passed=Effect("hit"), failed="miss"), Threshold("1d2", "2"))],
         {}, {Effect("hit"): "1/8", True: "1/4"}),
        # what rolls again at one more, as it was, or with a modifier, as often as is stated
        ([coin("one", Several(["two", Again(dm=1, depth=2)]), beyond="clamp")], {},
         {("two", "two", "two"): "1/2"}),
        ([coin("one", Again(depth=2))], {}, {"one": "7/8"}),
        ([coin("low", Several(["high", Again(with_="down", depth=1)]), **TIRED)], {},
         {("high", "low"): "1/2"}),
        ([Table(id="x", dice="1d3", rows=HIGHER)], {}, {"many": "1/9"}),
        # a modifier of one's own counts once beside that, whatever its name
        *(([Table(id="x", dice="1d2", rows=ONCE)], {"with_": [Modifier(name, 1)]}, {"many": "1/4"})
          for name in ("ace", "luck")),
        # it counts on the table that was asked
        ([coin(Reference("b"), Reference("b"), beyond="clamp"), coin(1, 2, id="b")],
         {"with_": [Modifier("luck", 9)]}, {1: "1/2"}),
        # tables that lead back to each other where the depth is stated
        ([coin("end", Several(["a", Reference("b")])),
          coin("stop", Several(["b", Reference("coin", depth=2)]), id="b")], {},
         {("a", "b", "a", "b", "a", "b"): "1/64"}),
        # a column and a count reach the table that knows them
        ([coin(Reference("hit"), Reference("hit", column="far")), HIT], {"column": "near"},
         {"miss": "1/4"}),
        ([coin(Reference("land"), "stay"), CRASH], {"counts": {"out": 1}}, {"crash": "1/2"}),
    ],
)  # fmt: skip
def test_what_finally_comes_has_the_odds_of_every_way_in_which_it_comes(tables, how, chances):
    table = Tables.of(tables)[tables[0].id]

    odds = table.odds(deep=True, **how)

    assert {outcome: odds.p(outcome) for outcome in chances} == {
        outcome: Fraction(chance) for outcome, chance in chances.items()
    }
    assert odds.rest == 0
    agree(table, **how)


@pytest.mark.parametrize(
    ("tables", "chances"),
    [
        # no row comes twice
        ([gems(Again(times=2, **DRAWN))], {("opal", "ruby"): "1/12", ("ruby", "ruby"): "0"}),
        # a reference draws by weight, and nothing where the draws are below one
        (beasts(2), {("bear", "wolf"): BOTH / 2}),
        (beasts("1d3-2"), {"wolf": "1/11", "none": "1/2"}),
        # rows may come twice, but not this one
        (
            [gems(Again(times=2, not_this_row=True))],
            {("ruby", "ruby"): "1/36", ("opal", "ruby"): "2/36"},
        ),
    ],
)
def test_rows_that_do_not_count_leave_the_others_in_proportion(tables, chances):
    odds = Tables.of(tables)[tables[0].id].odds(deep=True)

    assert {outcome: odds.p(outcome) for outcome in chances} == {
        outcome: Fraction(chance) for outcome, chance in chances.items()
    }
    assert odds.rest == 0


def test_what_rolling_again_adds_is_told_with_each_roll():
    lookup = Table(id="x", dice="1d3", rows=HIGHER).look_up(feed(1, 3), deep=True)

    assert lookup.outcome == "many"
    assert lookup.then[0].applied[0].why == "rolled again"
    lookup = Table(id="x", dice="1d2", rows=ONCE).look_up(
        feed(1, 1), deep=True, with_=[Modifier("ace", 1)]
    )
    assert [one.dm for one in lookup.then[0].applied] == [1, 1]


def test_rows_that_do_not_count_are_rolled_again():
    lookup = gems(Again(times=2, **DRAWN)).look_up(feed(4, 1, 1, 4, 3), deep=True)
    assert lookup.outcome == ("pearl", "ruby")

    lookup = gems(Again(times=2, not_this_row=True)).look_up(feed(4, 4, 1, 2), deep=True)
    assert lookup.outcome == ("opal", "ruby")
    assert [len(then.before) for then in lookup.then] == [1, 0]


def test_a_table_may_be_reached_in_many_ways_and_is_worked_out_once():
    names = [f"c{n}" for n in range(1, 251)]
    rows = [Row(str(n), Reference("wind", column=name)) for n, name in enumerate(names, 1)]
    wind = coin(("calm",) * 250, ("storm",) * 250, id="wind", columns=names)
    chain = [coin(Reference(f"t{n + 1}"), Reference(f"t{n + 1}"), id=f"t{n}") for n in range(60)]

    sky = Tables.of([Table(id="sky", dice="1d250", rows=rows), wind])["sky"]
    first = Tables.of([*chain, coin("x", "y", id="t60")])["t0"]

    assert sky.odds(deep=True).p("storm") == first.odds(deep=True).p("x") == Fraction(1, 2)


# ---------------------------------------------------------------- evidence


def test_facts_tell_what_a_deep_lookup_led_to():
    facts = meeting().look_up(feed(1, 2, 1, 1), deep=True).facts()

    assert facts["outcome"] == facts["came"] == "3 wolves, angry"
    assert [then.get("total") for then in facts["then"]] == [3, 1]
    assert facts["then"][1]["result"] == "angry"


def test_the_evidence_of_repeated_rolls_keeps_their_order():
    gem = coin("opal", "amber", id="gem")
    lookup = Tables.of([coin(Reference("gem", times=2), 1), gem])["coin"].look_up(
        feed(1, 1, 2), deep=True
    )

    assert (lookup.outcome, lookup.came) == (("amber", "opal"), ("opal", "amber"))
    assert (lookup.facts()["outcome"], lookup.facts()["came"]) == (
        ["amber", "opal"], "opal and amber",
    )  # fmt: skip
    assert str(lookup).endswith(": opal and amber (1d2 (1) = 1; 1d2 (2) = 2)")


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


def test_texts_too_long_to_hold_are_refused_before_they_are_made():
    texts = [
        Table(id=f"t{n}", dice="1d1", rows=[Row(1, Text(f"{{t{n + 1}}}" * 10))]) for n in range(9)
    ]
    long = Tables.of([*texts, Table(id="t9", dice="1d1", rows=[Row(1, "word")])])

    too_many = pytest.raises(TableError, match="have more than 5,000,000 letters; ask for the odds")
    with too_many:
        long["t0"].odds(deep=True)
    words = Table(id="x", dice="1d1", rows=[Row(1, "w" * 60_000)])
    many = Table(id="y", dice="1d1", rows=[Row(1, Text("{x}" * 90))])
    with too_many:
        Tables.of([words, many])["y"].look_up(lambda sides: 1, deep=True)
    assert len(*long["t5"].odds(deep=True)) == 40_000


@pytest.mark.parametrize(("times", "deep", "leaf"), [(10, 12, None), (10, 12, "x"), (100, 3, None)])
def test_nested_times_are_refused_before_they_take_the_machine(times, deep, leaf):
    table = nested(times, deep, leaf)

    with pytest.raises(TableError, match=r"was at table t|more than 20000 outcomes"):
        table.odds(deep=True)
    with pytest.raises(TableError, match="more than 10000 rolls, the last on table t"):
        table.look_up(lambda sides: 1, deep=True)


@pytest.mark.parametrize("ask", ["odds", "totals"])
def test_a_name_that_nothing_has_is_refused_with_what_was_meant(ask):
    table = coin(Text("{2d6} wolves, {mood: 1d4}"), RollResult("1d6", "gold"))
    refused = table.odds if ask == "odds" else table.totals

    with pytest.raises(
        TableError, match=r"is called 'gol' \(did you mean 'gold'\?\); the names are"
    ):
        refused(of="gol")
    with pytest.raises(TableError, match="its results have no names"):
        getattr(coin("a", "b"), ask)(of="gold")


TWICE = Several([RollResult("1d3*2", "gp"), RollResult("1d4-3", "gp")])
OFTEN = [coin(Reference("x", times=5), 1), coin(Named(2, "gp"), "b", "x")]


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: coin(TWICE, "dust").totals("gp"),
         "span 8 numbers with odds of 5 binary digits"),
        (lambda: Tables.of(OFTEN)["coin"].totals("gp"),
         "span 6 numbers with odds of 10 binary digits"),
        (lambda: deep(coin(TWICE, "dust")), "table coin need 5 binary digits"),
    ],
)  # fmt: skip
def test_what_is_refused_is_told_with_how_far_it_spreads(monkeypatch, ask, told):
    monkeypatch.setattr(nested_odds, "MAX_SIZE", 1)

    with pytest.raises(TableError, match=told):
        ask()


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
