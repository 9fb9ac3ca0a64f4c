"""`tabletop check` as a linter: a sound pack, broken in one place at a time.

Each entry names the file, what stands there and what it is changed to, the code that must be
found, and a piece of the line it must be found at.
"""

import shutil
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tabletop_core.cli import app
from tabletop_core.plugins.packs import find_packs
from tabletop_core.testing import CODES, check_pack
from tabletop_core.testing.codes import DATA_CODES

SOUND = Path(__file__).parent / "lanterns"
WIND, BOX, GAME, INIT = "data/wind.toml", "data/lanterns.toml", "game.py", "__init__.py"
IMPORT = "import attrs\n"
SHINE = '    play.log("shine", who=play.seat, card=card, light=light)'

BROKEN = {
    # ------------------------------------------------------------ keys, tables, cards
    "an unknown key of a table": (WIND, 'dice = "1d6"', 'dise = "1d6"', "D103", "dise"),
    "an unknown key of a card": (BOX, "light = 2", "lihgt = 2", "D103", "lihgt"),
    "a key of the wrong type": (BOX, "light = 2", 'light = "2"', "D105", 'light = "2"'),
    "a key that is missing": (BOX, 'title = "Blue lantern"\n', "", "D104", "[[lantern]]"),
    "a file that is no TOML": (BOX, "copies = 6", "copies = ", "D102", "copies ="),
    "a gap in a table": (WIND, '"4.."', '"5.."', "T144", '"5.."'),
    "rows that overlap": (WIND, '"4.."', '"3.."', "T143", '"3.."'),
    "a result that leads to no table": (
        WIND, 'result = "gust"', 'result = { table = "gale" }', "T301", "gale",
    ),
    "a key that nothing reads": (
        "data.py", "    light: int\n", "    light: int\n    weight: int = 1\n", "C305", "weight",
    ),
    "a table that nothing reads": (
        WIND, 'why = "it drops at dusk"\n',
        'why = "it drops at dusk"\n\n[[table]]\nid = "rain"\ndice = "1d6"\n'
        'row = [{ on = "1-6", result = "wet" }]\n', "C303", 'id = "rain"',
    ),
    "a file that nothing reads": (
        BOX, "copies = 6", "copies = 6", "D109", "", ("data/rain.toml", "schema = 1\n"),
    ),
    "a card that nothing uses": (
        GAME, "fromkeys(play.data.lanterns", 'fromkeys(("red", "blue")', "C904", 'id = "green"',
        (BOX, '\n[[lantern]]\nid = "green"\ntitle = "Green lantern"\nlight = 3\n'),
    ),
    "a rule that names a card there is not": (
        GAME, "hand.play(card)", 'hand.play("gold")', "C401", '"gold"',
    ),
    # ------------------------------------------------------------ modifiers and conditions
    "a modifier that nothing applies": (GAME, ', with_=["dusk"]', "", "C304", 'id = "dusk"'),
    "a modifier there is not": (GAME, '["dusk"]', '["dawn"]', "C401", '"dawn"'),
    "a condition there is not": (WIND, '"is_windy"', '"is_stormy"', "C301", "is_stormy"),
    "a condition that nothing names": (WIND, 'when = "is_windy"\n', "", "C302", "def is_windy"),
    # ------------------------------------------------------------ rules, steps, decisions
    "a rule that is never reached": (
        GAME, "\n\ndef is_windy", '\n\n@rule("6", "Dawn")\ndef dawn(play):\n    pass\n'
        "\n\ndef is_windy", "C901", '@rule("6"',
    ),
    "a step that is never reached": (
        GAME, 'Step("Wind", wind)', 'Step("Wind", wind, when=lambda play: False)', "C902",
        '@rule("2"',
    ),
    "a step that computes for ever": (
        GAME, "    light = play.data", "    while light_one:\n        pass\n    light = play.data",
        "C403", ("while light_one", "pass"),
    ),
    "a step that rolls for ever": (
        GAME, "    state.windy =", "    while True:\n        play.die(6)\n    state.windy =",
        "C403", '@rule("2"',
    ),
    "a loop that can never end": (
        GAME, "night, may_end=True", "wind", "C200", '"Evening"',
    ),
    "a game that never ends": (
        GAME, "len(hand) < 2", "len(hand) < 0", "C402", "yield play.ask",
        ('== play.options["evenings"]', "== 0"),
    ),
    "a name that is used twice": (GAME, 'Step("Wind"', 'Step("Night"', "C200", '"Night"'),
    "a decision with one option": (
        GAME, 'set(hand.cards) | {"none"}', '{"none"}', "C405", "yield play.ask",
    ),
    "a decision without options": (
        GAME, 'tuple(sorted(set(hand.cards) | {"none"}))', "()", "C401", "yield play.ask",
    ),
    "an option whose default is no value": (GAME, "default=5", "default=6", "C103", "default=6"),
    "seats that do not fit the players": (GAME, '("ann", "ben")', '("ann",)', "C104", '("ann",)'),
    # ------------------------------------------------------------ events, views, what is hidden
    "an event without words": (GAME, '        "wait": "{who} waits', '        "w": "{who} waits',
        "C501", 'play.log("wait"',
    ),
    "words that nothing uses": (GAME, '        "wait":', '        "sunk": "",\n        "wait":',
        "C506", '"sunk"',
    ),
    "a view that leaks": (GAME, "h.seen_by(viewer)", "h.cards", "C704", "def view"),
    "forks that leak": (
        GAME, "    determinize=redeal,\n", "", "C706", '@rule("1"',
        ("hands: dict[str, Hand]", "hands: dict"),
    ),
    # ------------------------------------------------------------ not the same game again
    "global random": (GAME, IMPORT, f"import random\n\n{IMPORT}", "C202", "import random"),
    "the time": (GAME, IMPORT, f"import time\n\n{IMPORT}", "C202", "import time"),
    "the order of a set": (
        GAME, SHINE, SHINE.replace("card=card", 'card=" ".join(state.seen)'), "C602", "play.log",
    ),
    "the order of a set, in the state": (
        GAME, SHINE, SHINE.replace("card=card", "card=[*state.seen, hash(card)][-1]"), "C602",
        "play.log",
    ),
    "memory outside the state": (
        GAME, "    state.seen.add(card)\n", "    SEEN.append(card)\n", "C601", "play.log",
        (GAME, "\nSEEN = []\n"), (SHINE, SHINE.replace("light=light", "light=len(SEEN)")),
    ),
    "a changing global": (
        GAME, "    state.seen.add(card)\n", "    global LAST\n    LAST = card\n", "C203",
        "global LAST", (GAME, '\nLAST = ""\n'),
    ),
    "typed input": (GAME, "    state.seen", "    input()\n    state.seen", "C202", "input("),
    # ------------------------------------------------------------ the package itself
    "a private import": (
        GAME, "from .data",
        "from tabletop_core.engine.tape import Tape\n\nfrom .data", "C201", "Tape",
    ),
    "a syntax error": (GAME, "def wind(play):", "def wind(play:", "C100", "def wind(play:"),
    "an import that fails": (GAME, IMPORT, "import attrz\n", "C100", "import attrz"),
    "a version that cannot be read": (INIT, ">=0.1", "~=0.1", "C102", "~=0.1"),
    "another version of tabletop": (INIT, ">=0.1", ">=99", "C102", ">=99"),
    "no summary": (INIT, "Light lanterns while the wind allows.", " ", "C101", '" "'),
}  # fmt: skip


@pytest.fixture
def broken(tmp_path):
    """Copy the sound pack, change it, and return its folder."""

    def make(file, old, new, more=()):
        folder = tmp_path / "lanterns"
        shutil.copytree(SOUND, folder, ignore=shutil.ignore_patterns("__pycache__"))
        text = (folder / file).read_text()
        assert old in text
        text = text.replace(old, new, 1)
        for name, added in more:
            path = folder / name
            if name == file:
                text += added
            elif path.suffix in (".py", ".toml") and "\n" not in name:
                path.write_text((path.read_text() if path.exists() else "") + added)
            else:
                text = text.replace(name, added, 1)
        (folder / file).write_text(text)
        return folder

    yield make
    for name in [own for own in sys.modules if own.partition(".")[0] == "lanterns"]:
        del sys.modules[name]


# What ends a rule that takes too long may arrive while the collector runs a function of a library,
# where it is lost with a warning; the next one arrives.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("name", BROKEN)
def test_check_finds(broken, name):
    file, old, new, code, where, *more = BROKEN[name]
    folder = broken(file, old, new, more)
    (pack,) = find_packs([folder], points=()).packs

    problems = check_pack(
        pack, games=8, decisions=200, samples=2, patience=500, seconds=0.5, bots=False,
        processes=code == "C602",
    )  # fmt: skip

    found = [problem for problem in problems if problem.code == code]
    assert found, "\n".join(map(str, problems))
    assert found[0].severity == (CODES | DATA_CODES)[code].severity
    assert found[0].remedy
    if where:
        line = Path(found[0].file).read_text().splitlines()[found[0].line - 1]
        assert any(piece in line for piece in ([where] if isinstance(where, str) else where))


def test_the_sound_pack_has_none_of_these_faults(broken):
    folder = broken(GAME, IMPORT, IMPORT)
    (pack,) = find_packs([folder], points=()).packs

    assert list(map(str, check_pack(pack, games=8, bots=False, processes=False))) == []


@pytest.mark.parametrize(
    "name", ["a syntax error", "a view that leaks", "an unknown key of a card"]
)
def test_the_command_tells_a_fault_without_a_traceback(broken, name):
    file, old, new, code, *_ = BROKEN[name]
    folder = broken(file, old, new)

    done = CliRunner().invoke(app, ["check", str(folder), "--games", "4"])

    assert done.exit_code == 1
    assert f"  {code} " in done.output
    assert "Traceback" not in done.output
