"""What all panels have in common."""

from collections.abc import Iterable

import attrs

from .appearance import PanelError, Place, id_from


def _id_of_title(panel: "Panel") -> str:
    return id_from(panel.title)


@attrs.frozen(kw_only=True, slots=False)
class Panel:
    """Something on the table: a title, and the parts below it.

    A pack writes a kind of panel of its own as a frozen attrs class with a method `parts`.
    Front ends draw the parts and know nothing else of a panel, so no front end has to be changed.

    Attributes:
        id: what the panel is called from view to view; made from the title by default, so give
            one where the title changes.
        place: where it likes to be.
        per_row: how many cards and slots stand side by side at most, where characters are drawn.
        glance: what must always be in sight: four to six figures in all panels, label and a short
            value. A page shows them above its tabs; all of it is among the parts, too.

    >>> from tabletop_core.panels import Bar, Figure
    >>> @attrs.frozen(kw_only=True)
    ... class Clock(Panel):
    ...     hour: int
    ...     def parts(self):
    ...         yield Bar(low=0, high=24, value=self.hour, marks={12: "noon"})
    ...         yield Figure(label="light", value="day" if 6 <= self.hour < 18 else "night")
    >>> from tabletop_core.panels import things
    >>> list(things(Clock(title="Clock", hour=9)))
    ['clock', 'clock:light']
    """

    title: str
    id: str = attrs.field(default=attrs.Factory(_id_of_title, takes_self=True))
    place: Place = Place.SIDE
    per_row: int = 5
    glance: tuple[tuple[str, str], ...] = ()

    def parts(self) -> Iterable[object]:
        """Return what the panel shows, from top to bottom.

        Each is one of `PanelPart`. Callers use `parts_of`, which checks the parts and keeps them.

        Raises:
            PanelError: this kind of panel does not say what it shows.
        """
        raise PanelError(
            f"panel {self.title!r}: {type(self).__name__} does not say what it shows; give it a "
            "method `parts` that yields figures, bars, cards, slots, texts or boards"
        )
