"""Counters, places, boxes and cards in words."""

from typing import Any

from tabletop_core.events import counted, signed

from ..state import ELEMENTS, PLACES, Fighter, InPlay, Level, Mission, MissionRecord, Post
from .formation import flying
from .mission import is_two_player
from .ratings import crew_ratings, ratings_of

FLAK_AT = "flak at "
"""How the reason of a roll of flak begins."""

LADY_LUCK = "Lady Luck"
"""The reason for which a counter of Lady Luck is drawn."""

BOMBS = "bombs"
"""How the reason of the roll for the bombs begins."""


def place_name(position: int) -> str:
    return f"{ELEMENTS[position // 3]} element, {PLACES[position % 3]}"


def ace_label(play: InPlay, ace: str) -> str:
    """Return an ace with what he adds: *Maj. Otto Lindner (+2 air combat, +1 performance)*."""
    one = play.data.aces[ace]
    adds = {"air combat": one.air_combat, "performance": one.performance}
    told = ", ".join(f"{signed(number)} {what}" for what, number in adds.items() if number)
    return f"{name_of(play, ace)} ({told})"


def name_of(play: InPlay, thing: str) -> str:
    """Return the name of a counter, a box or a card; of a bomber also its letter."""
    data = play.data
    return data.names[thing] if thing in data.names else data.map.title_of(thing)


def bomber_name(play: InPlay, bomber: str) -> str:
    """Return a bomber with the name of its crew: *Night Nurse (B-17F I)*; green crews have none.

    Of two players only one knows the crews (13.0): their bombers have the names of the counters.
    """
    name, one = name_of(play, bomber), play.state.bombers.get(bomber)
    if one is None or one.crew not in play.data.names or is_two_player(play):
        return name
    return f"{name_of(play, one.crew)} ({name})"


def with_detail(name: str, detail: object) -> str:
    """Put a detail after a name: *B-17F I (4)*, *Night Nurse (B-17F I; 4)*."""
    return f"{name[:-1]}; {detail})" if name.endswith(")") else f"{name} ({detail})"


def target_of(play: InPlay, record: MissionRecord) -> str:
    """Return the target of a mission on the log, with the colour of its card where it is red."""
    return name_of(play, record.card)


HIDDEN_TARGET = "a hidden target"
"""What the German player reads in place of a mission card that he has not seen (13.0)."""


def crew_name(play: InPlay, crew: str) -> str:
    """Return the name on a crew counter; green crews have a number only."""
    return (
        crew.replace("green-", "green crew ") if crew.startswith("green-") else name_of(play, crew)
    )


def crew_level(play: InPlay, crew: str) -> str:
    """Return the level of a crew and its ratings: air combat, performance, bombing."""
    ratings = crew_ratings(play, crew)
    level = play.state.crews[crew].level
    numbers = f"{ratings.air_combat}/{ratings.performance}/{ratings.bombing}"
    return numbers if level is Level.GREEN else f"({level.value}) {numbers}"


def crew_label(play: InPlay, crew: str) -> str:
    """Return a crew with its level and ratings."""
    return f"{crew_name(play, crew)} {crew_level(play, crew)}"


def bomber_label(play: InPlay, bomber: str) -> str:
    one = play.state.bombers[bomber]
    damaged = ", damaged" if one.damaged else ""
    crew = f", {crew_label(play, one.crew)}" if one.crew else ", no crew"
    return f"{name_of(play, bomber)}{damaged}{crew}"


def bomber_words(play: InPlay, bomber: str) -> str:
    """Return a bomber with its ratings, and where it flies if it does."""
    one, mission = play.state.bombers[bomber], play.state.mission
    own = ratings_of(play, one)
    words = [
        name_of(play, bomber),
        f"air combat {own.air_combat}, performance {own.performance}, bombing {own.bombing}",
        f"structure {own.structure}",
    ]
    words += [element_label(mission, bomber)] if bomber in mission.formation else []
    return ", ".join(words)


def crew_words(play: InPlay, crew: str) -> str:
    """Return a crew with its level, its ratings and what it has behind it."""
    one, own = play.state.crews[crew], crew_ratings(play, crew)
    words = [
        f"{crew_name(play, crew)} ({one.level.value})",
        f"air combat {own.air_combat}, performance {own.performance}, bombing {own.bombing}",
        counted(one.missions, "mission"),
    ]
    words += [counted(one.kills, "kill")] if one.kills else []
    if crew in play.state.rescued:
        words.append(f"back in box {play.state.rescued[crew]}")
    return ", ".join(words if one.ready else [*words, "not ready"])


def condition(play: InPlay, crew: str) -> tuple[Any, ...]:
    """Describe a crew in full."""
    return play.state.crews[crew], play.state.rescued.get(crew)


def element_label(mission: Mission, bomber: str) -> str:
    """Return where a bomber flies: *high element, left*."""
    return place_name(mission.formation.index(bomber))


def fighter_name(play: InPlay, fighter: Fighter) -> str:
    """Return a fighter by its type and its counter: *P-47 e2*."""
    return f"{name_of(play, fighter.kind)} {fighter.id}"


def manned_fighter(play: InPlay, fighter: Fighter) -> str:
    """Return a fighter by its type and its counter, and its ace: *P-47 e2 with Capt. Ned Colby*."""
    return f"{fighter_name(play, fighter)}{_ace(play, fighter)}"


def task(play: InPlay, one: Fighter) -> str:
    """Return what a fighter does beside the one it is placed with (9.1.6, 9.2.2, 9.2.3)."""
    mission, other = play.state.mission, one.beside
    if other in flying(mission):
        return f"at {bomber_name(play, other)}"
    for side in (mission.escorts, mission.interceptors):
        if other in {fighter.id for fighter in side}:
            does = "covers against" if one.post is Post.COVER else "against"
            return f"{'wingman of' if one in side else does} {other}"
    return ""


def fighter_label(play: InPlay, fighter: Fighter) -> str:
    """Return a fighter with its damage and its ace."""
    return f"{_counter(play, fighter)}{_ace(play, fighter)}"


def _ace(play: InPlay, fighter: Fighter) -> str:
    return f" with {name_of(play, fighter.ace)}" if fighter.ace else ""


def rated_fighter(play: InPlay, fighter: Fighter) -> str:
    """Return a fighter that one chooses: with its damage, its ace and what he adds."""
    ace = f" with {ace_label(play, fighter.ace)}" if fighter.ace else ""
    return f"{_counter(play, fighter)}{ace}"


def _counter(play: InPlay, fighter: Fighter) -> str:
    return f"{fighter_name(play, fighter)}{' (damaged)' if fighter.damaged else ''}"
