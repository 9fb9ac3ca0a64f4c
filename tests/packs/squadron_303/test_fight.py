"""The Fight, p. 11-13 and 20."""

from packs.squadron_303.rules.dice import roll_dice
from packs.squadron_303.rules.duel import ways_now
from packs.squadron_303.rules.fight import combat, fights, may_fight, within
from packs.squadron_303.rules.opponents import luftwaffe_dice
from packs.squadron_303.shown.words import WORDS
from packs.squadron_303.state import Fight
from tabletop_core.events import narrate
from tabletop_core.testing import perform

PLAIN = {"effect": "choose_damage", "set": ("maneuver/token", "maneuver/token")}


def test_blues_fight_over_two_rounds_with_yellows_support(table):
    """The example: a Bf 109 goes down, and support turns one of two hits away."""
    table.card("c01", symbol="hit", support=("hit",), set=("maneuver", "hit"), effect="extra_evade")
    table.card("c02", symbol="maneuver", support=("evade", "joker"), **PLAIN)
    table.card("c03", support=("joker",))
    blue = table.fly("blue", "zumbach", "A5", "c01", "c02", declared=True)
    yellow = table.fly("yellow", "urbanowicz", "A5", "c03", declared=True)
    opponent = table.plane("bf109", "A5")
    table.plane("he111", "A5")
    table.script("hit", "maneuver", "hit-3", "evade", "hit-2", "hit-4", "no_extra")
    first = (opponent.id, "maneuver c01", 1)
    second = (opponent.id, "c02", "yellow:c03:evade", "give", "give")

    table.run(combat, blue, answers=first + second)

    one, two = table.events("round")
    assert (one["hits"], one["german_evades"], one["evades"]) == (1, 1, 1)
    assert (two["hits"], two["german_evades"], two["evades"]) == (2, 0, 1)
    assert opponent.id not in table.state.planes
    assert blue.damage == ["no_extra"]
    assert blue.ammunition == 3
    assert yellow.cards == []
    assert table.state.fight is None
    assert sorted(table.state.discards) == ["c01", "c02", "c03"]


def test_against_a_new_opponent_only_the_second_die_and_card_count(table):
    table.card("c01", symbol="hit", set=("hit", "hit"), effect="extra_hit")
    blue = table.fly("blue", "zumbach", "A5", "c01", declared=True)
    one, two = table.plane("bf109", "A5"), table.plane("bf109", "A5")
    table.script("hit", "evade", "blank", "blank", "blank", "blank")

    table.run(combat, blue, answers=(one.id, "hit c01"))

    assert table.events("round")[1]["symbols"] == ["evade"]
    assert one.id not in table.state.planes
    assert two.damage == 0


def test_against_the_same_opponent_dice_and_cards_of_both_rounds_count(table):
    table.card("c01", symbol="hit", **PLAIN)
    blue = table.fly("blue", "zumbach", "A5", "c01", declared=True)
    one = table.plane("he111", "A5")
    table.script("hit", "evade", "blank", "blank")

    table.run(combat, blue, answers=("hit", "c01"))

    assert table.events("round")[1]["symbols"] == ["hit", "evade", "hit"]
    assert one.damage == 2


def test_a_fight_ends_when_no_enemy_is_left_and_still_costs_its_ammunition(table):
    table.card("c01", symbol="hit", **PLAIN)
    blue = table.fly("blue", "zumbach", "A5", "c01", declared=True)
    table.plane("bf109", "A5")
    table.script("hit", "hit", "blank", "blank")

    table.run(combat, blue, answers=("c01",))

    assert table.state.planes == {}
    assert blue.ammunition == 3
    assert len(table.events("round")) == 1


def test_the_log_names_whose_ability_added_an_evasion(table):
    blue = table.fly("blue", "urbanowicz", "A5", declared=True)
    table.plane("bf109", "A5")
    table.script("blank", "blank", "hit-2", "blank", "blank", "blank")

    table.run(combat, blue)

    first, second = table.events("round")
    assert (first["evades"], second["evades"]) == (1, 0)
    assert table.events("helped") == [
        {"by": "Witold Urbanowicz", "text": "one more Evasion in the first round of a Fight"}
    ]


def test_what_a_round_makes_counts_the_declared_ability(table):
    table.card("c01", symbol="hit", **PLAIN)
    blue = table.fly("blue", "urbanowicz", "A5", "c01", declared=True)
    table.plane("he111", "A5")
    table.script("blank", "blank", "blank", "blank")

    table.run(combat, blue, answers=("c01",))

    assert "ours: no symbol yet (0 Hits, 1 Evasion);" in table.prompts[0]


def test_the_log_names_whose_ability_rolled_dice_again(table):
    blue = table.fly("blue", "frantisek", "A5", declared=True)
    table.plane("bf109", "A5")
    table.script("blank", "blank", "blank", "blank", "hit", "blank", "blank")

    table.run(combat, blue, answers=([0], "hit"))

    assert [event["by"] for event in table.events("helped")] == ["Josef František"]
    assert table.events("round")[0]["hits"] == 1


def test_the_special_die_is_offered_only_without_the_ability(table):
    blue = table.fly("blue", "zumbach", "A5", declared=True)
    table.plane("bf109", "A5", damage=1)
    table.script("hit", "hit", "blank", "blank")

    table.run(combat, blue)

    assert not any("which dice" in prompt for prompt in table.prompts)


def test_failure_of_the_special_die_deals_two_points_of_damage(table):
    blue = table.fly("blue", "zumbach", "A5")
    table.plane("bf109", "A5")
    table.script("hit", "failure", "blank", "blank", "no_extra", "hand_limit", "blank", "blank")

    table.run(combat, blue, answers=("special", "failure"))

    assert blue.damage == ["no_extra", "hand_limit"]


def test_failure_of_the_special_die_comes_after_the_card_and_the_support(table):
    table.card("c01", symbol="hit", support=("hit",), set=("maneuver", "maneuver"))
    table.card("c02", support=("hit", "joker"))
    blue = table.fly("blue", "zumbach", "A5", "c01")
    table.fly("yellow", "urbanowicz", "A5", "c02")
    table.plane("he111", "A5", markers=1)
    table.script("blank", "failure", "discard", "no_extra")

    done = perform(table.play, combat, blue, answers=("special", "failure c01", "yellow:c02:hit"))

    assert done.asked[-1].glowing() == {"c02"}
    kinds = [event.kind for event in table.play.events]
    assert kinds.index("placed_in_round") < kinds.index("supported") < kinds.index("damaged")
    assert kinds.index("damaged") < kinds.index("round")


def test_a_pilot_whom_the_special_die_shoots_down_hits_nothing_in_this_round(table):
    damage = ["no_extra", "hand_limit", "no_free_move", "discard"]
    table.card("c01", symbol="hit", set=("maneuver", "maneuver"))
    blue = table.fly("blue", "zumbach", "A5", "c01", damage=damage)
    plane = table.plane("he111", "A5", markers=2)
    table.script("blank", "failure")

    table.run(combat, blue, answers=("special", "failure c01"))

    assert (blue.pilot, plane.damage) == ("", 0)
    assert table.state.discards == ["c01"]


def test_success_of_the_special_die_is_any_one_symbol(table):
    blue = table.fly("blue", "zumbach", "A5")
    plane = table.plane("bf109", "A5")
    table.script("hit", "success", "blank", "blank", "blank", "blank")

    table.run(combat, blue, answers=("special", "success:hit"))

    assert plane.id not in table.state.planes
    assert table.events("round")[0]["symbols"] == ["hit"]


def test_a_reroll_face_is_rolled_once_more_and_then_misses(table):
    blue = table.fly("blue", "zumbach", "A5", declared=True)
    table.plane("bf109", "A5", damage=1)
    own, theirs = ("reroll", "hit", "hit"), ("reroll", "reroll", "reroll", "hit-2")
    table.script(*own, *theirs, "no_extra")

    table.run(combat, blue)

    (only,) = table.events("round")
    assert only["luftwaffe"] == ["blank", "hit-2"]
    assert only["symbols"] == ["hit"]


def test_a_die_that_a_card_rolled_again_is_not_rolled_again_by_a_second_card(table):
    for card in ("c01", "c02"):
        table.card(card, symbol="evade", set=("evade", "any"), effect="reroll_own")
    blue = table.fly("blue", "zumbach", "A5", "c01", "c02", declared=True)
    table.plane("he111", "A5", markers=1)
    table.script("evade", "evade", "evade", "hit")

    # The first card rolls the first die again, the second can roll the second one only.
    table.run(combat, blue, answers=("c01", 0, "c02", 1))

    assert table.events("round")[-1]["symbols"] == ["evade", "hit", "evade", "evade"]
    assert not table.play.source.left


def test_a_luftwaffe_die_that_was_rolled_again_is_not_rolled_again_by_a_card(table):
    table.card("c01", symbol="hit", set=("hit", "hit"), effect="reroll_luftwaffe")
    blue = table.fly("blue", "zumbach", "A5", "c01", declared=True)
    table.plane("bf109", "A5")
    table.script("hit", "hit", "reroll", "hit-3", "hit-2", "blank", "no_extra")

    # Two Hits shoot it down; of its dice only the second one was not rolled again yet.
    table.run(combat, blue, answers=("c01", 1))

    assert table.events("round")[0]["luftwaffe"] == ["hit-2", "blank"]
    assert table.state.planes == {}


def test_all_dice_are_rolled_before_those_that_show_reroll_are_rolled_again(table):
    table.script("reroll", "hit-2", "evade")

    assert roll_dice(table.play, ["red", "red"], "the Luftwaffe") == (["evade", "hit-2"], [0])


def test_a_maneuver_symbol_gives_a_token_to_the_opponent_which_then_rolls_no_dice(table):
    blue = table.fly("blue", "zumbach", "A5", declared=True)
    plane = table.plane("he111", "A5")
    table.script("maneuver", "maneuver", "blank")

    table.run(combat, blue, answers=("give", "give", "give"))

    assert plane.markers == 3
    assert table.events("round")[1]["luftwaffe"] == []


def test_a_player_board_holds_three_tokens_at_most(table):
    blue = table.fly("blue", "zumbach", "A5", declared=True, tokens=2)
    plane = table.plane("he111", "A5")
    table.script("maneuver", "maneuver", "blank", "blank")

    table.run(combat, blue, answers=("keep", 0))

    assert blue.tokens == 3
    assert plane.markers == 2


def test_kept_tokens_may_be_given_in_the_second_round(table):
    blue = table.fly("blue", "zumbach", "A5", declared=True)
    plane = table.plane("he111", "A5")
    table.script("maneuver", "blank", "blank", "blank")

    table.run(combat, blue, answers=("maneuver", "keep", "give", 1))

    assert (blue.tokens, plane.markers) == (0, 2)


def test_a_token_kept_in_a_round_is_not_given_in_the_same_round(table):
    blue = table.fly("blue", "zumbach", "A5", declared=True)
    plane = table.plane("he111", "A5")
    table.script("blank", "maneuver", "blank", "blank")

    table.run(combat, blue, answers=("blank", "keep"))

    assert (blue.tokens, plane.markers) == (1, 0)


def test_first_strike_cancels_the_dice_of_a_plane_it_shoots_down(table):
    table.card("c01", symbol="evade", set=("hit", "evade"), effect="first_strike")
    blue = table.fly("blue", "zumbach", "A5", "c01", declared=True)
    table.plane("bf109", "A5", damage=1)
    table.script("hit", "hit", "hit-2", "hit-3")

    table.run(combat, blue, answers=("c01",))

    assert table.state.planes == {}
    assert blue.damage == []
    assert len(table.events("struck_first")) == 1


def test_first_strike_hits_before_the_evasions_of_the_opponent_count(table):
    table.card("c01", symbol="evade", set=("hit", "evade"), effect="first_strike")
    blue = table.fly("blue", "zumbach", "A5", "c01", declared=True)
    table.plane("bf109", "A5", damage=1, ace="agile")
    table.script("hit", "hit", "evade", "hit-3")

    table.run(combat, blue, answers=("c01",))

    assert table.state.planes == {}
    assert blue.damage == []


def test_the_hits_of_a_plane_that_outlives_a_first_strike_still_count(table):
    table.card("c01", symbol="hit", set=("hit", "hit"), effect="first_strike")
    blue = table.fly("blue", "zumbach", "A5", "c01", declared=True)
    table.plane("he111", "A5")
    table.script("hit", "blank", "hit-2", "no_extra", "blank")

    table.run(combat, blue, answers=("hit", "c01"))

    assert blue.damage == ["no_extra"]


def test_a_kept_token_does_not_activate_a_first_strike(table):
    card = table.card("c01", symbol="evade", set=("maneuver", "evade"), effect="first_strike")
    fight = Fight(colour="blue", opponent="1", cards=[card], active=card)
    table.fly("blue", "zumbach", "A5", tokens=2)
    table.plane("bf109", "A5")

    assert ways_now(table.play, fight) == {}

    fight.dice, fight.counting, fight.symbols = ["maneuver", "hit"], [0], ["maneuver"]
    assert ways_now(table.play, fight) == {1: (0, 1, (0, 1))}


def test_a_symbol_that_made_a_set_makes_none_in_the_second_round(table):
    for card in ("c01", "c02"):
        table.card(card, symbol="hit", support=(), set=("hit", "hit"), effect="extra_hit")
    blue = table.fly("blue", "zumbach", "A5", "c01", "c02", declared=True)
    table.plane("he111", "A5", markers=1)
    table.script("hit", "blank")

    # Two Hits and a set of them in the first round; three Hits in the second, one of them new.
    table.run(combat, blue, answers=("hit c01", "c02"))

    assert [event["hits"] for event in table.events("round")] == [3, 3]


def test_symbols_of_the_first_round_that_made_no_set_make_one_in_the_second(table):
    table.card("c01", symbol="hit", support=(), set=("evade", "evade"), effect="extra_evade")
    table.card("c02", symbol="hit", support=(), set=("hit", "hit"), effect="extra_hit")
    blue = table.fly("blue", "zumbach", "A5", "c01", "c02", declared=True)
    table.plane("he111", "A5", markers=1)
    table.script("hit", "blank")

    table.run(combat, blue, answers=("hit c01", "c02"))

    assert len(table.events("effect")) == 1


def test_a_die_that_is_rolled_again_after_its_set_shows_a_new_symbol(table):
    fight = Fight(colour="blue", opponent="1", dice=["hit", "hit"], counting=[0, 1])
    fight.symbols, fight.served = ["hit", "hit"], ["die 0", "die 1"]

    fight.roll_again(0, "evade")

    assert fight.served == ["die 1"]
    assert fight.spent == [0]


def test_after_a_break_away_the_second_round_is_not_fought(table):
    table.card("c01", symbol="evade", set=("hit", "evade"), effect="break_away")
    blue = table.fly("blue", "zumbach", "A5", "c01", declared=True)
    table.plane("he111", "A5")
    table.script("hit", "hit", "blank")

    table.run(combat, blue, answers=("c01", "A1"))

    assert blue.area == "A1"
    assert len(table.events("round")) == 1


def test_a_break_away_that_finds_a_hidden_squadron_may_go_on_as_far_as_it_reaches(table):
    table.card("c01", symbol="evade", set=("hit", "evade"), effect="break_away")
    blue = table.fly("blue", "zumbach", "A7", "c01", declared=True)
    table.plane("he111", "A7")
    squadron = table.squadron("II", "A8", "A6", hidden=True)
    table.script("hit", "hit", "blank")

    done = perform(table.play, combat, blue, answers=("c01", "A8", "A6"))

    assert (blue.area, blue.scouted) == ("A6", True)
    asked = [decision for decision in done.asked if "fly up to" in decision.prompt]
    assert [(decision.prompt, decision.label_of("stay")) for decision in asked] == [
        ("Blue: fly up to 2 areas?", "fight on"),
        ("Blue: fly up to 1 area?", "stay here"),
    ]
    assert squadron.id not in table.state.squadrons


def test_no_break_away_leads_past_a_hidden_squadron_unseen(table):
    assert within(table.play, "northolt", 2)["biggin_hill"] == 2

    table.squadron("II", "london", hidden=True)

    assert "biggin_hill" not in within(table.play, "northolt", 2)


def test_a_card_may_add_a_third_round_without_a_new_die(table):
    table.card("c01", symbol="evade", set=("hit", "evade"), effect="third_round")
    blue = table.fly("blue", "zumbach", "A5", "c01", declared=True)
    plane = table.plane("he111", "A5")
    table.script("hit", "blank", "blank", "blank", "blank")

    table.run(combat, blue, answers=("hit c01", plane.id))

    assert [event["number"] for event in table.events("round")] == [1, 2, 3]
    assert plane.damage == 1


def test_a_third_round_may_be_left_alone(table):
    table.card("c01", symbol="evade", set=("hit", "evade"), effect="third_round")
    blue = table.fly("blue", "zumbach", "A5", "c01", declared=True)
    table.plane("he111", "A5")
    table.script("hit", "blank", "blank", "blank")

    table.run(combat, blue, answers=("hit c01", "end"))

    assert [event["number"] for event in table.events("round")] == [1, 2]


def test_each_unmarked_he_111_lends_a_black_die_up_to_three(table):
    one = table.plane("he111", "A5")
    assert luftwaffe_dice(table.play, one) == 1
    two = table.plane("he111", "A5")
    assert luftwaffe_dice(table.play, one) == 2
    two.markers = 1
    assert luftwaffe_dice(table.play, one) == 1
    for _ in range(4):
        table.plane("he111", "A5")
    assert luftwaffe_dice(table.play, one) == 3


def test_the_log_tells_who_is_attacked_in_each_round_and_how_many_tokens_are_given(table):
    blue = table.fly("blue", "zumbach", "A5", declared=True, tokens=2)
    one, two = table.plane("bf109", "A5"), table.plane("he111", "A5")
    table.script("hit", "hit", "blank", "blank", "blank")

    table.run(combat, blue, answers=(one.id, two.id, 2))

    (told,) = table.events("opponent")
    assert WORDS["opponent"](told) == "Round 2: Blue now attacks He 111 #2 of squadron I"
    (told,) = table.events("marked")
    assert WORDS["marked"](told) == "He 111 #2 of squadron I gets 2 Maneuver tokens"
    assert [event["who"] for event in table.events("rolled")] == ["Blue", "Bf 109 #1", "He 111 #2"]


def test_the_choice_of_an_opponent_marks_the_ace(table):
    blue = table.fly("blue", "zumbach", "A5", declared=True)
    table.plane("bf109", "A5", ace="keen")
    table.plane("bf109", "A5")

    decision = next(combat(table.play, blue))

    assert decision.label_of("1").endswith("the ace: Keen shots")
    assert "ace" not in decision.label_of("2")


def test_without_ammunition_nobody_starts_a_fight(table):
    blue = table.fly("blue", "zumbach", "A5", ammunition=0)
    table.plane("bf109", "A5")

    assert not may_fight(table.play, blue)


def test_support_is_given_once_in_a_fight_and_never_activates_the_card(table):
    for card in ("c01", "c02"):
        table.card(card, symbol="evade", support=("hit", "joker"), **PLAIN)
    for card in ("c03", "c04"):
        table.card(card, symbol="hit", support=("joker",), set=("any", "any"), effect="extra_hit")
    blue = table.fly("blue", "zumbach", "A5", "c01", "c02", declared=True)
    table.fly("yellow", "urbanowicz", "A5", "c03", "c04")
    plane = table.plane("he111", "A5")
    table.script("blank", "blank", "blank", "blank")

    table.run(combat, blue, answers=("c01", "yellow:c03:hit", "c02"))

    assert plane.damage == 1
    assert [event["card"] for event in table.events("supported")] == ["c03"]


def test_players_attack_in_the_order_they_agree_on(table):
    table.fly("blue", "zumbach", "A5", declared=True)
    table.fly("yellow", "urbanowicz", "A5", declared=True)
    table.plane("he111", "A5")
    table.script("blank", "blank", "blank", "blank")

    table.run(fights, answers=("yellow 1", "blue stay"))

    assert [event["colour"] for event in table.events("fight")] == ["yellow"]


def test_who_stays_out_of_the_fight_leaves_it_to_the_other_player(table):
    table.fly("blue", "zumbach", "A5", declared=True)
    table.fly("yellow", "urbanowicz", "A5", declared=True)
    table.plane("he111", "A5")
    table.script("blank", "blank", "blank", "blank")

    table.run(fights, answers=("blue stay", "yellow 1"))

    assert [event["colour"] for event in table.events("fight")] == ["yellow"]


def test_who_may_fight_is_asked_for_an_opponent_at_once(table):
    table.fly("yellow", "urbanowicz", "A5", declared=True)
    table.plane("he111", "A5")

    asked = next(fights(table.play))

    assert (asked.seats, asked.options) == (("yellow",), ("yellow 1", "yellow stay"))


def test_a_pilot_who_scouted_attacks_nobody_this_turn(table):
    blue = table.fly("blue", "zumbach", "A5", scouted=True)
    table.plane("bf109", "A5")

    assert not may_fight(table.play, blue)


def test_paszkiewicz_hits_once_more_in_the_first_round_only(table):
    blue = table.fly("blue", "paszkiewicz", "A5", declared=True)
    table.plane("he111", "A5")
    table.script("hit", "hit", "blank", "blank")

    table.run(combat, blue)

    assert [event["hits"] for event in table.events("round")] == [2, 2]
    assert [len(event["symbols"]) for event in table.events("round")] == [1, 2]


def test_urbanowicz_evades_once_more_in_the_first_round_only(table):
    blue = table.fly("blue", "urbanowicz", "A5", declared=True)
    table.plane("bf109", "A5")
    table.script("blank", "blank", "hit-2", "blank", "hit-2", "blank", "no_extra")

    table.run(combat, blue)

    assert [event["evades"] for event in table.events("round")] == [1, 0]
    assert blue.damage == ["no_extra"]


def test_frantisek_rolls_raf_dice_again_once_in_a_fight(table):
    blue = table.fly("blue", "frantisek", "A5", declared=True)
    plane = table.plane("bf109", "A5")
    table.script("blank", "blank", "blank", "blank", "hit", "evade", "blank", "blank")

    table.run(combat, blue, answers=((0, 1), "hit"))

    assert plane.damage == 2


def test_frantisek_may_roll_a_placed_die_again_that_still_counts(table):
    blue = table.fly("blue", "frantisek", "A5", declared=True)
    plane = table.plane("he111", "A5")
    table.script("blank", "evade", "blank", "blank", "hit")

    table.run(combat, blue, answers=((), "blank", (), (0,)))

    assert table.events("round")[1]["symbols"] == ["hit", "evade"]
    assert plane.damage == 1


def test_frantisek_may_roll_again_once_the_cards_are_seen(table):
    table.card("c01", symbol="evade", set=("hit", "evade"), effect="extra_hit")
    blue = table.fly("blue", "frantisek", "A5", "c01", declared=True)
    table.plane("bf109", "A5")
    table.script("blank", "blank", "blank", "blank", "hit")

    table.run(combat, blue, answers=((), "c01", (0,)))

    assert table.state.planes == {}


def test_a_die_of_an_earlier_opponent_is_not_rolled_again(table):
    blue = table.fly("blue", "frantisek", "A5", declared=True)
    one, two = table.plane("he111", "A5"), table.plane("bf109", "A5")
    table.script("hit", "blank", "blank", "blank", "blank", "hit")

    table.run(combat, blue, answers=(one.id, (), "hit", (), two.id, (1,)))

    assert table.events("round")[1]["symbols"] == ["hit"]


def test_the_ammunition_of_a_fight_is_taken_back_once(table):
    table.card("c01", symbol="hit", set=("hit", "any"), effect="save_ammo")
    table.card("c02", symbol="hit", set=("hit", "any"), effect="save_ammo")
    blue = table.fly("blue", "zumbach", "A5", "c01", "c02", declared=True, ammunition=2)
    table.plane("he111", "A5")
    table.script("evade", "evade", "evade", "evade")

    table.run(combat, blue, answers=("c01", "c02"))

    assert blue.ammunition == 2


def lines_of(table):
    """Return what is told of a Fight, without the dice."""
    told = (event for event in table.play.events if event.kind not in ("rolled", "step"))
    return [narrate(event, WORDS, table.play.data.names) for event in told]


def test_a_round_tells_what_came_through_on_both_sides_and_what_it_did(table):
    table.card("c01", symbol="hit", set=("maneuver", "maneuver"))
    blue = table.fly("blue", "zumbach", "A5", "c01", declared=True)
    table.plane("he111", "A5", damage=1)
    table.script("hit", "hit", "hit-4", "no_extra", "evade")

    table.run(combat, blue, answers=("c01",))

    assert lines_of(table) == [
        "Blue attacks He 111 #1 of squadron I at A5 (ammunition left 3)",
        "Blue places Hit and plays Deflection shot 01",
        "Blue, round 1: 2 Hits on He 111 #1, 1 point of damage, toughness left 1; "
        "1 Hit on Blue, 1 point of damage",
        "Blue is damaged (1 of 5): Holed wing, no further penalty",
        "Round 2: Blue attacks the same plane again",
        "Blue places Hit",
        "Blue, round 2: 3 Hits less 1 Evasion on He 111 #1, 1 point of damage",
        "He 111 #1 of squadron I is shot down by Blue",
    ]
