"""Checks that games repeat exactly in processes with other hash seeds."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..engine.pickling import place_of
from ..processes import pipe_to_end_with
from .games import Found
from .watch import lines_of

if TYPE_CHECKING:
    from ..engine.game import Game
    from .exam_run import Exam


def check_processes(exam: "Exam", found: Found) -> None:
    """Play the same games in processes with other hash seeds."""
    wholes = found.ended[: exam.repeated]
    if not wholes:
        return
    where = _where(exam)
    if where is None:
        exam.report("C611", f"{exam.game.id} is neither installed nor in a folder of its own")
        return
    order = {
        **where,
        "games": [[whole.seed, dict(whole.options), exam.decisions] for whole in wholes],
    }
    own = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, (own, os.environ.get("PYTHONPATH"))))
    for hash_seed in ("1", "2"):
        with pipe_to_end_with() as pipe:
            done = subprocess.run(
                [sys.executable, "-P", "-m", "tabletop_core.testing.rerun", json.dumps(order)],
                stdin=pipe,
                capture_output=True,
                text=True,
                timeout=600,
                check=False,
                env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
            )
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no message"])[-1]
            exam.report(
                "C602",
                f"the game cannot be played in another process: {last}",
                remedy="make sure that the pack can be imported by itself",
            )
            return
        for whole, lines in zip(wholes, json.loads(done.stdout), strict=True):
            ours = lines_of(whole.events)
            if ours == lines:
                continue
            pairs = zip(ours, lines, strict=False)
            at = next((n for n, (a, b) in enumerate(pairs) if a != b), 0)
            event = whole.events[at]
            exam.report(
                "C602",
                f"with other hash values event {at + 1} ({event.kind!r}, step {event.step!r}) "
                "is another",
                exam.place_of_event(event),
                once="differs",
            )
            return


def _where(exam: "Exam") -> dict[str, str] | None:
    """Tell another process how to find the game."""
    package = exam.game.package
    if exam.folder is None and not hasattr(sys.modules.get(package), "tabletop_identity"):
        return None
    return {"id": exam.game.id, "folder": place_of(package), "package": package}


def find_game(where: dict[str, str]) -> "Game[Any]":
    """Find the game that `_where` described."""
    from importlib import import_module
    from importlib.util import find_spec

    from ..plugins.packs import find_packs

    try:
        spec = find_spec(where["package"])
    except ImportError:
        spec = None
    place = where["folder"]
    file = place if place.endswith(".py") else os.path.join(place, "__init__.py")
    if spec is None or spec.origin != file:
        return find_packs([where["folder"]])[where["id"]].load()
    game: Game[Any] = import_module(where["package"]).tabletop_game()
    return game
