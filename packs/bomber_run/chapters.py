"""The rules in the order of the rulebook, which has headings without numbers."""

from tabletop_core import Chapter

CHAPTERS = (
    Chapter("Setup", "Place Your Base", "Deploy Aircraft", "Determine First Player"),
    Chapter(
        "Movement",
        "Movement",
        "General Rules",
        "Fighter Movement",
        "Acrobatic Maneuver",
        "Retreat",
        "Kamikaze Attack",
        "Bomber Collision",
    ),
    Chapter("Combat", "Attack Runs", "Snap-Shot Attack", "Anti-Aircraft Batteries"),
    Chapter("Bombing and the end", "Bombing Runs", "End of Game"),
)
