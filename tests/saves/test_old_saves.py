"""Games saved by tabletop 0.1 are read and go on.

`from_0_1/` holds files that version wrote, and how the games stood then.
Keep them, and add some of each later version: a format is read as long as its files lie here.
"""

import hashlib
import json
import shutil
from pathlib import Path
from random import Random

import attrs
import pytest

from tabletop_core import ForEach, Repeat, Step, load_pack
from tabletop_core.chance import Manual
from tabletop_core.engine.state import fingerprint
from tabletop_core.events.event import to_lines
from tabletop_core.saves.journal import read_save
from tabletop_core.saves.session import resume_session

ROOT = Path(__file__).parents[2]
OLD = Path(__file__).parent / "from_0_1"
STOOD = json.loads((OLD / "how_they_stood.json").read_text())


def game_of(pack):
    return load_pack(pack, [ROOT / "benchmarks" / "games", ROOT / "examples" / "ice_fishers"])


def own_dice():
    dice = Random("own dice")
    return Manual(
        lambda sides, why: tuple(dice.randint(1, side) for side in sides),
        lambda pool, why: next(iter(pool)),
    )


@pytest.fixture(params=sorted(STOOD))
def old(request, tmp_path):
    path = shutil.copy(OLD / f"{request.param}.toml", tmp_path)
    return Path(path), STOOD[request.param]


def resumed(path, **how):
    saved = read_save(path)
    source = own_dice() if saved.header.dice == "manual" else None
    return resume_session(saved, game_of, source=source, **how)


def test_a_game_saved_by_0_1_stands_where_it_stood(old):
    path, stood = old
    match = resumed(path, write=False).match

    assert {
        "decisions": match.decisions,
        "events": hashlib.sha256(to_lines(match.events).encode()).hexdigest(),
        "state": fingerprint(match.state),
        "outcome": match.outcome.kind if match.outcome else "",
        "asked": [list(match.decision.seats), match.decision.prompt] if match.decision else None,
    } == stood


def test_a_game_saved_by_0_1_is_one_of_the_first_rules_and_nothing_is_noted(old):
    path, _ = old

    assert read_save(path).header.rules == 1
    assert resumed(path, write=False).notices == []


def test_a_game_saved_by_0_1_goes_on_and_is_read_again(old):
    path, _ = old
    session = resumed(path)
    number = Random("on").random
    for _ in range(40):
        if session.match.decision is not None:
            session.answer(session.match.decision.at_random(number()))
            session.advance()
    session.undo()
    session.close()
    again = resumed(path, write=False, whole=True)

    assert again.match.events == session.match.events
    assert again.match.state == session.match.state


def test_a_checkpoint_of_0_1_is_not_trusted_but_can_be_gone_on_from(tmp_path):
    path = Path(shutil.copy(OLD / "pig_long.toml", tmp_path))
    saved = read_save(path)
    (point,) = saved.checkpoints
    assert point.trust == ""

    start = point.read().to_checkpoint(game_of("pig"))

    assert start.place[-1] == "Turn"
    assert [loop[0] for loop in start.place[:-1]] == ["Round", "Player"]


def test_a_game_of_0_1_gone_on_with_by_force_rolls_the_faces_that_were_to_come(tmp_path):
    """Though a checkpoint of 0.1 does not say how many dice came before it."""
    saved = read_save(Path(shutil.copy(OLD / "pig_long.toml", tmp_path)))
    (point,) = saved.checkpoints
    to_come = faces_of(saved.entries[point.entry :])

    def only_roll(play):
        while True:
            yield play.ask("Roll?", ("roll",))
            play.die(6, "to add to the turn")

    pig = game_of("pig")
    turns = ForEach("Player", lambda play: play.seats, Step("Turn", only_roll, may_end=True))
    changed = attrs.evolve(pig, sequence=Repeat("Round", turns))
    session = resume_session(saved, lambda pack: changed, force=True)
    for _ in to_come:
        session.answer("roll")
    session.close()

    assert len(to_come) > 5
    assert faces_of(session.match.tape.entries) == to_come


def faces_of(entries):
    return [face for entry in entries if entry[0] == "roll" for face in entry[1]]
