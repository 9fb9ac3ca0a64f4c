"""Set up, abilities, cards, airfields, new pilots, ends, p. 8-11 and 15."""

import attrs
import pytest

from packs.squadron_303.components import Mode
from packs.squadron_303.questions.hands import hand_limit
from packs.squadron_303.rules.damage import damage_fighter
from packs.squadron_303.rules.ending import check_goals
from packs.squadron_303.rules.players import choose_start, declare_abilities, draw_cards
from packs.squadron_303.rules.reorganization import new_pilots, service, services
from packs.squadron_303.rules.setup import add_planes, deploy, place_card, prepare_boards, turn_up
from packs.squadron_303.state import Status
from tabletop_core import Pile


@pytest.mark.parametrize(("players", "reserve"), [(2, 1), (3, 2), (4, 3)])
def test_the_reserve_is_one_less_than_the_number_of_players(make_table, players, reserve):
    table = make_table(players=players)
    fresh = table.play.game.start({"players": players}, seed=3, data=table.play.data)

    statuses = [record.status for record in fresh.state.pilots.values()]

    assert statuses.count(Status.FLYING) == players
    assert statuses.count(Status.RESERVE) == reserve


def test_all_fighter_cards_are_dealt_round_by_round_before_the_bomber_cards(make_table):
    table = make_table(players=2)
    table.play.events.clear()

    table.run(deploy)

    dealt = dict.fromkeys((p.squadron, p.aircraft) for p in table.state.planes.values())
    assert list(dealt) == [("I", "bf109"), ("II", "bf109"), ("I", "he111"), ("II", "he111")]


@pytest.mark.parametrize(
    ("aircraft", "mode"),
    [
        pytest.param(["bf109", "he111"], Mode.ESCORT, id="fighters with a bomber escort it"),
        pytest.param(["he111"], Mode.ESCORT, id="a bomber alone keeps its route"),
        pytest.param(["bf109"], Mode.PATROL, id="fighters alone patrol"),
        pytest.param(["bf110"], Mode.PATROL, id="a heavy fighter is no bomber"),
    ],
)
def test_fighters_that_the_set_up_leaves_without_bombers_are_on_patrol(table, aircraft, mode):
    squadron = table.squadron("I", "A8", "A5", "biggin_hill")
    table.squadron("II", "C8", "C7")
    table.plane("he111", "C8", "II")
    for kind in aircraft:
        table.plane(kind, "A8")

    table.run(turn_up, squadron)

    assert squadron.mode is mode


def test_only_allied_planes_turn_the_route_of_a_card_towards_home(make_table):
    table = make_table(scenario="home_sweet_home", players=2)
    routes = {}
    for card in ("d41", "d36", "d15"):
        squadron = table.squadron(card, "A8", "A7", "A5", "A3", "A1")
        place_card(table.play, squadron, card)
        routes[card] = (squadron.mode, squadron.route[-1])

    assert routes == {
        "d41": (Mode.BRITISH, "biggin_hill"),
        "d36": (Mode.ESCORT, "A1"),
        "d15": (Mode.ESCORT, "A1"),
    }


def test_only_planes_of_the_same_kind_are_counted_against_the_models_in_the_box(table):
    squadron = table.squadron("I", "A8")
    for kind in ["he111"] * 3 + ["bf110"]:
        table.plane(kind, "A5", "II")

    placed = {kind: len(add_planes(table.play, squadron, kind, 20)) for kind in ("bf110", "bf109")}

    models = {kind: table.play.data.aircraft[kind].models for kind in placed}
    assert placed == {"bf110": models["bf110"] - 1, "bf109": models["bf109"]}


def test_a_game_begins_with_six_cards_and_four_ammunition(make_table):
    play = make_table().play.game.start({"players": 2}, seed=3).play

    assert [len(fighter.cards) for fighter in play.state.fighters.values()] == [6, 6]
    assert [fighter.ammunition for fighter in play.state.fighters.values()] == [4, 4]


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


def test_players_draw_two_cards_and_then_discard_to_the_limit(table):
    blue = table.fly("blue", "urbanowicz", "A5", "c01", "c02", ammunition=1)
    table.script("c03", "c04")

    table.run(draw_cards, answers=(("c02",),))

    assert blue.cards == ["c01", "c03", "c04"]


def test_zumbach_draws_one_more_card(table):
    blue = table.fly("blue", "zumbach", "A5", declared=True)
    table.script("c03", "c04", "c05")

    table.run(draw_cards)

    assert blue.cards == ["c03", "c04", "c05"]


def test_lokuciewski_draws_four_cards_and_keeps_two(table):
    blue = table.fly("blue", "lokuciewski", "A5", declared=True)
    table.script("c03", "c04", "c05", "c06")

    table.run(draw_cards, answers=(("c03", "c06"),))

    assert blue.cards == ["c04", "c05"]
    assert table.state.discards == ["c03", "c06"]


def test_declaring_no_ability_keeps_the_special_die(table):
    blue = table.fly("blue", "zumbach", "A5", declared=True)

    table.run(declare_abilities, answers=("none",))

    assert not blue.declared


def test_another_start_costs_cards_and_begins_in_the_air(make_table):
    table = make_table(scenario="biggin_hill", players=2, start_change=True)
    blue = table.fly("blue", "zumbach", "northolt", "c01", "c02", "c03")

    table.run(choose_start, answers=("biggin_hill", "c01", "c02"))

    assert (blue.area, blue.landed, blue.cards) == ("biggin_hill", False, ["c03"])


def test_four_points_repair_load_and_draw(table):
    """The example: two repairs, two ammunition for one point, one card."""
    damage = ["no_extra", "hand_limit", "no_free_move"]
    blue = table.fly("blue", "zumbach", "biggin_hill", damage=damage, ammunition=1)
    blue.landed = blue.has_landed = True
    table.script("c09")

    table.run(
        service, answers=(("repair:hand_limit", "repair:no_free_move", "ammunition", "card"),)
    )

    assert blue.damage == ["no_extra"]
    assert blue.ammunition == 3
    assert blue.cards == ["c09"]
    assert blue.supply.count("hand_limit") == 1


def test_what_a_point_may_be_spent_on_again_is_told_in_other_words(table):
    blue = table.fly("blue", "zumbach", "biggin_hill", landed=True, ammunition=1)

    words = list(services(table.play, blue, 4).values())

    assert words == [
        *("load 2 ammunition", "load 1 more ammunition"),
        *("draw a Combat card", "draw another Combat card (2)"),
        *("draw another Combat card (3)", "draw another Combat card (4)"),
    ]


def test_planes_in_the_air_get_no_service(table):
    table.fly("blue", "zumbach", "biggin_hill")

    table.run(service)

    assert table.prompts == []


def test_a_damaged_port_takes_one_point_away(table):
    table.fly("blue", "zumbach", "biggin_hill", landed=True, has_landed=True)
    table.state.damaged_sites = ["port_hit"]
    table.script("c01", "c02", "c03")

    table.run(service, answers=(("card", "card_2", "card_3"),))


def test_a_new_pilot_from_the_reserve_has_full_ammunition_and_six_cards(table):
    blue = table.state.fighters["blue"]
    blue.cards, blue.ammunition = [table.state.deck.take("c01")], 0
    table.fly("yellow", "urbanowicz", "A5")
    table.state.pilots["feric"].status = Status.RESERVE
    table.script("feric", "c02", "c03", "c04", "c05", "c06")

    table.run(new_pilots)

    assert blue.pilot == "feric"
    assert blue.ammunition == 4
    assert len(blue.cards) == 6


def test_without_a_reserve_the_scenario_is_lost(table):
    table.fly("yellow", "urbanowicz", "A5")

    table.run(new_pilots)

    assert table.state.result == "loss"


def test_the_germans_win_when_their_target_is_destroyed(table):
    table.state.bombs = {"biggin_hill": 3}

    table.run(check_goals)

    assert table.state.result == "loss"


def test_the_players_win_when_the_target_stands_after_the_last_turn(table):
    table.squadron("I", "A8", "A7")
    table.plane("he111", "A8")
    table.run(check_goals)
    assert table.state.result == ""

    table.state.turn = 8
    table.run(check_goals)
    assert table.state.result == "win"


def test_four_damage_tokens_are_borne_and_the_fifth_point_destroys(table):
    blue = table.fly("blue", "zumbach", "A5")
    table.script("no_extra", "hand_limit", "no_free_move", "discard")

    table.run(damage_fighter, blue, 4)
    assert blue.pilot == "zumbach"

    table.run(damage_fighter, blue, 1)
    assert blue.pilot == ""


def test_damage_to_the_map_case_costs_a_card_of_the_players_choice(table):
    blue = table.fly("blue", "zumbach", "A5", "c01", "c02")
    table.script("discard")

    table.run(damage_fighter, blue, 1, answers=("c02",))

    assert blue.cards == ["c01"]


def test_the_mulligan_draws_another_token_once_in_a_game(make_table):
    table = make_table(players=2, mulligan=True)
    blue = table.fly("blue", "zumbach", "A5")
    table.script("no_free_move", "no_extra", "no_free_move")

    table.run(damage_fighter, blue, 2, answers=("again",))

    assert blue.damage == ["no_extra", "no_free_move"]


def home_sweet_home(make_table, *cards):
    """Three squadrons face down, one of these cards with each."""
    table = make_table(scenario="home_sweet_home", players=2)
    table.fly("blue", "zumbach", "A5")
    for name, start in (("I", "A8"), ("II", "C8"), ("IV", "E8")):
        table.squadron(name, start, hidden=True, face_down={"mixed": 1})
    table.state.mixed_cards = Pile.of(list(cards))
    return table


def test_home_sweet_home_goes_on_while_the_british_squadron_is_not_found(make_table):
    table = home_sweet_home(make_table, "d36", "d34", "d41")

    table.run(check_goals)

    assert table.state.result == ""


def test_home_sweet_home_is_lost_with_the_british_squadron_though_others_are_face_down(make_table):
    table = home_sweet_home(make_table, "d36", "d34")
    table.state.british_lost = 2

    table.run(check_goals)

    assert (table.state.result, table.state.why) == ("loss", "the British squadron is lost")


def test_no_british_planes_are_looked_for_in_a_hidden_squadron_of_fighters(make_table):
    table = home_sweet_home(make_table, "d41")
    for squadron in table.state.squadrons.values():
        squadron.face_down = {"fighters": 1}

    table.run(check_goals)

    assert (table.state.result, table.state.why) == ("loss", "the British squadron is lost")


def test_home_sweet_home_goes_on_while_just_enough_british_planes_fly(make_table):
    table = home_sweet_home(make_table, "d36", "d34")
    table.plane("hurricane", "A5", "british")

    table.run(check_goals)

    assert table.play.data.scenarios["home_sweet_home"].needed == 1
    assert table.state.result == ""


def test_a_medal_does_not_buy_the_ability_of_ones_own_pilot(table):
    blue = table.fly("blue", "zumbach", "A5")
    table.state.pilots["zumbach"].medals = 1
    table.script("c01", "c02")

    table.run(draw_cards)

    assert blue.cards == ["c01", "c02"]


def test_of_more_than_two_pilots_those_who_declare_are_touched(make_table):
    table = make_table(players=3)
    for colour, pilot in (("blue", "feric"), ("yellow", "zumbach"), ("red", "frantisek")):
        table.fly(colour, pilot, "A5")

    asked = next(declare_abilities(table.play))

    buttons = [option for option in asked.options if not asked.targets_of(option)]
    assert buttons == ["blue yellow red", "none"]
    assert asked.targets_of("blue red") == ("blue", "red")
