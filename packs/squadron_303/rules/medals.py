"""Medals and the abilities of pilots (p. 7 and 9)."""

from tabletop_core import Asks, rule, ruling

from ..state import Fighter
from .board import Table, facts, to_whom


def medals(play: Table, fighter: Fighter) -> int:
    """Return the Medals of the pilot who flies now."""
    return play.state.pilots[fighter.pilot].medals if fighter.pilot else 0


def spend(play: Table, fighter: Fighter, on: str) -> None:
    """Return one Medal of a pilot to the box."""
    play.state.pilots[fighter.pilot].medals -= 1
    play.log("medal_spent", colour=fighter.colour, on=on)


def award(play: Table, pilot: str, why: str) -> None:
    """Give a pilot a Medal."""
    play.state.pilots[pilot].medals += 1
    play.log("medal", pilot=facts(play).pilots[pilot].title, why=why)


def has_declared(play: Table, fighter: Fighter, ability: str) -> bool:
    """Tell whether a plane uses its own pilot's ability, and it is this one."""
    return (
        bool(fighter.pilot)
        and fighter.declared
        and facts(play).pilots[fighter.pilot].ability == ability
    )


def tell_ability(play: Table, fighter: Fighter, ability: str) -> None:
    """Tell whose own ability a plane uses; for a Medal it is told with the Medal."""
    if has_declared(play, fighter, ability):
        pilot = facts(play).pilots[fighter.pilot]
        play.log("helped", by=pilot.title, text=pilot.text)


@rule("7/Medals", "Use another pilot's ability for a Medal")
@ruling(
    "in the solo variant each of the two pilots may use the other's ability for a Medal of his own",
    why="the variant limits declared abilities to the Leader, and leaves all other rules unchanged",
)
def may_use(play: Table, fighter: Fighter, ability: str) -> Asks:
    """Return how much an ability gives now: declared, or for a Medal when another flies with it."""
    data = facts(play)
    if has_declared(play, fighter, ability):
        return data.pilots[fighter.pilot].amount
    if not medals(play, fighter):
        return 0
    for other in play.state.fighters.values():
        if other.pilot and other is not fighter and data.pilots[other.pilot].ability == ability:
            pilot = data.pilots[other.pilot]
            answer = yield play.ask(
                f"{to_whom(play, fighter)}spend a Medal on {pilot.title}'s ability ({pilot.text})?",
                {"no": "no", ability: "spend a Medal"},
                seat=fighter.seat,
            )
            if answer == ability:
                spend(play, fighter, f"{pilot.title}'s ability, {pilot.text}")
                return pilot.amount
            return 0
    return 0
