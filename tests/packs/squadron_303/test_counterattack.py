"""The Counterattack, p. 13, and Hun in the Sun, p. 15."""

import attrs
import pytest

from packs.squadron_303.rules.counterattack import attack_with
from tests.packs.squadron_303.tables import claims

CLAIMS = """
# The example: Yellow cancels the triple propeller, nobody the double one.
one Bf 109 left over hits both players with the propeller that is not cancelled
    c01 defence=3,4
    c02 defence=4,4
    blue zumbach A5 c02 -> damage=no_extra cards=c02
    yellow urbanowicz A5 c01 -> damage=hand_limit cards=none
    bf109 A5, bf109 A5 engaged, he111 A5 engaged
    counterattacks with hit-2 hit-3 no_extra hand_limit: yellow:c01:3
a propeller is cancelled only by the same propeller
    c01 defence=2,3
    blue zumbach A5 c01 -> damage=no_extra
    bf109 A5
    counterattacks with hit-4 blank no_extra
one card of each player cancels one propeller
    c01 c02 defence=2,3
    blue zumbach A5 c01 c02 -> cards=c02
    bf109 A5
    counterattacks with hit-2 hit-2 no_extra: blue:c01:2
Krasnodębski cancels with both propellers of his card
    c01 defence=2,3
    blue krasnodebski A5 c01 declared -> damage=none
    bf109 A5
    counterattacks with hit-2 hit-3: blue:c01:2
Krasnodębski cancels two alike with a card that shows them twice
    c01 defence=2,2
    blue krasnodebski A5 c01 declared -> damage=none
    bf109 A5
    counterattacks with hit-2 hit-2: blue:c01:2
Krasnodębski's ability may be used by another for a medal
    c01 defence=2,3
    blue zumbach A5 c01 -> damage=none, yellow krasnodebski A1
    zumbach medals=1 -> medals=0
    bf109 A5
    counterattacks with hit-2 hit-3: blue:c01:2, double_defence
bombers, engaged planes and marked planes do not counterattack
    blue zumbach A5 -> damage=none
    he111 A5, bf109 A5 engaged, bf109 A5 markers=1
    counterattacks
planes on the ground are not hit
    blue zumbach biggin_hill landed -> damage=none
    bf109 biggin_hill
    counterattacks
squadrons in escape strike only when they were attacked
    blue zumbach A5
    I: A5 A7 escape
    bf109 A5
    counterattacks
    told no counterattack
    I was_attacked
    counterattacks with blank blank
    told 1 counterattack
an offensive squadron strikes before the fight begins
    blue zumbach A5 declared -> damage=no_extra
    I: A5 offensive first_strike=1
    bf109 A5 damage=1 -> down
    combat blue with hit-2 no_extra hit hit blank blank
a first strike may shoot a pilot down before he fires
    blue zumbach A5 declared damage=no_extra,hand_limit,discard,no_free_move -> pilot=none
    I: A5 A7 offensive first_strike=1
    bf109 A5
    combat blue with hit-2
    told no round
a squadron of two kinds strikes first with the die of the kind that came first
    blue zumbach A5 declared damage=no_extra,hand_limit,discard,no_free_move -> pilot=none
    I: A5 A7 offensive first_strike=1
    bf110 bf109 A5
    combat blue with hit-2
    told propellers.dice {'white': 1}
a target that flies on when a first strike shoots a pilot down is not fought
    yellow urbanowicz A5 damage=no_extra,hand_limit,discard,no_free_move
    blue zumbach A5 declared
    O: A5 offensive first_strike=1, I: A5 biggin_hill -> was_attacked=no
    he111 A5 I -> biggin_hill engaged=no, bf109 A5 O damage=1
    combat blue with hit-2 no_extra hit hit blank blank
    told fight.opponent Bf 109 #2 of squadron O
who finds nobody left after a first strike loses his combat
    yellow urbanowicz A5 damage=no_extra,hand_limit,discard,no_free_move
    blue zumbach A5 declared -> ammunition=4 fought=no
    O: A5 A7 offensive first_strike=1
    he111 A5 O -> A7, bf109 A5 O -> A7
    combat blue with hit-2 no_extra
    told no fight
the British squadron is hit like every friendly plane
    B: A5 A3 british
    2 hurricane A5 B -> damage=2, bf109 A5 I
    counterattacks with hit-2 hit-3
"""


@claims(CLAIMS)
def test_of_the_counterattack(script):
    assert script.play() == []


@pytest.mark.parametrize(
    ("aircraft", "dice", "beside_it", "rolled"),
    [
        pytest.param("bf109", 1, (), {"red": 0}, id="one with one die rolls none"),
        pytest.param("bf110", 0, ("bf109",), {"white": 0, "red": 1}, id="others keep theirs"),
    ],
)
def test_a_fighter_that_has_moved_has_one_die_fewer_but_never_less_than_none(
    table, aircraft, dice, beside_it, rolled
):
    kinds = table.play.data.aircraft
    kinds = {**kinds, aircraft: attrs.evolve(kinds[aircraft], dice=dice)}
    table.play.data = attrs.evolve(table.play.data, aircraft=kinds)
    blue = table.fly("blue", "zumbach", "A5")
    planes = [table.plane(kind, "A5") for kind in (aircraft, *beside_it)]
    table.script(*["blank"] * sum(rolled.values()))

    table.run(attack_with, "A5", planes, planes)

    assert table.events("propellers")[0]["dice"] == rolled
    assert blue.damage == []
