"""`--log-sheet`."""

import pytest

from tabletop_core import ALL_SEEING, Viewer
from tabletop_core.saves import log_sheets


def test_a_game_without_a_log_sheet_is_not_even_begun(run, tmp_path):
    result = run(f"play harvest --seats bot:random --log-sheet {tmp_path / 'a.md'}", exits=2)

    assert "harvest keeps no log sheet" in result.stderr
    assert "Year 1" not in result.output


@pytest.mark.parametrize(
    ("seats", "typed", "viewer"),
    [
        ("human", ("rye",), Viewer("ann")),
        ("human", ("rye", "2"), Viewer("bob")),
        ("human", ("rye", "2", "oats", "3", "20"), ALL_SEEING),
        ("human,bot:random", ("rye",), Viewer("ann")),
        ("human,bot:random", ("rye", "2", "20"), ALL_SEEING),
    ],
)
def test_the_sheet_shows_what_who_sits_at_the_keyboard_may_see_and_all_at_the_end(
    run, saves, monkeypatch, tmp_path, seats, typed, viewer
):
    written = []
    monkeypatch.setattr(log_sheets, "check_log_sheet", lambda game, path: None)
    monkeypatch.setattr(
        log_sheets, "write_log_sheet", lambda play, path, viewer: written.append(viewer)
    )
    run(f"play harvest --seed 3 --seats {seats} --log-sheet {tmp_path / 'a.md'}", *typed)

    assert written == [viewer]
