"""`--log-sheet`."""


def test_a_game_without_a_log_sheet_is_not_even_begun(run, tmp_path):
    result = run(f"play harvest --seats bot:random --log-sheet {tmp_path / 'a.md'}", exits=2)

    assert "harvest keeps no log sheet" in result.stderr
    assert "Year 1" not in result.output
