"""Games that an earlier 0.2 (commit c24c8606) has saved go on.

Each was begun by `new_session` with a person in each seat, and answered six times. If a rule
changes so that one does not replay, raise `Identity.rules` of the pack, and save another game
before the change.
"""

from pathlib import Path
from shutil import copy

import pytest

from tabletop_core import load_pack
from tabletop_core.saves.reader import read_save
from tabletop_core.saves.session import resume_session

SAVES = sorted((Path(__file__).parent / "before").glob("*.toml"))


@pytest.mark.parametrize("save", SAVES, ids=lambda path: path.stem)
def test_a_game_saved_before_goes_on(save, tmp_path):
    session = resume_session(read_save(Path(copy(save, tmp_path))), load_pack)
    asked = session.match.decision

    assert (asked is not None, session.match.decisions) == (True, 6)
    session.answer(asked.at_random(0.5))
    session.close()
    assert read_save(tmp_path / save.name).written > read_save(save).written


def test_each_pack_has_a_game_saved_before():
    packs = Path(__file__).parents[2] / "packs"

    assert [path.stem for path in SAVES] == sorted(p.parent.name for p in packs.glob("*/game.py"))
