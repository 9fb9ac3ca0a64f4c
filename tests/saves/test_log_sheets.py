"""The log sheet that a pack may keep."""

import pytest

from tabletop_core import Viewer
from tabletop_core.errors import PackError
from tabletop_core.saves.log_sheets import to_page, write_log_sheet


def sheet(match, viewer):
    return f"# Race\n\nSeen by {viewer}.\n\n| who | points |\n|---|---|\n| north & co | **3** |\n"


def test_a_log_sheet_is_written_as_markdown(race_with, tmp_path):
    match = race_with(log_sheet=sheet).start()

    write_log_sheet(match, tmp_path / "race.md", Viewer("north"))

    assert (tmp_path / "race.md").read_text() == sheet(match, Viewer("north"))


def test_a_log_sheet_is_written_as_a_page(race_with, tmp_path):
    match = race_with(log_sheet=sheet).start()

    write_log_sheet(match, tmp_path / "race.html", Viewer())

    page = (tmp_path / "race.html").read_text()
    assert "<h1>Race</h1>\n<p>Seen by Viewer().</p>\n<table>" in page
    assert "<table>\n<tr><th>who</th><th>points</th></tr>\n<tr><td>" in page
    assert "<tr><td>north &amp; co</td><td><strong>3</strong></td></tr>" in page


def test_lists_and_rows_of_tables_become_those_of_the_page():
    page = to_page("| who | hits |\n|:--|--:|\n| - | - |\n| west | 2 |", "T")

    assert "<ul><li>one</li><li>two</li></ul>" in to_page("- one\n- two", "T")
    # A row in which nothing was noted is a row, too.
    assert "<tr><td>-</td><td>-</td></tr>\n<tr><td>west</td>" in page
    assert page.count("<tr>") == 3


def test_numbers_stand_below_each_other_and_what_is_told_beside_its_name():
    page = to_page("- Bombs: 30 %\n\n| who | hits |\n|---|---|\n| west, 2nd | +2.5 |", "T")

    assert "<li><b>Bombs:</b> <span>30 %</span></li>" in page
    assert '<td>west, 2nd</td><td class="number">+2.5</td>' in page


def test_the_page_is_as_wide_as_a_phone_and_tables_scroll_by_themselves():
    page = to_page("| who |\n|---|\n| west |", "T")

    assert '<meta name="viewport" content="width=device-width' in page
    assert "table { display: block; overflow-x: auto;" in page


@pytest.mark.parametrize(
    ("keeps", "name", "said"),
    [
        (None, "race.md", "race keeps no log sheet"),
        (sheet, "race.pdf", r"'race.pdf'.*\.md or \.html"),
        (sheet, "none/race.md", r"cannot write the log sheet .*: No such file"),
    ],
)
def test_a_log_sheet_that_cannot_be_written_is_told(race_with, tmp_path, keeps, name, said):
    with pytest.raises(PackError, match=said):
        write_log_sheet(race_with(log_sheet=keeps).start(), tmp_path / name, Viewer())
