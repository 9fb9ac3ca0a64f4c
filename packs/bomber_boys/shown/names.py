"""What men and enemies are called in the story of a mission."""

import re

from tabletop_core.events import People, Told

FOES = {
    **{kind: kind for kind in ("fighter", "ace", "squadron", "jet", "battleship", "flak")},
    "flakpanzer": "Flakpanzer",
    "twin_fighters": "pair of fighters",
}
"""What an enemy is called, by the kind that begins the id of its card."""

PILOTS = {"pilot": "Capt.", "co_pilot": "Lt."}
OFFICERS = dict.fromkeys(("bombardier", "navigator"), "Lt.")
GUNNERS = ("ball_turret", "flight_engineer", "left_waist", "radio_operator", "right_waist")

PEOPLE = People(
    given=(
        *("Al", "Ben", "Bill", "Chuck", "Clarence", "Dick", "Ed", "Elmer", "Fred", "George"),
        *("Hank", "Irving", "Jim", "Ken", "Lester", "Marty", "Nate", "Orville", "Pete", "Red"),
        *("Sam", "Ted", "Vince", "Warren", "Will", "Woody"),
    ),
    family=(
        *("Abbott", "Archer", "Baker", "Bellini", "Bowman", "Brody", "Burke", "Cantrell"),
        *("Carver", "Cohen", "Cooper", "Dalton", "Delaney", "Donovan", "Eriksen", "Everett"),
        *("Fischer", "Foley", "Garcia", "Gibson", "Hobbs", "Hughes", "Ingram", "Jankowski"),
        *("Jensen", "Kemp", "Kirby", "Larson", "Lopez", "Mahoney", "Mason", "Mercer", "Nolan"),
        *("O'Brien", "Olson", "Parker", "Perkins", "Quigley", "Ramirez", "Riggs", "Russo"),
        *("Sawyer", "Shelby", "Stark", "Sullivan", "Thayer", "Tucker", "Upton", "Vogel"),
        *("Walsh", "Weaver", "Whitman", "Zielinski"),
    ),
    ranks=PILOTS | OFFICERS | dict.fromkeys((*GUNNERS, "tail_gunner"), "Sgt."),
)


def man_at(told: Told, man: str) -> str:
    """Return a man with his post: *Sgt. Joe Pruitt, tail gunner*."""
    return f"{told.person(man)}, {told.name(man).lower()}"


def kind_of(name: str) -> str:
    """Return what an enemy or its card is, by its id; nothing for other cards.

    >>> kind_of("ace_12_high"), kind_of("battleship_2"), kind_of("squadron_leader_down")
    ('ace', 'battleship', '')
    """
    kind = re.sub(r"_\d.*", "", name)
    return kind if kind in FOES else ""


def foe(told: Told, name: str) -> str:
    """Return what an enemy is called in a sentence: *fighter at 6 o'clock high*."""
    where = where_of(told.name(name))
    return FOES[kind_of(name)] + (f" at {where}" if where else "")


def where_of(name: str) -> str:
    """
    >>> where_of("Fighter (6 o'clock high)"), where_of("Enemy Flak")
    ("6 o'clock high", '')
    """
    return name.partition(" (")[2].partition(")")[0]


def engine_of(name: str) -> str:
    """
    >>> engine_of("engine_3")
    'Engine 3'
    """
    return name.replace("_", " ").capitalize()
