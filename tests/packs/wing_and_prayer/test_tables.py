"""What the manual fixes about its charts: cells, orders, exact odds, and the map."""

from fractions import Fraction
from importlib.resources import files
from itertools import pairwise

from packs.wing_and_prayer.data import load_data

# ---------------------------------------------------------------------- cells of the examples


CELLS = [
    # the table, its rows and column, and what stands there
    ("combat", [12], 6, 3),  # moderate flak rolls three dice at each of six bombers
    ("flak_damage", [3, 4, 5], None, "light"),
    ("fighter_combat", [11], None, "damaged"),
    ("loose_formation", [9], None, 4),  # nine bombers are loose when four are lost
    ("target_damage", [4], 6, "light"),  # hits on a target of destruction rating six
    ("target_damage", [6], 6, "heavy"),
    ("event_chance", [2, 3, 4], 5, "event"),  # at five boxes an event occurs on two to four
    ("event_chance", [5], 5, "none"),
    ("formation_events", [3], 5, "lady_luck"),
]


def test_cells_of_the_examples(data):
    found = [
        (table, at, column, {data.tables[table].look_up(row, column=column).result for row in at})
        for table, at, column, _ in CELLS
    ]

    assert found == [(table, at, column, {result}) for table, at, column, result in CELLS]


# ---------------------------------------------------------------------- exact odds

ODDS = [
    ("cloud_cover", None, {"clear": (15, 36), "light": (15, 36), "heavy": (6, 36)}),
    ("flak_site", None, {"attack": (10, 36)}),
    ("event_chance", 2, {"event": (3, 36)}),
    ("event_chance", 5, {"event": (6, 36)}),
    ("event_chance", 9, {"event": (15, 36)}),
    ("formation_events", 5, {"enemy_fighters": (20, 36), "lady_luck": (3, 36)}),
    ("new_escorts", None, {0: (1, 6), 4: (2, 6), 5: (2, 6), 6: (1, 6)}),
    ("aces", None, {0: (4, 6), 1: (1, 6), 2: (1, 6)}),
    ("random_element", 2, {1: (3, 6), 2: (3, 6)}),
    ("random_element", 4, {1: (1, 6), 2: (2, 6), 3: (2, 6), 4: (1, 6)}),
    ("random_bomber", 2, {1: (3, 6), 2: (3, 6)}),
    ("random_bomber", 3, {1: (2, 6), 2: (2, 6), 3: (2, 6)}),
    ("interceptor_type", "1944", {"me262": (1, 6), "me109": (2, 6)}),
    ("escort_rendezvous", 10, {"p47": (4, 6), "p38": (2, 6)}),
    ("escort_rendezvous", 20, {"p51": (3, 6)}),
    ("escort_engagement", None, {1: (2, 6), 4: (1, 6)}),
    ("bomber_replacement", "1942", {"first type": (3, 6)}),
    ("bomber_replacement", "1944", {"later type": (5, 6)}),
    ("war_progress", None, {"Me-262s early": (1, 36), "V-2s on London": (2, 36)}),
    ("damaged_aircraft", None, {"check": (2, 6)}),
    ("crew_damage", None, {"downgraded": (2, 6)}),
    ("bomber_repair", None, {"ready": (3, 6)}),
    ("crew_recovery", None, {"ready": (4, 6)}),
    ("crew_upgrade", None, {"upgraded": (2, 6)}),
    ("weather_change", None, {"changes": (3, 6)}),
    ("systems_trouble", None, {"damaged": (2, 6)}),
    ("maximum_effort", None, {"all": (1, 6)}),
    ("flak_value", "attack", {8: (3, 6), 12: (2, 6), 15: (1, 6)}),
    ("light_damage", None, {"damaged": (3, 6)}),
    ("damage_effects", None, {"drop_out": (3, 6)}),
    ("drop_out", None, {"drops_out": (3, 6)}),
    ("new_cloud_cover", None, {"clear": (2, 6), "light": (2, 6), "heavy": (2, 6)}),
    ("formation_check", None, {"loose": (3, 6)}),
    ("lost_bomber_fate", 1, {"fails": (1, 6)}),
    ("lost_bomber_fate", 9, {"fails": (4, 6)}),
    ("landing", None, {"crash": (1, 6), "hard": (1, 6)}),
    ("crash_landing", None, {"lost": (3, 6)}),
    ("crew_fate", None, {"captured": (1, 6), "rescued": (1, 6)}),
    ("fighter_combat", None, {"destroyed": (1, 36), "damaged": (9, 36)}),
    ("bomber_combat", None, {"destroyed": (1, 36), "heavy": (5, 36), "light": (9, 36)}),
    ("available_interceptors", None, {1: (1, 6), 6: (1, 6)}),
    ("interceptor_replacement", "1942", {"returns": (3, 6)}),
    ("interceptor_replacement", "1944", {"returns": (2, 6)}),
]


def test_the_odds_of_all_tables_are_exact(data):
    wrong = []
    for table, column, wanted in ODDS:
        odds = data.tables[table].odds(column=column)
        wrong += [
            (table, column, result, odds.p(result))
            for result, chance in wanted.items()
            if odds.p(result) != Fraction(*chance)
        ]

    assert wrong == []


def test_every_rolled_table_has_its_odds_here(data):
    rolled = {name for name, table in data.tables.items() if table.dice}

    assert rolled - {table for table, _, _ in ODDS} == {"german_resources"}


FIGHTERS = {"Me-109", "FW-190", "Me-110", "Me-262"}
FLAK = {"light_flak", "moderate_flak", "heavy_flak"}


def test_german_resources_are_seven_fighters_and_a_flak_counter_on_an_eight(data):
    for column in ("1942", "1943", "1944"):
        given = data.tables["german_resources"].result(8, column).args
        assert sum(number for name, number in given.items() if name in FIGHTERS) == 7
        assert sum(number for name, number in given.items() if name in FLAK) == 1
        assert ("Me-262" in given) is (column == "1944")


def test_german_resources_name_fighters_and_flak_in_words(data):
    rows = data.tables["german_resources"].rows

    assert {name for row in rows for cell in row.results for name in cell.args} == FIGHTERS | FLAK
    assert set(data.names.values()) >= FIGHTERS


POINTS = {
    "bomber_short": -1, "me109": 1, "fw190": 1, "me110": 2, "me262": 2, "escort_lost": -1,
    "bomber_destroyed": -2, "bomber_destroyed_crew_rescued": -1,
}  # fmt: skip


def test_mission_victory_points_are_those_of_the_briefing_card(data):
    assert {what: data.tables["mission_vp"].row(what).result for what in POINTS} == POINTS


def test_a_fighter_of_equal_rating_destroys_on_twelve_only(data):
    odds = data.tables["fighter_combat"].odds(
        with_=["air_combat", "structure"], counts={"air_combat": 3, "structure": 3}
    )

    assert odds.p("destroyed") == Fraction(1, 36)
    assert odds.p("damaged") == Fraction(9, 36)


def test_the_numbers_that_the_rules_name_outside_tables(data):
    numbers = data.numbers

    assert (numbers.air_combat.wave, numbers.air_combat.cover) == (4, 4)
    assert numbers.air_combat.more_if_loose == 2
    assert (numbers.flak.site_hits_on, numbers.flak.target_hits_on) == (5, 6)
    assert numbers.commander.lost == -5


# ---------------------------------------------------------------------- orders that the text gives


def test_how_aircraft_compare(data):
    """B-24s perform better and stand less than B-17s; P-51s climb better, P-47s are tougher."""
    b17, b24, p47, p51 = (data.aircraft[kind].front for kind in ("b17f", "b24g", "p47", "p51"))

    assert b24.performance > b17.performance
    assert b24.structure < b17.structure
    assert (b24.bombing, b24.air_combat) == (b17.bombing, b17.air_combat)
    assert p51.performance > p47.performance
    assert p47.structure > p51.structure


def test_escort_ranges_are_those_of_the_range_tracks(data):
    ranges = {name: (one.range, one.rendezvous) for name, one in data.escorts.items()}

    assert ranges == {"p47": (6, 3), "p38": (8, 4), "p51": (12, 6)}


def test_a_later_row_of_the_combat_table_never_rolls_fewer_dice(data):
    rows = [row.results for row in data.tables["combat"].rows]

    for before, after in pairwise(rows):
        assert all(a <= b for a, b in zip(before, after, strict=True))
    assert all(list(row) == sorted(row, reverse=True) for row in rows)


def test_better_damage_needs_more_hits_for_a_higher_destruction_rating(data):
    worth = {"none": 0, "light": 1, "heavy": 2}
    for row in data.tables["target_damage"].rows:
        values = [worth[result] for result in row.results]
        assert values == sorted(values, reverse=True)


# ---------------------------------------------------------------------- cards and map


def test_the_abbeville_card_is_as_printed(data):
    card = data.mission_cards["abbeville"]
    blue = card.target.blue

    assert (blue.flak, blue.destruction, card.target.year) == (18, 6, "1942")
    assert (card.heavy_vp, card.light_vp, blue.bombers, blue.escorts) == (12, 6, 9, 6)
    assert data.mission_cards["emden"].target.blue.bombers == 9  # by the errata


def test_only_what_the_manual_prints_of_abbevilles_card_counts_as_its_own(data):
    target = data.targets["abbeville"]

    assert target.blue.provenance == "rulebook"
    assert {one.provenance for one in (target, target.red)} == {""}
    others = [one for one in data.targets.values() if one is not target]
    assert not any(one.blue.provenance for one in others)


def test_major_targets_have_a_blue_card_only(data):
    majors = {name for name, target in data.targets.items() if target.major}

    assert majors == {
        "antwerp", "paris", "wilhelmshaven", "berlin", "hamburg", "stuttgart", "vegesack"
    }  # fmt: skip
    assert not any(f"{name}_red" in data.mission_cards for name in majors)


def test_cards_of_1944_and_red_cards_earn_nothing_for_light_damage(data):
    late = [card for card in data.mission_cards.values() if card.target.year == "1944"]
    red = data.mission_cards["bremen_red"]

    assert late
    assert not any(card.light_vp for card in (*late, red))
    assert red.heavy_vp > 0


ZONES = {
    "abbeville": 3, "antwerp": 4, "paris": 5, "emden": 7, "bremen": 7, "vegesack": 7,
    "wilhelmshaven": 7, "hamburg": 8, "stuttgart": 8, "berlin": 10,
}  # fmt: skip


def test_every_target_lies_as_far_from_the_base_as_its_zone(data):
    assert {name: data.from_base[name] for name in ZONES} == ZONES


def test_every_target_is_a_red_box_with_a_flak_site_and_a_way_past_other_targets(data):
    for target in data.targets.values():
        assert (data.colour(target.box), target.box in data.flak_sites) == ("red", True)
        free = data.graph.distances(
            data.base, lambda box, to=target.box: box == to or data.colour(box) != "red"
        )
        assert free[target.box] == data.from_base[target.box]


def test_base_and_two_green_boxes_beside_it_are_england(data):
    england = set(data.map.spaces_with("england"))

    assert england == {data.base, *data.graph.neighbours(data.base)}
    assert len(england) == 3
    assert {data.colour(box) for box in england} == {"green"}


def test_escorts_arrive_only_when_they_are_available(data):
    table = data.tables["escort_rendezvous"]
    for at, column in enumerate(table.columns):
        first = int(column.split("-")[0])
        kinds = {row.results[at] for row in table.rows}
        assert all(data.escorts[kind].available_from <= first for kind in kinds)


# ---------------------------------------------------------------------- completeness


BUILT = {f"{element}_element" for element in ("lead", "high", "low", "tail")}
BUILT |= {"light_clouds", "heavy_clouds", "blue", "white", "green"}
"""Modifiers whose names the rules put together."""


def test_every_table_and_every_modifier_is_used_by_a_rule(data):
    folder = files("packs.wing_and_prayer") / "rules"
    text = "".join(file.read_text() for file in folder.iterdir() if file.name.endswith(".py"))
    modifiers = {one.id for table in data.tables.values() for one in table.modifiers} - BUILT

    assert [name for name in data.tables if f'"{name}"' not in text] == []
    assert [n for n in modifiers if f'"{n}"' not in text and f"{n}=" not in text] == []


# ---------------------------------------------------------------------- an owner's values


def test_an_owner_lays_printed_values_over_tables_counters_and_boxes(tmp_path):
    overlay = tmp_path / "mine.toml"
    overlay.write_text(
        'schema = 1\ntitle = "As printed"\nprovenance = "rulebook"\n'
        '[[table]]\nid = "flak_damage"\n[[table.row]]\non = "9.."\nresult = "heavy"\n'
        '[[set]]\nfile = "aircraft"\nkey = "aircraft.p51.front.air_combat"\nvalue = 5\n'
        '[[set]]\nfile = "map"\nkey = "space.picardy.features"\nvalue = ["flak_site"]\n'
    )

    mine = load_data([overlay])

    assert mine.tables["flak_damage"].row(12).result == "heavy"
    assert mine.aircraft["p51"].front.air_combat == 5
    assert "picardy" in mine.flak_sites
