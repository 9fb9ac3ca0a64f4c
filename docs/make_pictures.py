"""Draw a picture of each game into docs/pictures/, from the recorded games of the tests.

    python docs/make_pictures.py [FOLDER]

Shown is the table at a question in the middle of the game where most lies on the boards, with
what can be touched; from the seat that is asked.
"""

import json
import sys
from pathlib import Path
from typing import Any

from tabletop_core.engine.play import Play
from tabletop_core.engine.tape import Tape, given_in
from tabletop_core.panels import BoardPanel, changes
from tabletop_core.pictures import Scene, symbols_of, view_svg
from tabletop_core.plugins.packs import load_pack
from tabletop_core.viewers import Viewer

ROOT = Path(__file__).parents[1]
GAMES = {
    "bomber_boys": "win",
    "bomber_run": "base_destroyed_won",
    "squadron_303": "biggin_hill_lost",
    "wing_and_prayer": "win",
    "b29_superfortress": "success",
}
LOOKS = 24
"""So many moments of a game are looked at."""


def recorded(pack: str, name: str) -> Play[Any]:
    """Return a recorded game of the tests, played to its end."""
    path = ROOT / "tests" / "packs" / pack / "golden" / f"{name}.txt"
    head, tape = (json.loads(line[2:]) for line in path.read_text("utf-8").splitlines()[:2])
    entries = Tape([tuple(entry) for entry in tape])
    return load_pack(pack).start(head["options"], seed=head["seed"], tape=entries)


def moments(play: Play[Any]) -> list[Play[Any]]:
    """Return the game as it was at questions between its first and its last quarter."""
    assert play.tape is not None
    answers = [at for at, entry in enumerate(play.tape.entries) if given_in(entry)]
    middle = answers[len(answers) // 4 : -len(answers) // 4]
    return [play.as_it_was(at) for at in middle[:: max(1, len(middle) // LOOKS)]]


def picture(play: Play[Any]) -> str:
    """Return the table of a game at the moment where most lies on its boards, as an SVG."""

    def on_boards(then: Play[Any]) -> tuple[int, bool]:
        boards = [panel for panel in view(then) if isinstance(panel, BoardPanel)]
        asked = then.decision is not None and any(map(then.decision.targets_of, some(then)))
        return sum(len(board.pieces) for board in boards), asked

    then = max(moments(play), key=on_boards)
    panels = view(then)
    decision = then.decision
    assert decision is not None
    scene = Scene(
        panels=panels, changes=changes(panels, panels), glowing=frozenset(decision.glowing())
    )
    game = then.game
    return view_svg(panels, symbols=symbols_of(game.package), scene=scene, title=game.title)


def view(play: Play[Any]) -> tuple[Any, ...]:
    """Return what the seat sees that is asked."""
    assert play.decision is not None
    return tuple(play.game.view(play, Viewer(play.decision.seat)))


def some(play: Play[Any]) -> list[Any]:
    assert play.decision is not None
    return list(play.decision.options[:50])


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for pack, name in GAMES.items():
        (folder / f"{pack}.svg").write_text(picture(recorded(pack, name)), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures")
