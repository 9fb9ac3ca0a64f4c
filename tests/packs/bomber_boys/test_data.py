"""The facts: figures of the rulebook, constraints of its examples, and what the loader refuses."""

from collections import Counter
from importlib.resources import files

import pytest

from packs.bomber_boys.components import damage_of
from packs.bomber_boys.data import load_data
from packs.bomber_boys.game import GAME
from tabletop_core.errors import DataError

PACK = files("packs.bomber_boys") / "data"


@pytest.fixture(scope="module")
def data():
    return load_data(())


def test_the_right_waist_gun_does_1_on_a_4_2_on_a_5_and_nothing_on_a_1(data):
    hits = data.crew["right_waist"].hits

    assert [damage_of(hits, die) for die in (1, 2, 4, 5, 6)] == [0, 1, 1, 2, 2]


def test_the_tail_gun_does_2_on_a_5(data):
    assert damage_of(data.crew["tail_gunner"].hits, 5) == 2


def test_the_ball_turret_is_at_7_and_the_wings_at_11_and_12(data):
    assert data.at_station[7] == "ball_turret"
    assert [len(data.wings[face]) for face in (11, 12)] == [2, 2]


def test_the_eight_base_aircraft_come_from_every_clock_position_high_and_low(data):
    fighters = [data.enemies[name] for name in data.groups["fighter"]]

    assert [card.height for card in fighters] == ["high", "low"] * 4
    assert len({(card.clock.value, card.height) for card in fighters}) == 8


def test_every_aircraft_is_seen_by_at_least_two_guns(data):
    for card in data.enemies.values():
        if card.is_aircraft:
            assert sum(card.id in seen for seen in data.can_see.values()) >= 2


def test_one_enemy_is_hit_for_1_by_a_4_and_another_for_1_by_a_2(data):
    cards = [card for card in data.enemies.values() if card.is_aircraft]

    assert any(damage_of(card.hits, 4) == 1 for card in cards)
    assert any(damage_of(card.hits, 2) == 1 for card in cards)


def test_battleships_do_2_1_0_by_range(data):
    assert data.enemies["battleship"].by_range == (2, 1, 0)


@pytest.mark.parametrize(
    ("mission", "difficulty", "cards"),
    [
        ("milk_run", 1, 17),
        ("nightwing", 2, 21),
        ("hornets_nest", 3, 20),
        ("sea_strike", 4, 19),
        ("berlin_blitz", 5, 21),
    ],
)
def test_missions_have_their_difficulty_and_number_of_cards(data, mission, difficulty, cards):
    card = data.missions[mission]

    assert (card.difficulty, card.cards) == (difficulty, cards)
    assert sum(take.number for take in card.take) == cards


def test_the_missions_of_the_data_are_the_values_of_the_option(data):
    option = next(option for option in GAME.options if option.name == "mission")

    assert sorted(option.values) == sorted(data.missions)
    assert [data.missions[name].difficulty for name in option.values] == [1, 2, 3, 4, 5]


def test_the_base_cards_are_eight_aircraft_three_flak_seven_events_and_seven_items(data):
    sizes = {group: sum(cards.values()) for group, cards in data.groups.items()}

    assert [sizes[group] for group in ("fighter", "flak", "event", "item")] == [8, 3, 7, 7]


def test_all_provenances_but_the_rulebooks_state_a_confidence(data):
    unsure = Counter()
    for card in [*data.crew.values(), *data.enemies.values()]:
        for part in (*card.hits, getattr(card, "station", None), getattr(card, "sight", None)):
            if part is not None and part.provenance != "rulebook" and not part.confidence:
                unsure[card.id] += 1

    assert not unsure


# ---------------------------------------------------------------- an owner's overlay


def overlay(tmp_path, text):
    file = tmp_path / "mine.toml"
    file.write_text("schema = 1\n" + text, encoding="utf-8")
    return file


def test_an_owner_lays_printed_values_over_the_shipped_ones(tmp_path):
    mine = overlay(tmp_path, '[[set]]\nfile = "board"\nkey = "space[0].rerolls"\nvalue = 5\n')

    data = load_data([mine])

    assert data.track[0].rerolls == 5
    assert data.overlaid == ("board: space[0].rerolls",)
    assert data.digest != load_data(()).digest


@pytest.mark.parametrize(
    ("file", "key", "value", "says"),
    [
        ("crew", "crew[0].station.number", "7", "damage die"),
        ("crew", "crew[0].sight.clock", "[1]", "no enemy comes from there"),
        ("enemies", "enemy[0].clock.value", "7", "no such clock position"),
        ("enemies", "enemy[0].altitude.value", '"medium"', "no such altitude"),
        ("enemies", "enemy.flakpanzer.lit_by", '"moon"', "by which flakpanzer is lit"),
        ("events", "event.lose_escort.bans", '["pilot", "sleep"]', "no man has this action"),
        ("events", "event.friendly_fire.banned_by", '"moon"', "there is no such event"),
        ("milk_run", "mission.take[0].group", '"zeppelin"', "no card belongs to this group"),
        ("milk_run", "mission.take[0].number", "9", "there are not that many flak cards"),
        ("milk_run", "mission.cards", "18", "takes another number of cards"),
    ],
)
def test_values_that_contradict_each_other_are_refused_with_their_line(
    tmp_path, file, key, value, says
):
    mine = overlay(tmp_path, f'[[set]]\nfile = "{file}"\nkey = "{key}"\nvalue = {value}\n')

    with pytest.raises(DataError, match=rf"\.toml:\d+ .*{says}"):
        load_data([mine])


@pytest.mark.parametrize("place", ["ball_turret", "engine_3", "9-low", "Ammo-dice"])
def test_men_engines_clock_positions_and_dice_need_a_place_on_the_plan(tmp_path, place):
    overlay = tmp_path / "mine.toml"
    overlay.write_text(
        'schema = 1\nprovenance = "public"\n[[set]]\nfile = "plan"\n'
        f'key = "space.{place}.id"\nvalue = "elsewhere"\n'
    )

    with pytest.raises(DataError, match=rf"D307.*no position on the map \(got '{place}'\)"):
        load_data([overlay])


def test_every_bombing_target_needs_a_place_in_the_bombsight(tmp_path):
    overlay = tmp_path / "mine.toml"
    overlay.write_text(
        'schema = 1\nprovenance = "public"\n[[set]]\nfile = "bombsight"\n'
        'key = "space.target_5.id"\nvalue = "elsewhere"\n'
    )

    with pytest.raises(DataError, match=r"D307.*no position on the map \(got 'target_5'\)"):
        load_data([overlay])


def test_an_event_that_waits_says_what_it_does_when_its_combat_comes(tmp_path):
    overlay = tmp_path / "mine.toml"
    overlay.write_text(
        'schema = 1\nprovenance = "public"\n[[set]]\nfile = "events"\n'
        'key = "event.guns_jammed.now"\nvalue = ""\n'
    )

    with pytest.raises(DataError, match=r"mine\.toml:\d+ D110.*only what waits for an air combat"):
        load_data([overlay])


def test_every_event_names_a_rule_of_the_pack(data):
    assert {card.rule for card in data.events.values()} <= {rule.number for rule in GAME.rules}
