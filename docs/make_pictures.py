"""Draw pictures of each game into docs/pictures/, from the recorded games of the tests.

    python docs/make_pictures.py [FOLDER]

A picture shows the table at a question, as the asked seat sees it, with what can be touched.
There are four of each game: the opening, the fullest boards in the middle and late in the game, and
the end. `gallery.md` beside the folder shows them all.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tabletop_core import ALL_SEEING
from tabletop_core.engine.match import Match
from tabletop_core.engine.tape import Tape, given_in
from tabletop_core.panels import BoardPanel, changes
from tabletop_core.panels.things import on_board
from tabletop_core.pictures import Scene, symbols_of, view_svg
from tabletop_core.plugins.packs import load_pack
from tabletop_core.presentation.games import outcome_lines
from tabletop_core.presentation.log import GameLog
from tabletop_core.viewers import Viewer

ROOT = Path(__file__).parents[1]
GAMES = {
    "bomber_boys": "win",
    "b29_superfortress": "success",
    "squadron_303": "biggin_hill_lost",
    "bomber_run": "base_destroyed_won",
    "wing_and_prayer": "win",
}
LOOKS = 24
"""How many moments of a game are considered for a picture."""
HEAD = """# Gallery

Each picture shows the table of a recorded game of the tests at the question below it, as
`tabletop show --svg` draws it. What can be touched is marked. `python docs/make_pictures.py` makes
the pictures and this page.
"""


class Moment(NamedTuple):
    """A game at a question, or over; `name` is that of its picture, after the pack's."""

    name: str
    title: str
    then: Match[Any]
    told: tuple[str, ...] = ()


def recorded(pack: str, name: str) -> Match[Any]:
    """Return a recorded game of the tests, played to its end."""
    path = ROOT / "tests" / "packs" / pack / "golden" / f"{name}.txt"
    head, tape = (json.loads(line[2:]) for line in path.read_text("utf-8").splitlines()[:2])
    entries = Tape([tuple(entry) for entry in tape])
    return load_pack(pack).start(head["options"], seed=head["seed"], tape=entries)


def moments(match: Match[Any]) -> Iterator[Moment]:
    """Yield the moments that get a picture, in the order of the game."""
    looks = questions(match)
    told = dict(zip(looks, told_before(looks), strict=True))
    quarter = len(looks) // 4
    opening = max(looks[: quarter or 1], key=touches_boards)
    middle = max(looks[quarter:-quarter] or looks, key=fullness)
    late = max(looks[-quarter:], key=fullness)
    yield Moment("-opening", "The opening", opening)
    yield Moment("", "In the middle of it", middle, told[middle])
    yield Moment("-late", "Later", late, told[late])
    yield Moment("-end", "The end", match, tuple(outcome_lines(match)))


def questions(match: Match[Any]) -> list[Match[Any]]:
    """Return the game as it was at questions all over it."""
    assert match.tape is not None
    answers = [at for at, entry in enumerate(match.tape.entries) if given_in(entry)]
    return [match.as_it_was(at) for at in answers[:: max(1, len(answers) // LOOKS)]]


def told_before(looks: list[Match[Any]]) -> Iterator[tuple[str, ...]]:
    """Yield for each question the lines told since the one before."""
    log, told = GameLog(looks[0].game, looks[0].data.names), 0
    for now in looks:
        yield tuple(line.text for line in log.tell(now.events[told:]) if not line.is_heading)
        told = len(now.events)


def fullness(match: Match[Any]) -> tuple[bool, int]:
    """Whether the boards can be touched, and how much lies on them."""
    boards = [panel for panel in view(match) if isinstance(panel, BoardPanel)]
    return touches_boards(match), sum(len(board.pieces) for board in boards)


def touches_boards(match: Match[Any]) -> bool:
    assert match.decision is not None
    glowing = match.decision.glowing()
    boards = [panel for panel in view(match) if isinstance(panel, BoardPanel)]
    return any(not glowing.isdisjoint({*on_board(panel), *panel.board.named}) for panel in boards)


def view(match: Match[Any]) -> tuple[Any, ...]:
    """Return what the asked seat sees; everything when the game is over."""
    viewer = Viewer(match.decision.seat) if match.decision else ALL_SEEING
    return tuple(match.game.view(match.play, viewer))


def picture(match: Match[Any]) -> str:
    """Return the table of a game as an SVG."""
    panels, decision = view(match), match.decision
    scene = Scene(
        panels=panels,
        changes=changes(panels, panels),
        glowing=frozenset(decision.glowing() if decision else ()),
        asked=decision.touched() if decision else frozenset(),
    )
    symbols = symbols_of(match.game.package)
    return view_svg(
        panels, symbols=symbols, look=match.game.theme, scene=scene, title=match.game.title
    )


def words(moment: Moment) -> str:
    """Say below a picture what was told and what is asked."""
    decision = moment.then.decision
    asked = [f"*{decision.prompt}*"] if decision else []
    told = [line.partition("  [")[0] for line in moment.told[-2:]]
    told = [line if line[-1] in ".!?" else f"{line}." for line in told]
    return " ".join([f"**{moment.title}.**", *told, *asked])


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    page = [HEAD]
    for pack, name in GAMES.items():
        match = recorded(pack, name)
        page.append(f"## {match.game.title}\n")
        for moment in moments(match):
            file = folder / f"{pack}{moment.name}.svg"
            file.write_text(picture(moment.then), encoding="utf-8")
            alt = f"{match.game.title}: {moment.title.lower()}"
            page += [f"![{alt}]({folder.name}/{file.name})\n", f"{words(moment)}\n"]
    (folder.parent / "gallery.md").write_text("\n".join(page), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures")
