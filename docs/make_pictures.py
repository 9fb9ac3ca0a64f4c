"""Draw pictures of each game into docs/pictures/, from the recorded games of the tests.

    python docs/make_pictures.py [FOLDER]

A picture shows the table at a question, as the asked seat sees it, with what can be touched.
There are four of each game: the opening, the fullest boards in the middle and late in the game, and
the end. `gallery.md` beside the folder shows them all. Three more show what the core draws for
every game: its symbols, tones and pictures of cards; `symbols.md` shows these.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tabletop_core import ALL_SEEING
from tabletop_core.engine.match import Match
from tabletop_core.engine.past import as_it_was
from tabletop_core.engine.tape import Tape, given_in
from tabletop_core.panels import BoardPanel, Card, Cards, Piece, changes
from tabletop_core.panels.things import on_board
from tabletop_core.pictures import Scene, panel_svg, view_svg
from tabletop_core.pictures.card_art import KINDS
from tabletop_core.pictures.svg import counters_svg, symbols_svg
from tabletop_core.pictures.symbols import core_symbols, symbols_of
from tabletop_core.pictures.themes import CORE_SHAPES
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
WIDE = 920.0
"""The width of a picture of what the core has, in pixels."""
HEAD = """# Gallery

Each picture shows the table of a recorded game of the tests at the question below it, as
`tabletop show --svg` draws it. What can be touched is marked. `python docs/make_pictures.py` makes
the pictures and this page.
"""


SYMBOLS = """# Symbols, tones and pictures of cards

What the core draws for every game, with the names by which a pack calls it.
`python docs/make_pictures.py` makes the pictures and this page.
[How a game looks](looks.md) says how a pack adds its own.
`tabletop draw PACK` makes such a sheet of a pack.

## Symbols

For `symbol=` of a `Piece`, `Spot`, `Card` or `Slot`.

![The symbols of the core, each with its name]({folder}/symbols.svg)

{symbols}

## Tones

For `tone=` of a `Piece` and of most other things. Each has a shape of its own.

![A counter in each tone of the core]({folder}/tones.svg)

{tones}

## Pictures of cards

For `art=` of a `Card`. Cards of one kind differ by their names.

![A card with each kind of picture]({folder}/card_art.svg)

{kinds}
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
    return [as_it_was(match, at) for at in answers[:: max(1, len(answers) // LOOKS)]]


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
    return tuple(match.game.look.view(match.play, viewer))


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
        panels, symbols=symbols, look=match.game.look.theme, scene=scene, title=match.game.title
    )


def words(moment: Moment) -> str:
    """Say below a picture what was told and what is asked."""
    decision = moment.then.decision
    asked = [f"*{decision.prompt}*"] if decision else []
    told = [line.partition("  [")[0] for line in moment.told[-2:]]
    told = [line if line[-1] in ".!?" else f"{line}." for line in told]
    return " ".join([f"**{moment.title}.**", *told, *asked])


def draw_core(folder: Path) -> None:
    """Draw what the core has for every game, and write the page that shows it."""
    tones = [tone for tone in CORE_SHAPES if tone]
    counters = [
        Piece(id=tone, words=tone, at="", symbol="infantry", label="", tone=tone) for tone in tones
    ]
    cards = tuple(Card(name=kind, art=kind) for kind in KINDS)
    drawn = {
        "symbols": symbols_svg(core_symbols(), width=WIDE),
        "tones": counters_svg(counters, width=WIDE),
        "card_art": panel_svg(Cards(title="Pictures of cards", cards=cards), width=WIDE),
    }
    for name, svg in drawn.items():
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
    named = {"symbols": sorted(core_symbols()), "tones": tones, "kinds": KINDS}
    told = {what: ", ".join(f"`{name}`" for name in names) for what, names in named.items()}
    page = SYMBOLS.format(folder=folder.name, **told)
    (folder.parent / "symbols.md").write_text(page, encoding="utf-8")


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
    draw_core(folder)
    (folder.parent / "gallery.md").write_text("\n".join(page), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures")
