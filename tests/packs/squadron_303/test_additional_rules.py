"""Elite squadrons and Specialization, p. 16-17."""

import pytest

from packs.squadron_303.components import Mode
from packs.squadron_303.questions.germans import has_ace
from packs.squadron_303.questions.pilots import level_of, usable_level
from packs.squadron_303.rules.counterattack import counterattacks
from packs.squadron_303.rules.damage import damage_plane
from packs.squadron_303.rules.dice import chances_of_rolling_again
from packs.squadron_303.rules.elite import deal_aces, reveal_ace
from packs.squadron_303.rules.fight import combat
from packs.squadron_303.rules.germans import german_movement
from packs.squadron_303.rules.reorganization import end_turn
from packs.squadron_303.rules.setup import choose_hunted, turn_up
from packs.squadron_303.rules.specialization import change_die, choose_group, give_first_levels, use
from packs.squadron_303.state import Fight


def ace_table(table, ace, *kinds):
    """Blue meets squadron I, whose first plane bears the ace."""
    blue = table.fly("blue", "zumbach", "A7", declared=True)
    squadron = table.squadron("I", "A8", "A7", "A5", "biggin_hill")
    planes = [table.plane(kind, "A7") for kind in kinds]
    planes[0].ace = ace
    return blue, squadron, planes


def test_the_token_is_revealed_when_a_plane_enters_the_area(table):
    table.plane("he111", "A8")
    fighter = table.plane("bf109", "A8", ace_kind="fighter")
    table.script("keen")

    table.run(reveal_ace, "I")

    assert (fighter.ace, fighter.ace_kind) == ("keen", "")


def test_an_ace_that_is_turned_up_tells_what_the_token_does(table):
    table.plane("bf109", "A8", ace_kind="fighter")
    table.script("keen")

    table.run(reveal_ace, "I")

    (told,) = table.events("ace")
    assert told["text"] == "one more die for each fighter in a Counterattack"


def test_a_mixed_squadron_gets_the_kind_of_ace_that_the_players_choose(make_table):
    table = make_table(players=2, aces=1)
    table.squadron("I", "A8")
    bomber, fighter = table.plane("he111", "A8"), table.plane("bf109", "A8")

    table.run(deal_aces, answers=("fighter",))

    assert (bomber.ace_kind, fighter.ace_kind) == ("", "fighter")


def raid(table, *names):
    """Squadrons of one bomber each."""
    for name in names:
        table.squadron(name, "A8")
        table.plane("he111", "A8", name)


def test_the_players_say_which_squadrons_have_the_aces_they_agreed_on(make_table):
    table = make_table(players=2, aces=2)
    raid(table, "I", "II", "III")

    table.run(deal_aces, answers=(("I", "III"),))

    assert [it.squadron for it in table.state.planes.values() if it.ace_kind] == ["I", "III"]


def test_no_squadron_has_more_than_one_ace(make_table):
    table = make_table(players=2, aces=5)
    raid(table, "I", "II")
    table.plane("he111", "A8", "I")

    table.run(deal_aces)

    assert [it.squadron for it in table.state.planes.values() if it.ace_kind] == ["I", "II"]


def test_a_british_squadron_has_no_ace(make_table):
    table = make_table(players=2, aces=5)
    table.squadron("II", "C8", mode="british")
    plane = table.plane("hurricane", "C8", "II")

    table.run(deal_aces)

    assert plane.ace_kind == ""


def test_bombers_of_a_disciplined_squadron_move_with_one_token(table):
    _, _, (bomber,) = ace_table(table, "steady", "he111")
    bomber.markers = 1
    table.run(german_movement)
    assert bomber.area == "A5"

    bomber.markers = 2
    table.run(german_movement)
    assert bomber.area == "A5"


def test_a_swift_squadron_moves_two_areas_after_an_attack(table):
    _, squadron, (bomber,) = ace_table(table, "swift", "he111")
    squadron.was_attacked = True

    table.run(german_movement)

    assert bomber.area == "biggin_hill"


def test_fighters_of_a_swift_squadron_fly_an_area_more_without_bombers_too(table):
    _, squadron, (fighter,) = ace_table(table, "swift", "bf109")
    squadron.mode, squadron.was_attacked = Mode.PATROL, True
    table.state.fighters["blue"].area = "northolt"

    table.run(german_movement)

    assert fighter.area == "biggin_hill"


def test_a_swift_patrol_stops_where_it_meets_raf_planes(table):
    blue, squadron, (fighter,) = ace_table(table, "swift", "bf109")
    squadron.mode, squadron.was_attacked = Mode.PATROL, True
    blue.area = "A3"
    table.script("blank")

    table.run(german_movement)

    assert fighter.area == "A3"


def test_fighters_with_keen_shots_counterattack_with_a_third_die(table):
    ace_table(table, "keen", "bf109")
    table.script("blank", "blank", "blank")

    table.run(counterattacks)


@pytest.mark.parametrize(
    ("ace", "luftwaffe", "german_evades"),
    [
        pytest.param("fierce", ("blank", "blank", "blank"), 0, id="fierce rolls a third die"),
        pytest.param("agile", ("blank", "blank"), 1, id="agile evades once for free"),
    ],
)
def test_abilities_of_fighter_aces_in_combat(table, ace, luftwaffe, german_evades):
    blue, _, _ = ace_table(table, ace, "bf109")
    table.script("hit", "hit", *luftwaffe, *luftwaffe)

    table.run(combat, blue)

    one = table.events("round")[0]
    assert (one["luftwaffe"], one["german_evades"]) == (list(luftwaffe), german_evades)
    helped = [event["by"] for event in table.events("helped")]
    assert helped[:1] == (["Acrobats"] if ace == "agile" else [])


def test_steadfast_fighters_roll_blank_dice_once_more(table):
    blue, _, _ = ace_table(table, "steadfast", "bf109")
    table.script("hit", "hit", "blank", "evade", "hit-2", "no_extra", "evade", "evade")

    table.run(combat, blue)

    assert table.events("round")[0]["luftwaffe"] == ["hit-2", "evade"]


def test_the_ability_ends_with_the_turn_in_which_the_ace_is_shot_down(table):
    blue, _, (ace, other) = ace_table(table, "keen", "bf109", "bf109")

    table.run(damage_plane, ace, 2, blue)
    assert has_ace(table.play, other, "keen")

    table.run(end_turn)
    assert not has_ace(table.play, other, "keen")


def test_an_ace_parted_from_his_squadron_keeps_the_ability_and_his_comrades_lose_it(table):
    """The ace loses sight of the bombers that his comrade stays with, and patrols."""
    _, _, (ace, comrade, _) = ace_table(table, "keen", "bf109", "bf109", "he111")
    ace.area, table.state.fighters["blue"].area = "E8", "northolt"

    table.run(german_movement)

    assert (ace.squadron, comrade.squadron) == ("I-2", "I")
    assert has_ace(table.play, ace, "keen")
    assert not has_ace(table.play, comrade, "keen")
    assert [told["squadron"] for told in table.events("ace_goes")] == ["I-2"]


def test_an_ace_who_joins_other_bombers_gives_their_squadron_the_ability(table):
    _, _, (ace,) = ace_table(table, "keen", "bf109")
    table.state.fighters["blue"].area = "northolt"
    table.squadron("II", "A6", "A5", "A3")
    table.plane("he111", "A6", "II", markers=1)
    escort = table.plane("bf109", "A6", "II")

    table.run(german_movement)
    table.run(end_turn)

    assert ace.squadron == "II"
    assert "I" not in table.state.squadrons
    assert has_ace(table.play, escort, "keen")
    assert [told["squadron"] for told in table.events("ace_goes")] == ["II"]


def test_a_face_down_token_goes_with_its_plane_too(table):
    table.squadron("I", "A8")
    ace = table.plane("bf109", "A8", "I", ace_kind="fighter")
    table.squadron("II", "A7", "A5", "A3")
    table.plane("he111", "A7", "II", markers=1)
    table.run(german_movement)
    table.script("agile")

    table.run(reveal_ace, "II")

    assert (ace.squadron, ace.ace) == ("II", "agile")


def test_the_ace_of_a_hidden_squadron_is_a_bomber_where_there_is_one(table):
    squadron = table.squadron("I", "A8", hidden=True, unknown_ace=True)
    squadron.face_down = {"fighters": 1, "bombers": 1}
    table.state.fighter_cards.mix_in(["d08"])
    table.state.bomber_cards.mix_in(["d32"])
    table.script("d08", "d32")

    table.run(turn_up, squadron)

    bearers = [plane for plane in table.state.planes.values() if plane.ace_kind]
    assert [(plane.group, plane.ace_kind) for plane in bearers] == [("bomber", "bomber")]
    assert not squadron.unknown_ace


@pytest.fixture
def trained(make_table):
    """Blue, specialized on fighters, at the level that the victories make."""

    def train(victories):
        table = make_table(players=2, specialization=True)
        blue = table.fly("blue", "zumbach", "A7", declared=True)
        record = table.state.pilots["zumbach"]
        record.victories = {"fighter": victories}
        record.specialization = "fighter"
        return table, blue

    return train


@pytest.mark.parametrize(
    ("group", "victories", "level"),
    [
        *[("fighter", 2, 0), ("fighter", 3, 1), ("fighter", 7, 2), ("fighter", 10, 3)],
        *[("heavy_fighter", 2, 1), ("heavy_fighter", 4, 2), ("heavy_fighter", 7, 3)],
        *[("bomber", 2, 1), ("bomber", 5, 2), ("bomber", 8, 3)],
    ],
)
def test_levels_follow_the_number_of_planes_shot_down(table, group, victories, level):
    blue = table.fly("blue", "zumbach", "A7")
    table.state.pilots["zumbach"].victories = {group: victories}

    assert level_of(table.play, blue, group) == level


def test_a_pilot_chooses_one_group_for_good(make_table):
    table = make_table(players=2, specialization=True)
    blue = table.fly("blue", "zumbach", "A7")
    table.state.pilots["zumbach"].victories = {"fighter": 3, "bomber": 2}

    table.run(choose_group, blue, answers=("bomber",))
    table.run(choose_group, blue)

    assert table.state.pilots["zumbach"].specialization == "bomber"


def test_only_a_die_that_is_rolled_again_has_chances(trained):
    table, blue = trained(10)
    fight = Fight(colour="blue", opponent=table.plane("bf109", "A7").id)
    fight.dice = ["blank"]

    decision = next(change_die(table.play, blue, fight, [0]))

    assert decision.odds("reroll:0") == chances_of_rolling_again(table.play, "blue")
    assert decision.odds("set:0:hit") == decision.odds("none") == {}


def test_a_group_is_chosen_at_once_so_that_it_serves_in_the_next_round(make_table):
    table = make_table(players=2, specialization=True)
    table.card("c01", symbol="hit", set=("joker", "joker"), effect="extra_hit")
    blue = table.fly("blue", "zumbach", "A7", "c01", declared=True)
    table.state.pilots["zumbach"].victories = {"fighter": 2}
    one, two = table.plane("bf109", "A7"), table.plane("bf109", "A7")
    table.script("hit", "hit", "blank", "blank", "blank", "blank", "evade")

    table.run(combat, blue, answers=(one.id, "c01", "fighter", "reroll:1"))

    assert one.id not in table.state.planes
    assert table.events("specialization_used") == [{"colour": "blue", "level": 1}]
    assert two.damage == 0


def test_a_new_level_is_told(trained):
    table, blue = trained(6)

    table.run(damage_plane, table.plane("bf109", "A7"), 2, blue)

    (told,) = table.events("level")
    assert told["level"] == 2


def test_a_first_level_is_given_to_the_pilots_who_fly_first(make_table):
    table = make_table(players=2, first_level=1)
    blue = table.fly("blue", "zumbach", "A7")
    table.fly("yellow", "urbanowicz", "A7")

    table.run(give_first_levels, answers=("bomber", "fighter"))

    assert level_of(table.play, blue, "bomber") == 1
    assert level_of(table.play, blue, "fighter") == 0
    assert table.state.pilots["urbanowicz"].specialization == "fighter"
    assert table.state.pilots["feric"].specialization == ""


@pytest.mark.parametrize(("victories", "level"), [(2, 1), (3, 2), (5, 2), (6, 3)])
def test_the_next_level_takes_the_bombers_that_a_level_given_does_not_stand_for(
    make_table, victories, level
):
    table = make_table(players=2, first_level=1)
    blue = table.fly("blue", "zumbach", "A7")
    record = table.state.pilots["zumbach"]
    record.specialization, record.head_start = "bomber", 2
    record.victories = {"bomber": victories}

    assert level_of(table.play, blue, "bomber") == level


def test_victories_over_another_group_do_not_count_with_a_level_given(make_table):
    table = make_table(players=2, first_level=1)
    blue = table.fly("blue", "zumbach", "A7")
    record = table.state.pilots["zumbach"]
    record.specialization, record.head_start = "bomber", 2

    assert level_of(table.play, blue, "heavy_fighter") == 0


def test_a_level_given_can_be_used_at_once(make_table):
    table = make_table(players=2, first_level=1)
    blue = table.fly("blue", "zumbach", "A7", declared=True)
    table.fly("yellow", "urbanowicz", "A5")
    table.run(give_first_levels, answers=("fighter", "fighter"))
    table.plane("bf109", "A7", damage=1)
    table.script("blank", "blank", "blank", "blank", "hit")

    table.run(combat, blue, answers=("reroll:0", "hit"))

    assert table.state.planes == {}


def test_level_one_rolls_a_blue_die_again_and_sets_the_clock(trained):
    table, blue = trained(3)
    table.plane("bf109", "A7", damage=1)
    table.script("blank", "blank", "blank", "blank", "hit")

    table.run(combat, blue, answers=("reroll:0", "hit"))

    assert table.state.planes == {}
    assert table.state.pilots["zumbach"].clock == 2


def test_level_one_rolls_no_die_again_that_its_face_has_rolled_again(trained):
    table, blue = trained(3)
    table.plane("bf109", "A7", damage=1)
    table.script("reroll", "blank", "blank", "blank", "blank", "hit")

    table.run(combat, blue, answers=("reroll:1", "hit"))

    assert table.state.planes == {}


def test_level_two_adds_a_support_symbol_to_the_card(trained):
    table, blue = trained(7)
    table.card("c01", symbol="evade", support=("hit",), set=("hit", "hit"))
    table.card("c02", support=("hit",))
    blue.cards = ["c01"]
    table.fly("yellow", "urbanowicz", "A7", "c02")
    table.plane("bf109", "A7", damage=1)
    table.script("blank", "blank", "blank", "blank")

    table.run(combat, blue, answers=("none", "c01", "joker", "yellow:c02:hit"))

    assert table.state.planes == {}
    assert table.state.pilots["zumbach"].clock == 3


def test_level_two_completes_the_sequence_of_the_card_played_without_a_helper(trained):
    table, blue = trained(7)
    table.card("c01", symbol="evade", support=("hit", "joker"), set=("hit", "hit"))
    blue.cards = ["c01"]
    table.plane("bf109", "A7", damage=1)
    table.script("blank", "blank", "blank", "blank")

    table.run(combat, blue, answers=("none", "c01", "hit", "alone:hit"))

    assert table.state.planes == {}


def test_the_sequence_of_level_two_is_not_the_support_of_a_fight(trained):
    table, blue = trained(7)
    for card in ("c01", "c02", "c03"):
        table.card(card, symbol="evade", support=("hit", "joker"), set=("hit", "hit"))
    blue.cards = ["c01", "c02"]
    table.fly("yellow", "urbanowicz", "A7", "c03")
    plane = table.plane("he111", "A7")
    table.state.pilots["zumbach"].specialization = "bomber"
    table.state.pilots["zumbach"].victories = {"bomber": 5}
    table.script("blank", "blank", "blank", "blank")

    answers = ("none", "c01", "hit", "alone:hit", "c02", "yellow:c03:hit")
    table.run(combat, blue, answers=answers)

    assert [event["hits"] for event in table.events("round")] == [1, 1]
    assert plane.damage == 1


def test_level_two_is_no_use_to_a_card_that_one_symbol_does_not_complete(trained):
    table, blue = trained(7)
    table.card("c01", symbol="evade", support=("hit",), set=("hit", "hit"))
    blue.cards = ["c01"]
    table.fly("yellow", "urbanowicz", "A5", "c02")
    table.plane("bf109", "A7", damage=1)
    table.script("blank", "blank", "blank", "blank", "blank", "blank")

    table.run(combat, blue, answers=("none", "c01", "none"))

    assert not any("support symbol" in prompt for prompt in table.prompts)


def test_level_three_sets_a_blue_die(trained):
    table, blue = trained(10)
    table.plane("bf109", "A7", damage=1)
    table.script("blank", "blank", "blank", "blank")

    table.run(combat, blue, answers=("set:1:hit", "hit"))

    assert table.state.planes == {}
    assert table.state.pilots["zumbach"].clock == 4


def test_level_one_is_green_again_after_the_next_turn_and_level_two_a_turn_later(trained):
    table, blue = trained(7)
    fight = Fight(colour="blue", opponent=table.plane("bf109", "A7").id)
    ready = {}
    for level in (1, 2):
        use(table.play, blue, fight, level)
        fight.specialized = False
        ready[level] = [
            (table.run(end_turn), usable_level(table.play, blue, fight) > 0)[1] for _ in range(3)
        ]

    assert ready == {1: [False, True, True], 2: [False, False, True]}


def test_specialization_helps_only_against_its_group_and_with_a_green_clock(trained):
    table, blue = trained(3)
    table.state.pilots["zumbach"].clock = 1
    table.plane("bf109", "A7", damage=1)
    table.script("hit", "hit", "blank", "blank")

    table.run(combat, blue)

    assert table.state.planes == {}


def hunting_table(make_table, hunted):
    """A patrol at A5 with red next door and the hunted blue two areas away."""
    table = make_table(players=3, hunting=True)
    table.fly("blue", "zumbach", "B3")
    table.fly("red", "urbanowicz", "A7")
    table.squadron("I", "A5", "A6", mode="patrol")
    table.state.hunted = hunted
    return table, table.plane("bf109", "A5")


def test_with_hunting_the_luftwaffe_picks_one_of_the_pilots_who_fly(make_table):
    table = make_table(players=2, hunting=True)
    table.fly("blue", "zumbach", "A7")
    table.fly("yellow", "urbanowicz", "A7")
    table.script("urbanowicz")

    table.run(choose_hunted)

    assert table.state.hunted == "urbanowicz"


def test_hunting_patrols_pass_other_planes_by(make_table):
    table, fighter = hunting_table(make_table, "zumbach")

    table.run(german_movement)

    assert fighter.area in table.play.data.graph.neighbours("B3")


def test_patrols_are_patrols_again_when_the_hunted_pilot_is_out(make_table):
    table, fighter = hunting_table(make_table, "feric")
    table.script("blank")

    table.run(german_movement)

    assert fighter.area == "A7"
