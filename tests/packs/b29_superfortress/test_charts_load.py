"""The charts as a whole: complete, sound, and at one with each other, the gazetteer and NOTES."""

import re
from pathlib import Path

import attrs
import pytest

from tabletop_core.data import Component, load_file
from tabletop_core.errors import TableError
from tabletop_core.tables import Effect, Reference, load_tables
from tabletop_core.tables.results import parts

PACK = Path(__file__).parents[3] / "packs" / "b29_superfortress"

PRINTED = [
    *("2-1", "2-2A", "2-2B", "2-2C", "2-2D", "2-2E"),
    *(f"2-{n}" for n in range(3, 10)),
    *(f"3-{n}" for n in range(1, 6)),
    *(f"4-{n}" for n in range(1, 12)),
    *(f"5-{n}" for n in range(1, 16)),
    *(f"6-{n}" for n in range(1, 10)),
    *(f"7-{n}" for n in range(1, 15)),
    *(f"8-{n}" for n in range(1, 8)),
]

# Charts for sections of the rule book that the booklet does not have, under speaking names.
LEFT_OUT = ("attack_check", "burst", "event_check", "mid_air", "oxygen", "spotting")

CITIES_BY_HAND = """
    Akashi * 10 -2 W, 11 -2 W, 12 -1 WJ
    Akita 10 -2 WJ, 11 -1 J, 12 0 J, 13 0 WJ
    Amagasaki 10 -2 W, 11 -1 WJ, 12 0 WJ
    Aomori * 10 -2 W, 11 -2 W, 12 -1 WJ, 13 0 J, 14 0 WJ
    Chiba * 10 -2 W, 11 0 WJ
    Chiran 10 -2 W, 11 -1 WJ
    Eitoku 10 -2 WJ, 11 -1 WJ
    Fukui * 10 -2 W, 11 -1 J, 12 1 J
    Fukuoka * 10 -2 W, 11 -1 J, 12 0 WJ
    Gifu * 10 -2 WJ, 11 0 J
    Hachioji * 10 -2 W, 11 1 J
    Hamamatsu * 10 -2 W, 11 -1 WJ
    Hiratsuka * 10 -2 WJ, 11 -1 WJ
    Hitachi * 10 -2 W, 11 -2 W, 12 -1 WJ
    Ichinomiya * 10 -2 W, 11 0 WJ, 12 0 J
    Isezaki * 10 -2 W, 11 0 WJ, 12 1 J
    Iwo Jima * 6 -2 WI
    Kagamigahara 10 -2 W, 11 -1 WJ, 12 0 J
    Kawasaki 10 -2 W, 11 1 WJ
    Kobe 10 -2 W, 11 -1 WJ, 12 0 WJ
    Kofu * 10 -2 WJ, 11 0 J
    Koriyama 10 -2 W, 11 -1 J, 12 0 J
    Kumagaya * 10 -2 W, 11 0 WJ, 12 1 J
    Kushikino 10 -2 W, 11 -2 W, 12 -1 WJ
    Kuwana * 10 -2 W, 11 0 WJ
    Kyoto 10 -2 W, 11 -1 WJ, 12 0 J
    Matsuyama * 10 -2 W, 11 -1 J
    Mito * 10 -2 W, 11 -2 W, 12 0 J
    Miyakonojo 10 -2 W, 11 -1 J
    Miyazaki 10 -2 W, 11 0 WJ
    Nagaoka * 10 -2 WJ, 11 0 J, 12 1 J
    Nagasaki 10 -2 W, 11 -1 W, 12 0 WJ
    Nagoya 10 -2 W, 11 0 WJ
    Numazu * 10 -2 W, 11 -1 WJ
    Narao 10 -2 W, 11 -2 W, 12 -1 WJ
    Niigata 10 -2 W, 11 -1 WJ, 12 0 J, 13 0 WJ
    Ogaki * 10 -2 W, 11 0 WJ, 12 0 J
    Ogikubo 10 -2 W, 11 -1 J
    Okayama * 10 -2 W, 11 -1 WJ, 12 0 J
    Okazaki * 10 -2 W, 11 -1 J
    Okinawa * 10 -2 W, 11 -2 WO
    Omiya 10 -2 W, 11 -1 J
    Sakai * 10 -2 WJ, 11 -1 WJ
    Sendai * 10 -2 W, 11 -2 W, 12 -1 WJ
    Shimonoseki 10 -2 W, 11 -1 WJ, 12 0 WJ
    Takamatsu * 10 -2 W, 11 -2 W, 12 -1 WJ
    Tokyo 10 -2 W, 11 1 WJ
    Toyama * 10 -2 WJ, 11 0 J, 12 1 WJ
    Tsuruga * 10 -2 W, 11 -1 WJ, 12 1 WJ
    Usa 10 -2 W, 11 -1 WJ
    Uwajima * 10 -2 W, 11 -2 W, 12 -1 WJ
    Yawata 10 -2 W, 11 -1 WJ, 12 0 WJ
    Yokkaichi * 10 -2 W, 11 0 WJ
    Yokohama 10 -2 W, 11 1 WJ
    """


@attrs.frozen(kw_only=True)
class Zone:
    zone: int
    modifier: int
    terrain: tuple[str, ...]


@attrs.frozen(kw_only=True)
class City:
    id: str
    label: str = ""
    lightly_defended: bool = False
    by_day: bool = False
    training: bool = False
    provenance: str = ""
    confidence: str = ""
    zones: tuple[Zone, ...]


@attrs.frozen(kw_only=True)
class Gazetteer(Component):
    city: tuple[City, ...]


@pytest.fixture(scope="module")
def tables():
    return load_tables(PACK / "data" / "tables")


@pytest.fixture(scope="module")
def cities():
    return {city.id: city for city in load_file(PACK / "data" / "gazetteer.toml", Gazetteer).city}


def results(table):
    for row in (*table.rows, *table.overrides):
        for result in row.results:
            yield from parts(result)


def effects(tables):
    return [r for table in tables.values() for r in results(table) if isinstance(r, Effect)]


def labels(table, column=0):
    return {p for row in table.rows for p in parts(row.results[column]) if isinstance(p, str)}


def test_every_printed_chart_is_there(tables):
    assert [code for code in PRINTED if code not in tables] == []
    assert {code.partition(".")[0] for code in tables} == {*PRINTED, *LEFT_OUT}


def test_every_file_is_named_after_its_chart():
    names = [path.stem.partition("_")[0] for path in (PACK / "data" / "tables").glob("*-*.toml")]

    assert sorted(names) == sorted(PRINTED)


def test_odds_of_every_column_of_every_chart_sum_to_one(tables):
    for table in tables.values():
        if table.dice is not None:
            for column in table.columns or (None,):
                odds = table.odds(column=column)

                assert sum(odds.p(result) for result in odds) == 1, (table.id, column)


def test_odds_followed_to_the_end_sum_to_one(tables):
    endless = set()
    for table in tables.values():
        if table.dice is not None:
            for column in table.columns or (None,):
                try:
                    odds = table.odds(column=column, deep=True)
                except TableError:
                    endless.add(table.id)
                else:
                    assert sum(odds.weights.values()) == odds.denominator, (table.id, column)

    assert endless == {"4-2", "4-3"}  # all damage of a storm: too many outcomes to list


def test_charts_that_effects_name_are_there(tables):
    named = {
        value
        for effect in effects(tables)
        for name, value in effect.arguments
        if name in ("chart", "then", "stay", "dive", "wing_test")
    }

    assert named <= set(tables)


def test_every_sub_table_is_used_by_a_result_an_effect_a_note_or_a_rule(tables):
    used = {r.table for table in tables.values() for r in results(table) if type(r) is Reference}
    used |= {value for effect in effects(tables) for _, value in effect.arguments}
    said = " ".join(note.text for table in tables.values() for note in table.notes)
    used |= {code.rstrip(".") for code in re.findall(r"\d-\d+(?:\.[\w.]+)?", said)}
    rules = "".join(path.read_text() for path in (PACK / "rules").glob("*.py"))
    used |= {code for code in tables if f'"{code}"' in rules}
    used |= {"2-2A.time", "5-8.regular", "5-11.walk", "6-5.damage"}  # by their charts' columns

    assert {code for code in tables if "." in code} - used == set()


def test_modifiers_that_effects_name_are_there(tables):
    for effect in effects(tables):
        for name in effect.args.get("with", ()):
            assert tables[effect.args["chart"]].modifier(name)


def test_notes_list_every_effect_and_no_other(tables):
    page = (PACK / "NOTES.md").read_text()
    section = page.partition("## Effects")[2].partition("## ")[0]
    rows = [line.split("|")[1:3] for line in section.splitlines() if line.startswith("| `")]
    listed = {name for names, _ in rows for name in re.findall(r"`(\w+)`", names)}
    arguments = {
        name: set(re.findall(r"`(\w+)`", args))
        for names, args in rows
        for name in re.findall(r"`(\w+)`", names)
    }

    assert listed == {effect.name for effect in effects(tables)}
    for effect in effects(tables):
        assert set(effect.args) <= arguments[effect.name], effect


def test_effects_that_otherwise_names_are_effects(tables):
    names = {effect.name for effect in effects(tables)}

    assert {e.args["otherwise"] for e in effects(tables) if "otherwise" in e.args} <= names


@pytest.mark.parametrize(
    ("code", "onto", "plain"),
    [
        ("4-4.note", "4-8", set()),
        ("4-5", "4-8", set()),
        ("4-6.note", "4-8", set()),
        ("4-7", "4-8", {"no_signal"}),
        ("6-1", "6-2", {"target_slightly_obscured"}),
        ("5-5", "5-7", {"average"}),
        ("5-5", "5-9", {"average"}),
    ],
)
def test_results_that_count_elsewhere_are_modifiers_there(tables, code, onto, plain):
    assert labels(tables[code]) - plain <= {modifier.id for modifier in tables[onto].modifiers}


def test_fighters_have_the_same_names_everywhere(tables):
    fighters = set(tables["5-8"].columns)

    assert set(tables["5-12"].columns) == fighters
    assert {label for row in tables["5-13.star"].rows for label in row.on} == fighters
    assert labels(tables["5-2"]) | labels(tables["5-15"]) == fighters


@pytest.mark.parametrize("code", ["6-5", "5-3.f.where"])
def test_sections_hit_have_a_damage_chart(tables, code):
    for section in labels(tables[code]):
        assert tables["6-5.damage"].row(section)


def test_successive_attacks_come_from_places_that_guns_know(tables):
    known = {label for row in tables["5-6"].rows for label in row.on}

    assert labels(tables["5-13"], 0) <= known
    for place in labels(tables["5-13"], 1) - {"climb"}:
        assert {f"{place}_high", f"{place}_low"} <= known


def test_offensive_fire_and_shells_share_their_columns(tables):
    assert tables["5-9"].columns == tables["5-10"].columns


def test_only_charts_that_the_booklet_lacks_are_not_from_it(tables):
    other = {table.id for table in tables.values() if table.provenance != "rulebook"}

    charts = {code.partition(".")[0] for code in other}
    assert charts == {"5-8", "5-9", "5-10", "7-1", "7-6", *LEFT_OUT}
    assert {code for code in other if code.startswith(("5-8", "7-1"))} == {"5-8.regular", "7-1.4"}
    assert tables["7-6"].row(8).provenance == "rulebook"


def test_loss_of_the_radar_is_roll_8_in_the_waist(tables):
    assert tables["7-6"].result(8).name == "radar_out"


def test_mean_weight_of_a_hit_by_fighter(tables):
    means = {}
    for fighter in tables["5-12"].columns:
        odds = tables["5-12"].odds(column=fighter, deep=True)
        means[fighter] = float(sum(odds.p(weight) * weight for weight in odds))

    assert means == pytest.approx({
        "nick": 7 / 3, "tony": 2, "zeke": 1.25, "frank": 1.5,
        "tojo": 1, "oscar": 1, "george": 1.5, "irving": 2,
    })  # fmt: skip


def test_unmodified_chance_to_destroy_by_fighter(tables):
    chances = {}
    for fighter in tables["5-8"].columns:
        chances[fighter] = int(36 * tables["5-8"].odds(column=fighter).p("destroyed"))

    assert chances == {
        "nick": 10, "tony": 10, "zeke": 16, "frank": 10,
        "tojo": 11, "oscar": 17, "george": 11, "irving": 11,
    }  # fmt: skip


def test_gazetteer_holds_102_cities_and_they_are_the_targets_of_the_charts(tables, cities):
    cities = {name for name, city in cities.items() if not city.training}
    targets = {effect.args["city"] for effect in effects(tables) if effect.name == "target"}
    for code in ("2-2C", "2-2D", "2-2E", "2-3.1", "2-3.2"):
        targets |= labels(tables[code])

    assert len(cities) == 102
    assert targets == cities


def test_the_one_line_beside_them_is_the_training_flight_and_reconstructed(cities):
    (truk,) = [city for city in cities.values() if city.training]

    assert (truk.id, truk.provenance) == ("Truk", "reconstructed")


def test_zones_of_a_city_follow_each_other(cities):
    for city in cities.values():
        first = {"Iwo Jima": 6, "Truk": 5}.get(city.id, 10)
        zones = [zone.zone for zone in city.zones]

        assert zones == list(range(first, first + len(zones)))
        assert zones[-1] <= 14


def test_cities_are_as_in_the_second_entry(cities):
    codes = {"water": "W", "japan": "J", "iwo_jima": "I", "okinawa": "O"}
    found = {
        f"{city.id}{' *' if city.lightly_defended else ''} "
        + ", ".join(
            f"{zone.zone} {zone.modifier} {''.join(codes[terrain] for terrain in zone.terrain)}"
            for zone in city.zones
        )
        for city in cities.values()
        if not city.training
    }

    assert {line.strip() for line in CITIES_BY_HAND.strip().splitlines()} - found == set()
