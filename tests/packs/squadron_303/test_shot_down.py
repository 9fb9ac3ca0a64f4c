"""Pilots shot down and the German moves that follow, p. 14."""

from tests.packs.squadron_303.tables import claims

CLAIMS = """
# The example: one He 111 is held by a token, the others move, one of them bombs.
blue is shot down and the Germans move on
    c01 defence=2,3
    blue zumbach A7 c01 damage=no_extra -> pilot=none damage=none
    I: A8 A7 A5 biggin_hill, II: A8 A7 A5 biggin_hill
    he111 A7 I damage=1 markers=2 engaged -> A7 markers=1, he111 A7 I -> A5
    3 bf109 A7 I -> A5, he111 A5 II -> biggin_hill
    counterattacks with hit-2 hit-4 hit-4 hit-4 hit-4 blank hand_limit discard no_free_move:
        blue:c01:2
    zumbach -> shot_down
    table -> bombs=biggin_hill:1
squadrons farther off do not move
    I: A8 A7 A5 biggin_hill
    he111 A8 I -> A8
    bonus moves B5
one medal holds one squadron
    yellow urbanowicz B5
    urbanowicz medals=2 -> medals=0
    I: A8 A7 A5 biggin_hill, II: B8 B7 B5 B3 biggin_hill
    he111 A5 I, he111 B7 II
    bonus moves A5: I
    #1 -> A5, #2 -> B7
    bonus moves B5: I
    #1 -> A5, #2 -> B5
one medal holds every group of the squadron
    yellow urbanowicz B5, blue zumbach A5
    urbanowicz medals=1, zumbach medals=1
    I: A8 A7 A5 biggin_hill, II: B8 B7 B5 B3 biggin_hill
    he111 A5 I -> A5, he111 A7 I -> A7, he111 B5 II -> B3
    bonus moves A5: I, none
    offered 1 none, I, II
each pilot may spend one medal and hold another squadron
    yellow urbanowicz B5, blue zumbach A5
    urbanowicz medals=2 -> medals=1, zumbach medals=2 -> medals=1
    I: A8 A7 A5 biggin_hill, II: B8 B7 B5 B3 biggin_hill
    he111 A5 I -> A5, he111 B5 II -> B5
    bonus moves A5: I, II
a fighter that one of two additional moves brought up has one die fewer
    blue zumbach A7, yellow urbanowicz A5 -> damage=no_extra
    P: A8 A7 A5 A3 patrol
    bf109 A7 P
    shot down blue
    bonus moves A5
    #1 -> A5
    german movement with hit-2 no_extra
# Blue is lost at A8, or at B6, and a patrol between them comes from B8. It strikes when its move
# is due, wherever it has come to on the map.
a patrol that comes to the area of the Counterattack strikes in the German phase
    blue zumbach A8 damage=no_extra,hand_limit,discard,no_free_move -> pilot=none
    yellow urbanowicz A8
    I: A8 A7 patrol, P: B8 C8 patrol
    bf109 A8 I, 2 bf109 B8 P -> A8
    counterattacks with hit-2 blank hand_limit
    told propellers.dice {'red': 2}
    german movement with blank blank
    told propellers.dice {'red': 2}, {'red': 2}
a patrol that comes to an area later on the map strikes in the German phase
    blue zumbach A8 damage=no_extra,hand_limit,discard,no_free_move -> pilot=none
    yellow urbanowicz B6
    I: A8 A7 patrol, P: B8 C8 patrol
    bf109 A8 I, bf109 B8 P -> B6
    counterattacks with hit-2 blank
    told propellers.dice {'red': 2}
    german movement with blank
    told propellers.dice {'red': 2}, {'red': 1}
a patrol that comes to an area earlier on the map strikes in the German phase
    blue zumbach B6 damage=no_extra,hand_limit,discard,no_free_move -> pilot=none
    yellow urbanowicz A8
    I: B6 B4 patrol, P: B8 C8 patrol
    bf109 B6 I, bf109 B8 P -> A8
    counterattacks with hit-2 blank
    told propellers.dice {'red': 2}
    german movement with blank
    told propellers.dice {'red': 2}, {'red': 1}
a fighter that an additional move frees of its token strikes in the German phase
    blue zumbach A8 damage=no_extra,hand_limit,discard,no_free_move -> pilot=none
    yellow urbanowicz A8
    I: A8 A7 patrol
    bf109 A8 I, bf109 A8 I markers=1
    counterattacks with hit-2 blank hand_limit
    told propellers.dice {'red': 2}
    german movement with blank blank
    told propellers.dice {'red': 2}, {'red': 2}
a fighter that comes before the Counterattack strikes in it with all its dice
    yellow urbanowicz B6
    P: B8 C8 patrol
    bf109 B8 P -> B6
    bonus moves A8
    counterattacks with blank blank
    told propellers.dice {'red': 2}
an escort that flies off with its bombers during the Counterattack does not strike where it was
    blue zumbach A7 damage=no_extra,hand_limit,discard,no_free_move -> pilot=none
    yellow urbanowicz A8
    P: A7 A5 patrol, I: A8 A6 A4 A5
    bf109 A7 P, he111 A8 I, bf109 A8 I
    counterattacks with hit-2 blank
    told 1 counterattack
with the option a patrol strikes again in the area of the Counterattack
    game players=2 scenario=biggin_hill morale_strikes=at_once
    blue zumbach A8 damage=no_extra,hand_limit,discard,no_free_move -> pilot=none
    yellow urbanowicz A8
    I: A8 A7 patrol, P: B8 C8 patrol
    bf109 A8 I, 2 bf109 B8 P
    counterattacks with hit-2 blank hand_limit blank blank blank blank
    told propellers.dice {'red': 2}, {'red': 4}
    german movement
with the option a patrol strikes in the Counterattack wherever it comes to on the map
    game players=2 scenario=biggin_hill morale_strikes=at_once
    blue zumbach B6 damage=no_extra,hand_limit,discard,no_free_move -> pilot=none
    yellow urbanowicz A8
    I: B6 B4 patrol, P: B8 C8 patrol
    bf109 B6 I, bf109 B8 P -> A8
    counterattacks with hit-2 blank blank blank
    told propellers.dice {'red': 2}, {'red': 2}
    german movement
a patrol that has made its move strikes nobody whom an additional move lets it meet
    blue zumbach A5 -> damage=none
    P: A8 A7 patrol
    bf109 A8 P -> A5
    german movement
    bonus moves A7
    counterattacks with blank blank
only the fighter that was brought up has one die fewer
    yellow urbanowicz A5
    P: A8 A7 A5 A3 patrol
    bf109 A5 P brought_up, bf109 A5 P
    german movement with blank blank blank
    told propellers.dice {'red': 3}
a new pilot did not fight last turn
    blue zumbach A5 fought -> was_in_combat=no
    shot down blue
    begin turn
fighters that move by morale do not strike at once
    yellow urbanowicz B5 -> damage=none
    P: A5 A7 patrol
    bf109 A5 P -> B5
    bonus moves A5
"""


@claims(CLAIMS)
def test_of_pilots_shot_down(script):
    assert script.play() == []
