"""Wounds, oxygen, pressure, cold, and men away (7-11, 7-13, 7-14, 4.2, 7.3, 7.4)."""

import pytest

from packs.b29_superfortress.rules import air, crewmen
from tests.packs.b29_superfortress.scripts import scripted


@scripted("""
    one light wound changes nothing
        do wounds.wound(light) -> crew.navigator.is_fit
    a second costs the veteran's bonus
        crew.navigator.missions = 20 -> navigator_veteran
        do wounds.wound(light)
        do wounds.wound(light) -> crew.navigator.shaken; not navigator_veteran
    three light wounds are a serious one and four kill
        do wounds.wound(light)
        do wounds.wound(light)
        do wounds.wound(light) -> crew.navigator.serious
        do wounds.wound(light) -> crew.navigator.fate is killed
    a light and a serious one kill
        do wounds.wound(light)
        do wounds.wound(serious) -> crew.navigator.fate is killed
    a serious and a light one do
        do wounds.wound(serious)
        do wounds.wound(light) -> crew.navigator.fate is killed
    two serious ones do
        do wounds.wound(serious)
        do wounds.wound(serious) -> crew.navigator.fate is killed
    a wounded man who was moved into the section rolls as well
        crew.radio_operator.light = 1; crew.radio_operator.section = waist
        crew.radio_operator.works_at = cfc; crew.cfc.works_at = ''
        subject.section = waist
        do wounds.roll_wound(('left_gunner',)): 1 6 -> crew.left_gunner.light is 1
        -> crew.radio_operator.fate is killed
    after landing one with a serious wound flies on after a 1
        crew.pilot.serious = True
        do tour.treat_wounded: 1 -> crew.pilot.fate is ''
    on a 4 he is sent home
        crew.pilot.serious = True
        do tour.treat_wounded: 4 -> crew.pilot.fate is sent_home
    on a 6 he dies
        crew.pilot.serious = True
        do tour.treat_wounded: 6 -> crew.pilot.fate is died
    frostbite is settled after landing
        crew.tail_gunner.frostbitten = True
        do tour.treat_wounded: 5 -> crew.tail_gunner.fate is sent_home
""")
def test_wounds(bomber, script):
    bomber.subject.man = "navigator"

    script(bomber)


# ---------------------------------------------------------------- pressure


@scripted("""
    decompression strikes nose and nav/radio together
        subject.section = nose
        # Six men of the two sections reach their masks, five others go on oxygen.
        roll 7-11: 3 1*6 2*5 -> crew.*.masked is {True}
    a six on decompression wounds everybody in the section
        subject.section = tail
        roll 7-11: 6 2 1 2*10 -> crew.tail_gunner.light is 1
    going on oxygen is harder with the intercom out
        plane.out |= intercom
        do air.go_on_oxygen(crew.cfc): 4 1 -> crew.cfc.light is 1
    a second windshield hit takes the pressure forward and lets it out at once
        subject.section = nose; plane.hits |= {'7-1.8': 1}
        # 7-1: 8; 7-11 one, six masks, five others.
        roll 7-1: 4 4 1 1*6 1*5 -> pressurised is ['waist', 'tail']; plane.out has windshield
    at lo the same hit lets nothing out
        at Tokyo 11 lo
        subject.section = nose; plane.hits |= {'7-1.8': 1}
        roll 7-1: 4 4 -> plane.compromised is {'nose', 'nav_radio'}
    that a section has no pressure any more is told once
        do air.compromise(('nose','nav_radio'))
        do air.compromise(('nose','nav_radio'))
        do air.lose_pressure(('all',))
        do air.lose_pressure(('tail',))
        -> sectionss of pressure is [['nose', 'nav_radio'], ['waist', 'tail']]
    a second air duct hit anywhere may cost all pressure
        subject.section = fwd_bomb_bay; subject.bay = forward
        roll 7-3: 1 1
        roll 7-6: 1 3 5 -> pressurised is []
    a man without oxygen sends the bomber low or suffers
        plane.pressure_lost |= tail; crew.tail_gunner.oxygen_out = True
        do air.breathe: 6 stay -> crew.tail_gunner.fate is killed
    the bomber may go low for his air
        plane.pressure_lost |= tail; crew.tail_gunner.oxygen_out = True
        do air.breathe: down -> flight.altitude is lo; flight.stays_low
    frostbite is likelier where a hit let the cold in
        plane.compromised |= tail
        do air.freeze: 2 stay -> crew.tail_gunner.frostbitten
    than where the section is tight
        plane.pressure_lost |= tail
        do air.freeze: 2 stay -> not crew.tail_gunner.frostbitten
    pressure let out by choice comes back the next turn
        do air.depressurise: 1*11 -> pressurised is []
        do air.repressurise -> pressurised is ['nose', 'nav_radio', 'waist', 'tail']
        -> crew.*.masked is {False}
    with the controls broken it does not come back
        roll 7-10.9: 3
        do air.depressurise: 1*11
        do air.repressurise -> pressurised is []
""")
def test_pressure_and_air_at_hi(bomber, script):
    bomber.put("Tokyo", 11, "hi")

    script(bomber)


@pytest.mark.parametrize(("count", "told"), [(3, "gunner"), (4, "4 men")])
def test_up_to_three_men_without_oxygen_are_named(bomber, count, told):
    bomber.put("Tokyo", 11, "hi")
    bomber.plane.pressure_lost |= {"waist", "tail"}
    for man in [man for man in bomber.crew.values() if man.section == "waist"][:count]:
        man.oxygen_out = True

    bomber.perform(air.breathe, dice=[4] * (5 - count), answers=["down"])

    assert told in bomber.asked[0].prompt


def test_nobody_gets_through_a_holed_tunnel_under_pressure(bomber):
    bomber.put("Tokyo", 11, "hi")
    bomber.plane.compromised.add("tunnel")
    man = bomber.crew["radio_operator"]

    assert not crewmen.can_reach(bomber.state, man, "waist")
    assert crewmen.can_reach(bomber.state, man, "nose")


def test_the_odds_without_air_are_those_of_a_wound_to_the_first_man(bomber):
    man = bomber.crew["cfc"]

    odds = air.odds_of_choking(bomber.play, [man])

    assert odds.keys() == {"fit for duty", "seriously wounded", "a man dies"}
    assert sum(odds.values()) == 1
    assert not man.fate


# ---------------------------------------------------------------- away from the post


@scripted("""
    a man sent to utility is missing at his post until the next turn
        fighter zeke 1:30 high
        do errands.send_men: right_gunner -> at right_gunner is nobody
        -> crew.right_gunner.section is utility
        do defensive_fire.clear_jams: 2 -> not guns.aft_lower.jammed
        do zones.begin_turn -> at right_gunner is right_gunner; crew.right_gunner.section is waist
    nobody takes over from a man who is only away
        do errands.send_men: right_gunner
        do crewmen.fill_posts -> asked is 0
    whoever flies cannot be sent
        do errands.send_men: nobody -> options lacks pilot; options has copilot
        crew.pilot.serious = True
        do errands.send_men: nobody -> options lacks copilot
    the charts find the post of a man away empty
        do errands.send_men: radar_operator -> not radar_works
    a hit on the section he left misses him
        do errands.send_men: right_gunner
        subject.section = waist
        # 7-6: 10 wounds both side gunners; the left one alone is there.
        roll 7-6: 5 5 1 -> crew.left_gunner.light is 1; crew.right_gunner.light is 0
    his oxygen outlet is hit at the post he left
        do errands.send_men: flight_engineer
        do air.oxygen_out(('flight_engineer',)) -> crew.flight_engineer.oxygen_out
    only the man outside the cabins can freeze with the pressure let out
        at Tokyo 11
        flight.turn = 6
        do errands.send_men: 1*11 right_gunner
        # 1 + 1 for the pressure let out; in a cabin another + 1, and no die is rolled.
        do air.freeze: 1 -> crew.right_gunner.frostbitten
    a man who is gravely hurt when the pressure goes stays where he is
        at Tokyo 11
        do errands.send_men: 1*9 6 5 1 right_gunner -> crew.right_gunner.serious
        -> crew.right_gunner.section is waist; mission.errands is {}
    a post filled while its man lay wounded in utility stays filled
        do errands.send_men: right_gunner
        crew.right_gunner.serious = True
        do crewmen.fill_posts: radio_operator
        do zones.begin_turn -> at right_gunner is radio_operator; crew.right_gunner.works_at is ''
""")
def test_a_man_sent_to_a_jammed_turret(bomber, script):
    bomber.put("Tokyo", 11, "lo")
    bomber.plane.guns["aft_lower"].jammed, bomber.mission.flight.turn = True, 6

    script(bomber)


@scripted("""
    the wounded may be carried through the tunnel out of the cold
        plane.compromised |= nose nav_radio; crew.navigator.serious = True
        do crewmen.carry_wounded: carry -> crew.navigator.section is waist
        subject.section = waist
        # A crewman hit in the waist: the radar operator, and the wounded man who was moved there.
        roll 7-6: 3 3 5 1 1 1 -> crew.navigator.fate is killed
    they stay where the tunnel is holed
        plane.compromised |= nose nav_radio tunnel; crew.navigator.serious = True
        do crewmen.carry_wounded -> crew.navigator.section is nav_radio
    where only the pilots are fit nobody is asked to take over
        crew.*.serious = True; crew.pilot,copilot.serious = False
        do crewmen.fill_posts -> asked is 0
    nobody takes over a post whose gunsight is out
        crew.tail_gunner.fate = killed; plane.gunsights_out |= tail_gunner
        do crewmen.fill_posts -> asked is 0
    a gunner may take over the fire control of a dead man
        crew.cfc.fate = killed
        do crewmen.fill_posts: left_gunner nobody -> crew.left_gunner.works_at is cfc
""")
def test_men_who_are_moved(bomber, script):
    script(bomber)


def test_who_has_taken_over_a_post_is_not_called_away_from_it(bomber):
    bomber.crew["right_gunner"].fate = "killed"

    bomber.perform(crewmen.fill_posts, answers=["bombardier", "nobody"])

    assert [asked.prompt for asked in bomber.asked] == [
        "He is dead. Who takes over from the right gunner?",
        "He is away from his guns. Who takes over from the bombardier?",
    ]
    assert "bombardier" not in bomber.asked[1].options


@pytest.mark.parametrize(
    ("man", "why"),
    [
        ({"serious": True}, "He is out of action"),
        ({"fate": "killed"}, "He is dead"),
        ({"aboard": False}, "He has bailed out"),
        ({"aboard": False, "fate": "captured"}, "He has bailed out"),
        ({"works_at": "bombardier"}, "He is away from his guns"),
    ],
)
def test_the_question_who_takes_over_says_what_has_become_of_the_man(bomber, man, why):
    for name, value in man.items():
        setattr(bomber.crew["right_gunner"], name, value)

    assert crewmen.why_missing(bomber.state, bomber.crew["right_gunner"]) == why


def test_who_orders_that_nobody_ever_goes_is_not_asked_again(bomber):
    def send(task, answers=()):
        bomber.perform(crewmen.send, task, "aft_bomb_bay", task, lambda _: {}, answers=answers)

    send("raise the gear", ["never"])

    send("raise the gear")
    send("close the doors", ["nobody"])

    assert not bomber.mission.errands
