"""Fighters: who comes, who fires, what is hit (chapter 5)."""

import pytest

from packs.b29_superfortress.game import GAME
from packs.b29_superfortress.rules import defensive_fire, fighter_fire
from tests.packs.b29_superfortress.scripts import scripted


@pytest.fixture
def bomber(bomber):
    """Over Tokyo by day, in the middle of the formation, at MED."""
    bomber.mission.combat.resistance = "moderate"
    return bomber


# ---------------------------------------------------------------- who comes


@scripted("""
    no fighters are met outside the zones of the gazetteer
        at Tokyo 8
        do fighter_attack.resistance -> result is False
    out of formation over Tokyo resistance is heavier
        alone
        # 7, +1 Tokyo's zone 11, +2 alone, -1 Iwo Jima taken: 9.
        do fighter_attack.resistance: 3 4 -> combat.resistance is moderate
        -> modifiers 5-1 is {'gazetteer': 1, 'out_of_formation': 2, 'iwo_jima_captured': -1}
    an escort counts only with the formation
        orders.escort = p51
        do fighter_attack.resistance: 3 4 -> modifiers 5-1 has escort_p51
        alone
        do fighter_attack.resistance: 3 4 -> modifiers 5-1 lacks escort_p51
    a fighter from the front
        # Zeke; 12 o'clock; angle 4 + 1 is high.
        do fighter_attack.day_attack: 3 3 2 4 4 -> places is [('zeke', '12_high')]
    late fighters at hi do not come
        at Tokyo 11 hi
        do fighter_attack.day_attack: 6 6 -> places is []
    a low squadron draws a Frank from below as well
        orders.squadron = low
        # Zeke; area 2, then again 3 o'clock level.
        do fighter_attack.day_attack: 3 3 1 1 1 3 3
        -> places is [('frank', 'climb'), ('zeke', '3_level')]
    who cannot catch up from behind leaves the Frank of note a alone with the bomber
        alone
        bays.*.bombs = False
        # 2: a Frank dives on a bomber out of formation; again 9: from behind, level.
        do fighter_attack.place(zeke): 1 1 4 5 4 -> places is [('frank', 'dive')]
    what 5-3 adds counts once an attack
        orders.squadron = low
        do fighter_attack.day_attack: 3 3 1 1 1 1 1 3 3
        -> places is [('frank', 'climb'), ('zeke', '3_level')]
    alone a twelve brings a Tony and a Frank
        alone
        # Zeke; 12: Tony from 12 high, Frank from 6 low; then 9 o'clock level.
        do fighter_attack.day_attack: 3 3 6 6 5 2 4 6 3
        -> places is [('tony', '12_high'), ('frank', '6_low'), ('zeke', '9_level')]
        -> places of fighter is ['12_high', '6_low', '9_level']
    in the middle a twelve is losses of others
        do fighter_attack.day_attack: 3 3 6 6 1 4 6 3 -> orders.position is lead
        -> places is [('zeke', '9_level')]
    a coordinated attack has an area for each
        # Zeke; coordinated, 5 halved is 2; 12 high and 3 low.
        do fighter_attack.day_attack: 3 3 2 3 2 3 2 4 4 1 3 1
        -> places is [('zeke', '12_high'), ('zeke', '3_low')]
    within it others drive a fighter off and may hit us
        # Zeke; coordinated with one fighter; driven off, one stray shell, superficial.
        do fighter_attack.day_attack: 3 3 2 3 1 1 2 3 6 1 3 4 -> places is []
    two fighters never share a place
        fighter zeke 3 level
        do fighter_attack.place(zeke): 1 3 3 3 6
        -> places is [('zeke', '3_level'), ('zeke', '3_high')]
    slow fighters cannot catch a sound bomber from behind
        alone
        bays.*.bombs = False
        do fighter_attack.place(zeke): 4 5 3 -> places is []
        do fighter_attack.place(frank): 4 5 4 -> places is [('frank', '6_level')]
    Bakas do not come before mission 15
        mission 14
        do fighter_attack.day_attack: 3 3 1 2 1 -> places is []
    they do from then on
        mission 15
        do fighter_attack.day_attack: 3 3 1 2 1 -> places is [('baka', '6_level')]
    rockets are two bursts of light flak and no fighter
        do fighter_attack.day_attack: 3 3 1 2 4 2 2 2 2 2 -> places is []
        -> flak is ['light', 'light']
    out of formation rockets are not launched
        alone
        do fighter_attack.day_attack: 3 3 1 2 4 -> flak is []
    a ram counter stays with the fighter that rolled it
        alone
        bays.*.bombs = False; combat.noted = set()
        # Special tactics: ram; then 6 o'clock, where a Zeke cannot catch up.
        do fighter_attack.place(zeke): 1 2 2 4 5 3
        do fighter_attack.place(zeke): 1 3 3 -> rams is [False]
    the fighter that rolled the ram counter has it
        combat.noted = set()
        do fighter_attack.place(zeke): 1 2 2 1 3 3
        do fighter_attack.place(zeke): 4 6 3 -> rams is [True, False]
""")
def test_who_comes_by_day(bomber, script):
    script(bomber)


@scripted("""
    no night fighter on eight or less
        do fighter_attack.night_attack: 4 4 -> places is []
    a Nick is placed and must be seen
        do fighter_attack.night_attack: 5 5 1 3 3
        do fighter_attack.spot: 2 -> places is [('nick', '3_level')]; unseen is 1
        do defensive_fire.allot -> result is {}
    from mission 15 a 3 brings two Irvings
        combat.resistance = heavy
        do fighter_attack.night_attack: 6 6 5 3 1 3 3 4 6 3
        -> places is [('irving', '3_level'), ('irving', '9_level')]
    and a 2 brings one
        combat.resistance = heavy
        do fighter_attack.night_attack: 6 6 5 2 1 3 3 -> places is [('irving', '3_level')]
    a searchlight may be shot out by a low squadron
        orders.squadron = low
        roll 5-14: 5 5 6 6 fire -> not combat.searchlight; guns.aft_lower.boxes is 19
    who holds fire at it stays lit and keeps the bursts
        orders.squadron = low
        roll 5-14: 5 5 hold -> combat.searchlight; guns.aft_lower.boxes is 20
""")
def test_who_comes_by_night(new_bomber, script):
    script(new_bomber(20).put("Tokyo", 11, "lo", night=True))


# ---------------------------------------------------------------- own fire


@scripted("""
    guns are laid one by one, and what is laid is not offered again
        do defensive_fire.allot: 'forward_upper zeke_12_high' fire
        -> result is {'forward_upper': (0, 'bombardier')}
        -> first options has zeke_12_high; first options has forward_upper zeke_12_high
        -> first options has aft_upper zeke_12_high; first options has fire
        -> options is ['aft_upper zeke_12_high', 'fire']
    all guns that bear on a fighter are laid by one answer
        do defensive_fire.allot: zeke_12_high
        -> result is {'forward_upper': (0, 'bombardier'), 'aft_upper': (0, 'bombardier')}
    they fire in their order however they were laid
        do defensive_fire.allot: 'aft_upper zeke_12_high' 'forward_upper zeke_12_high'
        -> laid is ['forward_upper', 'aft_upper']
    a gun goes to another man where the first is needed elsewhere
        # By 5-6 the bombardier or the controller at 12 high, the right gunner too at 1:30 high.
        crew.bombardier.fate = killed
        fighter tony 1:30 high
        do defensive_fire.allot: 'forward_upper zeke_12_high' 'aft_upper tony_1:30_high'
        -> result is {'forward_upper': (0, 'cfc'), 'aft_upper': (1, 'right_gunner')}
""")
def test_guns_laid_on_a_zeke_from_12_high(bomber, script):
    bomber.fighter("zeke", "12", "high")

    script(bomber)


@scripted("""
    one man fires at one fighter only
        fighter zeke dive
        fighter zeke climb
        do defensive_fire.allot: zeke_dive
        -> result is {'forward_upper': (0, 'cfc'), 'aft_upper': (0, 'cfc')}
    a man who can be spared leaves the central fire controller free
        fighter zeke 12 high
        fighter tony 1:30 high
        fighter frank 6 low
        # The bombardier at 12, the right gunner at 1:30, and only the controller reaches 6 low.
        do defensive_fire.allot: 'forward_upper zeke_12_high' 'aft_upper tony_1:30_high' frank_6_low
        -> result is {'forward_upper': (0, 'bombardier'), 'aft_upper': (1, 'right_gunner'), \
'forward_lower': (2, 'cfc'), 'aft_lower': (2, 'cfc'), 'tail_turret': (2, 'tail_gunner')}
    with the intercom out a die tells who lays the gun
        fighter zeke 12 high
        plane.out |= intercom; crew.bombardier.fate = killed
        do defensive_fire.by_intercom(forward_upper, fighter, cfc): 2 -> result is ''
        do defensive_fire.by_intercom(forward_upper, fighter, cfc): 3 -> result is cfc
    a target for which no man is left is not offered
        fighter zeke dive
        fighter frank 6 low
        # The controller fires at the diving one; the lower turrets have nobody else.
        do defensive_fire.allot: 'forward_upper zeke_dive' fire
        -> options is ['aft_upper zeke_dive', 'tail_turret frank_6_low', 'fire']
    two fighters alike in one place can both be aimed at
        fighter zeke dive pilot=green
        fighter zeke dive pilot=ace
        do defensive_fire.allot: zeke_dive_2 -> first label zeke_dive has green
        -> result is {'forward_upper': (1, 'cfc'), 'aft_upper': (1, 'cfc')}
        -> first label zeke_dive_2 has ace
    with the intercom out a man of the die who fires elsewhere stays silent
        plane.out |= intercom
        fighter zeke 12 high
        fighter tony 3 high
        # Forward upper at 12: die 3, the controller, who misses; aft upper at 3: right gunner by
        # allotment, without a die.
        do defensive_fire.fire_all: 3 2 3 2 3 'forward_upper zeke_12_high' 'aft_upper tony_3_high'
        -> guns.aft_upper.boxes is 19
        # Both at 12 and at the side, the controller by the die for each: the second is silent.
        crew.right_gunner.fate = killed
        do defensive_fire.fire_all: 3 2 3 'forward_upper zeke_12_high' 'aft_upper tony_3_high'
        -> guns.aft_upper.boxes is 19
    each tail gun has one passing shot at a fighter of choice
        fighter george 12 level
        fighter george 1:30 low pilot=ace
        do defensive_fire.passing_shots(set()): 2 3 'tail_turret george_1:30_low' -> asked is 1
        -> options is ['tail_turret george_12_level', 'tail_turret george_1:30_low', 'fire']
        -> label fire is hold all fire
    a passing shot is at -1
        fighter zeke 1:30 level
        # 10 - 1 misses.
        do defensive_fire.passing_shots(set()): 5 5 'tail_turret zeke_1:30_level'
        -> modifiers 5-7 has passing_shot; damages is [0]
    a target is named with its pilot and the men who can fire
        fighter zeke 1:30 high pilot=ace damaged=2
        do defensive_fire.allot: fire
        -> label forward_upper zeke_1:30_high begins forward upper turret (20 bursts) at the Zeke
        -> label forward_upper zeke_1:30_high has from 1:30 o'clock high, ace pilot, damaged twice
        -> label forward_upper zeke_1:30_high ends (bombardier or right gunner or CFC)
""")
def test_guns_laid(bomber, script):
    script(bomber)


def test_each_lay_touches_its_gun_and_its_fighter_and_tells_its_chances(bomber):
    bomber.fighter("zeke", "12", "high")

    bomber.perform(defensive_fire.allot, answers=["fire"])

    (asked,) = bomber.asked
    assert asked.targets_of("forward_upper zeke_12_high") == ("forward_upper", "zeke_12_high")
    assert asked.targets_of("fire") == ()
    chances = asked.odds("forward_upper zeke_12_high")
    assert set(chances) >= {"hit", "miss", "jam"}
    assert sum(chances.values()) == 1


@pytest.mark.parametrize(
    ("gun", "area", "angle", "table", "die", "man"),
    [
        ("forward_upper", "1:30", "high", "5-6.bombardier_right", 2, "bombardier"),
        ("forward_upper", "1:30", "high", "5-6.bombardier_right", 3, "right_gunner"),
        ("aft_lower", "10:30", "low", "5-6.bombardier_left", 1, "bombardier"),
        ("aft_lower", "10:30", "low", "5-6.bombardier_left", 6, "left_gunner"),
        ("tail_turret", "6", "high", "5-6.tail", 4, "tail_gunner"),
        ("tail_turret", "6", "high", "5-6.tail", 5, "cfc"),
    ],
)
def test_with_the_intercom_out_the_side_of_the_attack_tells_who_may_lay_the_gun(
    bomber, gun, area, angle, table, die, man
):
    fighter = bomber.fighter("zeke", area, angle)
    bomber.plane.out.add("intercom")

    assert bomber.perform(defensive_fire.by_intercom, gun, fighter, man, dice=[die]) == man
    assert bomber.charts == [table]


@pytest.mark.parametrize(
    ("target", "gun", "post", "dice", "jammed"),
    [
        # On a natural two.
        ("zeke climb", "aft_lower", "cfc", [1, 1], True),
        ("zeke climb", "aft_lower", "cfc", [1, 2], False),
        # On a total of two, and the cannon's of three: -3 for a vertical dive, -2 for the cannon.
        ("zeke dive", "aft_upper", "cfc", [1, 4], True),  # 5 - 3 is 2: row 2 of 5-7
        ("zeke dive", "aft_upper", "cfc", [2, 4], False),  # 6 - 3 is 3: no effect for other guns
        ("zeke dive", "aft_upper", "cfc", [1, 3], False),  # 4 - 3 is 1: it attacks normally
        ("zeke dive", "tail_cannon", "tail_gunner", [3, 5], True),  # 8 - 3 - 2 is 3
        ("zeke dive", "tail_cannon", "tail_gunner", [3, 6], False),  # 9 - 3 - 2 is 4
        ("zeke dive", "tail_cannon", "tail_gunner", [2, 4], False),  # 6 - 3 - 2 is 1
        # At a Baka as at any other, and evading it at -1.
        ("baka 6 level", "tail_turret", "tail_gunner", [1, 1], True),
        ("baka 6 level", "tail_turret", "tail_gunner", [1, 2], False),
        ("baka 6 level", "tail_cannon", "tail_gunner", [1, 2], True),
        ("baka 6 level", "tail_cannon", "tail_gunner", [2, 2], False),
        ("baka 6 level evading", "tail_turret", "tail_gunner", [1, 2], True),
    ],
)
def test_guns_jam(new_bomber, target, gun, post, dice, jammed):
    bomber = new_bomber(5)
    bomber.mission.combat.evasive = target.endswith("evading")
    type, *place = target.removesuffix(" evading").split()
    bomber.fighter(type, *place, is_baka=type == "baka")
    boxes = bomber.plane.guns[gun].boxes

    bomber.perform(defensive_fire.shoot, gun, 0, post, dice=dice)

    assert bomber.plane.guns[gun].jammed is jammed
    assert bomber.plane.guns[gun].boxes == boxes - 1


@scripted("""
    a kill goes to the man who fired
        fighter oscar 6 level
        # 8 + 2 from the rear hits; 7 destroys an Oscar.
        do defensive_fire.shoot(tail_turret, 0, tail_gunner): 4 4 3 4 -> crew.tail_gunner.kills is 1
        -> gone is [True]
    four times damaged is destroyed
        fighter frank 6 level damaged=3
        do defensive_fire.shoot(tail_turret, 0, tail_gunner): 4 4 1 1 -> gone is [True]
    row eight spares a Zeke as printed
        fighter zeke 6 level
        do defensive_fire.hit(fighter, cfc): 4 4 -> gone is [False]
    and not in the regular variant
        mission 12 chart_5_8=regular
        fighter zeke 6 level
        do defensive_fire.hit(fighter, cfc): 4 4 -> gone is [True]
    evasive action spoils both fires
        combat.evasive = True
        fighter zeke 3 level
        do defensive_fire.shoot(aft_upper, 0, cfc): 4 5
        subject.fighter = 0
        do fighter_fire.fire(fighter): 4 4 -> hits_on_us is [False]
    there is none with frosted windows
        -> can_evade
        flight.frosted = 1 -> not can_evade
    nor without electrics
        plane.out |= electrics -> not can_evade
    jams are cleared from the next turn on
        flight.turn = 5; guns.aft_upper.jammed = True; guns.aft_upper.jammed_in_turn = 5
        do defensive_fire.clear_jams -> guns.aft_upper.jammed
        flight.turn = 6
        do defensive_fire.clear_jams: 2 -> not guns.aft_upper.jammed
    a gun may break in mending
        guns.forward_upper.jammed = True; flight.turn = 6
        do defensive_fire.clear_jams: 6 -> guns.forward_upper.out
    only the tail turret suffers from its feed trays
        mission 5
        plane.hits |= {'feed_trays': 2}
        fighter zeke 6 level
        do defensive_fire.shoot(tail_turret, 0, tail_gunner): 2 2
        -> modifiers 5-7 has feed_trays_hit
        do defensive_fire.shoot(tail_cannon, 0, tail_gunner): 2 2
        -> modifiers 5-7 lacks feed_trays_hit
""")
def test_our_fire(bomber, script):
    script(bomber)


@pytest.mark.parametrize(
    ("tail_guns", "guns"),
    [("with_cannon", {"tail_turret", "tail_cannon"}), ("without_cannon", {"tail_turret"})],
)
def test_the_cannon_has_a_passing_shot_where_it_is_one_of_the_tail_guns(tail_guns, guns):
    play = GAME.start({"tail_guns": tail_guns}, seed=1)

    assert set(defensive_fire.tail_guns(play)) == guns


# ---------------------------------------------------------------- their fire


@scripted("""
    shells are placed and weighed
        fighter nick 3 level
        subject.fighter = 0
        # Hit; 7: one shell; 2: wing on the attacking side; weight 2; both superficial.
        do fighter_fire.fire(fighter): 5 4 3 4 1 1 1 3 4 3 4 -> plane.hits is {'starboard_wing': 2}
        -> hits_on_us is [True]
    a fighter that hit comes again at most twice
        fighter zeke 3 level hit_us=True
        do combat.next_attacks: 3 4 -> again is ['6_low']
        combat.fighters = result; combat.fighters.0.hit_us = True
        do combat.next_attacks: 3 4 -> again is ['6_low']
        combat.fighters = result; combat.fighters.0.hit_us = True
        do combat.next_attacks -> result is []
    with an engine out the type tells the angle
        engines.1.running = False
        fighter frank 3 level hit_us=True
        do combat.next_attacks: 3 4 -> again is ['12_high']
    two of the same type share no place, even if it gives both the same angle
        engines.1.running = False
        fighter frank 3 level hit_us=True
        fighter frank 9 level hit_us=True
        do combat.next_attacks: 3 4 3 4 -> again is ['12_high', '12_low']
    a fighter that missed is gone
        fighter zeke 3 level
        do combat.next_attacks -> result is []
    a Baka that gets through is the end
        fighter baka 6 level is_baka=True
        do fighter_fire.impact(fighter): 5 6 -> result is down; coming_down.cause is baka
    a Baka shot down near by still hurts
        fighter baka 6 level is_baka=True
        # Hit, destroyed, blast: two on each wing, three on the tail, all superficial.
        do defensive_fire.shoot(tail_turret, 0, tail_gunner): 5 6 3 4 2 3 4 3 4 3 4 3 4 1 3 1 3 1 3
        -> gone is [True]; plane.hits.tail is 3
    a burst inside names a section and marks it
        # 6-4: 2; superficial is rolled again; waist: four men, then two superficial hits.
        roll 6-3[light]: 1 1 1 1 3 4 1 3 1*4 3 4 3 4 -> plane.bursts is {'waist'}
        -> crew.cfc.light is 1
    a whole attack runs from resistance to the last shot
        # Moderate; attacked; Zeke from 3 level, green; evading; no gun fires; misses.
        do combat.meet_fighters: 3 4 5 3 3 1 3 3 2 2 -> attacked
        do combat.fight: 3 3 evade fire -> places is []; plane.hits is {}
        -> results of look_up ends ['miss']
""")
def test_their_fire(bomber, script):
    script(bomber)


def test_walking_hits_strike_all_along_the_fuselage(bomber):
    fighter = bomber.fighter("tojo", "3", "high")

    # 5-11: 2; weight 1 each; every damage chart on 7 or 4, 11.
    bomber.perform(
        fighter_fire.shell,
        fighter,
        dice=[1, 1, 1, 5, 6, 1, 3, 4, 1, 3, 4, 1, 3, 4, 1, 3, 4, 1, 3, 4, 1, 3, 4],
    )

    assert set(bomber.plane.hits) == {
        "tail", "utility", "waist", "aft_bomb_bay", "fwd_bomb_bay", "nav_radio", "nose",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("pilot", "evasive", "collides"),
    [
        ("average", False, True),
        ("average", True, False),
        ("green", True, False),
        ("ace", True, True),
    ],
)
def test_ramming_by_pilot_and_evasion(bomber, pilot, evasive, collides):
    fighter = bomber.fighter("zeke", "12", "level", rams=True, pilot=pilot)
    bomber.subject.fighter = 0
    bomber.mission.combat.evasive = evasive

    # 11; the collision strikes the tail: two hits, superficial.
    more = [3, 1, 3, 1, 3] if collides else []
    bomber.perform(fighter_fire.ram, fighter, dice=[5, 6, *more])

    assert len(bomber.happened("mid_air")) == collides
