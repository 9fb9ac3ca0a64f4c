"""The drawings that a pack brings: they can be read, are small, and suit light and dark pages."""

from typing import TYPE_CHECKING

from ..data.folders import folder_of
from ..panels.appearance import PanelError
from ..panels.art import drawing, faults_of_colours, has_drawing

if TYPE_CHECKING:
    from .exam_run import Exam

MAX_DRAWING_BYTES = 30_000
"""The size of a title or of a card's picture."""
MAX_DRAWINGS_BYTES = 150_000
"""The size of all drawings of a pack together."""


def check_drawings(exam: "Exam") -> None:
    """Read the drawings that the theme names, and weigh all of the folder `art/`."""
    theme, package = exam.game.look.theme, exam.game.package
    title = [theme.title_art] if has_drawing(package, theme.title_art) else []
    for file in dict.fromkeys((*title, *theme.files)):
        try:
            art = drawing(package, file)
        except PanelError as error:
            exam.report("C717", str(error), once=file)
            continue
        if len(art.inside) > MAX_DRAWING_BYTES:
            exam.report("C718", f"art/{file} has {len(art.inside)} bytes", remedy="use up to 30 kB")
        # Titles and pictures of cards have a ground of their own, the same by day and by night.
        check_colours(exam, f"art/{file}", art.inside, plain=True)
    home = folder_of(package)
    if home is not None and (folder := home / "art").is_dir():
        size = sum(len(one.read_bytes()) for one in folder.iterdir() if one.is_file())
        if size > MAX_DRAWINGS_BYTES:
            exam.report("C718", f"the folder art/ has {size} bytes", remedy="use up to 150 kB")


def check_colours(exam: "Exam", what: str, inside: str, *, plain: bool = False) -> None:
    """Report colours that are missing on a page without a style sheet, or in the dark."""
    for fault in faults_of_colours(inside, plain=plain):
        exam.report("C718", f"{what}: {fault}", once=(what, fault))
