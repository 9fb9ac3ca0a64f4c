"""A screen that stays: the table at the top, the story below it, the prompt last."""

from types import SimpleNamespace

import pytest

from tabletop_core.boards import Graph
from tabletop_core.cli.screen.pinned_table import PinnedTable
from tabletop_core.panels import BoardPanel, Facts, Piece, Spot
from tabletop_core.pictures import Scene
from tabletop_core.saves.reader import read_save
from tabletop_core.text.style import Style, width_of

from .conftest import START, Screen

PLAY = "play bomber_run --seed 7 --seats human,bot:greedy"
SPIES = "play spies --seed 3 --seats human,human"


@pytest.fixture
def begun(screen):
    """Begin a game on a screen."""

    def begin(command=PLAY, then="? for help) >", **how):
        game = screen(command, **how)
        game.wait(then)
        return game

    return begin


@pytest.fixture(scope="module", params=(60, 80, 120, 200))
def seen(request, tmp_path_factory):
    """What is in sight at a width: at first, after an answer, and while a piece is typed."""

    def left_to_move():
        return [word for word in game.reversed if not word.strip("0123½")]

    folder = str(tmp_path_factory.mktemp("saves"))
    columns = request.param
    game = Screen("-c", START, *PLAY.split(), columns=columns, lines=60, TABLETOP_SAVES=folder)
    try:
        begun = game.wait("? for help) >")
        game.type("first", then="Which 2 fighters move with a 4?")
        answered = game.wait("with commas between; ? for help) >")
        game.type("1,2", then="with the 3?")
        game.type("1", then="Which aircraft flies, and where?")
        before = left_to_move()
        game.press(b"w4")
        game.wait("> w4")
        reached = left_to_move()
        game.press(b"\x7f\x7f2")
        game.wait("> 2")
        reversed_ = game.reversed
    finally:
        game.put_away()
    return SimpleNamespace(
        columns=columns, begun=begun, answered=answered, before=before, reached=reached,
        reversed=reversed_,
    )  # fmt: skip


def edge_of(lines):
    return next(at for at, line in enumerate(lines) if line.startswith("─ [Board"))


def test_the_board_stays_at_the_top_the_story_below_it_and_the_prompt_at_the_bottom(seen):
    lines = seen.answered

    assert lines[0].strip().startswith("Board")
    assert "w1→" in "\n".join(lines[:20])
    assert edge_of(lines) <= 30
    assert any("West wins the roll" in line for line in lines[edge_of(lines) :])
    assert lines[-1].endswith("? for help) >")
    assert max(map(width_of, lines)) <= seen.columns


def test_other_panels_stand_beside_the_board_from_120_columns_on(seen):
    assert ("6 fighters, 1 bomber" in "\n".join(seen.begun[:20])) == (seen.columns >= 120)


def test_a_board_of_24_columns_is_whole_from_80_columns_on(seen):
    heads = next(line for line in seen.begun if " L " in line).split()

    assert (heads[:24] == [*"ABCDEFGHIJKLMNOPQRSTUVWX"]) == (seen.columns >= 80)


def test_what_is_typed_shows_where_that_piece_may_go_and_what_that_leaves_it(seen):
    assert not seen.before
    assert len(seen.reached) > len(set(seen.reached)) > 1
    assert "+" in seen.reversed


def test_a_terminal_of_50_lines_shows_all_24_rows_of_a_board_and_21_lines_of_the_story(begun):
    lines = begun(columns=200, lines=50).seen

    assert [line.split()[0] for line in lines[2:26]] == [str(row) for row in range(1, 25)]
    assert len(lines) - edge_of(lines) - 2 >= 21


def test_tab_looks_at_another_panel_where_nothing_is_typed(begun):
    game = begun(columns=80)
    game.press(b"\t")
    lines = game.wait("[Aircraft]")

    assert "west  6 fighters, 1 bomber" in "\n".join(lines[:6])


def test_tab_completes_what_is_typed(begun):
    game = begun()
    game.press(b"sec\t")
    assert game.wait("> second")
    game.press(b"\r")

    game.wait("Which 2 fighters move with a 4?")


def test_a_line_that_changed_is_marked(begun):
    game = begun(columns=120)
    game.type("first", then="Which 2 fighters move with a 4?")
    game.type("1,2", then="Dice left: 3 2 2 2")

    assert "▸│ x1 " in game.sight
    assert "▸│ east" not in game.sight


def test_a_key_gives_the_table_all_the_room_it_needs_and_half_of_it_again(begun):
    game = begun(lines=24)
    half = edge_of(game.seen)
    game.press(b"\x1bOQ")
    game.wait("19  ·  ·")
    game.wait("  X\n─ [Board")
    whole = edge_of(game.seen)
    game.press(b"\x1bOQ")

    game.wait("take off on each side")
    assert (half, whole) == (12, 21)


def touching(typed, links, pieces, spots=()):
    """Return (the spaces that glow, the counters in hand) once something is typed over a map."""
    board = Graph(tuple(dict.fromkeys(at for link in links for at in link)), links)
    panel = BoardPanel(id="map", title="Map", board=board, spots=spots, pieces=pieces)
    table = PinnedTable(view=[panel], scene=Scene(panels=[panel]))
    touched = table.touching(typed)
    return (touched.scene.glowing, touched.scene.hand) if touched is not table else None


FORD = (("home", "ford"), ("ford", "away"))
TANK = Piece(id="t1", words="a tank", at="home")
PORT = (("st_nazaire", "loire"),)
FORMATION = Piece(id="f1", label="US", words="the formation, 9 bombers", at="loire")
NAMED = (Spot(id="st_nazaire", label="St. Nazaire", name="the port of St. Nazaire"),)
FIGHTER = Piece(id="w1", words="a fighter", at="away")


@pytest.mark.parametrize(
    ("typed", "links", "piece", "glowing", "hand"),
    [
        # A space shows what lies next to it, and a counter what lies next to its space.
        ("Ford", FORD, TANK, {"home", "away"}, None),
        ("t1", FORD, TANK, {"ford"}, None),
        # Both may be typed by their names too.
        ("st_nazaire", PORT, FORMATION, {"loire"}, None),
        ("st. nazaire", PORT, FORMATION, {"loire"}, None),
        ("the port of St. Nazaire", PORT, FORMATION, {"loire"}, None),
        ("the formation", PORT, FORMATION, None, ("f1",)),
        # Of a counter and a space that differ in capitals the one typed is meant.
        ("w1", (("W1", "away"),), FIGHTER, None, ("w1",)),
        ("W1", (("W1", "away"),), FIGHTER, None, ("W1",)),
    ],
)
def test_a_space_or_counter_that_is_typed_glows(typed, links, piece, glowing, hand):
    spots = NAMED if links is PORT else ()
    shown = touching(typed, links, (piece,), spots)

    assert shown is not None
    assert glowing is None or shown[0] == glowing
    assert hand is None or shown[1] == hand


def test_the_beginning_of_a_name_lets_nothing_glow():
    assert touching("for", FORD, (TANK,)) is None


def test_what_was_told_is_wrapped_anew_where_the_window_becomes_narrower(begun):
    game = begun(columns=120)
    game.type("zebra", then="'zebra' is not an option here")
    assert "'zebra' is not an option here; type 1 to 2, or a name, or ? for help" in game.seen[-2]
    game.resize(60, 30)
    lines = game.wait("\nfor help\n(1 to 2")

    assert max(map(width_of, lines)) <= 60
    assert "Board" in lines[0]


def test_the_key_up_a_page_shows_the_story_before(begun):
    game = begun(lines=24)
    game.type("first", then="Which 2 fighters move with a 4?")
    assert "Type ? for help." not in game.sight
    for _ in range(6):
        game.press(b"\x1b[5~")

    game.wait("Type ? for help.")


def test_a_question_longer_than_the_room_shows_its_beginning(begun):
    game = begun(lines=20, columns=60)
    game.type("first", then="Which 2 fighters move with a 4?")

    assert "PgDn" in game.sight


def test_a_key_pressed_before_there_is_a_prompt_answers_nothing(begun, saves):
    game = begun(SPIES, "press Enter.")
    game.press(b"\r\r\r")
    game.wait("ann decides")
    (path,) = saves.glob("*.toml")

    assert not [entry for entry in read_save(path).entries if entry[0] == "answer"]


def test_a_hand_over_leaves_nothing_of_the_other_in_sight(begun):
    game = begun(SPIES, "press Enter.")
    assert "the card of ann" not in game.sight
    game.type("", then="the card of ann")
    game.type("wait", then="Hand the keyboard to bob")
    # It is drawn in a thread of its own: one more sight may come that has something of both.
    passed = game.wait_without("the card of ann")

    assert "wait" not in "\n".join(passed)
    assert next(line for line in passed if line).startswith("─")


def test_what_another_typed_cannot_be_called_back(begun):
    game = begun(SPIES, "press Enter.")
    game.type("", then="the card of ann")
    game.type("wait", then="Hand the keyboard to bob")
    game.type("", then="the card of bob")
    game.press(b"\x1b[A\x1b[A")
    game.press(b"zz")
    game.wait("> zz")

    assert game.seen[-1].endswith("> zz")


def test_an_interrupt_leaves_the_game_saved_and_the_terminal_as_it_was(begun, saves):
    game = begun()
    game.type("first", then="Which 2 fighters")
    game.press(b"\x03")
    game.wait("Interrupted.")

    assert game.end() == 130
    assert "The game is saved. Continue with: tabletop resume" in game.sight
    assert len(list(saves.glob("*.toml"))) == 1


def test_a_game_is_played_to_its_end_and_its_result_stays_on_the_terminal(begun):
    game = begun("play harvest --seed 3 --seats human,bot:random", "Which crops?")
    game.type("rye", then="How many sacks")
    game.type("2", then="Who names a price?")
    game.type("20", then="(Enter to leave the table)")
    game.type("", then="What next?")
    game.press(b"\n")

    assert game.end() == 0
    assert "You lost: sold up" in game.sight


@pytest.mark.parametrize(
    ("more", "how"), [("", {"columns": 59}), ("", {"lines": 19}), (" --scroll", {})]
)
def test_a_small_terminal_scrolls_and_so_does_one_that_is_told_to(begun, more, how):
    assert "─ [Board" not in begun(PLAY + more, **how).sight


def test_over_a_pipe_lines_always_scroll(run):
    assert "== Setup > Place the bases" in run(PLAY, "quit").output


@pytest.mark.parametrize(("columns", "first"), [(120, "Mission"), (200, "The ford")])
def test_beside_the_panel_in_front_a_board_comes_last_where_it_would_lose_its_names(columns, first):
    boards = [
        BoardPanel(title=title, board=Graph(("a", "b"), (("a", "b"),)))
        for title in ("The hill", "The ford")
    ]
    view = [*boards, Facts(title="Mission", rows=(("fuel", "12"),))]
    style = Style(width=columns, height=30)

    lines = PinnedTable(view=view, scene=Scene(panels=view)).lines(style)

    beside = [line for line in lines if "Mission" in line or "The ford" in line]
    assert first in beside[0]
    assert len(beside) == 2
