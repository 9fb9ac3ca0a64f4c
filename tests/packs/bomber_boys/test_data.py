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
    return GAME.data_with()


def test_the_guns_of_the_examples_do_the_damage_of_the_examples(data):
    right_waist, tail = (data.crew[name].hits for name in ("right_waist", "tail_gunner"))

    assert [damage_of(right_waist, die) for die in (1, 2, 4, 5, 6)] == [0, 1, 1, 2, 2]
    assert damage_of(tail, 5) == 2


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


def test_missions_have_their_difficulty_and_number_of_cards(data):
    printed = {
        "milk_run": (1, 17),
        "nightwing": (2, 21),
        "hornets_nest": (3, 20),
        "sea_strike": (4, 19),
        "berlin_blitz": (5, 21),
    }
    missions = data.missions.items()

    assert {name: (one.difficulty, one.cards) for name, one in missions} == printed
    assert {name: sum(take.number for take in one.take) for name, one in missions} == {
        name: cards for name, (_, cards) in printed.items()
    }


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


@pytest.fixture
def overlaid(tmp_path):
    """Load the data with one value of a file laid over."""

    def load(file, key, value):
        mine = tmp_path / "mine.toml"
        mine.write_text(
            'schema = 1\nprovenance = "public"\n'
            f'[[set]]\nfile = "{file}"\nkey = "{key}"\nvalue = {value}\n'
        )
        return load_data([mine])

    return load


def test_an_owner_lays_printed_values_over_the_shipped_ones(overlaid, data):
    mine = overlaid("board", "space[0].rerolls", 5)

    assert mine.track[0].rerolls == 5
    assert mine.overlaid == ("board: space[0].rerolls",)
    assert mine.digest != data.digest


REFUSED = [
    # Values that contradict each other.
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
]

NEED_PLACES = [
    # Men, engines, clock positions and dice are on the plan, each target in the bombsight.
    *(("plan", place) for place in ("ball_turret", "engine_3", "9-low", "Ammo-dice")),
    ("bombsight", "target_5"),
]


@pytest.mark.parametrize(("file", "key", "value", "says"), REFUSED)
def test_a_value_that_cannot_be_is_refused_with_its_line(overlaid, file, key, value, says):
    with pytest.raises(DataError, match=rf"\.toml:\d+ .*{says}"):
        overlaid(file, key, value)


@pytest.mark.parametrize(("file", "place"), NEED_PLACES)
def test_what_lies_on_the_table_needs_a_place_on_it(overlaid, file, place):
    with pytest.raises(DataError, match=rf"D307.*no position on the map \(got '{place}'\)"):
        overlaid(file, f"space.{place}.id", '"elsewhere"')


def test_an_event_that_waits_says_what_it_does_when_its_combat_comes(overlaid):
    with pytest.raises(DataError, match=r"mine\.toml:\d+ D110.*only what waits for an air combat"):
        overlaid("events", "event.guns_jammed.now", '""')


def test_every_event_names_a_rule_of_the_pack(data):
    assert {card.rule for card in data.events.values()} <= {rule.number for rule in GAME.rules}
