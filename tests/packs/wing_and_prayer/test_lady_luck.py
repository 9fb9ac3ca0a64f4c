"""6.1.2 Lady Luck counters that are used or held back, and what their questions tell."""

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

from .conftest import became, bomber, carry_out, cases, fly, kinds
from .scenes import play_scene, scenes

BOMBER = "b17f-a"


def holding(counter, bombers=6, **how):
    return fly(bombers, "rhine", luck=counter, **how)


def keep(play, procedure, *args, dice=()):
    """Carry out a rule and say no to the counter, which must be asked about and stay in hand."""
    (counter,) = play.state.lady_luck
    (*_, decision) = perform(play, procedure, *args, script=dice, answers=["no"]).asked
    assert decision.label_of("no") == "no"
    assert decision.label_of(counter).startswith("use ")
    assert play.state.lady_luck == [counter]
    assert "luck_used" not in kinds(play)


def hit_escort(result):
    return lambda play: results.hit_escort(play, play.state.mission.escorts[0], result)


HAPPENS = {
    "bomber lost": lambda play: results.hit_bomber(play, "b17f-b", "destroyed"),
    "systems trouble": events.systems_trouble,
    "escort hit": hit_escort("damaged"),
    "escort lost": hit_escort("destroyed"),
    "lost bomber fate": lambda play: results.drop_out(play, "b17f-f"),
    "formation check": events.formation_check,
    "casualties": lambda play: experience.check_crew(play, bomber(play, "a")),
}


@cases("""
happens          | counter           | bombers | leads | dice | no                   | yes
bomber lost      | wing_and_a_prayer | 6       | a     |      | b lost, -2 VP        |
systems trouble  | wing_and_a_prayer | 3       | a     | 2 2  | b damaged            |
escort hit       | wing_and_a_prayer | 6       | a     |      | e1 damaged           |
escort lost      | wing_and_a_prayer | 6       | a     |      | 1 escort lost, -1 VP |
lost bomber fate | wing_and_a_prayer | 6       | a     | 1    | f lost, -2 VP        | f out
lost bomber fate | bench_mark        | 6       | a     | 1    | f lost, -2 VP        | f out
bomber lost      | bench_mark        | 2       | a     |      | b lost, loose, -2 VP | b lost, -2 VP
formation check  | bench_mark        | 9       | i     | 3    | loose                |
casualties       | wing_and_a_prayer | 6       | a     | 1    | a veteran            |
casualties       | angel             | 6       | a     | 1    | a veteran            |
""")
def test_what_happens_where_the_answer_is_no_and_what_a_counter_prevents(
    happens, counter, bombers, leads, dice, no, yes
):
    kept, used = (holding(counter, bombers, leads=leads, mine="p47") for _ in range(2))

    keep(kept, HAPPENS[happens], dice=dice)
    carry_out(used, HAPPENS[happens], dice=dice, answers=[counter])

    assert (became(kept), became(used)) == (no, yes)
    assert used.state.lady_luck == []


@cases("""
claim                                    | hurt | result | dice | words
light damage damages a whole bomber      |      | light  | 6    | is damaged. Ignore it?
light damage damages a damaged one again | a    | light  | 6    | is damaged again. Ignore it?
heavy damage damages a whole bomber      |      | heavy  |      | is heavily damaged. Ignore it?
heavy damage destroys a damaged one      | a    | heavy  |      | is destroyed. Ignore it?
""")
def test_the_counter_is_offered_with_what_it_would_ignore(hurt, result, dice, words):
    play = holding("wing_and_a_prayer", hurt=hurt)
    before = became(play)
    done = perform(
        play, results.hit_bomber, BOMBER, result, script=dice, answers=["wing_and_a_prayer"]
    )

    assert words in done.asked[0].prompt
    assert became(play) == before


@scenes("""
no to Angel on my Side leaves all crews as they are
    fly 6 rhine luck=angel -> experience.angel_upgrade [iron_duchess,memphis_belle,green-1] : : no
    levels abcd crack veteran veteran green -> luck angel
no to Clear Skies leaves the clouds over the target
    fly 1 rhine cloud=heavy luck=clear_skies -> bombing_run.bomb_target : 5*3 : no
    state mission.cloud heavy -> state mission.hits 0 -> luck clear_skies
no to Right on the Chin leaves the hits on the target
    fly 6 rhine luck=right_on_the_chin -> set mission.hits=4 -> bombing_run.two_more_hits : : no
    state mission.hits 4 -> luck right_on_the_chin
no to Smooth Landing lets a hard landing damage the bomber
    fly 6 rhine luck=smooth_landing landing=True hurt=f -> landing.land_bomber f : 2 : no
    kinds bomber_damaged 1 -> luck smooth_landing
no to Wing and a Prayer lets a hard landing damage the bomber
    fly 6 rhine luck=wing_and_a_prayer landing=True hurt=f -> landing.land_bomber f : 2 : no
    kinds bomber_damaged 1 -> luck wing_and_a_prayer
no to Covering Arcs leaves the fire of the bombers as it is
    fly 6 rhine luck=covering_arcs foes=me109
    attacks_on_bombers.defensive_fire [i1@d] : 1 1 : no -> modifier covering_arcs
    state mission.covering_arcs False -> luck covering_arcs
""")
def test_what_is_so_where_a_counter_is_kept(scene):
    play_scene(scene)


# ---------------------------------------------------------------- what the questions tell


def told_by(play, procedure, *args, dice=()):
    """The chances of each answer where a rule stops after these dice."""
    play.source = Scripted(dice)
    decision = next(procedure(play, *args))
    return {answer: dict(decision.odds(answer)) for answer in decision.options}


def test_before_the_bombs_fall_the_damage_is_told_under_both_clouds():
    play = holding("clear_skies", cloud="heavy")

    told = told_by(play, bombing_run.bomb_target)

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


def test_the_question_for_an_escort_tells_whether_it_keeps_up_with_its_damage():
    play = holding("wing_and_a_prayer", mine="p47")
    (one,) = play.state.mission.escorts

    damaged = told_by(play, results.hit_escort, one, "damaged")
    destroyed = told_by(play, results.hit_escort, one, "destroyed")

    exact = play.odds(lambda other: results.keeps_up(other, "it"))
    kept = {"it keeps up": exact[True], "it drops out": exact[False]}
    assert damaged == {"no": kept, "wing_and_a_prayer": {}}
    assert destroyed == {"no": {"it is lost": 1}, "wing_and_a_prayer": {}}
    one.damaged = True
    again = told_by(play, results.hit_escort, one, "destroyed")
    assert again["wing_and_a_prayer"] == kept


@pytest.mark.parametrize("loose", [False, True])
def test_the_question_for_covering_arcs_tells_the_fire_of_the_bombers_with_it_and_without(loose):
    play = holding("covering_arcs", bombers=9, loose=loose, foes="me109 me110")
    aims = list(map(Aim, play.state.mission.interceptors, ("b17f-a", "b17f-e")))

    told = told_by(play, attacks_on_bombers.defensive_fire, aims)

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
    play = holding("wing_and_a_prayer", bombers=1, hurt="a" if damaged else "")
    table = play.data.tables["systems_trouble"]
    trouble = next(face for face in range(1, 7) if table.result(face) != "none")

    told = told_by(play, events.systems_trouble, dice=[trouble])

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

    told = told_by(play, results.loosen)

    play.state.mission.is_loose = True
    exact = play.odds(mission_turn.tighten_up, read=lambda other, _: other.state.mission.is_loose)
    assert told["bench_mark"] == {}
    assert told["no"]["it stays loose"] == exact[True]
    assert sum(told["no"].values()) == 1


@pytest.mark.parametrize("fate", ["off", "on"])
def test_the_question_for_a_failed_return_tells_the_fate_of_the_crew_where_it_is_rolled(fate):
    play = holding("bench_mark", crew_fate=fate)

    told = told_by(play, results.gets_home, BOMBER, 8, dice=[1])

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

    told = told_by(play, results.damage_effects, one, "heavy", dice=[1])

    def stays(other):
        yield from results.stay_or_drop_out(other, one.id)

    def lost(other, _):
        return one.id not in other.state.bombers

    assert told["angel"]["it is lost"] == play.odds(stays, read=lost)[True]
    one.crew = new_green_crew(play)
    assert told["no"]["it is lost"] == play.odds(stays, read=lost)[True]
    assert told["no"] != told["angel"]


@scenes("""
the question for clear skies tells the clouds that come without it
    fly 6 rhine luck=clear_skies -> ask events.weather_change : 3
    odds no 1/3 clear, light, heavy -> odds clear_skies any
""")
def test_what_a_question_tells(scene):
    play_scene(scene)
