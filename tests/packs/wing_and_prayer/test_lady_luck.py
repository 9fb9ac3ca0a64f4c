"""6.1.2 Lady Luck counters that are held back: the player says no, and what was rolled stands."""

from fractions import Fraction

import pytest

from packs.wing_and_prayer.questions.ratings import by, crew_performance
from packs.wing_and_prayer.rules import (
    attacks_on_bombers,
    bombing_run,
    events,
    experience,
    landing,
    mission_turn,
    results,
)
from packs.wing_and_prayer.rules.attacks_on_bombers import Aim
from packs.wing_and_prayer.rules.setup import new_green_crew
from packs.wing_and_prayer.state import Level
from tabletop_core.chance import Scripted
from tabletop_core.testing import perform

from .conftest import escorts, interceptors, start, take_off

BOMBER = "b17f-a"


def holding(counter, bombers=6, **options):
    play = start(**options)
    take_off(play, bombers, box="rhine")
    play.state.lady_luck = [counter]
    return play


def keep(play, procedure, *args, dice=()):
    """Carry out a rule and say no to the counter, which must be asked about and stay in hand."""
    (counter,) = play.state.lady_luck
    (*_, decision) = perform(play, procedure, *args, script=dice, answers=["no"]).asked
    assert decision.label_of("no") == "no"
    assert decision.label_of(counter).startswith("use ")
    assert play.state.lady_luck == [counter]
    assert "luck_used" not in {event.kind for event in play.events}


def test_no_to_wing_and_a_prayer_lets_a_destroyed_bomber_go():
    play = holding("wing_and_a_prayer")

    keep(play, results.hit_bomber, BOMBER, "destroyed")

    assert BOMBER not in play.state.bombers


@pytest.mark.parametrize(
    ("was_damaged", "result", "words"),
    [
        (False, "light", "is damaged. Ignore it?"),
        (True, "light", "is damaged again. Ignore it?"),
        (False, "heavy", "is heavily damaged. Ignore it?"),
        (True, "heavy", "is destroyed. Ignore it?"),
    ],
)
def test_the_counter_is_offered_with_what_it_would_ignore(was_damaged, result, words):
    play = holding("wing_and_a_prayer")
    play.state.bombers[BOMBER].damaged = was_damaged
    dice = [6] if result == "light" else []
    done = perform(
        play, results.hit_bomber, BOMBER, result, script=dice, answers=["wing_and_a_prayer"]
    )

    assert words in done.asked[0].prompt
    assert play.state.bombers[BOMBER].damaged is was_damaged


def test_no_to_wing_and_a_prayer_lets_systems_trouble_damage_a_bomber():
    play = holding("wing_and_a_prayer", bombers=3)

    keep(play, events.systems_trouble, dice=[2, 2])

    assert play.state.bombers["b17f-b"].damaged


@pytest.mark.parametrize(("result", "left"), [("damaged", 1), ("destroyed", 0)])
def test_no_to_wing_and_a_prayer_lets_an_escort_be_hit(result, left):
    play = holding("wing_and_a_prayer")
    (one,) = escorts(play, "p47")

    keep(play, results.hit_escort, one, result)

    assert len(play.state.mission.escorts) == left
    assert one.damaged is (result == "damaged")


@pytest.mark.parametrize("counter", ["bench_mark", "wing_and_a_prayer"])
def test_no_to_a_counter_lets_a_bomber_fail_to_return(counter):
    play = holding(counter)

    keep(play, results.drop_out, "b17f-f", dice=[1])

    assert "b17f-f" not in play.state.bombers
    assert play.state.mission.vp == -2


def test_no_to_bench_mark_lets_a_thinned_formation_become_loose():
    play = holding("bench_mark", bombers=2)

    keep(play, results.hit_bomber, "b17f-b", "destroyed")

    assert play.state.mission.is_loose


def test_no_to_bench_mark_lets_a_formation_check_loosen_the_formation():
    play = holding("bench_mark", bombers=9)
    line = play.state.mission.formation
    line[0], line[8] = line[8], line[0]  # a green crew leads

    keep(play, events.formation_check, dice=[3])

    assert play.state.mission.is_loose


@pytest.mark.parametrize("counter", ["angel", "wing_and_a_prayer"])
def test_no_to_a_counter_lets_a_crew_be_downgraded(counter):
    play = holding(counter)
    one = play.state.bombers[BOMBER]
    play.state.crews[one.crew].level = Level.CRACK

    keep(play, experience.check_crew, one, dice=[1])

    assert play.state.crews[one.crew].level is Level.VETERAN


def test_no_to_angel_on_my_side_leaves_all_crews_as_they_are():
    play = holding("angel")
    before = {name: crew.level for name, crew in play.state.crews.items()}

    keep(play, experience.angel_upgrade, list(before))

    assert {name: crew.level for name, crew in play.state.crews.items()} == before


def test_no_to_clear_skies_ahead_leaves_the_clouds_over_the_target():
    play = holding("clear_skies", bombers=1)
    mission = play.state.mission
    mission.cloud = "heavy"
    dice = play.data.tables["combat"].look_up(4, column=1, **bombing_run.bombing_modifiers(play))

    keep(play, bombing_run.bomb_target, dice=[5] * dice.result)

    assert (mission.cloud, mission.hits) == ("heavy", 0)


def test_no_to_right_on_the_chin_leaves_the_hits_on_the_target():
    play = holding("right_on_the_chin")
    play.state.mission.hits = 4

    keep(play, bombing_run.two_more_hits)

    assert play.state.mission.hits == 4


@pytest.mark.parametrize("counter", ["smooth_landing", "wing_and_a_prayer"])
def test_no_to_a_counter_lets_a_hard_landing_damage_the_bomber(counter):
    play = holding(counter, landing=True)
    table = play.data.tables["landing"]
    hard = next(total for total in range(1, 7) if table.row(total).result == "hard")
    play.state.bombers["b17f-f"].damaged = True  # its performance is 0, that of its crew too

    keep(play, landing.land_bomber, "b17f-f", dice=[hard])

    assert "bomber_damaged" in {event.kind for event in play.events}


def test_no_to_covering_arcs_leaves_the_fire_of_the_bombers_as_it_is():
    play = holding("covering_arcs")
    (foe,) = interceptors(play, "me109")

    keep(play, attacks_on_bombers.defensive_fire, [Aim(foe, "b17f-d")], dice=[1, 1])

    named = {name for name, *_ in play.events[-1].facts["modifiers"]}
    assert "covering_arcs" not in named
    assert not play.state.mission.covering_arcs


def told_by(asking):
    """The chances of each answer to the first question of a rule."""
    decision = next(asking)
    return {answer: dict(decision.odds(answer)) for answer in decision.options}


def test_the_question_for_clear_skies_tells_the_clouds_that_come_without_it():
    play = holding("clear_skies")
    play.source = Scripted([3])

    told = told_by(events.weather_change(play))

    third = Fraction(1, 3)
    assert told == {"no": {"clear": third, "light": third, "heavy": third}, "clear_skies": {}}


def test_before_the_bombs_fall_the_damage_is_told_under_both_clouds():
    play = holding("clear_skies")
    play.state.mission.cloud = "heavy"

    told = told_by(bombing_run.bomb_target(play))

    none = [told[answer].get("no damage", 0) for answer in ("no", "clear_skies")]
    assert none[0] > none[1]
    assert all(sum(odds.values()) == 1 for odds in told.values())


def test_the_question_for_a_crash_tells_whether_the_crew_survives():
    play = holding("smooth_landing")

    odds = landing.odds_of_crew(play, "crash")

    assert odds("no") == {"lost": Fraction(1, 2), "survives": Fraction(1, 2)}
    assert odds("smooth_landing") == {}
    assert landing.odds_of_crew(play, "hard")("no") == {}


def test_the_question_for_a_hit_tells_whether_the_bomber_keeps_its_place():
    play = holding("wing_and_a_prayer")

    assert results.odds_of_damage(play, BOMBER, "destroyed") == {"it is lost": 1}
    light = results.odds_of_damage(play, BOMBER, "light")
    assert light.keys() == {"it stays in the formation", "it leaves the formation", "it is lost"}
    assert sum(light.values()) == 1
    assert not play.state.bombers[BOMBER].damaged


def asked_with(play, procedure, *args, dice=()):
    """The chances of each answer where a rule stops after these dice."""
    play.source = Scripted(dice)
    return told_by(procedure(play, *args))


def test_the_question_for_an_escort_tells_whether_it_keeps_up_with_its_damage():
    play = holding("wing_and_a_prayer")
    (one,) = escorts(play, "p47")

    damaged = asked_with(play, results.hit_escort, one, "damaged")
    destroyed = asked_with(play, results.hit_escort, one, "destroyed")

    exact = play.odds(lambda other: results.keeps_up(other, "it"))
    kept = {"it keeps up": exact[True], "it drops out": exact[False]}
    assert damaged == {"no": kept, "wing_and_a_prayer": {}}
    assert destroyed == {"no": {"it is lost": 1}, "wing_and_a_prayer": {}}
    one.damaged = True
    again = asked_with(play, results.hit_escort, one, "destroyed")
    assert again["wing_and_a_prayer"] == kept


@pytest.mark.parametrize("loose", [False, True])
def test_the_question_for_covering_arcs_tells_the_fire_of_the_bombers_with_it_and_without(loose):
    play = holding("covering_arcs", bombers=9)
    play.state.mission.is_loose = loose
    aims = [
        Aim(foe, bomber)
        for foe, bomber in zip(
            interceptors(play, "me109", "me110"), ("b17f-a", "b17f-e"), strict=True
        )
    ]

    told = asked_with(play, attacks_on_bombers.defensive_fire, aims)

    for answer, covering in (("no", False), ("covering_arcs", True)):
        play.state.mission.covering_arcs = covering
        hits = [
            1 - play.odds(attacks_on_bombers.fire_of_bomber, aim)["ineffective"] for aim in aims
        ]
        assert told[answer]["2 driven off"] == hits[0] * hits[1]
        assert told[answer]["none driven off"] == (1 - hits[0]) * (1 - hits[1])
    assert told["no"] != told["covering_arcs"]


@pytest.mark.parametrize("damaged", [False, True])
def test_the_question_for_systems_trouble_tells_where_the_bomber_is_then(damaged):
    play = holding("wing_and_a_prayer", bombers=1)
    play.state.bombers[BOMBER].damaged = damaged
    table = play.data.tables["systems_trouble"]
    trouble = next(face for face in range(1, 7) if table.result(face) != "none")

    told = asked_with(play, events.systems_trouble, dice=[trouble])

    def drop(other):
        yield from results.drop_out(other, BOMBER)

    how = by(**crew_performance(play, BOMBER))
    exact = play.odds(lambda other: results.keeps_up(other, "it", **how))
    kept = {"it keeps up": exact[True], "it drops out": exact[False]}
    if not damaged:
        assert told == {"no": kept, "wing_and_a_prayer": {}}
    else:
        play.state.lady_luck.clear()
        back = play.odds(drop, read=lambda other, _: BOMBER in other.state.bombers)
        assert told["no"] == {"it leaves the formation": back[True], "it is lost": back[False]}
        assert told["wing_and_a_prayer"] == kept


def test_the_question_for_a_loose_formation_tells_whether_it_closes_up_again():
    play = holding("bench_mark")

    told = asked_with(play, results.loosen)

    play.state.mission.is_loose = True
    exact = play.odds(mission_turn.tighten_up, read=lambda other, _: other.state.mission.is_loose)
    assert told["bench_mark"] == {}
    assert told["no"]["it stays loose"] == exact[True]
    assert sum(told["no"].values()) == 1


@pytest.mark.parametrize("fate", ["off", "on"])
def test_the_question_for_a_failed_return_tells_the_fate_of_the_crew_where_it_is_rolled(fate):
    play = holding("bench_mark", crew_fate=fate)

    told = asked_with(play, results.gets_home, BOMBER, 8, dice=[1])

    if fate == "off":
        assert told == {"no": {}, "bench_mark": {}}
    else:
        exact = play.odds(results.crew_fate, BOMBER)
        assert told["no"] == {f"the crew is {what}": p for what, p in exact.items()}
        assert exact["captured"] == Fraction(1, 6)


def test_the_question_for_a_downgrade_tells_where_the_bomber_is_with_either_crew():
    play = holding("angel", bombers=12)
    one = next(
        one
        for one in play.state.bombers.values()
        if one.crew in play.data.crews and play.data.crews[one.crew].veteran.performance
    )
    play.state.crews[one.crew].level = Level.VETERAN
    one.damaged = True
    asking = results.damage_effects(play, one, "heavy")
    play.source = Scripted([1])

    told = told_by(asking)

    def stays(other):
        yield from results.stay_or_drop_out(other, one.id)

    def lost(other, _):
        return one.id not in other.state.bombers

    assert told["angel"]["it is lost"] == play.odds(stays, read=lost)[True]
    one.crew = new_green_crew(play)
    assert told["no"]["it is lost"] == play.odds(stays, read=lost)[True]
    assert told["no"] != told["angel"]
