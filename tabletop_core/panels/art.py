"""A picture below the spaces of a board, as a pack ships it."""

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

import attrs

from ..data.folders import folder_of, package_name
from .appearance import PanelError

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_SVG = "http://www.w3.org/2000/svg"
_REFUSED = {"script", "foreignObject", "iframe", "a", "animate", "set", "style"}


@attrs.frozen
class Art:
    """A drawing below a board: the inside of an SVG, and where it lies on the board.

    `box`: left, top, width and height on the drawn board, in the units of its `centre`.
    `view`: left, top, width and height in the units of the picture.
    `printed`: the picture shows the spaces itself, so they are drawn transparent, without names.
    `faint_lines`: links over it are faint, because it shows them itself or they matter little.
    `night`: it lies in the dark.

    >>> Art.read("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 4'><path d='M0 0'/></svg>",
    ...     box=(0, 0, 8, 8)).view
    (0.0, 0.0, 4.0, 4.0)
    """

    inside: str
    view: tuple[float, float, float, float]
    box: tuple[float, float, float, float]
    printed: bool = False
    faint_lines: bool = False
    night: bool = False

    @classmethod
    def read(cls, text: str, box: tuple[float, float, float, float]) -> "Art":
        """Return the picture in the text of an SVG, to be laid into a box of the board.

        Raises:
            PanelError: it is not SVG, has no `viewBox`, runs scripts or loads files.
        """
        from xml.etree import ElementTree

        try:
            root = ElementTree.fromstring(text)
        except ElementTree.ParseError as error:
            raise PanelError(f"the art is not SVG: {error}; correct the file") from None
        if root.tag != f"{{{_SVG}}}svg":
            raise PanelError(f"the art is a {root.tag!r}; give an SVG file")
        numbers = re.findall(r"-?[\d.]+", root.get("viewBox", ""))
        if len(numbers) != 4:
            raise PanelError("the art has no `viewBox`; give it left, top, width and height")
        for element in root.iter():
            _refuse(element)
        ElementTree.register_namespace("", _SVG)
        inside = "".join(ElementTree.tostring(part, encoding="unicode") for part in root)
        left, top, width, height = map(float, numbers)
        return cls(inside, (left, top, width, height), box)

    @staticmethod
    def of(
        package: str | None,
        name: str,
        box: tuple[float, float, float, float],
        *,
        faint_lines: bool = False,
        night: bool = False,
    ) -> "Art":
        """Return the drawing `art/NAME.svg` of a pack, to be laid into a box of the board.

        Raises:
            PanelError: the pack has no such drawing, or it is refused as `read` refuses it.
        """
        return _of(package_name(package), name, box, faint_lines, night)


def drawing(package: str, file: str) -> Art:
    """Return a drawing of a pack's folder `art/`, in the units of the picture.

    Raises:
        PanelError: the pack has no such drawing, or it is refused as `Art.read` refuses it.
    """
    art = _of(package, file.removesuffix(".svg"), (0.0, 0.0, 0.0, 0.0))
    return attrs.evolve(art, box=art.view)


def has_drawing(package: str, file: str) -> bool:
    """Return whether the pack's folder `art/` has this file."""
    folder = folder_of(package)
    return folder is not None and folder.joinpath("art", file).is_file()


@lru_cache(maxsize=64)
def faults_of_colours(inside: str, *, plain: bool = False) -> tuple[str, ...]:
    """Return what keeps a drawing from looking right on every page, in light and in dark.

    `plain`: colours outside the theme are fine, because the picture looks the same everywhere.

    >>> faults_of_colours('<path fill="var(--tt-sea)"/>')
    ('var(--tt-sea) has no fallback; write var(--tt-sea, #a9cbd6)',)
    >>> faults_of_colours('<path fill="var(--tt-sea, #a9cbd6)"/>')
    ()
    """
    return tuple(_faults_of_colours(inside, plain))


def _faults_of_colours(inside: str, plain: bool) -> Iterator[str]:
    for name in dict.fromkeys(re.findall(r"var\(\s*([\w-]+)\s*\)", inside)):
        yield f"var({name}) has no fallback; write var({name}, #a9cbd6)"
    if not plain:
        for value in dict.fromkeys(re.findall(r'(?:fill|stroke)="(#[^"]*)"', inside)):
            yield f"{value} is the same in dark mode; write var(--tt-NAME, {value})"


@lru_cache(maxsize=64)
def _of(
    package: str,
    name: str,
    box: tuple[float, float, float, float],
    faint_lines: bool = False,
    night: bool = False,
) -> Art:
    try:
        text = files(package).joinpath("art", f"{name}.svg").read_text(encoding="utf-8")
    except OSError:
        raise PanelError(f"{package} has no art/{name}.svg; draw it or leave it out") from None
    return attrs.evolve(Art.read(text, box), faint_lines=faint_lines, night=night)


def _refuse(element: "Element") -> None:
    """Refuse what a drawing does not need: scripts, styles, files from elsewhere."""
    name = element.tag.rpartition("}")[2]
    if name in _REFUSED:
        raise PanelError(f"the art holds <{name}>; draw with shapes and texts alone")
    for key, value in element.attrib.items():
        bare = key.rpartition("}")[2]
        if bare.startswith("on") or bare == "style":
            raise PanelError(f"the art holds the attribute {bare!r}; draw with plain attributes")
        from_elsewhere = bare == "href" and not value.startswith("#")
        if from_elsewhere or re.search(r"url\(\s*['\"]?(?!#)", value):
            raise PanelError(f"the art loads {value!r}; draw everything in the file itself")
