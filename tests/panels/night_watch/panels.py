"""A clock and a bay, kinds of panels that the core does not know."""

import attrs

from tabletop_core.boards import SquareGrid
from tabletop_core.panels import Bar, BoardPanel, Card, Figure, Panel, Piece, Slot
from tabletop_core.panels.primitives import TextLine

BAY = SquareGrid(4, 1)


@attrs.frozen(kw_only=True)
class Clock(Panel):
    """The hours of a night, and what goes on in the tower."""

    hour: int
    oil: int

    def parts(self):
        yield Bar(low=0, high=4, value=self.hour, marks={2: "midnight"})
        yield Bar(label="oil", low=0, high=9, value=self.oil, tone="warn" if self.oil < 8 else "")
        yield Figure(label="lamp", value="lit" if self.oil else "out", tone="good")
        yield Slot(name="door", content="shut", id="door")
        yield Card(name="Log book", detail=f"{self.hour} lines", id="book", symbol="base")
        yield TextLine(text=f"It is {self.hour} o'clock.", tone="quiet")
        yield TextLine(text="Do not leave the tower.", id="order")


@attrs.frozen(kw_only=True)
class Bay(Panel):
    """The bay with the ship in it, and how far it still has to sail."""

    square: str

    def parts(self):
        ship = Piece(id="ship", words="a ship", at=self.square)
        yield BoardPanel(title="The bay", id="squares", board=BAY, pieces=(ship,))
        yield Figure(label="ship", value=f"at {self.square}")
