"""The chapters of the rulebook, by the numbers of their rules."""

from tabletop_core import Chapter

CHAPTERS = (
    Chapter("What is in the box", "2"),
    Chapter("Setting up a campaign", "3"),
    Chapter("Before the mission", "4"),
    Chapter("The mission, turn by turn", "5"),
    Chapter("Crews, aces, luck and landing", "6"),
    Chapter("After the mission", "7"),
    Chapter("Flak", "8"),
    Chapter("Air combat", "9"),
    Chapter("Combat results", "10"),
    Chapter("The bombing run", "11"),
    Chapter("Optional rules", "12"),
    Chapter("Two players", "13"),
    Chapter("The turns of two players", "14"),
    Chapter("Errata", "16"),
)
