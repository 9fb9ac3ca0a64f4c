"""Reading the formation card and the squadron; nothing here changes the game."""

from typing import TYPE_CHECKING, Any, TypeAlias

from tabletop_core import Play

from ..data import Ratings
from ..state import ELEMENTS, PLACES, Bomber, Fighter, Level, Mission, MissionRecord, State

if TYPE_CHECKING:
    from ..data import Card, CrewRatings, Data

Game: TypeAlias = Play[State]

SQUADRON = "squadron"
LUFTWAFFE = "luftwaffe"

# Left, lead, right: the order in which rule 6.3 counts the bombers of an element.
_LEFT_TO_RIGHT = (1, 0, 2)


def facts(play: Game) -> "Data":
    data: Data = play.data
    return data


def is_two_player(play: Game) -> bool:
    return len(play.seats) == 2


def hidden_from_german(play: Game) -> tuple[str, ...] | None:
    """Who may know what only the squadron's player may know (13.0); None: everybody."""
    return (SQUADRON,) if is_two_player(play) else None


def campaign_name(play: Game) -> str:
    name = play.options["campaign"]
    return "Single mission" if name == "single" else facts(play).campaigns[name].name


def active_card(play: Game) -> "Card":
    return facts(play).cards[play.state.mission.card]


def year(play: Game) -> str:
    return facts(play).year_of(play.state.box)


def guarded_boxes(play: Game) -> tuple[frozenset[str], str]:
    """The boxes that a route may go around, and what they are called.

    Alone these are the flak sites (5.7); of two players, the German one fires where he likes, but
    heavy flak in red boxes only (13.2).
    """
    data = facts(play)
    if is_two_player(play):
        return data.red_boxes, "red box"
    return data.flak_sites, "flak site"


def flying(mission: Mission) -> list[str]:
    """The bombers in the formation, in the order of their positions."""
    return [name for name in mission.formation if name]


def elements(mission: Mission) -> list[int]:
    """The elements that still fly, counted from 0, the lead element first."""
    line = mission.formation
    return [at for at in range(4) if any(line[3 * at : 3 * at + 3])]


def in_element(mission: Mission, element: int) -> list[str]:
    """The bombers of an element from left to right."""
    line = mission.formation
    return [name for at in _LEFT_TO_RIGHT if (name := line[3 * element + at])]


def element_of(mission: Mission, bomber: str) -> int:
    return mission.formation.index(bomber) // 3


def place_name(position: int) -> str:
    return f"{ELEMENTS[position // 3]} element, {PLACES[position % 3]}"


def lead_bomber(mission: Mission) -> str:
    """The lead bomber of the formation: the lowest position that flies (4.4.1)."""
    return next(name for name in mission.formation if name)


def ratings_of(play: Game, aircraft: Bomber | Fighter) -> Ratings:
    return facts(play).aircraft[aircraft.kind].ratings(aircraft.damaged)


def ace_bonus(play: Game, one: Fighter) -> tuple[int, int]:
    """What the ace of a fighter adds: to air combat, to performance (6.2)."""
    if not one.ace:
        return 0, 0
    ace = facts(play).aces[one.ace]
    return ace.air_combat, ace.performance


def ace_label(play: Game, ace: str) -> str:
    """An ace with what he adds: *Maj. Otto Lindner (+2 air combat, +1 performance)*."""
    one = facts(play).aces[ace]
    adds = {"air combat": one.air_combat, "performance": one.performance}
    told = ", ".join(f"{number:+d} {what}" for what, number in adds.items() if number)
    return f"{name_of(play, ace)} ({told})"


def crew_ratings(play: Game, crew: str) -> "CrewRatings":
    data = facts(play)
    level = play.state.crews[crew].level
    if level is Level.GREEN:
        return data.green
    counter = data.crews[crew]
    return counter.crack if level is Level.CRACK else counter.veteran


def bomber_of(play: Game, crew: str) -> Bomber | None:
    """The bomber that a crew is assigned to."""
    return next((one for one in play.state.bombers.values() if one.crew == crew), None)


def crew_of(play: Game, bomber: str) -> "CrewRatings":
    return crew_ratings(play, play.state.bombers[bomber].crew)


def commander_performance(play: Game, bomber: str) -> int:
    """What the squadron commander adds for the bomber that he flies in (12.5)."""
    if play.state.mission.commander != bomber:
        return 0
    return facts(play).aces[play.state.commander].performance


def crew_performance(play: Game, bomber: str) -> dict[str, int]:
    """What the crew of a bomber, and the commander if he flies with it, perform."""
    commander = commander_performance(play, bomber)
    return {"crew": crew_of(play, bomber).performance, "commander": commander}


def by(*named: str, **counts: int) -> dict[str, Any]:
    """Modifiers of a lookup: those named, and counted ones that are not 0 or are named too."""
    counted = (name for name, number in counts.items() if number or name in named)
    chosen = list(dict.fromkeys([*counted, *named]))
    return {"with_": chosen, "counts": counts}


def consult(play: Game, table: str, **how: Any) -> Any:
    """Look something up on a table and return the bare result."""
    return play.look_up(table, **how).result


def count(number: int, thing: str) -> str:
    """A number of things in words: 1 box, 2 boxes, 3 VP, -1 mission point."""
    plural = f"{thing}es" if thing.endswith("x") else thing if thing == "VP" else f"{thing}s"
    return f"{number} {thing if abs(number) == 1 else plural}"


def name_of(play: Game, thing: str) -> str:
    """The name of a counter, a box or a card; of a bomber also its letter."""
    data = facts(play)
    return data.names[thing] if thing in data.names else data.boxes[thing].name


def target_of(play: Game, record: MissionRecord) -> str:
    """The target of a mission on the log, with the colour of its card where it is red."""
    return name_of(play, f"{record.target}_red" if record.red else record.target)


HIDDEN_TARGET = "a hidden target"
"""What the German player reads for a mission card that he has never seen (13.0)."""


def crew_name(play: Game, crew: str) -> str:
    """The name on a crew counter; green crews have a number only."""
    return (
        crew.replace("green-", "green crew ") if crew.startswith("green-") else name_of(play, crew)
    )


def crew_level(play: Game, crew: str) -> str:
    """The level of a crew and its ratings: air combat, performance, bombing."""
    ratings = crew_ratings(play, crew)
    level = play.state.crews[crew].level
    numbers = f"{ratings.air_combat}/{ratings.performance}/{ratings.bombing}"
    return numbers if level is Level.GREEN else f"({level.value}) {numbers}"


def crew_label(play: Game, crew: str) -> str:
    """A crew with its level and ratings."""
    return f"{crew_name(play, crew)} {crew_level(play, crew)}"


def bomber_label(play: Game, bomber: str) -> str:
    one = play.state.bombers[bomber]
    damaged = ", damaged" if one.damaged else ""
    crew = f", {crew_label(play, one.crew)}" if one.crew else ", no crew"
    return f"{name_of(play, bomber)}{damaged}{crew}"


def element_label(mission: Mission, bomber: str) -> str:
    """Where a bomber flies: *high element, left*."""
    return place_name(mission.formation.index(bomber))


def fighter_name(play: Game, fighter: Fighter) -> str:
    """A fighter by its type and its counter: *P-47 e2*."""
    return f"{name_of(play, fighter.kind)} {fighter.id}"


def fighter_label(play: Game, fighter: Fighter) -> str:
    """A fighter with its damage and its ace."""
    ace = f" with {name_of(play, fighter.ace)}" if fighter.ace else ""
    return f"{_counter(play, fighter)}{ace}"


def rated_fighter(play: Game, fighter: Fighter) -> str:
    """A fighter that one chooses: with its damage, its ace and what he adds."""
    ace = f" with {ace_label(play, fighter.ace)}" if fighter.ace else ""
    return f"{_counter(play, fighter)}{ace}"


def _counter(play: Game, fighter: Fighter) -> str:
    return f"{fighter_name(play, fighter)}{' (damaged)' if fighter.damaged else ''}"
