"""Print what comes in from each VASSAL module of a folder: `.vmod` files, and unpacked folders.

usage: python benchmarks/vassal.py FOLDER
"""

import sys
from pathlib import Path
from time import process_time

from tabletop_core.errors import PackError
from tabletop_core.vassal.build_file import NAMES
from tabletop_core.vassal.module import read_module


def modules_in(folder):
    """Yield the modules of a folder."""
    for path in sorted(folder.iterdir()):
        is_unpacked = path.is_dir() and any((path / name).is_file() for name in NAMES)
        if is_unpacked or path.suffix == ".vmod":
            yield path


def row(path):
    """Return a row for a module: how much of each kind was understood, of how much there is."""
    start = process_time()
    try:
        module, kept = read_module([path])
    except PackError as error:
        return f"| {path.name} | {error} |"
    seconds = process_time() - start
    pieces = [piece for piece in module.pieces if not piece.deck]
    cards = [piece for piece in module.pieces if piece.deck]
    own = sum(not board.has_grid for board in module.boards)
    spaces = sum(len(laid.middles) for board in module.boards for laid in board.laid)
    cells = [
        f"{module.title} {module.version}",
        f"{seconds:.1f} s",
        f"{spaces} on {len(module.boards)} boards, {own} of these without a grid",
        share(sum(bool(one.definition.picture or one.definition.name) for one in pieces), pieces),
        share(sum(bool(one.definition.picture or one.definition.name) for one in cards), cards),
        share(len(module.setups), range(len(module.setups) + len(module.refused))),
        share(len(kept), range(len(kept) + len(module.missing))),
        f"{module.traits.total()}, {module.by_hand.total()} by hand",
    ]
    return f"| {' | '.join(cells)} |"


def share(part, whole):
    """Return a part of a whole as numbers."""
    return f"{part} of {len(whole)}" if len(whole) else "none"


def main():
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        sys.exit(__doc__)
    heads = ("module", "time", "spaces", "pieces", "cards", "saved games", "pictures")
    print(f"| {' | '.join(heads)} | traits not understood |")
    print("| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |")
    for path in modules_in(Path(sys.argv[1])):
        print(row(path), flush=True)


if __name__ == "__main__":
    main()
