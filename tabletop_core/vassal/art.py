"""The pictures of a module as those of its owner: beside the pack, described for `--art`."""

from collections.abc import Iterable, Iterator, Mapping
from colorsys import rgb_to_hsv
from io import BytesIO
from itertools import islice
from math import atan2, cos, hypot, sin, tau
from pathlib import Path
from typing import Any

import attrs

from ..pictures.counter_pictures import CARDS, FOLDER, KINDS, MAX_BYTES
from ..pictures.picture_size import size_of
from .grids import Pixels
from .layout import LaidBoard
from .traits import Definition

BOARD_SIDE, COUNTER_SIDE, CARD_SIDE = 4096, 240, 480
"""Pixels to which larger pictures of boards, counters and cards are scaled."""
MAX_PIXELS = 120_000_000
"""Of a picture that is scaled, and takes four bytes for each meanwhile."""
_HUES_OF, _GREY = 40, 0.08
"""Of how many counters of a side the hue is looked up; the saturation below which it is grey."""


@attrs.define
class PackArt:
    """Files of the folder of pictures by name, and what describes them there.

    `stored`: where the module holds each picture that it names; `kept`: all that it holds.
    `left`: why pictures are not shown, or are larger than they should be.
    """

    stored: Mapping[str, str]
    kept: Mapping[str, bytes]
    files: dict[str, bytes] = attrs.field(factory=dict)
    described: dict[str, Mapping[str, Any]] = attrs.field(factory=dict)
    scaled: int = 0
    left: list[str] = attrs.field(factory=list)

    def add_board(self, board: LaidBoard) -> None:
        """Describe how the picture of a board lies under its spaces."""
        name, corners = self._add(board.picture, "", BOARD_SIDE), _corners(board.middles)
        if name and len(corners) > 1:
            size = [round(side) for side in board.size]
            self.described[f"{board.id}.toml"] = {"picture": name, "size": size, "at": corners}

    def add_counters(self, printed: Iterable[tuple[list[str], Definition]]) -> None:
        """Describe the pictures of counters, in each state; equal ones are described once."""
        found = []
        for ids, definition in printed:
            looks = {
                state: [name for one in stack if (name := self._add(one, FOLDER, COUNTER_SIDE))]
                for state, stack in looks_of(definition)
            }
            here = looks.pop("")
            states = {state: stack for state, stack in looks.items() if stack and stack != here}
            if here or states:
                more = {"states": states} if states else {}
                found.append({"ids": ids, "pictures": here} | more)
        if found:
            self.described[f"{FOLDER}/{FOLDER}.toml"] = {"counter": found}

    def add_cards(self, named: Mapping[str, Iterable[str]]) -> None:
        """Describe the pictures of cards, and of their backs, by what players call them."""
        found = []
        for name, pictures in named.items():
            here = [added for one in pictures if (added := self._add(one, CARDS, CARD_SIDE))]
            if here:
                found.append({"names": [name], "pictures": here})
        if found:
            self.described[f"{CARDS}/{CARDS}.toml"] = {"card": found}

    def hue_of(self, definitions: Iterable[Definition]) -> float | None:
        """Return the usual hue of counters, from 0 to 1 around the circle of colours.

        None if they are grey, or their pictures cannot be read.
        """
        try:
            from PIL import Image
        except ImportError:
            return None
        east, north, many = 0.0, 0.0, 0
        for definition in islice(definitions, _HUES_OF):
            _, pictures = next(looks_of(definition))
            content = self.kept.get(self.stored.get(next(filter(None, pictures), ""), ""), b"")
            size = size_of(content)
            if size is None or size[0] * size[1] > MAX_PIXELS:
                continue
            try:
                with Image.open(BytesIO(content)) as opened:
                    raw = opened.convert("RGBA").resize((8, 8)).tobytes()
            except Exception:  # whatever a broken picture does to its reader
                continue
            for red, green, blue, alpha in zip(*(raw[at::4] for at in range(4)), strict=True):
                hue, saturation, _ = rgb_to_hsv(red / 255, green / 255, blue / 255)
                saturation *= alpha / 255
                east += saturation * cos(tau * hue)
                north += saturation * sin(tau * hue)
                many += 1
        is_coloured = many and hypot(east, north) / many > _GREY
        return atan2(north, east) / tau % 1 if is_coloured else None

    def add_rest(self, others: Iterable[str]) -> None:
        """Add the other files that the module holds, such as charts that are pictures."""
        used = {Path(file).name for file in self.files}
        for file in others:
            name = Path(file).name
            if name not in used:
                self.files[name] = self.kept[file]

    def _add(self, picture: str, folder: str, side: int) -> str:
        """Add a picture, scaled where it is large; return its name, if it can be shown."""
        stored = self.stored.get(picture, "")
        name = Path(stored).name
        if Path(name).suffix.lower() not in KINDS:
            return ""
        path = f"{folder}/{name}" if folder else name
        if path not in self.files:
            content = self._scaled(name, self.kept[stored], side)
            room = MAX_BYTES
            if folder:
                room -= sum(len(one) for file, one in self.files.items() if file.startswith(folder))
            if not 0 < len(content) <= room:
                self.left.append(f"{name}: empty, or too large to be shown")
                return ""
            self.files[path] = content
        return name

    def _scaled(self, name: str, content: bytes, side: int) -> bytes:
        """Return a picture no larger than some pixels; drawings (SVG) stay as they are."""
        size = size_of(content)
        if size is None or max(size) <= side or name.lower().endswith(".svg"):
            return content
        if size[0] * size[1] > MAX_PIXELS:
            self.left.append(f"{name}: {size[0]} x {size[1]} pixels are too many to scale")
            return content
        try:
            from PIL import Image
        except ImportError:
            self.left.append(f"{name}: not scaled; `pip install tabletop-core[vassal]` can")
            return content
        try:
            with Image.open(BytesIO(content)) as opened:
                kind = opened.format
                opened.draft("RGB", (side, side))
                mode = "RGB" if kind == "JPEG" else "RGBA"
                image = opened.convert(mode)
            image.thumbnail((side, side))
            written = BytesIO()
            image.save(written, kind)
        except Exception as error:  # whatever a broken picture does to its reader
            self.left.append(f"{name}: not scaled: {error}")
            return content
        self.scaled += 1
        return written.getvalue()


def looks_of(definition: Definition) -> Iterator[tuple[str, list[str]]]:
    """Yield the pictures of a piece by its state, the one that is up first without a name."""
    flipped, *others = definition.layers or (None,)
    below = [*definition.pictures]
    below += [one.pictures[one.start] for one in reversed(others) if one is not None]
    if flipped is None:
        yield "", below
        return
    yield "", [*below, flipped.pictures[flipped.start]]
    for number, face in enumerate(flipped.faces):
        if number != flipped.start:
            yield face, [*below, flipped.pictures[number]]


def _corners(middles: Mapping[str, Pixels]) -> dict[str, list[float]]:
    """Return the outermost spaces, from which the scale is known; none if they lie in a line."""
    ends = {
        end(middles, key=lambda name: middles[name][axis]) for axis in (0, 1) for end in (min, max)
    }
    corners = {name: list(middles[name]) for name in sorted(ends)}
    spread = all(len({place[axis] for place in corners.values()}) > 1 for axis in (0, 1))
    return corners if spread else {}
