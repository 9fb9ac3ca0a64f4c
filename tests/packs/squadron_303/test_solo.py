"""The solo variant, p. 19."""

import pytest

from packs.squadron_303.questions.hands import hand_limit
from packs.squadron_303.rules.movement import in_reach
from tests.packs.squadron_303.tables import claims

CLAIMS = """
# ------------------------------------------------------------ cards and abilities
the Wingman draws one card and the Leader three
    blue ammunition=4 -> cards=c02,c03,c04, yellow -> cards=c01
    draw cards with c01 c02 c03 c04
a full row of Wingman cards loses one for the new card
    yellow c01 c02 c03 c04 -> cards=c01,c03,c04,c05
    draw cards with c05 c06 c07 c08: c02
Łokuciewski leading draws five, keeps three and splits them
    blue lokuciewski A5 declared ammunition=4 -> cards=c05,c06
    yellow -> cards=c01,c04
    draw cards with c01 c02 c03 c04 c05 c06: (c02 c03), (c04)
Łokuciewski leading keeps all three where the row of the Wingman is full
    blue lokuciewski A5 declared ammunition=4 -> cards=c04,c05,c06
    yellow c11 c12 c13 -> cards=c11,c12,c13,c01
    draw cards with c01 c02 c03 c04 c05 c06: (c02 c03)
only the Leader declares an ability
    blue -> declared, yellow -> declared=no
    declare abilities: blue

# ------------------------------------------------------------ movement
one card of the Leader moves both pilots
    c01 move=2
    blue c01 -> B3 cards=none, yellow -> B3
    movement: blue B3, yellow B3
# From A5 it is two areas to A8: one is flown for nothing, one by the ability.
the Wingman follows Ferić one area farther than he flies alone
    table together
    blue feric A8 declared moved, yellow -> A8
    move yellow: yellow A8
the pilot in the air leads when the Leader lands
    blue area=biggin_hill -> cards=c02, yellow c02 -> cards=none
    move blue: blue land:biggin_hill
    table -> leader=yellow
the pilot in the air leads when the Leader withdraws
    blue was_in_combat
    urbanowicz medals=1 -> withdrawn
    movement: blue withdraw, yellow stay
    table -> leader=yellow
the Wingman leads who takes off while the Leader stays on the ground
    blue area=northolt landed, yellow area=northolt landed
    movement: yellow london, blue stay
    table -> leader=yellow
the Leader still leads who takes off after the Wingman
    blue area=northolt landed, yellow area=northolt landed
    movement: yellow london, blue london
    table -> leader=blue

# ------------------------------------------------------------ fights and events
the Leader fights first
    he111 A5
    fights with blank blank blank blank: blue 1, raf, yellow stay
    told fight.colour blue
the Wingman may fight after the Leader stays out
    he111 A5
    fights with blank blank blank blank: blue stay, yellow 1, raf
    told fight.colour yellow
the Wingman fights with cards of the hand and of the table
    c01 c02 hit support=hit set=maneuver/token,hit
    blue c01 -> cards=none, yellow c02 -> cards=none
    he111 A5 -> damage=2
    combat yellow with blank blank blank blank: raf, c01, c02
damage to a Wingman without cards makes the Leader discard
    blue c01 -> cards=none
    damage fighter yellow 1 with discard
a medal of the Wingman buys the ability of the Leader
    paszkiewicz medals=1 -> medals=0
    bf109 A5
    combat yellow with blank blank hit-2 blank blank blank: raf, extra_evade
    told round.evades 1, 0
a medal of the Leader does not buy the ability of the Wingman
    urbanowicz medals=1 -> medals=1
    bf109 A5
    combat blue with blank blank blank blank blank blank: raf
    told round.hits 0, 0
an event that both pilots helped to win brings one medal
    urbanowicz medals=0 -> medals=0, paszkiewicz medals=0 -> medals=1
    begin event doing_it
    3 bf109 A5
    damage plane #1 2 blue
    damage plane #2 2 yellow
    damage plane #3 2 blue
    check events: paszkiewicz
the mulligan is used once for both planes
    game players=1 mulligan
    table leader=blue
    blue zumbach A5 -> damage=no_extra, yellow feric A5 -> damage=no_free_move
    damage fighter blue 1 with hand_limit no_extra: again
    damage fighter yellow 1 with no_free_move
"""


@claims(
    CLAIMS,
    "game players=1 scenario=training",
    "table leader=blue",
    "blue urbanowicz A5",
    "yellow paszkiewicz A5",
)
def test_alone(script):
    assert script.play() == []


@pytest.fixture
def pair(make_table):
    """Blue leads, yellow is the Wingman."""
    table = make_table(players=1, scenario="training")
    table.state.leader = "blue"
    blue = table.fly("blue", "urbanowicz", "A5")
    return table, blue, table.fly("yellow", "paszkiewicz", "A5")


def test_one_player_decides_for_both_pilots(pair):
    table, blue, yellow = pair

    assert table.play.seats == ("blue",)
    assert blue.seat == yellow.seat == "blue"


def test_hand_limits_of_leader_and_wingman(pair):
    table, blue, yellow = pair
    blue.ammunition, yellow.ammunition = 2, 1

    assert hand_limit(table.play, blue) == 3 + 2
    assert hand_limit(table.play, yellow) == 4


@pytest.mark.parametrize(
    "otherwise",
    [
        pytest.param({"together": False}, id="they did not start in one area"),
        pytest.param({"moved": False}, id="the Leader has not flown yet"),
        pytest.param({"declared": False}, id="the ability was not declared"),
        pytest.param({"area": "A6"}, id="the Leader flew elsewhere"),
    ],
)
def test_a_wingman_who_does_not_fly_together_with_feric_has_no_extra_area(pair, otherwise):
    table, _, yellow = pair
    table.state.together = True
    blue = table.fly("blue", "feric", "A8", declared=True, moved=True)
    assert "A8" in in_reach(table.play, yellow, 1)

    for name, value in otherwise.items():
        setattr(table.state if name == "together" else blue, name, value)

    assert "A8" not in in_reach(table.play, yellow, 1)
