"""Every row of every chart can be carried out, and every effect and condition has its function."""

from contextlib import suppress
from random import Random

import pytest

from packs.b29_superfortress.game import GAME
from packs.b29_superfortress.questions.conditions import CONDITIONS, COUNTS
from packs.b29_superfortress.rules import bombs
from packs.b29_superfortress.rules.charts import EFFECTS, STATES, Down, carry_out, numbers_on
from tabletop_core import ALL_SEEING
from tabletop_core.chance import Seeded
from tabletop_core.tables import Effect, Several

DATA = GAME.data_with()


def parts(result):
    if isinstance(result, Several):
        return [part for inner in result.results for part in parts(inner)]
    return [result]


def rows():
    for table in DATA.tables.values():
        for row in (*table.rows, *table.overrides):
            for column, result in enumerate(row.results):
                yield table.id, str(getattr(row, "on", None) or row.natural), column, result


def effects():
    for _, _, _, result in rows():
        yield from (part for part in parts(result) if isinstance(part, Effect))


def test_every_effect_of_the_charts_has_a_function_and_no_function_is_idle():
    assert {effect.name for effect in effects()} == {*EFFECTS, "only_if"}


def test_every_state_that_a_result_asks_for_has_a_function_and_no_function_is_idle():
    assert {e.args["state"] for e in effects() if e.name == "only_if"} == set(STATES)


def test_every_modifier_has_its_condition_and_no_condition_is_idle():
    named = {m.when for table in DATA.tables.values() for m in table.modifiers if m.when}

    assert named == set(CONDITIONS)


def test_every_number_that_modifiers_count_has_a_function_and_no_function_is_idle():
    assert {name for chart in DATA.tables for name in numbers_on(DATA, chart)} == set(COUNTS)


def somewhere(bomber, code, draw):
    """A bomber in a situation in which the chart may be rolled."""
    bomber.mission.number = draw.choice((5, 13, 30))
    night = code.startswith(("5-14", "5-15")) or draw.random() < 0.3
    bomber.put("Tokyo", 11, draw.choice(("lo", "med", "hi")), night)
    subject = bomber.subject
    subject.engine, subject.wing, subject.tank = draw.randint(1, 4), "port", "inboard"
    subject.bay, subject.section, subject.man, subject.type = "forward", "waist", "cfc", "zeke"
    subject.section = draw.choice(("nose", "nav_radio", "waist", "tail"))
    bomber.fighter("nick" if night else "zeke")
    subject.fighter = 0
    if draw.random() < 0.5:
        bomber.alone()
    if draw.random() < 0.5:
        bombs.drop_all(bomber.play)
    return bomber


def carry_out_anyhow(bomber, result, draw):
    """Carry out a result with any dice and any answers."""
    running = carry_out(bomber.play, result)
    with suppress(StopIteration, Down):
        decision = next(running)
        while True:
            if decision.several:
                answer = tuple(decision.options[: decision.least or 1])
            else:
                answer = draw.choice(list(decision.options))
            decision = running.send(decision.check(answer))


@pytest.mark.parametrize("chapter", "2345678x")
def test_every_row_can_be_carried_out(chapter, new_bomber):
    """And the state stays one that can be looked at."""
    wrong, number, before = [], 0, ""
    for code, on, column, result in rows():
        number = number + 1 if code == before else 0
        before = code
        if chapter != (code[0] if code[0].isdigit() else "x"):
            continue
        draw = Random(f"{code}/{on}/{column}")
        bomber = somewhere(new_bomber(), code, draw)
        bomber.play.source = Seeded(code, number)
        try:
            carry_out_anyhow(bomber, result, draw)
        except Exception as error:
            error.add_note(f"chart {code} at {on}, column {column}")
            raise
        if (
            not all(engine.prop for engine in bomber.plane.engines.values())
            or any(gun.boxes < 0 for gun in bomber.plane.guns.values())
            or bomber.mission.flight.fuel < 0
            or not bomber.play.game.look.view(bomber.play, ALL_SEEING)
        ):
            wrong.append(f"{code} at {on}, column {column}")

    assert wrong == []
