"""The build file of a module: a tree of elements, one for each part of the module."""

from collections.abc import Iterator
from typing import NoReturn
from xml.parsers import expat

import attrs

from ..errors import PackError
from .archive import ModuleFiles

NAMES = ("buildFile.xml", "buildFile")
MAX_ELEMENTS = 1_000_000
MAX_DEPTH = 200
MAX_NUMBER = 100_000
"""Of pixels, and of all else that a module counts; NaN and infinity are beyond it, too."""


@attrs.define
class Element:
    """An element of the build file; `tag` is the last part of the name of its class."""

    tag: str
    attributes: dict[str, str] = attrs.field(factory=dict)
    children: list["Element"] = attrs.field(factory=list)
    text: str = ""

    def get(self, *names: str) -> str:
        """Return the first of these attributes that says something."""
        return next((value for name in names if (value := self.attributes.get(name, ""))), "")

    def number(self, name: str, default: float = 0.0) -> float:
        """Return an attribute as a number; one beyond `MAX_NUMBER` is as good as none."""
        try:
            value = float(self.attributes.get(name, ""))
        except ValueError:
            return default
        return value if abs(value) <= MAX_NUMBER else default

    def is_set(self, name: str) -> bool:
        """Return whether an attribute is `true`."""
        return self.attributes.get(name) == "true"

    def all(self, *tags: str) -> Iterator["Element"]:
        """Yield the elements of these tags directly below this one."""
        return (child for child in self.children if child.tag in tags)

    def below(self) -> Iterator["Element"]:
        """Yield this element and all below it."""
        yield self
        for child in self.children:
            yield from child.below()


def read_build_file(files: ModuleFiles) -> Element:
    """Return the root of a module's build file.

    Raises:
        PackError: there is none, or it is not the XML of a module.
    """
    name = next((one for one in NAMES if one in files.sizes), "")
    if not name:
        raise PackError(
            f"{files.path}: it has no buildFile.xml, so it is not a VASSAL module; name a .vmod, "
            "a .vmdx or the folder of an unpacked one"
        )
    where = f"{files.path}: {name}"
    tree = _Tree(where)
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = tree.start
    parser.EndElementHandler = tree.end
    parser.CharacterDataHandler = tree.characters
    # No module declares entities. They are what XML bombs are made of.
    parser.EntityDeclHandler = tree.entity
    try:
        parser.Parse(files.read(name), True)
    except expat.ExpatError as error:
        raise PackError(f"{where}: broken XML: {error}; open and save it in VASSAL") from None
    return tree.root.children[0]


class _Tree:
    """Makes the elements, and stops where a file has more than any module."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.root = Element("")
        self.open = [self.root]
        self.count = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count > MAX_ELEMENTS or len(self.open) > MAX_DEPTH:
            self.refuse("it has more elements than any module")
        element = Element(tag.rpartition(".")[2], attributes)
        self.open[-1].children.append(element)
        self.open.append(element)

    def end(self, _: str) -> None:
        element = self.open.pop()
        element.text = element.text.strip("\r\n ")

    def characters(self, text: str) -> None:
        self.open[-1].text += text

    def entity(self, name: str, *_: object) -> None:
        self.refuse(f"it declares the entity {name!r}, as XML bombs do")

    def refuse(self, what: str) -> NoReturn:
        raise PackError(f"{self.where}: {what}; get the module from its maker again")
