"""Code of a game that never ends: it is stopped and named, and whatever moves is left alone."""

import gc
import sys
import threading
from pathlib import Path
from time import process_time

import pytest

from tabletop_core import Repeat, Sequence, Step, run_games
from tabletop_core.bots.seating import seat_bots
from tabletop_core.engine import endless
from tabletop_core.engine.endless import EndlessError, ending
from tabletop_core.engine.frames import innermost_frame
from tabletop_core.errors import PackError
from tabletop_core.plugins.packs import find_packs

# What ends a rule may arrive while the collector runs a function of a library, where it is lost
# with a warning; the next one arrives.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

GAME = """
import attrs
from tabletop_core import Game, Look, Repeat, Sequence, Step, rule
from . import IDENTITY

@attrs.define
class State:
    light: int = 0

def circle(play):
    while True:
        play.state.light += 1

@rule("2", "Keep")
def keep(play):
    while play.state.light:
        pass

@rule("1", "Turn")
def turn(play):
    yield play.ask("Go on?", ["yes", "no"])
    play.state.light = 1
    HERE

def wait(play):
    play.state.light += 1

def finish(play):
    play.end("over")

def view(play, viewer):
    return []

GAME = Game(
    identity=IDENTITY, package=__package__, seats=("one", "two"), state=State,
    sequence=Sequence("Game", Step("Turn", turn), NODE Step("End", finish)),
    new_state=lambda play: State(),
    look=Look(view=view),
)
"""

FOREVER = 'Repeat("Fill", Step("Fill", wait), until={}),'
ENDLESS = {
    "a rule": ("HERE", "keep(play)", "rule '2 Keep'", ("while play", "pass")),
    "a loop of steps that never ask": (
        "NODE", FOREVER.format("lambda play: False"), "rule 'Fill'", ("wait", "light +=", "False"),
    ),
    "the end of a loop": (
        "NODE", FOREVER.format("circle"), "rule 'Fill'", ("while True", "light +="),
    ),
    "a view": (
        "    return []", "    circle(play)", "the function 'view'", ("while True", "light +="),
    ),
    "an evaluation": (
        "    look=", "    evaluate=lambda play, seat: circle(play),\n    look=",
        "the function '<lambda>'", ("while True", "light +="),
    ),
}  # fmt: skip


@pytest.fixture
def made(make_pack):
    """Return a game with one thing in it that does not end."""

    def made(old, new):
        return make_pack(GAME.replace(old, new, 1).replace("HERE", "").replace("NODE", "")).load()

    return made


def act(game):
    """Do with a game what a front end may do."""
    match = game.start(seed=1)
    while match.decision is not None:
        game.look.view(match.play, None)
        if game.evaluate:
            game.evaluate(match.play, "one")
        match.answer("yes")


@pytest.mark.parametrize("name", ENDLESS)
def test_whatever_does_not_end_is_stopped_and_named_with_its_line(made, name):
    old, new, code, places = ENDLESS[name]
    game = made(old, new)

    with pytest.raises(EndlessError) as caught, ending(0.3):
        act(game)

    fault = caught.value.fault
    line = Path(fault.file).read_text().splitlines()[fault.line - 1]
    assert any(place in line for place in places)
    assert str(caught.value) == (
        f"{code} of Made failed at {fault.file}:{fault.line}: it neither asked nor ended within "
        "0.3 seconds; give the loop an end"
    )


WAITS = {
    "a lock": "import threading; one = threading.Lock(); one.acquire(); one.acquire()",
    "a socket": "import socket; one, other = socket.socketpair(); one.recv(1)",
    "a process": "import subprocess; subprocess.run(['sleep', '3600'])",
    "a sleep": "import time; time.sleep(3600)",
}


@pytest.mark.parametrize("name", WAITS)
def test_a_rule_that_waits_for_something_else_is_stopped_and_named_with_its_line(
    made, monkeypatch, name
):
    monkeypatch.setattr(endless, "WAITS_S", 0.5)
    game = made("HERE", WAITS[name])

    with pytest.raises(EndlessError) as caught, ending(0.3):
        act(game)

    fault = caught.value.fault
    assert WAITS[name] in Path(fault.file).read_text().splitlines()[fault.line - 1]
    assert "rule '1 Turn' of Made failed" in str(caught.value)
    assert "it waited 0.5 seconds for something outside of the game" in str(caught.value)


def test_a_rule_that_waits_is_stopped_also_where_threads_are_traced_as_by_a_debugger(
    made, monkeypatch
):
    monkeypatch.setattr(endless, "WAITS_S", 0.5)
    before = threading.gettrace()
    threading.settrace(lambda *_: None)
    try:
        with pytest.raises(EndlessError, match=r"it waited 0.5 seconds"), ending(0.3):
            act(made("HERE", WAITS["a lock"]))
    finally:
        threading.settrace(before)


LOOP = "while True: pass\n"
IMPORTED = {
    "before it says who it is": (
        LOOP, "",
        "there is no pack 'loopy'; installed packs: none\nfolder {0} cannot be imported: it "
        "neither asked nor ended within 0.3 seconds, at {0}/__init__.py:1; fix the pack or "
        "move the folder away",
    ),
    "as its rules are imported": (
        "", LOOP,
        "the function 'tabletop_game' of Loopy failed at {0}/game.py:1: it neither asked nor "
        "ended within 0.3 seconds; give the loop an end",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", IMPORTED)
def test_a_pack_whose_import_does_not_end_is_stopped_and_named_with_its_line(tmp_path, name):
    init, game, said = IMPORTED[name]
    folder = tmp_path / "loopy"
    folder.mkdir()
    (folder / "game.py").write_text(game)
    (folder / "__init__.py").write_text(
        f"{init}from tabletop_core import Identity, hookimpl\n\n@hookimpl\n"
        "def tabletop_identity():\n"
        "    return Identity(id='loopy', title='Loopy', summary='.', players=(1, 1))\n"
        "@hookimpl\ndef tabletop_game():\n    from . import game\n    return game\n"
    )

    with pytest.raises(PackError) as caught, ending(0.3):
        find_packs([folder], points=())["loopy"].load()
    assert str(caught.value) == said.format(folder)
    for module in ("loopy", "loopy.game"):
        sys.modules.pop(module, None)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_batch_names_the_game_that_does_not_end_and_its_seed(made, monkeypatch, jobs):
    game = made("HERE", "keep(play)")
    monkeypatch.setattr("tabletop_core.simulation.batches.BUDGET_S", 0.3)

    with pytest.raises(PackError, match=r"rule '2 Keep' .*: it does not end, in game \d of seed "):
        run_games(game, 2, seed=1, jobs=jobs)


def test_a_game_that_asks_is_left_alone_however_long_it_takes(race_with):
    def slow(play):
        began = process_time()
        while process_time() - began < 0.1:
            pass
        yield play.ask("Go on?", ["yes", "no"])

    turns = Repeat("Turn", Step("Slow", slow), until=lambda play: play.rounds > 7)
    end = Step("End", lambda play: play.end("over"))
    with ending(0.4):
        match = race_with(sequence=Sequence("Game", turns, end)).start(seed=1)
        while match.decision is not None:
            match.answer("yes")

    assert match.is_over


def test_a_search_is_left_alone_however_long_it_thinks(race_with):
    game = race_with()
    match = game.start(seed=1)
    seat = match.decision.seat
    bot = seat_bots(game, {seat: "mcts:ms=1200"}, 1)[seat]

    with ending(0.3):
        assert bot.choose(match, match.decision) in match.decision.options


def test_no_garbage_is_collected_while_the_frames_of_threads_are_listed(monkeypatch):
    list_frames, collected = sys._current_frames, []

    def listed():
        collected.append(gc.isenabled())
        return list_frames()

    monkeypatch.setattr(sys, "_current_frames", listed)
    frame = innermost_frame(threading.get_ident())
    assert frame is not None
    assert frame.f_code is listed.__code__
    assert collected == [False]
    assert gc.isenabled()
