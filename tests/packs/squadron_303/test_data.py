"""The data: what the text fixes of them, and overlays."""

from collections import Counter
from itertools import product

import pytest

from packs.squadron_303 import data
from packs.squadron_303.components import JOKER, Mode
from packs.squadron_303.data import SCENARIOS, load_data
from packs.squadron_303.game import GAME
from packs.squadron_303.rules.effects import EFFECTS
from packs.squadron_303.rules.ending import GOALS as SCENARIO_GOALS
from packs.squadron_303.rules.events import GOALS as EVENT_GOALS
from tabletop_core import TabletopError

DATA = GAME.data_with()


def test_there_are_as_many_components_as_the_box_holds():
    assert len(DATA.cards) == 51
    assert len(DATA.deployment) == 42
    assert sum(card.aircraft == "hurricane" for card in DATA.deployment.values()) == 2
    assert len(DATA.events) == 4
    assert len(DATA.pilots) == 7
    assert len(DATA.scenarios) == 5
    assert sum(tile.copies for tile in DATA.tiles.values()) == 11
    assert {kind.id: kind.models for kind in DATA.aircraft.values()} == {
        "bf109": 16,
        "bf110": 4,
        "he111": 7,
        "hurricane": 5,
    }


def test_the_scenarios_are_offered_by_their_titles():
    assert {name: scenario.title for name, scenario in DATA.scenarios.items()} == SCENARIOS


def test_deployment_cards_show_none_to_six_planes():
    assert all(0 <= card.planes <= 6 for card in DATA.deployment.values())


def test_every_luftwaffe_hit_shows_two_three_or_four_blades():
    faces = {face for die in ("red", "white", "black") for face in DATA.dice[die]}

    assert {face for face in faces if face.startswith("hit")} == {"hit-2", "hit-3", "hit-4"}
    assert all(sum(pool.values()) == 6 for pool in DATA.dice.values())
    assert set(DATA.dice["yellow"]) == {"success", "failure"}


def test_cards_move_one_to_three_areas_and_show_two_different_propellers():
    for card in DATA.cards.values():
        assert 1 <= card.move <= 3
        assert len(set(card.defence)) == 2
        assert set(card.defence) <= {2, 3, 4}


def test_no_support_row_gives_anything_alone():
    assert all(Counter(card.support)[JOKER] <= 1 for card in DATA.cards.values())
    assert all(len(card.support) <= 2 for card in DATA.cards.values())


def test_effects_and_goals_of_the_data_and_of_the_rules_are_the_same():
    assert set(DATA.effects) == set(EFFECTS)
    assert {card.effect for card in DATA.cards.values()} == set(EFFECTS)
    assert {event.goal for event in DATA.events.values()} == set(EVENT_GOALS)
    assert {scenario.goal for scenario in DATA.scenarios.values()} == set(SCENARIO_GOALS)
    assert set(data.EVENT_GOALS) == set(EVENT_GOALS)
    assert set(data.SCENARIO_GOALS) == set(SCENARIO_GOALS)
    assert {pilot.ability for pilot in DATA.pilots.values()} == set(data.ABILITIES)
    assert set(DATA.aces) == set(data.ACES)


def test_toughness_of_ground_targets():
    toughness = {
        feature: {DATA.board.toughness(area) for area in DATA.board.map.spaces_with(feature)}
        for feature in ("factory", "port", "radar", "airfield")
    }

    assert toughness == {"factory": {3}, "port": {3}, "radar": {2}, "airfield": {3}}


def test_the_map_joins_the_areas_of_the_examples():
    around = DATA.graph.neighbours

    assert "A5" in around("A7")
    assert "biggin_hill" in around("A5")
    assert DATA.graph.distance("northolt", "london") == 1
    assert DATA.graph.distance("northolt", "biggin_hill") == 2
    assert DATA.graph.distance("northolt", "tonbridge") == 3


def test_no_scenario_needs_more_planes_than_the_box_holds():
    needed = {}
    for scenario, players in product(DATA.scenarios.values(), (1, 2, 3, 4)):
        it, planes = scenario.deployment_for(players), Counter()
        for card in (*it.fighters, *it.bombers, *it.british):
            planes[DATA.deployment[card].aircraft] += DATA.deployment[card].planes
        needed |= {(scenario.title, players, kind): number for kind, number in planes.items()}

    assert len(needed) >= 20
    assert [it for it in needed if needed[it] > DATA.aircraft[it[-1]].models] == []


def test_one_player_has_the_germans_pilots_and_events_of_two_players():
    for it in DATA.scenarios.values():
        assert it.deployment_for(1) == it.deployment_for(2)
        assert it.squadrons_for(1) == it.squadrons_for(2)
    by_players = DATA.numbers.players
    events = DATA.events.values()
    numbers = [by_players.pilots_set_aside, by_players.reserve]
    numbers += [row for event in events for row in (event.needed, event.spawns) if row]

    assert all(row[0] == row[1] for row in numbers)


def test_every_deployment_card_belongs_to_a_scenario():
    lists = [entry for it in DATA.scenarios.values() for entry in it.deployment]
    used = {card for it in lists for card in (*it.fighters, *it.bombers, *it.british)}

    assert used == set(DATA.deployment)


def test_routes_of_raids_are_shortest_ways_to_their_end():
    raids = [squadron for it in DATA.scenarios.values() for squadron in it.squadron]

    away = DATA.graph.distance
    assert [it.route for it in raids if len(it.route) - 1 != away(it.route[0], it.route[-1])] == []


def overlaid(tmp_path, *settings):
    """Load the data with a file of an owner: file, key and value of each datum."""
    sets = "".join(
        f'[[set]]\nfile = "{file}"\nkey = "{key}"\nvalue = {value}\n'
        for file, key, value in settings
    )
    (tmp_path / "mine.toml").write_text(f'schema = 1\nprovenance = "public"\n{sets}')
    return load_data([tmp_path / "mine.toml"])


def test_an_owner_overlays_one_face_one_card_and_one_area(tmp_path):
    data = overlaid(
        tmp_path,
        ("dice", "face.red-4.shows", '"hit-2"'),
        ("combat_cards", "card.c05.symbol", '"hit"'),
        ("map", "space.A2.features", '["factory"]'),
    )

    assert data.dice["red"] == {"hit-2": 2, "hit-3": 1, "hit-4": 1, "reroll": 1, "blank": 1}
    assert data.cards["c05"].symbol == "hit"
    assert data.board.toughness("A2") == 3
    assert data.digest != DATA.digest


@pytest.mark.parametrize(
    ("file", "key", "value", "told"),
    [
        ("dice", "face.red-4.shows", '"hit-9"', "hit-9"),
        ("pilots", "pilot.feric.ability", '"fly"', "fly"),
        ("biggin_hill", "squadron.I.mode", '"asleep"', "asleep"),
        ("biggin_hill", "targets", '["B2"]', "B2"),
        ("combat_cards", "card.c05.effect", '"thunder"', "thunder"),
        ("combat_cards", "card.c05.set", '["hit", "luck"]', "luck"),
        ("biggin_hill", "squadron.I.route", '["A8", "E1"]', "E1"),
        ("biggin_hill", "targets", '["paris"]', "paris"),
    ],
)
def test_references_that_lead_nowhere_are_refused_with_the_value(tmp_path, file, key, value, told):
    with pytest.raises(TabletopError, match=told):
        overlaid(tmp_path, (file, key, value))


def test_every_word_on_a_card_or_a_plane_that_a_newcomer_cannot_know_is_explained():
    explained = {form.casefold() for word in DATA.glossary for form in word.forms}

    assert {"blades", "support", "joker", "toughness", "set", "maneuver token"} <= explained
    assert {mode.value for mode in Mode if mode is not Mode.BRITISH} <= explained


def test_a_face_with_a_propeller_is_asked_for_by_its_blades():
    assert DATA.names["hit-3"] == "Hit (3 blades)"
