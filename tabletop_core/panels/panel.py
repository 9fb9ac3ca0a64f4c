"""What a view is made of."""

from typing import TypeAlias

from .board import BoardPanel
from .former import GridPanel, MapPanel
from .kinds import Cards, Facts, Lines, Slots, TrackPanel

Panel: TypeAlias = Facts | TrackPanel | Cards | BoardPanel | Slots | Lines | GridPanel | MapPanel
