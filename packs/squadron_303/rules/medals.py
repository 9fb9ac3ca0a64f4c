"""Medals and the abilities of pilots (p. 7 and 9)."""

from fractions import Fraction

from tabletop_core import Asks, rule, ruling

from ..components import Pilot
from ..questions.names import pilot_name, to_whom
from ..questions.pilots import has_declared, medals
from ..state import Fighter, InPlay, Status
from .dice import chances_of_rolling_again
from .hands import odds_of_next_card


def spend(play: InPlay, fighter: Fighter, on: str) -> None:
    """Return one Medal of a pilot to the box."""
    play.state.pilots[fighter.pilot].medals -= 1
    play.log("medal_spent", colour=fighter.colour, on=on)


def award(play: InPlay, pilot: str, why: str) -> None:
    """Give a pilot a Medal."""
    play.state.pilots[pilot].medals += 1
    play.log("medal", pilot=play.data.pilots[pilot].title, why=why)


@rule("7/Medals for victories", "A Medal for every fifth plane")
@ruling(
    "a pilot gets a Medal for every fifth plane that he shoots down",
    rejected="he gets one for the fifth plane, and none for more",
    why="the text names the feat and not a first time, and sets no limit to the Medals that can be "
    "won",
    option="fifth_plane",
)
def award_victories(play: InPlay, pilot: str, planes: int) -> None:
    """Give a pilot the Medal for as many planes as he has shot down now, if they earn one."""
    step = play.data.numbers.counts.planes_for_medal
    if planes % step == 0 and (play.options["fifth_plane"] == "every" or planes == step):
        award(play, pilot, f"{planes} planes shot down")


@rule("7/Medals for Events", "A Medal for each player who helped")
@ruling(
    "a player's Medal goes to the pilot who flies for him, or else to the one who takes over",
    rejected="it goes to the pilot who helped, or is lost with him",
    why="each player who helped receives one; it belongs to a pilot and serves while he is in play",
)
@ruling(
    "a single player gets one Medal for an Event won, and chooses which of the two pilots gets it",
    rejected="each of the two pilots gets a Medal",
    why="Medals of Events go to players, and there is one",
)
def award_player(play: InPlay, seat: str, why: str) -> Asks:
    """Give a player a Medal, for a pilot who flies now or for the next one."""
    boards = [fighter for fighter in play.state.fighters.values() if fighter.seat == seat]
    pilots = {fighter.pilot: pilot_name(play, fighter) for fighter in boards if fighter.pilot}
    if not pilots:
        boards[0].medals_due.append(why)
        return
    pilot = yield from play.choose(f"{why}: which pilot gets the Medal?", pilots, seat=seat)
    award(play, pilot, why)


def take_over(play: InPlay, fighter: Fighter, pilot: str) -> None:
    """Put a pilot on a player board, with the Medals still due to the player."""
    fighter.pilot = pilot
    play.state.pilots[pilot].status = Status.FLYING
    for why in fighter.medals_due:
        award(play, pilot, why)
    fighter.medals_due.clear()


def tell_ability(play: InPlay, fighter: Fighter, ability: str) -> None:
    """Log a pilot's use of his own ability; for another's, the Medal is logged instead."""
    if has_declared(play, fighter, ability):
        pilot = play.data.pilots[fighter.pilot]
        play.log("helped", by=pilot.title, text=pilot.text)


@rule("7/Medals", "Use another pilot's ability for a Medal")
@ruling(
    "in the solo variant the Wingman may use the Leader's ability for a Medal, the Leader nobody's",
    rejected="the Leader may use the Wingman's ability as well, or nobody any",
    why="the variant lets only the ability of the Leader be used, and nobody pays for his own",
)
def may_use(play: InPlay, fighter: Fighter, ability: str) -> Asks:
    """Give what an ability is worth now: declared, or for a Medal when another flies with it.

    Medals are given for each fifth plane that a pilot shoots down, for Events won with a player's
    help, and to those in play for a Scenario won. A pilot spends his own, each once: to use the
    ability of another pilot in play, to withdraw, or to keep a squadron from an additional move.
    """
    if has_declared(play, fighter, ability):
        return play.data.pilots[fighter.pilot].amount
    helper = helper_for_medal(play, fighter, ability)
    if helper is None:
        return 0
    answer = yield play.ask(
        to_whom(fighter, f"spend a Medal on {ability_words(helper)}?"),
        {"no": "no", ability: "spend a Medal"},
        seat=fighter.seat,
        odds=lambda option: _odds_of_ability(play, fighter, option),
    )
    return spend_on_ability(play, fighter, ability) if answer == ability else 0


def _odds_of_ability(play: InPlay, fighter: Fighter, ability: str) -> dict[str, Fraction]:
    """Return the chances of the card that an ability draws, or of a die that it rolls again."""
    if ability == "reroll":
        return chances_of_rolling_again(play, "blue")
    return odds_of_next_card(play, fighter) if ability.startswith("draw") else {}


def helper_for_medal(play: InPlay, fighter: Fighter, ability: str) -> Pilot | None:
    """Return the pilot whose ability a plane may use for a Medal, if there is one."""
    if not medals(play, fighter):
        return None
    for other in play.state.fighters.values():
        if play.state.solo and other.colour != play.state.leader:
            continue
        if other.pilot and other is not fighter:
            pilot = play.data.pilots[other.pilot]
            if pilot.ability == ability:
                return pilot
    return None


def ability_words(pilot: Pilot) -> str:
    return f"{pilot.title}'s ability ({pilot.text})"


def spend_on_ability(play: InPlay, fighter: Fighter, ability: str) -> int:
    """Spend a Medal on the ability of another pilot; return how much it gives."""
    pilot = helper_for_medal(play, fighter, ability)
    if pilot is None:
        raise ValueError(f"{fighter.colour} has nobody whose {ability!r} a Medal could buy")
    spend(play, fighter, ability_words(pilot))
    return pilot.amount
