"""What the captain sees."""

import pytest

from packs.bomber_boys.game import GAME
from packs.bomber_boys.rules.attack import award_focus, take_dice
from packs.bomber_boys.rules.bombing import bombing_run
from packs.bomber_boys.rules.turn import bring_back
from packs.bomber_boys.state import Damage
from tabletop_core import Viewer
from tabletop_core.panels import in_words
from tabletop_core.pictures.board_layout import plan_of
from tabletop_core.pictures.stack_layout import GAP


def panels(table):
    return {panel.id: panel for panel in GAME.view(table.play, Viewer("captain"))}


def piece(table, name, panel="bomber"):
    return next(one for one in panels(table)[panel].pieces if one.id == name)


def test_each_man_stands_at_the_station_of_his_number(table):
    bomber = panels(table)["bomber"]

    assert bomber.spaces_of["bombardier"] == "1"
    assert bomber.spaces_of["tail_gunner"] == "10"


@pytest.mark.parametrize(
    ("done", "label", "symbol", "tone", "words"),
    [
        ((), "ready", "person", "ours", "Pilot, ready"),
        (("exhaust",), "tired", "exhausted", "quiet", "Pilot, exhausted"),
        (("wound",), "ready", "person", "ours", "Pilot, ready"),
        (("exhaust", "wound"), "tired", "exhausted", "quiet", "Pilot, exhausted"),
        (("lose",), "lost", "wound", "bad", "Pilot, lost, major damage"),
    ],
    ids=["ready", "exhausted", "wounded", "exhausted and wounded", "lost"],
)
def test_how_a_man_is_shows_by_word_and_shape(table, done, label, symbol, tone, words):
    for what in done:
        getattr(table, what)("pilot")

    man = piece(table, "pilot")

    assert (man.label, man.symbol, man.tone, man.words) == (label, symbol, tone, words)


def test_a_yellow_cube_lies_beside_who_is_wounded(table):
    table.wound("pilot")

    cubes = [one.id for one in panels(table)["bomber"].pieces if one.symbol == "cube"]

    assert cubes == ["cube:pilot"]


def test_an_engine_is_sound_damaged_or_lost(table):
    table.state.engines |= {"engine_3": Damage.MINOR, "engine_4": Damage.MAJOR}

    assert [piece(table, f"engine_{n}").label for n in (1, 3, 4)] == ["sound", "minor", "lost"]


def test_an_enemy_stands_on_the_clock_and_points_at_the_bomber(table):
    table.put("fighter_3_low")

    enemy = piece(table, "fighter_3_low")

    assert (enemy.at, enemy.facing) == ("3-low", 270)


def test_an_enemy_shows_its_initiative_and_the_damage_that_still_stops_it(table):
    table.put("fighter_12_high", damage=2)
    table.put("ace_6_high", damage=1)

    assert piece(table, "fighter_12_high").corners == ("3", "1")
    assert piece(table, "ace_6_high").corners == ("4", "1")


def test_who_fires_from_the_ground_stands_there(table):
    table.put("flak")
    table.put("flak")

    assert [piece(table, name).at for name in ("flak", "flak_2")] == ["Ground", "Ground"]
    assert piece(table, "flak_2").label == "Flak 2"


def test_an_enemy_that_is_shot_down_says_so(table):
    table.put("fighter_12_high", damage=3)

    enemy = piece(table, "fighter_12_high")

    assert enemy.label == "down"
    assert enemy.words.startswith("Fighter (12 o'clock high), shot down: ")


def test_the_card_of_an_enemy_tells_its_figures_and_its_rule(table):
    table.put("battleship", turns=2)
    table.put("jet")

    ship, jet = panels(table)["enemies"].cards

    assert ship.detail.startswith("ground attack; 2+ does 1 damage (range 2). ")
    assert "adds 1 to every enemy die" in jet.detail


@pytest.mark.parametrize("card", list(GAME.load_data(()).enemies))
def test_every_enemy_that_is_no_plain_fighter_says_its_rule(card):
    enemy = GAME.load_data(()).enemies[card]

    assert bool(enemy.text) is (enemy.group != "fighter")


def test_dice_that_are_not_rolled_lie_in_the_pool(table):
    table.put("fighter_3_low")

    table.perform(take_dice, 3)
    table.perform(award_focus)

    pool = [one.id for one in panels(table)["bomber"].on("Pool")]
    assert pool == ["pool_1", "pool_2", "focus"]


def test_a_die_in_the_pool_shows_how_many_are_rolled_by_touching_it_and_no_face(table):
    pool = panels(table)["bomber"].on("Pool")

    assert {one.id: one.label for one in pool} == {f"pool_{n}": f"×{n}" for n in range(1, 6)}
    assert [one.name for one in pool][:2] == ["1 ammo die", "2 ammo dice"]


@pytest.mark.parametrize(("hit", "at"), [(5, "5"), (11, "E2"), (0, None)])
def test_what_the_damage_die_has_hit_is_marked(table, hit, at):
    table.state.engines["engine_1"] = Damage.MINOR
    table.state.turn.hit = hit

    marked = [spot.id for spot in panels(table)["bomber"].spots if spot.tone == "bad"]

    assert marked == ([at] if at else [])


def test_a_phone_shows_the_whole_bomber(table):
    plan = plan_of(GAME.load_data(()).board)
    scale = 32 / plan.plate  # no smaller than a finger can touch, see stage.js

    assert plan.width * scale <= 390 - 2 * 7
    assert plan.height * scale <= 844 - 116 - 118, "between the bars above and the question"


@pytest.mark.parametrize("place", ["Pool", "Ammo-dice"])
def test_five_dice_are_as_large_as_men_since_the_smallest_counter_sets_the_scale_of_a_phone(place):
    plan = plan_of(GAME.load_data(()).board)
    across, down = zip(*plan.outlines[place], strict=True)

    assert max(across) - min(across) >= 5 * plan.plate + 4 * GAP
    assert max(down) - plan.at[place][1] >= plan.plate / 2 + 6


def test_the_focus_token_lies_with_who_holds_it(table):
    table.state.turn.focus = -2

    focus = piece(table, "focus")

    assert (focus.at, focus.label, focus.tone) == ("Enemy-dice", "+2", "theirs")


def test_equal_dice_have_names_of_their_own(table):
    table.state.turn.dice = [3, 5, 3]

    dice = panels(table)["bomber"].on("Ammo-dice")

    assert [(one.id, one.label) for one in dice] == [("d3", "3"), ("d5", "5"), ("d3_2", "3")]
    assert [one.name for one in dice] == ["ammo die of 3", "ammo die of 5", "ammo die of 3"]


def test_the_track_stands_at_the_rerolls_of_the_lowest_free_space(table):
    table.state.cubes = 3

    track = panels(table)["major_damage"]

    assert track.marks[track.value] == "3 re-rolls"
    assert track.marks[track.high] == "bomber lost"


def test_how_much_damage_was_taken_is_always_in_sight(table):
    table.state.cubes = 3

    assert ("Major damage", "2 of 5") in panels(table)["bombing_run_deck"].glance


def test_of_the_deck_it_is_told_how_many_of_a_kind_are_left_and_which_nobody_has_seen(table):
    rows = dict(panels(table)["bombing_run_deck"].rows)

    assert rows["cards above the target"] == "16"
    assert rows["flak"] == "3"
    assert rows["item"].startswith("3 (of 6: Extra Ammo, ")
    assert rows["fighter"].startswith("6 (of 8: 12 high, 12 low, ")


def test_a_card_brought_back_by_relentless_is_shown_as_one_of_the_discards(table):
    table.state.discard = ["flak", "rabbits_foot", "flak_jacket"]
    table.perform(bring_back)

    rows = dict(panels(table)["bombing_run_deck"].rows)

    assert rows["top card"] == "one of 3 discarded cards"
    assert rows["discard pile"] == "2"


def test_items_and_events_lie_in_front_of_the_player(table):
    table.state.items = ["lucky_coin"]
    table.state.events = ["searchlight", "searchlight"]

    cards = panels(table)["items_and_events"].cards

    assert [card.id for card in cards] == [
        "lucky_coin",
        "event:searchlight_1",
        "event:searchlight_2",
    ]
    assert cards[1].state == "for the whole game"


def test_the_card_turned_up_is_shown_as_that_while_its_turn_lasts(table_for):
    table = table_for()
    table.state.items = []
    table.state.turn.card = "lucky_coin"
    assert panels(table)["items_and_events"].cards[0].state == "turned up"

    table.state.items = ["lucky_coin"]
    assert [card.state for card in panels(table)["items_and_events"].cards] == ["turned up"]

    table.state.turn.card = "flak"
    assert [card.state for card in panels(table)["items_and_events"].cards] == ["item"]


def test_bombs_locked_in_lie_on_the_targets_they_took(table):
    table.perform(bombing_run, script=[6] * 5)

    sight = panels(table)["bombsight"]

    assert [sight.spot(f"target_{n}").label for n in range(1, 6)] == ["3+", "3+", "4+", "4+", "5+"]
    assert [sight.on(f"target_{n}")[0].symbol for n in range(1, 6)] == ["die_6"] * 5


def test_of_two_equal_targets_the_first_is_taken_first(table):
    table.state.bombs, table.state.open = [(4, 4)], [3, 3, 4, 5]

    sight = panels(table)["bombsight"]

    assert [bool(sight.on(f"target_{n}")) for n in range(1, 6)] == [
        False,
        False,
        True,
        False,
        False,
    ]


def test_over_the_target_the_exact_chance_of_best_play_is_told(table):
    table.state.bombs, table.state.open = [(3, 3), (3, 3), (4, 4), (4, 4)], [5]
    table.state.turn.dice, table.state.rerolls = [1], 1

    rows = dict(panels(table)["bombing_run"].rows)

    assert rows == {
        "bombs locked in": "4 of 5",
        "re-rolls left": "1",
        "all on target, best play": "33.3%",
    }


def test_over_the_target_the_rerolls_left_are_always_in_sight_and_the_deck_is_not(table):
    table.state.bombs, table.state.open, table.state.rerolls = [(3, 3)], [3, 4, 4, 5], 5
    shown = panels(table)

    assert ("Re-rolls left", "5") in shown["bombing_run"].glance
    assert shown["bombing_run_deck"].glance == ()


def test_the_track_tells_of_the_reroll_of_a_bombardier_who_is_not_lost(table):
    assert panels(table)["major_damage"].title.endswith(", one more by the bombardier")

    table.lose("bombardier")

    assert panels(table)["major_damage"].title == "Major damage and re-rolls"


def test_the_table_reads_aloud_without_a_picture(table):
    table.wound("pilot")

    lines = in_words(panels(table)["bomber"])

    assert "3: Pilot, ready; yellow cube: Pilot is wounded" in lines


def test_bombs_that_are_not_locked_in_lie_clear_of_the_targets():
    plan = plan_of(GAME.load_data(()).bombsight.board)
    left = min(x for x, _ in plan.outlines["Bombs"])
    targets = [x for name, (x, _) in plan.at.items() if name != "Bombs"]

    assert len(targets) == 5
    assert max(targets) + 23 < left, "a target is a circle of that radius"


def test_over_the_target_the_bombsight_takes_the_place_of_the_bomber(table):
    assert "bomber" in panels(table)

    table.state.open = [3, 3, 4, 4, 5]

    assert "bombsight" in panels(table)
    assert "bomber" not in panels(table)
