"""Readings of one rule between which an option chooses: the one taken, and the other."""

import pytest

from packs.squadron_303.components import Mode
from packs.squadron_303.game import GAME
from packs.squadron_303.rules.bombing import bombing
from packs.squadron_303.rules.counterattack import counterattacks, strike
from packs.squadron_303.rules.ending import check_goals
from packs.squadron_303.rules.fight import combat
from packs.squadron_303.rules.germans import german_movement
from packs.squadron_303.rules.movement import free_germans, may_withdraw, next_move
from packs.squadron_303.rules.opponents import luftwaffe_dice
from packs.squadron_303.rules.players import begin_turn
from packs.squadron_303.rules.reorganization import end_turn, new_pilots, service
from packs.squadron_303.rules.shot_down import shot_down
from packs.squadron_303.state import Status

HOME = ("A8", "A7", "A5", "biggin_hill")
WORN = ["no_extra", "hand_limit", "discard", "no_free_move"]


@pytest.fixture
def with_option(make_table):
    """Set up a table on which one rule is read in the other way."""

    def make(name, value, **options):
        return make_table(players=2, **{"scenario": "biggin_hill", name: value, **options})

    return make


def test_each_house_rule_is_named_by_a_ruling_with_the_reading_that_it_rejects():
    rulings = {ruling.option: ruling for ruling in GAME.all_rulings if ruling.option}

    assert set(rulings) == {option.name for option in GAME.house_rules}
    assert all(ruling.rejected for ruling in rulings.values())
    assert len(GAME.house_rules) == 9


# ---------------------------------------------------------------------- 14, British planes


def british_under_fire(table):
    """Two Hits fall on a British plane that bears one more; bombers are next door."""
    table.squadron("B", "A5", "A3", mode="british")
    table.plane("hurricane", "A5", "B", damage=1)
    table.squadron("I", *HOME)
    bomber = table.plane("he111", "A7", "I")
    table.script("hit-2", "hit-3")
    return bomber


def test_a_british_plane_shot_down_gives_the_germans_near_it_a_move(table):
    bomber = british_under_fire(table)

    table.run(strike, "A5", {"red": 2}, "the Counterattack")

    assert (table.state.british_lost, bomber.area) == (1, "A5")


def test_each_of_several_british_planes_shot_down_at_once_gives_a_move(table):
    bomber = british_under_fire(table)
    table.plane("hurricane", "A5", "B", damage=1)

    table.run(strike, "A5", {"red": 2}, "the Counterattack")

    assert (table.state.british_lost, bomber.area) == (2, "biggin_hill")


def test_a_medal_holds_a_squadron_after_a_british_loss_too(table):
    bomber = british_under_fire(table)
    table.fly("blue", "zumbach", "A3")
    table.state.pilots["zumbach"].medals = 1

    table.run(strike, "A5", {"red": 2}, "the Counterattack", answers=("I",))

    assert bomber.area == "A7"


def test_without_the_reading_only_the_loss_of_a_pilot_gives_a_move(with_option):
    table = with_option("british_morale", False)
    bomber = british_under_fire(table)

    table.run(strike, "A5", {"red": 2}, "the Counterattack")

    assert (table.state.british_lost, bomber.area) == (1, "A7")


# ---------------------------------------------------------------------- 15, the way home


def raid_turned_home(table):
    """A bomber and its escort have destroyed their target; Blue is over it, too."""
    table.fly("blue", "zumbach", "biggin_hill")
    squadron = table.squadron("I", *HOME)
    planes = table.plane("he111", "biggin_hill"), table.plane("bf109", "biggin_hill")
    table.state.bombs["biggin_hill"] = 2
    table.run(bombing)
    return squadron, *planes


def test_escorts_of_bombers_on_their_way_home_counterattack(table):
    raid_turned_home(table)
    table.script("blank", "blank")

    table.run(counterattacks)

    assert len(table.events("counterattack")) == 1


def test_escorts_fly_home_with_their_bombers_and_off_the_map(table):
    raid_turned_home(table)
    table.state.fighters["blue"].area = "northolt"

    for _ in range(4):
        table.run(german_movement)
        table.run(end_turn)

    assert table.state.planes == {}
    assert "I" not in table.state.squadrons


def test_escorts_that_lose_their_bombers_on_the_way_home_patrol_back_to_their_start(table):
    squadron, bomber, escort = raid_turned_home(table)
    table.state.fighters["blue"].area = "northolt"
    del table.state.planes[bomber.id]

    table.run(german_movement)

    assert (squadron.mode, squadron.route[-1]) == (Mode.PATROL, "A8")
    assert not squadron.homeward
    assert escort.area == "A5"


def test_in_escape_mode_the_whole_squadron_strikes_only_when_it_was_attacked(with_option):
    table = with_option("way_home", "escape")
    squadron, _, _ = raid_turned_home(table)
    table.script()
    table.run(counterattacks)

    squadron.was_attacked = True
    table.script("blank", "blank")
    table.run(counterattacks)

    assert squadron.mode is Mode.ESCAPE
    assert len(table.events("counterattack")) == 1


# ---------------------------------------------------------------------- 15, the last turn


def pilot_lost_on_the_last_turn(table):
    """Blue's pilot is shot down; the target stands."""
    table.fly("yellow", "urbanowicz", "A1")
    blue = table.fly("blue", "zumbach", "A5")
    table.run(shot_down, blue)
    table.state.turn = 8
    table.run(check_goals)
    return table.state


def test_a_pilot_lost_on_the_last_turn_need_not_be_replaced(table):
    assert pilot_lost_on_the_last_turn(table).result == "win"


def test_a_pilot_lost_before_the_last_turn_must_be_replaced(table):
    table.plane("he111", "A8")
    table.run(shot_down, table.fly("blue", "zumbach", "A5"))
    table.state.turn = 7

    table.run(check_goals)
    table.run(new_pilots)

    assert table.state.result == "loss"


def test_with_the_option_a_pilot_lost_on_the_last_turn_must_be_replaced(with_option):
    state = pilot_lost_on_the_last_turn(with_option("last_reserve", True))

    assert (state.result, state.why) == ("loss", "no pilot is left in the Reserve")


def test_with_the_option_a_pilot_of_the_reserve_saves_the_last_turn(with_option):
    table = with_option("last_reserve", True)
    table.state.pilots["feric"].status = Status.RESERVE

    assert pilot_lost_on_the_last_turn(table).result == "win"


# ---------------------------------------------------------------------- 11, first service


def test_a_plane_that_waits_where_it_starts_gets_no_action_points(table):
    table.fly("blue", "zumbach", "northolt", landed=True)

    table.run(service)

    assert table.prompts == []


def test_a_plane_that_has_landed_gets_points_and_gets_them_again_where_it_waits(table):
    blue = table.fly("blue", "zumbach", "biggin_hill", ammunition=2)
    table.run(next_move, [blue], answers=("blue land:biggin_hill",))

    table.run(service, answers=(("ammunition",),))
    blue.ammunition = 2
    table.run(next_move, [blue], answers=("blue stay",))
    table.run(service, answers=(("ammunition",),))

    assert blue.ammunition == 4


def test_a_plane_that_has_taken_off_again_has_not_landed(table):
    blue = table.fly("blue", "zumbach", "biggin_hill", landed=True, has_landed=True)

    table.run(next_move, [blue], answers=("blue biggin_hill",))

    assert (blue.landed, blue.has_landed) == (False, False)


def test_with_the_option_waiting_at_the_start_is_enough(with_option):
    table = with_option("first_service", True)
    table.fly("blue", "zumbach", "northolt", landed=True)
    table.script("c01")

    table.run(service, answers=(("card",),))

    assert table.state.fighters["blue"].cards == ["c01"]


# ---------------------------------------------------------------------- 17, aces


def disciplined_pair(table):
    """Two bombers of a disciplined squadron, one of them with a Maneuver token."""
    table.squadron("I", *HOME)
    return table.plane("he111", "A5", ace="steady", markers=1), table.plane("he111", "A5")


def test_a_disciplined_bomber_with_one_token_flies_and_bombs_but_rolls_no_dice(table):
    marked, other = disciplined_pair(table)

    assert (luftwaffe_dice(table.play, marked), luftwaffe_dice(table.play, other)) == (0, 1)
    assert free_germans(table.play)["A5"] == 1

    table.run(german_movement)
    table.run(bombing)
    assert (marked.area, table.state.bombs) == ("biggin_hill", {"biggin_hill": 2})


def test_with_the_option_one_token_does_nothing_to_a_disciplined_bomber(with_option):
    table = with_option("iron_discipline", "undisturbed")
    marked, other = disciplined_pair(table)

    assert (luftwaffe_dice(table.play, marked), luftwaffe_dice(table.play, other)) == (2, 2)
    assert free_germans(table.play)["A5"] == 2

    marked.markers = 2
    assert (luftwaffe_dice(table.play, marked), luftwaffe_dice(table.play, other)) == (0, 1)


def evasions_of_acrobats(table):
    """Blue fights a fighter with Acrobats for two rounds without a Hit."""
    blue = table.fly("blue", "zumbach", "A5", declared=True)
    table.plane("bf109", "A5", ace="agile")
    table.script("evade", "evade", *["blank"] * 4)
    table.run(combat, blue)
    return [told["german_evades"] for told in table.events("round")]


def test_acrobats_evade_once_in_each_round(table):
    assert evasions_of_acrobats(table) == [1, 1]


def test_with_the_option_acrobats_evade_once_in_a_fight(with_option):
    assert evasions_of_acrobats(with_option("acrobats", "fight")) == [1, 0]


# ---------------------------------------------------------------------- 6, one reroll


def test_frantisek_may_roll_a_die_again_that_its_reroll_has_turned_blank(table):
    blue = table.fly("blue", "frantisek", "A5", declared=True)
    table.plane("bf109", "A5", markers=1)
    table.script("reroll", "reroll", "blank", "reroll", "hit", "hit")

    table.run(combat, blue, answers=((0, 1),))

    assert table.state.planes == {}


def test_with_the_option_what_was_rolled_again_is_not_rolled_again(with_option):
    table = with_option("one_reroll", True)
    blue = table.fly("blue", "frantisek", "A5", declared=True)
    table.plane("bf109", "A5", markers=1)
    table.script("reroll", "reroll", "blank", "reroll")

    table.run(combat, blue)

    assert not any("again" in prompt for prompt in table.prompts)


def luftwaffe_of_a_steadfast_fighter(table):
    """The first die of the opponent shows Reroll and then nothing."""
    blue = table.fly("blue", "zumbach", "A5", declared=True)
    table.plane("bf109", "A5", ace="steadfast")
    return blue


def test_a_steadfast_fighter_rolls_a_die_once_more_that_its_reroll_has_turned_blank(table):
    blue = luftwaffe_of_a_steadfast_fighter(table)
    table.script("hit", "hit", "reroll", "evade", "blank", "evade", "evade", "evade")

    table.run(combat, blue)

    assert table.events("round")[0]["luftwaffe"] == ["evade", "evade"]


def test_with_the_option_a_steadfast_fighter_does_not_roll_a_die_a_third_time(with_option):
    table = with_option("one_reroll", True)
    blue = luftwaffe_of_a_steadfast_fighter(table)
    table.script("hit", "hit", "reroll", "evade", "blank", "evade", "evade")

    table.run(combat, blue)

    assert table.events("round")[0]["luftwaffe"] == ["blank", "evade"]


def trained_on_fighters(table):
    blue = table.fly("blue", "zumbach", "A5", declared=True)
    record = table.state.pilots["zumbach"]
    record.victories, record.specialization = {"fighter": 3}, "fighter"
    table.plane("bf109", "A5", markers=1)
    table.script("reroll", "reroll", "blank", "blank")
    return blue


def test_level_one_is_offered_for_dice_that_were_rolled_again(make_table):
    table = make_table(players=2, specialization=True)
    blue = trained_on_fighters(table)

    table.run(combat, blue, answers=("none", "none"))

    assert any("Specialization" in prompt for prompt in table.prompts)


def test_with_the_option_level_one_is_not_offered_for_dice_that_were_rolled_again(with_option):
    table = with_option("one_reroll", True, specialization=True)
    blue = trained_on_fighters(table)

    table.run(combat, blue)

    assert not any("Specialization" in prompt for prompt in table.prompts)


# ---------------------------------------------------------------------- 10, withdrawing

INVOLVED = {
    "combat": {"fought": True, "supported": True, "struck": False},
    "fight": {"fought": True, "supported": False, "struck": False},
    "strike": {"fought": True, "supported": True, "struck": True},
}


@pytest.mark.parametrize("reading", INVOLVED)
@pytest.mark.parametrize("part", ["fought", "supported", "struck"])
def test_who_was_in_combat_on_the_last_turn_may_withdraw(with_option, reading, part):
    table = with_option("withdrawal", reading)
    blue = table.fly("blue", "zumbach", "A5", **{part: True})
    table.state.pilots["zumbach"].medals = 1

    begin_turn(table.play)

    assert may_withdraw(table.play, blue) == INVOLVED[reading][part]


def test_who_supports_a_fight_and_who_is_struck_is_noted(table):
    table.card("c01", symbol="hit", support=("hit",), set=("evade", "evade"))
    table.card("c02", support=("hit", "hit"))
    blue = table.fly("blue", "zumbach", "A5", "c01", declared=True)
    yellow = table.fly("yellow", "urbanowicz", "A5", "c02")
    table.plane("bf109", "A5", damage=1)
    table.script("blank", "blank", "blank", "blank")
    table.run(combat, blue, answers=("c01", "yellow:c02:hit"))
    assert (yellow.supported, yellow.struck) == (True, False)

    table.script("hit-2", "no_extra", "no_extra")
    table.run(strike, "A5", {"red": 1}, "the Counterattack")
    assert (blue.struck, yellow.struck) == (True, True)


def test_a_plane_lost_leaves_nothing_of_its_turn_to_the_next_pilot(table):
    marks = dict.fromkeys(("fought", "supported", "struck", "declared", "has_landed"), True)
    blue = table.fly("blue", "zumbach", "A5", **marks)

    table.run(shot_down, blue)

    assert not any(getattr(blue, name) for name in marks)


# ---------------------------------------------------------------------- 13, defence


def two_propellers_against_two_cards(table):
    for card in ("c01", "c02"):
        table.card(card, defence=(2, 3))
    table.fly("blue", "zumbach", "A5", "c01", "c02")
    table.plane("bf109", "A5")


def test_with_the_option_a_plane_cancels_several_propellers_with_several_cards(with_option):
    table = with_option("defence_cards", "any")
    two_propellers_against_two_cards(table)
    table.script("hit-2", "hit-2")

    table.run(counterattacks, answers=("blue:c01:2", "blue:c02:2"))

    assert table.state.fighters["blue"].damage == []
