"""Phase V, p. 14-15: movement by modes, bombing."""

from packs.squadron_303.game import GAME
from packs.squadron_303.questions.routes import arrival
from packs.squadron_303.rules.germans import german_movement, order_of_march
from packs.squadron_303.rules.modes import detach
from packs.squadron_303.rules.reorganization import end_turn
from tabletop_core import ALL_SEEING, Viewer
from tests.packs.squadron_303.tables import claims

HOME = ("A8", "A7", "A5", "biggin_hill")
CLAIMS = """
# ------------------------------------------------------------ bombers and escorts
bombers and their escort move one area along the route
    I: A8 A7 A5 biggin_hill
    he111 A8 -> A7, bf109 A8 -> A7
    german movement
escorts stay when all bombers are held and leave with one that is free
    I: A8 A7 A5 biggin_hill
    he111 A8 markers=1, he111 A8 markers=2, bf109 A8
    german movement
    #1 -> A8, #2 -> A8, #3 -> A8
    german movement
    #1 -> A7, #2 -> A8, #3 -> A7
fighters without bombers join a squadron within two areas
    I: A8 A7 A5 biggin_hill, II: B8 B7 B5 B3 biggin_hill
    bf109 A7 I -> B5 squadron=II, he111 B5 II markers=1 -> B5
    german movement
fighters that find bombers among RAF planes strike and escort them again
    yellow urbanowicz A5
    I: A8 A7 A5 biggin_hill
    he111 A5 I markers=2 -> A5
    II: A7 A5
    bf109 A7 II -> A5 squadron=I
    german movement with blank
fighters that joined a lone bomber do not move again with it
    I: A8 A7 A5 biggin_hill, II: A5 A3 A1
    2 bf109 A8 I -> A5 squadron=II, he111 A5 II -> A3
    german movement
bombers that come within two areas in the phase do not count
    I: A8 A7 A5 biggin_hill -> patrol, II: B8 B7 B5 B3
    bf109 A5 I, he111 B8 II
    german movement
    told patrolling.planes Bf 109 #1
fighters that meet RAF planes on the way turn to patrol and strike
    blue zumbach A5 -> damage=no_extra
    I: A8 A7 A5 biggin_hill -> patrol, II: B8 B7 B5 B3 biggin_hill
    bf109 A7 I -> A5, he111 biggin_hill II markers=1
    german movement with hit-3 no_extra
fighters far from any bomber turn to patrol towards their start
    I: A8 A7 A5 biggin_hill -> patrol was_escort
    bf109 A5 I -> A7
    german movement
of patrols former escorts take up the bombers that they come upon
    P: A5 A7 patrol was_escort, II: A8 A7 A5
    bf109 A5 P -> A7 squadron=II, he111 A7 II markers=1
    german movement
patrols that were no escorts leave the bombers that they come upon alone
    P: A5 A7 patrol, II: A8 A7 A5
    bf109 A5 P -> A7 squadron=P, he111 A7 II markers=1
    german movement

# ------------------------------------------------------------ patrols and hunters
a patrol next to RAF planes joins them and strikes with one die fewer
    blue zumbach B5 -> damage=no_extra
    P: A7 A5 A3 patrol
    bf109 A5 P -> B5
    german movement with hit-2 no_extra
a patrol that struck in the Counterattack stays with RAF planes
    blue zumbach A5
    P: A7 A5 A3 patrol
    bf109 A5 P attacked -> A5
    german movement
a patrol brought up after the Counterattack strikes with one die fewer
    blue zumbach A7, yellow urbanowicz A5
    P: A8 A7 A5 A3 patrol
    bf109 A7 P
    shot down blue
    #1 -> A5
    yellow -> damage=none
    german movement with hit-2 no_extra
    #1 -> A5
    yellow -> damage=no_extra
hunters brought up after the Counterattack strike with one die fewer
    blue zumbach A7, yellow urbanowicz A5
    P: A8 A7 A5 A3 hunting quarry=urbanowicz
    bf109 A7 P
    shot down blue
    #1 -> A5
    yellow -> damage=none
    german movement with hit-2 no_extra
    #1 -> A5
    yellow -> damage=no_extra
hunters strike with all their dice when the quarry comes to them
    game scenario=coming_home players=2
    II: D5 D3 tonbridge british
    hurricane D5 II -> D3 damage=2
    H: D6 hunting quarry=british
    bf109 D3 H
    german movement with hit-2 hit-3
a patrol alone flies along its course
    P: A7 A5 A3 patrol
    bf109 A7 P -> A5
    german movement
hunters fly to their quarry past other planes
    blue zumbach A5, yellow urbanowicz B1
    H: A7 A5 hunting quarry=urbanowicz
    bf109 A5 H -> biggin_hill
    german movement
# The first of the patrol shoots Blue down, and of the two ahead only one moves on at once.
planes that an additional move has parted each move one area
    blue zumbach A3 damage=no_extra,hand_limit,discard,no_free_move
    P: A1 A3 A5 A7 A8 patrol
    bf109 A1 P, bf109 A5 P -> A8, bf109 A5 P markers=1 -> A7
    german movement with hit-2

# ------------------------------------------------------------ hidden and British squadrons
fighters join bombers that are revealed in the same phase
    II: A6 A5 hidden face_down=bombers:1
    table bomber_cards=d34
    I: A8 A7
    bf109 A7 I -> A5 squadron=II
    german movement with d34
a hidden squadron is revealed when it meets RAF planes
    blue zumbach B5
    II: B7 B5 B3 hidden face_down=bombers:1 -> hidden=no
    table bomber_cards=d34
    german movement with d34
    all II -> B5
# Its token has moved when an additional move brings it to Yellow, who reveals it. Two fighters,
# which move first, shoot Blue down.
a squadron revealed after its move does not move again
    blue zumbach B5 damage=no_extra,hand_limit,discard,no_free_move
    P: B5 patrol
    2 bf109 B5 P
    yellow urbanowicz A3
    H: A8 A7 A5 A3 A1 hidden face_down=bombers:1
    H area=A7
    table bomber_cards=d34
    german movement with hit-2 blank blank blank d34
    all H -> A3
the British squadron flies home and lands
    game scenario=coming_home players=2
    II: tonbridge biggin_hill british
    hurricane tonbridge II -> down
    german movement
    table -> british_home=1
a British squadron that comes home hidden is revealed and lands
    game scenario=home_sweet_home players=2
    II: tonbridge biggin_hill british hidden face_down=mixed:1 -> hidden=no
    table mixed_cards=d41
    german movement with d41
    table -> british_home=2 planes=none

# ------------------------------------------------------------ bombs
each bomber over its target drops its bombs each turn
    I: A8 A7 A5 biggin_hill
    he111 biggin_hill, he111 biggin_hill held
    bombing
    table -> bombs=biggin_hill:1
bombs beyond the toughness of a target are wasted and the squadron turns home
    I: A8 A7 A5 biggin_hill -> homeward
    4 he111 biggin_hill -> A8 down
    bombing
    table -> bombs=biggin_hill:3
    german movement
    german movement
    german movement
    #4 -> A8
    german movement
a bomber held a turn ago bombs when an additional move brings it to its target
    I: A8 A7 A5 biggin_hill
    he111 A5 markers=1
    german movement
    #1 -> A5 markers=0
    end turn
    bonus moves A5
    table -> bombs=biggin_hill:1
# Two fighters, which move before a lone bomber, shoot Blue down: the Germans near by move.
a bomber freed by an additional move in the German phase flies on and bombs
    blue zumbach A3 damage=no_extra,hand_limit,discard,no_free_move
    P: A3 patrol
    2 bf109 A3 P
    I: A8 A7 A5 biggin_hill
    he111 A5 I markers=1 -> biggin_hill markers=0
    german movement with hit-2 blank blank blank
    bombing
    table -> bombs=biggin_hill:1
a bomber freed over its target by an additional move bombs in the German phase
    blue zumbach A5 damage=no_extra,hand_limit,discard,no_free_move
    P: A5 patrol
    2 bf109 A5 P
    I: A8 A7 A5 biggin_hill
    he111 biggin_hill I markers=1 -> markers=0
    german movement with hit-2 blank blank blank
    bombing
    table -> bombs=biggin_hill:1
a bomber held in the German phase bombs where an additional move brings it
    I: A8 A7 A5 biggin_hill
    he111 A5 I markers=1 -> biggin_hill
    german movement
    bonus moves A5
    bombing
    table -> bombs=biggin_hill:1
a bomber held over its target does not bomb for an additional move
    I: A8 A7 A5 biggin_hill
    he111 biggin_hill I markers=1
    german movement
    bonus moves biggin_hill
    bombing
    table -> bombs=none
a bomber bombs once in a turn however often it moves
    I: A8 A7 A5 biggin_hill
    he111 A5, bf109 A5
    bonus moves A5
    table -> bombs=biggin_hill:1
    bombing
    table -> bombs=biggin_hill:1
    end turn
    bombing
    table -> bombs=biggin_hill:2
a bomber over its target drops nothing by an additional move
    I: A8 A7 A5 biggin_hill
    he111 biggin_hill
    bonus moves biggin_hill
    table -> bombs=none
an offensive squadron with bombers turns home from its destroyed target
    I: A8 A7 A5 biggin_hill offensive -> homeward
    he111 biggin_hill I
    II: A8 A7 A5 biggin_hill offensive -> homeward=no
    bf109 biggin_hill II
    table bombs=biggin_hill:2
    bombing
    I -> route=biggin_hill,A5,A7,A8
"""


@claims(CLAIMS)
def test_of_the_german_phase(script):
    assert script.play() == []


def test_the_turn_on_which_bombers_come_to_their_target_stays_the_same_when_they_have_moved(table):
    squadron = table.squadron("I", "E5", "D5", "C4", "A5")
    table.plane("he111", "E5")
    table.state.turn = 2
    told = [arrival(table.play, squadron)]

    table.run(german_movement)
    told.append(arrival(table.play, squadron))
    table.run(end_turn)
    told.append(arrival(table.play, squadron))

    assert told == [4, 4, 4]


def test_bombers_over_their_target_are_there_on_the_present_turn(table):
    squadron = table.squadron("I", "C4", "A5")
    table.plane("he111", "C4")
    table.state.turn = 3

    table.run(german_movement)

    assert arrival(table.play, squadron) == 3


def test_squadrons_with_bombers_move_first_and_single_planes_last(table):
    for name, kinds in {
        "lone": ["he111"],
        "fighters": ["bf109", "bf109"],
        "mixed": ["bf109", "he111"],
    }.items():
        table.squadron(name, *HOME)
        for kind in kinds:
            table.plane(kind, "A8", name)

    assert order_of_march(table.play) == ["mixed", "fighters", "lone"]


def test_bombers_count_that_were_within_two_areas_when_the_phase_began(table):
    squadron = table.squadron("I", *HOME)
    table.squadron("II", "A5", "A3", "A1")
    escort, bomber = table.plane("bf109", "A8", "I"), table.plane("he111", "A5", "II")

    table.run(german_movement)

    assert (bomber.area, squadron.mode.value) == ("A3", "escort")
    assert table.play.data.graph.distance(escort.area, "A3") == 1


def test_each_patrol_that_leaves_a_squadron_is_a_squadron_of_its_own(table):
    squadron = table.squadron("I", *HOME)
    planes = [table.plane("bf109", "A5") for _ in range(3)]
    table.plane("he111", "A8", markers=1)

    for plane in planes[:2]:
        detach(table.play, squadron, [plane])
    del table.state.squadrons["I-2"]
    detach(table.play, squadron, planes[2:])

    assert [plane.squadron for plane in planes[1:]] == ["I-3", "I-2"]


def test_planes_that_leave_a_squadron_that_was_attacked_were_attacked_with_it(table):
    squadron = table.squadron("I", *HOME, was_attacked=True)
    planes = [table.plane(kind, "A5", "I") for kind in ("he111", "bf109")]

    parted = detach(table.play, squadron, planes[1:])

    assert (parted.id, parted.was_attacked) == ("I-2", True)


def test_nobody_sees_what_flies_in_a_hidden_squadron(make_table):
    seen = []
    for mode, cards in (("british", {"mixed": 1}), ("patrol", {"fighters": 1})):
        table = make_table(scenario="home_sweet_home", players=2)
        squadron = table.squadron("II", "tonbridge", "biggin_hill", mode=mode, hidden=True)
        squadron.face_down = cards
        seen.append(GAME.look.view(table.play, Viewer()))
        assert GAME.look.view(table.play, ALL_SEEING) == seen[-1]

    assert seen[0] == seen[1]
    assert "unknown planes at Tonbridge" in str(seen[0])
