"""Symbols that count in a round, and Maneuver tokens (p. 6)."""

from typing import Any

import attrs

from tabletop_core import Asks, rule

from ..questions.board import kind_of
from ..questions.names import plane_name, to_whom
from ..state import Fight, Fighter, InPlay
from .counting import odds_of_counting
from .opponents import luftwaffe_dice


@rule("20/First Strike", "Activated by dice and cards alone")
def tokens_to_activate(play: InPlay, fight: Fight, card: str) -> int:
    """Activate a card with kept Maneuver tokens as well, unless it strikes first.

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
    options = {"give": f"give it to {plane_name(play, plane)}{_has(plane.markers)}"}
    if fighter.tokens < play.data.numbers.counts.most_tokens:
        options["keep"] = f"keep it{_has(fighter.tokens)}"
    answer = yield from play.choose(
        to_whom(fighter, "who gets the new Maneuver token?"),
        options,
        seat=fighter.seat,
        kind="token",
        odds=lambda option: odds_of_tokens(play, fighter, fight, int(option == "give")),
    )
    if answer == "give":
        plane.markers += 1
        play.log("marked", plane=plane_name(play, plane), number=1)
    else:
        fighter.tokens += 1
        play.log("token_kept", colour=fighter.colour, tokens=fighter.tokens)


def _has(tokens: int) -> str:
    return f", beside {tokens}" if tokens else ""


def odds_of_tokens(play: InPlay, fighter: Fighter, fight: Fight, given: int) -> dict[str, Any]:
    """Return what this round and the next bring with this many more tokens on the opponent.

    The current round is counted without a further set; only after a first strike does a token
    cancel the opponent's Hits. In the next round against the same plane a token takes all its dice.
    """
    plane = attrs.evolve(play.state.planes[fight.opponent])
    plane.markers += given
    told = odds_of_counting(play, fighter, fight, plane)
    kind, dice = kind_of(play, plane), luftwaffe_dice(play, plane)
    if fight.round < fight.rounds and told[f"{kind.title} #{plane.id}"] != "shot down":
        told["its dice in the next round"] = f"{dice} {kind.die}" if dice else "none"
    return told


@rule("6/Kept tokens", "Give saved tokens in a later round")
def give_kept_tokens(play: InPlay, fight: Fight, kept: int) -> Asks:
    """Let the player put tokens that were kept before on the opponent.

    This comes in the second round and later, after the new tokens are given out.
    """
    fighter = play.state.fighters[fight.colour]
    plane = play.state.planes[fight.opponent]
    number = yield play.ask(
        to_whom(fighter, f"give how many kept Maneuver tokens to {plane_name(play, plane)}?"),
        range(kept + 1),
        seat=fighter.seat,
        odds=lambda number: odds_of_tokens(play, fighter, fight, number),
    )
    fighter.tokens -= number
    plane.markers += number
    if number:
        play.log("marked", plane=plane_name(play, plane), number=number)
