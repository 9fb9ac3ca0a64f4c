"""The chapters of the rulebook, each with its rules (4.2) and then its charts (4-2)."""

from tabletop_core import Chapter

CHAPTERS = (
    Chapter("Before the mission", "2"),
    Chapter("Take-off", "3"),
    Chapter("The flight", "4"),
    Chapter("Fighters", "5"),
    Chapter("Over the target", "6"),
    Chapter("Damage, engines and the wounded", "7"),
    Chapter("Coming down", "8"),
    Chapter("The tour", "9"),
)
