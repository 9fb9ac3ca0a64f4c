"""Set up, abilities, cards, airfields, new pilots, ends, p. 8-11 and 15."""

import attrs
import pytest

from packs.squadron_303.questions.hands import hand_limit
from packs.squadron_303.rules.players import declare_abilities
from packs.squadron_303.rules.reorganization import services
from packs.squadron_303.rules.setup import add_planes, deploy, place_card, prepare_boards, turn_up
from packs.squadron_303.state import Status
from tests.packs.squadron_303.tables import claims

CLAIMS = """
# ------------------------------------------------------------ cards and abilities
players draw two cards and then discard to the limit
    blue urbanowicz A5 c01 c02 ammunition=1 -> cards=c01,c03,c04
    draw cards with c03 c04: (c02)
Zumbach draws one more card
    blue zumbach A5 declared -> cards=c03,c04,c05
    draw cards with c03 c04 c05
Łokuciewski draws four cards and keeps two
    blue lokuciewski A5 declared -> cards=c04,c05
    draw cards with c03 c04 c05 c06: (c03 c06)
    table -> discards=c03,c06
a medal does not buy the ability of one's own pilot
    blue zumbach A5 -> cards=c01,c02
    zumbach medals=1
    draw cards with c01 c02
declaring no ability keeps the special die
    blue zumbach A5 declared -> declared=no
    declare abilities: none

another start costs cards and begins in the air
    game players=2 scenario=biggin_hill start_change
    blue zumbach northolt c01 c02 c03 -> biggin_hill landed=no cards=c03
    choose start: biggin_hill, c01, c02

# ------------------------------------------------------------ damage
four damage tokens are borne and the fifth point destroys
    blue zumbach A5
    damage fighter blue 4 with no_extra hand_limit no_free_move discard
    blue -> pilot=zumbach
    damage fighter blue 1
    blue -> pilot=none
damage to the map case costs a card of the player's choice
    blue zumbach A5 c01 c02 -> cards=c01
    damage fighter blue 1 with discard: c02
the mulligan draws another token once in a game
    game players=2 mulligan
    blue zumbach A5 -> damage=no_extra,no_free_move
    damage fighter blue 2 with no_free_move no_extra no_free_move: again

# ------------------------------------------------------------ airfields
# The example: two repairs, two ammunition for one point, one card.
four points repair, load and draw
    blue zumbach biggin_hill damage=no_extra,hand_limit,no_free_move ammunition=1 landed has_landed
    service with c09: (repair:hand_limit repair:no_free_move ammunition card)
    blue -> damage=no_extra ammunition=3 cards=c09
planes in the air get no service
    blue zumbach biggin_hill
    service
    asked nothing
a damaged port takes one point away
    blue zumbach biggin_hill landed has_landed
    table damaged_sites=port_hit
    service with c01 c02 c03: (card card_2 card_3)

# ------------------------------------------------------------ new pilots and the end
a new pilot from the Reserve has full ammunition and six cards
    yellow urbanowicz A5
    blue c01 ammunition=0 -> pilot=feric ammunition=4 cards=c01,c02,c03,c04,c05,c06
    feric reserve
    new pilots with feric c02 c03 c04 c05 c06
without a Reserve the Scenario is lost
    yellow urbanowicz A5
    new pilots
    table -> result=loss
the Germans win when their target is destroyed
    table bombs=biggin_hill:3 -> result=loss
    check goals
the players win when the target stands after the last turn
    I: A8 A7
    he111 A8
    check goals
    table -> result=none
    table turn=8
    check goals
    table -> result=win
# Of three squadrons face down each may be the British one, if their cards are Allied and mixed.
Home, Sweet Home goes on while the British squadron is not found
    game scenario=home_sweet_home players=2
    blue zumbach A5
    I: A8 hidden face_down=mixed:1, II: C8 hidden face_down=mixed:1
    IV: E8 hidden face_down=mixed:1
    table mixed_cards=d36,d34,d41
    check goals
    table -> result=none
Home, Sweet Home is lost with the British squadron though others are face down
    game scenario=home_sweet_home players=2
    blue zumbach A5
    I: A8 hidden face_down=mixed:1, II: C8 hidden face_down=mixed:1
    IV: E8 hidden face_down=mixed:1
    table mixed_cards=d36,d34 british_lost=2
    check goals
    table -> result=loss
    why the British squadron is lost
no British planes are looked for in a hidden squadron of fighters
    game scenario=home_sweet_home players=2
    blue zumbach A5
    I: A8 hidden face_down=fighters:1
    table mixed_cards=d41
    check goals
    table -> result=loss
    why the British squadron is lost
Home, Sweet Home goes on while just enough British planes fly
    game scenario=home_sweet_home players=2
    blue zumbach A5
    I: A8 hidden face_down=mixed:1
    table mixed_cards=d36,d34
    hurricane A5 british
    check goals
    table -> result=none
"""


@claims(CLAIMS)
def test_of_a_turn(script):
    assert script.play() == []


@pytest.mark.parametrize(("players", "reserve"), [(2, 1), (3, 2), (4, 3)])
def test_the_reserve_is_one_less_than_the_number_of_players(make_table, players, reserve):
    table = make_table(players=players)
    fresh = table.play.game.start({"players": players}, seed=3, data=table.play.data)

    statuses = [record.status for record in fresh.state.pilots.values()]

    assert statuses.count(Status.FLYING) == players
    assert statuses.count(Status.RESERVE) == reserve
    assert [len(fighter.cards) for fighter in fresh.state.fighters.values()] == [6] * players
    assert {fighter.ammunition for fighter in fresh.state.fighters.values()} == {4}


def test_all_fighter_cards_are_dealt_round_by_round_before_the_bomber_cards(make_table):
    table = make_table(players=2)
    table.play.events.in_memory.clear()

    table.run(deploy)

    dealt = dict.fromkeys((p.squadron, p.aircraft) for p in table.state.planes.values())
    assert list(dealt) == [("I", "bf109"), ("II", "bf109"), ("I", "he111"), ("II", "he111")]


@pytest.mark.parametrize(
    ("aircraft", "mode"),
    [
        pytest.param(["bf109", "he111"], "escort", id="fighters with a bomber escort it"),
        pytest.param(["he111"], "escort", id="a bomber alone keeps its route"),
        pytest.param(["bf109"], "patrol", id="fighters alone patrol"),
        pytest.param(["bf110"], "patrol", id="a heavy fighter is not a bomber"),
    ],
)
def test_fighters_that_the_set_up_leaves_without_bombers_are_on_patrol(table, aircraft, mode):
    squadron = table.squadron("I", "A8", "A5", "biggin_hill")
    table.squadron("II", "C8", "C7")
    table.plane("he111", "C8", "II")
    for kind in aircraft:
        table.plane(kind, "A8")

    table.run(turn_up, squadron)

    assert squadron.mode.value == mode


def test_only_allied_planes_turn_the_route_of_a_card_towards_home(make_table):
    table = make_table(scenario="home_sweet_home", players=2)
    routes = {}
    for card in ("d41", "d36", "d15"):
        squadron = table.squadron(card, "A8", "A7", "A5", "A3", "A1")
        place_card(table.play, squadron, card)
        routes[card] = (squadron.mode.value, squadron.route[-1])

    german = ("escort", "A1")
    assert routes == {"d41": ("british", "biggin_hill"), "d36": german, "d15": german}
    past_home = table.squadron("II", "A8", "london")
    place_card(table.play, past_home, "d41")
    assert past_home.route[-1] == "biggin_hill"


def test_only_planes_of_the_same_kind_are_counted_against_the_models_in_the_box(table):
    squadron = table.squadron("I", "A8")
    for kind in ["he111"] * 3 + ["bf110"]:
        table.plane(kind, "A5", "II")

    placed = {kind: len(add_planes(table.play, squadron, kind, 20)) for kind in ("bf110", "bf109")}

    models = {kind: table.play.data.aircraft[kind].models for kind in placed}
    assert placed == {"bf110": models["bf110"] - 1, "bf109": models["bf109"]}


@pytest.mark.parametrize(("start", "landed"), [("northolt", True), ("A5", False), ("B7", False)])
def test_planes_begin_on_the_ground_only_where_there_is_an_airfield(table, start, landed):
    scenarios = dict(table.play.data.scenarios)
    scenarios["biggin_hill"] = attrs.evolve(scenarios["biggin_hill"], start=start)
    table.play.data = attrs.evolve(table.play.data, scenarios=scenarios)
    table.fly("blue", "zumbach", "A5")

    table.run(prepare_boards)

    assert table.state.fighters["blue"].landed is landed


def test_the_hand_limit_is_two_and_the_ammunition_less_damage(table):
    blue = table.fly("blue", "zumbach", "A5", ammunition=3)
    assert hand_limit(table.play, blue) == 5

    blue.damage = ["hand_limit"]
    assert hand_limit(table.play, blue) == 4


def test_what_a_point_may_be_spent_on_again_is_told_in_other_words(table):
    blue = table.fly("blue", "zumbach", "biggin_hill", landed=True, ammunition=1)

    words = list(services(table.play, blue, 4).values())

    assert words == [
        *("load 2 ammunition", "load 1 more ammunition"),
        *("draw a Combat card", "draw another Combat card (2)"),
        *("draw another Combat card (3)", "draw another Combat card (4)"),
    ]


def test_of_more_than_two_pilots_those_who_declare_are_touched(make_table):
    table = make_table(players=3)
    for colour, pilot in (("blue", "feric"), ("yellow", "zumbach"), ("red", "frantisek")):
        table.fly(colour, pilot, "A5")

    asked = next(declare_abilities(table.play))

    buttons = [option for option in asked.options if not asked.targets_of(option)]
    assert buttons == ["blue yellow red", "none"]
    assert asked.targets_of("blue red") == ("blue", "red")
