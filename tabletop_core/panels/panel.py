"""What a view is made of."""

from typing import TypeAlias

from .board_panel import BoardPanel
from .former import GridPanel, MapPanel
from .text_panels import Cards, Facts, Lines, Slots, TrackPanel

Panel: TypeAlias = Facts | TrackPanel | Cards | BoardPanel | Slots | Lines | GridPanel | MapPanel
