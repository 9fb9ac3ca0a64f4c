"""A pack's own kinds of panels are drawn by every front end, and what none can draw is an error."""

import re
import sys
from html import unescape
from pathlib import Path
from typing import get_args

import attrs
import pytest

from tabletop_core.adapters.encoding import features
from tabletop_core.boards import SquareGrid
from tabletop_core.cli.screen.pinned_table import PinnedTable
from tabletop_core.panels import BoardPanel, Card, Cards, Facts, Figure, Panel, changes, things
from tabletop_core.panels.appearance import PanelError
from tabletop_core.panels.views import PanelPart, parts_of, unfolded
from tabletop_core.pictures import Scene, panel_svg, view_svg
from tabletop_core.pictures.svg import redrawn
from tabletop_core.plugins.packs import find_packs
from tabletop_core.presentation.components import thing_text
from tabletop_core.presentation.table_view import table_view
from tabletop_core.saves.session import begin, new_session
from tabletop_core.testing.exam import check_pack
from tabletop_core.text.panel_lines import draw
from tabletop_core.text.style import Style
from tabletop_core.viewers import Viewer
from tabletop_core.web.table import fragments, table_html
from tabletop_core.web.table.part_html import panel_fragments

KEEPER = Viewer("keeper")
FOLDER = Path(__file__).parent / "night_watch"
IDS = ["clock", "clock:oil", "clock:lamp", "door", "book", "order"]


@pytest.fixture
def forgotten():
    """Forget the modules of the test pack, of which there are several copies."""
    yield
    for name in [own for own in sys.modules if own.partition(".")[0] == "night_watch"]:
        del sys.modules[name]


@pytest.fixture
def pack(forgotten):
    (found,) = find_packs([FOLDER], points=()).packs
    return found


@pytest.fixture
def session(pack):
    game = new_session(pack.load(), seats="human")
    begin(game)
    return game


@pytest.fixture
def view(session):
    return session.match.game.look.view(session.match.play, KEEPER)


def after_the_lamp(session):
    """Return the view before and after an answer that changes the clock and moves the ship."""
    match = session.match
    before = match.game.look.view(match.play, KEEPER)
    match.answer("turn the lamp")
    return before, match.game.look.view(match.play, KEEPER)


def words(html):
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def test_the_test_pack_shows_every_kind_of_part(view):
    shown = {type(part) for panel in view for part in parts_of(panel)}

    assert shown == set(get_args(PanelPart))


def test_the_exam_passes_a_pack_with_panels_of_its_own(pack):
    problems = check_pack(pack, games=3, decisions=20, samples=2, seconds=0.5, bots=False)

    assert [one for one in problems if one.code.startswith("C7")] == []


def test_everything_on_such_a_panel_has_an_id(view):
    clock, bay = view

    assert [name for name in IDS if name not in things(clock)] == []
    assert {"look_out:ship", "ship", "A1"} <= things(bay).keys()


def page_of(session):
    return table_html(fragments(table_view(session, KEEPER, address="/r/abc")))


def pinned(view):
    seen = unfolded(view)
    return PinnedTable(view=seen, scene=Scene(panels=seen))


def boxed(view):
    return "\n".join(draw(view, Style(boxes=True, width=60)))


def pinned_lines(view):
    return "\n".join(pinned(view).lines(Style(boxes=True, width=130, height=40)))


SHOWN = {
    "page": (
        lambda session, view: words(page_of(session)),
        ("0 of 4", "9 of 9", "lamp lit", "Log book 0 lines", "It is 0 o'clock."),
    ),
    "picture": (
        lambda session, view: words(view_svg(view)),
        ("0 of 4", "9 of 9", "midnight", "lit", "shut", "0 lines", "It is 0 o'clock.", "a ship"),
    ),
    "picture of a panel alone": (
        lambda session, view: words(panel_svg(view[1])), ("a ship", "at A1"),
    ),
    "boxes": (
        lambda session, view: boxed(view),
        ("Clock", "0 ▲·◆·· 4", "oil", "lamp  lit", "shut", "0 lines", "It is 0 o'clock."),
    ),
    "pinned table": (lambda session, view: pinned_lines(view), ("It is 0 o'clock.",)),
}  # fmt: skip


@pytest.mark.parametrize("front_end", SHOWN)
def test_each_front_end_shows_every_part(session, view, front_end):
    show, said = SHOWN[front_end]

    text = show(session, view)

    assert [one for one in said if one not in text] == []


def test_the_page_has_the_id_of_every_part(session):
    page, ids = page_of(session), (*IDS, "look_out", "squares", "ship")

    assert [name for name in ids if f'id="{name}"' not in page] == []


def test_the_pinned_table_shows_the_board_of_such_a_panel_beside_it(view):
    assert pinned(view).titles()[-1] == "[The bay]"


def test_the_page_sends_only_the_parts_that_changed(session):
    old = fragments(table_view(session, KEEPER, address="/r/abc"))
    before = session.match.game.look.view(session.match.play, KEEPER)
    session.match.answer("read")
    new = fragments(table_view(session, KEEPER, before=before, address="/r/abc"))

    changed = new.changed_from(old).keys()
    assert {"clock", "book", "on:A1", "on:B1", "look_out:ship"} <= changed
    assert not {"door", "clock:lamp", "clock:oil"} & changed
    assert "<s>0</s>" in new["clock"]


def test_the_picture_shows_what_may_be_touched(session, view):
    scene = Scene(panels=view, glowing=frozenset(session.match.decision.glowing()))

    assert view_svg(view, scene=scene).count('class="glow"') == 3


def test_a_picture_redraws_such_a_panel_when_it_changed(session):
    before, now = after_the_lamp(session)
    found = redrawn(Scene(panels=before), Scene(panels=now, changes=changes(before, now)))

    assert {"clock", "look_out", "on:A1", "on:B1"} <= found.keys()
    assert "(was 0)" in found["clock"]


def test_plain_lines_tell_every_part(view):
    assert draw(view, Style()) == [
        "Clock:",
        "  0 (0 to 4)",
        "    Marked spaces: 2: midnight",
        "  oil: 9 (0 to 9)",
        "  lamp: lit",
        "  door: shut",
        "  Log book: 0 lines",
        "  It is 0 o'clock.",
        "  Do not leave the tower.",
        "",
        "Look-out:",
        "  ship: at A1",
        "",
        "The bay:",
        "  A1: a ship",
    ]


def test_changes_of_such_a_panel_are_told(session):
    found = changes(*after_the_lamp(session))

    assert found.moved == {"ship": ("A1", "B1")}
    assert found.lines() == [
        "a ship: A1 to B1",
        "Clock: 1 (before: 0)",
        "oil: 8 (before: 9)",
        "Log book: 1 lines (before: 0 lines)",
        "ship: at B1 (before: at A1)",
        "New: It is 1 o'clock.",
        "Gone: It is 0 o'clock.",
    ]


def test_a_part_of_such_a_panel_opens_with_its_words(session, view):
    match = session.match

    assert thing_text(match.game, match.data, "clock:lamp", unfolded(view)).shown == ("lit",)
    assert thing_text(match.game, match.data, "book", unfolded(view)).name == "Log book"


def test_such_a_panel_is_told_as_numbers(view):
    found = set(features(view[0]))

    assert {("Clock", 0), ("Clock/oil", 9), ("Clock/lamp", "lit"), ("Clock/door", "shut")} <= found
    assert ("Clock/Log book", "0 lines") in found


# ---------------------------------------------------------------- what cannot be drawn


class Dial:
    """No part of any panel."""

    title = "Dial"


@attrs.frozen(kw_only=True)
class Odd(Panel):
    shown: object

    def parts(self):
        yield self.shown


@attrs.frozen(kw_only=True)
class Silent(Panel):
    """A panel that forgot to say what it shows."""


FRONT_ENDS = {
    "page": lambda view: fragments_of(view),
    "picture": lambda view: view_svg(view),
    "plain lines": lambda view: draw(view, Style()),
    "boxes": lambda view: draw(view, Style(boxes=True)),
    "things": lambda view: [things(panel) for panel in view],
    "changes": lambda view: changes((), view),
    "numbers": lambda view: [list(features(panel)) for panel in view],
}
WRONG = {
    "an unknown part": (
        Odd(title="Tower", shown=Dial()),
        "panel 'Tower': Odd yields a Dial, which is not part of a panel; yield one of Figure, Bar",
    ),
    "a panel in a panel": (
        Odd(title="Tower", shown=Facts(title="Oil", rows=())),
        "panel 'Tower': Odd yields a Facts, which is not part of a panel; yield its parts",
    ),
    "no parts": (Silent(title="Tower"), "panel 'Tower': Silent does not say what it shows; give"),
    "no panel": (Dial(), "the view shows 'Dial', a Dial, which is not a panel; derive"),
}


def fragments_of(view):
    return [dict(panel_fragments(panel, Scene(panels=view))) for panel in view]


@pytest.mark.parametrize("wrong", WRONG)
def test_what_no_front_end_can_draw_is_an_error_that_names_it_and_the_panel(wrong):
    panel, told = WRONG[wrong]

    for name, show in FRONT_ENDS.items():
        with pytest.raises(PanelError) as error:
            show([panel])
        assert told in str(error.value), name


LAMP = 'yield Figure(label="lamp"'
DOOR = 'yield Slot(name="door"'
BROKEN = {
    "an unknown part": (DOOR, 'yield {"door"}\n        ' + DOOR, "C702", "a set"),
    "no parts": ("def parts(self):\n        ship", "def show(self):\n        ship", "C702", "Bay"),
    "parts that fail": (DOOR, "yield 1 / self.hour\n        " + DOOR, "C701", "'Clock' fail"),
    "a marker off its bar": ("value=self.hour,", "value=self.hour - 9,", "C702", "off the track"),
    "a value that is not text": ('value="lit" if', "value=3 if", "C702", "lamp.value is a int"),
    "one id twice": ('id="door"', 'id="book"', "C707", "'book'"),
    "an unknown symbol": ('symbol="base"', 'symbol="lighthouse"', "C710", "'lighthouse'"),
    "a target that is gone": (LAMP, LAMP.replace("lamp", "light"), "C708", "clock:lamp"),
}


ALIKE = ("no parts", "a marker off its bar", "a value that is not text")
"""What the exam finds under a code of which the quick tests have another example."""


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=[pytest.mark.gate] * (one in ALIKE)) for one in BROKEN]
)
def test_the_exam_finds_what_is_wrong_with_a_panel_of_a_pack(forgotten, tmp_path, name):
    old, new, code, told = BROKEN[name]
    folder = tmp_path / "night_watch"
    folder.mkdir()
    for file in FOLDER.glob("*.py"):
        text = file.read_text()
        if file.name == "panels.py":
            assert old in text
            text = text.replace(old, new, 1)
        (folder / file.name).write_text(text)
    (pack,) = find_packs([folder], points=()).packs

    problems = check_pack(pack, games=1, decisions=5, samples=1, seconds=0.2, bots=False)

    found = [one for one in problems if one.code == code]
    assert found, "\n".join(map(str, problems))
    assert told in found[0].message


def test_a_board_in_a_panel_has_a_place_of_its_own_and_nothing_else_is_split(view):
    plain = (Facts(title="Oil", rows=()), Cards(title="Hand", cards=(Card(name="Fog"),)))

    assert unfolded(plain) == plain
    assert [type(panel) is BoardPanel for panel in unfolded(view)] == [False, False, True]


def test_a_panel_that_is_all_board_is_that_board():
    board = BoardPanel(title="Sky", id="tower", board=SquareGrid(1, 1))

    assert unfolded([Odd(title="Tower", shown=board)]) == (board,)


def test_the_parts_of_a_panel_are_made_once():
    panel = Odd(title="Tower", shown=Figure(label="oil", value="9"))

    assert parts_of(panel) is parts_of(panel)
