"""Games and games in progress survive pickle and deepcopy."""

import pickle
import subprocess
import sys
from copy import copy, deepcopy
from pathlib import Path

import pytest

from tabletop_core import load_pack
from tabletop_core.chance import Manual, Scripted, Seeded
from tabletop_core.engine.match import Match
from tabletop_core.engine.pickling import folder_of, module_of
from tabletop_core.engine.state import fingerprint
from tabletop_core.errors import PackError, SaveError, SequenceError
from tabletop_core.events.event import to_lines

GAMES = Path(__file__).parents[2] / "benchmarks" / "games"


def through_pickle(thing):
    return pickle.loads(pickle.dumps(thing))


def picture(match):
    return (
        fingerprint(match.state),
        to_lines(match.events),
        match.place,
        match.decisions,
        match.seen_count,
    )


@pytest.fixture
def pig():
    return load_pack("pig", [GAMES])


def test_a_pickled_game_is_the_game_its_package_gives_and_any_other_is_refused(pig, race):
    assert through_pickle(pig) is pig
    assert copy(pig) is deepcopy(pig) is pig
    with pytest.raises(PackError, match="'race' is not the one that"):
        pickle.dumps(race)


@pytest.mark.parametrize("again", [through_pickle, deepcopy], ids=["pickle", "deepcopy"])
def test_a_copy_stands_where_the_game_stands_and_goes_on_with_the_same_dice(pig, run, again):
    match = run(pig.start(seed=3), 60)
    match.history.undo()
    other = again(match)

    assert picture(other) == picture(match)
    assert other.decision.token == match.decision.token
    assert picture(run(other)) == picture(run(match))


@pytest.mark.parametrize("name", ["race", "tricks", "voyage"])
def test_a_deep_copy_changes_nothing_in_the_game_it_is_of(request, run, name):
    match = run(request.getfixturevalue(name).start(seed=3), 3)
    before = picture(match)
    run(deepcopy(match))

    assert picture(match) == before


def test_a_copy_of_a_seeded_source_goes_on_from_where_it_is():
    for rolls in (0, 3):
        source = Seeded("mine")
        for _ in range(rolls):
            source.roll((6,), "")
        copies = deepcopy(source), through_pickle(source)
        faces = source.roll((6,) * 20, "")

        assert [one.roll((6,) * 20, "") for one in copies] == [faces, faces]


def test_a_copy_of_a_scripted_game_has_what_is_left_of_the_script(race):
    match = race.start(source=Scripted([5, 3, 2]))
    match.answer("roll")
    other = deepcopy(match)
    for one in (other, match):
        assert one.state.rolled == [5]
        one.answer("roll")
        assert one.state.rolled == [5, 3]


def test_a_game_with_own_dice_is_copied_for_the_same_person(race):
    asked = []
    source = Manual(lambda sides, why: asked.append(why) or (4,), lambda pool, why: "")
    match = race.start(source=source)
    match.answer("roll")
    other = deepcopy(match)
    other.answer("roll")

    assert (other.state.rolled, len(asked)) == ([4, 4], 2)


@pytest.mark.parametrize("again", [through_pickle, deepcopy], ids=["pickle", "deepcopy"])
def test_a_fork_is_copied_with_its_chance(pig, run, again):
    fork = run(run(pig.start(seed=3), 40).fork("aside", snapshots=True), 7)
    other = again(fork)

    assert other.state == fork.state
    assert run(other).state == run(fork).state


def test_what_no_tape_tells_is_not_copied(tricks, race):
    fork = tricks.start().fork(seat="east", snapshots=True)
    untaped = Match(race, options={"goal": 10}, data=race.load_data(()), seed=1).begin()

    with pytest.raises(SequenceError, match="fork for a seat"):
        deepcopy(fork)
    with pytest.raises(SaveError, match="keeps no tape"):
        deepcopy(untaped)


def test_a_package_inside_another_is_never_imported_from_its_folder_by_a_name_of_its_own():
    import tabletop_core.dice

    folder = folder_of("tabletop_core.dice")

    assert module_of("tabletop_core.dice", folder) is tabletop_core.dice
    assert "dice" not in sys.modules


LOOK = """
import pickle, sys
from tabletop_core.events.event import to_lines
play = pickle.load(open(sys.argv[1], "rb"))
print(play.game.id, to_lines(play.events), end="")
"""


@pytest.mark.gate
def test_another_process_finds_the_pack_in_its_folder(pig, run, tmp_path):
    match = run(pig.start(seed=3), 20)
    (tmp_path / "play").write_bytes(pickle.dumps(match))
    done = subprocess.run(
        [sys.executable, "-c", LOOK, str(tmp_path / "play")], capture_output=True, text=True
    )

    assert done.stderr == ""
    assert done.stdout == "pig " + to_lines(match.events)
