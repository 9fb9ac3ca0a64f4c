"""Observations that keep the structure of the table: complete, of fixed shapes, and stable."""

from math import cos, radians, sin
from random import Random

import pytest

pytest.importorskip("gymnasium", reason="the extra `gym` is not installed")

import attrs
import numpy as np

from tabletop_core import load_pack
from tabletop_core.adapters.actions import ActionChooser, Places
from tabletop_core.adapters.by_playing import made_once
from tabletop_core.adapters.gym import SeatEnv
from tabletop_core.adapters.layout import Layout
from tabletop_core.adapters.structure import NOTHING, Structure
from tabletop_core.chance import Scripted
from tabletop_core.errors import PackError
from tests.adapters.conftest import every_pack, is_same


def known(pack):
    """Return a game and its layout."""
    game = load_pack(pack)
    return game, made_once(Layout, game, game.read_options({}))


def played(pack, steps=60, **how):
    """Yield an environment and its observation at each of some steps."""
    env, random = SeatEnv(pack, structured=True, **how), Random(2)
    seen, info = env.reset(seed=2)
    for _ in range(steps):
        yield env, seen, info
        action = int(random.choice(seen["action_mask"].nonzero()[0]))
        seen, _, is_over, is_cut, info = env.step(action)
        if is_over or is_cut:
            seen, info = env.reset()


@every_pack
def test_every_observation_of_every_pack_lies_in_its_space_and_nothing_is_left_out(pack):
    for env, seen, info in played(pack):
        assert env.observation_space.contains(seen)
        assert info["left_out"] == 0
        assert np.isfinite(seen["options_numbers"]).all()


@every_pack
def test_options_say_their_action_and_what_they_touch(pack):
    touching = 0
    for env, seen, _ in played(pack):
        layout, decision = env._observing.structure.layout, env.match.decision
        chooser = env._chooser
        names = {
            first + row: one
            for name, first in layout.firsts.items()
            for row, one in enumerate(layout.ids[name])
        }
        there = seen["options"][:, 0]
        assert there.sum() == len(decision.options)
        assert there[: len(decision.options)].all()
        legal = {int(one) for one in seen["options"][:, 1][there == 1]}
        assert {int(one) for one in seen["action_mask"].nonzero()[0]} - legal <= {chooser.end}
        for row, option in enumerate(decision.options):
            assert chooser.option(int(seen["options"][row, 1])) == option
            rows = [int(one) for one in seen["options_touch"][row] if one != NOTHING]
            known = [one for one in decision.targets_of(option) if one in env._looked.rows]
            assert [names.get(one) for one in rows] == known
            touching += len(rows)

    assert touching > 60


def test_a_piece_keeps_its_row_and_says_where_it_is_and_points():
    for env, seen, _ in played("bomber_run"):
        layout, play = env._observing.structure.layout, env.match.play
        nodes = layout.ids["nodes"]
        for name in ("w1", "w4", "e2", "EA"):
            plane, row = play.state.aircraft[name], layout.row_of["pieces"][name]
            there, node = seen["pieces"][row, :2]
            assert there == (plane.at is not None)
            if there:
                assert nodes[node] == play.data.board.grid.name(plane.at)
                east, north = map(round, seen["pieces_numbers"][row, :2])
                assert "S N"[north + 1].strip() + "W E"[east + 1].strip() == plane.facing


def test_nodes_have_places_and_neighbours():
    _, seen, _ = next(played("bomber_run", 1))
    game, layout = known("bomber_run")
    grid, row_of = game.load_data(()).board.grid, layout.row_of["nodes"]

    assert seen["nodes"][:, 0].sum() == len(grid.named) == 576
    for name in ("A1", "H16", "X24"):
        near = {row_of[grid.name(one)] for one in grid.neighbours(grid.space(name))}
        assert {int(one) for one in seen["nodes_near"][row_of[name]]} - {NOTHING} == near
        assert tuple(seen["nodes_numbers"][row_of[name], :2]) == grid.centre(grid.space(name))


def test_tracks_and_figures_are_numbers():
    env, seen, _ = next(played("bomber_boys", 1))
    row = env._observing.structure.layout.row_of["facts"]["major_damage"]

    assert seen["facts_numbers"][row].tolist() == [0, 0, 5, 0]


def test_what_an_option_leaves_and_its_direction_are_among_its_numbers():
    for env, seen, _ in played("bomber_run", 40):
        decision = env.match.decision
        for option, numbers in zip(decision.options, seen["options_numbers"], strict=False):
            left, way = decision.left_after(option), decision.way_of(option)
            assert tuple(numbers[:2]) == (left is not None, left or 0)
            assert tuple(numbers[2:4]) == ((0, 0) if way is None else pytest.approx(heading(way)))


def heading(degrees):
    return sin(radians(degrees)), cos(radians(degrees))


def test_exact_chances_are_given_where_they_are_asked_for():
    game, layout = known("bomber_run")
    layout = attrs.evolve(layout, odds=True)
    structure, told, random = Structure(layout), 0, Random(5)
    match = game.start(seed=5)
    while match.decision is not None and told < 4:
        decision = match.decision
        chooser = ActionChooser.of(Places(700), match, decision)
        arrays, _ = structure.ask(structure.look(match, decision.seat), chooser)
        for row, option in enumerate(decision.options):
            chances = decision.odds(option) if decision.odds else {}
            given = [float(one) for one in chances.values()][:4]
            assert arrays["options_odds"][row].tolist() == pytest.approx(
                [*given, *[0.0] * (4 - len(given))]
            )
            told += bool(given)
        match.answer(decision.at_random(random.random()))

    assert told


def test_an_observation_holds_nothing_of_what_the_seat_may_not_see(boxes):
    structure = Structure(Layout.by_playing(boxes, games=4))
    one = boxes.start(source=Scripted(["one", "two"]))
    other = boxes.start(source=Scripted(["one", "three"]))

    def seen(match, seat):
        return structure.ask(structure.look(match, seat), None)[0]

    assert is_same(seen(one, "ann"), seen(other, "ann"))
    assert not is_same(seen(one, "bob"), seen(other, "bob"))


def test_what_was_not_known_takes_a_spare_row_and_then_is_counted():
    game, whole = known("bomber_run")
    less = attrs.evolve(
        whole,
        ids={**whole.ids, "pieces": whole.ids["pieces"][3:]},
        spare={**whole.spare, "pieces": 2},
    )
    match = game.start(seed=1)
    looked = Structure(less).look(match, "west")
    all_known = Structure(whole).look(match, "west")

    assert all_known.left_out == 0
    assert looked.left_out == 1
    assert looked.arrays["pieces"][:, 0].sum() == all_known.arrays["pieces"][:, 0].sum() - 1


def test_a_board_seen_before_is_put_down_as_the_first_time():
    game, layout = known("bomber_run")
    structure = Structure(layout)
    match = game.start(seed=1)
    first, second = structure.look(match, "west"), structure.look(match, "west")

    assert first.rows == second.rows
    assert is_same(first.arrays, second.arrays)


def test_a_layout_is_saved_read_and_says_its_shapes(boxes, tmp_path):
    layout = Layout.by_playing(boxes, games=2)
    layout.save(tmp_path / "boxes.json")

    assert Layout.by_playing(boxes, games=2) == Layout.read(tmp_path / "boxes.json") == layout
    for name, shape in layout.shapes.items():
        assert f"  {name} {shape}: " in str(layout)
    (tmp_path / "boxes.json").write_text('{"ids": 3}')
    with pytest.raises(PackError, match=r"boxes\.json holds no layout"):
        Layout.read(tmp_path / "boxes.json")


def test_a_layout_of_another_game_is_refused(boxes, example):
    with pytest.raises(PackError, match="the layout is of boxes, not of pig; make another"):
        SeatEnv(example("pig"), structured=Layout.by_playing(boxes, games=1))


# ---------------------------------------------------------------- the frameworks


def test_an_observer_of_openspiel_has_the_arrays_as_parts_of_one_tensor(example):
    pyspiel = pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")
    from open_spiel.python.observation import make_observation

    from tabletop_core.adapters.openspiel import register

    pack = example("connect_four")
    game = pyspiel.load_game(register(pack, structured=True))
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    observation = make_observation(game)
    observation.set_from(state, 1)
    layout = made_once(Layout, pack, pack.read_options({}))
    register(pack)

    assert {name: part.shape for name, part in observation.dict.items()} == layout.shapes
    assert observation.tensor.size == sum(part.size for part in observation.dict.values())
    assert observation.dict["pieces"][:, 0].sum() == 1
    observation.dict["options"][0, 0] = 7
    assert (observation.tensor == 7).any()
