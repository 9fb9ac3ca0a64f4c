"""What a pack declares: options, seats, data, rules index."""

import sys

import attrs
import pytest

from tabletop_core import GameOption, PackData
from tabletop_core.engine.rules import Ruling
from tabletop_core.errors import DataError, PackError


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        (("Small", 2, True), {"small": "Small", "2": 2, "true": True, 2: 2}),
        # A switch can be answered with yes and no, whatever the order of its values.
        ((False, True), {"yes": True, "on": True, "no": False}),
        ((True, False), {"yes": True, "on": True, "no": False}),
    ],
)
def test_an_option_is_read_from_the_text_of_a_command_line(values, texts):
    option = GameOption(name="size", values=values, default=values[1], help="")

    assert [option.read(text) for text in texts] == [*texts.values()]


@pytest.mark.parametrize(
    ("values", "text", "words"),
    [
        (("small", "large"), "huge", r"size cannot be 'huge'; choose one of: small, large"),
        # Numbers 0 and 1 are not switch.
        ((0, 1), "yes", "one of: 0, 1"),
    ],
)
def test_an_option_value_that_does_not_exist_is_refused_with_those_that_do(values, text, words):
    with pytest.raises(PackError, match=words):
        GameOption(name="size", values=values, default=values[0], help="").read(text)


def test_options_not_chosen_keep_their_default_and_unknown_ones_are_refused(race):
    assert race.read_options({}) == {"goal": 10}
    assert race.read_options({"goal": "20"}) == {"goal": 20}
    with pytest.raises(
        PackError, match=r"race has no option 'gaol' \(did you mean 'goal'\?\); its options: goal"
    ):
        race.read_options({"gaol": 10})


def test_a_game_without_setups_offers_the_values_of_its_first_option_the_default_first(race_with):
    named = {5: "short", 10: "usual", 20: "long"}
    goal = GameOption(name="goal", values=(5, 10, 20), default=10, help="", named=named)

    titles = [setup.title for setup in race_with(options=(goal,)).all_setups]

    assert titles == ["usual", "short", "long"]


def test_seats_may_depend_on_options(race_with):
    game = race_with(seats=lambda options: ("a", "b", "c")[: options["goal"] // 10 + 1])

    assert game.start({"goal": 20}).seats == ("a", "b", "c")
    assert game.start().seats == ("a", "b")


def test_the_index_lists_each_rule_in_the_order_of_the_lines_with_its_place(race):
    rules = race.rules

    assert [(rule.number, rule.title) for rule in rules] == [
        ("1", "Roll or hold"),
        ("2", "Score"),
    ]
    assert rules[0].where.endswith(":turn")
    assert rules[0].name == "1 Roll or hold"


def test_rulings_know_their_rule_and_reason_and_come_with_those_about_data(race_with):
    about_data = Ruling("Setup", "the board has 24 columns", "V is the 22nd letter")

    rulings = race_with(rulings=(about_data,)).all_rulings

    assert [ruling.rule for ruling in rulings] == ["1", "Setup"]
    assert rulings[0].why == "the text names no other use of it"


def test_a_card_without_a_name_is_called_by_its_id(race):
    data = PackData(names={"a": "Ace"})

    assert [race.name_of(card, data) for card in "ab"] == ["Ace", "b"]


TABLE = 'schema = 1\nid = "sky"\ntitle = "Sky"\nprovenance = "rulebook"\ndice = "1d6"\n'
TABLE += 'row = [{ on = "..3", result = "dry" }, { on = "4..", result = "wet" }]\n'
GAME = """
from tabletop_core import Game, Step
from tabletop_core.panels import Facts
from . import IDENTITY
GAME = Game(
    identity=IDENTITY, package=__package__, seats=("one", "two"), state=int,
    new_state=lambda play: 0,
    sequence=Step("Look", lambda play: play.end(play.look_up("sky").result)),
)
"""


def test_a_pack_that_says_nothing_of_its_data_has_the_tables_of_its_data_folder(make_pack):
    game = make_pack(GAME, {"data/sky.toml": TABLE}).load()

    data = game.load_data(())

    assert list(data.tables) == ["sky"]
    assert data.digest
    assert data.provenance == {"rulebook": 2}
    assert game.start(seed=1).outcome.kind in ("dry", "wet")


def test_overlays_are_laid_over_the_tables_of_the_data_folder(make_pack, tmp_path):
    game = make_pack(GAME, {"data/sky.toml": TABLE}).load()
    overlay = tmp_path / "overlay.toml"
    overlay.write_text(
        'schema = 1\nprovenance = "rulebook"\n[[table]]\nid = "sky"\n[[table.row]]\n'
        'on = "..3"\nresult = "fog"\n'
    )

    data = game.load_data((overlay,))

    assert data.tables["sky"].row(1).result == "fog"
    assert data.overlaid
    assert data.digest != game.load_data(()).digest


def test_a_pack_without_a_data_folder_and_a_game_outside_a_package_have_no_data(make_pack, race):
    for game in (make_pack(GAME).load(), race):
        assert attrs.asdict(game.load_data(())) == attrs.asdict(PackData())
    assert race.package in sys.modules


CHANGES = """
from tabletop_core import Game, PackData, Step
from tabletop_core.panels import Facts
from . import IDENTITY
LOADED = []
def load(overlays):
    LOADED.append(overlays)
    return PackData(names={"one": "The first"})
def look(play):
    answer = yield play.ask("Change?", ("no", "yes"))
    if answer == "yes":
        play.data.names["one"] = "The last"
    play.end("over", winner=play.seat)
GAME = Game(
    identity=IDENTITY, package=__package__, seats=("one", "two"), state=int, load_data=load,
    new_state=lambda play: 0, sequence=Step("Look", look, may_end=True),
)
"""


def test_all_games_of_a_process_share_data_that_are_loaded_once(make_pack):
    from tabletop_core import run_games
    from tabletop_core.adapters.gym import SeatEnv
    from tabletop_core.adapters.pettingzoo import TableEnv

    game = make_pack(CHANGES.replace('play.data.names["one"] =', "changed =")).load()
    match = game.start()
    run_games(game, 2)
    SeatEnv(game)
    TableEnv(game)

    assert sys.modules[f"{game.package}.game"].LOADED == [[]]
    assert game.start().data is match.data is game.data_with()


def test_a_rule_that_changes_the_data_is_told_at_once_where_they_are_to_be_changed(make_pack):
    match = make_pack(CHANGES).load().start()

    with pytest.raises(DataError, match=r"C610.*The first.*copy what changes into the state"):
        match.answer("yes")
    assert match.data.names == {"one": "The first"}
