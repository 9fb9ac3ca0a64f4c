"""Symbols that count in a round, and Maneuver tokens (p. 6)."""

from tabletop_core import Asks, rule

from ..questions.names import plane_name, to_whom
from ..state import Fight, InPlay


@rule("20/First Strike", "Activated by dice and cards alone")
def tokens_to_activate(play: InPlay, fight: Fight, card: str) -> int:
    """Return the kept Maneuver tokens that may help to activate a card.

    First Strike takes none: our damage and Maneuver tokens come before the results of the
    Luftwaffe's dice, and only a set of dice and cards can bring it.
    """
    if play.data.cards[card].effect == "first_strike":
        return 0
    return play.state.fighters[fight.colour].tokens


def take_maneuver(play: InPlay, fight: Fight) -> Asks:
    """Gain one token: for the opponent or the player board."""
    fighter = play.state.fighters[fight.colour]
    plane = play.state.planes[fight.opponent]
    options = {"give": f"give it to {plane_name(play, plane)}"}
    if fighter.tokens < play.data.numbers.counts.most_tokens:
        options["keep"] = "keep it"
    answer = yield from play.choose(
        f"{to_whom(play, fighter)}whose is the new Maneuver token?",
        options,
        seat=fighter.seat,
        kind="token",
    )
    if answer == "give":
        plane.markers += 1
        play.log("marked", plane=plane_name(play, plane), number=1)
    else:
        fighter.tokens += 1
        play.log("token_kept", colour=fighter.colour, tokens=fighter.tokens)


@rule("6/Kept tokens", "Give saved tokens in a later round")
def give_kept_tokens(play: InPlay, fight: Fight, kept: int) -> Asks:
    """Let the player put tokens that were kept before on the opponent.

    This comes in the second round and later, after the new tokens are given out.
    """
    fighter = play.state.fighters[fight.colour]
    plane = play.state.planes[fight.opponent]
    number = yield play.ask(
        f"{to_whom(play, fighter)}give how many kept Maneuver tokens to {plane_name(play, plane)}?",
        range(kept + 1),
        seat=fighter.seat,
    )
    fighter.tokens -= number
    plane.markers += number
    if number:
        play.log("marked", plane=plane_name(play, plane), number=number)
