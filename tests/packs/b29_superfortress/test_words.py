"""What the player reads: charts, lines of the log, prompts."""

import re
from contextlib import suppress
from fractions import Fraction
from html import unescape

import pytest

from packs.b29_superfortress.game import GAME
from packs.b29_superfortress.questions import bomber as now
from packs.b29_superfortress.rules import (
    air,
    bombing,
    charts,
    combat,
    commander,
    damage,
    defensive_fire,
    engines,
    fire,
    weather,
    wounds,
    zones,
)
from packs.b29_superfortress.rules.charts import STATES
from packs.b29_superfortress.shown.results import look_up_words, result_words
from packs.b29_superfortress.shown.track import fuel_in_words
from packs.b29_superfortress.shown.words import MISSING
from tabletop_core.bots import seat_bots
from tabletop_core.dice import parse_dice
from tabletop_core.presentation.rulebook import rule_text
from tabletop_core.tables.result_forms import written
from tabletop_core.web.popups import chart_page
from tests.packs.b29_superfortress.scripts import lines, scripted

DATA = GAME.data_with()
CHARTS = list(DATA.tables.values())


# ---------------------------------------------------------------- charts


def test_every_result_of_a_chart_is_told_in_words():
    told = {
        f"{chart.id}: {result}": result_words(written(result))
        for chart in CHARTS
        for row in (*chart.rows, *chart.overrides)
        for result in row.results
    }

    assert {at: words for at, words in told.items() if not words or set("_={}") & set(words)} == {}


@pytest.mark.parametrize(
    ("code", "at", "words"),
    [
        ("4-9", 7, "only on the way home: roll on 4-9.f"),
        ("5-3.3", 4, "only in formation (else no attack): roll on 5-3.d"),
        ("7-5.l", 4, "1 hit on the wing root beside the engine"),
        ("8-1", -2, "plane wrecked, each man rolls on 7-13, with hard landing"),
        ("8-2", 5, "sea rough: -3 on 8-3, -1 on 8-6"),
    ],
)
def test_results_of_several_parts_read_as_one(code, at, words):
    assert result_words(written(DATA.tables[code].result(at))) == words


def test_the_log_tells_a_result_as_the_chart_has_it(bomber):
    bomber.chart("3-3.engine", [1, 3])

    assert lines(bomber, "look_up") == ["The engine meant [3-3]; rolls 2d6 (1, 3) = 4 -> engine 2"]


def test_the_log_names_charts_by_their_printed_numbers_and_tells_how_dice_are_halved(bomber):
    bomber.play.look_up("5-3.5", at=parse_dice("2d6//2").from_faces([5, 2]))
    bomber.play.look_up("4-4", at=4)
    bomber.play.look_up("7-5.fire.again", at=6)

    chart, note, again = lines(bomber, "look_up")

    assert "rolls half of 2d6, rounded down (5, 2) = 3 -> coordinated attack" in chart
    assert note.endswith("-> a further roll")
    assert "[7-5]" in again


def test_charts_for_sections_that_are_left_out_show_no_code(bomber):
    bomber.play.look_up("event_check", at=7)
    bomber.play.look_up("7-3.5", at="no_tank")

    first, second = lines(bomber, "look_up")
    assert first == "An event on the way; at 7 -> nothing"
    assert "; at no tank -> " in second


def test_a_modifier_is_told_with_its_reason_and_the_total(bomber):
    bomber.mission.flight.weather = "bad"

    bomber.chart("8-2", [4])

    assert lines(bomber, "look_up")[0].startswith(
        "Sea state [8-2]; rolls 1d6 (4) = 4; +2 bad weather; total 6 -> sea very rough"
    )


@pytest.mark.parametrize("code", ["6-6", "6-7", "8-1", "8-6"])
def test_notes_for_certain_cases_stand_under_the_chart_and_not_behind_every_roll(code):
    chart = DATA.tables[code]

    assert chart.notes
    assert not any(set(row.notes) - {"cap"} for row in chart.rows)


def test_the_title_of_a_chart_is_no_question():
    asking = ("Who", "Which", "Whose", "Does", "Is")
    titles = [chart.title for chart in CHARTS]

    assert [one for one in titles if "?" in one or one.split()[0] in asking] == []


# ---------------------------------------------------------------- which rule is meant


def rules_of(bomber, chart):
    return {event.rule for event in bomber.play.events if event.facts.get("table") == chart}


def test_behind_a_line_stands_the_rule_that_it_carries_out(bomber):
    bomber.put("Tokyo", 11, "hi")
    bomber.plane.compromised.add("waist")
    bomber.subject.engine = 2

    bomber.perform(air.go_on_oxygen, bomber.crew["cfc"], dice=[1])
    bomber.perform(air.freeze, dice=[5] * 4, answers=["stay"])
    bomber.chart("4-9.e", [1])
    bomber.subject.man = "cfc"
    bomber.chart("7-13", [1])

    assert rules_of(bomber, "oxygen") == {"4.2.mask"}
    assert rules_of(bomber, "7-14") == {"7.3"}
    assert rules_of(bomber, "4-9.e") == {"4-9.e"}
    assert rules_of(bomber, "7-13") == {"7-13"}


# ---------------------------------------------------------------- lines


@scripted("""
    empty tanks burn nothing
        flight.fuel = 1
        do zones.burn(2): 6 -> lines burnt is ['Burns 1 box: 0 left in the main tanks.']
        do zones.burn(1): 6 -> told burnt is No fuel to burn: 0 left in the main tanks.
    three bursts of flak are told apart
        roll 6-2: 3 2*6 -> whys of look_up ends ['1 of 3', '2 of 3', '3 of 3']
    a note on one wing is not told of the other
        roll 7-5[starboard]: 1 1 -> told look_up ends -> no effect
    one hit is told as one
        do damage.wing_root_hit(port, 1) -> lines wing_root is ['The port wing root has 1 hit.']
    pressure that is restored is told
        mission.depressurised = True
        do air.repressurise -> lines repressurised is ['The cabin pressure is restored.']
    a line begins with a capital whatever name begins it
        do crewmen.go(crew.left_gunner, doors aft, aft_bomb_bay)
        -> told sent begins Left gunner leaves
        do damage.nose_gear(dropped) -> lines gear is ['Nose gear: dropped.']
    another turn in a zone is told
        flight.turns_left = 1
        do zones.fly_on -> lines still is ['Still in zone 11.']
    the end of the formation on the way home is told
        at Tokyo 7
        flight.leg = back; bomb_run.run_done = True -> in_formation
        do zones.enter(6)
        -> lines parted is ['The formation breaks up in zone 6. The bomber flies on alone.']
    drag that begins over the target is told once and costs its turn after turning
        do bombs.drop_all
        bomb_run.run_done = True; plane.main_gear.port = dropped
        do commander.slow_down -> lines slow is ['Slowed down: two turns per zone.']
        -> flight.turns_left is 0
        do zones.fly_on
        do commander.slow_down -> lines slow is ['Slowed down: two turns per zone.']
        -> flight.turns_left is 1
    doors jammed open are not called open before the run
        roll 4-9.g: 6 5 -> told doors ends once open they will not close.
    brakes that are weak are not called out altogether
        do systems.reservoir_hit(nose)
        -> told system_out is Out of order: brakes (unreliable, -2 on landing).
        do systems.reservoir_hit(nav_radio)
        -> told system_out is Out of order: brakes (none left).
    a gun is put out of action once
        do systems.gun_out(aft_upper)
        do systems.gun_out(aft_upper) -> lines gun is ['Aft upper turret: out.']
    what comes only in a certain state tells what is missing
        subject.section = nose; plane.compromised |= nose
        roll 7-1.b: 6
        -> lines no_effect is ['The rest has no effect: the section is not pressurised.']
    nobody alone is told that his formation is disrupted
        alone
        do weather.formation_disrupted -> not formation.disrupted
        -> lines no_effect is ['The disruption has no effect: the bomber is not in formation.']
    the jet stream tells what it does at hi
        at Tokyo 9 hi
        do weather.jet_stream -> lines fuel is ['Main fuel -1 (jet stream), 29 boxes left.']
    and that it does nothing below
        at Tokyo 9
        do weather.jet_stream
        -> lines no_effect is ['The jet stream has no effect: the bomber is not at HI.']
    a Nick from behind is not said to be unable to come
        # Nick; 6 by 5-3, low by 5-4, at a bomber in formation.
        do fighter_attack.place(nick): 3 6 3 -> told fighter is Nick attacks from 6 o'clock low.
        -> told look_up lacks cannot
    short fuel is asked about again when more is missing
        at Tokyo 8
        flight.fuel = 15
        do commander.check_fuel: press_on
        do commander.check_fuel
        flight.fuel = 14
        do commander.check_fuel: abort -> flight.aborted
""")
def test_a_line_of_the_log(bomber, script):
    script(bomber)


def test_over_the_base_there_is_no_zone(bomber):
    bomber.play.log("lost", status="destroyed", cause="explosion", zone=0)

    assert lines(bomber, "lost") == ["The bomber is lost over the base: explosion."]


def test_leaving_the_formation_is_told_with_its_reasons_before_the_next_roll(bomber):
    bomber.put("Tokyo", 9)
    bomber.plane.engines[1].prop = "windmilling"
    bomber.mission.formation.apart.add("bomb bay doors")

    charts.look_up(bomber.play, "4-3", at=7)
    charts.look_up(bomber.play, "4-3", at=7)

    assert lines(bomber, "alone") == [
        "Out of formation: bomb bay doors, a propeller that is not feathered."
    ]
    assert [event.kind for event in bomber.play.events][:2] == ["alone", "look_up"]


def test_meeting_the_formation_again_is_told(bomber):
    bomber.put("Tokyo", 9)
    bomber.mission.formation.apart_turns = 2
    charts.look_up(bomber.play, "4-3", at=7)
    bomber.mission.formation.apart_turns = 0

    zones.enter(bomber.play, 10)

    assert lines(bomber, "alone") == ["Out of formation: a dive."]
    assert lines(bomber, "in_formation") == ["Meets the formation."]


# ---------------------------------------------------------------- what a roll is for


def asked_for(bomber):
    return [event.facts["why"] for event in bomber.play.events if event.kind == "look_up"]


def test_rolls_name_the_man_the_engine_the_bay_or_the_section_they_are_for(bomber):
    bomber.put("Tokyo", 11, "hi")
    bomber.plane.compromised.add("waist")

    bomber.subject.man = "cfc"
    bomber.chart("7-13", [1])
    bomber.subject.engine = 3
    bomber.chart("7-5.h.leak", [1])
    bomber.subject.bay = "aft"
    bomber.chart("7-3.8", [])
    bomber.perform(bombing.find_doors_hit, dice=[6])
    bomber.perform(fire.section_fire, "waist", dice=[3, 3])

    assert asked_for(bomber) == [
        *("central fire controller", "central fire controller", "engine 3", "aft bay", "waist"),
    ]


# ---------------------------------------------------------------- prompts


@pytest.mark.parametrize("seed", range(12))
def test_every_prompt_is_a_question_and_its_options_have_words(seed):
    match = GAME.start({"mission": 3 * seed + 1}, data=DATA, seed=seed, snapshots=False)
    bot = seat_bots(GAME, {"commander": "random"}, seed)["commander"]
    while not match.is_over:
        decision = match.decision
        assert decision.prompt.endswith("?"), decision.prompt
        for option in decision.options:
            label = decision.label_of(option)
            assert "_" not in label, label
        match.answer(bot.choose(match, decision))


def test_the_odds_of_a_dive_on_a_fire_include_the_wing(bomber):
    bomber.plane.wing_roots["port"] = 2
    bomber.subject.engine = 1

    odds = engines.odds_of_choice(bomber.play, "dive", ("7-5.d.wing", "7-5.p.dive"))

    # The wing holds on 3 to 6; then 1 puts the fire out, 2 does not, 3 or 4 and 5 or 6 are jumps.
    holds = Fraction(4, 6)
    assert odds == {
        "all bail out from a plane out of control (wing lost)": 1 - holds,
        "fire out, dives to LO, engine out": holds / 6,
        "fire burns on, dives to LO, engine out": holds / 6,
        "all bail out in good order (fire)": holds / 3,
        "all bail out from a plane out of control (fire)": holds / 3,
    }


def test_the_words_of_a_roll_repeat_its_first_throws():
    facts = DATA.tables["5-2"].look_up(3).facts() | {"dice": "2d6 (1, 2) = 3"}
    again = {**facts, "before": [{"dice": "2d6 (6, 6) = 12"}]}

    assert "; rolls 2d6 (6, 6) = 12, again; rolls 2d6 (1, 2) = 3 -> " in look_up_words(again)


def test_the_odds_of_a_storm_front_go_with_the_way_chosen(bomber):
    bomber.alone()

    straight = bomber.play.odds(weather.meet_front, False)
    wide = bomber.play.odds(weather.meet_front, True)

    # Alone only the detour counts: 1-4 safe, 5 the risk, 6 damage as well; around it one less.
    assert straight == {
        "safe": Fraction(4, 6),
        "the risk of a collision": Fraction(1, 6),
        "damage, and the risk of a collision": Fraction(1, 6),
    }
    assert wide == {"safe": Fraction(5, 6), "the risk of a collision": Fraction(1, 6)}


def test_the_odds_of_shooting_out_a_light_are_one_in_36(bomber):
    odds = defensive_fire.odds_of_light(bomber.play)

    assert odds["searchlight off"] == Fraction(1, 36)
    assert sum(odds.values()) == 1


# ---------------------------------------------------------------- why, and what for


def test_every_state_that_a_chart_asks_for_has_words_for_when_it_does_not_hold():
    assert set(STATES) <= set(MISSING)


def test_the_first_of_several_hits_is_counted_and_not_called_none(bomber):
    bomber.perform(damage.nth_hit, "7-9.5")

    assert lines(bomber, "look_up") == ["Elevator controls [7-9.5]; hit 1 -> no effect yet"]


def test_the_first_light_wound_is_counted_and_not_called_none(bomber):
    bomber.subject.man = "pilot"

    bomber.perform(wounds.wound, "light")

    assert lines(bomber, "look_up") == ["Pilot: Light wounds [7-13.a]; wound 1 -> no effect yet"]


@pytest.mark.parametrize("why", ["off course", "two turns a zone", "another run"])
def test_a_further_turn_in_a_zone_tells_its_reason(bomber, why):
    bomber.mission.flight.stay(why)

    bomber.perform(zones.fly_on)

    assert lines(bomber, "still") == [f"Still in zone 11: {why}."]


def test_reasons_are_told_in_the_order_in_which_the_turns_were_lost(bomber):
    bomber.mission.flight.stay("two turns a zone")
    bomber.mission.flight.stay("off course")

    bomber.perform(zones.fly_on)
    bomber.perform(zones.fly_on)

    assert [one["why"] for one in bomber.happened("still")] == ["two turns a zone", "off course"]


def test_every_rule_has_words_that_a_player_reads():
    told = [rule_text(GAME, DATA.tables, rule.number) for rule in GAME.rules]

    silent = [(rule.number, title) for rule in told for title, words in rule.parts if not words]
    assert silent == []


# ---------------------------------------------------------------- chances at a prompt


def odds_at(bomber, procedure, answer, option):
    """Carry out a rule that asks one question; return the odds of an option there."""
    found = {}

    def watched():
        running = procedure(bomber.play)
        asked = next(running)
        found.update(asked.odds(option))
        with suppress(StopIteration):
            running.send(answer)

    watched()
    assert sum(found.values()) == 1
    return found


def test_all_guns_at_one_fighter_say_what_becomes_of_it(bomber):
    zeke = bomber.fighter("zeke", "12", "high", damaged=3)
    every = odds_at(bomber, defensive_fire.allot, "fire", "zeke_12_high")
    ones = [
        odds_at(bomber, defensive_fire.allot, "fire", f"{gun} zeke_12_high")["hit"]
        for gun in ("forward_upper", "aft_upper")
    ]

    # A fourth damage destroys, and every hit does one or more.
    assert every["shot down"] == 1 - (1 - ones[0]) * (1 - ones[1])
    assert zeke.damaged == 3


def test_evading_lessens_the_chance_of_a_hit(bomber):
    bomber.fighter("zeke", "12", "high")
    steady, evading = (
        odds_at(bomber, combat.choose_evasion, "steady", option) for option in ("steady", "evade")
    )

    # 5-9 in front: 9 or more; evading 10 or more.
    assert steady["the fighter hits"] == Fraction(10, 36)
    assert evading["the fighter hits"] == Fraction(6, 36)


def test_over_the_target_the_odds_weigh_flak_against_the_aim(bomber):
    steady, evading = (
        odds_at(bomber, combat.meet_searchlights, "steady", option)
        for option in ("steady", "evade")
    )

    def sure(odds, words):
        return sum(part for told, part in odds.items() if words in told)

    assert sure(evading, "no flak hits") > sure(steady, "no flak hits")
    assert sure(evading, "on target") < sure(steady, "on target")


def test_short_fuel_is_rolled_for_by_the_missing_box(bomber):
    bomber.mission.flight.fuel = now.fuel_needed(bomber.state) - 2
    pressing = odds_at(bomber, commander.check_fuel, "press_on", "press_on")

    # 4-1 with a practised engineer: 4 to 6 of six.
    assert pressing["the fuel brings us home, if nothing takes more"] == Fraction(1, 4)
    turning = odds_at(bomber.put("Tokyo", 9), zones.may_abort, "press_on", "abort")
    assert turning == {"the fuel brings us home, if nothing takes more": 1}


def test_the_cold_is_told_man_by_man(bomber):
    bomber.plane.pressure_lost = {"tail"}
    bomber.plane.compromised = {"tail"}

    odds = odds_at(bomber, air.freeze, "down", "stay")

    assert odds == {
        "none of 1 man frostbitten": Fraction(2, 3),
        "1 of 1 man frostbitten": Fraction(1, 3),
    }


# ---------------------------------------------------------------- the pages of the charts

UNREADABLE = re.compile(
    r"[a-z]_[a-z0-9]|[{}]|\(\)|=|data/|\.toml|(?<![\w.])[Aa] [aeio]|\bNone\b|\d\.[a-z]{2,}"
)
"""A key, a brace, an empty bracket, a path, a wrong article, the id of a part of a chart."""


@pytest.mark.parametrize("chart", GAME.data_with().tables)
def test_the_page_of_a_chart_shows_words_alone(chart):
    page = unescape(re.sub("<[^>]*>", "|", chart_page(GAME, chart, "")))

    assert UNREADABLE.findall(page) == []


@pytest.mark.parametrize(
    ("chart", "row", "told"),
    [
        ("5-15", -1, "only from mission 15 (else no attack): roll on chart 5-15.b"),
        ("7-1", 8, "bombsight out, roll on chart 7-1.b, only over the target: roll on chart 7-1.a"),
        ("7-10.9", 0, "releasing the pressure no longer works"),
        ("5-3", 4, "12, roll on chart 5-4, from front"),
        ("5-2", 0, "roll again"),
    ],
)
def test_a_result_on_a_chart_is_told_in_words(chart, row, told):
    assert GAME.look.result_words(GAME.data_with().tables[chart].rows[row].results[0]) == told


def test_a_zone_that_the_fuel_does_not_reach_says_how_much_is_short():
    assert fuel_in_words(-3, "homeward") == "out of reach homeward: 3 boxes of fuel short"
