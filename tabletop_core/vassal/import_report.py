"""`IMPORT.md` of a new pack: what came in, what did not, and what is left to decide."""

from collections import Counter
from collections.abc import Iterator, Mapping

from ..events import counted
from ..pictures.counter_pictures import CARDS, FOLDER
from .art import PackArt
from .module import Module
from .traits import WHAT

MAX_LISTED = 40


def report(
    module: Module,
    source: str,
    made: Mapping[str, int],
    kept: Mapping[str, bytes],
    faults: list[str],
    pictures: PackArt,
) -> str:
    """Return the text of the page."""
    return "\n".join(_lines(module, source, made, kept, faults, pictures)) + "\n"


def _lines(
    module: Module,
    source: str,
    made: Mapping[str, int],
    kept: Mapping[str, bytes],
    faults: list[str],
    pictures: PackArt,
) -> Iterator[str]:
    yield f"# What came from {source}"
    yield ""
    yield "The pictures in `art/`, the names and the texts belong to those who made the module and"
    yield "the game. The pictures are not installed with the pack. Publish nothing without consent."
    yield ""
    yield "| part | in the module | in the pack |"
    yield "| --- | --- | --- |"
    lying = [slot for slot in module.pieces if not slot.deck]
    yield f"| boards | {len(module.boards)} | {made['boards']} |"
    yield f"| spaces | {made['spaces']} | {made['spaces']} |"
    yield f"| pieces | {len(lying)} | {made['counters']} |"
    yield f"| set up at the start | {sum(bool(slot.space) for slot in lying)} | same |"
    yield f"| saved games as set-ups | {len(module.setups) + len(module.refused)} |" + (
        f" {len(module.setups)} |"
    )
    yield f"| cards | {len(module.pieces) - len(lying)} | {made['cards']} |"
    yield f"| decks | {len(module.decks)} | {len(module.decks)} |"
    yield f"| dice | {len(module.dice)} | {len(module.dice)} |"
    yield f"| charts | {len(module.charts)} | {made['tables']} as tables |"
    yield f"| steps of a turn | | {made['steps']} |"
    yield f"| pictures and charts as files | {len(kept) + len(module.missing)} | {len(kept)} |"
    pictured = pictures.described.get(f"{FOLDER}/{FOLDER}.toml", {"counter": []})["counter"]
    ids = sum(len(one["ids"]) for one in pictured)
    yield f"| counters with their picture, under `--art` | | {ids} |"
    dealt = pictures.described.get(f"{CARDS}/{CARDS}.toml", {"card": []})["card"]
    yield f"| cards and backs with their picture, under `--art` | | {len(dealt)} |"
    yield f"| large pictures, scaled | | {pictures.scaled} |"
    yield ""
    yield "## To decide"
    yield ""
    if any(not board.has_grid for board in module.boards):
        names = ", ".join(board.name for board in module.boards if not board.has_grid)
        yield f"- These boards have no grid in the module; they have one of ours: {names}."
    yield "- A module has no links between the spaces of a free map: write those that matter."
    if made["proposed"]:
        what = counted(made["proposed"], "link between regions is", "links between regions are")
        yield f"- {what} proposed, by where these lie."
        yield "  `tabletop serve --reload` draws them on the board, where you keep or remove each;"
        yield "  in `data/boards/` each has `# proposed` behind it."
    yield "- `sequence.py` has the steps of the turn tracker; their rules are empty."
    yield "- Equal pieces are one counter; what is set up is not counted again in the box."
    yield "- A piece that a module deals out without limit has one copy; `copies` gives it more."
    yield from _counted("Saved games that could not be read", Counter(module.refused))
    yield from _counted("Left out of the set-ups that are saved games", module.left)
    yield from _counted("Charts that are not tables", Counter(faults))
    yield from _counted("Pictures that are not shown, or not scaled", Counter(pictures.left))
    yield from _counted("Files that the module names and does not hold", Counter(module.missing))
    yield from _counted("Parts of the module that were not understood", module.unknown)
    yield from _counted("Traits of pieces that were not understood", _explained(module.traits))
    yield from _counted("Traits that players do by hand here", _explained(module.by_hand))


def _explained(counts: Counter[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for name, number in counts.items():
        found[f"`{name}`" + (f" ({WHAT[name]})" if name in WHAT else "")] += number
    return found


def _counted(heading: str, counts: Counter[str]) -> Iterator[str]:
    """Yield a list of names with their numbers, the most frequent first."""
    if not counts:
        return
    yield ""
    yield f"## {heading}"
    yield ""
    for name, number in counts.most_common(MAX_LISTED):
        yield f"- {name}: {number}" if number > 1 else f"- {name}"
    if len(counts) > MAX_LISTED:
        yield f"- and {len(counts) - MAX_LISTED} more"
