"""Any tables: their deep odds, parts and sums against a reading of the format in a few lines.

`Reading` counts every way in which rolls can fall, one after the other, and knows no shortcut.
"""

from fractions import Fraction
from itertools import product
from random import Random

import attrs
import numpy
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tabletop_core.errors import TableError
from tabletop_core.tables import (
    Again,
    Effect,
    Modifier,
    Named,
    Override,
    Reference,
    RollResult,
    Row,
    Several,
    Table,
    Tables,
)
from tabletop_core.tables.nested_query import reachable
from tabletop_core.tables.result_forms import read_result, written
from tabletop_core.tables.results import Threshold

FACES = {"1d2": (1, 2), "1d3-2": (-1, 0, 1), "1d2-1": (0, 1)}


class _TooMuchError(Exception):
    """More ways than a test counts, or none at all."""


def together(first, second):
    found = {}
    for had, chance in first.items():
        for more, other in second.items():
            found[had + more] = found.get(had + more, 0) + chance * other
    if len(found) > 120:
        raise _TooMuchError
    return found


def either(ways):
    found = {}
    for chance, outcomes in ways:
        for outcome, other in outcomes.items():
            found[outcome] = found.get(outcome, 0) + chance * other
    return found


@attrs.define
class Reading:
    """Every way in which what is asked can fall: tuples of values, each with its names."""

    tables: Tables
    with_: tuple = ()
    counts: dict = attrs.field(factory=dict)
    steps: int = 0

    def rolled(self, ask, draws=None):
        """Roll once on a table, or draw so many different rows of it."""
        if draws == 0:
            return {(): Fraction(1)}
        self.steps += 1
        if self.steps > 500:
            raise _TooMuchError
        table = self.tables[ask["table"]]
        with_ = [name for name in self.with_ if name in table._modifiers]
        with_ += [one for one in ask["more"] if one not in with_]
        if ask["plus"]:
            with_.append(Modifier("plus", ask["plus"]))
        counted = {one.per for one in (*table.modifiers, *ask["more"]) if getattr(one, "per", "")}
        counts = {name: count for name, count in self.counts.items() if name in counted}
        column = ask["column"] if table.columns else None
        hit = {}
        for face in range(1, table.dice.high + 1):
            lookup = table.look_up(face, with_=with_, column=column, counts=counts)
            where = id(lookup.row or lookup.override)
            if where in ask["without"] or lookup.result == Again():
                continue
            hit.setdefault(where, [0, lookup.result])[0] += 1
        if not hit:
            raise _TooMuchError
        ways = []
        for where, (weight, result) in hit.items():
            outcomes = self.comes(result, ask, where)
            if draws:
                left = {**ask, "without": ask["without"] | {where}}
                outcomes = together(outcomes, self.rolled(left, draws - 1))
            ways.append((Fraction(weight, sum(n for n, _ in hit.values())), outcomes))
        return either(ways)

    def comes(self, result, ask, where):
        """Carry out one result."""
        names = ask["names"]
        if isinstance(result, Several):
            found = {(): Fraction(1)}
            for part in result.results:
                found = together(found, self.comes(part, ask, where))
            return found
        if isinstance(result, RollResult):
            faces = FACES[str(result.dice)]
            names += (result.name,) if result.name else ()
            return {((face, names),): Fraction(1, len(faces)) for face in faces}
        if isinstance(result, Threshold):
            least, faces = int(result.needs[0]), FACES[str(result.dice)]
            meant = [result.passed if face >= least else result.failed for face in faces]
            named = {**ask, "names": names + ((result.name,) if result.name else ())}
            return either((Fraction(1, len(faces)), self.comes(m, named, where)) for m in meant)
        if isinstance(result, Again | Reference):
            return self.further(result, ask, where)
        if isinstance(result, Named):
            return {((result.value, (*names, result.name)),): Fraction(1)}
        return {((result, names),): Fraction(1)}

    def further(self, step, ask, where):
        """Roll on as often as is asked, unless that was done too often already."""
        key = (ask["table"], step)
        done = ask["rounds"].get(key, 0)
        if step.depth and done == step.depth:
            return {(): Fraction(1)}
        rounds = {**ask["rounds"], key: done + 1} if step.depth else ask["rounds"]
        if isinstance(step, Again):
            more = [one for one in ask["more"] if one not in step.with_]
            without = ask["without"] | ({where} if step.not_this_row else set())
            onward = {**ask, "more": [*more, *step.with_], "without": without, "rounds": rounds}
            onward["plus"] += step.dm
        else:
            named = ask["names"] + ((step.name,) if step.name else ())
            column = ask["column"] if step.column is None else step.column
            onward = asking(step.table, step.with_, column, names=named, rounds=rounds)
        fixed = isinstance(step.times, int)
        often = (step.times,) if fixed else FACES[str(step.times)]
        ways = []
        for times in often:
            found = {(): Fraction(1)}
            if step.no_duplicates:
                found = self.rolled(onward, max(times, 0))
            else:
                for _ in range(times):
                    found = together(found, self.rolled(onward))
            ways.append((Fraction(1, len(often)), found))
        return either(ways)


def asking(table, more=(), column=None, names=(), rounds=()):
    return {
        "table": table, "more": [*more], "plus": 0, "column": column, "names": names,
        "without": frozenset(), "rounds": dict(rounds),
    }  # fmt: skip


names = st.sampled_from(["", "gp", "crew"])
plain = st.sampled_from(["fog", "storm", 2, 0, Effect("fire"), Named(3, "gp"), Named(-2, "gp")])
dice = st.builds(RollResult, st.sampled_from(sorted(FACES)), names)
settled = plain | dice
thresholds = st.builds(
    Threshold, st.sampled_from(sorted(FACES)), st.sampled_from(["1+", "2+"]), settled, settled,
    name=names,
)  # fmt: skip
times = st.sampled_from([1, 1, 2, 3, "1d2", "1d3-2"])
further = {
    "with_": st.sampled_from([(), "warm"]), "name": names, "no_duplicates": st.booleans(),
    "depth": st.integers(1, 2),
}  # fmt: skip
into_hold = st.builds(
    Reference, st.just("hold"), times, st.sampled_from([None, "low"]), **further
)  # fmt: skip
onward = into_hold | st.builds(Reference, st.just("gale"), times, **further)
once_more = st.builds(
    Again, times=times, dm=st.integers(-1, 2), with_=st.sampled_from([(), "warm"]),
    not_this_row=st.booleans(), no_duplicates=st.booleans(), depth=st.integers(1, 2),
)  # fmt: skip
single = settled | settled | thresholds | onward | once_more
several = st.lists(single, min_size=2, max_size=3).map(Several)
cells = single | single | several | st.just(Again())
MODIFIERS = [
    Modifier("warm", 1), Modifier("cold", -1), Modifier("wet", 1, per="rain", most=2),
    Modifier("steep", column_shift=1), Modifier("late", shift=1),
]  # fmt: skip


@st.composite
def charts(draw):
    """Return two tables that lead to each other, the second with columns."""
    wide = st.tuples(cells, cells)
    gale = [Row(n, draw(cell)) for n, cell in ((1, cells), (2, cells), ("3..", into_hold))]
    hold = [Row(n, draw(wide)) for n in (1, "2..")]
    overrides = draw(st.sampled_from([[], [Override(1, "always")], [Override(2, ("a", "b"))]]))
    how = {"modifiers": MODIFIERS, "beyond": draw(st.sampled_from(["clamp", "reroll"]))}
    how_narrow = {**how, "modifiers": [one for one in MODIFIERS if not one.column_shift]}
    assume(all(any(type(row.results[at]) is not Again for row in hold) for at in (0, 1)))
    return Tables.of(
        [
            Table(id="gale", dice="1d3", rows=gale, **how_narrow),
            Table(
                id="hold", dice="1d2", columns=["low", "high"], rows=hold, overrides=overrides,
                **how,
            ),
        ]
    )  # fmt: skip


OWN = [Modifier("luck", 1), Modifier("zeal", -1, per="rain")]
asked = st.fixed_dictionaries(
    {
        "with_": st.lists(
            st.sampled_from(["cold", "warm", "steep", "late", *OWN]), unique=True, max_size=2
        ),
        "column": st.sampled_from(["low", "high"]),
        "counts": st.sampled_from([{}, {"rain": 0}, {"rain": 1}, {"rain": 3}]),
    }
)


def ways_of(tables, how):
    own = [one for one in how["with_"] if isinstance(one, Modifier)]
    if own and any(one.per for one in own):
        assume(how["counts"])
    ids = tuple(one for one in how["with_"] if isinstance(one, str))
    reading = Reading(tables, ids, how["counts"])
    try:
        return reading.rolled(asking("gale", own, how["column"]))
    except _TooMuchError:
        assume(False)


def in_any_order(outcome):
    several = outcome if isinstance(outcome, tuple) else (outcome,)
    return tuple(sorted(several, key=repr))


def with_names(value, names):
    for name in reversed(names):
        value = Named(value, name)
    return value


def summed(pairs):
    found = {}
    for outcome, chance in pairs:
        found[outcome] = found.get(outcome, 0) + chance
    return {outcome: chance for outcome, chance in found.items() if chance}


@given(cells)
def test_a_result_that_is_written_is_read_as_the_same(result):
    assert read_result(written(result)) == result


@given(charts(), asked)
@settings(max_examples=100)
def test_what_finally_comes_has_the_odds_of_all_ways_in_which_it_comes(tables, how):
    ways = ways_of(tables, how)

    odds = tables["gale"].odds(deep=True, **how)

    said = summed((in_any_order(outcome), p) for outcome, p in odds.items())
    assert said == summed(
        (in_any_order(tuple(with_names(*one) for one in outcome)), p) for outcome, p in ways.items()
    )


@given(charts(), asked, st.sampled_from(["gp", "crew"]))
@settings(max_examples=80)
def test_of_what_comes_a_name_can_be_asked_for_alone_and_added_up(tables, how, name):
    ways = ways_of(tables, how)
    alone = [
        (tuple(value for value, names in outcome if name in names), p)
        for outcome, p in ways.items()
    ]

    reached = reachable(tables["gale"])
    if not any(name in repr((one.rows, one.overrides)) for one in reached):
        assert not any(values for values, _ in alone)
        with pytest.raises(TableError, match=f"is called '{name}'"):
            tables["gale"].odds(of=name, **how)
        return
    odds = tables["gale"].odds(of=name, **how)

    assert summed((in_any_order(outcome), p) for outcome, p in odds.items()) == summed(
        (in_any_order(outcome), p) for outcome, p in alone
    )
    if all(isinstance(value, int) for outcome, _ in alone for value in outcome):
        sums = tables["gale"].totals(name, **how)
        assert dict(sums.items()) == summed((sum(outcome), p) for outcome, p in alone)
        assert list(sums) == sorted(sums)
    else:
        with pytest.raises(TableError, match="cannot be added up; only whole numbers can"):
            tables["gale"].totals(name, **how)


@given(charts(), asked)
@settings(max_examples=80)
def test_whatever_is_counted_in_what_comes_is_added_up(tables, how):
    ways = ways_of(tables, how)

    def worth(outcome):
        """Count numbers without a name as they are, others by how long they are said."""
        return outcome if isinstance(outcome, int) else len(str(outcome)) % 4 - 2

    sums = tables["gale"].totals(worth, **how)

    assert dict(sums.items()) == summed(
        (sum(worth(with_names(*one)) for one in outcome), p) for outcome, p in ways.items()
    )


@given(charts(), asked, st.integers(0, 10**6))
@settings(max_examples=80)
def test_what_a_lookup_comes_to_is_among_what_can_come(tables, how, seed):
    ways, random = ways_of(tables, how), Random(seed)
    possible = {
        in_any_order(tuple(with_names(*one) for one in outcome)) for outcome, p in ways.items() if p
    }

    for _ in range(5):
        lookup = tables["gale"].look_up(lambda sides: random.randint(1, sides), deep=True, **how)
        came = lookup.outcome if lookup.then else lookup.result
        came = came.results if isinstance(came, Several) else came
        assert in_any_order(came) in possible


# ---------------------------------------------------------------- single lookups


@st.composite
def single_tables(draw):
    """Return a table of two columns, which rolls one die or two digits, with its own ways."""
    dice = draw(st.sampled_from(["1d6", "1d6+3", "1d6-9", "d33"]))
    labels = {"1d6": range(1, 7), "1d6+3": range(4, 10), "1d6-9": range(-8, -2)}.get(
        dice, [11, 12, 13, 21, 22, 23, 31, 32, 33]
    )
    cut, end = draw(st.tuples(*[st.sampled_from(labels[1:])] * 2).map(sorted))
    spans = [f"{labels[0]}..{cut - 1}", f"{cut}..{end}", f"{end + 1}..{labels[-1]}"]
    results = st.tuples(*[st.sampled_from(["fog", "storm", 1, 2])] * 2)
    rows = [Row(on, draw(results)) for on in spans[: 2 if end == labels[-1] else 3]]
    first = 11 if dice == "d33" else 1
    overrides = [
        Override(first, draw(results), columns=draw(st.sampled_from([(), "low"]))),
        Override(f"{first}..{first + 1}", "luck", columns=draw(st.sampled_from([(), "high"]))),
    ]
    modifiers = [
        Modifier("up", draw(st.integers(-7, 7))), Modifier("row", shift=draw(st.integers(-3, 3))),
        Modifier("column", column_shift=draw(st.integers(-2, 2))),
    ]  # fmt: skip
    return Table(
        id="any", dice=dice, columns=["low", "high"], rows=rows, modifiers=modifiers,
        overrides=draw(st.sampled_from([[], overrides])),
        beyond=draw(st.sampled_from(["clamp", "none", "error", "reroll"])),
        digits="step" if dice == "d33" else "",
    )  # fmt: skip


moves = st.fixed_dictionaries(
    {
        "with_": st.lists(st.sampled_from(["up", "row", "column"]), unique=True),
        "column": st.sampled_from(["low", "high"]),
    }
)


def every_roll(table):
    """Return every roll of one die or of two digits."""
    faces = product((1, 2, 3), repeat=2) if table.digits else [(face,) for face in range(1, 7)]
    return [table.dice.from_faces(shown) for shown in faces]


def given_by(table, roll, how):
    try:
        return table.look_up(roll, **how).result
    except TableError:
        return None


@given(single_tables(), moves)
@settings(max_examples=200)
def test_the_odds_of_a_table_are_those_of_looking_up_all_that_its_dice_show(table, how):
    found = [given_by(table, roll, how) for roll in every_roll(table)]
    if table.beyond == "error" and None in found:
        for deep in (False, True):
            with pytest.raises(TableError, match=r"past the rows|no row for"):
                table.odds(deep=deep, **how)
        return
    found = [result for result in found if result != Again()]
    if not found:
        with pytest.raises(TableError, match="forever"):
            table.odds(**how)
        return

    assert dict(table.odds(**how).items()) == summed((r, Fraction(1, len(found))) for r in found)
    assert table.odds(deep=True, **how) == table.odds(**how)


@given(single_tables(), moves)
@settings(max_examples=60)
def test_many_totals_at_once_have_the_results_of_each_by_itself(table, how):
    bulk = table.bulk(**how)
    asked = {roll.natural: roll for roll in every_roll(table)}
    if not table.digits and not table.dice.constant:
        asked |= {total: total for total in range(-30, 31)}
    for (natural, roll), form in product(asked.items(), (list, numpy.array)):
        single = given_by(table, roll, how)
        if single is None and table.beyond == "error":
            with pytest.raises(TableError, match=f"no answer for the total {natural};"):
                bulk(form([natural]))
        else:
            assert bulk.results[bulk(form([natural]))[0]] == single
