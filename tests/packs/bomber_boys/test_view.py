"""What the captain sees."""

from packs.bomber_boys.game import GAME
from packs.bomber_boys.rules.bombing import bombing_run
from packs.bomber_boys.rules.turn import bring_back
from tabletop_core import Viewer


def panels(table):
    return {panel.title.split(",")[0]: panel for panel in GAME.view(table.play, Viewer("captain"))}


def test_the_crew_stands_in_two_rows_in_the_order_of_the_stations(table):
    crew = panels(table)["Crew"]

    assert crew.per_row == 5
    assert [card.name.split()[0] for card in crew.cards] == [str(n) for n in range(1, 11)]


def test_each_man_is_shown_ready_exhausted_wounded_or_lost(table):
    table.exhaust("navigator", "co_pilot")
    table.wound("pilot", "co_pilot")
    table.lose("bombardier")

    states = [card.state for card in panels(table)["Crew"].cards[:5]]

    assert states == ["lost", "exhausted", "ready, wounded", "exhausted, wounded", "ready"]


def test_damage_is_shown_by_the_numbers_of_the_damage_die(table):
    table.wound("pilot")
    table.lose("ball_turret")
    table.state.engines["engine_3"] = type(table.state.crew["pilot"].damage).MINOR

    slots = {slot.name: slot.content for slot in panels(table)["Bomber"].slots}

    assert slots["1-10 cabin"] == "minor damage: 3 Pilot; lost: 7 Ball Turret Gunner"
    assert slots["12 engine 3 (right wing)"] == "minor damage"
    assert slots["11 engine 1 (left wing)"] == "sound"


def test_enemies_are_shown_with_position_initiative_hits_and_damage(table):
    table.put("fighter_12_high", damage=2)
    table.put("battleship", turns=2)

    fighter, ship = panels(table)["Enemies"].cards

    assert fighter.name == "Fighter (12 o'clock high)"
    assert fighter.detail == "initiative 3; 3+ does 1, 6+ does 2; damage 2 of 3"
    assert ship.detail == "ground attack; 2+ does 1 (range 2)"


def test_the_text_of_an_enemy_card_is_shown_once_while_it_is_on_display(table):
    table.put("jet")
    table.put("battleship", turns=2)
    table.put("battleship")
    table.put("fighter_12_high")

    lines = panels(table)["What the enemies do"].lines

    assert [line.partition(":")[0] for line in lines] == ["Experimental Jet", "Battleship"]
    assert "adds 1 to every enemy die" in lines[0]


def test_the_track_stands_at_the_rerolls_of_the_lowest_free_space(table):
    table.state.cubes = 3

    track = panels(table)["Major damage"]

    assert track.marks[track.value] == "3 re-rolls"
    assert track.marks[track.high] == "bomber lost"


def test_the_deck_is_a_number_of_cards_and_of_kinds_not_of_names(table):
    rows = dict(panels(table)["Bombing run deck"].rows)

    assert rows["cards above the target"] == "16"
    assert rows["still to come"] == "flak 3, fighter 6, event 4, item 3"


def test_a_card_brought_back_by_relentless_is_shown_as_one_of_the_discards(table):
    table.state.discard = ["flak", "rabbits_foot", "flak_jacket"]
    table.perform(bring_back)

    rows = dict(panels(table)["Bombing run deck"].rows)

    assert rows["top card"] == "one of 3 discarded cards"
    assert rows["discard pile"] == "2"


def test_items_and_events_lie_in_the_display_area(table):
    table.state.items = ["lucky_coin"]
    table.state.events = ["searchlight"]

    lines = panels(table)["Items and events"].lines

    assert lines[0].startswith("item Lucky Coin: ")
    assert lines[1].startswith("event Searchlight: ")


def test_bombs_locked_in_and_open_targets_are_shown_at_the_target(table):
    table.perform(bombing_run, script=[6] * 5, answers=["lock:6"] * 5)

    slots = panels(table)["Bombing targets"].slots

    assert [(slot.name, slot.content) for slot in slots] == [
        (f"{target}+", "6") for target in (5, 4, 4, 3, 3)
    ]
