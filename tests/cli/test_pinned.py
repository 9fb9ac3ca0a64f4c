"""A screen that stays: the table at the top, the story below it, the prompt last."""

import pytest

from tabletop_core.boards import Graph
from tabletop_core.cli.screen.pinned_table import PinnedTable
from tabletop_core.cli.screen.style import Style, width_of
from tabletop_core.panels import BoardPanel, Facts, Piece, Spot
from tabletop_core.pictures import Scene
from tabletop_core.saves.reader import read_save

PLAY = "play bomber_run --seed 7 --seats human,bot:greedy"
SPIES = "play spies --seed 3 --seats human,human"
COLUMNS = (60, 80, 120, 200)


@pytest.fixture
def begun(screen):
    """Begin a game; it is killed after the test."""
    games = []

    def begin(command=PLAY, then="? for help) >", **how):
        game = screen(command, **how)
        games.append(game)
        game.wait(then)
        return game

    yield begin
    for game in games:
        game.kill()


@pytest.fixture(params=COLUMNS)
def columns(request):
    return request.param


def test_the_board_stays_at_the_top_and_the_prompt_at_the_bottom(begun, columns):
    game = begun(columns=columns)
    game.type("first", then="Which 2 fighters move with a 4?")
    lines = game.wait("with commas between; ? for help) >")

    assert lines[0].strip().startswith("Board")
    assert "w1→" in "\n".join(lines[:20])
    assert lines[-1].endswith("? for help) >")
    assert max(map(width_of, lines)) <= columns


def test_the_story_runs_below_the_board(begun, columns):
    game = begun(columns=columns, lines=60)
    game.type("first", then="Which 2 fighters move with a 4?")
    lines = game.seen
    edge = next(at for at, line in enumerate(lines) if line.startswith("─ [Board"))

    assert edge <= 30
    assert any("West wins the roll" in line for line in lines[edge:])


def test_other_panels_stand_beside_the_board_from_120_columns_on(begun, columns):
    lines = begun(columns=columns).seen
    beside = "6 fighters, 1 bomber" in "\n".join(lines[:20])

    assert beside == (columns >= 120)


def test_a_board_of_24_columns_is_whole_from_80_columns_on(begun, columns):
    lines = begun(columns=columns).seen
    heads = next(line for line in lines if " L " in line).split()

    assert (heads[:24] == [*"ABCDEFGHIJKLMNOPQRSTUVWX"]) == (columns >= 80)


def test_a_terminal_of_50_lines_shows_all_24_rows_of_a_board_and_21_lines_of_the_story(begun):
    lines = begun(columns=200, lines=50).seen
    edge = next(at for at, line in enumerate(lines) if line.startswith("─ [Board"))

    assert [line.split()[0] for line in lines[2:26]] == [str(row) for row in range(1, 25)]
    assert len(lines) - edge - 2 >= 21


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

    assert "▸│ x1 " in game.text
    assert "▸│ east" not in game.text


def test_a_key_gives_the_table_all_the_room_it_needs_and_half_of_it_again(begun):
    game = begun(lines=24)
    half = [line.startswith("─ [Board") for line in game.seen].index(True)
    game.press(b"\x1bOQ")
    game.wait("19  ·  ·")
    game.wait("  X\n─ [Board")
    whole = [line.startswith("─ [Board") for line in game.seen].index(True)
    game.press(b"\x1bOQ")

    game.wait("Both squadrons take off.")
    assert (half, whole) == (12, 21)


def test_what_is_typed_shows_where_that_piece_may_go_and_what_that_leaves_it(begun, columns):
    def left(game):
        return [word for word in game.reversed if not word.strip("0123½")]

    game = begun(columns=columns)
    game.type("first 1,2 1", then="Which aircraft flies, and where?")
    before = left(game)
    game.press(b"w4")
    game.wait("> w4")
    reached = left(game)
    game.press(b"\x7f\x7f2")
    game.wait("> 2")

    assert not before
    assert len(reached) > len(set(reached)) > 1
    assert "+" in game.reversed


def test_a_space_that_is_typed_shows_what_lies_next_to_it():
    roads = Graph(("home", "ford", "away"), (("home", "ford"), ("ford", "away")))
    camp = Piece(id="t1", words="a tank", at="home")
    panel = BoardPanel(id="map", title="Map", board=roads, pieces=(camp,))
    table = PinnedTable(view=[panel], scene=Scene(panels=[panel]))

    assert table.touching("Ford").scene.glowing == {"home", "away"}
    assert table.touching("t1").scene.glowing == {"ford"}
    assert table.touching("for") is table


def test_a_space_or_counter_may_be_typed_by_its_name_too():
    roads = Graph(("st_nazaire", "loire"), (("st_nazaire", "loire"),))
    spots = (Spot(id="st_nazaire", label="St. Nazaire", name="the port of St. Nazaire"),)
    formation = Piece(id="f1", label="US", words="the formation, 9 bombers", at="loire")
    panel = BoardPanel(id="map", title="Map", board=roads, spots=spots, pieces=(formation,))
    table = PinnedTable(view=[panel], scene=Scene(panels=[panel]))

    for typed in ("st_nazaire", "st. nazaire", "the port of St. Nazaire"):
        assert table.touching(typed).scene.glowing == {"loire"}
    assert table.touching("the formation").scene.hand == ("f1",)


def test_of_a_counter_and_a_space_that_differ_in_capitals_the_one_typed_is_meant():
    roads = Graph(("W1", "away"), (("W1", "away"),))
    fighter = Piece(id="w1", words="a fighter", at="away")
    panel = BoardPanel(id="map", title="Map", board=roads, pieces=(fighter,))
    table = PinnedTable(view=[panel], scene=Scene(panels=[panel]))

    assert table.touching("w1").scene.hand == ("w1",)
    assert table.touching("W1").scene.hand == ("W1",)


def test_what_was_told_is_wrapped_anew_where_the_window_becomes_narrower(begun):
    game = begun(columns=120)
    game.type("zebra", then="'zebra' is no option here")
    assert "'zebra' is no option here; type 1 to 2, or a name, or ? for help" in game.seen[-2]
    game.resize(60, 30)
    lines = game.wait("\nhelp\n(1 to 2")

    assert max(map(width_of, lines)) <= 60
    assert "Board" in lines[0]


def test_the_key_up_a_page_shows_the_story_before(begun):
    game = begun(lines=24)
    game.type("first", then="Which 2 fighters move with a 4?")
    assert "Type ? for help." not in game.text
    for _ in range(6):
        game.press(b"\x1b[5~")

    game.wait("Type ? for help.")


def test_a_question_longer_than_the_room_shows_its_beginning(begun):
    game = begun(lines=20, columns=60)
    game.type("first", then="Which 2 fighters move with a 4?")

    assert "PgDn" in game.text


def test_a_key_pressed_before_there_is_a_prompt_answers_nothing(begun, saves):
    game = begun(SPIES, "press Enter.")
    game.press(b"\r\r\r")
    game.wait("ann decides")
    (path,) = saves.glob("*.toml")

    assert not [entry for entry in read_save(path).entries if entry[0] == "answer"]


def test_a_hand_over_leaves_nothing_of_the_other_in_sight(begun):
    game = begun(SPIES, "press Enter.")
    assert "the card of ann" not in game.text
    game.type("", then="the card of ann")
    passed = game.type("wait", then="Hand the keyboard to bob")

    assert "the card of ann" not in passed
    assert "wait" not in passed
    assert next(line for line in game.seen if line).startswith("─")


def test_what_another_typed_cannot_be_called_back(begun):
    game = begun(SPIES, "press Enter.")
    game.type("", then="the card of ann")
    game.type("wait", then="Hand the keyboard to bob")
    game.type("", then="the card of bob")
    game.press(b"\x1b[A\x1b[A")
    game.press(b"zz")
    game.wait("> zz")

    assert game.seen[-1].endswith("> zz")


def test_an_interrupt_leaves_the_game_saved_and_the_terminal_as_it_was(screen, saves):
    game = screen(PLAY)
    game.wait("? for help) >")
    game.type("first", then="Which 2 fighters")
    game.press(b"\x03")
    game.wait("Interrupted.")

    assert game.end() == 130
    assert "The game is saved. Go on with: tabletop resume" in game.text
    assert len(list(saves.glob("*.toml"))) == 1


def test_a_game_is_played_to_its_end_and_its_result_stays_on_the_terminal(screen):
    game = screen("play harvest --seed 3 --seats human,bot:random")
    game.wait("Which crops?")
    game.type("rye", then="How many sacks")
    game.type("2", then="Who names a price?")
    game.type("20", then="(Enter to leave the table)")
    game.type("", then="What next?")
    game.press(b"\n")

    assert game.end() == 0
    assert "You lost: sold up" in game.text


@pytest.mark.parametrize("how", [{"columns": 59}, {"lines": 19}])
def test_a_small_terminal_scrolls(screen, how):
    game = screen(PLAY, **how)
    game.wait("? for help) >")

    assert "─ [Board" not in game.text
    game.kill()


def test_scroll_turns_it_off(screen):
    game = screen(PLAY + " --scroll")
    game.wait("? for help) >")

    assert "─ [Board" not in game.text
    game.kill()


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
