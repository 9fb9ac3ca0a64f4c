"""Every row of every chart can be carried out, and every effect and condition has its function."""

from random import Random

import pytest

from packs.b29_superfortress.game import GAME
from packs.b29_superfortress.questions.conditions import CONDITIONS, COUNTS
from packs.b29_superfortress.rules import bombs
from packs.b29_superfortress.rules.charts import EFFECTS, STATES, Down, carry_out
from tabletop_core import ALL_SEEING
from tabletop_core.chance import Seeded
from tabletop_core.tables import Effect, Several

DATA = GAME.load_data(())


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
    assert {name for chart in DATA.tables for name in DATA.counted[chart]} == set(COUNTS)


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


ALL_ROWS = list(rows())


@pytest.mark.parametrize("code", dict.fromkeys(code for code, *_ in ALL_ROWS))
def test_every_row_can_be_carried_out(code, new_bomber):
    """With any dice and any answers, and the state stays one that can be looked at."""
    for number, (_, on, column, result) in enumerate(r for r in ALL_ROWS if r[0] == code):
        draw = Random(f"{code}/{on}/{column}")
        bomber = somewhere(new_bomber(), code, draw)
        play = bomber.play
        play.source = Seeded(code, number)
        running = carry_out(play, result)
        try:
            decision = next(running)
            while True:
                if decision.several:
                    answer = tuple(decision.options[: decision.least or 1])
                else:
                    answer = draw.choice(list(decision.options))
                decision = running.send(decision.check(answer))
        except (StopIteration, Down):
            pass
        assert all(engine.prop for engine in bomber.plane.engines.values())
        assert all(gun.boxes >= 0 for gun in bomber.plane.guns.values())
        assert bomber.mission.flight.fuel >= 0
        assert play.game.view(play, ALL_SEEING)
