"""Write the rulings of each pack into its notes, where they have a place for them.

Run it after a ruling has changed: `python docs/make_rulings.py`.
"""

import re
from importlib.resources import files
from pathlib import Path
from textwrap import wrap

from tabletop_core import load_pack
from tabletop_core.plugins.packs import find_packs
from tabletop_core.presentation.rulebook import RulingText, ruling_texts

PLACE = re.compile(r"<!-- rulings -->\n(.*?)<!-- end of rulings -->\n", re.DOTALL)


def main() -> None:
    for pack in find_packs().packs:
        game = load_pack(pack.id)
        notes = Path(str(files(game.package))) / "NOTES.md"
        text = notes.read_text(encoding="utf-8")
        place = PLACE.search(text)
        if place is None:
            continue
        lines = [line for one in sorted(ruling_texts(game), key=in_order) for line in written(one)]
        found = "".join(f"{line}\n" for line in lines)
        if found != place[1]:
            text = text[: place.start(1)] + found + text[place.end(1) :]
            notes.write_text(text, encoding="utf-8")
            print(f"written: {notes}")


def written(text: RulingText) -> list[str]:
    """Return a ruling as an entry of a Markdown list."""
    below = [f"*{heading}:* {words}" for heading, words in text.below]
    return [
        *wrap(f"- **{text.rule}** {text.ruling}", 100, subsequent_indent="  "),
        *(
            line
            for part in below
            for line in wrap(part, 100, initial_indent="  ", subsequent_indent="  ")
        ),
    ]


def in_order(text: RulingText) -> list[tuple[int, int, str]]:
    """Return what sorts rulings by their rule: 2.9 before 2.10, numbers before words."""
    parts = re.split(r"[.-]", text.rule)
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts]


if __name__ == "__main__":
    main()
