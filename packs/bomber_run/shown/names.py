"""What pilots and aircraft are called in the story of a game."""

from tabletop_core.events import People, Told

PEOPLE = People(
    given=(
        *("Adam", "Anton", "Ben", "Carl", "Colin", "David", "Edgar", "Emil", "Felix", "Frank"),
        *("Gus", "Henry", "Hugo", "Ivan", "Jack", "Joel", "Karl", "Leon", "Louis", "Martin"),
        *("Max", "Nick", "Oscar", "Paul", "Robert", "Simon", "Tom", "Victor", "Walter", "Will"),
    ),
    family=(
        *("Ash", "Berg", "Black", "Brand", "Bruhn", "Carr", "Cole", "Costa", "Dahl", "Drake"),
        *("Duval", "Ellis", "Engel", "Falk", "Field", "Finch", "Forst", "Frost", "Grant", "Gray"),
        *("Hale", "Hart", "Holm", "Hunt", "Jansen", "Keller", "Kovac", "Lang", "Larsen", "Lindt"),
        *("Marsh", "Moss", "Nash", "Novak", "Olsen", "Page", "Price", "Quinn", "Reed", "Rossi"),
        *("Sand", "Stone", "Thorn", "Unger", "Vance", "Vogel", "Webb", "Winter", "Wolf", "York"),
    ),
    ids=(*(f"{side}{one}" for side in "we" for one in range(1, 9)), "WA", "WB", "EA", "EB"),
)


def pilot(told: Told, name: str) -> str:
    """Return who flies an aircraft: *Tom Frost in w3*."""
    return f"{told.person(name)} in {name}"


def called(name: str) -> str:
    """
    >>> called("w3"), called("EA")
    ('fighter w3', 'bomber EA')
    """
    return f"{'bomber' if is_bomber(name) else 'fighter'} {name}"


def is_bomber(name: str) -> bool:
    """Return whether an id is that of a bomber, which is in capital letters."""
    return name.isupper()


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
