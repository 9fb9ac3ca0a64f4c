"""What the captain sees."""

import re

import pytest

from packs.bomber_boys.game import GAME
from packs.bomber_boys.rules.attack import award_focus, take_dice
from packs.bomber_boys.rules.bombing import bombing_run
from packs.bomber_boys.rules.turn import bring_back
from tabletop_core import Viewer
from tabletop_core.panels.board_panel import in_words
from tabletop_core.pictures import panel_svg
from tabletop_core.pictures.board_layout import plan_of
from tabletop_core.pictures.legibility import unreadable
from tabletop_core.pictures.stack_layout import GAP
from tabletop_core.presentation.looks import PANEL_WIDTHS
from tests.packs.bomber_boys.conftest import plain


def panels(table):
    return {panel.id: panel for panel in GAME.look.view(table.play, Viewer("captain"))}


def piece(table, name, panel="bomber"):
    return next(one for one in panels(table)[panel].pieces if one.id == name)


PIECES = """
# A man at the station of his number shows by word and shape how he is.
nothing -> bombardier: at=1
nothing -> tail_gunner: at=10
nothing -> pilot: label=ready; symbol=person; tone=ours; words=Pilot, ready
tired pilot -> pilot: label=exh.; symbol=exhausted; tone=quiet; words=Pilot, exhausted
major pilot -> pilot: label=lost; symbol=wound; tone=bad; words=Pilot, lost, major damage
# A yellow cube lies beside the wounded and changes nothing else.
minor pilot -> cube:pilot: symbol=cube
minor pilot -> pilot: label=ready; symbol=person; tone=ours; words=Pilot, ready
minor pilot + tired pilot -> pilot: label=exh.; symbol=exhausted; words=Pilot, exhausted
# An engine is sound, damaged or lost.
nothing -> engine_1: label=sound
minor engine_3 -> engine_3: label=minor
major engine_4 -> engine_4: label=lost
# An enemy stands on the clock and points at the bomber; who fires from the ground stands there.
enemies fighter_3_low -> fighter_3_low: at=3-low; facing=270
enemies flak, flak -> flak: at=Ground
enemies flak, flak -> flak_2: at=Ground; label=Flak 2
# It shows its initiative, the damage that still stops it, and that it is shot down.
enemies fighter_12_high damage=2 -> fighter_12_high: corners=3, 1
enemies ace_6_high damage=1 -> ace_6_high: corners=4, 1
enemies fighter_12_high damage=3 -> fighter_12_high: label=down
# The focus token lies with who holds it.
turn.focus -2 -> focus: at=Enemy-dice; label=+2; tone=theirs
"""


def test_pieces_show_what_they_are_and_how(table_for):
    wrong = []
    for line in PIECES.strip().splitlines():
        laid, _, shown = line.partition(" -> ")
        if not line.startswith("#"):
            name, _, parts = shown.partition(": ")
            table = table_for().follow(*[one for one in laid.split(" + ") if one != "nothing"])
            one, names = piece(table, name), re.findall(r"(\w+)=", parts)
            found = "; ".join(f"{part}={plain(getattr(one, part))}" for part in names)
            wrong += [] if found == parts else [f"{line}, but {found}"]

    assert wrong == []


def test_a_yellow_cube_lies_beside_nobody_but_who_is_wounded(table):
    table.follow("minor pilot")

    cubes = [one.id for one in panels(table)["bomber"].pieces if one.symbol == "cube"]

    assert cubes == ["cube:pilot"]


def test_an_enemy_that_is_shot_down_says_so_in_words(table):
    table.put("fighter_12_high", damage=3)

    shown = piece(table, "fighter_12_high")

    assert shown.words.startswith(f"{shown.name}, shot down, ")


def test_the_card_of_an_enemy_tells_its_figures_and_its_rule(table):
    table.follow("enemies battleship turns=2, jet")

    ship, jet = panels(table)["enemies"].cards

    assert ship.detail.startswith("ground attack; 2+ does 1 damage (range 2). ")
    assert "adds 1 to every enemy die" in jet.detail


def test_every_enemy_that_is_no_plain_fighter_says_its_rule(table):
    enemies = table.play.data.enemies.values()

    assert [one.id for one in enemies if bool(one.text) is (one.group == "fighter")] == []


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


def test_what_the_damage_die_has_hit_is_marked(table):
    table.follow("minor engine_1")
    marked = {}
    for hit in (5, 11, 0):
        table.state.turn.hit = hit
        marked[hit] = [one.id for one in panels(table)["bomber"].spots if one.tone == "bad"]

    assert marked == {5: ["5"], 11: ["E2"], 0: []}


def test_a_phone_shows_the_whole_bomber(table):
    plan = plan_of(GAME.data_with().board)
    scale = 32 / plan.plate  # no smaller than a finger can touch, see stage.js

    assert plan.width * scale <= 390 - 2 * 7
    assert plan.height * scale <= 844 - 116 - 118, "between the bars above and the question"


@pytest.mark.parametrize("place", ["Pool", "Ammo-dice"])
def test_five_dice_are_as_large_as_men_since_the_smallest_counter_sets_the_scale_of_a_phone(place):
    plan = plan_of(GAME.data_with().board)
    across, down = zip(*plan.outlines[place], strict=True)

    assert max(across) - min(across) >= 5 * plan.plate + 4 * GAP
    assert max(down) - plan.at[place][1] >= plan.plate / 2 + 6


def test_equal_dice_have_names_of_their_own(table):
    table.state.turn.dice = [3, 5, 3]

    dice = panels(table)["bomber"].on("Ammo-dice")

    assert [(one.id, one.label) for one in dice] == [("d3", "3"), ("d5", "5"), ("d3_2", "3")]
    assert [one.name for one in dice] == ["ammo die of 3", "ammo die of 5", "ammo die of 3"]


def test_the_track_stands_at_the_rerolls_of_the_lowest_free_space_and_damage_is_in_sight(table):
    shown = panels(table.follow("cubes 3"))

    track = shown["major_damage"]
    assert track.marks[track.value] == "3 re-rolls"
    assert track.marks[track.high] == "bomber lost"
    assert ("Major damage", "2 of 5") in shown["bombing_run_deck"].glance


def test_of_the_deck_it_is_told_how_many_of_a_kind_are_left_and_which_nobody_has_seen(table):
    rows = dict(panels(table)["bombing_run_deck"].rows)

    assert rows["cards above the target"] == "16"
    assert rows["flak"] == "3"
    assert rows["item"].startswith("3 (of 6: Extra Ammo, ")
    assert rows["fighter"].startswith("6 (of 8: 12 high, 12 low, ")


def test_a_card_brought_back_by_relentless_is_shown_as_one_of_the_discards(table):
    table.follow("discard flak, rabbits_foot, flak_jacket")
    table.perform(bring_back)

    rows = dict(panels(table)["bombing_run_deck"].rows)

    assert rows["top card"] == "one of 3 discarded cards"
    assert rows["discard pile"] == "2"


def test_items_and_events_lie_in_front_of_the_player(table):
    table.follow("items lucky_coin", "events searchlight, searchlight")

    cards = panels(table)["items_and_events"].cards

    ids = [card.id for card in cards]
    assert ids == ["lucky_coin", "event:searchlight_1", "event:searchlight_2"]
    assert cards[1].state == "for the whole game"


def test_the_card_turned_up_is_shown_as_that_while_its_turn_lasts(table):
    shown = []
    coin = "lucky_coin"
    for items, turned_up in (([], coin), ([coin], coin), ([coin], "flak")):
        table.state.items, table.state.turn.card = items, turned_up
        shown.append([card.state for card in panels(table)["items_and_events"].cards])

    assert shown == [["turned up"], ["turned up"], ["item"]]


def test_bombs_locked_in_lie_on_the_targets_they_took(table):
    table.perform(bombing_run, script=[6] * 5)

    sight = panels(table)["bombsight"]

    assert [sight.spot(f"target_{n}").label for n in range(1, 6)] == ["3+", "3+", "4+", "4+", "5+"]
    assert [sight.on(f"target_{n}")[0].symbol for n in range(1, 6)] == ["die_6"] * 5


def test_of_two_equal_targets_the_first_is_taken_first(table):
    table.state.bombs, table.state.open = [(4, 4)], [3, 3, 4, 5]

    sight = panels(table)["bombsight"]

    assert [n for n in range(1, 6) if sight.on(f"target_{n}")] == [3]


def test_over_the_target_the_exact_chance_of_best_play_is_told(table):
    table.state.bombs = [(3, 3), (3, 3), (4, 4), (4, 4)]
    table.follow("open 5", "rerolls 1", "turn.dice 1")

    assert dict(panels(table)["bombing_run"].rows) == {
        "bombs locked in": "4 of 5",
        "re-rolls left": "1",
        "all on target, best play": "33.3%",
    }


def test_over_the_target_the_bombsight_and_the_rerolls_take_the_place_of_bomber_and_deck(table):
    assert "bomber" in panels(table)

    table.state.bombs, table.state.open, table.state.rerolls = [(3, 3)], [3, 4, 4, 5], 5

    shown = panels(table)
    assert "bombsight" in shown
    assert "bomber" not in shown
    assert ("Re-rolls left", "5") in shown["bombing_run"].glance
    assert shown["bombing_run_deck"].glance == ()


def test_the_track_tells_of_the_reroll_of_a_bombardier_who_is_not_lost(table):
    track = panels(table)["major_damage"]
    assert track.title.endswith("the bombardier adds a re-roll")
    assert unreadable(panel_svg(track, width=PANEL_WIDTHS[390])) == []

    table.follow("major bombardier")

    assert panels(table)["major_damage"].title == "Major damage and re-rolls"


def test_the_table_reads_aloud_without_a_picture(table):
    table.follow("minor pilot")

    lines = in_words(panels(table)["bomber"])

    assert "3: Pilot, ready; yellow cube: Pilot is wounded" in lines


def test_bombs_that_are_not_locked_in_lie_clear_of_the_targets():
    plan = plan_of(GAME.data_with().bombsight.board)
    left = min(x for x, _ in plan.outlines["Bombs"])
    targets = [x for name, (x, _) in plan.at.items() if name != "Bombs"]

    assert len(targets) == 5
    assert max(targets) + 23 < left, "a target is a circle of that radius"
