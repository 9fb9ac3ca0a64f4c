"""Which bombers fly, and where in the formation."""

from ..state import Mission

# Left, lead, right: the order in which rule 6.3 counts the bombers of an element.
_LEFT_TO_RIGHT = (1, 0, 2)


def flying(mission: Mission) -> list[str]:
    """Return the bombers in the formation, in the order of their positions."""
    return [name for name in mission.formation if name]


def elements(mission: Mission) -> list[int]:
    """Return the elements that still fly, counted from 0, the lead element first."""
    line = mission.formation
    return [at for at in range(4) if any(line[3 * at : 3 * at + 3])]


def in_element(mission: Mission, element: int) -> list[str]:
    """Return the bombers of an element from left to right."""
    line = mission.formation
    return [name for at in _LEFT_TO_RIGHT if (name := line[3 * element + at])]


def element_of(mission: Mission, bomber: str) -> int:
    return mission.formation.index(bomber) // 3


def lead_bomber(mission: Mission) -> str:
    """Return the lead bomber of the formation: the lowest position that flies (4.4.1)."""
    return next(name for name in mission.formation if name)
