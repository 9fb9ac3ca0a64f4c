"""Maps of real places: degrees on the globe, and where they lie on the drawn map."""

from math import asinh, degrees, radians, tan

import attrs

from ..data import Entry
from .board import Point

_FARTHEST = 85.0
"""The greatest latitude: towards a pole the projection stretches without limit."""


@attrs.frozen(kw_only=True)
class Earth(Entry):
    """The part of the globe that a map shows, in degrees: east and north count upwards.

    The map is drawn in Mercator's projection, which keeps angles and the shapes of coasts;
    its north-western corner is (0, 0), it is `width` wide and as high as that makes it.

    >>> channel = Earth(west=-1.0, east=2.0, south=50.0, north=52.0, width=30)
    >>> channel.place(-1.0, 52.0), [round(number, 1) for number in channel.place(-0.13, 51.51)]
    ((0.0, 0.0), [8.7, 7.9])
    """

    west: float
    east: float
    south: float
    north: float
    width: float = 100.0

    def place(self, east: float, north: float) -> Point:
        """Return where a longitude and a latitude lie on the drawn map: across and down."""
        unit = self.width / (self.east - self.west)
        return (east - self.west) * unit, (_stretched(self.north) - _stretched(north)) * unit

    @property
    def height(self) -> float:
        """How high the drawn map is."""
        return self.place(self.west, self.south)[1]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the drawn map, as a drawing below it takes them."""
        return 0.0, 0.0, self.width, self.height

    @property
    def is_sound(self) -> bool:
        """Whether its edges bound a part of the globe that can be drawn."""
        return (
            self.west < self.east
            and -_FARTHEST <= self.south < self.north <= _FARTHEST
            and self.width > 0
        )

    def shows(self, east: float, north: float) -> bool:
        """Return whether a longitude and a latitude lie on the map."""
        return self.west <= east <= self.east and self.south <= north <= self.north


def _stretched(north: float) -> float:
    """Return how far from the equator a latitude is drawn, in degrees of longitude."""
    return degrees(asinh(tan(radians(north))))
